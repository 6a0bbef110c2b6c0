//! Agents: the ones that ship with the app, copies, and the file they travel in.
//!
//! - A1 A shipped agent has a fixed id and a text in each language; it is not stored until the user changes it, and
//!   then the stored row with the same id stands for it.
//! - A2 The default agent is the first shipped one.
//! - A3 A file holds one agent or several; what is written reads back the same.

mod shipped;

use serde::{Deserialize, Serialize};

pub use self::shipped::{ASSISTANT, DEVILS_ADVOCATE, EDITOR, REVIEWER, SUMMARISER, TRANSLATOR, TUTOR};
use espalier_base::env::Env;
use espalier_model::persona::{Persona, PersonaId};
use espalier_model::settings::Language;

/// The format's name in its files.
pub const FORMAT: &str = "espalier.agents";
/// The version that is written.
pub const VERSION: u32 = 1;

/// A file of agents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct AgentFile<A> {
    /// Always [`FORMAT`].
    pub format: String,
    /// The format's version.
    pub v: u32,
    /// The agents.
    pub agents: A,
}

/// The agents that ship with the app, in the order they are offered.
pub fn shipped(language: Language) -> Vec<Persona> {
    shipped::all(language)
}

/// Whether an agent of this id ships with the app (A1).
pub fn is_shipped(id: PersonaId) -> bool {
    shipped::IDS.contains(&id)
}

/// The agent that answers until the user chooses one (A2).
pub fn default_persona(language: Language) -> Persona {
    shipped::assistant(language)
}

/// A copy with an id and a name of its own.
pub fn duplicate(persona: &Persona, env: &mut Env) -> Persona {
    Persona { id: env.id(), name: next_name(&persona.name), created_at: env.now, ..persona.clone() }
}

/// The file of these agents (A3).
pub fn to_json(personas: &[Persona]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&AgentFile { format: FORMAT.to_owned(), v: VERSION, agents: personas })
}

/// Returns the next name: "Editor" is followed by "Editor (2)", and that by "Editor (3)".
fn next_name(name: &str) -> String {
    let numbered = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let next = numbered.and_then(|(stem, number)| Some((stem, number.parse::<u32>().ok()?.checked_add(1)?)));
    match next {
        Some((stem, number)) => format!("{stem} ({number})"),
        None => format!("{name} (2)"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use espalier_agent::context::{ContextOptions, assemble};
    use espalier_base::time::Timestamp;
    use espalier_model::persona::{Preset, Role};

    #[test]
    fn a1_both_languages_have_the_same_agents_with_the_same_shape() {
        let (en, zh) = (shipped(Language::En), shipped(Language::Zh));
        let ids: Vec<PersonaId> = en.iter().map(|persona| persona.id).collect();
        assert_eq!(ids, shipped::IDS);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        for (en, zh) in en.iter().zip(&zh) {
            assert_eq!(en.id, zh.id);
            assert!(chinese(&zh.name) && chinese(&zh.description) && !chinese(&en.name));
            assert!(!en.name.is_empty() && !en.description.is_empty());
            assert!((1..=2).contains(&en.icon.chars().count()));
            let shape = |persona: &Persona| -> Vec<Option<Role>> {
                let role = |preset: &Preset| match preset {
                    Preset::Message { role, text, enabled } => {
                        assert!(*enabled && !text.trim().is_empty());
                        Some(*role)
                    }
                    Preset::ChatHistory => None,
                };
                persona.presets.iter().map(role).collect()
            };
            assert_eq!(shape(en), shape(zh));
            assert_eq!(en.parameters, zh.parameters);
        }
    }

    #[test]
    fn a2_the_default_agent_is_the_first_shipped_one() {
        assert_eq!(default_persona(Language::Zh), shipped(Language::Zh)[0]);
        assert!(is_shipped(ASSISTANT));
    }

    #[test]
    fn one_agent_shows_examples_and_one_speaks_after_the_conversation() {
        let roles = |id: PersonaId| -> Vec<Role> {
            let persona = shipped(Language::En).into_iter().find(|persona| persona.id == id).unwrap();
            let context = assemble(&persona, &[], ContextOptions::default());
            context.included().map(|item| item.role).collect()
        };
        assert!(roles(TRANSLATOR).ends_with(&[Role::User, Role::Assistant]));
        let tutor = shipped(Language::En).into_iter().find(|persona| persona.id == TUTOR).unwrap();
        let history = tutor.presets.iter().position(|preset| *preset == Preset::ChatHistory);
        assert_eq!(history, Some(tutor.presets.len() - 2));
    }

    #[test]
    fn copies_are_numbered_on() {
        assert_eq!(next_name("Editor"), "Editor (2)");
        assert_eq!(next_name("Editor (2)"), "Editor (3)");
        assert_eq!(next_name("Editor (new)"), "Editor (new) (2)");
        let mut env = Env::deterministic(Timestamp(5), 1);
        let original = default_persona(Language::En);
        let copy = duplicate(&original, &mut env);
        assert!(!is_shipped(copy.id));
        assert_eq!((copy.presets, copy.created_at), (original.presets, Timestamp(5)));
    }
}
