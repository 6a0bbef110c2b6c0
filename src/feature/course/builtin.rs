//! The interviewer without a model: it asks with the flow's own words and options, and makes outlines from templates.
//!
//! Must not be in here: streaming.

use serde_json::{Value, json};

use super::flow::Flow;
use super::gap::{self, Heard, Profile};
use super::outline;
use super::tools::GENERAL;
use crate::base::env::Env;
use crate::base::language::Language;
use crate::base::text::truncate;
use crate::model::course::{Chapter, Section};

/// The longest title that a call may have, in characters.
const TITLE: usize = 200;

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
            let row = |row: &Chapter| json!({ "title": row.title, "contentSnippet": row.snippet });
            let chapters: Vec<Value> = part.chapters.iter().map(row).collect();
            json!({ "title": part.title, chapter: chapters })
        });
        let sections: Vec<Value> = sections.collect();
        let arguments = json!({
            "title": truncate(&outline.title, TITLE), "description": outline.description, "difficulty": outline.difficulty,
            "estimatedMinutes": outline.estimated_minutes, section: sections, "reason": outline.reason,
        });
        let said = match language {
            Language::En => "That is all I need. Here is a first draft, made from a template.",
            Language::Zh => "信息已经齐全。这是一份由模板生成的初稿。",
        };
        return (said.to_owned(), flow.generate.name, arguments);
    };
    let mut card = gap::form(field, language);
    if let Some(text) = opening.filter(|_| profile.is_empty()) {
        gap::confirm(flow, &mut card, text, language);
    }
    let label = match language {
        Language::En => "*Built-in interviewer: fixed questions, offline, no language model.*",
        Language::Zh => "*内置访谈：按固定问题离线进行，不是语言模型。*",
    };
    let said = if opening.is_some() { format!("{}\n\n{label}", card.question) } else { card.question.clone() };
    let arguments = json!({
        "question": card.question, "options": card.options, "targetField": card.field.unwrap_or(GENERAL),
        "allowSkip": card.skip, "multiSelect": card.several,
    });
    (said, flow.present.name, arguments)
}

/// What is said to a text that answered nothing, with the card shown again. `before` counts how often that happened to
/// this question, so that nothing is said twice.
pub fn again(
    flow: &Flow,
    profile: &Profile,
    (text, before): (&str, usize),
    language: Language,
) -> Option<(String, &'static str, Value)> {
    let field = gap::next(flow, profile)?;
    let card = gap::form(field, language);
    let why = field.why.get(language);
    let en = language == Language::En;
    let reply = match gap::heard(text) {
        Some(Heard::Question) => match (before % 3, en) {
            (0, true) => format!("That’s a question; I ask because {why}."),
            (1, true) => format!("I follow fixed questions and can’t answer others. This one is there because {why}."),
            (_, true) => format!("Once a model is connected in Settings, it can answer that. I only know that {why}."),
            (0, false) => format!("你问得好。我问这个，是因为{why}。"),
            (1, false) => format!("我只会按固定的问题提问，没法回答别的问题。问这一条是因为{why}。"),
            (_, false) => format!("在“设置”中连接模型后，就能回答这样的问题。我只知道{why}。"),
        },
        Some(Heard::Greeting) => match (before % 3, en) {
            (0, true) => "Hello! Let’s begin.".to_owned(),
            (1, true) => "Nice to see you here.".to_owned(),
            (_, true) => "I’m all ears.".to_owned(),
            (0, false) => "你好！我们开始吧。".to_owned(),
            (1, false) => "很高兴见到你。".to_owned(),
            (_, false) => "我在听。".to_owned(),
        },
        _ => match (before % 3, en) {
            (0, true) => "I couldn’t make out an answer in that.".to_owned(),
            (1, true) => "That doesn’t tell me anything yet.".to_owned(),
            (_, true) => "I still can’t read an answer from it.".to_owned(),
            (0, false) => "我没看出这是什么回答。".to_owned(),
            (1, false) => "这还不足以让我明白你的意思。".to_owned(),
            (_, false) => "我还是没能从中看出回答。".to_owned(),
        },
    };
    let example = card.options.get(before % card.options.len().max(1)).cloned().unwrap_or_default();
    let ask = match (before % 4, en) {
        (0, _) => card.question.clone(),
        (1, true) => format!("Pick one of the options, or write a few words, such as “{example}”."),
        (1, false) => format!("请选择一个选项，或写几个字，例如“{example}”。"),
        (2, true) if field.skip => "You can also skip this question.".to_owned(),
        (2, false) if field.skip => "这个问题也可以跳过。".to_owned(),
        (2, true) => format!("It can be anything, for example “{example}”."),
        (2, false) => format!("什么都可以，例如“{example}”。"),
        (_, true) => format!("So, in your own words: {}", card.question),
        (_, false) => format!("那么，用你自己的话说：{}", card.question),
    };
    let between = if en { " " } else { "" };
    let arguments = json!({
        "question": card.question, "options": card.options, "targetField": field.name,
        "allowSkip": card.skip, "multiSelect": card.several,
    });
    Some((format!("{reply}{between}{ask}"), flow.present.name, arguments))
}

/// Another form of a part: what is in it, between a look ahead and a check. Where it has those, without them.
pub fn remake(flow: &Flow, part: &Section, language: Language) -> (String, &'static str, Value) {
    let (said, ahead, check) = match language {
        Language::En => (
            "Here is the part in another form, made from a template.",
            "What this part is for",
            "Check: do it without help",
        ),
        Language::Zh => ("这是用模板换一种形式写的这一部分。", "这一部分的目的", "自测：独立完成一次"),
    };
    let is_frame = |row: &&Chapter| row.title == ahead || row.title == check;
    let has_frame = part.chapters.iter().any(|row| is_frame(&row));
    let own = part.chapters.iter().filter(|row| !is_frame(row));
    let own: Vec<Value> = own.map(|row| json!({ "title": row.title, "contentSnippet": row.snippet })).collect();
    let chapters: Vec<Value> = if has_frame && !own.is_empty() {
        own
    } else {
        let (first, last) = (json!({ "title": ahead }), json!({ "title": check }));
        std::iter::once(first).chain(own).chain(std::iter::once(last)).collect()
    };
    let name = if flow.generate.params.iter().any(|param| param.name == "milestones") { "tasks" } else { "chapters" };
    (said.to_owned(), flow.remake.name, json!({ "title": part.title, name: chapters }))
}

/// What is said when what is missing of an outline is filled in.
pub const fn rest(language: Language) -> &'static str {
    match language {
        Language::En => "I filled in the rest from a template.",
        Language::Zh => "剩下的部分已用模板补全。",
    }
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
            "- **Aim**: note what you want to be able to do after “{title}”\n- **Steps**\n  1. Look at one example\n  2. Take it apart\n  3. Do it again without looking\n- **Exercise**: make an example of your own\n- **Check**: explain it to someone else\n\n*From a template, without a model.*"
        ),
        Language::Zh => format!(
            "- **目标**：写下学完“{title}”后希望能做到什么\n- **步骤**\n  1. 看一个例子\n  2. 拆开来看\n  3. 不看再做一遍\n- **练习**：自己做一个例子\n- **自测**：讲给别人听\n\n*由模板生成，未使用模型。*"
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
    fn what_answers_nothing_is_never_answered_twice_with_the_same_words() {
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            for text in ["Why do you ask?", "hello", "!!!", "asdfgh"] {
                let mut said: Vec<String> = Vec::new();
                for before in 0..12 {
                    let (words, tool, arguments) = again(flow, &Profile::new(), (text, before), language).unwrap();
                    assert_eq!((tool, said.contains(&words)), (flow.present.name, false), "{words}");
                    flow.present.read(arguments.as_object().unwrap()).unwrap();
                    said.push(words);
                }
                let why = flow.fields[0].why.get(language);
                assert_eq!(said[0].contains(why), text.ends_with('?') && !text.starts_with('!'), "{}", said[0]);
            }
        }
    }

    #[test]
    fn it_conducts_every_interview_to_its_end() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            let mut profile = Profile::new();
            for _ in flow.fields {
                let (said, tool, arguments) = conduct(flow, &profile, None, language, &mut env);
                assert_eq!((said.is_empty(), tool), (false, flow.present.name));
                let (read, _) = flow.present.read(arguments.as_object().unwrap()).unwrap();
                let card = gap::card(flow, None, &read).unwrap();
                let reply = Reply::Options(vec![card.options[0].clone()]);
                gap::reply(flow, &mut profile, Some(&card), &reply, false).unwrap();
            }
            let (_, tool, arguments) = conduct(flow, &profile, None, language, &mut env);
            assert_eq!(tool, flow.generate.name);
            flow.generate.read(arguments.as_object().unwrap()).unwrap();
        }
    }
}
