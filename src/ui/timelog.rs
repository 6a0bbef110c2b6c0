//! The Time room: the timer, a line to add with, the log, what it comes to, categories and goals.
//!
//! Must not be in here: what a command does (`feature::timelog`), sums, storage.

mod actions;
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
mod zones;

use gloo::timers::callback::Interval;
use yew::prelude::*;

pub use self::choices::TimeChoices;
use self::files::{Files, TimeImport};
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
use super::assistant::time::TimeAssistant;
use super::store::{Store, use_dispatch, use_messages, use_selector};
use crate::app::assistant::AssistantMsg;
use crate::app::timelog::{TimeMsg, View};
use crate::app::{Model, Msg};
use crate::model::RoomId;
use crate::ui::kit::{Button, ButtonKind, IconName, MenuItem};
use crate::ui::shell::head::RoomHead;
use crate::ui::shell::picture::RoomPicture;

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
    let empty = *use_selector(|model: &Model| model.timelog.columns.is_empty());
    let first = empty.then(|| html! { <First /> });
    html! {
        <div class={classes!("time-room", empty.then_some("time-room-empty"))}>
            <div class="room-frame">
            <Head />
            <div class="time-main">
                <div class="time-head">
                    <Timer />
                    <QuickLine />
                </div>
                <div>{ first }</div>
                <div hidden={empty}><PeriodBar /></div>
                <div class="time-columns">
                    <Log />
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

/// The head of the room.
#[component]
fn Head() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let open = *use_selector(|model: &Model| model.timelog.look.panel);
    let onassistant = dispatch.reform(move |()| Msg::Assistant(AssistantMsg::Time(!open)));
    let pinned = MenuItem { checked: Some(open), ..MenuItem::new(words.helper.time, IconName::Agent, onassistant) };
    html! { <RoomHead title={words.time.room} pinned={pinned.with_test_id("time-assistant")} files={html! { <Files /> }} /> }
}

/// What an empty room says: what can be typed above.
#[component]
fn First() -> Html {
    let words = use_messages();
    let say = &words.time;
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Example));
    let examples = say.first_examples.iter().map(|line| html! { <li key={*line}><code>{ *line }</code></li> });
    html! {
        <div class="time-first">
            <RoomPicture room={RoomId::Time} />
            <h2>{ say.first }</h2>
            <p>{ say.first_hint }</p>
            <ul class="time-examples">{ for examples }</ul>
            <Button label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" disabled={read_only} onclick={onexample} />
        </div>
    }
}

/// The log itself with what can be done to it as a whole.
#[component]
fn Log() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model| (model.timelog.look.view, model.read_only.is_some()));
    let (view, read_only) = *shown;
    let add = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Key("entry.add")));
    html! {
        <section class="time-card" aria-label={words.time.log}>
            <div class="time-bar">
                <h2>{ words.time.log }</h2>
                <Views {view} />
                <span class="time-gap"></span>
                <Button label={words.time.form.add} icon={IconName::New} test_id="entry-add" disabled={read_only} onclick={add} />
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

/// The names and colours of categories and goals.
#[hook]
fn use_names() -> std::rc::Rc<Names> {
    use_selector(Names::of)
}

#[cfg(test)]
mod tests;
