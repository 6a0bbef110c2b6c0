//! The parts of the app that come in files of their own: the page starts without them and asks for each when it is
//! first needed.
//!
//! Where the app is one file, as in the command line and in tests, everything is here from the start.

use std::collections::BTreeMap;

use super::Msg;
use espalier_model::RoomId;

/// A part in a file of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chunk {
    /// The room of maps.
    Map,
    /// The room of the time log.
    Time,
    /// The room of courses.
    Course,
    /// The room of scenes.
    Scene,
    /// Conversations: messages and everything in them.
    Talk,
    /// Settings, dialogs, files in and out.
    More,
}

impl Chunk {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Map, Self::Time, Self::Course, Self::Scene, Self::Talk, Self::More];

    /// Its name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Time => "time",
            Self::Course => "course",
            Self::Scene => "scene",
            Self::Talk => "talk",
            Self::More => "more",
        }
    }
}

/// Why a part could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkError {
    /// The network did not answer, and the browser has not kept it yet.
    Offline,
    /// It is not there any more: another version of the app has been published.
    Gone,
}

/// How far a part has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadState {
    /// Its file is being fetched.
    Loading,
    /// Its code can be called.
    Ready,
    /// The fetch failed; it can be asked for again.
    Failed(ChunkError),
}

/// Something that was asked for before the code that does it was here.
#[derive(Debug)]
pub struct DeferredMsg {
    /// What it needs.
    pub chunk: Chunk,
    /// The room that was shown then.
    pub room: Option<RoomId>,
    /// What was asked for.
    pub msg: Msg,
}

/// How far the parts have come, and what waits for them.
#[derive(Debug, Default)]
pub struct Chunks {
    states: BTreeMap<Chunk, LoadState>,
    /// What waits, in the order in which it was asked for.
    pub deferred: Vec<DeferredMsg>,
}

impl Chunks {
    /// How far this one has come, once it was asked for.
    pub fn state(&self, chunk: Chunk) -> Option<LoadState> {
        self.states.get(&chunk).copied()
    }

    /// Notes how far one has come.
    pub fn set_state(&mut self, chunk: Chunk, state: LoadState) {
        self.states.insert(chunk, state);
    }

    /// Notes that one is needed; says whether it is to be fetched, as it is neither here nor on its way.
    #[must_use]
    pub fn wants(&mut self, chunk: Chunk) -> bool {
        let wants = !matches!(self.state(chunk), Some(LoadState::Loading | LoadState::Ready));
        if wants {
            self.states.insert(chunk, LoadState::Loading);
        }
        wants
    }
}
