//! All commands in one list, from which the section of a prompt and the lists of palette, menus, help and command line
//! are generated.
//!
//! Rooms hand their commands in.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::schema::{self, plain};
use super::spec::{Category, Spec};
use espalier_base::language::Language;

/// All commands.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    specs: Vec<&'static Spec>,
    /// Commands by name without case and punctuation: how good a name it is (0 is best), and the index of the command.
    by_name: BTreeMap<String, Vec<(u8, usize)>>,
}

/// Longest name that is looked up, in bytes.
const MAX_NAME: usize = 128;

impl Registry {
    /// Makes a registry of commands, which keep their order.
    pub fn new(specs: impl IntoIterator<Item = &'static Spec>) -> Self {
        let specs: Vec<&'static Spec> = specs.into_iter().collect();
        let mut by_name: BTreeMap<String, Vec<(u8, usize)>> = BTreeMap::new();
        for (at, spec) in specs.iter().enumerate() {
            let last = spec.id.as_str().rsplit('.').next().unwrap_or_default();
            let names = spec.aliases.iter().map(|alias| (1, *alias)).chain([(0, spec.id.as_str()), (2, last)]);
            for (level, name) in names {
                by_name.entry(plain(name)).or_default().push((level, at));
            }
        }
        Self { specs, by_name }
    }

    /// Returns all commands in their order.
    pub fn specs(&self) -> &[&'static Spec] {
        &self.specs
    }

    /// Returns the commands of some categories, in their order.
    pub fn in_categories<'a>(&'a self, categories: &'a [Category]) -> impl Iterator<Item = &'static Spec> + 'a {
        self.specs.iter().copied().filter(|spec| categories.contains(&spec.category))
    }

    /// Returns the command with this id.
    pub fn by_id(&self, id: &str) -> Option<&'static Spec> {
        self.specs.iter().copied().find(|spec| spec.id.as_str() == id)
    }

    /// Finds the command of this name, as [`Registry::find_in`] among all.
    pub fn find(&self, name: &str) -> Option<&'static Spec> {
        self.find_among(name, &|_| true)
    }

    /// Finds the command of some categories by a name: its id, another name, or the last part of its id, in any case
    /// and with any punctuation. An id counts before another name, and that before a last part; a name that two
    /// commands share equally finds nothing.
    pub fn find_in(&self, name: &str, categories: &[Category]) -> Option<&'static Spec> {
        self.find_among(name, &|spec| categories.contains(&spec.category))
    }

    fn find_among(&self, name: &str, wanted: &dyn Fn(&Spec) -> bool) -> Option<&'static Spec> {
        if name.len() > MAX_NAME {
            return None;
        }
        let mut best: Option<(u8, usize)> = None;
        let mut shared = false;
        for &(level, at) in self.by_name.get(&plain(name))? {
            if !wanted(self.specs[at]) {
                continue;
            }
            match best {
                Some((known, _)) if known < level => {}
                Some((known, other)) if known == level => shared = shared || other != at,
                _ => (best, shared) = (Some((level, at)), false),
            }
        }
        best.filter(|_| !shared).map(|(_, at)| self.specs[at])
    }

    /// Finds the command of a shortcut, written as in [`Spec::shortcuts`], in some categories.
    pub fn by_shortcut(&self, keys: &str, categories: &[Category]) -> Option<&'static Spec> {
        self.in_categories(categories).find(|spec| spec.shortcuts.contains(&keys))
    }

    /// Returns the section of a prompt that lists the commands of some categories with their parameters. The
    /// description of a parameter stands once, at the first command that takes it: every word of a prompt costs.
    pub fn prompt(&self, categories: &[Category], language: Language) -> String {
        let mut text = String::new();
        let mut said: Vec<String> = Vec::new();
        for spec in self.in_categories(categories) {
            let params = schema::parameter_names(spec.params);
            let _ = writeln!(text, "- {}({params}): {}", spec.id, spec.description.get(language));
            for param in spec.params {
                let kind = param.schema.in_words();
                let line = format!("    {}: {kind}. {}", param.name, param.description.get(language));
                if !said.contains(&line) {
                    let _ = writeln!(text, "{line}");
                    said.push(line);
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Signature;
    use crate::schema::{Param, Schema};
    use crate::spec::{EffectKind, Text};

    const X: Text = Text::new("Does x.", "做 x。");
    static ADD: Spec = Spec::new(Signature::new("node.addChild"), Category::Node, EffectKind::Change, X, X)
        .takes(&[
            Param::required("parentId", Schema::Reference("node"), Text::new("Below which.", "父节点。")),
            Param::optional("position", Schema::Int { min: 0, max: i64::MAX }, Text::new("Where.", "位置。")),
        ])
        .or_called(&["create_node", "新增子节点"])
        .making("node")
        .keys(&["Tab", "Insert"]);
    static DELETE: Spec =
        Spec::new(Signature::new("node.delete"), Category::Node, EffectKind::Change, X, X).or_called(&["remove"]);
    static DELETE_MAP: Spec =
        Spec::new(Signature::new("map.delete"), Category::Map, EffectKind::Change, X, X).or_called(&["remove"]);

    fn registry() -> Registry {
        Registry::new([&ADD, &DELETE, &DELETE_MAP])
    }

    #[test]
    fn parameters_are_named_with_their_types_in_one_line() {
        assert_eq!(schema::signature(ADD.params), "parentId: node id, position?: integer >= 0");
        assert_eq!(schema::parameter_names(ADD.params), "parentId, position?");
    }

    #[test]
    fn a_command_is_found_by_id_and_other_names_and_never_by_guess() {
        let registry = registry();
        let check = |name: &str, expect: Option<&str>| {
            assert_eq!(registry.find(name).map(|spec| spec.id.as_str()), expect, "{name}");
        };
        for name in ["node.addChild", "node_add_child", "NODE.ADDCHILD", "addChild", "create-node", "新增子节点"] {
            check(name, Some("node.addChild"));
        }
        check("node.delete", Some("node.delete"));
        for name in ["delete", "remove", "", "addChildren", "nodeadd"] {
            check(name, None);
        }
        check(&"x".repeat(1_000_000), None);
        for name in ["delete", "remove"] {
            assert_eq!(registry.find_in(name, &[Category::Map]).map(|spec| spec.id.as_str()), Some("map.delete"));
        }
        assert!(registry.find_in("node.delete", &[Category::Map]).is_none());
        assert_eq!(registry.by_id("node.delete").map(|spec| spec.id.as_str()), Some("node.delete"));
        assert_eq!(
            registry.by_shortcut("Insert", &[Category::Node]).map(|spec| spec.id.as_str()),
            Some("node.addChild")
        );
        assert!(registry.by_shortcut("Tab", &[Category::Map]).is_none());
    }

    #[test]
    fn the_prompt_lists_the_commands_of_its_categories_only() {
        assert_eq!(
            registry().prompt(&[Category::Node], Language::En),
            "- node.addChild(parentId, position?): Does x.\n    parentId: node id. Below which.\n    \
             position: integer >= 0. Where.\n- node.delete(): Does x.\n"
        );
        assert_eq!(registry().prompt(&[Category::Map], Language::Zh), "- map.delete(): 做 x。\n");
    }

    #[test]
    fn the_prompt_says_once_what_a_parameter_is() {
        static MOVE: Spec = Spec::new(Signature::new("node.move"), Category::Node, EffectKind::Change, X, X).takes(&[
            Param::required("parentId", Schema::Reference("node"), Text::new("Below which.", "父节点。")),
            Param::optional("position", Schema::Bool, Text::new("Where.", "位置。")),
        ]);
        let text = Registry::new([&ADD, &MOVE]).prompt(&[Category::Node], Language::En);
        assert_eq!(text.matches("parentId: node id").count(), 1, "{text}");
        // One of another type is another parameter.
        assert!(text.ends_with("- node.move(parentId, position?): Does x.\n    position: boolean. Where.\n"), "{text}");
    }
}
