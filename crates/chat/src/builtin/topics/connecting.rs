//! Answers of the guide about models, keys and privacy.

use super::Topic;

/// The topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        weight: 8,
        words: &["ollama"],
        answer: (
            "**Ollama** runs models on your own machine.\n\
             1. Start it so that it accepts requests from this page: `OLLAMA_ORIGINS=<address of this page> ollama \
             serve`, for example `OLLAMA_ORIGINS=http://127.0.0.1:8100 ollama serve`.\n\
             2. Get a model, for example `ollama pull llama3.2`.\n\
             3. In Settings, choose the provider *Ollama*, pick the model, save, and test the connection. You don’t \
             need a key.",
            "**Ollama**在你自己的电脑上运行模型。\n\
             1. 启动时允许本页面访问：`OLLAMA_ORIGINS=<本页面的地址> ollama serve`，例\
             如`OLLAMA_ORIGINS=http://127.0.0.1:8100 ollama serve`。\n\
             2. 下载一个模型，例如`ollama pull llama3.2`。\n\
             3. 在“设置”中选择服务商*Ollama*，选好模型，保存，然后测试连接。不需要密钥。",
        ),
    },
    Topic {
        weight: 3,
        words: &[
            "lm studio",
            "lmstudio",
            "llama.cpp",
            "llamacpp",
            "llama-server",
            "local model",
            "本地模型",
            "本地运行",
        ],
        answer: (
            "Models on your own machine need neither a key nor a network. In Settings, *Search* finds those that run \
             already, and a model file (GGUF) can run in the page itself, under *Models kept in this browser*:\n\
             - **LM Studio**: start its local server and turn on CORS there; in Settings, choose *LM Studio* \
             (`http://localhost:1234/v1`).\n\
             - **llama.cpp**: `llama-server -m model.gguf`; in Settings, choose *llama.cpp server* \
             (`http://localhost:8080/v1`).\n\
             - **Ollama**: ask me about Ollama.",
            "在自己电脑上运行的模型不需要密钥，也不需要网络。“设置”中的*查找*可以找到已在运行的模型；模型文件（GGUF）还\
             可以在“保存在此浏览器中的模型”中添加，直接由页面运行：\n\
             - **LM Studio**：启动它的本地服务器并打开CORS；在“设置”中选择*LM \
             Studio*（`http://localhost:1234/v1`）。\n\
             - **llama.cpp**：`llama-server -m model.gguf`；在“设置”中选择*llama.cpp\
             服务器*（`http://localhost:8080/v1`）。\n\
             - **Ollama**：直接问我“Ollama”。",
        ),
    },
    Topic {
        weight: 2,
        words: &[
            "openai",
            "gpt",
            "anthropic",
            "claude",
            "gemini",
            "deepseek",
            "openrouter",
            "qwen",
            "kimi",
            "glm",
            "minimax",
            "provider",
            "providers",
            "通义",
            "智谱",
            "月之暗面",
            "服务商",
        ],
        answer: (
            "To use **OpenAI** or another provider: open Settings, choose the provider, paste a key, pick or type a \
             model, save, and test the connection. Settings say for each provider whether it accepts requests from \
             a web page at all; some don’t, and then no web page can use them directly.\n\n\
             Each provider keeps its own key, model and address, so you can switch back and forth without losing \
             anything.",
            "使用**OpenAI**或其他服务商：打开“设置”，选择服务商，粘贴密钥，选择或输入模型名，保存，然后测试连接。“设\
             置”会说明每家是否接受来自网页的请求；有些不接受，那样任何网页都无法直接使用它们。\n\n\
             每个服务商各自保存密钥、模型和地址，来回切换不会丢失。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "connect",
            "endpoint",
            "endpoints",
            "model",
            "models",
            "base url",
            "setup",
            "set up",
            "configure",
            "compatible",
            "custom",
            "连接",
            "端点",
            "接口",
            "模型",
            "配置",
            "接入",
        ],
        answer: (
            "To connect a model, open **Settings** and choose a provider: one on your machine (*Ollama*, *LM \
             Studio*, *llama.cpp server*), an online one (*OpenAI*, *DeepSeek*, *OpenRouter*, …), or *Custom \
             endpoint* for anything else with an OpenAI-compatible `/chat/completions`; enter its base URL, which \
             usually ends in `/v1`. Save, then test the connection: it makes one small request and tells you what \
             happened.",
            "要连接模型，请打开**设置**并选择服务商：本机的（*Ollama*、*LM Studio*、*llama.cpp服务器*）、在线的\
             （*OpenAI*、*DeepSeek*、*OpenRouter*等），或者用*自定义接口*连接任何兼容OpenAI `/chat/completions`的接\
             口，这时填写接口地址，通常以`/v1`结尾。保存后测试连接：它会发一个小请求并报告结果。",
        ),
    },
    Topic {
        weight: 3,
        words: &[
            "cors",
            "failed to fetch",
            "network error",
            "connection error",
            "refused",
            "cannot connect",
            "can't connect",
            "401",
            "403",
            "404",
            "429",
            "报错",
            "连不上",
            "无法连接",
            "跨域",
            "网络错误",
        ],
        answer: (
            "When a connection fails, **Test connection** in Settings tells you what kind of failure it is. The \
             usual ones:\n\
             - **CORS**: the server doesn’t accept requests from this page. Ollama needs `OLLAMA_ORIGINS`, LM \
             Studio a switch; some providers never accept web pages.\n\
             - **Mixed content**: a page opened over `https` can only call `http` addresses on this machine \
             (`localhost`, `127.0.0.1`).\n\
             - **401 / 403**: the key is missing, wrong or not allowed to use this model.\n\
             - **404**: the base URL or the model’s name is wrong; the base URL usually ends in `/v1`.\n\
             - **429**: too many requests or no credit left; Espalier waits and tries again where that helps.",
            "连接失败时，“设置”中的**测试连接**会指出是哪一类问题。常见的有：\n\
             - **CORS（跨域）**：服务器不接受来自本页面的请求。Ollama需要`OLLAMA_ORIGINS`，LM Studio需要打开开关；有\
             些服务商从不接受网页请求。\n\
             - **混合内容**：以`https`打开的页面只能访问本机（`localhost`、`127.0.0.1`）的`http`地址。\n\
             - **401 / 403**：没有密钥、密钥错误或无权使用该模型。\n\
             - **404**：接口地址或模型名不对；接口地址通常以`/v1`结尾。\n\
             - **429**：请求过多或余额不足；等待有用时，Espalier会等待后自动重试。",
        ),
    },
    Topic {
        weight: 2,
        words: &["key", "keys", "api key", "apikey", "token secret", "密钥", "秘钥"],
        answer: (
            "**Keys** are stored in this browser only, or only until you close the tab if you prefer. A key is sent \
             only to the address it was saved for; it never appears in an export, a log or a link, and you can \
             clear it in Settings. A key in a browser is as safe as the browser is, so use one with a spending \
             limit.",
            "**密钥**只保存在此浏览器中，也可以选择只保留到关闭标签页为止。密钥只会发送到保存它时填写的地址，不会出\
             现在导出文件、日志或链接中，可以在“设置”里清除。浏览器里的密钥与浏览器同样安全，所以请使用设有消费限额\
             的密钥。",
        ),
    },
];

/// The topic of where one's words are sent and stored.
pub const PRIVACY: Topic = Topic {
    weight: 1,
    words: &[
        "privacy",
        "private",
        "data",
        "safe",
        "secure",
        "security",
        "tracking",
        "analytics",
        "server",
        "upload",
        "隐私",
        "安全",
        "数据",
        "上传",
        "服务器",
    ],
    answer: (
        "**Privacy in plain words**\n\
         - Espalier has no server, no account and no analytics. Only your prompts leave your browser, \
         and they go to the endpoint you chose. This guide sends nothing at all.\n\
         - Your conversations are in this browser’s IndexedDB. Browsers may clear the data of sites that are \
         rarely used, so export now and then; Settings show how much is stored and whether the browser promised \
         to keep it.\n\
         - Web pages, images and scripts from other sites are never loaded; a link shows its full address \
         before it opens.",
        "**隐私说明**\n\
         - Espalier没有服务器、没有账号、没有统计。除了发给你所选接口的提示词，没有任何内容离开你的浏览器。本向\
         导什么都不发送。\n\
         - 对话保存在此浏览器的IndexedDB中。浏览器可能清理不常用网站的数据，所以请不时导出；“设置”会显示占用多\
         少、浏览器是否承诺保留。\n\
         - 从不加载其他网站的网页、图片和脚本；打开链接前会显示完整地址。",
    ),
};
