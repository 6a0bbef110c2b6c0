//! One run of the parser over a stretch of text that begins at a line where no block is open.

use std::{borrow::Cow, cell::RefCell, mem, ops::Range, rc::Rc};

use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, Options, Parser, Tag};

use super::{
    build::{Builder, Spacing},
    label::{Destination, Label, Scope},
    marked::{Marked, unmark},
    nested,
    node::Block,
};

/// Most blocks that hold fences and are found in one stretch of text, since each has it parsed once more. No answer has as many;
/// those behind them are read by the grammar.
const MAX_HOLDING: usize = 128;

/// End of a text, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// More of the document follows.
    Within,
    /// The document ends here as well.
    Last,
    /// The document ends here so far.
    Arriving,
}

/// Blocks and labels of a parsed body. All offsets count from the start of the body.
#[derive(Default)]
pub(super) struct Fragment {
    pub blocks: Vec<Placed>,
    /// Labels that were looked up, found or not, with the places.
    pub lookups: Vec<(usize, Label)>,
    pub links: Vec<LinkDefinition>,
    pub footnotes: Vec<(usize, Label)>,
    /// Whether a block that holds fences waits for its end.
    pub waits_for_fence: bool,
}

/// A top-level block and its place.
pub(super) struct Placed {
    /// The start of the line on which the block begins.
    pub start: usize,
    pub block: Rc<Block>,
    pub spacing: Spacing,
    /// Starts of the lines on which the items of a list begin, or the rows of a table behind its head.
    pub parts: Vec<usize>,
}

/// A definition such as `[label]: https://example.com`.
pub(super) struct LinkDefinition {
    pub span: Range<usize>,
    pub label: Label,
    pub destination: Destination,
}

impl Fragment {
    /// Parses `prefix` and `body` as one text and reports what belongs to the body. The prefix, when there is one, opens the
    /// block that the body continues.
    pub fn parse(prefix: &str, body: &str, end: End, scope: Scope<'_>) -> Self {
        let mut inner = Inner { body, end, from: 0, fences: Vec::new(), found: 0, is_open: false };
        loop {
            // Where a block ends that holds fences, is known once the parser told that there is one.
            if let Some(fragment) = Self::parse_with(prefix, &mut inner, scope) {
                return Self { waits_for_fence: inner.is_open, ..fragment };
            }
        }
    }

    fn parse_with(prefix: &str, inner: &mut Inner<'_>, scope: Scope<'_>) -> Option<Self> {
        let body = inner.body;
        let marked = Marked::new(body, inner.end != End::Within, &inner.fences);
        let known_footnotes = known_footnotes(body, scope);
        let (text, skip) = if prefix.is_empty() && known_footnotes.is_empty() {
            (Cow::Borrowed(marked.text.as_ref()), 0)
        } else {
            let prefix = Marked::new(prefix, false, &[]).text;
            let text = [known_footnotes.as_str(), &prefix, &marked.text].concat();
            (Cow::Owned(text), known_footnotes.len() + prefix.len())
        };
        // What stands in front of the body and is not opened by the prefix is not reported.
        let report_from = known_footnotes.len();
        let place = |offset: usize| marked.source_offset(offset.saturating_sub(skip));
        run(&text, report_from, inner, scope, &place)
    }
}

/// Fences of a body that are within blocks of Markdown.
struct Inner<'a> {
    body: &'a str,
    end: End,
    /// Place before which all are known.
    from: usize,
    fences: Vec<usize>,
    /// Number of the blocks that hold them.
    found: usize,
    is_open: bool,
}

impl Inner<'_> {
    /// Looks for fences in the block of code that begins at a place; returns whether there are any that were not known. Those
    /// of a block without an end count only as long as it may come.
    fn grow(&mut self, info: &str, start: usize) -> bool {
        let is_new = start >= self.from && self.found < MAX_HOLDING && nested::is_markdown(info);
        let Some(found) = is_new.then(|| nested::find(self.body, start)).flatten() else { return false };
        let counts = found.is_closed || self.end == End::Arriving;
        if counts {
            self.from = start + 1;
            self.found += 1;
            self.is_open = !found.is_closed;
            self.fences.extend(found.fences);
        }
        counts
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_FOOTNOTES
}

/// Reads the blocks of a text; `None` if fences were found that the text has to be marked for.
fn run(
    text: &str,
    report_from: usize,
    inner: &mut Inner<'_>,
    scope: Scope<'_>,
    place: &dyn Fn(usize) -> usize,
) -> Option<Fragment> {
    let body = inner.body;
    let missed = RefCell::new(Vec::new());
    let on_missing = |broken: BrokenLink<'_>| {
        let label = Label::link(&unmark(&broken.reference));
        let known = scope.link(&label).map(|known| (CowStr::from(known.address.to_string()), CowStr::from("")));
        missed.borrow_mut().push((broken.span.start, label));
        known
    };
    let mut events = Parser::new_with_broken_link_callback(text, options(), Some(on_missing)).into_offset_iter();
    let mut fragment = Fragment::default();
    let mut builder = Builder::new(scope);
    let mut start = 0;
    let mut parts = Vec::new();
    for (event, range) in events.by_ref() {
        if builder.is_at_top() {
            start = range.start;
            if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = &event
                && start >= report_from
                && inner.grow(info, place(start))
            {
                return None;
            }
        }
        if builder.is_within_top() && matches!(event, Event::Start(Tag::Item | Tag::TableRow)) {
            parts.push(line_start(body, place(range.start)));
        }
        let built = builder.take(event);
        let at = place(range.start);
        fragment.lookups.extend(builder.used.drain(..).map(|label| (at, label)));
        let defined_here = range.start >= report_from;
        fragment.footnotes.extend(builder.footnotes.drain(..).filter(|_| defined_here).map(|label| (at, label)));
        if let Some(built) = built {
            let parts = mem::take(&mut parts);
            if start < report_from {
                continue;
            }
            let start = line_start(body, place(start));
            fragment.blocks.push(Placed { start, block: Rc::new(built.block), spacing: built.spacing, parts });
        }
    }
    for (label, definition) in events.reference_definitions().iter() {
        fragment.links.push(LinkDefinition {
            span: place(definition.span.start)..place(definition.span.end),
            label: Label::link(&unmark(label)),
            destination: Destination { address: unmark(&definition.dest).into() },
        });
    }
    fragment.lookups.extend(missed.take().into_iter().map(|(at, label)| (place(at), label)));
    Some(fragment)
}

/// Returns definitions without text for the footnotes that the body refers to and that are defined elsewhere, with a
/// line behind them that ends the last one: the parser takes a reference for one only if it saw the definition.
fn known_footnotes(body: &str, scope: Scope<'_>) -> String {
    let mut text = String::new();
    if !scope.has_footnotes() {
        return text;
    }
    for name in footnote_names(body) {
        if scope.has_footnote(&Label::footnote(name)) {
            text.push_str("[^");
            text.push_str(name);
            text.push_str("]:\n");
        }
    }
    if !text.is_empty() {
        text.push_str("\n<!---->\n\n");
    }
    text
}

/// Finds all texts that could be the name of a footnote; some of them may not be one.
pub(super) fn footnote_names(source: &str) -> impl Iterator<Item = &str> {
    source.split("[^").skip(1).filter_map(|rest| {
        // Names are at most a thousand bytes for the parser, too.
        let end = rest.bytes().take(1001).position(|byte| matches!(byte, b']' | b'\n' | b'\r'))?;
        (end > 0 && rest.as_bytes()[end] == b']').then(|| &rest[..end])
    })
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
}
