//! How weeks begin, in which zone days are seen, and what happens where entries overlap.

use yew::prelude::*;

use super::form::POLICIES;
use super::zones;
use crate::kit::{Combobox, Field, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::TimeMsg;
use espalier_app::{Model, Msg};
use espalier_base::date::Weekday;
use espalier_base::zone::Zone;
use espalier_model::timelog::TimePreferences;
use espalier_timelog::billing::CURRENCIES;

/// The settings of the time log.
#[component]
pub fn TimeChoices() -> Html {
    let words = use_messages();
    let say = &words.time;
    let dispatch = use_dispatch();
    let chosen = use_selector(Model::time_choices);
    let choose = |set: fn(&mut TimePreferences, String)| {
        let chosen = chosen.clone();
        dispatch.reform(move |value: String| {
            let mut next = (*chosen).clone();
            set(&mut next, value);
            Msg::Time(TimeMsg::Choose(next))
        })
    };
    let onweek = choose(|next, value| next.week_start = value.parse().map_or(next.week_start, Weekday::of_monday));
    let onoverlap = choose(|next, value| {
        let found = POLICIES.iter().find(|(_, name)| *name == value);
        next.overlap = found.map_or(next.overlap, |(policy, _)| *policy);
    });
    let onzone = choose(|next, value| next.zone = (!value.is_empty()).then(|| Zone::new(&value)));
    let oncurrency = choose(|next, value| next.currency = (!value.is_empty()).then_some(value));
    let currencies = CURRENCIES.iter().map(|code| SelectOption::new(*code, *code));
    let currencies: Vec<_> =
        std::iter::once(SelectOption::new("", say.choices.usual_currency)).chain(currencies).collect();
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
    let days = Weekday::ALL.into_iter();
    let days: Vec<_> = days.map(|day| SelectOption::new(day.from_monday().to_string(), say.weekday(day))).collect();
    let policies = POLICIES.iter().zip(say.form.policies);
    let policies: Vec<_> = policies.map(|((_, value), name)| SelectOption::new(*value, name)).collect();
    let policy = POLICIES.iter().find(|(policy, _)| *policy == chosen.overlap).map_or("", |(_, name)| *name);
    html! {
        <div class="time-pair">
            <Field label={say.choices.week_start}><Select test_id="week-start" options={days} value={chosen.week_start.from_monday().to_string()} onchoose={onweek} /></Field>
            <Field label={say.choices.zone}>
                <Combobox test_id="time-zone" value={now.unwrap_or_default()} {name} {choices} nothing={say.choices.no_zone} onchoose={onzone} />
            </Field>
            <Field label={say.choices.currency}><Select test_id="currency" options={currencies} value={chosen.currency.clone().unwrap_or_default()} onchoose={oncurrency} /></Field>
            <Field label={say.choices.overlap}><Select test_id="overlap-policy" options={policies} value={policy} onchoose={onoverlap} /></Field>
        </div>
    }
}
