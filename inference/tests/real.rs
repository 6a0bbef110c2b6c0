//! A real model: `SmolLM2-135M-Instruct`, whose file `ESPALIER_GGUF` names.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // helpers of tests

use std::fs::File;
use std::io::Read;

use espalier_inference::{Model, Options, Reason, Session, Step};
use espalier_local_model::header::{Header, MAX_HEADER};

/// "What is the capital of France?" as the chat template of the file writes it, without a system prompt. (With the
/// template's own one the first token hangs on a tenth of a logit, and rounding decides.)
const PROMPT: [u32; 16] = [1, 4093, 198, 1780, 314, 260, 3575, 282, 4649, 47, 2, 198, 1, 520, 9531, 198];
/// "The capital of France is".
const START: [u32; 5] = [504, 3575, 282, 4649, 314];
/// " Paris".
const PARIS: u32 = 7042;
const END: u32 = 2;

fn session() -> Option<Session> {
    let Ok(name) = std::env::var("ESPALIER_GGUF") else {
        println!("SKIPPED: ESPALIER_GGUF does not name the file of SmolLM2-135M-Instruct");
        return None;
    };
    let mut file = File::open(name).unwrap();
    let mut head = Vec::new();
    file.by_ref().take(MAX_HEADER).read_to_end(&mut head).unwrap();
    let header = Header::read(&head, file.metadata().unwrap().len()).unwrap();
    let model = Model::read(&mut file, &header, |_, _| true).unwrap();
    Some(Session::new(model, 512))
}

fn answer(session: &mut Session, prompt: &[u32], max_tokens: usize) -> (Vec<u32>, Reason) {
    session.start(prompt, Options { max_tokens, ends: vec![END], ..Options::default() }).unwrap();
    let mut tokens = Vec::new();
    loop {
        match session.step().unwrap() {
            Step::Prompt { .. } => (),
            Step::Token(token) => tokens.push(token),
            Step::End(reason) => return (tokens, reason),
        }
    }
}

#[test]
fn smollm2_knows_the_capital_of_france() {
    let Some(mut session) = session() else { return };
    let (tokens, _) = answer(&mut session, &START, 8);
    println!("{tokens:?}");
    assert_eq!(tokens.first(), Some(&PARIS));
    let (tokens, reason) = answer(&mut session, &PROMPT, 40);
    println!("{tokens:?} {reason:?}");
    assert!(tokens.starts_with(&START) && tokens.get(START.len()) == Some(&PARIS), "{tokens:?}");
    assert_eq!(reason, Reason::Token(END));
    assert_eq!(answer(&mut session, &PROMPT, 40).0, tokens, "the prefix is reused");
}
