//! Renaming and deleting nodes.

use serde_json::json;

use super::names::{NameMatch, after, after_word, ask, bare, find, shown};
use super::{Named, Reply, Surroundings};
use crate::proposing::operation;
use espalier_base::language::Language;

const RENAME: &[&str] =
    &["rename", "retitle", "change the title of", "change title of", "change the title", "change title"];
const CALL: &[&str] = &["call this node", "call this", "call it"];
const BECOMES: &[&str] = &[
    "重命名为",
    "重命名成",
    "改名为",
    "改名成",
    "改名叫",
    "标题改为",
    "标题改成",
    "改标题为",
    "更名为",
    "名字改为",
    "名字改成",
    "改为",
    "改成",
    "改叫",
];
const DELETE: &[&str] = &["delete", "remove", "get rid of", "删除", "删掉", "删去", "移除", "去掉"];
const CHILDREN: &[&str] = &[
    "children",
    "the children",
    "all children",
    "its children",
    "all its children",
    "all the children",
    "everything below",
    "所有子节点",
    "全部子节点",
    "子节点",
    "它的子节点",
    "下级",
    "所有下级",
    "全部下级",
];

/// Renames a node: "rename to x", "把它改名为 x".
pub fn rename(said: &str, around: &Surroundings, language: Language) -> Option<Reply> {
    if said.lines().count() > 1 {
        return None;
    }
    let (name, title) = english_rename(said, around).or_else(|| chinese_rename(said))?;
    let title = bare(title);
    if title.is_empty() {
        return None;
    }
    let node = match find(name, around) {
        NameMatch::One(node) => node,
        NameMatch::Several => return Some(ask(name, true, language)),
        NameMatch::None => return Some(ask(name, false, language)),
    };
    let (old, new) = (shown(&node.title), shown(title));
    let summary = match language {
        Language::En => format!("Rename “{old}” to “{new}”."),
        Language::Zh => format!("把“{old}”改名为“{new}”。"),
    };
    let params = json!({ "nodeId": node.id, "title": title });
    let operations = vec![operation(1, "node.updateTitle", params, &summary)];
    Some(Reply::Proposal { summary, operations })
}

fn english_rename<'a>(said: &'a str, around: &Surroundings) -> Option<(&'a str, &'a str)> {
    if let Some(title) = CALL.iter().find_map(|words| after_word(said, words)) {
        return Some(("", title));
    }
    let rest = RENAME.iter().find_map(|words| after_word(said, words))?;
    if let Some(title) = ["to ", "as ", "into ", ":", "："].iter().find_map(|words| after(rest, words)) {
        return Some(("", title));
    }
    // A title may have a "to" in it; the first one that leaves the name of a node is meant.
    let cuts = || [" to ", " as ", " into "].into_iter().flat_map(|word| rest.match_indices(word));
    let parts = |(at, word): (usize, &str)| (&rest[..at], &rest[at + word.len()..]);
    let named = cuts().map(parts).find(|(name, _)| matches!(find(name, around), NameMatch::One(_)));
    named.or_else(|| cuts().map(parts).next())
}

fn chinese_rename(said: &str) -> Option<(&str, &str)> {
    let mut cuts = BECOMES.iter().filter_map(|word| Some((said.find(word)?, word.len())));
    let mut best = cuts.next()?;
    for cut in cuts {
        // The earliest, and of those the longest.
        if cut.0 < best.0 || (cut.0 == best.0 && cut.1 > best.1) {
            best = cut;
        }
    }
    let (name, title) = (&said[..best.0], &said[best.0 + best.1..]);
    let name = ["把", "将", "给"].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name).trim();
    let name = ["的标题", "的名字", "的名称", "的", "标题", "名字", "名称"]
        .iter()
        .find_map(|word| name.strip_suffix(word))
        .unwrap_or(name);
    Some((name, title.trim_start_matches([':', '：', ' '])))
}

/// Adds to a note: "add a note: buy seeds", "添加备注：买种子"; text that is there already stays.
pub fn note(said: &str, around: &Surroundings, language: Language) -> Option<Reply> {
    const NOTE: &[&str] = &[
        "add a note",
        "add note",
        "write a note",
        "make a note",
        "note down",
        "note",
        "添加备注",
        "加备注",
        "写备注",
        "备注",
    ];
    let rest = NOTE.iter().find_map(|words| after_word(said, words))?;
    let text = rest.strip_prefix([':', '：']).or_else(|| after(rest, "that "))?.trim();
    if text.is_empty() {
        return None;
    }
    let before = around.note.trim_end();
    let note = if before.is_empty() { text.to_owned() } else { format!("{before}\n\n{text}") };
    let title = shown(&around.node.title);
    let summary = match language {
        Language::En => format!("Add to the note of “{title}”."),
        Language::Zh => format!("写入“{title}”的备注。"),
    };
    let params = json!({ "nodeId": around.node.id, "note": note });
    let operations = vec![operation(1, "node.updateNote", params, &summary)];
    Some(Reply::Proposal { summary, operations })
}

/// Deletes nodes: "delete this", "删除所有子节点".
pub fn delete(said: &str, around: &Surroundings, language: Language) -> Option<Reply> {
    let rest = DELETE.iter().find_map(|words| after_word(said, words)).or_else(|| {
        let inside = said.strip_prefix('把').or_else(|| said.strip_prefix('将'))?;
        let inside = inside.trim_end_matches(['。', '吧', '！']);
        DELETE.iter().chain(&["删了"]).find_map(|words| inside.strip_suffix(words))
    })?;
    let rest = bare(rest);
    let mut nodes: Vec<&Named> = Vec::new();
    if CHILDREN.iter().any(|words| words.eq_ignore_ascii_case(rest)) {
        if around.children.is_empty() {
            return Some(Reply::Words(match language {
                Language::En => "This node has no children.".to_owned(),
                Language::Zh => "这个节点没有子节点。".to_owned(),
            }));
        }
        nodes.extend(&around.children);
    } else {
        for name in deleted_names(rest, around) {
            match find(name, around) {
                NameMatch::One(node) if nodes.iter().any(|other| other.id == node.id) => {}
                NameMatch::One(node) => nodes.push(node),
                NameMatch::Several => return Some(ask(name, true, language)),
                NameMatch::None => return Some(ask(name, false, language)),
            }
        }
    }
    if around.parent.is_none() && nodes.iter().any(|node| node.id == around.node.id) {
        return Some(Reply::Words(match language {
            Language::En => "The root can’t be deleted. You can delete the whole map in the list of maps.".to_owned(),
            Language::Zh => "根节点不能删除；可以在导图列表中删除整个导图。".to_owned(),
        }));
    }
    Some(deletion(&nodes, language))
}

/// The names in "a, b and c", or the whole text where that is one title.
fn deleted_names<'a>(rest: &'a str, around: &Surroundings) -> Vec<&'a str> {
    let words = ["the nodes ", "the node ", "nodes ", "node ", "节点"];
    let rest = words.iter().find_map(|word| after(rest, word)).filter(|rest| !rest.trim().is_empty()).unwrap_or(rest);
    if !matches!(find(rest, around), NameMatch::None) {
        return vec![rest];
    }
    let names = rest.split([',', '，', '、', ';', '；', '\n']).flat_map(|part| part.split(" and ")).map(str::trim);
    let names: Vec<&str> =
        names.map(|name| after(name, "and ").unwrap_or(name)).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { vec![rest] } else { names }
}

fn deletion(nodes: &[&Named], language: Language) -> Reply {
    let operations = nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            let title = shown(&node.title);
            let description = match language {
                Language::En => format!("Delete “{title}”"),
                Language::Zh => format!("删除“{title}”"),
            };
            operation(at + 1, "node.delete", json!({ "nodeId": node.id }), &description)
        })
        .collect();
    let summary = match (language, nodes) {
        (Language::En, [node]) => format!("Delete “{}”.", shown(&node.title)),
        (Language::En, nodes) => format!("Delete {} nodes.", nodes.len()),
        (Language::Zh, [node]) => format!("删除“{}”。", shown(&node.title)),
        (Language::Zh, nodes) => format!("删除{}个节点。", nodes.len()),
    };
    Reply::Proposal { summary, operations }
}
