//! Reading Markdown, line by line.

use std::borrow::Cow;

use super::line::{dedent, fence, heading, is_html, is_rule, is_start, marker, split, without_closing};
use super::{FRONT_MATTER, note_mark, title};
use crate::formats::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::NodeTree;

/// Reads a document. One without a heading or an item is one node without a title.
pub fn read(text: &str) -> Result<MapFile, FormatError> {
    // All three line ends there are.
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    };
    let (front_matter, body) = front_matter(&text);
    let mut document = parse(body)?;
    if let Some(front_matter) = front_matter {
        document.tree.extra.push((FRONT_MATTER.to_owned(), front_matter.to_owned()));
    }
    if document.tree.nodes.is_empty() {
        if document.preamble.is_empty() {
            return Err(FormatError::Empty);
        }
        document.tree.push(None, "");
    }
    // What stands before everything belongs to the first node.
    if !document.preamble.is_empty() {
        let note = &mut document.tree.nodes[0].note;
        let rest = std::mem::take(note);
        *note = document.preamble;
        if !rest.is_empty() {
            note.push_str("\n\n");
            note.push_str(&rest);
        }
    }
    let title = front_matter.and_then(|text| text.lines().find_map(|line| line.strip_prefix("title:")));
    let title = title.map(|title| title.trim().trim_matches(['"', '\'']).to_owned()).unwrap_or_default();
    Ok(MapFile { title, tree: document.tree, arrangement: None })
}

/// Whether a text is read as a note and nothing else, below a heading or in an item.
pub fn is_note(text: &str, is_item: bool) -> bool {
    if is_item {
        let indented = text.replace('\n', "\n  ");
        return !text.contains('\r')
            && parse(&format!("- x\n\n  {indented}")).is_ok_and(|document| {
                document.tree.nodes.len() == 1 && document.tree.nodes[0].note == text && !document.is_open
            });
    }

    !text.contains('\r')
        && parse(text)
            .is_ok_and(|document| document.tree.nodes.is_empty() && document.preamble == text && !document.is_open)
}

/// YAML between two lines of dashes, and the rest after it.
fn front_matter(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else {
        return (None, text);
    };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return (Some(rest[..at].trim_end_matches('\n')), &rest[at + line.len()..]);
        }
        at += line.len();
    }
    (None, text)
}

/// Result of reading a document.
struct Document {
    tree: NodeTree,
    /// The text before the first node.
    preamble: String,
    /// Whether a region was begun and not ended.
    is_open: bool,
}

fn parse(text: &str) -> Result<Document, FormatError> {
    let mut reader = Reader::default();
    for line in text.lines() {
        reader.line(line)?;
    }
    let is_open = !matches!(reader.region, Region::None | Region::Html);
    if let Region::Note { lines, .. } = std::mem::replace(&mut reader.region, Region::None) {
        reader.note(&lines.join("\n"));
    }
    for (node, (source, is_heading)) in reader.tree.nodes.iter_mut().zip(&reader.sources) {
        title::read(node, if *is_heading { without_closing(source) } else { source });
    }
    Ok(Document { tree: reader.tree, preamble: reader.preamble, is_open })
}

/// Region that the next lines belong to, whatever they look like.
#[derive(Default)]
enum Region {
    #[default]
    None,
    /// Code, up to a line of at least so many of these.
    Fence { mark: char, length: usize },
    /// A comment, up to its end.
    Comment,
    /// HTML, up to an empty line.
    Html,
    /// A note as it stands, up to this line.
    Note { end: String, lines: Vec<String> },
}

/// An open list item.
struct Item {
    node: usize,
    /// Column of its mark.
    mark: usize,
    /// Column of its content.
    content: usize,
}

#[derive(Default)]
struct Reader {
    tree: NodeTree,
    /// Source of the title of each node, and whether it is a heading.
    sources: Vec<(String, bool)>,
    preamble: String,
    headings: Vec<(usize, usize)>,
    items: Vec<Item>,
    region: Region,
    /// Number of empty lines that were not written yet.
    blank: usize,
    /// Whether the last line was text that goes on in the next one.
    is_paragraph: bool,
    /// Whether the last line was a title of an item that goes on in the next one.
    is_title: bool,
    /// Offset in the note at which the paragraph began.
    paragraph: usize,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), FormatError> {
        if self.region(line) {
            return Ok(());
        }
        let (column, text) = split(line);
        if text.is_empty() {
            self.blank += 1;
            (self.is_paragraph, self.is_title) = (false, false);
            return Ok(());
        }
        let goes_on = self.is_paragraph || self.is_title;
        if goes_on && self.items.is_empty() && self.underlined(column, text)? {
            return Ok(());
        }
        let marker = marker(text);
        let heading = heading(text);
        let starts = heading.is_some() || marker.is_some() || is_start(text, goes_on);
        if goes_on && !starts {
            self.text(line, text);
            return Ok(());
        }
        self.leave(column, marker.is_some());
        let base = self.items.last().map_or(0, |item| item.content);
        if column >= base + 4 && !(marker.is_some() && goes_on && !self.items.is_empty()) {
            // Code by indentation.
            self.push(line, column);
            self.is_paragraph = false;
            return Ok(());
        }
        if let (Some((level, source)), true) = (heading, self.items.is_empty()) {
            return self.heading(level, source);
        }
        if let Some((width, rest)) = marker.filter(|_| !is_rule(text)) {
            return self.item(column, width, rest, line.ends_with("  "));
        }
        self.other(line, column, text);
        Ok(())
    }

    /// Handles a line inside a region; returns whether it was in one.
    fn region(&mut self, line: &str) -> bool {
        let column = self.items.last().map_or(0, |item| item.content);
        let ends = match &mut self.region {
            Region::None => return false,
            Region::Fence { mark, length } => {
                let (found, text) = split(line);
                let run = text.len() - text.trim_start_matches(*mark).len();
                run >= *length && text.len() == run && found < column + 4
            }
            Region::Comment => line.contains("-->"),
            Region::Html if line.trim().is_empty() => {
                self.region = Region::None;
                return false;
            }
            Region::Html => false,
            Region::Note { end, lines } => {
                if line.trim() != end {
                    lines.push(dedent(line, column));
                    return true;
                }
                let note = std::mem::take(lines).join("\n");
                self.region = Region::None;
                self.note(&note);
                return true;
            }
        };
        self.push(line, column);
        if ends {
            self.region = Region::None;
        }
        true
    }

    /// Closes the items a line at this column is not in.
    fn leave(&mut self, column: usize, is_item: bool) {
        // Many write what is in an item of an ordered list two columns in, although its text begins at the third.
        let is_outside = |item: &Item| column < if is_item { item.content.min(item.mark + 2) } else { item.content };
        while self.items.last().is_some_and(is_outside) {
            self.items.pop();
        }
    }

    fn owner(&self) -> Option<usize> {
        self.items.last().map(|item| item.node).or(self.headings.last().map(|&(_, node)| node))
    }

    fn note_of(&mut self, owner: Option<usize>) -> &mut String {
        match owner {
            Some(node) => &mut self.tree.nodes[node].note,
            None => &mut self.preamble,
        }
    }

    /// Adds a line to the note, without the indentation of the item.
    fn push(&mut self, line: &str, column: usize) {
        let base = self.items.last().map_or(0, |item| item.content).min(column);
        let line = dedent(line, base);
        let blank = std::mem::take(&mut self.blank);
        let owner = self.owner();
        let note = self.note_of(owner);
        if !note.is_empty() {
            note.extend(std::iter::repeat_n('\n', blank + 1));
        }
        note.push_str(&line);
        self.is_title = false;
    }

    /// Adds a note as a whole.
    fn note(&mut self, text: &str) {
        let owner = self.owner();
        let note = self.note_of(owner);
        if !note.is_empty() {
            note.push_str("\n\n");
        }
        note.push_str(text);
        self.blank = 1;
    }

    /// Handles text that goes on with the line before it.
    fn text(&mut self, line: &str, text: &str) {
        let Some((source, _)) = self.owner().filter(|_| self.is_title).map(|node| &mut self.sources[node]) else {
            return self.push(line, usize::MAX);
        };
        // Two spaces or a backslash at the end of a line break it.
        let is_break = source.ends_with("  ") || source.ends_with('\\') && !source.ends_with("\\\\");
        let kept = source.strip_suffix('\\').filter(|_| is_break).unwrap_or(source).trim_end().len();
        source.truncate(kept);
        if !source.is_empty() {
            source.push_str(if is_break { "<br>" } else { " " });
        }
        source.push_str(text);
        if line.ends_with("  ") {
            source.push_str("  ");
        }
    }

    /// Makes the paragraph before a line of dashes or equals signs a heading.
    fn underlined(&mut self, column: usize, text: &str) -> Result<bool, FormatError> {
        let mark = text.chars().next().unwrap_or_default();
        if !matches!(mark, '=' | '-') || column >= 4 || !text.trim_end().chars().all(|character| character == mark) {
            return Ok(false);
        }
        let (owner, from) = (self.owner(), self.paragraph);
        let note = self.note_of(owner);
        let lines: Vec<&str> = note[from.min(note.len())..].lines().map(title::trim).collect();
        let source = lines.join(" ");
        note.truncate(from);
        self.heading(if mark == '=' { 1 } else { 2 }, title::trim(&source))?;
        Ok(true)
    }

    fn heading(&mut self, level: usize, source: &str) -> Result<(), FormatError> {
        while self.headings.last().is_some_and(|&(above, _)| above >= level) {
            self.headings.pop();
        }
        let node = self.node(source, true)?;
        self.headings.push((level, node));
        self.is_title = false;
        Ok(())
    }

    fn item(&mut self, column: usize, width: usize, rest: &str, is_broken: bool) -> Result<(), FormatError> {
        let (space, text) = split(rest);
        let content = column + width + if text.is_empty() || space > 4 { 1 } else { space };
        let is_code = fence(text).is_some();
        let node = self.node(if is_code { "" } else { text }, false)?;
        self.items.push(Item { node, mark: column, content });
        self.is_title = !is_code;
        if is_code {
            self.region = fence(text).map_or(Region::None, |(mark, length)| Region::Fence { mark, length });
            self.push(text, 0);
        } else if is_broken && !text.is_empty() {
            self.sources[node].0.push_str("  ");
        }
        Ok(())
    }

    fn node(&mut self, source: &str, is_heading: bool) -> Result<usize, FormatError> {
        if self.tree.nodes.len() >= MAX_NODES {
            return Err(FormatError::TooManyNodes);
        }
        (self.blank, self.is_paragraph) = (0, false);
        self.sources.push((source.to_owned(), is_heading));
        Ok(self.tree.push(self.owner(), ""))
    }

    /// Handles a line that is neither heading nor item, nor goes on with the line before it.
    fn other(&mut self, line: &str, column: usize, text: &str) {
        if let Some(number) = (0..10).find(|&number| text == note_mark(false, number)) {
            self.region = Region::Note { end: note_mark(true, number), lines: Vec::new() };
            (self.is_paragraph, self.is_title) = (false, false);
            return;
        }
        let owner = self.owner();
        let from = self.note_of(owner).len();
        self.push(line, column);
        self.is_paragraph = false;
        if let Some((mark, length)) = fence(text) {
            self.region = Region::Fence { mark, length };
        } else if let Some(comment) = text.strip_prefix("<!--") {
            if !comment.contains("-->") {
                self.region = Region::Comment;
            }
        } else if is_html(text) {
            self.region = Region::Html;
        } else if !is_rule(text) {
            self.is_paragraph = true;
            self.paragraph = from;
        }
    }
}
