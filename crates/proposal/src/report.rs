//! Report to the model on its proposal: operations that were applied, refused and taken back.
//!
//! The report is data, one line for each operation, so that no text of the person's can pass for an instruction.

use serde_json::Value;

use super::Warning;
use super::state::{ProposalState, Row, Status};
use espalier_base::language::Language;
use espalier_base::text::truncate;

/// The most lines of one list.
const MAX_LINES: usize = 50;
/// The most characters of a description.
const MAX_CHARS: usize = 120;
/// The most characters of parameters that the person wrote.
const MAX_PARAMS: usize = 400;

/// Returns the outcome of a proposal in words for the model; nothing while nobody decided.
pub fn outcome_text(state: &ProposalState, language: Language) -> Option<String> {
    let english = language == Language::En;
    let (count, all) = (state.count(), state.rows().len());
    let (chosen, rest): (Vec<&Row>, Vec<&Row>) = state.rows().iter().partition(|row| row.ticked);
    let mut text = match state.status() {
        Status::Pending | Status::Applying => return None,
        Status::Applied if english => format!("applied: {count} of {all} operations"),
        Status::Applied => format!("已应用：{all}个操作中的{count}个"),
        Status::Cancelled if english => format!("cancelled {all} operations; nothing was changed"),
        Status::Cancelled => format!("已取消{all}个操作，没有任何改动"),
        Status::Undone if english => format!("undone: the {count} applied operations were taken back"),
        Status::Undone => format!("已撤销：先前应用的{count}个操作已收回"),
        Status::Failed => {
            let failure = state.failure()?;
            let reason = failure.reason.text(language);
            return Some(match language {
                Language::En => format!("failed: operation {}: {reason}; nothing was changed", failure.operation),
                Language::Zh => format!("失败：操作{}：{reason}；没有任何改动", failure.operation),
            });
        }
    };
    if matches!(state.status(), Status::Applied | Status::Undone) {
        list(&mut text, &chosen, language);
    }
    if state.status() == Status::Applied && count < all {
        text.push_str(if english { "\nnot applied:" } else { "\n未应用：" });
        list(&mut text, &rest, language);
    }
    Some(text)
}

/// Returns the operations that could not be read, in words for the model.
pub fn warned(warnings: &[Warning], language: Language) -> Option<String> {
    let text = |warning: &Warning| match (warning, language) {
        (Warning::CutOff, Language::En) => "the list of operations was cut off",
        (Warning::CutOff, Language::Zh) => "操作列表不完整",
        (Warning::NotAnOperation, Language::En) => "something in the list names no command",
        (Warning::NotAnOperation, Language::Zh) => "列表中有内容没有指明命令",
        (Warning::TooDeep, Language::En) => "an operation is nested too deeply",
        (Warning::TooDeep, Language::Zh) => "有操作嵌套过深",
        (Warning::InCode, Language::En) => "the operations stood in a code block and were not read",
        (Warning::InCode, Language::Zh) => "操作写在代码块里，没有被读取",
        (Warning::Unclosed | Warning::Renumbered, _) => "",
    };
    let said: Vec<&str> = warnings.iter().map(text).filter(|text| !text.is_empty()).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

fn list(text: &mut String, rows: &[&Row], language: Language) {
    for (number, row) in rows.iter().enumerate() {
        if number == MAX_LINES {
            text.push_str("\n- …");
            return;
        }
        let operation = &row.operation;
        text.push_str("\n- ");
        text.push_str(&operation.id);
        text.push(' ');
        text.push_str(&operation.command_id);
        // What the model said of it is no longer what it does once the person changed it.
        let said = if row.edited {
            text.push_str(if language == Language::En { ", edited by the person to " } else { "，用户已改为 " });
            text.push_str(&truncate(&Value::from(operation.params.clone()).to_string(), MAX_PARAMS));
            String::new()
        } else {
            truncate(operation.description.lines().next().unwrap_or_default(), MAX_CHARS)
        };
        let parts =
            [Some(said).filter(|said| !said.is_empty()), row.reason.as_ref().map(|reason| reason.text(language))];
        for part in parts.into_iter().flatten() {
            text.push_str(": ");
            text.push_str(&part);
        }
    }
}
