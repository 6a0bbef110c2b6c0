//! How weeks begin, in which zone days are seen, and what happens where entries overlap.
//!
//! Must not be in here: what the choices do.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::form::POLICIES;
use crate::app::timelog::TimeMsg;
use crate::app::{Model, Msg};
use crate::base::date::Weekday;
use crate::base::zone::Zone;
use crate::feature::timelog::calendar::zones;
use crate::model::timelog::TimePreferences;
use crate::ui::kit::Field;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

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
        dispatch.reform(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            let zone = (!value.is_empty()).then(|| Zone::new(&value));
            Msg::Time(TimeMsg::Choose(TimePreferences { zone, ..(*chosen).clone() }))
        })
    };
    let browser = use_selector(|model| model.facts.zone.clone().unwrap_or_default());
    let known = use_memo((), |()| zones());
    let now = chosen.zone.as_ref().map(Zone::as_str);
    // One that is not listed, such as an offset, can have been chosen elsewhere.
    let other = now.filter(|now| !known.iter().any(|name| name == now));
    let zones = other.into_iter().chain(known.iter().map(String::as_str)).map(|name| {
        html! { <option key={name.to_owned()} value={name.to_owned()} selected={now == Some(name)}>{ name.to_owned() }</option> }
    });
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
                <select data-testid="time-zone" onchange={onzone}>
                    <option value="" selected={now.is_none()}>{ (say.choices.browser)(browser.as_str()) }</option>
                    { for zones }
                </select>
            </Field>
            <Field label={say.choices.overlap}><select data-testid="overlap-policy" onchange={onoverlap}>{ for policies }</select></Field>
        </div>
    }
}
