//! The mirror, as far as the app knows of it: whether the database lacks what it has, and bringing that back.
//!
//! The loop that writes it is in the shell, which begins by comparing, once the page has nothing else to do.

use super::effect::{Effect, LoadTag};
use super::{Model, Notice, data_loss, notify};
use espalier_base::time::Timestamp;
use espalier_storage::port::{Query, StorageError};

pub use espalier_mirror::mirror::Lacking;

/// Finds what is left of conversations, maps and scenes. What would be made again around it looks newer than the copy of
/// what was there, so the mirror comes first.
const FIND_LEFT: Effect = Effect::Load(LoadTag::Missing, Query::Missing);

/// State of the mirror.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MirrorState {
    /// The database is being compared with it.
    #[default]
    Comparing,
    /// There is none here: the browser allows none, or another tab writes it.
    Off,
    /// The database has everything that is in it.
    Whole,
    /// The database lacks something.
    Lacking(Lacking),
    /// The lacking rows are being brought back.
    Restoring(Lacking),
}

/// The mirror as the app knows it.
#[derive(Debug, Default)]
pub struct MirrorView {
    /// Its state.
    pub state: MirrorState,
    /// The time at which it had everything last.
    pub written: Option<Timestamp>,
    /// Whether all tables were compared since rows were found to be missing.
    looked: bool,
}

impl MirrorView {
    /// Rows and files that the database lacks.
    pub const fn lacking(&self) -> Option<&Lacking> {
        match &self.state {
            MirrorState::Lacking(lacking) | MirrorState::Restoring(lacking) => Some(lacking),
            _ => None,
        }
    }
}

/// A message about the mirror.
#[derive(Debug)]
pub enum MirrorMsg {
    /// The browser allows no mirror.
    Off,
    /// The mirror is compared by another tab, which finds what is left, or its code is not here.
    NotCompared,
    /// The database was compared with it; what it lacks.
    Compared(Option<Lacking>),
    /// The mirror has everything that was stored until now.
    Written,
    /// Bring back what the database lacks.
    Restore,
    /// So many rows and files are back.
    Restored(Result<usize, StorageError>),
}

/// Handles a message about the mirror.
pub fn update(model: &mut Model, msg: MirrorMsg, out: &mut Vec<Effect>) {
    match msg {
        MirrorMsg::Off => {
            model.mirror.state = MirrorState::Off;
            out.push(FIND_LEFT);
        }
        MirrorMsg::NotCompared => model.mirror.state = MirrorState::Off,
        MirrorMsg::Compared(None) => {
            model.mirror.state = MirrorState::Whole;
            out.push(FIND_LEFT);
        }
        MirrorMsg::Compared(Some(lacking)) => model.mirror.state = MirrorState::Lacking(lacking),
        MirrorMsg::Written => model.mirror.written = Some(model.now),
        MirrorMsg::Restore => {
            if let MirrorState::Lacking(lacking) = &model.mirror.state {
                model.mirror.state = MirrorState::Restoring(lacking.clone());
                out.push(Effect::RestoreMirror);
            }
        }
        MirrorMsg::Restored(Ok(number)) => {
            model.mirror.state = MirrorState::Whole;
            data_loss::accept(model);
            notify(model, Notice::Restored(number), true);
        }
        MirrorMsg::Restored(Err(error)) => {
            if let MirrorState::Restoring(lacking) = &model.mirror.state {
                model.mirror.state = MirrorState::Lacking(lacking.clone());
            }
            notify(model, Notice::Storage(error), true);
        }
    }
}

/// Has all tables compared where rows are missing that a first look at the mirror left out.
pub fn look_closer(model: &mut Model, out: &mut Vec<Effect>) {
    let is_missing = model.data_loss_guard.missing.is_some();
    if is_missing && model.mirror.state == MirrorState::Whole && !std::mem::replace(&mut model.mirror.looked, true) {
        model.mirror.state = MirrorState::Comparing;
        out.push(Effect::CompareMirror);
    }
}

/// Goes on without what is missing: the mirror is begun anew, and what it has is kept aside.
pub fn go_on_without(model: &mut Model, out: &mut Vec<Effect>) {
    data_loss::accept(model);
    if matches!(model.mirror.state, MirrorState::Lacking(_)) {
        model.mirror.state = MirrorState::Whole;
        out.push(Effect::RenewMirror);
        out.push(FIND_LEFT);
    }
}
