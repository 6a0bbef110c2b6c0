//! The words of the frame: navigation, dialogs, notices.
//!
//! Must not be in here: the names of commands (`command`), what went wrong (`error`).

/// The words of the frame.
#[derive(Debug)]
pub struct Shell {
    /// The way past the navigation, for those who use the keyboard.
    pub skip: &'static str,
    /// The navigation.
    pub rooms: &'static str,
    /// Closes a dialog or a notice.
    pub close: &'static str,
    /// Leaves everything as it is.
    pub cancel: &'static str,
    /// The tooltip of undo: the command it takes back.
    pub undo: fn(&str) -> String,
    /// The tooltip of redo: the command it does again.
    pub redo: fn(&str) -> String,
    /// While the records are being read.
    pub loading: &'static str,
    /// All notices.
    pub notices: &'static str,
    /// The palette.
    pub palette: Palette,
    /// The help sheet.
    pub help: Help,
    /// The history.
    pub history: HistoryWords,
    /// A link before it is opened.
    pub link: Link,
    /// Questions before something is done.
    pub confirm: ConfirmWords,
    /// Bars above the room.
    pub banner: Banner,
    /// The page that is shown when nothing else can be.
    pub rescue: Rescue,
    /// Notices.
    pub notice: Notices,
}

/// The palette.
#[derive(Debug)]
pub struct Palette {
    /// In the empty field.
    pub placeholder: &'static str,
    /// When no command fits.
    pub nothing: &'static str,
    /// How many commands fit.
    pub found: fn(usize) -> String,
}

/// The help sheet.
#[derive(Debug)]
pub struct Help {
    /// Commands that work everywhere.
    pub everywhere: &'static str,
    /// Keys in the field for a message.
    pub composer: &'static str,
    /// Enter.
    pub send: &'static str,
    /// Shift and Enter.
    pub newline: &'static str,
    /// What the palette is for.
    pub palette: fn(&str) -> String,
}

/// The history.
#[derive(Debug)]
pub struct HistoryWords {
    /// When there is nothing.
    pub empty: &'static str,
    /// What the list is.
    pub intro: &'static str,
    /// The state that is shown.
    pub now: &'static str,
    /// A step that is taken back at present.
    pub undone: &'static str,
    /// Goes to the state after a step.
    pub go: &'static str,
    /// A named state.
    pub checkpoint: &'static str,
    /// The field for the name of a state.
    pub checkpoint_name: &'static str,
    /// Names the present state.
    pub checkpoint_add: &'static str,
    /// The history of the list of conversations.
    pub sessions: &'static str,
    /// The history of the conversation that is shown.
    pub session: &'static str,
    /// The history of the agents.
    pub personas: &'static str,
    /// How many older steps there are besides those listed.
    pub older: fn(usize) -> String,
}

/// A link before it is opened.
#[derive(Debug)]
pub struct Link {
    /// The question.
    pub title: &'static str,
    /// What to look at.
    pub intro: &'static str,
    /// Before the name of the computer it leads to.
    pub host: &'static str,
    /// Opens it.
    pub open: &'static str,
    /// Copies it.
    pub copy: &'static str,
    /// The name of the computer has letters of other scripts in disguise.
    pub punycode: &'static str,
    /// Something stands before the name of the computer that looks like one.
    pub userinfo: &'static str,
    /// The connection is not encrypted.
    pub insecure: &'static str,
    /// It is no web address.
    pub scheme: &'static str,
}

/// Questions before something is done.
#[derive(Debug)]
pub struct ConfirmWords {
    /// Deleting a message; how many messages in all.
    pub delete_message: fn(usize) -> String,
    /// Deleting a conversation; how many messages it has.
    pub delete_session: fn(usize) -> String,
    /// Deleting an agent of the user's own.
    pub delete_persona: &'static str,
    /// The heading.
    pub title: &'static str,
    /// It can be taken back.
    pub undoable: &'static str,
    /// Yes.
    pub delete: &'static str,
}

/// Bars above the room.
#[derive(Debug)]
pub struct Banner {
    /// Nothing may be changed in this tab.
    pub read_only: &'static str,
    /// Loads the page again.
    pub reload: &'static str,
    /// The last changes are not stored.
    pub unsaved: &'static str,
    /// Tries once more.
    pub save_again: &'static str,
    /// Writes everything to a file.
    pub export: &'static str,
}

/// The page that is shown when nothing else can be.
#[derive(Debug)]
pub struct Rescue {
    /// The heading.
    pub title: &'static str,
    /// That nothing is lost.
    pub text: &'static str,
    /// Writes everything to a file.
    pub export: &'static str,
    /// Loads the page again.
    pub reload: &'static str,
}

/// Notices.
#[derive(Debug)]
pub struct Notices {
    /// A command was done: its name, its subject.
    pub done: fn(&str, &str) -> String,
    /// A step was taken back: its name, and how many places were left as they are.
    pub undone: fn(&str, usize) -> String,
    /// A step was done again.
    pub redone: fn(&str, usize) -> String,
    /// There is nothing to undo.
    pub nothing_to_undo: &'static str,
    /// There is nothing to redo.
    pub nothing_to_redo: &'static str,
    /// Text was copied.
    pub copied: &'static str,
    /// The clipboard refused.
    pub copy_failed: &'static str,
    /// A file was written.
    pub exported: fn(&str) -> String,
    /// An import was done: how many rows.
    pub imported: fn(usize) -> String,
    /// Rows could not be read.
    pub unreadable: fn(usize) -> String,
    /// A conversation was repaired in so many places.
    pub repaired: fn(usize) -> String,
    /// The settings were saved.
    pub settings_saved: &'static str,
    /// A key was cleared.
    pub key_cleared: &'static str,
    /// An answer is being made in another tab.
    pub runs_elsewhere: &'static str,
    /// What was asked for is gone.
    pub gone: &'static str,
    /// The conversation is still being read.
    pub not_loaded: &'static str,
    /// An answer is being made.
    pub busy: &'static str,
    /// Nothing may be changed in this tab.
    pub read_only: &'static str,
    /// There is nothing to send.
    pub empty: &'static str,
    /// The data has changed meanwhile.
    pub stale: &'static str,
    /// It cannot be done to this message.
    pub not_here: &'static str,
}

/// The English form of a number of things.
fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

pub(super) const EN: Shell = Shell {
    skip: "Skip to the content",
    rooms: "Rooms",
    close: "Close",
    cancel: "Cancel",
    undo: |what| format!("Undo: {what}"),
    redo: |what| format!("Redo: {what}"),
    loading: "Opening your workspace…",
    notices: "Notices",
    palette: Palette {
        placeholder: "Type the name of a command",
        nothing: "No command fits these letters.",
        found: |number| count(number, "command", "commands"),
    },
    help: Help {
        everywhere: "Everywhere",
        composer: "While writing a message",
        send: "Send the message",
        newline: "Begin a new line",
        palette: |keys| format!("{keys} finds every command by its name."),
    },
    history: HistoryWords {
        empty: "Nothing has been changed yet.",
        intro: "Every change, the latest first. Choose a step to go back to the state right after it.",
        now: "Now",
        undone: "Taken back",
        go: "Go to this state",
        checkpoint: "Checkpoint",
        checkpoint_name: "Name for the present state",
        checkpoint_add: "Add checkpoint",
        sessions: "List of conversations",
        session: "This conversation",
        personas: "Agents",
        older: |number| format!("and {} before", count(number, "step", "steps")),
    },
    link: Link {
        title: "Open this link?",
        intro: "It leaves Espalier and opens in a new tab.",
        host: "Leads to",
        open: "Open in a new tab",
        copy: "Copy the address",
        punycode: "The site's name is written with letters of other alphabets. It may only look like a name you know.",
        userinfo: "The text before the @ is not the site. The link leads to the site named above.",
        insecure: "The connection is not encrypted: others on the way can read and change what is sent.",
        scheme: "This is not a web address, so it is not opened. You can copy it.",
    },
    confirm: ConfirmWords {
        delete_message: |number| match number {
            0 | 1 => "This deletes 1 message.".to_owned(),
            _ => format!("This deletes {number} messages: this one and everything that follows it, in all branches."),
        },
        delete_session: |number| {
            format!("This deletes the conversation and its {}.", count(number, "message", "messages"))
        },
        delete_persona: "This deletes the agent. An agent that comes with Espalier goes back to how it was.",
        title: "Delete?",
        undoable: "You can undo it.",
        delete: "Delete",
    },
    banner: Banner {
        read_only: "This tab is read-only.",
        reload: "Reload the page",
        unsaved: "The latest changes are not saved.",
        save_again: "Save again",
        export: "Export everything",
    },
    rescue: Rescue {
        title: "Espalier cannot open your data",
        text: "Your data is still in this browser; nothing was deleted or overwritten. You can save it to a file, or reload the page to try again.",
        export: "Save my data to a file",
        reload: "Reload the page",
    },
    notice: Notices {
        done: |command, subject| match subject {
            "" => format!("{command}: done."),
            _ => format!("{command}: “{subject}”"),
        },
        undone: |command, conflicts| match conflicts {
            0 => format!("Undone: {command}"),
            _ => format!(
                "Undone: {command}. {} changed since and stayed as they are.",
                count(conflicts, "place was", "places were")
            ),
        },
        redone: |command, conflicts| match conflicts {
            0 => format!("Redone: {command}"),
            _ => format!(
                "Redone: {command}. {} changed since and stayed as they are.",
                count(conflicts, "place was", "places were")
            ),
        },
        nothing_to_undo: "There is nothing to undo.",
        nothing_to_redo: "There is nothing to redo.",
        copied: "Copied.",
        copy_failed: "The browser did not allow copying. Select the text and copy it yourself.",
        exported: |name| format!("Saved as {name}."),
        imported: |number| format!("Imported: {}.", count(number, "record", "records")),
        unreadable: |number| {
            format!("{} could not be read. They stay stored as they are.", count(number, "record", "records"))
        },
        repaired: |number| {
            format!("The conversation's data was damaged in {} and has been repaired.", count(number, "place", "places"))
        },
        settings_saved: "Settings saved.",
        key_cleared: "The key has been removed from this browser.",
        runs_elsewhere: "This answer is being written in another tab.",
        gone: "It no longer exists.",
        not_loaded: "The conversation is still being opened. Try again in a moment.",
        busy: "An answer is being written. Stop it first.",
        read_only: "Nothing can be changed in this tab.",
        empty: "There is nothing to send.",
        stale: "The data has changed in the meantime, so nothing was done.",
        not_here: "That cannot be done with this message.",
    },
};

pub(super) const ZH: Shell = Shell {
    skip: "跳到正文",
    rooms: "房间",
    close: "关闭",
    cancel: "取消",
    undo: |what| format!("撤销：{what}"),
    redo: |what| format!("重做：{what}"),
    loading: "正在打开工作区……",
    notices: "通知",
    palette: Palette {
        placeholder: "输入命令名称",
        nothing: "没有匹配的命令。",
        found: |number| format!("{number} 个命令"),
    },
    help: Help {
        everywhere: "全局",
        composer: "写消息时",
        send: "发送消息",
        newline: "换行",
        palette: |keys| format!("按 {keys} 可以按名称查找任何命令。"),
    },
    history: HistoryWords {
        empty: "还没有任何改动。",
        intro: "所有改动，最近的在最前。选择一步，就能回到这一步刚完成时的状态。",
        now: "当前",
        undone: "已撤销",
        go: "回到此状态",
        checkpoint: "检查点",
        checkpoint_name: "为当前状态起个名字",
        checkpoint_add: "添加检查点",
        sessions: "对话列表",
        session: "当前对话",
        personas: "智能体",
        older: |number| format!("更早还有 {number} 步"),
    },
    link: Link {
        title: "打开这个链接？",
        intro: "它会离开 Espalier，在新标签页中打开。",
        host: "前往",
        open: "在新标签页中打开",
        copy: "复制地址",
        punycode: "这个网站名使用了其他文字的字母，可能只是看起来像您熟悉的网站。",
        userinfo: "@ 前面的文字并不是网站名。链接实际前往上面所示的网站。",
        insecure: "连接未加密：途中的其他人可以看到并篡改传输的内容。",
        scheme: "这不是网页地址，因此不会打开。您可以复制它。",
    },
    confirm: ConfirmWords {
        delete_message: |number| match number {
            0 | 1 => "将删除 1 条消息。".to_owned(),
            _ => format!("将删除 {number} 条消息：这一条，以及它之后所有分支中的消息。"),
        },
        delete_session: |number| format!("将删除这个对话及其中的 {number} 条消息。"),
        delete_persona: "将删除这个智能体。Espalier 自带的智能体会恢复原样。",
        title: "确定删除吗？",
        undoable: "删除后可以撤销。",
        delete: "删除",
    },
    banner: Banner {
        read_only: "此标签页为只读。",
        reload: "重新加载页面",
        unsaved: "最近的改动尚未保存。",
        save_again: "再次保存",
        export: "导出全部数据",
    },
    rescue: Rescue {
        title: "Espalier 无法打开您的数据",
        text: "数据仍在此浏览器中，没有被删除或覆盖。您可以把它保存为文件，或重新加载页面再试一次。",
        export: "将数据保存为文件",
        reload: "重新加载页面",
    },
    notice: Notices {
        done: |command, subject| match subject {
            "" => format!("{command}：已完成。"),
            _ => format!("{command}：“{subject}”"),
        },
        undone: |command, conflicts| match conflicts {
            0 => format!("已撤销：{command}"),
            _ => format!("已撤销：{command}。有 {conflicts} 处之后又被改动，保持现状。"),
        },
        redone: |command, conflicts| match conflicts {
            0 => format!("已重做：{command}"),
            _ => format!("已重做：{command}。有 {conflicts} 处之后又被改动，保持现状。"),
        },
        nothing_to_undo: "没有可以撤销的操作。",
        nothing_to_redo: "没有可以重做的操作。",
        copied: "已复制。",
        copy_failed: "浏览器不允许复制。请选中文字后自行复制。",
        exported: |name| format!("已保存为 {name}。"),
        imported: |number| format!("已导入 {number} 条记录。"),
        unreadable: |number| format!("有 {number} 条记录无法读取，已按原样保留。"),
        repaired: |number| format!("这个对话的数据有 {number} 处损坏，已经修复。"),
        settings_saved: "设置已保存。",
        key_cleared: "密钥已从此浏览器中清除。",
        runs_elsewhere: "另一个标签页正在生成这个回答。",
        gone: "它已经不存在了。",
        not_loaded: "对话还在打开，请稍后再试。",
        busy: "正在生成回答，请先停止。",
        read_only: "此标签页中不能进行任何改动。",
        empty: "没有可发送的内容。",
        stale: "数据在此期间已发生变化，因此没有执行任何操作。",
        not_here: "不能对这条消息执行此操作。",
    },
};
