//! Classification of a refused request's facts as one kind of error.
//!
//! The order of the questions matters: an empty account often answers 429, a filter 403, a server without tools 500.

use serde_json::Value;

use super::body::{self, Facts};
use super::refusals::{self, is_whole_word};
use super::{ErrorKind, LlmError, Missing, NetworkKind};

/// Parameters of a request that endpoints are known to complain about, the longer names first.
const PARAMETERS: &[&str] = &[
    "chat_template_kwargs",
    "max_completion_tokens",
    "parallel_tool_calls",
    "reasoning_content",
    "reasoning_effort",
    "response_format",
    "thinking_budget",
    "enable_thinking",
    "stream_options",
    "include_usage",
    "temperature",
    "tool_choice",
    "max_tokens",
    "thinking",
    "messages",
    "top_p",
    "tools",
    "strict",
    "seed",
    "stop",
    "stream",
];

/// Classifies an answer with a status outside 200–299.
///
/// `headers` may be incomplete: pages often can't read `retry-after`. `url` tells a wrong path from an unknown model.
pub fn from_response(status: u16, headers: &[(String, String)], body: &str, url: &str) -> LlmError {
    let mut facts = body::read(body);
    facts.retry_after_ms = facts.retry_after_ms.or_else(|| header_delay_ms(headers));
    // Some gateways answer 500 and write the real status into the body.
    let effective = if status >= 500 { facts.status.unwrap_or(status) } else { status };
    let mut error = finish(classify(effective, &facts, url), status, &facts);
    // A server that is overloaded may say when to come back as well.
    error.retry_after_ms = facts.retry_after_ms.filter(|_| error.kind == ErrorKind::Server);
    error
}

/// Finds an error in a body that came with status 200; `None` when it describes none.
pub fn from_body_in_200(body: &str) -> Option<LlmError> {
    let trimmed = body.trim_start_matches('\u{feff}').trim();
    if trimmed.starts_with('<') {
        // A web page where an answer should be: the address leads to a site, not to its interface.
        return Some(LlmError::new(ErrorKind::NotFound { what: Missing::Path }).with_detail(trimmed));
    }
    from_value(&serde_json::from_str(trimmed).ok()?)
}

/// Finds an error in a body with status 200 that was parsed already.
pub(crate) fn from_value(value: &Value) -> Option<LlmError> {
    let facts = body::read_value(value)?;
    let status = facts.status.unwrap_or_else(|| status_of_codes(&facts.codes));
    Some(finish(classify(status, &facts, ""), status, &facts))
}

fn finish(kind: ErrorKind, status: u16, facts: &Facts) -> LlmError {
    let detail = if facts.message.is_empty() { &facts.codes } else { &facts.message };
    let error = LlmError::new(kind).with_detail(detail);
    if status == 0 { error } else { error.with_status(status) }
}

fn classify(status: u16, facts: &Facts, url: &str) -> ErrorKind {
    let lower = facts.message.to_lowercase();
    let view = View { status, facts, lower: &lower };
    if let Some(kind) = facts.base_code.and_then(minimax_kind) {
        return kind;
    }
    if (300..400).contains(&status) {
        return ErrorKind::Network { network: NetworkKind::Redirected };
    }
    view.quota()
        .or_else(|| view.moderation())
        .or_else(|| view.authentication())
        .or_else(|| view.context_length())
        .or_else(|| view.pictures())
        .or_else(|| view.tools())
        .or_else(|| view.roles())
        .or_else(|| view.rate_limit())
        .or_else(|| view.not_found(url))
        .or_else(|| view.parameter())
        .unwrap_or(if status == 0 || status >= 500 || status == 408 { ErrorKind::Server } else { ErrorKind::Refused })
}

struct View<'a> {
    status: u16,
    facts: &'a Facts,
    lower: &'a str,
}

impl View<'_> {
    fn says(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.lower.contains(phrase))
    }

    fn coded(&self, codes: &[&str]) -> bool {
        self.facts.codes.split(' ').any(|code| codes.contains(&code))
    }

    fn quota(&self) -> Option<ErrorKind> {
        let coded = self.coded(&[
            "insufficient_quota",
            "exceeded_current_quota_error",
            "insufficient_balance",
            "billing_not_active",
            "billing_hard_limit_reached",
            "arrearage",
            "1113",
        ]);
        let said = self.says(&[
            "insufficient balance",
            "insufficient credit",
            "credit balance is too low",
            "insufficient account balance",
            "requires more credits",
            "余额不足",
            "欠费",
        ]);
        let waits = self.facts.retry_after_ms.or_else(|| delay_in_text(self.lower)).is_some();
        let used_up =
            self.status == 429 && !waits && self.says(&["check your plan and billing", "exceeded your quota"]);
        (coded || said || used_up || self.status == 402).then_some(ErrorKind::Quota)
    }

    fn moderation(&self) -> Option<ErrorKind> {
        let coded = self.coded(&[
            "content_filter",
            "content_policy_violation",
            "data_inspection_failed",
            "datainspectionfailed",
            "moderation_blocked",
            "1301",
        ]);
        let said = self.says(&[
            "content management policy",
            "content policy",
            "flagged by",
            "was flagged",
            "requires moderation",
            "inappropriate content",
            "不安全或敏感",
            "sensitive content",
        ]);
        (coded || said).then_some(ErrorKind::Moderation)
    }

    fn authentication(&self) -> Option<ErrorKind> {
        if self.coded(&["unsupported_country_region_territory"]) {
            return None; // the key is fine, the place is not
        }
        let coded = self.coded(&[
            "invalid_api_key",
            "invalidapikey",
            "authentication_error",
            "invalid_authentication_error",
            "unauthenticated",
            "api_key_invalid",
            "permission_error",
            "permission_denied",
        ]);
        let said = self.says(&["api key not valid", "invalid api key", "incorrect api key", "no auth credentials"]);
        (coded || said || self.status == 401 || self.status == 403 || self.status == 407)
            .then_some(ErrorKind::Authentication)
    }

    fn context_length(&self) -> Option<ErrorKind> {
        let coded = self.coded(&[
            "context_length_exceeded",
            "exceed_context_size_error",
            "model_context_window_exceeded",
            "string_above_max_length",
            "1261",
        ]);
        let said = self.says(&[
            "maximum context length",
            "context length",
            "context window",
            "context size",
            "prompt is too long",
            "input is too long",
            "input token count",
            "range of input length",
            "exceeds the maximum number of tokens",
        ]);
        if !coded && !said {
            return None;
        }
        let limit = self.facts.context_limit.or_else(|| limit_in_text(self.lower));
        Some(ErrorKind::ContextLength { limit })
    }

    fn pictures(&self) -> Option<ErrorKind> {
        let of_the_moment = matches!(self.status, 429 | 502..=504);
        (!of_the_moment && refusals::of_pictures(self.lower)).then_some(ErrorKind::NoPictures)
    }

    fn tools(&self) -> Option<ErrorKind> {
        if self.says(&["--jinja", "--enable-auto-tool-choice", "tool-call-parser", "support tool use"]) {
            return Some(ErrorKind::ToolsUnsupported);
        }
        let parameter = self.facts.parameter.as_deref().unwrap_or_default();
        let elsewhere = !matches!(parameter, "" | "tools" | "functions");
        let of_the_moment = matches!(self.status, 429 | 502..=504);
        if !elsewhere && !of_the_moment && refusals::of_tools(self.lower, !parameter.is_empty()) {
            return Some(ErrorKind::ToolsUnsupported);
        }
        let choice = parameter.starts_with("tool_choice") || self.says(&["tool_choice", "tool choice"]);
        (choice && self.status < 500).then_some(ErrorKind::ForcedChoice)
    }

    fn roles(&self) -> Option<ErrorKind> {
        refusals::of_roles(self.lower).map(|rule| ErrorKind::Roles { rule })
    }

    fn rate_limit(&self) -> Option<ErrorKind> {
        let coded = self.coded(&[
            "rate_limit_exceeded",
            "rate_limit_error",
            "rate_limit_reached_error",
            "resource_exhausted",
            "throttling",
            "1302",
            "1303",
            "1304",
            "1305",
        ]) || self.facts.codes.contains("throttling.");
        (coded || self.status == 429).then(|| ErrorKind::RateLimit {
            retry_after_ms: self.facts.retry_after_ms.or_else(|| delay_in_text(self.lower)),
        })
    }

    fn not_found(&self, url: &str) -> Option<ErrorKind> {
        let model_coded = self.coded(&["model_not_found", "model_not_exist", "invalid_model", "1211"]);
        let absent =
            self.says(&["not found", "not exist", "does not exist", "no such", "not a valid model", "invalid model"])
                || self.says(&["模型不存在", "unknown model", "model is not available", "no endpoints found"]);
        let about_other = self.facts.parameter.as_deref().is_some_and(|name| name != "model");
        let about_model = !about_other && self.says(&["model", "模型", "endpoints found"]);
        if model_coded || (absent && about_model && (400..500).contains(&self.status)) {
            return Some(ErrorKind::NotFound { what: Missing::Model });
        }
        // In a body without a status the words alone say what is missing.
        let no_path =
            ["unexpected endpoint", "unknown endpoint", "invalid url", "no route", "cannot post", "path not found"];
        if self.status == 0 && (self.says(&no_path) || absent && about_model) {
            let what = if self.says(&no_path) { Missing::Path } else { Missing::Model };
            return Some(ErrorKind::NotFound { what });
        }
        match self.status {
            // A chat path that exists answers a 404 only for the model; a page or an empty body means the path is wrong.
            404 if about_model && url.contains("/chat/completions") && !self.facts.is_page => {
                Some(ErrorKind::NotFound { what: Missing::Model })
            }
            404 | 405 | 410 => Some(ErrorKind::NotFound { what: Missing::Path }),
            _ => None,
        }
    }

    fn parameter(&self) -> Option<ErrorKind> {
        if !matches!(self.status, 400 | 422) {
            return None;
        }
        if let Some(name) = &self.facts.parameter {
            return Some(ErrorKind::Parameter { name: name.clone() });
        }
        // Ollama and OpenRouter name what the model can't do, and no field.
        let thinks = ["not support thinking", "reasoning is mandatory", "think value"];
        if self.says(&thinks) {
            return Some(ErrorKind::Parameter { name: "thinking".to_owned() });
        }
        let name = first_named(self.lower)?;
        Some(ErrorKind::Parameter { name: name.to_owned() })
    }
}

/// Returns the known parameter that the text names first, as a whole word.
fn first_named(text: &str) -> Option<&'static str> {
    let found = PARAMETERS.iter().filter_map(|name| {
        let place = text.match_indices(name).map(|(at, _)| at).find(|&at| is_whole_word(text, at, name.len()))?;
        // Words of the language count only where they are marked as a name.
        let plain = matches!(*name, "stop" | "stream" | "seed" | "strict" | "tools" | "messages" | "thinking");
        let marked = text[..place].ends_with(['"', '\'', '`', '.']);
        (!plain || marked).then_some((place, *name))
    });
    found.min_by_key(|(place, _)| *place).map(|(_, name)| name)
}

fn minimax_kind(code: u64) -> Option<ErrorKind> {
    Some(match code {
        1004 | 2049 => ErrorKind::Authentication,
        1008 | 2056 => ErrorKind::Quota,
        1002 | 1039 | 1041 | 2045 => ErrorKind::RateLimit { retry_after_ms: None },
        1026 | 1027 => ErrorKind::Moderation,
        2013 => return None,
        _ => ErrorKind::Server,
    })
}

/// Returns the status that a code in words stands for; 0 for an unknown one.
fn status_of_codes(codes: &str) -> u16 {
    let table: &[(&str, u16)] = &[
        ("overloaded", 529),
        ("rate_limit", 429),
        ("resource_exhausted", 429),
        ("authentication", 401),
        ("unauthenticated", 401),
        ("permission", 403),
        ("not_found", 404),
        ("invalid_request", 400),
        ("invalid_argument", 400),
        ("unavailable", 503),
        ("deadline_exceeded", 504),
        ("internal", 500),
        ("api_error", 500),
        ("server_error", 500),
    ];
    table.iter().find(|(word, _)| codes.contains(word)).map_or(0, |(_, status)| *status)
}

fn header_delay_ms(headers: &[(String, String)]) -> Option<u64> {
    let value =
        |name: &str| headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    if let Some(ms) = value("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return Some(ms.max(0.0) as u64);
    }
    // A date would need a clock; such an answer is treated as one without a delay.
    let seconds = value("retry-after")?.parse::<f64>().ok()?;
    Some((seconds.max(0.0) * 1000.0) as u64)
}

/// Reads "Please try again in 1.2s", "Please retry in 36.1s", "retry after 5 seconds".
fn delay_in_text(lower: &str) -> Option<u64> {
    ["try again in ", "retry in ", "retry after ", "wait "]
        .iter()
        .find_map(|phrase| body::duration_ms(&lower[lower.find(phrase)? + phrase.len()..]))
}

/// Reads "maximum context length is 4097 tokens", "Range of input length should be [1, 30720]", "200001 tokens >
/// 200000".
fn limit_in_text(lower: &str) -> Option<u64> {
    let after = |phrase: &str| Some(&lower[lower.find(phrase)? + phrase.len()..]);
    if let Some(range) = after("range of input length") {
        let inside = &range[range.find('[')?..range.find(']')?];
        return inside.rsplit(',').next()?.trim().parse().ok();
    }
    let rest = after("maximum context length is ")
        .or_else(|| after("maximum context length of "))
        .or_else(|| after("context window of "))
        .or_else(|| after("tokens > "))
        .or_else(|| after("maximum number of tokens allowed "))
        .or_else(|| after("available context size ("))?;
    let rest = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ',')).unwrap_or(rest.len());
    rest[..end].replace(',', "").parse().ok()
}

#[cfg(test)]
#[path = "classify_tests.rs"]
mod tests;
