//! The words of the data in this browser, and of an import.

use espalier_model::Table;

words! {
    /// Stored data.
    Data {
        title = "Your data", "你的数据";
        intro =
            "Everything is stored in this browser, on this device. Browsers can lose data, so export it now and then.",
            "所有内容都保存在这台设备的此浏览器中。浏览器也可能丢失数据，请不时导出备份。";
        /// Space that is used, and that there is.
        usage: fn(&str, &str) -> String = |used, quota| format!("{used} of {quota} used."),
            |used, quota| format!("已使用{used}，共{quota}。");
        measuring = "Measuring…", "正在统计……";
        persisted = "The browser won’t clear it on its own.", "浏览器不会自动清理这些数据。";
        not_persisted = "The browser may clear it when space runs short. Espalier will ask for permanent storage after your first message.",
            "空间不足时浏览器可能清除数据。发送第一条消息后，Espalier会请求浏览器永久保留数据。";
        elsewhere: fn(&str) -> String = |when| format!("Last saved outside this browser: {when}."),
            |when| format!("上次保存到此浏览器之外的时间：{when}。");
        nothing_elsewhere = "Nothing has been saved outside this browser yet.", "还没有在此浏览器之外保存过。";
        export = "Export everything", "导出全部数据";
        export_hint = "One JSON file with everything: conversations, maps, the time log, courses, scenes, agents and settings. No keys.",
            "一个JSON文件，包含全部内容：对话、导图、时间记录、课程、场景、智能体和设置。不含密钥。";
        backup = "Save a backup", "保存备份";
        backup_hint = "The same in one compact file that suits large amounts of data, with a password if you like. Only Espalier reads it.",
            "内容相同，存为一个紧凑的文件，适合大量数据，可以设置密码。只有Espalier能读取。";
        backup_password = "Password (optional)", "密码（可选）";
        backup_password_hint = "Keep it safe: without it, nobody can open the backup.",
            "请妥善保管：没有密码，谁也无法打开备份。";
        backing_up: fn(usize) -> String =
            |items| match items {
                1 => "Saving: 1 item so far…".to_owned(),
                _ => format!("Saving: {items} items so far…"),
            },
            |items| format!("正在保存，已写入{items}项……");
        import = "Import a file", "导入文件";
        import_hint = "Espalier backups, exports and rescue files; conversations from ChatGPT, Claude, Open WebUI, LibreChat, llama.cpp, SillyTavern and big-AGI, also as ZIP archives and several files at once. You’ll see what would change before anything does.",
            "Espalier的备份、导出文件和救援文件，以及ChatGPT、Claude、Open WebUI、LibreChat、llama.cpp、SillyTavern和big-AGI的对话；支持ZIP压缩包，也可一次选择多个文件。导入前会先显示将有哪些改动。";
        /// Heading of the list of attached files: how many, and their size.
        files: fn(usize, &str) -> String =
            |count, size| format!("{count} attached {} ({size})", if count == 1 { "file" } else { "files" }),
            |count, size| format!("{count}个附件（{size}）");
        files_hint = "Unused files are deleted after a day. Messages and steps that can be undone count as use.",
            "文件不再被任何消息或可撤销的步骤用到时，一天后自动删除。";
        unreadable: fn(usize) -> String =
            |count| match count {
                1 => {
                    "1 stored record can’t be read. It’s left untouched, and every export includes a raw copy.".to_owned()
                }
                _ => format!(
                    "{count} stored records can’t be read. They’re left untouched, and every export includes raw copies."
                ),
            },
            |count| format!("有{count}条已存储的记录无法读取，它们保持原样，每次导出都会附上其原始内容。");
        save_unreadable = "Save a raw copy", "保存原始内容";
        place: crate::place::PlaceWords;
        erase = "Delete everything…", "删除全部数据……";
        erase_hint = "Deletes conversations, maps, the time log, courses, scenes, agents, settings, keys and the offline copy from this browser. Export first if you may want them back.",
            "从此浏览器中删除对话、导图、时间记录、课程、场景、智能体、设置、密钥和离线副本。如果以后可能需要，请先导出。";
    }

    /// An import.
    Import {
        title = "Import", "导入";
        file: fn(&str) -> String = |name| format!("From {name}"), |name| format!("来自{name}");
        comparing = "Comparing with your data…", "正在与现有内容比较……";
        /// Notice that the data here changed after the comparison, so that the import was not done.
        differs = "Your data has changed in the meantime, so nothing was imported yet. Importing now would do this:",
            "这里的内容在此期间有了变化，因此还没有导入。现在导入的结果会是：";
        kinds: fn(&[(Table, usize)]) -> String = kinds_en, kinds_zh;
        adds: fn(&str) -> String = |things| format!("Adds {things}."), |things| format!("将新增{things}。");
        replaces: fn(&str) -> String = |things| format!("Replaces {things}."), |things| format!("将替换{things}。");
        /// Separator of two such sentences.
        between = " ", "";
        /// Heading of an agent's instructions to a model.
        agent_says: fn(&str) -> String = |name| format!("What “{name}” tells the model"),
            |name| format!("“{name}”给模型的指令");
        broken: fn(usize) -> String =
            |count| match count {
                1 => "1 record in this file can’t be read. Keep the file, or save a raw copy of the record.".to_owned(),
                _ => format!("{count} records in this file can’t be read. Keep the file, or save a raw copy of them."),
            },
            |count| format!("文件中有{count}条记录无法读取。请保留此文件，或另存它们的原始内容。");
        save_broken = "Save a raw copy", "保存原始内容";
        targets = "Where prompts would go", "内容将发送到哪里";
        targets_hint = "Tick only addresses you trust. Your saved keys stay with the addresses they were saved for.",
            "只勾选你信任的地址。已保存的密钥仍只用于保存时的地址。";
        /// Switch that takes the address of a provider: its name, the origin, and the one used so far.
        take_endpoint: fn(&str, &str, Option<&str>) -> String =
            |name, origin, before| match before {
                Some(before) if before != origin => format!("Use {origin} for {name} instead of {before}"),
                _ => format!("Use {origin} for {name}"),
            },
            |name, origin, before| match before {
                Some(before) if before != origin => format!("{name}的地址由{before}改为{origin}"),
                _ => format!("{name}使用地址{origin}"),
            };
        /// Switch that lets a provider answer: its name and origin.
        take_provider: fn(&str, &str) -> String = |name, origin| format!("Answer with {name} ({origin})"),
            |name, origin| format!("由{name}回答（{origin}）");
        /// Switch that lets a provider answer for agents: their names, its name and origin.
        take_agents: fn(&[String], &str, &str) -> String =
            |agents, name, origin| match agents {
                [one] => format!("Let the agent “{one}” answer with {name} ({origin})"),
                _ => format!("Let these agents answer with {name} ({origin}): {}", agents.join(", ")),
            },
            |agents, name, origin| format!("由{name}（{origin}）回答的智能体：{}", agents.join("、"));
        nothing = "You already have everything in this file. Nothing would change.",
            "文件中的内容这里都已经有了，不会有任何改动。";
        nothing_left =
            "Nothing to import: part of the file couldn’t be read (see below), and you already have the rest.",
            "没有可导入的内容：文件中有一部分无法读取（见下方列表），其余的这里都已经有了。";
        policy = "If an item exists in both", "同一条内容两边都有时";
        keep_mine = "keep mine", "保留现有内容";
        take_theirs = "use the one in the file", "采用文件中的内容";
        /// Numbers of messages and branches of a conversation.
        read: fn(usize, usize) -> String =
            |messages, branches| {
                let messages = if messages == 1 { "1 message".to_owned() } else { format!("{messages} messages") };
                match branches {
                    0 | 1 => messages,
                    _ => format!("{messages} in {branches} branches"),
                }
            },
            |messages, branches| match branches {
                0 | 1 => format!("{messages}条消息"),
                _ => format!("{messages}条消息，{branches}个分支"),
            };
        /// Number of messages that were left out because the other app hid them.
        hidden: fn(usize) -> String = |count| format!("{count} hidden, left out"),
            |count| format!("略去{count}条隐藏消息");
        unreadable: fn(usize) -> String = |count| format!("{count} not understood, left out"),
            |count| format!("略去{count}条无法识别的消息");
        /// Number of messages that follow one that is not there.
        orphans: fn(usize) -> String =
            |count| match count {
                1 => "repaired: 1 message follows one that’s missing and now begins a branch".to_owned(),
                _ => format!("repaired: {count} messages follow ones that are missing and now begin branches"),
            },
            |count| format!("已修复：{count}条消息的上一条缺失，现作为分支的开头");
        /// Number of rings of messages that were cut.
        rings: fn(usize) -> String =
            |count| match count {
                1 => "repaired: 1 loop of messages was cut open".to_owned(),
                _ => format!("repaired: {count} loops of messages were cut open"),
            },
            |count| format!("已修复：断开{count}处首尾相接的消息");
        empty = "skipped: it’s empty", "已跳过：没有内容";
        duplicate = "skipped: it’s in the file twice", "已跳过：文件中重复出现";
        /// Name of a part of a backup, by its number.
        part: fn(usize) -> String = |number| format!("Part {number} of the backup"),
            |number| format!("备份的第{number}部分");
        damaged = "skipped: it’s damaged", "已跳过：已损坏";
        malformed: fn(&str) -> String = |reason| format!("skipped: it can’t be read ({reason})"),
            |reason| format!("已跳过：无法读取（{reason}）");
        untitled = "Untitled", "未命名";
        more: fn(usize) -> String = |count| format!("and {count} more"), |count| format!("还有{count}项");
        cut = "The end of this file is missing, so it isn’t complete. You can import what’s left of it.",
            "文件的末尾缺失，内容不完整。可以导入其中剩下的部分。";
        locked = "This backup has a password", "此备份设有密码";
        password = "Password", "密码";
        wrong_password = "That’s not the password of this backup.", "这不是此备份的密码。";
        unlock = "Open", "打开";
        apply = "Import", "导入";
    }
}

/// Kinds of rows in the order in which they are listed, with the kind inside each.
const KINDS: &[(Table, Option<Table>)] = &[
    (Table::Sessions, Some(Table::Messages)),
    (Table::Maps, Some(Table::Nodes)),
    (Table::Courses, None),
    (Table::Scenes, Some(Table::Shapes)),
    (Table::TimeEntries, None),
    (Table::TimeCategories, None),
    (Table::Goals, None),
    (Table::Links, None),
    (Table::Personas, None),
    (Table::Endpoints, None),
    (Table::Learned, None),
    (Table::Preferences, None),
    (Table::Turns, None),
];

/// Returns the numbers of rows: "2 conversations (12 messages), 1 map (30 nodes)".
fn kinds_en(counts: &[(Table, usize)]) -> String {
    let of = |table: Table| counts.iter().find(|(known, _)| *known == table).map_or(0, |(_, count)| *count);
    let name = |table: Table| match table {
        Table::Sessions => ("conversation", "conversations"),
        Table::Messages => ("message", "messages"),
        Table::Personas => ("agent", "agents"),
        Table::Endpoints => ("endpoint", "endpoints"),
        Table::Learned => ("endpoint adjustment", "endpoint adjustments"),
        Table::Preferences => ("set of preferences", "sets of preferences"),
        Table::Maps => ("map", "maps"),
        Table::Nodes => ("node", "nodes"),
        Table::TimeEntries => ("time entry", "time entries"),
        Table::TimeCategories => ("category", "categories"),
        Table::Goals => ("goal", "goals"),
        Table::Turns => ("unfinished answer", "unfinished answers"),
        Table::Courses => ("course", "courses"),
        Table::Scenes => ("scene", "scenes"),
        Table::Shapes => ("shape", "shapes"),
        Table::Links => ("link", "links"),
    };
    let say = |table: Table| {
        let (one, many) = name(table);
        let count = of(table);
        if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
    };
    let mut parts = Vec::new();
    for (table, inner) in KINDS {
        match inner.filter(|inner| of(*inner) > 0) {
            Some(inner) if of(*table) > 0 => parts.push(format!("{} ({})", say(*table), say(inner))),
            Some(inner) => parts.push(say(inner)),
            None if of(*table) > 0 => parts.push(say(*table)),
            None => {}
        }
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// Returns the numbers of rows: “2个对话（12条消息）、1张导图（30个节点）”。
fn kinds_zh(counts: &[(Table, usize)]) -> String {
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
    for (table, inner) in KINDS {
        match inner.filter(|inner| of(*inner) > 0) {
            Some(inner) if of(*table) > 0 => parts.push(format!("{}（{}）", say(*table), say(inner))),
            Some(inner) => parts.push(say(inner)),
            None if of(*table) > 0 => parts.push(say(*table)),
            None => {}
        }
    }
    if parts.is_empty() { "0项".to_owned() } else { parts.join("、") }
}
