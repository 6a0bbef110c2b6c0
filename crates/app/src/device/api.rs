//! Functions of the chunk for models on this device: what the shell, which moves bytes only, needs to know of files and
//! of the worker's messages.

use std::fmt;

use serde::Serialize;

use super::download::{self, Answer, Digest, DownloadMsg, Partial, Plan, Source};
use super::{Expectation, FileRefusal, Preparation};
use crate::Model;
use crate::effect::Effect;
use espalier_llm::error::{DeviceProblem, ErrorKind, LlmError};
use espalier_local_model::endpoint::{self, RequestError};
use espalier_local_model::header::HeaderError;
use espalier_local_model::protocol::{FromWorker, LocalError, ToWorker};
use espalier_local_model::support::{Refusal, Verdict, judge};
use espalier_local_model::{Header, Support};

/// The functions.
pub struct DeviceApi {
    /// Checks a file of this size by its first bytes.
    pub check: fn(&[u8], u64) -> Check,
    /// Reads a request: its number, its body, a random number to begin with.
    pub ask: fn(u64, &str, u64) -> Result<Ask, LlmError>,
    /// Returns the message that has the worker load a file: its name in storage, its context.
    pub open: fn(&str, Option<u64>) -> String,
    /// Returns the message that stops an answer.
    pub cancel: fn(u64) -> String,
    /// Reads a message of the worker.
    pub hear: fn(&str) -> Heard,
    /// Handles a message about a download.
    pub download: fn(&mut Model, DownloadMsg, &mut Vec<Effect>),
    /// Returns the file at an address.
    pub source: fn(&str) -> Option<Source>,
    /// Decides on an answer to a request for a file.
    pub judge: fn(&Partial, &Answer) -> Plan,
    /// Reads what is noted beside a part of a file.
    pub read_note: fn(&str) -> Option<Partial>,
    /// Writes what is noted beside a part of a file.
    pub write_note: fn(&Partial) -> String,
    /// Begins to compute a digest.
    pub digest: fn() -> Digest,
    /// Takes in the next bytes of a digest.
    pub take: fn(&mut Digest, &[u8]),
    /// Whether a digest is this one.
    pub is_digest: fn(Digest, &str) -> bool,
}

/// Slot for [`DeviceApi`], empty until its chunk has loaded.
#[derive(Debug, Clone, Copy)]
pub struct DeviceSlot(pub Option<&'static DeviceApi>);

impl Default for DeviceSlot {
    fn default() -> Self {
        #[cfg(not(all(feature = "split", target_arch = "wasm32")))]
        let api: Option<&'static DeviceApi> = Some(&DEVICE_API);
        #[cfg(all(feature = "split", target_arch = "wasm32"))]
        let api = None;
        Self(api)
    }
}

impl fmt::Debug for DeviceApi {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("DeviceApi")
    }
}

/// Result of checking the beginning of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// So many bytes from the beginning are wanted.
    NeedMore(u64),
    /// The model can run, or not.
    Done(Result<Expectation, FileRefusal>),
}

/// A request to a model on this device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Name of its file.
    pub model: String,
    /// Message for the worker.
    pub message: String,
}

/// Meaning of a message of the worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// Events of the answer's stream; `true` with the last one.
    Events(String, bool),
    /// The file is loaded.
    Ready,
    /// The answer, or the file, failed.
    Failed(LlmError),
    /// Loading, or reading the prompt, has come so far.
    Preparing(Preparation),
}

/// The functions themselves, for the chunk to export.
pub static DEVICE_API: DeviceApi = DeviceApi {
    check,
    ask,
    open,
    cancel,
    hear,
    download: download::update,
    source: Source::at,
    judge: download::judge,
    read_note: |note| serde_json::from_str(note).ok(),
    write_note: |partial| text(partial),
    digest: Digest::default,
    take: Digest::take,
    is_digest: Digest::is,
};

fn check(bytes: &[u8], size: u64) -> Check {
    let header = match Header::read(bytes, size) {
        Ok(header) => header,
        Err(HeaderError::NeedMore(wanted)) => return Check::NeedMore(wanted),
        Err(error) => return Check::Done(Err(refusal_of_header(&error))),
    };
    Check::Done(match judge(&header, None) {
        Verdict::Runs(support) => Ok(expectation(&header, &support)),
        Verdict::Refused(refusal) => Err(refusal_of_model(refusal)),
    })
}

fn expectation(header: &Header, support: &Support) -> Expectation {
    Expectation {
        context: support.context,
        memory: support.memory,
        tokens_per_second: support.tokens_per_second,
        has_template: header.has_chat_template(),
    }
}

fn refusal_of_header(error: &HeaderError) -> FileRefusal {
    match error {
        HeaderError::NotGguf => FileRefusal::NotGguf,
        HeaderError::Cut | HeaderError::Beyond(_) => FileRefusal::Cut,
        HeaderError::Version(version) => FileRefusal::Version(*version),
        HeaderError::BigEndian => FileRefusal::BigEndian,
        other => FileRefusal::Broken(other.to_string()),
    }
}

fn refusal_of_model(refusal: Refusal) -> FileRefusal {
    match refusal {
        Refusal::Architecture { name } => FileRefusal::Architecture(name),
        Refusal::Format { name, .. } => FileRefusal::Format(name),
        Refusal::Split { count } => FileRefusal::Split(count),
        Refusal::Tokenizer { name } | Refusal::PreTokenizer { name } => FileRefusal::Tokenizer(name),
        Refusal::Memory { needed, limit } => FileRefusal::Memory(needed, limit),
        Refusal::Experts { .. } => FileRefusal::Architecture("mixture of experts".to_owned()),
        other @ Refusal::Missing { .. } => FileRefusal::Broken(other.to_string()),
    }
}

fn ask(id: u64, body: &str, random: u64) -> Result<Ask, LlmError> {
    let question = endpoint::read_request(id, body, random).map_err(|error| match error {
        RequestError::Tools => LlmError::new(ErrorKind::ToolsUnsupported),
        RequestError::Pictures => LlmError::new(ErrorKind::NoPictures),
        RequestError::Malformed(detail) => LlmError::new(ErrorKind::Refused).with_detail(&detail),
    })?;
    Ok(Ask { model: question.model, message: text(&question.message) })
}

fn open(name: &str, context: Option<u64>) -> String {
    text(&ToWorker::Open { name: name.to_owned(), context })
}

/// Text of a message; one of plain fields can always be written.
fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn cancel(id: u64) -> String {
    text(&ToWorker::Cancel { id })
}

fn hear(message: &str) -> Heard {
    let Ok(message) = serde_json::from_str::<FromWorker>(message) else {
        return Heard::Failed(problem(DeviceProblem::Crashed));
    };
    let is_last = matches!(message, FromWorker::Done { .. });
    match message {
        FromWorker::Ready { .. } => Heard::Ready,
        FromWorker::Failed { error, .. } => Heard::Failed(error_of(&error)),
        FromWorker::Loading { done, total } => Heard::Preparing(Preparation::Loading(percent(done, total))),
        FromWorker::Prompt { done, total, .. } => Heard::Preparing(Preparation::Reading(percent(done, total))),
        said @ (FromWorker::Piece { .. } | FromWorker::Done { .. }) => {
            Heard::Events(endpoint::event(&said).unwrap_or_default(), is_last)
        }
    }
}

fn percent(done: u64, total: u64) -> u8 {
    let percent = u128::from(done) * 100 / u128::from(total.max(1));
    u8::try_from(percent.min(100)).unwrap_or(100)
}

fn problem(problem: DeviceProblem) -> LlmError {
    LlmError::new(ErrorKind::OnDevice { problem })
}

fn error_of(error: &LocalError) -> LlmError {
    let kind = match error {
        LocalError::ContextFull { context, .. } => {
            return LlmError::new(ErrorKind::ContextLength { limit: Some(*context) });
        }
        LocalError::NotThere => DeviceProblem::FileMissing,
        LocalError::InUse => DeviceProblem::InUse,
        LocalError::TooBig { .. } | LocalError::Refused { refusal: Refusal::Memory { .. } } => DeviceProblem::Memory,
        LocalError::Header { .. }
        | LocalError::Refused { .. }
        | LocalError::Tokenizer { .. }
        | LocalError::Template { .. }
        | LocalError::Read { .. } => DeviceProblem::BadFile,
        LocalError::Grammar { .. } => {
            return LlmError::new(ErrorKind::Parameter { name: "response_format".to_owned() });
        }
        LocalError::NotReady | LocalError::Crashed { .. } => DeviceProblem::Crashed,
    };
    problem(kind).with_detail(&error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_none_is_refused_by_its_reason() {
        assert!(matches!(check(b"", 100), Check::NeedMore(_)));
        assert_eq!(check(&[7; 4096], 4096), Check::Done(Err(FileRefusal::NotGguf)));
        let mut later = vec![0; 4096];
        later[..8].copy_from_slice(b"GGUF\x63\0\0\0");
        assert_eq!(check(&later, 4096), Check::Done(Err(FileRefusal::Version(99))));
        later[4..8].copy_from_slice(&[0, 0, 0, 3]);
        assert_eq!(check(&later, 4096), Check::Done(Err(FileRefusal::BigEndian)));
    }

    #[test]
    fn what_the_worker_says_becomes_events_and_errors() {
        let piece = FromWorker::Piece { id: 1, text: "Hi".to_owned() };
        let Heard::Events(events, false) = hear(&text(&piece)) else { panic!("no events") };
        assert!(events.contains("\"content\":\"Hi\""));
        let failed = |error| hear(&text(&FromWorker::Failed { id: Some(1), error }));
        let full = failed(LocalError::ContextFull { needed: 10, context: 5 });
        assert_eq!(full, Heard::Failed(LlmError::new(ErrorKind::ContextLength { limit: Some(5) })));
        let Heard::Failed(error) = failed(LocalError::NotThere) else { panic!("no error") };
        assert_eq!(error.kind, ErrorKind::OnDevice { problem: DeviceProblem::FileMissing });
        let loading = FromWorker::Loading { done: u64::MAX / 2, total: u64::MAX };
        assert_eq!(hear(&text(&loading)), Heard::Preparing(Preparation::Loading(49)));
        let prompt = |done, total| hear(&text(&FromWorker::Prompt { id: 1, done, total }));
        assert_eq!(prompt(400, 1_000), Heard::Preparing(Preparation::Reading(40)));
        assert_eq!(prompt(3, 2), Heard::Preparing(Preparation::Reading(100)));
        assert_eq!(prompt(0, 0), Heard::Preparing(Preparation::Reading(0)));
        assert_eq!(hear("{"), Heard::Failed(problem(DeviceProblem::Crashed)));
    }

    #[test]
    fn a_request_with_tools_is_refused_as_a_server_without_them_does() {
        let body = r#"{"model":"a.gguf","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function"}]}"#;
        assert_eq!(ask(1, body, 0).map_err(|error| error.kind), Err(ErrorKind::ToolsUnsupported));
        let asked = ask(1, &body.replace(r#","tools":[{"type":"function"}]"#, ""), 0).expect("a question");
        assert_eq!(asked.model, "a.gguf");
    }
}
