//! Reads the channel marks of the Harmony format where a server leaves them in the text.
//!
//! `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…<|return|>`
//!
//! - H1 Marks count only in an answer that begins with one; elsewhere they are text.
//! - H2 A mark may be cut anywhere; no part of it is shown.
//! - H3 `analysis` is reasoning, a message to a function is a call, everything else is text.

const START: &str = "<|start|>";
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";
/// Marks that end the body of a message; the last two begin the next header themselves.
const ENDS: [&str; 5] = ["<|end|>", "<|return|>", "<|call|>", START, CHANNEL];
/// Greatest length of a header, in bytes.
const HEADER_BYTES: usize = 400;

/// A piece found in the text, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment<'a> {
    /// Text of an answer without marks.
    Plain(&'a str),
    /// A message of the answer begins.
    Answer,
    /// A message of reasoning begins.
    Thought,
    /// A call of this function begins.
    Call(&'a str),
    /// More of the message that began.
    More(&'a str),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Nothing but white space or part of a mark came.
    #[default]
    Start,
    /// The answer has no marks.
    Off,
    /// Between two bodies.
    Header,
    Body,
}

/// The reader. It holds back at most a header or part of a mark.
#[derive(Debug, Clone, Default)]
pub(super) struct Harmony {
    state: State,
    held: String,
}

impl Harmony {
    /// Returns the number of bytes that are held back.
    pub fn held_bytes(&self) -> usize {
        self.held.len()
    }

    /// Reads the next piece of the answer's content.
    pub fn push(&mut self, piece: &str, sink: &mut impl FnMut(Segment<'_>)) {
        if self.state == State::Off {
            return sink(Segment::Plain(piece));
        }
        self.held.push_str(piece);
        while self.step(sink) {}
    }

    /// Ends the content: the held rest is shown, unless it is a header.
    pub fn finish(&mut self, sink: &mut impl FnMut(Segment<'_>)) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Start | State::Off if !held.is_empty() => sink(Segment::Plain(&held)),
            State::Body if !held.is_empty() => sink(Segment::More(&held)),
            State::Header if !held.contains("<|") && !matches!(held.trim(), "" | "assistant") => {
                sink(Segment::Answer);
                sink(Segment::More(&held));
            }
            _ => {}
        }
    }

    /// Goes on with the held text; returns whether there may be more to do.
    fn step(&mut self, sink: &mut impl FnMut(Segment<'_>)) -> bool {
        match self.state {
            State::Start => {
                let begun = self.held.trim_start();
                if [START, CHANNEL].iter().any(|mark| begun.starts_with(mark)) {
                    self.held = begun.to_owned();
                    self.state = State::Header;
                    return true;
                }
                if [START, CHANNEL].iter().any(|mark| mark.starts_with(begun)) {
                    return false;
                }
                self.state = State::Off;
                let held = std::mem::take(&mut self.held);
                sink(Segment::Plain(&held));
                false
            }
            State::Off => false,
            State::Header => self.header(sink),
            State::Body => self.body(sink),
        }
    }

    fn header(&mut self, sink: &mut impl FnMut(Segment<'_>)) -> bool {
        let Some(end) = self.held.find(MESSAGE) else {
            if self.held.len() > HEADER_BYTES {
                self.state = State::Body;
                sink(Segment::Answer);
            }
            return self.state == State::Body;
        };
        let header = &self.held[..end];
        let channel = header.rsplit(CHANNEL).next().unwrap_or_default().trim_start();
        match recipient(header) {
            Some(name) => sink(Segment::Call(name)),
            None if channel.starts_with("analysis") => sink(Segment::Thought),
            None => sink(Segment::Answer),
        }
        self.held.drain(..end + MESSAGE.len());
        self.state = State::Body;
        true
    }

    fn body(&mut self, sink: &mut impl FnMut(Segment<'_>)) -> bool {
        let found = self.held.match_indices('<').find_map(|(at, _)| {
            let rest = &self.held[at..];
            let whole = ENDS.iter().find(|mark| rest.starts_with(**mark));
            let cut = ENDS.iter().any(|mark| mark.starts_with(rest));
            (whole.is_some() || cut).then_some((at, whole))
        });
        let Some((at, mark)) = found else {
            let held = std::mem::take(&mut self.held);
            if !held.is_empty() {
                sink(Segment::More(&held));
            }
            return false;
        };
        if at > 0 {
            sink(Segment::More(&self.held[..at]));
        }
        let begins = mark.is_some_and(|mark| [START, CHANNEL].contains(mark));
        let passed = mark.filter(|_| !begins).map_or(0, |mark| mark.len());
        self.held.drain(..at + passed);
        if mark.is_some() {
            self.state = State::Header;
        }
        mark.is_some()
    }
}

/// Returns the function that a message is for.
fn recipient(header: &str) -> Option<&str> {
    let (_, name) = header.split_once("to=functions.")?;
    let end = name.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(name.len());
    Some(&name[..end]).filter(|name| !name.is_empty())
}
