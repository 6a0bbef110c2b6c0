//! A document that is still arriving. Only the part that may still change is parsed again for each piece.
//!
//! Blocks are decided line by line, and a decision made before the start of a top-level block does not depend on the
//! text that follows, with these exceptions: the last line may be incomplete; the second line of a table decides about
//! its first; the lines behind a link definition may become its title or, indented, a paragraph. So the start of a
//! block is *certain* when its first line is complete and either stands behind a blank line or is a line that would end
//! a paragraph (a list, a quote, a fence, a rule, a heading with `#`, a footnote). Everything before a certain start is
//! *settled*: parsing the parts before and after it by themselves gives the same blocks as parsing them together, but
//! for the labels they look up.
//!
//! Labels: each settled region remembers the labels that it looked up and that were not defined before it. When the
//! meaning of one changes, those regions alone are parsed again.
//!
//! A long open block is not parsed from its start either, see [`open`].
//!
//! All this is about flat blocks. A disclosure takes blocks from several of them, which are folded behind it all.

mod open;

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
    rc::Rc,
};

use self::open::{Cut, OpenBlock};
use super::{
    details::{self, Unit},
    fragment::{End, Fragment, Placed, footnote_names},
    label::{Definitions, Label, Scope},
    node::Block,
};

/// Most bytes of a line of markup alone that is held back.
const MAX_HELD_BYTES: usize = 200;
/// Most bytes of a line that is held back because it may become a link definition.
const MAX_HELD_DEFINITION_BYTES: usize = 2048;

/// A document that is still arriving. Feed it with [`StreamingDocument::push`], end it with
/// [`StreamingDocument::finish`].
#[derive(Debug, Default)]
pub struct StreamingDocument {
    text: String,
    /// Whether the last piece ended with a carriage return, whose line feed may follow.
    ends_with_return: bool,
    /// Start of the last line.
    last_line: usize,
    is_finished: bool,
    /// Length of the text that the blocks stand for.
    shown: usize,
    /// Whether the blocks end with one that holds fences and waits for its end.
    waits_for_fence: bool,
    /// The settled flat blocks, then the open ones.
    blocks: Vec<Rc<Block>>,
    /// Number of settled blocks that were looked at, and have no disclosure.
    without_details: usize,
    /// The blocks with disclosures, once there is one.
    folded: Option<Folded>,
    settled_blocks: usize,
    /// Start of the text that may still change.
    tail: usize,
    open: Option<OpenBlock>,
    regions: Vec<Region>,
    /// Regions whose blocks depend on each label.
    dependents: HashMap<Label, BTreeSet<usize>>,
    definitions: Definitions,
    /// Definitions in the tail.
    provisional: Definitions,
}

/// Blocks of a document in which disclosures hold others.
#[derive(Debug, Default)]
struct Folded {
    /// The blocks that were folded.
    flat: Vec<Rc<Block>>,
    units: Vec<Unit>,
    blocks: Vec<Rc<Block>>,
    settled: usize,
}

/// A settled stretch of text between two certain starts.
#[derive(Debug)]
struct Region {
    text: Range<usize>,
    blocks: Range<usize>,
}

impl StreamingDocument {
    /// Makes an empty document.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece and brings the blocks up to date. The time this takes depends on the open part alone.
    pub fn push(&mut self, delta: &str) {
        self.append(delta);
        self.refresh();
    }

    /// Adds a piece without looking at it; for several pieces between two frames. However a line ends, in the text it
    /// ends with a line feed: a carriage return alone would end lines for the parser that are none here.
    pub fn append(&mut self, delta: &str) {
        if delta.is_empty() {
            return;
        }
        let is_second_half = std::mem::take(&mut self.ends_with_return) && delta.starts_with('\n');
        let delta = if is_second_half { &delta[1..] } else { delta };
        self.ends_with_return = delta.ends_with('\r');
        let delta: &str = &with_plain_line_ends(delta);
        if let Some(newline) = delta.rfind('\n') {
            self.last_line = self.text.len() + newline + 1;
        }
        self.text.push_str(delta);
    }

    /// Ends the document: nothing more will come, so nothing has to be held back.
    pub fn finish(&mut self) {
        self.is_finished = true;
        self.refresh();
    }

    /// Brings the blocks up to date with the text.
    pub fn refresh(&mut self) {
        self.refresh_to(self.shown_end());
    }

    /// Brings the blocks up to date with about so many more bytes of the text, so that a text that came at once can be
    /// worked off in slices; returns whether there is more.
    pub fn refresh_some(&mut self, bytes: usize) -> bool {
        let (end, limit) = (self.shown_end(), self.shown + bytes);
        if end <= limit {
            self.refresh_to(end);
            return false;
        }
        let limit = self.text.floor_char_boundary(limit);
        // At the end of a line fewer blocks have to be looked at again.
        let line = self.text[self.shown..limit].rfind('\n').map(|at| self.shown + at + 1);
        self.refresh_to(line.unwrap_or(limit));
        true
    }

    fn refresh_to(&mut self, end: usize) {
        let is_whole = self.is_finished && end == self.text.len();
        if end == self.shown && !(is_whole && self.waits_for_fence) {
            return;
        }
        self.shown = end;
        if !self.update() {
            self.open = None;
            self.update();
        }
        self.fold();
    }

    /// Brings the folded blocks up to date. Units whose flat blocks are the same stay the same (M6).
    fn fold(&mut self) {
        let unseen = self.blocks.get(self.without_details..).unwrap_or_default();
        if self.folded.is_none() && !unseen.iter().any(|block| details::opens(block)) {
            self.without_details = self.settled_blocks;
            return;
        }
        let old = self.folded.take().unwrap_or_default();
        let mut kept = old.units.into_iter().peekable();
        let (mut units, mut blocks, mut settled) = (Vec::new(), Vec::new(), 0);
        let mut from = 0;
        while from < self.blocks.len() {
            while kept.next_if(|unit| unit.flat.start < from).is_some() {}
            let is_same = |unit: &Unit| {
                let (before, now) = (old.flat.get(unit.flat.clone()), self.blocks.get(unit.flat.clone()));
                unit.flat.start == from
                    && unit.is_closed
                    && matches!((before, now), (Some(a), Some(b)) if a.iter().zip(b).all(|(a, b)| Rc::ptr_eq(a, b)))
            };
            let unit = kept.next_if(is_same).unwrap_or_else(|| details::unit(&self.blocks, from, 0));
            from = unit.flat.end;
            blocks.extend(unit.blocks.iter().cloned());
            if unit.is_closed && from <= self.settled_blocks {
                settled = blocks.len();
            }
            units.push(unit);
        }
        self.folded = Some(Folded { flat: self.blocks.clone(), units, blocks, settled });
    }

    /// Returns all blocks. Those that did not change since the last call are the same `Rc`; their index identifies
    /// them.
    pub fn blocks(&self) -> &[Rc<Block>] {
        self.folded.as_ref().map_or(&self.blocks, |folded| &folded.blocks)
    }

    /// Returns how many of the blocks, from the first, are settled; only the definition of a label can change them.
    pub fn settled(&self) -> usize {
        self.folded.as_ref().map_or(self.settled_blocks, |folded| folded.settled)
    }

    /// Returns all text that was pushed, with plain line ends.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text that the blocks stand for. While the document is open, a last line that is nothing but markup
    /// so far is held back: `-` may become a list item, but under a paragraph would make it a heading for the blink of
    /// an eye. So is a link definition: each letter of its address would change every block that refers to it.
    pub fn shown(&self) -> &str {
        &self.text[..self.shown]
    }

    fn shown_end(&self) -> usize {
        let line = &self.text[self.last_line..];
        let is_undecided = (line.len() <= MAX_HELD_BYTES && line.bytes().all(is_markup))
            || may_be_definition(line)
            || details::may_be_tag(line);
        if is_undecided && !self.is_finished { self.last_line } else { self.text.len() }
    }

    /// Parses the text that may have changed. `false` if the kept part of the open block turned out not to hold any
    /// more.
    fn update(&mut self) -> bool {
        let base = self.open.as_ref().map_or(self.tail, |open| open.resume);
        let body = &self.text[base..self.shown];
        let opening = self.open.as_ref().map_or("", |open| &self.text[open.opening.clone()]);
        let is_whole = self.is_finished && self.shown == self.text.len();
        let end = if is_whole { End::Last } else { End::Arriving };
        let fragment = Fragment::parse(opening, body, end, Scope::settled(&self.definitions));
        let joined = match (&self.open, fragment.blocks.first()) {
            (None, _) => None,
            (Some(open), Some(rest)) => match open.join(rest) {
                Some(joined) => Some(joined),
                None => return false,
            },
            (Some(_), None) => return false,
        };
        let starts = certain_starts(&fragment, body);
        let settled_to = starts.last().map_or(0, |index| fragment.blocks[*index].start);
        let cut = self.cut(&fragment, &starts, body);
        let known_to = cut.as_ref().map_or(settled_to, |cut| cut.resume);

        let Some(changed) = self.define(&fragment, known_to) else {
            return false;
        };
        self.waits_for_fence = fragment.waits_for_fence;
        self.blocks.truncate(self.settled_blocks);
        self.blocks.extend(fragment.blocks.iter().map(|placed| Rc::clone(&placed.block)));
        if let (Some(joined), Some(first)) = (joined, self.blocks.get_mut(self.settled_blocks)) {
            *first = joined.block;
        }
        self.parse_again(&changed);
        self.settle_all(&fragment, &starts, base);
        if let Some(cut) = cut {
            self.keep(&fragment, &cut, base);
        }
        true
    }

    /// Finds where the last block can be cut, if it is the only one that stays open.
    fn cut(&self, fragment: &Fragment, starts: &[usize], body: &str) -> Option<Cut> {
        let last = fragment.blocks.last()?;
        let is_alone = starts.last().copied().unwrap_or(0) + 1 == fragment.blocks.len();
        let is_rest = self.open.is_some() && starts.is_empty();
        if !is_alone {
            return None;
        }
        Cut::find(last, body, is_rest, |start| is_whole_line(body, start))
    }

    /// Takes over the definitions of a fragment; those before `known_to` can't change any more. Returns the labels that have
    /// another meaning than before, or nothing if the kept part of the open block depends on one of them.
    fn define(&mut self, fragment: &Fragment, known_to: usize) -> Option<Vec<Label>> {
        let (mut known, mut provisional, mut found) =
            (Definitions::default(), Definitions::default(), Definitions::default());
        let mut links: Vec<_> = fragment.links.iter().filter(|link| !self.definitions.has(&link.label)).collect();
        links.sort_unstable_by_key(|link| link.span.start);
        for link in links {
            let part = if link.span.start < known_to { &mut known } else { &mut provisional };
            part.add_link(link.label.clone(), link.destination.clone());
            found.add_link(link.label.clone(), link.destination.clone());
        }
        for (at, label) in fragment.footnotes.iter().filter(|(_, label)| !self.definitions.has(label)) {
            let part = if *at < known_to { &mut known } else { &mut provisional };
            part.add_footnote(label.clone());
            found.add_footnote(label.clone());
        }
        let changed: Vec<Label> = found.differing(&self.provisional).cloned().collect();
        if let Some(open) = &self.open
            && changed.iter().any(|label| open.lookups.contains(label))
        {
            return None;
        }
        self.provisional = provisional;
        self.definitions.extend(known);
        Some(changed)
    }

    /// Settles the regions between certain starts.
    fn settle_all(&mut self, fragment: &Fragment, starts: &[usize], base: usize) {
        let (mut first, mut from) = (0, 0);
        for &next in starts {
            let to = fragment.blocks[next].start;
            let mut labels = lookups_within(fragment, from..to);
            if let Some(open) = self.open.take() {
                labels.extend(open.lookups);
            }
            self.settle(self.tail..base + to, next - first, labels);
            self.tail = base + to;
            (first, from) = (next, to);
        }
    }

    /// Keeps the parts of the open block before the cut.
    fn keep(&mut self, fragment: &Fragment, cut: &Cut, base: usize) {
        let Some(last) = fragment.blocks.last() else { return };
        let from = if self.open.is_some() { 0 } else { last.start };
        let mut labels = lookups_within(fragment, from..cut.resume);
        labels.extend(footnote_names(&self.text[base + from..base + cut.resume]).map(Label::footnote));
        labels.retain(|label| !self.definitions.has(label));
        match &mut self.open {
            Some(open) => open.extend(last, cut),
            None => self.open = OpenBlock::new(last, cut, base),
        }
        if let Some(open) = &mut self.open {
            open.lookups.extend(labels);
        }
    }

    fn settle(&mut self, text: Range<usize>, blocks: usize, mut labels: HashSet<Label>) {
        let index = self.regions.len();
        labels.extend(footnote_names(&self.text[text.clone()]).map(Label::footnote));
        for label in labels {
            if !self.definitions.has(&label) {
                self.dependents.entry(label).or_default().insert(index);
            }
        }
        self.regions.push(Region { text, blocks: self.settled_blocks..self.settled_blocks + blocks });
        self.settled_blocks += blocks;
    }

    /// Parses the regions again that depend on one of the labels.
    fn parse_again(&mut self, changed: &[Label]) {
        let regions: BTreeSet<usize> =
            changed.iter().filter_map(|label| self.dependents.get(label)).flatten().copied().collect();
        for index in regions {
            let region = &self.regions[index];
            let scope = Scope::with_provisional(&self.definitions, &self.provisional);
            let fragment = Fragment::parse("", &self.text[region.text.clone()], End::Within, scope);
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

/// Returns a text whose lines all end with a line feed alone.
pub(super) fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// Returns the indices of the blocks whose start is certain, but for the first.
fn certain_starts(fragment: &Fragment, body: &str) -> Vec<usize> {
    let is_certain = |before: &Placed, block: &Placed| {
        before.start < block.start
            && is_whole_line(body, block.start)
            && !is_misplaced(block, body)
            && (is_behind_blank_line(body, block.start) || ends_paragraphs(block, body))
    };
    let pairs = fragment.blocks.windows(2).enumerate();
    pairs.filter(|(_, pair)| is_certain(&pair[0], &pair[1])).map(|(index, _)| index + 1).collect()
}

/// Whether the first line of a block would end a paragraph before it.
fn ends_paragraphs(placed: &Placed, body: &str) -> bool {
    let line = body[placed.start..].trim_start_matches(' ');
    match placed.block.as_ref() {
        Block::List(_) | Block::Quote(_) | Block::Rule | Block::Footnote { .. } => true,
        Block::Code(_) => line.starts_with("```") || line.starts_with("~~~"),
        Block::Heading { level, .. } => {
            let behind = line.trim_start_matches('#');
            line.len() - behind.len() == usize::from(*level) && behind.starts_with([' ', '\t', '\n', '\r'])
        }
        Block::Paragraph(_) | Block::Table(_) | Block::HtmlAsText(_) | Block::Details { .. } => false,
    }
}

/// Whether a block starts with an indentation at which, standing alone, it would be code. The parser lets a footnote
/// inside of another one end it.
fn is_misplaced(placed: &Placed, body: &str) -> bool {
    let line = &body[placed.start..];
    let behind = line.trim_start_matches(' ');
    let is_indented = line.len() - behind.len() >= 4 || behind.starts_with('\t');
    is_indented && !matches!(placed.block.as_ref(), Block::Code(_))
}

fn is_whole_line(body: &str, start: usize) -> bool {
    body[start..].contains('\n')
}

fn lookups_within(fragment: &Fragment, range: Range<usize>) -> HashSet<Label> {
    fragment.lookups.iter().filter(|(at, _)| range.contains(at)).map(|(_, label)| label.clone()).collect()
}

/// Whether a line can consist of this character and become of another kind by the next one.
fn is_markup(byte: u8) -> bool {
    matches!(
        byte,
        b'-' | b'=' | b'*' | b'+' | b'_' | b'#' | b'>' | b'`' | b'~' | b'|' | b':' | b'.' | b')' | b' ' | b'\t'
    ) || byte.is_ascii_digit()
}

/// Whether a line is the beginning of a link definition, or may become one.
fn may_be_definition(line: &str) -> bool {
    let label = match line.trim_start_matches(' ').strip_prefix('[') {
        Some(label) if !label.starts_with('^') => label,
        _ => return false,
    };
    let (label, behind) = label.split_once(']').unwrap_or((label, ""));
    label.len() <= MAX_HELD_BYTES
        && line.len() <= MAX_HELD_DEFINITION_BYTES
        && (behind.is_empty() || behind.starts_with(':'))
}

fn is_behind_blank_line(body: &str, start: usize) -> bool {
    let Some(before) = body[..start].strip_suffix('\n') else {
        return false;
    };
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

#[cfg(test)]
mod tests;
