//! The settings in Chinese. Must not be in here: another language.

use crate::model::Table;

use super::{About, Connection, Data, Endpoint, Import, Learned, Looks, Settings};
use crate::llm::request::BaseProblem;

pub(in crate::i18n) const ZH: Settings = Settings {
    in_use: |model| format!("正在使用：{model}"),
    endpoint: Endpoint {
        title: "模型",
        intro: "选择由谁来回答。提示词从此浏览器直接发送到你选择的接口，不会经过其他任何地方。",
        provider: "服务商",
        configured: "带✓的服务商已经配置过。",
        browser_yes: "可在浏览器中直接使用",
        browser_no: "浏览器无法直接调用",
        browser_setting: "需要在服务器上设置",
        browser_unknown: "不一定能在浏览器中使用",
        setting: "请这样启动服务器，使其接受此页面的请求：",
        copy: "复制",
        base_url: "接口地址（Base URL）",
        base_url_hint: "填写/chat/completions之前的部分。",
        alternates: "其他地址：",
        api_key: "API密钥",
        create_key: "创建密钥",
        api_key_optional: "除非服务器要求，否则不必填写",
        key_kept: "密钥已保存在此浏览器中，输入新密钥即可替换",
        key_session: "密钥保留到关闭此标签页为止，输入新密钥即可替换",
        same_key: "在那里也使用这个密钥",
        key_elsewhere: |from, to| match from {
            "" => format!("有一个密钥在保存时没有填写地址。除非你勾选此项，否则不会发送到{to}。"),
            _ => format!("已保存的密钥属于{from}。除非你勾选此项，否则不会发送到{to}；也可以输入另一个密钥。"),
        },
        keep: "在此浏览器中保存密钥",
        keep_hint: "如不勾选，关闭此标签页后密钥即被清除。",
        clear_key: "清除密钥",
        model: "模型",
        model_optional: "使用服务器已加载的模型",
        very_low: "费用极低",
        low: "费用低",
        medium: "费用中等",
        high: "费用高",
        reads: |thousands| format!("可读取{thousands}k词元"),
        fetch: "获取模型列表",
        fetched: |count| match count {
            "0" => "接口没有列出任何模型，请自行填写模型名称。".to_owned(),
            _ => format!("接口列出了{count}个模型，可在下方选择。"),
        },
        listed: "该接口的模型",
        pick: "请选择……",
        base_problem: |problem| match problem {
            BaseProblem::Empty => "请填写接口地址，例如https://example.org/v1。".to_owned(),
            BaseProblem::NoScheme(_) => "接口地址要以http://或https://开头。".to_owned(),
            BaseProblem::Invalid(text) => format!("“{text}”不是网址。接口地址形如https://example.org/v1。"),
        },
        base_use: |meant| format!("改用{meant}"),
        key_missing: |name| format!("已保存，但还不能使用：{name}需要API密钥。填写后请再次保存。"),
        saved_and_testing: "设置已保存，正在测试连接……",
        connected: |name| format!("{name}已可使用。"),
        not_connected: |name| format!("{name}没有正常回答，原因见设置。"),
        save_hint: "保存新地址后会重新加载页面，并用一个简短的问题测试连接。",
        allow_title: "如何在服务器上允许此页面",
        allow_headers: "服务器的每个响应（包括对OPTIONS请求的响应）都要带上这些响应头：",
        allow_examples: "常见服务器的写法（llama.cpp默认允许所有网页）：",
        allow_browser: "如果浏览器询问是否允许此页面访问本地网络中的设备，请选择允许。之后可在地址栏旁的网站设置中更改。",
        save: "保存并使用",
        choose: "使用内置向导",
        unsaved: "尚未保存。",
        shared_origin: "同一账号下的其他网页与本页共用一个网站地址，可能读取保存在这里的内容。请不要保存密钥，或为Espalier使用独立的网址。",
    },
    connection: Connection {
        test: "测试连接",
        unknown: "尚未测试。",
        testing: "正在测试连接……",
        ok: |said| match said {
            "" => "连接正常。".to_owned(),
            _ => format!("连接正常。模型回答：{said}"),
        },
    },
    looks: Looks {
        title: "外观",
        language: "语言 · Language",
        language_browser: "跟随浏览器",
        theme: "主题",
        theme_system: "跟随系统",
        theme_light: "浅色",
        theme_dark: "深色",
    },
    data: Data {
        title: "你的数据",
        unreadable: |count| format!("有{count}条已存储的记录无法读取，它们保持原样，每次导出都会附上其原始内容。"),
        save_unreadable: "保存原始内容",
        erase: "删除全部数据……",
        erase_hint: "从此浏览器中删除对话、导图、时间记录、课程、场景、智能体、设置、密钥和离线副本。如果以后可能需要，请先导出。",
        intro: "所有内容都保存在这台设备的此浏览器中。浏览器也可能丢失数据，请不时导出备份。",
        usage: |used, quota| format!("已使用{used}，共{quota}。"),
        measuring: "正在统计……",
        persisted: "浏览器已承诺保留这些数据。",
        not_persisted: "空间不足时浏览器可能清除数据。发送第一条消息后，Espalier会请求浏览器永久保留数据。",
        export: "导出全部数据",
        export_hint: "一个JSON文件，包含全部内容：对话、导图、时间记录、课程、场景、智能体和设置。不含密钥。",
        import: "导入文件",
        import_hint: "Espalier的导出文件或救援文件，或ChatGPT的conversations.json。导入前会先显示将有哪些改动。",
    },
    import: Import {
        title: "导入",
        file: |name| format!("来自{name}"),
        comparing: "正在与现有内容比较……",
        differs: "这里的内容在此期间有了变化，因此还没有导入。现在导入的结果会是：",
        kinds,
        adds: |things| format!("将新增{things}。"),
        replaces: |things| format!("将替换{things}。"),
        between: "",
        agent_says: |name| format!("“{name}”给模型的指令"),
        broken: |count| format!("文件中有{count}条记录无法读取。请保留此文件，或另存它们的原始内容。"),
        save_broken: "保存原始内容",
        targets: "提示词将发送到哪里",
        targets_hint: "只勾选你信任的地址。已保存的密钥仍只用于保存时的地址。",
        take_endpoint: |name, origin, before| match before {
            Some(before) if before != origin => format!("{name}的地址由{before}改为{origin}"),
            _ => format!("{name}使用地址{origin}"),
        },
        take_provider: |name, origin| format!("由{name}回答（{origin}）"),
        take_agents: |agents, name, origin| format!("由{name}（{origin}）回答的智能体：{}", agents.join("、")),
        nothing: "文件中的内容这里都已经有了，不会有任何改动。",
        nothing_left: "没有可导入的内容：文件中有一部分无法读取（见下方列表），其余的这里都已经有了。",
        policy: "同一条内容两边都有时",
        keep_mine: "保留现有内容",
        take_theirs: "采用文件中的内容",
        read: |messages, branches| match branches {
            0 | 1 => format!("{messages}条消息"),
            _ => format!("{messages}条消息，{branches}个分支"),
        },
        hidden: |count| format!("略去{count}条隐藏消息"),
        unreadable: |count| format!("略去{count}条无法识别的消息"),
        orphans: |count| format!("已修复：{count}条消息的上一条缺失，现作为分支的开头"),
        rings: |count| format!("已修复：断开{count}处首尾相接的消息"),
        empty: "已跳过：没有内容",
        duplicate: "已跳过：文件中重复出现",
        malformed: |reason| format!("已跳过：无法读取（{reason}）"),
        untitled: "未命名",
        more: |count| format!("还有{count}项"),
        apply: "导入",
    },
    learned: Learned {
        title: "为各接口所做的调整",
        intro: "如果接口拒绝请求中的某一部分，请求会自动调整并重新发送。结果会被记住，同样的情况只发生一次。",
        nothing: "暂时没有。",
        token_field: |name| format!("词元上限用{name}表示"),
        no_token_field: "不发送词元上限",
        token_limit: |limit| format!("最多{limit}词元"),
        token_floor: |floor| format!("至少{floor}词元，因为模型会思考"),
        omitted: |names| format!("不发送{names}"),
        without_tools: "不使用工具",
        ignores_prompted_tools: "也不会按提示词中的说明调用工具",
        no_system: "系统消息并入第一个问题",
        alternate: "相邻的消息合并为一条",
        context_limit: |limit| format!("对话最多{limit}词元"),
        choice: "不能按名称指定工具",
        no_schema: "JSON回答不附带结构要求",
        no_json: "只用文字要求以JSON回答",
        replay: "会附上先前的思考过程",
        forget: "清除记录",
    },
    about: About {
        privacy: "隐私",
        notes: &[
            "Espalier没有服务器。除了发送给你所选接口的内容，对话不会离开此浏览器。",
            "密钥只会发送到保存它时填写的地址，不会出现在导出文件、链接或日志中。",
            "能使用此浏览器配置的人，或有权访问所有网页的扩展程序，都可以读取这里保存的内容，包括已保存的密钥。建议使用设有消费限额的密钥。",
            "不统计也不上报任何信息，也不会加载来自外部的图片。",
        ],
        title: "关于",
        text: |version, licence| {
            format!("Espalier {version}，一个浏览器标签页里的私人AI工作区。自由软件，以{licence}许可发布。")
        },
    },
};

/// “2个对话（12条消息）、1张导图（30个节点）”。
fn kinds(counts: &[(Table, usize)]) -> String {
    let of = |table: Table| counts.iter().find(|(known, _)| *known == table).map_or(0, |(_, count)| *count);
    let say = |table: Table| {
        let count = of(table);
        match table {
            Table::Sessions => format!("{count}个对话"),
            Table::Messages => format!("{count}条消息"),
            Table::Personas => format!("{count}个智能体"),
            Table::Endpoints => format!("{count}个接口"),
            Table::Learned => format!("{count}条接口调整"),
            Table::Preferences => "偏好设置".to_owned(),
            Table::Maps => format!("{count}张导图"),
            Table::Nodes => format!("{count}个节点"),
            Table::TimeEntries => format!("{count}条时间记录"),
            Table::TimeCategories => format!("{count}个分类"),
            Table::Goals => format!("{count}个目标"),
            Table::Turns => format!("{count}个未完成的回答"),
            Table::Courses => format!("{count}门课程"),
            Table::Scenes => format!("{count}个场景"),
            Table::Shapes => format!("{count}个图形"),
        }
    };
    let mut parts = Vec::new();
    for (table, inner) in super::KINDS {
        match inner.filter(|inner| of(*inner) > 0) {
            Some(inner) if of(*table) > 0 => parts.push(format!("{}（{}）", say(*table), say(inner))),
            Some(inner) => parts.push(say(inner)),
            None if of(*table) > 0 => parts.push(say(*table)),
            None => {}
        }
    }
    if parts.is_empty() { "0项".to_owned() } else { parts.join("、") }
}
