//! A proposal below the message that made it: what is ticked, what would happen, what became of it.

use std::rc::Rc;

use yew::prelude::*;

use super::operation::OperationRow;
use crate::kit::{Button, ButtonKind, Icon, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::assistant::{self, AssistantMsg, Panel};
use espalier_i18n::Messages;
use espalier_model::MessageKey;
use espalier_proposal::state::Status;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProposalPanelProps {
    pub at: MessageKey,
}

/// A panel, equal to itself as long as it is the same version.
#[derive(Debug, Clone)]
struct ProposalState(Rc<Panel>, bool);

impl PartialEq for ProposalState {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) && self.1 == other.1
    }
}

/// The panel of a message's proposal; empty where it proposes nothing.
#[component]
pub fn ProposalPanel(props: &ProposalPanelProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let at = props.at;
    let selected = use_selector(move |model| {
        let busy =
            model.read_only.is_some() || model.running.values().any(|running| running.answer.session == at.session);
        model.panel(at).map(|panel| ProposalState(panel.clone(), busy))
    });
    let Some(ProposalState(panel, busy)) = (*selected).clone() else { return html! {} };
    let state = &panel.state;
    if state.rows().is_empty() && panel.warning.is_none() && !panel.coming {
        return html! {};
    }
    let status = state.status();
    let is_open = status.is_open();
    let all = dispatch.reform(move |_: MouseEvent| Msg::Assistant(AssistantMsg::TickAll(at, true)));
    let none = dispatch.reform(move |_: MouseEvent| Msg::Assistant(AssistantMsg::TickAll(at, false)));
    let choices = (is_open && !state.rows().is_empty()).then(|| html! {
        <span class="proposal-choose">
            <Button label={words.map.assist.all} kind={ButtonKind::Quiet} test_id="operations-all" onclick={all} />
            <Button label={words.map.assist.none} kind={ButtonKind::Quiet} test_id="operations-none" onclick={none} />
        </span>
    });
    let rows = state.rows().iter().enumerate().map(|(index, row)| {
        let blocked = state.blocked_by(index).and_then(|need| state.rows().get(need)).map(|row| row.operation.id.clone());
        let summary = panel.summaries.get(index).cloned();
        let reason = row.reason.as_ref().map(|reason| assistant::reason(reason, state.rows(), &panel.summaries, words.language));
        html! { <OperationRow key={row.operation.id.clone()} {at} {index} row={row.clone()} {summary} {reason} open={is_open} {blocked} /> }
    });
    // In some channels the summary is part of what is said above.
    let is_said = panel.said.contains(panel.summary.trim());
    let summary =
        (!is_said && !panel.coming).then(|| html! { <p class="proposal-summary">{ panel.summary.clone() }</p> });
    let warning = panel
        .warning
        .clone()
        .map(|text| html! { <p class="proposal-warning"><Icon name={IconName::Warning} />{ text }</p> });
    // Where nothing of it could be read, there is nothing to decide.
    let foot = (panel.coming || !state.rows().is_empty()).then(|| {
        html! {
            <Foot {at} {status} line={line(&panel, words)} ticked={panel.ticked()} wait={busy || panel.coming} />
        }
    });
    html! {
        <section class="proposal" data-testid="proposal" data-status={status.name()} aria-label={words.map.assist.proposal}>
            <header class="proposal-head">
                <h3>{ words.map.assist.proposal }</h3>
                { choices }
            </header>
            { summary }
            <ul class="proposal-list">{ for rows }</ul>
            { warning }
            { foot }
        </section>
    }
}

/// Returns the proposal's progress in words.
fn line(panel: &Panel, words: &Messages) -> String {
    let say = &words.map.assist;
    let (count, all) = (panel.state.count(), panel.state.rows().len());
    match panel.state.status() {
        Status::Pending if panel.coming => say.coming.to_owned(),
        Status::Pending => String::new(),
        Status::Applying => say.applying.to_owned(),
        Status::Applied => (say.applied)(count, all),
        Status::Cancelled => say.cancelled.to_owned(),
        Status::Undone => (say.undone)(count, all),
        Status::Failed => {
            let reason = panel.state.failure().map(|failure| {
                assistant::reason(&failure.reason, panel.state.rows(), &panel.summaries, words.language)
            });
            let reason = reason.unwrap_or_default();
            (say.failed)(&reason)
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct FootProps {
    at: MessageKey,
    status: Status,
    line: String,
    /// Counts as in [`Panel::ticked`].
    ticked: (usize, usize),
    wait: bool,
}

#[component]
fn Foot(props: &FootProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let at = props.at;
    let send = |msg: fn(MessageKey) -> AssistantMsg| dispatch.reform(move |_: MouseEvent| Msg::Assistant(msg(at)));
    let open = props.status.is_open() || props.status == Status::Applying;
    let waits = props.wait || props.status == Status::Applying;
    let (changed, deleted) = props.ticked;
    let decide = open.then(|| {
        html! {
            <span class="proposal-decide">
                <Button
                    label={(words.map.assist.apply)(changed, deleted)} kind={ButtonKind::Primary} test_id="proposal-apply"
                    disabled={waits || (changed, deleted) == (0, 0)} onclick={send(AssistantMsg::Apply)}
                />
                <Button
                    label={words.map.assist.cancel} kind={ButtonKind::Plain} test_id="proposal-cancel" disabled={waits}
                    onclick={send(AssistantMsg::Cancel)}
                />
            </span>
        }
    });
    let undo = (props.status == Status::Applied).then(|| html! {
        <Button label={words.map.assist.undo} kind={ButtonKind::Quiet} test_id="proposal-undo" onclick={send(AssistantMsg::Undo)} />
    });
    html! {
        <footer class="proposal-foot">
            { decide }
            <p class="proposal-status" data-testid="proposal-status" role="status">{ props.line.clone() }</p>
            { undo }
        </footer>
    }
}
