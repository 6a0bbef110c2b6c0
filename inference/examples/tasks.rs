//! Counts how many tasks of `fixtures/tasks.json` a model answers with a call that is valid, and with one of the tools
//! that fit, held to the schema of the tools and not: `cargo run --release --example tasks FILE`. The requests are those
//! of the rooms; each answer is the likeliest one.
#![allow(clippy::print_stdout)]
#![allow(clippy::disallowed_methods)] // not in a browser

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use espalier_inference::runner::{Request, Runner};
use espalier_inference::sample::Sampling;
use espalier_local_model::protocol::{ChatMessage, FromWorker, Role};
use serde_json::Value;

/// Tokens that a call may have.
const MAX_TOKENS: u32 = 160;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("usage: tasks FILE")?;
    let tasks: Value = serde_json::from_str(include_str!("../fixtures/tasks.json"))?;
    let (mut runner, _) = Runner::open(&mut File::open(name)?, Some(4_096), |_, _| ())?;
    let mut counts = [[0; 2]; 2];
    let mut total = 0;
    for (room, of) in tasks.as_object().into_iter().flatten() {
        let schema = of["schema"].to_string();
        for task in of["tasks"].as_array().into_iter().flatten() {
            total += 1;
            for (held, count) in [true, false].into_iter().zip(&mut counts) {
                let said = |role, content: &Value| ChatMessage {
                    role,
                    content: content.as_str().unwrap_or_default().to_owned(),
                };
                let messages = vec![said(Role::System, &of["system"]), said(Role::User, &task["question"])];
                let text = answer(&mut runner, messages, held.then(|| schema.clone()))?;
                let call: Value = serde_json::from_str(text.trim()).unwrap_or_default();
                let is_valid = follows(&call, &of["schema"]);
                let fits = is_valid && task["tools"].as_array().is_some_and(|tools| tools.contains(&call["name"]));
                count[0] += u32::from(is_valid);
                count[1] += u32::from(fits);
                println!("{room} {} held: {held}, valid: {is_valid}, fits: {fits}\n  {text}", task["question"]);
            }
        }
    }
    for (held, [valid, fits]) in ["held to the schema", "free"].into_iter().zip(counts) {
        println!("{held}: {valid} of {total} valid, {fits} of a tool that fits");
    }
    Ok(())
}

fn answer(runner: &mut Runner, messages: Vec<ChatMessage>, grammar: Option<String>) -> Result<String, Box<dyn Error>> {
    let sampling = Sampling { temperature: 0.0, top_p: 1.0, seed: 0 };
    let stop = Vec::new();
    runner.start(Request { id: 1, messages, max_tokens: MAX_TOKENS, sampling, stop, context: None, grammar }, 0.0)?;
    let start = Instant::now();
    let mut text = String::new();
    while runner.is_running() {
        runner.step(&|| start.elapsed().as_secs_f64() * 1_000.0, &mut |message| {
            if let FromWorker::Piece { text: piece, .. } = message {
                text.push_str(&piece);
            }
        });
    }
    Ok(text)
}

/// Says whether a value follows a schema, as far as those of the tasks go; the order of an object's values is free.
fn follows(value: &Value, schema: &Value) -> bool {
    if let Some(forms) = schema["anyOf"].as_array() {
        return forms.iter().any(|form| follows(value, form));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.contains(value);
    }
    let between = |size: f64, least: &str, most: &str| {
        schema[least].as_f64().is_none_or(|least| least <= size)
            && schema[most].as_f64().is_none_or(|most| size <= most)
    };
    match schema["type"].as_str() {
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.as_i64().is_some_and(|number| between(number as f64, "minimum", "maximum")),
        Some("number") => value.as_f64().is_some_and(|number| between(number, "minimum", "maximum")),
        Some("string") => {
            value.as_str().is_some_and(|text| between(text.chars().count() as f64, "minLength", "maxLength"))
        }
        Some("array") => value.as_array().is_some_and(|items| {
            between(items.len() as f64, "minItems", "maxItems")
                && items.iter().all(|item| follows(item, &schema["items"]))
        }),
        Some("object") => value.as_object().is_some_and(|object| {
            let required = schema["required"].as_array().into_iter().flatten();
            required.filter_map(Value::as_str).all(|name| object.contains_key(name))
                && object
                    .iter()
                    .all(|(name, value)| schema["properties"].get(name).is_some_and(|schema| follows(value, schema)))
        }),
        _ => false,
    }
}
