//! The dialog in which a model is connected: its pages, and the trial of a model.
//!
//! - D1 A key is tried with a real question: some providers list their models to everybody, and a list says nothing of
//!   credit.
//! - D2 A provider whose key is tried answers only once the trial succeeded, and a key that was refused is forgotten.

use super::{KeyPlace, ProbeState, choice, is_allowed, local, origins, probe, set_preferences, store_key};
use crate::effect::{Effect, Probe, Resume};
use crate::{Dialog, Model, NewKey, Notice, edit, notify};
use espalier_llm::error::{ErrorKind, Missing};
use espalier_llm::provider::{self, Provider};
use espalier_model::{Endpoint, Slug};
use espalier_storage::port::Durability;

/// A page of the dialog.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConnectPage {
    /// The ways to a model.
    #[default]
    Doors,
    /// The servers on this computer.
    Local,
    /// The providers that take a key; with the one whose key is asked for.
    Key(Option<&'static str>),
    /// The model files in this browser.
    File,
    /// The models that can be downloaded, and the download.
    Download,
    /// The model that answers from now on.
    Ready,
}

/// State of the dialog.
#[derive(Debug, Default)]
pub struct Connecting {
    /// The page that is shown.
    pub page: ConnectPage,
    /// The provider whose trial is under way.
    pub tried: Option<Slug>,
}

pub(super) fn open(model: &mut Model) {
    model.connecting.page = ConnectPage::Doors;
    model.dialog = Some(Dialog::Connect);
}

pub(super) fn show(model: &mut Model, page: ConnectPage, out: &mut Vec<Effect>) {
    model.connecting.page = page;
    if page == ConnectPage::Local {
        local::find(model, out);
    }
}

/// Shows the last page, where the dialog is open.
pub fn ready(model: &mut Model) {
    if model.dialog == Some(Dialog::Connect) {
        model.connecting.page = ConnectPage::Ready;
    }
}

/// Keeps a key and tries it, after loading the page again where it may not ask the provider yet.
pub(super) fn try_key(model: &mut Model, known: &Provider, key: NewKey, out: &mut Vec<Effect>) {
    let id = Slug::new(known.id);
    let row = model.endpoint(known);
    store_key(model, KeyPlace::of(&id, &row.base_url), key, out);
    edit::change(model, Durability::Strict, out, |draft| draft.put(row.clone()));
    out.push(Effect::AllowOrigins(origins(model)));
    if is_allowed(model, &row) {
        begin_trial(model, id, out);
    } else {
        out.push(Effect::Reload(Resume::TryKey(id)));
    }
}

/// Goes on with the trial of a key after the page was loaded again for it.
pub(super) fn resume(model: &mut Model, id: Slug, out: &mut Vec<Effect>) {
    model.dialog = Some(Dialog::Connect);
    model.connecting.page = ConnectPage::Key(provider::by_id(id.as_str()).map(|known| known.id));
    begin_trial(model, id, out);
}

pub(super) fn begin_trial(model: &mut Model, id: Slug, out: &mut Vec<Effect>) {
    model.connecting.tried = Some(id.clone());
    // What came of an earlier test is no news any more.
    model.toasts.retain(|toast| !matches!(toast.text, Notice::NotConnected(_)));
    probe(model, id, Probe::Connection, out);
}

/// Goes on with a trial once the model was asked. A model that is not there is looked for in the list.
pub(super) fn tested(model: &mut Model, id: &Slug, state: &ProbeState, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(id.as_str()).filter(|_| model.connecting.tried.as_ref() == Some(id)) else {
        return;
    };
    let works = match state {
        ProbeState::Testing => return,
        ProbeState::Failed(error) if error.kind == (ErrorKind::NotFound { what: Missing::Model }) => {
            return probe(model, id.clone(), Probe::Models, out);
        }
        ProbeState::Failed(error) => {
            if error.kind == ErrorKind::Authentication && known.needs_key {
                forget_key(model, id, &model.endpoint(known), out);
            }
            false
        }
        ProbeState::Ok(_) => true,
    };
    model.connecting.tried = None;
    if works {
        set_preferences(model, out, |row| row.provider = Some(id.clone()));
        choice::refresh_one(model, known, out);
        ready(model);
    }
    if model.dialog != Some(Dialog::Connect) {
        let result = if works { Notice::Connected(known.name) } else { Notice::NotConnected(known.name) };
        notify(model, result, !works);
    }
}

/// Goes on with a trial once the models are listed: with the first of them, where the one that was asked is not there.
pub(super) fn listed(model: &mut Model, id: &Slug, out: &mut Vec<Effect>) {
    let Some(known) = provider::by_id(id.as_str()).filter(|_| model.connecting.tried.as_ref() == Some(id)) else {
        return;
    };
    let mut row = model.endpoint(known);
    match row.models.first() {
        Some(first) if !row.models.contains(&row.model) => {
            row.model.clone_from(first);
            edit::change(model, Durability::Strict, out, |draft| draft.put(row));
            probe(model, id.clone(), Probe::Connection, out);
        }
        _ => model.connecting.tried = None,
    }
}

/// Forgets a key that was refused, unless the provider has another one elsewhere: they are cleared together.
fn forget_key(model: &mut Model, id: &Slug, row: &Endpoint, out: &mut Vec<Effect>) {
    let place = KeyPlace::of(id, &row.base_url);
    if model.keys.keys().all(|known| known.provider != *id || *known == place) {
        model.keys.remove(&place);
        out.push(Effect::ClearKey(id.clone()));
    }
}
