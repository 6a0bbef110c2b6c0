//! A course from the JSON or the Markdown that `export` writes.
//!
//! - I1 What is written is read back as it was, but for its ids, its versions and its conversation.
//! - I2 Whatever is wrong or missing is completed as with a model's outline; only what is no course at all is refused.

mod markdown;

use std::collections::BTreeMap;

use serde_json::Value;

use super::flow::{self, Flow};
use super::{outline, tools};
use espalier_agent_api::tool::Arguments;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_model::MessageId;
use espalier_model::course::{Course, FieldAnswer, Outline, Snapshot};

/// The most characters of a text.
const LONGEST: usize = 20_000;

/// The course in a file; `None` where there is none.
pub fn read(bytes: &[u8], language: Language, env: &mut Env) -> Option<Course> {
    let file = match serde_json::from_slice(bytes) {
        Ok(Value::Object(file)) => file,
        Ok(_) => return None,
        Err(_) => markdown::json_of(std::str::from_utf8(bytes).ok()?)?,
    };
    if file.get("format")?.as_str()? != super::export::FORMAT {
        return None;
    }
    let flow = flow::flow(file.get("flow")?.as_str()?)?;
    let mut course = Course::new(env.id(), flow.id, env.now);
    course.name = truncate(file.get("name").and_then(Value::as_str).unwrap_or_default().trim(), super::commands::TITLE);
    let profile: BTreeMap<String, Value> =
        file.get("profile").cloned().and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
    for (name, said) in profile {
        if let (Some(field), Ok(said)) = (flow.field(&name), serde_json::from_value::<FieldAnswer>(said)) {
            course.profile.insert(field.name.to_owned(), said);
        }
    }
    let moment = Snapshot { profile: course.profile.clone(), task: None };
    course.moments.insert(MessageId::from_uuid(uuid::Uuid::nil()), moment);
    course.outline = outline_of(flow, &course, file, language, env);
    Some(course)
}

fn outline_of(flow: &Flow, course: &Course, mut file: Arguments, language: Language, env: &mut Env) -> Option<Outline> {
    if tools::sections(&file).1.is_empty() {
        return None;
    }
    if !file.contains_key("title") {
        file.insert("title".to_owned(), Value::from(course.name.as_str()));
    }
    let mut made = outline::from_arguments(flow, &course.profile, &file, language, env);
    let given = tools::sections(&file).1;
    for (section, given) in made.sections.iter_mut().zip(given) {
        let titled = tools::chapters(given).iter().filter(|row| {
            let title = row.get("title").and_then(Value::as_str);
            title.is_some_and(|title| !title.trim().is_empty())
        });
        for (chapter, given) in section.chapters.iter_mut().zip(titled) {
            chapter.done = given.get("done").and_then(Value::as_bool).unwrap_or_default();
            chapter.lesson = text_of(given.get("lesson"));
            // What a person wrote may be longer than what is taken of a model.
            chapter.snippet = text_of(given.get("contentSnippet"));
        }
    }
    if file.contains_key("description") {
        made.description = text_of(file.get("description"));
    }
    Some(made)
}

fn text_of(value: Option<&Value>) -> String {
    truncate(value.and_then(Value::as_str).unwrap_or_default(), LONGEST)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::export::json_text;
    use super::super::flow::FLOWS;
    use super::super::outline::skeleton;
    use super::*;
    use espalier_base::time::Timestamp;

    fn env() -> Env {
        Env::deterministic(Timestamp(1_000), 1)
    }

    #[test]
    fn i1_what_is_written_is_read_back() {
        for flow in FLOWS {
            let mut env = env();
            let mut course = Course::new(env.id(), flow.id, env.now);
            course.profile.insert(flow.fields[0].name.to_owned(), FieldAnswer::Chosen(vec!["Baking".to_owned()]));
            course.profile.insert(flow.fields[1].name.to_owned(), FieldAnswer::Skipped);
            let mut outline = skeleton(flow, &course.profile, Language::En, &mut env);
            outline.sections[0].chapters[1].done = true;
            outline.sections[1].chapters[0].lesson = "- one\n- two".to_owned();
            outline.sections[1].chapters[0].snippet = "What".repeat(2_000);
            outline.description = "long ".repeat(2_000);
            course.outline = Some(outline);
            let read = read(json_text(&course).as_bytes(), Language::En, &mut env).unwrap();
            assert_eq!(json_text(&read), json_text(&course));
            assert_eq!((&read.profile, read.title()), (&course.profile, "Baking"));
            assert_eq!((read.name.as_str(), read.outline.unwrap().sections.len()), ("", 4));
        }
    }

    #[test]
    fn i2_what_is_no_course_is_refused() {
        for text in
            ["", "[]", "{}", r#"{"format":"espalier-course","flow":"no"}"#, r#"{"format":"other","flow":"course"}"#]
        {
            assert!(read(text.as_bytes(), Language::En, &mut env()).is_none(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn i2_whatever_stands_in_a_file_keeps_the_limits(junk in "[a-z\\[\\]{}\",:0-9 ]{0,60}") {
            let text = format!(r#"{{"format":"espalier-course","flow":"course","profile":{{"goal":{{"words":"x"}},"other":1}},"modules":[{{"title":"a","chapters":[{{"title":"b"}}]}}],"x":{}}}"#, Value::from(junk));
            let course = read(text.as_bytes(), Language::Zh, &mut env()).unwrap();
            prop_assert_eq!(course.profile.len(), 1);
            prop_assert_eq!(course.outline.unwrap().sections.len(), 2);
        }
    }
}
