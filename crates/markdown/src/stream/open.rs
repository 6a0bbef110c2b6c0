//! The open block, when it is long: a list, a table or fenced code whose first parts can't change any more. They are
//! kept, and only the rest is parsed, behind the lines that open the block (the fence, the head of the table; a list
//! needs none).
//!
//! An item of a list is parsed by itself as it is in its list, with one exception: whether the list is tight is decided
//! over all items, and shows only if one of them holds text of its own. When the rest does not show it, the kept part
//! is given up and the whole block is parsed.

use std::{collections::HashSet, ops::Range, rc::Rc};

use crate::{
    build::Spacing,
    fragment::Placed,
    label::Label,
    nested,
    node::{Block, CodeBlock, Item, List, Table},
};

/// Least number of bytes that are worth the bookkeeping. Tests use small documents, so there every cut counts.
const MIN_KEPT_BYTES: usize = if cfg!(test) { 1 } else { 256 };

/// The kept part of the open block.
#[derive(Debug)]
pub(super) struct OpenBlock {
    /// The lines that open the block, in the document.
    pub opening: Range<usize>,
    /// Start of the rest in the document.
    pub resume: usize,
    /// Labels that the kept part looked up without success; should one be defined, the kept part is no longer right.
    pub lookups: HashSet<Label>,
    kept: StableContent,
}

#[derive(Debug)]
enum StableContent {
    List { start: Option<u64>, spacing: Spacing, items: Vec<Rc<Item>> },
    Table { table: Table },
    Code { code: CodeBlock },
}

/// A place to cut an open block: parts before it are kept.
pub(super) struct Cut {
    /// Number of parts of the block, as it was parsed last, that are kept.
    parts: usize,
    /// Start of the rest, from the start of the parsed text.
    pub resume: usize,
    /// Start of the first part.
    first: usize,
}

impl Cut {
    /// Finds the place to cut a block that was parsed from `body`; `is_certain` says whether a part surely starts somewhere.
    pub fn find(placed: &Placed, body: &str, is_rest: bool, is_certain: impl Fn(usize) -> bool) -> Option<Self> {
        let cut = match placed.block.as_ref() {
            Block::List(list) if list.items.len() == placed.parts.len() && placed.spacing != Spacing::Unknown => {
                let parts = (1..placed.parts.len()).rev().find(|index| is_certain(placed.parts[*index]))?;
                Self { parts, resume: placed.parts[parts], first: placed.start }
            }
            Block::Table(table) if table.rows.len() == placed.parts.len() => {
                let parts = placed.parts.len().checked_sub(2)?;
                Self { parts, resume: placed.parts[parts], first: placed.parts[0] }
            }
            // The levels of the fences in it are counted from its start.
            Block::Code(code) if code.language.as_deref().is_some_and(nested::is_markdown) => return None,
            Block::Code(code) if is_rest => Self::in_code(code, body, 0)?,
            Block::Code(code) => Self::in_code(code, body, behind_fence(body, placed.start)?)?,
            _ => return None,
        };
        (cut.resume >= cut.first + MIN_KEPT_BYTES).then_some(cut)
    }

    /// Finds a cut of code between two runs, if the code stands in the source as it is.
    fn in_code(code: &CodeBlock, body: &str, first: usize) -> Option<Self> {
        let parts = code.runs.len().checked_sub(2)?;
        let mut resume = first;
        for run in &code.runs[..parts] {
            if !body[resume..].starts_with(run.as_ref()) {
                return None;
            }
            resume += run.len();
        }
        Some(Self { parts, resume, first })
    }
}

/// Returns the start of code that is opened by a fence without indentation.
fn behind_fence(body: &str, start: usize) -> Option<usize> {
    let source = &body[start..];
    let is_fence = source.starts_with("```") || source.starts_with("~~~");
    is_fence.then(|| source.find('\n'))?.map(|newline| start + newline + 1)
}

impl OpenBlock {
    /// Keeps the parts before the cut of a block that was parsed from the text at `base`.
    pub fn new(placed: &Placed, cut: &Cut, base: usize) -> Option<Self> {
        let opening = match placed.block.as_ref() {
            Block::List(_) => 0..0,
            _ => base + placed.start..base + cut.first,
        };
        let kept = match placed.block.as_ref() {
            Block::List(list) => StableContent::List {
                start: list.start,
                spacing: placed.spacing,
                items: list.items[..cut.parts].to_vec(),
            },
            Block::Table(table) => {
                let rows = table.rows[..cut.parts].to_vec();
                StableContent::Table { table: Table { rows, ..table.clone() } }
            }
            Block::Code(code) => {
                let runs = code.runs[..cut.parts].to_vec();
                StableContent::Code { code: CodeBlock { language: code.language.clone(), runs } }
            }
            _ => return None,
        };
        Some(Self { opening, resume: base + cut.resume, lookups: HashSet::new(), kept })
    }

    /// Puts the kept part in front of the rest. `None` if that would not be the block as parsed from its start.
    pub fn join(&self, rest: &Placed) -> Option<Placed> {
        let (block, spacing) = match (&self.kept, rest.block.as_ref()) {
            (StableContent::List { start, spacing, items }, Block::List(list)) => {
                let spacing = join_spacing(*spacing, rest.spacing)?;
                let items = items.iter().chain(&list.items).cloned().collect();
                (Block::List(List { start: *start, tight: spacing != Spacing::Loose, items }), spacing)
            }
            (StableContent::Table { table }, Block::Table(more)) => {
                let rows = table.rows.iter().chain(&more.rows).cloned().collect();
                let (alignments, head) = (table.alignments.clone(), table.head.clone());
                (Block::Table(Table { alignments, head, rows }), rest.spacing)
            }
            (StableContent::Code { code }, Block::Code(more)) => {
                let runs = code.runs.iter().chain(&more.runs).cloned().collect();
                (Block::Code(CodeBlock { language: code.language.clone(), runs }), rest.spacing)
            }
            _ => return None,
        };
        Some(Placed { start: 0, block: Rc::new(block), spacing, parts: Vec::new() })
    }

    /// Keeps the parts of the rest before the cut as well.
    pub fn extend(&mut self, rest: &Placed, cut: &Cut) {
        match (&mut self.kept, rest.block.as_ref()) {
            (StableContent::List { spacing, items, .. }, Block::List(list)) => {
                *spacing = join_spacing(*spacing, rest.spacing).unwrap_or(*spacing);
                items.extend_from_slice(&list.items[..cut.parts]);
            }
            (StableContent::Table { table }, Block::Table(more)) => {
                table.rows.extend_from_slice(&more.rows[..cut.parts]);
            }
            (StableContent::Code { code }, Block::Code(more)) => code.runs.extend_from_slice(&more.runs[..cut.parts]),
            _ => return,
        }
        self.resume += cut.resume;
    }
}

fn join_spacing(kept: Spacing, rest: Spacing) -> Option<Spacing> {
    match (kept, rest) {
        (Spacing::Loose, _) | (_, Spacing::Loose) => Some(Spacing::Loose),
        (Spacing::Tight, Spacing::Tight) => Some(Spacing::Tight),
        _ => None,
    }
}
