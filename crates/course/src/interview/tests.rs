use proptest::prelude::*;

use super::super::flow::COURSE;
use super::super::flow::FLOWS;
use super::*;

fn chosen(options: &[&str]) -> Reply {
    Reply::Options(options.iter().map(|option| (*option).to_owned()).collect())
}

/// The first option of a card, or words where it has none.
fn first(card: &Card) -> Reply {
    card.options.first().map_or_else(|| Reply::Words("mine".into()), |one| chosen(&[one.as_str()]))
}

#[test]
fn f2_a_field_that_depends_on_another_comes_after_it() {
    for flow in FLOWS {
        for (index, field) in flow.fields.iter().enumerate() {
            let before: Vec<_> = flow.fields[..index].iter().map(|field| field.name).collect();
            assert!(field.depends.iter().all(|name| before.contains(name)), "{}", field.name);
            // What it is about comes from the person alone.
            let count = field.options.len();
            assert!(if index == 0 { count == 0 } else { (2..=4).contains(&count) }, "{}", field.name);
        }
    }
}

#[test]
fn g1_one_field_after_the_other() {
    let mut profile = Profile::new();
    for field in COURSE.fields {
        assert_eq!(next(&COURSE, &profile).map(|field| field.name), Some(field.name));
        let card = form(field, Language::En);
        assert_eq!(reply(&COURSE, &mut profile, Some(&card), &first(&card), false), Ok(Some(field.name)));
    }
    assert!(next(&COURSE, &profile).is_none());
}

#[test]
fn g2_g3_what_fills_a_field_and_what_does_not() {
    let card = |field| Card {
        question: "?".into(),
        options: vec!["a".into(), "b".into()],
        field,
        skip: false,
        several: false,
    };
    let goal = card(Some("goal"));
    let words = |text: &str| Reply::Words(text.into());
    for (open, said, opening, expected) in [
        (Some(&goal), chosen(&["a"]), false, Ok(Some("goal"))),
        (Some(&goal), chosen(&["a", "b"]), false, Err(NoReply::NotOffered)),
        (Some(&goal), chosen(&["c"]), false, Err(NoReply::NotOffered)),
        (Some(&goal), chosen(&[]), false, Err(NoReply::Empty)),
        (None, chosen(&["a"]), false, Err(NoReply::NoCard)),
        (Some(&goal), words("my own"), false, Ok(Some("goal"))),
        (None, words("my own"), true, Ok(Some("goal"))),
        (None, words(" I want to learn Rust. "), true, Ok(Some("goal"))),
        (None, words("How do I bake bread?"), true, Ok(Some("goal"))),
        (None, words("Hello!"), true, Ok(None)),
        (None, words("help"), true, Ok(None)),
        (None, words("你好"), true, Ok(None)),
        (None, words("What can you do?"), true, Ok(None)),
        (Some(&goal), words("what do you mean?"), false, Ok(None)),
        (Some(&goal), words("什么意思？"), false, Ok(None)),
        (Some(&goal), words("… !"), false, Ok(None)),
        (Some(&goal), words("  "), false, Err(NoReply::Empty)),
        (None, words("my own"), false, Ok(None)),
        (Some(&goal), words("Hello!"), false, Ok(None)),
        (Some(&goal), words("asdfgh"), false, Ok(None)),
        (Some(&goal), Reply::Skip, false, Err(NoReply::NotSkippable)),
        (Some(&card(None)), chosen(&["a"]), false, Ok(None)),
        (Some(&goal), Reply::Both(vec!["a".into()], "and more".into()), false, Ok(Some("goal"))),
        (Some(&goal), Reply::Both(vec!["a".into()], "more?".into()), false, Ok(None)),
        (Some(&goal), Reply::Both(vec!["c".into()], "and more".into()), false, Err(NoReply::NotOffered)),
    ] {
        let mut profile = Profile::new();
        assert_eq!(reply(&COURSE, &mut profile, open, &said, opening), expected, "{said:?}");
        let filled = expected.ok().flatten().into_iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(profile.into_keys().collect::<Vec<_>>(), filled, "{said:?}");
    }
}

#[test]
fn g3_what_answers_nothing_is_told_from_answers() {
    for text in ["why do you ask", "What can you teach me", "Is that so? ", "为什么要问这个", "什么意思"] {
        assert_eq!(heard(text), Some(Heard::Question), "{text}");
    }
    for text in ["hello", "Hi!", "你好。", "OK"] {
        assert_eq!(heard(text), Some(Heard::Greeting), "{text}");
    }
    for text in ["asdfgh", "ASDF", "qwerty", "aaaa", "asdfasdf", "!!!", "🎉", "…"] {
        assert_eq!(heard(text), Some(Heard::Noise), "{text}");
    }
    for text in [
        "Rust",
        "C",
        "tree",
        "were",
        "power",
        "What the Romans ate",
        "How to bake bread",
        "Why the sky is blue",
        "hi-fi",
        "okay cooking",
        "5",
        "你好这个词的来历",
        "为什么天是蓝的",
        "Hello World in C",
        "typing",
        "property",
    ] {
        assert_eq!(heard(text), None, "{text}");
    }
}

#[test]
fn g3_what_one_begins_with_is_the_first_answer_unless_it_is_about_nothing() {
    for text in [
        "Learn to bake sourdough bread",
        "Rust",
        "How do I bake bread?",
        "Can you teach me Spanish?",
        "Can you help me pass my exam?",
        "How do you bake bread?",
        "我该怎么准备面试？",
        "你可以教我西班牙语吗？",
        "What’s photosynthesis?",
        "Why is the sky blue?",
        "help children learn to read",
        "怎么学吉他？",
        "下周四的银行面试怎么准备？",
        "为什么天是蓝的？",
        "帮我学西班牙语",
        "学做面包",
        "Project management",
    ] {
        assert!(FLOWS.iter().all(|flow| is_topic(flow, text)), "{text}");
    }
    for text in [
        "",
        "hi",
        "Help!",
        "help?",
        "你好",
        "帮助",
        "I want to learn",
        "I want to learn something new.",
        "我想学习",
        "What can you do?",
        "Who are you?",
        "How does this work?",
        "Is this free?",
        "Can you help me?",
        "How do I use this app?",
        "这是什么？",
        "怎么用？",
        "你能做什么？",
        "what now?",
        "?",
        "asdf",
    ] {
        assert!(!is_topic(&COURSE, text), "{text}");
    }
    // It takes no other answer's place.
    let mut profile = Profile::from([("goal".to_owned(), FieldAnswer::Words("mine".into()))]);
    assert_eq!(reply(&COURSE, &mut profile, None, &Reply::Words("Rust".into()), true), Ok(None));
}

#[test]
fn what_is_long_is_shown_short_and_kept_whole() {
    let long = "Prepare for a job interview as a data analyst at a bank next Thursday, without any time to lose at all";
    let label = shown(long);
    assert!(label.ends_with('…') && long.starts_with(label.trim_end_matches('…')), "{label}");
    assert!(long[label.len() - "…".len()..].starts_with(' '), "it ends with a whole word: {label}");
    assert_eq!(shown("Rust"), "Rust");
    assert_eq!(shown("Rust\nand more"), "Rust…");
    assert_eq!(shown(&"学".repeat(100)).chars().count(), SHOWN + 1);
    let mut card = form(&COURSE.fields[0], Language::En);
    card.options.push(long.to_owned());
    let mut profile = Profile::new();
    reply(&COURSE, &mut profile, Some(&card), &chosen(&[long]), false).unwrap();
    assert_eq!(profile["goal"], FieldAnswer::Chosen(vec![long.to_owned()]));
    let text = "word ".repeat(2_000);
    reply(&COURSE, &mut profile, Some(&card), &Reply::Words(text.clone()), false).unwrap();
    assert_eq!(profile["goal"], FieldAnswer::Words(text.trim().to_owned()));
}

#[test]
fn g4_what_depended_on_a_field_is_asked_again() {
    let mut profile = Profile::new();
    for field in COURSE.fields {
        profile.insert(field.name.to_owned(), FieldAnswer::Words(field.name.to_owned()));
    }
    let mut same = profile.clone();
    set(&COURSE, &mut same, "goal", Some(FieldAnswer::Words("goal".into()))).unwrap();
    assert_eq!(same, profile, "the same answer changes nothing");
    set(&COURSE, &mut profile, "goal", Some(FieldAnswer::Words("other".into()))).unwrap();
    assert_eq!(profile.keys().collect::<Vec<_>>(), ["cognitiveStyle", "goal"]);
    set(&COURSE, &mut profile, "goal", None).unwrap();
    assert_eq!(next(&COURSE, &profile).unwrap().name, "goal");
    assert_eq!(set(&COURSE, &mut profile, "colour", None), Err(NoReply::NoField));
}

#[derive(Debug, Clone)]
enum Act {
    Reply(u8, usize, bool),
    Set(usize, u8),
    Undo,
    Redo,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (0_u8..7, 0_usize..4, any::<bool>()).prop_map(|(kind, option, opening)| Act::Reply(kind, option, opening)),
        2 => (0_usize..5, 0_u8..3).prop_map(|(field, kind)| Act::Set(field, kind)),
        1 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

proptest! {
    #[test]
    fn the_machine_is_total_and_always_reaches_the_result(which in 0..FLOWS.len(), acts in prop::collection::vec(act(), 0..40)) {
        let flow = FLOWS[which];
        let mut profile = Profile::new();
        let (mut past, mut future): (Vec<Profile>, Vec<Profile>) = (Vec::new(), Vec::new());
        for act in acts {
            let before = profile.clone();
            match act {
                Act::Reply(kind, option, opening) => {
                    let open = next(flow, &profile).map(|field| form(field, Language::En));
                    let options = open.as_ref().map(|card| card.options.clone()).unwrap_or_default();
                    let said = match kind {
                        0 => Reply::Skip,
                        1 => Reply::Words("so".into()),
                        2 => Reply::Words("so?".into()),
                        3 => Reply::Options(options),
                        4 => Reply::Options(vec!["nonsense".into()]),
                        5 => Reply::Both(options.get(option).cloned().into_iter().collect(), "and so".into()),
                        _ => Reply::Options(options.get(option).cloned().into_iter().collect()),
                    };
                    let filled = reply(flow, &mut profile, open.as_ref(), &said, opening);
                    let grew = !matches!(filled, Ok(Some(_)));
                    prop_assert_eq!(grew, profile == before, "a field is filled or nothing changes");
                }
                Act::Set(index, kind) => {
                    let name = flow.fields.get(index).map_or("invented", |field| field.name);
                    let said = [None, Some(FieldAnswer::Skipped), Some(FieldAnswer::Words("edited".into()))][usize::from(kind)].clone();
                    prop_assert_eq!(set(flow, &mut profile, name, said).is_ok(), name != "invented");
                }
                Act::Undo => if let Some(earlier) = past.pop() {
                    future.push(std::mem::replace(&mut profile, earlier));
                    continue;
                },
                Act::Redo => if let Some(later) = future.pop() {
                    past.push(std::mem::replace(&mut profile, later));
                    continue;
                },
            }
            if profile != before {
                past.push(before);
                future.clear();
            }
            prop_assert!(profile.keys().all(|name| flow.field(name).is_some()));
        }
        let mut steps = 0;
        while let Some(field) = next(flow, &profile) {
            let card = form(field, Language::Zh);
            prop_assert_eq!(reply(flow, &mut profile, Some(&card), &first(&card), false), Ok(Some(field.name)));
            steps += 1;
            prop_assert!(steps <= flow.fields.len());
        }
    }
}

#[test]
fn words_of_the_app_follow_the_language() {
    for flow in FLOWS {
        assert_eq!(reworded(flow.title.en, Language::Zh), Some(flow.title.zh));
        assert_eq!(reworded(flow.title.zh, Language::En), Some(flow.title.en));
    }
    assert_eq!(reworded(&answer_text(&FieldAnswer::Skipped, Language::En), Language::Zh), Some("没有偏好"));
    assert_eq!(reworded("没有偏好", Language::Zh), Some("没有偏好"));
    assert_eq!(reworded("I have no preference", Language::Zh), None);
}

#[test]
fn an_option_that_is_given_twice_is_shown_once_and_one_alone_is_refused() {
    let arguments = |options: &[&str]| {
        let arguments = serde_json::json!({ "question": "Which?", "options": options, "targetField": "background" });
        arguments.as_object().cloned().unwrap()
    };
    let (flow, twice) = (&COURSE, arguments(&["A", "B", "A", "A"]));
    let (read, _) = flow.present.read(&twice).unwrap();
    assert_eq!(
        card(flow, flow.field("background"), &read).map(|card| card.options),
        Some(vec!["A".into(), "B".into()])
    );
    assert!(flow.present.read(&arguments(&["A", "A"])).is_err());
}
