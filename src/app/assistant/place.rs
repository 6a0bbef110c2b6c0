//! Where the operations of a proposal apply: the map of a node, or the time log.
//!
//! Must not be in here: how a proposal is read or decided on.

use std::rc::Rc;
use std::sync::LazyLock;

use crate::agent::proposal::{CommandNames, Offered, Proposal, ProposalReader, TOOL_NAME};
use crate::app::{Model, maps, timelog};
use crate::base::env::Env;
use crate::base::text::truncate;
use crate::base::time::Timestamp;
use crate::command::history::Document;
use crate::command::registry::Registry;
use crate::command::spec::{Category, Spec};
use crate::command::transaction::Stage;
use crate::feature::mindmap::stage::MapStage;
use crate::feature::timelog::agent::propose;
use crate::feature::timelog::stage::LogStage;
use crate::feature::{mindmap, timelog as log};
use crate::model::conversation::{Part, Scope};
use crate::model::workspace::Draft;
use crate::model::{MapId, Message, Node, NodeId, NodeKey, SessionId};

/// Where operations apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Around a node of a map.
    Node {
        /// The map.
        map: MapId,
        /// The node.
        node: NodeId,
    },
    /// The time log.
    Time,
}

impl Place {
    /// Where what is proposed in a conversation applies.
    pub fn of(model: &Model, session: SessionId) -> Option<Self> {
        match model.scope_of(session)? {
            Scope::Node { map, node } => Some(Self::Node { map, node }),
            Scope::Time => Some(Self::Time),
            Scope::Chat | Scope::Course { .. } => None,
        }
    }

    /// The history that applying joins.
    pub const fn document(self) -> Document {
        match self {
            Self::Node { map, .. } => Document::Map(map),
            Self::Time => Document::TimeLog,
        }
    }

    /// The commands there are.
    pub fn registry(self) -> &'static Registry {
        match self {
            Self::Node { .. } => &maps::REGISTRY,
            Self::Time => &timelog::REGISTRY,
        }
    }

    /// Those that may be proposed.
    pub const fn categories(self) -> &'static [Category] {
        match self {
            Self::Node { .. } => mindmap::PROPOSED,
            Self::Time => log::CATEGORIES,
        }
    }

    /// Changes whenever something changes that operations are tried on; `None` while it is not in memory.
    pub fn version(self, model: &Model) -> Option<u64> {
        match self {
            Self::Node { map, .. } => model.map_view(map).map(|view| view.version),
            Self::Time => model.timelog.ready.then_some(model.timelog.version),
        }
    }

    /// The names of commands that may be proposed.
    pub fn names(self) -> Rc<dyn CommandNames> {
        match self {
            Self::Node { .. } => names(),
            Self::Time => time_names(),
        }
    }

    /// Opens the place for operations that were proposed at some time; says whether it could be opened.
    pub fn on_stage(
        self,
        model: &Model,
        draft: &mut Draft<'_>,
        env: &mut Env,
        proposed_at: Timestamp,
        act: &mut dyn FnMut(&mut dyn Stage),
    ) -> bool {
        match self {
            Self::Node { map, node } => {
                let Some(view) = model.map_view(map) else { return false };
                let Some(mut stage) = MapStage::open(draft, env, map, &view.tree) else { return false };
                stage.current = Some(node);
                stage.proposed_at = Some(proposed_at);
                act(&mut stage);
            }
            Self::Time => {
                if !model.timelog.ready {
                    return false;
                }
                let mut stage = LogStage::open(draft, env, &model.timelog.columns, model.time_choices().overlap);
                stage.proposed_at = Some(proposed_at);
                act(&mut stage);
            }
        }
        true
    }

    /// Reads what a stored message proposes, as it was asked for.
    pub fn read(self, message: &Message) -> Proposal {
        let mut reader = ProposalReader::new(message.provenance.channel.unwrap_or_default(), self.names());
        let mut calls = 0;
        for part in &message.parts {
            match (part, self) {
                (Part::Text { text }, Self::Node { .. }) => drop(reader.push(text)),
                (Part::ToolCall { name, arguments, .. }, Self::Node { .. }) => {
                    reader.call(calls, Some(name), arguments);
                    calls += 1;
                }
                (Part::ToolCall { name, arguments, .. }, Self::Time) => {
                    let made = propose::operations(name, arguments);
                    let arguments = made.as_deref().or((name == TOOL_NAME).then_some(arguments));
                    if let Some(arguments) = arguments {
                        reader.call(calls, Some(TOOL_NAME), arguments);
                        calls += 1;
                    }
                }
                _ => {}
            }
        }
        reader.finish();
        let mut proposal = reader.into_proposal();
        if self == Self::Time {
            // Nothing of what is said is part of what is proposed.
            proposal.explanation = message.text();
        }
        proposal
    }

    /// What a step of the history is done to, where the proposal does not say.
    pub fn subject(self, model: &Model) -> String {
        const SUBJECT: usize = 60;
        match self {
            Self::Node { map, node } => {
                let row = model.workspace.get::<Node>(&NodeKey { map, id: node });
                row.map(|row| truncate(row.title.trim(), SUBJECT)).unwrap_or_default()
            }
            Self::Time => String::new(),
        }
    }
}

/// A command that may be proposed, wherever it applies.
pub fn spec(id: &str) -> Option<&'static Spec> {
    maps::REGISTRY.by_id(id).or_else(|| timelog::REGISTRY.by_id(id))
}

/// The names of commands that may be proposed for a map.
pub fn names() -> Rc<dyn CommandNames> {
    thread_local! {
        static OFFERED: LazyLock<Rc<Offered>> = LazyLock::new(|| {
            let registry = Rc::new(Registry::new(&[&mindmap::specs()]));
            Rc::new(Offered { registry, categories: mindmap::PROPOSED })
        });
    }
    OFFERED.with(|offered| -> Rc<dyn CommandNames> { Rc::<Offered>::clone(offered) })
}

fn time_names() -> Rc<dyn CommandNames> {
    thread_local! {
        static OFFERED: LazyLock<Rc<Offered>> = LazyLock::new(|| {
            let registry = Rc::new(Registry::new(&[&log::specs()]));
            Rc::new(Offered { registry, categories: log::CATEGORIES })
        });
    }
    OFFERED.with(|offered| -> Rc<dyn CommandNames> { Rc::<Offered>::clone(offered) })
}
