//! Conversion of the parts of an answer to the messages that a model is shown again.
//!
//! - T1 Every call is answered exactly once, right after the message that makes it, in the order of the calls.
//! - T2 A call without a result gets [`UNANSWERED`]: it was stopped, or a person has not decided yet.
//! - T3 A result goes to the first call before it that has its id and no result yet; one without such a call is left
//!   out.
//! - T4 Nothing empty is sent: neither a message without text and calls, nor a call without a name.
//! - T5 Ids are unique among the messages of one answer, and fields of the provider stay where they were.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use espalier_llm::message::{ChatMessage, Role, ToolCall};
use espalier_model::conversation::Part;

/// Result that a model sees for a call that has none.
pub const UNANSWERED: &str = "No result: the user decides about this call; their decision follows in the conversation.";

/// Returns the messages that these parts of one answer are.
pub fn expand(parts: &[Part]) -> Vec<ChatMessage> {
    let mut run = Run::default();
    let mut used = BTreeSet::new();
    let mut messages = Vec::new();
    let mut taken = vec![false; parts.len()];
    let mut answered = false;
    for (index, part) in parts.iter().enumerate() {
        if matches!(part, Part::ToolResult { .. }) {
            answered |= !run.results.is_empty();
            continue;
        }
        if std::mem::take(&mut answered) {
            std::mem::take(&mut run).finish(&mut messages);
        }
        match part {
            Part::Text { text } | Part::Report { text } => run.message().content.push_str(text),
            Part::Reasoning { text } => run.message().reasoning.get_or_insert_default().push_str(text),
            Part::Opaque { issuer, fields } => run.opaque(issuer, fields),
            Part::ToolCall { call_id, name, arguments, opaque } if !name.trim().is_empty() => {
                let result = result_of(call_id, parts, index, &mut taken);
                run.results.push(result.unwrap_or(UNANSWERED).to_owned());
                run.message().tool_calls.push(ToolCall {
                    id: unique(call_id, &mut used),
                    name: name.clone(),
                    arguments: arguments.clone(),
                    opaque: object(opaque),
                });
            }
            Part::ToolCall { .. } | Part::ToolResult { .. } | Part::Attachment(_) => {}
        }
    }
    run.finish(&mut messages);
    messages
}

/// Returns why a model would refuse these messages, if it would (T1, T4).
pub fn problem(messages: &[ChatMessage]) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        if message.role == Role::Tool {
            let id = message.tool_call_id.as_deref().unwrap_or_default();
            if open.first() != Some(&id) {
                return Some(format!("message {index} answers {id:?}, which is not the next open call"));
            }
            open.remove(0);
            continue;
        }
        if !open.is_empty() {
            return Some(format!("message {index} comes before the results of {open:?}"));
        }
        if message.content.trim().is_empty() && message.tool_calls.is_empty() {
            return Some(format!("message {index} is empty"));
        }
        if !message.tool_calls.is_empty() && message.role != Role::Assistant {
            return Some(format!("message {index} calls, but is not the assistant's"));
        }
        open = message.tool_calls.iter().map(|call| call.id.as_str()).collect();
        let distinct: BTreeSet<&str> = open.iter().copied().collect();
        if distinct.len() < open.len() || distinct.contains("") {
            return Some(format!("message {index} has two calls with one id, or one without"));
        }
        if message.tool_calls.iter().any(|call| call.name.is_empty()) {
            return Some(format!("message {index} has a call without a name"));
        }
    }
    (!open.is_empty()).then(|| format!("no results for {open:?}"))
}

/// Returns the text of a JSON object; empty for none.
pub fn fields_text(fields: &Map<String, Value>) -> String {
    if fields.is_empty() { String::new() } else { Value::Object(fields.clone()).to_string() }
}

/// A message of the model with its calls, until their results come.
#[derive(Default)]
struct Run {
    message: Option<ChatMessage>,
    /// The result of each call.
    results: Vec<String>,
}

impl Run {
    fn message(&mut self) -> &mut ChatMessage {
        self.message.get_or_insert_with(|| ChatMessage::new(Role::Assistant, ""))
    }

    fn opaque(&mut self, issuer: &str, fields: &str) {
        let message = self.message();
        if message.issuer.as_deref().is_some_and(|earlier| earlier != issuer) {
            message.opaque.clear();
            message.tool_calls.iter_mut().for_each(|call| call.opaque.clear());
        }
        message.issuer = Some(issuer.to_owned());
        message.opaque.extend(object(fields));
    }

    fn finish(self, messages: &mut Vec<ChatMessage>) {
        let Some(message) = self.message else { return };
        if message.content.trim().is_empty() && message.tool_calls.is_empty() {
            return;
        }
        let ids: Vec<String> = message.tool_calls.iter().map(|call| call.id.clone()).collect();
        messages.push(message);
        for (id, result) in ids.into_iter().zip(self.results) {
            messages.push(ChatMessage::tool_result(id, result));
        }
    }
}

/// Finds the first result after the call that has its id and was not taken yet (T3).
fn result_of<'a>(id: &str, parts: &'a [Part], call: usize, taken: &mut [bool]) -> Option<&'a str> {
    for (index, part) in parts.iter().enumerate().skip(call) {
        if let Part::ToolResult { call_id, content, .. } = part
            && call_id == id
            && !taken[index]
        {
            taken[index] = true;
            return Some(content);
        }
    }
    None
}

fn unique(id: &str, used: &mut BTreeSet<String>) -> String {
    let stem = if id.is_empty() { "call" } else { id };
    let mut candidate = stem.to_owned();
    let mut number = 1;
    while !used.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{stem}_{number}");
    }
    candidate
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Part {
        Part::Text { text: text.to_owned() }
    }

    fn result(id: &str, content: &str) -> Part {
        Part::ToolResult { call_id: id.to_owned(), content: content.to_owned(), is_error: false }
    }

    fn shown(parts: &[Part]) -> Vec<String> {
        let show = |message: &ChatMessage| {
            let calls: Vec<_> = message.tool_calls.iter().map(|call| format!("{}:{}", call.id, call.name)).collect();
            let id = message.tool_call_id.as_deref().unwrap_or_default();
            format!("{} {}{id} {}", message.role.as_wire(), calls.join(","), message.content)
        };
        let messages = expand(parts);
        assert_eq!(problem(&messages), None);
        messages.iter().map(show).collect()
    }

    #[test]
    fn t1_rounds_become_messages_with_their_results_in_the_order_of_the_calls() {
        let parts = [
            text("let me see"),
            Part::tool_call("a", "list", "{}"),
            Part::tool_call("b", "sum", "{}"),
            result("b", "3"),
            result("a", "one"),
            Part::tool_call("c", "sum", "{}"),
            result("c", "4"),
            text("Seven."),
        ];
        let expected = [
            "assistant a:list,b:sum let me see",
            "tool a one",
            "tool b 3",
            "assistant c:sum ",
            "tool c 4",
            "assistant  Seven.",
        ];
        assert_eq!(shown(&parts), expected);
    }

    #[test]
    fn t2_a_call_without_a_result_is_answered() {
        let parts = [text("I propose"), Part::tool_call("a", "propose", "{\"x\":"), text("this.")];
        let unanswered = format!("tool a {UNANSWERED}");
        assert_eq!(shown(&parts), ["assistant a:propose I proposethis.", unanswered.as_str()]);
    }

    #[test]
    fn t3_a_late_result_finds_its_call_and_a_stray_one_is_left_out() {
        let parts = [
            result("x", "stray"),
            Part::tool_call("a", "ask", "{}"),
            Part::tool_call("b", "look", "{}"),
            result("b", "2"),
            text("and"),
            result("a", "1"),
            result("a", "again"),
        ];
        assert_eq!(shown(&parts), ["assistant a:ask,b:look ", "tool a 1", "tool b 2", "assistant  and"]);
    }

    #[test]
    fn t4_what_says_nothing_is_left_out() {
        assert_eq!(shown(&[Part::Reasoning { text: "hm".into() }, text(" ")]), Vec::<String>::new());
        assert_eq!(shown(&[Part::tool_call("a", "", "{}"), text("x")]), ["assistant  x"]);
    }

    #[test]
    fn t5_fields_of_the_provider_stay_with_their_round() {
        let call = |id: &str, opaque: &str| Part::ToolCall {
            call_id: id.to_owned(),
            name: "n".to_owned(),
            arguments: "{}".to_owned(),
            opaque: opaque.to_owned(),
        };
        let opaque = |fields: &str| Part::Opaque { issuer: "http://e m".to_owned(), fields: fields.to_owned() };
        let parts =
            [opaque(r#"{"signature":"s1"}"#), call("a", r#"{"t":1}"#), result("a", ""), call("a", r#"{"t":2}"#)];
        let messages = expand(&parts);
        assert_eq!(problem(&messages), None);
        assert_eq!(messages[0].opaque["signature"], "s1");
        assert_eq!((messages[0].issuer.as_deref(), messages[2].issuer.as_deref()), (Some("http://e m"), None));
        assert_eq!(
            (&messages[0].tool_calls[0].opaque["t"], &messages[2].tool_calls[0].opaque["t"]),
            (&1.into(), &2.into())
        );
        assert_eq!(messages[2].tool_calls[0].id, "a_2");
    }

    fn part() -> impl Strategy<Value = Part> {
        let id = || prop::sample::select(vec!["", "a", "a_2", "b"]);
        prop_oneof![
            prop::sample::select(vec!["", " ", "x"]).prop_map(text),
            Just(Part::Reasoning { text: "r".into() }),
            (id(), prop::sample::select(vec!["", "n", "m"])).prop_map(|(id, name)| Part::tool_call(id, name, "{")),
            (id(), "[a-z]{0,3}").prop_map(|(id, content)| result(id, &content)),
            id().prop_map(|issuer| Part::Opaque { issuer: issuer.to_owned(), fields: "{\"a\":1}".to_owned() }),
        ]
    }

    proptest! {
        #[test]
        fn whatever_the_parts_are_the_messages_are_valid(parts in prop::collection::vec(part(), 0..16)) {
            let messages = expand(&parts);
            prop_assert_eq!(problem(&messages), None);
            let said = |role: Role| messages.iter().filter(move |message| message.role == role);
            let texts: String = said(Role::Assistant).map(|message| message.content.as_str()).collect();
            let stored: String =
                parts.iter().map(|part| if let Part::Text { text } = part { text.as_str() } else { "" }).collect();
            prop_assert_eq!(texts.replace(' ', ""), stored.replace(' ', ""));
        }
    }
}
