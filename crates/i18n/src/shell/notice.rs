//! The words of notices, of bars above the room and of questions before something is done.

use crate::count;
use espalier_model::Table;

words! {
    /// Bar when less data is here than there was.
    Missing {
        title = "Some of your data is missing", "部分数据不见了";
        /// Numbers of rows that there were, and that there are, which may be none.
        text: fn(&str, &str) -> String =
            |before, now| match now {
                "" => format!("There was data here ({before}). Now there is none."),
                _ => format!("There was more here ({before}). Now there is only {now}."),
            },
            |before, now| match now {
                "" => format!("这里原来有数据（{before}），现在什么也没有了。"),
                _ => format!("这里原来有更多内容（{before}），现在只有{now}。"),
            };
        /// Numbers of rows that a document had and has (which may be none), with their kind and its name (which may be
        /// empty).
        inside: fn(Table, &str, &str, &str) -> String =
            |table, name, before, now| {
                let now = if now.is_empty() { "none" } else { now };
                format!("{} had {before}. Now it has {now}.", thing_en(table, name))
            },
            |table, name, before, now| {
                let now = if now.is_empty() { "一个也没有了".to_owned() } else { format!("只有{now}") };
                format!("{}原来有{before}，现在{now}。", thing_zh(table, name))
            };
        entries_later = "Time entries haven’t been counted yet.", "时间记录尚未清点。";
        why = "The browser may have lost or cleared it. Nothing has been written since. If you have a backup, import it now.",
            "可能是浏览器丢失或清除了数据。此后还没有写入任何内容。如果有备份，请现在导入。";
        /// As `why`, for rows of one document.
        why_inside =
            "The browser may have lost or cleared the rest. If you have a backup, import it: what is here stays.",
            "其余内容可能被浏览器丢失或清除。如果有备份，请导入：这里现有的内容会保留。";
        /// Numbers of rows that are in the second copy alone, the number of those that are older here, and that of
        /// files.
        lacks: fn(&str, usize, usize) -> String =
            |counts, older, files| {
                let mut lost = Vec::new();
                if !counts.is_empty() {
                    lost.push(counts.to_owned());
                }
                match older {
                    0 => {}
                    1 => lost.push("the latest changes to 1 item".to_owned()),
                    _ => lost.push(format!("the latest changes to {older} items")),
                }
                match files {
                    0 => {}
                    1 => lost.push("1 attached file".to_owned()),
                    _ => lost.push(format!("{files} attached files")),
                }
                format!("Missing from the database: {}.", lost.join("; "))
            },
            |counts, older, files| {
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
            };
        /// The second copy has it, as of this moment.
        in_mirror: fn(&str) -> String =
            |when| format!("Espalier’s second copy on this device has it, as of {when}. Nothing has been overwritten."),
            |when| format!("Espalier在此设备上的第二份副本中有这些内容，更新至{when}。此后没有覆盖任何内容。");
        looking = "Looking through the second copy on this device…", "正在检查此设备上的第二份副本……";
        restore = "Bring it back", "恢复";
        restoring = "Bringing it back…", "正在恢复……";
        import = "Import a backup", "导入备份";
        go_on = "Continue without it", "不恢复，继续";
    }

    /// Questions before something is done.
    ConfirmWords {
        /// Question before a message is deleted, with the number of messages in all.
        delete_message: fn(usize) -> String =
            |number| match number {
                0 | 1 => "This deletes 1 message.".to_owned(),
                _ => {
                    format!("This deletes {number} messages: this one and everything that follows it, in all branches.")
                }
            },
            |number| match number {
                0 | 1 => "将删除1条消息。".to_owned(),
                _ => format!("将删除{number}条消息：这一条，以及它之后所有分支中的消息。"),
            };
        delete_session: fn(usize) -> String =
            |number| match number {
                0 => "This deletes the conversation. It has no messages.".to_owned(),
                _ => format!("This deletes the conversation and its {}.", count(number, "message", "messages")),
            },
            |number| match number {
                0 => "将删除这个对话，其中没有消息。".to_owned(),
                _ => format!("将删除这个对话及其中的{number}条消息。"),
            };
        delete_persona = "This deletes the agent. An agent that comes with Espalier is reset to its original instead.",
            "将删除这个智能体。Espalier自带的智能体会恢复原样。";
        remove_connection = "This removes the connection and its key from this browser. Conversations that used it will use the model set in Settings.",
            "将从此浏览器中移除这个连接及其密钥。使用它的对话会改用设置中的模型。";
        delete_model =
            "This deletes the file of the model from this browser. To use it again, the file has to be added again.",
            "将从此浏览器中删除该模型的文件。以后要用需要重新添加。";
        erase = "This deletes everything Espalier keeps in this browser: conversations, maps, time log, courses, scenes, agents, settings, keys and the offline copy. Export first if you may want it back.",
            "将删除Espalier保存在此浏览器中的全部数据：对话、导图、时间记录、课程、场景、智能体、设置、密钥和离线副本。如果以后可能需要，请先导出。";
        erase_really = "Really delete everything? This can’t be undone.", "真的要删除全部数据吗？此操作无法撤销。";
        erase_next = "Delete everything", "删除全部数据";
        erase_now = "Yes, delete everything", "是的，全部删除";
        title = "Delete?", "确定删除吗？";
        title_named: fn(&str) -> String = |name| format!("Delete “{name}”?"), |name| format!("删除“{name}”？");
        undoable = "You can undo it.", "删除后可以撤销。";
        delete = "Delete", "删除";
    }

    /// Bars above the room.
    Banner {
        read_only = "This tab is read-only.", "此标签页为只读。";
        reload = "Reload the page", "重新加载页面";
        unsaved = "Your latest changes aren’t saved.", "最近的改动尚未保存。";
        update = "A new version of Espalier is ready.", "Espalier的新版本已就绪。";
        update_now = "Reload to use it", "重新加载以使用";
        save_again = "Save again", "再次保存";
        write_back = "Write everything back", "全部写回";
        kept = "They’re kept in this browser and will be saved as soon as saving works again.",
            "改动已暂存在此浏览器中，一旦可以保存就会自动保存。";
        not_kept = "They’ll be lost if you close or reload this tab.", "关闭或重新加载此标签页会丢失这些改动。";
        /// Bar when a new version waits for the end of an answer.
        update_after = "An answer is still being written. The new version will wait for it.",
            "正在生成回答，新版本会等它完成。";
        export = "Export everything", "导出全部数据";
    }

    /// Notices.
    Notices {
        /// A command was done: its id, its name, its subject.
        done: fn(&str, &str, &str) -> String =
            |id, name, subject| {
                let what = match id {
                    "chat.delete" => "Message deleted",
                    "chat.deleteSession" => "Conversation deleted",
                    "agent.delete" => "Agent deleted",
                    "map.delete" => "Map deleted",
                    "node.delete" => "Node deleted",
                    "course.delete" => "Course deleted",
                    "scene.delete" => "Scene deleted",
                    "category.delete" => "Category deleted",
                    "goal.delete" => "Goal deleted",
                    "entry.delete" => "Deleted",
                    "time.removeExample" => "Example removed",
                    "entry.stop" => "Timer stopped",
                    "entry.add" => "Logged",
                    _ => name,
                };
                if subject.is_empty() { format!("{what}.") } else { format!("{what}: “{subject}”") }
            },
            |id, name, subject| {
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
            };
        /// A command was done several times: its id, its name, how many times.
        done_again: fn(&str, &str, usize) -> String =
            |id, name, times| {
                let what = match id {
                    "chat.delete" => "messages",
                    "chat.deleteSession" => "conversations",
                    "agent.delete" => "agents",
                    "map.delete" => "maps",
                    "node.delete" => "nodes",
                    "course.delete" => "courses",
                    "category.delete" => "categories",
                    "goal.delete" => "goals",
                    "entry.delete" => "entries",
                    "scene.delete" => "scenes",
                    _ => return format!("{name}: {times} times"),
                };
                format!("{times} {what} deleted")
            },
            |id, name, times| {
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
            };
        /// A step was taken back: its name, and how many places were left as they are.
        undone: fn(&str, usize) -> String =
            |command, conflicts| match conflicts {
                0 => format!("Undone: {command}"),
                1 => format!("Undone: {command}, except for 1 later change that was kept."),
                _ => format!("Undone: {command}, except for {conflicts} later changes that were kept."),
            },
            |command, conflicts| match conflicts {
                0 => format!("已撤销：{command}"),
                _ => format!("已撤销：{command}。其中{conflicts}处之后又有改动，未撤销。"),
            };
        /// A step was taken back that had made an object: the step, and the object's name.
        taken_back: fn(&str, &str) -> String =
            |command, name| {
                let what = if name.is_empty() { String::new() } else { format!(" (“{name}”)") };
                format!("Undone: {command}{what}. You can restore it from the history.")
            },
            |command, name| {
                let what = if name.is_empty() { String::new() } else { format!("“{name}”") };
                format!("已撤销：{command}{what}。可在历史记录中恢复。")
            };
        /// A step was done again.
        redone: fn(&str, usize) -> String =
            |command, conflicts| match conflicts {
                0 => format!("Redone: {command}"),
                1 => format!("Redone: {command}, except for 1 later change that was kept."),
                _ => format!("Redone: {command}, except for {conflicts} later changes that were kept."),
            },
            |command, conflicts| match conflicts {
                0 => format!("已重做：{command}"),
                _ => format!("已重做：{command}。其中{conflicts}处之后又有改动，未重做。"),
            };
        undone_steps: fn(usize) -> String = |number| format!("Undone: {}", count(number, "step", "steps")),
            |number| format!("已撤销{number}步");
        redone_steps: fn(usize) -> String = |number| format!("Redone: {}", count(number, "step", "steps")),
            |number| format!("已重做{number}步");
        nothing_to_undo = "Nothing to undo.", "没有可以撤销的操作。";
        nothing_to_redo = "Nothing to redo.", "没有可以重做的操作。";
        copied = "Copied.", "已复制。";
        copy_failed = "The browser didn’t allow copying. Select the text and copy it yourself.",
            "浏览器不允许复制。请选中文字后自行复制。";
        paste_refused = "The browser didn’t let this page read the clipboard. Press Ctrl+V (Cmd+V on a Mac), or allow this page to use the clipboard in the browser’s site settings.",
            "浏览器不允许本页面读取剪贴板。请按Ctrl+V（Mac上按Cmd+V），或在浏览器的网站设置中允许本页面使用剪贴板。";
        paste_empty = "There’s no text on the clipboard.", "剪贴板中没有文字。";
        /// The file of a model was added, and whether the program that runs it is kept as well.
        model_added: fn(&str, bool) -> String =
            |name, runs| {
                if runs {
                    format!("{name} is kept in this browser and can answer now.")
                } else {
                    format!(
                        "{name} is kept in this browser. The program that runs it still has to be fetched: ask it once while there is a network."
                    )
                }
            },
            |name, runs| {
                if runs {
                    format!("{name}已保存在此浏览器中，可以使用了。")
                } else {
                    format!("{name}已保存在此浏览器中。运行它的程序还需要下载：请在有网络时先问它一次。")
                }
            };
        exported: fn(&str) -> String = |name| format!("Saved as {name}."), |name| format!("已保存为{name}。");
        imported: fn(usize) -> String = |number| format!("Imported {}.", count(number, "item", "items")),
            |number| format!("已导入{number}项。");
        unreadable: fn(usize) -> String =
            |number| match number {
                1 => "1 record couldn’t be read. It was left untouched.".to_owned(),
                _ => format!("{number} records couldn’t be read. They were left untouched."),
            },
            |number| format!("有{number}条记录无法读取，已按原样保留。");
        /// A document was put in order, with the kind of its rows, its name, the number of places, and whether rows of
        /// it are missing.
        repaired: fn(Table, &str, usize, bool) -> String =
            |table, name, number, lost| {
                let (thing, places) = (thing_en(table, name), count(number, "place", "places"));
                if lost {
                    format!(
                        "{thing} isn’t complete any more: something is missing in {places}. What is left was put in order."
                    )
                } else {
                    format!("{thing} was damaged in {places} and has been repaired.")
                }
            },
            |table, name, number, lost| {
                let thing = thing_zh(table, name);
                if lost {
                    format!("{thing}不再完整：有{number}处内容缺失。剩下的内容已整理好。")
                } else {
                    format!("{thing}的数据有{number}处损坏，已经修复。")
                }
            };
        /// Everything in memory was written back; with the names of things that were not, and a number of time entries.
        not_written_back: fn(&[String], usize) -> String =
            |names, entries| {
                let entries = (entries > 0).then(|| count(entries, "time entry", "time entries"));
                let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).chain(entries).collect();
                format!(
                    "Written back, but this tab hadn’t read all of: {}. If you have a backup, import it.",
                    names.join(", ")
                )
            },
            |names, entries| {
                let entries = (entries > 0).then(|| format!("{entries}条时间记录"));
                let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).chain(entries).collect();
                format!("已写回，但此标签页没有读取过以下内容的全部：{}。如果有备份，请导入。", names.join("、"))
            };
        /// So many texts have two versions since devices were brought in step.
        two_versions: fn(usize) -> String =
            |count| match count {
                1 => "1 text was changed on two devices. Both versions are in Settings, under “Your data”.".to_owned(),
                _ => {
                    format!(
                        "{count} texts were changed on two devices. Both versions are in Settings, under “Your data”."
                    )
                }
            },
            |count| format!("有{count}处文字在两台设备上都被修改。两个版本都在“设置”的“你的数据”中。");
        /// So many rows that another device removed stay, as they were changed meanwhile.
        kept_from_removal: fn(usize) -> String =
            |count| match count {
                1 => "1 item was deleted on one device and changed on another. It stays.".to_owned(),
                _ => format!("{count} items were deleted on one device and changed on another. They stay."),
            },
            |count| format!("有{count}项内容在一台设备上被删除、在另一台上被修改，已予保留。");
        /// So many rows and files were brought back from the second copy.
        restored: fn(usize) -> String =
            |number| match number {
                1 => "Brought back 1 item from the second copy.".to_owned(),
                _ => format!("Brought back {number} items from the second copy."),
            },
            |number| format!("已从第二份副本恢复{number}项内容。");
        nothing_elsewhere = "For two weeks or more, nothing has been saved outside this browser, which may clear its data when space runs short.",
            "已有两周以上没有在此浏览器之外保存数据。空间不足时，浏览器可能会清除数据。";
        /// Conversations and maps were made again around the rows that were left of them, with their numbers.
        recovered: fn(usize, usize, usize) -> String =
            |sessions, maps, scenes| {
                let of = |number, one: &str, several: &str| (number > 0).then(|| count(number, one, several));
                let things = [
                    of(sessions, "conversation", "conversations"),
                    of(maps, "map", "maps"),
                    of(scenes, "scene", "scenes"),
                ];
                let things: Vec<String> = things.into_iter().flatten().collect();
                format!(
                    "Recovered {} that had lost their entry in the list. Their names start with “Recovered”.",
                    things.join(" and ")
                )
            },
            |sessions, maps, scenes| {
                let things = [(sessions, "个对话"), (maps, "张导图"), (scenes, "个场景")];
                let things = things.into_iter().filter(|(number, _)| *number > 0);
                let things: Vec<String> = things.map(|(number, kind)| format!("{number}{kind}")).collect();
                format!("列表中丢失的{}已经恢复，名称以“恢复的”开头。", things.join("和"))
            };
        tabs_apart = "In this browser, tabs can’t see each other’s changes. Use Espalier in one tab at a time.",
            "在此浏览器中，标签页之间无法同步改动。请一次只在一个标签页中使用Espalier。";
        no_such_place = "There is no page at that address. This is the nearest one.",
            "这个地址没有对应的页面，已打开最接近的一页。";
        recovered_session = "Recovered conversation", "恢复的对话";
        recovered_map = "Recovered map", "恢复的导图";
        recovered_scene = "Recovered scene", "恢复的场景";
        settings_saved = "Settings saved.", "设置已保存。";
        key_not_kept = "The browser didn’t store the key, so requests will go out without it. Allow this site to store data, then save again.",
            "浏览器没有保存密钥，请求将不带密钥。请允许此网站存储数据，然后重新保存。";
        /// A file of everything was imported: the numbers of rows.
        imported_all: fn(&str) -> String = |things| format!("Imported {things}."), |things| format!("已导入{things}。");
        examples = "Every room has an example now.", "对话、导图、时间、课程和场景都有示例了。";
        /// There was no space for the copy of the deleted data.
        erased_for_good = "Saved. Storage is almost full, so what you just deleted can’t be restored after a reload.",
            "已保存。存储空间不足，重新加载后将无法恢复刚才删除的内容。";
        exported_from_memory: fn(&str) -> String =
            |name| format!("Saved as {name}. It has everything this tab had opened; the rest couldn’t be read."),
            |name| format!("已保存为{name}。其中包含此标签页打开过的全部内容，未打开过的内容无法读取。");
        key_cleared = "The key has been removed from this browser.", "密钥已从此浏览器中清除。";
        runs_elsewhere = "This answer is being written in another tab.", "另一个标签页正在生成这个回答。";
        gone = "This no longer exists.", "这项内容已不存在。";
        not_loaded = "The conversation is still opening. Try again in a moment.", "对话还在打开，请稍后再试。";
        busy = "An answer is being written. Stop it first.", "正在生成回答，请先停止。";
        read_only = "This tab is read-only. Reload the page to make changes.",
            "此标签页为只读。请重新加载页面后再修改。";
        empty = "Nothing to send: write a message first.", "没有可发送的内容，请先写消息。";
        no_answer = "Type an answer first. Your previous answer was kept.", "请先填写回答。原来的回答已保留。";
        stale = "This changed in the meantime, so nothing was done. Try again.",
            "内容在此期间有了变化，因此没有执行。请重试。";
        not_here = "That doesn’t work on this message.", "不能对这条消息执行此操作。";
        not_a_time = "Enter a start and an end; the end must be later.",
            "请输入开始和结束时间，结束时间须晚于开始时间。";
        full = "There’s no room for more. Delete something first.", "数量已达上限，请先删除一些。";
        last = "The last one can’t be removed.", "不能删除最后一个。";
    }
}

/// Names a document by the kind of its rows and its name.
fn thing_en(rows: Table, name: &str) -> String {
    let kind = match rows {
        Table::Nodes => "map",
        Table::Shapes => "scene",
        _ => "conversation",
    };
    if name.is_empty() { format!("This {kind}") } else { format!("The {kind} “{name}”") }
}

/// Names a document by the kind of its rows and its name.
fn thing_zh(rows: Table, name: &str) -> String {
    let kind = match rows {
        Table::Nodes => "导图",
        Table::Shapes => "场景",
        _ => "对话",
    };
    let this = if kind == "导图" { "这张" } else { "这个" };
    if name.is_empty() { format!("{this}{kind}") } else { format!("{kind}“{name}”") }
}
