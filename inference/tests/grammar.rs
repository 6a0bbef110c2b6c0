//! Grammars without a model: what a schema leaves.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use std::sync::Arc;

use common::Tiny;
use espalier_inference::grammar::{Grammar, GrammarCompiler};
use espalier_inference::kernels::Format;
use espalier_local_model::header::Header;
use espalier_local_model::tokenizer::Tokenizer;
use serde_json::{Value, json};

fn tokenizer() -> Arc<Tokenizer> {
    let file = Tiny::new("llama", true).with_signs().write(Format::F32);
    Arc::new(Tokenizer::new(&Header::read_full(&file, file.len() as u64).unwrap()).unwrap())
}

fn grammar(schema: &Value) -> Grammar {
    GrammarCompiler::new(tokenizer()).unwrap().compile(&schema.to_string()).unwrap()
}

fn answer() -> Value {
    json!({
        "type": "object", "additionalProperties": false,
        "properties": { "answer": { "type": "string" } }, "required": ["answer"],
    })
}

#[test]
fn g1_only_what_goes_on_is_allowed() {
    let (tokenizer, mut grammar) = (tokenizer(), grammar(&answer()));
    let of = |text: &str| *tokenizer.encode(text, true).first().unwrap();
    assert_eq!(grammar.forced().unwrap(), tokenizer.encode("{\"answer\":\"", false));
    let allowed = grammar.allowed().unwrap();
    let free = ["a", "{", "\"", "-", " "].map(of);
    assert!(free.iter().all(|token| allowed.contains(*token)));
    // No line break stands in a string of JSON, and no mark of the model.
    assert!(!allowed.contains(of("\n")) && !allowed.contains(of("<|im_end|>")));
    assert!(!allowed.contains(10_000), "there is no such token");
    grammar.accept(of("\"")).unwrap();
    assert_eq!(grammar.forced().unwrap(), tokenizer.encode("}", false));
    assert!(grammar.is_over());
}

#[test]
fn g1_what_is_not_allowed_is_not_taken() {
    let tokenizer = tokenizer();
    let mut grammar = grammar(&json!({ "enum": ["ab", "ac"] }));
    assert_eq!(grammar.forced().unwrap(), tokenizer.encode("\"a", false));
    assert!(grammar.accept(tokenizer.encode("d", false)[0]).is_err());
}

#[test]
fn g1_an_answer_may_end_where_it_can_also_go_on() {
    let (tokenizer, mut grammar) = (tokenizer(), grammar(&json!({ "type": "integer" })));
    let (end, digit) = (tokenizer.eos().unwrap(), tokenizer.encode("7", false)[0]);
    assert!(!grammar.allowed().unwrap().contains(end));
    grammar.accept(digit).unwrap();
    let allowed = grammar.allowed().unwrap();
    assert!(allowed.contains(end) && allowed.contains(digit));
}

#[test]
fn what_is_required_comes_first() {
    let text = json!({ "enum": ["x"] });
    let mut grammar = grammar(&json!({
        "type": "object", "additionalProperties": false,
        "properties": { "a": text, "b": text, "c": text, "d": text }, "required": ["d", "b"],
    }));
    assert_eq!(grammar.forced().unwrap(), tokenizer().encode("{\"d\":\"x\",\"b\":\"x\"", false));
}

#[test]
fn g3_what_cannot_be_followed_is_an_error() {
    let compiler = GrammarCompiler::new(tokenizer()).unwrap();
    for schema in ["", "{", "7", r#"{"type":"word"}"#, r##"{"$ref":"#/no"}"##, r#"{"enum":[]}"#] {
        assert!(compiler.compile(schema).is_err(), "{schema}");
    }
    assert!(compiler.compile(&answer().to_string()).is_ok(), "and harms no other");
}
