//! What a proposal has to know about commands: their names, and what their parameters are for.
//!
//! Must not be in here: the commands themselves; whoever has them describes them with [`CommandDoc`].

use std::collections::BTreeMap;

use serde_json::Value;

use super::fields::plain;

/// Finds a command by whatever a model calls it.
pub trait CommandNames {
    /// The id of the command, if there is exactly one of that name.
    fn canonical(&self, written: &str) -> Option<String>;
}

/// Knows no command.
#[derive(Debug, Clone, Copy)]
pub struct NoCommands;

impl CommandNames for NoCommands {
    fn canonical(&self, _written: &str) -> Option<String> {
        None
    }
}

/// What a parameter is for, beyond its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParamRole {
    #[default]
    Plain,
    /// It names an object that exists, or one that an earlier operation makes.
    Reference,
    /// It is a list of such names.
    References,
    /// It is a place among siblings, counted from 0; null means at the end.
    Position,
}

/// A parameter of a command.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParamDoc {
    pub name: String,
    /// JSON Schema of its value.
    pub schema: Value,
    pub required: bool,
    /// One sentence.
    pub description: String,
    pub role: ParamRole,
}

/// A command that may be proposed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommandDoc {
    /// As in `node.addChild`.
    pub id: String,
    /// Other names by which models call it.
    pub aliases: Vec<String>,
    /// One sentence.
    pub description: String,
    /// In the order of positional parameters.
    pub params: Vec<ParamDoc>,
    /// It makes something that later operations can refer to.
    pub creates: bool,
}

/// Commands by their names.
#[derive(Debug, Clone, Default)]
pub struct CommandTable {
    docs: Vec<CommandDoc>,
    /// Names without case and punctuation; nothing where two commands share one.
    by_name: BTreeMap<String, Option<usize>>,
}

impl CommandTable {
    /// A table of these commands. An id counts before an alias, an alias before the last part of an id.
    pub fn new(docs: Vec<CommandDoc>) -> Self {
        let mut by_name = BTreeMap::new();
        for level in [ids, aliases, last_parts] {
            let mut names: BTreeMap<String, Option<usize>> = BTreeMap::new();
            for (at, doc) in docs.iter().enumerate() {
                for name in level(doc) {
                    let entry = names.entry(name).or_insert(Some(at));
                    *entry = entry.filter(|other| *other == at);
                }
            }
            for (name, at) in names {
                by_name.entry(name).or_insert(at);
            }
        }
        Self { docs, by_name }
    }

    /// All commands.
    pub fn docs(&self) -> &[CommandDoc] {
        &self.docs
    }

    /// The command with this id, or that goes by this name.
    pub fn get(&self, name: &str) -> Option<&CommandDoc> {
        // No name is that long, and hostile ones should cost nothing.
        if name.len() > 128 {
            return None;
        }
        let at = (*self.by_name.get(&plain(name))?)?;
        self.docs.get(at)
    }
}

fn ids(doc: &CommandDoc) -> Vec<String> {
    vec![plain(&doc.id)]
}

fn aliases(doc: &CommandDoc) -> Vec<String> {
    doc.aliases.iter().map(|alias| plain(alias)).collect()
}

fn last_parts(doc: &CommandDoc) -> Vec<String> {
    doc.id.rsplit('.').next().map(plain).into_iter().collect()
}

impl CommandNames for CommandTable {
    fn canonical(&self, written: &str) -> Option<String> {
        self.get(written).map(|doc| doc.id.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_without_its_case_and_punctuation_and_never_by_guess() {
        let doc = |id: &str, aliases: &[&str]| CommandDoc {
            id: id.to_owned(),
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
            ..CommandDoc::default()
        };
        let table = CommandTable::new(vec![
            doc("node.addChild", &["create_node", "新增子节点"]),
            doc("node.delete", &["remove"]),
            doc("map.delete", &["remove"]),
        ]);
        for (written, expect) in [
            ("node.addChild", Some("node.addChild")),
            ("node_add_child", Some("node.addChild")),
            ("NODE.ADDCHILD", Some("node.addChild")),
            ("add-child", Some("node.addChild")),
            ("createNode", Some("node.addChild")),
            ("新增子节点", Some("node.addChild")),
            ("node.delete", Some("node.delete")),
            ("delete", None),
            ("remove", None),
            ("", None),
            ("addChildren", None),
        ] {
            assert_eq!(table.canonical(written).as_deref(), expect, "{written}");
        }
    }
}
