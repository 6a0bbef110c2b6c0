//! Working with agents: saving, copying and deleting them.

use super::{label, table};
use crate::edit;
use crate::effect::Effect;
use crate::{Dialog, Model, Notice, Refusal, notify};
use espalier_base::env::Env;
use espalier_chat::personas;
use espalier_command::history::Document;
use espalier_model::Persona;
use espalier_model::persona::PersonaId;

/// Saves an agent, changed or new; a new one comes with the nil id and gets its own here.
pub fn save_persona(model: &mut Model, env: &mut Env, mut persona: Persona, out: &mut Vec<Effect>) {
    if persona.id.uuid().is_nil() {
        persona.id = env.id();
        persona.created_at = env.now;
    }
    let label = label(Document::PERSONAS, table::SAVE_AGENT, &persona.name);
    edit::run(model, env, label, out, |draft, _| {
        draft.put(persona);
        Ok(())
    });
    model.dialog = Some(Dialog::Personas);
}

/// Makes a copy of an agent and opens it.
pub fn duplicate_persona(model: &mut Model, env: &mut Env, id: PersonaId, out: &mut Vec<Effect>) {
    let Some(persona) = model.persona(id) else {
        return edit::refuse(model, Refusal::Gone);
    };
    let label = label(Document::PERSONAS, table::DUPLICATE_AGENT, &persona.name);
    let done = edit::run(model, env, label, out, |draft, env| {
        let copy = personas::duplicate(&persona, env);
        let id = copy.id;
        draft.put(copy);
        Ok(id)
    });
    if let Some((copy, _)) = done {
        model.dialog = Some(Dialog::Persona(Some(copy)));
    }
}

/// Deletes an agent; a shipped one goes back to how it was.
pub fn delete_persona(model: &mut Model, env: &mut Env, id: PersonaId, out: &mut Vec<Effect>) {
    let name = model.persona(id).map(|persona| persona.name.clone()).unwrap_or_default();
    let label = label(Document::PERSONAS, table::DELETE_AGENT, &name);
    let done =
        edit::run(model, env, label, out, |draft, _| draft.remove::<Persona>(&id).then_some(()).ok_or(Refusal::Gone));
    if done.is_some() {
        notify(model, Notice::Done(table::DELETE_AGENT, name, Document::PERSONAS), false);
    }
    model.dialog = Some(Dialog::Personas);
}
