//! Names of nodes in requests: "this", "the parent", or a title; and the marks that set a title off.

use super::{Named, Reply, Surroundings};
use espalier_base::language::Language;
use espalier_base::text::truncate;

/// The most characters of a title that is repeated.
const SHOWN_CHARS: usize = 60;

const POLITE: &[&str] = &[
    "please ",
    "can you ",
    "could you ",
    "would you ",
    "i want to ",
    "i'd like to ",
    "let's ",
    "now ",
    "请你",
    "请",
    "帮我",
    "麻烦",
    "我想要",
    "我想",
    "我要",
    "能不能",
    "可以",
];
const THIS: &[&str] = &[
    "",
    "this",
    "it",
    "this node",
    "the node",
    "current node",
    "the current node",
    "this one",
    "here",
    "itself",
    "这个节点",
    "当前节点",
    "本节点",
    "此节点",
    "该节点",
    "这个",
    "当前",
    "它",
    "这里",
    "自己",
    "这一节点",
];
const PARENT: &[&str] =
    &["parent", "the parent", "its parent", "the parent node", "父节点", "上级", "上级节点", "上一级"];

/// The request without courtesy.
pub fn request(said: &str) -> &str {
    let mut said = said.trim();
    while let Some(rest) = POLITE.iter().find_map(|polite| after(said, polite)) {
        said = rest.trim_start();
    }
    said
}

/// The rest after these words, which are compared without case.
pub fn after<'a>(said: &'a str, words: &str) -> Option<&'a str> {
    let begins = said.get(..words.len())?.eq_ignore_ascii_case(words);
    begins.then(|| &said[words.len()..])
}

/// The rest after these words, where they end as words: letters must not follow letters.
pub fn after_word<'a>(said: &'a str, words: &str) -> Option<&'a str> {
    let rest = after(said, words)?;
    let inside =
        words.ends_with(|c: char| c.is_ascii_alphanumeric()) && rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    (!inside).then(|| rest.trim_start())
}

/// A title without the quotes and the full stop around it.
pub fn bare(title: &str) -> &str {
    let title = title.trim();
    let title = title.strip_suffix(['.', '。', '！', '!']).unwrap_or(title).trim();
    let pairs =
        [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’'), ('「', '」'), ('『', '』'), ('《', '》'), ('`', '`')];
    for (open, close) in pairs {
        let inside = title.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inside) = inside.filter(|inside| !inside.is_empty() && !inside.contains([open, close])) {
            return inside.trim();
        }
    }
    title
}

/// A title as it is repeated in a reply.
pub fn shown(title: &str) -> String {
    truncate(title.lines().next().unwrap_or_default(), SHOWN_CHARS)
}

/// Nodes that a name matches.
pub enum NameMatch<'a> {
    One(&'a Named),
    Several,
    None,
}

/// The node of this name: the node itself, its parent, or one of the title.
pub fn find<'a>(name: &str, around: &'a Surroundings) -> NameMatch<'a> {
    let name = bare(name);
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    if is_one_of(THIS) {
        return NameMatch::One(&around.node);
    }
    if is_one_of(PARENT) {
        return around.parent.as_ref().map_or(NameMatch::None, NameMatch::One);
    }
    let same = |node: &&Named| {
        let title = node.title.trim();
        title == name || title.to_lowercase() == name.to_lowercase() || node.id == name
    };
    let everything = [&around.node].into_iter().chain(&around.children).chain(&around.siblings).chain(&around.parent);
    let mut found = everything.filter(same);
    match (found.next(), found.next()) {
        (Some(node), None) => NameMatch::One(node),
        (Some(_), Some(_)) => NameMatch::Several,
        (None, _) => NameMatch::None,
    }
}

/// Question about a name that matches no node or several (G3).
pub fn ask(name: &str, several: bool, language: Language) -> Reply {
    let name = shown(bare(name));
    Reply::Words(match (language, several) {
        (Language::En, true) => {
            format!("There are several nodes called “{name}” here. Open the assistant of the one you mean.")
        }
        (Language::En, false) => format!(
            "There’s no node called “{name}” here. I only know this node, its parent, its children and its siblings by their titles."
        ),
        (Language::Zh, true) => format!("这里有多个名为“{name}”的节点，请打开你想修改的那个节点的助手。"),
        (Language::Zh, false) => {
            format!("这里没有名为“{name}”的节点。我只认识当前节点、父节点、子节点和同级节点的标题。")
        }
    })
}
