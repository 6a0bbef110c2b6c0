//! The interviewer without a model: it asks with the flow's own words and options, and makes outlines from templates.
//!
//! Must not be in here: streaming.

use serde_json::{Value, json};

use super::flow::Flow;
use super::gap::{self, Profile};
use super::outline;
use super::tools::GENERAL;
use crate::base::env::Env;
use crate::base::language::Language;

/// What is said, and the call that goes with it: the tool and its arguments.
pub fn conduct(flow: &Flow, profile: &Profile, language: Language, env: &mut Env) -> (String, &'static str, Value) {
    let Some(field) = gap::next(flow, profile) else {
        let outline = outline::skeleton(flow, profile, language, env);
        let [section, chapter] = if flow.generate.params.iter().any(|param| param.name == "milestones") {
            ["milestones", "tasks"]
        } else {
            ["modules", "chapters"]
        };
        let sections = outline.sections.iter().map(|part| {
            let chapters: Vec<Value> = part.chapters.iter().map(|chapter| json!({ "title": chapter.title })).collect();
            json!({ "title": part.title, chapter: chapters })
        });
        let sections: Vec<Value> = sections.collect();
        let arguments = json!({
            "title": outline.title, "description": outline.description, "difficulty": "beginner",
            "estimatedMinutes": outline.estimated_minutes, section: sections, "reason": outline.reason,
        });
        let said = match language {
            Language::En => "That is all I need. Here is a first draft, made from a template.",
            Language::Zh => "信息已经齐全。这是一份由模板生成的初稿。",
        };
        return (said.to_owned(), flow.generate.name, arguments);
    };
    let card = gap::form(field, language);
    let arguments = json!({
        "question": field.title.get(language), "options": card.options, "targetField": card.field.unwrap_or(GENERAL),
        "allowSkip": card.skip, "multiSelect": card.several,
    });
    (card.question, flow.present.name, arguments)
}

#[cfg(test)]
mod tests {
    use super::super::flow::FLOWS;
    use super::super::gap::Reply;
    use super::*;
    use crate::base::time::Timestamp;

    #[test]
    fn it_conducts_every_interview_to_its_end() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            let mut profile = Profile::new();
            for _ in flow.fields {
                let (said, tool, arguments) = conduct(flow, &profile, language, &mut env);
                assert_eq!((said.is_empty(), tool), (false, flow.present.name));
                let (read, _) = flow.present.read(arguments.as_object().unwrap()).unwrap();
                let card = gap::card(flow, &read).unwrap();
                let reply = Reply::Options(vec![card.options[0].clone()]);
                gap::reply(flow, &mut profile, Some(&card), &reply, false).unwrap();
            }
            let (_, tool, arguments) = conduct(flow, &profile, language, &mut env);
            assert_eq!(tool, flow.generate.name);
            flow.generate.read(arguments.as_object().unwrap()).unwrap();
        }
    }
}
