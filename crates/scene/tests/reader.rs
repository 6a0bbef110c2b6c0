//! The reader of commands on a table of sentences: what each does, and that no word more or less makes it do another
//! thing without being asked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use std::collections::BTreeMap;

use espalier_scene::agent::intent::{Intent, Side, Spot, Target, Unclear, Which, understand};
use espalier_scene::agent::reader::{Verb, Word, words, written};
use espalier_scene::agent::sight::Filter;
use proptest::prelude::*;

/// Sentences with what each does; of `-` it is only said that nothing is done.
const SENTENCES: &str = include_str!("reader.tsv");

fn names() -> Vec<String> {
    ["Pond", "1", "2", "3"].map(str::to_owned).to_vec()
}

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    SENTENCES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
}

fn place(spot: &Spot) -> String {
    let side = match spot.side {
        Side::Next(Some([x, y, z])) => format!("beside({x},{y},{z})"),
        Side::Next(None) => "beside".to_owned(),
        Side::Between => "between".to_owned(),
    };
    format!("{side} {}", spot.of.iter().map(shapes).collect::<Vec<_>>().join(" / "))
}

fn shapes(target: &Target) -> String {
    let mut said = match &target.which {
        Which::Only => "one".to_owned(),
        Which::Near([x, y, z], nearest) => format!("{} {x},{y},{z}", if *nearest { "nearest" } else { "near" }),
        Which::Around([x, y, z]) => format!("around {x},{y},{z}"),
        other => format!("{other:?}").to_lowercase(),
    };
    let kind = target.filter.kind.map(|kind| kind.name().to_owned());
    let count = target.count.map(|count| count.to_string());
    for part in [count, target.filter.color.map(str::to_owned), kind, target.filter.name.clone()].into_iter().flatten()
    {
        said = format!("{said} {part}");
    }
    for not in &target.filter.not {
        said = format!("{said} but {}", shapes(&Target { filter: Filter::clone(not), ..Target::default() }));
    }
    if target.bare {
        said.push_str(" (or all)");
    }
    said
}

/// An intent in a line.
fn line(intent: &Intent) -> String {
    match intent {
        Intent::Create(new) => {
            let mut said = format!("create {} {}", new.count, new.kind.name());
            let at = new.at.map(|[x, y, z]| format!("at {x},{y},{z}"));
            let size = new.size.map(|size| format!("size {size}"));
            let spot = new.spot.as_ref().map(place);
            for part in [new.color.map(str::to_owned), size, at, spot, new.name.clone(), new.figure.map(str::to_owned)]
                .into_iter()
                .flatten()
            {
                said = format!("{said} {part}");
            }
            said
        }
        Intent::Copy(target) => format!("copy {}", shapes(target)),
        Intent::Delete(target) => format!("delete {}", shapes(target)),
        Intent::Select(target) => format!("select {}", shapes(target)),
        Intent::Count(target) | Intent::List(target) => format!("look {}", shapes(target)),
        Intent::Arrange(target, figure) => format!("arrange {} {figure}", shapes(target)),
        Intent::Measure(targets) => format!("measure {}", targets.iter().map(shapes).collect::<Vec<_>>().join(" / ")),
        Intent::Undo(steps) => format!("undo {steps}"),
        Intent::Redo(steps) => format!("redo {steps}"),
        Intent::Modify(target, changes) => {
            let vector = |name: &str, at: Option<[f64; 3]>| at.map(|[x, y, z]| format!("{name} {x},{y},{z}"));
            let number = |name: &str, value: Option<f64>| value.map(|value| format!("{name} {value}"));
            let parts = [
                vector("at", changes.at),
                changes.spot.as_ref().map(place),
                vector("by", changes.by),
                changes.coordinate.map(|(axis, value, sign)| {
                    let way = ["", ">", "<"][usize::from(sign > 0.0) + 2 * usize::from(sign < 0.0)];
                    format!("{way}{} {value}", ["x", "y", "z"][axis])
                }),
                number("size", changes.size),
                number("grow", changes.grow),
                number("factor", changes.factor),
                number("turn", changes.rotate),
                changes.color.map(str::to_owned),
                changes.name.clone(),
            ];
            format!("change {}: {}", shapes(target), parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
    }
}

fn read(text: &str) -> String {
    match understand(text, &names()) {
        Ok(intents) => intents.iter().map(line).collect::<Vec<_>>().join("; "),
        Err(_) => "-".to_owned(),
    }
}

#[test]
fn each_sentence_does_what_the_table_says() {
    let wrong: Vec<String> = rows()
        .filter_map(|(text, wanted)| {
            let does = read(text);
            (does != wanted).then(|| format!("{text}\t{does}\n  not {wanted} ({:?})", understand(text, &names()).err()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), rows().count(), wrong.join("\n"));
}

/// The kinds of effect on the scene that the commands of a text have, with their numbers.
fn class(text: &str) -> Option<BTreeMap<&'static str, usize>> {
    let mut classes = BTreeMap::new();
    for intent in understand(text, &names()).ok()? {
        let class = match intent {
            Intent::Create(_) | Intent::Copy(_) => "create",
            Intent::Delete(_) => "delete",
            Intent::Modify(..) | Intent::Arrange(..) => "change",
            Intent::Select(_) | Intent::Count(_) | Intent::List(_) | Intent::Measure(_) => "look",
            Intent::Undo(_) | Intent::Redo(_) => "history",
        };
        *classes.entry(class).or_default() += 1;
    }
    Some(classes)
}

/// Whether another reading is of the same classes, or is asked about. More or fewer commands of a class are another
/// matter: "and" makes two of one.
fn agrees(one: &BTreeMap<&'static str, usize>, other: &str) -> bool {
    class(other).is_none_or(|other| one.keys().eq(other.keys()))
}

/// Words that say which class it is: a verb, and nothing else.
fn decides(word: &Word) -> bool {
    matches!(word, Word::Verb(_))
}

fn joined(parts: &[String]) -> String {
    let mut text = String::new();
    for part in parts {
        let is_latin = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii());
        if is_latin(text.chars().last()) || is_latin(part.chars().next()) {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}

/// The same command with one word less and with one word more, for all words and places; a word of the table in the
/// first way in which it is written in the language.
fn check(text: &str) -> Vec<String> {
    let Some(classes) = class(text) else { return Vec::new() };
    let said = words(text, &names());
    let parts: Vec<String> = said.iter().map(|(_, written)| written.clone()).collect();
    let mut texts: Vec<(String, usize)> = Vec::new();
    for at in (0..said.len()).filter(|at| !decides(&said[*at].0)) {
        let mut fewer = parts.clone();
        fewer.remove(at);
        texts.push((joined(&fewer), said.len() - 1));
    }
    let mut known: Vec<&Word> = Vec::new();
    let mut more = vec!["3", "(1, 2, 3)", "\"Sun\""];
    for (one, word) in written().filter(|(one, word)| !decides(word) && one.is_ascii() == text.is_ascii()) {
        if !known.contains(&word) {
            known.push(word);
            more.push(one);
        }
    }
    for one in more {
        for at in 0..=said.len() {
            let mut longer = parts.clone();
            longer.insert(at, one.to_owned());
            texts.push((joined(&longer), said.len() + 1));
        }
    }
    let verbs = |said: &[(Word, String)]| said.iter().filter(|(word, _)| decides(word)).count();
    let is_wrong = |(other, length): &(String, usize)| {
        // Two words beside each other may be written as a third is.
        let read = words(other, &names());
        !agrees(&classes, other) && read.len() == *length && verbs(&read) == verbs(&said)
    };
    let wrong = texts.into_iter().filter(is_wrong);
    wrong.map(|(other, _)| format!("{text}\n  {}\n{other}\n  {}", read(text), read(&other))).collect()
}

#[test]
fn no_word_of_the_table_more_or_less_turns_an_example_into_another_deed() {
    let wrong: Vec<String> = rows().flat_map(|(text, _)| check(text)).collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

/// Sentences that are made of the grammar's parts.
fn sentence() -> impl Strategy<Value = String> {
    let pick = |words: &[&'static str]| proptest::sample::select(words.to_vec());
    let english = (
        pick(&[
            "draw", "delete", "make", "paint", "move", "rotate", "enlarge", "put", "turn", "set", "is there", "select",
        ]),
        pick(&["a", "the", "", "all", "two", "the last", "the biggest", "both"]),
        pick(&["red", "", "blue"]),
        pick(&["square", "circles", "triangle", "squares", "one", "it"]),
        pick(&["", "green", "to green", "3 wide", "with side 3", "at (1, 2, 3)", "near (1, 2, 3)", "to (1, 2, 3)"]),
        pick(&["", "3 to the left", "to the left", "by 1", "twice as big", "1 bigger", "90 degrees", "up to 3", "?"]),
    );
    let chinese = (
        pick(&["", "把", "将"]),
        pick(&["一个", "所有", "", "三个", "上一个", "最大的"]),
        pick(&["红色", "", "蓝色的"]),
        pick(&["正方形", "圆", "三角形", "的边长"]),
        pick(&["删除", "改成", "画", "旋转", "移动到", "放在", "变大", "增加", "放大", "有"]),
        pick(&["", "绿色", "5", "(1,2,3)", "90度", "两倍", "一个圆", "吗", "了"]),
    );
    prop_oneof![
        english.prop_map(|(one, two, three, four, five, six)| [one, two, three, four, five, six].join(" ")),
        chinese.prop_map(|(one, two, three, four, five, six)| [one, two, three, four, five, six].concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_word_of_the_table_more_or_less_turns_a_sentence_into_another_deed(text in sentence()) {
        let wrong = check(&text);
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn a_question_only_looks() {
    for (text, _) in
        rows().filter(|(_, does)| !does.starts_with("look") && !does.starts_with("measure") && *does != "-")
    {
        let asked = format!("{}?", text.trim_end_matches(['.', '?']));
        let requests = words(text, &names()).iter().any(|(word, _)| *word == Word::Request);
        assert!(
            requests || matches!(understand(&asked, &names()), Err(Unclear::Question)),
            "{asked}: {}",
            read(&asked)
        );
    }
    assert!(written().any(|(_, word)| *word == Word::Verb(Verb::Delete)));
}
