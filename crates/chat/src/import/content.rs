//! Content of a message of another app, as Markdown.

use serde_json::Value;

use crate::export::fenced;
use espalier_model::persona::Role;

/// Content of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageContent {
    /// Role of the author.
    pub role: Role,
    /// Markdown; empty says nothing.
    pub text: String,
    /// Reasoning of the model; empty for none.
    pub reasoning: String,
    /// Whether the message was hidden there.
    pub hidden: bool,
    /// Whether the message is sent with the context.
    pub enabled: bool,
    /// Whether the message is the outcome of a tool.
    pub from_tool: bool,
    /// Name of the model.
    pub model: Option<String>,
    /// Reason why the answer ended.
    pub finish: Option<String>,
    /// Whether the answer ended early.
    pub cut_off: bool,
}

impl MessageContent {
    /// Creates empty content of a message by the author with this name, as most apps have it. Any but the usual ones
    /// is a tool.
    pub fn by_name(role: &str) -> Self {
        let is_usual = matches!(role, "user" | "system" | "assistant");
        let role = match role {
            "user" => Role::User,
            "system" => Role::System,
            _ => Role::Assistant,
        };
        Self { from_tool: !is_usual, ..Self::by(role) }
    }

    /// Creates empty content of a message by `role`.
    pub fn by(role: Role) -> Self {
        Self {
            role,
            text: String::new(),
            reasoning: String::new(),
            hidden: false,
            enabled: true,
            from_tool: false,
            model: None,
            finish: None,
            cut_off: false,
        }
    }
}

/// A note in brackets, with what is inside below it.
pub fn titled(title: &str, inside: &str) -> String {
    match inside {
        "" => format!("[{title}]"),
        inside => format!("[{title}]\n\n{inside}"),
    }
}

/// A note on an attached file, with its text if that is known.
pub fn file(kind: &str, name: &str, inside: &str) -> String {
    let title = if name.is_empty() { kind.to_owned() } else { format!("{kind}: {name}") };
    titled(&title, &fenced("", inside))
}

/// A member that is a text; empty if it is not there.
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A member that is a text; `None` if it is empty or not there.
pub fn named(value: &Value, name: &str) -> Option<String> {
    Some(text(value, name)).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Items of a member that is a list; none if it is something else.
pub fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// Texts of a member that is a list.
pub fn texts(value: &Value, name: &str) -> Vec<String> {
    list(value, name).filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

/// Appends a paragraph that has words.
pub fn push_paragraph(whole: &mut String, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    if !whole.is_empty() {
        whole.push_str("\n\n");
    }
    whole.push_str(text);
}
