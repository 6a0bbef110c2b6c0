//! Specs of commands: their names, their parameters, and the kind of their effect.

use super::call::{CommandId, Signature};
use super::schema::Param;
use espalier_base::language::Language;

/// Words in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// Chinese, simplified.
    pub zh: &'static str,
}

impl Text {
    /// Words in both languages.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en, zh }
    }

    /// Returns the words in one language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }
}

/// Subject of a command; lists are grouped by it, and an assistant is given the commands of some categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The nodes of a map.
    Node,
    /// The place in a map.
    Navigation,
    /// The view of a map.
    View,
    /// A map as a whole, and the list of maps.
    Map,
    /// The assistant.
    Ai,
    /// Conversations.
    Chat,
    /// Agents.
    Agent,
    /// Undo, redo, history.
    Edit,
    /// The time log.
    Time,
    /// A scene as a whole, and the list of scenes.
    Scene,
    /// The shapes of a scene.
    Shape,
    /// The app.
    App,
}

/// Kind of a command's effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// The command changes records, and can be taken back.
    Change,
    /// The command changes what is seen or selected; there is nothing to take back.
    View,
    /// The command acts outside (the clipboard, a file, a request); it cannot be taken back, and runs after the changes
    /// of the same transaction are made.
    Outside,
}

/// A command as data.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    /// Its id.
    pub id: CommandId,
    /// Other names by which models and people call it.
    pub aliases: &'static [&'static str],
    /// Subject of the command.
    pub category: Category,
    /// Kind of its effect.
    pub kind: EffectKind,
    /// Its name.
    pub name: Text,
    /// Description of the effect, in one sentence.
    pub description: Text,
    /// Parameters, in the order of positional ones.
    pub params: &'static [Param],
    /// Kind of the object it makes, to which later operations can refer.
    pub creates: Option<&'static str>,
    /// Its shortcuts, the first of which is shown: `Mod` is Ctrl, or Cmd on a Mac.
    pub shortcuts: &'static [&'static str],
}

impl Spec {
    /// Makes a command without shortcuts and other names.
    pub const fn new(
        signature: Signature,
        category: Category,
        kind: EffectKind,
        name: Text,
        description: Text,
    ) -> Self {
        let Signature { id, params } = signature;
        Self { id, aliases: &[], category, kind, name, description, params, creates: None, shortcuts: &[] }
    }

    /// Returns the command with parameters.
    #[must_use]
    pub const fn takes(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    /// Returns the command with shortcuts.
    #[must_use]
    pub const fn keys(mut self, shortcuts: &'static [&'static str]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    /// Returns the command with other names.
    #[must_use]
    pub const fn or_called(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Returns the command, making an object of this kind.
    #[must_use]
    pub const fn making(mut self, kind: &'static str) -> Self {
        self.creates = Some(kind);
        self
    }

    /// Returns its id and its parameters.
    pub const fn signature(&self) -> Signature {
        Signature { id: self.id, params: self.params }
    }

    /// Whether the command can be taken back.
    pub const fn is_undoable(&self) -> bool {
        matches!(self.kind, EffectKind::Change)
    }
}
