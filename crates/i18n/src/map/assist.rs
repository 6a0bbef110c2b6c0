//! Words of a node's assistant and of its proposals.

words! {
    /// The words of a node's assistant.
    Assist {
        lead = "Ask about this node, or say what to change. Changes are only suggested: you tick the ones you want.",
            "可以就这个节点提问，或说出想怎么改。修改会先列为建议，由你勾选后才执行。";
        /// Questions to begin with.
        prompts: [&'static str; 4] = ["Expand", "What is missing here?", "Add children: ", "Rename to "],
            ["展开", "这里还缺什么？", "添加子节点：", "改名为 "];
        proposal = "Proposed changes", "修改建议";
        coming = "More may come…", "可能还有更多……";
        all = "All", "全选";
        none = "None", "全不选";
        /// Button that applies the ticked operations: how many changes, and how many deletions.
        apply: fn(usize, usize) -> String =
            |changed, deleted| {
                let one = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
                match (changed, deleted) {
                    (_, 0) => format!("Apply {}", one(changed, "change")),
                    (0, _) => format!("Delete {}", one(deleted, "item")),
                    _ => format!("Apply {}, delete {}", one(changed, "change"), one(deleted, "item")),
                }
            },
            |changed, deleted| match (changed, deleted) {
                (_, 0) => format!("应用{changed}项"),
                (0, _) => format!("删除{deleted}项"),
                _ => format!("应用{changed}项，删除{deleted}项"),
            };
        cancel = "Cancel", "取消";
        applying = "Applying…", "正在应用……";
        /// Text of an applied proposal: how many of how many.
        applied: fn(usize, usize) -> String = |count, all| format!("Applied {count} of {all}"),
            |count, all| format!("已应用{all}项中的{count}项");
        cancelled = "Cancelled", "已取消";
        /// Text of a proposal that was applied and undone.
        undone: fn(usize, usize) -> String = |count, all| format!("Applied {count} of {all}, then undone"),
            |count, all| format!("已应用{all}项中的{count}项，后已撤销");
        failed: fn(&str) -> String = |reason| format!("Nothing was changed: {reason}"),
            |reason| format!("没有任何改动：{reason}");
        undo = "Undo", "撤销";
        confidence: fn(u32) -> String = |percent| format!("{percent}% sure"), |percent| format!("置信度{percent}%");
        edit = "Edit", "编辑";
        save = "Keep", "保留";
        leave = "Discard", "放弃";
        left_out = "(not set)", "（未设置）";
        /// Number of nodes that are deleted with the one above them.
        below: fn(usize) -> String =
            |count| if count == 1 { " and 1 node below it".to_owned() } else { format!(" and {count} nodes below it") },
            |count| format!("及其下{count}个节点");
        /// Entries that are there already at the same time.
        over: fn(&[String]) -> String = |names| format!(" (overlaps {})", names.join(", ")),
            |names| format!("（与{}重叠）", names.join("、"));
        /// Number of further objects of an operation.
        and_more: fn(usize) -> String = |count| format!(" and {count} more"), |count| format!("等{}项", count + 1);
        model_says = "The model says:", "模型的说明：";
        branch_title = "Title", "标题";
        separated = "Separate several with commas.", "多个值用逗号分隔。";
        edited = "edited", "已编辑";
        report = "To the assistant", "已告知助手";
        apply_step = "Apply proposal", "应用建议";
        revert_step = "Undo proposal", "撤销建议";
        added = "new", "新增";
        altered = "changed", "已修改";
        /// The mark of a node that would be renamed.
        changed: fn(&str) -> String = |title| format!("→ {title}"), |title| format!("→ {title}");
        /// Mark of a node that would move below another.
        moved: fn(&str) -> String = |parent| format!("→ below “{parent}”"), |parent| format!("→ 移到“{parent}”下");
        removed = "removed", "删除";
    }
}
