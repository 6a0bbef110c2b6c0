//! The Time room: the timer, a line to add with, the log, what it comes to, categories and goals.

mod actions;
mod arrival;
mod bulk;
mod chart;
mod choices;
mod files;
mod form;
mod goals;
mod kinds;
mod line;
mod list;
mod names;
mod parts;
mod period;
mod report;
mod timeline;
mod timer;
mod timesheet;
mod today;
mod zones;

use gloo::timers::callback::Interval;
use yew::prelude::*;

pub use self::choices::TimeChoices;
use self::files::{Files, TimeImport, choose_file};
use self::form::EntryDialog;
use self::goals::Goals;
use self::kinds::Categories;
use self::line::QuickLine;
use self::list::EntryList;
use self::names::Names;
use self::period::PeriodBar;
use self::report::ReportCard;
use self::timeline::Timeline;
use self::timer::Timer;
pub use self::today::{TodayGoals, TodayLine};
use super::assistant::time::TimeAssistant;
use super::store::{Store, use_dispatch, use_messages, use_selector};
use crate::kit::{Button, ButtonKind, IconName, MenuItem};
use crate::shell::head::RoomHead;
use crate::shell::picture::RoomPicture;
use espalier_app::assistant::AssistantMsg;
use espalier_app::timelog::{TimeMsg, View};
use espalier_app::{Model, Msg};
use espalier_base::time::Timestamp;
use espalier_base::words::TimeFormat;
use espalier_model::RoomId;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::commands::{AddEntry, ResumeEntry};

/// The room, as soon as there are entries to be shown.
#[component]
pub fn TimeRoom() -> Html {
    let ready = use_selector(|model: &Model| model.timelog.ready);
    if *ready {
        html! { <Room /> }
    } else {
        html! { <div class="time-room" aria-busy="true"></div> }
    }
}

#[component]
fn Room() -> Html {
    use_ticks();
    // Nothing is there to be filtered or summed up yet.
    let (empty, bare) = *use_selector(|model: &Model| {
        let (empty, names) = (model.timelog.columns.is_empty(), &model.timelog.names);
        (empty, empty && names.categories.is_empty() && names.goals.is_empty())
    });
    let shown = use_state_eq(|| false);
    let onshow = use_callback(shown.clone(), |(), shown| shown.set(!**shown));
    // An empty room is the line alone; the rest waits behind "…" for those who begin with a goal or a category.
    let first = bare && !*shown;
    html! {
        <div class={classes!("time-room", first.then_some("time-room-first"))}>
            <div class="room-frame">
            <Head others={bare.then_some((*shown, onshow))} />
            <div class="time-main">
                <div>{ first.then(|| html! { <First /> }) }</div>
                <div class="time-head">
                    <Timer />
                    <QuickLine {first} />
                </div>
                <div>{ first.then(|| html! { <Ways /> }) }</div>
                <div hidden={empty}><PeriodBar /></div>
                <div class="time-columns" hidden={first}>
                    <Log {first} />
                    <div class="time-aside"><div hidden={empty}><ReportCard /></div><Goals /><Categories /></div>
                </div>
            </div>
            </div>
            <div class="time-side"><TimeAssistant /></div>
            <EntryDialog />
            <TimeImport />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct HeadProps {
    /// Whether goals and categories are shown in an empty room, and what changes that.
    others: Option<(bool, Callback<()>)>,
}

#[component]
fn Head(props: &HeadProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let cannot_resume = *use_selector(|model: &Model| {
        let columns = &model.timelog.columns;
        columns.is_empty() || !columns.running().is_empty() || model.read_only.is_some()
    });
    let onresume = dispatch.reform(|()| Msg::Time(TimeMsg::Do(ResumeEntry::new().into())));
    let resume = MenuItem::new(words.time.resume, IconName::Play, onresume).with_test_id("timer-resume");
    let others = props.others.clone().map(|(shown, onshow)| {
        let item = MenuItem::new(words.time.kinds.both, IconName::Target, onshow).with_test_id("time-others");
        MenuItem { checked: Some(shown), ..item }
    });
    let mut items = vec![MenuItem { disabled: cannot_resume, ..resume }];
    items.extend(others);
    let open = *use_selector(|model: &Model| model.timelog.look.panel);
    let onassistant = dispatch.reform(move |()| Msg::Assistant(AssistantMsg::Time(!open)));
    let pinned = MenuItem { checked: Some(open), ..MenuItem::new(words.helper.time, IconName::Agent, onassistant) };
    html! { <RoomHead title={words.time.room} pinned={pinned.with_test_id("time-assistant")} {items} files={html! { <Files /> }} /> }
}

/// The question of an empty room, which the line below answers.
#[component]
fn First() -> Html {
    let words = use_messages();
    html! {
        <div class="time-first">
            <RoomPicture room={RoomId::Time} />
            <h2>{ words.time.first }</h2>
        </div>
    }
}

/// The other ways to begin in an empty room: the form, a file, an example.
#[component]
fn Ways() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Example));
    html! {
        <div class="time-ways">
            <AddButton kind={ButtonKind::Quiet} />
            <Button label={words.time.files.import} kind={ButtonKind::Quiet} disabled={read_only} onclick={|_: MouseEvent| choose_file()} />
            <Button label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" disabled={read_only} onclick={onexample} />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct AddProps {
    kind: ButtonKind,
}

/// The button that opens the form of a new entry.
#[component]
fn AddButton(props: &AddProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let onclick = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Key(AddEntry::ID)));
    let icon = (props.kind != ButtonKind::Quiet).then_some(IconName::New);
    html! { <Button label={words.time.form.add} {icon} kind={props.kind} test_id="entry-add" disabled={read_only} {onclick} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LogProps {
    /// Whether the room is empty, and the form is offered below the line.
    first: bool,
}

/// The log itself with the actions on it as a whole.
#[component]
fn Log(props: &LogProps) -> Html {
    let words = use_messages();
    let view = *use_selector(|model: &Model| model.timelog.look.view);
    html! {
        <section class="time-card" aria-label={words.time.log}>
            <div class="time-bar">
                <h2>{ words.time.log }</h2>
                <Views {view} />
                <span class="time-gap"></span>
                { (!props.first).then(|| html! { <AddButton kind={ButtonKind::Plain} /> }) }
            </div>
            { if view == View::List { html! { <EntryList key="list" /> } } else { html! { <Timeline key="timeline" /> } } }
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ViewsProps {
    view: View,
}

/// The ways to see the log.
#[component]
fn Views(props: &ViewsProps) -> Html {
    const VIEWS: [(View, &str); 3] = [(View::List, "view-list"), (View::Day, "view-day"), (View::Week, "view-week")];
    let words = use_messages();
    let dispatch = use_dispatch();
    let buttons = VIEWS.into_iter().zip(words.time.views).map(|((view, id), name)| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Show(view)));
        let pressed = if props.view == view { "true" } else { "false" };
        html! {
            <button key={id} type="button" class="button button-quiet" data-testid={id} aria-pressed={pressed} {onclick}>{ name }</button>
        }
    });
    html! { <span class="time-views" role="group" aria-label={words.time.log}>{ for buttons }</span> }
}

/// Lets time pass on the screen: each second while something runs, else twice a minute; not while nobody looks.
#[hook]
fn use_ticks() {
    let dispatch = use_dispatch();
    let runs = use_selector(|model: &Model| !model.timelog.columns.running().is_empty());
    use_effect_with(*runs, move |runs| {
        let pause = if *runs { 1_000 } else { 30_000 };
        let interval = Interval::new(pause, move || {
            let hidden = web_sys::window().and_then(|window| window.document()).is_some_and(|page| page.hidden());
            if !hidden {
                dispatch.emit(Msg::Time(TimeMsg::Tick));
            }
        });
        move || drop(interval)
    });
}

/// Sends something to the log and says whether it was done; what was typed is kept until it is.
fn took(store: &Store, msg: TimeMsg) -> bool {
    let done = |model: &Model| model.timelog.done;
    let before = store.read(done);
    store.dispatch(Msg::Time(msg));
    store.read(done) != before
}

/// The time of day of an instant in a calendar's zone.
pub fn time_of(at: Timestamp, calendar: &Calendar, format: TimeFormat) -> String {
    let (hour, minute, _) = calendar.clock(at.0.div_euclid(1_000)).time();
    format.time(hour, minute)
}

/// The names and colours of categories and goals.
#[hook]
fn use_names() -> std::rc::Rc<Names> {
    use_selector(Names::of)
}

#[cfg(test)]
mod tests;
