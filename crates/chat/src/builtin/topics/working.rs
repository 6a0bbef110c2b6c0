//! Answers of the guide about working in conversations.

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
            "The **Course** room turns a short interview into an outline.\n\
             - *New course* starts one, *New project* plans something to get done. A few short questions follow, each \
             with options to click; you can also answer in your own words, and most questions can be skipped.\n\
             - Your answers are shown beside the conversation. Change or clear them at any time; questions that \
             depend on them are asked again.\n\
             - You can edit the outline, reorder it, tick off chapters, rewrite parts, open it as a mind map, add \
             it to Time as goals, print it, or save it as Markdown or JSON. Earlier versions are kept.",
            "**课程**通过简短访谈生成大纲。\n\
             - 点击*新建课程*来学习，或点击*新建项目*来规划一件事。随后有几个简短的问题，可以点选，也可以自己填写，多数可\
             以跳过。\n\
             - 你的回答显示在对话旁，可随时修改或清除；受影响的问题会重新询问。\n\
             - 大纲可以编辑、移动、勾选、局部重写，可以生成导图或加入时间目标，也可以打印、存为Markdown或JSON。历史\
             版本都会保留。",
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
            "log time",
            "log my time",
            "log hours",
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
             - *Start* begins a timer, which keeps running after a reload. Or type a line: `9-11:30 writing \
             #thesis`, `45m standup`, `yesterday 3pm-5pm !Study`; what was understood is shown as you type.\n\
             - `#` marks a tag, `@` a category or a goal, `!` always a category. You can edit, split, merge and move entries, and undo \
             all of it.\n\
             - The report groups any period by category, day, week, month, goal, tag, hour or weekday. You can \
             import logs from Toggl, Clockify, Harvest, solidtime, Timewarrior, ActivityWatch and calendars.",
            "**时间**记录你的时间。\n\
             - *开始*会启动计时器，重新加载后仍会继续。也可以写一行：`昨天下午3点到5点 学习`、`45分钟 晨会 #团队`；\
             输入时会显示识别结果。\n\
             - `#`是标签，`@`是分类或目标，`!`一定是分类。记录可以编辑、拆分、合并和移动，一切都可以撤销。\n\
             - 报告可以按分类、日、周、月、目标、标签、钟点或星期分组。可以导\
             入Toggl、Clockify、Harvest、solidtime、Timewarrior、ActivityWatch和日历。",
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
             - *Edit* changes a message in place, or *asks in a new branch*: the new wording then stands beside the \
             old one and gets its own answer.\n\
             - *Branch from here* continues from any earlier message.\n\
             - `◀ 2/3 ▶` switches between alternatives and remembers where you were in each. The tree view shows \
             everything at once; click a message to go there.",
            "对话是一棵**树**：任何内容都不会被覆盖。\n\
             - *重新生成*会在旧回答旁边添加另一个回答。\n\
             - *编辑*可以就地修改，也可以*在新分支中提问*：新的说法与旧的并列，并得到自己的回答。\n\
             - *从这里分支*可以从任何一条较早的消息继续。\n\
             - `◀ 2/3 ▶`在各个版本之间切换，并记住你在每个分支里的位置。树状视图一次显示全部，点击一条消息即可跳过\
             去。",
        ),
    },
    Topic {
        weight: 1,
        words: &[
            "undo", "redo", "delete", "deleted", "restore", "history", "mistake", "撤销", "恢复", "删除", "重做",
            "历史",
        ],
        answer: (
            "Everything can be **undone**, even after a reload: `Ctrl`/`Cmd`+`Z` undoes the last step; add \
             `Shift` to redo it. The history lists all steps and can go back to any of them. Deleting a message also \
             deletes everything below it; you’re told how many messages that is before you confirm.\n\n\
             To delete everything Espalier keeps in this browser, open Settings and choose *Delete everything* \
             under *Your data*. That can’t be undone.",
            "一切都可以**撤销**，重新加载之后也可以：`Ctrl`/`Cmd`+`Z`撤销上一步，加`Shift`重做。历史记录列出所有步\
             骤，可以回到任意一步。删除一条消息会连同它下面的全部内容；确认时会告诉你共有多少条。\n\n\
             要删除Espalier保存在此浏览器中的全部内容，请打开“设置”，在“你的数据”中选择*删除全部数据*。此操作无法撤\
             销。",
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
            "An **agent** has a name, an icon and a sequence of preset messages, and can have its own model and \
             parameters. A placeholder marks where the conversation goes; messages after it are sent after the \
             conversation every time. Each preset message can be switched off.\n\n\
             Espalier comes with seven agents: an assistant, a writing editor, a translator (guided by examples), a \
             code reviewer, a Socratic tutor (with a reminder after the conversation), a summariser and a devil’s \
             advocate. Change them, duplicate them, make your own, export and import them. Choose one for all \
             conversations, or pin one to a conversation.",
            "**智能体**有名称、图标和一组预设消息，还可以有自己的模型和参数。其中的占位符表示对话放在哪里：写在它后\
             面的消息每次都在对话之后发送。每条预设消息都可以单独关闭。\n\n\
             Espalier自带七个智能体：助手、文字编辑、中英翻译（以示例定风格）、代码审查、苏格拉底式导师（对话之后带提醒）、摘\
             要、唱反调的人。可以修改、创建副本、新建、导入和导出。可以为所有对话选一个，也可以固定给某个对话。",
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
            "**What will be sent** shows the exact list of messages, with estimated tokens, before anything is \
             sent. You can exclude a message from the context without deleting it. When the context gets longer \
             than the model or the agent allows, the oldest messages are left out and marked; presets and your last \
             message always stay.",
            "**将要发送的内容**会在发送前列出确切的消息和估计的词元数。可以把一条消息移出上下文而不删除它。上下文超\
             过模型或智能体的限制时，最早的消息会被省略并明确标出；预设消息和你的最后一条消息总会保留。",
        ),
    },
    Topic {
        weight: 1,
        words: &["search", "find", "搜索", "查找"],
        answer: (
            "The **search** above the list of conversations looks through all of them, including branches that \
             aren’t shown. A message has to contain all the words you type; “words in quotes” are searched for as a \
             phrase.",
            "对话列表上方的**搜索**会在所有对话中查找，包括未显示的分支。多个词须同时出现在一条消息里；“引号中的\
             词”作为整体查找。",
        ),
    },
    Topic {
        weight: 1,
        words: &["import", "chatgpt", "conversations.json", "导入"],
        answer: (
            "**Import** reads Espalier’s exports and rescue files, agents, character cards, and conversations from \
             ChatGPT (its `conversations.json`), Claude, Open WebUI, LibreChat, llama.cpp, SillyTavern and big-AGI, \
             with all branches, also in ZIP archives and several files at once. You see what would be added before anything \
             changes, importing the same file twice adds nothing twice, and an import can be undone.",
            "**导入**可以读取Espalier的导出文件和救援文件、智能体、角色卡，以及ChatGPT（`conversations.json`）、Claude、Open \
             WebUI、LibreChat、llama.cpp、SillyTavern和big-AGI的对话，包含所有分支；可以是ZIP压缩包，也可以一次导入多个文件。改动之前会先显示报告，重复导入同一个文件不会产生重复内容，导入也可以撤\
             销。",
        ),
    },
    Topic {
        weight: 1,
        words: &["export", "backup", "save", "markdown", "json", "download", "导出", "备份", "下载", "保存"],
        answer: (
            "**Export** a conversation as JSON (lossless), as Markdown of the branch that is shown, or as Markdown \
             of the whole tree. Settings export everything to one file that can be imported again; it never \
             contains keys. Everything you do is saved automatically.",
            "**导出**一个对话：JSON（不丢任何信息）、当前分支的Markdown，或整棵树的Markdown。“设置”可以把全部内容导\
             出为一个文件，以后可以再导入；其中绝不包含密钥。平时的内容会自动保存。",
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
            "Everything works from the **keyboard**: `Ctrl`/`Cmd`+`K` opens all commands, `F1` lists all shortcuts. \
             `Enter` sends, `Shift`+`Enter` starts a new line, `Ctrl`/`Cmd`+`Z` undoes.",
            "一切都可以用**键盘**完成：`Ctrl`/`Cmd`+`K`打开所有命令，`F1`列出所有快捷键。`Enter`发\
             送，`Shift`+`Enter`换行，`Ctrl`/`Cmd`+`Z`撤销。",
        ),
    },
    Topic {
        weight: 1,
        words: &["offline", "internet", "network", "离线", "断网", "网络"],
        answer: (
            "Without a network I still answer, all your conversations are here, and a model on your own machine \
             works too. Only models on the internet need a connection.",
            "没有网络时我照样回答，你的对话都在，本机的模型也能用。只有互联网上的模型需要联网。",
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
            "Choose the **language** of the interface (English, 中文) and the **theme** (light, dark, same as \
             system) in Settings, or press `Ctrl`/`Cmd`+`K`.",
            "界面**语言**（English、中文）和**主题**（浅色、深色、跟随系统）在“设置”中选择，也可以\
             按`Ctrl`/`Cmd`+`K`。",
        ),
    },
    Topic {
        weight: 1,
        words: &["stop", "continue", "cut off", "truncated", "停止", "继续", "中断", "截断"],
        answer: (
            "**Stop** ends an answer at once and keeps what has arrived. *Continue* picks up an answer that was \
             stopped, cut off by its token limit or interrupted by an error.",
            "**停止**会立刻结束回答并保留已有内容。*继续*可以接着写被停止、因长度上限截断或因错误中断的回答。",
        ),
    },
    Topic {
        weight: 1,
        words: &["thanks", "thank you", "thx", "谢谢", "多谢", "感谢"],
        answer: ("You’re welcome.", "不客气。"),
    },
];
