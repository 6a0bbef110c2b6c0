//! Outlines as Markdown and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::flow::Flow;
use super::interview::answer_text;
use espalier_base::language::Language;
use espalier_model::course::Course;

/// Names the JSON form.
pub const FORMAT: &str = "espalier-course";

/// The course as Markdown: title, answers, parts as headings, chapters as a list with ticks.
pub fn markdown(course: &Course, flow: &Flow, language: Language) -> String {
    let mut text = format!("# {}\n", line(course.title()));
    let Some(outline) = &course.outline else { return text };
    // Writing to a text cannot fail.
    if !outline.description.is_empty() {
        let _ = write!(text, "\n{}\n", outline.description.trim());
    }
    text.push('\n');
    for field in flow.fields {
        if let Some(said) = course.profile.get(field.name) {
            let _ = writeln!(text, "- **{}**: {}", field.title.get(language), line(&answer_text(said, language)));
        }
    }
    for section in &outline.sections {
        let _ = write!(text, "\n## {}\n\n", line(&section.title));
        for chapter in &section.chapters {
            let tick = if chapter.done { 'x' } else { ' ' };
            let _ = writeln!(text, "- [{tick}] {}", line(&chapter.title));
            for more in [&chapter.snippet, &chapter.lesson] {
                for line in more.lines().filter(|line| !line.trim().is_empty()) {
                    let _ = writeln!(text, "  {}", line.trim_end());
                }
            }
        }
    }
    text
}

/// The course as JSON, with the names that the model uses.
pub fn json_text(course: &Course) -> String {
    let sections = course.outline.iter().flat_map(|outline| &outline.sections).map(|section| {
        let chapters = section.chapters.iter().map(|chapter| {
            json!({
                "title": chapter.title, "contentSnippet": chapter.snippet, "lesson": chapter.lesson, "done": chapter.done,
            })
        });
        json!({ "title": section.title, "chapters": chapters.collect::<Vec<Value>>() })
    });
    let value = json!({
        "format": FORMAT, "v": 1, "flow": course.flow, "name": course.name, "profile": course.profile,
        "description": course.outline.as_ref().map(|outline| &outline.description),
        "difficulty": course.outline.as_ref().map(|outline| outline.difficulty),
        "title": course.outline.as_ref().map(|outline| &outline.title),
        "reason": course.outline.as_ref().map(|outline| &outline.reason),
        "estimatedMinutes": course.outline.as_ref().map(|outline| outline.estimated_minutes),
        "modules": sections.collect::<Vec<Value>>(),
    });
    format!("{value:#}\n")
}

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::flow::COURSE;
    use super::super::outline::skeleton;
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_model::course::FieldAnswer;

    #[test]
    fn an_outline_is_written_in_both_forms() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        let mut course = Course::new(env.id(), "course", env.now);
        course.profile.insert("goal".to_owned(), FieldAnswer::Words("Baking\nbread".to_owned()));
        let mut outline = skeleton(&COURSE, &course.profile, Language::En, &mut env);
        outline.sections[0].chapters[0].done = true;
        outline.sections[0].chapters[1].snippet = "Two\n\nlines".to_owned();
        course.outline = Some(outline);
        let text = markdown(&course, &COURSE, Language::En);
        assert!(text.starts_with("# Baking\n\n- **Goal**: Baking bread\n"), "{text}");
        assert!(text.contains(
            "\n## The first bake\n\n- [x] Flour, water, fat, salt: the ingredients of bread\n- [ ] Scales, a bowl and your oven’s true temperature\n  Two\n  lines\n"
        ));
        let value: Value = serde_json::from_str(&json_text(&course)).unwrap();
        assert_eq!(
            (value["modules"].as_array().unwrap().len(), value["modules"][0]["chapters"][0]["done"].clone()),
            (4, true.into())
        );
    }
}
