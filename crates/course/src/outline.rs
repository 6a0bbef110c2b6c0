//! Outlines: from a model's arguments, completed where they break the limits, or made here without a model.
//!
//! - O1 Every outline has 2 to 20 parts with at least one chapter each, titles, and at least 30 minutes.
//! - O2 Completing keeps all that can be kept, in its order, and says that something was done.
//! - O3 What came of an answer that broke off is kept as it came, marked as unfinished; only that may be short of O1.

use serde_json::{Value, json};

use super::flow::{Flow, MAX_CHAPTERS, MAX_SECTIONS, MIN_MINUTES, MIN_SECTIONS};
use super::interview::{Profile, answer_text};
use super::{tools, topic};
use espalier_agent_api::partial::so_far;
use espalier_agent_api::tool::Arguments;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_command::spec::Text;
use espalier_model::MessageId;
use espalier_model::course::{Chapter, Difficulty, Outline, Section};

const TITLE: usize = 200;
const PROSE: usize = 4_000;
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
    let spare = template_sections(flow, profile, language, env);
    let room = spare.len().saturating_sub(missing);
    // What is completed comes last: what was there is the beginning.
    sections.extend(
        spare
            .into_iter()
            .skip(if sections.is_empty() { 0 } else { room })
            .take(missing.max(usize::from(sections.is_empty()) * MAX_SECTIONS)),
    );
    let minutes = arguments.get("estimatedMinutes").and_then(number);
    let estimated_minutes =
        minutes.unwrap_or_else(|| minutes_of(flow, profile, &sections)).clamp(MIN_MINUTES, MAX_MINUTES);
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
        template: false,
        unfinished: None,
        made_for: profile.clone(),
        remade: String::new(),
    }
}

/// The part of an outline that arrived before its answer broke off, if any; nothing is added to it.
pub fn unfinished(
    flow: &Flow,
    profile: &Profile,
    (arguments, answer): (&str, MessageId),
    language: Language,
    env: &mut Env,
) -> Option<Outline> {
    let Value::Object(arguments) = so_far(arguments) else { return None };
    let mut sections: Vec<Section> =
        tools::sections(&arguments).1.iter().filter_map(|given| begun(given, env)).collect();
    sections.truncate(MAX_SECTIONS);
    if sections.is_empty() {
        return None;
    }
    let title = clean(arguments.get("title"), TITLE);
    let minutes = arguments.get("estimatedMinutes").and_then(number);
    Some(Outline {
        title: if title.is_empty() { topic::titled(&topic(flow, profile, language)) } else { title },
        description: clean(arguments.get("description"), PROSE),
        difficulty: difficulty(&clean(arguments.get("difficulty"), TITLE)),
        estimated_minutes: minutes
            .unwrap_or_else(|| minutes_of(flow, profile, &sections))
            .clamp(MIN_MINUTES, MAX_MINUTES),
        sections,
        reason: clean(arguments.get("reason"), PROSE),
        made_at: env.now,
        completed_here: false,
        template: false,
        unfinished: Some(answer),
        made_for: profile.clone(),
        remade: String::new(),
    })
}

/// A part as far as it came; one of which nothing but its title came has no chapters yet.
fn begun(given: &Value, env: &mut Env) -> Option<Section> {
    let title = clean(given.get("title"), TITLE);
    let mut chapters: Vec<Chapter> = tools::chapters(given).iter().filter_map(|given| chapter(given, env)).collect();
    chapters.truncate(MAX_CHAPTERS);
    (!title.is_empty() || !chapters.is_empty()).then(|| Section { id: env.id(), title, chapters })
}

/// Puts what came of the rest into an outline that broke off. What breaks off again leaves it unfinished (`broke_off`
/// is the answer).
pub fn add_rest(outline: &mut Outline, arguments: &Arguments, broke_off: Option<MessageId>, env: &mut Env) {
    let rest: Vec<Section> = tools::sections(arguments).1.iter().filter_map(|given| begun(given, env)).collect();
    let cut_off = outline.sections.len().checked_sub(1);
    let place = place_of_last(
        &outline.sections,
        &rest,
        |one, other| is_same(&one.title, &other.title),
        |one, other| is_begun(&one.title, &other.title),
    );
    for (at, part) in rest.into_iter().enumerate() {
        let known = cut_off.filter(|_| place == Some(at));
        match known.or_else(|| outline.sections.iter().position(|one| is_same(&one.title, &part.title))) {
            Some(known) => join(&mut outline.sections[known], part, Some(known) == cut_off),
            None if outline.sections.len() < MAX_SECTIONS => outline.sections.push(part),
            None => {}
        }
    }
    outline.unfinished = broke_off;
    outline.made_at = env.now;
    if broke_off.is_none() {
        close(outline, env);
    }
}

/// Finds where in the rest the last known item goes on, of which the beginning only may have come: at the same title,
/// else at the first that is not known, if that may be the whole of it.
fn place_of_last<T>(
    known: &[T],
    rest: &[T],
    is_same: impl Fn(&T, &T) -> bool,
    is_begun: impl Fn(&T, &T) -> bool,
) -> Option<usize> {
    let (last, others) = known.split_last()?;
    rest.iter().position(|one| is_same(last, one)).or_else(|| {
        let first = rest.iter().position(|one| !others.iter().any(|other| is_same(other, one)))?;
        is_begun(last, &rest[first]).then_some(first)
    })
}

/// Puts what came of a part into the one that is there; of one that was cut off, the last chapter may be a beginning.
fn join(known: &mut Section, part: Section, cut_off: bool) {
    known.title = part.title;
    let last = known.chapters.len().checked_sub(1).filter(|_| cut_off);
    let same = |one: &Chapter, other: &Chapter| is_same(&one.title, &other.title);
    // What is in a chapter comes after its title: where there is something, the title is whole.
    let place = place_of_last(&known.chapters, &part.chapters, same, |one, other| {
        is_begun(&one.title, &other.title) && (one.snippet.is_empty() || one.snippet == other.snippet)
    });
    for (at, chapter) in part.chapters.into_iter().enumerate() {
        let same = last.filter(|_| place == Some(at));
        let same = same.or_else(|| known.chapters.iter().position(|one| is_same(&one.title, &chapter.title)));
        if let Some(at) = same {
            let one = &mut known.chapters[at];
            one.title = chapter.title;
            if chapter.snippet.len() > one.snippet.len() {
                one.snippet = chapter.snippet;
            }
        } else if known.chapters.len() < MAX_CHAPTERS {
            known.chapters.push(chapter);
        }
    }
}

/// Every part of a finished outline has a chapter, and a title.
fn close(outline: &mut Outline, env: &mut Env) {
    for section in &mut outline.sections {
        if section.chapters.is_empty() {
            section.chapters.push(named(&section.title, env));
            outline.completed_here = true;
        }
        if section.title.is_empty() {
            section.title.clone_from(&section.chapters[0].title);
        }
    }
}

/// Completes an outline that broke off without a model: the parts of the template that it is short of.
pub fn fill(flow: &Flow, profile: &Profile, outline: &mut Outline, language: Language, env: &mut Env) {
    let spare = template_sections(flow, profile, language, env);
    let known = outline.sections.len().min(spare.len().saturating_sub(1));
    let is_there = |title: &str| outline.sections.iter().any(|one| is_same(&one.title, title));
    let more: Vec<Section> = spare.into_iter().skip(known).filter(|part| !is_there(&part.title)).collect();
    outline.sections.extend(more);
    outline.sections.truncate(MAX_SECTIONS);
    outline.unfinished = None;
    outline.completed_here = true;
    outline.estimated_minutes = outline.estimated_minutes.max(minutes_of(flow, profile, &outline.sections));
    outline.made_at = env.now;
    close(outline, env);
}

/// Keeps what was done with chapters that are in both outlines: their ids, ticks, lessons and contents.
pub fn keep_work(before: &Outline, now: &mut Outline) {
    let mut left: Vec<(&Section, &Chapter)> =
        before.sections.iter().flat_map(|part| part.chapters.iter().map(move |chapter| (part, chapter))).collect();
    let mut parts: Vec<&Section> = before.sections.iter().collect();
    // Chapters of the same part first: a title may stand in several.
    for same_part in [true, false] {
        for part in &mut now.sections {
            for chapter in &mut part.chapters {
                let fits = |(old_part, old): &(&Section, &Chapter)| {
                    is_same(&old.title, &chapter.title) && (!same_part || is_same(&old_part.title, &part.title))
                };
                let Some(at) = left.iter().position(fits) else { continue };
                let (_, old) = left.remove(at);
                let snippet = std::mem::take(&mut chapter.snippet);
                *chapter = Chapter {
                    snippet: if snippet.is_empty() { old.snippet.clone() } else { snippet },
                    title: std::mem::take(&mut chapter.title),
                    ..old.clone()
                };
            }
        }
    }
    for part in &mut now.sections {
        if let Some(at) = parts.iter().position(|old| is_same(&old.title, &part.title)) {
            part.id = parts.remove(at).id;
        }
    }
}

fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase();
    plain(one) == plain(other)
}

/// Whether a title may be the beginning of another one; one of which nothing came is the beginning of any.
fn is_begun(one: &str, other: &str) -> bool {
    other.trim().starts_with(one.trim())
}

/// An outline for what was answered, made without a model.
pub fn skeleton(flow: &Flow, profile: &Profile, language: Language, env: &mut Env) -> Outline {
    let topic = topic(flow, profile, language);
    let sections = template_sections(flow, profile, language, env);
    Outline {
        title: topic::titled(&topic),
        description: String::new(),
        difficulty: (flow.shape.template)(profile, language).difficulty,
        estimated_minutes: minutes_of(flow, profile, &sections),
        sections,
        reason: String::new(),
        made_at: env.now,
        completed_here: true,
        template: true,
        unfinished: None,
        made_for: profile.clone(),
        remade: String::new(),
    }
}

/// Number of parts in an example, and of chapters in each of them.
const EXAMPLE: (usize, usize) = (3, 2);
const EXAMPLE_DESCRIPTION: Text =
    Text::new("An overview, from the basics to work of one’s own.", "从基础到独立实践的概览。");
const EXAMPLE_REASON: Text = Text::new("Each part builds on the one before.", "各部分循序渐进。");

/// Arguments that make a short outline for what was answered.
pub fn example(flow: &Flow, profile: &Profile, language: Language) -> Value {
    let is_plan = flow.generate.name == tools::GENERATE_PLAN.name;
    let (parts, chapters) = if is_plan { ("milestones", "tasks") } else { ("modules", "chapters") };
    let plan = (flow.shape.template)(profile, language);
    let mut count = 0;
    let sections: Vec<Value> = plan
        .parts
        .into_iter()
        .take(EXAMPLE.0)
        .map(|(title, inside)| {
            let inside: Vec<Value> =
                inside.into_iter().take(EXAMPLE.1).map(|(title, _)| json!({ "title": title })).collect();
            count += inside.len();
            json!({ "title": title, chapters: inside })
        })
        .collect();
    let minutes = plan.minutes_per_chapter.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX)).max(MIN_MINUTES);
    json!({
        "title": topic::titled(&topic(flow, profile, language)), "description": EXAMPLE_DESCRIPTION.get(language),
        "difficulty": plan.difficulty, "estimatedMinutes": minutes, parts: sections,
        "reason": EXAMPLE_REASON.get(language),
    })
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
    Section { id: env.id(), title: title.trim().to_owned(), chapters: vec![chapter] }
}

/// A new chapter.
pub fn named(title: &str, env: &mut Env) -> Chapter {
    Chapter { id: env.id(), title: title.trim().to_owned(), snippet: String::new(), lesson: String::new(), done: false }
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

fn minutes_of(flow: &Flow, profile: &Profile, sections: &[Section]) -> u32 {
    let chapters: usize = sections.iter().map(|section| section.chapters.len()).sum();
    let each = (flow.shape.template)(profile, Language::En).minutes_per_chapter;
    (chapters as u32).saturating_mul(each).clamp(MIN_MINUTES, MAX_MINUTES)
}

fn numbered(flow: &Flow, index: usize, language: Language) -> String {
    format!("{} {}", flow.shape.section.get(language), index + 1)
}

/// Returns the topic in the person's words: the first line of the answer to the first field.
fn topic(flow: &Flow, profile: &Profile, language: Language) -> String {
    let said = flow.fields.first().and_then(|field| profile.get(field.name)).map(|said| answer_text(said, language));
    let said = said.map(|said| topic::within(flow, said.trim().lines().next().unwrap_or_default()).to_owned());
    said.filter(|said| !said.is_empty()).unwrap_or_else(|| flow.begin.get(language).to_owned())
}

fn template_sections(flow: &Flow, profile: &Profile, language: Language, env: &mut Env) -> Vec<Section> {
    let mut sections = Vec::new();
    for (title, chapters) in (flow.shape.template)(profile, language).parts {
        let chapters = chapters.into_iter().map(|(title, snippet)| Chapter { snippet, ..named(&title, env) }).collect();
        sections.push(Section { id: env.id(), title, chapters });
    }
    sections
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::flow::{COURSE, FLOWS};
    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::course::FieldAnswer;

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
        let profile = Profile::from([("goal".to_owned(), FieldAnswer::Words("Baking".to_owned()))]);
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
                let profile = Profile::from([(flow.fields[0].name.to_owned(), FieldAnswer::Words("围棋".to_owned()))]);
                let outline = skeleton(flow, &profile, language, &mut env());
                check(&outline);
                assert!(outline.completed_here && outline.title == "围棋");
            }
            check(&skeleton(flow, &Profile::new(), Language::En, &mut env()));
        }
    }

    fn chapters(titles: &[&str]) -> Value {
        titles.iter().map(|title| json!({ "title": title })).collect()
    }

    /// Joins an outline that broke off with its rest: titles of parts with those of their chapters.
    fn with_rest(before: &str, rest: Value) -> Vec<(String, Vec<String>)> {
        let mut env = env();
        let answer = env.id();
        let mut outline =
            unfinished(&COURSE, &Profile::new(), (before, answer), Language::En, &mut env).expect("something came");
        add_rest(&mut outline, &arguments(json!({ "modules": rest })), None, &mut env);
        assert!(outline.unfinished.is_none());
        let titles = |part: Section| part.chapters.into_iter().map(|chapter| chapter.title).collect();
        outline.sections.into_iter().map(|part| (part.title.clone(), titles(part))).collect()
    }

    #[test]
    fn a_part_that_was_cut_off_goes_on_in_the_rest_and_stands_once() {
        let both = json!([{ "title": "Traits", "chapters": chapters(&["Methods", "Generics"]) },
            { "title": "Traits in practice", "chapters": chapters(&["Methods in practice"]) }]);
        let first = r#"{"modules": [{"title": "Ownership", "chapters": [{"title": "Moves"}]}, "#;
        for cut in [
            r#"{"title": "Tra"#,
            r#"{"title": "Traits", "chapters": [{"title": "Met"#,
            // The title was to come after the chapters.
            r#"{"chapters": [{"title": "Met"#,
            r#"{"chapters": [{"title": "Methods"}], "title": "Tra"#,
        ] {
            let whole = [("Ownership", vec!["Moves"]), ("Traits", vec!["Methods", "Generics"])];
            let more = [("Traits in practice", vec!["Methods in practice"])];
            let wanted: Vec<(String, Vec<String>)> = (whole.into_iter().chain(more))
                .map(|(title, chapters)| (title.to_owned(), chapters.into_iter().map(str::to_owned).collect()))
                .collect();
            assert_eq!(with_rest(&format!("{first}{cut}"), both.clone()), wanted, "{cut}");
        }
    }

    #[test]
    fn a_chapter_that_came_whole_is_not_the_beginning_of_another() {
        let before = r#"{"modules": [{"title": "Traits", "chapters": [{"title": "Methods", "contentSnippet": "a"#;
        let rest = json!([{ "title": "Traits", "chapters": chapters(&["Methods in traits"]) }]);
        assert_eq!(with_rest(before, rest)[0].1, ["Methods", "Methods in traits"]);
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
