//! Where the code of the page is cut: each piece is reached through one function, its entry, and everything that only
//! the entry reaches is put into the piece's own file when the page is built for publishing.
//!
//! The only file with unsafe code: a cut is a pair of an imported and an exported function whose names tell the tool
//! what belongs together. Built without the feature `split`, the entries are called directly. Must not be in here:
//! anything but entries; a second path to something in a piece would put it back into the start.

#![allow(unsafe_code)]

use yew::prelude::*;

use super::Part;
use crate::app::pieces::Piece;

/// Draws a part of a piece.
pub type Draw = fn(Part) -> Html;

fn map(_: Part) -> Html {
    html! { <crate::ui::mindmap::MapRoom /> }
}

fn time(_: Part) -> Html {
    html! { <crate::ui::timelog::TimeRoom /> }
}

fn course(_: Part) -> Html {
    html! { <crate::ui::course::CourseRoom /> }
}

fn more(part: Part) -> Html {
    match part {
        Part::ImportReport => html! { <crate::ui::shell::import::ImportReport /> },
        Part::Settings => html! { <crate::ui::settings::Settings /> },
        _ => html! {
            <>
                <crate::ui::shell::dialogs::Dialogs />
                <crate::ui::chat::ChatDialogs />
            </>
        },
    }
}

#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod cut {
    use super::{Draw, Piece};

    /// How to draw the parts of this piece: everything is here.
    #[allow(clippy::unnecessary_wraps)] // where it is cut, a piece may not be here
    pub fn entry(piece: Piece) -> Option<Draw> {
        Some(match piece {
            Piece::Map => super::map,
            Piece::Time => super::time,
            Piece::Course => super::course,
            Piece::More => super::more,
        })
    }

    /// The file of this piece is here.
    pub fn arrived(_: Piece) {}
}

#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod cut {
    use std::cell::Cell;

    use super::{Draw, Piece};

    thread_local! {
        static HERE: [Cell<Option<Draw>>; Piece::ALL.len()] = const { [const { Cell::new(None) }; Piece::ALL.len()] };
    }

    /// How to draw the parts of this piece, once it is here.
    pub fn entry(piece: Piece) -> Option<Draw> {
        HERE.with(|here| here[piece as usize].get())
    }

    /// The file of this piece is here.
    pub fn arrived(piece: Piece) {
        let draw = match piece {
            Piece::Map => map::entry(),
            Piece::Time => time::entry(),
            Piece::Course => course::entry(),
            Piece::More => more::entry(),
        };
        HERE.with(|here| here[piece as usize].set(Some(draw)));
    }

    /// The number tells the pairs of one piece apart. A pointer to a Rust function is handed over as a number within
    /// one program, whatever the lint thinks of it.
    macro_rules! cut {
        ($piece:ident) => {
            mod $piece {
                use super::Draw;

                #[link(wasm_import_module = "__wasm_split_placeholder__")]
                #[allow(improper_ctypes)]
                unsafe extern "C" {
                    #[link_name = concat!(
                                                                        "__wasm_split_00",
                                                                        stringify!($piece),
                                                                        "00_import_00000000000000000000000000000001"
                                                                    )]
                    pub safe fn entry() -> Draw;
                }

                #[unsafe(export_name = concat!(
                                                                    "__wasm_split_00",
                                                                    stringify!($piece),
                                                                    "00_export_00000000000000000000000000000001"
                                                                ))]
                #[allow(improper_ctypes_definitions)]
                extern "C" fn export() -> Draw {
                    super::super::$piece
                }
            }
        };
    }

    cut!(map);
    cut!(time);
    cut!(course);
    cut!(more);
}

pub use cut::{arrived, entry};
