//! Adding nodes: a list after "add children" and its like, or an indented list.

use serde_json::{Value, json};

use super::names::{NameMatch, after, after_word, ask, bare, find, shown};
use super::{Named, Reply, Surroundings};
use crate::indented;
use crate::node_tree::NodeTree;
use crate::proposing::operation;
use espalier_base::language::Language;

/// The most nodes that are proposed at once.
const MAX_NODES: usize = 100;

const VERBS: &[&str] = &["add", "insert", "append"];
/// Verbs that ask for nodes only if they say so.
const WEAK_VERBS: &[&str] = &["create", "make", "new", "give me"];
const CHINESE_VERBS: &[&str] = &["添加", "新增", "增加", "新建", "创建", "插入", "加入", "加上", "加"];
/// Words before the kind of node.
const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "new",
    "some",
    "more",
    "these",
    "following",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "another",
    "sub",
    "me",
];
/// Words after it.
const LATE_FILLERS: &[&str] = &["called", "named", "titled", "here"];
const SINGULARS: &[&str] = &[
    "child node",
    "child",
    "node",
    "subnode",
    "sub-node",
    "topic",
    "subtopic",
    "sub-topic",
    "branch",
    "item",
    "idea",
    "point",
];
const PLURALS: &[&str] = &[
    "child nodes",
    "children",
    "nodes",
    "subnodes",
    "sub-nodes",
    "topics",
    "subtopics",
    "sub-topics",
    "branches",
    "items",
    "ideas",
    "points",
];
const SIBLINGS: &[&str] = &["sibling", "siblings"];
const TOPIC: &[&str] = &["for", "about", "on", "of", "regarding"];
const BELOW: &[&str] = &["to", "under", "below", "beneath", "into"];
const CHINESE_FILLERS: &[&str] = &[
    "以下",
    "如下",
    "下列",
    "这些",
    "几个",
    "一些",
    "一个",
    "两个",
    "三个",
    "四个",
    "五个",
    "新的",
    "子节点",
    "子主题",
    "子项",
    "下级节点",
    "下级",
    "节点",
    "主题",
    "分支",
    "叫做",
    "名为",
    "：",
    ":",
    " ",
];
const CHINESE_IDEAS: &[&str] = &["想法", "主意", "点子", "要点", "内容"];
const CHINESE_ME: &[&str] = &["给我", "帮我", "替我", "为我"];
const CHINESE_SIBLINGS: &[&str] = &["同级节点", "兄弟节点", "同级"];

/// Words of a request before its list.
struct Request<'a> {
    /// The node to add to.
    name: &'a str,
    /// Whether to add beside the node instead of below.
    beside: bool,
    /// Whether the words ask for several nodes, so that "and" separates them.
    several: bool,
    /// Whether the words name a kind: nodes, ideas, so many.
    kind: bool,
    list: &'a str,
}

/// Adds nodes: "add children a, b, c", "添加子节点：甲、乙".
pub fn add(said: &str, around: &Surroundings, language: Language) -> Option<Reply> {
    let mut request = english(said, around).or_else(|| chinese(said))?;
    if request.name.is_empty() {
        // "add a, b to Budget"
        if let Some((list, name)) = target_at_end(request.list, around) {
            (request.list, request.name) = (list, name);
        }
    }
    if request.name.is_empty()
        && let Some(name) = BELOW.iter().find_map(|word| after_word(request.list, word))
        && (request.kind || !matches!(find(name, around), NameMatch::None))
    {
        // "add three ideas under Water": where, but not what.
        (request.list, request.name) = ("", name);
    }
    let trees = trees(&request);
    if trees.nodes.is_empty() && !request.kind && request.name.is_empty() {
        return None;
    }
    let node = match find(request.name, around) {
        NameMatch::One(node) => node,
        NameMatch::Several => return Some(ask(request.name, true, language)),
        NameMatch::None => return Some(ask(request.name, false, language)),
    };
    if trees.nodes.is_empty() {
        return Some(names_wanted(node, language));
    }
    if trees.nodes.len() > MAX_NODES {
        return Some(Reply::Words(match language {
            Language::En => format!("That’s more than {MAX_NODES} nodes. Paste the list into the map instead."),
            Language::Zh => format!("超过{MAX_NODES}个节点，请直接粘贴到导图中。"),
        }));
    }
    if request.beside && node.id == around.node.id && around.parent.is_none() {
        return Some(Reply::Words(match language {
            Language::En => "The root can’t have siblings, but I can add children.".to_owned(),
            Language::Zh => "根节点没有同级节点；可以添加子节点。".to_owned(),
        }));
    }
    Some(proposal(node, request.beside, &trees, language))
}

/// Asks for titles, as the guide has no ideas of its own (G3).
fn names_wanted(node: &Named, language: Language) -> Reply {
    let title = shown(&node.title);
    Reply::Words(match language {
        Language::En => format!(
            "I follow fixed rules and have no ideas of my own. Tell me the names, for example `add to {title}: one, two, three`, and I’ll suggest them."
        ),
        Language::Zh => {
            format!("我按固定规则工作，想不出新的内容。请告诉我名称，例如“在{title}下添加：甲、乙、丙”，我再提出建议。")
        }
    })
}

fn english<'a>(said: &'a str, around: &Surroundings) -> Option<Request<'a>> {
    let strong = VERBS.iter().find_map(|verb| after_word(said, verb));
    let mut rest = strong.or_else(|| WEAK_VERBS.iter().find_map(|verb| after_word(said, verb)))?;
    let mut request = Request { name: "", beside: false, several: false, kind: false, list: "" };
    let mut kind = false;
    let begins = |rest: &'a str, words: &[&str]| words.iter().find_map(|word| after_word(rest, word));
    loop {
        let fillers = if kind { LATE_FILLERS } else { FILLERS };
        if rest.starts_with([':', '：', '\n']) {
            break;
        }
        let counted = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if counted.len() < rest.len() && begins(counted.trim_start(), PLURALS).is_some() {
            rest = counted.trim_start();
        } else if let Some(after) = begins(rest, PLURALS).filter(|_| !kind) {
            (request.several, kind, rest) = (true, true, after);
        } else if let Some(after) = begins(rest, SIBLINGS).filter(|_| !kind) {
            (request.beside, kind, rest) = (true, true, after);
        } else if let Some(after) = begins(rest, SINGULARS).filter(|_| !kind) {
            (kind, rest) = (true, after);
        } else if let Some(after) = fillers.iter().find_map(|word| filler(rest, word)) {
            rest = after;
        } else if let Some((name, after)) = begins(rest, BELOW).and_then(|rest| target_at_start(rest, around)) {
            (request.name, rest) = (name, after);
        } else {
            break;
        }
    }
    request.list = rest.trim_start().trim_start_matches([':', '：']);
    // "three ideas for soups": what they are to be about, but not what they are.
    if kind && TOPIC.iter().any(|word| after_word(request.list, word).is_some()) {
        request.list = "";
    }
    request.kind = kind;
    (kind || strong.is_some()).then_some(request)
}

/// The rest after a filler word; a word that is followed by a comma is a title.
fn filler<'a>(rest: &'a str, word: &str) -> Option<&'a str> {
    let after = after(rest, word)?;
    let next = after.trim_start();
    let alone = next.len() == after.len() || next.is_empty() || after_word(next, "and").is_some();
    let before_mark = after.starts_with([':', '：', '\n']);
    (before_mark || !alone).then_some(next)
}

/// A node's name before a colon, or the words for this node.
fn target_at_start<'a>(rest: &'a str, around: &Surroundings) -> Option<(&'a str, &'a str)> {
    let colon = rest.find([':', '：', '\n']);
    if let Some(at) = colon.filter(|&at| !matches!(find(&rest[..at], around), NameMatch::None)) {
        return Some((&rest[..at], &rest[at..]));
    }
    let this = ["this node", "the current node", "the node", "this", "it", "here"];
    let word = this.iter().find_map(|word| Some((after_word(rest, word)?, *word)));
    if let Some((after, word)) = word {
        return Some((&rest[..word.len()], after));
    }
    // A name that is not known, before a colon: it is asked back.
    colon.map(|at| (&rest[..at], &rest[at..]))
}

fn target_at_end<'a>(list: &'a str, around: &Surroundings) -> Option<(&'a str, &'a str)> {
    let words = [" to ", " under ", " below ", " beneath ", "到"];
    let cuts = words.iter().filter_map(|word| Some((list.rfind(word)?, word.len())));
    let parts = cuts.map(|(at, length)| (&list[..at], chinese_place(list[at + length..].trim())));
    parts.into_iter().find(|(_, name)| !name.is_empty() && !matches!(find(name, around), NameMatch::None))
}

/// The name in "X 下面", "X 里".
fn chinese_place(text: &str) -> &str {
    if ["这里", "这儿", "此处"].contains(&text) {
        return "";
    }
    let ends = ["节点下面", "节点下", "的下面", "下面", "下边", "之下", "的下级", "里面", "下", "里", "中", "的"];
    ends.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text).trim()
}

fn chinese(said: &str) -> Option<Request<'_>> {
    let (at, verb) =
        CHINESE_VERBS.iter().filter_map(|verb| Some((said.find(verb)?, *verb))).min_by_key(|(at, _)| *at)?;
    let before = said[..at].trim();
    let name = if before.is_empty() || CHINESE_ME.contains(&before) {
        ""
    } else {
        // Anything else before the verb is a sentence about something.
        chinese_place(["给", "在", "为", "往", "向", "对"].iter().find_map(|word| before.strip_prefix(word))?.trim())
    };
    let all = said[at + verb.len()..].trim_start();
    let mut rest = all;
    let mut request = Request { name, beside: false, several: true, kind: false, list: "" };
    loop {
        request.kind |= rest.starts_with("几个") || rest.starts_with("一些");
        request.kind |= rest.chars().nth(1) == Some('个') && rest.starts_with(['一', '两', '三', '四', '五']);
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if let Some(after) = digits.strip_prefix('个').filter(|_| digits.len() < rest.len()) {
            (request.kind, rest) = (true, after);
        } else if let Some(after) = CHINESE_SIBLINGS.iter().find_map(|word| rest.strip_prefix(word)) {
            (request.beside, rest) = (true, after);
        } else if let Some(after) = CHINESE_FILLERS.iter().find_map(|word| rest.strip_prefix(word)) {
            rest = after;
        } else {
            break;
        }
    }
    // "三个想法", "三个汤的点子": so many, but not what they are.
    let is_topic =
        |word: &&str| bare(rest).strip_suffix(*word).is_some_and(|topic| topic.is_empty() || topic.ends_with('的'));
    if request.kind && CHINESE_IDEAS.iter().any(is_topic) {
        rest = "";
    }
    request.list = rest;
    // This one is part of many other words.
    (verb != "加" || rest.len() < all.len()).then_some(request)
}

/// The nodes of the list: lines with their indentation, or names on one line.
fn trees(request: &Request<'_>) -> NodeTree {
    let list = request.list.trim_matches(['\n', '\r']).trim_end();
    if list.contains('\n') {
        return indented::read(list);
    }
    let mut trees = NodeTree::default();
    for title in names(list, request.several) {
        trees.push(None, title);
    }
    trees
}

fn names(list: &str, several: bool) -> Vec<String> {
    let list = list.trim();
    let list = list.strip_suffix(['.', '。']).unwrap_or(list);
    let mut parts: Vec<&str> = split_outside_quotes(list);
    let commas = parts.len() > 1;
    if let Some(last) = parts.pop() {
        let last = after(last.trim(), "and ").unwrap_or(last);
        let cut = last.rsplit_once(" and ").or_else(|| last.rsplit_once('和')).or_else(|| last.rsplit_once("以及"));
        match cut.filter(|(left, right)| (commas || several) && !left.trim().is_empty() && !right.trim().is_empty()) {
            Some((left, right)) => parts.extend([left, right]),
            None => parts.push(last),
        }
    }
    parts.into_iter().map(|part| bare(part).to_owned()).filter(|title| !title.is_empty()).collect()
}

/// The parts between commas; one inside quotes belongs to its title.
fn split_outside_quotes(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut close) = (Vec::new(), 0, None);
    for (at, c) in list.char_indices() {
        match (c, close) {
            (c, Some(quote)) if c == quote => close = None,
            (_, Some(_)) => {}
            ('"', None) => close = Some('"'),
            ('“', None) => close = Some('”'),
            ('「', None) => close = Some('」'),
            ('《', None) => close = Some('》'),
            (',' | '，' | '、' | ';' | '；', None) => {
                parts.push(&list[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts
}

fn proposal(node: &Named, beside: bool, trees: &NodeTree, language: Language) -> Reply {
    let tops: Vec<usize> = (0..trees.nodes.len()).filter(|&at| trees.nodes[at].parent.is_none()).collect();
    let mut operations = Vec::with_capacity(tops.len());
    // What is put right after one node after another would stand in the opposite order.
    let order: Vec<usize> = if beside { tops.iter().rev().copied().collect() } else { tops.clone() };
    for (number, &top) in order.iter().enumerate() {
        let title = &trees.nodes[top].title;
        let end = tops.iter().copied().find(|&other| other > top).unwrap_or(trees.nodes.len());
        let name = shown(title);
        let description = match language {
            Language::En => format!("Add “{name}”"),
            Language::Zh => format!("新增“{name}”"),
        };
        let (command, params) = if beside {
            ("node.addSiblingAfter", json!({ "nodeId": node.id, "title": title }))
        } else if end - top > 1 {
            ("node.addChildTrees", json!({ "parentId": node.id, "trees": [tree(trees, top, end)] }))
        } else {
            ("node.addChild", json!({ "parentId": node.id, "position": null, "title": title }))
        };
        operations.push(operation(number + 1, command, params, &description));
    }
    let (title, count) = (shown(&node.title), tops.len());
    let summary = match (language, beside) {
        (Language::En, false) => format!("Add {count} to “{title}”."),
        (Language::En, true) => format!("Add {count} after “{title}”."),
        (Language::Zh, false) => format!("在“{title}”下新增{count}个节点。"),
        (Language::Zh, true) => format!("在“{title}”之后新增{count}个节点。"),
    };
    Reply::Proposal { summary, operations }
}

/// The nodes from `top` to before `end` as a tree of a command. They stand in pre-order, so that the last ones are put
/// into their parents first.
fn tree(trees: &NodeTree, top: usize, end: usize) -> Value {
    let mut below: Vec<Vec<Value>> = vec![Vec::new(); end - top];
    for at in (top..end).rev() {
        let mut children = std::mem::take(&mut below[at - top]);
        children.reverse();
        let title = &trees.nodes[at].title;
        let node = if children.is_empty() {
            json!({ "title": title })
        } else {
            json!({ "title": title, "children": children })
        };
        match trees.nodes[at].parent.filter(|&parent| parent >= top && at > top) {
            Some(parent) => below[parent - top].push(node),
            None => return node,
        }
    }
    Value::Null
}
