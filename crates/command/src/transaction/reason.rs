//! Reasons why an operation cannot be done, and their words.

use std::fmt;

use crate::schema::Problem;
use crate::spec::Text;
use espalier_base::language::Language;

/// Reason why an operation cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// No command that may be used here goes by this name.
    UnknownCommand(String),
    /// A parameter is wrong.
    Params(Problem),
    /// Nothing of this kind goes by this name.
    NotFound {
        /// The kind of object.
        kind: &'static str,
        /// Name as it was written.
        name: String,
    },
    /// The named object is made only by a later operation.
    MadeLater(String),
    /// A temporary name is taken already.
    NameTaken(String),
    /// The operation needs another one that cannot be done.
    Needs(String),
    /// The operation cannot be done to the objects it names, in the room's words.
    Refused(Text),
}

impl Reason {
    /// Returns the reason in words.
    pub fn text(&self, language: Language) -> String {
        let english = language == Language::En;
        match self {
            Self::Params(problem) => problem.text(language),
            Self::Refused(text) => text.get(language).to_owned(),
            Self::UnknownCommand(name) if english => format!("there is no command “{name}”"),
            Self::UnknownCommand(name) => format!("没有“{name}”这个命令"),
            Self::NotFound { kind, name } if english => format!("{kind} not found: {name}"),
            Self::NotFound { kind: "node", name } => format!("找不到节点：{name}"),
            Self::NotFound { kind: "map", name } => format!("找不到导图：{name}"),
            Self::NotFound { kind: "entry", name } => format!("找不到记录：{name}"),
            Self::NotFound { kind: "category", name } => format!("找不到分类：{name}"),
            Self::NotFound { kind: "scene", name } => format!("找不到场景：{name}"),
            Self::NotFound { kind: "shape", name } => format!("找不到图形：{name}"),
            Self::NotFound { kind: "goal", name } => format!("找不到目标：{name}"),
            Self::NotFound { name, .. } => format!("找不到：{name}"),
            Self::MadeLater(name) if english => format!("{name} is made only by a later operation"),
            Self::MadeLater(name) => format!("{name}要由后面的操作创建"),
            Self::NameTaken(name) if english => format!("the temporary id {name} is taken"),
            Self::NameTaken(name) => format!("临时标识{name}已被占用"),
            Self::Needs(id) if english => format!("it needs operation {id}, which can’t be done"),
            Self::Needs(id) => format!("它依赖的操作{id}无法执行"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::En))
    }
}

/// The operation that failed, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// Its place in the list.
    pub index: usize,
    /// Its id.
    pub operation: String,
    /// Reason of the failure.
    pub reason: Reason,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {} ({}): {}", self.index + 1, self.operation, self.reason)
    }
}

impl std::error::Error for Failed {}
