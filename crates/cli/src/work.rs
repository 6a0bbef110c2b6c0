//! Commands that need no model: the tools and one call of them, and import and export of logs.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::{Value, json};

use super::Failure;
use super::data;
use super::options::Options;
use super::runtime::Runtime;
use espalier_agent_api::spec::Agent;
use espalier_app::timelog::files;
use espalier_model::{Record, RecordKey};
use espalier_storage::archive;
use espalier_timelog::agent::TimeAgent;
use espalier_timelog::formats::{self, Format};
use espalier_timelog::look_up::{self, MAX_DETAILS, World};

type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Prints the tools with their schemas.
pub fn tools(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let language = options.language()?;
    let tool = |tool: &&espalier_agent_api::tool::Tool| {
        let spec = tool.spec(language);
        json!({ "name": spec.name, "description": spec.description, "parameters": spec.parameters })
    };
    let all: Vec<Value> = TimeAgent.tools().iter().map(tool).collect();
    let text = serde_json::to_string_pretty(&all)?;
    Ok(writeln!(out, "{text}")?)
}

/// Runs one tool and prints its result for a model, or its data.
pub fn query(options: &Options, environment: Environment<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some((tool, rest)) = options.words.split_first() else {
        return Err(Failure::Usage("which tool? espalier-cli query --data FILE TOOL [JSON]".to_owned()));
    };
    let given = rest.join(" ");
    let given = if given.trim().is_empty() { "{}" } else { &given };
    let arguments: Value =
        serde_json::from_str(given).map_err(|error| Failure::Usage(format!("the arguments are not JSON: {error}")))?;
    let details = options
        .get("details")
        .map(|text| text.parse::<usize>().map_err(|_| Failure::Usage(format!("--details is a number, not {text:?}"))));
    let details = details.transpose()?.unwrap_or(MAX_DETAILS / 2);
    let runtime = data::open(options, environment, None, None)?;
    let model = &runtime.model;
    let world = World { workspace: &model.workspace, columns: &model.timelog.columns, now: model.now };
    let answer = look_up::run(&world, tool, &arguments, details).map_err(|error| Failure::Failed(error.to_string()))?;
    if options.has("json") {
        let text = serde_json::to_string_pretty(&answer.json)?;
        return Ok(writeln!(out, "{text}")?);
    }
    Ok(out.write_all(answer.text.as_bytes())?)
}

/// Imports a log and writes everything to a file.
pub fn import(options: &Options, environment: Environment<'_>, err: &mut dyn Write) -> Result<(), Failure> {
    let [source] = &options.words[..] else {
        return Err(Failure::Usage("import what? espalier-cli import --data FILE --out FILE SOURCE".to_owned()));
    };
    let target = options.need("out")?;
    let mut runtime = data::open(options, environment, None, None)?;
    let (new, known, left_out) = data::import(&mut runtime, source, &data::bytes(source)?)?;
    data::write(target, &everything(&runtime)?)?;
    Ok(writeln!(err, "{new} entries added, {known} were there already, {left_out} rows left out")?)
}

/// Writes the log in one of its formats, or everything.
pub fn export(options: &Options, environment: Environment<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let format = match options.get("format").unwrap_or("espalier") {
        "csv" => Some(Format::Csv),
        "json" => Some(Format::Json),
        "ics" | "icalendar" => Some(Format::Icalendar),
        "timewarrior" => Some(Format::Timewarrior),
        "espalier" => None,
        other => {
            return Err(Failure::Usage(format!(
                "there is no format {other:?}; csv, json, ics, timewarrior or espalier"
            )));
        }
    };
    let runtime = data::open(options, environment, None, None)?;
    let text = match format {
        Some(format) => {
            formats::write(format, &files::rows(&runtime.model), &files::kinds(&runtime.model), runtime.model.now)
        }
        None => everything(&runtime)?,
    };
    match options.get("out") {
        Some(path) => data::write(path, &text),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

/// Returns all data as an export of the app, with the rows that were kept from the app unchanged.
pub(super) fn everything(runtime: &Runtime) -> Result<String, Failure> {
    let mut records = runtime.records()?;
    let aside: BTreeSet<RecordKey> = runtime.aside.iter().map(Record::key).collect();
    records.retain(|record| !aside.contains(&record.key()));
    records.extend(runtime.aside.iter().cloned());
    Ok(archive::write(&records, runtime.model.now))
}
