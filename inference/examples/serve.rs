//! Serves a model to programs that speak to an `OpenAI` endpoint, to try what it makes of a task outside a browser:
//! `cargo run --release --example serve FILE [PORT]`. Answers one request after another. With `--free` as the last word
//! answers need not follow the schema that was asked for.
#![allow(clippy::print_stdout)]
#![allow(clippy::disallowed_methods)] // not in a browser

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use espalier_inference::runner::{Request, Runner};
use espalier_inference::sample::Sampling;
use espalier_local_model::endpoint::{RequestError, event, read_request};
use espalier_local_model::protocol::{FromWorker, ToWorker};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().ok_or("usage: serve FILE [PORT] [--free]")?;
    let port = words.next().map_or(Ok(8_090), |port| port.parse::<u16>())?;
    let free = words.next().is_some_and(|word| word == "--free");
    let (mut runner, ready) = Runner::open(&mut File::open(name)?, Some(8_192), |_, _| ())?;
    println!("{ready:?}");
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("http://127.0.0.1:{port}/v1");
    for stream in listener.incoming() {
        if let Err(error) = serve(&mut runner, stream?, free) {
            println!("{error}");
        }
    }
    Ok(())
}

fn serve(runner: &mut Runner, mut stream: TcpStream, free: bool) -> Result<(), Box<dyn Error>> {
    let body = body(&mut BufReader::new(&stream))?;
    let mut refuse = |detail: &str| {
        println!("refused: {detail}");
        let error = serde_json::json!({ "error": { "message": detail, "type": "invalid_request_error" } }).to_string();
        let length = error.len();
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n";
        write!(stream, "{head}Content-Length: {length}\r\n\r\n{error}")
    };
    let question = match read_request(1, &body, 0) {
        Ok(question) => question,
        // In the words of servers whose models take none.
        Err(RequestError::Tools) => return Ok(refuse("this model does not support tools")?),
        Err(error) => return Ok(refuse(&error.to_string())?),
    };
    let ToWorker::Generate { id, messages, max_tokens, temperature, top_p, seed, stop, context, grammar } =
        question.message
    else {
        return Err("another message".into());
    };
    let grammar = grammar.filter(|_| !free);
    let held = grammar.is_some();
    let sampling = Sampling { temperature, top_p, seed };
    let start = Instant::now();
    if let Err(error) = runner.start(Request { id, messages, max_tokens, sampling, stop, context, grammar }, 0.0) {
        return Ok(refuse(&error.to_string())?);
    }
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")?;
    let clock = || start.elapsed().as_secs_f64() * 1_000.0;
    let mut text = String::new();
    let mut lost = None;
    while runner.is_running() {
        runner.step(&clock, &mut |message| {
            match &message {
                FromWorker::Piece { text: piece, .. } => text.push_str(piece),
                FromWorker::Done { .. } | FromWorker::Failed { .. } => println!("{text}\n{message:?}, held: {held}"),
                _ => {}
            }
            if let Some(event) = event(&message) {
                lost = stream.write_all(event.as_bytes()).err();
            }
        });
        if lost.is_some() {
            runner.cancel(None, clock(), &mut |_| ());
        }
    }
    Ok(())
}

fn body(reader: &mut impl BufRead) -> Result<String, Box<dyn Error>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse()?;
        }
    }
    let mut body = String::new();
    reader.take(length).read_to_string(&mut body)?;
    Ok(body)
}
