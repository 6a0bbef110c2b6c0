//! The Markdown that `export` writes, as the JSON that it writes.
//!
//! - M1 A title, parts as headings and chapters with boxes to tick make a course; anything else is left to those who can
//!   read it.
//! - M2 What stands below a chapter is its text; of the answers, those are taken that the kind of course asks for.

use serde_json::{Map, Value, json};

use super::super::export::FORMAT;
use super::super::flow::{FLOWS, Flow};
use super::super::interview::answer_text;
use espalier_base::language::Language;
use espalier_model::course::FieldAnswer;

/// The course in a text; `None` where there is none (M1).
pub(super) fn json_of(text: &str) -> Option<Map<String, Value>> {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let title = lines.next()?.trim_start_matches('\u{feff}').strip_prefix("# ")?.trim();
    let (mut description, mut answers) = (Vec::new(), Vec::new());
    let mut modules: Vec<(&str, Vec<Chapter<'_>>)> = Vec::new();
    for line in lines {
        if let Some(part) = line.strip_prefix("## ") {
            modules.push((part.trim(), Vec::new()));
        } else if let Some((_, chapters)) = modules.last_mut() {
            if let Some((done, chapter)) = ticked(line) {
                chapters.push(Chapter { title: chapter, done, text: Vec::new() });
            } else if let Some(chapter) = chapters.last_mut()
                && !line.trim().is_empty()
            {
                chapter.text.push(line.strip_prefix("  ").unwrap_or(line));
            }
        } else if let Some(answer) = answer(line) {
            answers.push(answer);
        } else {
            description.push(line);
        }
    }
    if modules.iter().all(|(_, chapters)| chapters.is_empty()) {
        return None;
    }
    // Of those that fit as well the first one.
    let flow = FLOWS.iter().copied().rev().max_by_key(|flow| profile(flow, &answers).len())?;
    let modules = modules.iter().map(|(title, chapters)| {
        let chapters: Vec<Value> = chapters.iter().map(Chapter::json).collect();
        json!({ "title": title, "chapters": chapters })
    });
    let made = json!({
        "format": FORMAT, "v": 1, "flow": flow.id, "name": "", "profile": profile(flow, &answers), "title": title,
        "description": description.join("\n").trim(), "modules": modules.collect::<Vec<Value>>(),
    });
    let Value::Object(made) = made else { return None };
    Some(made)
}

struct Chapter<'a> {
    title: &'a str,
    done: bool,
    text: Vec<&'a str>,
}

impl Chapter<'_> {
    fn json(&self) -> Value {
        json!({ "title": self.title, "done": self.done, "contentSnippet": self.text.join("\n") })
    }
}

/// A line with a box to tick: whether it is ticked, and what it says.
fn ticked(line: &str) -> Option<(bool, &str)> {
    let rest = line.strip_prefix("- [").or_else(|| line.strip_prefix("* ["))?;
    let (mark, text) = rest.split_once(']')?;
    matches!(mark, " " | "x" | "X").then(|| (mark != " ", text.trim()))
}

/// A line with an answer: the name of its field, and the answer.
fn answer(line: &str) -> Option<(&str, &str)> {
    let (name, said) = line.strip_prefix("- **")?.split_once("**:")?;
    Some((name.trim(), said.trim()))
}

/// The answers to what a kind of course asks for (M2).
fn profile(flow: &Flow, answers: &[(&str, &str)]) -> Map<String, Value> {
    let mut profile = Map::new();
    for field in flow.fields {
        let languages = [Language::En, Language::Zh];
        let is = |name: &str| languages.iter().any(|language| field.title.get(*language) == name);
        let Some((_, said)) = answers.iter().find(|(name, _)| is(name)) else { continue };
        let skipped = languages.iter().any(|language| answer_text(&FieldAnswer::Skipped, *language) == *said);
        let said = if skipped { FieldAnswer::Skipped } else { FieldAnswer::Words((*said).to_owned()) };
        if let Ok(said) = serde_json::to_value(said) {
            profile.insert(field.name.to_owned(), said);
        }
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::super::super::export::markdown;
    use super::super::super::outline::skeleton;
    use super::super::read;
    use crate::flow::FLOWS;
    use espalier_base::env::Env;
    use espalier_base::language::Language;
    use espalier_base::time::Timestamp;
    use espalier_model::course::{Course, FieldAnswer};

    #[test]
    fn m1_what_is_written_is_read_back() {
        for flow in FLOWS {
            for language in [Language::En, Language::Zh] {
                let mut env = Env::deterministic(Timestamp(1_000), 1);
                let mut course = Course::new(env.id(), flow.id, env.now);
                course.profile.insert(flow.fields[0].name.to_owned(), FieldAnswer::Words("Baking: bread".to_owned()));
                course.profile.insert(flow.fields[1].name.to_owned(), FieldAnswer::Skipped);
                let mut outline = skeleton(flow, &course.profile, language, &mut env);
                outline.description = "What it is about.\n\nIn two parts.".to_owned();
                outline.sections[0].chapters[1].done = true;
                outline.sections[1].chapters[0].snippet = "What\n- one\n- two".to_owned();
                course.outline = Some(outline);
                let text = markdown(&course, flow, language);
                let read = read(text.as_bytes(), language, &mut env).unwrap();
                assert_eq!((&read.flow, &read.profile), (&course.flow, &course.profile));
                assert_eq!(markdown(&read, flow, language), text);
            }
        }
    }

    #[test]
    fn m1_other_texts_are_left_alone() {
        let mut env = Env::deterministic(Timestamp(1_000), 1);
        for text in
            ["", "# Title", "# Title\n\n## Part\n\n- one\n- two\n", "- [ ] one\n- [x] two\n", "## Part\n- [ ] a"]
        {
            assert!(read(text.as_bytes(), Language::En, &mut env).is_none(), "{text}");
        }
    }
}
