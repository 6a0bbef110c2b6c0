//! The built-in model: understands questions by rules and answers them with the same tools a model has.
//!
//! - B1 Each number it says is one that a tool of the turn found.
//! - B2 What could mean several things is asked back, with the choices.
//! - B3 What is not understood is said to be; what is near to it can be asked with one press (`offers`).

use serde_json::{Value, json};

use super::entry_from_text::entry_in;
use super::toolbox::ASK;
use crate::look_up::{self, MAX_DETAILS, World};
use crate::names::Named;
use crate::questions::{self, Known, Plan, Understood};
use crate::scan::Folded;
use crate::tools::Finding;
use espalier_agent_api::ask::Answer;
use espalier_agent_api::state::State;
use espalier_base::date::DateRange;
use espalier_base::language::Language;
use espalier_base::text::is_han;
use espalier_model::timelog::{Goal, TimeCategory};

/// Next step of the built-in model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocalReply {
    /// Final answer.
    Text(String),
    /// A call, with words before it: its id, the tool, the arguments.
    Call(String, String, &'static str, Value),
}

/// Returns the next step for a question, given the turn so far and the questions before it; `instead` of a model that
/// cannot call tools.
pub fn next(
    world: &World<'_>,
    asked: &UserQuestion<'_>,
    state: &State,
    language: Language,
    instead: bool,
) -> LocalReply {
    if asked.text.trim().is_empty() {
        return LocalReply::Text(noted(language).to_owned());
    }
    with_known(world, |known| {
        let told = entry_in(world, asked.text, state, known, language);
        told.unwrap_or_else(|| match understood(asked, state, known, language, instead) {
            Ok(plan) => look_up_all(world, &plan, state, known, language),
            Err(said) => said,
        })
    })
}

/// Looks at a question with all that the log knows.
pub(super) fn with_known<T>(world: &World<'_>, look: impl FnOnce(&Known<'_>) -> T) -> T {
    let categories: Vec<&TimeCategory> = world.workspace.tables().time_categories.values().map(AsRef::as_ref).collect();
    let goals: Vec<&Goal> = world.workspace.tables().goals.values().map(AsRef::as_ref).collect();
    let categories: Vec<Named<'_>> =
        categories.iter().map(|row| Named { name: &row.name, aliases: &row.aliases, client: None }).collect();
    let goals: Vec<Named<'_>> = goals.iter().map(|row| Named { name: &row.name, aliases: &[], client: None }).collect();
    let tags = world.tags();
    let mentions = |words: &str| world.mentions(words);
    look(&Known {
        around: world.around(),
        calendar: world.columns.calendar(),
        categories: &categories,
        goals: &goals,
        tags: &tags,
        mentions: &mentions,
    })
}

/// Question of a person with its conversation.
#[derive(Debug, Clone, Copy)]
pub struct UserQuestion<'a> {
    /// The question.
    pub text: &'a str,
    /// Questions before it in the conversation, the earliest first.
    pub earlier: &'a [Before],
}

/// A question before, and what was answered when it was asked back about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Before {
    /// The question.
    pub text: String,
    /// Choice or free text that answered the question asked back.
    pub chosen: Option<String>,
}

/// The questions before, as they would have been clear at once.
pub(super) fn cleared(earlier: &[Before], known: &Known<'_>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for Before { text, chosen } in earlier {
        let before: Vec<&str> = texts.iter().map(String::as_str).collect();
        let clear = chosen.as_ref().and_then(|chosen| match questions::understand(text, &before, known)? {
            Understood::Which(said, _) | Understood::Nowhere(said, _) => Some(settled(text, &said, chosen, known)),
            _ => None,
        });
        texts.push(clear.unwrap_or_else(|| text.clone()));
    }
    texts
}

/// The question with a name in place of the words that were asked back about; another question counts as it stands.
pub(super) fn settled(text: &str, said: &str, name: &str, known: &Known<'_>) -> String {
    if questions::asks(name, known) {
        return name.to_owned();
    }
    // The words may stand in another case.
    let folded = Folded::new(text);
    let wanted: Vec<char> = said.chars().collect();
    let at = (0..folded.len()).find(|at| folded.chars()[*at..].starts_with(&wanted));
    at.map_or_else(
        || format!("{text} {name}"),
        |at| {
            let bytes = folded.bytes(at..at + wanted.len());
            format!("{} {name} {}", &text[..bytes.start], &text[bytes.end..])
        },
    )
}

/// The plan of a question, once it is clear what it is about (B2).
fn understood(
    asked: &UserQuestion<'_>,
    state: &State,
    known: &Known<'_>,
    language: Language,
    instead: bool,
) -> Result<Plan, LocalReply> {
    let text = asked.text;
    let earlier = cleared(asked.earlier, known);
    let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
    let (said, choices, back) = match questions::understand(text, &earlier, known) {
        None => return Err(LocalReply::Text(help(language, instead))),
        Some(Understood::Plan(plan)) => return Ok(*plan),
        Some(Understood::Change) => return Err(LocalReply::Text(cannot_change(language).to_owned())),
        Some(Understood::Left(left)) => return Err(LocalReply::Text(left_over(&left, language))),
        Some(Understood::Ahead(days)) => return Err(LocalReply::Text(ahead(days, known, language))),
        Some(Understood::Which(said, choices)) => {
            let back = questions::ask_back(&said, &choices, language);
            (said, choices, back)
        }
        Some(Understood::Nowhere(said, choices)) if choices.is_empty() => {
            return Err(LocalReply::Text(left_over(&[said], language)));
        }
        Some(Understood::Nowhere(said, choices)) => {
            let back = nowhere(&said, language);
            (said, choices, back)
        }
    };
    let name = match state.done(ASK).last().and_then(|call| call.answers.last()) {
        None => {
            let arguments = json!({ "question": back, "options": choices });
            return Err(LocalReply::Call(String::new(), "which".to_owned(), ASK, arguments));
        }
        Some(Answer::Chosen(ids)) => ids.first().cloned().unwrap_or_default(),
        Some(Answer::Text(name)) => name.clone(),
        Some(_) => return Err(LocalReply::Text(back)),
    };
    match questions::understand(&settled(text, &said, &name, known), &earlier, known) {
        Some(Understood::Plan(plan)) => Ok(*plan),
        Some(Understood::Left(left)) => Err(LocalReply::Text(left_over(&left, language))),
        // It is as unclear as before.
        _ => Err(LocalReply::Text(back)),
    }
}

/// The next call of a plan, or once all were made the answer (B1).
fn look_up_all(world: &World<'_>, plan: &Plan, state: &State, known: &Known<'_>, language: Language) -> LocalReply {
    let mut findings: Vec<Finding> = Vec::new();
    for (at, call) in plan.calls.iter().enumerate() {
        let id = format!("local-{}", at + 1);
        if state.call(&id).is_none() {
            return LocalReply::Call(String::new(), id, call.tool(), call.arguments().into());
        }
        match look_up::answer(world, call, 0, MAX_DETAILS) {
            Ok(answer) => findings.push(answer.finding),
            Err(error) => return LocalReply::Text(error.text(language)),
        }
    }
    let answer = questions::answer(plan, &findings, known, language);
    LocalReply::Text(answer.unwrap_or_else(|| help(language, false)))
}

const fn cannot_change(language: Language) -> &'static str {
    match language {
        Language::En => {
            "I can’t change or delete entries myself. Tick them in the list and choose what to do. I can add one if you tell \
             me when it was."
        }
        Language::Zh => "我不能自行修改或删除记录。请在列表里勾选后操作；如果告诉我时间，我可以建议添加一条。",
    }
}

/// Explains why there is no figure: parts that were not understood are named (B3).
fn left_over(left: &[String], language: Language) -> String {
    // Chinese words are read one by one, and written without spaces.
    let joined = |word: &String| if word.contains(is_han) { word.replace(' ', "") } else { word.clone() };
    let said: Vec<String> = left.iter().map(|word| format!("“{}”", joined(word))).collect();
    match language {
        Language::En => format!(
            "I couldn’t read {}, and guessing would change the number. Put it another way, or ask one of these.",
            said.join(", ")
        ),
        Language::Zh => {
            format!("{}没看懂，忽略它数字就不对了。请换个说法，或者试试下面的问题。", said.join("、"))
        }
    }
}

/// A log says nothing about what is to come.
fn ahead(days: DateRange, known: &Known<'_>, language: Language) -> String {
    let days = questions::days_in_words(days, known.around.today, language);
    match language {
        Language::En => format!("{days}: that is still ahead. The log only has what you recorded."),
        Language::Zh => format!("{days}还没有到，记录里只有已经发生的事。"),
    }
}

fn nowhere(said: &str, language: Language) -> String {
    match language {
        Language::En => format!(
            "“{said}” isn’t in your log: no category, goal or tag is called that, and no note mentions it. Which \
             category do you mean?"
        ),
        Language::Zh => {
            format!("记录里没有“{said}”：没有叫这个名称的分类、目标或标签，备注里也没有提到。它指的是哪个分类？")
        }
    }
}

pub(super) const fn noted(language: Language) -> &'static str {
    match language {
        Language::En => "Noted.",
        Language::Zh => "知道了。",
    }
}

/// Returns the answer to a question that is not understood (B3).
fn help(language: Language, instead: bool) -> String {
    let lead = match (language, instead) {
        (Language::En, false) => "I didn’t understand this. I answer questions about your log by rules, offline.",
        (Language::En, true) => "The app’s own assistant didn’t understand this. It answers questions about your log.",
        (Language::Zh, false) => "我没有理解这个问题。我按规则离线回答关于记录的问题。",
        (Language::Zh, true) => "应用自带的助手没有理解这个问题。它能回答关于记录的问题。",
    };
    lead.to_owned()
}
