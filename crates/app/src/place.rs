//! The copy in a place of the person's own, a folder or a server, as far as the app knows of it.
//!
//! The shell keeps database and place in step ([`PlaceEffect::Begin`]) and says what came of it. A failure is in
//! nobody's way: it is said once, shown in the settings, and tried again by the shell.

use super::connect;
use super::effect::{Effect, Resume};
use super::{Model, Notice, notify};
use espalier_base::time::Timestamp;
use espalier_llm::error::NetworkKind;
use espalier_llm::secret::Secret;
use espalier_remote::RemoteError;

pub use super::effect::place::{
    Decision, NewAt, NewPlace, PlaceEffect, PlaceProblem, Server, ServerPlace, TwoVersions,
};

/// State of the place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlaceState {
    /// The browser was not asked yet.
    #[default]
    Unknown,
    /// The browser cannot tell which of several tabs keeps a place in step.
    Unavailable,
    /// No place is in use.
    Nothing,
    /// Another tab keeps the place in step.
    Elsewhere,
    /// The browser wants to be asked for the folder again, at a press.
    Locked,
    /// The place is sealed, and its password is not known here, or wrong.
    Sealed {
        /// Whether one was given.
        is_wrong: bool,
    },
    /// Database and place are being compared.
    Working,
    /// Both are in step, or will be soon.
    InStep,
    /// The place cannot be used at present.
    Failed(PlaceProblem),
}

impl PlaceState {
    /// Whether it is for the person to mend; being offline mends itself.
    pub fn is_problem(&self) -> bool {
        match self {
            Self::Failed(PlaceProblem::Server(RemoteError::Network(NetworkKind::Offline))) => false,
            Self::Locked | Self::Sealed { .. } | Self::Failed(_) => true,
            _ => false,
        }
    }
}

/// The place as the app knows it.
#[derive(Debug, Default)]
pub struct PlaceView {
    /// Its state.
    pub state: PlaceState,
    /// Its name.
    pub name: String,
    /// The server; `None` for a folder.
    pub server: Option<ServerPlace>,
    /// Whether it is a file that the person carries from device to device.
    pub is_carried: bool,
    /// Whether that file has changed since it was handed over.
    pub is_stale: bool,
    /// Whether the browser lets pages use folders.
    pub has_folders: bool,
    /// Whether it is sealed with a password.
    pub is_sealed: bool,
    /// Number of rows that are not in it yet.
    pub unsent: usize,
    /// The time at which it had everything last.
    pub done: Option<Timestamp>,
    /// Texts of which there are two versions.
    pub two_versions: Vec<TwoVersions>,
    /// Files in it that are damaged or half written.
    pub damaged: Vec<String>,
    /// Files in it that are none of ours, or sealed with another password.
    pub foreign: Vec<String>,
    /// Whether the failure that lasts was said.
    said: bool,
}

impl PlaceView {
    /// Whether it has to be carried to other devices, and was not since it changed.
    pub const fn waits_to_be_carried(&self) -> bool {
        self.is_carried && self.is_stale
    }
}

/// Outcome of keeping database and place in step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InStep {
    /// Texts of which there are two versions.
    pub two_versions: Vec<TwoVersions>,
    /// Number of those that are new.
    pub new_versions: usize,
    /// Number of rows that were removed on one device and stay, as another one had changed them.
    pub kept: usize,
    /// Whether the place is sealed with a password.
    pub is_sealed: bool,
    /// Whether the file that is carried has changed since it was handed over.
    pub is_stale: bool,
    /// Files that are damaged or half written.
    pub damaged: Vec<String>,
    /// Files that are none of ours, or sealed with another password.
    pub foreign: Vec<String>,
}

/// A message about the place.
#[derive(Debug)]
pub enum PlaceMsg {
    /// Use a place.
    Use(Box<NewPlace>),
    /// Open the place that is in use with this password.
    Unlock(Secret),
    /// Facts about the browser: folders, and the place that is in use.
    Found {
        /// Whether it lets pages use folders.
        has_folders: bool,
        /// Whether a file is in use that is carried.
        is_carried: bool,
        /// The server.
        server: Option<ServerPlace>,
    },
    /// Hand the file over that is carried to other devices.
    SaveCarried,
    /// Take in the file of another device that was chosen in the input element of this id.
    TakeCarried(&'static str),
    /// A server is in use from now on: the settings, and the origin that requests go to.
    Begun(ServerPlace, String),
    /// Bring both in step now; asks the browser for the folder again where that is needed.
    SaveNow,
    /// Use the place no more; what is in it stays.
    Leave,
    /// Decide on a text with two versions.
    Decide(Box<TwoVersions>, Decision),
    /// The state of the place, and its name.
    State(PlaceState, String),
    /// So many rows are not in the place yet.
    Unsent(usize),
    /// Both are in step.
    Done(Box<InStep>),
}

/// Handles a message about the place.
pub fn update(model: &mut Model, msg: PlaceMsg, out: &mut Vec<Effect>) {
    match msg {
        PlaceMsg::Use(place) => out.push(Effect::Place(PlaceEffect::Use(place))),
        PlaceMsg::Unlock(password) => out.push(Effect::Place(PlaceEffect::Unlock(password))),
        PlaceMsg::Found { has_folders, is_carried, server } => {
            let place = &mut model.place;
            (place.has_folders, place.is_carried, place.server) = (has_folders, is_carried, server);
        }
        PlaceMsg::SaveCarried => out.push(Effect::Place(PlaceEffect::SaveCarried)),
        PlaceMsg::TakeCarried(input) => out.push(Effect::Place(PlaceEffect::TakeCarried(input))),
        PlaceMsg::Begun(server, origin) => {
            (model.place.server, model.place.is_carried) = (Some(server), false);
            let is_allowed = model.facts.allowed_origins.contains(&origin);
            model.facts.place_origin = Some(origin);
            out.push(Effect::AllowOrigins(connect::origins(model)));
            if !is_allowed {
                out.push(Effect::Reload(Resume::ShowData));
            }
        }
        PlaceMsg::SaveNow => out.push(Effect::Place(PlaceEffect::SaveNow)),
        PlaceMsg::Leave => out.push(Effect::Place(PlaceEffect::Leave)),
        PlaceMsg::Decide(text, decision) => {
            model.place.two_versions.retain(|one| *one != *text);
            out.push(Effect::Place(PlaceEffect::Decide(text, decision)));
        }
        PlaceMsg::State(state, name) => {
            let place = &mut model.place;
            let is_failure = matches!(state, PlaceState::Failed(_)) && state.is_problem();
            let is_news = is_failure && !place.said;
            place.said |= is_failure;
            if state == PlaceState::Nothing {
                *place = PlaceView { has_folders: place.has_folders, ..PlaceView::default() };
                if model.facts.place_origin.take().is_some() {
                    out.push(Effect::AllowOrigins(connect::origins(model)));
                }
            }
            let place = &mut model.place;
            (place.state, place.name) = (state.clone(), name);
            if let (PlaceState::Failed(problem), true) = (state, is_news) {
                notify(model, Notice::PlaceFailed(problem), true);
            }
        }
        PlaceMsg::Unsent(rows) => model.place.unsent = rows,
        PlaceMsg::Done(done) => {
            let InStep { two_versions, new_versions, kept, is_sealed, is_stale, damaged, foreign } = *done;
            let place = &mut model.place;
            (place.state, place.said, place.done) = (PlaceState::InStep, false, Some(model.core.now));
            (place.two_versions, place.damaged, place.foreign) = (two_versions, damaged, foreign);
            (place.is_sealed, place.is_stale) = (is_sealed, is_stale);
            if new_versions > 0 {
                notify(model, Notice::TwoVersions(new_versions), true);
            }
            if kept > 0 {
                notify(model, Notice::KeptFromRemoval(kept), true);
            }
        }
    }
}
