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

/// What is said, and the call that goes with it: the tool and its arguments. `opening` is what the person began with,
/// while nothing else was said.
pub fn conduct(
    flow: &Flow,
    profile: &Profile,
    opening: Option<&str>,
    language: Language,
    env: &mut Env,
) -> (String, &'static str, Value) {
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
    let mut card = gap::form(field, language);
    let asks_whether = opening.is_some_and(|text| profile.is_empty() && gap::confirm(flow, &mut card, text, language));
    let title = if asks_whether { card.question.as_str() } else { field.title.get(language) };
    let label = match language {
        Language::En => "*Built-in interviewer: fixed questions, offline, no language model.*",
        Language::Zh => "*内置访谈：按固定问题离线进行，不是语言模型。*",
    };
    let said = if opening.is_some() { format!("{}\n\n{label}", card.question) } else { card.question.clone() };
    let arguments = json!({
        "question": title, "options": card.options, "targetField": card.field.unwrap_or(GENERAL),
        "allowSkip": card.skip, "multiSelect": card.several,
    });
    (said, flow.present.name, arguments)
}

/// Another form of a part: its title, seen from four sides.
pub fn remake(flow: &Flow, title: &str, language: Language) -> (String, &'static str, Value) {
    let (said, chapters) = match language {
        Language::En => (
            "Here is the part in another form, made from a template.",
            [format!("What matters in “{title}”"), "Step by step".into(), "Try it yourself".into(), "Check".into()],
        ),
        Language::Zh => (
            "这是按模板重写的这一部分。",
            [format!("“{title}”的要点"), "分步进行".into(), "自己动手".into(), "自测".into()],
        ),
    };
    let name = if flow.generate.params.iter().any(|param| param.name == "milestones") { "tasks" } else { "chapters" };
    let chapters: Vec<Value> = chapters.iter().map(|title| json!({ "title": title })).collect();
    (said.to_owned(), flow.remake.name, json!({ "title": title, name: chapters }))
}

/// What is said about an outline that is there.
pub const fn talk(language: Language) -> &'static str {
    match language {
        Language::En => {
            "I follow fixed rules and cannot answer questions about the outline. Connect a model in Settings for that; editing, versions and the other rooms work without one."
        }
        Language::Zh => {
            "我按固定规则工作，无法回答关于大纲的问题。请在“设置”中连接模型；编辑、版本和其他房间无需模型即可使用。"
        }
    }
}

/// The outline of a lesson, made from a template.
pub fn lesson(title: &str, language: Language) -> String {
    match language {
        Language::En => format!(
            "- **Aim**: say in one sentence what “{title}” is good for\n- **Steps**\n  1. Look at one example\n  2. Take it apart\n  3. Do it again without looking\n- **Exercise**: make an example of your own\n- **Check**: explain it to someone else\n\n*From a template, without a model.*"
        ),
        Language::Zh => format!(
            "- **目标**：用一句话说出“{title}”的用处\n- **步骤**\n  1. 看一个例子\n  2. 拆开来看\n  3. 不看再做一遍\n- **练习**：自己做一个例子\n- **自测**：讲给别人听\n\n*由模板生成，未使用模型。*"
        ),
    }
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
                let (said, tool, arguments) = conduct(flow, &profile, None, language, &mut env);
                assert_eq!((said.is_empty(), tool), (false, flow.present.name));
                let (read, _) = flow.present.read(arguments.as_object().unwrap()).unwrap();
                let card = gap::card(flow, &read).unwrap();
                let reply = Reply::Options(vec![card.options[0].clone()]);
                gap::reply(flow, &mut profile, Some(&card), &reply, false).unwrap();
            }
            let (_, tool, arguments) = conduct(flow, &profile, None, language, &mut env);
            assert_eq!(tool, flow.generate.name);
            flow.generate.read(arguments.as_object().unwrap()).unwrap();
        }
    }
}
