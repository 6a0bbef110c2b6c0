//! Pieces of text with scores, merged best first, and bytes for characters that are no piece.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// Sign that stands for a space.
const SPACE: &str = "\u{2581}";

/// Rules of a vocabulary of `SentencePiece`.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    ids: HashMap<Box<str>, (u32, f32)>,
    /// Longest piece in bytes: longer texts are none.
    longest: usize,
    /// Token of each byte.
    bytes: Vec<Option<u32>>,
    unknown: Option<u32>,
    /// Whether text at the beginning and after a mark gets a space in front.
    prefix: bool,
}

impl Pieces {
    /// Makes the rules of the pieces that text is made of; `all` holds the bytes, too.
    pub(super) fn new(
        ids: &HashMap<&str, u32>,
        all: &HashMap<&str, u32>,
        scores: &[f32],
        unknown: Option<u32>,
        prefix: bool,
    ) -> Self {
        let bytes = (0..=u8::MAX).map(|byte| all.get(format!("<0x{byte:02X}>").as_str()).copied()).collect();
        let longest = ids.keys().map(|token| token.len()).max().unwrap_or(0);
        let score = |id: u32| scores.get(id as usize).copied().unwrap_or(f32::NEG_INFINITY);
        let ids = ids.iter().map(|(token, id)| ((*token).into(), (*id, score(*id)))).collect();
        Self { ids, longest, bytes, unknown, prefix }
    }

    pub(super) fn encode(&self, text: &str, after_mark: bool, out: &mut Vec<u32>) {
        let mut spaced = String::with_capacity(text.len() + text.len() / 2);
        if self.prefix && after_mark {
            spaced.push_str(SPACE);
        }
        for c in text.chars() {
            match c {
                ' ' => spaced.push_str(SPACE),
                _ => spaced.push(c),
            }
        }
        self.merge(&spaced, out);
    }

    fn merge(&self, text: &str, out: &mut Vec<u32>) {
        let mut symbols: Vec<Symbol> = Vec::with_capacity(text.len());
        for (at, (start, c)) in text.char_indices().enumerate() {
            symbols.push(Symbol { start, length: c.len_utf8(), before: at.wrapping_sub(1), after: at + 1 });
        }
        let mut queue = BinaryHeap::new();
        for at in 1..symbols.len() {
            self.offer(text, &symbols, &mut queue, at - 1, at);
        }
        while let Some(merge) = queue.pop() {
            let Some(first) = symbols.get(merge.left).copied().filter(|first| first.length > 0) else { continue };
            let Some(second) = symbols.get(first.after).copied() else { continue };
            // One of the two was merged otherwise meanwhile.
            if first.after != merge.right || first.length + second.length != merge.length {
                continue;
            }
            if let Some(gone) = symbols.get_mut(merge.right) {
                gone.length = 0;
            }
            if let Some(symbol) = symbols.get_mut(merge.left) {
                (symbol.length, symbol.after) = (merge.length, second.after);
            }
            if let Some(next) = symbols.get_mut(second.after) {
                next.before = merge.left;
            }
            self.offer(text, &symbols, &mut queue, first.before, merge.left);
            self.offer(text, &symbols, &mut queue, merge.left, second.after);
        }
        for symbol in symbols.iter().filter(|symbol| symbol.length > 0) {
            let piece = text.get(symbol.start..symbol.start + symbol.length).unwrap_or_default();
            match self.ids.get(piece) {
                Some((id, _)) => out.push(*id),
                None => out.extend(piece.bytes().filter_map(|byte| self.byte(byte))),
            }
        }
    }

    fn byte(&self, byte: u8) -> Option<u32> {
        self.bytes.get(usize::from(byte)).copied().flatten().or(self.unknown)
    }

    fn offer(&self, text: &str, symbols: &[Symbol], queue: &mut BinaryHeap<Merge>, left: usize, right: usize) {
        let (Some(first), Some(second)) = (symbols.get(left), symbols.get(right)) else { return };
        let length = first.length + second.length;
        if length > self.longest {
            return;
        }
        let piece = text.get(first.start..first.start + length).and_then(|piece| self.ids.get(piece));
        if let Some((_, score)) = piece {
            queue.push(Merge { score: *score, left, right, length });
        }
    }
}

#[derive(Clone, Copy)]
struct Symbol {
    start: usize,
    /// Length in bytes, 0 if it was merged into the one before.
    length: usize,
    before: usize,
    after: usize,
}

/// Merge that may be made; the greatest has the best score and stands first.
struct Merge {
    score: f32,
    left: usize,
    right: usize,
    length: usize,
}

impl Ord for Merge {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.left.cmp(&self.left)).then(self.length.cmp(&other.length))
    }
}

impl PartialOrd for Merge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Merge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Merge {}

/// Adds the bytes that a token stands for.
pub(super) fn decode(token: &str, is_byte: bool, out: &mut Vec<u8>) {
    let byte = || u8::from_str_radix(token.strip_prefix("<0x")?.strip_suffix('>')?, 16).ok();
    match byte().filter(|_| is_byte) {
        Some(byte) => out.push(byte),
        None => out.extend_from_slice(token.replace(SPACE, " ").as_bytes()),
    }
}
