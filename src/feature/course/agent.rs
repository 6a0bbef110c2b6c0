//! The interviewer: what the model may and must do next, worked out from what was answered; and what came of a turn.
//!
//! - I1 One field is asked for in one turn; the turn ends with the first valid card.
//! - I2 Once everything is known, the result is the only thing that can be made.
//! - I3 Whatever the model does, a card or an outline comes of the turn.
//!
//! Must not be in here: keeping what was answered.

use super::flow::{Field, Flow};
use super::gap::{self, Card, Profile};
use super::outline;
use crate::agent::salvage::object_in;
use crate::agent::spec::{Agent, StepPolicy, StopWhen};
use crate::agent::tool::{Arguments, Tool};
use crate::agent::turn::State;
use crate::base::env::Env;
use crate::base::language::Language;
use crate::llm::request::ToolChoice;
use crate::model::conversation::Part;
use crate::model::course::Outline;

const INTERVIEW_TEMPERATURE: f64 = 0.7;
const RESULT_TEMPERATURE: f64 = 0.8;
const MAX_TOKENS: u32 = 4_096;
/// How many wrong results are sent back before what there is is completed here.
const ATTEMPTS: usize = 3;

/// The interviewer of one turn.
#[derive(Debug, Clone)]
pub struct Interviewer {
    flow: &'static Flow,
    profile: Profile,
    language: Language,
    tools: [&'static Tool; 2],
}

/// What came of a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Came {
    /// Options to choose from; the flag says that they were made here.
    Card(Card, bool),
    /// The result.
    Outline(Box<Outline>),
}

impl Interviewer {
    /// The interviewer for what was answered so far.
    pub fn new(flow: &'static Flow, profile: Profile, language: Language) -> Self {
        Self { tools: [flow.present, flow.generate], flow, profile, language }
    }

    /// What the model is told to do.
    fn instructions(&self, missing: Option<&Field>) -> String {
        let role = self.flow.role.get(self.language);
        let known: Vec<String> = self
            .flow
            .fields
            .iter()
            .filter_map(|field| {
                let said = gap::told(self.profile.get(field.name)?, self.language);
                Some(format!("{} ({}): {said}", field.name, field.title.get(self.language)))
            })
            .collect();
        let known = if known.is_empty() { "-".to_owned() } else { known.join("; ") };
        let (present, generate) = (self.flow.present.name, self.flow.generate.name);
        match (missing, self.language) {
            (Some(field), Language::En) => format!(
                "{role}\n\nKnown so far: {known}\nFind out {} (targetField \"{}\"). Ask one short question and call {present} with 2 to 4 options that fit. Only the user's own answers count; never answer for them.",
                field.task.en, field.name
            ),
            (Some(field), Language::Zh) => format!(
                "{role}\n\n已知：{known}\n现在了解{}（targetField 为 \"{}\"）。提一个简短的问题，并调用 {present} 给出 2 到 4 个合适的选项。只有用户自己的回答才算数，不要代替用户回答。",
                field.task.zh, field.name
            ),
            (None, Language::En) => format!("{role}\n\nEverything is known: {known}\nCall {generate} now."),
            (None, Language::Zh) => format!("{role}\n\n信息已齐：{known}\n现在直接调用 {generate}。"),
        }
    }

    /// What there is to show after a turn (I3).
    pub fn came(&self, state: &State, env: &mut Env) -> Came {
        let valid = |name: &str| state.calls.iter().rev().find(|call| call.valid && call.name == name);
        if let Some(field) = gap::next(self.flow, &self.profile) {
            let card = valid(self.flow.present.name).and_then(|call| gap::card(self.flow, &call.arguments));
            return card
                .map_or_else(|| Came::Card(gap::form(field, self.language), true), |card| Came::Card(card, false));
        }
        let made = valid(self.flow.generate.name).map(|call| call.arguments.clone());
        let outline = match made.or_else(|| self.attempt(state)) {
            Some(arguments) => outline::from_arguments(self.flow, &self.profile, &arguments, self.language, env),
            None => outline::skeleton(self.flow, &self.profile, self.language, env),
        };
        Came::Outline(Box::new(outline))
    }

    /// The last result that broke the limits.
    fn attempt(&self, state: &State) -> Option<Arguments> {
        state.parts.iter().rev().find_map(|part| match part {
            Part::ToolCall { name, arguments, .. } if name == self.flow.generate.name => object_in(arguments),
            _ => None,
        })
    }
}

impl Agent for Interviewer {
    fn id(&self) -> &'static str {
        self.flow.id
    }

    fn tools(&self) -> &[&'static Tool] {
        &self.tools
    }

    fn policy(&self, _: &State) -> StepPolicy {
        let missing = gap::next(self.flow, &self.profile);
        let tool = if missing.is_some() { self.flow.present } else { self.flow.generate };
        let enough = |state: &State| state.calls.iter().filter(|call| !call.valid).count() >= ATTEMPTS;
        let mut stop_when = vec![StopWhen::ValidCall(tool.name)];
        if missing.is_none() {
            stop_when.push(StopWhen::Predicate(enough));
        }
        StepPolicy {
            tools: vec![tool],
            tool_choice: ToolChoice::Named(tool.name.to_owned()),
            stop_when,
            needs_tools: true,
            temperature: Some(if missing.is_some() { INTERVIEW_TEMPERATURE } else { RESULT_TEMPERATURE }),
            max_tokens: Some(MAX_TOKENS),
            instructions: Some(self.instructions(missing)),
            ..StepPolicy::default()
        }
    }
}

#[cfg(test)]
mod tests;
