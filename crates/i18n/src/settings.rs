//! The words of the settings.

mod data;
mod device;

pub use self::data::{Data, Import};
pub use self::device::{Connect, Device, Download, Local};
use espalier_llm::request::BaseProblem;
use espalier_model::Table;

words_ahead! {
    /// The words of the settings.
    Settings {
        see_why: &'static str = endpoint.see_why,
        base_problem: fn(&BaseProblem) -> String = endpoint.base_problem,
        saved_and_testing: &'static str = endpoint.saved_and_testing,
        connected: fn(&str) -> String = endpoint.connected,
        not_connected: fn(&str) -> String = endpoint.not_connected,
        kinds: fn(&[(Table, usize)]) -> String = import.kinds,
        connect_model: &'static str = local.title,
        data_title: &'static str = data.title,
        place_mark: fn(usize) -> String = data.place.mark,
        place_problem: &'static str = data.place.mark_problem,
    }
}

words! {
    /// The words of the settings.
    Words {
        in_use: fn(&str) -> String = |model| format!("Current model: {model}"), |model| format!("正在使用：{model}");
        /// Name of the list of sections, for screen readers.
        sections = "Sections", "设置分类";
        endpoint: Endpoint;
        local: Local;
        connect: Connect;
        device: Device;
        download: Download;
        models: Models;
        room_parameters: RoomParameters;
        connection: Connection;
        looks: Looks;
        data: Data;
        import: Import;
        learned: Learned;
        about: About;
    }

    /// The list from which a model is chosen.
    Models {
        for_all = "Default model", "默认模型";
        for_session = "Model for this conversation", "本对话使用的模型";
        for_answer = "Answer again with…", "换个模型重新回答……";
        search = "Search models", "搜索模型";
        nothing = "No model matches. You can enter other names in Settings.",
            "没有匹配的模型。可以在设置中填写其他名称。";
        /// Status where more models fit than are drawn.
        more: fn(usize) -> String = |count| format!("{count} more: type a part of the name."),
            |count| format!("还有{count}个，输入名称的一部分即可找到。");
        builtin = "Built-in guide", "内置向导";
        unnamed = "The server’s own model", "由服务器决定的模型";
        favourite: fn(&str) -> String = |name| format!("Keep {name} at the top"), |name| format!("将{name}置顶");
        unfavourite: fn(&str) -> String = |name| format!("Don’t keep {name} at the top"),
            |name| format!("取消{name}的置顶");
        context: fn(&str) -> String = |tokens| format!("{tokens} context"), |tokens| format!("上下文{tokens}");
        tools = "tools", "工具";
        pictures = "images", "图像";
        thinking = "reasoning", "推理";
        /// Box that adds a model to those asked at once.
        tick: fn(&str) -> String = |name| format!("Also ask {name}"), |name| format!("同时询问{name}");
        ask: fn(usize) -> String =
            |count| match count {
                0 => "Ask several".to_owned(),
                1 => "Ask this model".to_owned(),
                _ => format!("Ask {count} models"),
            },
            |count| match count {
                0 => "询问多个模型".to_owned(),
                1 => "询问这个模型".to_owned(),
                _ => format!("询问{count}个模型"),
            };
        several: fn(usize) -> String = |most| format!("Choose one, or tick up to {most} to compare."),
            |most| format!("点选一个，或勾选最多{most}个进行比较。");
        follow = "Use the default model again", "恢复使用默认模型";
        manage = "Manage connections", "管理连接";
    }

    /// The parameters of the assistant of a room.
    RoomParameters {
        title: fn(&str) -> String = |room| format!("Assistant parameters: {room}"), |room| format!("助手参数：{room}");
        intro: fn(&str) -> String =
            |room| {
                format!(
                    "For the assistant in {room} only, in all its conversations. \
                     Empty fields use the assistant’s default."
                )
            },
            |room| format!("只用于“{room}”的助手，对它的所有对话生效。留空的项使用助手的默认值。");
        temperature_hint = "0 to 2; higher is more varied. Empty: the assistant’s default",
            "0到2，越高越多样。留空则用助手的默认值";
        max_tokens_hint = "Empty: the assistant’s default", "留空则用助手的默认值";
        save = "Save", "保存";
        reset = "Reset to default", "恢复默认";
        emptied = "All fields are empty. Save to go back to the defaults.", "所有项均已清空，保存后恢复默认值。";
    }

    /// The endpoint.
    Endpoint {
        title = "Model", "模型";
        intro = "Choose which model answers. What you write goes straight from this browser to the endpoint you choose, and nowhere else.",
            "选择用哪个模型回答。内容由浏览器直接发给所选接口，不经中转。";
        provider = "Provider", "服务商";
        another = "Add another connection", "再添加一个连接";
        remove = "Remove this connection", "移除这个连接";
        connection_name = "Name of the connection", "连接名称";
        configured = "✓ marks providers you’ve set up.", "带✓的服务商已经配置过。";
        browser_yes = "Works from the browser", "可在浏览器中直接使用";
        browser_no = "Blocks web pages", "不允许网页访问";
        browser_setting = "Needs a setting on the server", "需要在服务器上设置";
        browser_unknown = "May not work from a browser", "不一定能在浏览器中使用";
        setting = "Start the server like this so that it accepts requests from this page:",
            "请这样启动服务器，使其接受此页面的请求：";
        copy = "Copy", "复制";
        base_url = "Base URL", "接口地址（Base URL）";
        base_url_hint = "Everything before /chat/completions.", "填写/chat/completions之前的部分。";
        alternates = "Other addresses:", "其他地址：";
        api_key = "API key", "API密钥";
        api_key_optional = "Not needed unless the server asks for one", "除非服务器要求，否则不必填写";
        create_key = "Create a key", "创建密钥";
        key_kept = "A key is stored in this browser. Enter another to replace it",
            "密钥已保存在此浏览器中，输入新密钥即可替换";
        key_session = "A key is stored until you close this tab. Enter another to replace it",
            "密钥保留到关闭此标签页为止，输入新密钥即可替换";
        same_key = "Use the same key there", "在那里也使用这个密钥";
        /// Reason why there is no key yet: the origin it is for, and the one that was typed.
        key_elsewhere: fn(&str, &str) -> String =
            |from, to| match from {
                "" => {
                    format!("A key was saved without an address. It won’t be sent to {to} unless you tick this.")
                }
                _ => {
                    format!(
                        "The saved key is for {from}. It won’t be sent to {to} unless you tick this. You can also enter another key."
                    )
                }
            },
            |from, to| match from {
                "" => format!("有一个密钥在保存时没有填写地址。除非你勾选此项，否则不会发送到{to}。"),
                _ => format!("已保存的密钥属于{from}。除非你勾选此项，否则不会发送到{to}；也可以输入另一个密钥。"),
            };
        keep = "Store the key in this browser", "在此浏览器中保存密钥";
        keep_hint = "If off, the key is gone once you close this tab.", "如不勾选，关闭此标签页后密钥即被清除。";
        clear_key = "Clear key", "清除密钥";
        model = "Model", "模型";
        model_optional = "The server uses the model it has loaded", "使用服务器已加载的模型";
        very_low = "very low cost", "费用极低";
        low = "low cost", "费用低";
        medium = "medium cost", "费用中等";
        high = "high cost", "费用高";
        /// Size of a model's context, in thousands of tokens.
        reads: fn(u32) -> String = |thousands| format!("reads {thousands}k tokens"),
            |thousands| format!("可读取{thousands}k token");
        fetch = "List models", "获取模型列表";
        fetched: fn(&str) -> String =
            |count| match count {
                "0" => "The endpoint lists no models. Type the model’s name.".to_owned(),
                "1" => "The endpoint lists 1 model. Pick it below.".to_owned(),
                _ => format!("The endpoint lists {count} models. Pick one below."),
            },
            |count| match count {
                "0" => "接口没有列出任何模型，请自行填写模型名称。".to_owned(),
                _ => format!("接口列出了{count}个模型，可在下方选择。"),
            };
        listed = "Models of this endpoint", "该接口的模型";
        pick = "Choose one…", "请选择……";
        base_problem: fn(&BaseProblem) -> String =
            |problem| match problem {
                BaseProblem::Empty => "Enter a base URL, such as https://example.org/v1.".to_owned(),
                BaseProblem::NoScheme(_) => "A base URL must start with http:// or https://.".to_owned(),
                BaseProblem::Invalid(text) => {
                    format!("“{text}” isn’t a web address. A base URL looks like https://example.org/v1.")
                }
            },
            |problem| match problem {
                BaseProblem::Empty => "请填写接口地址，例如https://example.org/v1。".to_owned(),
                BaseProblem::NoScheme(_) => "接口地址要以http://或https://开头。".to_owned(),
                BaseProblem::Invalid(text) => format!("“{text}”不是网址。接口地址形如https://example.org/v1。"),
            };
        /// Button that fills in the address that was meant.
        base_use: fn(&str) -> String = |meant| format!("Use {meant}"), |meant| format!("改用{meant}");
        key_missing: fn(&str) -> String =
            |name| format!("Saved, but not in use yet: {name} needs an API key. Enter one and save again."),
            |name| format!("已保存，但还不能使用：{name}需要API密钥。填写后请再次保存。");
        saved_and_testing = "Settings saved. Testing the connection…", "设置已保存，正在测试连接……";
        connected: fn(&str) -> String = |name| format!("{name} is ready."), |name| format!("{name}已可使用。");
        not_connected: fn(&str) -> String = |name| format!("{name} isn’t responding as it should."),
            |name| format!("{name}没有正常响应。");
        see_why = "See why", "查看原因";
        save_hint = "Saving a new address reloads the page, then tests the connection.",
            "保存新地址后会重新加载页面，然后测试连接。";
        allow_title = "How to allow this page on your server", "如何在服务器上允许此页面";
        allow_headers =
            "The server must send these headers with every response, including responses to OPTIONS requests:",
            "服务器的每个响应（包括对OPTIONS请求的响应）都要带上这些响应头：";
        allow_examples = "For common servers (llama.cpp allows every page by default):",
            "常见服务器的写法（llama.cpp默认允许所有网页）：";
        allow_browser = "If the browser asks whether this page may reach devices on your network, allow it. You can change that later in the site settings, beside the address bar.",
            "如果浏览器询问是否允许此页面访问本地网络中的设备，请选择允许。之后可在地址栏旁的网站设置中更改。";
        save = "Save and use", "保存并使用";
        choose = "Use the built-in guide", "使用内置向导";
        unsaved = "Not saved yet.", "尚未保存。";
        shared_origin = "Other pages of the same account share this address and could read what is stored here. Don’t store a key here, or host Espalier at its own address.",
            "同一账号下的其他网页与本页共用一个网站地址，可能读取保存在这里的内容。请不要保存密钥，或为Espalier使用独立的网址。";
    }

    /// State of the connection.
    Connection {
        test = "Test connection", "测试连接";
        unknown = "Not tested.", "尚未测试。";
        testing = "Testing the connection…", "正在测试连接……";
        ok: fn(&str) -> String =
            |said| match said {
                "" => "It works.".to_owned(),
                _ => format!("It works. The model says: {said}"),
            },
            |said| match said {
                "" => "连接正常。".to_owned(),
                _ => format!("连接正常。模型回答：{said}"),
            };
        /// The request of a test: its question, and where it goes.
        sends: fn(&str, &str) -> String = |question, place| format!("A test sends “{question}” to {place}."),
            |question, place| format!("测试会向{place}发送“{question}”。");
    }

    /// Language and theme.
    Looks {
        title = "Appearance", "外观";
        language = "Language · 语言", "语言 · Language";
        language_browser = "Same as browser", "跟随浏览器";
        theme = "Theme", "主题";
        theme_system = "Same as system", "跟随系统";
        theme_light = "Light", "浅色";
        theme_dark = "Dark", "深色";
        clock = "Clock", "时间格式";
        clock_language = "As usual in the language", "跟随语言";
        clock_12 = "12 hours", "12小时制";
        clock_24 = "24 hours", "24小时制";
        opening = "Open with", "打开时显示";
        opening_once = "Today, once a day", "今天（每天一次）";
        opening_today = "Today", "今天";
        opening_last = "Where you left off", "上次离开的地方";
    }

    /// Capabilities learned about endpoints.
    Learned {
        title = "Compatibility", "兼容性";
        intro = "When an endpoint refuses part of a request, the request is adapted and sent again. Espalier remembers this, so it happens only once.",
            "如果接口拒绝请求中的某一部分，请求会自动调整并重新发送。结果会被记住，同样的情况只发生一次。";
        nothing = "Nothing so far.", "暂时没有。";
        token_field: fn(&str) -> String = |name| format!("token budget as {name}"),
            |name| format!("token上限用{name}表示");
        no_token_field = "without a token budget", "不发送token上限";
        token_limit: fn(u32) -> String = |limit| format!("at most {limit} tokens"),
            |limit| format!("最多{limit} token");
        token_floor: fn(u32) -> String = |floor| format!("at least {floor} tokens, because the model thinks first"),
            |floor| format!("至少{floor} token，因为模型会思考");
        omitted: fn(&str) -> String = |names| format!("without {names}"), |names| format!("不发送{names}");
        without_pictures = "gets no pictures", "不发送图片";
        without_tools = "without tools", "不使用工具";
        ignores_prompted_tools = "doesn’t call tools described in the prompt either", "也不会按提示词中的说明调用工具";
        no_system = "system messages are sent with the first question", "系统消息并入第一个问题";
        alternate = "consecutive messages are merged", "相邻的消息合并为一条";
        context_limit: fn(u32) -> String = |limit| format!("conversations of at most {limit} tokens"),
            |limit| format!("对话最多{limit} token");
        choice = "can’t be told which tool to use", "不能按名称指定工具";
        no_schema = "JSON answers without a schema", "JSON回答不附带结构要求";
        no_json = "JSON answers asked for in words only", "只用文字要求以JSON回答";
        replay = "earlier thinking is included", "会附上先前的思考过程";
        forget = "Forget", "清除记录";
    }

    /// Privacy, and the small print.
    About {
        privacy = "Privacy", "隐私";
        notes: &'static [&'static str] =
            &[
                "Espalier has no server. Your data never leaves this browser, except what you send to the endpoint you chose and the copy in a place of your own, if you set one up.",
                "A key is sent only to the address it was saved for. It never appears in an export, a link or a log.",
                "Anyone who can use this browser profile, or an extension with access to all pages, can read what is stored here, including a saved key. Use a key with a spending limit.",
                "Nothing is tracked or reported, and images from other sites are never loaded.",
            ],
            &[
                "Espalier没有服务器。除了发送给你所选接口的内容，以及你自己设置的副本，数据不会离开此浏览器。",
                "密钥只会发送到保存它时填写的地址，不会出现在导出文件、链接或日志中。",
                "能打开这个浏览器账户的人，或有权访问所有网页的扩展程序，都可以读取这里保存的内容，包括已保存的密钥。建议使用设有消费限额的密钥。",
                "不统计也不上报任何信息，也不会加载来自外部的图片。",
            ];
        title = "About", "关于";
        /// Description of the app, with its version and licence.
        text: fn(&str, &str) -> String =
            |version, licence| {
                format!("Espalier {version}, a private AI workspace in one browser tab. Free software under {licence}.")
            },
            |version, licence| {
                format!("Espalier {version}，一个浏览器标签页里的私人AI工作区。自由软件，以{licence}许可发布。")
            };
        build: fn(&str) -> String = |name| format!("Build {name}"), |name| format!("构建版本：{name}");
        install_hint = "Espalier opens in a window of its own, also without a network.",
            "安装后可在独立窗口中打开，没有网络时也能使用。";
        install_how = "Espalier can be installed as an app: look for “Install”, “Add to Home Screen” or, in Safari on a Mac, “Add to Dock” in the browser’s menu. Browsers without such an entry don’t install web apps.",
            "Espalier可以安装为应用：请在浏览器菜单中选择“安装”或“添加到主屏幕”，在Mac的Safari中选择“添加到程序坞”。没有这些选项的浏览器不支持安装网页应用。";
        installed = "Espalier is installed on this device.", "此设备已安装Espalier。";
        news_title = "What’s new", "新功能";
        news: &'static [&'static str] =
            &[
                "Espalier can be installed: it opens files, takes text that other apps share, and marks its icon while a timer is running.",
                "An open tab finds a new version within a day, and switches only when you say so.",
                "The time log shows a week together with its report.",
            ],
            &[
                "Espalier可以安装为应用：能打开文件、接收其他应用分享的文字，计时期间图标上会显示标记。",
                "保持打开的标签页会在一天之内发现新版本，由你决定何时切换。",
                "时间记录可以按周查看，并附上报告。",
            ];
        licences = "Licences of the libraries Espalier is built with", "Espalier所用程序库的许可";
    }
}
