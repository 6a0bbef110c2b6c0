//! The body of a message: as it is stored, or as it grows.
//!
//! - B1 The blocks of a text are worked out once, and again only when the text is another one.
//! - B3 A long text is worked out in slices, so that the page can answer in between.
//! - B2 When an answer ends, the blocks that were on the screen stay the same ones, so that nothing is drawn twice.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::handover::HandoverCard;
use super::notices::Notices;
use super::phases::Phases;
use super::problem::Problem;
use super::resume::Resume;
use super::retry::Retry;
use super::thinking::Thinking;
use super::tool_calls::ToolCalls;
use crate::assistant::evidence::EvidenceListProps;
use crate::assistant::offers::OffersProps;
use crate::assistant::proposal::ProposalPanel;
use crate::assistant::question::Questions;
use crate::chat::attachments::MessageFiles;
use crate::chunks::{Lazy, LazyPart};
use crate::kit::shared::Shared;
use crate::kit::{Button, IconName};
use crate::markdown::{MarkdownView, Marks};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_agent::progress::Phase;
use espalier_app::Msg;
use espalier_app::device::Preparation;
use espalier_app::prompt::LiveView;
use espalier_app::sessions::SessionMsg;
use espalier_base::in_app::{Piece, in_app_links};
use espalier_base::text::truncate;
use espalier_course::interview::reworded;
use espalier_markdown::{Block, StreamingDocument, marks};
use espalier_model::conversation::{Part, Status};
use espalier_model::persona::Role;
use espalier_model::{Grounding, Message, MessageId, MessageKey, Scope};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BodyProps {
    pub at: MessageKey,
    /// The message as it is stored.
    pub message: Shared<Message>,
    #[prop_or_default]
    pub onedit: Callback<Option<MessageId>>,
}

/// The blocks of a text that was shown before.
#[derive(Debug, Default)]
struct Cache {
    source: Option<Source>,
    text: Option<String>,
    blocks: Vec<Rc<Block>>,
    /// A long text that is being worked out (B3), and how many of its blocks are among the others already.
    coming: Option<(StreamingDocument, usize)>,
}

/// Source of a message's text, compared by address: extracting the text would copy it.
type Source = (Shared<Message>, Shared<Option<String>>);

/// A text of more bytes is a long one.
const LONG: usize = 49_152;
/// Bytes of a long text parsed at once.
const SLICE: usize = 32_768;
/// Bytes parsed in the first slice.
const FIRST: usize = 8_192;
/// The pause after that, in milliseconds.
const PAUSE_MS: u32 = 16;

impl Cache {
    /// The blocks of an answer that is growing.
    fn live(&mut self, live: &LiveView) -> Vec<Rc<Block>> {
        (self.source, self.text, self.coming) = (None, None, None);
        self.blocks.clone_from(&live.blocks);
        live.blocks.clone()
    }

    /// The blocks of a stored text, which is taken only where it may be another one.
    fn stored(&mut self, source: Source, text: impl FnOnce() -> String) -> Vec<Rc<Block>> {
        if self.source.as_ref() == Some(&source) {
            return self.blocks.clone();
        }
        self.source = Some(source);
        self.of(text())
    }

    /// The blocks of a text, those that are as before being the same ones (B1, B2).
    fn of(&mut self, text: String) -> Vec<Rc<Block>> {
        if self.text.as_ref() != Some(&text) {
            self.coming = None;
            if text.len() > LONG {
                let mut document = StreamingDocument::new();
                document.append(&text);
                self.coming = Some((document, 0));
                // What comes at once has had a part of it worked out in the same moment already.
                self.go_on(FIRST);
            } else {
                let fresh = espalier_markdown::parse(&text);
                self.blocks = adopt(&self.blocks, fresh);
            }
            self.text = Some(text);
        }
        self.blocks.clone()
    }

    /// Works out a little more of a long text (B3). What stood behind it stays until its end is reached.
    fn go_on(&mut self, bytes: usize) {
        let Some((mut document, known)) = self.coming.take() else { return };
        if document.refresh_some(bytes) {
            for (index, block) in document.blocks().iter().enumerate().skip(known) {
                match self.blocks.get_mut(index) {
                    Some(old) if **old == **block => {}
                    Some(old) => *old = block.clone(),
                    None => self.blocks.push(block.clone()),
                }
            }
            let settled = document.settled();
            self.coming = Some((document, settled));
        } else {
            document.finish();
            self.blocks = adopt(&self.blocks, document.blocks().to_vec());
        }
    }
}

/// The fresh blocks, with the old one wherever it says the same.
fn adopt(old: &[Rc<Block>], fresh: Vec<Rc<Block>>) -> Vec<Rc<Block>> {
    let kept =
        |(index, block): (usize, Rc<Block>)| old.get(index).filter(|old| **old == block).cloned().unwrap_or(block);
    fresh.into_iter().enumerate().map(kept).collect()
}

/// Has the rest of a long text worked out, slice by slice.
#[hook]
fn use_rest(cache: &Rc<RefCell<Cache>>) {
    let again = use_force_update();
    let left = cache.borrow().coming.as_ref().map(|(document, _)| document.shown().len());
    let cache = cache.clone();
    use_effect_with(left, move |left| {
        let timer = left.map(|_| {
            Timeout::new(PAUSE_MS, move || {
                cache.borrow_mut().go_on(SLICE);
                again.force_update();
            })
        });
        move || drop(timer)
    });
}

/// The body of a message: its text, tool calls, questions and proposals.
#[component]
pub fn Body(props: &BodyProps) -> Html {
    let (at, message) = (props.at, &props.message);
    let live = use_selector(move |model| model.live(at));
    let cache = use_mut_ref(Cache::default);
    let said = use_selector(move |model| model.panel(at).filter(|panel| !panel.coming).map(|panel| panel.said.clone()));
    let live = (*live).as_ref();
    let is_of_time = *use_selector(move |model| model.scope_of(at.session) == Some(Scope::TIME));
    let (marks, evidence) = use_evidence(at, message);
    let grounding = message.grounding.as_ref();
    let text = || {
        let text = (*said).clone().unwrap_or_else(|| message.text());
        grounding.map_or_else(|| text.clone(), |grounding| marked(&text, grounding))
    };
    let blocks = match live {
        _ if message.role == Role::User => Vec::new(),
        Some(live) => cache.borrow_mut().live(live),
        None => cache.borrow_mut().stored((message.clone(), Shared(said.clone())), text),
    };
    use_rest(&cache);
    if message.role == Role::User {
        return html! { <Said message={message.clone()} /> };
    }
    let settled = live.map_or(blocks.len(), |live| live.settled);
    let reasoning: Rc<str> = live.map_or_else(|| message.reasoning().into(), |live| live.reasoning.clone());
    let phase = live.map(|live| live.phase);
    let waits = blocks.is_empty() && message.status == Status::Streaming;
    let offers = is_of_time.then(|| {
        let part = LazyPart::Offers(OffersProps { at, message: message.clone() });
        html! { <Lazy part={part} /> }
    });
    let text = html! { <MarkdownView {blocks} {settled} {marks} /> };
    let text = match folded(message) {
        Some(first) => html! { <details class="message-setup"><summary>{ first }</summary>{ text }</details> },
        None => text,
    };
    html! {
        <>
            <Thinking text={reasoning} open={phase == Some(Phase::Thinking)} ms={message.provenance.thinking_ms} />
            <div class="content" data-testid="content">{ text }</div>
            <div>{ evidence }</div>
            <Waiting {at} hidden={!waits} />
            <ToolCalls {at} message={message.clone()} />
            <Questions {at} message={message.clone()} />
            { offers }
            <ProposalPanel {at} />
            <HandoverCard {at} />
            <Under live={live.cloned()} {at} message={message.clone()} onedit={props.onedit.clone()} />
        </>
    }
}

/// Returns the line that stands for a long text that a model is told before a conversation begins.
fn folded(message: &Message) -> Option<String> {
    const LONG: usize = 240;
    let text = Some(message.text()).filter(|text| message.role == Role::System && text.len() > LONG)?;
    let line = text.lines().map(|line| line.trim_matches(['*', '#', ' '])).find(|line| !line.is_empty())?;
    Some(truncate(line, LONG / 3))
}

/// The text with its numbers and dates marked.
fn marked(text: &str, grounding: &Grounding) -> String {
    let places: Vec<(usize, usize)> = grounding.marks.iter().map(|mark| (mark.from, mark.to)).collect();
    marks::insert(text, &places)
}

/// Returns the renderer of marked numbers, and the list of entries behind the chosen one.
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
    let list = open.filter(|_| grounded).map(|source| {
        let part = LazyPart::Evidence(EvidenceListProps { at, source, onclose });
        html! { <Lazy part={part} /> }
    });
    ((*marks).clone(), list)
}

fn draw_mark(
    grounding: &Grounding,
    number: usize,
    text: &str,
    open: &UseStateSetter<Option<usize>>,
    words: &'static espalier_i18n::helper::Helper,
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

/// The text of a person's message as typed, and what the app told the model in their stead.
#[component]
fn Said(props: &SaidProps) -> Html {
    let words = use_messages();
    let files: Vec<_> = props.message.attachments().map(|file| Rc::new(file.clone())).collect();
    let files = (!files.is_empty()).then(|| html! { <MessageFiles {files} /> });
    let parts = props.message.parts.iter().enumerate().filter_map(|(at, part)| match part {
        Part::Report { text } => Some(html! {
            <details key={at} class="report">
                <summary>{ words.map.assist.report }{ ": " }{ text.lines().next().unwrap_or_default().to_owned() }</summary>
                <p class="content-plain">{ text.clone() }</p>
            </details>
        }),
        Part::Text { text } => {
            let text = reworded(text, words.language).map_or_else(|| text.clone(), str::to_owned);
            Some(html! { <p key={at} class="content-plain">{ for in_app_links(&text).into_iter().map(view_piece) }</p> })
        }
        _ => None,
    });
    html! { <div class="content" data-testid="content">{ files }{ for parts }</div> }
}

fn view_piece(piece: Piece<'_>) -> Html {
    match piece {
        Piece::Text(text) => html! { { text.to_owned() } },
        Piece::Link(name, address) => html! { <a class="link" href={address.to_owned()}>{ name }</a> },
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct WaitingProps {
    at: MessageKey,
    hidden: bool,
}

/// Placeholder until text arrives: the progress of a model on this device, also before a later round; dots before the
/// first text otherwise.
#[component]
fn Waiting(props: &WaitingProps) -> Html {
    let words = &use_messages().chat;
    let at = props.at;
    let preparation = use_selector(move |model| model.preparation(at));
    let (text, percent) = match *preparation {
        Some(Preparation::Loading(percent)) => ((words.loading_model)(percent), percent),
        Some(Preparation::Reading(percent)) => ((words.reading_prompt)(percent), percent),
        None => {
            return html! { <div class="waiting" hidden={props.hidden} aria-hidden="true"><span /><span /><span /></div> };
        }
    };
    html! {
        <label class="preparing" data-testid="preparing">
            <span>{ text }</span>
            <progress max="100" value={percent.to_string()}></progress>
        </label>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct UnderProps {
    at: MessageKey,
    message: Shared<Message>,
    live: Option<LiveView>,
    onedit: Callback<Option<MessageId>>,
}

/// Status below an answer's text: its progress, its error, the time of the next attempt.
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
        let mut document = StreamingDocument::new();
        document.push("# Title\n\nA paragraph\n\nand the la");
        let on_screen = document.blocks().to_vec();
        let mut cache = Cache { blocks: on_screen.clone(), ..Cache::default() };
        let ended = cache.of("# Title\n\nA paragraph\n\nand the last".into());
        assert!(Rc::ptr_eq(&on_screen[0], &ended[0]) && Rc::ptr_eq(&on_screen[1], &ended[1]));
        assert_ne!(on_screen[2], ended[2]);
    }

    #[test]
    fn b3_a_long_text_comes_in_slices_and_what_was_there_stays_until_then() {
        let part = "# Title\n\nA paragraph\n\n- one\n- two\n\n";
        let text = part.repeat(4 * LONG / part.len());
        let on_screen = espalier_markdown::parse(&text);
        let mut cache = Cache { blocks: on_screen.clone(), ..Cache::default() };
        let mut slices = 1;
        let first = cache.of(text.clone());
        assert_eq!(first.len(), on_screen.len());
        while cache.coming.is_some() {
            cache.go_on(SLICE);
            slices += 1;
        }
        assert!(slices >= 4 * LONG / SLICE, "{slices} slices");
        let all = cache.of(text.clone());
        assert!(all.iter().zip(&on_screen).all(|(one, other)| Rc::ptr_eq(one, other)), "drawn again");
        assert_eq!(all.len(), on_screen.len());
        // On a fresh page there is nothing to keep: the first slice is there at once.
        let mut fresh = Cache::default();
        let first = fresh.of(text).len();
        assert!(0 < first && first < on_screen.len() / 4);
        while fresh.coming.is_some() {
            fresh.go_on(SLICE);
        }
        assert_eq!(fresh.blocks, on_screen);
    }
}
