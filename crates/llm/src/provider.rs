//! The providers that the app knows, as data: addresses, models, habits, and whether a browser may call them.
//!
//! Behaviour must not depend on a provider's name: a habit is a field of [`Traits`], and differences at run time are
//! learned (`capability`).

pub mod permission;
mod table;

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::Value;

use super::capability::{ChoiceForm, ReasoningReplay, TokenField};
use super::price::Price;
use super::request::{EffortWords, ThinkingForm, origin_of};
use super::secret::Secret;
use espalier_base::language::Language;

pub use table::PROVIDERS;

/// The id of the model that needs no endpoint.
pub const BUILTIN: &str = "builtin";

/// The id of the models whose files are kept in this browser.
pub const DEVICE: &str = "device";

/// The id of an endpoint that only the person knows.
pub const CUSTOM: &str = "custom";

/// A text in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bilingual {
    /// Text in English.
    pub en: &'static str,
    /// Text in Chinese (simplified).
    pub zh: &'static str,
}

impl Bilingual {
    /// Returns the text in one language.
    pub fn get(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }
}

/// Cost of a model, roughly and beside others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the levels of one scale, cheapest first")]
pub enum CostLevel {
    VeryLow,
    Low,
    Medium,
    High,
}

/// A model that is suggested; any other name may be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelInfo {
    /// Name of the model as requests give it.
    pub id: &'static str,
    /// Strengths of the model in a few words.
    pub description: Bilingual,
    /// Cost beside that of other models; a rough level and no price.
    pub cost: CostLevel,
    /// Size of its context in tokens, where that is known.
    pub context_tokens: Option<u32>,
    /// Price of its tokens at the provider's own addresses, where a source for it is known.
    pub price: Option<Price>,
}

/// Whether a page may call the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowserAccess {
    /// A page may call it as it is.
    Yes,
    /// The endpoint does not answer pages; a relay or another provider is needed.
    No,
    /// The person has to allow it in the server's settings, see [`Provider::setting`].
    NeedsSetting,
    /// Nobody has measured it; the connection test tells.
    Unknown,
}

/// Another base address of the same provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternate {
    /// Base address in the form of [`Provider::base_url`].
    pub base_url: &'static str,
    /// Note on whom the address is for, such as those of another region.
    pub note: Bilingual,
}

/// Known needs of an endpoint before anything was learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traits {
    /// Field for the token budget.
    pub token_field: TokenField,
    /// The token budget where none is set, for an endpoint that must be told one.
    pub token_budget: Option<u32>,
    /// Lowest `temperature` that the endpoint takes; lower ones are raised to it.
    pub min_temperature: f64,
    /// Highest `temperature` that the endpoint takes; higher ones are lowered to it.
    pub max_temperature: f64,
    /// Strongest `tool_choice` that the endpoint takes.
    pub choice: ChoiceForm,
    /// Whether earlier reasoning goes back to the endpoint.
    pub replay: ReasoningReplay,
    /// Headers besides the usual two.
    pub headers: &'static [(&'static str, &'static str)],
    /// Parameters that are set to true; some only together with tools.
    pub switches: &'static [(&'static str, bool)],
    /// Whether tools are listed even where none may be called, as long as the conversation has calls in it.
    pub lists_unused_tools: bool,
    /// Fields in which the endpoint is told how long the model may think.
    pub thinking: ThinkingForm,
    /// Whether `usage.cost` is what the answer cost, in US dollars; elsewhere it may be anything.
    pub reports_cost: bool,
    /// Whether requests are answered in the page itself: nothing is sent, and its address stands for no place.
    pub on_device: bool,
}

/// Words that most endpoints take. `none` is the only one that switches thinking off, where a model can do without.
const WORDS: EffortWords = [&["none", "minimal", "low"], &["low"], &["medium"], &["high"], &["high"]];

impl Traits {
    /// An endpoint without peculiarities.
    pub const PLAIN: Self = Self {
        token_field: TokenField::MaxTokens,
        token_budget: None,
        min_temperature: 0.0,
        max_temperature: 2.0,
        choice: ChoiceForm::Named,
        replay: ReasoningReplay::Never,
        headers: &[],
        switches: &[],
        lists_unused_tools: false,
        thinking: ThinkingForm::Word(WORDS),
        reports_cost: false,
        on_device: false,
    };
}

/// One provider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Provider {
    /// Id under which the person's endpoint and key are stored.
    pub id: &'static str,
    /// Name as the person sees it.
    pub name: Bilingual,
    /// Base address; empty where only the person knows it.
    pub base_url: &'static str,
    /// Further base addresses that are offered, such as those of other regions.
    pub alternates: &'static [Alternate],
    /// Default model; empty where the server has just one.
    pub default_model: &'static str,
    /// Suggested models.
    pub models: &'static [ModelInfo],
    /// Whether a page may call the endpoint; the connection test has the last word.
    pub browser: BrowserAccess,
    /// Note to read before a key is typed: above all, whether a page may call it.
    pub note: Bilingual,
    /// Command to run or setting to switch on, with `{origin}` where the page's own origin belongs.
    pub setting: Option<&'static str>,
    /// Whether the provider's own addresses answer only with a key; a relay elsewhere may do without.
    pub needs_key: bool,
    /// The provider's own page where keys are made.
    pub key_page: Option<&'static str>,
    /// Needs of the endpoint that differ from the usual.
    pub traits: Traits,
}

impl Provider {
    /// Returns the size of a model's context in tokens, where that is known.
    pub fn context_of(&self, model: &str) -> Option<u32> {
        self.models.iter().find(|info| info.id == model.trim())?.context_tokens
    }

    /// Returns the id of the provider in the table, without the number of a further connection.
    pub fn kind(&self) -> &'static str {
        self.id.split_once(NUMBERED).map_or(self.id, |(kind, _)| kind)
    }

    /// Returns the number of a further connection; `None` for the first.
    pub fn number(&self) -> Option<&'static str> {
        self.id.split_once(NUMBERED).map(|(_, number)| number)
    }

    /// Returns the price of a model at this base address; a relay sets its own.
    pub fn price_of(&self, base_url: &str, model: &str) -> Option<Price> {
        let origin = origin_of(base_url)?;
        let own = std::iter::once(self.base_url).chain(self.alternates.iter().map(|other| other.base_url));
        let is_own = own.filter_map(origin_of).any(|other| other == origin);
        self.models.iter().find(|info| is_own && info.id == model.trim())?.price
    }

    /// Returns the setting with the page's origin filled in.
    pub fn setting_for(&self, origin: &str) -> Option<String> {
        self.setting.map(|setting| setting.replace("{origin}", origin))
    }

    /// Returns the name of the field for this model's token budget.
    pub fn token_field_of(&self, model: &str) -> TokenField {
        if self.fixes_temperature(model) { TokenField::MaxCompletionTokens } else { self.traits.token_field }
    }

    /// Whether the model takes no `temperature`: OpenAI's reasoning models take neither it nor `max_tokens`; elsewhere
    /// names tell nothing.
    pub fn fixes_temperature(&self, model: &str) -> bool {
        let model = model.trim();
        self.kind() == "openai" && ["o1", "o3", "o4", "gpt-5"].iter().any(|family| model.starts_with(family))
    }
}

/// Sign between the id of a provider and the number of a further connection to it, as in `ollama~2`.
const NUMBERED: char = '~';
/// Highest number of a connection; the first has none.
const MAX_CONNECTIONS: u16 = 99;

/// Returns the provider with this id, or a further connection to one.
pub fn by_id(id: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.id == id).or_else(|| further(id))
}

/// Returns the first further connection to a provider whose id is not taken.
pub fn another(kind: &str, is_taken: impl Fn(&str) -> bool) -> Option<&'static Provider> {
    let ids = (2..=MAX_CONNECTIONS).map(|number| format!("{kind}{NUMBERED}{number}"));
    ids.into_iter().find(|id| !is_taken(id)).and_then(|id| further(&id))
}

/// Returns a further connection to a provider: that provider with the id of the connection. Each is made once and kept,
/// as the table's rows are.
fn further(id: &str) -> Option<&'static Provider> {
    static MADE: Mutex<BTreeMap<String, &'static Provider>> = Mutex::new(BTreeMap::new());
    let (kind, number) = id.split_once(NUMBERED)?;
    let is_number = number.parse().is_ok_and(|number: u16| (2..=MAX_CONNECTIONS).contains(&number));
    if !is_number || number.starts_with(['0', '+']) || [BUILTIN, DEVICE].contains(&kind) {
        return None;
    }
    let known = PROVIDERS.iter().find(|provider| provider.id == kind)?;
    let mut made = MADE.lock().ok()?;
    if let Some(made) = made.get(id) {
        return Some(made);
    }
    let connection: &'static Provider = Box::leak(Box::new(Provider { id: id.to_owned().leak(), ..*known }));
    made.insert(id.to_owned(), connection);
    Some(connection)
}

/// Whether requests to the provider with this id are answered in the page itself.
pub fn is_on_device(id: &str) -> bool {
    by_id(id).is_some_and(|known| known.traits.on_device)
}

/// Returns the model that needs no endpoint.
pub fn builtin() -> &'static Provider {
    &table::BUILTIN_PROVIDER
}

/// Returns an endpoint that only the person knows.
pub fn custom() -> &'static Provider {
    &table::CUSTOM_PROVIDER
}

/// The single configuration that earlier versions kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldConfiguration {
    /// The id of a known provider.
    pub provider: String,
    /// Base address; the provider's own where the old configuration named none.
    pub base_url: String,
    /// Name of the model; the provider's default where the old configuration named none.
    pub model: String,
    /// Key, if one was kept.
    pub api_key: Option<Secret>,
}

/// Reads `{providerId, baseURL, apiKey, model}`; missing fields come from the table. `None` if the text is no such
/// object.
pub fn old_configuration(text: &str) -> Option<OldConfiguration> {
    let value: Value = serde_json::from_str(text).ok()?;
    let field = |name: &str| value.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let (id, base_url) = (field("providerId"), field("baseURL"));
    if id.is_none() && base_url.is_none() {
        return None;
    }
    let known = id.and_then(by_id).unwrap_or_else(custom);
    Some(OldConfiguration {
        provider: known.id.to_owned(),
        base_url: base_url.unwrap_or(known.base_url).to_owned(),
        model: field("model").unwrap_or(known.default_model).to_owned(),
        api_key: field("apiKey").map(Secret::new),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_base_addresses_and_defaults() {
        let expect = [
            ("qwen", "https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen3.5-plus"),
            ("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-3-flash-preview"),
            ("glm", "https://open.bigmodel.cn/api/paas/v4", "glm-4-flash"),
            ("kimi", "https://api.moonshot.cn/v1", "moonshot-v1-auto"),
            ("minimax", "https://api.minimaxi.com/v1", "MiniMax-Text-01"),
            ("openai", "https://api.openai.com/v1", "gpt-4.1-mini"),
            ("anthropic", "https://api.anthropic.com/v1", "claude-haiku-4-5"),
            ("deepseek", "https://api.deepseek.com", "deepseek-chat"),
            ("openrouter", "https://openrouter.ai/api/v1", "openrouter/auto"),
            ("ollama", "http://localhost:11434/v1", "llama3.2"),
            ("lmstudio", "http://localhost:1234/v1", ""),
            ("llamacpp", "http://localhost:8080/v1", ""),
            ("custom", "", ""),
            ("device", "https://on-this-device.invalid/v1", ""),
            ("builtin", "", "guide"),
        ];
        let found: Vec<_> = PROVIDERS.iter().map(|known| (known.id, known.base_url, known.default_model)).collect();
        assert_eq!(found, expect);
        let alternates: Vec<_> = by_id("minimax").unwrap().alternates.iter().map(|other| other.base_url).collect();
        assert_eq!(alternates, ["https://api.minimax.io/v1", "https://api.minimax.chat/v1"]);
    }

    #[test]
    fn every_row_is_complete_in_both_languages() {
        let full = |text: &Bilingual| !text.en.is_empty() && !text.zh.is_empty();
        for known in PROVIDERS {
            assert!(full(&known.name) && full(&known.note), "{}", known.id);
            assert_eq!(known.setting.is_some(), known.browser == BrowserAccess::NeedsSetting, "{}", known.id);
            assert!(known.models.iter().all(|info| full(&info.description)), "{}", known.id);
            assert!(known.base_url.is_empty() || origin_of(known.base_url).is_some(), "{}", known.id);
            let listed = known.models.iter().any(|info| info.id == known.default_model);
            assert!(listed || known.default_model.is_empty(), "{}", known.id);
            for other in known.alternates {
                assert!(origin_of(other.base_url).is_some() && full(&other.note), "{}", known.id);
            }
        }
        assert_eq!(builtin().id, BUILTIN);
        assert_eq!(custom().id, CUSTOM);
    }

    #[test]
    fn context_and_settings() {
        assert_eq!(by_id("openai").unwrap().context_of("gpt-4.1-mini"), Some(1_047_576));
        assert_eq!(by_id("openai").unwrap().context_of("my-model"), None);
        let setting = by_id("ollama").unwrap().setting_for("https://example.org").unwrap();
        assert!(setting.contains("OLLAMA_ORIGINS=https://example.org"), "{setting}");
    }

    #[test]
    fn a_provider_has_further_connections() {
        let second = by_id("ollama~2").unwrap();
        let first = by_id("ollama").unwrap();
        assert_eq!(*second, Provider { id: "ollama~2", ..*first });
        assert_eq!((second.kind(), second.number(), first.number()), ("ollama", Some("2"), None));
        assert!(std::ptr::eq(second, by_id("ollama~2").unwrap()), "it is made once");
        for id in ["ollama~1", "ollama~", "ollama~02", "ollama~+2", "ollama~100", "none~2", "builtin~2", "ollama~2~2"] {
            assert_eq!(by_id(id), None, "{id}");
        }
        let taken = ["openai~2", "openai~3"];
        assert_eq!(another("openai", |id| taken.contains(&id)).unwrap().id, "openai~4");
        assert_eq!(another("openai", |_| true), None);
        assert!(by_id("openai~4").unwrap().fixes_temperature("gpt-5"));
    }

    #[test]
    fn prices_hold_at_the_providers_own_addresses() {
        let openai = by_id("openai").unwrap();
        let price = openai.price_of("https://api.openai.com/v1/", "gpt-5");
        assert_eq!(price, Some(Price::cents(125, 1_000)));
        assert_eq!(openai.price_of("https://relay.example/v1", "gpt-5"), None);
        assert_eq!(openai.price_of("https://api.openai.com/v1", "gpt-unknown"), None);
    }

    #[test]
    fn the_old_configuration() {
        let old = old_configuration(
            r#"{"providerId":"qwen","baseURL":"https://relay.example/v1","apiKey":"sk-1","model":"m"}"#,
        );
        let old = old.unwrap();
        assert_eq!(
            (old.provider.as_str(), old.base_url.as_str(), old.model.as_str()),
            ("qwen", "https://relay.example/v1", "m")
        );
        assert_eq!(old.api_key.unwrap().expose(), "sk-1");
        let bare = old_configuration(r#"{"providerId":"kimi","apiKey":""}"#).unwrap();
        assert_eq!(
            (bare.base_url.as_str(), bare.model.as_str(), bare.api_key),
            ("https://api.moonshot.cn/v1", "moonshot-v1-auto", None)
        );
        assert_eq!(
            old_configuration(r#"{"providerId":"gone","baseURL":"https://x.example"}"#).unwrap().provider,
            "custom"
        );
        for text in ["", "null", "[]", "{}", r#"{"providerId":3}"#] {
            assert_eq!(old_configuration(text), None, "{text}");
        }
    }
}
