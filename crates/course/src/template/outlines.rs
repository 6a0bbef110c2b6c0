//! The outlines by kind of topic, read from a text for each language; `data/en.txt` says how it is written.
//!
//! - O1 Both texts have the same kinds, with the same parts and chapters for the same levels.
//! - O2 Whatever the words are, they are of one kind or of none: the first that has one of them.

use std::sync::LazyLock;

use super::super::hear::{Words, mentions};
use espalier_base::language::Language;

/// The levels that a title is for, and the title.
type Line = (&'static str, &'static str);

/// Outline of a kind of topic, or additions of a family of kinds, in one language.
#[derive(Debug, Default)]
pub struct Outline {
    /// Name, family, outline for a class, and marks of how the subject is written.
    pub head: Vec<&'static str>,
    /// The subject where the words give none.
    pub noun: &'static str,
    /// The words that are subjects.
    pub words: &'static str,
    /// The words that only tell the kind.
    pub cues: &'static str,
    /// The parts, with their chapters.
    pub parts: Vec<(Line, Vec<Line>)>,
}

/// The outlines in English and in Chinese.
static ALL: LazyLock<[Vec<Outline>; 2]> =
    LazyLock::new(|| [include_str!("data/en.txt"), include_str!("data/zh.txt")].map(read));

fn read(text: &'static str) -> Vec<Outline> {
    let mut all: Vec<Outline> = Vec::new();
    for line in text.lines() {
        let (mark, rest) = line.split_at(line.chars().next().map_or(0, char::len_utf8));
        if mark == "@" {
            all.push(Outline { head: rest.split_whitespace().collect(), ..Outline::default() });
        }
        let Some(last) = all.last_mut() else { continue };
        let titled = rest.split_once(' ').unwrap_or_default();
        match mark {
            "=" => last.noun = rest.trim(),
            "?" => last.words = rest,
            "!" => last.cues = rest,
            "#" => last.parts.push((titled, Vec::new())),
            "-" => last.parts.last_mut().into_iter().for_each(|(_, chapters)| chapters.push(titled)),
            _ => {}
        }
    }
    all
}

/// All outlines in a language, those of kinds and those of families.
pub fn all(language: Language) -> &'static [Outline] {
    &ALL[usize::from(language == Language::Zh)]
}

/// The outline of that name.
pub fn named(name: &str, language: Language) -> Option<&'static Outline> {
    all(language).iter().find(|outline| outline.head.first() == Some(&name))
}

/// The words of a kind in both languages: those that are subjects, and the others.
pub fn words(kind: &str) -> [Words; 2] {
    let of = |language| named(kind, language).map_or(("", ""), |outline| (outline.words, outline.cues));
    let (en, zh) = (of(Language::En), of(Language::Zh));
    [(en.0, zh.0), (en.1, zh.1)]
}

/// The kind of what a person wrote (O2).
pub fn kind_of(text: &str) -> Option<&'static str> {
    let mut kinds = all(Language::En).iter().filter_map(|outline| outline.head.first().copied());
    kinds.find(|kind| words(kind).iter().any(|words| mentions(text, *words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o1_both_languages_have_the_same_outlines() {
        let shape = |outline: &Outline| {
            let of = |((levels, _), chapters): &(Line, Vec<Line>)| {
                (*levels, chapters.iter().map(|(levels, _)| *levels).collect::<Vec<_>>())
            };
            (outline.head.clone(), outline.parts.iter().map(of).collect::<Vec<_>>())
        };
        let shapes = [Language::En, Language::Zh].map(|language| all(language).iter().map(shape).collect::<Vec<_>>());
        assert_eq!(shapes[0], shapes[1]);
        for (outline, language) in [Language::En, Language::Zh]
            .map(|one| (all(one), one))
            .iter()
            .flat_map(|(all, one)| all.iter().map(move |outline| (outline, *one)))
        {
            let [name, family, class, flags @ ..] = &outline.head[..] else {
                // A family: what is added to the parts of its kinds.
                let end = outline.head[0].ends_with("end");
                assert_eq!(outline.parts.len(), if end { 1 } else { 7 }, "{:?}", outline.head);
                continue;
            };
            assert!(flags.iter().all(|flag| ["the", "phrase", "name", "place"].contains(flag)), "{name}");
            assert!(named(&format!("+{family}"), language).is_some() && named(class, language).is_some(), "{name}");
            assert!(!outline.noun.is_empty() && (3..=6).contains(&outline.parts.len()), "{name}");
            assert!(outline.parts.iter().all(|(_, chapters)| (2..=5).contains(&chapters.len())), "{name}");
        }
        for (_, title) in [Language::En, Language::Zh]
            .iter()
            .flat_map(|one| all(*one))
            .flat_map(|outline| outline.parts.iter().flat_map(|(part, chapters)| chapters.iter().chain([part])))
        {
            assert!(!title.is_empty() && !title.ends_with(['.', '。']), "{title}");
            let bare = title.replace("{s}", "").replace("{n}", "");
            assert!(!bare.contains(['{', '}']) && bare.chars().any(char::is_alphanumeric), "{title}");
        }
        for text in [include_str!("data/en.txt"), include_str!("data/zh.txt")] {
            let is_known = |line: &str| line.is_empty() || "@=?!#-".contains(&line[..1]) || line.starts_with("// ");
            assert!(text.lines().all(|line| is_known(line) && line.trim_end() == line && line != "-"));
        }
    }

    #[test]
    fn o2_topics_are_of_the_kind_a_person_would_name() {
        for (kind, topics) in [
            ("baking", &["Learn to bake sourdough bread", "第一次做酸面包"][..]),
            ("strings", &["play guitar", "学吉他"]),
            ("keys", &["弹钢琴"]),
            ("code", &["I want to learn Rust", "从零开始学编程", "write tests in Rust"]),
            ("cooking", &["Chinese cooking"]),
            ("drawing", &["watercolour painting"]),
            ("maths", &["statistics", "微积分"]),
            ("history", &["the history of Rome", "Chinese history", "中国通史"]),
            ("science", &["Why is the sky blue?", "为什么天空是蓝色的"]),
            ("driving", &["pass my driving test"]),
            ("exam", &["pass an exam", "pass the JLPT N3"]),
            ("talk", &["give a talk about volcanoes"]),
            ("interview", &["Prepare for a job interview as a data analyst", "下周四的银行数据分析师面试怎么准备"]),
            ("thesis", &["写一篇论文"]),
            ("running", &["run 10 km", "Run a marathon under 4 hours", "跑十公里"]),
            ("swimming", &["learn to swim", "学会游泳"]),
            ("ideas", &["Italian opera", "Ancient Chinese thought", "儿童心理", "日本文化"]),
            ("language", &["learn Spanish", "Spanish for a trip", "我想学西班牙语", "Japanese"]),
            ("event", &["plan a wedding", "organise a conference", "组织一次会议", "筹办婚礼"]),
            ("trip", &["a trip to Rome", "带孩子去日本旅行"]),
            ("home", &["move house", "搬家", "装修厨房"]),
            ("board", &["围棋"]),
        ] {
            for topic in topics {
                assert_eq!(kind_of(topic), Some(kind), "{topic}");
            }
        }
        for topic in [
            "being a better listener",
            "talk to strangers",
            "独立思考",
            "42",
            "",
            "run a business",
            "organise my desk",
            "eat more vegetables",
            "from scratch",
            "组织能力",
            "学会玩魔方",
            "系统思维",
        ] {
            assert_eq!(kind_of(topic).filter(|kind| *kind != "work"), None, "{topic}");
        }
    }
}
