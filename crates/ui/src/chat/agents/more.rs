//! The settings of an agent that few people need: how long the model thinks, how an answer ends, time limits, own fields.

use yew::prelude::*;

use super::editor::{PartProps, text};
use super::form::{FormEdit, FormField};
use crate::kit::{Field, Select, SelectOption, TextArea};
use crate::store::use_messages;
use espalier_i18n::Messages;
use espalier_llm::request::{Effort, ExtraProblem, read_extra};

/// The fields of the settings.
const FIELDS: [FormField; 7] = [
    FormField::Effort,
    FormField::TopP,
    FormField::Seed,
    FormField::FirstToken,
    FormField::Idle,
    FormField::Stop,
    FormField::Extra,
];

/// The folded part "More settings". It opens by itself where a field in it cannot be read.
#[component]
pub fn More(props: &PartProps) -> Html {
    let words = use_messages();
    let more = &words.chat.agents.more;
    let is_wrong = props.wrong.is_some_and(|field| FIELDS.contains(&field));
    let line = |field: FormField, label: &'static str, hint: &'static str, mode: &'static str| {
        text(props, field, label, Some(hint), mode, None)
    };
    html! {
        <details class="agent-tuning" open={is_wrong}>
            <summary data-testid="agent-more">{ more.title }</summary>
            <div class="agent-grid">
                <div>{ effort(props, words) }</div>
                <div>{ line(FormField::TopP, more.top_p, more.top_p_hint, "decimal") }</div>
                <div>{ line(FormField::Seed, more.seed, more.seed_hint, "text") }</div>
                <div>{ line(FormField::FirstToken, more.first_token, more.first_token_hint, "numeric") }</div>
                <div>{ line(FormField::Idle, more.idle, more.idle_hint, "numeric") }</div>
                <div class="agent-long">{ area(props, FormField::Stop, "agent-stop", more.stop, more.stop_hint) }</div>
                <div class="agent-long">{ area(props, FormField::Extra, "agent-extra", more.extra, more.extra_hint) }</div>
            </div>
        </details>
    }
}

fn effort(props: &PartProps, words: &Messages) -> Html {
    let more = &words.chat.agents.more;
    let level = |effort: Effort| match effort {
        Effort::Off => more.effort_off,
        Effort::Low => more.effort_low,
        Effort::Medium => more.effort_medium,
        Effort::High => more.effort_high,
        Effort::Max => more.effort_max,
    };
    let levels = Effort::ALL.into_iter().map(|effort| SelectOption::new(effort.name(), level(effort)));
    let options: Vec<SelectOption> = std::iter::once(SelectOption::new("", more.effort_own)).chain(levels).collect();
    let onchoose = props.onedit.reform(|name: String| FormEdit::Set(FormField::Effort, name));
    html! {
        <Field label={more.effort} hint={more.effort_hint}>
            <Select {options} value={props.form.effort.clone()} {onchoose} test_id="agent-effort" />
        </Field>
    }
}

fn area(props: &PartProps, field: FormField, test_id: &'static str, label: &'static str, hint: &'static str) -> Html {
    let ontype = props.onedit.reform(move |typed: String| FormEdit::Set(field, typed));
    html! {
        <Field {label} {hint}>
            <TextArea class="agent-verbatim" {test_id} value={props.form.text(field).to_owned()} {ontype} />
        </Field>
    }
}

/// Why the person's own fields cannot be used.
pub fn extra_problem(text: &str, words: &Messages) -> String {
    let more = &words.chat.agents.more;
    match read_extra(text) {
        Err(ExtraProblem::Reserved(name)) => (more.wrong_extra_reserved)(&name),
        Err(ExtraProblem::NotObject) => more.wrong_extra_object.to_owned(),
        Err(ExtraProblem::NotJson) => more.wrong_extra_json.to_owned(),
        Ok(_) => String::new(),
    }
}
