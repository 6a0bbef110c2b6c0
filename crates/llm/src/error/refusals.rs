//! Wordings with which endpoints refuse tools, or the roles of messages.

use super::RoleRule;

/// Words with which something is refused as such.
const REFUSALS: &[&str] = &[
    "not support",
    "n't support",
    "unsupported",
    "unrecognized",
    "unrecognised",
    "unknown",
    "not permitted",
    "not allowed",
    "unexpected",
    "not enabled",
    "n't enabled",
    "disabled",
    "not available",
    "unavailable",
    "not implemented",
    "not capable",
    "not trained",
    "cannot use",
    "can't use",
    "cannot call",
    "cannot find field",
    "不支持",
    "不能使用",
    "未开通",
    "未启用",
];

/// Names for the ability to call tools.
const TOOLS: &[&str] = &[
    "tools",
    "functions",
    "tool use",
    "tool_use",
    "tool-use",
    "tool call",
    "tool calls",
    "tool calling",
    "tool-calling",
    "tool_calls",
    "tool_calling",
    "function call",
    "function calls",
    "function calling",
    "function-calling",
    "function_call",
    "function_calling",
];

const TOOLS_ZH: &[&str] = &["工具调用", "使用工具", "函数调用", "tools参数", "function call"];

/// Words with which a template demands that the person and the model take turns.
const ALTERNATE: &[&str] = &[
    "must alternate",
    "should alternate",
    "alternate user/assistant",
    "alternate between user and assistant",
    "user/assistant/user",
    "roles in a row",
    "consecutive user",
    "consecutive messages",
    "same role",
    "expected last role user",
    "message with even index",
    "message with odd index",
    "alternating",
    "交替",
];

/// Names for the role of the system.
const SYSTEM: &[&str] = &[
    "system role",
    "role system",
    "role: system",
    "role=system",
    "system message",
    "system prompt",
    "system instruction",
    "developer instruction",
    "developer role",
    "developer message",
    "system is not one of",
    "system is not a valid role",
    "system角色",
    "系统角色",
    "系统消息",
];

/// Whether a message refuses tools; `named` where the endpoint named them as the cause.
pub(super) fn of_tools(lower: &str, named: bool) -> bool {
    let plain = unquoted(lower);
    let refused = REFUSALS.iter().any(|words| plain.contains(words))
        || ["tool calling is not", "function calling is not"].iter().any(|words| plain.contains(words));
    refused && (named || is_about_tools(&plain))
}

/// Returns the demand of a template on roles, where the message states one.
pub(super) fn of_roles(lower: &str) -> Option<RoleRule> {
    let plain = unquoted(lower);
    if ALTERNATE.iter().any(|words| plain.contains(words)) {
        return Some(RoleRule::Alternate);
    }
    let refused = REFUSALS.iter().any(|words| plain.contains(words))
        || ["invalid", "must be", "is not one of", "should be"].iter().any(|words| plain.contains(words));
    let named = SYSTEM.iter().any(|words| plain.contains(words));
    let of_role = plain.contains("system") && plain.contains(".role");
    ((named || of_role) && refused).then_some(RoleRule::NoSystem)
}

/// Whether a refusal is about tools at all, not about one field of one tool, the result of one, or the choice of one.
fn is_about_tools(plain: &str) -> bool {
    let choice = plain.find("tool_choice").or_else(|| plain.find("tool choice")).unwrap_or(plain.len());
    let found = TOOLS.iter().any(|words| {
        let mut places = plain[..choice].match_indices(words).map(|(at, _)| at);
        places.any(|at| is_whole_word(plain, at, words.len()) && !goes_deeper(&plain[at + words.len()..]))
    });
    found || TOOLS_ZH.iter().any(|words| plain.contains(words))
}

/// Whether the text after a name leads into it, as in `tools[0].function`.
fn goes_deeper(rest: &str) -> bool {
    rest.starts_with('[') || rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// Returns the text without quotes, and with one space between words; apostrophes stay.
fn unquoted(lower: &str) -> String {
    let mut bare = String::with_capacity(lower.len());
    let mut chars = lower.chars().peekable();
    while let Some(c) = chars.next() {
        let inside = bare.ends_with(char::is_alphanumeric) && chars.peek().is_some_and(|next| next.is_alphanumeric());
        match c {
            '\'' | '’' if inside => bare.push('\''),
            '"' | '\'' | '`' | '“' | '”' | '‘' | '’' => {}
            c if c.is_whitespace() && (bare.is_empty() || bare.ends_with(' ')) => {}
            c if c.is_whitespace() => bare.push(' '),
            c => bare.push(c),
        }
    }
    bare
}

/// Whether the match at this place is a whole word.
pub(super) fn is_whole_word(text: &str, at: usize, length: usize) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(word) && !text[at + length..].starts_with(word)
}
