//! Proposals in conversations about the time log.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::Model;
use crate::room::Proposals;
use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_base::text::truncate;
use espalier_base::time::Timestamp;
use espalier_command::history::Document;
use espalier_command::registry::Registry;
use espalier_command::spec::Category;
use espalier_command::transaction::CommandTarget;
use espalier_model::conversation::Part;
use espalier_model::workspace::Draft;
use espalier_model::{Goal, Message, Scope, TimeCategory, TimeEntry};
use espalier_proposal::{CommandNames, Offered, Proposal, ProposalReader, TOOL_NAME};
use espalier_timelog::REGISTRY;
use espalier_timelog::agent::propose;
use espalier_timelog::commands::{AddEntry, EditEntry, MoveEntry};
use espalier_timelog::moment;
use espalier_timelog::target::LogTarget;

/// Operations on the time log.
#[derive(Debug)]
pub struct TimeProposals;

impl Proposals for TimeProposals {
    fn document(&self, _: Scope) -> Document {
        Document::TIME_LOG
    }

    fn registry(&self) -> &'static Registry {
        &REGISTRY
    }

    fn categories(&self) -> &'static [Category] {
        espalier_timelog::CATEGORIES
    }

    fn names(&self) -> Rc<dyn CommandNames> {
        Rc::new(Offered { registry: &REGISTRY, categories: espalier_timelog::CATEGORIES })
    }

    fn version(&self, model: &Model, _: Scope) -> Option<u64> {
        model.timelog.ready.then_some(model.timelog.version)
    }

    fn with_target(
        &self,
        model: &Model,
        _: Scope,
        (draft, env, proposed_at): (&mut Draft<'_>, &mut Env, Timestamp),
        act: &mut dyn FnMut(&mut dyn CommandTarget),
    ) -> bool {
        if model.timelog.ready {
            let mut stage = LogTarget::open(draft, env, &model.timelog.columns, model.time_choices().overlap);
            stage.proposed_at = Some(proposed_at);
            act(&mut stage);
        }
        model.timelog.ready
    }

    fn read(&self, message: &Message) -> Proposal {
        let mut reader = ProposalReader::new(message.provenance.channel.unwrap_or_default(), self.names());
        let mut calls = 0;
        for part in &message.parts {
            let Part::ToolCall { name, arguments, .. } = part else { continue };
            let made = propose::operations(name, arguments);
            let arguments = made.as_deref().or((name == TOOL_NAME).then_some(arguments));
            if let Some(arguments) = arguments {
                reader.call(calls, Some(TOOL_NAME), arguments);
                calls += 1;
            }
        }
        reader.finish();
        // Nothing of what is said is part of what is proposed.
        Proposal { explanation: message.text(), ..reader.into_proposal() }
    }

    fn title(&self, model: &Model, _: Scope, kind: &str, id: uuid::Uuid) -> Option<String> {
        let records = &model.workspace;
        match kind {
            "entry" => {
                let entry = records.get::<TimeEntry>(&Id::from_uuid(id))?;
                let category = || records.get::<TimeCategory>(&entry.category?).map(|row| row.name.clone());
                Some(if entry.note.trim().is_empty() { category().unwrap_or_default() } else { entry.note.clone() })
            }
            "category" => Some(records.get::<TimeCategory>(&Id::from_uuid(id))?.name.clone()),
            "goal" => Some(records.get::<Goal>(&Id::from_uuid(id))?.name.clone()),
            _ => None,
        }
    }

    fn overlaps(&self, model: &Model, command: &str, params: &Map<String, Value>) -> Vec<String> {
        let moves = [AddEntry::ID, EditEntry::ID, MoveEntry::ID].iter().any(|id| id.as_str() == command);
        if !moves || !model.timelog.ready {
            return Vec::new();
        }
        let columns = &model.timelog.columns;
        let calendar = columns.calendar();
        let second = |name: &str| {
            let at = moment::read(params.get(name)?.as_str()?, calendar, model.today())?;
            Some(at.0.div_euclid(1_000))
        };
        let own = params.get("entryId").and_then(Value::as_str).unwrap_or_default();
        let (Some(start), Some(end)) = (second("start"), second("end")) else { return Vec::new() };
        let found = columns.meeting(start, end, model.now).filter(|row| row.hot.start < end && row.hot.end > start);
        found
            .filter(|row| own.is_empty() || !row.entry.id.to_string().ends_with(own))
            .take(3)
            .map(|row| {
                let name = if row.entry.note.trim().is_empty() {
                    row.entry
                        .category
                        .and_then(|id| model.workspace.get::<TimeCategory>(&id))
                        .map(|row| row.name.clone())
                } else {
                    Some(row.entry.note.lines().next().unwrap_or_default().to_owned())
                };
                let format = model.time_format();
                let clock = |second: i64| {
                    let (hour, minute, _) = calendar.clock(second).time();
                    format.time(hour, minute)
                };
                let span = format!("{}–{}", clock(row.hot.start), clock(row.hot.end));
                name.map_or_else(|| span.clone(), |name| format!("{} {span}", truncate(&name, 40)))
            })
            .collect()
    }

    fn choices(&self, model: &Model, _: Scope, kind: &str) -> Vec<(String, usize, String)> {
        let tables = model.workspace.tables();
        match kind {
            "category" => {
                tables.time_categories.iter().map(|(id, row)| (id.to_string(), 0, row.name.clone())).collect()
            }
            "goal" => tables.goals.iter().map(|(id, row)| (id.to_string(), 0, row.name.clone())).collect(),
            _ => Vec::new(),
        }
    }
}
