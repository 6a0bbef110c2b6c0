//! Texts with the keys of what they belong to.

use espalier_base::fold::fold_into;
use espalier_base::time::Timestamp;

/// A text of something that can be found.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    /// The text.
    pub text: &'a str,
    /// Whether it is a name, which comes before what something contains.
    pub is_name: bool,
    /// Time by which it is ordered, the newest first.
    pub at: Timestamp,
}

/// The place of a text in the index, and the key of what it belongs to.
#[derive(Debug)]
pub(crate) struct Entry<K> {
    pub key: K,
    pub at: Timestamp,
    pub group: u8,
    pub is_name: bool,
    is_live: bool,
    /// Start of the folded text, and of the one that is shown.
    folded: u32,
    shown: u32,
}

/// Bytes of texts that are there no more above which the index is packed, where they are also more than half.
const MOST_DEAD: usize = 1 << 20;

/// Most bytes of one text: what comes after them is not found.
const LONGEST: usize = 1 << 20;

/// Most bytes of all texts; a text that does not fit is not found.
const MOST: usize = 1 << 30;

/// Texts by the key of what they belong to.
#[derive(Debug)]
pub struct Index<K> {
    pub(crate) entries: Vec<Entry<K>>,
    /// The texts as they are searched, one behind the other, each with a line break after it, of which none is in them.
    pub(crate) folded: String,
    /// The texts as they are shown.
    shown: String,
    dead: usize,
    /// Number of times it was packed, which gives its entries other numbers.
    pub(crate) generation: u32,
}

impl<K> Default for Index<K> {
    fn default() -> Self {
        Self { entries: Vec::new(), folded: String::new(), shown: String::new(), dead: 0, generation: 0 }
    }
}

impl<K: Copy> Index<K> {
    /// Adds a text of something in a group.
    pub fn add(&mut self, key: K, group: u8, text: Passage<'_>) {
        let Passage { text, is_name, at } = text;
        if text.trim().is_empty() || self.shown.len() + self.folded.len() > MOST {
            return;
        }
        let text = &text[..text.floor_char_boundary(LONGEST)];
        // Both are shorter than `MOST`.
        let (folded, shown) = (self.folded.len() as u32, self.shown.len() as u32);
        self.entries.push(Entry { key, at, group, is_name, is_live: true, folded, shown });
        self.shown.push_str(text);
        fold_into(text, &mut self.folded);
        self.folded.push('\n');
    }

    /// Removes the texts of which this says so.
    pub fn remove(&mut self, mut is_gone: impl FnMut(&K) -> bool) {
        for at in 0..self.entries.len() {
            if self.entries[at].is_live && is_gone(&self.entries[at].key) {
                self.dead += self.folded(at).len();
                self.entries[at].is_live = false;
            }
        }
        if self.dead > MOST_DEAD && self.dead > self.folded.len() / 2 {
            self.pack();
        }
    }

    /// Removes all texts.
    pub fn clear(&mut self) {
        *self = Self { generation: self.generation + 1, ..Self::default() };
    }

    fn pack(&mut self) {
        let before = std::mem::take(self);
        self.generation = before.generation + 1;
        for (at, entry) in before.entries.iter().enumerate().filter(|(_, entry)| entry.is_live) {
            let text = Passage { text: before.shown(at), is_name: entry.is_name, at: entry.at };
            self.add(entry.key, entry.group, text);
        }
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_live).count()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        !self.entries.iter().any(|entry| entry.is_live)
    }

    /// Returns the first text of something, as it is shown.
    pub fn text_of(&self, is_it: impl Fn(&K) -> bool) -> Option<&str> {
        self.entries.iter().position(|entry| entry.is_live && is_it(&entry.key)).map(|at| self.shown(at))
    }

    pub(crate) fn live(&self, at: usize) -> Option<&Entry<K>> {
        self.entries.get(at).filter(|entry| entry.is_live)
    }

    pub(crate) fn folded(&self, at: usize) -> &str {
        let end = self.entries.get(at + 1).map_or(self.folded.len(), |next| next.folded as usize);
        &self.folded[self.entries[at].folded as usize..end - 1]
    }

    pub(crate) fn shown(&self, at: usize) -> &str {
        let end = self.entries.get(at + 1).map_or(self.shown.len(), |next| next.shown as usize);
        &self.shown[self.entries[at].shown as usize..end]
    }

    /// Returns the number of the entry with this byte of the folded texts, which is not before the entry `from`.
    pub(crate) fn entry_at(&self, from: usize, byte: usize) -> usize {
        let after = self.entries[from..].partition_point(|entry| entry.folded as usize <= byte);
        from + after.saturating_sub(1)
    }

    /// Returns the byte at which the folded text of an entry begins, or would begin.
    pub(crate) fn start(&self, at: usize) -> usize {
        self.entries.get(at).map_or(self.folded.len(), |entry| entry.folded as usize)
    }
}
