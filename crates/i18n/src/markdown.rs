//! The words around rendered Markdown.

words! {
    /// The words around rendered Markdown.
    Markdown {
        copy_code = "Copy code", "复制代码";
        save_code = "Save code as a file", "将代码另存为文件";
        wrap_code = "Wrap long lines", "自动换行";
        open_as_map = "Open as a map", "打开为导图";
        code = "Code", "代码";
        image = "Image", "图片";
        image_not_loaded = "Not loaded, to protect your privacy", "为保护隐私，未加载";
        /// An image that is spelled out in the text: its type and its size in bytes.
        image_in_text: fn(&str, usize) -> String =
            |media_type, bytes| format!("{media_type}, {} kB", bytes.div_ceil(1000)),
            |media_type, bytes| format!("{media_type}，{} kB", bytes.div_ceil(1000));
        footnote: fn(&str) -> String = |label| format!("Footnote {label}"), |label| format!("脚注{label}");
        footnote_back: fn(&str) -> String = |label| format!("Back to the reference of footnote {label}"),
            |label| format!("回到引用脚注{label}的地方");
        details = "Details", "详情";
        task_done = "Done", "已完成";
        task_open = "Not done", "未完成";
    }
}
