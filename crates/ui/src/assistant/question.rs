//! Questions that an answer asks in its middle: the open ones with their options, and the answered ones.
//!
//! - Q1 A question can always be left without an answer.
//! - Q2 Everything is reached and done with the keyboard: options are buttons or checkboxes, Enter in the field answers.

use std::collections::BTreeSet;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind, Icon, IconName, TextInput, is_composing};
use crate::store::{use_dispatch, use_kept_words, use_messages, use_selector, use_store};
use espalier_agent_api::ask::{Answer, Choice, Question, QuestionKind};
use espalier_agent_api::tool::{Arguments, ToolKind};
use espalier_app::prompt::OpenQuestion;
use espalier_app::{Model, Msg};
use espalier_i18n::helper::Helper;
use espalier_llm::stream::parse_arguments;
use espalier_model::conversation::Part;
use espalier_model::{Message, MessageKey};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct QuestionsProps {
    pub at: MessageKey,
    pub message: Shared<Message>,
}

/// A question as it is shown.
#[derive(Debug, Clone, PartialEq)]
struct QuestionEntry {
    call_id: String,
    question: Question,
    state: QuestionState,
}

#[derive(Debug, Clone, PartialEq)]
enum QuestionState {
    Open,
    Answered(String),
    Cancelled,
}

/// The questions of an answer; empty where there are none.
#[component]
pub fn Questions(props: &QuestionsProps) -> Html {
    let (at, store) = (props.at, use_store());
    let language = *use_selector(Model::language);
    let answered = use_memo((at, props.message.clone(), language), |(at, message, _)| {
        store.read(|model| answered_of(model, *at, message))
    });
    let open = use_selector(move |model| model.questions(at).into_iter().map(open_of).collect::<Vec<_>>());
    let all = answered.iter().chain(open.iter());
    let panels = all.map(|asked| html! { <Panel key={asked.call_id.clone()} {at} asked={asked.clone()} /> });
    html! { <div class="questions" hidden={answered.is_empty() && open.is_empty()}>{ for panels }</div> }
}

fn open_of(open: OpenQuestion) -> QuestionEntry {
    QuestionEntry { call_id: open.call_id, question: open.question, state: QuestionState::Open }
}

fn answered_of(model: &Model, at: MessageKey, message: &Message) -> Vec<QuestionEntry> {
    let mut all = Vec::new();
    for part in &message.parts {
        let Part::ToolCall { call_id, name, arguments, .. } = part else { continue };
        let Some(ToolKind::Ask(question)) = model.tool(at, name).map(|tool| tool.kind) else { continue };
        let Some(told) = message.result_of(call_id) else { continue };
        let given: Arguments = parse_arguments(arguments).unwrap_or_default();
        all.push(QuestionEntry { call_id: call_id.clone(), question: question(&given), state: state_of(told) });
    }
    all
}

/// How a question was answered, from what the model was told (`Question::told`).
fn state_of(told: &str) -> QuestionState {
    let told: serde_json::Value = serde_json::from_str(told).unwrap_or_default();
    if let Some(text) = told["text"].as_str() {
        return QuestionState::Answered(text.to_owned());
    }
    if let Some(yes) = told["confirmed"].as_bool() {
        return QuestionState::Answered(if yes { "✓".to_owned() } else { "✗".to_owned() });
    }
    let Some(chosen) = told["chosen"].as_array() else { return QuestionState::Cancelled };
    let labels = chosen.iter().filter_map(|choice| choice["label"].as_str());
    QuestionState::Answered(labels.collect::<Vec<_>>().join(", "))
}

const fn kind_name(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::ChooseOne => "options",
        QuestionKind::ChooseSeveral { .. } | QuestionKind::Review { .. } => "choose",
        QuestionKind::Confirm => "confirm",
        QuestionKind::Text => "text",
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PanelProps {
    at: MessageKey,
    asked: QuestionEntry,
}

#[component]
fn Panel(props: &PanelProps) -> Html {
    let words = &use_messages().helper;
    let QuestionEntry { call_id, question, state } = &props.asked;
    let (status, body) = match state {
        QuestionState::Open => {
            ("open", html! { <Form at={props.at} call_id={call_id.clone()} question={question.clone()} /> })
        }
        QuestionState::Answered(text) => {
            ("answered", html! { <p class="question-state">{ (words.answered)(text) }</p> })
        }
        QuestionState::Cancelled => ("cancelled", html! { <p class="question-state">{ words.cancelled }</p> }),
    };
    html! {
        <section
            class="question" data-testid="question" data-call-id={call_id.clone()} data-kind={kind_name(question.kind)}
            data-status={status} aria-label={words.question}
        >
            <p class="question-text">{ question.prompt.clone() }</p>
            <p class="settings-warning" data-testid="asks-for-secret" hidden={!question.asks_for_secret()}>
                <Icon name={IconName::Warning} /><span>{ words.asks_for_secret }</span>
            </p>
            { body }
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct FormProps {
    at: MessageKey,
    call_id: String,
    question: Question,
}

/// The options of a question, or a field for its answer.
#[component]
fn Form(props: &FormProps) -> Html {
    let words = &use_messages().helper;
    let dispatch = use_dispatch();
    let question = &props.question;
    let kind = question.kind;
    let before = match question.kind {
        QuestionKind::Review { ticked: true } => question.options.iter().map(|option| option.id.clone()).collect(),
        _ => BTreeSet::new(),
    };
    let (chosen, toggle) = use_ticked(before);
    let text = use_state_eq(String::new);
    let field = use_node_ref();
    let used = use_kept_words(format!("question.{}.{}", props.at.id, props.call_id), &text, &field);
    let send = {
        let (at, call_id) = (props.at, props.call_id.clone());
        Callback::from(move |answer| {
            used.emit(());
            dispatch.emit(Msg::Answer(at, call_id.clone(), answer));
        })
    };
    let several = matches!(kind, QuestionKind::ChooseSeveral { .. } | QuestionKind::Review { .. });
    let options = if kind == QuestionKind::Confirm { yes_and_no(words) } else { question.options.clone() };
    let pick = send.reform(move |id: String| match kind {
        QuestionKind::Confirm => Answer::Confirmed(id == "yes"),
        _ => Answer::Chosen(vec![id]),
    });
    let rows = options.into_iter().map(|option| {
        let ticked = several.then(|| chosen.contains(&option.id));
        html! { <OptionRow key={option.id.clone()} option={option.clone()} {ticked} pick={pick.clone()} toggle={toggle.clone()} /> }
    });
    let writes = question.other || kind == QuestionKind::Text;
    let answer = {
        let (text, chosen) = (text.clone(), chosen.clone());
        move || answer_of(&text, &chosen, several)
    };
    let fits = question.accepts(&answer());
    let submit = {
        let (send, question) = (send.clone(), question.clone());
        Callback::from(move |()| {
            // What was ticked last may not be drawn yet.
            let answer = answer();
            if question.accepts(&answer) {
                send.emit(answer);
            }
        })
    };
    let answers = (writes || several).then(|| {
        let label = if matches!(kind, QuestionKind::Review { .. }) { words.apply } else { words.submit };
        let onclick = submit.reform(|_: MouseEvent| ());
        html! { <Button {label} kind={ButtonKind::Primary} test_id="option-submit" disabled={!fits} {onclick} /> }
    });
    html! {
        <div class="question-form">
            <div class="question-options" role="group">{ for rows }</div>
            { writes.then(|| html! { <Other {field} text={text.clone()} submit={submit.clone()} /> }) }
            <span class="question-foot">
                { answers }
                { leave(question, &send, words) }
            </span>
        </div>
    }
}

/// The answer that is typed, or the one that is ticked where nothing is.
fn answer_of(text: &str, chosen: &BTreeSet<String>, several: bool) -> Answer {
    if text.trim().is_empty() && several {
        Answer::Chosen(chosen.iter().cloned().collect())
    } else {
        Answer::Text(text.trim().to_owned())
    }
}

/// The button that leaves a question without an answer (Q1).
fn leave(question: &Question, send: &Callback<Answer>, words: &Helper) -> Html {
    let label = match question.kind {
        QuestionKind::Review { .. } => words.reject,
        _ if question.skip => words.skip,
        _ => words.decline,
    };
    let answer = if question.skip { Answer::Skipped } else { Answer::Cancelled };
    let onclick = send.reform(move |_: MouseEvent| answer.clone());
    html! { <Button {label} kind={ButtonKind::Quiet} test_id="option-skip" {onclick} /> }
}

fn yes_and_no(words: &Helper) -> Vec<Choice> {
    let option = |id: &str, label: &str| Choice { id: id.to_owned(), label: label.to_owned(), detail: String::new() };
    vec![option("yes", words.yes), option("no", words.no)]
}

/// Returns the ids of the ticked options, and a callback that ticks or unticks one; `before` are ticked at first.
#[hook]
pub fn use_ticked(before: BTreeSet<String>) -> (UseStateHandle<BTreeSet<String>>, Callback<(String, bool)>) {
    let ticked = use_state_eq(move || before);
    let toggle = {
        let ticked = ticked.clone();
        Callback::from(move |(id, on): (String, bool)| {
            let mut next = (*ticked).clone();
            if on {
                next.insert(id)
            } else {
                next.remove(&id)
            };
            ticked.set(next);
        })
    };
    (ticked, toggle)
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OptionProps {
    pub option: Choice,
    /// Whether it is ticked, where several may be chosen.
    pub ticked: Option<bool>,
    /// Called when the option is chosen.
    pub pick: Callback<String>,
    /// Called with the option and whether it is ticked.
    pub toggle: Callback<(String, bool)>,
}

/// One option: a button, or a box to tick.
#[component]
pub fn OptionRow(props: &OptionProps) -> Html {
    let id = props.option.id.clone();
    let label = html! {
        <>
            <span>{ props.option.label.clone() }</span>
            { (!props.option.detail.is_empty()).then(|| html! { <small>{ props.option.detail.clone() }</small> }) }
        </>
    };
    if let Some(ticked) = props.ticked {
        let onchange = props
            .toggle
            .reform(move |event: Event| (id.clone(), event.target_unchecked_into::<HtmlInputElement>().checked()));
        return html! {
            <label class="option-box">
                <input type="checkbox" data-testid="option" data-id={props.option.id.clone()} checked={ticked} {onchange} />
                { label }
            </label>
        };
    }
    let onclick = props.pick.reform(move |_: MouseEvent| id.clone());
    html! {
        <button type="button" class="option" data-testid="option" data-id={props.option.id.clone()} {onclick}>
            { label }
        </button>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct OtherProps {
    field: NodeRef,
    text: UseStateHandle<String>,
    submit: Callback<()>,
}

/// An answer in one's own words.
#[component]
fn Other(props: &OtherProps) -> Html {
    let words = &use_messages().helper;
    let ontype = props.text.setter();
    let onkeydown = {
        let submit = props.submit.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !is_composing(&event) {
                event.prevent_default();
                submit.emit(());
            }
        })
    };
    html! {
        <TextInput
            node={props.field.clone()} class="question-other" test_id="option-other" placeholder={words.other} label={words.other}
            value={(*props.text).clone()} {ontype} {onkeydown}
        />
    }
}
