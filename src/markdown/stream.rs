//! A document that is still arriving. Only the part that may still change is parsed again for each piece.
//!
//! What may still change: a block is decided line by line, and what was decided before the start of a top-level block does
//! not depend on what follows it, with three exceptions that look ahead: the second line of a table decides about the first,
//! a link definition may have its title on the lines behind it, and a line may be incomplete. So a start of a block is
//! *certain* when its first line is complete and stands behind a blank line, or when its first two lines are complete and no
//! link definition ends right before it. Everything before a certain start is *settled*: parsing the parts before and after
//! it by themselves gives the same blocks as parsing them together, but for the labels they look up.
//!
//! Labels: each settled region remembers the labels that it looked up and that were not defined before it. When the meaning
//! of one changes, those regions alone are parsed again.
//!
//! Must not be in here: what a block looks like.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
    rc::Rc,
};

use super::{
    fragment::{Fragment, footnote_names},
    label::{Definitions, Label, Scope},
    node::Block,
};

/// A line of markup alone is held back no longer than this many bytes.
const MAX_HELD_BYTES: usize = 200;

/// See the module. Feed it with [`StreamingDocument::push`], end it with [`StreamingDocument::finish`].
#[derive(Debug, Default)]
pub struct StreamingDocument {
    text: String,
    /// Where the last line begins.
    last_line: usize,
    is_finished: bool,
    /// How much of the text the blocks stand for.
    shown: usize,
    /// The settled blocks, then the open ones.
    blocks: Vec<Rc<Block>>,
    settled_blocks: usize,
    /// Where the text that may still change begins.
    tail: usize,
    regions: Vec<Region>,
    /// For each label, the regions whose blocks depend on it.
    dependents: HashMap<Label, BTreeSet<usize>>,
    definitions: Definitions,
    /// Definitions in the tail.
    provisional: Definitions,
}

/// A settled stretch of text between two certain starts.
#[derive(Debug)]
struct Region {
    text: Range<usize>,
    blocks: Range<usize>,
}

impl StreamingDocument {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece and brings the blocks up to date. The time this takes depends on the open part alone.
    pub fn push(&mut self, delta: &str) {
        self.append(delta);
        self.refresh();
    }

    /// Adds a piece without looking at it; for several pieces between two frames.
    pub fn append(&mut self, delta: &str) {
        if let Some(newline) = delta.rfind('\n') {
            self.last_line = self.text.len() + newline + 1;
        }
        self.text.push_str(delta);
    }

    /// Says that nothing more will come, so that nothing has to be held back.
    pub fn finish(&mut self) {
        self.is_finished = true;
        self.refresh();
    }

    /// Brings the blocks up to date with the text.
    pub fn refresh(&mut self) {
        let end = self.shown_end();
        if end == self.shown {
            return;
        }
        self.shown = end;
        let body = &self.text[self.tail..end];
        let fragment = Fragment::parse("", body, Scope::settled(&self.definitions));
        self.take(fragment);
    }

    /// All blocks. Those that did not change since the last call are the same `Rc`; their place in the list is their name.
    pub fn blocks(&self) -> &[Rc<Block>] {
        &self.blocks
    }

    /// How many of the blocks, from the first, are settled; only the definition of a label can change them.
    pub fn settled(&self) -> usize {
        self.settled_blocks
    }

    /// All text that was pushed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text that the blocks stand for. While the document is open, a last line that is nothing but markup so far is held
    /// back: `-` may become a list item, but under a paragraph would make it a heading for the blink of an eye.
    pub fn shown(&self) -> &str {
        &self.text[..self.shown]
    }

    fn shown_end(&self) -> usize {
        let line = &self.text[self.last_line..];
        let is_undecided = line.len() <= MAX_HELD_BYTES && line.bytes().all(is_markup);
        if is_undecided && !self.is_finished {
            self.last_line
        } else {
            self.text.len()
        }
    }

    fn take(&mut self, fragment: Fragment) {
        let starts = self.certain_starts(&fragment);
        let new_tail = starts.last().map_or(0, |index| fragment.blocks[*index].start);
        let before = std::mem::take(&mut self.provisional);
        let mut after = Definitions::default();
        let mut newly_settled = Definitions::default();
        let mut links = fragment.links;
        links.sort_by_key(|link| link.span.start);
        for link in links {
            if self.definitions.has(&link.label) {
                continue;
            }
            after.add_link(link.label.clone(), link.destination.clone());
            if link.span.start < new_tail {
                newly_settled.add_link(link.label, link.destination);
            } else {
                self.provisional.add_link(link.label, link.destination);
            }
        }
        for (at, label) in fragment.footnotes {
            if self.definitions.has(&label) {
                continue;
            }
            after.add_footnote(label.clone());
            if at < new_tail {
                newly_settled.add_footnote(label);
            } else {
                self.provisional.add_footnote(label);
            }
        }
        let changed: Vec<Label> = after.differing(&before).cloned().collect();
        self.definitions.extend(newly_settled);

        self.blocks.truncate(self.settled_blocks);
        let placed = fragment.blocks;
        self.blocks.extend(placed.iter().map(|placed| Rc::clone(&placed.block)));
        // Blocks that were settled before this piece and depend on what it defined.
        self.parse_again(&changed);

        let mut first = 0;
        for &next in &starts {
            let from = if first == 0 { 0 } else { placed[first].start };
            let text = self.tail + from..self.tail + placed[next].start;
            let lookups = fragment
                .lookups
                .iter()
                .filter(|(at, _)| (from..placed[next].start).contains(at))
                .map(|(_, label)| label);
            self.settle(text, next - first, lookups);
            first = next;
        }
        self.tail += new_tail;
    }

    /// The indices of the blocks whose start is certain, but for the first.
    fn certain_starts(&self, fragment: &Fragment) -> Vec<usize> {
        let body = &self.text[self.tail..self.shown];
        let mut starts = Vec::new();
        for index in 1..fragment.blocks.len() {
            let start = fragment.blocks[index].start;
            if start <= fragment.blocks[index - 1].start {
                continue;
            }
            let mut lines = body[start..].bytes().filter(|byte| *byte == b'\n');
            let has_line = lines.next().is_some();
            let is_certain = has_line
                && (is_behind_blank_line(body, start)
                    || (lines.next().is_some() && !is_behind_definition(fragment, body, start)));
            if is_certain {
                starts.push(index);
            }
        }
        starts
    }

    fn settle<'a>(&mut self, text: Range<usize>, blocks: usize, lookups: impl Iterator<Item = &'a Label>) {
        let index = self.regions.len();
        let source = &self.text[text.clone()];
        let mut labels: HashSet<Label> = lookups.cloned().collect();
        labels.extend(footnote_names(source).map(Label::footnote));
        for label in labels {
            if !self.definitions.has(&label) {
                self.dependents.entry(label).or_default().insert(index);
            }
        }
        self.regions.push(Region {
            text,
            blocks: self.settled_blocks..self.settled_blocks + blocks,
        });
        self.settled_blocks += blocks;
    }

    /// Parses the regions again that depend on one of the labels.
    fn parse_again(&mut self, changed: &[Label]) {
        let regions: BTreeSet<usize> = changed
            .iter()
            .filter_map(|label| self.dependents.get(label))
            .flatten()
            .copied()
            .collect();
        for index in regions {
            let region = &self.regions[index];
            let scope = Scope::with_provisional(&self.definitions, &self.provisional);
            let fragment = Fragment::parse("", &self.text[region.text.clone()], scope);
            let lookups: HashSet<Label> = fragment.lookups.into_iter().map(|(_, label)| label).collect();
            // A definition acts inside of blocks only, so there are as many as before.
            debug_assert_eq!(fragment.blocks.len(), region.blocks.len());
            for (slot, placed) in self.blocks[region.blocks.clone()].iter_mut().zip(fragment.blocks) {
                *slot = placed.block;
            }
            for label in lookups {
                if !self.definitions.has(&label) {
                    self.dependents.entry(label).or_default().insert(index);
                }
            }
        }
        for label in changed {
            if self.definitions.has(label) {
                self.dependents.remove(label);
            }
        }
    }
}

/// Characters of which a line can consist that the next character may turn into something else altogether.
fn is_markup(byte: u8) -> bool {
    matches!(
        byte,
        b'-' | b'=' | b'*' | b'+' | b'_' | b'#' | b'>' | b'`' | b'~' | b'|' | b':' | b'.' | b')' | b' ' | b'\t'
    ) || byte.is_ascii_digit()
}

fn is_behind_blank_line(body: &str, start: usize) -> bool {
    let Some(before) = body[..start].strip_suffix('\n') else {
        return false;
    };
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

fn is_behind_definition(fragment: &Fragment, body: &str, start: usize) -> bool {
    fragment
        .links
        .iter()
        .any(|link| link.span.end <= start && body[link.span.end..start].trim().is_empty())
}

#[cfg(test)]
mod tests;
