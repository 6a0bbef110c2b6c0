//! Answers of the built-in guide in Chat: about the app, and small honest work on a text.
//!
//! - B1 It answers in the language of what was said; where that has none, in the one of the interface.
//! - B2 It never pretends: the first answer of a conversation and every answer about a text say that it follows fixed
//!   rules and is no language model, and what takes a model is said to take one.
//! - B3 It speaks only of rooms that exist ([`ROOMS`]).
//! - B4 It has an answer to everything that is not empty.
//!
//! - B5 What a room can make of a sentence is offered with a button ([`handover`]).
//!
//! The engine is `llm::builtin`.

mod arithmetic;
pub mod handover;
mod structure;
mod topics;

use self::handover::Handover;
use self::topics::Leads;
use espalier_llm::builtin::{BuiltinInput, Rule};
use espalier_model::settings::Language;

/// The pieces of the guide's answer, as an endpoint streams them.
pub fn answer(input: &BuiltinInput) -> Vec<Vec<u8>> {
    espalier_llm::builtin::stream(RULES, input)
}

/// The rules of the engine: one, since what is answered and what is offered below it are read together ([`Reply`]).
pub const RULES: &[Rule] = &[Rule {
    name: "guide",
    answer: |input| {
        let (said, language) = (input.last_user_text.as_str(), input.spoken());
        let (answer, is_of_text) = match Reply::to(said, language)? {
            Reply::Room(offer) => (handover::answer(&offer, language).to_owned(), false),
            Reply::Sum(answer) | Reply::App(answer, _) => (answer, false),
            Reply::Text(answer) => (answer, true),
            Reply::Other => (handover::otherwise(said, language), false),
        };
        Some(signed(input, answer, is_of_text))
    },
}];

/// Reading of what was said: the kind of answer that it gets.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Reply {
    /// A thing that a room can carry out.
    Room(Handover),
    /// A sum.
    Sum(String),
    /// Work on a text.
    Text(String),
    /// The answer to a question about the app, and where it leads.
    App(String, Leads),
    /// Anything else, which takes a model.
    Other,
}

impl Reply {
    /// Reads what was said, in the order in which a mistake would be least likely; `None` where nothing was (B4).
    fn to(said: &str, language: Language) -> Option<Self> {
        let sum = || arithmetic::answer(said, language).map(Self::Sum);
        let text = || structure::asked(said, language).map(Self::Text);
        let app = || topics::answer(said, ROOMS, language).map(|(answer, leads)| Self::App(answer, leads));
        let pasted = || structure::overview(said, language).map(Self::Text);
        if said.trim().is_empty() {
            return None;
        }
        let named = || handover::doors::named(said).map(Self::Room);
        let room = handover::read(said).map(Self::Room);
        Some(room.or_else(sum).or_else(text).or_else(app).or_else(pasted).or_else(named).unwrap_or(Self::Other))
    }
}

/// A room of the app, as the guide describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Name in English and Chinese.
    pub name: Text,
    /// Purpose of the room, as a clause.
    pub purpose: Text,
}

/// The rooms that exist (B3).
pub const ROOMS: &[Room] = &[
    Room {
        name: ("Chat", "对话"),
        purpose: (
            "talk with a model in conversations that branch; nothing is ever overwritten",
            "在可以分支的对话中与模型交谈，任何内容都不会被覆盖",
        ),
    },
    Room {
        name: ("Map", "导图"),
        purpose: (
            "draw mind maps with the keyboard; each node has an assistant that suggests changes, and you tick the ones you want",
            "用键盘画思维导图；节点的助手提出修改建议，由你勾选后应用",
        ),
    },
    Room {
        name: ("Time", "时间"),
        purpose: (
            "log your hours with a timer or a typed line, and see where they go",
            "用计时器或一行文字记录时间，并看到时间花在哪里",
        ),
    },
    Room {
        name: ("Course", "课程"),
        purpose: (
            "answer a few questions about what you want to learn or get done, and get an outline to edit, map and track",
            "回答几个关于想学什么或想完成什么的问题，得到一份可以编辑、生成导图并跟踪进度的大纲",
        ),
    },
    Room {
        name: ("Scene", "场景"),
        purpose: (
            "place squares, circles and triangles in space, by hand or by saying what should be there",
            "在空间里摆放正方形、圆形和三角形，可以动手，也可以直接说出来",
        ),
    },
];

/// A text in English and Chinese.
pub type Text = (&'static str, &'static str);

const fn say(text: Text, language: Language) -> &'static str {
    match language {
        Language::En => text.0,
        Language::Zh => text.1,
    }
}

/// Adds who answers, where that has to be said (B2).
fn signed(input: &BuiltinInput, answer: String, always: bool) -> String {
    const SIGNATURE: Text = (
        "*Built-in guide: fixed rules, offline, no language model.*",
        "*内置向导：按固定规则离线回答，不是语言模型。*",
    );
    if always || input.history_len <= 1 {
        format!("{}\n\n{}", answer.trim_end(), say(SIGNATURE, input.spoken()))
    } else {
        answer
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use espalier_llm::builtin;
    use espalier_model::RoomId;

    fn answer(text: &str) -> String {
        let input = BuiltinInput { last_user_text: text.to_owned(), history_len: 2, language: Language::En };
        builtin::answer(RULES, &input).unwrap()
    }

    fn check(text: &str, expect: &str) {
        let said = answer(text);
        assert!(said.contains(expect), "{text:?} was answered: {said}");
    }

    #[test]
    fn b1_the_language_is_that_of_the_question() {
        check("How is my privacy protected?", "IndexedDB");
        check("我的隐私怎么保护？", "浏览器");
        check("怎么用 Ollama 连接本地模型", "OLLAMA_ORIGINS");
        check("12 * (3 + 4)", "= **84**");
    }

    #[test]
    fn b2_it_says_what_it_is() {
        check("Who won the match yesterday?", "without a model");
        check("昨天谁赢了比赛？", "没有模型");
        check("summarise: One thing. Another thing.", "no language model");
        check("Are you ChatGPT?", "not a language model");
        let first = BuiltinInput { last_user_text: "2 + 2".to_owned(), history_len: 1, language: Language::Zh };
        assert!(builtin::answer(RULES, &first).unwrap().contains("内置向导"));
        assert!(!answer("2 + 2").contains("Built-in"));
    }

    #[test]
    fn b3_only_rooms_that_exist_are_spoken_of() {
        let said = answer("What rooms are there?");
        let rooms: Vec<String> = RoomId::ALL.iter().map(|room| format!("{room:?}")).collect();
        assert_eq!(ROOMS.iter().map(|room| room.name.0).collect::<Vec<_>>(), rooms);
        assert!(rooms.iter().all(|room| said.contains(&format!("**{room}**"))), "{said}");
    }

    #[test]
    fn questions_about_the_app_find_their_topic() {
        check("hello", "guide");
        check("How do I connect Ollama?", "OLLAMA_ORIGINS");
        check("use my OpenAI key", "OpenAI");
        check("where is my api key stored", "this browser only");
        check("which keyboard shortcuts are there", "F1");
        check("what is a branch?", "◀");
        check("how can I undo a delete", "Ctrl");
        check("make my own agent", "placeholder");
        check("import conversations.json from ChatGPT", "conversations.json");
        check("怎么导出", "Markdown");
        check("How do I use the time log?", "timer");
        check("How do I plan a course?", "A few short questions");
        check("课程怎么用", "大纲");
        check("快捷键有哪些", "F1");
        check("什么是分支", "◀");
        check("分支是怎么用的？", "◀");
        check("怎么用", "导图");
        check("help", "Map");
        check("CORS error failed to fetch", "Settings");
    }

    #[test]
    fn words_inside_other_words_do_not_count() {
        check("I saw a monkey in the zoo", "without a model");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn b4_everything_has_an_answer(text in "\\PC{1,80}|[-+*/^()0-9. ]{1,20}|(\\PC{0,20}\n){1,8}") {
            prop_assume!(!text.trim().is_empty());
            prop_assert!(!answer(&text).trim().is_empty());
        }
    }
}
