//! An agent while it is being edited: everything as it is typed, and the agent it stands for.
//!
//! - E1 A form that was not changed stands for the agent it was made from.
//! - E2 There is at most one place for the conversation.
//! - E4 The instructions are the first message of the system; without one they become it.
//! - E3 What cannot be read, a figure or own fields, is said, and nothing is saved.

mod parse;

use serde::{Deserialize, Serialize};

use espalier_llm::request::read_extra;
use espalier_model::Persona;
use espalier_model::persona::{Effort, Parameters, Preset, Role};
use espalier_model::settings::Slug;

/// An agent being edited: the typed values, and the agent they started from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentForm {
    base: Persona,
    pub name: String,
    /// Icon of one or two characters.
    pub icon: String,
    /// Description in a sentence.
    pub description: String,
    /// The provider's id; empty follows the settings.
    pub provider: String,
    /// The model; empty follows the settings.
    pub model: String,
    /// The temperature as typed; empty leaves the default.
    pub temperature: String,
    /// The most tokens of an answer, as typed.
    pub max_tokens: String,
    /// The most tokens of the context, as typed.
    pub context_tokens: String,
    /// The name of the level at which the model thinks; empty leaves it to the model.
    pub effort: String,
    /// The texts that end an answer, one per line (E5).
    pub stop: String,
    /// The share of the likeliest words, as typed.
    pub top_p: String,
    /// The seed, as typed.
    pub seed: String,
    /// The person's own fields, as typed.
    pub extra: String,
    /// The seconds to wait for the first piece of an answer, as typed.
    pub first_token: String,
    /// The seconds to wait for the next piece, as typed.
    pub idle: String,
    /// The messages, each with a number that names it while the form is open.
    pub presets: Vec<(u32, Preset)>,
    next: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FormEdit {
    Set(FormField, String),
    /// Empties the parameters.
    Reset,
    /// Sets the instructions (E4).
    Instruct(String),
    /// Adds a message at the end.
    Add,
    /// Adds the place for the conversation at the end (E2).
    AddHistory,
    /// Sets the text of a message.
    SetText(u32, String),
    /// Sets who says a message.
    SetRole(u32, Role),
    /// Switches a message on or off.
    Toggle(u32),
    Remove(u32),
    /// Moves one to where another one is.
    Move(u32, u32),
    /// Moves one by one place.
    Shift(u32, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormField {
    Name,
    Icon,
    Description,
    Provider,
    Model,
    Temperature,
    MaxTokens,
    ContextTokens,
    /// Limit to the thinking of the model.
    Effort,
    /// The texts that end an answer.
    Stop,
    /// The share of the likeliest words.
    TopP,
    Seed,
    /// The person's own fields.
    Extra,
    /// The seconds to wait for the first piece of an answer.
    FirstToken,
    /// The seconds to wait for the next piece.
    Idle,
}

const PARAMETERS: [FormField; 10] = [
    FormField::Temperature,
    FormField::MaxTokens,
    FormField::ContextTokens,
    FormField::Effort,
    FormField::Stop,
    FormField::TopP,
    FormField::Seed,
    FormField::Extra,
    FormField::FirstToken,
    FormField::Idle,
];

impl AgentForm {
    pub fn of(persona: &Persona) -> Self {
        let parameters = &persona.parameters;
        let figure = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
        let presets: Vec<(u32, Preset)> = (0..).zip(persona.presets.iter().cloned()).collect();
        Self {
            name: persona.name.clone(),
            icon: persona.icon.clone(),
            description: persona.description.clone(),
            provider: persona.provider.as_ref().map(ToString::to_string).unwrap_or_default(),
            model: persona.model.clone().unwrap_or_default(),
            temperature: parameters.temperature.map(|value| value.to_string()).unwrap_or_default(),
            max_tokens: figure(parameters.max_tokens),
            context_tokens: figure(parameters.context_tokens),
            effort: parameters.effort.map(Effort::name).unwrap_or_default().to_owned(),
            stop: parse::lines(&parameters.stop),
            top_p: parameters.top_p.map(|value| value.to_string()).unwrap_or_default(),
            seed: parameters.seed.map(|value| value.to_string()).unwrap_or_default(),
            extra: parameters.extra.clone(),
            first_token: figure(parameters.first_token_seconds),
            idle: figure(parameters.idle_seconds),
            next: presets.len() as u32,
            presets,
            base: persona.clone(),
        }
    }

    /// The agent that the form stands for, or the first field that cannot be read (E3).
    pub fn persona(&self) -> Result<Persona, FormField> {
        if self.name.trim().is_empty() {
            return Err(FormField::Name);
        }
        let parameters = Parameters {
            temperature: parse::number(&self.temperature, 2.0, FormField::Temperature)?,
            max_tokens: parse::figure(&self.max_tokens, FormField::MaxTokens)?,
            context_tokens: parse::figure(&self.context_tokens, FormField::ContextTokens)?,
            effort: Effort::named(&self.effort),
            stop: parse::stops(&self.stop)?,
            top_p: parse::number(&self.top_p, 1.0, FormField::TopP)?,
            seed: parse::seed(&self.seed)?,
            extra: read_extra(&self.extra).map(|_| self.extra.trim().to_owned()).map_err(|_| FormField::Extra)?,
            first_token_seconds: parse::seconds(&self.first_token, FormField::FirstToken)?,
            idle_seconds: parse::seconds(&self.idle, FormField::Idle)?,
        };
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(Persona {
            name: self.name.trim().to_owned(),
            icon: self.icon.trim().to_owned(),
            description: self.description.trim().to_owned(),
            provider: text(&self.provider).map(Slug::new),
            model: text(&self.model),
            parameters,
            presets: self.presets.iter().map(|(_, preset)| preset.clone()).collect(),
            ..self.base.clone()
        })
    }

    /// Whether the place for the conversation is among the presets.
    pub fn has_history(&self) -> bool {
        self.presets.iter().any(|(_, preset)| matches!(preset, Preset::ChatHistory))
    }

    fn instructions_id(&self) -> Option<u32> {
        let is_system = |preset: &Preset| matches!(preset, Preset::Message { role: Role::System, .. });
        self.presets.iter().find(|(_, preset)| is_system(preset)).map(|(id, _)| *id)
    }

    pub fn instructions(&self) -> &str {
        let id = self.instructions_id();
        let found = self.presets.iter().find_map(|(known, preset)| match preset {
            Preset::Message { text, .. } if Some(*known) == id => Some(text.as_str()),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// Whether no parameter is typed.
    pub fn sets_nothing(&self) -> bool {
        PARAMETERS.into_iter().all(|field| self.text(field).trim().is_empty())
    }

    pub fn is_changed(&self) -> bool {
        self.persona().as_ref() != Ok(&self.base)
    }

    #[cfg(test)]
    fn after(&self, edit: FormEdit) -> Self {
        let mut form = self.clone();
        form.apply(edit);
        form
    }

    /// Changes the form.
    pub fn apply(&mut self, edit: FormEdit) {
        match edit {
            FormEdit::Set(field, text) => *self.text_mut(field) = text,
            FormEdit::Reset => PARAMETERS.into_iter().for_each(|field| self.text_mut(field).clear()),
            FormEdit::Instruct(text) => {
                if let Some(id) = self.instructions_id() {
                    self.change(id, |_, old, _| *old = text);
                } else {
                    self.presets.insert(0, (self.next, Preset::Message { role: Role::System, text, enabled: true }));
                    self.next += 1;
                }
            }
            FormEdit::Add => {
                self.add(Preset::Message { role: Role::System, text: String::new(), enabled: true });
            }
            FormEdit::AddHistory if self.has_history() => {}
            FormEdit::AddHistory => self.add(Preset::ChatHistory),
            FormEdit::SetText(id, new) => self.change(id, |_, text, _| *text = new),
            FormEdit::SetRole(id, new) => self.change(id, |role, _, _| *role = new),
            FormEdit::Toggle(id) => self.change(id, |_, _, enabled| *enabled = !*enabled),
            FormEdit::Remove(id) => self.presets.retain(|(known, _)| *known != id),
            FormEdit::Move(id, to) => {
                if let (Some(from), Some(to)) = (self.place(id), self.place(to)) {
                    let item = self.presets.remove(from);
                    self.presets.insert(to, item);
                }
            }
            FormEdit::Shift(id, down) => {
                let Some(from) = self.place(id) else { return };
                let to = if down { from + 1 } else { from.wrapping_sub(1) };
                if to < self.presets.len() {
                    self.presets.swap(from, to);
                }
            }
        }
    }

    fn text_mut(&mut self, field: FormField) -> &mut String {
        match field {
            FormField::Name => &mut self.name,
            FormField::Icon => &mut self.icon,
            FormField::Description => &mut self.description,
            FormField::Provider => &mut self.provider,
            FormField::Model => &mut self.model,
            FormField::Temperature => &mut self.temperature,
            FormField::MaxTokens => &mut self.max_tokens,
            FormField::ContextTokens => &mut self.context_tokens,
            FormField::Effort => &mut self.effort,
            FormField::Stop => &mut self.stop,
            FormField::TopP => &mut self.top_p,
            FormField::Seed => &mut self.seed,
            FormField::Extra => &mut self.extra,
            FormField::FirstToken => &mut self.first_token,
            FormField::Idle => &mut self.idle,
        }
    }

    pub fn text(&self, field: FormField) -> &str {
        match field {
            FormField::Name => &self.name,
            FormField::Icon => &self.icon,
            FormField::Description => &self.description,
            FormField::Provider => &self.provider,
            FormField::Model => &self.model,
            FormField::Temperature => &self.temperature,
            FormField::MaxTokens => &self.max_tokens,
            FormField::ContextTokens => &self.context_tokens,
            FormField::Effort => &self.effort,
            FormField::Stop => &self.stop,
            FormField::TopP => &self.top_p,
            FormField::Seed => &self.seed,
            FormField::Extra => &self.extra,
            FormField::FirstToken => &self.first_token,
            FormField::Idle => &self.idle,
        }
    }

    fn add(&mut self, preset: Preset) {
        self.presets.push((self.next, preset));
        self.next += 1;
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.presets.iter().position(|(known, _)| *known == id)
    }

    fn change(&mut self, id: u32, change: impl FnOnce(&mut Role, &mut String, &mut bool)) {
        let found = self.presets.iter_mut().find(|(known, _)| *known == id);
        if let Some((_, Preset::Message { role, text, enabled })) = found {
            change(role, text, enabled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_chat::personas::shipped;
    use espalier_model::settings::Language;

    fn form() -> AgentForm {
        AgentForm::of(&shipped(Language::En)[0])
    }

    #[test]
    fn e1_a_form_that_was_not_changed_stands_for_its_agent() {
        for language in [Language::En, Language::Zh] {
            for persona in shipped(language) {
                let form = AgentForm::of(&persona);
                assert_eq!(form.persona().as_ref(), Ok(&persona));
                assert!(!form.is_changed());
            }
        }
    }

    #[test]
    fn e1_every_parameter_is_in_the_form() {
        let mut persona = shipped(Language::En)[0].clone();
        persona.parameters = Parameters {
            temperature: Some(0.5),
            max_tokens: Some(1),
            context_tokens: Some(2),
            effort: Some(Effort::Off),
            stop: vec!["\n\n".to_owned(), "END".to_owned()],
            top_p: Some(0.9),
            seed: Some(-7),
            extra: r#"{"top_k": 40}"#.to_owned(),
            first_token_seconds: Some(600),
            idle_seconds: Some(30),
        };
        let form = AgentForm::of(&persona);
        assert_eq!(form.persona(), Ok(persona));
        assert!(!form.is_changed() && !form.sets_nothing());
        let empty = form.after(FormEdit::Reset);
        assert!(empty.is_changed() && empty.sets_nothing());
        assert_eq!(empty.persona().unwrap().parameters, Parameters::default());
        let other = form.after(FormEdit::Set(FormField::Effort, "max".into()));
        assert_eq!(other.persona().unwrap().parameters.effort, Some(Effort::Max));
    }

    #[test]
    fn e2_there_is_one_place_for_the_conversation() {
        let form = form().after(FormEdit::AddHistory).after(FormEdit::AddHistory);
        assert_eq!(form.presets.iter().filter(|(_, preset)| *preset == Preset::ChatHistory).count(), 1);
    }

    #[test]
    fn e3_what_cannot_be_read_is_named() {
        let check = |field, text: &str| {
            let form = form().after(FormEdit::Set(field, text.into()));
            assert_eq!(form.persona().map(|_| ()), Err(field), "{text:?}");
        };
        check(FormField::Name, "  ");
        check(FormField::Temperature, "warm");
        check(FormField::Temperature, "2.1");
        check(FormField::MaxTokens, "0");
        check(FormField::ContextTokens, "-1");
        check(FormField::TopP, "2");
        check(FormField::Seed, "x");
        check(FormField::Stop, "1\n2\n3\n4\n5");
        check(FormField::Extra, "top_k: 40");
        check(FormField::Extra, r#"{"messages": []}"#);
        check(FormField::FirstToken, "0");
        check(FormField::Idle, "100000");
        let warm = form().after(FormEdit::Set(FormField::Temperature, "0,3".into()));
        assert_eq!(warm.persona().unwrap().parameters.temperature, Some(0.3));
    }

    #[test]
    fn e4_the_instructions_are_the_first_message_of_the_system() {
        let mut form = form();
        form.presets.clear();
        let form = form.after(FormEdit::AddHistory).after(FormEdit::Instruct("Be brief".into()));
        assert_eq!(form.instructions(), "Be brief");
        assert!(matches!(form.presets[0].1, Preset::Message { role: Role::System, .. }));
        let form = form.after(FormEdit::Instruct("Be kind".into()));
        assert_eq!((form.instructions(), form.presets.len()), ("Be kind", 2));
    }

    #[test]
    fn messages_are_added_changed_moved_and_removed() {
        let mut form = form();
        form.presets.clear();
        let form = form.after(FormEdit::Add).after(FormEdit::AddHistory).after(FormEdit::Add);
        let ids: Vec<u32> = form.presets.iter().map(|(id, _)| *id).collect();
        let [first, history, last] = ids[..] else { panic!("{ids:?}") };
        let form = form
            .after(FormEdit::SetText(last, "at the end".into()))
            .after(FormEdit::SetRole(last, Role::User))
            .after(FormEdit::Toggle(last))
            .after(FormEdit::Move(last, first));
        let order: Vec<u32> = form.presets.iter().map(|(id, _)| *id).collect();
        assert_eq!(order, [last, first, history]);
        assert_eq!(form.presets[0].1, Preset::Message { role: Role::User, text: "at the end".into(), enabled: false });
        let form = form
            .after(FormEdit::Shift(history, false))
            .after(FormEdit::Shift(last, false))
            .after(FormEdit::Remove(first));
        let order: Vec<u32> = form.presets.iter().map(|(id, _)| *id).collect();
        assert_eq!(order, [last, history]);
    }
}
