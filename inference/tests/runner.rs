//! A model with its words, asked as the page asks.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use std::cell::Cell;
use std::io::Cursor;

use common::{CONTEXT, Tiny};
use espalier_inference::Sampling;
use espalier_inference::kernels::Format;
use espalier_inference::runner::{PROGRESS, Request, Runner, SLICE};
use espalier_local_model::header::HeaderError;
use espalier_local_model::protocol::{ChatMessage, EndReason, FromWorker, LocalError, Role};
use espalier_local_model::support::Refusal;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

fn open(tiny: &Tiny) -> Result<(Runner, FromWorker), LocalError> {
    Runner::open(&mut Cursor::new(tiny.write(Format::Q8_0)), None, |_, _| ())
}

fn runner() -> Runner {
    open(&Tiny::new("llama", true).with_words()).unwrap().0
}

fn request(text: &str) -> Request {
    Request {
        id: 7,
        messages: vec![ChatMessage { role: Role::User, content: text.to_owned() }],
        max_tokens: 30,
        sampling: Sampling { temperature: 1.0, top_p: 1.0, seed: 3 },
        stop: Vec::new(),
        context: None,
        grammar: None,
    }
}

/// Takes steps to the end of the answer, each a millisecond after the one before, and returns all that was told.
fn run(runner: &mut Runner) -> Vec<FromWorker> {
    let (time, mut told) = (Cell::new(0.0), Vec::new());
    let clock = || {
        time.set(time.get() + 1.0);
        time.get()
    };
    for _ in 0..10_000 {
        if !runner.is_running() {
            return told;
        }
        runner.step(&clock, &mut |message| told.push(message));
    }
    panic!("no end");
}

fn answer(runner: &mut Runner, request: Request) -> Vec<FromWorker> {
    runner.start(request, 0.0).unwrap();
    run(runner)
}

fn text(told: &[FromWorker]) -> String {
    let pieces = told.iter().filter_map(|message| match message {
        FromWorker::Piece { id: 7, text } => Some(text.as_str()),
        _ => None,
    });
    pieces.collect()
}

fn reason(told: &[FromWorker]) -> EndReason {
    match told {
        [.., FromWorker::Done { id: 7, reason, .. }] => *reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_model_is_opened_with_what_the_page_wants_to_know() {
    let (_, ready) = open(&Tiny::new("qwen3", true).with_words()).unwrap();
    let FromWorker::Ready { architecture, name, context, memory, has_template, has_grammar } = ready else { panic!() };
    assert_eq!((architecture.as_str(), name, context), ("qwen3", None, CONTEXT as u64));
    assert!(memory > 0 && !has_template && has_grammar);
}

#[test]
fn what_cannot_run_is_refused_in_the_words_of_the_page() {
    let refused = |tiny: &Tiny| open(tiny).unwrap_err();
    let gemma = Refusal::Architecture { name: "gemma3".to_owned() };
    assert_eq!(refused(&Tiny::new("gemma3", true).with_words()), gemma.into());
    assert_eq!(refused(&Tiny::new("llama", true)), Refusal::Tokenizer { name: String::new() }.into());
    let none = Runner::open(&mut Cursor::new(vec![7; 5000]), None, |_, _| ()).unwrap_err();
    assert_eq!(none, HeaderError::NotGguf.into());
    let file = Tiny::new("llama", true).with_words().write(Format::F32);
    let cut = Runner::open(&mut Cursor::new(&file[..file.len() / 2]), None, |_, _| ()).unwrap_err();
    assert!(matches!(cut, LocalError::Header { error: HeaderError::Beyond(_) }), "{cut:?}");
}

#[test]
fn an_answer_is_told_piece_by_piece_and_counted() {
    let mut runner = runner();
    let told = answer(&mut runner, request("hello"));
    let done = |told: &[FromWorker]| match told {
        [.., FromWorker::Done { prompt_tokens, reused_tokens, answer_tokens, prompt_ms, answer_ms, .. }] => {
            (*prompt_tokens, *reused_tokens, *answer_tokens, *prompt_ms + *answer_ms)
        }
        other => panic!("{other:?}"),
    };
    // The marks, "user", a line, "hello", the marks, and so on.
    let (prompt, reused, tokens, time) = done(&told);
    assert_eq!((prompt, reused), (24, 0));
    assert!(tokens > 0 && tokens <= 30 && time > 0.0);
    assert!(!text(&told).is_empty() && !text(&told).contains("<|"), "{told:?}");
    let again = answer(&mut runner, request("hello"));
    assert_eq!((text(&again), done(&again).1), (text(&told), prompt - 1), "all but the last token is kept");
}

#[test]
fn progress_is_told_now_and_then() {
    let mut runner = runner();
    runner.start(request(&"a".repeat(64)), 0.0).unwrap();
    let (time, mut told) = (Cell::new(0.0), Vec::new());
    for _ in 0..6 {
        time.set(time.get() + PROGRESS / 2.0);
        runner.step(&|| time.get(), &mut |message| told.push(message));
    }
    let prompt = |done| FromWorker::Prompt { id: 7, done, total: 83 };
    assert_eq!(told[..2], [prompt(32), prompt(64)]);
}

#[test]
fn a4_a_step_is_cut_where_it_takes_long_and_nothing_else_changes() {
    let wanted = text(&answer(&mut runner(), request(&"a".repeat(64))));
    let mut runner = runner();
    let (time, mut told) = (Cell::new(0.0), Vec::new());
    // Each look at the clock comes after a layer, or before the first.
    let slow = || {
        time.set(time.get() + SLICE);
        time.get()
    };
    runner.start(request(&"a".repeat(64)), 0.0).unwrap();
    let mut steps = 0;
    while runner.is_running() {
        let before = time.get();
        runner.step(&slow, &mut |message| told.push(message));
        assert!(time.get() - before <= 4.0 * SLICE, "a step went on");
        steps += 1;
        assert!(steps < 10_000, "no end");
    }
    assert_eq!(text(&told), wanted);
    // 83 tokens are six chunks, each with more than one layer.
    assert!(steps > 12, "{steps}");
    // Given up in the middle of a chunk, and asked again.
    runner.start(request(&"b".repeat(64)), 0.0).unwrap();
    for _ in 0..8 {
        runner.step(&slow, &mut |_| ());
    }
    runner.cancel(None, 0.0, &mut |_| ());
    assert_eq!(text(&answer(&mut runner, request(&"a".repeat(64)))), wanted);
}

#[test]
fn a1_requests_that_cannot_be_answered_say_why_and_harm_no_other() {
    let mut runner = runner();
    let long = runner.start(request(&"a".repeat(200)), 0.0).unwrap_err();
    assert_eq!(long, LocalError::ContextFull { needed: 219, context: CONTEXT as u64 });
    let narrow = runner.start(Request { context: Some(24), ..request("hello") }, 0.0).unwrap_err();
    assert_eq!(narrow, LocalError::ContextFull { needed: 24, context: 24 });
    let schema = Request { grammar: Some("{".to_owned()), ..request("a") };
    assert!(matches!(runner.start(schema, 0.0), Err(LocalError::Grammar { .. })));
    assert!(!runner.is_running());
    let short = answer(&mut runner, Request { context: Some(26), ..request("hello") });
    assert_eq!(reason(&short), EndReason::Length);
    runner.start(request("hello"), 0.0).unwrap();
    assert_eq!(runner.start(Request { id: 8, ..request("b") }, 0.0), Err(LocalError::NotReady));
    assert!(text(&run(&mut runner)).starts_with(&text(&short)));
}

#[test]
fn a1_what_is_cancelled_says_so_once_and_the_next_answer_is_as_ever() {
    let wanted = answer(&mut runner(), request("hello"));
    for steps in 0..12 {
        let mut runner = runner();
        runner.start(request("hello"), 0.0).unwrap();
        let mut told = Vec::new();
        for _ in 0..steps {
            runner.step(&|| 1.0, &mut |message| told.push(message));
        }
        runner.cancel(Some(6), 1.0, &mut |message| panic!("{message:?}"));
        runner.cancel(Some(7), 1.0, &mut |message| told.push(message));
        assert_eq!(reason(&told), EndReason::Cancelled);
        assert!(text(&wanted).starts_with(&text(&told)));
        runner.step(&|| 1.0, &mut |message| panic!("{message:?}"));
        runner.cancel(None, 1.0, &mut |message| panic!("{message:?}"));
        assert_eq!(text(&answer(&mut runner, request("hello"))), text(&wanted));
    }
}

/// Runner of a model whose letters are enough for JSON.
fn writer() -> Runner {
    open(&Tiny::new("llama", true).with_signs()).unwrap().0
}

/// Says whether JSON follows a schema, in as far as the schemas of these tests go.
fn follows(value: &Json, schema: &Json) -> bool {
    if let Some(forms) = schema["anyOf"].as_array() {
        return forms.iter().any(|form| follows(value, form));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.contains(value);
    }
    match schema["type"].as_str() {
        Some("boolean") => value.is_boolean(),
        // A zero may have a sign, which makes it a fraction for serde_json; the page takes it for 0 all the same.
        Some("integer") => value.as_f64().is_some_and(|number| {
            let limit = |name: &str| schema[name].as_f64().unwrap();
            number.fract() == 0.0 && limit("minimum") <= number && number <= limit("maximum")
        }),
        Some("string") => {
            value.as_str().is_some_and(|text| text.chars().count() as u64 <= schema["maxLength"].as_u64().unwrap())
        }
        Some("array") => value.as_array().is_some_and(|items| {
            items.len() as u64 <= schema["maxItems"].as_u64().unwrap()
                && items.iter().all(|item| follows(item, &schema["items"]))
        }),
        Some("object") => value.as_object().is_some_and(|object| {
            let required = schema["required"].as_array().unwrap();
            required.iter().all(|name| object.contains_key(name.as_str().unwrap()))
                && object
                    .iter()
                    .all(|(name, value)| schema["properties"].get(name).is_some_and(|schema| follows(value, schema)))
        }),
        _ => panic!("{schema}"),
    }
}

fn object(properties: &Json, required: &[&str]) -> Json {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn schemas() -> [Json; 4] {
    let text = json!({ "type": "string", "maxLength": 8 });
    let number = json!({ "type": "integer", "minimum": -12, "maximum": 345 });
    let call = |name: &str, parameters: &Json| {
        object(&json!({ "name": { "enum": [name] }, "parameters": parameters }), &["name", "parameters"])
    };
    let moved = object(&json!({ "id": text, "by": number }), &["id", "by"]);
    let listed = object(&json!({ "all": { "type": "boolean" }, "kind": { "enum": ["a", "b"] } }), &[]);
    let answer = object(&json!({ "answer": text }), &["answer"]);
    [
        text,
        answer.clone(),
        json!({ "type": "array", "items": number, "maxItems": 5 }),
        json!({ "anyOf": [answer, call("move", &moved), call("list", &listed)] }),
    ]
}

#[test]
fn a3_an_answer_that_is_cut_short_says_so() {
    let mut runner = writer();
    let schema = schemas()[1].to_string();
    let whole = answer(&mut runner, Request { grammar: Some(schema.clone()), ..request("a") });
    for max_tokens in 0..40 {
        let told = answer(&mut runner, Request { max_tokens, grammar: Some(schema.clone()), ..request("a") });
        assert!(text(&whole).starts_with(&text(&told)));
        let wanted = if text(&told) == text(&whole) { EndReason::Stop } else { EndReason::Length };
        assert_eq!(reason(&told), wanted, "{max_tokens}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a3_a_whole_answer_follows_its_schema(seed: u64, of in 0_usize..4, temperature in 0_f32..3.0) {
        let mut runner = writer();
        let schema = &schemas()[of];
        let told = answer(&mut runner, Request {
            grammar: Some(schema.to_string()),
            sampling: Sampling { temperature, top_p: 1.0, seed },
            max_tokens: 100,
            ..request("hello")
        });
        prop_assert_eq!(reason(&told), EndReason::Stop, "{}", text(&told));
        let value: Json = serde_json::from_str(&text(&told)).unwrap();
        prop_assert!(follows(&value, schema), "{}", value);
    }

    #[test]
    fn a2_an_answer_ends_before_a_stop_text(seed: u64, at in 0_usize..20, length in 1_usize..5) {
        let mut runner = runner();
        let asked = || Request { sampling: Sampling { temperature: 1.0, top_p: 1.0, seed }, ..request("hello") };
        let whole = text(&answer(&mut runner, asked()));
        let stop: String = whole.chars().skip(at).take(length).collect();
        prop_assume!(!stop.is_empty());
        let told = answer(&mut runner, Request { stop: vec![stop.clone()], ..asked() });
        prop_assert_eq!(text(&told), whole.split(&stop).next().unwrap());
        prop_assert_eq!(reason(&told), EndReason::Stop);
    }
}
