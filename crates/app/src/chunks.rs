//! Chunks: parts of the app in files of their own. The page starts without them and fetches each when it is first
//! needed.
//!
//! Where the app is one file, as in the command line and in tests, all code is there from the start.

use std::collections::BTreeMap;

use super::Msg;
use espalier_model::RoomId;

/// A part of the app in a file of its own.
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
    /// The reader of formulas.
    Math,
    /// The reader of attached files.
    Attach,
    /// The reader of code, and what colours it.
    Code,
    /// Models on this device: checks of their files, messages to what runs them.
    Device,
}

impl Chunk {
    /// All chunks.
    pub const ALL: [Self; 10] = [
        Self::Map,
        Self::Time,
        Self::Course,
        Self::Scene,
        Self::Talk,
        Self::More,
        Self::Math,
        Self::Attach,
        Self::Code,
        Self::Device,
    ];

    /// Name of the chunk in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Time => "time",
            Self::Course => "course",
            Self::Scene => "scene",
            Self::Talk => "talk",
            Self::More => "more",
            Self::Math => "math",
            Self::Attach => "attach",
            Self::Code => "code",
            Self::Device => "device",
        }
    }
}

/// Error of fetching a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkError {
    /// The network did not answer, and the browser has not cached the file yet.
    Offline,
    /// The server has the file no more: another version of the app has been published.
    Gone,
}

/// Load state of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadState {
    /// Its file is being fetched.
    Loading,
    /// Its code can be called.
    Ready,
    /// The fetch failed; it can be asked for again.
    Failed(ChunkError),
}

/// A message kept until the code that handles it has loaded.
#[derive(Debug)]
pub struct DeferredMsg {
    /// The chunk it needs.
    pub chunk: Chunk,
    /// The room that was shown when it was sent.
    pub room: Option<RoomId>,
    /// The message.
    pub msg: Msg,
}

/// Load states of the chunks, and the messages that wait for them.
#[derive(Debug, Default)]
pub struct Chunks {
    states: BTreeMap<Chunk, LoadState>,
    /// Waiting messages, in the order in which they were sent.
    pub deferred: Vec<DeferredMsg>,
}

impl Chunks {
    /// Load state of a chunk; `None` before it was first needed.
    pub fn state(&self, chunk: Chunk) -> Option<LoadState> {
        self.states.get(&chunk).copied()
    }

    /// Sets the load state of a chunk.
    pub fn set_state(&mut self, chunk: Chunk, state: LoadState) {
        self.states.insert(chunk, state);
    }

    /// Keeps a message until its chunk has loaded; returns whether that has to be fetched.
    #[must_use]
    pub fn defer(&mut self, deferred: DeferredMsg) -> bool {
        let chunk = deferred.chunk;
        self.deferred.push(deferred);
        self.wants(chunk)
    }

    /// Marks a chunk as needed; returns whether it has to be fetched, being neither loaded nor on its way.
    #[must_use]
    pub fn wants(&mut self, chunk: Chunk) -> bool {
        let wants = !matches!(self.state(chunk), Some(LoadState::Loading | LoadState::Ready));
        if wants {
            self.states.insert(chunk, LoadState::Loading);
        }
        wants
    }
}
