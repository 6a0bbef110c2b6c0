//! The table itself. Browser access is what clients reported in July to September 2026; the connection test decides.

use super::{Alternate, BUILTIN, Bilingual, BrowserAccess, CUSTOM, CostLevel, DEVICE, ModelInfo, Provider, Traits};
use crate::capability::{ChoiceForm, ReasoningReplay};
use crate::price::Price;
use crate::request::{EffortWords, ThinkingForm};

const fn both(en: &'static str, zh: &'static str) -> Bilingual {
    Bilingual { en, zh }
}

const fn model(
    id: &'static str,
    cost: CostLevel,
    context_tokens: u32,
    en: &'static str,
    zh: &'static str,
) -> ModelInfo {
    ModelInfo {
        id,
        description: both(en, zh),
        cost,
        context_tokens: if context_tokens == 0 { None } else { Some(context_tokens) },
        price: None,
    }
}

/// A model with its price, in cents of a US dollar per million tokens of input and output.
const fn priced(model: ModelInfo, input: u64, output: u64) -> ModelInfo {
    ModelInfo { price: Some(Price::cents(input, output)), ..model }
}

/// `minimal` is the least of gpt-5, `none` that of later models, `low` that of those before; `xhigh` came after gpt-5.1
/// (learn.microsoft.com/javascript/api/@azure/ai-projects/reasoningeffort, read in November 2026).
const OPENAI_WORDS: EffortWords = [&["minimal", "none", "low"], &["low"], &["medium"], &["high"], &["xhigh", "high"]];
/// Models that always think refuse `none` (github.com/earendil-works/pi/issues/8454, August 2026); the words are those
/// of openrouter.ai/docs/guides/best-practices/reasoning-tokens.
const OPENROUTER_WORDS: EffortWords =
    [&["none", "minimal", "low"], &["low"], &["medium"], &["high"], &["xhigh", "high"]];
/// Only 2.5 Flash can do without thinking, and 3 Flash knows `minimal` instead (github.com/ollama/ollama/issues/17072,
/// July 2026).
const GEMINI_WORDS: EffortWords = [&["none", "minimal", "low"], &["low"], &["medium"], &["high"], &["high"]];
/// The switch is a field of its own (api-docs.deepseek.com/guides/thinking_mode, read in November 2026).
const DEEPSEEK_WORDS: EffortWords = [&[], &["low"], &["medium"], &["high"], &["max", "high"]];
/// `none` switches thinking off (github.com/ollama/ollama/issues/14820, March 2026); only later versions know `max`.
const OLLAMA_WORDS: EffortWords = [&["none", "low"], &["low"], &["medium"], &["high"], &["max", "high"]];

use CostLevel::{High, Low, Medium, VeryLow};

const NO_PAGES_EN: &str = "A browser can’t call this endpoint directly. Use your own relay as the base URL, or the same models through OpenRouter.";
const NO_PAGES_ZH: &str = "浏览器无法直接调用该接口。请把接口地址改为自己的中转地址，或通过OpenRouter使用同类模型。";
const WORKS_EN: &str = "Can be called directly from the browser.";
const WORKS_ZH: &str = "可在浏览器中直接调用。";

/// The starting point of every row.
const ROW: Provider = Provider {
    id: "",
    name: both("", ""),
    base_url: "",
    alternates: &[],
    default_model: "",
    models: &[],
    browser: BrowserAccess::Yes,
    note: both(WORKS_EN, WORKS_ZH),
    setting: None,
    needs_key: true,
    key_page: None,
    traits: Traits::PLAIN,
};

pub(super) static BUILTIN_PROVIDER: Provider = PROVIDERS[14];
pub(super) static CUSTOM_PROVIDER: Provider = PROVIDERS[12];

/// All providers, in the order in which they are offered.
pub const PROVIDERS: &[Provider] = &[
    Provider {
        id: "qwen",
        name: both("Qwen (DashScope)", "通义千问（百炼）"),
        base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1",
        key_page: Some("https://bailian.console.aliyun.com/?tab=model#/api-key"),
        default_model: "qwen3.5-plus",
        models: &[
            model("qwen3.5-plus", Low, 1_000_000, "Balanced, thinks before it answers", "均衡，先思考后回答"),
            model("qwen-flash", VeryLow, 1_000_000, "Fast, for simple tasks", "快速，适合简单任务"),
            model("qwen-plus", Low, 1_000_000, "Balanced", "均衡"),
            model("qwen3-max", High, 262_144, "The strongest Qwen", "最强的千问模型"),
        ],
        browser: BrowserAccess::No,
        note: both(NO_PAGES_EN, NO_PAGES_ZH),
        traits: Traits { thinking: ThinkingForm::Switch, ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "gemini",
        name: both("Google Gemini", "谷歌Gemini"),
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        key_page: Some("https://aistudio.google.com/apikey"),
        default_model: "gemini-3-flash-preview",
        models: &[
            model("gemini-3-flash-preview", Low, 1_048_576, "Fast and capable", "快速且能力强"),
            model("gemini-2.5-flash-lite", VeryLow, 1_048_576, "The cheapest", "价格最低"),
            model("gemini-2.5-flash", Low, 1_048_576, "Fast, stable release", "快速，稳定版"),
            model("gemini-2.5-pro", High, 1_048_576, "For hard questions", "适合复杂问题"),
        ],
        traits: Traits { thinking: ThinkingForm::Word(GEMINI_WORDS), ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "glm",
        name: both("GLM (Zhipu)", "智谱GLM"),
        base_url: "https://open.bigmodel.cn/api/paas/v4",
        key_page: Some("https://open.bigmodel.cn/usercenter/apikeys"),
        default_model: "glm-4-flash",
        models: &[
            model("glm-4-flash", VeryLow, 128_000, "Fast and free of charge", "快速，免费"),
            model("glm-4.5-air", Low, 128_000, "Balanced", "均衡"),
            model("glm-4.6", Medium, 200_000, "For hard questions and tools", "适合复杂问题与工具调用"),
        ],
        browser: BrowserAccess::Unknown,
        note: both(
            "Whether a browser may call it directly is not confirmed; the connection test will tell you.",
            "能否在浏览器中直接调用尚未确认，请以连接测试为准。",
        ),
        alternates: &[Alternate {
            base_url: "https://api.z.ai/api/paas/v4",
            note: both("International keys; works from a browser", "国际站密钥；允许网页调用"),
        }],
        traits: Traits {
            choice: ChoiceForm::Auto,
            thinking: ThinkingForm::Typed(None),
            max_temperature: 1.0,
            switches: &[("tool_stream", true)],
            ..Traits::PLAIN
        },
        ..ROW
    },
    Provider {
        id: "kimi",
        name: both("Kimi (Moonshot)", "Kimi（月之暗面）"),
        base_url: "https://api.moonshot.cn/v1",
        key_page: Some("https://platform.moonshot.cn/console/api-keys"),
        alternates: &[Alternate {
            base_url: "https://api.moonshot.ai/v1",
            note: both("International keys; keys from one site don’t work on the other", "国际站密钥；两站密钥不通用"),
        }],
        default_model: "moonshot-v1-auto",
        models: &[
            model("moonshot-v1-auto", Medium, 131_072, "Chooses the context size itself", "自动选择上下文长度"),
            model(
                "kimi-k2.5",
                Medium,
                262_144,
                "Thinks, for hard questions and tools",
                "会思考，适合复杂问题与工具调用",
            ),
        ],
        browser: BrowserAccess::No,
        note: both(NO_PAGES_EN, NO_PAGES_ZH),
        traits: Traits {
            max_temperature: 1.0,
            replay: ReasoningReplay::WithCalls,
            thinking: ThinkingForm::Typed(None),
            ..Traits::PLAIN
        },
        ..ROW
    },
    Provider {
        id: "minimax",
        name: both("MiniMax", "MiniMax（稀宇）"),
        base_url: "https://api.minimaxi.com/v1",
        key_page: Some("https://platform.minimaxi.com/user-center/basic-information/interface-key"),
        alternates: &[
            Alternate {
                base_url: "https://api.minimax.io/v1",
                note: both("International keys; works from a browser", "国际站密钥；允许网页调用"),
            },
            Alternate { base_url: "https://api.minimax.chat/v1", note: both("The previous address", "旧地址") },
        ],
        default_model: "MiniMax-Text-01",
        models: &[
            model("MiniMax-Text-01", Low, 1_000_000, "Very long context", "超长上下文"),
            model("MiniMax-M2", Low, 204_800, "Thinks, good with tools", "会思考，擅长工具调用"),
        ],
        browser: BrowserAccess::No,
        note: both(
            "A browser can’t call this address directly. The international one (api.minimax.io) can be called with an international key; otherwise use your own relay.",
            "浏览器无法直接调用该地址。国际站（api.minimax.io）可以，需使用国际站密钥；否则请使用自己的中转地址。",
        ),
        traits: Traits {
            min_temperature: 0.01,
            max_temperature: 1.0,
            switches: &[("reasoning_split", false)],
            ..Traits::PLAIN
        },
        ..ROW
    },
    Provider {
        id: "openai",
        name: both("OpenAI", "OpenAI"),
        base_url: "https://api.openai.com/v1",
        key_page: Some("https://platform.openai.com/api-keys"),
        default_model: "gpt-4.1-mini",
        // Prices: OpenAI's pricing page as copied on deploybase.ai/articles/openai-pricing, March 2026.
        models: &[
            priced(model("gpt-4.1-mini", Low, 1_047_576, "Fast and capable", "快速且能力强"), 40, 160),
            priced(model("gpt-4.1-nano", VeryLow, 1_047_576, "The cheapest", "价格最低"), 10, 40),
            priced(model("gpt-4.1", Medium, 1_047_576, "Stronger, doesn’t think first", "更强，不思考"), 200, 800),
            priced(model("gpt-5-mini", Low, 400_000, "Thinks before it answers", "先思考后回答"), 25, 200),
            priced(model("gpt-5", Medium, 400_000, "For hard questions", "适合复杂问题"), 125, 1000),
        ],
        traits: Traits { thinking: ThinkingForm::Word(OPENAI_WORDS), ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "anthropic",
        name: both("Anthropic Claude", "Anthropic Claude"),
        base_url: "https://api.anthropic.com/v1",
        key_page: Some("https://console.anthropic.com/settings/keys"),
        default_model: "claude-haiku-4-5",
        // Prices: platform.claude.com/docs, the overview of each model, read in November 2026.
        models: &[
            priced(model("claude-haiku-4-5", Low, 200_000, "Fast", "快速"), 100, 500),
            priced(model("claude-sonnet-4-5", Medium, 200_000, "Balanced", "均衡"), 300, 1500),
            priced(model("claude-opus-4-5", High, 200_000, "For hard questions", "适合复杂问题"), 500, 2500),
        ],
        note: both(
            "Can be called directly from the browser; requests include the header Anthropic requires of web pages.",
            "可在浏览器中直接调用；请求会带上Anthropic要求网页附加的请求头。",
        ),
        traits: Traits {
            token_budget: Some(32_000),
            max_temperature: 1.0,
            headers: &[("anthropic-dangerous-direct-browser-access", "true")],
            lists_unused_tools: true,
            // `reasoning_effort` is ignored (docs.anthropic.com/en/api/openai-sdk, read in November 2026).
            thinking: ThinkingForm::Budgeted,
            ..Traits::PLAIN
        },
        ..ROW
    },
    Provider {
        id: "deepseek",
        name: both("DeepSeek", "深度求索DeepSeek"),
        base_url: "https://api.deepseek.com",
        key_page: Some("https://platform.deepseek.com/api_keys"),
        default_model: "deepseek-chat",
        models: &[
            model("deepseek-chat", VeryLow, 128_000, "Answers at once", "直接回答"),
            model("deepseek-reasoner", Low, 128_000, "Thinks before it answers", "先思考后回答"),
        ],
        traits: Traits {
            replay: ReasoningReplay::WithCalls,
            thinking: ThinkingForm::Typed(Some(DEEPSEEK_WORDS)),
            ..Traits::PLAIN
        },
        ..ROW
    },
    Provider {
        id: "openrouter",
        name: both("OpenRouter", "OpenRouter"),
        base_url: "https://openrouter.ai/api/v1",
        key_page: Some("https://openrouter.ai/settings/keys"),
        default_model: "openrouter/auto",
        models: &[
            model("openrouter/auto", Medium, 0, "Picks a model for each question", "为每个问题自动选择模型"),
            model("openai/gpt-4.1-mini", Low, 1_047_576, "Fast and capable", "快速且能力强"),
            model("google/gemini-2.5-flash", Low, 1_048_576, "Fast, long context", "快速，长上下文"),
            model("anthropic/claude-sonnet-4.5", Medium, 200_000, "For hard questions", "适合复杂问题"),
        ],
        note: both(
            "Can be called directly from the browser, and gives access to the models of most other providers.",
            "可在浏览器中直接调用，并可转接大多数其他厂商的模型。",
        ),
        traits: Traits { thinking: ThinkingForm::Nested(OPENROUTER_WORDS), reports_cost: true, ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "ollama",
        name: both("Ollama (this computer)", "Ollama（本机）"),
        base_url: "http://localhost:11434/v1",
        default_model: "llama3.2",
        models: &[
            model("llama3.2", VeryLow, 0, "Small, runs on most computers", "小型，多数电脑可运行"),
            model("qwen3:4b", VeryLow, 0, "Small, thinks, good with tools", "小型，会思考，擅长工具调用"),
            model("gemma3:4b", VeryLow, 0, "Small, good with languages", "小型，擅长多语言"),
        ],
        browser: BrowserAccess::NeedsSetting,
        note: both(
            "Ollama answers this page only if its origin is in OLLAMA_ORIGINS. Chrome also asks once whether the page may reach this device. By default, Ollama reads only a few thousand tokens.",
            "只有把本页来源加入OLLAMA_ORIGINS，Ollama才会响应。Chrome还会询问一次是否允许网页访问本机。Ollama默认只读取几千个词元。",
        ),
        setting: Some("OLLAMA_ORIGINS={origin} ollama serve"),
        needs_key: false,
        traits: Traits { thinking: ThinkingForm::Word(OLLAMA_WORDS), ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "lmstudio",
        name: both("LM Studio (this computer)", "LM Studio（本机）"),
        base_url: "http://localhost:1234/v1",
        browser: BrowserAccess::NeedsSetting,
        note: both(
            "Turn on “Enable CORS” in LM Studio’s server settings, or start the server as shown. Chrome also asks once whether the page may reach this device.",
            "请在LM Studio的服务器设置中打开“Enable CORS”，或按所示命令启动。Chrome还会询问一次是否允许网页访问本机。",
        ),
        setting: Some("lms server start --cors"),
        needs_key: false,
        traits: Traits { choice: ChoiceForm::Required, ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: "llamacpp",
        name: both("llama.cpp server (this computer)", "llama.cpp服务器（本机）"),
        base_url: "http://localhost:8080/v1",
        note: both(
            "Works with web pages out of the box; start it with --jinja to use tools. Chrome asks once whether the page may reach this device.",
            "无需设置即可响应网页；如需工具调用，请用--jinja启动。Chrome会询问一次是否允许网页访问本机。",
        ),
        needs_key: false,
        traits: Traits { choice: ChoiceForm::Required, thinking: ThinkingForm::Template, ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: CUSTOM,
        name: both("Custom endpoint", "自定义接口"),
        browser: BrowserAccess::Unknown,
        note: both(
            "Any endpoint with an OpenAI-compatible /chat/completions. It must accept requests from web pages (CORS); the connection test will tell you.",
            "任何提供/chat/completions的OpenAI兼容接口。它需要允许网页跨域调用（CORS），请以连接测试为准。",
        ),
        needs_key: false,
        ..ROW
    },
    Provider {
        id: DEVICE,
        name: both("On this device (in the browser)", "本机模型（在浏览器中运行）"),
        base_url: "https://on-this-device.invalid/v1",
        note: both(
            "The model runs in this tab: no server, no key, no network. Small models answer simple questions; don’t expect what a large one knows.",
            "模型就在这个标签页里运行：不需要服务器、密钥和网络。小模型能回答简单的问题，但知识远不如大模型。",
        ),
        needs_key: false,
        traits: Traits { on_device: true, ..Traits::PLAIN },
        ..ROW
    },
    Provider {
        id: BUILTIN,
        name: both("Built-in guide, rule-based, offline", "内置向导（基于规则，离线）"),
        default_model: "guide",
        models: &[model("guide", VeryLow, 0, "Knows this app, works offline", "了解本应用，无需网络")],
        note: both(
            "Rules, not a language model: it answers questions about this app and works without a key or a network.",
            "基于规则而非语言模型：可解答与本应用有关的问题，无需密钥和网络。",
        ),
        needs_key: false,
        ..ROW
    },
];
