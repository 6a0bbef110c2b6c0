//! Pairs of bytes merged in the order in which the vocabulary learned them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::split::split;
use crate::support::Pre;

/// Id that no token has: of a byte that the vocabulary lacks.
const NONE: u32 = u32::MAX;

/// Rules of a byte-level BPE.
#[derive(Clone, Debug)]
pub(super) struct Bpe {
    pre: Pre,
    /// Token of each byte.
    bytes: [u32; 256],
    /// Rank of a merge and its token, by the two tokens merged.
    merges: HashMap<(u32, u32), (u32, u32)>,
    /// Words that are tokens themselves, however they would be merged.
    words: HashMap<Box<[u8]>, u32>,
}

impl Bpe {
    pub(super) fn new(pre: Pre, ids: &HashMap<&str, u32>, merges: &[Box<str>]) -> Self {
        let mut bytes = [NONE; 256];
        for (byte, slot) in (0..=u8::MAX).zip(&mut bytes) {
            let mut buffer = [0; 4];
            *slot = ids.get(&*letter(byte).encode_utf8(&mut buffer)).copied().unwrap_or(NONE);
        }
        let mut map = HashMap::with_capacity(merges.len());
        let mut joined = String::new();
        for (rank, merge) in (0_u32..).zip(merges) {
            // The first part may be a space in vocabularies that keep spaces as they are.
            let Some(at) = merge.char_indices().skip(1).find(|(_, c)| *c == ' ').map(|(at, _)| at) else { continue };
            let (left, right) = (merge.get(..at).unwrap_or_default(), merge.get(at + 1..).unwrap_or_default());
            joined.clear();
            joined.push_str(left);
            joined.push_str(right);
            if let (Some(left), Some(right), Some(token)) = (ids.get(left), ids.get(right), ids.get(joined.as_str())) {
                map.entry((*left, *right)).or_insert((rank, *token));
            }
        }
        let mut words = HashMap::new();
        if pre == Pre::Llama3 {
            for (token, id) in ids {
                let mut bytes = Vec::new();
                decode(token, &mut bytes);
                words.insert(bytes.into_boxed_slice(), *id);
            }
        }
        Self { pre, bytes, merges: map, words }
    }

    pub(super) fn encode(&self, text: &str, out: &mut Vec<u32>) {
        let mut work = Work::default();
        split(self.pre, text, &mut |word| match self.words.get(word.as_bytes()) {
            Some(id) => out.push(*id),
            None => self.merge(word.as_bytes(), &mut work, out),
        });
    }

    fn merge(&self, word: &[u8], work: &mut Work, out: &mut Vec<u32>) {
        work.symbols.clear();
        work.queue.clear();
        for (at, byte) in word.iter().enumerate() {
            let id = self.bytes.get(usize::from(*byte)).copied().unwrap_or(NONE);
            work.symbols.push(Symbol { id, before: at.wrapping_sub(1), after: at + 1 });
        }
        for at in 1..word.len() {
            self.offer(work, at - 1, at);
        }
        while let Some(Reverse((_, left, ids, token))) = work.queue.pop() {
            let Some(first) = work.symbols.get(left).copied() else { continue };
            let Some(second) = work.symbols.get(first.after).copied() else { continue };
            // One of the two was merged otherwise meanwhile.
            if (first.id, second.id) != ids {
                continue;
            }
            if let Some(gone) = work.symbols.get_mut(first.after) {
                gone.id = GONE;
            }
            if let Some(symbol) = work.symbols.get_mut(left) {
                (symbol.id, symbol.after) = (token, second.after);
            }
            if let Some(next) = work.symbols.get_mut(second.after) {
                next.before = left;
            }
            self.offer(work, first.before, left);
            self.offer(work, left, second.after);
        }
        out.extend(work.symbols.iter().map(|symbol| symbol.id).filter(|id| *id < GONE));
    }

    fn offer(&self, work: &mut Work, left: usize, right: usize) {
        let (Some(first), Some(second)) = (work.symbols.get(left), work.symbols.get(right)) else { return };
        let ids = (first.id, second.id);
        if let Some((rank, token)) = self.merges.get(&ids) {
            work.queue.push(Reverse((*rank, left, ids, *token)));
        }
    }
}

/// Id of a symbol that was merged into the one before it.
const GONE: u32 = NONE - 1;

#[derive(Clone, Copy)]
struct Symbol {
    id: u32,
    before: usize,
    after: usize,
}

/// Merge that may be made: its rank, its place, the two tokens and their token.
type Merge = Reverse<(u32, usize, (u32, u32), u32)>;

/// Memory that is used again for each word.
#[derive(Default)]
struct Work {
    symbols: Vec<Symbol>,
    queue: BinaryHeap<Merge>,
}

/// Returns the letter that a byte is written as in a vocabulary.
fn letter(byte: u8) -> char {
    let code = u32::from(byte);
    let code = match byte {
        b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff => code,
        0..=0x20 => 0x100 + code,
        0x7f..=0xa0 => 0x121 + code - 0x7f,
        0xad => 0x143,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Adds the bytes that the letters of a token stand for; other letters are themselves.
pub(super) fn decode(token: &str, out: &mut Vec<u8>) {
    for c in token.chars() {
        let byte = match u32::from(c) {
            code @ (0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff) => Some(code),
            code @ 0x100..=0x120 => Some(code - 0x100),
            code @ 0x121..=0x142 => Some(code - 0x121 + 0x7f),
            0x143 => Some(0xad),
            _ => None,
        };
        match byte.and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => out.push(byte),
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_for_bytes() {
        let mut all: Vec<u8> = Vec::new();
        for byte in 0..=u8::MAX {
            decode(&letter(byte).to_string(), &mut all);
        }
        assert_eq!(all, (0..=u8::MAX).collect::<Vec<_>>());
        assert_eq!((letter(b' '), letter(b'\n'), letter(b'a')), ('Ġ', 'Ċ', 'a'));
    }
}
