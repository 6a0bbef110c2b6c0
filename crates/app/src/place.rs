//! The copy in a folder of the person's own, as far as the app knows of it.
//!
//! The shell keeps database and folder in step ([`PlaceEffect::Begin`]) and says what came of it. A failure is in
//! nobody's way: it is said once, shown in the settings, and tried again by the shell.

use super::effect::Effect;
use super::{Model, Notice, notify};
use espalier_base::time::Timestamp;

pub use super::effect::place::{Decision, PlaceEffect, PlaceProblem, TwoVersions};

/// State of the folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlaceState {
    /// The browser was not asked yet.
    #[default]
    Unknown,
    /// The browser lets pages use no folders.
    Unavailable,
    /// No folder is chosen.
    Nothing,
    /// Another tab keeps the folder in step.
    Elsewhere,
    /// The browser wants to be asked for the folder again, at a press.
    Locked,
    /// Database and folder are being compared.
    Working,
    /// Both are in step, or will be soon.
    InStep,
    /// The folder cannot be used at present.
    Failed(PlaceProblem),
}

/// The folder as the app knows it.
#[derive(Debug, Default)]
pub struct PlaceView {
    /// Its state.
    pub state: PlaceState,
    /// Its name.
    pub name: String,
    /// Number of rows that are not in it yet.
    pub unsent: usize,
    /// The time at which it had everything last.
    pub done: Option<Timestamp>,
    /// Texts of which there are two versions.
    pub two_versions: Vec<TwoVersions>,
    /// Files in it that are damaged or half written.
    pub damaged: Vec<String>,
    /// Whether the failure that lasts was said.
    said: bool,
}

/// Outcome of keeping database and folder in step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InStep {
    /// Texts of which there are two versions.
    pub two_versions: Vec<TwoVersions>,
    /// Number of those that are new.
    pub new_versions: usize,
    /// Number of rows that were removed on one device and stay, as another one had changed them.
    pub kept: usize,
    /// Files that are damaged or half written.
    pub damaged: Vec<String>,
}

/// A message about the folder.
#[derive(Debug)]
pub enum PlaceMsg {
    /// Let the person choose a folder.
    Choose,
    /// Bring both in step now; asks the browser for the folder again where that is needed.
    SaveNow,
    /// Use the folder no more; what is in it stays.
    Leave,
    /// Decide on a text with two versions.
    Decide(Box<TwoVersions>, Decision),
    /// The state of the folder, and its name.
    State(PlaceState, String),
    /// So many rows are not in the folder yet.
    Unsent(usize),
    /// Both are in step.
    Done(Box<InStep>),
}

/// Handles a message about the folder.
pub fn update(model: &mut Model, msg: PlaceMsg, out: &mut Vec<Effect>) {
    match msg {
        PlaceMsg::Choose => out.push(Effect::Place(PlaceEffect::Choose)),
        PlaceMsg::SaveNow => out.push(Effect::Place(PlaceEffect::SaveNow)),
        PlaceMsg::Leave => out.push(Effect::Place(PlaceEffect::Leave)),
        PlaceMsg::Decide(text, decision) => {
            model.place.two_versions.retain(|one| *one != *text);
            out.push(Effect::Place(PlaceEffect::Decide(text, decision)));
        }
        PlaceMsg::State(state, name) => {
            let place = &mut model.place;
            let is_failure = matches!(state, PlaceState::Failed(_));
            let is_news = is_failure && !place.said;
            place.said |= is_failure;
            if state == PlaceState::Nothing {
                *place = PlaceView::default();
            }
            let place = &mut model.place;
            (place.state, place.name) = (state.clone(), name);
            if let (PlaceState::Failed(problem), true) = (state, is_news) {
                notify(model, Notice::PlaceFailed(problem), true);
            }
        }
        PlaceMsg::Unsent(rows) => model.place.unsent = rows,
        PlaceMsg::Done(done) => {
            let InStep { two_versions, new_versions, kept, damaged } = *done;
            let place = &mut model.place;
            (place.state, place.said, place.done) = (PlaceState::InStep, false, Some(model.core.now));
            (place.two_versions, place.damaged) = (two_versions, damaged);
            if new_versions > 0 {
                notify(model, Notice::TwoVersions(new_versions), true);
            }
            if kept > 0 {
                notify(model, Notice::KeptFromRemoval(kept), true);
            }
        }
    }
}
