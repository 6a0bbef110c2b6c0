//! The words of a node's assistant and of what it proposes.
//!
//! Must not be in here: what the model is told.

/// The words of a node's assistant.
#[derive(Debug)]
pub struct Assist {
    /// Before anything was said.
    pub lead: &'static str,
    /// Things to begin with.
    pub prompts: [&'static str; 4],
    /// What a panel of operations is called.
    pub proposal: &'static str,
    /// While more operations may come.
    pub coming: &'static str,
    /// Ticks all that is possible.
    pub all: &'static str,
    /// Ticks nothing.
    pub none: &'static str,
    /// Carries out what is ticked; how many that is.
    pub apply: fn(usize) -> String,
    /// Carries out nothing.
    pub cancel: &'static str,
    /// While it is being carried out.
    pub applying: &'static str,
    /// It was carried out: how many of how many.
    pub applied: fn(usize, usize) -> String,
    /// Nothing of it was wanted.
    pub cancelled: &'static str,
    /// It was carried out and taken back.
    pub undone: fn(usize, usize) -> String,
    /// It could not be carried out; why.
    pub failed: fn(&str) -> String,
    /// Takes it back.
    pub undo: &'static str,
    /// How sure the model says it is, in percent.
    pub confidence: fn(u32) -> String,
    /// Its text can be changed.
    pub edit: &'static str,
    /// Keeps the changed text.
    pub save: &'static str,
    /// Leaves the text as it was.
    pub leave: &'static str,
    /// The text of an operation, as JSON.
    pub text: &'static str,
    /// The person changed it.
    pub edited: &'static str,
    /// What the app told the model.
    pub report: &'static str,
    /// A text names no command.
    pub not_an_operation: &'static str,
    /// The step that applies a proposal.
    pub apply_step: &'static str,
    /// The step that takes an applied proposal back.
    pub revert_step: &'static str,
    /// What a mark on the map says: new.
    pub added: &'static str,
    /// Something of it would change.
    pub altered: &'static str,
    /// It would be called so.
    pub changed: fn(&str) -> String,
    /// It would go below that.
    pub moved: fn(&str) -> String,
    /// It would go.
    pub removed: &'static str,
}

pub(super) const EN: Assist = Assist {
    lead: "Ask about this node, or say what should change. Changes are proposed first: you tick what is to be done.",
    prompts: ["Expand", "What is missing here?", "Add children: ", "Rename to "],
    proposal: "Proposed changes",
    coming: "More may come…",
    all: "All",
    none: "None",
    apply: |count| if count == 1 { "Apply 1 change".to_owned() } else { format!("Apply {count} changes") },
    cancel: "Cancel",
    applying: "Applying…",
    applied: |count, all| format!("Applied {count} of {all}"),
    cancelled: "Cancelled",
    undone: |count, all| format!("Applied {count} of {all}, then undone"),
    failed: |reason| format!("Nothing was changed: {reason}"),
    undo: "Undo",
    confidence: |percent| format!("{percent} % sure"),
    edit: "Edit",
    save: "Keep",
    leave: "Discard",
    text: "The operation as JSON",
    edited: "edited",
    report: "To the assistant",
    not_an_operation: "This text names no command that can be done here. The operation stays as it was.",
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
    apply: |count| format!("应用 {count} 项"),
    cancel: "取消",
    applying: "正在应用……",
    applied: |count, all| format!("已应用 {count} / {all} 项"),
    cancelled: "已取消",
    undone: |count, all| format!("已应用 {count} / {all} 项，后已撤销"),
    failed: |reason| format!("没有任何改动：{reason}"),
    undo: "撤销",
    confidence: |percent| format!("把握 {percent} %"),
    edit: "编辑",
    save: "保留",
    leave: "放弃",
    text: "操作（JSON）",
    edited: "已编辑",
    report: "告知助手",
    not_an_operation: "这段文字没有指明可执行的命令，操作保持不变。",
    apply_step: "应用建议",
    revert_step: "撤销建议",
    added: "新增",
    altered: "已修改",
    changed: |title| format!("→ {title}"),
    moved: |parent| format!("→ 移到“{parent}”下"),
    removed: "删除",
};
