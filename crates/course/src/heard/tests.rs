use proptest::prelude::*;

use super::super::flow::{COURSE, FLOWS};
use super::super::interview::{Card, Reply, form, reply};
use super::*;
use espalier_base::language::Language;
use espalier_model::course::FieldAnswer;

fn words(text: &str) -> FieldAnswer {
    FieldAnswer::Words(text.to_owned())
}

/// Replies in words to the card of a field, with the fields before it answered.
fn replied(flow: &Flow, at: usize, text: &str, language: Language) -> Profile {
    let mut profile: Profile = flow.fields[..at].iter().map(|field| (field.name.to_owned(), words("mine"))).collect();
    profile.insert(flow.fields[0].name.to_owned(), words("Rust"));
    let card = form(&flow.fields[at], language);
    reply(flow, &mut profile, Some(&card), &Reply::Words(text.to_owned()), false).unwrap();
    profile
}

#[test]
fn g6_who_leaves_it_to_the_guide_gets_the_default_of_every_field() {
    for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
        for (at, field) in flow.fields.iter().enumerate().skip(1) {
            for text in [
                "idk",
                "IDK.",
                "I don't know",
                "I don’t really know",
                "honestly no idea",
                "none",
                "whatever",
                "Whatever you think is best",
                "any",
                "not sure…",
                "I'm not sure, you decide",
                "doesn't matter",
                "up to you",
                "n/a",
                "不知道",
                "我也不知道",
                "随便",
                "随便吧",
                "IDK man",
                "you tell me",
                "none of the above",
                "it depends",
                "算了",
                "你觉得呢",
                "怎样都好",
                "都行",
                "都可以",
                "什么都行",
                "无所谓，你定吧",
                "没有",
                "不太清楚",
            ] {
                let default = FieldAnswer::Chosen(vec![field.options[field.default].get(language).to_owned()]);
                assert_eq!(replied(flow, at, text, language).get(field.name), Some(&default), "{}: {text}", field.name);
            }
            for text in ["skip", "Skip it, please", "pass", "next question", "跳过", "下一题"] {
                let said = replied(flow, at, text, language);
                assert_eq!(said.get(field.name), Some(&FieldAnswer::Skipped), "{}: {text}", field.name);
            }
            for text in ["yes", "ok", "hmm", "是的", "嗯", "sure"] {
                assert_eq!(replied(flow, at, text, language).get(field.name), None, "{}: {text}", field.name);
            }
        }
        for text in ["idk", "none", "whatever", "skip", "go back", "不知道", "随便", "都行", "跳过", "返回", "学点东西"]
        {
            let mut profile = Profile::new();
            let card = form(&flow.fields[0], language);
            assert_eq!(
                reply(flow, &mut profile, Some(&card), &Reply::Words(text.to_owned()), false),
                Ok(None),
                "{text}"
            );
            assert_eq!(profile, Profile::new(), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_text_is_heard(text in "(no|wait|not |I meant |change my goal to | so that i can | by |’|，|不是|改成|目标|İ|ß|[a-z ]|\\PC){0,9}") {
        for flow in FLOWS {
            let mut profile = Profile::new();
            let card = form(&flow.fields[0], Language::En);
            for open in [None, Some(&card), Some(&form(&flow.fields[1], Language::Zh))] {
                let opening = open.is_none();
                // A text without a word is refused.
                let _ = reply(flow, &mut profile, open, &Reply::Words(text.clone()), opening);
                prop_assert!(profile.keys().all(|name| flow.field(name).is_some()));
            }
            prop_assert!(text.contains(topic::within(flow, &text)));
        }
    }
}

#[test]
fn g6_a_step_back_clears_the_last_answer() {
    for flow in FLOWS {
        for at in 1..flow.fields.len() {
            for text in [
                "back",
                "go back",
                "sorry, go back please",
                "can we go back?",
                "wait, go back one step",
                "previous question",
                "I want to go back",
                "oops, wrong one",
                "能回去吗",
                "刚才说错了",
                "返回",
                "回到上一步",
                "上一题",
                "不好意思，请回到上一个问题",
            ] {
                let left: Vec<&str> = flow.fields[..at - 1].iter().map(|field| field.name).collect();
                let profile = replied(flow, at, text, Language::En);
                assert!(left.iter().all(|name| profile.contains_key(*name)) && profile.len() == left.len(), "{text}");
            }
        }
    }
}

#[test]
fn g6_a_correction_changes_the_answer_that_it_is_about() {
    for at in 1..COURSE.fields.len() {
        for (text, goal) in [
            ("no, I meant Go", "Go"),
            ("Actually I meant Go, not Rust", "Go"),
            ("Sorry, I meant Go", "Go"),
            ("I meant Go instead of Rust.", "Go"),
            ("Wait, make it Go instead", "Go"),
            ("oops – not Rust but Go", "Go"),
            ("Actually, I want to learn Go", "I want to learn Go"),
            ("change my goal to Go", "Go"),
            ("I'd like to change the topic: Go", "Go"),
            ("等一下，我想改一下目标：只学麻婆豆腐", "只学麻婆豆腐"),
            ("不对，我是说Go", "Go"),
            ("不，我说错了，应该是Go", "Go"),
            ("其实我想学Go，不是Rust", "我想学Go"),
            ("改成Go吧", "Go"),
            ("把目标改成学做麻婆豆腐", "学做麻婆豆腐"),
            ("不是Rust，而是Go", "Go"),
            ("I changed my mind: Go", "Go"),
            ("Go, I mean", "Go"),
            ("let's do Go instead", "Go"),
            ("the goal should be Go", "Go"),
            ("我改主意了，想学Go", "想学Go"),
            ("打错字了，应该是Go", "Go"),
            ("目标应该是Go", "Go"),
        ] {
            let profile = replied(&COURSE, at, text, Language::En);
            assert_eq!(profile.get("goal"), Some(&words(goal)), "{text}");
            assert!(profile.values().all(|said| *said != words(text)), "{text}: {profile:?}");
            assert!(!profile.contains_key("background"), "{text}");
        }
        for text in ["I want to change my goal", "等一下，我想改一下目标"] {
            assert_eq!(replied(&COURSE, at, text, Language::En).get("goal"), None, "{text}");
        }
    }
    for (text, field, said) in [
        ("no, I meant I'm a beginner", "background", "I'm a beginner"),
        ("sorry, I meant I have some experience", "background", "I have some experience"),
        ("change my background to: no experience", "background", "no experience"),
        ("不对，我是说零基础", "background", "零基础"),
        ("我想改一下基础：没学过", "background", "没学过"),
        ("I mean, with videos", "cognitiveStyle", "I mean, with videos"),
        ("well, for the fun of it", "cognitiveStyle", "well, for the fun of it"),
        ("I want to pass", "cognitiveStyle", "I want to pass"),
        ("one step at a time", "cognitiveStyle", "one step at a time"),
        ("什么都不会", "cognitiveStyle", "什么都不会"),
        ("no books, please", "cognitiveStyle", "no books, please"),
        ("不喜欢看书", "cognitiveStyle", "不喜欢看书"),
        ("videos, not books", "cognitiveStyle", "videos, not books"),
    ] {
        let profile = replied(&COURSE, 3, text, Language::En);
        assert_eq!(profile.get(field), Some(&words(said)), "{text}");
        assert_eq!(profile.get("goal"), Some(&words("Rust")), "{text}");
    }
    // What one begins with may already be one.
    let mut profile = Profile::new();
    reply(&COURSE, &mut profile, None::<&Card>, &Reply::Words("no, I meant Go".into()), true).unwrap();
    assert_eq!(profile.get("goal"), Some(&words("Go")));
}
