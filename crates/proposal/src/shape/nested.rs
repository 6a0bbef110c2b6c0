//! Text that is JSON once more: a value, or operations in a string.

use serde_json::Value;

use super::super::collect::Collector;
use super::super::lexer::Lexer;
use super::{Frames, Shape};

/// Greatest depth of JSON in a string of JSON.
const MAX_STRINGS: usize = 2;

/// Reads one value of JSON as models write it; nothing if there is none or it is cut off.
pub fn value(text: &str) -> Option<Value> {
    let mut frames = Frames { value_only: true, ..Frames::default() };
    let mut collector = Collector::default();
    let mut shape = Shape { frames: &mut frames, collector: &mut collector };
    let mut lexer = Lexer::default();
    lexer.push(text, &mut shape);
    lexer.finish(&mut shape);
    frames.value
}

/// Reads a string that holds JSON.
pub fn read_string(text: &str, strings: usize, collector: &mut Collector) {
    if strings > MAX_STRINGS {
        return collector.not_an_operation();
    }
    let mut frames = Frames { strings, ..Frames::default() };
    let mut shape = Shape { frames: &mut frames, collector };
    let mut lexer = Lexer::default();
    lexer.push(text, &mut shape);
    lexer.finish(&mut shape);
    let closed = shape.frames.is_closed();
    collector.cut_off |= !closed;
}
