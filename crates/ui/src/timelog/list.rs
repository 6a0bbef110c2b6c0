//! The log as a list by day, the latest first, with what each day comes to.
//!
//! - L1 An entry stands where it begins, or on the first day that is seen; a day's sum has the seconds that lie in it,
//!   wherever they began.
//! - L2 What is ticked is what commands are done to; else the entry the keyboard is at. Shift ticks all in between.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::actions::actions;
use super::arrival::use_arrival;
use super::bulk::BulkBar;
use super::names::Names;
use super::{time_of, use_names};
use crate::kit::{Anchor, Button, ButtonKind, Icon, IconButton, IconName, MenuList};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::{self, ListedEntries, TimeMsg};
use espalier_app::{Model, Msg};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::words::TimeFormat;
use espalier_command::call::CommandId;
use espalier_i18n::Messages;
use espalier_model::{TimeEntry, TimeEntryId};
use espalier_timelog::calendar::Calendar;
use espalier_timelog::commands::{DeleteEntries, MergeEntries};
use espalier_timelog::moment;
use espalier_timelog::report;

/// A day of the list.
#[derive(Debug, PartialEq)]
struct Day {
    date: LocalDate,
    seconds: i64,
    entries: Vec<Item>,
}

#[derive(Debug, Clone, PartialEq)]
struct Item {
    entry: Rc<TimeEntry>,
    start: String,
    end: Option<String>,
    /// Both as RFC 3339 with the offset of the viewer's clock.
    instants: (String, Option<String>),
    seconds: i64,
}

#[derive(Debug, PartialEq)]
struct ListState {
    version: u64,
    key: (u64, i64),
    asked: timelog::LogQuery,
    range: DateRange,
    limit: usize,
    selection: Vec<TimeEntryId>,
    at: Option<TimeEntryId>,
    read_only: bool,
    empty: bool,
    format: TimeFormat,
}

impl ListState {
    fn of(model: &Model) -> Self {
        let (look, range) = (&model.timelog.look, model.time_range());
        Self {
            version: model.timelog.version,
            key: model.time_key(),
            asked: look.asked.clone(),
            range,
            limit: look.shown,
            selection: look.selection.clone(),
            at: look.at,
            read_only: model.read_only.is_some(),
            empty: model.timelog.columns.is_empty(),
            format: model.time_format(),
        }
    }
}

/// The days of these entries.
fn days(model: &Model, range: DateRange, found: &[(i64, Rc<TimeEntry>)]) -> Vec<Day> {
    let columns = &model.timelog.columns;
    let calendar = columns.calendar();
    let totals = report::day_totals(columns, range, &model.timelog.look.asked.filter, model.now);
    let mut days: Vec<Day> = Vec::new();
    for (start, entry) in found {
        // What began before these days stands on the first of them.
        let day = calendar.day(*start).max(range.first);
        if days.last().is_none_or(|last| last.date != day) {
            let at = usize::try_from(day.since(range.first)).ok();
            let seconds = at.and_then(|at| totals.get(at)).copied().unwrap_or_default();
            days.push(Day { date: day, seconds, entries: Vec::new() });
        }
        if let Some(last) = days.last_mut() {
            last.entries.push(item(model, entry.clone(), calendar));
        }
    }
    days
}

fn item(model: &Model, entry: Rc<TimeEntry>, calendar: &Calendar) -> Item {
    let (start, end) = entry.seconds(model.now);
    let format = model.time_format();
    let later = entry.end.map(|end| {
        let days = calendar.day_of(end.plus_ms(-1)).since(calendar.day_of(entry.start)).max(0);
        let sign = if days > 0 { format!(" +{days}") } else { String::new() };
        format!("{}{sign}", time_of(end, calendar, format))
    });
    Item {
        start: time_of(entry.start, calendar, format),
        end: later,
        instants: (moment::write(entry.start, calendar), entry.end.map(|end| moment::write(end, calendar))),
        seconds: end - start,
        entry,
    }
}

/// The list of entries by day.
#[component]
pub fn EntryList() -> Html {
    let words = use_messages();
    let store = use_store();
    let dispatch = use_dispatch();
    let names = use_names();
    let state = use_selector(ListState::of);
    let menu = use_state_eq(|| None::<(TimeEntryId, Anchor)>);
    let listed = use_memo((state.version, state.asked.clone(), state.range, state.limit), {
        let store = store.clone();
        move |(_, _, range, limit)| store.read(|model| timelog::listed(model, *range, *limit))
    });
    // While something runs, only what these entries say is worked out again.
    let days = use_memo((state.key, state.asked.clone(), state.range, state.limit, state.format), {
        let (store, listed) = (store.clone(), listed.clone());
        move |(_, _, range, ..)| store.read(|model| days(model, *range, &listed.0))
    });
    let more = &listed.1;
    let pressed = use_mut_ref(|| None::<TimeEntryId>);
    let row = RowContext {
        words,
        names: &names,
        state: &state,
        dispatch: &dispatch,
        menu: menu.setter(),
        listed: listed.clone(),
        pressed,
    };
    let groups = days.iter().map(|day| row.day(day));
    let onmore = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::More));
    let note = if state.empty { words.time.empty } else { words.time.nothing };
    let context_menu = menu.as_ref().map(|(_, anchor)| {
        let onclose = menu.setter();
        let items = store.read(|model| actions(model, words, &dispatch));
        html! { <MenuList label={words.time.actions} {items} anchor={anchor.clone()} onclose={move |()| onclose.set(None)} /> }
    });
    let list = use_node_ref();
    use_arrival(&list);
    let onkeydown = {
        let list = list.clone();
        Callback::from(move |event: KeyboardEvent| walk(&event, &list))
    };
    html! {
        <div ref={list} {onkeydown}>
            <div>{ row.ticked() }</div>
            <p class="time-note" hidden={!days.is_empty()}>{ note }</p>
            <div>{ for groups }</div>
            <div hidden={*more == 0}><Button label={(words.time.more)(*more)} kind={ButtonKind::Quiet} onclick={onmore} /></div>
            <div>{ context_menu }</div>
        </div>
    }
}

/// Arrow keys go from entry to entry of the list.
fn walk(event: &KeyboardEvent, list: &NodeRef) {
    let down = match event.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    let Some(list) = list.cast::<web_sys::Element>() else { return };
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Ok(found) = list.query_selector_all(".time-open") else { return };
    let all: Vec<web_sys::HtmlElement> = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect();
    let here = all.iter().position(|element| target.as_ref() == Some(element.unchecked_ref()));
    let next = match (here, down) {
        (Some(at), true) => at + 1,
        (Some(at), false) => at.wrapping_sub(1),
        (None, _) => return,
    };
    if let Some(element) = all.get(next) {
        event.prevent_default();
        // A button of the page takes the focus.
        let _ = element.focus();
    }
}

/// Returns the ticked entries after a press: that entry is toggled, with Shift all from the one pressed before.
fn ticks(
    listed: &[TimeEntryId],
    before: &[TimeEntryId],
    from: Option<TimeEntryId>,
    id: TimeEntryId,
) -> Vec<TimeEntryId> {
    let place = |wanted: TimeEntryId| listed.iter().position(|known| *known == wanted);
    let pressed = match (from.and_then(place), place(id)) {
        (Some(from), Some(to)) => &listed[from.min(to)..=from.max(to)],
        _ => std::slice::from_ref(&id),
    };
    let mut all: Vec<TimeEntryId> = before.iter().filter(|known| !pressed.contains(known)).copied().collect();
    if !before.contains(&id) {
        all.extend(pressed);
    }
    all
}

/// Data from which a row is drawn.
struct RowContext<'a> {
    words: &'static Messages,
    names: &'a Names,
    state: &'a ListState,
    dispatch: &'a Callback<Msg>,
    menu: UseStateSetter<Option<(TimeEntryId, Anchor)>>,
    listed: Rc<ListedEntries>,
    /// The entry whose box was pressed last.
    pressed: Rc<RefCell<Option<TimeEntryId>>>,
}

impl RowContext<'_> {
    /// Draws the bar with the number of ticked entries, and their actions.
    fn ticked(&self) -> Html {
        let (say, count) = (&self.words.time, self.state.selection.len());
        if count == 0 {
            return Html::default();
        }
        let key = |id: CommandId| self.dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Key(id)));
        let clear = self.dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Select(Vec::new())));
        html! {
            <div class="time-ticked" role="toolbar" aria-label={say.actions}>
                <span>{ (say.selected)(count) }</span>
                <BulkBar read_only={self.state.read_only} />
                <Button label={say.form.merge} icon={IconName::Branch} test_id="entry-merge" disabled={count < 2 || self.state.read_only} onclick={key(MergeEntries::ID)} />
                <Button label={say.form.delete} icon={IconName::Trash} kind={ButtonKind::Danger} test_id="entry-delete" disabled={self.state.read_only} onclick={key(DeleteEntries::ID)} />
                <IconButton icon={IconName::Close} label={say.unselect} onclick={clear} />
                { self.between() }
            </div>
        }
    }

    /// Draws the gap between the ticked entries that merging would count.
    fn between(&self) -> Html {
        let ticked = self.listed.0.iter().filter(|(_, entry)| self.state.selection.contains(&entry.id));
        let mut spans: Vec<(i64, i64)> = ticked.filter_map(|(_, entry)| Some((entry.start.0, entry.end?.0))).collect();
        spans.sort_unstable();
        let gap = gap_ms(&spans) / 1_000;
        if gap < 60 {
            return Html::default();
        }
        let say = &self.words.time;
        html! { <span class="time-say" data-testid="merge-gap">{ (say.merge_gap)(&say.length(gap)) }</span> }
    }

    fn day(&self, day: &Day) -> Html {
        let say = &self.words.time;
        html! {
            <section key={day.date.0} class="time-day" aria-label={say.day(day.date)}>
                <h3 class="time-day-head"><span>{ say.day(day.date) }</span><span class="time-sum" data-seconds={day.seconds.to_string()}>{ say.length(day.seconds) }</span></h3>
                <ul class="time-rows">{ for day.entries.iter().map(|item| self.entry(item)) }</ul>
            </section>
        }
    }

    fn entry(&self, item: &Item) -> Html {
        let (say, entry) = (&self.words.time, &item.entry);
        let id = entry.id;
        let category = self.names.category_name(entry.category);
        let ticked = self.state.selection.contains(&id);
        let note = entry.note.lines().next().unwrap_or_default();
        let what = if note.is_empty() { if category.is_empty() { say.untitled } else { category } } else { note };
        let dispatch = self.dispatch;
        let open = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Edit(id)));
        let onfocus = dispatch.reform(move |_: FocusEvent| Msg::Time(TimeMsg::At(id)));
        let tick = {
            let (selection, listed, pressed) =
                (self.state.selection.clone(), self.listed.clone(), self.pressed.clone());
            dispatch.reform(move |event: MouseEvent| {
                let from = pressed.replace(Some(id)).filter(|_| event.shift_key());
                let entries: Vec<TimeEntryId> = listed.0.iter().map(|(_, entry)| entry.id).collect();
                Msg::Time(TimeMsg::Select(ticks(&entries, &selection, from, id)))
            })
        };
        html! {
            <li
                key={id.to_string()} data-testid="entry" data-id={id.to_string()} data-start={item.instants.0.clone()}
                data-end={item.instants.1.clone()} data-category={category.to_owned()}
                data-seconds={item.seconds.to_string()} oncontextmenu={self.context(id)}
                class={classes!("time-entry", ticked.then_some("time-entry-ticked"), (self.state.at == Some(id)).then_some("time-entry-at"))}
            >
                <input type="checkbox" checked={ticked} aria-label={(say.select)(what)} onclick={tick} />
                <button type="button" class="time-open" onclick={open} {onfocus}>
                    { self.names.hue_of_entry(entry.category, &entry.tags).dot() }
                    <span class="time-span">{ format!("{} – {}", item.start, item.end.as_deref().unwrap_or(say.now)) }</span>
                    <span class="time-what">{ what.to_owned() }</span>
                    { self.about(item, what) }
                    <span class="time-sum">{ say.length(item.seconds) }</span>
                </button>
                { self.tools(id) }
            </li>
        }
    }

    /// Category, goal and tags, as far as they are not said already.
    fn about(&self, item: &Item, what: &str) -> Html {
        let entry = &item.entry;
        let names = [self.names.category_name(entry.category), self.names.goal_name(entry.goal)];
        let named = names.into_iter().filter(|name| !name.is_empty() && *name != what).map(str::to_owned);
        let chips = named.chain(entry.tags.iter().map(|tag| format!("#{tag}")));
        let chips = chips.enumerate().map(|(at, text)| html! { <span key={at} class="time-chip">{ text }</span> });
        html! { <span class="time-about">{ for chips }</span> }
    }

    fn context(&self, id: TimeEntryId) -> Callback<MouseEvent> {
        let (dispatch, menu) = (self.dispatch.clone(), self.menu.clone());
        let keep = self.state.selection.contains(&id);
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            if !keep {
                dispatch.emit(Msg::Time(TimeMsg::Select(Vec::new())));
            }
            dispatch.emit(Msg::Time(TimeMsg::At(id)));
            menu.set(Some((id, anchor(&event))));
        })
    }

    fn tools(&self, id: TimeEntryId) -> Html {
        let open = self.context(id);
        html! {
            <button type="button" class="button button-icon button-quiet" aria-label={self.words.time.actions} aria-haspopup="menu" onclick={open}>
                <Icon name={IconName::More} />
            </button>
        }
    }
}

/// Returns the sum of the gaps between sorted spans, in milliseconds.
fn gap_ms(spans: &[(i64, i64)]) -> i64 {
    let (mut gap, mut reached) = (0, spans.first().map_or(0, |span| span.0));
    for (start, end) in spans {
        gap += (start - reached).max(0);
        reached = reached.max(*end);
    }
    gap
}

/// Returns the menu's position: at the pointer, or below the button if it was pressed with a key.
fn anchor(event: &MouseEvent) -> Anchor {
    let pressed = event.target().filter(|_| event.detail() == 0 && event.type_() == "click");
    // What the event comes from may be the icon, and what listens is the page.
    let button = pressed.and_then(|target| target.dyn_into::<web_sys::Element>().ok()?.closest("button").ok()?);
    match button {
        Some(button) => {
            let rect = button.get_bounding_client_rect();
            Anchor::Point(rect.left(), rect.bottom())
        }
        None => Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l2_shift_ticks_all_in_between() {
        let ids: Vec<TimeEntryId> = (0..5).map(|at| TimeEntryId::from_uuid(uuid::Uuid::from_u128(at))).collect();
        assert_eq!(ticks(&ids, &[], None, ids[3]), [ids[3]]);
        assert_eq!(ticks(&ids, &[ids[3]], Some(ids[3]), ids[1]), ids[1..=3]);
        assert_eq!(ticks(&ids, &ids, Some(ids[1]), ids[3]), [ids[0], ids[4]], "or unticks them");
        assert_eq!(ticks(&ids[..2], &[], Some(ids[4]), ids[0]), [ids[0]], "what is gone is no beginning");
    }

    #[test]
    fn what_lies_between_is_counted_once() {
        assert_eq!(gap_ms(&[(0, 10), (5, 8), (20, 30)]), 10);
        assert_eq!((gap_ms(&[]), gap_ms(&[(5, 9)])), (0, 0));
    }
}
