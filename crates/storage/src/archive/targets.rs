//! Rows of a file that decide where prompts go, and to whom keys are handed: endpoints, the provider in use, the
//! providers of agents, the models of conversations and of single answers.
//!
//! Anyone can write a file, so none of this is taken by itself (A4): each is a question of its own, which names the
//! address. Models of conversations and answers are left out without a question: they are chosen again with two presses.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use espalier_llm::provider;
use espalier_model::{Endpoint, Preferences, Record, RecordKey, Slug};

/// A setting that decides where prompts go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Address of a provider.
    Endpoint(Slug),
    /// Choice of the provider that answers.
    Provider(Slug),
    /// Choice of the provider that answers for the agents naming it.
    Agents(Slug),
}

/// A question about one target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginChange {
    /// Target in question.
    pub target: Target,
    /// The base URL that prompts would go to.
    pub address: String,
    /// The base URL that is used now, where another one would take its place.
    pub instead_of: Option<String>,
    /// Agents it concerns, by name.
    pub agents: Vec<String>,
}

/// Returns the questions that a file raises where `present` are the rows here and `taken` was agreed to.
pub fn asked(records: &[Record], present: &[Record], taken: &BTreeSet<Target>) -> Vec<OriginChange> {
    let mine: BTreeMap<RecordKey, &Record> = present.iter().map(|record| (record.key(), record)).collect();
    let (mut questions, mut agents) = (Vec::new(), BTreeMap::<Slug, Vec<String>>::new());
    for record in records {
        match (record, mine.get(&record.key())) {
            (Record::Endpoints(row), here) => {
                let here = here.and_then(|record| endpoint(record));
                if here.as_ref().is_none_or(|here| !same_way(here, row)) && row.provider.as_str() != provider::BUILTIN {
                    questions.push(OriginChange {
                        target: Target::Endpoint(row.provider.clone()),
                        address: row.base_url.clone(),
                        instead_of: here.map(|here| here.base_url.clone()),
                        agents: Vec::new(),
                    });
                }
            }
            (Record::Preferences(row), here) => {
                let now = here.and_then(|record| preferences(record)).and_then(|row| row.provider.clone());
                let wanted = row.provider.clone().filter(|id| now.as_ref() != Some(id));
                // To be answered without any endpoint is no question.
                if let Some(id) = wanted.filter(|id| now.is_some() || id.as_str() != provider::BUILTIN) {
                    questions.push(question(Target::Provider(id), Vec::new()));
                }
            }
            (Record::Personas(row), here) => {
                let now = match here {
                    Some(Record::Personas(row)) => row.provider.clone(),
                    _ => None,
                };
                if let Some(id) = row.provider.clone().filter(|id| now.as_ref() != Some(id)) {
                    agents.entry(id).or_default().push(row.name.clone());
                }
            }
            _ => {}
        }
    }
    questions.extend(agents.into_iter().map(|(id, names)| question(Target::Agents(id), names)));
    for one in &mut questions {
        if let Target::Provider(id) | Target::Agents(id) = &one.target {
            one.address = address(id, records, &mine, taken);
        }
    }
    questions
}

fn question(target: Target, agents: Vec<String>) -> OriginChange {
    OriginChange { target, address: String::new(), instead_of: None, agents }
}

/// Returns the address of a provider after the import.
fn address(id: &Slug, records: &[Record], present: &BTreeMap<RecordKey, &Record>, taken: &BTreeSet<Target>) -> String {
    let given = taken
        .contains(&Target::Endpoint(id.clone()))
        .then(|| records.iter().filter_map(endpoint).find(|row| row.provider == *id));
    let here = || present.get(&RecordKey::Endpoints(id.clone())).and_then(|record| endpoint(record));
    let known = || provider::by_id(id.as_str()).map(|known| known.base_url.to_owned());
    given.flatten().or_else(here).map(|row| row.base_url.clone()).or_else(known).unwrap_or_default()
}

/// Returns a row of a file as it may be taken; `None` where it may not.
pub fn allowed(theirs: Record, mine: Option<&Record>, taken: &BTreeSet<Target>) -> Option<Record> {
    match theirs {
        Record::Endpoints(row) => {
            let same = mine.and_then(endpoint).is_some_and(|mine| same_way(&mine, &row));
            let taken = taken.contains(&Target::Endpoint(row.provider.clone()));
            (same || taken).then_some(Record::Endpoints(row))
        }
        Record::Preferences(mut row) => {
            let now = mine.and_then(preferences);
            let taken = row.provider.as_ref().is_some_and(|id| taken.contains(&Target::Provider(id.clone())));
            let provider = if taken { row.provider.clone() } else { now.as_ref().and_then(|now| now.provider.clone()) };
            match now {
                // All other choices that are here stay.
                Some(now) => row = Rc::new(Preferences { provider, ..(*now).clone() }),
                None => Rc::make_mut(&mut row).provider = provider,
            }
            Some(Record::Preferences(row))
        }
        Record::Personas(mut row) => {
            if row.provider.as_ref().is_some_and(|id| !taken.contains(&Target::Agents(id.clone()))) {
                let now = match mine {
                    Some(Record::Personas(now)) => (now.provider.clone(), now.model.clone()),
                    _ => (None, None),
                };
                if now.0 != row.provider {
                    let row = Rc::make_mut(&mut row);
                    (row.provider, row.model) = now;
                }
            }
            Some(Record::Personas(row))
        }
        Record::Sessions(mut row) => {
            let now = if let Some(Record::Sessions(now)) = mine { now.model.clone() } else { None };
            if row.model != now {
                Rc::make_mut(&mut row).model = now;
            }
            Some(Record::Sessions(row))
        }
        Record::Messages(mut row) => {
            if row.provenance.chosen {
                Rc::make_mut(&mut row).provenance.chosen = false;
            }
            Some(Record::Messages(row))
        }
        other => Some(other),
    }
}

/// Whether a tick of its own was set for this row, which then counts more than the policy for rows that differ.
pub fn is_agreed(record: &Record, taken: &BTreeSet<Target>) -> bool {
    match record {
        Record::Endpoints(row) => taken.contains(&Target::Endpoint(row.provider.clone())),
        Record::Preferences(row) => {
            row.provider.as_ref().is_some_and(|id| taken.contains(&Target::Provider(id.clone())))
        }
        Record::Personas(row) => row.provider.as_ref().is_some_and(|id| taken.contains(&Target::Agents(id.clone()))),
        _ => false,
    }
}

fn same_way(one: &Endpoint, other: &Endpoint) -> bool {
    one.base_url == other.base_url
}

fn endpoint(record: &Record) -> Option<Rc<Endpoint>> {
    if let Record::Endpoints(row) = record { Some(row.clone()) } else { None }
}

fn preferences(record: &Record) -> Option<Rc<Preferences>> {
    if let Record::Preferences(row) = record { Some(row.clone()) } else { None }
}
