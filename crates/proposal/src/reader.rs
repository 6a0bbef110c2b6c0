//! Parts an answer into visible text and a proposal, while it arrives.

mod block;
mod body;

use std::fmt;
use std::rc::Rc;

use super::collect::Collector;
use super::commands::CommandNames;
use super::fields::is_own_tool;
use super::json_source::JsonSource;
use super::tag::{Step, Tag, TagReader};
use super::{Channel, Proposal, ProposalEvent, Warning, summary};
use espalier_llm::stream::CodeTracker;

/// The longest text that is held while it is undecided.
const HELD_LIMIT: usize = 256;

/// Part of an answer that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The beginning of an answer, which may be JSON as a whole.
    Beginning,
    /// Text that people see.
    Text,
    /// After a tag in the middle of a line: a sentence may only speak of it.
    Mentioned,
    /// Between the tags.
    Block,
    /// A closing tag inside a string of JSON, which ends the string only at the end of its line.
    Doubtful,
    /// An answer that is JSON as a whole.
    Body,
    /// After such an answer: more JSON may follow, or the fence around it closes.
    AfterBody,
    /// After a tag: the fence that opened among the operations may close here.
    AfterBlock,
}

/// A call of a tool.
#[derive(Debug, Clone)]
enum Call {
    /// A call whose name is not known; the arguments wait.
    Nameless(String),
    Ours(Box<JsonSource>),
    Other,
}

/// Reads one answer, through whatever channels its proposal comes. Feed it with `push` and `call`, close it with
/// `finish`.
#[derive(Clone)]
pub struct ProposalReader {
    channel: Channel,
    mode: Mode,
    /// Text that is not decided yet.
    held: String,
    /// Reader of the tag that may be in it.
    tag: Option<TagReader>,
    /// Whether the line up to here is white space, or the beginning of a heading, a list item or bold text.
    line_is_blank: bool,
    /// The block of reasoning that is open.
    reasoning: Option<&'static str>,
    code: CodeTracker,
    source: JsonSource,
    /// Tags in the singular that are open inside.
    singles: usize,
    calls: Vec<Call>,
    /// Whether the panel was opened and not closed.
    is_open: bool,
    collector: Collector,
}

impl fmt::Debug for ProposalReader {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("ProposalReader");
        out.field("mode", &self.mode).field("proposal", self.proposal()).finish_non_exhaustive()
    }
}

impl ProposalReader {
    /// Makes a reader of one answer that was asked for through this channel. Models do not always obey: the others are
    /// understood as well.
    pub fn new(channel: Channel, names: Rc<dyn CommandNames>) -> Self {
        Self {
            channel,
            mode: Mode::Beginning,
            held: String::new(),
            tag: None,
            line_is_blank: true,
            reasoning: None,
            code: CodeTracker::default(),
            source: JsonSource::default(),
            singles: 0,
            calls: Vec::new(),
            is_open: false,
            collector: Collector::new(names),
        }
    }

    /// Begins anew, since all text so far was reasoning.
    pub fn restart(&mut self) {
        *self = Self::new(self.channel, self.collector.names());
    }

    /// Returns the proposal as far as it is known.
    pub fn proposal(&self) -> &Proposal {
        &self.collector.proposal
    }

    /// Returns the proposal at the end.
    pub fn into_proposal(self) -> Proposal {
        self.collector.proposal
    }

    /// Reads the next piece of the answer's text.
    pub fn push(&mut self, piece: &str) -> Vec<ProposalEvent> {
        self.read(piece);
        std::mem::take(&mut self.collector.events)
    }

    /// Reads the next piece of the call with this number: of the tool [`super::TOOL_NAME`], or of one that has the name
    /// of a command. Calls of other tools are passed over.
    pub fn call(&mut self, number: usize, name: Option<&str>, arguments: &str) -> Vec<ProposalEvent> {
        while self.calls.len() <= number.min(espalier_llm::stream::CALLS_LIMIT) {
            self.calls.push(Call::Nameless(String::new()));
        }
        if let Some(Call::Nameless(waiting)) = self.calls.get_mut(number)
            && let Some(name) = name
        {
            let waiting = std::mem::take(waiting);
            let source = self.source_of(name);
            self.is_open |= source.is_some();
            self.calls[number] = source.map_or(Call::Other, |source| Call::Ours(Box::new(source)));
            self.read_call(number, &waiting);
        }
        self.read_call(number, arguments);
        std::mem::take(&mut self.collector.events)
    }

    /// Ends the answer.
    pub fn finish(&mut self) -> Vec<ProposalEvent> {
        self.end();
        for call in std::mem::take(&mut self.calls) {
            if let Call::Ours(source) = call {
                source.finish(&mut self.collector);
            }
        }
        self.close_panel();
        let collector = &mut self.collector;
        if collector.proposal.operations.is_empty() && collector.proposal.explanation.contains("<operations>") {
            collector.warn(Warning::InCode);
        }
        if collector.cut_off {
            collector.warn(Warning::CutOff);
        }
        collector.proposal.complete = !collector.cut_off;
        if collector.proposal.summary.is_empty() {
            collector.proposal.summary = summary::found_in(&collector.proposal.explanation);
        }
        std::mem::take(&mut collector.events)
    }

    fn end(&mut self) {
        match self.mode {
            Mode::Beginning if self.held.trim_start().starts_with(['{', '[']) => self.collector.cut_off = true,
            // A line that ends in the middle of the tag's name is no text that anyone meant.
            Mode::Text
                if self.line_is_blank && self.held.len() > 2 && self.tag.is_some() && self.reasoning.is_none() =>
            {
                self.collector.cut_off = true;
            }
            Mode::Beginning | Mode::Text => self.release(),
            Mode::Mentioned => {
                self.open();
                self.end_block(true);
            }
            Mode::Block => self.end_block(true),
            Mode::Doubtful => self.end_block(false),
            Mode::Body => {
                std::mem::take(&mut self.source).finish(&mut self.collector);
            }
            Mode::AfterBody | Mode::AfterBlock => {}
        }
        self.held.clear();
    }

    fn source_of(&mut self, tool: &str) -> Option<JsonSource> {
        if !is_own_tool(tool) {
            let source = self.collector.canonical(tool).map(JsonSource::direct)?;
            self.open_panel();
            return Some(source);
        }
        self.open_panel();
        // Who explained in the text does it once more in the arguments.
        let told = !self.collector.proposal.explanation.trim().is_empty();
        Some(if told { JsonSource::default() } else { JsonSource::with_explanation() })
    }

    fn read_call(&mut self, number: usize, arguments: &str) {
        match self.calls.get_mut(number) {
            Some(Call::Ours(source)) => source.push(arguments, &mut self.collector),
            Some(Call::Nameless(waiting)) => waiting.push_str(arguments),
            Some(Call::Other) | None => {}
        }
    }

    fn read(&mut self, piece: &str) {
        let mut rest = piece;
        while !rest.is_empty() {
            let used = match self.mode {
                Mode::Beginning => self.beginning(rest),
                Mode::Text => self.text(rest),
                Mode::Mentioned => self.mentioned(rest),
                Mode::Block => self.block(rest),
                Mode::Doubtful => self.doubtful(rest),
                Mode::Body => self.body(rest),
                Mode::AfterBody | Mode::AfterBlock => self.after(rest),
            };
            rest = &rest[used..];
        }
    }

    fn open_panel(&mut self) {
        if !std::mem::replace(&mut self.is_open, true) {
            self.collector.events.push(ProposalEvent::Opened);
        }
    }

    fn close_panel(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.collector.events.push(ProposalEvent::Closed);
        }
    }

    fn show(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.code.read(byte);
        }
        self.show_read(text);
    }

    /// Shows what the tracker of code has read.
    fn show_read(&mut self, text: &str) {
        self.follow_line(text);
        self.collector.show(text);
    }

    fn follow_line(&mut self, text: &str) {
        let (line, blank) = match memchr::memrchr(b'\n', text.as_bytes()) {
            Some(at) => (&text[at + 1..], true),
            None => (text, self.line_is_blank),
        };
        self.line_is_blank = blank && line.chars().all(is_mark);
    }

    /// Shows the held text, which is no tag after all.
    fn release(&mut self) {
        let held = std::mem::take(&mut self.held);
        self.show(&held);
    }

    fn text(&mut self, rest: &str) -> usize {
        if self.tag.is_some() {
            return self.tag_in_text(rest);
        }
        for (at, byte) in rest.bytes().enumerate() {
            if byte == b'<' && (self.reasoning.is_some() || !self.code.is_code()) {
                self.show_read(&rest[..at]);
                self.tag = Some(TagReader::new(self.channel == Channel::Tool));
                self.held.push('<');
                return at + 1;
            }
            self.code.read(byte);
        }
        self.show_read(rest);
        rest.len()
    }

    fn tag_in_text(&mut self, rest: &str) -> usize {
        let (Some(c), Some(mut tag)) = (rest.chars().next(), self.tag.take()) else { return rest.len() };
        match tag.read(c) {
            Step::None => {
                self.release();
                return 0;
            }
            Step::Unfinished => {
                self.held.push(c);
                self.tag = Some(tag);
            }
            Step::Tag(found) => {
                self.held.push(c);
                self.found_in_text(found);
            }
        }
        c.len_utf8()
    }

    fn found_in_text(&mut self, tag: Tag) {
        match (tag, self.reasoning) {
            (Tag::Opening | Tag::Call, None) if self.line_is_blank => self.open(),
            (Tag::Opening | Tag::Call, None) => self.mode = Mode::Mentioned,
            (Tag::Empty, None) => {
                self.open();
                self.end_block(false);
            }
            (Tag::Reasoning(name), None) => {
                self.reasoning = Some(name);
                self.release();
            }
            (Tag::ReasoningEnd(name), Some(open)) if name == open => {
                self.release();
                self.reasoning = None;
                self.code = CodeTracker::default();
                self.line_is_blank = true;
            }
            _ => self.release(),
        }
    }

    /// Reads on after a tag that a sentence names: operations begin, or their line ends.
    fn mentioned(&mut self, rest: &str) -> usize {
        let Some(c) = rest.chars().next() else { return rest.len() };
        match c {
            '\n' | '\r' | '{' | '[' | '`' | '~' | '<' | '｛' | '［' => self.open(),
            _ if c.is_whitespace() && self.held.len() < HELD_LIMIT => {
                self.held.push(c);
                return c.len_utf8();
            }
            _ => {
                self.mode = Mode::Text;
                self.release();
            }
        }
        0
    }

    fn open(&mut self) {
        self.held.clear();
        self.mode = Mode::Block;
        self.source = JsonSource::default();
        self.singles = 0;
        self.line_is_blank = true;
        self.open_panel();
    }
}

/// Whether a character is white space, or what Markdown has at the beginning of a line.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '#' | '-' | '>' | '_' | '+')
}
