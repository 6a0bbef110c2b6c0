//! The words of the frame: navigation, dialogs, notices.

mod notice;

pub use self::notice::{Banner, ConfirmWords, Missing, Notices};
use crate::count;

words_ahead! {
    /// The words of the frame.
    Shell {
        skip: &'static str = skip,
        rooms: &'static str = rooms,
        search: &'static str = search,
        more: &'static str = more,
        rename: &'static str = rename,
        rename_hint: &'static str = rename_hint,
        close: &'static str = close,
        cancel: &'static str = cancel,
        undo: fn(&str) -> String = undo,
        redo: fn(&str) -> String = redo,
        loading: &'static str = loading,
        chunk: ChunkWords = chunk,
        notices: &'static str = notices,
        banner: Banner = banner,
        missing: Missing = missing,
        notice: Notices = notice,
        example: ExampleWords = example,
        lists: Lists = lists,
    }
}

words! {
    /// The words of the frame.
    Words {
        skip = "Skip to the content", "跳到正文";
        rooms = "Rooms", "功能区";
        search = "Find", "查找";
        more = "More", "更多";
        rename = "Rename", "重命名";
        rename_hint = "Click to rename", "点击可重命名";
        close = "Close", "关闭";
        cancel = "Cancel", "取消";
        /// The tooltip of undo: the command it takes back.
        undo: fn(&str) -> String = |what| format!("Undo: {what}"), |what| format!("撤销：{what}");
        /// The tooltip of redo: the command it does again.
        redo: fn(&str) -> String = |what| format!("Redo: {what}"), |what| format!("重做：{what}");
        loading = "Opening your workspace…", "正在打开工作区……";
        chunk: ChunkWords;
        notices = "Notices", "通知";
        today: TodayWords;
        palette: Palette;
        help: Help;
        history: HistoryWords;
        link: Link;
        links: Links;
        make: Make;
        confirm: ConfirmWords;
        banner: Banner;
        missing: Missing;
        notice: Notices;
        example: ExampleWords;
        lists: Lists;
    }

    /// Today.
    TodayWords {
        go_on = "Go on", "接着做";
        next = "Next chapters", "接下来的章节";
        waiting = "Waiting for you", "等你处理";
        doors = "Begin", "开始";
        stop = "Stop", "停止";
        tick: fn(&str) -> String = |chapter| format!("Done: {chapter}"), |chapter| format!("已完成：{chapter}");
        question = "Has a question", "有问题要问你";
        proposal = "Proposes changes", "提出了改动建议";
        broke_off = "Broke off", "回答中断";
        go_on_with = "Continue", "继续";
    }

    /// The lists beside the rooms.
    Lists {
        today = "Today", "今天";
        yesterday = "Yesterday", "昨天";
        week = "This week", "本周";
        /// A day of another year: the day within it, and the year.
        of_year: fn(&str, i32) -> String = |day, year| format!("{day} {year}"), |day, year| format!("{year}年{day}");
        search = "Search…", "搜索……";
        nothing = "Nothing found.", "没有找到。";
    }

    /// Words of examples, shown in a room that is still empty.
    ExampleWords {
        see = "See an example", "看一个示例";
        see_all = "Show me an example of everything", "给我看全部示例";
        mark = "Example", "示例";
        remove = "Remove", "移除";
        removal = "Remove the example", "移除示例";
        title = "Remove the example?", "移除示例？";
        confirm = "You’ve changed parts of the example. They will be removed as well.",
            "你改动过示例中的一些内容，这些内容也会一并移除。";
    }

    /// The palette.
    Palette {
        placeholder = "Find anything, or type > for commands", "查找任何内容，输入>查找命令";
        link_to = "Link to…", "链接到……";
        nothing = "Nothing found.", "没有找到。";
        found: fn(usize) -> String = |number| count(number, "result", "results"), |number| format!("{number}个结果");
        /// Row that lists all hits of a room: their number, the room.
        more: fn(usize, &str) -> String = |number, room| format!("All {number} in {room}"),
            |number, room| format!("“{room}”中的全部{number}条");
        foot = "↑↓ to choose · Enter to open · > for commands", "↑↓选择，Enter打开，输入>查找命令";
        agent = "Agent", "智能体";
        category = "Category", "分类";
        goal = "Goal", "目标";
        back = "Esc to go back to the commands", "按Esc返回命令列表";
        new_project = "New project", "新建项目";
        edit_agent = "Edit an agent", "编辑某个智能体";
        start_what = "Start timer: what are you doing?", "开始计时：正在做什么？";
        quick_add = "Add a time entry", "添加时间记录";
        quick_add_what = "Add a time entry, e.g. 9-10:30 reading", "添加时间记录，例如：9点到10点半 阅读";
        /// Command that starts the timer in Time after asking for a note.
        start_with = "Start timer with a note", "填写备注并开始计时";
        set_category = "Set the category of a time entry", "设置时间记录的分类";
        add_tags = "Add tags to a time entry", "为时间记录添加标签";
        set_note = "Set the note of a time entry", "设置时间记录的备注";
        new_category = "New time category", "新建时间分类";
        new_goal = "New time goal", "新建时间目标";
        last_entry = "the last one", "最近一条";
        /// Name of a command with its object.
        of: fn(&str, &str) -> String = |command, what| format!("{command}: {what}"),
            |command, what| format!("{command}：{what}");
        replace_what = "Replace which text?", "要替换哪些文字？";
        replace_with: fn(&str) -> String = |text| format!("Replace “{text}” with"), |text| format!("将“{text}”替换为");
    }

    /// The help sheet.
    Help {
        filter = "Find a key or an action", "查找按键或操作";
        everywhere = "Everywhere", "全局";
        new_in_room = "New conversation, map or course, depending on the room", "按所在功能区新建对话、导图或课程";
        /// Keys while the title of a node is edited.
        titles = "While editing a title", "编辑标题时";
        keep_title = "Keep the title", "保留标题";
        keep_and_child = "Keep the title and add a child", "保留标题并添加子节点";
        leave_title = "Keep a new title, or leave an old one as it was", "保留新标题；已有标题恢复原样";
        chapter_up = "Move the chapter up", "上移章节";
        chapter_down = "Move the chapter down", "下移章节";
        composer = "While writing a message", "写消息时";
        send = "Send the message", "发送消息";
        newline = "New line", "换行";
        palette: fn(&str) -> String =
            |keys| format!("Press {keys} to find anything, or type > there for all commands."),
            |keys| format!("按{keys}可查找任何内容，在其中输入>可查找所有命令。");
    }

    /// The history.
    HistoryWords {
        empty = "Nothing has been changed yet.", "还没有任何改动。";
        intro = "Every change, newest first. Select a step to restore the state right after it.",
            "所有改动，最新的在最前。选择一步即可回到该步刚完成时的状态。";
        now = "Now", "当前";
        undone = "Undone", "已撤销";
        /// Mark of a step that was taken back before others were made.
        aside = "Undone, can be restored", "已撤销，可恢复";
        restore = "Restore this", "恢复这一步";
        go = "Go to this state", "回到此状态";
        checkpoint = "Checkpoint", "检查点";
        checkpoint_name = "Name for this state", "为当前状态起个名字";
        checkpoint_add = "Add checkpoint", "添加检查点";
        sessions = "Conversation list", "对话列表";
        session = "This conversation", "当前对话";
        personas = "Agents", "智能体";
        maps = "Map list", "导图列表";
        map = "This map", "当前导图";
        timelog = "Time log", "时间记录";
        courses = "Course list", "课程列表";
        scenes = "Scene list", "场景列表";
        scene = "This scene", "当前场景";
        course = "This course", "当前课程";
        /// Fold over steps that only change how a document looks, with their number.
        views: fn(usize) -> String = |number| format!("View changes ({number})"),
            |number| format!("视图改动（{number}）");
        /// Button that shows older steps: how many are known besides those listed, and whether there are more.
        older: fn(usize, bool) -> String =
            |number, more| match (number, more) {
                (0, _) => "Show older steps".into(),
                (_, true) => format!("Show older steps (more than {number})"),
                (_, false) => format!("Show {}", count(number, "older step", "older steps")),
            },
            |number, more| match (number, more) {
                (0, _) => "显示更早的步骤".into(),
                (_, true) => format!("显示更早的步骤（{number}步以上）"),
                (_, false) => format!("显示更早的{number}步"),
            };
    }

    /// Links between things.
    Links {
        title = "Links", "链接";
        count: fn(usize) -> String = |number| count(number, "link", "links"), |number| format!("{number}个链接");
        from_here = "From here", "从这里链接到";
        to_here = "To here", "链接到这里";
        made = "made from this", "由此生成";
        made_of = "this was made from it", "生成来源";
        gone = "deleted", "已删除";
        nameless = "No name", "未命名";
        /// The part of what is shown that is linked.
        part: fn(&str) -> String = |name| format!("at “{name}”"), |name| format!("位于“{name}”");
    }

    /// Making one thing of another.
    Make {
        item = "Make…", "生成……";
        title: fn(&str) -> String = |name| format!("Make from “{name}”"), |name| format!("从“{name}”生成");
        /// Names of what can be made, as `make::To` lists it.
        to: [&'static str; 8] =
            [
                "Mind map", "Course", "Conversation about it", "Prompt for Chat", "Scene",
                "Time entries from the table", "Start the timer", "Goal for the next 7 days",
            ],
            [
                "思维导图", "课程", "相关对话", "新对话中的提示词", "场景", "用表格添加时间记录", "开始计时",
                "未来7天的目标",
            ];
        again = "made before: brings it up to date", "已生成过：更新它";
        nothing = "There is nothing in it yet that something could be made from.", "其中还没有可用来生成的内容。";
        file: fn(&str) -> String = |name| format!("From the file “{name}”"), |name| format!("从文件“{name}”");
        course = "Made a course", "已生成课程";
        chat = "Began a conversation about", "已开始相关对话";
        scene = "Made a scene", "已生成场景";
        goal = "Made a goal", "已生成目标";
        update = "Brought up to date", "已更新";
    }

    /// A link before it is opened.
    Link {
        title = "Open this link?", "打开这个链接？";
        intro = "It leads to another site and opens in a new tab.", "它指向其他网站，将在新标签页中打开。";
        host = "Leads to", "前往";
        open = "Open in a new tab", "在新标签页中打开";
        copy = "Copy address", "复制地址";
        punycode = "This site’s name uses letters from another alphabet. It may only look like a name you know.",
            "这个网站名使用了其他文字的字母，可能只是看起来像你熟悉的网站。";
        /// Warning of a user name before the computer's name that looks like one.
        userinfo = "The text before the @ isn’t the site. The link leads to the site named above.",
            "@前面的文字并不是网站名。链接实际前往上面所示的网站。";
        insecure = "The connection isn’t encrypted: anyone along the way can read and change what is sent.",
            "连接未加密：途中的其他人可以看到并篡改传输的内容。";
        scheme = "This isn’t a web address, so it can’t be opened here. You can copy it.",
            "这不是网页地址，因此不会打开。你可以复制它。";
    }

    /// A part of the page that comes in a file of its own.
    ChunkWords {
        coming = "Loading…", "正在加载……";
        /// The heading when a dialog could not be had.
        title = "Not available right now", "暂时无法打开";
        /// Text when there is no network, and the browser has not kept the part yet.
        offline = "This part of Espalier isn’t on this device yet, and the network isn’t responding. Nothing you wrote is affected.",
            "这部分内容尚未下载到此设备，网络也没有响应。你写下的内容不受影响。";
        /// Text when another version was published.
        gone = "A new version of Espalier has been published. Reload the page to open this part. Nothing you wrote is affected.",
            "Espalier已发布新版本，重新加载页面后才能打开这部分内容。你写下的内容不受影响。";
        retry = "Try again", "重试";
    }
}
