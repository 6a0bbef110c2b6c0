//! The interviewer: chooses the next step of the model from what was answered, and reads the outcome of a turn.
//!
//! - I1 One field is asked for in one turn; the turn ends with the first valid card. What only the person's own words can
//!   say is asked for in words, without one.
//! - I2 Once everything is known, the result is the only thing that can be made.
//! - I3 Whatever the model does, a card or an outline comes of the turn.
//! - I4 What a person asks about an outline that is there is answered in words; nothing is made again for a question.

use serde_json::json;

use super::flow::{Field, Flow};
use super::interview::{self, Card, Profile};
use super::{outline, tools};
use espalier_agent_api::spec::{Agent, StepPolicy, StopWhen};
use espalier_agent_api::state::State;
use espalier_agent_api::tool::object_in;
use espalier_agent_api::tool::{Arguments, Tool};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_llm::request::ToolChoice;
use espalier_model::conversation::Part;
use espalier_model::course::{Chapter, Outline, Section};

const INTERVIEW_TEMPERATURE: f64 = 0.7;
const RESULT_TEMPERATURE: f64 = 0.8;
const MAX_TOKENS: u32 = 4_096;
/// Number of wrong results that are sent back before the last one is completed here.
const ATTEMPTS: usize = 3;
/// The most steps of a turn in which only words are wanted.
const WORDS: u32 = 3;

/// Purpose of a turn.
#[derive(Debug, Clone, Default)]
pub enum Work {
    /// The next card, or the outline.
    #[default]
    Interview,
    /// The next card, after a reply that did not answer.
    Again,
    /// An answer to a question about an outline.
    Talk(Box<Outline>),
    /// Another version of one part.
    Section(Box<Outline>, Section),
    /// The outline of a chapter's lesson.
    Lesson(Box<Outline>, Chapter),
    /// The missing rest of an outline that broke off.
    Rest(Box<Outline>),
}

/// The interviewer of one turn.
#[derive(Debug, Clone)]
pub struct Interviewer {
    flow: &'static Flow,
    profile: Profile,
    language: Language,
    work: Work,
    /// Card that narrows a wide goal.
    narrow: Option<Card>,
    tools: [&'static Tool; 4],
}

/// The outcome of a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Came {
    /// Options to choose from, with the id of the call that shows them; none where they were made here, or there are
    /// none.
    Card(Card, Option<String>),
    /// The result.
    Outline(Box<Outline>),
    /// A part of the result.
    Section(Section),
    /// The missing rest of the result, as arguments; `None` where no rest came.
    Rest(Option<Arguments>),
    /// The outline of a lesson, as Markdown.
    Lesson(String),
    /// Words alone.
    Words,
}

impl Interviewer {
    /// Creates the interviewer for the answers so far.
    pub fn new(flow: &'static Flow, profile: Profile, language: Language) -> Self {
        Self {
            tools: [flow.present, flow.generate, flow.remake, flow.rest],
            flow,
            profile,
            language,
            work: Work::Interview,
            narrow: None,
        }
    }

    /// Sets the card that is shown in the interview before the next field is asked for.
    #[must_use]
    pub fn narrowing(self, narrow: Option<Card>) -> Self {
        Self { narrow, ..self }
    }

    /// Sets the work of the turn, where it is not the interview.
    #[must_use]
    pub fn at(self, work: Work) -> Self {
        Self { work, ..self }
    }

    /// Returns the first field without an answer.
    fn missing(&self) -> Option<&'static Field> {
        interview::next(self.flow, &self.profile)
    }

    /// Returns the system prompt.
    fn instructions(&self) -> String {
        let role = self.flow.role.get(self.language);
        let known: Vec<String> = self
            .flow
            .fields
            .iter()
            .filter_map(|field| {
                let said = interview::answer_text(self.profile.get(field.name)?, self.language);
                Some(format!("{} ({}): {said}", field.name, field.title.get(self.language)))
            })
            .collect();
        let known = if known.is_empty() { "-".to_owned() } else { known.join("; ") };
        let known = match self.language {
            Language::En => format!("Known so far: {known}"),
            Language::Zh => format!("已知：{known}"),
        };
        format!("{role}\n\n{known}\n{}", self.order())
    }

    /// Returns the order for this turn.
    fn order(&self) -> String {
        let remake = self.flow.remake.name;
        let zh = self.language == Language::Zh;
        match &self.work {
            Work::Talk(outline) if zh => {
                format!("大纲：\n{}\n简短回答用户的问题。{}", written(outline), NO_CHANGES.zh)
            }
            Work::Talk(outline) => {
                format!("The outline:\n{}\nAnswer the user's question briefly. {}", written(outline), NO_CHANGES.en)
            }
            Work::Section(outline, section) if zh => {
                format!(
                    "大纲：\n{}\n换一种方式重写“{}”这一部分，其余不变。调用{remake}。",
                    written(outline),
                    section.title
                )
            }
            Work::Section(outline, section) => format!(
                "The outline:\n{}\nRewrite the part \"{}\" in another way; the others stay. Call {remake}.",
                written(outline),
                section.title
            ),
            Work::Lesson(outline, chapter) if zh => format!(
                "大纲：\n{}\n为“{}”写一份课时提纲：目标、步骤、练习、自测。只输出Markdown列表，不要客套。",
                written(outline),
                chapter.title
            ),
            Work::Lesson(outline, chapter) => format!(
                "The outline:\n{}\nWrite the outline of the lesson \"{}\": aim, steps, an exercise, a check. Answer with nothing but Markdown lists.",
                written(outline),
                chapter.title
            ),
            Work::Rest(outline) if zh => format!(
                "大纲写到一半中断了，已有内容：\n{}\n只补上缺少的部分：如果最后一个部分不完整，就以同样的标题开始并补全它的章节，然后继续写后面的部分，不要重复其他内容。调用{}。",
                written(outline),
                self.flow.rest.name
            ),
            Work::Rest(outline) => format!(
                "The outline broke off in the middle. This is there:\n{}\nAdd only what is missing: if the last part is not complete, begin with it, under the same title, with its missing chapters; then the parts after it. Repeat nothing else. Call {}.",
                written(outline),
                self.flow.rest.name
            ),
            Work::Interview | Work::Again => self.question(),
        }
    }

    /// Returns the order for the next question of the interview.
    fn question(&self) -> String {
        let (present, generate) = (self.flow.present.name, self.flow.generate.name);
        let zh = self.language == Language::Zh;
        let again = matches!(self.work, Work::Again);
        match (self.missing(), zh) {
            (Some(field), false) if field.options.is_empty() => format!(
                "Find out {}. They have not said it yet: react to what they said in a few words and ask one short question. Suggest nothing and list nothing; only their own words count.",
                field.task.en
            ),
            (Some(field), true) if field.options.is_empty() => format!(
                "现在了解{}。用户还没有说：先简短回应，再提一个简短的问题。不要给建议，也不要列举；只有用户自己的话才算数。",
                field.task.zh
            ),
            (Some(field), false) => format!(
                "{}Find out {} (targetField \"{}\"). Ask one short question and call {present} with 2 to 4 options that fit; if something they said fits, begin with it. Only the user's own answers count; never answer for them.",
                if again {
                    "Their last message did not answer: react to it kindly, then ask again in other words. "
                } else {
                    ""
                },
                field.task.en,
                field.name
            ),
            (Some(field), true) => format!(
                "{}现在了解{}（targetField为 \"{}\"）。提一个简短的问题，并调用{present}给出2到4个合适的选项；用户说过的话里如果有合适的，放在第一个。只有用户自己的回答才算数，不要代替用户回答。",
                if again { "用户刚才没有回答：先友好回应，再换一种问法。" } else { "" },
                field.task.zh,
                field.name
            ),
            (None, false) => format!("Everything is known. Call {generate} now."),
            (None, true) => format!("信息已齐。现在直接调用{generate}。"),
        }
    }

    /// The tool that has to be called in this turn, if any.
    fn forced(&self) -> Option<&'static Tool> {
        match self.work {
            Work::Talk(_) | Work::Lesson(..) => None,
            Work::Section(..) => Some(self.flow.remake),
            Work::Rest(_) => Some(self.flow.rest),
            Work::Interview | Work::Again => match self.missing() {
                Some(_) if self.narrow.is_some() => self.flow.fields.first().map(|goal| tools::present(goal.name)),
                Some(field) if field.options.is_empty() => None,
                Some(field) => Some(tools::present(field.name)),
                None => Some(self.flow.generate),
            },
        }
    }

    /// Returns an example of what has to be made in this turn: the form of the field that is missing, or the beginning of
    /// the outline that is made without a model.
    fn example(&self) -> Option<String> {
        if !matches!(self.work, Work::Interview | Work::Again) {
            return None;
        }
        let Some(field) = self.missing() else {
            return Some(outline::example(self.flow, &self.profile, self.language).to_string());
        };
        let card = interview::form(&interview::asked(self.flow, &self.profile, field), self.language);
        let card = json!({ "question": card.question, "options": card.options, "targetField": field.name });
        (!field.options.is_empty()).then(|| card.to_string())
    }

    /// Returns the outcome of a turn (I3).
    pub fn came(&self, state: &State, env: &mut Env) -> Came {
        // The first one counts; a model that goes on does so without the person.
        let valid = |name: &str| state.calls.iter().find(|call| call.valid && call.name == name);
        match &self.work {
            Work::Talk(_) => return Came::Words,
            Work::Lesson(..) => {
                let texts = state.parts.iter().filter_map(|part| match part {
                    Part::Text { text } => Some(text.trim()),
                    _ => None,
                });
                let text = texts.collect::<Vec<_>>().join("\n\n");
                return if text.is_empty() { Came::Words } else { Came::Lesson(text) };
            }
            Work::Section(..) => {
                let made = valid(self.flow.remake.name).map(|call| call.arguments.clone());
                let made = made.or_else(|| attempt(state, self.flow.remake));
                let section = made.and_then(|arguments| outline::section(&arguments.into(), env));
                return section.map_or(Came::Words, Came::Section);
            }
            Work::Rest(_) => {
                let made = valid(self.flow.rest.name).map(|call| call.arguments.clone());
                return Came::Rest(made.or_else(|| attempt(state, self.flow.rest)));
            }
            Work::Interview | Work::Again => {}
        }
        if let Some(field) = self.missing() {
            let narrows = self.flow.fields.first().filter(|_| self.narrow.is_some());
            let field = narrows.unwrap_or(field);
            let call = valid(self.flow.present.name).filter(|_| narrows.is_some() || !field.options.is_empty());
            let card = call.and_then(|call| {
                Some((interview::card(self.flow, Some(field), &call.arguments)?, Some(call.id.clone())))
            });
            let (card, call) = card.unwrap_or_else(|| {
                let field = interview::asked(self.flow, &self.profile, field);
                (interview::form(&field, self.language), None)
            });
            return Came::Card(card, call);
        }
        let made = valid(self.flow.generate.name).map(|call| call.arguments.clone());
        let outline = match made.or_else(|| attempt(state, self.flow.generate)) {
            Some(arguments) => outline::from_arguments(self.flow, &self.profile, &arguments, self.language, env),
            None => outline::skeleton(self.flow, &self.profile, self.language, env),
        };
        Came::Outline(Box::new(outline))
    }
}

/// The last result that broke the limits.
fn attempt(state: &State, tool: &Tool) -> Option<Arguments> {
    state.parts.iter().rev().find_map(|part| match part {
        Part::ToolCall { name, arguments, .. } if name == tool.name => object_in(arguments),
        _ => None,
    })
}

/// An outline as the model reads it.
fn written(outline: &Outline) -> String {
    let mut text = outline.title.clone();
    for section in &outline.sections {
        text.push_str("\n- ");
        text.push_str(&section.title);
        for chapter in &section.chapters {
            text.push_str("\n  - ");
            text.push_str(&chapter.title);
        }
    }
    text
}

impl Agent for Interviewer {
    fn id(&self) -> &'static str {
        self.flow.id
    }

    fn tools(&self) -> &[&'static Tool] {
        &self.tools
    }

    fn policy(&self, _: &State) -> StepPolicy {
        let asks = self.missing().is_some();
        let is_interview = matches!(self.work, Work::Interview | Work::Again);
        let Some(tool) = self.forced() else {
            return StepPolicy {
                temperature: Some(if is_interview { INTERVIEW_TEMPERATURE } else { RESULT_TEMPERATURE }),
                max_tokens: Some(MAX_TOKENS),
                instructions: Some(self.instructions()),
                // A model may call what it was not offered, again and again.
                stop_when: vec![StopWhen::StepCount(WORDS)],
                ..StepPolicy::default()
            };
        };
        let enough = |state: &State| state.calls.iter().filter(|call| !call.valid).count() >= ATTEMPTS;
        let mut stop_when = vec![StopWhen::ValidCall(tool.name)];
        if tool.name != self.flow.present.name {
            stop_when.push(StopWhen::Predicate(enough));
        }
        StepPolicy {
            tools: vec![tool],
            tool_choice: ToolChoice::Named(tool.name.to_owned()),
            stop_when,
            needs_tools: true,
            temperature: Some(if asks { INTERVIEW_TEMPERATURE } else { RESULT_TEMPERATURE }),
            max_tokens: Some(MAX_TOKENS),
            instructions: Some(self.instructions()),
            example: self.example(),
            ..StepPolicy::default()
        }
    }
}

/// Reminder for a turn about an outline: talking about it is not to claim that it was changed.
const NO_CHANGES: Text = Text::new(
    "You cannot change the outline here: never say that you did. If they want a change, say what you would change, and \
     that they can edit it on the right or press “Rewrite this part”.",
    "你在这里不能修改大纲，绝不要说已经修改。如果用户想改，就说你会怎么改，并告诉用户可以直接编辑大纲，或点“重写这一部分”。",
);

#[cfg(test)]
mod tests;
