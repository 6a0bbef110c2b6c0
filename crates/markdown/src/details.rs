//! Disclosures: `<details>` with a `<summary>`, and the blocks up to `</details>` or the end of what they stand in.
//!
//! The parser gives the tags as blocks of HTML, apart from the blocks between them. Those are folded into one block here,
//! in a pass of its own over the blocks of a document, an item, a quote or a note. Text beside the tags is Markdown as
//! well, by itself: it knows no definitions from around it, so that it means the same however the document arrives.

use std::{ops::Range, rc::Rc};

use super::{
    fragment::{End, Fragment},
    label::{Definitions, Scope},
    node::{Block, Inline},
    plain::plain_text,
};

/// Disclosures that may be open in one another; the content of deeper ones stands in the one around them.
const MAX_OPEN: usize = 8;
/// Greatest height of a block in a disclosure, with the containers around it.
const MAX_HEIGHT: usize = 40;
/// Greatest length of a tag in bytes.
const MAX_TAG_BYTES: usize = 1000;
/// Tags around a summary that say no more than that it is one.
const PLAIN_TAGS: &[&str] = &["b", "strong", "i", "em", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Blocks that a run of flat blocks was folded into.
#[derive(Debug)]
pub(super) struct Unit {
    /// Places of the flat blocks.
    pub flat: Range<usize>,
    /// Blocks that stand for them.
    pub blocks: Vec<Rc<Block>>,
    /// Whether each disclosure was closed by its tag, so that nothing behind it belongs to the unit.
    pub is_closed: bool,
}

/// A piece of the source of HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'a> {
    Open { is_open: bool },
    Close,
    Summary,
    SummaryEnd,
    Text(&'a str),
}

/// A disclosure whose end was not met yet.
struct Begun {
    is_shown: bool,
    summary: Option<Vec<Inline>>,
    content: Vec<Rc<Block>>,
}

/// Whether a flat block begins a unit of more than itself.
pub(super) fn opens(block: &Block) -> bool {
    matches!(block, Block::HtmlAsText(source) if matches!(tag(source.trim_start()), Some((Part::Open { .. }, _))))
}

/// Folds the blocks of a document.
pub(super) fn fold(flat: Vec<Rc<Block>>) -> Vec<Rc<Block>> {
    if flat.iter().any(|block| opens(block)) { units(&flat, 0).flat_map(|unit| unit.blocks).collect() } else { flat }
}

/// Folds the blocks of a container that has so many around it, itself included.
pub(super) fn fold_within(flat: Vec<Block>, around: usize) -> Vec<Block> {
    if !flat.iter().any(opens) {
        return flat;
    }
    let flat: Vec<Rc<Block>> = flat.into_iter().map(Rc::new).collect();
    let blocks: Vec<Rc<Block>> = units(&flat, around).flat_map(|unit| unit.blocks).collect();
    drop(flat);
    blocks.into_iter().map(Rc::unwrap_or_clone).collect()
}

fn units(flat: &[Rc<Block>], around: usize) -> impl Iterator<Item = Unit> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let unit = (from < flat.len()).then(|| unit(flat, from, around))?;
        from = unit.flat.end;
        Some(unit)
    })
}

/// Returns the unit that begins at a flat block.
pub(super) fn unit(flat: &[Rc<Block>], from: usize, around: usize) -> Unit {
    if !flat.get(from).is_some_and(|block| opens(block)) {
        return Unit { flat: from..from + 1, blocks: flat.get(from).cloned().into_iter().collect(), is_closed: true };
    }
    let mut folder = Folder { around, open: Vec::new(), deeper: 0, blocks: Vec::new() };
    let mut end = from;
    while let Some(block) = flat.get(end) {
        folder.take(block);
        end += 1;
        if folder.open.is_empty() {
            break;
        }
    }
    let is_closed = folder.open.is_empty();
    while !folder.open.is_empty() {
        folder.close();
    }
    Unit { flat: from..end, blocks: folder.blocks, is_closed }
}

struct Folder {
    around: usize,
    open: Vec<Begun>,
    /// Number of disclosures open within the innermost of [`MAX_OPEN`]; their content is its own.
    deeper: usize,
    blocks: Vec<Rc<Block>>,
}

impl Folder {
    fn take(&mut self, block: &Rc<Block>) {
        match block.as_ref() {
            Block::HtmlAsText(source) => self.html(source),
            // The tag that ends it may stand behind the last words.
            Block::Paragraph(content) if let Some(content) = without_end(content) => {
                if !content.is_empty() {
                    self.push(Rc::new(Block::Paragraph(content)));
                }
                self.close();
            }
            _ => self.push(Rc::clone(block)),
        }
    }

    fn html(&mut self, source: &str) {
        let parts = parts(source);
        let mut parts = parts.iter().copied().peekable();
        while let Some(part) = parts.next() {
            match part {
                Part::Open { .. } if self.open.len() == MAX_OPEN => self.deeper += 1,
                Part::Open { is_open } => {
                    self.open.push(Begun { is_shown: is_open, summary: None, content: Vec::new() });
                }
                Part::Close if self.open.is_empty() => self.push(Rc::new(Block::HtmlAsText("</details>".into()))),
                Part::Close => self.close(),
                Part::Summary => {
                    let text = parts.next_if(|part| matches!(part, Part::Text(_)));
                    let text = if let Some(Part::Text(text)) = text { text } else { "" };
                    parts.next_if_eq(&Part::SummaryEnd);
                    match self.open.last_mut() {
                        Some(open) if self.deeper == 0 && open.summary.is_none() && open.content.is_empty() => {
                            open.summary = Some(summary(text));
                        }
                        _ => self.text(text),
                    }
                }
                Part::SummaryEnd => {}
                Part::Text(text) => self.text(text),
            }
        }
    }

    /// Adds text beside the tags.
    fn text(&mut self, text: &str) {
        let inside = text.trim_matches([' ', '\t', '\n']);
        // What follows a tag on its line is not indented.
        let text = if text.starts_with('\n') { text.trim_start_matches('\n') } else { inside };
        if inside.is_empty() {
            return;
        }
        let blocks = read(text);
        if self.depth() + blocks.iter().map(|block| height(block)).max().unwrap_or_default() > MAX_HEIGHT {
            return self.push(Rc::new(Block::HtmlAsText(inside.into())));
        }
        for block in blocks {
            self.push(block);
        }
    }

    fn depth(&self) -> usize {
        self.around + self.open.len()
    }

    fn push(&mut self, block: Rc<Block>) {
        self.open.last_mut().map_or(&mut self.blocks, |open| &mut open.content).push(block);
    }

    /// Ends the innermost disclosure. One that would be too high leaves its content with the one around it.
    fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let level = self.depth();
        let Some(Begun { is_shown: is_open, summary, content }) = self.open.pop() else { return };
        let summary = summary.unwrap_or_default();
        let highest = content.iter().map(|block| height(block)).max().unwrap_or_default();
        if level + highest <= MAX_HEIGHT {
            self.push(Rc::new(Block::Details { is_open, summary, content }));
            return;
        }
        if !summary.is_empty() {
            self.push(Rc::new(Block::Paragraph(summary)));
        }
        for block in content {
            self.push(block);
        }
    }
}

/// Returns a paragraph without the end tag behind its last words, if it has one.
fn without_end(content: &[Inline]) -> Option<Vec<Inline>> {
    let (last, before) = content.split_last()?;
    let Inline::Text(words) = last else { return None };
    let words = words.trim_end();
    let at = words.len().checked_sub("</details>".len())?;
    let is_end = words.get(at..)?.eq_ignore_ascii_case("</details>");
    let words = words.get(..at).filter(|_| is_end)?.trim_end();
    let last = (!words.is_empty()).then(|| Inline::Text(words.into()));
    Some(before.iter().cloned().chain(last).collect())
}

/// Reads text beside the tags, or in a summary.
fn read(text: &str) -> Vec<Rc<Block>> {
    let nothing_known = Definitions::default();
    let fragment = Fragment::parse("", text, End::Last, Scope::settled(&nothing_known));
    fragment.blocks.into_iter().map(|placed| placed.block).collect()
}

fn summary(text: &str) -> Vec<Inline> {
    let mut text = text.trim().to_owned();
    for name in PLAIN_TAGS {
        text = text.replace(&format!("<{name}>"), "").replace(&format!("</{name}>"), "");
    }
    let blocks = read(text.trim());
    match blocks.first().map(AsRef::as_ref) {
        None => Vec::new(),
        Some(Block::Paragraph(content) | Block::Heading { content, .. }) if blocks.len() == 1 => content.clone(),
        Some(_) => vec![Inline::Text(plain_text(&blocks).into())],
    }
}

/// Levels of blocks in a block, itself included.
fn height(block: &Block) -> usize {
    let of = |content: &[Block]| content.iter().map(height).max().unwrap_or_default();
    1 + match block {
        Block::Quote(content) | Block::Footnote { content, .. } => of(content),
        Block::List(list) => 1 + list.items.iter().map(|item| of(&item.content)).max().unwrap_or_default(),
        Block::Details { content, .. } => content.iter().map(|block| height(block)).max().unwrap_or_default(),
        _ => 0,
    }
}

/// Divides the source of HTML at the tags of disclosures.
fn parts(source: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest, mut at) = (Vec::new(), source, 0);
    while let Some(next) = rest.get(at..).and_then(|text| text.find('<')) {
        at += next;
        let Some((part, length)) = tag(&rest[at..]) else {
            at += 1;
            continue;
        };
        if at > 0 {
            parts.push(Part::Text(&rest[..at]));
        }
        parts.push(part);
        rest = &rest[at + length..];
        at = 0;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}

/// Reads the tag of a disclosure that a text begins with; returns its length, too. Of its attributes only `open` counts.
fn tag(text: &str) -> Option<(Part<'static>, usize)> {
    let inside = text.strip_prefix('<')?;
    let (inside, closes) = inside.strip_prefix('/').map_or((inside, false), |inside| (inside, true));
    let name = inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
    let is_details = name.eq_ignore_ascii_case("details");
    if !is_details && !name.eq_ignore_ascii_case("summary") {
        return None;
    }
    let behind = &inside[name.len()..];
    if !behind.starts_with(|c: char| c == '>' || c == '/' || c.is_ascii_whitespace()) {
        return None;
    }
    let (mut quote, mut end) = (None, None);
    let mut attributes = String::new();
    for (at, c) in behind.char_indices().take(MAX_TAG_BYTES) {
        match (quote, c) {
            (Some(own), _) if own == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => {
                end = Some(at + 1);
                break;
            }
            (None, c) => attributes.push(c),
        }
    }
    let length = text.len() - behind.len() + end?;
    let part = match (is_details, closes) {
        (true, true) => Part::Close,
        (true, false) => Part::Open { is_open: has_open(&attributes) },
        (false, false) => Part::Summary,
        (false, true) => Part::SummaryEnd,
    };
    Some((part, length))
}

/// Whether there is an attribute `open` among those whose quoted values were left out.
fn has_open(attributes: &str) -> bool {
    let mut names = attributes.split(|c: char| c.is_ascii_whitespace() || c == '/');
    names.any(|name| name.split('=').next().unwrap_or_default().eq_ignore_ascii_case("open"))
}

/// Whether a last line is the beginning of a tag of a disclosure, and not yet all of it.
pub(super) fn may_be_tag(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    let is_beginning = |tag: &str| {
        let both = line.len().min(tag.len());
        line.get(..both).is_some_and(|line| line.eq_ignore_ascii_case(&tag[..both]))
    };
    line.len() >= 2
        && line.len() <= MAX_TAG_BYTES
        && !line.contains('>')
        && ["<details", "</details", "<summary", "</summary"].into_iter().any(is_beginning)
}
