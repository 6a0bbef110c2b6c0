//! The settings in Chinese.

use espalier_model::Table;

use super::{
    About, Connect, Connection, Data, Device, Download, Endpoint, Import, Learned, Local, Looks, Models,
    RoomParameters, SizeWords, Words,
};
use espalier_llm::request::BaseProblem;
use espalier_local_model::{DownloadProblem, FileRefusal};

pub(crate) const ZH: Words = Words {
    in_use: |model| format!("正在使用：{model}"),
    sections: "设置分类",
    endpoint: Endpoint {
        title: "模型",
        intro: "选择用哪个模型回答。内容由浏览器直接发给所选接口，不经中转。",
        provider: "服务商",
        another: "再添加一个连接",
        remove: "移除这个连接",
        connection_name: "连接名称",
        configured: "带✓的服务商已经配置过。",
        browser_yes: "可在浏览器中直接使用",
        browser_no: "不允许网页访问",
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
        reads: |thousands| format!("可读取{thousands}k token"),
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
        not_connected: |name| format!("{name}没有正常响应。"),
        see_why: "查看原因",
        save_hint: "保存新地址后会重新加载页面，然后测试连接。",
        allow_title: "如何在服务器上允许此页面",
        allow_headers: "服务器的每个响应（包括对OPTIONS请求的响应）都要带上这些响应头：",
        allow_examples: "常见服务器的写法（llama.cpp默认允许所有网页）：",
        allow_browser: "如果浏览器询问是否允许此页面访问本地网络中的设备，请选择允许。之后可在地址栏旁的网站设置中更改。",
        save: "保存并使用",
        choose: "使用内置向导",
        unsaved: "尚未保存。",
        shared_origin: "同一账号下的其他网页与本页共用一个网站地址，可能读取保存在这里的内容。请不要保存密钥，或为Espalier使用独立的网址。",
    },
    models: Models {
        for_all: "默认模型",
        for_session: "本对话使用的模型",
        for_answer: "换个模型重新回答……",
        search: "搜索模型",
        nothing: "没有匹配的模型。可以在设置中填写其他名称。",
        more: |count| format!("还有{count}个，输入名称的一部分即可找到。"),
        builtin: "内置向导",
        unnamed: "由服务器决定的模型",
        favourite: |name| format!("将{name}置顶"),
        unfavourite: |name| format!("取消{name}的置顶"),
        context: |tokens| format!("上下文{tokens}"),
        tools: "工具",
        pictures: "图像",
        thinking: "推理",
        tick: |name| format!("同时询问{name}"),
        ask: |count| match count {
            0 => "询问多个模型".to_owned(),
            1 => "询问这个模型".to_owned(),
            _ => format!("询问{count}个模型"),
        },
        several: |most| format!("点选一个，或勾选最多{most}个进行比较。"),
        follow: "恢复使用默认模型",
        manage: "管理连接",
    },
    room_parameters: RoomParameters {
        title: |room| format!("助手参数：{room}"),
        intro: |room| format!("只用于“{room}”的助手，对它的所有对话生效。留空的项使用助手的默认值。"),
        temperature_hint: "0到2，越高越多样。留空则用助手的默认值",
        max_tokens_hint: "留空则用助手的默认值",
        save: "保存",
        reset: "恢复默认",
        emptied: "所有项均已清空，保存后恢复默认值。",
    },
    device: Device {
        heading: "此浏览器中的模型",
        hint: "模型文件（GGUF）只需复制一次到浏览器的存储空间，之后就在页面里运行。你写的内容不会离开这台设备，也不需要网络。文件最好在1 GB以内。",
        add: "添加模型文件……",
        drop: "也可以拖放到这里。",
        none: "这里还没有模型。许多小模型都以GGUF文件发布，例如20亿参数以内的SmolLM2、Qwen或Llama。",
        expected: |size, context, memory, speed| {
            format!("{size}，最多读取{context} token，约需{memory}内存，在本机上大约{}", tokens_a_second(speed))
        },
        no_template: "文件不含对话模板，因此使用一种通用模板。",
        checking: |name| format!("正在检查{name}……"),
        copying: |name, percent| format!("正在复制{name}：{percent}%"),
        comparing: |name, percent| format!("正在核对{name}的副本：{percent}%"),
        waiting: |count| format!("之后还有{count}个文件"),
        cancel: "取消",
        use_it: "使用",
        in_use: "使用中",
        delete: |name| format!("删除{name}"),
        in_memory: "已载入，闲置十分钟后自动卸载。",
        free: "卸载",
        refused,
    },
    download: Download {
        hint: "文件直接从发布网站下载，保存在此浏览器中，并在页面里运行。下载前页面会重新加载一次。",
        offers: "可下载的模型",
        about: |millions, licence| format!("{}亿参数，{licence}", f64::from(millions) / 100.0),
        get: |size, host| match size {
            "" => format!("从{host}下载"),
            _ => format!("从{host}下载{size}"),
        },
        address: "其他模型",
        address_hint: "GGUF文件的https地址。",
        ask: "查看大小",
        asking: |host| format!("正在向{host}询问文件大小……"),
        loading: |name| format!("正在下载{name}"),
        came: |done, all| match all {
            Some((all, percent)) => format!("{done}，共{all}（{percent}%）"),
            None => done.to_owned(),
        },
        speed: |speed, left| match left {
            None => format!("每秒{speed}"),
            Some(seconds @ ..60) => format!("每秒{speed}，还需{seconds}秒"),
            Some(seconds) => format!("每秒{speed}，还需{}分钟", seconds.div_ceil(60)),
        },
        checking: |name, percent| format!("正在核对{name}：{percent}%"),
        stopping: "正在停止……",
        paused: |name| format!("{name}已暂停。"),
        pause: "暂停",
        go_on: "继续",
        again: "重新下载",
        cancel: "取消下载",
        problem,
    },
    local: Local {
        title: "连接模型",
        heading: "本机",
        hint: "在localhost的11434、1234和8080端口查找Ollama、LM Studio和llama.cpp，只询问它们的模型列表。查找前会重新加载页面。",
        find: "查找",
        searching: "正在查找……",
        nothing: "本机没有服务响应。请启动其中之一，然后再次查找。",
        asking: "正在询问……",
        absent: "未找到",
        closed: "已找到，但它还不响应此页面。请按下面的命令启动，然后再次查找：",
        locked: "已找到，但它需要密钥。请在设置中填写。",
        other: |name, port| format!("{port}端口有程序响应，但不是{}。", name.trim_end_matches("服务器")),
        blocked: "浏览器不允许此页面访问本机。请在地址栏旁的网站设置中允许，然后再次查找。",
        no_models: "已找到，但还没有模型。",
        models: "本机的模型",
        use_it: "使用",
        in_use: "正在使用",
    },
    connect: Connect {
        local: ("在这台电脑上", "Ollama、LM Studio或llama.cpp，免费且私密。"),
        key: ("使用密钥", "OpenAI、Gemini、OpenRouter等。"),
        file: ("模型文件", "在此页面中运行的GGUF文件。"),
        download: ("下载模型", "小型开源模型，约100至640 MB，之后在此页面中运行，离线也能用。"),
        privacy: "你写的内容只发给所选的模型。",
        all_settings: "全部设置",
        back: "返回",
        provider: "密钥来自哪家？",
        check: "验证密钥",
        goes: |host| format!("密钥只会发送到{host}。"),
        refused: |name| format!("{name}不接受这个密钥，请检查是否复制完整。"),
        says: |name, text| format!("{name}的答复：{text}"),
        ready: |name| format!("已就绪：{name}"),
        start: "开始对话",
        another: "换一个模型",
    },
    connection: Connection {
        test: "测试连接",
        unknown: "尚未测试。",
        testing: "正在测试连接……",
        ok: |said| match said {
            "" => "连接正常。".to_owned(),
            _ => format!("连接正常。模型回答：{said}"),
        },
        sends: |question, place| format!("测试会向{place}发送“{question}”。"),
    },
    looks: Looks {
        title: "外观",
        language: "语言 · Language",
        language_browser: "跟随浏览器",
        theme: "主题",
        theme_system: "跟随系统",
        theme_light: "浅色",
        theme_dark: "深色",
        clock: "时间格式",
        clock_language: "跟随语言",
        clock_12: "12小时制",
        clock_24: "24小时制",
        opening: "打开时显示",
        opening_once: "今天（每天一次）",
        opening_today: "今天",
        opening_last: "上次离开的地方",
    },
    data: Data {
        title: "你的数据",
        files: |count, size| format!("{count}个附件（{size}）"),
        files_hint: "文件不再被任何消息或可撤销的步骤用到时，一天后自动删除。",
        unreadable: |count| format!("有{count}条已存储的记录无法读取，它们保持原样，每次导出都会附上其原始内容。"),
        save_unreadable: "保存原始内容",
        place: crate::place::ZH,
        erase: "删除全部数据……",
        erase_hint: "从此浏览器中删除对话、导图、时间记录、课程、场景、智能体、设置、密钥和离线副本。如果以后可能需要，请先导出。",
        intro: "所有内容都保存在这台设备的此浏览器中。浏览器也可能丢失数据，请不时导出备份。",
        usage: |used, quota| format!("已使用{used}，共{quota}。"),
        measuring: "正在统计……",
        persisted: "浏览器不会自动清理这些数据。",
        not_persisted: "空间不足时浏览器可能清除数据。发送第一条消息后，Espalier会请求浏览器永久保留数据。",
        elsewhere: |when| format!("上次保存到此浏览器之外的时间：{when}。"),
        nothing_elsewhere: "还没有在此浏览器之外保存过。",
        export: "导出全部数据",
        export_hint: "一个JSON文件，包含全部内容：对话、导图、时间记录、课程、场景、智能体和设置。不含密钥。",
        backup: "保存备份",
        backup_hint: "内容相同，存为一个紧凑的文件，适合大量数据，可以设置密码。只有Espalier能读取。",
        backup_password: "密码（可选）",
        backup_password_hint: "请妥善保管：没有密码，谁也无法打开备份。",
        backing_up: |items| format!("正在保存，已写入{items}项……"),
        import: "导入文件",
        import_hint: "Espalier的备份、导出文件和救援文件，以及ChatGPT、Claude、Open WebUI、LibreChat、llama.cpp、SillyTavern和big-AGI的对话；支持ZIP压缩包，也可一次选择多个文件。导入前会先显示将有哪些改动。",
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
        targets: "内容将发送到哪里",
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
        part: |number| format!("备份的第{number}部分"),
        damaged: "已跳过：已损坏",
        malformed: |reason| format!("已跳过：无法读取（{reason}）"),
        untitled: "未命名",
        more: |count| format!("还有{count}项"),
        cut: "文件的末尾缺失，内容不完整。可以导入其中剩下的部分。",
        locked: "此备份设有密码",
        password: "密码",
        wrong_password: "这不是此备份的密码。",
        unlock: "打开",
        apply: "导入",
    },
    learned: Learned {
        title: "兼容性",
        intro: "如果接口拒绝请求中的某一部分，请求会自动调整并重新发送。结果会被记住，同样的情况只发生一次。",
        nothing: "暂时没有。",
        token_field: |name| format!("token上限用{name}表示"),
        no_token_field: "不发送token上限",
        token_limit: |limit| format!("最多{limit} token"),
        token_floor: |floor| format!("至少{floor} token，因为模型会思考"),
        omitted: |names| format!("不发送{names}"),
        without_pictures: "不发送图片",
        without_tools: "不使用工具",
        ignores_prompted_tools: "也不会按提示词中的说明调用工具",
        no_system: "系统消息并入第一个问题",
        alternate: "相邻的消息合并为一条",
        context_limit: |limit| format!("对话最多{limit} token"),
        choice: "不能按名称指定工具",
        no_schema: "JSON回答不附带结构要求",
        no_json: "只用文字要求以JSON回答",
        replay: "会附上先前的思考过程",
        forget: "清除记录",
    },
    about: About {
        privacy: "隐私",
        notes: &[
            "Espalier没有服务器。除了发送给你所选接口的内容，以及你自己设置的副本，数据不会离开此浏览器。",
            "密钥只会发送到保存它时填写的地址，不会出现在导出文件、链接或日志中。",
            "能打开这个浏览器账户的人，或有权访问所有网页的扩展程序，都可以读取这里保存的内容，包括已保存的密钥。建议使用设有消费限额的密钥。",
            "不统计也不上报任何信息，也不会加载来自外部的图片。",
        ],
        title: "关于",
        text: |version, licence| {
            format!("Espalier {version}，一个浏览器标签页里的私人AI工作区。自由软件，以{licence}许可发布。")
        },
        build: |name| format!("构建版本：{name}"),
        install_hint: "安装后可在独立窗口中打开，没有网络时也能使用。",
        install_how: "Espalier可以安装为应用：请在浏览器菜单中选择“安装”或“添加到主屏幕”，在Mac的Safari中选择“添加到程序坞”。没有这些选项的浏览器不支持安装网页应用。",
        installed: "此设备已安装Espalier。",
        news_title: "新功能",
        news: &[
            "Espalier可以安装为应用：能打开文件、接收其他应用分享的文字，计时期间图标上会显示标记。",
            "保持打开的标签页会在一天之内发现新版本，由你决定何时切换。",
            "时间记录可以按周查看，并附上报告。",
        ],
        licences: "Espalier所用程序库的许可",
    },
};

/// Returns the numbers of rows: “2个对话（12条消息）、1张导图（30个节点）”。
fn kinds(counts: &[(Table, usize)]) -> String {
    let of = |table: Table| counts.iter().find(|(known, _)| *known == table).map_or(0, |(_, count)| *count);
    let say = |table: Table| {
        let count = of(table);
        match table {
            Table::Sessions => format!("{count}个对话"),
            Table::Messages => format!("{count}条消息"),
            Table::Personas => format!("{count}个智能体"),
            Table::Endpoints => format!("{count}个接口"),
            Table::Learned => format!("{count}条接口兼容记录"),
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
            Table::Links => format!("{count}个链接"),
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

fn tokens_a_second(speed: f64) -> String {
    match speed {
        ..1.0 => "每秒不到1 token".to_owned(),
        1.0..30.0 => format!("每秒{speed:.0} token"),
        _ => "每秒30 token以上".to_owned(),
    }
}

fn problem(problem: &DownloadProblem, name: &str, host: &str, size: SizeWords) -> String {
    match problem {
        DownloadProblem::Address => "这不是模型文件的地址。地址以https://开头，以.gguf结尾。".to_owned(),
        DownloadProblem::Offline => "没有网络，联网后请继续。".to_owned(),
        DownloadProblem::Unreachable => {
            format!("{host}没有响应，或不允许网页读取该文件。请重试，或自行下载后作为模型文件添加。")
        }
        DownloadProblem::NotAllowed => {
            "浏览器不为此页面保存数据，因此无法获取文件。请允许网站存储数据，或使用非无痕窗口。".to_owned()
        }
        DownloadProblem::Refused(status) => {
            format!("{host}拒绝发送该文件（状态码{status}）。请稍后重试，或选择其他模型。")
        }
        DownloadProblem::NotFound => format!("{host}上没有这个文件，请检查地址。"),
        DownloadProblem::NotAModel => format!("{host}发来的不是模型，可能是网页。请使用.gguf文件本身的地址。"),
        DownloadProblem::Interrupted => "连接中断。已下载的部分会保留，可随时继续。".to_owned(),
        DownloadProblem::Length(expected, came) => {
            format!("{host}声明的大小为{}，实际发来{}，文件已丢弃。", size(*expected), size(*came))
        }
        DownloadProblem::Digest => format!("文件的SHA-256与已知的{name}不符，已丢弃。"),
        DownloadProblem::Space(needed, free) => {
            format!(
                "下载和核对需要{}空间，浏览器只剩{}可用。请腾出空间，或选择更小的模型。",
                size(*needed),
                size(*free)
            )
        }
        DownloadProblem::NoFiles => "此浏览器不为页面保存文件（例如无痕窗口）。请使用普通窗口。".to_owned(),
        DownloadProblem::OtherTab => "另一个标签页正在下载模型。请等待其完成，或关闭那个标签页。".to_owned(),
        DownloadProblem::File(refusal) => refused(name, refusal, size),
    }
}

fn refused(name: &str, refusal: &FileRefusal, size: SizeWords) -> String {
    match refusal {
        FileRefusal::NotGguf => {
            format!("{name}不是GGUF文件，请选择以.gguf结尾的模型文件。")
        }
        FileRefusal::Version(version) => format!("{name}采用GGUF格式的第{version}版，这里可以读取第2版和第3版。"),
        FileRefusal::BigEndian => format!("{name}采用大端序。请改用该模型的常规文件。"),
        FileRefusal::Cut => format!("{name}不完整，缺少结尾部分。请重新下载。"),
        FileRefusal::Broken(why) => format!("{name}已损坏：{why}。"),
        FileRefusal::Architecture(kind) if kind.is_empty() => format!("{name}没有标明模型类型。"),
        FileRefusal::Architecture(kind) => format!("{name}是“{kind}”类模型，无法在这里运行。支持Llama、Qwen2和Qwen3。"),
        FileRefusal::Format(format) => {
            format!("{name}的量化格式{format}在这里无法读取。请选择Q4_0、Q4_K_M、Q5_0、Q6_K或Q8_0的文件。")
        }
        FileRefusal::Tokenizer(kind) => format!("{name}的分词方式“{kind}”在这里不受支持。"),
        FileRefusal::Split(count) => format!("{name}是一个模型的{count}个文件之一。这里只能运行单个文件的模型。"),
        FileRefusal::Memory(needed, limit) => {
            format!("{name}约需{}内存，而页面最多可用{}。请选择更小的模型。", size(*needed), size(*limit))
        }
        FileRefusal::Space(needed, free) => {
            format!("{name}需要{}空间，而浏览器只为此页面留有{}。", size(*needed), size(*free))
        }
        FileRefusal::Exists => format!("已有名为{name}的模型。"),
        FileRefusal::Unreadable => format!("无法读取{name}，它可能已被移动或更改。"),
        FileRefusal::NotKept => format!("浏览器无法保存{name}。可能空间不足，或正在使用无痕窗口。"),
        FileRefusal::Changed => format!("{name}的副本与原文件不一致，已丢弃。请重试。"),
        FileRefusal::NoCode => "无法加载检查模型的部分。请联网后重试。".to_owned(),
    }
}
