//! Outlines: from a model's arguments, completed where they break the limits, or made here without a model.
//!
//! - O1 Every outline has 2 to 20 parts with at least one chapter each, titles, and at least 30 minutes.
//! - O2 Completing keeps all that can be kept, in its order, and says that something was done.
//!
//! Must not be in here: records, words of the screen.

use serde_json::Value;

use super::flow::{Flow, MAX_CHAPTERS, MAX_SECTIONS, MIN_MINUTES, MIN_SECTIONS};
use super::gap::{Profile, told};
use super::{tools, topic};
use crate::agent::tool::Arguments;
use crate::base::env::Env;
use crate::base::language::Language;
use crate::base::text::truncate;
use crate::command::spec::Text;
use crate::model::course::{Chapter, Difficulty, Outline, Section};

const TITLE: usize = 200;
const PROSE: usize = 4_000;
const TOPIC: usize = 60;
const MAX_MINUTES: u32 = 1_000_000;

/// The outline that arguments are; whatever is missing or too much is completed (O2).
pub fn from_arguments(
    flow: &Flow,
    profile: &Profile,
    arguments: &Arguments,
    language: Language,
    env: &mut Env,
) -> Outline {
    let text = |name: &str, most: usize| clean(arguments.get(name), most);
    let mut completed = false;
    let mut sections = Vec::new();
    for given in tools::sections(arguments).1 {
        let title = clean(given.get("title"), TITLE);
        let mut chapters: Vec<Chapter> =
            tools::chapters(given).iter().filter_map(|given| chapter(given, env)).collect();
        completed |= chapters.len() < tools::chapters(given).len() || chapters.len() > MAX_CHAPTERS;
        chapters.truncate(MAX_CHAPTERS);
        if title.is_empty() && chapters.is_empty() {
            completed = true;
            continue;
        }
        if chapters.is_empty() {
            completed = true;
            chapters.push(named(&title, env));
        }
        let title = if title.is_empty() { numbered(flow, sections.len(), language) } else { title };
        sections.push(Section { id: env.id(), title, chapters });
    }
    completed |= sections.len() > MAX_SECTIONS;
    sections.truncate(MAX_SECTIONS);
    let topic = topic(flow, profile, language);
    let missing = MIN_SECTIONS.saturating_sub(sections.len());
    completed |= missing > 0;
    let spare = skeleton_sections(flow, &topic, language, env);
    let room = spare.len().saturating_sub(missing);
    // What is completed comes last: what was there is the beginning.
    sections.extend(
        spare
            .into_iter()
            .skip(if sections.is_empty() { 0 } else { room })
            .take(missing.max(usize::from(sections.is_empty()) * MAX_SECTIONS)),
    );
    let minutes = arguments.get("estimatedMinutes").and_then(number);
    let estimated_minutes = minutes.unwrap_or_else(|| minutes_of(flow, &sections)).clamp(MIN_MINUTES, MAX_MINUTES);
    completed |= minutes != Some(estimated_minutes);
    let title = text("title", TITLE);
    completed |= title.is_empty();
    Outline {
        title: if title.is_empty() { topic::titled(&topic) } else { title },
        description: text("description", PROSE),
        difficulty: difficulty(&text("difficulty", TITLE)),
        estimated_minutes,
        sections,
        reason: text("reason", PROSE),
        made_at: env.now,
        completed_here: completed,
        remade: String::new(),
    }
}

/// An outline for what was answered, made without a model.
pub fn skeleton(flow: &Flow, profile: &Profile, language: Language, env: &mut Env) -> Outline {
    let topic = topic(flow, profile, language);
    let sections = skeleton_sections(flow, &topic, language, env);
    let answers: Vec<String> = flow
        .fields
        .iter()
        .filter_map(|field| {
            Some(format!("{}: {}", field.title.get(language), told(profile.get(field.name)?, language)))
        })
        .collect();
    Outline {
        title: topic::titled(&topic),
        description: answers.join("\n"),
        difficulty: Difficulty::default(),
        estimated_minutes: minutes_of(flow, &sections),
        sections,
        reason: match language {
            Language::En => "Made from a template, without a model; change whatever does not fit.",
            Language::Zh => "由模板生成，未使用模型；可随意修改。",
        }
        .to_owned(),
        made_at: env.now,
        completed_here: true,
        remade: String::new(),
    }
}

/// The part that arguments are, where there is something in them.
pub fn section(given: &Value, env: &mut Env) -> Option<Section> {
    let title = clean(given.get("title"), TITLE);
    let mut chapters: Vec<Chapter> = tools::chapters(given).iter().filter_map(|given| chapter(given, env)).collect();
    chapters.truncate(MAX_CHAPTERS);
    (!chapters.is_empty()).then(|| Section { id: env.id(), title, chapters })
}

/// A new part with one chapter.
pub fn new_section(title: &str, env: &mut Env) -> Section {
    let chapter = named(title, env);
    Section { id: env.id(), title: truncate(title.trim(), TITLE), chapters: vec![chapter] }
}

/// A new chapter.
pub fn named(title: &str, env: &mut Env) -> Chapter {
    Chapter {
        id: env.id(),
        title: truncate(title.trim(), TITLE),
        snippet: String::new(),
        lesson: String::new(),
        done: false,
    }
}

fn chapter(given: &Value, env: &mut Env) -> Option<Chapter> {
    let title = clean(given.get("title").or(Some(given)), TITLE);
    let snippet = clean(given.get("contentSnippet"), PROSE);
    (!title.is_empty()).then(|| Chapter { snippet, ..named(&title, env) })
}

fn clean(value: Option<&Value>, most: usize) -> String {
    let text = match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    truncate(&text, most)
}

fn number(value: &Value) -> Option<u32> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (number.is_finite() && number >= 0.0).then_some(number.min(f64::from(MAX_MINUTES)) as u32)
}

fn difficulty(word: &str) -> Difficulty {
    match word.to_lowercase().as_str() {
        "advanced" => Difficulty::Advanced,
        "intermediate" => Difficulty::Intermediate,
        _ => Difficulty::Beginner,
    }
}

fn minutes_of(flow: &Flow, sections: &[Section]) -> u32 {
    let chapters: usize = sections.iter().map(|section| section.chapters.len()).sum();
    (chapters as u32).saturating_mul(flow.shape.minutes_per_chapter).clamp(MIN_MINUTES, MAX_MINUTES)
}

fn numbered(flow: &Flow, index: usize, language: Language) -> String {
    format!("{} {}", flow.shape.section.get(language), index + 1)
}

/// What it is about, in the person's words: the answer to the first field.
fn topic(flow: &Flow, profile: &Profile, language: Language) -> String {
    let said = flow.fields.first().and_then(|field| profile.get(field.name)).map(|said| told(said, language));
    let said = said.map(|said| truncate(topic::within(flow, said.lines().next().unwrap_or_default()), TOPIC));
    said.filter(|said| !said.is_empty()).unwrap_or_else(|| flow.title.get(language).to_owned())
}

fn skeleton_sections(flow: &Flow, topic: &str, language: Language, env: &mut Env) -> Vec<Section> {
    let fill = |text: &Text| text.get(language).replace("{}", topic);
    let mut sections = Vec::with_capacity(flow.shape.skeleton.len());
    for (title, chapters) in flow.shape.skeleton {
        let chapters = chapters.iter().map(|title| named(&fill(title), env)).collect();
        sections.push(Section { id: env.id(), title: fill(title), chapters });
    }
    sections
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::flow::{COURSE, FLOWS};
    use super::*;
    use crate::base::time::Timestamp;
    use crate::model::course::Said;

    fn env() -> Env {
        Env::deterministic(Timestamp(1_000), 1)
    }

    fn arguments(value: Value) -> Arguments {
        let Value::Object(arguments) = value else { panic!("an object") };
        arguments
    }

    fn check(outline: &Outline) {
        assert!((MIN_SECTIONS..=MAX_SECTIONS).contains(&outline.sections.len()), "{outline:?}");
        assert!(outline.estimated_minutes >= MIN_MINUTES && !outline.title.is_empty());
        for section in &outline.sections {
            assert!(!section.title.is_empty() && (1..=MAX_CHAPTERS).contains(&section.chapters.len()));
            assert!(section.chapters.iter().all(|chapter| !chapter.title.is_empty()));
        }
    }

    #[test]
    fn o2_what_is_right_is_kept_as_it_is() {
        let module = |title: &str| json!({"title": title, "chapters": [{"title": "a", "contentSnippet": "b"}]});
        let given = arguments(json!({
            "title": "Rust", "description": "d", "difficulty": "advanced", "estimatedMinutes": 90,
            "modules": [module("One"), module("Two")], "reason": "r",
        }));
        let outline = from_arguments(&COURSE, &Profile::new(), &given, Language::En, &mut env());
        check(&outline);
        assert_eq!((outline.completed_here, outline.estimated_minutes), (false, 90));
        assert_eq!(
            (outline.sections[1].title.as_str(), outline.sections[1].chapters[0].snippet.as_str()),
            ("Two", "b")
        );
    }

    #[test]
    fn o2_what_is_missing_is_completed_and_said() {
        let profile = Profile::from([("goal".to_owned(), Said::Words("Baking".to_owned()))]);
        let given = arguments(json!({"modules": [{"title": "Dough"}], "estimatedMinutes": "10"}));
        let outline = from_arguments(&COURSE, &profile, &given, Language::En, &mut env());
        check(&outline);
        assert!(outline.completed_here);
        assert_eq!((outline.title.as_str(), outline.sections[0].title.as_str()), ("Baking", "Dough"));
        assert_eq!(outline.sections[0].chapters[0].title, "Dough");
    }

    #[test]
    fn a_topic_of_any_kind_has_an_outline() {
        for flow in FLOWS {
            for language in [Language::En, Language::Zh] {
                let profile = Profile::from([(flow.fields[0].name.to_owned(), Said::Words("围棋".to_owned()))]);
                let outline = skeleton(flow, &profile, language, &mut env());
                check(&outline);
                assert!(outline.completed_here && outline.title == "围棋");
            }
            check(&skeleton(flow, &Profile::new(), Language::En, &mut env()));
        }
    }

    fn junk() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![Just(Value::Null), any::<i64>().prop_map(Value::from), "[a-z ]{0,9}".prop_map(Value::from)];
        leaf.prop_recursive(4, 40, 25, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..25).prop_map(Value::from),
                prop::collection::btree_map(
                    prop::sample::select(vec![
                        "title",
                        "modules",
                        "chapters",
                        "tasks",
                        "milestones",
                        "estimatedMinutes",
                        "x"
                    ]),
                    inner,
                    0..5
                )
                .prop_map(|fields| Value::Object(
                    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
                )),
            ]
        })
    }

    proptest! {
        #[test]
        fn o1_whatever_comes_the_outline_keeps_the_limits(modules in junk(), title in junk(), minutes in junk(), which in 0..FLOWS.len()) {
            let given = arguments(json!({"title": title, "modules": modules, "estimatedMinutes": minutes}));
            check(&from_arguments(FLOWS[which], &Profile::new(), &given, Language::En, &mut env()));
        }
    }
}
