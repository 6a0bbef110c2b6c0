//! Topics about the app that the guide has answers to.

mod connecting;
mod working;

use std::fmt::Write;

use super::{Room, Text, say};
use espalier_base::text::is_han;
use espalier_model::settings::Language;

/// A longer text is not a question about the app, whatever words are in it.
const MAX_QUESTION_CHARS: usize = 300;

struct Topic {
    /// Weight of its words: a name says more about what is meant than a common word.
    weight: usize,
    /// Words that speak for this topic: English ones in lower case, found as whole words; Chinese ones found anywhere.
    words: &'static [&'static str],
    answer: Text,
}

/// Examples of questions for the guide.
pub const CAN_DO: Text = (
    "What I can do:\n\
     - **Explain the app**: connecting a model (Ollama, LM Studio, llama.cpp, OpenAI or any other endpoint), branching, \
     agents, search, import and export, privacy, shortcuts.\n\
     - **Work on a text by fixed rules**: start a message with `summarise:`, `outline:`, `checklist:`, `count:` or `sort:`.\n\
     - **Calculate**: `12 * (3 + 4)`.",
    "我能做的：\n\
     - **介绍这个应用**：连接模型（Ollama、LM Studio、llama.cpp、OpenAI或其他接口）、分支、智能体、搜索、导入导出、隐私、\
     快捷键。\n\
     - **按规则处理文本**：在消息开头写`摘要：`、`大纲：`、`待办：`、`统计：`或`排序：`。\n\
     - **计算算式**：`12 * (3 + 4)`。",
);

fn topics() -> impl Iterator<Item = &'static Topic> {
    connecting::TOPICS.iter().chain([&connecting::PRIVACY]).chain(working::TOPICS)
}

/// Words that ask for the guide itself, the app or its rooms.
const ABOUT: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "who are you",
    "what are you",
    "are you a",
    "are you an",
    "are you ai",
    "are you chatgpt",
    "are you gpt",
    "what can you do",
    "what can i do",
    "espalier",
    "this app",
    "getting started",
    "get started",
    "how does this work",
    "rooms",
    "room",
    "features",
    "你好",
    "您好",
    "你是谁",
    "你是什么",
    "能做什么",
    "这个应用",
    "房间",
    "功能",
    "入门",
];

/// Words that ask how something is done; they stand for the app only where nothing else is named.
const HOW: &[&str] = &["help", "帮助", "怎么用", "如何使用", "开始"];

/// The answer to a question about the app; up to two topics that fit equally well.
pub fn answer(said: &str, rooms: &[Room], language: Language) -> Option<String> {
    if said.chars().count() > MAX_QUESTION_CHARS {
        return None;
    }
    let said = format!(" {} ", plain(said));
    let (best, scored) = scores(&said, topics());
    let about = score(&said, ABOUT);
    if best == 0 && about == 0 && score(&said, HOW) == 0 {
        return None;
    }
    // "What are you?" is about the guide; "how does Ollama work" has a better topic.
    if best == 0 || about > best {
        return Some(introduction(rooms, language));
    }
    let fitting = scored.iter().filter(|(score, _)| *score == best).take(2);
    let answers: Vec<&str> = fitting.map(|(_, topic)| say(topic.answer, language)).collect();
    Some(answers.join("\n\n"))
}

/// Whether the answer is about models or keys, which are set up in the settings.
pub fn is_of_settings(said: &str) -> bool {
    let said = format!(" {} ", plain(said));
    let (best, _) = scores(&said, connecting::TOPICS.iter());
    best > 0 && best >= score(&said, ABOUT) && best >= scores(&said, topics()).0
}

/// The best score, and that of each topic.
fn scores<'t>(said: &str, topics: impl Iterator<Item = &'t Topic>) -> (usize, Vec<(usize, &'t Topic)>) {
    let scored: Vec<(usize, &Topic)> = topics.map(|topic| (topic.weight * score(said, topic.words), topic)).collect();
    (scored.iter().map(|(score, _)| *score).max().unwrap_or(0), scored)
}

/// Folds a text to lower case, with single spaces around words; full stops inside names stay.
fn plain(said: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '-');
    let spaced: String = said.to_lowercase().chars().map(|c| if keep(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_matches('.')).collect();
    words.join(" ")
}

/// Counts the characters of `said` that are words of the list; longer ones say more.
fn score(said: &str, words: &[&str]) -> usize {
    let found = |word: &&&str| {
        if word.chars().any(is_han) {
            said.contains(**word)
        } else {
            said.match_indices(**word).any(|(at, _)| {
                let before = said[..at].chars().next_back();
                let after = said[at + word.len()..].chars().next();
                // Beside a Chinese character a word ends as it does beside a space.
                let ends = |c: Option<char>| c.is_none_or(|c| c == ' ' || is_han(c));
                ends(before) && ends(after)
            })
        }
    };
    // A Chinese character counts as much as three letters.
    words.iter().filter(found).map(|word| word.len()).sum()
}

fn introduction(rooms: &[Room], language: Language) -> String {
    let mut text = say(
        (
            "Hello. I’m the built-in **guide** of Espalier, a private AI workspace in one browser tab. I follow fixed rules and \
             I’m not a language model; I answer until you connect one in Settings.\n\n",
            "你好。我是Espalier的内置**向导**。Espalier是一个在浏览器标签页中运行的私密AI工作区。我按固定规则回答，不是语言模型；\
             在“设置”中连接模型之前，先由我回答。\n\n",
        ),
        language,
    )
    .to_owned();
    for room in rooms {
        let colon = say((": ", "："), language);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- **{}**{colon}{}", say(room.name, language), say(room.purpose, language));
    }
    let _ = write!(text, "\n{}", say(CAN_DO, language));
    text
}
