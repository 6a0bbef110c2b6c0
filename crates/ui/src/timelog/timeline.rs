//! One day or a week as a timeline: entries as blocks that can be moved, and made longer or shorter.
//!
//! Positions are attributes: down in pixels, sideways in parts of the width, so that nothing has to be measured. Must
//! not be in here: where a block lies (`layout`), listening to the pointer and keys (`gestures`), what they mean
//! (`drag`).

mod drag;
mod gestures;
mod layout;

use wasm_bindgen::JsCast;
use yew::prelude::*;

use self::drag::{Drag, entry_of};
use self::gestures::use_outline_actions;
use self::layout::{Block, Day, HOUR, TimelineLayout};
use super::actions::actions;
use super::arrival::use_arrival;
use super::names::Names;
use super::period::named;
use super::{time_of, use_names};
use crate::kit::dom::use_layout_effect;
use crate::kit::{Anchor, Button, IconButton, IconName, MenuList, TextInput};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::form::in_the_way;
use espalier_app::timelog::{LogQuery, TimeMsg};
use espalier_app::{Model, Msg};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_base::words::TimeFormat;
use espalier_i18n::time::Time;
use espalier_model::TimeEntryId;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::moment;
use espalier_timelog::overlap::Span;

/// Seconds below which a block of a week is too low for words.
const WORDS: i64 = 20 * 60;
/// The hour that is on top when the timeline opens.
const FIRST_HOUR: f64 = 7.0;

#[derive(Debug, Clone, Copy, PartialEq)]
struct TimelineState {
    key: (u64, i64),
    range: DateRange,
    at: Option<TimeEntryId>,
    format: TimeFormat,
}

impl TimelineState {
    fn of(model: &Model) -> Self {
        Self {
            key: model.time_key(),
            range: model.timeline_range(),
            at: model.timelog.look.at,
            format: model.time_format(),
        }
    }
}

/// The timeline of a day or a week.
#[component]
pub fn Timeline() -> Html {
    let words = use_messages();
    let say = &words.time;
    let store = use_store();
    let dispatch = use_dispatch();
    let names = use_names();
    let state = *use_selector(TimelineState::of);
    let layout = use_memo((state.key, state.range), {
        let store = store.clone();
        move |(_, range)| store.read(|model| TimelineLayout::new(&model.timelog.columns, *range, model.now))
    });
    let svg = use_node_ref();
    let (gestures, drag) = use_outline_actions(&svg, &layout);
    let scroller = use_scroller();
    use_arrival(&scroller);
    let menu = use_state_eq(|| None::<Anchor>);
    let oncontextmenu = use_callback((dispatch.clone(), menu.setter()), |event: MouseEvent, (dispatch, menu)| {
        let Some((id, _)) = entry_of(&event) else { return };
        event.prevent_default();
        // A finger that stays takes hold of the entry.
        if event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch") {
            return;
        }
        dispatch.emit(Msg::Time(TimeMsg::Select(Vec::new())));
        dispatch.emit(Msg::Time(TimeMsg::At(id)));
        menu.set(Some(Anchor::Point(f64::from(event.client_x()), f64::from(event.client_y()))));
    });
    let context_menu = menu.as_ref().map(|anchor| {
        let (onclose, items) = (menu.setter(), store.read(|model| actions(model, words, &dispatch)));
        html! { <MenuList label={say.actions} {items} anchor={anchor.clone()} onclose={move |()| onclose.set(None)} /> }
    });
    let hint = drag
        .as_ref()
        .map_or_else(|| say.line_view.hint.to_owned(), |drag| store.read(|model| preview(model, drag, say)));
    let now = store.read(|model| model.now.0.div_euclid(1_000));
    let picture = store.read(|model| {
        let calendar = model.timelog.columns.calendar();
        let draw = Draw { layout: &layout, names: &names, say, calendar, at: state.at, now, format: state.format };
        draw.all(drag.as_ref())
    });
    let gutter = store.read(|model| gutter(&layout, model.timelog.columns.calendar(), state.format));
    let height = format!("{:.0}", layout.height());
    html! {
        <div class="time-timeline" role="group" aria-label={say.line_view.title}>
            { bar(state.range, say, &going(store, dispatch)) }
            { heads(&layout, say) }
            <div ref={scroller} class="time-scroller" tabindex="0" role="group" aria-label={words.time.log}>
                <svg class="time-gutter" height={height.clone()} aria-hidden="true">{ gutter }</svg>
                <svg
                    ref={svg} class="time-days-svg" {height} data-testid="timeline" role="group" aria-label={say.line_view.title}
                    onpointerdown={gestures.down} onpointermove={gestures.moved} onpointerup={gestures.up}
                    onpointercancel={gestures.cancel} onkeydown={gestures.key} onfocusin={gestures.focus} {oncontextmenu}
                >{ picture }</svg>
            </div>
            <p class="time-hint" role="status">{ hint }</p>
            <div>{ context_menu }</div>
        </div>
    }
}

/// Goes to a day, or to today; the report is of the days that are gone to.
fn going(store: Store, dispatch: Callback<Msg>) -> Callback<Option<LocalDate>> {
    Callback::from(move |day: Option<LocalDate>| {
        dispatch.emit(Msg::Time(TimeMsg::GoTo(day)));
        let asked = store.read(|model| {
            let custom = model.timeline_range();
            let preset = named(custom, &model.timelog.columns, model.now);
            LogQuery { preset, custom, ..model.timelog.look.asked.clone() }
        });
        dispatch.emit(Msg::Time(TimeMsg::Ask(asked)));
    })
}

/// The buttons that go from day to day.
fn bar(range: DateRange, say: &Time, go_to: &Callback<Option<LocalDate>>) -> Html {
    let days = range.days();
    let go = |by: i32| go_to.reform(move |_: MouseEvent| Some(range.first.plus_days(by)));
    let today = go_to.reform(|_: MouseEvent| None);
    let ondate = Callback::from({
        let go_to = go_to.clone();
        move |value: String| {
            let day = value.parse::<LocalDate>().ok().filter(|day| (1_900..2_200).contains(&day.year()));
            if day.is_some() {
                go_to.emit(day);
            }
        }
    });
    html! {
        <div class="time-bar">
            <IconButton icon={IconName::ChevronLeft} label={say.before} test_id="timeline-before" onclick={go(-days)} />
            <Button label={say.today} test_id="timeline-today" onclick={today} />
            <IconButton icon={IconName::ChevronRight} label={say.after} test_id="timeline-after" onclick={go(days)} />
            <TextInput kind="date" class="time-small" test_id="timeline-date" label={say.date} value={range.first.to_string()} oncommit={ondate} />
            <h3 data-testid="timeline-title">{ say.days(range) }</h3>
        </div>
    }
}

/// Opens at the morning.
#[hook]
fn use_scroller() -> NodeRef {
    let scroller = use_node_ref();
    use_layout_effect(scroller.clone(), |scroller| {
        if let Some(element) = scroller.cast::<web_sys::Element>() {
            element.set_scroll_top((FIRST_HOUR * HOUR) as i32);
        }
    });
    scroller
}

/// Describes what a drop would do to overlapped entries.
fn consequences(model: &Model, drag: &Drag, say: &Time) -> String {
    let new = Span { start: drag.span.0, end: Some(drag.span.1) };
    let (list, fits) = in_the_way(model, drag.entry, new, model.time_choices().overlap);
    if !fits {
        return say.form.refused.to_owned();
    }
    let changed = list.iter().filter(|way| way.adjust.is_some());
    changed.map(|way| super::form::consequence(model, way, say)).collect::<Vec<_>>().join(" · ")
}

/// Describes the new span of a drag, and its effect on other entries.
fn preview(model: &Model, drag: &Drag, say: &Time) -> String {
    let consequences = consequences(model, drag, say);
    let time = |second: i64| time_of(Timestamp(second * 1_000), model.timelog.columns.calendar(), model.time_format());
    let span = format!("{} – {}", time(drag.span.0), time(drag.span.1));
    if consequences.is_empty() { span } else { format!("{span} · {consequences}") }
}

/// The names of the days above their columns.
fn heads(layout: &TimelineLayout, say: &Time) -> Html {
    if layout.days.len() < 2 {
        let odd = layout.days.first().filter(|day| day.is_odd());
        let hours = odd.map(|day| (say.line_view.odd_day)(&((day.to - day.from) / 3_600).to_string()));
        return html! { <p class="time-hint" hidden={hours.is_none()}>{ hours }</p> };
    }
    let one = layout.days.iter().map(|day| {
        let title = day.is_odd().then(|| (say.line_view.odd_day)(&((day.to - day.from) / 3_600).to_string()));
        html! { <span key={day.date.0} class={classes!(day.is_odd().then_some("time-odd"))} {title}>{ format!("{} {}", say.weekday(day.date.weekday()), day.date.parts().2) }</span> }
    });
    html! { <div class="time-heads" aria-hidden="true">{ for one }</div> }
}

/// The hours beside the columns: those of the first day that has 24 of them.
fn gutter(layout: &TimelineLayout, calendar: &Calendar, format: TimeFormat) -> Html {
    let day = layout.days.iter().find(|day| !day.is_odd()).or(layout.days.first());
    let hours = day.map(|day| day.hours(calendar)).unwrap_or_default();
    let marks = hours.into_iter().enumerate().map(|(at, (y, hour))| {
        html! { <text key={at} class="time-mark" text-anchor="end" x="38" y={format!("{:.1}", y + 4.0)}>{ format.hour(hour) }</text> }
    });
    html! { <>{ for marks }</> }
}

/// Data from which the columns are drawn.
struct Draw<'a> {
    layout: &'a TimelineLayout,
    names: &'a Names,
    say: &'static Time,
    calendar: &'a Calendar,
    at: Option<TimeEntryId>,
    now: i64,
    format: TimeFormat,
}

impl Draw<'_> {
    fn all(&self, drag: Option<&Drag>) -> Html {
        let lines = self.layout.days.iter().enumerate().map(|(place, day)| self.ground(place, day));
        let blocks = self.layout.blocks.iter().map(|block| self.block(block, drag));
        let ghost = drag.map(|drag| self.ghost(drag));
        html! { <><g key="ground">{ for lines }</g><g key="blocks">{ for blocks }</g><g key="ghost" class="time-ghost">{ ghost }</g></> }
    }

    /// Sideways: a part of the width.
    fn percent(&self, day: usize, lane: usize, lanes: usize) -> String {
        let part = (day as f64 + lane as f64 / lanes as f64) / self.layout.days.len().max(1) as f64;
        format!("{:.3}%", part * 100.0)
    }

    fn width(&self, lanes: usize) -> String {
        format!("{:.3}%", 100.0 / self.layout.days.len().max(1) as f64 / lanes as f64 * 0.98)
    }

    /// The lines of the hours, and the one of now.
    fn ground(&self, place: usize, day: &Day) -> Html {
        let (left, right) = (self.percent(place, 0, 1), self.percent(place + 1, 0, 1));
        let hours = day.hours(self.calendar).into_iter().enumerate().map(|(at, (y, hour))| {
            let y = format!("{y:.1}");
            let label = (day.is_odd() && self.layout.days.len() > 1).then(|| {
                html! { <text class="time-mark" x={left.clone()} y={y.clone()} dx="2" dy="11">{ self.format.hour(hour) }</text> }
            });
            html! { <g key={at}><line class="time-grid" x1={left.clone()} x2={right.clone()} y1={y.clone()} y2={y} />{ label }</g> }
        });
        let is_today = (day.from..day.to).contains(&self.now);
        let now = is_today.then(|| {
            let y = format!("{:.1}", day.y(self.now));
            html! { <line class="time-now" x1={left.clone()} x2={right.clone()} y1={y.clone()} y2={y} /> }
        });
        html! { <g key={day.date.0}>{ for hours }<line class="time-grid" x1={left.clone()} x2={left.clone()} y1="0" y2="100%" />{ now }</g> }
    }

    fn block(&self, block: &Block, drag: Option<&Drag>) -> Html {
        let (entry, day) = (&block.entry, &self.layout.days[block.day]);
        let (top, bottom) = (day.y(block.span.0), day.y(block.span.1));
        let hue = self.names.hue_of_entry(entry.category, &entry.tags);
        let category = self.names.category_name(entry.category);
        let note = entry.note.lines().next().unwrap_or_default();
        let what = if note.is_empty() { if category.is_empty() { self.say.untitled } else { category } } else { note };
        let time = |at| time_of(at, self.calendar, self.format);
        let end = entry.end.map(time);
        let (from, to) = (time(entry.start), end.unwrap_or_else(|| self.say.now.to_owned()));
        // A column of a week has room for one time.
        let state = if self.layout.days.len() > 1 { format!(" {from}") } else { format!(" {from} – {to}") };
        let seconds = entry.end.map_or(self.now * 1_000, |end| end.0).saturating_sub(entry.start.0) / 1_000;
        let spoken = (self.say.line_view.entry)(what, &from, &to, &self.say.length(seconds));
        let has_words = self.layout.days.len() < 2 || block.span.1 - block.span.0 >= WORDS;
        let words = has_words.then(|| {
            html! {
                <>
                    <text class="time-block-text" x="8" y="13">{ what.to_owned() }</text>
                    // The space is not drawn: it keeps the words apart for those who hear them.
                    <text class="time-block-time" x="8" y="26">{ state }</text>
                </>
            }
        });
        let held = drag.is_some_and(|drag| drag.entry == Some(entry.id));
        let class = classes!(
            "time-block",
            hue.class(),
            (self.at == Some(entry.id)).then_some("time-block-at"),
            entry.is_running().then_some("time-block-runs"),
            held.then_some("time-block-held"),
        );
        html! {
            <svg
                key={format!("{} {}", entry.id, block.day)} {class} role="button" tabindex={if block.is_first { "0" } else { "-1" }}
                x={self.percent(block.day, block.lane.0, block.lane.1)} y={format!("{top:.1}")} width={self.width(block.lane.1)}
                height={format!("{:.1}", (bottom - top).max(3.0))} aria-label={spoken}
                data-testid={if block.is_first { "entry" } else { "entry-part" }} data-id={entry.id.to_string()}
                data-start={moment::write(entry.start, self.calendar)} data-end={entry.end.map(|end| moment::write(end, self.calendar))}
                data-category={category.to_owned()}
            >
                <rect class="time-shape" width="100%" height="100%" rx="4" fill={hue.fill()} />
                <rect class="time-veil" x="3" width="100%" height="100%" />
                { words }
            </svg>
        }
    }

    /// Draws the dragged entry at its new span.
    fn ghost(&self, drag: &Drag) -> Html {
        let inside =
            self.layout.days.iter().enumerate().filter(|(_, day)| drag.span.0 < day.to && drag.span.1 > day.from);
        let pieces = inside.map(|(place, day)| {
            let (top, bottom) = (day.y(drag.span.0), day.y(drag.span.1));
            html! { <rect key={place} x={self.percent(place, 0, 1)} width={self.width(1)} y={format!("{top:.1}")} height={format!("{:.1}", (bottom - top).max(2.0))} rx="4" /> }
        });
        html! { <>{ for pieces }</> }
    }
}
