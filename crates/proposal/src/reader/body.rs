//! Answers that are JSON as a whole, how they are recognised, and what may come after them.

use super::super::json_source::JsonSource;
use super::super::sniff::{Sniffed, sniff};
use super::{Channel, CodeTracker, HELD_LIMIT, Mode, ProposalReader};

impl ProposalReader {
    /// Reads the beginning; nothing is shown until it is clear whether the answer is JSON as a whole.
    pub(super) fn beginning(&mut self, rest: &str) -> usize {
        let Some(c) = rest.chars().next() else { return rest.len() };
        self.held.push(c);
        match sniff(&self.held, self.channel == Channel::Json) {
            Sniffed::Unclear if self.held.len() <= HELD_LIMIT => return c.len_utf8(),
            Sniffed::Unclear | Sniffed::Text => self.mode = Mode::Text,
            Sniffed::Json => {
                self.source = JsonSource::with_explanation();
                self.mode = Mode::Body;
                self.open_panel();
            }
        }
        let held = std::mem::take(&mut self.held);
        self.read(&held);
        c.len_utf8()
    }

    pub(super) fn body(&mut self, rest: &str) -> usize {
        let end = rest.find(['}', ']', ')', '｝', '］', '）']);
        let end = end.map_or(rest.len(), |at| at + rest[at..].chars().next().map_or(0, char::len_utf8));
        self.source.push(&rest[..end], &mut self.collector);
        if self.source.is_complete() {
            self.mode = Mode::AfterBody;
        }
        end
    }

    /// Reads on after operations: holds what may still belong to them; anything else is text.
    pub(super) fn after(&mut self, rest: &str) -> usize {
        let Some(c) = rest.chars().next() else { return rest.len() };
        let body = self.mode == Mode::AfterBody;
        let blank = self.held.trim().is_empty();
        match c {
            '{' | '[' if body && blank => {
                self.held.clear();
                self.mode = Mode::Body;
                return 0;
            }
            ',' | ']' | '}' if body && blank => self.held.clear(),
            '\n' if !blank => {
                self.held.clear();
                self.end_after();
            }
            '`' | '~' if self.held.trim_start().chars().all(|mark| mark == c) => self.held.push(c),
            _ if c.is_whitespace() && self.held.len() < HELD_LIMIT => self.held.push(c),
            _ => {
                self.end_after();
                self.release();
                return 0;
            }
        }
        c.len_utf8()
    }

    fn end_after(&mut self) {
        if self.mode == Mode::AfterBody {
            std::mem::take(&mut self.source).finish(&mut self.collector);
            self.close_panel();
            self.code = CodeTracker::default();
        }
        self.mode = Mode::Text;
    }
}
