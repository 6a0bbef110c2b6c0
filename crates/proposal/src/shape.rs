//! Puts values together and finds the operations among them, in whatever wrapping they come.
//!
//! - S1 An operation is an object in a list of operations: at the outside, in a bare list, or below a key such as
//!   `operations`. It is handed on when its own bracket closes, so that an object that was cut off never is one.
//! - S2 A bracket that does not fit closes what it can: a forgotten one is made up for, one too many is ignored.
//! - S3 Deep nesting costs nothing and builds nothing; an operation that is nested too deeply is refused.

mod frame;
mod nested;

use serde_json::{Map, Value};

use super::Warning;
use super::collect::Collector;
use super::fields::{Field, field, is_own_tool};
pub(super) use frame::{Bracket, Frames};
use frame::{Frame, NextToken, Role};
use nested::read_string;
pub(super) use nested::value;

/// Greatest depth of nested values: the deepest tree of nodes that a command takes has two brackets a level.
const MAX_DEPTH: usize = 140;

/// The values under construction, and where operations go.
pub(super) struct Shape<'a> {
    pub frames: &'a mut Frames,
    pub collector: &'a mut Collector,
}

impl Shape<'_> {
    pub fn is_outside(&self) -> bool {
        self.frames.is_closed()
    }

    /// Whether a string here ends with the first quote that may end it, whatever follows: a key, JSON in a string at
    /// the outside, and where nothing is built any more (S3).
    pub fn ends_text_at_once(&self) -> bool {
        self.frames.excess > 0 || self.is_outside() || self.wants_key()
    }

    /// Returns how many brackets are open.
    pub fn depth(&self) -> usize {
        self.frames.stack.len() + self.frames.excess
    }

    pub fn is_untouched(&self) -> bool {
        !self.frames.touched
    }

    pub fn in_object(&self) -> bool {
        self.frames.stack.last().is_some_and(|frame| frame.bracket == Bracket::Curly)
    }

    pub fn in_round(&self) -> bool {
        self.frames.stack.last().is_some_and(|frame| frame.bracket == Bracket::Round)
    }

    pub fn wants_key(&self) -> bool {
        self.frames.excess == 0
            && self.in_object()
            && self.frames.stack.last().is_some_and(|frame| matches!(frame.place, NextToken::Key | NextToken::After))
    }

    pub fn wants_value(&self) -> bool {
        self.in_object() && self.frames.stack.last().is_some_and(|frame| frame.place == NextToken::Value)
    }

    /// Whether the string that begins here is the explanation, which is shown while it grows.
    pub fn streams_text(&self) -> bool {
        let depth = self.frames.stack.len();
        let Some(frame) = self.frames.stack.last() else { return false };
        let outermost =
            matches!((frame.role, depth), (Role::Candidate, 1) | (Role::Inner, 2)) && self.frames.excess == 0;
        let explains = frame.key.as_deref().is_some_and(|key| field(key) == Field::Explanation);
        outermost && explains && self.frames.strings == 0 && self.frames.shows_explanation
    }

    pub fn stream(&mut self, text: &str) {
        self.collector.show(text);
    }

    pub fn outside(&mut self, c: char) {
        self.frames.touched |= !c.is_whitespace();
        self.frames.outside.push(c);
        let (mark, length) = self.frames.fence;
        if matches!(c, '`' | '~') {
            let length = if mark == c { length.saturating_add(1) } else { 1 };
            self.frames.fence = (c, length);
            self.frames.fences += usize::from(length == 3);
        } else {
            self.frames.fence = (c, 0);
        }
    }

    /// Notes that a string was still open at the end.
    pub fn cut_off(&mut self) {
        self.collector.cut_off = true;
    }

    pub fn open(&mut self, bracket: Bracket) {
        self.frames.touched = true;
        if self.frames.excess > 0 || self.frames.stack.len() >= MAX_DEPTH {
            self.frames.excess += 1;
            if let Some(frame) = self.frames.stack.last_mut() {
                frame.too_deep = true;
            }
            return;
        }
        // An object begins where a key should be: the bracket before it was forgotten (S2).
        if bracket == Bracket::Curly && self.wants_key() && self.stands_in_list() {
            self.pop();
        }
        let role = self.role(bracket);
        if bracket == Bracket::Curly {
            self.frames.objects += 1;
        } else {
            self.frames.lists += 1;
        }
        self.frames.stack.push(Frame {
            bracket,
            role,
            place: NextToken::Key,
            key: None,
            entries: Vec::new(),
            items: Vec::new(),
            filled: false,
            wraps: false,
            too_deep: false,
        });
    }

    fn stands_in_list(&self) -> bool {
        let around = self.frames.stack.len().checked_sub(2).and_then(|at| self.frames.stack.get(at));
        around.is_none_or(|frame| frame.bracket != Bracket::Curly)
    }

    fn role(&self, bracket: Bracket) -> Role {
        if self.frames.value_only {
            return Role::Plain;
        }
        let in_list = if bracket == Bracket::Curly { Role::Candidate } else { Role::List };
        let Some(around) = self.frames.stack.last() else { return in_list };
        match around.role {
            Role::List => in_list,
            Role::Plain => Role::Plain,
            Role::Candidate | Role::Inner => match around.key.as_deref().map(field) {
                None | Some(Field::Operations) => in_list,
                Some(Field::Doer) if around.role == Role::Candidate && bracket != Bracket::Curly => in_list,
                Some(Field::Params | Field::Wrapping) if bracket == Bracket::Curly => Role::Inner,
                Some(_) => Role::Plain,
            },
        }
    }

    pub fn close(&mut self, bracket: Bracket) {
        if self.frames.excess > 0 {
            self.frames.excess -= 1;
            return;
        }
        let there = if bracket == Bracket::Curly { self.frames.objects } else { self.frames.lists };
        if there == 0 {
            return;
        }
        while let Some(frame) = self.frames.stack.last() {
            let fits = (frame.bracket == Bracket::Curly) == (bracket == Bracket::Curly);
            self.pop();
            if fits {
                return;
            }
        }
    }

    pub fn comma(&mut self) {
        if self.frames.excess > 0 {
            return;
        }
        self.fill();
        let Some(frame) = self.frames.stack.last_mut() else { return };
        if frame.bracket != Bracket::Curly && !frame.filled && frame.role != Role::List {
            // A hole in a list is a value that was left out.
            frame.items.push(Value::Null);
        }
        frame.filled = false;
        frame.place = NextToken::Key;
        frame.key = None;
    }

    pub fn colon(&mut self) {
        if let Some(frame) = self.frames.stack.last_mut()
            && frame.place == NextToken::Colon
            && self.frames.excess == 0
        {
            frame.place = NextToken::Value;
        }
    }

    /// Fills in a key that ended without its value.
    fn fill(&mut self) {
        if self.wants_value() {
            self.put(Value::Null);
        }
    }

    /// Takes a string; `shown` says that it was handed on while it grew.
    pub fn text(&mut self, text: String, shown: bool) {
        if self.frames.excess > 0 {
            return;
        }
        if self.wants_key() {
            if let Some(frame) = self.frames.stack.last_mut() {
                frame.key = Some(text);
                frame.place = NextToken::Colon;
            }
            return;
        }
        if self.holds_operations() {
            return self.nested(&text);
        }
        if !shown {
            self.read_wording(&text);
        }
        self.put(Value::String(text));
    }

    /// Whether a string here is JSON once more.
    pub fn holds_operations(&self) -> bool {
        match self.frames.stack.last() {
            None => !self.frames.value_only,
            Some(frame) => {
                matches!(frame.role, Role::Candidate | Role::Inner)
                    && frame.key.as_deref().is_some_and(|key| field(key) == Field::Operations)
            }
        }
    }

    fn nested(&mut self, text: &str) {
        if let Some(frame) = self.frames.stack.last_mut() {
            frame.wraps = true;
            frame.place = NextToken::After;
            frame.key = None;
        } else {
            self.frames.touched = true;
            self.frames.complete += 1;
            self.frames.outside.clear();
        }
        read_string(text, self.frames.strings + 1, self.collector);
    }

    /// Takes explanation and summary as soon as they are there.
    fn read_wording(&mut self, text: &str) {
        let depth = self.frames.stack.len();
        let Some(frame) = self.frames.stack.last() else { return };
        if !matches!((frame.role, depth), (Role::Candidate, 1) | (Role::Inner, 2)) {
            return;
        }
        match frame.key.as_deref().map(field) {
            Some(Field::Summary) => text.clone_into(&mut self.collector.proposal.summary),
            Some(Field::Explanation) => self.collector.explained(text),
            _ => {}
        }
    }

    pub fn scalar(&mut self, value: Value) {
        if self.frames.excess == 0 {
            self.put(value);
        }
    }

    fn put(&mut self, value: Value) {
        let Some(frame) = self.frames.stack.last_mut() else {
            if self.frames.value_only {
                self.frames.value.get_or_insert(value);
            }
            return;
        };
        frame.filled = true;
        match (frame.bracket, frame.role) {
            (Bracket::Curly, _) => {
                frame.place = NextToken::After;
                if let Some(key) = frame.key.take() {
                    frame.entries.push((key, value));
                }
            }
            (_, Role::List) => self.collector.not_an_operation(),
            _ => frame.items.push(value),
        }
    }

    /// Closes the innermost bracket.
    fn pop(&mut self) {
        self.fill();
        let Some(frame) = self.frames.stack.pop() else { return };
        if frame.bracket == Bracket::Curly {
            self.frames.objects -= 1;
        } else {
            self.frames.lists -= 1;
        }
        let outside = self.frames.stack.is_empty();
        if outside {
            self.frames.complete += 1;
            self.frames.outside.clear();
        }
        match frame.role {
            Role::Candidate => {
                self.pass(true, false);
                if frame.too_deep {
                    self.collector.warn(Warning::TooDeep);
                } else if !frame.wraps {
                    self.candidate(frame.entries);
                }
            }
            Role::List => self.pass(true, frame.too_deep),
            Role::Inner if frame.wraps => self.pass(true, frame.too_deep),
            Role::Inner | Role::Plain => {
                self.pass(false, frame.too_deep);
                let value = match frame.bracket {
                    Bracket::Curly => Value::Object(object(frame.entries)),
                    Bracket::Square | Bracket::Round => Value::Array(frame.items),
                };
                self.put(value);
            }
        }
    }

    /// Takes a complete object that may be an operation.
    fn candidate(&mut self, entries: Vec<(String, Value)>) {
        match own_call(&entries) {
            Some(arguments) => read_string(arguments, self.frames.strings + 1, self.collector),
            None => self.collector.candidate(entries, self.frames.direct.as_deref()),
        }
    }

    /// Marks the bracket around one that closed.
    fn pass(&mut self, wraps: bool, too_deep: bool) {
        if let Some(around) = self.frames.stack.last_mut() {
            around.too_deep |= too_deep;
            if wraps {
                around.wraps = true;
                around.filled = true;
                around.place = NextToken::After;
                around.key = None;
            }
        }
    }
}

/// Returns the arguments of a call of the tool for proposals that was written as text.
fn own_call(entries: &[(String, Value)]) -> Option<&str> {
    let text_at =
        |sort: Field| entries.iter().find(|(key, _)| field(key) == sort).and_then(|(_, value)| value.as_str());
    let name = text_at(Field::Name)?;
    if is_own_tool(name) { text_at(Field::Params) } else { None }
}

/// Builds an object; of two equal keys the later one counts.
pub(super) fn object(entries: Vec<(String, Value)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (key, value) in entries {
        object.insert(key, value);
    }
    object
}
