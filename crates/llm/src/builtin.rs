//! The engine of the built-in model: rules of the rooms answer, and the answer streams like that of an endpoint.
//!
//! It has no rule of its own: the rooms hand them in, in the order in which they are asked.

use serde_json::json;

use espalier_base::language::Language;
use espalier_base::text::is_han;

/// Input of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltinInput {
    /// Text of the person's last message.
    pub last_user_text: String,
    /// The number of the person's messages so far, this one included.
    pub history_len: usize,
    /// Language of the interface.
    pub language: Language,
}

impl BuiltinInput {
    /// Returns the language of the person's words; where they have none, that of the interface.
    pub fn spoken(&self) -> Language {
        let chinese = self.last_user_text.chars().filter(|&c| is_han(c)).count();
        let letters = self.last_user_text.chars().filter(char::is_ascii_alphabetic).count();
        match (chinese, letters) {
            (0, 0) => self.language,
            // A Chinese sentence says in one character what takes some letters.
            (chinese, letters) if chinese * 4 >= letters => Language::Zh,
            _ => Language::En,
        }
    }
}

/// A rule of the built-in model.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Name for tests and help; not shown as an answer.
    pub name: &'static str,
    /// The answer in Markdown, or `None` to let the next rule try.
    pub answer: fn(&BuiltinInput) -> Option<String>,
}

/// Returns the answer of the first rule that has one.
pub fn answer(rules: &[Rule], input: &BuiltinInput) -> Option<String> {
    rules.iter().find_map(|rule| (rule.answer)(input)).filter(|text| !text.trim().is_empty())
}

/// Returns the answer as the pieces of an event stream, a word or so each, as an endpoint would have sent it. Without
/// an answer the stream ends without text, which the reader of streams reports as an empty answer.
pub fn stream(rules: &[Rule], input: &BuiltinInput) -> Vec<Vec<u8>> {
    stream_text(&answer(rules, input).unwrap_or_default())
}

/// Returns a text as the pieces of an event stream; see [`stream`].
pub fn stream_text(text: &str) -> Vec<Vec<u8>> {
    let delta = |content: &str| event(&json!({"choices": [{"index": 0, "delta": {"content": content}}]}));
    let mut pieces: Vec<Vec<u8>> = words(text).into_iter().map(delta).collect();
    let mut end = event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}));
    end.extend_from_slice(b"data: [DONE]\n\n");
    pieces.push(end);
    pieces
}

/// Returns a text and then one call as the pieces of an event stream; see [`stream`].
pub fn stream_call(text: &str, id: &str, name: &str, arguments: &str) -> Vec<Vec<u8>> {
    let mut pieces = stream_text(text);
    pieces.pop();
    let delta = |function: serde_json::Value, id: &str| {
        let call = json!({"index": 0, "id": id, "type": "function", "function": function});
        event(&json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}))
    };
    pieces.push(delta(json!({"name": name, "arguments": ""}), id));
    pieces.extend(words(arguments).into_iter().map(|piece| delta(json!({ "arguments": piece }), id)));
    let mut end = event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}));
    end.extend_from_slice(b"data: [DONE]\n\n");
    pieces.push(end);
    pieces
}

fn event(payload: &serde_json::Value) -> Vec<u8> {
    format!("data: {payload}\n\n").into_bytes()
}

/// Splits a text into pieces that end after white space, or after four characters of a script that has none.
fn words(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut wide) = (0, 0);
    let mut after_space = false;
    for (at, c) in text.char_indices() {
        let full = (after_space && !c.is_whitespace()) || wide == 4;
        if full && at > start {
            pieces.push(&text[start..at]);
            (start, wide) = (at, 0);
        }
        after_space = c.is_whitespace();
        wide += usize::from(matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}'));
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::stream::{Assembled, Assembler, FinishReason};
    use proptest::prelude::*;

    const RULES: &[Rule] = &[
        Rule { name: "never", answer: |_| None },
        Rule { name: "echo", answer: |input| Some(input.last_user_text.clone()) },
        Rule { name: "late", answer: |_| Some("late".to_owned()) },
    ];

    fn run(text: &str) -> Assembled {
        let input = BuiltinInput { last_user_text: text.to_owned(), history_len: 1, language: Language::En };
        let mut assembler = Assembler::default();
        for piece in stream(RULES, &input) {
            assembler.push(&piece);
        }
        assembler.finish();
        assembler.assembled()
    }

    #[test]
    fn the_first_rule_with_an_answer_speaks() {
        let all = run("Hello, wide world");
        assert_eq!((all.text.as_str(), all.finish, all.error), ("Hello, wide world", Some(FinishReason::Stop), None));
        assert_eq!(run("").error.map(|error| error.kind), Some(ErrorKind::Empty));
    }

    #[test]
    fn pieces_are_about_a_word() {
        assert_eq!(words("one two  three\nfour"), ["one ", "two  ", "three\n", "four"]);
        assert_eq!(words("今天天气很好吗"), ["今天天气", "很好吗"]);
        assert_eq!(words(""), Vec::<&str>::new());
    }

    #[test]
    fn a_call_streams_like_that_of_an_endpoint() {
        let mut assembler = Assembler::default();
        for piece in stream_call("Let me see.", "c1", "look", r#"{"word": "a b c", "number": 3}"#) {
            assembler.push(&piece);
        }
        assembler.finish();
        let all = assembler.assembled();
        assert_eq!((all.text.as_str(), all.error, all.calls.len()), ("Let me see.", None, 1));
        let call = &all.calls[0];
        assert_eq!((call.id.as_str(), call.name.as_str(), call.complete), ("c1", "look", true));
        assert_eq!(call.arguments.as_ref().unwrap()["word"], "a b c");
    }

    proptest! {
        #[test]
        fn no_piece_is_lost(text in any::<String>()) {
            prop_assert_eq!(words(&text).concat(), text);
        }
    }
}
