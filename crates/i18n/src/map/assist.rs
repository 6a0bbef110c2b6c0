//! Words of a node's assistant and of its proposals.

/// The words of a node's assistant.
#[derive(Debug)]
pub struct Assist {
    /// Introduction before the first message.
    pub lead: &'static str,
    /// Questions to begin with.
    pub prompts: [&'static str; 4],
    /// Title of a panel of operations.
    pub proposal: &'static str,
    /// Text while more operations may come.
    pub coming: &'static str,
    /// Button that ticks all that is possible.
    pub all: &'static str,
    /// Button that ticks nothing.
    pub none: &'static str,
    /// Button that applies the ticked operations: how many changes, and how many deletions.
    pub apply: fn(usize, usize) -> String,
    /// Button that cancels the proposal.
    pub cancel: &'static str,
    /// Text while the proposal is being applied.
    pub applying: &'static str,
    /// Text of an applied proposal: how many of how many.
    pub applied: fn(usize, usize) -> String,
    /// Text of a cancelled proposal.
    pub cancelled: &'static str,
    /// Text of a proposal that was applied and undone.
    pub undone: fn(usize, usize) -> String,
    /// Text of a proposal that could not be applied, with the reason.
    pub failed: fn(&str) -> String,
    /// Button that undoes the proposal.
    pub undo: &'static str,
    /// Confidence of the model, in per cent.
    pub confidence: fn(u32) -> String,
    /// Button that edits an operation's text.
    pub edit: &'static str,
    /// Button that keeps the changed text.
    pub save: &'static str,
    /// Button that leaves the text as it was.
    pub leave: &'static str,
    /// Value of an optional parameter that is left out.
    pub left_out: &'static str,
    /// Number of nodes that are deleted with the one above them.
    pub below: fn(usize) -> String,
    /// Entries that are there already at the same time.
    pub over: fn(&[String]) -> String,
    /// Number of further objects of an operation.
    pub and_more: fn(usize) -> String,
    /// Introduction of the model's description of an operation.
    pub model_says: &'static str,
    /// Label of the title of a new branch.
    pub branch_title: &'static str,
    /// Hint for several texts in one field.
    pub separated: &'static str,
    /// Mark of an operation that the person changed.
    pub edited: &'static str,
    /// Heading of the app's report to the model.
    pub report: &'static str,
    /// Name of the step that applies a proposal.
    pub apply_step: &'static str,
    /// Name of the step that takes an applied proposal back.
    pub revert_step: &'static str,
    /// Mark of a node that would be new.
    pub added: &'static str,
    /// Mark of a node that would change in part.
    pub altered: &'static str,
    /// The mark of a node that would be renamed.
    pub changed: fn(&str) -> String,
    /// Mark of a node that would move below another.
    pub moved: fn(&str) -> String,
    /// Mark of a node that would be removed.
    pub removed: &'static str,
}

pub(super) const EN: Assist = Assist {
    lead: "Ask about this node, or say what to change. Changes are only suggested: you tick the ones you want.",
    prompts: ["Expand", "What is missing here?", "Add children: ", "Rename to "],
    proposal: "Proposed changes",
    coming: "More may come…",
    all: "All",
    none: "None",
    apply: |changed, deleted| {
        let one = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        match (changed, deleted) {
            (_, 0) => format!("Apply {}", one(changed, "change")),
            (0, _) => format!("Delete {}", one(deleted, "item")),
            _ => format!("Apply {}, delete {}", one(changed, "change"), one(deleted, "item")),
        }
    },
    cancel: "Cancel",
    applying: "Applying…",
    applied: |count, all| format!("Applied {count} of {all}"),
    cancelled: "Cancelled",
    undone: |count, all| format!("Applied {count} of {all}, then undone"),
    failed: |reason| format!("Nothing was changed: {reason}"),
    undo: "Undo",
    confidence: |percent| format!("{percent}% sure"),
    edit: "Edit",
    save: "Keep",
    leave: "Discard",
    left_out: "(not set)",
    below: |count| if count == 1 { " and 1 node below it".to_owned() } else { format!(" and {count} nodes below it") },
    over: |names| format!(" (overlaps {})", names.join(", ")),
    and_more: |count| format!(" and {count} more"),
    model_says: "The model says:",
    branch_title: "Title",
    separated: "Separate several with commas.",
    edited: "edited",
    report: "To the assistant",
    apply_step: "Apply proposal",
    revert_step: "Undo proposal",
    added: "new",
    altered: "changed",
    changed: |title| format!("→ {title}"),
    moved: |parent| format!("→ below “{parent}”"),
    removed: "removed",
};

pub(super) const ZH: Assist = Assist {
    lead: "可以就这个节点提问，或说出想怎么改。修改会先列为建议，由你勾选后才执行。",
    prompts: ["展开", "这里还缺什么？", "添加子节点：", "改名为 "],
    proposal: "修改建议",
    coming: "可能还有更多……",
    all: "全选",
    none: "全不选",
    apply: |changed, deleted| match (changed, deleted) {
        (_, 0) => format!("应用{changed}项"),
        (0, _) => format!("删除{deleted}项"),
        _ => format!("应用{changed}项，删除{deleted}项"),
    },
    cancel: "取消",
    applying: "正在应用……",
    applied: |count, all| format!("已应用{all}项中的{count}项"),
    cancelled: "已取消",
    undone: |count, all| format!("已应用{all}项中的{count}项，后已撤销"),
    failed: |reason| format!("没有任何改动：{reason}"),
    undo: "撤销",
    confidence: |percent| format!("置信度{percent}%"),
    edit: "编辑",
    save: "保留",
    leave: "放弃",
    left_out: "（未设置）",
    below: |count| format!("及其下{count}个节点"),
    over: |names| format!("（与{}重叠）", names.join("、")),
    and_more: |count| format!("等{}项", count + 1),
    model_says: "模型的说明：",
    branch_title: "标题",
    separated: "多个值用逗号分隔。",
    edited: "已编辑",
    report: "已告知助手",
    apply_step: "应用建议",
    revert_step: "撤销建议",
    added: "新增",
    altered: "已修改",
    changed: |title| format!("→ {title}"),
    moved: |parent| format!("→ 移到“{parent}”下"),
    removed: "删除",
};
