//! Form below an answer about the log, in which a question that is understood is put together.

use yew::prelude::*;

use crate::kit::button::{Button, ButtonKind};
use crate::kit::control::{Select, SelectOption};
use crate::kit::shared::Shared;
use crate::store::{use_dispatch, use_messages, use_store};
use espalier_app::Msg;
use espalier_app::sessions::SessionMsg;
use espalier_app::timelog::agent;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_i18n::helper;
use espalier_model::{Message, MessageKey};
use espalier_timelog::questions::form::{About, DAYS, Form, Measure};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct QuestionFormProps {
    pub at: MessageKey,
    pub message: Shared<Message>,
}

/// Four choices, the question that they make, and a button that asks it.
#[component]
pub fn QuestionForm(props: &QuestionFormProps) -> Html {
    let (at, store, dispatch) = (props.at, use_store(), use_dispatch());
    let words = &use_messages().helper.asking;
    let start = use_memo((at, props.message.clone()), |_| store.read(|model| agent::form(model, at)));
    let chosen = use_state(|| None::<Form>);
    let Some(start) = (*start).as_ref() else { return html! {} };
    let form = (*chosen).clone().unwrap_or_else(|| start.form.clone());
    let language = store.read(espalier_app::Model::language);
    let question = store.read(|model| agent::form_question(model, at, &form));
    let choose = |change: fn(Form, usize, &[About]) -> Form| {
        let (chosen, first, abouts) = (chosen.clone(), start.form.clone(), start.abouts.clone());
        Callback::from(move |value: String| {
            let Ok(place) = value.parse() else { return };
            // The choice before may not be drawn yet.
            let form = (*chosen).clone().unwrap_or_else(|| first.clone());
            chosen.set(Some(change(form, place, &abouts)));
        })
    };
    let measures = options(Measure::ALL.into_iter().map(Measure::label), language);
    let splits: Vec<_> = form.measure.splits().collect();
    let split_options = options(splits.iter().map(|split| split.label()), language);
    let days = options(DAYS.into_iter().map(|(label, _)| label), language);
    let abouts = numbered(start.abouts.iter().map(|about| about_label(about, words)));
    let place = |found: Option<usize>| found.unwrap_or_default().to_string();
    let measure = place(Measure::ALL.iter().position(|measure| *measure == form.measure));
    let split = place(splits.iter().position(|split| *split == form.split));
    let about = place(start.abouts.iter().position(|about| *about == form.about));
    let ask = {
        let (store, chosen, first) = (store, chosen.clone(), start.form.clone());
        Callback::from(move |_: MouseEvent| {
            let form = (*chosen).clone().unwrap_or_else(|| first.clone());
            if let Some(text) = store.read(|model| agent::form_question(model, at, &form)) {
                dispatch.emit(Msg::Sessions(SessionMsg::Send(Some(at.session), text)));
            }
        })
    };
    let field = |label: &'static str, id: &'static str, options: Vec<SelectOption>, value: String, on| {
        html! {
            <label class="ask-field">
                <span>{ label }</span>
                <Select {options} {value} onchoose={on} test_id={id} />
            </label>
        }
    };
    html! {
        <details class="ask-form" open={start.is_needed} data-testid="ask-form">
            <summary>{ words.title }</summary>
            <div class="ask-fields">
                { field(words.measure, "ask-measure", measures, measure, choose(with_measure)) }
                { field(words.split, "ask-split", split_options, split, choose(with_split)) }
                { field(words.days, "ask-days", days, form.days.to_string(), choose(with_days)) }
                { field(words.about, "ask-about", abouts, about, choose(with_about)) }
            </div>
            <div class="ask-foot">
                <p role="status" data-testid="ask-question">{ question.clone().unwrap_or_else(|| words.none.to_owned()) }</p>
                <Button
                    label={words.ask} kind={ButtonKind::Primary} disabled={question.is_none()} test_id="ask-send"
                    onclick={ask}
                />
            </div>
        </details>
    }
}

fn with_measure(form: Form, place: usize, _: &[About]) -> Form {
    match Measure::ALL.get(place) {
        Some(measure) => form.with_measure(*measure),
        None => form,
    }
}

fn with_split(form: Form, place: usize, _: &[About]) -> Form {
    let split = form.measure.splits().nth(place).unwrap_or(form.split);
    Form { split, ..form }
}

fn with_days(form: Form, days: usize, _: &[About]) -> Form {
    Form { days, ..form }
}

fn with_about(form: Form, place: usize, abouts: &[About]) -> Form {
    let about = abouts.get(place).cloned().unwrap_or_default();
    Form { about, ..form }
}

fn about_label(about: &About, words: &helper::QuestionForm) -> String {
    match about {
        About::All => words.all.to_owned(),
        About::Category(name) => name.clone(),
        About::Goal(name) => (words.goal)(name),
        About::Tag(tag) => format!("#{tag}"),
    }
}

fn options(labels: impl Iterator<Item = Text>, language: Language) -> Vec<SelectOption> {
    numbered(labels.map(|label| label.get(language).to_owned()))
}

/// The choices with their places as values.
fn numbered(labels: impl Iterator<Item = String>) -> Vec<SelectOption> {
    labels.enumerate().map(|(place, label)| SelectOption::new(place.to_string(), label)).collect()
}
