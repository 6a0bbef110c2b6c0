//! Evidence for the numbers of an answer, kept with it.
//!
//! - K1 What is checked against is what the tools of this turn find as of its instant.
//! - K2 A number that the person said before, or that is proposed, is no claim about the log.

use super::toolbox::{PROPOSE_ENTRIES, TOOLS};
use crate::grounding::{self, Mark};
use crate::look_up::{self, MAX_DETAILS, World};
use crate::tools::Finding;
use espalier_agent_api::tool::{ToolKind, named};
use espalier_llm::stream::parse_arguments;
use espalier_model::conversation::Part;
use espalier_model::evidence::{Behind, Checked, Grounding, MAX_ENTRIES};
use espalier_proposal::TOOL_NAME;

/// Checks an answer that is made of these parts and answers this question.
pub fn check(world: &World<'_>, question: &str, parts: &[Part]) -> Option<Grounding> {
    let findings = findings(world, parts);
    let text: String =
        parts.iter().map(|part| if let Part::Text { text } = part { text.as_str() } else { "" }).collect();
    let calendar = world.columns.calendar();
    let around = world.around();
    let tables = world.workspace.tables();
    let categories = tables.time_categories.values().flat_map(|row| std::iter::once(&row.name).chain(&row.aliases));
    let names: Vec<&str> = categories.chain(tables.goals.values().map(|row| &row.name)).map(String::as_str).collect();
    let marks = grounding::check(&text, &findings, &names, calendar, &around);
    let said = grounding::check(question, &[], &[], calendar, &around);
    let proposes = parts
        .iter()
        .any(|part| matches!(part, Part::ToolCall { name, .. } if name == PROPOSE_ENTRIES || name == TOOL_NAME));
    let mut found = Grounding::default();
    for mark in marks {
        let given = mark.is_wrong() && (proposes || said.iter().any(|said| said.claim == mark.claim));
        if !given {
            let source = (!mark.is_wrong()).then(|| place(&mut found.sources, behind(&mark, &findings)));
            found.marks.push(Checked { from: mark.range.start, to: mark.range.end, source });
        }
    }
    (!found.marks.is_empty()).then_some(found)
}

/// Collects the findings of the tools that the answer called (K1).
fn findings(world: &World<'_>, parts: &[Part]) -> Vec<Finding> {
    let failed = |id: &str| {
        parts.iter().any(|part| matches!(part, Part::ToolResult { call_id, is_error: true, .. } if call_id == id))
    };
    let looks_up = |name: &str| named(&TOOLS, name).is_some_and(|tool| matches!(tool.kind, ToolKind::Read));
    let answer = |part: &Part| match part {
        Part::ToolCall { call_id, name, arguments, .. } if looks_up(name) && !failed(call_id) => {
            let arguments = parse_arguments(arguments).ok()?;
            look_up::run(world, name, &arguments.into(), MAX_DETAILS).ok()
        }
        _ => None,
    };
    parts.iter().filter_map(answer).map(|answer| answer.finding).collect()
}

/// The entries behind a number: those of the source with the fewest, which says it most exactly.
fn behind(mark: &Mark, findings: &[Finding]) -> Behind {
    let entries = mark.sources.iter().filter_map(|source| {
        let finding = findings.get(source.finding)?;
        Some(match source.row {
            Some(row) => &finding.rows.get(row)?.entries,
            None => &finding.entries,
        })
    });
    let found = entries.filter(|entries| !entries.is_empty()).min_by_key(|entries| entries.len());
    let Some(found) = found else { return Behind::default() };
    Behind { entries: found.iter().take(MAX_ENTRIES).copied().collect(), count: found.len() }
}

fn place(sources: &mut Vec<Behind>, behind: Behind) -> usize {
    sources.iter().position(|known| *known == behind).unwrap_or_else(|| {
        sources.push(behind);
        sources.len() - 1
    })
}
