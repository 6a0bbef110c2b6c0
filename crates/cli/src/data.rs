//! The files of data: exports of the app, and logs that can be imported.

use std::path::Path;

use super::Failure;
use super::clock::Clock;
use super::options::{Options, Settings, read_dotenv};
use super::replay::Recording;
use super::runtime::Runtime;
use super::transport::Transport;
use espalier_app::connect::ConnectMsg;
use espalier_app::load::Start;
use espalier_app::navigate::Route;
use espalier_app::timelog::TimeMsg;
use espalier_app::timelog::files::{self, ImportMsg};
use espalier_app::{BootState, Facts, Msg};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_llm::request::origin_of;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::{Preferences, Record, Slug};
use espalier_storage::archive::{self, Archive, ArchiveError};
use espalier_storage::port::{Commit, Durability};
use espalier_timelog::calendar::Calendar;
use espalier_timelog::moment;

/// Reads the text of a file.
pub fn text(path: &str) -> Result<String, Failure> {
    let bytes = bytes(path)?;
    String::from_utf8(bytes).map_err(|_| Failure::Failed(format!("{path}: it is not text")))
}

/// Reads the bytes of a file.
pub fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::Failed(format!("{path}: {error}")))
}

/// Writes a file.
pub fn write(path: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Failed(format!("{path}: {error}")))
}

/// Returns the settings of the endpoint, from arguments, the environment and `.env`.
pub fn settings(options: &Options, environment: &dyn Fn(&str) -> Option<String>) -> Result<Settings, Failure> {
    let dotenv = std::fs::read_to_string(".env").map(|text| read_dotenv(&text)).unwrap_or_default();
    Settings::of(options, environment, &dotenv)
}

/// Opens the app on the data of `--data`, as of `--now` in `--zone`; a recording's values count where the options have
/// none.
pub fn open(
    options: &Options,
    environment: &dyn Fn(&str) -> Option<String>,
    settings: Option<&Settings>,
    recording: Option<&Recording>,
) -> Result<Runtime, Failure> {
    let recorded = recording.map(|recording| Zone::new(&recording.zone));
    let from_system =
        || environment("TZ").filter(|name| !name.is_empty()).map(|name| Zone::new(name.trim_start_matches(':')));
    let zone = options.get("zone").map(Zone::new).or(recorded).or_else(from_system).unwrap_or_default();
    let calendar = Calendar::new(&zone, Default::default());
    if !calendar.is_known() {
        return Err(Failure::Usage(format!("there is no time zone {:?}", zone.as_str())));
    }
    let now = options.get("now").map(|text| {
        let at = moment::read(text, &calendar, calendar.day_of(Timestamp(0)));
        at.ok_or_else(|| Failure::Usage(format!("--now is no instant: {text:?}")))
    });
    let frozen = now.transpose()?.or(recording.map(|recording| Timestamp(recording.now)));
    let transport = match recording {
        Some(recording) => Transport::replay(recording),
        None => {
            Transport::Network(settings.map_or_else(|| espalier_llm::secret::Secret::new(""), |all| all.key.clone()))
        }
    };
    let mut runtime = Runtime::new(Clock { frozen }, transport);
    let is_scene = options.command == "scene";
    // A scene may begin with nothing; all else is about what is there.
    let path = if is_scene { options.get("data") } else { Some(options.need("data")?) };
    let mut log = None;
    if let Some(path) = path {
        let data = bytes(path)?;
        match own_export(path, &data)? {
            Some(own) => store(&mut runtime, own.records, is_scene)?,
            None if is_scene => return Err(Failure::Failed(format!("{path}: it is no export of the app"))),
            None => log = Some((path, data)),
        }
    }
    let route = if is_scene { Route::Scene(None, None) } else { Route::Time(None) };
    let mut start = Start { route: Some(route), ..Start::default() };
    start.facts = Facts { zone: Some(zone), visit_language: Some(options.language()?), ..Facts::default() };
    start.facts.allowed_origins = settings.and_then(|all| origin_of(&all.base_url)).into_iter().collect();
    runtime.send(Msg::Started(Box::new(start)));
    if runtime.model.boot != BootState::Ready {
        return Err(Failure::Failed(format!("{}: the data cannot be used", path.unwrap_or_default())));
    }
    if let Some((path, data)) = log {
        import(&mut runtime, path, &data)?;
    }
    if let Some(all) = settings {
        runtime.send(Msg::Connect(ConnectMsg::SaveEndpoint {
            provider: Slug::new(all.provider.clone()),
            base_url: all.base_url.clone(),
            model: all.model.clone(),
            key: None,
            same_key: false,
        }));
    }
    Ok(runtime)
}

/// Reads the data as an export of the app; `None` where it is none. One that cannot be read in part is not used:
/// results from it would be wrong, and files written from it would lack rows.
fn own_export(path: &str, data: &[u8]) -> Result<Option<Archive>, Failure> {
    let Ok(text) = std::str::from_utf8(data) else { return Ok(None) };
    let own = match archive::read(text) {
        Ok(own) => own,
        Err(ArchiveError::NotOurs | ArchiveError::NotJson { .. }) => return Ok(None),
        Err(error @ ArchiveError::Newer { .. }) => return Err(Failure::Failed(format!("{path}: {error}"))),
    };
    match own.broken.first() {
        None => Ok(Some(own)),
        Some(first) => Err(Failure::Failed(format!(
            "{path}: {} rows cannot be read, the first in {}: {}",
            own.broken.len(),
            first.table,
            first.reason
        ))),
    }
}

/// Puts records into the store before the app looks at it; the options alone decide where prompts go. Turns that wait
/// go on where `turns` says so.
fn store(runtime: &mut Runtime, records: Vec<Record>, turns: bool) -> Result<(), Failure> {
    let mut changes = ChangeSet::default();
    for record in records {
        let record = match record {
            turn @ Record::Turns(_) if turns => turn,
            Record::Endpoints(_) | Record::Learned(_) | Record::Turns(_) => {
                runtime.aside.push(record);
                continue;
            }
            Record::Preferences(row) => {
                let mut time = row.time.clone();
                // In which zone one looks is said by the options too.
                time.zone = None;
                runtime.aside.push(Record::Preferences(row));
                Record::Preferences(Preferences { time, ..Preferences::default() }.into())
            }
            other => other,
        };
        changes.push(record.key(), Change::Added(record));
    }
    Ok(runtime.store(Commit { changes, ..Commit::default() }, Durability::Relaxed)?)
}

/// Imports a log, and returns the numbers of its rows: new ones, known ones, those left out.
pub fn import(runtime: &mut Runtime, path: &str, data: &[u8]) -> Result<(usize, usize, usize), Failure> {
    let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !files::read(&mut runtime.model, &name, data) {
        return Err(Failure::Failed(format!("{path}: it is neither an export of the app nor a log of a known format")));
    }
    let Some(import) = &runtime.model.timelog.import else {
        let why = runtime.model.toasts.last().map(|toast| format!("{:?}", toast.text)).unwrap_or_default();
        return Err(Failure::Failed(format!("{path}: {why}")));
    };
    let counts = import.run.counts();
    if !import.run.questions.is_empty() && counts.0 == 0 {
        return Err(Failure::Asks(format!(
            "{path}: a person has to say how it is to be read: {:?}",
            import.run.questions
        )));
    }
    runtime.send(Msg::Time(TimeMsg::Import(ImportMsg::Apply)));
    Ok(counts)
}
