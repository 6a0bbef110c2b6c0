//! The guide: answers without a model, by rules and with the same tools.
//!
//! - B1 It understands where something was mentioned, what is to be opened, and, by the rules of the log, questions about
//!   time. Asked what was done on a day, it adds what was changed in the other rooms that it may look into. In doubt it
//!   lists what could be meant, with links, and does nothing.

use std::collections::BTreeSet;

use serde_json::json;

use super::agent::of_log;
use super::look::{self, Hit};
use super::tools::{DAY, FIND, OPEN, SUM};
use super::{SETTINGS, TODAY};
use crate::Model;
use crate::navigate::{Route, plain_in_text};
use crate::room_agent::BuiltinPrompt;
use espalier_base::fold::folded;
use espalier_base::language::Language;
use espalier_i18n::messages;
use espalier_llm::builtin::{BuiltinInput, stream_call, stream_text};
use espalier_llm::stream::Assembler;
use espalier_model::{MessageKey, RoomId, Thing};

/// Id of the call that looks for something, and of the one that opens it.
const FOUND: &str = "find-1";
const OPENED: &str = "open-1";
/// Id of the call that has the log read.
const READ_LOG: &str = "log-1";
/// Id of the call that looks at a day.
const DAY_CALL: &str = "day-1";

/// Subject of a question.
#[derive(Debug, PartialEq, Eq)]
enum Intent {
    /// Places in which something is mentioned.
    Find(String),
    /// Thing to be opened.
    Open(String),
    /// Anything else: a question to the log, or nothing that is understood.
    Other,
}

/// Beginnings of a question for places, in lower case.
const FINDS: [&str; 22] = [
    "where did i mention",
    "where have i mentioned",
    "where do i mention",
    "where did i write about",
    "where did i talk about",
    "where did i say",
    "where was i talking about",
    "search for",
    "look for",
    "find",
    "我在哪里提到过",
    "我在哪里提到了",
    "我在哪里提到",
    "我在哪儿提到过",
    "我在哪儿提到",
    "我在哪里写过",
    "我在哪里说过",
    "哪里提到过",
    "哪里提到",
    "查找",
    "搜索",
    "找一下",
];
/// Beginnings of an order to open something.
const OPENS: [&str; 6] = ["open", "go to", "打开", "转到", "前往", "去"];
/// Words of a question about time.
const TIMES: [&str; 12] = [
    "did i do",
    "how long",
    "how much time",
    "how many hours",
    "hours",
    "做了什么",
    "做了啥",
    "干了什么",
    "干了啥",
    "多久",
    "多少时间",
    "几个小时",
];
/// Words of a question for all that was done.
const DONE_PHRASES: [&str; 5] = ["did i do", "做了什么", "做了啥", "干了什么", "干了啥"];
/// Words for days, each with how many days ago it is.
const DAYS: [(&str, i32); 4] = [("yesterday", 1), ("today", 0), ("昨天", 1), ("今天", 0)];

/// Next output of the guide, in pieces of a stream.
pub(super) fn next(model: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>> {
    let input = BuiltinInput { last_user_text: spoken.text.to_owned(), history_len: 1, language: model.language() };
    let language = input.spoken();
    let rooms = &model.helper.rooms;
    match intent(spoken.text) {
        Intent::Open(what) if place_of(&what).is_some() => {
            open_room(spoken, place_of(&what).unwrap_or(TODAY), language)
        }
        Intent::Find(_) | Intent::Open(_) if rooms.is_empty() => stream_text(no_room(language)),
        Intent::Find(what) if !is_done(spoken, FOUND) => call(FOUND, FIND, &json!({ "text": what })),
        Intent::Find(what) => stream_text(&places(model, &what, language)),
        Intent::Open(what) if !is_done(spoken, FOUND) => call(FOUND, FIND, &json!({ "text": what })),
        Intent::Open(what) => open(model, spoken, &what, language),
        Intent::Other => match day_in(spoken.text).filter(|_| rooms.iter().any(|room| *room != RoomId::Time)) {
            Some(day) if !is_done(spoken, DAY_CALL) => call(DAY_CALL, DAY, &json!({ "day": day })),
            Some(day) => add(with_log(model, spoken), &done_on(model, spoken.answer, day, language)),
            None => {
                with_log(model, spoken).unwrap_or_else(|| stream_text(not_understood(model, spoken.text, language)))
            }
        },
    }
}

/// Answer of the log; `None` where it may not be looked into, or could not be read.
fn with_log(model: &Model, spoken: &BuiltinPrompt<'_>) -> Option<Vec<Vec<u8>>> {
    if !model.helper.rooms.contains(&RoomId::Time) {
        return None;
    }
    match of_log(model) {
        Some(log) if log.is_ready(model) || is_done(spoken, READ_LOG) => Some(log.built_in(model, spoken)),
        // Its entries are read for the first call that needs them.
        _ => (!is_done(spoken, READ_LOG)).then(|| call(READ_LOG, SUM, &json!({ "period": "today" }))),
    }
}

/// Adds a text below an answer, unless that is to be gone on with.
fn add(answer: Option<Vec<Vec<u8>>>, text: &str) -> Vec<Vec<u8>> {
    let Some(answer) = answer else { return stream_text(text) };
    let mut read = Assembler::default();
    for piece in &answer {
        read.push(piece);
    }
    read.finish();
    let said = read.assembled();
    if said.calls.is_empty() { stream_text(&format!("{}\n\n{text}", said.text.trim_end())) } else { answer }
}

fn call(id: &str, tool: &str, arguments: &serde_json::Value) -> Vec<Vec<u8>> {
    stream_call("", id, tool, &arguments.to_string())
}

fn is_done(spoken: &BuiltinPrompt<'_>, id: &str) -> bool {
    spoken.state.call(id).is_some()
}

/// Reads what a question is about.
fn intent(text: &str) -> Intent {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。', '!', '！']);
    let rest_after = |beginnings: &[&str]| {
        beginnings.iter().find_map(|beginning| {
            let head = text.get(..beginning.len()).filter(|head| head.to_lowercase() == *beginning)?;
            let rest = &text[head.len()..];
            // A word goes on, so it is another one.
            let goes_on = head.is_ascii() && rest.starts_with(|letter: char| letter.is_alphanumeric());
            let rest = rest.trim_start_matches([':', '：']).trim();
            let rest = rest.trim_matches(['"', '“', '”', '「', '」', '《', '》', '\'']).trim();
            (!goes_on && !rest.is_empty()).then(|| rest.to_owned())
        })
    };
    if let Some(what) = rest_after(&FINDS) {
        return Intent::Find(what);
    }
    rest_after(&OPENS).map_or(Intent::Other, |what| {
        let bare = ["my ", "the ", "我的"].iter().find_map(|word| what.strip_prefix(word));
        Intent::Open(bare.map_or_else(|| what.clone(), str::to_owned))
    })
}

/// The word for the day, where all that was done on one is asked for.
fn day_in(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let mut days = DAYS.into_iter().map(|(word, _)| word).filter(|word| text.contains(word));
    let day = days.next().filter(|_| DONE_PHRASES.iter().any(|words| text.contains(words)))?;
    days.next().is_none().then_some(day)
}

/// Things that were changed or written on a day in the other rooms that may be looked into; `None` for a word that is no
/// day, and where the calendar could not be had.
pub(super) fn on_day(model: &Model, answer: MessageKey, word: &str) -> Option<(Vec<Thing>, bool)> {
    let (_, ago) = DAYS.into_iter().find(|(day, _)| *day == word)?;
    let asked_at = model.message(answer)?.created_at;
    let day = model.rooms.get(RoomId::Time)?.day_before(model, asked_at, ago)?;
    Some(look::changed(model, &day, &beside_log(model)))
}

/// The rooms that may be looked into, without the one of the log.
fn beside_log(model: &Model) -> BTreeSet<RoomId> {
    model.helper.rooms.iter().copied().filter(|room| *room != RoomId::Time).collect()
}

fn is_about_time(text: &str) -> bool {
    let text = text.to_lowercase();
    TIMES.iter().any(|words| text.contains(words))
}

/// The page that words name.
fn place_of(words: &str) -> Option<&'static str> {
    const NAMES: [(&str, &[&str]); 7] = [
        ("chat", &["chat", "chats", "conversations", "对话"]),
        ("map", &["map", "maps", "mind maps", "导图", "思维导图"]),
        ("time", &["time", "time log", "log", "时间", "时间记录"]),
        ("course", &["course", "courses", "课程"]),
        ("scene", &["scene", "scenes", "场景"]),
        (TODAY, &["today", "今天"]),
        (SETTINGS, &["settings", "设置"]),
    ];
    let words = words.trim().to_lowercase();
    NAMES.iter().find(|(_, names)| names.contains(&words.as_str())).map(|(place, _)| *place)
}

fn open_room(spoken: &BuiltinPrompt<'_>, place: &str, language: Language) -> Vec<Vec<u8>> {
    if !is_done(spoken, OPENED) {
        return call(OPENED, OPEN, &json!({ "address": place }));
    }
    stream_text(match language {
        Language::En => "There you are.",
        Language::Zh => "已打开。",
    })
}

/// A hit as a line with a link; of a text, what it is in comes first.
fn line(model: &Model, hit: &Hit) -> String {
    let Some(route) = Route::to(hit.thing) else { return String::new() };
    let whole = look::name(model, hit.thing);
    if hit.is_name {
        let inside = hit.thing.whole().map(|_| format!(" ({})", plain_in_text(&whole))).unwrap_or_default();
        return format!("- {}{inside}\n", route.link_in_text(&hit.line));
    }
    let name = if whole.is_empty() { hit.line.clone() } else { whole };
    let text = if name == hit.line { String::new() } else { format!(": {}", plain_in_text(&hit.line)) };
    format!("- {}{text}\n", route.link_in_text(&name))
}

fn rooms_in_words(model: &Model, rooms: &BTreeSet<RoomId>, language: Language) -> String {
    let names: Vec<&str> = rooms.iter().filter_map(|room| Some(model.rooms.info(*room)?.title.get(language))).collect();
    names.join(if language == Language::En { ", " } else { "、" })
}

/// Names the rooms that were looked into, where these are not all.
fn limits(model: &Model, language: Language) -> String {
    let rooms = &model.helper.rooms;
    if rooms.len() == RoomId::ALL.len() {
        return String::new();
    }
    let names = rooms_in_words(model, rooms, language);
    match language {
        Language::En => format!("\nI looked in {names} only. Tick more rooms below to look there, too."),
        Language::Zh => format!("\n只查看了{names}。在下方勾选其他功能区，就能一并查看。"),
    }
}

/// Lists what was changed or written on a day, and says what was not looked at.
fn done_on(model: &Model, answer: MessageKey, day: &str, language: Language) -> String {
    let Some((things, has_more)) = on_day(model, answer, day) else { return no_calendar(language).to_owned() };
    let rooms = rooms_in_words(model, &beside_log(model), language);
    let mut text = match (language, things.is_empty(), has_more) {
        (Language::En, true, _) => format!("Nothing was changed or written in {rooms} {day}.\n"),
        (Language::Zh, true, _) => format!("{day}，{rooms}里没有改动或新写的内容。\n"),
        (Language::En, false, false) => format!("Changed or written {day}:\n\n"),
        (Language::Zh, false, false) => format!("{day}改动或新写的内容：\n\n"),
        (Language::En, false, true) => format!("The latest of what was changed or written {day}; there is more:\n\n"),
        (Language::Zh, false, true) => format!("{day}改动或新写的内容较多，以下是最近的：\n\n"),
    };
    text.extend(things.into_iter().filter_map(|thing| {
        let name = look::name(model, thing);
        let name = if name.is_empty() { messages(language).map.untitled } else { &name };
        Some(format!("- {}\n", Route::to(thing)?.link_in_text(name)))
    }));
    text.push_str(&if model.helper.rooms.contains(&RoomId::Time) {
        limits(model, language)
    } else {
        no_log(model, language)
    });
    text
}

/// Names the rooms that were looked into, where the log is not one of them.
fn no_log(model: &Model, language: Language) -> String {
    let names = rooms_in_words(model, &model.helper.rooms, language);
    let lacks_more = model.helper.rooms.len() + 1 < RoomId::ALL.len();
    match language {
        Language::En => {
            let more = if lacks_more { " and other rooms" } else { "" };
            format!("\nI looked in {names} only. Tick Time{more} below to look there, too.")
        }
        Language::Zh => {
            let more = if lacks_more { "等功能区" } else { "" };
            format!("\n只查看了{names}。在下方勾选“时间”{more}，就能一并查看。")
        }
    }
}

fn places(model: &Model, what: &str, language: Language) -> String {
    let (hits, has_more) = look::hits(model, what, &model.helper.rooms);
    let said = plain_in_text(what);
    let mut text = match (language, hits.is_empty(), has_more) {
        (Language::En, true, _) => format!("“{said}” isn’t mentioned there.\n"),
        (Language::Zh, true, _) => format!("没有提到“{said}”的地方。\n"),
        (Language::En, false, false) => format!("“{said}” is here:\n\n"),
        (Language::Zh, false, false) => format!("这些地方提到了“{said}”：\n\n"),
        (Language::En, false, true) => format!("The best places with “{said}”; there are more:\n\n"),
        (Language::Zh, false, true) => format!("提到“{said}”的地方很多，以下是最相关的：\n\n"),
    };
    text.extend(hits.iter().map(|hit| line(model, hit)));
    text.push_str(&limits(model, language));
    text
}

/// Opens the one thing of that name; where several could be meant, or none is called so, they are listed (B1).
fn open(model: &Model, spoken: &BuiltinPrompt<'_>, what: &str, language: Language) -> Vec<Vec<u8>> {
    let (hits, _) = look::hits(model, what, &model.helper.rooms);
    let is_whole = |hit: &&Hit| hit.is_name && hit.thing.whole().is_none();
    let is_called_so = |hit: &&Hit| hit.is_name && folded(&hit.line) == folded(what);
    let exact: Vec<&Hit> = hits.iter().filter(is_called_so).collect();
    let wholes: Vec<&Hit> = exact.iter().copied().filter(|hit| is_whole(hit)).collect();
    let named: Vec<&Hit> = hits.iter().filter(|hit| hit.is_name).collect();
    let one = [&wholes, &exact, &named].into_iter().find(|group| !group.is_empty()).filter(|group| group.len() == 1);
    if let Some(hit) = one.map(|group| group[0]) {
        if !is_done(spoken, OPENED) {
            return call(OPENED, OPEN, &json!({ "address": hit.thing.to_string() }));
        }
        return stream_text(&opened(hit.thing, &hit.line, language));
    }
    let said = plain_in_text(what);
    let mut text = match (language, hits.is_empty()) {
        (Language::En, true) => format!("Nothing there is called “{said}”.\n"),
        (Language::Zh, true) => format!("没有叫“{said}”的内容。\n"),
        (Language::En, false) => "Which one do you mean?\n\n".to_owned(),
        (Language::Zh, false) => "你指的是哪一个？\n\n".to_owned(),
    };
    text.extend(hits.iter().map(|hit| line(model, hit)));
    text.push_str(&limits(model, language));
    stream_text(&text)
}

fn opened(thing: Thing, name: &str, language: Language) -> String {
    let link = Route::to(thing).map(|route| route.link_in_text(name)).unwrap_or_default();
    match language {
        Language::En => format!("Opened {link}."),
        Language::Zh => format!("已打开{link}。"),
    }
}

const fn no_room(language: Language) -> &'static str {
    match language {
        Language::En => "I may not look into any room yet. Tick one below, then ask again.",
        Language::Zh => "目前还不能查看任何功能区。请在下方勾选，然后再问一次。",
    }
}

const fn not_the_log(language: Language) -> &'static str {
    match language {
        Language::En => "That is in the time log, which I may not look into yet. Tick Time below, then ask again.",
        Language::Zh => "这要查时间记录，目前还不能查看。请在下方勾选“时间”，然后再问一次。",
    }
}

const fn no_calendar(language: Language) -> &'static str {
    match language {
        Language::En => "I can’t look at that day now: a part of the app couldn’t be loaded. Please ask again later.",
        Language::Zh => "现在无法查看那一天：应用的一部分未能加载。请稍后再问。",
    }
}

fn not_understood(model: &Model, text: &str, language: Language) -> &'static str {
    let may_look = model.helper.rooms.contains(&RoomId::Time);
    if is_about_time(text) && !may_look { not_the_log(language) } else { help(language) }
}

const fn help(language: Language) -> &'static str {
    match language {
        Language::En => {
            "I didn’t understand this. Without a model I answer “where did I mention …”, “what did I do yesterday” and \
             “open …”, in the rooms ticked below."
        }
        Language::Zh => {
            "我没有理解。没有连接模型时，我可以回答“我在哪里提到过……”“我昨天做了什么”和“打开……”，范围是下方勾选的功能区。"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::name;
    use super::*;

    #[test]
    fn questions_are_told_apart_in_both_languages() {
        let find = |what: &str| Intent::Find(what.to_owned());
        let open = |what: &str| Intent::Open(what.to_owned());
        for (text, expect) in [
            ("Where did I mention Kyoto?", find("Kyoto")),
            ("where have I mentioned “the old harbour”?", find("the old harbour")),
            ("find kyoto", find("kyoto")),
            ("我在哪里提到过京都？", find("京都")),
            ("我在哪里提到过：京都", find("京都")),
            ("open my Kyoto map", open("Kyoto map")),
            ("打开《京都》", open("京都")),
            ("Opening hours?", Intent::Other),
            ("open", Intent::Other),
            ("What did I do yesterday?", Intent::Other),
            ("我昨天做了什么？", Intent::Other),
        ] {
            assert_eq!(intent(text), expect, "{text}");
        }
        assert!(is_about_time("What did I do yesterday?") && is_about_time("我昨天做了什么？") && !is_about_time("hi"));
        for (text, day) in [
            ("What did I do yesterday?", Some("yesterday")),
            ("我今天干了啥", Some("今天")),
            ("What did I do last week?", None),
            ("What did I do today and yesterday?", None),
            ("Where was I yesterday?", None),
        ] {
            assert_eq!(day_in(text), day, "{text}");
        }
        assert_eq!([place_of("Maps"), place_of("今天"), place_of("Kyoto")], [Some("map"), Some(TODAY), None]);
    }

    #[test]
    fn every_room_has_its_page() {
        assert!(RoomId::ALL.into_iter().all(|room| place_of(name(room)) == Some(name(room))));
    }
}
