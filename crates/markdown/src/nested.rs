//! Fences within a fence: a document in Markdown that is shown as code, with blocks of code of its own.
//!
//! By the grammar the first fence without a language ends such a block, and the rest of the document falls apart. Here a
//! fence with a language within it begins a level, and one without ends it; the last ends the block. As far as it is known
//! that way, the block is as if its own fence were the longest.

/// Most fences that are open in one another; a block with more is read by the grammar.
const MAX_OPEN: usize = 8;

/// Fences within a block.
pub(super) struct Nested {
    /// Places of their first characters.
    pub fences: Vec<usize>,
    /// Whether the end of the block was found.
    pub is_closed: bool,
}

/// Whether the words behind a fence name Markdown as its language.
pub(super) fn is_markdown(info: &str) -> bool {
    let name = info.split([' ', '\t', ',', '{']).next().unwrap_or_default();
    ["markdown", "md", "mdx"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Finds the fences within the block whose own fence stands at a place, up to the end of the block or of the text. `None` if
/// there are none. It depends on nothing behind the end of the block.
pub(super) fn find(text: &str, start: usize) -> Option<Nested> {
    let (own, _) = fence(text.get(start..)?.lines().next()?)?;
    let mut fences = Vec::new();
    // Lengths of the fences that are open within the block.
    let mut open: Vec<usize> = Vec::new();
    let mut at = start;
    for (index, line) in text.get(start..)?.split_inclusive('\n').enumerate() {
        let here = at;
        at += line.len();
        let bare = line.trim_start_matches([' ', '\t']);
        let indentation = line.len() - bare.len();
        let Some((length, info)) = fence(bare).filter(|(length, _)| index > 0 && *length >= own) else { continue };
        match open.last() {
            _ if !info.is_empty() && open.len() == MAX_OPEN => return None,
            _ if !info.is_empty() => open.push(length),
            Some(inner) if length >= *inner => drop(open.pop()),
            Some(_) => {}
            None if indentation > 3 || line.starts_with('\t') => continue,
            None => return (!fences.is_empty()).then_some(Nested { fences, is_closed: true }),
        }
        fences.push(here + indentation);
    }
    (!fences.is_empty()).then_some(Nested { fences, is_closed: false })
}

/// Returns the length of the fence that a line begins with, and what stands behind it.
fn fence(line: &str) -> Option<(usize, &str)> {
    let info = line.trim_start_matches('`');
    let length = line.len() - info.len();
    let info = info.trim();
    (length >= 3 && !info.contains('`')).then_some((length, info))
}
