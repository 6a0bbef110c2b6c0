//! The parts of the app that come in files of their own: the page starts without them and asks for each when it is
//! first needed.
//!
//! Where the app is one file, as in the command line and in tests, nobody ever asks. Must not be in here: where the
//! files are, and what is in them.

use std::collections::BTreeMap;

use super::effect::Effect;

/// A part in a file of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The room of maps.
    Map,
    /// The room of the time log.
    Time,
    /// The room of courses.
    Course,
    /// Settings and dialogs.
    More,
}

impl Piece {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Map, Self::Time, Self::Course, Self::More];

    /// Its name in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Time => "time",
            Self::Course => "course",
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

/// What was asked for.
#[derive(Debug, Default)]
pub struct Pieces(BTreeMap<Piece, Arrival>);

impl Pieces {
    /// How far this one has come, once it was asked for.
    pub fn arrival(&self, piece: Piece) -> Option<Arrival> {
        self.0.get(&piece).copied()
    }
}

/// Something about a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceMsg {
    /// It is needed.
    Wanted(Piece),
    /// It was fetched, or could not be.
    Fetched(Piece, Result<(), Lack>),
    /// Load the page again, as the published one fits no more.
    Reload,
}

/// Handles what happened to a part.
pub fn update(pieces: &mut Pieces, msg: PieceMsg, out: &mut Vec<Effect>) {
    match msg {
        PieceMsg::Wanted(piece) => {
            if !matches!(pieces.arrival(piece), Some(Arrival::Coming | Arrival::Here)) {
                pieces.0.insert(piece, Arrival::Coming);
                out.push(Effect::FetchPiece(piece));
            }
        }
        PieceMsg::Fetched(piece, result) => {
            let arrival = match result {
                Ok(()) => Arrival::Here,
                Err(lack) => Arrival::Lacking(lack),
            };
            pieces.0.insert(piece, arrival);
        }
        PieceMsg::Reload => out.push(Effect::Reload(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetches(pieces: &mut Pieces, msg: PieceMsg) -> usize {
        let mut effects = Vec::new();
        update(pieces, msg, &mut effects);
        effects.iter().filter(|effect| matches!(effect, Effect::FetchPiece(_))).count()
    }

    #[test]
    fn what_is_coming_or_here_is_not_fetched_again() {
        let mut pieces = Pieces::default();
        assert_eq!(fetches(&mut pieces, PieceMsg::Wanted(Piece::Time)), 1);
        assert_eq!(fetches(&mut pieces, PieceMsg::Wanted(Piece::Time)), 0);
        assert_eq!(fetches(&mut pieces, PieceMsg::Wanted(Piece::Map)), 1);
        fetches(&mut pieces, PieceMsg::Fetched(Piece::Time, Ok(())));
        assert_eq!(pieces.arrival(Piece::Time), Some(Arrival::Here));
        assert_eq!(fetches(&mut pieces, PieceMsg::Wanted(Piece::Time)), 0);
    }

    #[test]
    fn what_could_not_be_had_can_be_asked_for_again() {
        let mut pieces = Pieces::default();
        fetches(&mut pieces, PieceMsg::Wanted(Piece::Map));
        fetches(&mut pieces, PieceMsg::Fetched(Piece::Map, Err(Lack::Offline)));
        assert_eq!(pieces.arrival(Piece::Map), Some(Arrival::Lacking(Lack::Offline)));
        assert_eq!(fetches(&mut pieces, PieceMsg::Wanted(Piece::Map)), 1);
        assert_eq!(pieces.arrival(Piece::Map), Some(Arrival::Coming));
    }
}
