//! Conversion of the events of pulldown-cmark to nodes. Iterative, with one stack of frames of bounded depth (rule M4):
//! a container beyond the bound gets no frame, and its content goes into the innermost container that has one.

mod value;

use std::{mem, rc::Rc};

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use self::value::{alignment, image_source, language, level_number, push_text, safe_link};
use super::{
    autolink, details,
    label::{Label, Scope},
    link::SafeLink,
    marked::unmark,
    node::{Alignment, Block, CodeBlock, ImageCard, ImageSource, Inline, InlineTag, Item, List, Table},
    plain::plain_inlines,
};

/// Frames that blocks may stack up to; a list takes two for each level.
const MAX_BLOCK_FRAMES: usize = 40;
/// Frames that blocks and inlines together may stack up to.
const MAX_FRAMES: usize = 64;
/// Greatest length of a language's name; longer ones are no names.
const MAX_LANGUAGE_CHARACTERS: usize = 32;

/// Builds the top-level blocks of a text, one after the other.
pub(super) struct Builder<'s> {
    scope: Scope<'s>,
    frames: Vec<Frame>,
    /// For each open tag, whether it got a frame.
    open: Vec<bool>,
    /// Number of open links, refused ones included: there are no links inside of links.
    open_links: usize,
    /// Labels that links and images of this text looked up.
    pub used: Vec<Label>,
    /// Labels of the footnotes that were defined.
    pub footnotes: Vec<Label>,
}

/// Tightness of a top-level list, as far as the parse tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// No item has text of its own, so the parser's verdict can't be seen.
    Unknown,
    Tight,
    Loose,
}

/// A finished top-level block.
pub(super) struct Built {
    pub block: Block,
    pub spacing: Spacing,
}

struct Frame {
    kind: Kind,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    text: String,
    /// Tags among the inlines, each by its index.
    tags: Vec<(usize, InlineTag, Side)>,
}

/// Which tag of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Open,
    Close,
}

enum Kind {
    Root,
    Paragraph,
    Heading(u8),
    Quote,
    List { start: Option<u64>, spacing: Spacing, items: Vec<Rc<Item>> },
    Item { task: Option<bool> },
    Code { language: Option<Rc<str>> },
    Html,
    Footnote(Rc<str>),
    Table { table: Table },
    TableRow { head: bool, cells: Vec<Vec<Inline>> },
    TableCell,
    Emphasis,
    Strong,
    Strikethrough,
    Link(Option<SafeLink>),
    Image(ImageSource),
}

impl Frame {
    fn new(kind: Kind) -> Self {
        Self { kind, blocks: Vec::new(), inlines: Vec::new(), text: String::new(), tags: Vec::new() }
    }
}

impl<'s> Builder<'s> {
    pub fn new(scope: Scope<'s>) -> Self {
        Self {
            scope,
            frames: vec![Frame::new(Kind::Root)],
            open: Vec::new(),
            open_links: 0,
            used: Vec::new(),
            footnotes: Vec::new(),
        }
    }

    /// Whether the next start or rule begins a top-level block.
    pub fn is_at_top(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether a top-level block is open and nothing inside of it.
    pub fn is_within_top(&self) -> bool {
        self.open.len() == 1
    }

    /// Takes one event; returns the top-level block that it closes.
    pub fn take(&mut self, event: Event<'_>) -> Option<Built> {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => {
                let built = self.end();
                if tag == TagEnd::Link {
                    self.open_links = self.open_links.saturating_sub(1);
                }
                return built;
            }
            // Models break lines in the cells of tables this way, where Markdown has no other.
            Event::InlineHtml(tag) if is_line_break(&tag) => self.inline(Inline::HardBreak),
            Event::InlineHtml(source) if let Some((tag, side)) = inline_tag(&source) => self.tag(&source, tag, side),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => self.inline(Inline::Code(unmark(&text).into())),
            // The parser's own syntax for formulas is off: it knows dollars alone.
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text),
            Event::FootnoteReference(label) => self.inline(Inline::FootnoteReference(unmark(&label).into())),
            Event::SoftBreak => self.inline(Inline::SoftBreak),
            Event::HardBreak => self.inline(Inline::HardBreak),
            Event::Rule => {
                self.flush_paragraph();
                if self.is_at_top() {
                    return Some(Built { block: Block::Rule, spacing: Spacing::Unknown });
                }
                self.block(Block::Rule);
            }
            Event::TaskListMarker(done) => self.task(done),
        }
        None
    }

    fn start(&mut self, tag: Tag<'_>) {
        let kind = self.kind(tag);
        if let Some(kind) = &kind {
            if kind.is_block() {
                self.flush_paragraph();
            }
            if matches!(kind, Kind::Link(_)) {
                self.open_links += 1;
            }
        }
        let kind = kind.filter(|kind| self.fits(kind));
        self.open.push(kind.is_some());
        if let Some(kind) = kind {
            if !kind.is_block() {
                self.flush_text();
            }
            self.frames.push(Frame::new(kind));
        }
    }

    fn kind(&mut self, tag: Tag<'_>) -> Option<Kind> {
        Some(match tag {
            Tag::Paragraph => {
                self.saw_paragraph(Spacing::Loose);
                Kind::Paragraph
            }
            Tag::Heading { level, .. } => Kind::Heading(level_number(level)),
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Kind::Code { language: language(&info) },
            Tag::CodeBlock(CodeBlockKind::Indented) => Kind::Code { language: None },
            Tag::HtmlBlock => Kind::Html,
            Tag::List(start) => Kind::List { start, spacing: Spacing::Unknown, items: Vec::new() },
            Tag::Item => Kind::Item { task: None },
            Tag::FootnoteDefinition(label) => {
                self.footnotes.push(Label::footnote(&label));
                Kind::Footnote(unmark(&label).into())
            }
            Tag::Table(alignments) => {
                let alignments = alignments.into_iter().map(alignment).collect();
                Kind::Table { table: Table { alignments, head: Vec::new(), rows: Vec::new() } }
            }
            Tag::TableHead => Kind::TableRow { head: true, cells: Vec::new() },
            Tag::TableRow => Kind::TableRow { head: false, cells: Vec::new() },
            Tag::TableCell => Kind::TableCell,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strikethrough,
            Tag::Link { link_type, dest_url, id, .. } => {
                Kind::Link(safe_link(link_type, &self.address(link_type, dest_url, &id)))
            }
            Tag::Image { link_type, dest_url, id, .. } => {
                Kind::Image(image_source(&self.address(link_type, dest_url, &id)))
            }
            // Syntax that is not switched on: what it holds stays with the container around it.
            _ => return None,
        })
    }

    /// Returns the address of a link or image, by the definitions of the document before this text, not those of the
    /// text.
    fn address<'a>(&mut self, link_type: LinkType, found: CowStr<'a>, id: &str) -> CowStr<'a> {
        if !matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut) {
            return found;
        }
        let label = Label::link(&unmark(id));
        let address = self.scope.link(&label).map_or(found, |known| known.address.to_string().into());
        self.used.push(label);
        address
    }

    fn fits(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Quote | Kind::List { .. } | Kind::Footnote(_) => self.frames.len() < MAX_BLOCK_FRAMES,
            Kind::Item { .. } => matches!(self.top().kind, Kind::List { .. }),
            _ if kind.is_block() => true,
            _ => self.frames.len() < MAX_FRAMES,
        }
    }

    fn end(&mut self) -> Option<Built> {
        let has_frame = self.open.pop()?;
        if !has_frame {
            // The end of a paragraph-like container keeps what follows apart from what it held.
            if self.holds_blocks() {
                self.flush_paragraph();
            }
            return None;
        }
        if self.holds_blocks() {
            self.flush_paragraph();
        } else {
            self.flush_text();
        }
        self.pair_tags();
        let frame = self.frames.pop()?;
        let spacing = match &frame.kind {
            Kind::List { spacing, .. } => *spacing,
            _ => Spacing::Unknown,
        };
        let block = self.close(frame)?;
        if self.is_at_top() {
            return Some(Built { block, spacing });
        }
        self.block(block);
        None
    }

    /// Hands a finished frame to the one around it, or returns it if it is a block.
    fn close(&mut self, frame: Frame) -> Option<Block> {
        let Frame { kind, blocks, inlines, text, .. } = frame;
        Some(match kind {
            Kind::Root => return None,
            Kind::Paragraph => Block::Paragraph(inlines),
            Kind::Heading(level) => Block::Heading { level, content: inlines },
            Kind::Quote => Block::Quote(self.fold(blocks)),
            Kind::List { start, spacing, items } => {
                Block::List(List { start, tight: spacing != Spacing::Loose, items })
            }
            Kind::Code { language } => Block::Code(CodeBlock::new(language, &text)),
            Kind::Html => Block::HtmlAsText(text.trim_end().into()),
            Kind::Footnote(label) => Block::Footnote { label, content: self.fold(blocks) },
            Kind::Table { table } => Block::Table(table),
            inner => {
                self.close_inner(inner, blocks, inlines);
                return None;
            }
        })
    }

    /// Folds the blocks of the container that was closed last.
    fn fold(&self, blocks: Vec<Block>) -> Vec<Block> {
        details::fold_within(blocks, self.frames.len())
    }

    fn close_inner(&mut self, kind: Kind, blocks: Vec<Block>, inlines: Vec<Inline>) {
        match kind {
            Kind::Item { task } => {
                let content = self.fold(blocks);
                if let Kind::List { items, .. } = &mut self.top_mut().kind {
                    items.push(Rc::new(Item { task, content }));
                }
            }
            Kind::TableRow { head, mut cells } => {
                // The parser fills up short rows; left as they are, a wide head would make a little text a huge table.
                while cells.last().is_some_and(Vec::is_empty) {
                    cells.pop();
                }
                if let Kind::Table { table } = &mut self.top_mut().kind {
                    if head {
                        table.head = cells;
                    } else {
                        table.rows.push(Rc::new(cells));
                    }
                }
            }
            Kind::TableCell => {
                if let Kind::TableRow { cells, .. } = &mut self.top_mut().kind {
                    cells.push(inlines);
                }
            }
            Kind::Emphasis => self.inline(Inline::Emphasis(inlines)),
            Kind::Strong => self.inline(Inline::Strong(inlines)),
            Kind::Strikethrough => self.inline(Inline::Strikethrough(inlines)),
            Kind::Link(target) => self.close_link(target, inlines),
            Kind::Image(source) => {
                let alt = plain_inlines(&inlines).into();
                self.inline(Inline::Image(Rc::new(ImageCard { alt, source })));
            }
            _ => {}
        }
    }

    /// Closes a link; one that was refused leaves its text behind.
    fn close_link(&mut self, target: Option<SafeLink>, content: Vec<Inline>) {
        match target {
            Some(link) => {
                let target = Rc::new(link.with_text(&plain_inlines(&content)));
                self.inline(Inline::Link { target, content });
            }
            None => content.into_iter().for_each(|inline| match inline {
                Inline::Text(words) => self.top_mut().text.push_str(&words),
                other => self.inline(other),
            }),
        }
    }

    /// Adds running text, which keeps its marks until it is whole, and so do formulas in it; code and HTML have none.
    fn text(&mut self, text: &str) {
        if matches!(self.top().kind, Kind::Code { .. } | Kind::Html) {
            self.top_mut().text.push_str(&unmark(text));
        } else {
            self.top_mut().text.push_str(text);
        }
    }

    fn inline(&mut self, inline: Inline) {
        self.flush_text();
        self.top_mut().inlines.push(inline);
    }

    /// Adds a tag as text; it becomes an element when its end is found.
    fn tag(&mut self, source: &str, tag: InlineTag, side: Side) {
        if matches!(self.top().kind, Kind::Code { .. } | Kind::Html) {
            return self.text(source);
        }
        self.flush_text();
        let frame = self.top_mut();
        frame.tags.push((frame.inlines.len(), tag, side));
        frame.inlines.push(Inline::Text(source.into()));
    }

    /// Makes elements of the pairs of tags among the inlines of the open container. They do not nest, so that rule M4
    /// holds; a tag without its other half stays text.
    fn pair_tags(&mut self) {
        let tags = mem::take(&mut self.top_mut().tags);
        let mut pairs = Vec::new();
        let mut open = None;
        for (at, tag, side) in tags {
            match (open, side) {
                (None, Side::Open) => open = Some((at, tag)),
                (Some((from, own)), Side::Close) if own == tag => {
                    pairs.push((from, at, tag));
                    open = None;
                }
                _ => {}
            }
        }
        if pairs.is_empty() {
            return;
        }
        let mut rest = mem::take(&mut self.top_mut().inlines).into_iter();
        let mut inlines = Vec::new();
        let mut taken = 0;
        for (from, to, tag) in pairs {
            inlines.extend(rest.by_ref().take(from - taken));
            let content = rest.by_ref().skip(1).take(to - from - 1).collect();
            inlines.push(Inline::Element { tag, content });
            rest.next();
            taken = to + 1;
        }
        inlines.extend(rest);
        self.top_mut().inlines = inlines;
    }

    fn block(&mut self, block: Block) {
        self.top_mut().blocks.push(block);
    }

    fn task(&mut self, done: bool) {
        let item = self.frames.iter_mut().rev().find_map(|frame| match &mut frame.kind {
            Kind::Item { task } => Some(task),
            _ => None,
        });
        if let Some(task) = item {
            *task = Some(done);
        }
    }

    /// Turns the gathered text into inlines; bare addresses become links unless a link is open.
    fn flush_text(&mut self) {
        if matches!(self.top().kind, Kind::Code { .. } | Kind::Html) {
            return;
        }
        let text = mem::take(&mut self.top_mut().text);
        if text.is_empty() {
            return;
        }
        let may_link = self.open_links == 0 && !self.frames.iter().any(|frame| matches!(frame.kind, Kind::Image(_)));
        let inlines = &mut self.top_mut().inlines;
        push_text(&text, may_link, inlines);
    }

    /// Puts bare text of a tight item into a paragraph, so that items look alike tight or loose.
    fn flush_paragraph(&mut self) {
        if !self.holds_blocks() {
            return;
        }
        self.flush_text();
        if self.top().inlines.is_empty() {
            return;
        }
        self.saw_paragraph(Spacing::Tight);
        self.pair_tags();
        let content = mem::take(&mut self.top_mut().inlines);
        self.block(Block::Paragraph(content));
    }

    /// Notes for the list around the open item whether its items hold paragraphs or bare text.
    fn saw_paragraph(&mut self, seen: Spacing) {
        let [.., list, item] = self.frames.as_mut_slice() else {
            return;
        };
        if let (Kind::List { spacing, .. }, Kind::Item { .. }) = (&mut list.kind, &item.kind)
            && *spacing == Spacing::Unknown
        {
            *spacing = seen;
        }
    }

    fn holds_blocks(&self) -> bool {
        matches!(self.top().kind, Kind::Root | Kind::Quote | Kind::Item { .. } | Kind::Footnote(_) | Kind::List { .. })
    }

    fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    fn top_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

/// Reads the tag of an element that is drawn, which has no attributes.
fn inline_tag(source: &str) -> Option<(InlineTag, Side)> {
    let inside = source.strip_prefix('<')?.strip_suffix('>')?;
    let (name, side) = inside.strip_prefix('/').map_or((inside, Side::Open), |name| (name, Side::Close));
    let tag = InlineTag::ALL.into_iter().find(|tag| tag.name().eq_ignore_ascii_case(name))?;
    Some((tag, side))
}

/// Whether a tag is `<br>`, in any of its spellings.
fn is_line_break(tag: &str) -> bool {
    let name = tag.strip_prefix('<').and_then(|tag| tag.strip_suffix('>')).unwrap_or_default();
    name.trim_end_matches('/').trim_end().eq_ignore_ascii_case("br")
}
