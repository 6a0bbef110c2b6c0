//! Whole streams in, whole answers out, cut in every way.

use super::*;
use crate::error::{Missing, NetworkKind};
use proptest::prelude::*;

/// Renders the events as one line each, neighbours joined, signs of life left out.
fn normal_form(events: Vec<ModelEvent>) -> Vec<String> {
    let mut joined: Vec<ModelEvent> = Vec::new();
    for event in events {
        match (joined.last_mut(), event) {
            (_, ModelEvent::Alive) => {}
            (Some(ModelEvent::Text(all)), ModelEvent::Text(more)) => all.push_str(&more),
            (Some(ModelEvent::Reasoning(all)), ModelEvent::Reasoning(more)) => all.push_str(&more),
            (Some(ModelEvent::Usage(all)), ModelEvent::Usage(more)) => *all = more,
            (Some(ModelEvent::ToolCall(all)), ModelEvent::ToolCall(more))
                if all.call == more.call && more.name.is_none() =>
            {
                all.arguments.push_str(&more.arguments);
            }
            (_, event) => joined.push(event),
        }
    }
    joined.into_iter().map(|event| format!("{event:?}")).collect()
}

fn read(pieces: &[&[u8]]) -> (Assembled, Vec<String>) {
    let mut assembler = Assembler::default();
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(assembler.push(piece));
    }
    events.extend(assembler.finish());
    (assembler.assembled(), normal_form(events))
}

/// Returns the text and the reasoning that a listener knows from the events alone.
fn heard(events: &[ModelEvent]) -> (String, String) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    for event in events {
        match event {
            ModelEvent::Text(piece) => text.push_str(piece),
            ModelEvent::Reasoning(piece) => reasoning.push_str(piece),
            ModelEvent::TextWasReasoning => reasoning.push_str(&std::mem::take(&mut text)),
            _ => {}
        }
    }
    (text, reasoning)
}

/// Reads a body in one piece, in every two, byte by byte and in every three for a short one.
fn assemble(body: &str) -> Assembled {
    let bytes = body.as_bytes();
    let expect = read(&[bytes]);
    for cut in 0..=bytes.len() {
        assert_eq!(read(&[&bytes[..cut], &bytes[cut..]]), expect, "cut at {cut} of {body}");
    }
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(read(&single), expect, "byte by byte {body}");
    let step = bytes.len() / 60 + 1;
    for first in (0..bytes.len()).step_by(step) {
        for second in (first..bytes.len()).step_by(step) {
            let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
            assert_eq!(read(&pieces), expect, "cut at {first} and {second} of {body}");
        }
    }
    let mut assembler = Assembler::default();
    let mut events = assembler.push(bytes);
    events.extend(assembler.finish());
    assert_eq!(heard(&events), (expect.0.text.clone(), expect.0.reasoning.clone()), "events of {body}");
    expect.0
}

fn events(payloads: &[&str], end: &str) -> String {
    payloads.iter().flat_map(|payload| ["data: ", payload, end]).collect()
}

fn stream(payloads: &[&str]) -> String {
    events(payloads, "\n\n")
}

/// Returns a payload with this delta.
fn delta(json: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{json},"finish_reason":null}}]}}"#)
}

/// Returns a payload that ends with this reason.
fn end(reason: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#)
}

fn answer(deltas: &[&str], reason: &str) -> Assembled {
    let mut payloads: Vec<String> = deltas.iter().map(|json| delta(json)).collect();
    payloads.push(end(reason));
    payloads.push("[DONE]".to_owned());
    assemble(&stream(&payloads.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn kind(assembled: &Assembled) -> Option<ErrorKind> {
    assembled.error.as_ref().map(|error| error.kind.clone())
}

#[test]
fn a1_a_plain_answer() {
    let all =
        answer(&[r#"{"role":"assistant","content":""}"#, r#"{"content":"Hé"}"#, r#"{"content":"llo 🌳\n"}"#], "stop");
    assert_eq!(all.text, "Héllo 🌳\n");
    assert_eq!((all.finish, all.error, all.truncated, all.starved), (Some(FinishReason::Stop), None, false, false));
}

#[test]
fn a1_one_piece_of_the_network_becomes_few_events() {
    let payloads: Vec<String> = (0..50).map(|_| delta(r#"{"content":"x"}"#)).collect();
    let body = stream(&payloads.iter().map(String::as_str).collect::<Vec<_>>());
    let mut assembler = Assembler::default();
    assert_eq!(assembler.push(body.as_bytes()), [ModelEvent::Text("x".repeat(50))]);
    assert_eq!(assembler.push(b": ping\n\n"), [ModelEvent::Alive]);
    assert_eq!(assembler.push(b"data: {\"ty"), []);
    assert!(assembler.has_output());
}

#[test]
fn a2_reasoning_in_every_field() {
    for (field, source) in [
        ("reasoning_content", ReasoningSource::ReasoningContent),
        ("reasoning", ReasoningSource::Reasoning),
        ("thinking_content", ReasoningSource::Thinking),
    ] {
        let piece = format!(r#"{{"{field}":"hm"}}"#);
        let all = answer(&[&piece, &piece, r#"{"content":"\n\nyes"}"#], "stop");
        assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("hmhm", "yes"), "{field}");
        assert_eq!(all.reasoning_source, Some(source));
    }
    let all = answer(&[r#"{"content":"<think>hm"}"#, r#"{"content":"</think>yes"}"#], "stop");
    assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("hm", "yes"));
    let all = answer(&[r#"{"content":"hm"}"#, r#"{"content":"</think>yes<think>so</think>!"}"#], "stop");
    assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("hm\n\nso", "yes!"));
    let all = answer(
        &[r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"yes"}]}"#],
        "stop",
    );
    assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("hm", "yes"));
    let all = answer(&[r#"{"reasoning_content":"hm","content":null}"#, r#"{"content":"a</think>b"}"#], "stop");
    assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("hm", "a</think>b"));
}

#[test]
fn a2_a_repeated_field_is_read_once() {
    let piece = r#"{"reasoning":"hm","reasoning_content":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm","index":0}]}"#;
    let all = answer(&[piece, piece, r#"{"content":"yes"}"#], "stop");
    assert_eq!(all.reasoning, "hmhm");
    assert_eq!(
        all.opaque["reasoning_details"],
        serde_json::json!([{"type": "reasoning.text", "text": "hmhm", "index": 0}])
    );
    let all = answer(&[r#"{"reasoning_details":[{"text":"hm"}]}"#, r#"{"content":"yes"}"#], "stop");
    assert_eq!((all.reasoning.as_str(), all.reasoning_source), ("hm", Some(ReasoningSource::Details)));
}

#[test]
fn a3_an_end_without_a_reason_is_truncated() {
    let text = delta(r#"{"content":"half"}"#);
    for body in [stream(&[&text]), format!("data: {text}"), format!("data: {text}\n\ndata: {{\"cho")] {
        let all = assemble(&body);
        assert_eq!(
            (all.text.as_str(), kind(&all), all.truncated),
            ("half", Some(ErrorKind::Truncated), true),
            "{body}"
        );
    }
    // Signs of life alone are no more than nothing.
    for body in ["", ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n", ": ping"] {
        let all = assemble(body);
        assert_eq!((kind(&all), all.truncated), (Some(ErrorKind::Truncated), true), "{body}");
    }
}

#[test]
fn a3_done_is_optional_and_ends_everything() {
    let (text, stop) = (delta(r#"{"content":"a"}"#), end("stop"));
    for body in [
        stream(&[&text, &stop]),
        stream(&[&text, &stop, "[DONE]", "junk", &text]),
        format!("data: {text}\n\ndata: {stop}"),
    ] {
        let all = assemble(&body);
        assert_eq!((all.text.as_str(), all.error), ("a", None), "{body}");
    }
}

#[test]
fn a3_done_is_a_good_end_in_any_letter_case() {
    let text = delta(r#"{"content":"a"}"#);
    let usage = r#"{"choices":[],"usage":{"completion_tokens":3}}"#;
    for done in ["[DONE]", "[done]", "[Done]"] {
        for body in [stream(&[&text, done]), stream(&[&text, usage, done, &text])] {
            let all = assemble(&body);
            assert_eq!((all.text.as_str(), all.error, all.truncated), ("a", None, false), "{body}");
        }
    }
    assert_eq!(kind(&assemble(&stream(&["[DONE]"]))), Some(ErrorKind::Truncated));
    let call = delta(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#);
    let all = assemble(&stream(&[&call, "[DONE]"]));
    assert!(all.calls[0].complete && all.error.is_none(), "{all:?}");
}

#[test]
fn a4_an_error_in_the_stream() {
    let text = delta(r#"{"content":"half"}"#);
    let call = delta(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#);
    let both = r#"{"error":{"code":502,"message":"Provider disconnected"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}"#;
    let all = assemble(&stream(&[&text, &call, both, &text, "[DONE]"]));
    assert_eq!((all.text.as_str(), kind(&all), all.finish), ("half", Some(ErrorKind::Server), None));
    assert_eq!(all.error.unwrap().detail, "Provider disconnected");
    assert!(!all.calls[0].complete);

    let named = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    assert_eq!(kind(&assemble(named)), Some(ErrorKind::Server));
    assert_eq!(kind(&assemble("event: error\ndata: boom\n\n")), Some(ErrorKind::Server));
    assert_eq!(
        kind(&assemble("data: {\"base_resp\":{\"status_code\":1004,\"status_msg\":\"login fail\"}}\n\n")),
        Some(ErrorKind::Authentication)
    );
    assert_eq!(
        kind(&assemble("data: {\"message\":\"Rate limit\",\"code\":429}\n\n")),
        Some(ErrorKind::RateLimit { retry_after_ms: None })
    );
}

#[test]
fn a4_a_payload_that_cannot_be_read_is_skipped() {
    let (text, stop) = (delta(r#"{"content":"a"}"#), end("stop"));
    for bad in ["{\"choices\":[{\"ind", "ping", "null", "[]", "<p>", "{\"a\":NaN"] {
        let all = assemble(&stream(&[&text, bad, &text, &stop]));
        assert_eq!((all.text.as_str(), all.error), ("aa", None), "{bad}");
        let all = assemble(&format!("data: {text}\ndata: {bad}\ndata: {text}\ndata: {stop}\n"));
        assert_eq!((all.text.as_str(), all.error), ("aa", None), "{bad} without blank lines");
    }
    let counted = text.replace("\"finish_reason\"", "\"logprobs\":[NaN,-Infinity],\"finish_reason\"");
    assert_eq!(assemble(&stream(&[&counted, &stop])).text, "a");
    let all = assemble("upstream connect error\n");
    assert_eq!(kind(&all), Some(ErrorKind::Malformed));
    assert_eq!(all.error.unwrap().detail, "upstream connect error");
    let all = assemble(&stream(&["{\"choices\":[", &stop]));
    assert_eq!(kind(&all), Some(ErrorKind::Malformed), "nothing usable came");
}

#[test]
fn a4_a_call_that_may_have_lost_a_piece_never_runs() {
    let begun = delta(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":5"}}]}"#);
    let ended = delta(r#"{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}"#);
    let all = assemble(&stream(&[&begun, "{\"choices\":[", &ended, &end("tool_calls")]));
    assert_eq!((kind(&all), all.calls[0].complete), (Some(ErrorKind::Malformed), false));
}

#[test]
fn characters_cut_in_two_are_joined() {
    for (deltas, expect) in [
        (vec![r#"{"content":"a\ud83d"}"#, r#"{"content":"\ude00b"}"#], "a😀b"),
        (vec![r#"{"content":"\ud83d"}"#, r#"{"content":""}"#, r#"{"content":"\ude00"}"#], "😀"),
        (vec![r#"{"content":"\ud83d"}"#, r#"{"content":"x"}"#], "\u{fffd}x"),
        (vec![r#"{"content":"x\ud83d"}"#], "x\u{fffd}"),
        (vec![r#"{"content":"\\ud83c \n \udf33"}"#], "\\ud83c \n \u{fffd}"),
    ] {
        assert_eq!(answer(&deltas, "stop").text, expect, "{deltas:?}");
    }
    let all = answer(&[r#"{"reasoning":"\ud83d"}"#, r#"{"reasoning":"\ude00","content":"b"}"#], "stop");
    assert_eq!((all.reasoning.as_str(), all.text.as_str()), ("😀", "b"));
}

#[test]
fn h1_to_h3_the_channels_of_harmony() {
    let marked =
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>a <b> \n c<|return|>";
    let spoken =
        "<|start|>assistant<|channel|>commentary<|message|>First.<|end|>assistant<|channel|>final<|message|>Then";
    for (content, reasoning, text) in [
        (marked, "hm", "a <b> \n c"),
        (spoken, "", "First.\n\nThen"),
        ("  <|channel|>final<|message|>x", "", "x"),
        ("<|channel|>analysis<|message|>a<|end|><|channel|>analysis<|message|>b<|end|>", "a\n\nb", ""),
        ("The mark <|channel|> begins one.", "", "The mark <|channel|> begins one."),
        ("<|cha", "", "<|cha"),
        ("<think>hm</think>yes", "hm", "yes"),
    ] {
        for size in [1, 2, 3, 7, 1_000] {
            let chars: Vec<char> = content.chars().collect();
            let deltas: Vec<String> = chars
                .chunks(size)
                .map(|piece| format!(r#"{{"content":{}}}"#, Value::from(piece.iter().collect::<String>())))
                .collect();
            let mut payloads: Vec<String> = deltas.iter().map(|json| delta(json)).collect();
            payloads.push(end("stop"));
            let body = stream(&payloads.iter().map(String::as_str).collect::<Vec<_>>());
            let (all, _) = read(&[body.as_bytes()]);
            assert_eq!((all.reasoning.as_str(), all.text.as_str()), (reasoning, text), "{content} by {size}");
        }
    }
    let call = "<|channel|>commentary to=functions.look <|constrain|>json<|message|>{\"a\":1}<|call|>";
    let all = answer(&[&format!(r#"{{"content":{}}}"#, Value::from(call))], "stop");
    assert_eq!((all.calls[0].name.as_str(), all.calls[0].complete, all.text.as_str()), ("look", true, ""));
}

#[test]
fn a11_other_interfaces_are_named() {
    let ollama = "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"done\":false}\n{\"model\":\"m\",\"done\":true,\"message\":{}}\n";
    let anthropic = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[]}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"Hi\"}}\n\n";
    let responses = "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"error\":null}}\n\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"Hi\"}\n\n";
    for (body, dialect) in [
        (ollama, Dialect::Ollama),
        (r#"{"model":"m","response":"Hi","done":true}"#, Dialect::Ollama),
        (anthropic, Dialect::Anthropic),
        (r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"Hi"}]}"#, Dialect::Anthropic),
        (responses, Dialect::Responses),
        (r#"{"object":"response","output":[]}"#, Dialect::Responses),
        (r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}"#, Dialect::Gemini),
    ] {
        assert_eq!(kind(&assemble(body)), Some(ErrorKind::OtherInterface { dialect }), "{body}");
    }
}

#[test]
fn a4_pings_and_blank_payloads_are_signs_of_life() {
    let (text, stop) = (delta(r#"{"content":"a"}"#), end("stop"));
    let body = format!(
        "event: ping\ndata: {{\"type\":\"ping\"}}\n\nevent: ping\ndata: x\n\ndata:\n\n: c\n\n{}",
        stream(&[&text, &stop])
    );
    let all = assemble(&body);
    assert_eq!((all.text.as_str(), all.error), ("a", None));
}

#[test]
fn a4_events_without_blank_lines_between_them() {
    let (text, stop) = (delta(r#"{"content":"a"}"#), end("stop"));
    let all = assemble(&format!("data: {text}\ndata: {text}\ndata: {stop}\ndata: [DONE]\n"));
    assert_eq!((all.text.as_str(), all.error), ("aa", None));
}

#[test]
fn a5_usage_anywhere() {
    let usage = r#"{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8,"prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":{"reasoning_tokens":1},"cost":0.00078}"#;
    let expect = Usage {
        prompt_tokens: Some(3),
        completion_tokens: Some(5),
        total_tokens: Some(8),
        reasoning_tokens: Some(1),
        cached_tokens: Some(2),
        cost: Some(780_000),
    };
    let (text, stop) = (delta(r#"{"content":"a"}"#), end("stop"));
    let alone = format!(r#"{{"choices":[],"usage":{usage}}}"#);
    let groq = format!(r#"{{"choices":[],"x_groq":{{"usage":{usage}}}}}"#);
    let inside = format!(r#"{{"choices":[{{"delta":{{}},"finish_reason":"stop","usage":{usage}}}],"usage":null}}"#);
    for payloads in [[&text, &stop, &alone], [&alone, &text, &stop], [&text, &inside, &stop], [&text, &stop, &groq]] {
        let all = assemble(&stream(&payloads.map(String::as_str)));
        assert_eq!((all.usage, all.text.as_str(), all.error), (expect, "a", None));
    }
    let filter = r#"{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"#;
    assert_eq!(assemble(&stream(&[filter, &text, &stop])).usage, Usage::default());
}

#[test]
fn a6_finish_reasons() {
    let call = r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}"#;
    for (reason, complete, error) in [
        ("stop", true, None),
        ("tool_calls", true, None),
        ("function_call", true, None),
        ("length", false, Some(ErrorKind::Length)),
        ("content_filter", false, Some(ErrorKind::Moderation)),
        ("network_error", false, Some(ErrorKind::Server)),
        ("insufficient_system_resource", false, Some(ErrorKind::Server)),
        ("model_context_window_exceeded", false, Some(ErrorKind::ContextLength { limit: None })),
        ("something_new", false, None),
    ] {
        let all = answer(&[call], reason);
        assert_eq!((all.calls[0].complete, kind(&all)), (complete, error), "{reason}");
    }
    assert_eq!(kind(&answer(&[], "length")), Some(ErrorKind::Starved), "nothing of the answer came at all");
    assert_eq!(answer(&[call], "something_new").finish, Some(FinishReason::Other("something_new".to_owned())));
    let all = assemble(&stream(&[&delta(call)]));
    assert!(!all.calls[0].complete);
}

#[test]
fn a6_a_call_is_not_complete_before_the_end() {
    let mut assembler = Assembler::default();
    let body = stream(&[
        &delta(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#),
        &end("tool_calls"),
    ]);
    assembler.push(body.as_bytes());
    assert!(!assembler.assembled().calls[0].complete);
    assembler.finish();
    assert!(assembler.assembled().calls[0].complete);
}

#[test]
fn a6_the_events_of_a_call() {
    let body = stream(&[
        &delta(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}"#),
        &delta(r#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\""}}]}"#),
        &delta(r#"{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}"#),
    ]);
    let mut assembler = Assembler::default();
    let expect = CallDelta { call: 0, name: Some("f".to_owned()), arguments: "{\"x\":1}".to_owned() };
    assert_eq!(assembler.push(body.as_bytes()), [ModelEvent::ToolCall(expect)]);
}

#[test]
fn a6_the_legacy_function_call() {
    let all = answer(
        &[r#"{"function_call":{"name":"f","arguments":"{\"x\""}}"#, r#"{"function_call":{"arguments":":1}"}}"#],
        "function_call",
    );
    assert_eq!((all.calls.len(), all.calls[0].complete, all.calls[0].raw_arguments.as_str()), (1, true, "{\"x\":1}"));
}

#[test]
fn a7_a_whole_answer_instead_of_a_stream() {
    let body = r#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"<think>hm</think>yes","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1}}"#;
    for body in [body.to_owned(), format!("\u{feff}\n {body}\n"), stream(&[body])] {
        let all = assemble(&body);
        assert_eq!(
            (all.text.as_str(), all.reasoning.as_str(), all.usage.prompt_tokens),
            ("yes", "hm", Some(1)),
            "{body}"
        );
        assert!(all.calls[0].complete);
        assert_eq!(all.error, None);
    }
    let all = assemble(r#"{"choices":[{"text":"old","finish_reason":"stop"}]}"#);
    assert_eq!((all.text.as_str(), all.error), ("old", None));
    let lines = format!("{}\n{}\n", delta(r#"{"content":"a"}"#), end("stop"));
    assert_eq!(assemble(&lines).text, "a");
}

#[test]
fn a7_a_whole_message_at_the_end_repeats_the_stream() {
    let last = r#"{"choices":[{"index":0,"message":{"content":"ab"},"finish_reason":"stop"}]}"#;
    let all = assemble(&stream(&[&delta(r#"{"content":"a"}"#), &delta(r#"{"content":"b"}"#), last]));
    assert_eq!((all.text.as_str(), all.error), ("ab", None));
}

#[test]
fn a7_error_bodies_with_status_200() {
    assert_eq!(
        kind(&assemble(r#"{"error":{"message":"Invalid API key","code":401}}"#)),
        Some(ErrorKind::Authentication)
    );
    assert_eq!(
        kind(&assemble(r#"[{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}]"#)),
        Some(ErrorKind::RateLimit { retry_after_ms: None })
    );
    assert_eq!(
        kind(&assemble("<!doctype html><title>Home</title>")),
        Some(ErrorKind::NotFound { what: Missing::Path })
    );
    for said in
        ["Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway", "Unknown endpoint: /x"]
    {
        let body = serde_json::json!({ "error": said }).to_string();
        assert_eq!(kind(&assemble(&body)), Some(ErrorKind::NotFound { what: Missing::Path }), "{said}");
    }
    assert_eq!(
        kind(&assemble(r#"{"error":"model 'llama9' not found"}"#)),
        Some(ErrorKind::NotFound { what: Missing::Model })
    );
    let field = format!(
        "data: {}\n\nerror: {}\n\n",
        delta(r#"{"content":"half"}"#),
        r#"{"message":"context shift is disabled"}"#
    );
    let all = assemble(&field);
    assert_eq!((all.text.as_str(), kind(&all)), ("half", Some(ErrorKind::Server)));
    assert!(all.error.is_some_and(|error| format!("{error:?}").contains("context shift is disabled")));
    assert_eq!(kind(&assemble(r#"{"choices":[{"mess"#)), Some(ErrorKind::Truncated));
    assert_eq!(kind(&assemble("{broken}")), Some(ErrorKind::Malformed));
    assert_eq!(kind(&assemble("[1,2]")), Some(ErrorKind::Malformed));
}

#[test]
fn a8_starvation() {
    let all = answer(&[r#"{"reasoning_content":"hm"}"#], "length");
    assert_eq!((all.starved, kind(&all)), (true, Some(ErrorKind::Starved)));
    let all = answer(&[r#"{"content":"<think>hm"}"#], "length");
    assert!(all.starved);
    let all = answer(&[r#"{"content":"half an answer"}"#], "length");
    assert_eq!((all.starved, all.error, all.finish), (false, None, Some(FinishReason::Length)));
    assert_eq!(kind(&answer(&[], "stop")), Some(ErrorKind::Empty));
}

#[test]
fn a9_fields_that_a_provider_wants_back() {
    let all = answer(
        &[
            r#"{"tool_calls":[{"function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]}"#,
            r#"{"content":"a","extra_content":{"google":{"thought":true}}}"#,
        ],
        "stop",
    );
    assert_eq!(all.calls[0].opaque["extra_content"]["google"]["thought_signature"], "s");
    assert_eq!(all.opaque["extra_content"]["google"]["thought"], true);
}

#[test]
fn a10_an_answer_of_unreasonable_size() {
    let options = AssemblerOptions { answer_bytes: 1000, event_bytes: 500, ..AssemblerOptions::default() };
    let body = stream(&[&delta(&format!(r#"{{"content":"{}"}}"#, "x".repeat(100)))]);
    let mut assembler = Assembler::new(options);
    for _ in 0..20 {
        assembler.push(body.as_bytes());
    }
    assert!(assembler.is_over());
    assert_eq!(kind(&assembler.assembled()), Some(ErrorKind::TooLarge));
    assert_eq!(assembler.assembled().text.len(), 1100);

    for endless in [r#"{"content":"\n\n\n\n\n\n\n\n"}"#, r#"{"tool_calls":[{"id":"an id that grows","index":0}]}"#] {
        let mut assembler = Assembler::new(options);
        for _ in 0..200 {
            assembler.push(stream(&[&delta(endless)]).as_bytes());
        }
        assert_eq!(kind(&assembler.assembled()), Some(ErrorKind::TooLarge), "{endless}");
    }

    let mut assembler = Assembler::new(options);
    assembler.push("data: ".repeat(200).as_bytes());
    assert_eq!(kind(&assembler.assembled()), Some(ErrorKind::TooLarge));

    let mut assembler = Assembler::default();
    for number in 0..=CALLS_LIMIT {
        let call = format!(r#"{{"tool_calls":[{{"index":{number},"id":"c{number}","function":{{"name":"f"}}}}]}}"#);
        assembler.push(stream(&[&delta(&call)]).as_bytes());
    }
    assembler.finish();
    assert_eq!(kind(&assembler.assembled()), Some(ErrorKind::TooLarge));
    assert!(assembler.assembled().calls.iter().all(|call| !call.complete));
}

#[test]
fn an_interruption_keeps_the_text() {
    let (text, stop) = (delta(r#"{"content":"half <thi"}"#), end("stop"));
    let mut assembler = Assembler::default();
    assembler.push(stream(&[&text]).as_bytes());
    assembler.interrupt(LlmError::new(ErrorKind::Stopped));
    let all = assembler.assembled();
    assert_eq!((all.text.as_str(), kind(&all), all.truncated), ("half <thi", Some(ErrorKind::Stopped), true));
    assert_eq!(assembler.push(stream(&[&text]).as_bytes()), []);

    let mut assembler = Assembler::default();
    assembler.push(stream(&[&text, &stop]).as_bytes());
    assembler.interrupt(LlmError::network(NetworkKind::Interrupted));
    assert_eq!(assembler.assembled().error, None, "the answer had said its last word");
}

#[test]
fn more_than_one_choice() {
    let other = r#"{"choices":[{"index":1,"delta":{"content":"other"},"finish_reason":"stop"},{"index":0,"delta":{"content":"mine"}}]}"#;
    let all = assemble(&stream(&[other, &end("stop")]));
    assert_eq!(all.text, "mine");
}

proptest! {
    #[test]
    fn any_stream_in_any_pieces(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                r#"{"choices":[{"delta":{"content":"a<thi"}}]}"#,
                r#"{"choices":[{"delta":{"content":"nk>世"}}]}"#,
                r#"{"choices":[{"delta":{"content":"</think>"}}]}"#,
                r#"{"choices":[{"delta":{"reasoning":"r"}}]}"#,
                r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}]}"#,
                r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}}]}"#,
                r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
                r#"{"choices":[],"usage":{"total_tokens":3}}"#,
                r#"{"error":{"message":"no"}}"#,
                "[DONE]", "{", ": x", "\u{feff}",
            ]),
            0..12,
        ),
        ends in prop::sample::select(vec!["\n\n", "\r\n\r\n", "\r\r", "\n"]),
        size in 1_usize..40,
    ) {
        let body: String = events(&parts, ends);
        let expect = read(&[body.as_bytes()]);
        let cut: Vec<&[u8]> = body.as_bytes().chunks(size).collect();
        prop_assert_eq!(&read(&cut), &expect);
        let all = expect.0;
        prop_assert!(all.error.is_none() || all.calls.iter().all(|call| !call.complete));
    }

    #[test]
    fn any_bytes_at_all(bytes in prop::collection::vec(any::<u8>(), 0..200), size in 1_usize..20) {
        let cut: Vec<&[u8]> = bytes.chunks(size).collect();
        prop_assert_eq!(read(&cut), read(&[&bytes]));
    }
}
