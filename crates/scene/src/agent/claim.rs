//! Claims of an answer to have done something, found in its words, to be compared with what was done.
//!
//! - C1 Whoever asks, offers, refuses or supposes claims nothing: a sentence with such a word does not count.
//! - C2 A claim that goes unnoticed does no harm to the scene; words that are no claim are marked wrongly. So only plain
//!   statements count.

/// The claims of some sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Claims {
    /// Whether a change is claimed, in whatever way.
    pub change: bool,
    /// Whether a deletion is claimed.
    pub deletion: bool,
}

const DELETED: &[&str] = &["deleted", "removed", "erased"];
const CHANGED: &[&str] = &[
    "created",
    "added",
    "drawn",
    "drew",
    "made",
    "placed",
    "put",
    "moved",
    "changed",
    "modified",
    "updated",
    "resized",
    "scaled",
    "enlarged",
    "doubled",
    "halved",
    "shrunk",
    "rotated",
    "turned",
    "recolored",
    "recoloured",
    "painted",
    "colored",
    "coloured",
    "arranged",
    "aligned",
    "renamed",
    "duplicated",
    "copied",
    "undone",
    "restored",
    "set",
];
/// Words of a sentence that states nothing done (C1).
const OPEN: &[&str] = &[
    "not",
    "no",
    "nothing",
    "none",
    "never",
    "cannot",
    "can",
    "could",
    "would",
    "will",
    "shall",
    "should",
    "may",
    "might",
    "must",
    "if",
    "unless",
    "without",
    "unable",
    "failed",
    "want",
    "please",
    "you",
    "earlier",
    "before",
    "previously",
    "until",
    "once",
    "when",
    "which",
    "ago",
    "yet",
];
const DELETED_ZH: &[&str] = &["删除", "删掉", "移除", "清除", "清空"];
const CHANGED_ZH: &[&str] = &[
    "创建", "新建", "添加", "画", "绘制", "生成", "移动", "移到", "修改", "更改", "改为", "改成", "更新", "放大",
    "缩小", "旋转", "涂成", "变成", "染成", "排列", "排成", "对齐", "命名", "复制", "撤销", "恢复", "调整", "设置",
    "设为",
];
const OPEN_ZH: &[&str] = &[
    "没", "未", "不", "无法", "无需", "吗", "是否", "如果", "若", "请", "可以", "能", "需要", "想", "要", "将会",
    "之前", "上次", "先前", "你", "您",
];

/// The claims of a text.
pub fn claims(text: &str) -> Claims {
    let mut claims = Claims::default();
    for sentence in text.split_inclusive(['.', '!', '?', ';', '\n', '。', '！', '？', '；']) {
        let found = if sentence.chars().any(is_han) { chinese(sentence) } else { english(sentence) };
        claims.change |= found.change;
        claims.deletion |= found.deletion;
    }
    claims
}

fn is_han(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

fn english(sentence: &str) -> Claims {
    let lower = sentence.to_lowercase().replace('’', "'");
    let words: Vec<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let open = lower.ends_with('?') || words.iter().any(|word| OPEN.contains(word) || word.ends_with("n't"));
    let Some(first) = words.first().filter(|_| !open) else { return Claims::default() };
    let stated = |verbs: &[&str]| {
        words.iter().enumerate().any(|(at, word)| {
            let before = &words[..at];
            let said_of = ["i", "i've", "have", "has", "been", "is", "are", "was", "were", "done"];
            verbs.contains(word) && (before.is_empty() || before.iter().any(|word| said_of.contains(word)))
        })
    };
    let deletion = stated(DELETED);
    // "It is red now" and a bare "Done" say the same without a verb of doing.
    let now = words.contains(&"now") && words.iter().any(|word| ["is", "are"].contains(word));
    Claims { change: deletion || now || *first == "done" || stated(CHANGED), deletion }
}

fn chinese(sentence: &str) -> Claims {
    let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    let is_done = has(&["已", "了", "完成", "成功"]);
    if !is_done || sentence.ends_with(['？', '?']) || has(OPEN_ZH) {
        return Claims::default();
    }
    let deletion = has(DELETED_ZH);
    let bare = has(&["已完成", "完成了", "搞定", "做好了"]);
    Claims { change: deletion || bare || has(CHANGED_ZH), deletion }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_statements_are_claims() {
        for text in [
            "Done.",
            "Done! The square is red.",
            "I've created a red square at (1, 2, 3).",
            "I have moved it to (1, 2, 3).",
            "Created 3 circles.",
            "The circle has been painted blue.",
            "It is purple now.",
            "Here it is. Both shapes were doubled in size.",
            "已创建红色正方形。",
            "好的，我把它移动到(1,2,3)了。",
            "已完成！",
            "圆形已经放大一倍。",
        ] {
            assert_eq!(claims(text), Claims { change: true, deletion: false }, "{text}");
        }
        for text in ["I’ve deleted the triangle.", "The triangle was removed.", "已删除该三角形", "三角形删掉了。"]
        {
            assert_eq!(claims(text), Claims { change: true, deletion: true }, "{text}");
        }
    }

    #[test]
    fn who_asks_offers_refuses_or_tells_of_the_scene_claims_nothing() {
        for text in [
            "",
            "There are 3 squares and a circle.",
            "I haven't deleted anything.",
            "Nothing was changed.",
            "Which triangle should be deleted?",
            "Is it deleted?",
            "I can create a square if you want.",
            "The square you created is red.",
            "The triangle could not be removed.",
            "The red square is at (1, 2, 3).",
            "Its side was 5 before it was changed.",
            "场景中有3个正方形。",
            "没有删除任何图形。",
            "要删除哪个三角形？",
            "需要我把它移动到别处吗？",
            "无法删除该三角形。",
            "你创建的正方形是红色的。",
            "未找到三角形，什么都没有修改。",
        ] {
            assert_eq!(claims(text), Claims::default(), "{text}");
        }
    }
}
