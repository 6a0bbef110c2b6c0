//! Which days and which entries are looked at, by the list and the report alike.
//!
//! Must not be in here: sums.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::names::Names;
use super::use_names;
use crate::app::timelog::{Asked, Preset, TimeMsg};
use crate::app::{Model, Msg};
use crate::base::date::{DateRange, LocalDate};
use crate::feature::timelog::report::Filter;
use crate::i18n::time::Time;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The most tags that are offered.
const TAGS: usize = 200;

/// The value of a choice of what has no category, goal or tag.
const NONE: &str = "none";

#[derive(Debug, PartialEq)]
struct Shown {
    asked: Asked,
    range: DateRange,
}

impl Shown {
    fn of(model: &Model) -> Self {
        Self { asked: model.timelog.look.asked.clone(), range: model.time_range() }
    }
}

/// See the module.
#[component]
pub fn PeriodBar() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(Shown::of);
    let names = use_names();
    let ask = dispatch.reform(|asked: Asked| Msg::Time(TimeMsg::Ask(asked)));
    let say = &words.time;
    let change = |apply: fn(&mut Asked, &str, DateRange)| {
        let (shown, ask) = (shown.clone(), ask.clone());
        Callback::from(move |value: String| {
            let mut asked = shown.asked.clone();
            apply(&mut asked, &value, shown.range);
            ask.emit(asked);
        })
    };
    let preset = change(|asked, value, range| {
        if let Some((preset, _)) = Preset::ALL.iter().find(|(_, name)| *name == value) {
            (asked.preset, asked.custom) = (*preset, range);
        }
    });
    let from = change(|asked, value, range| set_day(asked, value, range, true));
    let to = change(|asked, value, range| set_day(asked, value, range, false));
    let presets = Preset::ALL.iter().zip(say.presets).map(|((preset, value), name)| {
        html! { <option key={*value} value={*value} selected={shown.asked.preset == *preset}>{ name }</option> }
    });
    const QUICK: [Preset; 3] = [Preset::Today, Preset::Week, Preset::Month];
    let quick = QUICK.into_iter().zip(say.quick_presets).enumerate().map(|(at, (preset, name))| {
        let pressed = if shown.asked.preset == preset { "true" } else { "false" };
        let (asked, ask) = (shown.asked.clone(), ask.clone());
        let onclick = Callback::from(move |_: MouseEvent| ask.emit(Asked { preset, ..asked.clone() }));
        html! { <button key={at} type="button" class="button button-quiet" data-testid="range-quick" aria-pressed={pressed} {onclick}>{ name }</button> }
    });
    let is_custom = shown.asked.preset == Preset::Custom;
    let date = |label: &'static str, id: &'static str, day: LocalDate, onchange: Callback<String>| {
        let onchange = onchange.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
        html! {
            <label class={classes!("time-field", (!is_custom).then_some("time-filter"))}><span>{ label }</span>
                <input type="date" data-testid={id} value={day.to_string()} {onchange} />
            </label>
        }
    };
    // In a narrow window the filters wait behind a button, unless one of them is at work.
    let folded = use_state_eq(|| true);
    let hides = *folded && is_open(&shown.asked.filter);
    let onfold = use_callback(folded.clone(), |_: MouseEvent, folded| folded.set(!**folded));
    html! {
        <section class={classes!("time-period", hides.then_some("time-period-folded"))} aria-label={say.period}>
            <div class="time-quick" role="group" aria-label={say.period}>{ for quick }</div>
            <label class="time-field"><span>{ say.period }</span>
                <select data-testid="range-preset" onchange={of_select(&preset)}>{ for presets }</select>
            </label>
            { date(say.from, "range-from", shown.range.first, from) }
            { date(say.to, "range-to", shown.range.last, to) }
            <button
                type="button" class="button button-quiet time-filters" data-testid="filters"
                aria-expanded={if hides { "false" } else { "true" }} onclick={onfold}
            >{ say.filter }</button>
            { filters(&shown, &names, say, &change) }
        </section>
    }
}

type Change<'a> = &'a dyn Fn(fn(&mut Asked, &str, DateRange)) -> Callback<String>;

fn of_select(callback: &Callback<String>) -> Callback<Event> {
    callback.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value())
}

fn set_day(asked: &mut Asked, value: &str, range: DateRange, is_first: bool) {
    if let Some(days) = with_day(range, value, is_first) {
        (asked.preset, asked.custom) = (Preset::Custom, days);
    }
}

/// Days with another first or last one. The other end follows where it would lie on the wrong side; a year that is
/// still being typed, such as 0020, changes nothing.
pub fn with_day(range: DateRange, value: &str, is_first: bool) -> Option<DateRange> {
    let day: LocalDate = value.parse().ok().filter(|day: &LocalDate| (1_900..2_200).contains(&day.year()))?;
    let (first, last) = if is_first { (day, range.last.max(day)) } else { (range.first.min(day), day) };
    Some(DateRange { first, last })
}

fn filters(shown: &Shown, names: &Names, say: &'static Time, change: Change<'_>) -> Html {
    let filter = &shown.asked.filter;
    let category = change(|asked, value, _| asked.filter.categories = one_of(value));
    let goal = change(|asked, value, _| asked.filter.goals = one_of(value));
    let tag = change(|asked, value, _| {
        asked.filter.tags = if value.is_empty() { Vec::new() } else { vec![value.to_owned()] };
    });
    let text = change(|asked, value, _| value.clone_into(&mut asked.filter.text));
    let categories = names.categories.iter().map(|row| (row.id.to_string(), row.name.clone()));
    let goals = names.goals.iter().map(|row| (row.id.to_string(), row.name.clone()));
    // A tag that is asked for is offered, however many there are.
    let asked = filter.tags.first().filter(|tag| !names.tags.iter().take(TAGS).any(|known| known == *tag));
    let tags = asked.into_iter().chain(names.tags.iter().take(TAGS)).map(|tag| (tag.clone(), format!("#{tag}")));
    let chosen = |id: Option<String>| id.unwrap_or_else(|| NONE.to_owned());
    let category_now = filter.categories.first().map(|id| chosen(id.map(|id| id.to_string())));
    let goal_now = filter.goals.first().map(|id| chosen(id.map(|id| id.to_string())));
    let ontext = text.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <>
            { choice(say.form.category, "filter-category", category_now, categories.collect(), true, say, &category) }
            { choice(say.form.goal, "filter-goal", goal_now, goals.collect(), true, say, &goal) }
            { choice(say.form.tags, "filter-tag", filter.tags.first().cloned(), tags.collect(), false, say, &tag) }
            <label class="time-field time-field-wide time-filter"><span>{ say.filter }</span>
                <input
                    type="search" data-testid="filter-text" placeholder={say.text} value={filter.text.clone()}
                    oninput={ontext}
                />
            </label>
        </>
    }
}

fn one_of<Kind>(value: &str) -> Vec<Option<crate::base::id::Id<Kind>>> {
    match value {
        "" => Vec::new(),
        NONE => vec![None],
        id => id.parse().ok().map(Some).into_iter().collect(),
    }
}

fn choice(
    label: &'static str,
    id: &'static str,
    now: Option<String>,
    options: Vec<(String, String)>,
    with_none: bool,
    say: &'static Time,
    onchange: &Callback<String>,
) -> Html {
    let now = now.unwrap_or_default();
    let none = with_none.then(|| (NONE.to_owned(), say.none.to_owned()));
    let all = std::iter::once((String::new(), say.every.to_owned())).chain(none).chain(options);
    let options = all.map(|(value, name)| {
        html! { <option key={value.clone()} value={value.clone()} selected={value == now}>{ name }</option> }
    });
    html! {
        <label class="time-field time-filter"><span>{ label }</span>
            <select data-testid={id} onchange={of_select(onchange)}>{ for options }</select>
        </label>
    }
}

/// Whether nothing is left out.
pub fn is_open(filter: &Filter) -> bool {
    *filter == Filter::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_that_is_being_typed_changes_nothing() {
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let range = DateRange { first: day("2026-02-01"), last: day("2026-02-28") };
        for value in ["0002-03-05", "0020-03-05", "0202-03-05", "", "x", "2200-01-01", "1899-12-31"] {
            assert_eq!((with_day(range, value, true), with_day(range, value, false)), (None, None), "{value}");
        }
        let later = DateRange { first: day("2026-03-05"), last: day("2026-03-05") };
        assert_eq!(with_day(range, "2026-03-05", true), Some(later), "the other end follows");
        assert_eq!(with_day(range, "2026-03-05", false), Some(DateRange { last: day("2026-03-05"), ..range }));
    }
}
