//! What a message says: as it is stored, or as it grows.
//!
//! - B1 The blocks of a text are worked out once, and again only when the text is another one.
//! - B2 When an answer ends, the blocks that were on the screen stay the same ones, so that nothing is drawn twice.
//!
//! Must not be in here: how Markdown looks (`ui::markdown`).

use std::rc::Rc;

use yew::prelude::*;

use super::notices::Notices;
use super::phases::Phases;
use super::problem::Problem;
use super::resume::Resume;
use super::retry::Retry;
use super::thinking::Thinking;
use super::tool_calls::ToolCalls;
use crate::agent::progress::Phase;
use crate::app::Msg;
use crate::app::prompt::LiveView;
use crate::app::sessions::SessionMsg;
use crate::markdown::{self, Block, marks};
use crate::model::conversation::{Part, Status};
use crate::model::persona::Role;
use crate::model::{Grounding, Message, MessageId, MessageKey};
use crate::ui::assistant::evidence::EvidenceList;
use crate::ui::assistant::offers::Offers;
use crate::ui::assistant::proposal::ProposalPanel;
use crate::ui::assistant::question::Questions;
use crate::ui::kit::shared::Shared;
use crate::ui::kit::{Button, IconName};
use crate::ui::markdown::{MarkdownView, Marks};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`Body`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BodyProps {
    /// The message.
    pub at: MessageKey,
    /// The message as it is stored.
    pub message: Shared<Message>,
    /// Edits a message.
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
}

/// The blocks of a text that was shown before.
#[derive(Debug, Default)]
struct Cache {
    text: Option<String>,
    blocks: Vec<Rc<Block>>,
}

impl Cache {
    /// The blocks of an answer that is growing.
    fn live(&mut self, live: &LiveView) -> Vec<Rc<Block>> {
        self.text = None;
        self.blocks.clone_from(&live.blocks);
        live.blocks.clone()
    }

    /// The blocks of a text, those that are as before being the same ones (B1, B2).
    fn of(&mut self, text: String) -> Vec<Rc<Block>> {
        if self.text.as_ref() != Some(&text) {
            let fresh = markdown::parse(&text);
            self.blocks = adopt(&self.blocks, fresh);
            self.text = Some(text);
        }
        self.blocks.clone()
    }
}

/// The fresh blocks, with the old one wherever it says the same.
fn adopt(old: &[Rc<Block>], fresh: Vec<Rc<Block>>) -> Vec<Rc<Block>> {
    let kept =
        |(index, block): (usize, Rc<Block>)| old.get(index).filter(|old| **old == block).cloned().unwrap_or(block);
    fresh.into_iter().enumerate().map(kept).collect()
}

/// See the module.
#[component]
pub fn Body(props: &BodyProps) -> Html {
    let (at, message) = (props.at, &props.message);
    let live = use_selector(move |model| model.live(at));
    let cache = use_mut_ref(Cache::default);
    let said = use_selector(move |model| model.panel(at).filter(|panel| !panel.coming).map(|panel| panel.said.clone()));
    if message.role == Role::User {
        return html! { <Said message={message.clone()} /> };
    }
    let live = (*live).as_ref();
    let (marks, evidence) = use_evidence(at, message);
    let grounding = message.grounding.as_ref();
    let text = || {
        let text = (*said).clone().unwrap_or_else(|| message.text());
        grounding.map_or_else(|| text.clone(), |grounding| marked(&text, grounding))
    };
    let blocks = live.map_or_else(|| cache.borrow_mut().of(text()), |live| cache.borrow_mut().live(live));
    let settled = live.map_or(blocks.len(), |live| live.settled);
    let reasoning: Rc<str> = live.map_or_else(|| message.reasoning().into(), |live| live.reasoning.clone());
    let phase = live.map(|live| live.phase);
    let waits = blocks.is_empty() && message.status == Status::Streaming;
    html! {
        <>
            <Thinking text={reasoning} open={phase == Some(Phase::Thinking)} ms={message.provenance.thinking_ms} />
            <div class="content" data-testid="content"><MarkdownView {blocks} {settled} {marks} /></div>
            <div>{ evidence }</div>
            <Waiting hidden={!waits} />
            <ToolCalls {at} message={message.clone()} />
            <Questions {at} message={message.clone()} />
            <Offers {at} message={message.clone()} />
            <ProposalPanel {at} />
            <Under live={live.cloned()} {at} message={message.clone()} onedit={props.onedit.clone()} />
        </>
    }
}

/// The text with its numbers and dates marked.
fn marked(text: &str, grounding: &Grounding) -> String {
    let places: Vec<(usize, usize)> = grounding.marks.iter().map(|mark| (mark.from, mark.to)).collect();
    marks::insert(text, &places)
}

/// How numbers are drawn, and the list of entries behind the one that was chosen.
#[hook]
fn use_evidence(at: MessageKey, message: &Shared<Message>) -> (Option<Marks>, Option<Html>) {
    let words = &use_messages().helper;
    let open = use_state_eq(|| None::<usize>);
    let grounded = message.grounding.is_some();
    let marks = use_memo((message.clone(), words.time), |(message, _)| {
        let (message, open) = (message.clone(), open.setter());
        let draw = move |number: usize, text: &str| match &message.grounding {
            Some(grounding) => draw_mark(grounding, number, text, &open, words),
            None => html! { text.to_owned() },
        };
        grounded.then(|| Marks(Rc::new(draw)))
    });
    let onclose = open.setter();
    let onclose = Callback::from(move |()| onclose.set(None));
    let list = open.filter(|_| grounded).map(|source| html! { <EvidenceList {at} {source} {onclose} /> });
    ((*marks).clone(), list)
}

fn draw_mark(
    grounding: &Grounding,
    number: usize,
    text: &str,
    open: &UseStateSetter<Option<usize>>,
    words: &'static crate::i18n::helper::Helper,
) -> Html {
    let text = text.to_owned();
    let Some(mark) = grounding.marks.get(number) else { return html! { text } };
    let Some((place, source)) = mark.source.and_then(|place| Some((place, grounding.sources.get(place)?))) else {
        return html! { <mark class="unverified" data-testid="unverified" title={words.unverified}>{ text }</mark> };
    };
    if source.count == 0 {
        // It is true, and there is nothing to show: a day that was asked about, a goal's hours, none at all.
        return html! { text };
    }
    let ids: Vec<String> = source.entries.iter().map(ToString::to_string).collect();
    let open = open.clone();
    let onclick = Callback::from(move |_: MouseEvent| open.set(Some(place)));
    html! {
        <button
            type="button" class="evidence" data-testid="evidence" data-entries={ids.join(" ")}
            title={(words.evidence)(source.count)} {onclick}
        >{ text }</button>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct SaidProps {
    message: Shared<Message>,
}

/// What a person typed, as they typed it, and what the app told the model in their stead.
#[component]
fn Said(props: &SaidProps) -> Html {
    let words = use_messages();
    let parts = props.message.parts.iter().enumerate().filter_map(|(at, part)| match part {
        Part::Report { text } => Some(html! {
            <details key={at} class="report">
                <summary>{ words.map.assist.report }{ ": " }{ text.lines().next().unwrap_or_default().to_owned() }</summary>
                <p class="content-plain">{ text.clone() }</p>
            </details>
        }),
        Part::Text { text } => Some(html! { <p key={at} class="content-plain">{ text.clone() }</p> }),
        _ => None,
    });
    html! { <div class="content" data-testid="content">{ for parts }</div> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct WaitingProps {
    hidden: bool,
}

/// Nothing has arrived yet.
#[component]
fn Waiting(props: &WaitingProps) -> Html {
    html! { <div class="waiting" hidden={props.hidden} aria-hidden="true"><span /><span /><span /></div> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct UnderProps {
    at: MessageKey,
    message: Shared<Message>,
    live: Option<LiveView>,
    onedit: Callback<Option<MessageId>>,
}

/// What stands below the text of an answer: how far it is, what went wrong, when the next try is.
#[component]
fn Under(props: &UnderProps) -> Html {
    let words = use_messages();
    let at = props.at;
    let onclick = use_dispatch().reform(move |_: MouseEvent| Msg::Sessions(SessionMsg::Continue(at)));
    let message = &props.message;
    let retry = props.live.as_ref().and_then(|live| live.retry.clone());
    let retry = retry.map(|retry| html! { <Retry at={props.at} {retry} /> });
    let phases = props.live.as_ref().map(|live| html! { <Phases phases={live.phases.clone()} /> });
    let error = message.provenance.error.clone().filter(|_| message.status == Status::Error);
    let problem = error.map(|error| {
        html! { <Problem at={props.at} {error} remedy={message.remedy()} agent={message.provenance.persona} onedit={props.onedit.clone()} /> }
    });
    let stopped = message.status == Status::Stopped;
    let may_write = use_selector(|model| model.read_only.is_none());
    let truncated = *may_write && message.status == Status::Done && message.provenance.truncated;
    html! {
        <>
            <div>{ phases }</div>
            <div>{ retry }</div>
            <div>{ problem }</div>
            <p class="message-note" hidden={!stopped}>{ words.chat.stopped }</p>
            <Resume at={props.at} {stopped} />
            <Notices message={message.clone()} />
            <div class="resume" hidden={!truncated}>
                if truncated {
                    <p class="message-note">{ words.chat.truncated }</p>
                    <Button
                        label={words.chat.actions.continue_answer} icon={IconName::Play} test_id="continue-answer"
                        {onclick}
                    />
                }
            </div>
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b1_a_text_is_parsed_again_only_when_it_is_another_one() {
        let mut cache = Cache::default();
        let first = cache.of("One\n\nTwo".into());
        let again = cache.of("One\n\nTwo".into());
        assert!(first.iter().zip(&again).all(|(one, other)| Rc::ptr_eq(one, other)));
        let longer = cache.of("One\n\nTwo\n\nThree".into());
        assert!(Rc::ptr_eq(&first[0], &longer[0]));
        assert_eq!(longer.len(), 3);
    }

    #[test]
    fn b2_the_blocks_that_were_on_the_screen_stay_when_an_answer_ends() {
        let mut document = markdown::StreamingDocument::new();
        document.push("# Title\n\nA paragraph\n\nand the la");
        let on_screen = document.blocks().to_vec();
        let mut cache = Cache { text: None, blocks: on_screen.clone() };
        let ended = cache.of("# Title\n\nA paragraph\n\nand the last".into());
        assert!(Rc::ptr_eq(&on_screen[0], &ended[0]) && Rc::ptr_eq(&on_screen[1], &ended[1]));
        assert_ne!(on_screen[2], ended[2]);
    }
}
