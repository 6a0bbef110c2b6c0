//! The words of the Chat room.

mod attach;
mod columns;

pub use self::attach::{Attach, encoding};
pub use self::columns::Columns;

words_ahead! {
    /// The words of the Chat room.
    Chat {
        loading: &'static str = loading,
        new_session: &'static str = new_session,
        builtin_label: &'static str = builtin_label,
        choose_model: &'static str = choose_model,
        about_tokens: fn(&str) -> String = about_tokens,
        context_used: fn(&str, &str) -> String = context_used,
        context_bar: &'static str = context_bar,
        composer: Composer = composer,
        sidebar: Sidebar = sidebar,
        files: Files = files,
        welcome: Welcome = welcome,
        choose_agent: &'static str = agents.choose,
        pin_agent: &'static str = agents.pin,
        choose_files: &'static str = attach.choose,
        file_read_as: fn(&str, &str) -> String = attach.file_read_as,
        pages_left: fn(usize, usize) -> String = attach.pages_left,
    }
}

words! {
    /// The words of the Chat room.
    Words {
        attach: Attach;
        columns: Columns;
        you = "You", "我";
        assistant = "Assistant", "助手";
        system = "System", "系统";
        transcript = "Conversation", "对话内容";
        loading = "Opening the conversation…", "正在打开对话……";
        to_end = "Jump to the latest message", "跳到最新消息";
        new_session = "New conversation", "新对话";
        builtin = "Built-in guide", "内置向导";
        builtin_label = "Built-in guide, rule-based · connect a model", "内置向导（基于规则）· 连接模型";
        choose_model = "Choose a model", "选择模型";
        tokens: fn(&str) -> String =
            |count| if count == "1" { "1 token".to_owned() } else { format!("{count} tokens") },
            |count| format!("{count} token");
        about_tokens: fn(&str) -> String =
            |count| format!("about {count} {}", if count == "1" { "token" } else { "tokens" }),
            |count| format!("约{count} token");
        figures = "Speed and cost", "速度与费用";
        first_after: fn(&str) -> String = |time| format!("first word after {time}"), |time| format!("首字延迟{time}");
        speed: fn(&str) -> String = |count| format!("{count} tokens per second"), |count| format!("{count} token/秒");
        sent_tokens: fn(&str) -> String = |count| format!("{count} tokens sent"), |count| format!("发送{count} token");
        /// Cost of an answer, an amount of money.
        cost: fn(&str) -> String = |amount| format!("about {amount}"), |amount| format!("约{amount}");
        /// Share of the model's context that is used: tokens of tokens.
        context_used: fn(&str, &str) -> String = |used, window| format!("{used} of {window}"),
            |used, window| format!("{used}/{window}");
        context_bar = "Context used, in tokens", "已用上下文（token）";
        left_out = "excluded from context", "不在上下文中";
        beyond = "not sent (too long)", "超出上下文";
        edited = "edited", "已编辑";
        stopped = "Stopped here.", "回答在此停止。";
        truncated = "The answer reached its length limit.", "回答已达到长度上限。";
        more = "More actions", "更多操作";
        branch_before = "Previous branch", "上一个分支";
        branch_after = "Next branch", "下一个分支";
        /// Place of an alternative, and how many there are.
        branch_place: fn(usize, usize) -> String = |place, count| format!("Branch {place} of {count}"),
            |place, count| format!("第{place}个分支，共{count}个");
        thinking = "Thinking…", "正在思考……";
        thought = "Thoughts", "思考过程";
        thought_for: fn(&str) -> String = |time| format!("Thought for {time}"), |time| format!("思考了{time}");
        /// Status while a model on this device is loaded, in per cent.
        loading_model: fn(u8) -> String = |percent| format!("Loading the model… {percent}%"),
            |percent| format!("正在载入模型……{percent}%");
        /// Status while it reads the prompt, in per cent.
        reading_prompt: fn(u8) -> String = |percent| format!("Reading the conversation… {percent}%"),
            |percent| format!("正在阅读对话……{percent}%");
        phases = "Progress", "进度";
        phase_preparing = "Preparing", "准备中";
        phase_thinking = "Thinking", "思考中";
        phase_tool = "Using a tool", "使用工具";
        /// Arguments of the tool, behind the name of its phase.
        phase_words: fn(&str) -> String = |words| format!(" ({words})"), |words| format!("（{words}）");
        phase_answering = "Answering", "回答中";
        tool_called: fn(&str) -> String = |name| format!("Called {name}"), |name| format!("调用了{name}");
        retry_now = "Try now", "立即重试";
        keys: Keys;
        actions: Actions;
        handover: Handover;
        edit: Edit;
        composer: Composer;
        sidebar: Sidebar;
        files: Files;
        welcome: Welcome;
        tree: Tree;
        preview: Preview;
        agents: Agents;
    }

    /// The keys, for the help sheet.
    Keys {
        title = "On a message", "在消息上";
        edit_last = "Edit your last message (when the field is empty)", "编辑上一条提问（输入框为空时）";
        before = "Previous message", "上一条消息";
        after = "Next message", "下一条消息";
    }

    /// The button below an answer of the guide.
    Handover {
        map: fn(&str) -> String = |title| format!("Make the map “{title}”"), |title| format!("新建导图“{title}”");
        log: fn(&str) -> String = |entry| format!("Log {entry}"), |entry| format!("记录{entry}");
        /// Button that starts the timer, with or without a note.
        timer: fn(&str) -> String =
            |what| if what.is_empty() { "Start the timer".to_owned() } else { format!("Start the timer: {what}") },
            |what| if what.is_empty() { "开始计时".to_owned() } else { format!("开始计时：{what}") };
        course = "Plan this course", "规划这门课程";
        stop = "Stop the timer", "停止计时";
        ask_time = "Ask Time", "交给“时间”";
        asked_time = "Asked in Time.", "已交给“时间”。";
        scene = "Draw it", "画出来";
        settings = "Open settings", "打开设置";
        connect = "Connect a model", "连接模型";
        map_made: fn(&str) -> String = |title| format!("Made the map “{title}”."),
            |title| format!("已新建导图“{title}”。");
        logged: fn(&str) -> String = |entry| format!("Logged {entry}."), |entry| format!("已记录{entry}。");
        timer_started: fn(&str) -> String =
            |what| match what {
                "" => "Started the timer.".to_owned(),
                _ => format!("Started the timer: {what}."),
            },
            |what| if what.is_empty() { "已开始计时。".to_owned() } else { format!("已开始计时：{what}。") };
        course_begun = "Began the course.", "已开始规划课程。";
        scene_made = "Made a new scene.", "已新建场景。";
        open_map = "Open the map", "打开导图";
        open_time = "Open Time", "打开“时间”";
        open_course = "Open the course", "打开课程";
        open_scene = "Open the scene", "打开场景";
    }

    /// Actions on a message.
    Actions {
        title = "Message actions", "消息操作";
        copy = "Copy", "复制";
        edit = "Edit", "编辑";
        regenerate = "Regenerate", "重新生成";
        answer_with = "Answer again with…", "换个模型重新回答……";
        continue_answer = "Continue", "继续";
        branch_from = "Branch from here", "从这里分支";
        leave_out = "Leave out", "不发给模型";
        take_in = "Include in context", "重新发给模型";
        delete = "Delete", "删除";
    }

    /// The form in which a message is changed.
    Edit {
        label = "Edit the message", "编辑消息";
        save = "Save in place", "直接保存";
        branch_user = "Ask in a new branch", "在新分支中提问";
        branch_other = "Save as a branch", "另存为分支";
        hint_user = "A new branch keeps this version and asks again. Saving in place changes only this text.",
            "新分支会保留当前版本并重新提问；直接保存只修改这段文字。";
        hint_other = "A branch keeps this version beside the new one. Saving in place changes only this text.",
            "分支会保留当前版本，与新版本并列；直接保存只修改这段文字。";
    }

    /// The field for a message.
    Composer {
        label = "Message", "消息";
        placeholder = "Write a message…", "写点什么……";
        read_only = "This tab is read-only", "此标签页为只读";
        send = "Send", "发送";
        stop = "Stop", "停止";
        keys = "Enter sends · Shift+Enter for a new line", "Enter发送 · Shift+Enter换行";
        waits = "You can send this once the answer is finished or stopped.", "回答完成或停止后即可发送。";
        queues = "Enter sends this when the answer is finished", "按Enter，回答完成后自动发送";
        queue = "Queued messages", "排队的消息";
        send_later = "Send when the answer is finished", "回答完成后发送";
        queue_waits = "Sent when the answer is finished", "以下消息将在回答完成后发送";
        queue_paused = "Not sent yet", "尚未发送";
        send_now = "Send now", "立即发送";
        take_back = "Move back to the message field", "放回输入框";
    }

    /// The list of conversations.
    Sidebar {
        title = "Conversations", "对话列表";
        search = "Search conversations…", "搜索对话……";
        empty = "No conversations yet. Write a message to start one.", "还没有对话。写下第一条消息即可开始。";
        searching = "Searching all messages…", "正在搜索所有消息……";
        left_out = "There are more matches. Add a word to narrow the search.",
            "还有更多匹配项。请添加一个词来缩小范围。";
        answering = "An answer is arriving", "正在回答";
        more_hits: fn(usize) -> String =
            |count| if count == 1 { "1 more match".into() } else { format!("{count} more matches") },
            |count| format!("还有{count}处");
    }

    /// Files in and out.
    Files {
        export_as = "Export as", "导出为";
        format = "Export format", "导出格式";
        export = "Export this conversation", "导出此对话";
        import = "Import conversations (or drop a file on the page)", "导入对话（也可以把文件拖到页面上）";
        markdown = "Markdown", "Markdown";
        tree = "Markdown, tree", "Markdown（树）";
        json = "JSON", "JSON";
    }

    /// Greeting of a newcomer.
    Welcome {
        title = "Let it branch. Keep all of it.", "任它分枝，一枝不丢。";
        lead = "Conversations, maps, hours, courses and scenes, in this browser only. No account, and no key to begin.",
            "对话、导图、时间、课程和场景，都只存在这个浏览器里。无需注册，没有密钥也能开始。";
        try_it = "Try it now, no key needed", "现在就试试，无需密钥";
        /// Things to begin with: the label, and the sentence that asks for it, with the part to be replaced in
        /// brackets.
        starters: [(&'static str, &'static str); 4] =
            [
                ("Map a topic", "Make a mind map about [my garden]"),
                ("Log my morning", "Worked 45 minutes on [emails]"),
                ("Plan a course", "I want to learn [Japanese]"),
                ("Draw a scene", "Draw [three blue circles in a row]"),
            ],
            [
                ("画一张导图", "做一张关于[园艺]的思维导图"),
                ("记下今早做的事", "花了45分钟[写邮件]"),
                ("规划一门课程", "我想学[日语]"),
                ("画一个场景", "画[三个蓝色的圆排成一排]"),
            ];
        connect = "Connect a model", "连接模型";
        connected = "Models and settings", "模型与设置";
        agents = "Choose an agent", "选择智能体";
        map = "Mind map", "画导图";
        map_text = "Type it with the keyboard. An assistant suggests; you approve.",
            "用键盘就能画；每个节点都有助手，先提建议，等你确认。";
        import = "Import conversations", "导入对话";
        restore = "Bring your data here", "恢复已有数据";
        privacy = "Everything stays in this browser. Only what you send goes to the endpoint you choose.",
            "所有数据都保存在此浏览器中，只有你发送的内容会传给你选择的接口。";
    }

    /// The tree of a conversation.
    Tree {
        title = "Conversation tree", "对话树";
        intro = "Select a message to show its branch. Drag to move; zoom with the buttons or Ctrl+scroll.",
            "点选一条消息即可显示它所在的分支。拖动可移动，用按钮或Ctrl+滚轮缩放。";
        empty = "(no text)", "（无文字）";
        closer = "Zoom in", "放大";
        further = "Zoom out", "缩小";
        whole = "Show all", "显示全部";
    }

    /// Preview of the context that will be sent.
    Preview {
        title = "What will be sent", "将要发送的内容";
        /// The number of messages, their tokens, and the budget.
        summary: fn(usize, &str, Option<&str>) -> String =
            |count, tokens, budget| {
                let messages = if count == 1 { "1 message".to_owned() } else { format!("{count} messages") };
                match budget {
                    Some(budget) => format!("{messages}, about {tokens} of at most {budget} tokens"),
                    None => format!("{messages}, about {tokens} tokens"),
                }
            },
            |count, tokens, budget| match budget {
                Some(budget) => format!("共{count}条消息，约{tokens} token，上限{budget}"),
                None => format!("共{count}条消息，约{tokens} token"),
            };
        over =
            "The messages that must be sent already exceed the token budget, so the endpoint may refuse the request.",
            "必须发送的内容已超出token预算，接口可能会拒绝请求。";
        more: fn(usize) -> String =
            |count| {
                if count == 1 {
                    "1 earlier message isn’t listed here.".into()
                } else {
                    format!("{count} earlier messages aren’t listed here.")
                }
            },
            |count| format!("另有{count}条较早的消息未在此列出。");
        preset = "agent", "智能体";
        message = "conversation", "对话";
        draft = "not sent yet", "尚未发送";
        no_tools = "No tools are offered.", "不提供工具。";
        /// Number of tools that are offered, with their tokens.
        tools: fn(usize, &str) -> String =
            |count, tokens| match count {
                1 => format!("1 tool, about {tokens} tokens"),
                _ => format!("{count} tools, about {tokens} tokens"),
            },
            |count, tokens| format!("{count}个工具，约{tokens} token");
        in_words = "This endpoint takes no tools, so the messages describe them and the model calls them in JSON.",
            "此接口不支持工具，因此在消息中说明工具，由模型以JSON调用。";
        /// The form that the answer must have, with its tokens.
        format: fn(&str) -> String = |tokens| format!("Required form of the answer, about {tokens} tokens"),
            |tokens| format!("回答须遵循的格式，约{tokens} token");
        settings = "Other settings of the request", "请求的其他设置";
        /// Tokens of the whole request.
        total: fn(&str) -> String = |tokens| format!("About {tokens} tokens in total"),
            |tokens| format!("总计约{tokens} token");
        built_in = "The built-in guide answers in this tab. Nothing is sent.", "由内置向导在本页回答，不发送任何内容。";
        /// Text where no model is asked.
        nobody = "No model is asked, because this one can’t do what is needed here.",
            "不会询问模型，因为当前模型无法完成这里需要的操作。";
        added = "added by the app", "应用添加";
        instruction = "instruction to continue", "续写指令";
        disabled = "left out: switched off", "不发送：已关闭";
        budget = "left out: over budget", "不发送：超出token预算";
        empty = "left out: empty", "不发送：内容为空";
        preset_off = "left out: switched off in the agent", "不发送：在智能体中已关闭";
    }

    /// Agents.
    Agents {
        choose = "Agent", "智能体";
        pin = "Pin this agent to this conversation", "仅此对话使用该智能体";
        intro =
            "An agent is a set of instructions around your conversation. The selected one answers in every \
             conversation that doesn’t have its own.",
            "智能体是围绕对话的一组指令。没有单独固定智能体的对话，都由选中的智能体回答。";
        chosen = "in use", "使用中";
        edit = "Edit agent", "编辑智能体";
        reset = "Reset to default", "恢复默认";
        export = "Export agent", "导出智能体";
        export_all = "Export all agents", "导出所有智能体";
        import = "Import agents", "导入智能体";
        name = "Name", "名称";
        icon = "Icon", "图标";
        description = "What it’s for", "用途";
        tuning = "Model and parameters", "模型与参数";
        provider = "Provider", "服务商";
        model = "Model", "模型";
        as_settings = "Same as in Settings", "与设置相同";
        temperature = "Temperature", "温度";
        temperature_hint = "0 to 2; higher is more varied. Empty: 0.7", "0到2，越高越多样。留空为0.7";
        max_tokens = "Maximum answer length (tokens)", "最长回答（token）";
        max_tokens_hint = "Empty: as long as the model allows", "留空则由模型决定";
        context_tokens = "Maximum context length (tokens)", "最大上下文（token）";
        context_tokens_hint = "The oldest messages are left out beyond this. Empty: as much as the model can read",
            "超出时省略最早的消息。留空则以模型上限为准";
        presets = "Messages", "消息";
        presets_hint = "Sent before and after the conversation, in this order.", "按此顺序在对话之前和之后发送。";
        add_message = "Add a message", "添加消息";
        add_history = "Add the conversation", "添加对话位置";
        history = "The conversation goes here", "对话内容放在这里";
        role = "Role", "角色";
        text = "Message text", "消息内容";
        enabled = "Enabled", "启用";
        drag = "Drag to move", "拖动以移动";
        up = "Move up", "上移";
        down = "Move down", "下移";
        remove = "Remove", "移除";
        instructions = "Instructions", "指令";
        instructions_hint = "For example: You are a patient teacher. Explain in short steps, and ask before going on.",
            "例如：你是一位耐心的老师，讲解时分成小步，继续之前先提问。";
        advanced = "Advanced", "高级";
        wrong_name = "Enter a name for the agent.", "请填写智能体的名称。";
        wrong_temperature = "Enter a temperature from 0 to 2.", "请填写0到2之间的温度。";
        wrong_figure = "Enter a whole number greater than 0.", "请填写大于0的整数。";
        more: MoreSettings;
    }

    /// Settings of an agent that few people need.
    MoreSettings {
        title = "More settings", "更多设置";
        effort = "Thinking", "思考强度";
        effort_hint = "How long the model may think before it answers. Left out where an endpoint refuses it",
            "模型回答前可以思考多久。接口不支持时不发送";
        effort_own = "Up to the model", "由模型决定";
        effort_off = "Off", "关闭";
        effort_low = "Low", "低";
        effort_medium = "Medium", "中";
        effort_high = "High", "高";
        effort_max = "Maximum", "最高";
        top_p = "Top P", "Top P";
        top_p_hint = "0 to 1; lower keeps to the likeliest words. Change this or the temperature, not both",
            "0到1，越低越只用最可能的词。建议与温度只调整其一";
        seed = "Seed", "随机种子";
        seed_hint = "A whole number; the same seed gives similar answers, where the model supports it",
            "整数。种子相同时回答相近，需模型支持";
        first_token = "Wait for an answer (seconds)", "等待回答（秒）";
        first_token_hint = "Give up if nothing has arrived by then. Empty: 180", "到时仍无任何内容则放弃。留空为180";
        idle = "Wait for more (seconds)", "等待后续内容（秒）";
        idle_hint = "Give up if an answer pauses this long. Empty: 120", "回答中断这么久则放弃。留空为120";
        stop = "Stop at", "停止词";
        stop_hint = "Up to 4 texts, one per line; the answer ends before them. Write \\n for a line break",
            "最多4个，每行一个，回答到此结束。换行写作\\n";
        extra = "Additional fields (JSON)", "附加字段（JSON）";
        extra_hint = "Merged into each request, for example {\"top_k\": 40}", "合并到每次请求中，例如{\"top_k\": 40}";
        wrong_stop = "Enter at most 4 texts under “Stop at”.", "停止词最多填写4个。";
        wrong_top_p = "Enter a Top P from 0 to 1.", "请填写0到1之间的Top P。";
        wrong_seed = "Enter a whole number as the seed.", "随机种子请填写整数。";
        wrong_seconds = "Enter how long to wait in whole seconds, from 1 to 86400.",
            "等待时间请填写1到86400之间的整数秒。";
        wrong_extra_json = "The additional fields aren’t valid JSON.", "附加字段不是有效的JSON。";
        wrong_extra_object = "The additional fields must be a JSON object, like {\"top_k\": 40}.",
            "附加字段必须是JSON对象，例如{\"top_k\": 40}。";
        wrong_extra_reserved: fn(&str) -> String =
            |name| format!("“{name}” can’t be an additional field, because the app sets it itself."),
            |name| format!("“{name}”由应用设置，不能作为附加字段。");
    }
}
