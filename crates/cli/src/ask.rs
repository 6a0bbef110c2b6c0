//! Asking the time assistant: progress on the standard error, the answer on the standard output.

use std::io::{BufRead, IsTerminal, Write};

use serde_json::Value;

use super::Failure;
use super::data;
use super::options::{Options, Settings};
use super::replay::Recording;
use super::runtime::{Progress, Runtime};
use espalier_agent_api::ask::{Answer, Question, QuestionKind};
use espalier_app::assistant::AssistantMsg;
use espalier_app::effect::{CallBody, ModelCall};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg};
use espalier_i18n::messages;
use espalier_llm::secret::Secret;
use espalier_model::conversation::{Part, Status};
use espalier_model::{Message, MessageKey, SessionId};

/// Asks the question of the options.
pub fn ask(
    options: &Options,
    environment: &dyn Fn(&str) -> Option<String>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let question = options.words.join(" ");
    if question.trim().is_empty() {
        return Err(Failure::Usage("ask what? espalier-cli ask --data FILE QUESTION".to_owned()));
    }
    let recording = options
        .get("replay")
        .map(|path| Recording::read(&data::text(path)?).map_err(|error| Failure::Failed(format!("{path}: {error}"))));
    let recording = recording.transpose()?;
    let settings = match &recording {
        Some(recording) => of_recording(recording),
        None => data::settings(options, environment)?,
    };
    let mut runtime = data::open(options, environment, Some(&settings), recording.as_ref())?;
    let begun = runtime.model.now;
    runtime.send(Msg::Assistant(AssistantMsg::Time(true)));
    let session =
        runtime.model.timelog.session.ok_or_else(|| Failure::Failed("there is no conversation".to_owned()))?;
    runtime.send(Msg::Sessions(SessionMsg::Send(Some(session), question)));
    let answered = converse(&mut runtime, session, options.has("verbose"), &settings.key, out, err);
    if let Some(path) = options.get("record") {
        let zone = runtime.model.time_zone();
        let endpoint = [settings.provider, settings.model, settings.base_url];
        let mut kept = Recording::new(begun.0, zone.as_str(), endpoint);
        kept.rounds.clone_from(&runtime.rounds);
        let text = kept.write()?;
        data::write(path, &settings.key.redact(&text))?;
    }
    answered
}

fn of_recording(recording: &Recording) -> Settings {
    let [provider, model, base_url] = recording.endpoint.clone();
    Settings { provider, model, base_url, key: Secret::new("") }
}

/// Runs the turn, asking the person where it asks.
fn converse(
    runtime: &mut Runtime,
    session: SessionId,
    verbose: bool,
    key: &Secret,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let (key, text) = (key.clone(), String::new());
    let mut printer = Printer { session, verbose, key, out, err, rounds: 0, phases: 0, parts: 0, text };
    loop {
        let mut broken = None;
        runtime.go_on(&mut |progress| {
            if let Err(error) = printer.show(progress) {
                broken.get_or_insert(error);
            }
        });
        if let Some(error) = broken {
            return Err(error.into());
        }
        let message = last(&runtime.model, session).ok_or_else(|| Failure::Failed("nothing was asked".to_owned()))?;
        let open = runtime.model.questions(message.key()).into_iter().next();
        let Some(open) = open else { return end(&runtime.model, &message, &mut printer) };
        let answer = put(&open.question, printer.err)?;
        runtime.send(Msg::Answer(message.key(), open.call_id, answer));
    }
}

fn last(model: &Model, session: SessionId) -> Option<Message> {
    let id = *model.view(session)?.path.last()?;
    model.message(MessageKey { session, id }).map(|message| (**message).clone())
}

/// Puts a question to the person at the terminal.
fn put(question: &Question, err: &mut dyn Write) -> Result<Answer, Failure> {
    let mut text = format!("? {}\n", question.prompt);
    for (at, option) in question.options.iter().enumerate() {
        for piece in ["  ", &(at + 1).to_string(), ". ", &option.label, "\n"] {
            text.push_str(piece);
        }
    }
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Asks(format!("the assistant asks, and nobody is there to answer:\n{text}")));
    }
    write!(err, "{text}> ").and_then(|()| err.flush())?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    let number = line.parse::<usize>().ok().and_then(|number| question.options.get(number.checked_sub(1)?));
    let answer = match (question.kind, number) {
        (QuestionKind::Confirm, _) => {
            Answer::Confirmed(line.eq_ignore_ascii_case("y") || line.eq_ignore_ascii_case("yes"))
        }
        (QuestionKind::ChooseOne | QuestionKind::ChooseSeveral { .. }, Some(option)) => {
            Answer::Chosen(vec![option.id.clone()])
        }
        _ => Answer::Text(line.to_owned()),
    };
    Ok(if question.accepts(&answer) { answer } else { Answer::Cancelled })
}

/// Prints the end of an answer, or the reason why there is none.
fn end(model: &Model, message: &Message, printer: &mut Printer<'_>) -> Result<(), Failure> {
    printer.finish(&message.text())?;
    let words = messages(model.language());
    for notice in &message.provenance.notices {
        writeln!(printer.err, "note: {}", words.helper.notice(notice).unwrap_or_else(|| notice.clone()))?;
    }
    if let Some(grounding) = &message.grounding {
        let text = message.text();
        for mark in grounding.marks.iter().filter(|mark| mark.source.is_none()) {
            let number = text.get(mark.from..mark.to).unwrap_or_default();
            writeln!(printer.err, "unverified: {number} ({})", words.helper.unverified)?;
        }
    }
    if let Some(panel) = model.panel(message.key()) {
        for row in panel.state.rows() {
            let why = row.reason.as_ref().map(|reason| format!(" ({})", reason.text(model.language())));
            let (command, what) = (&row.operation.command_id, &row.operation.description);
            writeln!(printer.err, "proposed: {command}: {what}{}", why.unwrap_or_default())?;
        }
    }
    match (&message.provenance.error, message.status) {
        (Some(error), _) => {
            Err(Failure::Failed(format!("{} {}", (words.error.llm)(error), error.detail).trim().to_owned()))
        }
        (None, Status::Done) => Ok(()),
        (None, status) => Err(Failure::Failed(format!("the answer ended as {status:?}"))),
    }
}

/// Printer of progress.
struct Printer<'a> {
    session: SessionId,
    verbose: bool,
    key: Secret,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    rounds: usize,
    phases: usize,
    parts: usize,
    text: String,
}

impl Printer<'_> {
    fn show(&mut self, progress: Progress<'_>) -> std::io::Result<()> {
        match progress {
            Progress::Asked(call) => self.asked(call),
            Progress::Moved(model) => self.moved(model),
        }
    }

    fn asked(&mut self, call: &ModelCall) -> std::io::Result<()> {
        self.rounds += 1;
        let CallBody::Http(request) = &call.request else {
            return writeln!(self.err, "round {}: the built-in model", self.rounds);
        };
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let count = |name: &str| body[name].as_array().map_or(0, Vec::len);
        let model = body["model"].as_str().unwrap_or_default();
        let (messages, tools) = (count("messages"), count("tools"));
        writeln!(self.err, "round {}: {model} at {}, {messages} messages, {tools} tools", self.rounds, request.url)?;
        if self.verbose {
            let pretty = serde_json::to_string_pretty(&body["messages"]).unwrap_or_default();
            writeln!(self.err, "{}", self.key.redact(&pretty))?;
        }
        Ok(())
    }

    fn moved(&mut self, model: &Model) -> std::io::Result<()> {
        let Some(message) = last(model, self.session) else { return Ok(()) };
        let key = message.key();
        if let Some(live) = model.live(key) {
            for view in live.phases.iter().skip(self.phases) {
                let words = if view.words.is_empty() { String::new() } else { format!(" {}", view.words) };
                writeln!(self.err, "[{}]{words}", view.phase.name())?;
            }
            self.phases = live.phases.len();
        } else {
            self.phases = 0;
        }
        for part in message.parts.iter().skip(self.parts) {
            match part {
                Part::ToolCall { name, arguments, .. } => writeln!(self.err, "  {name} {arguments}")?,
                Part::ToolResult { content, is_error, .. } => {
                    let sign = if *is_error { "!" } else { "=" };
                    let first = content.lines().find(|line| line.starts_with("Total:")).or(content.lines().next());
                    let shown = if self.verbose { content.as_str() } else { first.unwrap_or_default() };
                    writeln!(self.err, "  {sign} {shown}")?;
                }
                _ => {}
            }
        }
        self.parts = message.parts.len();
        let running = model.running.values().find(|running| running.answer == key);
        if let Some(running) = running {
            let text = running.text().to_owned();
            self.say(&text)?;
        }
        Ok(())
    }

    /// Prints more of the answer; where it began anew, on a new line.
    fn say(&mut self, text: &str) -> std::io::Result<()> {
        if let Some(more) = text.strip_prefix(self.text.as_str()) {
            self.out.write_all(more.as_bytes())?;
        } else if !text.is_empty() {
            write!(self.out, "\n{text}")?;
        }
        text.clone_into(&mut self.text);
        self.out.flush()
    }

    fn finish(&mut self, text: &str) -> std::io::Result<()> {
        self.say(text)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}
