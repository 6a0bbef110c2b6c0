//! The parts of the app that come in files of their own: the page starts without them and asks for each when it is
//! first needed.
//!
//! What is said to a part that is not here yet is kept, in order, until it is. Where the app is one file, as in the
//! command line and in tests, everything is here from the start. Must not be in here: where the files are.

use std::collections::BTreeMap;

use super::effect::Effect;
use super::files::FileMsg;
use super::{Model, Notice, notify};
use crate::base::env::Env;

/// A part in a file of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The room of maps.
    Map,
    /// The room of the time log.
    Time,
    /// The room of courses.
    Course,
    /// Conversations: messages and everything in them.
    Talk,
    /// Settings, dialogs, files in and out.
    More,
}

impl Piece {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Map, Self::Time, Self::Course, Self::Talk, Self::More];

    /// Its name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Time => "time",
            Self::Course => "course",
            Self::Talk => "talk",
            Self::More => "more",
        }
    }
}

/// Why a part could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The network did not answer, and the browser has not kept it yet.
    Offline,
    /// It is not there any more: another version of the app has been published.
    Gone,
}

/// How far a part has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It is on its way.
    Coming,
    /// It can be used.
    Here,
    /// It could not be had; it can be asked for again.
    Lacking(Lack),
}

/// What a part does in `update`; what it draws is the screen's.
#[derive(Debug, Clone, Copy, Default)]
pub struct Doing {
    /// Everything with files.
    pub files: Option<Files>,
}

/// Files in and out.
pub type Files = fn(&mut Model, &mut Env, FileMsg, &mut Vec<Effect>);

/// What was asked for, and what it does.
#[derive(Debug)]
pub struct Pieces {
    arrivals: BTreeMap<Piece, Arrival>,
    doing: Doing,
    /// What is to be done with files once that is possible.
    held: Vec<FileMsg>,
}

impl Default for Pieces {
    fn default() -> Self {
        #[cfg(not(all(feature = "split", target_arch = "wasm32")))]
        let doing = Doing { files: Some(super::files::update) };
        #[cfg(all(feature = "split", target_arch = "wasm32"))]
        let doing = Doing::default();
        Self { arrivals: BTreeMap::new(), doing, held: Vec::new() }
    }
}

impl Pieces {
    /// How far this one has come, once it was asked for.
    pub fn arrival(&self, piece: Piece) -> Option<Arrival> {
        self.arrivals.get(&piece).copied()
    }
}

/// Something about a part.
#[derive(Debug, Clone, Copy)]
pub enum PieceMsg {
    /// It is needed.
    Wanted(Piece),
    /// It was fetched, or could not be.
    Fetched(Piece, Result<Doing, Lack>),
    /// Load the page again, as the published one fits no more.
    Reload,
}

/// Handles what happened to a part.
pub fn update(model: &mut Model, env: &mut Env, msg: PieceMsg, out: &mut Vec<Effect>) {
    match msg {
        PieceMsg::Wanted(piece) => want(&mut model.pieces, piece, out),
        PieceMsg::Fetched(piece, Ok(doing)) => {
            model.pieces.arrivals.insert(piece, Arrival::Here);
            if doing.files.is_some() {
                model.pieces.doing.files = doing.files;
                for held in std::mem::take(&mut model.pieces.held) {
                    files(model, env, held, out);
                }
            }
        }
        PieceMsg::Fetched(piece, Err(lack)) => {
            model.pieces.arrivals.insert(piece, Arrival::Lacking(lack));
            if piece == Piece::More && !std::mem::take(&mut model.pieces.held).is_empty() {
                notify(model, Notice::Lacking(lack), true);
            }
        }
        PieceMsg::Reload => out.push(Effect::Reload(None)),
    }
}

fn want(pieces: &mut Pieces, piece: Piece, out: &mut Vec<Effect>) {
    if !matches!(pieces.arrival(piece), Some(Arrival::Coming | Arrival::Here)) {
        pieces.arrivals.insert(piece, Arrival::Coming);
        out.push(Effect::FetchPiece(piece));
    }
}

/// The network is there again: what could not be had for want of it is fetched.
pub fn back_online(model: &mut Model, out: &mut Vec<Effect>) {
    for piece in Piece::ALL {
        if model.pieces.arrival(piece) == Some(Arrival::Lacking(Lack::Offline)) {
            want(&mut model.pieces, piece, out);
        }
    }
}

/// Does something with files, now or as soon as what does it is here.
pub fn files(model: &mut Model, env: &mut Env, msg: FileMsg, out: &mut Vec<Effect>) {
    if let Some(files) = model.pieces.doing.files {
        files(model, env, msg, out);
    } else {
        model.pieces.held.push(msg);
        want(&mut model.pieces, Piece::More, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Msg, update as step};

    /// An app whose parts have yet to come.
    fn cut() -> (Model, Env) {
        let mut model = Model::default();
        model.pieces.doing = Doing::default();
        (model, Env::deterministic(crate::base::time::Timestamp(0), 1))
    }

    fn fetches(model: &mut Model, env: &mut Env, msg: Msg) -> usize {
        step(model, msg, env).iter().filter(|effect| matches!(effect, Effect::FetchPiece(_))).count()
    }

    #[test]
    fn what_is_coming_or_here_is_not_fetched_again() {
        let (mut model, mut env) = cut();
        let mut say = |msg| fetches(&mut model, &mut env, Msg::Piece(msg));
        assert_eq!(say(PieceMsg::Wanted(Piece::Time)), 1);
        assert_eq!(say(PieceMsg::Wanted(Piece::Time)), 0);
        assert_eq!(say(PieceMsg::Wanted(Piece::Map)), 1);
        assert_eq!(say(PieceMsg::Fetched(Piece::Time, Ok(Doing::default()))), 0);
        assert_eq!(say(PieceMsg::Wanted(Piece::Time)), 0);
        assert_eq!(model.pieces.arrival(Piece::Time), Some(Arrival::Here));
    }

    #[test]
    fn what_could_not_be_had_can_be_asked_for_again_and_comes_with_the_network() {
        let (mut model, mut env) = cut();
        for (lack, by_itself) in [(Lack::Offline, 1), (Lack::Gone, 0)] {
            fetches(&mut model, &mut env, Msg::Piece(PieceMsg::Wanted(Piece::Map)));
            fetches(&mut model, &mut env, Msg::Piece(PieceMsg::Fetched(Piece::Map, Err(lack))));
            assert_eq!(model.pieces.arrival(Piece::Map), Some(Arrival::Lacking(lack)));
            assert_eq!(fetches(&mut model, &mut env, Msg::Online), by_itself);
        }
        assert_eq!(fetches(&mut model, &mut env, Msg::Piece(PieceMsg::Wanted(Piece::Map))), 1);
    }

    #[test]
    fn what_is_to_be_done_with_files_waits_for_it_in_order() {
        let (mut model, mut env) = cut();
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::Choose("a"))), 1);
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::Choose("b"))), 0);
        let doing = Doing { files: Some(crate::app::files::update) };
        let effects = step(&mut model, Msg::Piece(PieceMsg::Fetched(Piece::More, Ok(doing))), &mut env);
        let read = effects.iter().filter_map(|effect| match effect {
            Effect::ReadFile(input) => Some(*input),
            _ => None,
        });
        assert_eq!(read.collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn what_cannot_be_done_with_files_is_said_once() {
        let (mut model, mut env) = cut();
        fetches(&mut model, &mut env, Msg::Files(FileMsg::ExportAll));
        fetches(&mut model, &mut env, Msg::Piece(PieceMsg::Fetched(Piece::More, Err(Lack::Gone))));
        let told: Vec<&Notice> = model.toasts.iter().map(|toast| &toast.text).collect();
        assert_eq!(told, [&Notice::Lacking(Lack::Gone)]);
        assert_eq!(fetches(&mut model, &mut env, Msg::Files(FileMsg::ExportAll)), 1);
    }
}
