use proptest::prelude::*;

use super::*;
use crate::testing::{ASK, LOOK};

const TOOLS: &[&Tool] = &[&LOOK, &ASK];

fn call(name: &str, arguments: Value) -> Reply {
    let Value::Object(arguments) = arguments else { panic!("an object") };
    Reply::Calls(vec![(name.to_owned(), arguments)])
}

fn answer(text: &str) -> Reply {
    Reply::Answer(text.to_owned())
}

#[test]
fn j1_the_conversation_has_the_form_that_is_asked_for() {
    let call = |id: &str, word: &str| ToolCall {
        id: id.to_owned(),
        name: "look".to_owned(),
        arguments: json!({ "word": word }).to_string(),
        opaque: Map::new(),
    };
    let mut both = ChatMessage::new(Role::Assistant, "Let me see.");
    both.tool_calls = vec![call("a", "x"), call("b", "y")];
    let mut request = ModelRequest::new("custom", "http://localhost/v1", "m", Vec::new());
    request.messages = vec![
        ChatMessage::new(Role::System, "Be brief."),
        ChatMessage::new(Role::User, "Well?"),
        both,
        ChatMessage::tool_result("a", "one"),
        ChatMessage::tool_result("b", "two"),
        ChatMessage::new(Role::Assistant, "Three."),
        ChatMessage::new(Role::User, "And?"),
    ];
    apply(&mut request, TOOLS, Expected::Any, Language::En);
    let told: Vec<_> =
        request.messages.iter().map(|message| format!("{} {}", message.role.as_wire(), message.content)).collect();
    let expected = [
        "system Be brief.",
        "user Well?",
        r#"assistant {"name":"look","parameters":{"word":"x"}}"#,
        "user Result of look: one",
        r#"assistant {"name":"look","parameters":{"word":"y"}}"#,
        "user Result of look: two",
        r#"assistant {"answer":"Three."}"#,
        "user And?",
    ];
    let object = |text: &str| text.split_once('{').map(|(_, json)| serde_json::from_str::<Value>(&format!("{{{json}")));
    for (told, expected) in told.iter().zip(expected) {
        match object(expected) {
            Some(expected) => assert_eq!(object(told).and_then(Result::ok), expected.ok(), "{told}"),
            None => assert_eq!(told, expected),
        }
    }
    assert_eq!(told.len(), expected.len());
    let Some(ResponseFormat::JsonSchema { schema, .. }) = &request.response_format else { panic!("no schema") };
    assert_eq!(schema["anyOf"][1]["properties"]["name"]["enum"], json!(["look"]));
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(3));

    apply(&mut request, TOOLS, Expected::Repeated, Language::En);
    assert_eq!(request.messages.last().map(|message| message.content.as_str()), Some(MISSED));
    assert_eq!(request.response_format, None);

    apply(&mut request, TOOLS, Expected::Call, Language::En);
    let Some(ResponseFormat::JsonSchema { schema, .. }) = &request.response_format else { panic!("no schema") };
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(2), "no answer");
}

#[test]
fn a_model_on_this_device_is_told_the_tools_briefly() {
    let text = instructions(TOOLS, true, Language::En);
    for tool in TOOLS {
        assert!(text.contains(&format!("- {}(", tool.name)) && text.contains(tool.description.en), "{text}");
        assert!(!text.contains(&tool.parameters(Language::En).to_string()), "{text}");
    }
}

#[test]
fn every_tool_is_described_with_its_parameters() {
    for language in [Language::En, Language::Zh] {
        let text = instructions(TOOLS, false, language);
        for tool in TOOLS {
            assert!(text.contains(&format!("- {}: {}", tool.name, tool.description.get(language))), "{text}");
            assert!(text.contains(&tool.parameters(language).to_string()), "{text}");
        }
        assert!(!instructions(&[], false, language).contains("look"));
    }
}

#[test]
fn j2_calls_and_answers_are_read() {
    let word = || json!({ "word": "x" });
    for (text, expected) in [
        (r#"{"name": "look", "arguments": {"word": "x"}}"#, Some(call("look", word()))),
        (r#"{"name": "look", "parameters": {"word": "x"}}"#, Some(call("look", word()))),
        ("```json\n{\"name\": \"look\", \"arguments\": {\"word\": \"x\"}}\n```", Some(call("look", word()))),
        (r#"Sure: {"name": "look", "arguments": {"word": "x"}} Done!"#, Some(call("look", word()))),
        (r#"<tool_call>{"name": "look", "arguments": {"word": "x"}}</tool_call>"#, Some(call("look", word()))),
        (r#"{"look": {"word": "x"}}"#, Some(call("look", word()))),
        (r#"{"name": "look"}"#, Some(call("look", json!({})))),
        // It is no tool, which the model is told.
        (r#"{"name": "find", "arguments": {"word": "x"}}"#, Some(call("find", word()))),
        (r#"{"answer": "Seven \"hours\".\nYes."}"#, Some(answer("Seven \"hours\".\nYes."))),
        ("```\n{\"answer\": \"Seven.\"}\n```", Some(answer("Seven."))),
        (r#"{"name": "answer", "arguments": {"text": "Seven."}}"#, Some(answer("Seven."))),
        (r#"{"answer": "Use {\"a\": 1"#, Some(answer("Use {\"a\": 1"))),
        ("{\"answer\": \"one\ntwo\"}", Some(answer("one\ntwo"))),
        ("Seven.", None),
        ("", None),
        (r#"{"word": "x"}"#, None),
        (r#"{"name": "look", "arguments": "x"}"#, None),
        (r#"{"name": "look", "arguments": {"name": "Sun"},}"#, None),
        (r#"{"name": "look", "argum"#, None),
    ] {
        assert_eq!(read(text, TOOLS), expected, "{text}");
    }
    let two = r#"[{"name": "look", "arguments": {"word": "x"}}, {"name": "ask", "arguments": {"word": "y"}}]"#;
    assert!(matches!(read(two, TOOLS), Some(Reply::Calls(calls)) if calls.len() == 2));
}

proptest! {
    #[test]
    fn j3_what_is_shown_of_an_answer_only_grows(text in "\\PC{0,40}|[\"\\\\{}\n\t😀é]{0,20}", spaced: bool, ascii: bool) {
        let mut message = json!({ ANSWER: &text }).to_string();
        if ascii {
            let mut escaped = String::new();
            for c in message.chars() {
                if c.is_ascii() {
                    escaped.push(c);
                    continue;
                }
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            message = escaped;
        }
        if spaced {
            message = message.replacen("\":", "\" : ", 1).replacen('{', "\n{ ", 1);
        }
        let mut shown = String::new();
        for (end, _) in message.char_indices() {
            let next = answer_so_far(&message[..end]).unwrap_or_default();
            prop_assert!(next.starts_with(&shown), "{shown:?} {next:?}");
            shown = next;
        }
        prop_assert_eq!(answer_so_far(&message), Some(text.clone()));
        prop_assert_eq!(read(&message, TOOLS), Some(Reply::Answer(text)));
    }

    #[test]
    fn whatever_a_model_writes_is_read_without_fault(text in "[\\PC{}\"\\\\u0-9a-f:,]{0,60}") {
        let _ = (read(&text, TOOLS), answer_so_far(&text));
    }
}
