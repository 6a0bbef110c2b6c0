//! Between the tags: everything is JSON until the closing tag, which is none inside a string.

use super::super::tag::{Step, Tag, TagReader};
use super::super::{Warning, summary};
use super::{Channel, CodeTracker, Mode, ProposalReader};

impl ProposalReader {
    pub(super) fn block(&mut self, rest: &str) -> usize {
        let Some(mut tag) = self.tag.take() else {
            let end = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            self.json(&rest[..end]);
            if end == rest.len() {
                return end;
            }
            self.tag = Some(TagReader::new(self.channel == Channel::Tool));
            self.held.push('<');
            return end + 1;
        };
        let Some(c) = rest.chars().next() else { return rest.len() };
        match tag.read(c) {
            Step::None => {
                self.back_to_json();
                return 0;
            }
            Step::Unfinished => {
                self.held.push(c);
                self.tag = Some(tag);
            }
            Step::Tag(found) => {
                self.held.push(c);
                self.found_in_block(found);
            }
        }
        c.len_utf8()
    }

    fn found_in_block(&mut self, tag: Tag) {
        let in_text = self.source.in_text();
        match tag {
            Tag::Single | Tag::Call if !in_text => {
                self.singles += 1;
                self.back_to_json();
            }
            Tag::SingleEnd if !in_text && self.singles > 0 => {
                self.singles -= 1;
                self.back_to_json();
            }
            Tag::SingleEnd if !in_text => self.end_block(false),
            Tag::Closing if !in_text || self.line_is_blank => self.end_block(false),
            Tag::Closing => self.mode = Mode::Doubtful,
            // Instead of closing it the model opened it once more.
            Tag::Opening if self.source.is_complete() => self.end_block(false),
            Tag::Opening | Tag::Empty if !in_text => self.held.clear(),
            _ => self.back_to_json(),
        }
    }

    pub(super) fn doubtful(&mut self, rest: &str) -> usize {
        if rest.starts_with(['\n', '\r']) {
            self.end_block(false);
        } else {
            self.mode = Mode::Block;
            self.back_to_json();
        }
        0
    }

    fn back_to_json(&mut self) {
        let held = std::mem::take(&mut self.held);
        self.json(&held);
    }

    fn json(&mut self, text: &str) {
        self.follow_line(text);
        self.source.push(text, &mut self.collector);
    }

    /// Ends the block, at its closing tag or at the end of the answer.
    pub(super) fn end_block(&mut self, unclosed: bool) {
        self.held.clear();
        self.tag = None;
        let ended = std::mem::take(&mut self.source).finish(&mut self.collector);
        let words = summary::words(&ended.outside);
        if unclosed {
            self.collector.warn(Warning::Unclosed);
            self.collector.cut_off |= ended.values == 0 && words.is_empty();
        }
        self.close_panel();
        self.code = CodeTracker::default();
        self.line_is_blank = false;
        // Without a single value this was no list but words; and after a list that was not closed words may follow.
        if ended.values == 0 || unclosed {
            self.show(&words);
        }
        self.mode = if ended.in_fence { Mode::AfterBlock } else { Mode::Text };
    }
}
