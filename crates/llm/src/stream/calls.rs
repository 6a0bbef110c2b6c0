//! Assembly of tool calls from their pieces, although servers number, name and cut them in many ways.
//!
//! Rules, each with a test of its name:
//! - C1 A piece belongs to the call with its id, or else with its index, or else to the last call.
//! - C2 A new id under a used index is a new call; so is a new name; so is the same name once more where the arguments
//!   so far are a whole object and others begin. Two calls are never merged: where that can't be told, the pieces stay
//!   in one call whose arguments are then no JSON, and it is refused.
//! - C3 Empty ids, names and indexes are missing ones. A name may come late.
//! - C4 A nameless piece under a new index that can't begin arguments (a stray `}`) belongs to the only call that is
//!   open; with none or several open it makes every open call suspect.
//! - C5 Arguments may come as an object, and whole arguments may be repeated.
//! - C6 Each call has an id of its own in the end, made up where there was none or one was used twice.
//! - C7 A call is complete only if the answer ended as answers with calls end and the arguments are one JSON object;
//!   blank arguments are an empty object, malformed ones never are.

use serde_json::{Map, Value};

use super::chunk::Fragment;

/// The most calls that one answer may have; a server that sends more is broken or hostile.
pub const CALLS_LIMIT: usize = 256;

/// Reason why arguments could not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentsError {
    /// The text is not JSON; the value is the parser's message.
    Malformed(String),
    /// The text is JSON, but not an object.
    NotAnObject,
    /// Pieces that may belong to this call could not be placed.
    Unplaced,
}

/// A tool call as it was put together.
#[derive(Debug, Clone, PartialEq)]
pub struct AssembledCall {
    /// Id, unique within the answer.
    pub id: String,
    /// Name of the tool; empty if the server never sent it, and then the call is not complete.
    pub name: String,
    /// The text of the arguments exactly as it came.
    pub raw_arguments: String,
    /// Arguments as the tool takes them, or why they can't be used (C7).
    pub arguments: Result<Map<String, Value>, ArgumentsError>,
    /// Whether the call is complete; only then it may run.
    pub complete: bool,
    /// Fields that only the provider understands and wants back, such as Gemini's thought signature.
    pub opaque: Map<String, Value>,
}

/// Addition of a piece to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallDelta {
    /// The position of the call in the answer.
    pub call: usize,
    /// Name, set once when it is known.
    pub name: Option<String>,
    /// More text of the arguments; may be empty.
    pub arguments: String,
}

#[derive(Debug, Clone, Default)]
struct OpenCall {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    scan: ObjectScan,
    opaque: Map<String, Value>,
    suspect: bool,
    /// The number of the list of pieces that touched it last.
    list: u64,
}

/// The calls of one answer, while they arrive.
#[derive(Debug, Clone, Default)]
pub(super) struct CallTracker {
    calls: Vec<OpenCall>,
    latest: Option<usize>,
    list: u64,
    overflowed: bool,
}

impl CallTracker {
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether more calls came than are accepted; all after that was dropped.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Begins a new list of pieces: two names in one list are two calls.
    pub fn begin_list(&mut self) {
        self.list += 1;
    }

    /// Places one piece; `None` when it adds nothing new.
    pub fn push(&mut self, fragment: Fragment<'_>) -> Option<CallDelta> {
        let function = fragment.function.0.unwrap_or_default();
        let name = if function.name.is_empty() { fragment.name.0 } else { function.name.0 };
        let arguments = if function.arguments.0.is_empty() { fragment.arguments.0 } else { function.arguments.0 };
        let id = fragment.id.0;
        let at = match self.place(fragment.index.0, &id, &name, &arguments) {
            CallTarget::Call(at) => at,
            CallTarget::New if self.overflowed || self.calls.len() >= CALLS_LIMIT => {
                self.overflowed = true;
                return None;
            }
            CallTarget::New => {
                self.calls.push(OpenCall { index: fragment.index.0, ..OpenCall::default() });
                self.calls.len() - 1
            }
            CallTarget::Nowhere => {
                self.calls.iter_mut().filter(|call| call.is_open()).for_each(|call| call.suspect = true);
                return None;
            }
        };
        self.latest = Some(at);
        let call = &mut self.calls[at];
        call.list = self.list;
        if call.id.is_empty() {
            call.id.push_str(&id);
        }
        if call.index.is_none() {
            call.index = fragment.index.0;
        }
        if !fragment.extra_content.is_null() {
            call.opaque.insert("extra_content".to_owned(), fragment.extra_content);
        }
        let named = call.name.is_empty() && !name.is_empty();
        if named {
            call.name.push_str(&name);
        }
        let repeated = !id.is_empty() && call.scan.is_whole() && *call.arguments == *arguments;
        let added = if repeated { String::new() } else { arguments.into_owned() };
        call.scan.read(&added);
        call.arguments.push_str(&added);
        (named || !added.is_empty()).then(|| CallDelta {
            call: at,
            name: named.then(|| name.into_owned()),
            arguments: added,
        })
    }

    fn place(&self, index: Option<u64>, id: &str, name: &str, arguments: &str) -> CallTarget {
        let fits = |call: &OpenCall| self.continues(call, index, id, name, arguments);
        let same_id = |call: &OpenCall| !id.is_empty() && call.id == id;
        let exact = self.calls.iter().rposition(|call| same_id(call) && index.is_some() && call.index == index);
        if let Some(at) = exact.or_else(|| self.calls.iter().rposition(same_id)) {
            return if fits(&self.calls[at]) { CallTarget::Call(at) } else { CallTarget::New };
        }
        if let Some(index) = index {
            if let Some(at) = self.calls.iter().rposition(|call| call.index == Some(index)) {
                return if fits(&self.calls[at]) { CallTarget::Call(at) } else { CallTarget::New };
            }
            return if id.is_empty() && name.is_empty() { self.place_stray(arguments) } else { CallTarget::New };
        }
        match self.latest {
            Some(at) if fits(&self.calls[at]) => CallTarget::Call(at),
            Some(_) => CallTarget::New,
            None if id.is_empty() && name.is_empty() && arguments.trim().is_empty() => CallTarget::Nowhere,
            None => CallTarget::New,
        }
    }

    /// Places a piece by rule C4: no id, no name, a new index.
    fn place_stray(&self, arguments: &str) -> CallTarget {
        if let Some(at) = self.latest.filter(|&at| self.calls[at].index.is_none()) {
            return CallTarget::Call(at); // its number came late
        }
        let begins = arguments.trim_start();
        if begins.is_empty() || begins.starts_with('{') {
            return CallTarget::New;
        }
        let mut open = (0..self.calls.len()).filter(|&at| self.calls[at].is_open());
        match (open.next(), open.next()) {
            (Some(at), None) => CallTarget::Call(at),
            _ => CallTarget::Nowhere,
        }
    }

    /// Whether a piece may belong to a call that has the same id, the same index or is the last one (rule C2).
    fn continues(&self, call: &OpenCall, index: Option<u64>, id: &str, name: &str, arguments: &str) -> bool {
        let same_id = !id.is_empty() && call.id == id;
        if !id.is_empty() && !call.id.is_empty() && !same_id {
            return false;
        }
        if name.is_empty() || call.name.is_empty() {
            return true;
        }
        if name != call.name || (same_id && index.is_some() && call.index.is_some() && index != call.index) {
            return false;
        }
        if same_id {
            return true;
        }
        let begins_again = call.scan.is_whole() && arguments.trim_start().starts_with('{');
        !begins_again && call.list != self.list
    }

    /// Returns the calls as they stand. `ended_well` is whether the answer ended as answers with calls end.
    pub fn assembled(&self, ended_well: bool) -> Vec<AssembledCall> {
        let mut ids: Vec<String> = Vec::new();
        let said_something = |call: &&OpenCall| !(call.name.is_empty() && call.arguments.trim().is_empty());
        // Arguments that nobody owns may be those of a call that seems to have none.
        let orphans = self.calls.iter().any(|call| call.name.is_empty() && !call.arguments.trim().is_empty());
        let mut calls = Vec::new();
        for call in self.calls.iter().filter(said_something) {
            let id = unique_id(&call.id, &ids, self);
            ids.push(id.clone());
            let suspect = call.suspect || (orphans && call.arguments.trim().is_empty());
            let arguments = if suspect { Err(ArgumentsError::Unplaced) } else { parse_arguments(&call.arguments) };
            calls.push(AssembledCall {
                id,
                name: call.name.clone(),
                raw_arguments: call.arguments.clone(),
                complete: ended_well && arguments.is_ok() && !call.name.is_empty(),
                arguments,
                opaque: call.opaque.clone(),
            });
        }
        calls
    }
}

impl OpenCall {
    fn is_open(&self) -> bool {
        !self.scan.is_whole()
    }
}

enum CallTarget {
    Call(usize),
    New,
    Nowhere,
}

fn unique_id(id: &str, used: &[String], tracker: &CallTracker) -> String {
    if !id.is_empty() && !used.iter().any(|other| other == id) {
        return id.to_owned();
    }
    let stem = if id.is_empty() { "call" } else { id };
    let mut number = used.len() + 1;
    loop {
        let candidate = format!("{stem}_{number}");
        if !used.contains(&candidate) && !tracker.calls.iter().any(|call| call.id == candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// Reads the arguments of a call as models write them.
pub fn parse_arguments(text: &str) -> Result<Map<String, Value>, ArgumentsError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        // Some models encode the object twice.
        Ok(Value::String(inner)) => match serde_json::from_str(inner.trim()) {
            Ok(Value::Object(object)) => Ok(object),
            _ => Err(ArgumentsError::NotAnObject),
        },
        Ok(_) => Err(ArgumentsError::NotAnObject),
        Err(error) => Err(ArgumentsError::Malformed(error.to_string())),
    }
}

/// Scanner that tells whether the text so far is one whole JSON object, looking at each byte once.
#[derive(Debug, Clone, Default)]
struct ObjectScan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    began: bool,
    whole: bool,
}

impl ObjectScan {
    fn is_whole(&self) -> bool {
        self.whole
    }

    fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            self.whole = false;
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.whole = self.depth == 0 && self.began;
                }
                _ => {}
            }
            self.began = true;
        }
    }
}

#[cfg(test)]
#[path = "calls_tests.rs"]
mod tests;
