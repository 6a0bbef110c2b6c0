//! The words of the Map room.

mod assist;
mod details;

pub use self::assist::Assist;
pub use self::details::Details;
use espalier_mindmap::formats::{FormatError, Lost};

words_ahead! {
    /// The words of the Map room.
    Map {
        room: &'static str = room,
        as_svg: &'static str = as_svg,
        long_text: &'static str = long_text,
        too_long: &'static str = too_long,
        picture_failed: &'static str = picture_failed,
        imported: fn(usize, usize) -> String = imported,
        picture_shrunk: fn(u32) -> String = picture_shrunk,
        lost: fn(&[Lost]) -> String = lost,
        file_error: fn(&FormatError) -> String = file_error,
        apply_step: &'static str = assist.apply_step,
        revert_step: &'static str = assist.revert_step,
    }
}

words! {
    /// The words of the Map room.
    Words {
        room = "Map", "导图";
        list = "Maps", "导图列表";
        begin = "What’s your map about?", "导图的主题是什么？";
        begin_hint = "A garden, a thesis, a trip…", "花园、论文、旅行……";
        begin_button = "New map", "新建导图";
        welcome = "One idea in the middle. Tab adds a child node, Enter a sibling; just type to name it.",
            "从一个想法开始。按Tab添加子节点，按Enter添加同级节点，直接输入即可命名。";
        central = "Central topic", "中心主题";
        untitled = "Untitled", "未命名";
        loading = "Opening the map…", "正在打开导图……";
        /// The map itself, for those who hear it.
        tree = "Mind map", "思维导图";
        title_field = "Title", "标题";
        note = "Note", "备注";
        edit_note = "Edit note", "编辑备注";
        note_hint = "Write a note in Markdown", "用Markdown写备注";
        search_hint = "Find in this map", "在此导图中查找";
        /// Place of the shown node among those found.
        found: fn(usize, usize) -> String =
            |at, all| match (at, all) {
                (_, 0) => "Nothing found".to_owned(),
                (0, all) => format!("{all} found"),
                (at, all) => format!("{at}/{all}"),
            },
            |at, all| match (at, all) {
                (_, 0) => "没有找到".to_owned(),
                (0, all) => format!("找到{all}个"),
                (at, all) => format!("{at}/{all}"),
            };
        previous = "Previous", "上一个";
        next = "Next", "下一个";
        replace = "Replace", "替换";
        replace_hint = "Replace with", "替换为";
        replace_all = "Replace all", "全部替换";
        layout = "Layout", "布局";
        /// The arrangements, as `Layout` lists them.
        layouts: [&'static str; 5] = ["To the right", "To the left", "Both sides", "Org chart", "Indented"],
            ["向右", "向左", "左右两侧", "组织结构图", "缩进列表"];
        to_level: fn(u32) -> String =
            |level| if level == 1 { "Show 1 level".to_owned() } else { format!("Show {level} levels") },
            |level| format!("显示{level}层");
        style = "Style", "样式";
        theme = "Theme", "主题";
        /// The colours, as `Palette` lists them.
        themes: [&'static str; 6] = ["Plain", "Rainbow", "Ocean", "Forest", "Sunset", "Ink"],
            ["素雅", "彩虹", "海洋", "森林", "日落", "墨色"];
        hidden: fn(usize) -> String =
            |count| if count == 1 { "Show 1 hidden node".to_owned() } else { format!("Show {count} hidden nodes") },
            |count| format!("显示隐藏的{count}个节点");
        count: fn(usize) -> String = |count| if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") },
            |count| format!("{count}个节点");
        confirm_delete: fn(usize) -> String =
            |count| {
                if count == 0 {
                    "Delete this map and all its nodes?".to_owned()
                } else if count == 1 {
                    "Delete this map and its 1 node?".to_owned()
                } else {
                    format!("Delete this map and its {count} nodes?")
                }
            },
            |count| {
                if count == 0 {
                    "删除此导图及其所有节点？".to_owned()
                } else {
                    format!("删除此导图及其{count}个节点？")
                }
            };
        tools = "Map tools", "导图工具";
        focused = "Only one branch is shown.", "当前只显示一个分支。";
        unfocus = "Show all", "显示全部";
        assistant = "Assistant", "助手";
        assist: Assist;
        details: Details;
        format = "File format", "文件格式";
        export = "Export map", "导出导图";
        /// Notice of imported maps: how many, with how many nodes; the first one is shown.
        imported: fn(usize, usize) -> String =
            |maps, nodes| {
                let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") };
                if maps == 1 {
                    format!("Imported: {nodes}.")
                } else {
                    format!("Imported: {maps} maps with {nodes}. This is the first; the others are in the list.")
                }
            },
            |maps, nodes| {
                if maps == 1 {
                    format!("已导入{nodes}个节点。")
                } else {
                    format!("已导入{maps}张导图，共{nodes}个节点。当前是第一张，其余在列表中。")
                }
            };
        /// Notice of a picture of pixels that is smaller than the map, by its size in per cent.
        picture_shrunk: fn(u32) -> String =
            |percent| {
                format!(
                    "The map is too large for a full-size PNG, so the picture was scaled to {percent}%. SVG has no such limit."
                )
            },
            |percent| format!("导图太大，PNG只能按{percent}%的大小保存。SVG没有这个限制。");
        as_svg = "Save as SVG", "存为SVG";
        draw_line = "Draw a line to…", "画关联线……";
        drawing_line = "Click the node where the line should end.", "点击关联线的终点节点。";
        select_more = "Select more", "选择更多";
        selected: fn(usize) -> String = |number| format!("{number} selected"), |number| format!("已选{number}个节点");
        done = "Done", "完成";
        cancel = "Cancel", "取消";
        plain_text = "Plain text", "纯文本";
        long_text = "That text is too long for a title, so all of it went into the note.",
            "这段文字太长，不适合作标题，已全部放入备注。";
        too_long = "That text is too long, even for a note. Save it as a file and import it.",
            "这段文字太长，备注也放不下。请存成文件再导入。";
        picture_failed = "The browser couldn’t draw a picture this large. Save it as SVG, or show only one branch.",
            "浏览器无法绘制这么大的图片。请另存为SVG，或只显示一个分支。";
        import = "Import a map", "导入导图";
        lost: fn(&[Lost]) -> String =
            |lost| {
                let names = [
                    "structure",
                    "parts of titles",
                    "notes",
                    "icons",
                    "colours",
                    "tags",
                    "tasks",
                    "web links",
                    "links between nodes",
                    "folded branches",
                    "sides",
                    "lines between nodes",
                    "the layout",
                    "data from other programs",
                ];
                format!("This format can’t store: {}. Espalier’s own JSON keeps everything.", list(lost, &names, ", "))
            },
            |lost| {
                let names = [
                    "层级结构",
                    "部分标题",
                    "备注",
                    "图标",
                    "颜色",
                    "标签",
                    "任务",
                    "网址链接",
                    "节点链接",
                    "折叠",
                    "方向",
                    "关联线",
                    "布局",
                    "其他程序的数据",
                ];
                format!("此格式无法保存：{}。Espalier的JSON可保存全部内容。", list(lost, &names, "、"))
            };
        file_error: fn(&FormatError) -> String =
            |error| match error {
                FormatError::Empty => "The file is empty.".to_owned(),
                FormatError::TooLarge => {
                    "The file is too large, or would be once unpacked. Split it into several.".to_owned()
                }
                FormatError::TooManyNodes => "The file has too many nodes. Split it into several maps.".to_owned(),
                FormatError::Encoding => {
                    "The text of this file can’t be read. Save it as UTF-8 and import it again.".to_owned()
                }
                FormatError::Unknown => {
                    "This isn’t a map Espalier can read. Choose a file from FreeMind, XMind, simple-mind-map or Espalier, or OPML, Markdown or indented text.".to_owned()
                }
                FormatError::Newer { .. } => "The file was written by a newer version of Espalier. Reload the page to get that version.".to_owned(),
                other => format!("The file wasn’t imported: {other}. Nothing was changed."),
            },
            |error| match error {
                FormatError::Empty => "文件是空的。".to_owned(),
                FormatError::TooLarge => "文件太大，或解压后太大。请拆成几个文件。".to_owned(),
                FormatError::TooManyNodes => "文件中的节点太多，请拆成几张导图。".to_owned(),
                FormatError::Encoding => "无法识别文件的文字编码。请用UTF-8保存后再导入。".to_owned(),
                FormatError::Unknown => {
                    "无法识别此文件。请选择FreeMind、XMind、simple-mind-map、OPML、Markdown、缩进文本或Espalier的文件。"
                        .to_owned()
                }
                FormatError::Xml { line, column, .. } => format!("第{line}行第{column}列的XML有误，未作任何改动。"),
                FormatError::Json { line, column } => format!("第{line}行第{column}列的JSON有误，未作任何改动。"),
                FormatError::Missing(_) => "文件中没有导图，未作任何改动。".to_owned(),
                FormatError::Newer { .. } => "此文件由更新版本的Espalier写入。请重新加载页面以获取新版本。".to_owned(),
                FormatError::Archive(_) => "压缩文件已损坏，未作任何改动。".to_owned(),
            };
    }
}

fn list(lost: &[Lost], names: &[&str; 14], between: &str) -> String {
    let names: Vec<&str> = lost.iter().filter_map(|&lost| names.get(lost as usize).copied()).collect();
    names.join(between)
}
