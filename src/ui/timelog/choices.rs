//! How weeks begin, in which zone days are seen, and what happens where entries overlap.
//!
//! Must not be in here: what the choices do.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::form::POLICIES;
use super::zones;
use crate::app::timelog::TimeMsg;
use crate::app::{Model, Msg};
use crate::base::date::Weekday;
use crate::base::zone::Zone;
use crate::model::timelog::TimePreferences;
use crate::ui::kit::{Combobox, Field};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// The choices.
#[component]
pub fn TimeChoices() -> Html {
    let words = use_messages();
    let say = &words.time;
    let dispatch = use_dispatch();
    let chosen = use_selector(Model::time_choices);
    let onweek = {
        let chosen = chosen.clone();
        dispatch.reform(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            let week_start = value.parse().map_or(chosen.week_start, Weekday::of_monday);
            Msg::Time(TimeMsg::Choose(TimePreferences { week_start, ..(*chosen).clone() }))
        })
    };
    let onoverlap = {
        let chosen = chosen.clone();
        dispatch.reform(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            let found = POLICIES.iter().find(|(_, name)| *name == value);
            let overlap = found.map_or(chosen.overlap, |(policy, _)| *policy);
            Msg::Time(TimeMsg::Choose(TimePreferences { overlap, ..(*chosen).clone() }))
        })
    };
    let onzone = {
        let chosen = chosen.clone();
        dispatch.reform(move |value: String| {
            let zone = (!value.is_empty()).then(|| Zone::new(&value));
            Msg::Time(TimeMsg::Choose(TimePreferences { zone, ..(*chosen).clone() }))
        })
    };
    let browser = use_selector(|model| model.facts.zone.clone().unwrap_or_default());
    let browser = (say.choices.browser)(browser.as_str());
    let now = chosen.zone.as_ref().map(|zone| zone.as_str().to_owned());
    let name = now.as_ref().map_or_else(|| browser.clone(), |zone| zone.replace('_', " "));
    let store = use_store();
    let choices = {
        let (browser, now) = (browser, now.clone());
        Callback::from(move |()| {
            let (language, at) = store.read(|model| (model.language(), model.now));
            zones::all(language, browser.clone(), now.as_deref(), at)
        })
    };
    let days = Weekday::ALL.into_iter().map(|day| {
        html! { <option key={day.from_monday()} value={day.from_monday().to_string()} selected={chosen.week_start == day}>{ say.weekday(day) }</option> }
    });
    let policies = POLICIES.iter().zip(say.form.policies).map(|((policy, value), name)| {
        html! { <option key={*value} value={*value} selected={chosen.overlap == *policy}>{ name }</option> }
    });
    html! {
        <div class="time-pair">
            <Field label={say.choices.week_start}><select data-testid="week-start" onchange={onweek}>{ for days }</select></Field>
            <Field label={say.choices.zone}>
                <Combobox test_id="time-zone" value={now.unwrap_or_default()} {name} {choices} nothing={say.choices.no_zone} onchoose={onzone} />
            </Field>
            <Field label={say.choices.overlap}><select data-testid="overlap-policy" onchange={onoverlap}>{ for policies }</select></Field>
        </div>
    }
}
