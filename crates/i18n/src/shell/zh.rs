//! The frame in Chinese.

use super::{
    Banner, ChunkWords, ConfirmWords, ExampleWords, Help, HistoryWords, Link, Links, Lists, Make, Missing, Notices,
    Palette, TodayWords, Words,
};
use espalier_model::Table;

pub(crate) const ZH: Words = Words {
    skip: "跳到正文",
    rooms: "功能区",
    search: "查找",
    more: "更多",
    rename: "重命名",
    rename_hint: "点击可重命名",
    close: "关闭",
    cancel: "取消",
    undo: |what| format!("撤销：{what}"),
    redo: |what| format!("重做：{what}"),
    loading: "正在打开工作区……",
    notices: "通知",
    lists: Lists {
        today: "今天",
        yesterday: "昨天",
        week: "本周",
        of_year: |day, year| format!("{year}年{day}"),
        search: "搜索……",
        nothing: "没有找到。",
    },
    today: TodayWords {
        go_on: "接着做",
        next: "接下来的章节",
        waiting: "等你处理",
        doors: "开始",
        stop: "停止",
        tick: |chapter| format!("已完成：{chapter}"),
        question: "有问题要问你",
        proposal: "提出了改动建议",
        broke_off: "回答中断",
        go_on_with: "继续",
    },
    palette: Palette {
        placeholder: "查找任何内容，输入>查找命令",
        link_to: "链接到……",
        nothing: "没有找到。",
        found: |number| format!("{number}个结果"),
        more: |number, room| format!("“{room}”中的全部{number}条"),
        foot: "↑↓选择，Enter打开，输入>查找命令",
        agent: "智能体",
        category: "分类",
        goal: "目标",
        back: "按Esc返回命令列表",
        new_project: "新建项目",
        edit_agent: "编辑某个智能体",
        start_what: "开始计时：正在做什么？",
        quick_add: "添加时间记录",
        quick_add_what: "添加时间记录，例如：9点到10点半 阅读",
        start_with: "填写备注并开始计时",
        set_category: "设置时间记录的分类",
        add_tags: "为时间记录添加标签",
        set_note: "设置时间记录的备注",
        new_category: "新建时间分类",
        new_goal: "新建时间目标",
        last_entry: "最近一条",
        of: |command, what| format!("{command}：{what}"),
        replace_what: "要替换哪些文字？",
        replace_with: |text| format!("将“{text}”替换为"),
    },
    help: Help {
        filter: "查找按键或操作",
        everywhere: "全局",
        new_in_room: "按所在功能区新建对话、导图或课程",
        titles: "编辑标题时",
        keep_title: "保留标题",
        keep_and_child: "保留标题并添加子节点",
        leave_title: "保留新标题；已有标题恢复原样",
        chapter_up: "上移章节",
        chapter_down: "下移章节",
        composer: "写消息时",
        send: "发送消息",
        newline: "换行",
        palette: |keys| format!("按{keys}可查找任何内容，在其中输入>可查找所有命令。"),
    },
    history: HistoryWords {
        empty: "还没有任何改动。",
        intro: "所有改动，最新的在最前。选择一步即可回到该步刚完成时的状态。",
        now: "当前",
        undone: "已撤销",
        aside: "已撤销，可恢复",
        restore: "恢复这一步",
        go: "回到此状态",
        checkpoint: "检查点",
        checkpoint_name: "为当前状态起个名字",
        checkpoint_add: "添加检查点",
        sessions: "对话列表",
        session: "当前对话",
        personas: "智能体",
        maps: "导图列表",
        map: "当前导图",
        timelog: "时间记录",
        courses: "课程列表",
        scenes: "场景列表",
        scene: "当前场景",
        course: "当前课程",
        views: |number| format!("视图改动（{number}）"),
        older: |number, more| match (number, more) {
            (0, _) => "显示更早的步骤".into(),
            (_, true) => format!("显示更早的步骤（{number}步以上）"),
            (_, false) => format!("显示更早的{number}步"),
        },
    },
    links: Links {
        title: "链接",
        count: |number| format!("{number}个链接"),
        from_here: "从这里链接到",
        to_here: "链接到这里",
        made: "由此生成",
        made_of: "生成来源",
        gone: "已删除",
        nameless: "未命名",
        part: |name| format!("位于“{name}”"),
    },
    make: Make {
        item: "生成……",
        title: |name| format!("从“{name}”生成"),
        to: [
            "思维导图",
            "课程",
            "相关对话",
            "新对话中的提示词",
            "场景",
            "用表格添加时间记录",
            "开始计时",
            "未来7天的目标",
        ],
        again: "已生成过：更新它",
        nothing: "其中还没有可用来生成的内容。",
        file: |name| format!("从文件“{name}”"),
        course: "已生成课程",
        chat: "已开始相关对话",
        scene: "已生成场景",
        goal: "已生成目标",
        update: "已更新",
    },
    link: Link {
        title: "打开这个链接？",
        intro: "它指向其他网站，将在新标签页中打开。",
        host: "前往",
        open: "在新标签页中打开",
        copy: "复制地址",
        punycode: "这个网站名使用了其他文字的字母，可能只是看起来像你熟悉的网站。",
        userinfo: "@前面的文字并不是网站名。链接实际前往上面所示的网站。",
        insecure: "连接未加密：途中的其他人可以看到并篡改传输的内容。",
        scheme: "这不是网页地址，因此不会打开。你可以复制它。",
    },
    confirm: ConfirmWords {
        delete_message: |number| match number {
            0 | 1 => "将删除1条消息。".to_owned(),
            _ => format!("将删除{number}条消息：这一条，以及它之后所有分支中的消息。"),
        },
        delete_session: |number| match number {
            0 => "将删除这个对话，其中没有消息。".to_owned(),
            _ => format!("将删除这个对话及其中的{number}条消息。"),
        },
        delete_persona: "将删除这个智能体。Espalier自带的智能体会恢复原样。",
        remove_connection: "将从此浏览器中移除这个连接及其密钥。使用它的对话会改用设置中的模型。",
        delete_model: "将从此浏览器中删除该模型的文件。以后要用需要重新添加。",
        erase: "将删除Espalier保存在此浏览器中的全部数据：对话、导图、时间记录、课程、场景、智能体、设置、密钥和离线副本。如果以后可能需要，请先导出。",
        erase_really: "真的要删除全部数据吗？此操作无法撤销。",
        erase_next: "删除全部数据",
        erase_now: "是的，全部删除",
        title: "确定删除吗？",
        title_named: |name| format!("删除“{name}”？"),
        undoable: "删除后可以撤销。",
        delete: "删除",
    },
    missing: Missing {
        title: "部分数据不见了",
        text: |before, now| match now {
            "" => format!("这里原来有数据（{before}），现在什么也没有了。"),
            _ => format!("这里原来有更多内容（{before}），现在只有{now}。"),
        },
        inside: |table, name, before, now| {
            let now = if now.is_empty() { "一个也没有了".to_owned() } else { format!("只有{now}") };
            format!("{}原来有{before}，现在{now}。", thing(table, name))
        },
        entries_later: "时间记录尚未清点。",
        why_inside: "其余内容可能被浏览器丢失或清除。如果有备份，请导入：这里现有的内容会保留。",
        why: "可能是浏览器丢失或清除了数据。此后还没有写入任何内容。如果有备份，请现在导入。",
        lacks: |counts, older, files| {
            let mut lost = Vec::new();
            if !counts.is_empty() {
                lost.push(counts.to_owned());
            }
            if older > 0 {
                lost.push(format!("{older}项内容的最新改动"));
            }
            if files > 0 {
                lost.push(format!("{files}个附件"));
            }
            format!("数据库中缺少：{}。", lost.join("；"))
        },
        in_mirror: |when| format!("Espalier在此设备上的第二份副本中有这些内容，更新至{when}。此后没有覆盖任何内容。"),
        looking: "正在检查此设备上的第二份副本……",
        restore: "恢复",
        restoring: "正在恢复……",
        import: "导入备份",
        go_on: "不恢复，继续",
    },
    chunk: ChunkWords {
        coming: "正在加载……",
        title: "暂时无法打开",
        offline: "这部分内容尚未下载到此设备，网络也没有响应。你写下的内容不受影响。",
        gone: "Espalier已发布新版本，重新加载页面后才能打开这部分内容。你写下的内容不受影响。",
        retry: "重试",
    },
    banner: Banner {
        read_only: "此标签页为只读。",
        reload: "重新加载页面",
        unsaved: "最近的改动尚未保存。",
        update: "Espalier的新版本已就绪。",
        update_now: "重新加载以使用",
        save_again: "再次保存",
        write_back: "全部写回",
        kept: "改动已暂存在此浏览器中，一旦可以保存就会自动保存。",
        not_kept: "关闭或重新加载此标签页会丢失这些改动。",
        update_after: "正在生成回答，新版本会等它完成。",
        export: "导出全部数据",
    },
    notice: Notices {
        done: |id, name, subject| {
            let what = match id {
                "chat.delete" => "已删除消息",
                "chat.deleteSession" => "已删除对话",
                "agent.delete" => "已删除智能体",
                "map.delete" => "已删除导图",
                "node.delete" => "已删除节点",
                "course.delete" => "已删除课程",
                "scene.delete" => "已删除场景",
                "category.delete" => "已删除分类",
                "goal.delete" => "已删除目标",
                "entry.delete" => "已删除记录",
                "time.removeExample" => "已移除示例",
                "entry.stop" => "已停止计时",
                "entry.add" => "已记录",
                _ => name,
            };
            if subject.is_empty() { format!("{what}。") } else { format!("{what}：“{subject}”") }
        },
        done_again: |id, name, times| {
            let what = match id {
                "chat.delete" => "条消息",
                "chat.deleteSession" => "个对话",
                "agent.delete" => "个智能体",
                "map.delete" => "张导图",
                "node.delete" => "个节点",
                "course.delete" => "门课程",
                "category.delete" => "个分类",
                "goal.delete" => "个目标",
                "entry.delete" => "条记录",
                "scene.delete" => "个场景",
                _ => return format!("{name}：{times}次"),
            };
            format!("已删除{times}{what}")
        },
        taken_back: |command, name| {
            let what = if name.is_empty() { String::new() } else { format!("“{name}”") };
            format!("已撤销：{command}{what}。可在历史记录中恢复。")
        },
        undone: |command, conflicts| match conflicts {
            0 => format!("已撤销：{command}"),
            _ => format!("已撤销：{command}。其中{conflicts}处之后又有改动，未撤销。"),
        },
        redone: |command, conflicts| match conflicts {
            0 => format!("已重做：{command}"),
            _ => format!("已重做：{command}。其中{conflicts}处之后又有改动，未重做。"),
        },
        undone_steps: |number| format!("已撤销{number}步"),
        redone_steps: |number| format!("已重做{number}步"),
        nothing_to_undo: "没有可以撤销的操作。",
        nothing_to_redo: "没有可以重做的操作。",
        copied: "已复制。",
        copy_failed: "浏览器不允许复制。请选中文字后自行复制。",
        paste_refused: "浏览器不允许本页面读取剪贴板。请按Ctrl+V（Mac上按Cmd+V），或在浏览器的网站设置中允许本页面使用剪贴板。",
        paste_empty: "剪贴板中没有文字。",
        model_added: |name, runs| {
            if runs {
                format!("{name}已保存在此浏览器中，可以使用了。")
            } else {
                format!("{name}已保存在此浏览器中。运行它的程序还需要下载：请在有网络时先问它一次。")
            }
        },
        exported: |name| format!("已保存为{name}。"),
        imported: |number| format!("已导入{number}项。"),
        unreadable: |number| format!("有{number}条记录无法读取，已按原样保留。"),
        repaired: |table, name, number, lost| {
            let thing = thing(table, name);
            if lost {
                format!("{thing}不再完整：有{number}处内容缺失。剩下的内容已整理好。")
            } else {
                format!("{thing}的数据有{number}处损坏，已经修复。")
            }
        },
        not_written_back: |names, entries| {
            let entries = (entries > 0).then(|| format!("{entries}条时间记录"));
            let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).chain(entries).collect();
            format!("已写回，但此标签页没有读取过以下内容的全部：{}。如果有备份，请导入。", names.join("、"))
        },
        two_versions: |count| format!("有{count}处文字在两台设备上都被修改。两个版本都在“设置”的“你的数据”中。"),
        kept_from_removal: |count| format!("有{count}项内容在一台设备上被删除、在另一台上被修改，已予保留。"),
        restored: |number| format!("已从第二份副本恢复{number}项内容。"),
        nothing_elsewhere: "已有两周以上没有在此浏览器之外保存数据。空间不足时，浏览器可能会清除数据。",
        recovered: |sessions, maps, scenes| {
            let things = [(sessions, "个对话"), (maps, "张导图"), (scenes, "个场景")];
            let things = things.into_iter().filter(|(number, _)| *number > 0);
            let things: Vec<String> = things.map(|(number, kind)| format!("{number}{kind}")).collect();
            format!("列表中丢失的{}已经恢复，名称以“恢复的”开头。", things.join("和"))
        },
        tabs_apart: "在此浏览器中，标签页之间无法同步改动。请一次只在一个标签页中使用Espalier。",
        no_such_place: "这个地址没有对应的页面，已打开最接近的一页。",
        recovered_session: "恢复的对话",
        recovered_map: "恢复的导图",
        recovered_scene: "恢复的场景",
        settings_saved: "设置已保存。",
        key_not_kept: "浏览器没有保存密钥，请求将不带密钥。请允许此网站存储数据，然后重新保存。",
        examples: "对话、导图、时间、课程和场景都有示例了。",
        imported_all: |things| format!("已导入{things}。"),
        erased_for_good: "已保存。存储空间不足，重新加载后将无法恢复刚才删除的内容。",
        exported_from_memory: |name| {
            format!("已保存为{name}。其中包含此标签页打开过的全部内容，未打开过的内容无法读取。")
        },
        key_cleared: "密钥已从此浏览器中清除。",
        runs_elsewhere: "另一个标签页正在生成这个回答。",
        gone: "这项内容已不存在。",
        not_loaded: "对话还在打开，请稍后再试。",
        busy: "正在生成回答，请先停止。",
        read_only: "此标签页为只读。请重新加载页面后再修改。",
        empty: "没有可发送的内容，请先写消息。",
        no_answer: "请先填写回答。原来的回答已保留。",
        stale: "内容在此期间有了变化，因此没有执行。请重试。",
        not_here: "不能对这条消息执行此操作。",
        full: "数量已达上限，请先删除一些。",
        last: "不能删除最后一个。",
        not_a_time: "请输入开始和结束时间，结束时间须晚于开始时间。",
    },
    example: ExampleWords {
        see: "看一个示例",
        see_all: "给我看全部示例",
        mark: "示例",
        remove: "移除",
        removal: "移除示例",
        title: "移除示例？",
        confirm: "你改动过示例中的一些内容，这些内容也会一并移除。",
    },
};

/// Names a document by the kind of its rows and its name.
fn thing(rows: Table, name: &str) -> String {
    let kind = match rows {
        Table::Nodes => "导图",
        Table::Shapes => "场景",
        _ => "对话",
    };
    let this = if kind == "导图" { "这张" } else { "这个" };
    if name.is_empty() { format!("{this}{kind}") } else { format!("{kind}“{name}”") }
}
