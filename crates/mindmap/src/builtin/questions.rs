//! Questions as nodes: who, what, why, when, where and how.

use serde_json::json;

use super::names::{NameMatch, after_word, ask, find, shown};
use super::{Reply, Surroundings};
use crate::proposing::operation;
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// The most characters of a request; a longer text is about something else.
const MAX_CHARS: usize = 120;

struct Question {
    /// Words that ask for this question alone.
    words: &'static [&'static str],
    title: Text,
    below: [Text; 2],
}

const QUESTIONS: [Question; 6] = [
    Question {
        words: &["who", "谁", "何人", "人物"],
        title: Text::new("Who", "谁"),
        below: [
            Text::new("Who is it for?", "为谁而做？"),
            Text::new("Who is involved, and who decides?", "谁参与，谁决定？"),
        ],
    },
    Question {
        words: &["what", "什么", "何事"],
        title: Text::new("What", "什么"),
        below: [
            Text::new("What is it, exactly?", "究竟是什么？"),
            Text::new("What doesn’t belong to it?", "什么不属于它？"),
        ],
    },
    Question {
        words: &["why", "为什么", "为何", "原因"],
        title: Text::new("Why", "为什么"),
        below: [
            Text::new("What is it good for?", "有什么用处？"),
            Text::new("What happens without it?", "没有它会怎样？"),
        ],
    },
    Question {
        words: &["when", "何时", "什么时候", "时间"],
        title: Text::new("When", "何时"),
        below: [
            Text::new("When does it start and end?", "何时开始，何时结束？"),
            Text::new("What has to happen first?", "之前必须完成什么？"),
        ],
    },
    Question {
        words: &["where", "何地", "哪里", "在哪", "地点"],
        title: Text::new("Where", "何地"),
        below: [
            Text::new("Where does it take place?", "在哪里进行？"),
            Text::new("Where can you find out more?", "从哪里了解更多？"),
        ],
    },
    Question {
        words: &["how", "如何", "怎么", "怎样"],
        title: Text::new("How", "如何"),
        below: [
            Text::new("What are the steps?", "有哪些步骤？"),
            Text::new("How will you know it worked?", "怎样算成功？"),
        ],
    },
];

const EXPAND: &[&str] = &[
    "expand",
    "brainstorm",
    "explore",
    "elaborate on",
    "elaborate",
    "develop",
    "break down",
    "break this down",
    "ask questions about",
    "ask questions",
    "question",
    "unfold ideas",
    "5w1h",
    "5w",
    "展开",
    "扩展",
    "拓展",
    "提问",
    "追问",
    "发散",
    "头脑风暴",
    "拆解",
    "细化",
];
const MISSING: &[&str] = &[
    "what is missing",
    "what's missing",
    "what’s missing",
    "is anything missing",
    "这里还缺什么",
    "还缺什么",
    "缺什么",
];
const ASK: &[&str] = &["ask", "questions", "问问", "问", "追问", "提问"];

/// Adds questions to a node: "expand", "ask why and how", "用 5W1H 展开".
pub fn expand(said: &str, around: &Surroundings, language: Language) -> Option<Reply> {
    if said.chars().count() > MAX_CHARS || said.contains('\n') {
        return None;
    }
    let lower = said.to_lowercase();
    let mentioned: Vec<&Question> = QUESTIONS.iter().filter(|question| mentions(&lower, question)).collect();
    let asks = ASK.iter().any(|word| after_word(said, word).is_some());
    let whole = lower.contains("5w1h") || lower.contains("5w ") || lower.ends_with("5w");
    let expands = EXPAND.iter().find_map(|word| after_word(said, word));
    let missing = MISSING.iter().find_map(|word| after_word(said, word)).map(|rest| rest.trim_end_matches(['?', '？']));
    let (questions, name) = match (mentioned.len(), expands) {
        _ if missing.is_some() => (QUESTIONS.iter().collect(), missing.unwrap_or_default()),
        // Several of the words, or one after "ask"; a question of the person's own is no such request.
        (3.., _) if !said.ends_with(['?', '？']) => (mentioned, ""),
        (1.., _) if asks => (mentioned, ""),
        (0, Some(rest)) => (QUESTIONS.iter().collect(), rest),
        _ if whole => (QUESTIONS.iter().collect(), ""),
        _ => return None,
    };
    let name = name.trim_end_matches(['。', '.', '!', '！']).trim_end_matches("with questions").trim();
    let name = ["一下", "下"].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    let name =
        if matches!(name, "ideas" | "some ideas" | "吧" | "about this" | "into parts" | "down") { "" } else { name };
    let node = match find(name, around) {
        NameMatch::One(node) => node,
        NameMatch::Several => return Some(ask(name, true, language)),
        // Then it is about something else.
        NameMatch::None => return None,
    };
    let here = node.id == around.node.id;
    let is_new = |question: &&Question| !here || !around.children.iter().any(|child| is_called(question, &child.title));
    let questions: Vec<&Question> = questions.into_iter().filter(is_new).collect();
    if questions.is_empty() {
        return Some(Reply::Words(match language {
            Language::En => "These questions are already there. Open one of them and continue from it.".to_owned(),
            Language::Zh => "这些问题已经在这里了；可以打开其中一个继续。".to_owned(),
        }));
    }
    let operations = questions.iter().enumerate().map(|(at, question)| {
        let below: Vec<_> = question.below.iter().map(|text| json!({ "title": text.get(language) })).collect();
        let title = question.title.get(language);
        let trees = json!([{ "title": title, "children": below }]);
        let description = match language {
            Language::En => format!("Add the branch “{title}”"),
            Language::Zh => format!("新增分支“{title}”"),
        };
        operation(at + 1, "node.addChildTrees", json!({ "parentId": node.id, "trees": trees }), &description)
    });
    let operations = operations.collect();
    let title = shown(&node.title);
    let summary = match language {
        Language::En if questions.len() == 1 => format!("Ask 1 question about “{title}”."),
        Language::En => format!("Ask {} questions about “{title}”.", questions.len()),
        Language::Zh => format!("围绕“{title}”提出{}类问题。", questions.len()),
    };
    Some(Reply::Proposal { summary, operations })
}

fn mentions(lower: &str, question: &Question) -> bool {
    question.words.iter().any(|word| {
        let whole = |at: usize| {
            let letter = |c: char| c.is_ascii_alphabetic();
            !lower[..at].ends_with(letter) && !lower[at + word.len()..].starts_with(letter)
        };
        // "为什么" asks why, not what.
        let other = |at: usize| *word == "什么" && (lower[..at].ends_with('为') || lower[at..].starts_with("什么时候"));
        lower.match_indices(word).any(|(at, _)| whole(at) && !other(at))
    })
}

fn is_called(question: &Question, title: &str) -> bool {
    let title = title.trim().trim_end_matches(['?', '？']);
    title.eq_ignore_ascii_case(question.title.en) || title == question.title.zh
}
