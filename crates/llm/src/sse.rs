//! Server-sent events, from bytes to payloads, without any input or output of its own.
//!
//! The format is section 9.2.6 of the WHATWG HTML standard. The meaning of payloads is that of `stream`.
//!
//! Rules, each with a test of its name:
//! - S1 A line ends with LF, CR or CRLF, and a CRLF may arrive in two pieces.
//! - S2 One byte order mark is removed, and only at the very beginning.
//! - S3 A comment is reported as a sign of life, never as output.
//! - S4 Several `data` lines are joined by LF; one space after the colon is removed.
//! - S5 Bytes are UTF-8 whatever a header says; characters may be split; invalid bytes become U+FFFD.
//! - S6 The standard drops an event that no blank line ends. Model servers end that way, so it is kept and flagged.
//! - S7 A body that is no event stream (JSON or a web page) is handed over whole when it ends.
//! - S8 An event longer than the limit is reported once and nothing after it is read.
//! - S9 The cost is linear in the number of bytes, however they are cut.

use std::borrow::Cow;

/// The default for the longest event that is accepted, in bytes.
pub const EVENT_BYTES_LIMIT: usize = 16 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// An event found by the decoder, in the order of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SseEvent<'a> {
    /// One event with a payload.
    Message {
        /// The `event` field, empty when there was none.
        name: Cow<'a, str>,
        /// The `data` lines joined by LF.
        data: Cow<'a, str>,
        /// False for a last event that no blank line ended (rule S6).
        terminated: bool,
    },
    /// A comment line: the server is alive.
    Comment,
    /// A body that is not an event stream (rule S7); it comes from `finish` only.
    Body(Cow<'a, str>),
    /// An event or a body longer than the limit (rule S8).
    TooLong,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Only white space so far, or part of a byte order mark.
    Start,
    /// An event stream.
    Events,
    /// A body of another kind, kept until it ends.
    Body,
    /// The limit was passed; everything is ignored.
    Closed,
}

/// The decoder. Feed it with `push` and close it with `finish`.
#[derive(Debug, Clone)]
pub struct SseDecoder {
    mode: Mode,
    limit: usize,
    /// The part of the current line that came with earlier pieces, or the body.
    line: Vec<u8>,
    /// Bytes of a byte order mark that were seen or ruled out.
    mark_read: usize,
    /// The payload of the event that is being read.
    data: Vec<u8>,
    has_data: bool,
    name: Vec<u8>,
    /// Whether the last byte was CR, so that an LF that follows belongs to it.
    after_cr: bool,
}

impl Default for SseDecoder {
    fn default() -> Self {
        Self::new()
    }
}

impl SseDecoder {
    /// Makes a decoder with the default limit.
    pub fn new() -> Self {
        Self::with_limit(EVENT_BYTES_LIMIT)
    }

    /// Makes a decoder that accepts events of at most `limit` bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self {
            mode: Mode::Start,
            limit,
            line: Vec::new(),
            mark_read: 0,
            data: Vec::new(),
            has_data: false,
            name: Vec::new(),
            after_cr: false,
        }
    }

    /// Reads one piece of the body and reports every event that it completes.
    pub fn push(&mut self, bytes: &[u8], mut sink: impl FnMut(SseEvent<'_>)) {
        match self.mode {
            Mode::Start => self.start(bytes, &mut sink),
            Mode::Events => self.events(bytes, &mut sink),
            Mode::Body => self.keep(bytes, &mut sink),
            Mode::Closed => {}
        }
    }

    /// Ends the body. The decoder is empty afterwards and may be used for another one.
    pub fn finish(&mut self, mut sink: impl FnMut(SseEvent<'_>)) {
        match self.mode {
            Mode::Events => {
                let line = std::mem::take(&mut self.line);
                if !line.is_empty() {
                    self.line_ended(&line, &mut sink);
                }
                self.dispatch(false, &mut sink);
            }
            Mode::Body => sink(SseEvent::Body(lossy(&self.line))),
            Mode::Start | Mode::Closed => {}
        }
        *self = Self::with_limit(self.limit);
    }

    /// Decides on the kind of this body. Only the white space of the current line is ever held here, because blank
    /// lines before the first event mean nothing.
    fn start(&mut self, bytes: &[u8], sink: &mut impl FnMut(SseEvent<'_>)) {
        for (at, &byte) in bytes.iter().enumerate() {
            if self.mark_read < BYTE_ORDER_MARK.len() {
                if byte == BYTE_ORDER_MARK[self.mark_read] {
                    self.mark_read += 1;
                    continue;
                }
                // No byte order mark after all: what looked like its beginning belongs to the first line.
                self.line.extend_from_slice(&BYTE_ORDER_MARK[..self.mark_read]);
                self.mark_read = BYTE_ORDER_MARK.len();
            }
            let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
            if byte == b'\r' || byte == b'\n' {
                if after_cr && byte == b'\n' {
                    continue;
                }
                if !self.line.is_empty() && !is_blank(&self.line) {
                    self.mode = Mode::Events;
                    self.after_cr = false;
                    return self.events(&bytes[at..], sink);
                }
                self.line.clear();
                continue;
            }
            if byte.is_ascii_whitespace() && self.line.len() < self.limit {
                self.line.push(byte);
                continue;
            }
            self.after_cr = false;
            if matches!(byte, b'{' | b'[' | b'<') && is_blank(&self.line) {
                self.mode = Mode::Body;
                self.line.clear();
                return self.keep(&bytes[at..], sink);
            }
            self.mode = Mode::Events;
            return self.events(&bytes[at..], sink);
        }
    }

    fn keep(&mut self, bytes: &[u8], sink: &mut impl FnMut(SseEvent<'_>)) {
        if self.line.len() + bytes.len() > self.limit {
            self.close(sink);
            return;
        }
        self.line.extend_from_slice(bytes);
    }

    fn events(&mut self, mut bytes: &[u8], sink: &mut impl FnMut(SseEvent<'_>)) {
        while !bytes.is_empty() && self.mode == Mode::Events {
            if self.after_cr {
                self.after_cr = false;
                if bytes[0] == b'\n' {
                    bytes = &bytes[1..];
                    continue;
                }
            }
            let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) else {
                if self.line.len() + self.data.len() + bytes.len() > self.limit {
                    self.close(sink);
                    return;
                }
                self.line.extend_from_slice(bytes);
                return;
            };
            self.after_cr = bytes[end] == b'\r';
            if self.line.len() + self.data.len() + end > self.limit {
                self.close(sink);
                return;
            }
            if self.line.is_empty() {
                self.line_ended(&bytes[..end], sink);
            } else {
                self.line.extend_from_slice(&bytes[..end]);
                let mut line = std::mem::take(&mut self.line);
                self.line_ended(&line, sink);
                line.clear();
                self.line = line;
            }
            bytes = &bytes[end + 1..];
        }
    }

    fn line_ended(&mut self, line: &[u8], sink: &mut impl FnMut(SseEvent<'_>)) {
        if line.is_empty() {
            self.dispatch(true, sink);
            return;
        }
        // The first colon is near the beginning of every line that matters.
        let colon = line.iter().take(8).position(|&byte| byte == b':');
        if colon == Some(0) {
            sink(SseEvent::Comment);
            return;
        }
        let (field, value) = match colon {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"event" => {
                self.name.clear();
                self.name.extend_from_slice(value);
            }
            // Servers of llama.cpp wrote an error as a field of this name.
            b"error" => {
                self.name.clear();
                self.name.extend_from_slice(b"error");
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            // `id` and `retry` serve reconnection, which an answer of a model does not have.
            _ => {}
        }
    }

    fn dispatch(&mut self, terminated: bool, sink: &mut impl FnMut(SseEvent<'_>)) {
        if self.has_data {
            sink(SseEvent::Message { name: lossy(&self.name), data: lossy(&self.data), terminated });
        }
        self.has_data = false;
        self.data.clear();
        self.name.clear();
    }

    fn close(&mut self, sink: &mut impl FnMut(SseEvent<'_>)) {
        self.mode = Mode::Closed;
        self.line = Vec::new();
        self.data = Vec::new();
        self.has_data = false;
        sink(SseEvent::TooLong);
    }
}

/// Decodes UTF-8, replacing invalid bytes. The check alone is several times faster than the replacement, which is
/// hardly ever needed.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record(seen: &mut Vec<String>) -> impl FnMut(SseEvent<'_>) {
        |event| {
            seen.push(match event {
                SseEvent::Message { name, data, terminated } => {
                    format!("{name}|{data}|{}", if terminated { "end" } else { "cut" })
                }
                SseEvent::Comment => "comment".to_owned(),
                SseEvent::Body(text) => format!("body {text}"),
                SseEvent::TooLong => "too long".to_owned(),
            });
        }
    }

    fn decode(pieces: &[&[u8]]) -> Vec<String> {
        let mut seen = Vec::new();
        let mut decoder = SseDecoder::new();
        for piece in pieces {
            decoder.push(piece, record(&mut seen));
        }
        decoder.finish(record(&mut seen));
        seen
    }

    fn check(input: impl AsRef<[u8]>, expect: &[&str]) {
        let input = input.as_ref();
        assert_eq!(decode(&[input]), expect, "whole");
        for first in 0..=input.len() {
            assert_eq!(decode(&[&input[..first], &input[first..]]), expect, "cut at {first}");
            for second in first..=input.len() {
                let pieces = [&input[..first], &input[first..second], &input[second..]];
                assert_eq!(decode(&pieces), expect, "cut at {first} and {second}");
            }
        }
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        assert_eq!(decode(&bytes), expect, "byte by byte");
    }

    #[test]
    fn s1_every_line_ending_in_any_mixture() {
        check("data: a\n\ndata: b\r\rdata: c\r\n\r\n", &["|a|end", "|b|end", "|c|end"]);
        check("data: a\r\n\ndata: b\n\r\n", &["|a|end", "|b|end"]);
        check("data: a\u{2028}b\u{2029}c\u{85}d\n\n", &["|a\u{2028}b\u{2029}c\u{85}d|end"]);
        check("\r\n\r\ndata: a\r\n\r\n", &["|a|end"]);
    }

    #[test]
    fn s2_one_byte_order_mark() {
        check("\u{feff}data: a\n\ndata: b\n\n", &["|a|end", "|b|end"]);
        check("\u{feff}\u{feff}data: a\n\ndata: b\n\n", &["|b|end"]);
        check("data: a\n\n\u{feff}data: b\n\n", &["|a|end"]);
        check("\u{feff}{\"a\":1}", &["body {\"a\":1}"]);
        check("\u{feff}", &[]);
    }

    #[test]
    fn s3_a_comment_is_a_sign_of_life() {
        check(": OPENROUTER PROCESSING\n\n:\n\ndata: a\n:x\n\n", &["comment", "comment", "comment", "|a|end"]);
    }

    #[test]
    fn s4_fields_and_several_data_lines() {
        check("data:a\ndata: b\ndata:  c\ndata:\td\n\n", &["|a\nb\n c\n\td|end"]);
        check("data\n\ndata\ndata\n\ndata:\n\n", &["||end", "|\n|end", "||end"]);
        check("event: error\ndata: x\n\ndata: y\n\n", &["error|x|end", "|y|end"]);
        check("event: lost\n\ndata: y\n\n", &["|y|end"]);
        check("data: a:b\nid: 1\nretry: 5\nnonsense\ndatax: y\n data: z\n\n", &["|a:b|end"]);
    }

    #[test]
    fn s5_bytes_are_utf8() {
        check("data: é世界🌳\n\n", &["|é世界🌳|end"]);
        check(b"data: a\xFFb\xE4\xB8\n\n", &["|a\u{fffd}b\u{fffd}|end"]);
    }

    #[test]
    fn s6_an_unterminated_last_event_is_kept() {
        check("data: a\n\ndata: b", &["|a|end", "|b|cut"]);
        check("data: a\n\ndata: b\n", &["|a|end", "|b|cut"]);
        check("data: a\n\nda", &["|a|end"]);
        check("", &[]);
    }

    #[test]
    fn s7_other_bodies_are_handed_over_whole() {
        check("{\"error\":\n\n{}}\n", &["body {\"error\":\n\n{}}\n"]);
        check(" \r\n[1]", &["body [1]"]);
        check("<html>\n\ndata: a\n\n", &["body <html>\n\ndata: a\n\n"]);
    }

    #[test]
    fn s8_an_event_over_the_limit_closes_the_decoder() {
        for cut in 1..40 {
            let mut seen = Vec::new();
            let mut decoder = SseDecoder::with_limit(20);
            for piece in b"data: short\n\ndata: 0123456789\ndata: 0123456789\n\ndata: after\n\n".chunks(cut) {
                decoder.push(piece, record(&mut seen));
            }
            decoder.finish(record(&mut seen));
            assert_eq!(seen, ["|short|end", "too long"], "pieces of {cut}");
        }
    }

    #[test]
    fn s9_a_very_long_line_in_single_bytes() {
        // A decoder that looks at old bytes again would need hours for this one.
        let mut decoder = SseDecoder::new();
        decoder.push(b"data: ", |_| panic!("nothing is complete"));
        for _ in 0..10_000_000 {
            decoder.push(b"x", |_| panic!("nothing is complete"));
        }
        let mut length = 0;
        decoder.push(b"\n\n", |event| {
            if let SseEvent::Message { data, .. } = event {
                length = data.len();
            }
        });
        assert_eq!(length, 10_000_000);
    }

    #[test]
    fn s9_endless_white_space_is_not_kept() {
        let mut decoder = SseDecoder::new();
        for _ in 0..100_000 {
            decoder.push(b"\r\n", |_| panic!("nothing is there"));
            assert!(decoder.line.is_empty());
        }
    }

    proptest! {
        #[test]
        fn any_cutting_of_any_bytes_gives_the_same_events(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just(b"data: ".to_vec()), Just(b"event: e".to_vec()), Just(b"\n".to_vec()), Just(b"\r".to_vec()),
                    Just(b":".to_vec()), Just(b"\xEF\xBB\xBF".to_vec()), Just(b"{".to_vec()), Just(b" ".to_vec()),
                    prop::collection::vec(any::<u8>(), 0..4),
                ],
                0..40,
            ),
            size in 1_usize..7,
        ) {
            let whole = pieces.concat();
            let cut: Vec<&[u8]> = whole.chunks(size).collect();
            let own: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            let expect = decode(&[&whole]);
            prop_assert_eq!(&decode(&cut), &expect);
            prop_assert_eq!(&decode(&own), &expect);
        }
    }
}
