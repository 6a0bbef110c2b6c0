//! Which days and which entries are looked at, by the list and the report alike.
//!
//! - E1 A step goes to as many days before or after, whole months to whole months. Days that have a name are called so.

use yew::prelude::*;

use super::names::Names;
use super::use_names;
use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, ButtonKind, IconButton, IconName, Popover, Select, SelectOption, TextInput};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::{LogQuery, Preset, TimeMsg};
use espalier_app::{Model, Msg};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_i18n::time::Time;
use espalier_timelog::columns::Columns;
use espalier_timelog::report::Filter;

/// The ids of the panels.
const DAYS: &str = "time-days";
const FILTERS: &str = "time-filters";

/// The most tags that are offered.
const TAGS: usize = 200;

/// The value of the choice of entries without a category, goal or tag.
const NONE: &str = "none";

#[derive(Debug, PartialEq)]
struct PeriodState {
    asked: LogQuery,
    range: DateRange,
}

impl PeriodState {
    fn of(model: &Model) -> Self {
        Self { asked: model.timelog.look.asked.clone(), range: model.time_range() }
    }
}

/// The bar that chooses the period and the filter.
#[component]
pub fn PeriodBar() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let state = use_selector(PeriodState::of);
    let names = use_names();
    let ask = dispatch.reform(|asked: LogQuery| Msg::Time(TimeMsg::Ask(asked)));
    let say = &words.time;
    let change = |apply: fn(&mut LogQuery, &str, DateRange)| {
        let (store, ask) = (store.clone(), ask.clone());
        Callback::from(move |value: String| {
            // Read now: the choice before this one may not be drawn yet.
            let PeriodState { mut asked, range } = store.read(PeriodState::of);
            apply(&mut asked, &value, range);
            ask.emit(asked);
        })
    };
    let text = change(|asked, value, _| value.clone_into(&mut asked.filter.text));
    let from = change(|asked, value, range| set_day(asked, value, range, true));
    let to = change(|asked, value, range| set_day(asked, value, range, false));
    let date = |label: &'static str, id: &'static str, day: LocalDate, oncommit: Callback<String>| {
        html! { <TextInput kind="date" {label} test_id={id} value={day.to_string()} {oncommit} /> }
    };
    let go = |is_later: bool| {
        let (store, ask) = (store.clone(), ask.clone());
        Callback::from(move |_: MouseEvent| {
            let PeriodState { asked, range } = store.read(PeriodState::of);
            let days = step(range, is_later);
            let preset = store.read(|model| named(days, &model.timelog.columns, model.now));
            ask.emit(LogQuery { preset, custom: days, ..asked });
        })
    };
    let all = state.asked.preset == Preset::All;
    let is_custom = state.asked.preset == Preset::Custom;
    html! {
        <section class="time-period" aria-label={say.period}>
            <div class="time-stepper" role="group" aria-label={say.period}>
                <IconButton icon={IconName::ChevronLeft} label={say.before} test_id="range-before" disabled={all} onclick={go(false)} />
                <Popover id={DAYS} label={days_label(&state, say)} icon={IconName::ChevronDown} test_id="range" named=true>
                    <div class="time-panel">
                        <div class="time-quick" role="group" aria-label={say.period}>{ quick(&state, say, &store) }</div>
                        <label class="time-field"><span>{ say.period }</span>{ preset_select(&state, say, &change) }</label>
                    </div>
                </Popover>
                <IconButton icon={IconName::ChevronRight} label={say.after} test_id="range-after" disabled={all} onclick={go(true)} />
            </div>
            <div class={classes!("time-dates", is_custom.then_some("time-dates-chosen"))}>
                { date(say.from, "range-from", state.range.first, from) }
                <span aria-hidden="true">{ "–" }</span>
                { date(say.to, "range-to", state.range.last, to) }
            </div>
            <span class="time-gap"></span>
            { filters(&state, &names, say, &change) }
            <Search text={state.asked.filter.text.clone()} ontype={text} />
        </section>
    }
}

/// The buttons of the periods that are looked at most.
fn quick(state: &PeriodState, say: &Time, store: &Store) -> Html {
    const QUICK: [Preset; 3] = [Preset::Today, Preset::Week, Preset::Month];
    let buttons = QUICK.into_iter().zip(say.quick_presets).enumerate().map(|(at, (preset, name))| {
        let pressed = if state.asked.preset == preset { "true" } else { "false" };
        let store = store.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            let asked = store.read(PeriodState::of).asked;
            store.dispatch(Msg::Time(TimeMsg::Ask(LogQuery { preset, ..asked })));
        });
        html! { <button key={at} type="button" class="button button-quiet" data-testid="range-quick" aria-pressed={pressed} {onclick}>{ name }</button> }
    });
    buttons.collect()
}

/// The choice among all periods with a name.
fn preset_select(state: &PeriodState, say: &Time, change: Change<'_>) -> Html {
    let onchoose = change(|asked, value, range| {
        if let Some((preset, _)) = Preset::ALL.iter().find(|(_, name)| *name == value) {
            (asked.preset, asked.custom) = (*preset, range);
        }
    });
    let options: Vec<_> =
        Preset::ALL.iter().zip(say.presets).map(|((_, value), name)| SelectOption::new(*value, name)).collect();
    let value = Preset::ALL.iter().find(|(preset, _)| *preset == state.asked.preset).map_or("", |(_, name)| *name);
    html! { <Select test_id="range-preset" {options} {value} {onchoose} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct SearchProps {
    text: String,
    ontype: Callback<String>,
}

/// The field to search with, behind a magnifier unless it is in use.
#[component]
fn Search(props: &SearchProps) -> Html {
    let words = use_messages();
    let open = use_state_eq(|| false);
    let field = use_node_ref();
    let is_shown = *open || !props.text.is_empty();
    let onclick = {
        let (open, ontype) = (open.clone(), props.ontype.clone());
        Callback::from(move |_: MouseEvent| {
            open.set(!is_shown);
            if is_shown {
                ontype.emit(String::new());
            }
        })
    };
    use_layout_effect((*open, field.clone()), |(open, field)| {
        if *open {
            focus(field);
        }
    });
    html! {
        <>
            <div class="time-search" hidden={!is_shown}>
                <TextInput
                    node={field} kind="search" test_id="filter-text" label={words.time.text} placeholder={words.time.text}
                    value={props.text.clone()} ontype={props.ontype.clone()}
                />
            </div>
            <IconButton icon={IconName::Search} label={words.time.text} test_id="filter-search" expanded={Some(is_shown)} {onclick} />
        </>
    }
}

/// Returns the period before or after (E1).
fn step(range: DateRange, is_later: bool) -> DateRange {
    if !is_later {
        return range.previous();
    }
    let next = range.last.plus_days(1);
    if range.first != range.first.month_start() || range.last != range.last.month_end() {
        return DateRange::new(next, next.plus_days(range.days() - 1));
    }
    let month = |day: LocalDate| day.year() * 12 + day.parts().1;
    let months = month(range.last) - month(range.first) + 1;
    DateRange::new(next, next.plus_months(months).plus_days(-1))
}

/// The name of these days, if they have one that says where they lie (E1).
pub fn named(days: DateRange, columns: &Columns, now: Timestamp) -> Preset {
    let known = Preset::ALL.iter().map(|(preset, _)| *preset);
    let known = known.filter(|preset| !matches!(preset, Preset::All | Preset::Custom));
    let is_it = |preset: &Preset| LogQuery { preset: *preset, ..LogQuery::default() }.range(columns, now) == days;
    known.into_iter().find(is_it).unwrap_or(Preset::Custom)
}

/// The days in words.
fn days_label(state: &PeriodState, say: &Time) -> String {
    match Preset::ALL.iter().position(|(preset, _)| *preset == state.asked.preset) {
        Some(at) if state.asked.preset != Preset::Custom => say.presets[at].to_owned(),
        _ => say.days(state.range),
    }
}

type Change<'a> = &'a dyn Fn(fn(&mut LogQuery, &str, DateRange)) -> Callback<String>;

fn set_day(asked: &mut LogQuery, value: &str, range: DateRange, is_first: bool) {
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

/// Draws the filters behind their button, which tells how many are active, and the button that clears them.
fn filters(state: &PeriodState, names: &Names, say: &'static Time, change: Change<'_>) -> Html {
    let filter = &state.asked.filter;
    let category = change(|asked, value, _| asked.filter.categories = value.split(' ').flat_map(one_of).collect());
    // A client stands for its projects.
    let all = names.clone();
    let category = category.reform(move |value: String| match value.parse() {
        Ok(id) => all.with_projects(Some(id)).iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Err(_) => value,
    });
    let goal = change(|asked, value, _| asked.filter.goals = one_of(value));
    let tag = change(|asked, value, _| {
        asked.filter.tags = if value.is_empty() { Vec::new() } else { vec![value.to_owned()] };
    });
    let categories = names.categories.iter().map(|row| (row.id.to_string(), row.name.clone()));
    let goals = names.goals.iter().map(|row| (row.id.to_string(), row.name.clone()));
    // A tag that is asked for is offered, however many there are.
    let asked = filter.tags.first().filter(|tag| !names.tags.iter().take(TAGS).any(|known| known == *tag));
    let tags = asked.into_iter().chain(names.tags.iter().take(TAGS)).map(|tag| (tag.clone(), format!("#{tag}")));
    let chosen = |id: Option<String>| id.unwrap_or_else(|| NONE.to_owned());
    let category_now = filter.categories.first().map(|id| chosen(id.map(|id| id.to_string())));
    let goal_now = filter.goals.first().map(|id| chosen(id.map(|id| id.to_string())));
    let count = [filter.categories.is_empty(), filter.goals.is_empty(), filter.tags.is_empty()];
    let count = count.iter().filter(|is_open| !**is_open).count();
    let label = if count == 0 { say.filter.to_owned() } else { (say.filters)(count) };
    let onclear = {
        let clear = change(|asked, _, _| {
            asked.filter = Filter { text: std::mem::take(&mut asked.filter.text), ..Filter::default() };
        });
        clear.reform(|_: MouseEvent| String::new())
    };
    html! {
        <>
            <Popover id={FILTERS} {label} icon={IconName::Filter} test_id="filters" named=true>
                <div class="time-panel">
                    { choice(say.form.category, "filter-category", category_now, categories.collect(), true, say, &category) }
                    { choice(say.form.goal, "filter-goal", goal_now, goals.collect(), true, say, &goal) }
                    { choice(say.form.tags, "filter-tag", filter.tags.first().cloned(), tags.collect(), false, say, &tag) }
                    <Button label={say.clear} kind={ButtonKind::Quiet} test_id="filter-clear" disabled={count == 0} onclick={onclear} />
                </div>
            </Popover>
        </>
    }
}

fn one_of<Kind>(value: &str) -> Vec<Option<espalier_base::id::Id<Kind>>> {
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
    let none = with_none.then(|| (NONE.to_owned(), say.none.to_owned()));
    let all = std::iter::once((String::new(), say.every.to_owned())).chain(none).chain(options);
    let options: Vec<_> = all.map(|(value, name)| SelectOption::new(value, name)).collect();
    html! {
        <label class="time-field"><span>{ label }</span>
            <Select test_id={id} {options} value={now.unwrap_or_default()} onchoose={onchange} />
        </label>
    }
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

    #[test]
    fn e1_a_step_goes_to_days_of_the_same_kind() {
        let range = |first: &str, last: &str| DateRange { first: first.parse().unwrap(), last: last.parse().unwrap() };
        let week = range("2026-03-02", "2026-03-08");
        assert_eq!(step(week, true), range("2026-03-09", "2026-03-15"));
        assert_eq!(step(step(week, true), false), week);
        let month = range("2026-01-01", "2026-01-31");
        assert_eq!(step(month, true), range("2026-02-01", "2026-02-28"));
        assert_eq!(step(step(month, true), false), month);
        assert_eq!(step(range("2024-01-01", "2024-12-31"), true), range("2025-01-01", "2025-12-31"));
        assert_eq!(step(range("2026-02-28", "2026-02-28"), true), range("2026-03-01", "2026-03-01"));
    }
}
