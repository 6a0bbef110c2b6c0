//! Talking to the assistant of a scene, a line at a time: in words, or in requests of `app::scenes::protocol`.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

use super::Failure;
use super::data;
use super::options::Options;
use super::runtime::Runtime;
use super::work::everything;
use espalier_app::Msg;
use espalier_app::scenes::protocol::{Exchange, Next, Request, Response};
use espalier_app::scenes::{Fit, SceneMsg};

/// The name of the scene where none is given.
const SESSION: &str = "Scene";

/// Sends each line, and writes the state after it.
pub fn scene(
    options: &Options,
    environment: &dyn Fn(&str) -> Option<String>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let settings = data::settings(options, environment)?;
    let runtime = data::open(options, environment, Some(&settings), None)?;
    let session = options.get("session").unwrap_or(SESSION).to_owned();
    let mut talk = Talk { runtime, session, question: None, errors: 0 };
    if options.words.is_empty() {
        for line in std::io::stdin().lock().lines() {
            talk.line(&line?, out)?;
        }
    } else {
        for line in &options.words {
            talk.line(line, out)?;
        }
    }
    if let Some(path) = options.get("out") {
        data::write(path, &everything(&talk.runtime)?)?;
    }
    if talk.question.is_some() {
        return Err(Failure::Asks("the assistant asks, and nobody is there to answer".to_owned()));
    }
    match talk.errors {
        0 => Ok(()),
        errors => Err(Failure::Failed(format!("requests that were answered with an error: {errors}"))),
    }
}

struct Talk {
    runtime: Runtime,
    session: String,
    /// The thread and the question that the next words answer.
    question: Option<(Value, Value)>,
    errors: usize,
}

impl Talk {
    fn line(&mut self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        if line.starts_with('{') {
            let response = match Request::read(line) {
                Ok(request) => self.exchange(&request)?,
                Err(response) => response,
            };
            self.count(&response);
            return Ok(writeln!(out, "{}", response.body)?);
        }
        if let Some(scene) = self.runtime.model.route.scene() {
            // A terminal has no picture, so that nothing is out of view.
            self.runtime.send(Msg::Scene(SceneMsg::Key(scene, Fit::ID)));
        }
        let (path, body) = match self.question.take() {
            Some((thread, question)) => {
                ("/api/chat/continue", json!({ "threadId": thread, "toolResult": reply(&question, line) }))
            }
            None => ("/api/chat", json!({ "sessionId": self.session, "message": line, "perceives": false })),
        };
        let request = Request { method: "POST".to_owned(), path: path.to_owned(), body };
        let Response { code, body } = self.exchange(&request)?;
        self.count(&Response { code, body: body.clone() });
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        if body["status"] != "interrupted" {
            return Ok(writeln!(out, "{}", text(&body["message"]))?);
        }
        writeln!(out, "? {}", text(&body["params"]["question"]))?;
        for option in body["params"]["options"].as_array().into_iter().flatten() {
            writeln!(out, "  {}", text(&option["label"]))?;
        }
        self.question = Some((body["threadId"].clone(), body["params"].clone()));
        Ok(())
    }

    fn count(&mut self, response: &Response) {
        self.errors += usize::from(response.code != 200 || response.body["status"] == "error");
    }

    fn exchange(&mut self, request: &Request) -> Result<Response, Failure> {
        let mut exchange = Exchange::new(request);
        let mut waited = false;
        loop {
            match exchange.next(&self.runtime.model) {
                Next::Reply(response) => return Ok(response),
                Next::Send(msg) => {
                    waited = false;
                    self.runtime.send(msg);
                }
                Next::Wait if waited => {
                    return Err(Failure::Failed("the app has nothing left to do, and there is no answer".to_owned()));
                }
                Next::Wait => {
                    waited = true;
                    self.runtime.go_on(&mut |_| ());
                }
            }
        }
    }
}

/// Returns the answer that a person means: an option by its number or its id, yes or no, or words.
fn reply(question: &Value, line: &str) -> Value {
    let is = |words: &[&str]| words.iter().any(|word| line.eq_ignore_ascii_case(word));
    if question["kind"] == "confirm" {
        return if is(&["y", "yes", "是", "好"]) { json!(true) } else { json!(false) };
    }
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match number.and_then(|at| question["options"].get(at)) {
        Some(option) => option["id"].clone(),
        None => json!(line),
    }
}
