//! Topics about the app that the guide has answers to, from the table `guide.md`.
//!
//! - T1 A topic answers only a sentence that its own words use up: the words of the table, those that ask, and the names
//!   of what the app holds. A sentence with anything else in it is not about the app, whatever words it shares.
//! - T2 A word that means something outside the app as well (`dim`) takes a question about how something is done here.
//! - T3 A name that is of this app alone (`strong`) leaves room for one word more.

mod asking;

use std::fmt::Write;

use self::asking::{ASKING, ASKING_ZH, HERE, HERE_ENDS, NAMES, NAMES_ZH};
use super::{Room, Text, say};
use espalier_base::text::is_han;
use espalier_model::settings::Language;

/// A longer text is not a question about the app, whatever words are in it.
const LONGEST: usize = 160;

/// The table: a heading with the name and where an answer leads, rows of words, the answer in English and, after a
/// line with `~`, in Chinese.
const TABLE: &str = include_str!("guide.md");

/// Place where an answer leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// Nowhere.
    Nowhere,
    /// To the choice of how a model is connected.
    Connect,
    /// To the settings.
    Settings,
}

/// A topic of the table.
struct Topic {
    #[cfg(test)]
    name: &'static str,
    leads: Leads,
    strong: Vec<&'static str>,
    words: Vec<&'static str>,
    dim: Vec<&'static str>,
    with: Vec<&'static str>,
    answer: Text,
}

/// Examples of what to ask the guide for.
pub const CAN_DO: Text = (
    "What I can do:\n\
     - **Make things**: “make a mind map about gardening”, “9:00-10:30 emails”, “I want to learn Japanese”, “draw three blue circles in a row”.\n\
     - **Explain the app**: connecting a model (Ollama, LM Studio, llama.cpp, OpenAI or any other endpoint), branching, \
     agents, search, import and export, privacy, shortcuts.\n\
     - **Work on a text by fixed rules**: start a message with `summarise:`, `outline:`, `checklist:`, `count:` or `sort:`.\n\
     - **Calculate**: `12 * (3 + 4)`.",
    "我能做的：\n\
     - **直接做出来**：“做一张关于园艺的思维导图”“9点到10点半写邮件”“我想学日语”“画三个蓝色的圆排成一排”。\n\
     - **介绍这个应用**：连接模型（Ollama、LM Studio、llama.cpp、OpenAI或其他接口）、分支、智能体、搜索、导入导出、隐私、\
     快捷键。\n\
     - **按规则处理文本**：在消息开头写`摘要：`、`大纲：`、`待办：`、`统计：`或`排序：`。\n\
     - **计算算式**：`12 * (3 + 4)`。",
);

fn topics() -> impl Iterator<Item = Topic> {
    TABLE.split("# ").skip(1).filter_map(topic)
}

/// Reads one topic of the table.
fn topic(text: &'static str) -> Option<Topic> {
    let (head, answers) = text.split_once("\n\n")?;
    let (english, chinese) = answers.split_once("\n\n~\n\n")?;
    let row = |name: &str| -> Vec<&'static str> {
        let rows = head.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        rows.flat_map(|row| row.split(", ")).collect()
    };
    let title = head.lines().next()?;
    let leads = match title.split_once(' ').map(|(_, leads)| leads) {
        Some("connect") => Leads::Connect,
        Some("settings") => Leads::Settings,
        _ => Leads::Nowhere,
    };
    let answer = (english.trim(), chinese.trim());
    #[cfg(test)]
    let name = title.split(' ').next()?;
    Some(Topic {
        #[cfg(test)]
        name,
        leads,
        strong: row("strong"),
        words: row("words"),
        dim: row("dim"),
        with: row("with"),
        answer,
    })
}

/// The topics that a sentence is about, at most two that fit equally well.
fn fitting(said: &str) -> Vec<Topic> {
    if said.chars().count() > LONGEST {
        return Vec::new();
    }
    let said = plain(said);
    let scored: Vec<(usize, Topic)> = topics().map(|topic| (score(&said, &topic), topic)).collect();
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    let fits = |(score, topic)| (score > 0 && score == best).then_some(topic);
    scored.into_iter().filter_map(fits).take(2).collect()
}

/// The answer to a question about the app, and where it leads.
pub fn answer(said: &str, rooms: &[Room], language: Language) -> Option<(String, Leads)> {
    let fitting = fitting(said);
    let leads = fitting.first()?.leads;
    let answers: Vec<&str> = fitting.iter().map(|topic| say(topic.answer, language)).collect();
    let text = answers.join("\n\n").replace("{rooms}", listed(rooms, language).trim_end());
    Some((text.replace("{can_do}", say(CAN_DO, language)), leads))
}

/// Whether a sentence names something of the app, whatever else is in it.
pub fn is_near(said: &str) -> bool {
    let said = plain(said);
    let starts = || said.char_indices().filter(|(at, c)| is_han(*c) || *at == 0 || said[..*at].ends_with(' '));
    let names = |word: &&'static str| starts().any(|(at, _)| begins(&said[at..], word));
    topics().any(|topic| topic.strong.iter().chain(&topic.words).any(names))
}

/// How much of a sentence is of a topic; 0 where it is not about it.
fn score(said: &str, topic: &Topic) -> usize {
    let asking = ASKING.split(' ').chain(NAMES.split(' ')).chain(ASKING_ZH.split(' ')).chain(NAMES_ZH.split(' '));
    let mut known: Vec<(&str, usize)> = asking.map(|word| (word, 0)).collect();
    for (words, weight) in [(&topic.strong, 4), (&topic.words, 3), (&topic.dim, 1), (&topic.with, 0)] {
        known.extend(words.iter().map(|word| (*word, weight)));
    }
    let (mut rest, mut unknown, mut score, mut strongest) = (said, 0, 0, 0);
    while let Some(first) = rest.chars().next() {
        if first == ' ' {
            rest = &rest[1..];
            continue;
        }
        // The longest word is meant; of one that stands twice, the heavier.
        let found =
            known.iter().filter(|(word, _)| begins(rest, word)).max_by_key(|(word, weight)| (word.len(), *weight));
        if let Some((word, weight)) = found {
            (score, strongest) = (score + weight * word.len(), strongest.max(*weight));
            rest = &rest[word.len()..];
        } else if is_han(first) {
            unknown += 1;
            rest = &rest[first.len_utf8()..];
        } else {
            let length = rest.find(|c: char| c == ' ' || is_han(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(length);
            // One word of a European language is about two characters.
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            let of_a_word = |weight| known.iter().find(|(known, at)| *at == weight && stem(word) == *known);
            match (1..=3).rev().find_map(of_a_word) {
                Some((known, weight)) => (score, strongest) = (score + weight * known.len(), strongest.max(*weight)),
                None if is_number && !topic.strong.is_empty() => {}
                None if known.iter().any(|(known, _)| stem(word) == *known) => {}
                None => unknown += 2,
            }
            rest = after;
        }
    }
    let may_be_unknown = if strongest == 4 { 2 } else { 0 };
    let asks =
        HERE.split('|').any(|begin| said.starts_with(begin)) || HERE_ENDS.split('|').any(|end| said.ends_with(end));
    if unknown <= may_be_unknown && (strongest > 1 || asks) { score } else { 0 }
}

/// Whether a text begins with a word, and the word ends there.
fn begins(text: &str, word: &str) -> bool {
    let is_inside = |c: char| c != ' ' && !is_han(c);
    text.strip_prefix(word).is_some_and(|rest| word.ends_with(is_han) || !rest.starts_with(is_inside))
}

/// A word without the ending of a plural.
fn stem(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(word)
}

/// Folds a text to lower case, with single spaces around words; full stops inside names stay.
fn plain(said: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '-' | '_');
    let spaced = said.to_lowercase().replace('’', "'");
    let spaced: String = spaced.chars().map(|c| if keep(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_matches(['.', '-'])).collect();
    words.join(" ")
}

fn listed(rooms: &[Room], language: Language) -> String {
    let mut text = String::new();
    for room in rooms {
        let colon = say((": ", "："), language);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- **{}**{colon}{}", say(room.name, language), say(room.purpose, language));
    }
    text
}

/// The names of the topics that a sentence is about.
#[cfg(test)]
pub fn names(said: &str) -> Vec<&'static str> {
    fitting(said).iter().map(|topic| topic.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_can_be_asked_for_in_both_languages() {
        let names: Vec<&str> = TABLE.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert_eq!(topics().count(), names.len(), "each heading has words and both answers");
        for (topic, name) in topics().zip(names) {
            let own = || topic.strong.iter().chain(&topic.words);
            assert!(own().any(|word| word.is_ascii()), "{name}: in English");
            assert!(own().chain(&topic.dim).any(|word| word.contains(is_han)) || name.starts_with("ollama"), "{name}");
            for word in own() {
                assert!(score(&plain(word), &topic) > 0, "{name}: {word:?} asks for it");
            }
            assert!(
                topic.answer.0.is_ascii() || !topic.answer.0.contains(is_han) || name.starts_with("looks"),
                "{name}"
            );
            assert!(topic.answer.1.contains(is_han), "{name}");
        }
    }
}
