//! First sentences of people without a key: which end in a card, and in which.

use proptest::prelude::*;

use super::*;
use espalier_llm::builtin::BuiltinInput;

fn name(said: &str) -> String {
    let names = offered(said, true).into_iter().map(|offer| match offer {
        Handover::Map(title) => format!("map {title}"),
        Handover::Log { line, shown } => format!("log {line} | {shown}"),
        Handover::Timer(what) => format!("timer {what}"),
        Handover::StopTimer => "stop".to_owned(),
        Handover::AskTime(asked) => format!("ask {asked}"),
        Handover::Course(goal) => format!("course {goal}"),
        Handover::Scene(told) => format!("scene {told}"),
        Handover::Settings => "settings".to_owned(),
        Handover::Connect => "connect".to_owned(),
    });
    names.collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(said, expect)| name(said) != *expect)
        .map(|(said, expect)| format!("{said:?}: {:?}, not {expect:?}", name(said)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn english_first_sentences() {
    check(&[
        ("Make a mind map about gardening", "map Gardening"),
        ("I worked on my thesis from 9 to 11", "log 9-11 thesis | 9:00–11:00 thesis"),
        ("I want to learn to bake sourdough", "course I want to learn to bake sourdough"),
        ("draw a red square and two blue circles", "scene draw a red square and two blue circles"),
        ("How do I add my API key?", "connect"),
        ("start a timer for reading", "timer reading"),
        ("What is the capital of France?", "connect"),
        ("map: a trip to Rome", "map A trip to Rome"),
        ("Could you please create a mindmap of the French Revolution?", "map The French Revolution"),
        ("9-11:30 writing", "log 9-11:30 writing | 9:00–11:30 writing"),
        (
            "Yesterday I worked on the garden from 2pm to 4pm.",
            "log Yesterday 2pm-4pm garden | Yesterday 2:00 pm–4:00 pm garden",
        ),
        ("log 9 to 10 emails", "log 9-10 emails | 9:00–10:00 emails"),
        ("From 13:00 to 14:30 I studied maths", "log 13:00-14:30 studying maths | 13:00–14:30 studying maths"),
        ("plan a course on photography", "course photography"),
        ("Teach me how to juggle", "course Teach me how to juggle"),
        ("Add 3 green triangles and a circle", "scene draw 3 green triangles and a circle"),
        // None of these is for a room.
        ("What is a mind map?", ""),
        ("How do I log time?", ""),
        ("write me a poem", "connect"),
        ("Draw a circle of friends", "connect"),
        ("draw a map of France", "connect"),
        ("Did I work on my thesis from 9 to 11?", "connect"),
        ("3-4 people came", "connect"),
        ("I want to learn more about this app", ""),
    ]);
}

#[test]
fn chinese_first_sentences() {
    check(&[
        ("做一张关于园艺的思维导图", "map 园艺"),
        ("我9点到11点写论文", "log 9点到11点 写论文 | 9点到11点 写论文"),
        ("我想学烤面包", "course 我想学烤面包"),
        ("画一个红色方块", "scene 画一个红色的方块"),
        ("怎么填写密钥？", "connect"),
        ("开始计时：阅读", "timer 阅读"),
        ("法国的首都是哪里？", "connect"),
        ("思维导图：罗马之旅", "map 罗马之旅"),
        ("请帮我画一个关于法国大革命的思维导图。", "map 法国大革命"),
        ("昨天下午3点半到5点开会", "log 昨天 下午3点半到5点 开会 | 昨天 下午3点半到5点 开会"),
        ("今天9:00到11:30在写作", "log 今天 9:00到11:30 写作 | 今天 9:00到11:30 写作"),
        ("给阅读计时", "timer 阅读"),
        ("我想学习弹吉他", "course 我想学习弹吉他"),
        ("帮我制定一份摄影的学习计划", "course 摄影"),
        ("画两个蓝色的圆和一个三角形", "scene 画两个蓝色的圆和一个三角形"),
        ("能不能帮我做一张园艺的思维导图吗？", "map 园艺"),
        // None of these is for a room.
        ("什么是思维导图？", ""),
        ("怎么记录时间？", ""),
        ("写一首诗", "connect"),
        ("画一个朋友圈", "connect"),
        ("9点到11点有什么安排", "connect"),
        ("明天9点到11点开会", "connect"),
        ("我想学怎么用这个应用", ""),
        ("如何做一张关于园艺的思维导图", "connect"),
    ]);
}

#[test]
fn what_is_in_doubt_is_for_no_room() {
    for said in [
        "mind map",
        "make a mind map about it",
        "make a mind map",
        "don't make a mind map about gardening",
        "3:16-18 John",
        "9-11 was a Tuesday",
        "I worked on my thesis from Monday to Friday",
        "I worked on my thesis from 9 to 11 tomorrow",
        "I worked from home from 9 to 11 or so",
        "from 9 to 11 it rained",
        "25:00-26:00 sleep",
        "start a timer for 10 minutes",
        "start a timer for ten minutes",
        "开始计时10分钟",
        "teach me",
        "I want to learn",
        "plan a course",
        "draw",
        "draw a red",
        "draw 900 circles",
        "draw a circle and a square and a triangle",
        "画一个红色",
        "画一个圆然后删除",
        "这是一张关于园艺的思维导图吗",
        "9点到11点会下雨",
        "map: one\nmap: two",
    ] {
        assert_eq!(read(said), None, "{said:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The guide's words and the card belong together for any text, and no card is empty.
    #[test]
    fn a_card_of_a_room_comes_with_words_and_holds_something(
        opening in prop::sample::select(&["", "map: ", "make a mind map about ", "I worked on ", "log ", "draw ", "plan a course on ",
            "我想学", "画一个", "9点到", "start a timer for ", "from 9 to "][..]),
        rest in "\\PC{0,40}|[0-9:apm -]{0,12}( \\PC{0,12})?",
    ) {
        let said = format!("{opening}{rest}");
        let found = read(&said);
        prop_assert!(found.as_ref().is_none_or(|offer| !answer(offer, Language::En).is_empty()));
        let held = match found {
            Some(Handover::Map(text) | Handover::Course(text) | Handover::Scene(text)) => text,
            Some(Handover::Log { line, .. }) => line,
            _ => return Ok(()),
        };
        prop_assert!(held.chars().any(char::is_alphanumeric), "{:?}", said);
    }
}

/// The reading of a sentence by the guide, and its offers.
fn outcome(said: &str) -> String {
    let made = match Reply::to(said, Language::En) {
        None => String::new(),
        Some(Reply::Room(_)) => "ROOM".to_owned(),
        Some(Reply::Sum(_)) => "SUM".to_owned(),
        Some(Reply::Text(_)) => "TEXT".to_owned(),
        Some(Reply::App(..)) => format!("APP {:?}", crate::builtin::topics::names(said)),
        Some(Reply::Other) => "other".to_owned(),
    };
    format!("{made} | {}", name(said)).trim_end().to_owned()
}

#[test]
fn what_a_room_is_handed_is_told_in_the_words_of_that_room() {
    for (said, says) in [
        ("put down 45 min of email for yesterday", "**Time**"),
        ("i wanna learn spanish from scratch", "**Course**"),
        ("新能源汽车产业链 导图", "**导图**"),
        ("Explain photosynthesis", "without a model"),
    ] {
        let input = BuiltinInput { last_user_text: said.to_owned(), history_len: 2, language: Language::En };
        let answer = espalier_llm::builtin::answer(crate::builtin::RULES, &input).unwrap();
        assert!(answer.contains(says), "{said}: {answer}");
    }
}

#[test]
fn first_sentences_of_strangers_end_in_something_made_or_a_right_answer() {
    let rows: Vec<Vec<&str>> = include_str!("first_sentences.tsv")
        .lines()
        .filter(|row| !row.starts_with('#'))
        .map(|row| row.split('\t').collect())
        .collect();
    let changed: Vec<String> = rows
        .iter()
        .filter(|row| outcome(row[1]) != row[2])
        .map(|row| format!("{:?}: {:?}, not {:?}", row[1], outcome(row[1]), row[2]))
        .collect();
    assert!(changed.is_empty(), "{changed:#?}");
    // What takes a model is never answered as if it were about the app.
    let is_wrong = |row: &&Vec<&str>| matches!(row[0], "model" | "trap") && row[2].starts_with("APP");
    assert_eq!(rows.iter().filter(is_wrong).count(), 0);
    let declined = rows.iter().filter(|row| row[2] == "other | connect").count();
    assert!(declined * 100 <= rows.len() * 35, "{declined} of {} end in nothing", rows.len());
}
