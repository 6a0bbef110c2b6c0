//! Today: one column of what a person can go on with. Every row is a link; what is empty is not shown.

use yew::prelude::*;

use crate::chunks::{Lazy, LazyPart};
use crate::kit::{Button, ButtonKind, Checkbox, Icon, IconName};
use crate::shell::head::RoomHead;
use crate::shell::list::when::{Days, short};
use crate::shell::palette::found::{category, icon_of, name, room_name, room_title};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::CourseMsg;
use espalier_app::navigate::Route;
use espalier_app::timelog::TimeMsg;
use espalier_app::today::{self, TodayMsg, Waiting, WaitsFor};
use espalier_app::{Model, Msg, clock};
use espalier_course::commands::Edit;
use espalier_model::{RoomId, Thing, TimeEntry};

/// The page of the day.
#[component]
pub fn Today() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let day = *use_selector(|model| Days::day(model.now));
    let has_goals = *use_selector(|model| !model.workspace.tables().goals.is_empty());
    use_effect_with((), {
        let dispatch = dispatch.clone();
        move |()| dispatch.emit(Msg::Today(TodayMsg::Open))
    });
    // A conversation may grow in another tab.
    let missing = use_selector(today::missing);
    use_effect_with(missing, move |missing| {
        if !missing.is_empty() {
            dispatch.emit(Msg::Today(TodayMsg::Read));
        }
    });
    html! {
        <div class="room-frame">
            <RoomHead title={words.time.day(day)} />
            <div class="today" data-testid="today">
                <Running />
                <Lazy part={LazyPart::TodayLine} />
                <Latest />
                if has_goals {
                    <Lazy part={LazyPart::TodayGoals} />
                }
                <NextChapters />
                <WaitingRows />
                <Doors />
            </div>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RowProps {
    /// The kind of what it leads to, in attributes of the page.
    pub kind: &'static str,
    /// The room of that.
    pub room: RoomId,
    /// Its address.
    pub href: String,
    pub name: String,
    /// Text at the end of the row.
    #[prop_or_default]
    pub aside: String,
    /// Control before the link.
    #[prop_or_default]
    pub before: Html,
    /// Called on a click on the link.
    #[prop_or_default]
    pub onclick: Option<Callback<MouseEvent>>,
    /// Controls after the link.
    #[prop_or_default]
    pub children: Html,
}

/// A row: a link, and what can be done without following it.
#[component]
pub fn Row(props: &RowProps) -> Html {
    let words = use_messages();
    html! {
        <li class="today-row">
            { props.before.clone() }
            <a
                class="palette-item" href={props.href.clone()} data-testid="today-row" data-kind={props.kind}
                data-room={room_name(props.room)} onclick={props.onclick.clone()}
            >
                <span class="palette-icon">
                    <Icon name={icon_of(props.room)} />
                    <span class="visually-hidden">{ room_title(props.room, words) }</span>
                </span>
                <span class="palette-name">{ props.name.clone() }</span>
                <span class="palette-room">{ props.aside.clone() }</span>
            </a>
            { props.children.clone() }
        </li>
    }
}

/// A part of the page with a heading; empty without rows.
fn part(title: &'static str, rows: Vec<Html>) -> Html {
    if rows.is_empty() {
        return Html::default();
    }
    html! {
        <section class="today-part" aria-label={title}>
            <h2>{ title }</h2>
            <ul>{ for rows }</ul>
        </section>
    }
}

fn href(thing: Thing) -> String {
    Route::to(thing).unwrap_or_default().to_string()
}

/// The running timer, which is stopped from here.
#[component]
fn Running() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let running = use_selector(|model: &Model| {
        let running = clock::running(model)?;
        let of = model.workspace.get::<TimeEntry>(&running.id)?.category.map(|id| category(model, id));
        Some((running, of.unwrap_or_default(), model.read_only.is_some()))
    });
    let Some((running, of, disabled)) = &*running else { return Html::default() };
    let time = words.time.length(running.minutes * 60);
    let name = match (running.what.as_str(), of.as_str()) {
        ("", _) => (words.time.runs)("", &time),
        (what, of) if of.is_empty() || of == what => what.to_owned(),
        (what, of) => format!("{what} · {of}"),
    };
    let id = running.id;
    let onstop = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Stop(id)));
    html! {
        <ul>
            <Row kind="timer" room={RoomId::Time} href={href(Thing::Entry(id))} {name} aside={time}>
                <Button label={words.shell.today.stop} icon={IconName::Stop} test_id="today-stop" {disabled} onclick={onstop} />
            </Row>
        </ul>
    }
}

/// The latest things of all rooms.
#[component]
fn Latest() -> Html {
    let words = use_messages();
    let rows = use_selector(move |model: &Model| {
        let days = Days::of(model);
        let view = |(at, thing)| (thing, name(model, thing, words), short(at, Days::day(model.now), days, words));
        today::latest(model).into_iter().map(view).collect::<Vec<_>>()
    });
    let rows = rows.iter().map(|(thing, name, time)| {
        html! { <Row key={href(*thing)} kind={thing.kind()} room={thing.room()} href={href(*thing)} name={name.clone()} aside={time.clone()} /> }
    });
    part(words.shell.today.go_on, rows.collect())
}

/// The next chapters of courses, each with its tick.
#[component]
fn NextChapters() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let rows = use_selector(move |model: &Model| {
        let view = |(course, id)| {
            let chapter = name(model, Thing::Chapter(course, id), words);
            (course, id, chapter, name(model, Thing::Course(course), words))
        };
        (today::next_chapters(model).into_iter().map(view).collect::<Vec<_>>(), model.read_only.is_some())
    });
    let (rows, disabled) = &*rows;
    let rows = rows.iter().map(|(course, id, chapter, title)| {
        let (course, id) = (*course, *id);
        let thing = Thing::Chapter(course, id);
        let ontick = dispatch.reform(move |done| Msg::Course(CourseMsg::Edit(course, Edit::Done(id, done))));
        let label = (words.shell.today.tick)(chapter);
        let before = html! { <Checkbox test_id="today-tick" checked=false {label} disabled={*disabled} {ontick} /> };
        html! {
            <Row
                key={href(thing)} kind={thing.kind()} room={RoomId::Course} href={href(thing)} name={chapter.clone()}
                aside={title.clone()} {before}
            />
        }
    });
    part(words.shell.today.next, rows.collect())
}

/// Questions, proposals, and answers that broke off.
#[component]
fn WaitingRows() -> Html {
    let words = use_messages();
    let say = &words.shell.today;
    let dispatch = use_dispatch();
    let rows = use_selector(move |model: &Model| {
        let view = |waiting: Waiting| (waiting, name_of(model, &waiting, words));
        (today::waiting(model).into_iter().map(view).collect::<Vec<_>>(), model.read_only.is_some())
    });
    let (rows, disabled) = &*rows;
    let rows = rows.iter().map(|(waiting, name)| {
        let at = waiting.at;
        let (kind, aside) = match waiting.waits_for {
            WaitsFor::Answer => ("question", say.question),
            WaitsFor::Decision => ("proposal", say.proposal),
            WaitsFor::Rest => ("answer", say.broke_off),
        };
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Today(TodayMsg::Continue(at)));
        let button = (waiting.waits_for == WaitsFor::Rest).then(|| {
            html! { <Button label={say.go_on_with} kind={ButtonKind::Plain} test_id="today-continue" disabled={*disabled} {onclick} /> }
        });
        html! {
            <Row key={at.to_string()} {kind} room={waiting.room} href={href(Thing::Message(at))} name={name.clone()} {aside}>
                { button }
            </Row>
        }
    });
    part(say.waiting, rows.collect())
}

/// The open question, or the name of the conversation.
fn name_of(model: &Model, waiting: &Waiting, words: &espalier_i18n::Messages) -> String {
    let question = model.questions(waiting.at).into_iter().next().map(|open| open.question.prompt);
    question.unwrap_or_else(|| name(model, Thing::Session(waiting.at.session), words))
}

/// The doors of the rooms, while there is nothing in any of them.
#[component]
fn Doors() -> Html {
    let words = use_messages();
    if !*use_selector(today::is_first_visit) {
        return Html::default();
    }
    let welcome = &words.chat.welcome;
    let doors = [
        (RoomId::Chat, welcome.title),
        (RoomId::Map, welcome.map_text),
        (RoomId::Time, words.time.way),
        (RoomId::Course, words.course.way),
        (RoomId::Scene, words.scene.way),
    ];
    let rows = doors.map(|(room, text)| {
        let name = format!("{}: {text}", room_title(room, words));
        html! { <Row key={room_name(room)} kind="door" {room} href={Route::of(room).to_string()} {name} /> }
    });
    part(words.shell.today.doors, rows.to_vec())
}
