//! Words of a node's details: its properties besides title and note.

words! {
    /// The words of a node's details.
    Details {
        title = "Details", "详情";
        several: fn(usize) -> String =
            |count| match count {
                1 => "1 node".to_owned(),
                _ => format!("{count} nodes: changes apply to all of them"),
            },
            |count| format!("{count}个节点：修改对全部生效");
        line_label: fn(&str) -> String = |name| format!("Text on the line to “{name}”"),
            |name| format!("到“{name}”的关联线上的文字");
        line_text = "Label", "标签";
        line_tips: fn(&str) -> String = |name| format!("Arrowheads of the line to “{name}”"),
            |name| format!("连到“{name}”的线的箭头");
        /// Arrowheads: none, at the end, at the beginning, at both, as `Tips::ALL` has them.
        tips: [&'static str; 4] = ["No arrow", "Arrow →", "Arrow ←", "Arrows ↔"],
            ["无箭头", "箭头→", "箭头←", "双箭头↔"];
        no_address = "That isn’t a link. Paste one such as https://example.com, or a node’s id such as n12.",
            "这不是链接。请粘贴https://example.com这样的网址，或n12这样的节点编号。";
        colour = "Colour", "颜色";
        no_colour = "No colour", "无颜色";
        colours: [&'static str; 8] = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink"],
            ["红", "橙", "黄", "绿", "青", "蓝", "紫", "粉"];
        icon = "Icon", "图标";
        no_icon = "No icon", "无图标";
        task = "Task", "任务";
        tasks: [&'static str; 3] = ["No task", "To do", "Done"], ["不是任务", "待办", "已完成"];
        tags = "Tags", "标签";
        add = "Add, then Enter", "输入后按Enter添加";
        remove: fn(&str) -> String = |name| format!("Remove “{name}”"), |name| format!("移除“{name}”");
        link = "Link", "链接";
        link_hint = "https://… or a node’s id", "https://……或节点编号";
        lines = "Lines to other nodes", "关联线";
        line_to = "Line to…", "连到……";
        overview = "Overview of the map", "导图缩略图";
    }
}
