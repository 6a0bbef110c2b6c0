//! The command line: the loop of the page on a file instead of a browser, to ask the time assistant, run one tool,
//! bring logs in and out, and talk to a scene.
//!
//! - C1 Questions go through the same `update` as in the page, so that the tools' results are the same bytes.
//! - C2 The answer goes to the standard output, its progress to the standard error.
//! - C3 The process ends with 0 when it did its task, 1 when it could not, 2 when the arguments were wrong, 3 when a
//!   person would have to answer a question.
//! - C4 No key is ever printed or written.
//!
//! It may depend on app and all below it. Must not be in here: rules of the rooms.

mod ask;
mod clock;
mod data;
mod options;
mod replay;
mod runtime;
mod scene;
mod transport;
mod work;

use espalier_storage::port::StorageError;
use std::io::Write;
use std::process::ExitCode;

pub use self::options::{Options, Settings, read_dotenv};
pub use self::replay::{Recording, Round};
pub use self::runtime::Runtime;
pub use self::transport::Transport;

/// Reason why the process ends, with its message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The arguments were wrong.
    #[error("{0}")]
    Usage(String),
    /// The task could not be done.
    #[error("{0}")]
    Failed(String),
    /// A person would have to answer.
    #[error("{0}")]
    Asks(String),
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Failure {
    /// Returns the exit code of the process (C3).
    pub const fn code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
            Self::Asks(_) => 3,
        }
    }
}

const USAGE: &str = "\
espalier-cli: the assistants on a file

  espalier-cli ask --data FILE QUESTION        ask; the answer goes to the standard output
  espalier-cli tools                           the tools with the JSON Schemas of their arguments
  espalier-cli query --data FILE TOOL [JSON]   run one tool with these arguments
  espalier-cli import --data FILE --out FILE SOURCE   bring a log in (CSV, JSON, iCalendar, ...)
  espalier-cli export --data FILE --format csv|json|ics|timewarrior|espalier [--out FILE]
  espalier-cli scene [--data FILE] [--session NAME] [--out FILE] [LINE ...]
                    talk to the assistant of a scene; each line, of the arguments or else of the standard input, is a
                    command in words or a request of the protocol as JSON

Options
  --data FILE       an export of the app, or any log that can be imported
  --session NAME    the name or id of a scene; it is made if there is none (scene)
  --provider ID --model NAME --base-url URL --api-key KEY
                    the endpoint; without one the built-in model answers offline. Defaults come from the environment and
                    from .env: ESPALIER_AI_PROVIDER, ESPALIER_AI_MODEL, ESPALIER_AI_BASE_URL, ESPALIER_AI_API_KEY, and
                    the same with VITE_AI_ or AI_ in front (VITE_AI_PROVIDER_ID counts too)
  --zone NAME       the time zone, such as Europe/Berlin; default: TZ, else UTC
  --now INSTANT     pretend that it is now, such as 2026-03-04T12:00:00Z
  --lang en|zh      the language of the instructions
  --json            data instead of text (query)
  --verbose         the full messages; keys are masked
  --record FILE     keep what the endpoint said
  --replay FILE     answer from such a file, without a network
";

/// Runs the process: its arguments, environment and files.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
    match run(&arguments, &|name| std::env::var(name).ok(), &mut out, &mut err) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // When nobody listens any more there is nobody to be told.
            drop(writeln!(err, "espalier-cli: {failure}"));
            ExitCode::from(failure.code())
        }
    }
}

/// Runs the command that the arguments name.
pub fn run(
    arguments: &[String],
    environment: &dyn Fn(&str) -> Option<String>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let options = Options::read(arguments)?;
    match options.command.as_str() {
        "" | "help" => Ok(out.write_all(USAGE.as_bytes())?),
        "ask" => ask::ask(&options, environment, out, err),
        "tools" => work::tools(&options, out),
        "query" => work::query(&options, environment, out),
        "import" => work::import(&options, environment, err),
        "export" => work::export(&options, environment, out),
        "scene" => scene::scene(&options, environment, out),
        other => Err(Failure::Usage(format!("there is no command {other:?}; try help"))),
    }
}
