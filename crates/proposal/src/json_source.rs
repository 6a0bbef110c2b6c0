//! One text of JSON in an answer: a block, the whole body, or the arguments of one call.

use super::collect::Collector;
use super::lexer::Lexer;
use super::shape::{Frames, Shape};

/// Reader of one text of JSON.
#[derive(Debug, Clone, Default)]
pub(super) struct JsonSource {
    lexer: Lexer,
    frames: Frames,
}

/// Summary of a text of JSON that is over.
#[derive(Debug, Clone, Default)]
pub(super) struct Ended {
    /// The values that are complete.
    pub values: usize,
    /// The text after them.
    pub outside: String,
    /// Whether a code fence that began outside the values is open.
    pub in_fence: bool,
}

impl JsonSource {
    /// Reads JSON whose explanation is shown.
    pub fn with_explanation() -> Self {
        let mut source = Self::default();
        source.frames.shows_explanation = true;
        source
    }

    /// Reads the arguments of a tool that is a command.
    pub fn direct(command: String) -> Self {
        let mut source = Self::default();
        source.frames.direct = Some(command);
        source
    }

    pub fn push(&mut self, text: &str, collector: &mut Collector) {
        let mut shape = Shape { frames: &mut self.frames, collector };
        self.lexer.push(text, &mut shape);
    }

    /// Whether the next character is part of a string for sure.
    pub fn in_text(&self) -> bool {
        self.lexer.in_text()
    }

    /// Whether there are values, and all of them are complete.
    pub fn is_complete(&self) -> bool {
        self.frames.complete > 0 && self.frames.is_closed()
    }

    pub fn finish(mut self, collector: &mut Collector) -> Ended {
        let mut shape = Shape { frames: &mut self.frames, collector };
        self.lexer.finish(&mut shape);
        collector.cut_off |= !self.frames.is_closed();
        let in_fence = self.frames.fences % 2 == 1;
        Ended { values: self.frames.complete, outside: self.frames.outside, in_fence }
    }
}
