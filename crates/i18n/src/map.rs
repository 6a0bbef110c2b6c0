//! The words of the Map room.

mod assist;
mod details;

pub use self::assist::Assist;
pub use self::details::Details;
use espalier_mindmap::formats::{FormatError, Lost};

words_ahead! {
    /// The words of the Map room.
    Map {
        /// Name of the room.
        room: &'static str = room,
        /// Button that saves a picture as lines.
        as_svg: &'static str = as_svg,
        /// Notice that a long text was kept.
        long_text: &'static str = long_text,
        /// Notice that a text is too long.
        too_long: &'static str = too_long,
        /// Notice that no picture was made.
        picture_failed: &'static str = picture_failed,
        /// Notice of maps from a file.
        imported: fn(usize, usize) -> String = imported,
        /// Notice that a picture is smaller.
        picture_shrunk: fn(u32) -> String = picture_shrunk,
        /// Notice of what a format cannot hold.
        lost: fn(&[Lost]) -> String = lost,
        /// Error of a file.
        file_error: fn(&FormatError) -> String = file_error,
        /// Step that applies a proposal.
        apply_step: &'static str = assist.apply_step,
        /// Step that takes a proposal back.
        revert_step: &'static str = assist.revert_step,
    }
}

/// The words of the Map room.
#[derive(Debug)]
pub struct Words {
    /// Name of the room.
    pub room: &'static str,
    /// The list of maps.
    pub list: &'static str,
    /// Question for the idea in the middle of a new map.
    pub begin: &'static str,
    /// Examples of such ideas, in the empty field.
    pub begin_hint: &'static str,
    /// Button that begins the map.
    pub begin_button: &'static str,
    /// Introduction before the first map.
    pub welcome: &'static str,
    /// The title of a new map's root.
    pub central: &'static str,
    /// A node or map without a title.
    pub untitled: &'static str,
    /// Text while a map is read.
    pub loading: &'static str,
    /// The map itself, for those who hear it.
    pub tree: &'static str,
    /// The field of a title.
    pub title_field: &'static str,
    /// The note.
    pub note: &'static str,
    /// Button that edits a note that is there.
    pub edit_note: &'static str,
    /// Text in an empty note.
    pub note_hint: &'static str,
    /// Text in the field of the search.
    pub search_hint: &'static str,
    /// Place of the shown node among those found.
    pub found: fn(usize, usize) -> String,
    /// Button to the one before it.
    pub previous: &'static str,
    /// Button to the next one.
    pub next: &'static str,
    /// Button that opens the field for the replacement.
    pub replace: &'static str,
    /// Text in the field for the replacement.
    pub replace_hint: &'static str,
    /// Button that replaces everywhere.
    pub replace_all: &'static str,
    /// The choice of the arrangement.
    pub layout: &'static str,
    /// The arrangements, as `Layout` lists them.
    pub layouts: [&'static str; 5],
    /// Button that folds everything below so many levels.
    pub to_level: fn(u32) -> String,
    /// The style of a map: its layout, colours and folding.
    pub style: &'static str,
    /// The choice of colours.
    pub theme: &'static str,
    /// The colours, as `Palette` lists them.
    pub themes: [&'static str; 6],
    /// Button that shows the nodes hidden by a fold, with their number.
    pub hidden: fn(usize) -> String,
    /// Number of nodes.
    pub count: fn(usize) -> String,
    /// The question before a map is deleted.
    pub confirm_delete: fn(usize) -> String,
    /// The bar above a map.
    pub tools: &'static str,
    /// Text while only a branch is shown.
    pub focused: &'static str,
    /// Button that shows the whole map again.
    pub unfocus: &'static str,
    /// The assistant of a node.
    pub assistant: &'static str,
    /// Words of the assistant's panels.
    pub assist: Assist,
    /// Words of a node's details.
    pub details: Details,
    /// The choice of a file's format.
    pub format: &'static str,
    /// Button that writes a map to a file.
    pub export: &'static str,
    /// Notice of imported maps: how many, with how many nodes; the first one is shown.
    pub imported: fn(usize, usize) -> String,
    /// Notice of a picture of pixels that is smaller than the map, by its size in per cent.
    pub picture_shrunk: fn(u32) -> String,
    /// Button that saves the picture as shapes instead.
    pub as_svg: &'static str,
    /// Button that draws a line from a node to the one that is pressed next.
    pub draw_line: &'static str,
    /// Text while a line is drawn.
    pub drawing_line: &'static str,
    /// Button that begins to choose several nodes.
    pub select_more: &'static str,
    /// Number of selected nodes.
    pub selected: fn(usize) -> String,
    /// Button that ends the choosing of nodes.
    pub done: &'static str,
    /// Button that cancels the choosing of nodes.
    pub cancel: &'static str,
    /// The formats of files, as the toolbar lists them: text without structure.
    pub plain_text: &'static str,
    /// Notice of a text that is too long for a title and went into the note.
    pub long_text: &'static str,
    /// Notice of a text that was too long for the note as well.
    pub too_long: &'static str,
    /// Notice of a picture that could not be drawn.
    pub picture_failed: &'static str,
    /// Button that reads a map from a file.
    pub import: &'static str,
    /// Notice of the parts of a map that a written file lacks.
    pub lost: fn(&[Lost]) -> String,
    /// Reason why a file was not read.
    pub file_error: fn(&FormatError) -> String,
}

fn list(lost: &[Lost], names: &[&str; 14], between: &str) -> String {
    let names: Vec<&str> = lost.iter().filter_map(|&lost| names.get(lost as usize).copied()).collect();
    names.join(between)
}

/// English.
pub(super) const EN: Words = Words {
    room: "Map",
    list: "Maps",
    begin: "What’s your map about?",
    begin_hint: "A garden, a thesis, a trip…",
    begin_button: "New map",
    welcome: "One idea in the middle. Tab adds a child node, Enter a sibling; just type to name it.",
    central: "Central topic",
    untitled: "Untitled",
    loading: "Opening the map…",
    tree: "Mind map",
    title_field: "Title",
    note: "Note",
    edit_note: "Edit note",
    note_hint: "Write a note in Markdown",
    search_hint: "Find in this map",
    found: |at, all| match (at, all) {
        (_, 0) => "Nothing found".to_owned(),
        (0, all) => format!("{all} found"),
        (at, all) => format!("{at}/{all}"),
    },
    previous: "Previous",
    next: "Next",
    replace: "Replace",
    replace_hint: "Replace with",
    replace_all: "Replace all",
    layout: "Layout",
    layouts: ["To the right", "To the left", "Both sides", "Org chart", "Indented"],
    to_level: |level| if level == 1 { "Show 1 level".to_owned() } else { format!("Show {level} levels") },
    style: "Style",
    theme: "Theme",
    themes: ["Plain", "Rainbow", "Ocean", "Forest", "Sunset", "Ink"],
    hidden: |count| if count == 1 { "Show 1 hidden node".to_owned() } else { format!("Show {count} hidden nodes") },
    count: |count| if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") },
    confirm_delete: |count| {
        if count == 0 {
            "Delete this map and all its nodes?".to_owned()
        } else if count == 1 {
            "Delete this map and its 1 node?".to_owned()
        } else {
            format!("Delete this map and its {count} nodes?")
        }
    },
    tools: "Map tools",
    focused: "Only one branch is shown.",
    unfocus: "Show all",
    assistant: "Assistant",
    assist: assist::EN,
    details: details::EN,
    format: "File format",
    export: "Export map",
    imported: |maps, nodes| {
        let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") };
        if maps == 1 {
            format!("Imported: {nodes}.")
        } else {
            format!("Imported: {maps} maps with {nodes}. This is the first; the others are in the list.")
        }
    },
    picture_shrunk: |percent| {
        format!(
            "The map is too large for a full-size PNG, so the picture was scaled to {percent}%. SVG has no such limit."
        )
    },
    as_svg: "Save as SVG",
    draw_line: "Draw a line to…",
    select_more: "Select more",
    selected: |number| format!("{number} selected"),
    done: "Done",
    drawing_line: "Click the node where the line should end.",
    cancel: "Cancel",
    plain_text: "Plain text",
    long_text: "That text is too long for a title, so all of it went into the note.",
    too_long: "That text is too long, even for a note. Save it as a file and import it.",
    picture_failed: "The browser couldn’t draw a picture this large. Save it as SVG, or show only one branch.",
    import: "Import a map",
    lost: |lost| {
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
    file_error: |error| {
        match error {
        FormatError::Empty => "The file is empty.".to_owned(),
        FormatError::TooLarge => "The file is too large, or would be once unpacked. Split it into several.".to_owned(),
        FormatError::TooManyNodes => "The file has too many nodes. Split it into several maps.".to_owned(),
        FormatError::Encoding => "The text of this file can’t be read. Save it as UTF-8 and import it again.".to_owned(),
        FormatError::Unknown => {
            "This isn’t a map Espalier can read. Choose a file from FreeMind, XMind, simple-mind-map or Espalier, or OPML, Markdown or indented text.".to_owned()
        }
        FormatError::Newer { .. } => "The file was written by a newer version of Espalier. Reload the page to get that version.".to_owned(),
        other => format!("The file wasn’t imported: {other}. Nothing was changed."),
    }
    },
};

/// Chinese.
pub(super) const ZH: Words = Words {
    room: "导图",
    list: "导图列表",
    begin: "导图的主题是什么？",
    begin_hint: "花园、论文、旅行……",
    begin_button: "新建导图",
    welcome: "从一个想法开始。按Tab添加子节点，按Enter添加同级节点，直接输入即可命名。",
    central: "中心主题",
    untitled: "未命名",
    loading: "正在打开导图……",
    tree: "思维导图",
    title_field: "标题",
    note: "备注",
    edit_note: "编辑备注",
    note_hint: "用Markdown写备注",
    search_hint: "在此导图中查找",
    found: |at, all| match (at, all) {
        (_, 0) => "没有找到".to_owned(),
        (0, all) => format!("找到{all}个"),
        (at, all) => format!("{at}/{all}"),
    },
    previous: "上一个",
    next: "下一个",
    replace: "替换",
    replace_hint: "替换为",
    replace_all: "全部替换",
    layout: "布局",
    layouts: ["向右", "向左", "左右两侧", "组织结构图", "缩进列表"],
    to_level: |level| format!("显示{level}层"),
    style: "样式",
    theme: "主题",
    themes: ["素雅", "彩虹", "海洋", "森林", "日落", "墨色"],
    hidden: |count| format!("显示隐藏的{count}个节点"),
    count: |count| format!("{count}个节点"),
    confirm_delete: |count| {
        if count == 0 {
            "删除此导图及其所有节点？".to_owned()
        } else {
            format!("删除此导图及其{count}个节点？")
        }
    },
    tools: "导图工具",
    focused: "当前只显示一个分支。",
    unfocus: "显示全部",
    assistant: "助手",
    assist: assist::ZH,
    details: details::ZH,
    format: "文件格式",
    export: "导出导图",
    imported: |maps, nodes| {
        if maps == 1 {
            format!("已导入{nodes}个节点。")
        } else {
            format!("已导入{maps}张导图，共{nodes}个节点。当前是第一张，其余在列表中。")
        }
    },
    picture_shrunk: |percent| format!("导图太大，PNG只能按{percent}%的大小保存。SVG没有这个限制。"),
    as_svg: "存为SVG",
    draw_line: "画关联线……",
    select_more: "选择更多",
    selected: |number| format!("已选{number}个节点"),
    done: "完成",
    drawing_line: "点击关联线的终点节点。",
    cancel: "取消",
    plain_text: "纯文本",
    long_text: "这段文字太长，不适合作标题，已全部放入备注。",
    too_long: "这段文字太长，备注也放不下。请存成文件再导入。",
    picture_failed: "浏览器无法绘制这么大的图片。请另存为SVG，或只显示一个分支。",
    import: "导入导图",
    lost: |lost| {
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
    },
    file_error: |error| match error {
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
    },
};
