//! What the guide says about working in conversations.
//!
//! Must not be in here: how a topic is found.

use super::Topic;

/// The topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        weight: 1,
        words: &[
            "course",
            "course room",
            "learning plan",
            "curriculum",
            "project plan",
            "syllabus",
            "课程",
            "学习计划",
            "项目计划",
        ],
        answer: (
            "The **Course** room makes an outline in a short interview.\n\
             - *New course* begins one: of a course to learn from, or of a project. Four questions follow, each with options \
             to click; your own words count as well, and most can be skipped.\n\
             - Your answers stand beside the conversation and can be changed or cleared at any time; what depended on them is \
             asked again.\n\
             - The outline can be edited, moved about, ticked off, made anew in parts, drawn as a map, turned into goals of the \
             Time room, printed, and saved as Markdown or JSON. Earlier versions are kept.",
            "**课程**房间通过简短访谈生成大纲。\n\
             - 点击*新建课程*开始：可以规划课程，也可以规划项目。随后有四个问题，可以点选，也可以自己填写，多数可以跳过。\n\
             - 你的回答显示在对话旁，可随时修改或清除；受影响的问题会重新提问。\n\
             - 大纲可以编辑、移动、勾选、局部重新生成，可以转为导图或时间房间的目标，也可以打印、存为 Markdown 或 JSON。历史版本都会保留。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "timer",
            "time log",
            "time room",
            "track time",
            "time tracking",
            "timesheet",
            "toggl",
            "clockify",
            "timewarrior",
            "计时",
            "时间记录",
            "记录时间",
            "时间日志",
        ],
        answer: (
            "The **Time** room is a log of your hours.\n\
             - *Start* begins a timer, which goes on over a reload. Or write a line: `9-11:30 writing #thesis`, \
             `45m standup`, `yesterday 3pm-5pm !Study`; what is understood is shown while you type.\n\
             - `#` is a tag, `!` a category, `@` a goal. Entries can be edited, split, merged and moved; everything can be \
             undone.\n\
             - The report groups any days by category, day, week, month, goal, tag, hour or weekday. \
             Logs of Toggl, Clockify, Timewarrior, ActivityWatch and calendars can be imported.",
            "**时间**房间记录你的时间。\n\
             - *开始*启动计时器，重新加载后仍会继续。也可以写一行：`昨天下午3点到5点 学习`、`45分钟 晨会 #团队`；输入时会显示识别结果。\n\
             - `#` 是标签，`!` 是分类，`@` 是目标。记录可以编辑、拆分、合并和移动，一切都可以撤销。\n\
             - 报告可以按分类、日、周、月、目标、标签、钟点或星期分组。可以导入 Toggl、Clockify、Timewarrior、ActivityWatch 和日历。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "branch",
            "branches",
            "branching",
            "fork",
            "tree",
            "regenerate",
            "sibling",
            "version",
            "versions",
            "alternative",
            "分支",
            "分叉",
            "重新生成",
            "对话树",
            "版本",
        ],
        answer: (
            "A conversation is a **tree**: nothing is ever overwritten.\n\
             - *Regenerate* adds another answer beside the old one.\n\
             - *Edit* a message in place, or *as a branch*: then the new wording stands beside the old one and gets its own answer.\n\
             - *Branch from here* goes on from any earlier message.\n\
             - `◀ 2/3 ▶` moves between alternatives and remembers where you were in each. The tree view shows everything at \
             once; click a message to go there.",
            "对话是一棵**树**：任何内容都不会被覆盖。\n\
             - *重新生成*会在旧回答旁边添加另一个回答。\n\
             - *编辑*可以就地修改，也可以*作为分支*：新的说法与旧的并列，并得到自己的回答。\n\
             - *从这里分支*可以从任何一条较早的消息继续。\n\
             - `◀ 2/3 ▶` 在各个版本之间切换，并记住你在每个分支里的位置。树状视图一次显示全部；点击一条消息就会跳过去。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "undo", "redo", "delete", "deleted", "restore", "history", "mistake", "撤销", "恢复", "删除", "重做",
            "历史",
        ],
        answer: (
            "Everything can be **undone**, even after a reload: `Ctrl`/`Cmd`+`Z` takes the last step back, with `Shift` it is done \
             again. The history lists all steps and can go back to any of them. Deleting a message takes everything below it \
             along; the question before says how many messages that are.",
            "一切都可以**撤销**，重新加载之后也可以：`Ctrl`/`Cmd`+`Z` 撤销上一步，加 `Shift` 重做。历史列出所有步骤，可以回到任意一步。\
             删除一条消息会连同它下面的全部内容；确认时会告诉你共有多少条。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "agent",
            "agents",
            "persona",
            "personas",
            "preset",
            "presets",
            "system prompt",
            "role",
            "智能体",
            "角色",
            "人设",
            "预设",
            "系统提示",
        ],
        answer: (
            "An **agent** has a name, an icon, perhaps a model and parameters of its own, and a sequence of preset messages. A \
             placeholder says where the conversation goes among them: what stands after it is said after the conversation every \
             time. Single presets can be switched off.\n\n\
             Seven agents ship with the app: an assistant, a writing editor, a translator (by examples), a code reviewer, a \
             Socratic tutor (with a reminder after the conversation), a summariser and a devil's advocate. Change them, \
             duplicate them, make your own, export and import them. Choose one for the whole app, or pin one to a conversation.",
            "**智能体**有名称、图标，可以有自己的模型和参数，以及一串预设消息。其中的占位符表示对话放在哪里：\
             写在它后面的内容每次都在对话之后发送。每条预设都可以单独关闭。\n\n\
             应用自带七个：助手、文字编辑、中英翻译（以示例定风格）、代码审查、苏格拉底式导师（对话之后带提醒）、摘要、唱反调的人。\
             可以修改、复制、新建、导入和导出。可以为整个应用选一个，也可以固定给某个对话。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "context",
            "what will be sent",
            "tokens",
            "token",
            "budget",
            "limit",
            "上下文",
            "词元",
            "长度限制",
            "发送什么",
        ],
        answer: (
            "**What will be sent** shows the exact list of messages with estimated tokens before anything is sent. A message can be \
             switched off for the context without deleting it. When the context gets longer than the model or the agent allows, \
             the oldest messages are left out, and shown as left out; presets and your last message always stay.",
            "**将要发送的内容**会在发送前列出确切的消息和估计的词元数。可以让一条消息不进入上下文而不删除它。\
             上下文超过模型或智能体的限制时，最旧的消息会被省略并明确标出；预设和你的最后一条消息总会保留。",
        ),
    },
    Topic {
        weight: 1,
        words: &["search", "find", "搜索", "查找"],
        answer: (
            "The **search** above the list of conversations finds words in all of them, inactive branches included. Several words \
             must all be in a message; \"words in quotes\" are looked for as one.",
            "对话列表上方的**搜索**会在所有对话中查找，包括未显示的分支。多个词须同时出现在一条消息里；“引号中的词”作为整体查找。",
        ),
    },
    Topic {
        weight: 1,
        words: &["import", "chatgpt", "conversations.json", "导入"],
        answer: (
            "**Import** reads exports of this app, agents, and ChatGPT's `conversations.json` (from its data export; unpack the \
             ZIP first) with all branches. A report shows what would be added before anything changes, and importing the same \
             file again adds nothing twice.",
            "**导入**可以读取本应用的导出文件、智能体，以及 ChatGPT 的 `conversations.json`（来自它的数据导出，先解压 ZIP），\
             包含所有分支。改动之前会先显示报告；重复导入同一个文件不会产生重复内容。",
        ),
    },
    Topic {
        weight: 1,
        words: &["export", "backup", "save", "markdown", "json", "download", "导出", "备份", "下载", "保存"],
        answer: (
            "**Export** a conversation as JSON (nothing is lost), as Markdown of the path that is shown, or as Markdown of the \
             whole tree. Settings export everything into one file, which can be imported again; keys are never in it. \
             Everything is saved by itself as you go.",
            "**导出**一个对话：JSON（不丢任何信息）、当前路径的 Markdown，或整棵树的 Markdown。“设置”可以把全部内容导出为一个文件，\
             以后可以再导入；其中绝不包含密钥。平时的内容会自动保存。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "shortcut",
            "shortcuts",
            "keyboard",
            "hotkey",
            "hotkeys",
            "palette",
            "command",
            "commands",
            "快捷键",
            "键盘",
            "命令",
        ],
        answer: (
            "Everything works from the **keyboard**: `Ctrl`/`Cmd`+`K` opens all commands, `F1` lists all shortcuts. `Enter` sends, \
             `Shift`+`Enter` begins a new line, `Ctrl`/`Cmd`+`Z` undoes.",
            "一切都可以用**键盘**完成：`Ctrl`/`Cmd`+`K` 打开全部命令，`F1` 列出全部快捷键。`Enter` 发送，`Shift`+`Enter` 换行，\
             `Ctrl`/`Cmd`+`Z` 撤销。",
        ),
    },
    Topic {
        weight: 1,
        words: &["offline", "internet", "network", "离线", "断网", "网络"],
        answer: (
            "Without a network I still answer, your conversations are all here, and a model on your own machine works as well. Only \
             services on the internet need it.",
            "没有网络时我照样回答，你的对话都在，自己机器上的模型也能用。只有互联网上的服务需要网络。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "language",
            "chinese",
            "english",
            "theme",
            "dark",
            "light",
            "dark mode",
            "语言",
            "中文",
            "英文",
            "主题",
            "深色",
            "夜间",
        ],
        answer: (
            "The **language** of the interface (English, 中文) and the **theme** (light, dark, as the system) are chosen in Settings, \
             or with `Ctrl`/`Cmd`+`K`.",
            "界面**语言**（English、中文）和**主题**（浅色、深色、跟随系统）在“设置”中选择，也可以用 `Ctrl`/`Cmd`+`K`。",
        ),
    },
    Topic {
        weight: 1,
        words: &["stop", "continue", "cut off", "truncated", "停止", "继续", "中断", "截断"],
        answer: (
            "**Stop** ends an answer at once and keeps what has come. *Continue* goes on with an answer that was stopped, cut off by \
             its token limit, or broken off by an error.",
            "**停止**会立刻结束回答并保留已有内容。*继续*可以接着写被停止、因长度上限截断或因错误中断的回答。",
        ),
    },
    Topic {
        weight: 1,
        words: &["thanks", "thank you", "thx", "谢谢", "多谢", "感谢"],
        answer: ("You are welcome.", "不客气。"),
    },
];
