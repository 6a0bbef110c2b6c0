//! The words around rendered Markdown.

/// The words around rendered Markdown.
#[derive(Debug)]
pub struct Markdown {
    /// Button that copies a block of code.
    pub copy_code: &'static str,
    /// Button that saves a block of code as a file.
    pub save_code: &'static str,
    /// Button that wraps long lines of code.
    pub wrap_code: &'static str,
    /// Button that makes a map of a diagram.
    pub open_as_map: &'static str,
    /// A block of code of no named language.
    pub code: &'static str,
    /// An image without a description.
    pub image: &'static str,
    /// Text of an image that was not loaded.
    pub image_not_loaded: &'static str,
    /// An image that is spelled out in the text: its type and its size in bytes.
    pub image_in_text: fn(&str, usize) -> String,
    /// Link to the footnote with this label.
    pub footnote: fn(&str) -> String,
    /// Link from the footnote back to the text.
    pub footnote_back: fn(&str) -> String,
    /// A disclosure without a summary.
    pub details: &'static str,
    /// A ticked box of a task list.
    pub task_done: &'static str,
    /// An empty box of a task list.
    pub task_open: &'static str,
}

pub(super) const EN: Markdown = Markdown {
    copy_code: "Copy code",
    save_code: "Save code as a file",
    wrap_code: "Wrap long lines",
    open_as_map: "Open as a map",
    code: "Code",
    image: "Image",
    image_not_loaded: "Not loaded, to protect your privacy",
    image_in_text: |media_type, bytes| format!("{media_type}, {} kB", bytes.div_ceil(1000)),
    footnote: |label| format!("Footnote {label}"),
    footnote_back: |label| format!("Back to the reference of footnote {label}"),
    details: "Details",
    task_done: "Done",
    task_open: "Not done",
};

pub(super) const ZH: Markdown = Markdown {
    copy_code: "复制代码",
    save_code: "将代码另存为文件",
    wrap_code: "自动换行",
    open_as_map: "打开为导图",
    code: "代码",
    image: "图片",
    image_not_loaded: "为保护隐私，未加载",
    image_in_text: |media_type, bytes| format!("{media_type}，{} kB", bytes.div_ceil(1000)),
    footnote: |label| format!("脚注{label}"),
    footnote_back: |label| format!("回到引用脚注{label}的地方"),
    details: "详情",
    task_done: "已完成",
    task_open: "未完成",
};
