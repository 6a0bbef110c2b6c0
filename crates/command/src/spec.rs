//! What a command is called, what it takes, and what kind of thing it does.

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

    /// The words in one language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }
}

/// What a command is about; lists are grouped by it, and an assistant is given the commands of some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The nodes of a map.
    Node,
    /// Where one is in a map.
    Navigation,
    /// How a map is looked at.
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

/// What kind of thing a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It changes records, and can be taken back.
    Change,
    /// It changes what is seen or selected; there is nothing to take back.
    View,
    /// It does something outside (the clipboard, a file, a request); it cannot be taken back, and runs after the
    /// changes of the same transaction are made.
    Outside,
}

/// A command as data.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    /// Its id, as in `node.addChild`.
    pub id: &'static str,
    /// Other names by which models and people call it.
    pub aliases: &'static [&'static str],
    /// What it is about.
    pub category: Category,
    /// What kind of thing it does.
    pub kind: Kind,
    /// Its name.
    pub name: Text,
    /// One sentence on what it does.
    pub description: Text,
    /// What it takes, in the order of positional parameters.
    pub params: &'static [Param],
    /// The kind of object it makes, to which later operations can refer.
    pub creates: Option<&'static str>,
    /// Its shortcuts, the first of which is shown: `Mod` is Ctrl, or Cmd on a Mac.
    pub shortcuts: &'static [&'static str],
}

impl Spec {
    /// A command without parameters, shortcuts and other names.
    pub const fn new(id: &'static str, category: Category, kind: Kind, name: Text, description: Text) -> Self {
        Self { id, aliases: &[], category, kind, name, description, params: &[], creates: None, shortcuts: &[] }
    }

    /// The same with parameters.
    #[must_use]
    pub const fn takes(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    /// The same with shortcuts.
    #[must_use]
    pub const fn keys(mut self, shortcuts: &'static [&'static str]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    /// The same with other names.
    #[must_use]
    pub const fn or_called(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// This command, making an object of this kind.
    #[must_use]
    pub const fn making(mut self, kind: &'static str) -> Self {
        self.creates = Some(kind);
        self
    }

    /// Whether it can be taken back.
    pub const fn is_undoable(&self) -> bool {
        matches!(self.kind, Kind::Change)
    }
}
