//! Split points of the page's code: each chunk is reached through one function, its entry, and everything that only
//! the entry reaches is put into the chunk's own file when the page is built for publishing.
//!
//! A split point is a pair of an imported and an exported function whose names tell the tool what belongs together, the
//! only unsafe code there is. Those of the runtime are in `src/web/runtime/pieces.rs`. Built without the feature
//! `split`, the entries are called directly.

#![allow(unsafe_code)]

use yew::prelude::*;

use super::LazyPart;
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkExports;
use espalier_app::room::Room;

/// Draws a component of a chunk.
pub type DrawFn = fn(LazyPart) -> Html;

/// Entry point of a chunk, available once its file is loaded.
#[derive(Clone, Copy)]
pub struct Entry {
    draw: DrawFn,
    exports: ChunkExports,
}

const NOTHING: ChunkExports =
    ChunkExports { talk: None, proposals: None, more: None, reader: None, device: None, room: None };

/// Returns the exports of a chunk that is a room.
const fn room(room: &'static dyn Room) -> ChunkExports {
    ChunkExports { room: Some(room), ..NOTHING }
}

static MAP: Entry =
    Entry { draw: |_| html! { <crate::mindmap::MapRoom /> }, exports: room(&espalier_app::maps::entry::MapRoom) };

static TIME: Entry = Entry { draw: time, exports: room(&espalier_app::timelog::entry::TimeRoom) };

static COURSE: Entry =
    Entry { draw: |_| html! { <crate::course::CourseRoom /> }, exports: room(&espalier_app::bridge::COURSE) };

static SCENE: Entry =
    Entry { draw: |_| html! { <crate::scene::SceneRoom /> }, exports: room(&espalier_app::scenes::entry::SceneRoom) };

static TALK: Entry = Entry {
    draw: talk,
    exports: ChunkExports {
        talk: Some(&espalier_app::prompt::Talk),
        proposals: Some(&espalier_app::deferred::PROPOSALS),
        ..NOTHING
    },
};

static MORE: Entry =
    Entry { draw: more, exports: ChunkExports { more: Some(&espalier_app::deferred::MORE), ..NOTHING } };

static MATH: Entry = Entry { draw: math, exports: NOTHING };

static ATTACH: Entry = Entry {
    draw: |_| Html::default(),
    exports: ChunkExports { reader: Some(&espalier_app::attachments::READER), ..NOTHING },
};

static DEVICE: Entry = Entry {
    draw: |_| Html::default(),
    exports: ChunkExports { device: Some(&espalier_app::device::api::DEVICE_API), ..NOTHING },
};

static CODE: Entry = Entry { draw: code, exports: NOTHING };

fn code(part: LazyPart) -> Html {
    match part {
        LazyPart::Highlight(props) => html! { <crate::highlight::Highlight ..props /> },
        _ => Html::default(),
    }
}

fn math(part: LazyPart) -> Html {
    match part {
        LazyPart::Formula(props) => html! { <crate::formula::Formula ..props /> },
        _ => Html::default(),
    }
}

fn time(part: LazyPart) -> Html {
    match part {
        LazyPart::Evidence(props) => html! { <crate::assistant::evidence::EvidenceList ..props /> },
        LazyPart::Offers(props) => html! { <crate::assistant::offers::Offers ..props /> },
        LazyPart::TodayLine => html! { <crate::timelog::TodayLine /> },
        LazyPart::TodayGoals => html! { <crate::timelog::TodayGoals /> },
        _ => html! { <crate::timelog::TimeRoom /> },
    }
}

fn talk(part: LazyPart) -> Html {
    match part {
        LazyPart::Transcript(props) => html! { <crate::chat::transcript::Transcript ..props /> },
        LazyPart::Helper => html! { <crate::assistant::helper::HelperPanel /> },
        LazyPart::Queued(props) => html! { <crate::chat::queued::Queued ..props /> },
        LazyPart::ChosenFiles(props) => html! { <crate::chat::attachments::ChosenFiles ..props /> },
        _ => Html::default(),
    }
}

fn more(part: LazyPart) -> Html {
    match part {
        LazyPart::ImportReport => html! { <crate::shell::import::ImportReport /> },
        LazyPart::Settings => html! { <crate::settings::Settings /> },
        LazyPart::Today => html! { <crate::today::Today /> },
        _ => html! {
            <>
                <crate::shell::dialogs::Dialogs />
                <crate::chat::ChatDialogs />
            </>
        },
    }
}

/// Makes a module with a split point: `entry` returns a static whose code is in the chunk's file, to be called once
/// that is loaded. The tool pairs the two names by their numbers, and puts points with one chunk's name into one file.
/// Both sides are one program and know what a reference is, whatever the lint thinks of it.
#[macro_export]
macro_rules! cut {
    ($chunk:ident, $type:ty, $entry:path, $import:literal, $export:literal) => {
        mod $chunk {
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            #[allow(improper_ctypes)]
            unsafe extern "C" {
                #[link_name = $import]
                pub safe fn entry() -> &'static $type;
            }

            #[unsafe(export_name = $export)]
            #[allow(improper_ctypes_definitions)]
            extern "C" fn export() -> &'static $type {
                &$entry
            }
        }
    };
}

#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod cut {
    use super::{Chunk, ChunkExports, DrawFn};

    /// Returns the function that draws the components of a chunk; all are linked in.
    #[allow(clippy::unnecessary_wraps)] // where it is cut, a chunk may not be loaded
    pub fn entry(chunk: Chunk) -> Option<DrawFn> {
        Some(of(chunk).draw)
    }

    /// Returns the exports of a chunk.
    pub fn arrived(chunk: Chunk) -> ChunkExports {
        of(chunk).exports
    }

    fn of(chunk: Chunk) -> &'static super::Entry {
        match chunk {
            Chunk::Map => &super::MAP,
            Chunk::Time => &super::TIME,
            Chunk::Course => &super::COURSE,
            Chunk::Scene => &super::SCENE,
            Chunk::Talk => &super::TALK,
            Chunk::More => &super::MORE,
            Chunk::Math => &super::MATH,
            Chunk::Attach => &super::ATTACH,
            Chunk::Code => &super::CODE,
            Chunk::Device => &super::DEVICE,
        }
    }
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod cut {
    use std::cell::Cell;

    use super::{Chunk, ChunkExports, DrawFn};

    thread_local! {
        static HERE: [Cell<Option<DrawFn>>; Chunk::ALL.len()] = const { [const { Cell::new(None) }; Chunk::ALL.len()] };
    }

    /// Returns the function that draws the components of a chunk, once it is loaded.
    pub fn entry(chunk: Chunk) -> Option<DrawFn> {
        HERE.with(|here| here[chunk as usize].get())
    }

    /// Registers a chunk whose file is loaded, and returns its exports. Called before that, it would trap.
    pub fn arrived(chunk: Chunk) -> ChunkExports {
        let entry = match chunk {
            Chunk::Map => map::entry(),
            Chunk::Time => time::entry(),
            Chunk::Course => course::entry(),
            Chunk::Scene => scene::entry(),
            Chunk::Talk => talk::entry(),
            Chunk::More => more::entry(),
            Chunk::Math => math::entry(),
            Chunk::Attach => attach::entry(),
            Chunk::Code => code::entry(),
            Chunk::Device => device::entry(),
        };
        HERE.with(|here| here[chunk as usize].set(Some(entry.draw)));
        entry.exports
    }

    crate::cut!(
        map,
        super::super::Entry,
        super::super::MAP,
        "__wasm_split_00map00_import_00000000000000000000000000000001",
        "__wasm_split_00map00_export_00000000000000000000000000000001"
    );
    crate::cut!(
        time,
        super::super::Entry,
        super::super::TIME,
        "__wasm_split_00time00_import_00000000000000000000000000000002",
        "__wasm_split_00time00_export_00000000000000000000000000000002"
    );
    crate::cut!(
        course,
        super::super::Entry,
        super::super::COURSE,
        "__wasm_split_00course00_import_00000000000000000000000000000003",
        "__wasm_split_00course00_export_00000000000000000000000000000003"
    );
    crate::cut!(
        scene,
        super::super::Entry,
        super::super::SCENE,
        "__wasm_split_00scene00_import_00000000000000000000000000000006",
        "__wasm_split_00scene00_export_00000000000000000000000000000006"
    );
    crate::cut!(
        talk,
        super::super::Entry,
        super::super::TALK,
        "__wasm_split_00talk00_import_00000000000000000000000000000004",
        "__wasm_split_00talk00_export_00000000000000000000000000000004"
    );
    crate::cut!(
        more,
        super::super::Entry,
        super::super::MORE,
        "__wasm_split_00more00_import_00000000000000000000000000000005",
        "__wasm_split_00more00_export_00000000000000000000000000000005"
    );
    crate::cut!(
        math,
        super::super::Entry,
        super::super::MATH,
        "__wasm_split_00math00_import_00000000000000000000000000000007",
        "__wasm_split_00math00_export_00000000000000000000000000000007"
    );
    crate::cut!(
        attach,
        super::super::Entry,
        super::super::ATTACH,
        "__wasm_split_00attach00_import_00000000000000000000000000000009",
        "__wasm_split_00attach00_export_00000000000000000000000000000009"
    );
    crate::cut!(
        code,
        super::super::Entry,
        super::super::CODE,
        "__wasm_split_00code00_import_00000000000000000000000000000008",
        "__wasm_split_00code00_export_00000000000000000000000000000008"
    );
    crate::cut!(
        device,
        super::super::Entry,
        super::super::DEVICE,
        "__wasm_split_00device00_import_00000000000000000000000000000010",
        "__wasm_split_00device00_export_00000000000000000000000000000010"
    );
}

pub use cut::{arrived, entry};
