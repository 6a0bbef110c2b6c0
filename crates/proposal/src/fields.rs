//! The names that models give to the fields of a proposal.

use espalier_command::schema::plain;

/// Meaning of a key in an operation, or in a wrapping around operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// A list of operations.
    Operations,
    Explanation,
    Summary,
    /// A further wrapping around all of it.
    Wrapping,
    Id,
    /// The command, for sure.
    Command,
    /// The command, or with a list or object as its value: operations.
    Doer,
    /// The command if it is known.
    Name,
    Params,
    Description,
    Preview,
    Metadata,
    Confidence,
    Reasoning,
    /// The temporary id of what the operation makes.
    Creates,
    Other,
}

/// Whether this is the name of the tool for proposals.
pub(super) fn is_own_tool(name: &str) -> bool {
    name.len() <= 64 && plain(name) == "proposeoperations"
}

/// Returns the meaning of a key.
pub(super) fn field(key: &str) -> Field {
    // Long keys have no meaning here, and cost nothing.
    if key.len() > 64 {
        return Field::Other;
    }
    match plain(key).as_str() {
        "operations" | "ops" | "commands" | "actions" | "operationlist" | "operationslist" | "proposedoperations"
        | "操作列表" | "操作建议" => Field::Operations,
        "explanation" | "explain" | "说明文字" | "解释" => Field::Explanation,
        "summary" | "概要" | "摘要" | "操作概要" => Field::Summary,
        "proposal" | "result" | "response" | "output" | "json" | "content" => Field::Wrapping,
        "id" | "opid" | "operationid" | "编号" | "序号" => Field::Id,
        "commandid" | "commandname" | "cmd" | "cmdid" | "命令" | "命令id" | "指令" => Field::Command,
        "command" | "action" | "operation" | "op" | "操作" | "动作" => Field::Doer,
        "name" | "type" | "method" | "function" | "tool" | "toolname" | "operationtype" | "actiontype" => Field::Name,
        "params" | "param" | "parameters" | "arguments" | "args" | "input" | "inputs" | "payload" | "data" | "参数" => {
            Field::Params
        }
        "description" | "desc" | "描述" | "说明" => Field::Description,
        "preview" | "预览" => Field::Preview,
        "metadata" | "meta" | "元数据" => Field::Metadata,
        "confidence" | "confidencescore" | "置信度" | "信心" => Field::Confidence,
        "reasoning" | "reason" | "rationale" | "why" | "理由" | "原因" => Field::Reasoning,
        "tempid" | "temporaryid" | "tmpid" | "creates" | "as" | "临时id" => Field::Creates,
        _ => Field::Other,
    }
}
