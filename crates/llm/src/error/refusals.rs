//! Wordings with which endpoints refuse tools, pictures, or the roles of messages.

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

/// Names for pictures in a request as such, or for the ability to see them.
const PICTURES: &[&str] = &[
    "image input",
    "image inputs",
    "image_url",
    "image content",
    "image parts",
    "images",
    "content part type: image",
    "content type image",
    "vision",
    "multimodal",
    "multi-modal",
    "multimodal input",
];

const PICTURES_ZH: &[&str] = &["图片", "图像", "视觉", "多模态"];

/// Words with which pictures are refused, besides those for anything.
const PICTURE_REFUSALS: &[&str] =
    &["only supported by", "no endpoints found", "is not a multi", "is not a vision", "not a vlm", "not compiled for"];

/// Sentences that refuse pictures without the words above.
const NO_PICTURES: &[&str] = &[
    "is not a vlm",
    "missing data required for image input",
    "only text content type is supported",
    "only text content is supported",
    "only supports text input",
    "only support text input",
    "at most 0 image",
    "provide the mmproj",
    "content.type 参数非法",
    "仅支持文本输入",
];

/// Words of a complaint about one picture, its format or its size, where another would have been taken.
const ONE_PICTURE: &[&str] = &[
    "format",
    "decode",
    "mime",
    "media type",
    "media_type",
    "base64",
    "corrupt",
    "too large",
    "too many",
    "too small",
    "pixel",
    "dimension",
    "download",
    "fetch",
    "image/",
    "heic",
    "avif",
    "webp",
    "gif",
    "svg",
    "bmp",
    "格式",
    "尺寸",
    "过大",
    "超过",
];

/// Whether a message refuses pictures altogether.
pub(super) fn of_pictures(lower: &str) -> bool {
    // Some quote the request afterwards, with the person's words in it.
    let end = ["messages =", "data:"].iter().filter_map(|quote| lower.find(quote)).min().unwrap_or(lower.len());
    let plain = unquoted(&lower[..end]);
    if NO_PICTURES.iter().any(|words| plain.contains(words)) {
        return true;
    }
    let named =
        PICTURES.iter().any(|words| plain.match_indices(words).any(|(at, _)| is_whole_word(&plain, at, words.len())))
            || PICTURES_ZH.iter().any(|words| plain.contains(words));
    let refused = REFUSALS.iter().chain(PICTURE_REFUSALS).any(|words| plain.contains(words));
    named && refused && !ONE_PICTURE.iter().any(|words| plain.contains(words))
}

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
