//! The end of an answer.

use super::Running;
use super::begin::stand_in;
use super::kept::kept_turns;
use crate::edit::{self, Amendment};
use crate::effect::Effect;
use crate::room_agent::{CHANGES, RoomAgent, TurnEnd, UNCHANGED};
use crate::{Model, proposals};
use espalier_agent::sub_agents::Addressed;
use espalier_agent::turn::{Ending, Outcome, TurnId};
use espalier_base::env::Env;
use espalier_command::history::Document;
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::provider;
use espalier_llm::stream::FinishReason;
use espalier_markdown::{StreamingDocument, plain_text};
use espalier_model::conversation::{Part, Provenance, Status};
use espalier_model::{KeptTurn, Message, Session};

/// The most bytes of an answer that are announced.
const SPOKEN: usize = 8_192;
/// The most blocks of an answer that are announced.
const SPOKEN_BLOCKS: usize = 512;

/// Ends a turn: stores its result, unless the built-in model takes over.
pub(super) fn finished(
    model: &mut Model,
    env: &mut Env,
    id: TurnId,
    outcome: Outcome,
    out: &mut Vec<Effect>,
) -> Option<(TurnId, Vec<Addressed>)> {
    let running = model.running.get(&id)?;
    let stands_in = running.room_agent.is_some_and(RoomAgent::stands_in) && !running.instead;
    if outcome.ending == Ending::ToolsUnsupported
        && stands_in
        && let Some(begun) = stand_in(model, env, id, out)
    {
        return Some(begun);
    }
    let mut running = model.running.remove(&id)?;
    if let Some(reading) = &mut running.proposal {
        reading.reader.finish();
        proposals::settle(model, running.answer, reading.reader.proposal());
    } else {
        // What was read of it while it was stopped is not what it says now.
        model.assistant.panels.remove(&running.answer);
    }
    out.push(Effect::CancelCall(id));
    store(model, env, running, outcome, out);
    None
}

fn store(model: &mut Model, env: &mut Env, mut running: Running, outcome: Outcome, out: &mut Vec<Effect>) {
    let completes = running.room_agent.is_some_and(RoomAgent::completes);
    let error = error_of(&outcome, completes);
    let status = match error.as_ref().map(|error| &error.kind) {
        None => Status::Done,
        Some(ErrorKind::Stopped) => Status::Stopped,
        Some(_) => Status::Error,
    };
    let parts = running.parts();
    let (answer, now) = (running.answer, env.now);
    let grounding = grounding(model, &running, &parts);
    let said = spoken(&mut running.document);
    let ending = outcome.ending.clone();
    let provenance = provenance(&running, outcome, error);
    let calls = running.calling.all();
    let mut draft = model.workspace.draft();
    draft.update::<Message>(&answer, |row| {
        // What was said before stays where beginning again brought nothing.
        if status == Status::Done || !parts.is_empty() {
            row.parts = parts;
        }
        row.status = status;
        *row.provenance = provenance;
        row.grounding = grounding;
    });
    draft.update::<Session>(&answer.session, |row| row.updated_at = now);
    let mut notices = Vec::new();
    if let Some(room_agent) = running.room_agent {
        let settled = TurnEnd { answer, state: running.turn().state(), ending: &ending, calls: &calls };
        notices = room_agent.on_turn_end(model, env, &settled, &mut draft);
    }
    // Beside a proposal stands what became of it; talk in Chat has nothing to change.
    let proposes = running.proposal.as_ref().is_some_and(|reading| !reading.reader.proposal().operations.is_empty());
    let in_room = model.scope_of(answer.session).is_some_and(|scope| !scope.is_chat());
    let is_told = notices.iter().any(|name| name.starts_with(CHANGES) || name == UNCHANGED);
    let changes_things = running.room_agent.is_none_or(|agent| agent.changes_things(model, answer));
    if in_room && changes_things && !proposes && ending == Ending::Answered && !is_told {
        notices.push(UNCHANGED.to_owned());
    }
    draft.update::<Message>(&answer, |row| row.provenance.notices.extend(notices));
    let changes = draft.finish();
    let mut beside = model.workspace.draft();
    for turn in kept_turns(model, answer) {
        beside.remove::<KeptTurn>(&turn);
    }
    let beside = beside.finish();
    let how = Amendment { journal: true, unjournaled: beside, tool_changes: running.written, now };
    edit::commit_amendment(model, (Document::of(answer.session), running.entry), changes, how, out);
    if let Some(interview) = model.interview_of(answer.session) {
        interview.on_turn_end(model, answer, now);
    }
    out.push(Effect::ReleaseTurn(answer));
    if status == Status::Done {
        out.push(Effect::Announce(said));
    }
}

/// Announcement of an answer for screen readers: its beginning, if it is long.
fn spoken(document: &mut StreamingDocument) -> String {
    document.refresh_some(SPOKEN);
    let mut text = plain_text(&document.blocks()[..document.blocks().len().min(SPOKEN_BLOCKS)]);
    if text.len() > SPOKEN {
        let end =
            text[..text.floor_char_boundary(SPOKEN)].rfind('\n').unwrap_or_else(|| text.floor_char_boundary(SPOKEN));
        text.truncate(end);
    }
    text
}

/// Error that is stored with an answer.
fn error_of(outcome: &Outcome, completes: bool) -> Option<LlmError> {
    match &outcome.ending {
        Ending::NeedsForm(_) if completes => None,
        Ending::Fatal(problem) => Some(LlmError::new(ErrorKind::Refused).with_detail(problem)),
        Ending::NeedsForm(tool) => Some(LlmError::new(ErrorKind::ForcedChoice).with_detail(tool)),
        _ => outcome.error.clone(),
    }
}

fn provenance(running: &Running, outcome: Outcome, error: Option<LlmError>) -> Provenance {
    let mut usage = outcome.usage;
    usage.add(running.spent);
    let reported =
        usage.cost.filter(|_| provider::by_id(running.provider.as_str()).is_some_and(|of| of.traits.reports_cost));
    let counted = || Some(running.price?.cost(usage.prompt_tokens?, usage.completion_tokens?));
    let local = running.instead.then(|| "local".to_owned());
    let notices = outcome.notices.iter().map(espalier_agent::turn::Notice::name).chain(local).collect();
    Provenance {
        prompt_tokens: usage.prompt_tokens.and_then(|tokens| u32::try_from(tokens).ok()),
        completion_tokens: usage.completion_tokens.and_then(|tokens| u32::try_from(tokens).ok()),
        cost: reported.or_else(counted),
        first_token_ms: outcome.first_token_ms,
        thinking_ms: outcome.thinking_ms,
        total_ms: Some(outcome.total_ms),
        finish: outcome.assembled.finish.as_ref().map(ToString::to_string),
        truncated: outcome.assembled.finish == Some(FinishReason::Length),
        error: error.filter(|error| error.kind != ErrorKind::Stopped),
        notices,
        ..running.provenance.clone()
    }
}

/// Evidence for the numbers of an answer.
fn grounding(model: &Model, running: &Running, parts: &[Part]) -> Option<Box<espalier_model::Grounding>> {
    let row = model.message(running.answer)?;
    running.room_agent?.check(model, row, parts).map(Box::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_answer_the_beginning_is_said() {
        let said = |text: &str| {
            let mut document = StreamingDocument::new();
            document.append(text);
            spoken(&mut document)
        };
        assert_eq!(said("# Title\n\nAn answer."), "Title\nAn answer.");
        for long in ["Some *words*.\n\n".repeat(10_000), "字".repeat(20_000)] {
            let said = said(&long);
            assert!((SPOKEN / 2..=SPOKEN).contains(&said.len()), "{} bytes", said.len());
        }
    }
}
