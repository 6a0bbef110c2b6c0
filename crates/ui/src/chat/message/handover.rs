//! The buttons below an answer that have a room carry out what was asked for, and lead there afterwards.

use yew::prelude::*;

use crate::kit::shared::Shared;
use crate::kit::{Button, ButtonKind, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::{Msg, handover};
use espalier_chat::builtin::handover::{Handover, offered};
use espalier_i18n::Messages;
use espalier_model::{MessageKey, RoomId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HandoverCardProps {
    pub at: MessageKey,
}

/// The offers with their buttons; empty below an answer that offers nothing.
#[component]
pub fn HandoverCard(props: &HandoverCardProps) -> Html {
    let at = props.at;
    let asked = use_selector(move |model| {
        handover::question(model, at).map(|(question, is_of_guide)| (Shared::from(question), is_of_guide))
    });
    let offers = use_memo((*asked).clone(), |asked| {
        asked.as_ref().map_or_else(Vec::new, |(row, is_of_guide)| offered(&row.own_text(), *is_of_guide))
    });
    let cards = offers.iter().enumerate().map(|(place, offer)| {
        html! { <Card key={place} {at} offer={offer.clone()} is_first={place == 0} /> }
    });
    if offers.is_empty() {
        Html::default()
    } else {
        html! { <div class="handovers">{ for cards }</div> }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CardProps {
    at: MessageKey,
    offer: Handover,
    /// Whether it is what was most likely meant.
    is_first: bool,
}

#[component]
fn Card(props: &CardProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (id, offer) = (props.at.id, props.offer.clone());
    let made = use_selector(move |model| handover::made(model, id, &offer));
    let may_write = use_selector(|model| model.read_only.is_none());
    let offer = &props.offer;
    let room = handover::room_of(offer);
    let made = *made;
    let onclick = {
        let offer = offer.clone();
        dispatch.reform(move |_: MouseEvent| made.map_or_else(|| handover::make(id, offer.clone()), Msg::Go))
    };
    let label = if made.is_some() { opens(offer, words) } else { label(offer, words).into() };
    let (name, icon) = face(room);
    let kind = if made.is_some() || !props.is_first { ButtonKind::Plain } else { ButtonKind::Primary };
    let done = made.map(|_| html! { <p class="handover-done" role="status">{ done(offer, words) }</p> });
    html! {
        <div
            class="handover" data-testid="handover" data-room={name}
            data-made={made.is_some().then_some("")}
        >
            { done }
            <Button
                {label} {kind} {icon} disabled={!*may_write && made.is_none() && room.is_some()}
                test_id={if made.is_some() { "handover-open" } else { "handover-make" }} {onclick}
            />
        </div>
    }
}

/// The label of the button before it is pressed.
fn label(offer: &Handover, words: &Messages) -> String {
    let say = &words.chat.handover;
    match offer {
        Handover::Map(title) => (say.map)(title),
        Handover::Log { shown, .. } => (say.log)(shown),
        Handover::Timer(what) => (say.timer)(what),
        Handover::StopTimer => say.stop.to_owned(),
        Handover::AskTime(_) => say.ask_time.to_owned(),
        Handover::Course(_) => say.course.to_owned(),
        Handover::Scene(_) => say.scene.to_owned(),
        Handover::Settings => say.settings.to_owned(),
        Handover::Connect => say.connect.to_owned(),
    }
}

/// The sentence that says the thing was made.
fn done(offer: &Handover, words: &Messages) -> String {
    let say = &words.chat.handover;
    match offer {
        Handover::Map(title) => (say.map_made)(title),
        Handover::Log { shown, .. } => (say.logged)(shown),
        Handover::Timer(what) => (say.timer_started)(what),
        Handover::AskTime(_) => say.asked_time.to_owned(),
        Handover::Course(_) => say.course_begun.to_owned(),
        Handover::Scene(_) => say.scene_made.to_owned(),
        Handover::StopTimer | Handover::Settings | Handover::Connect => String::new(),
    }
}

/// The label of the button after that.
fn opens(offer: &Handover, words: &Messages) -> AttrValue {
    let say = &words.chat.handover;
    AttrValue::from(match offer {
        Handover::Map(_) => say.open_map,
        Handover::Log { .. } | Handover::Timer(_) | Handover::StopTimer | Handover::AskTime(_) => say.open_time,
        Handover::Course(_) => say.open_course,
        Handover::Scene(_) => say.open_scene,
        Handover::Settings | Handover::Connect => say.settings,
    })
}

/// The name of where it leads, for scripts, and its picture.
const fn face(room: Option<RoomId>) -> (&'static str, IconName) {
    match room {
        Some(RoomId::Map) => ("map", IconName::Map),
        Some(RoomId::Time) => ("time", IconName::Clock),
        Some(RoomId::Course) => ("course", IconName::Outline),
        Some(RoomId::Scene) => ("scene", IconName::Scene),
        Some(RoomId::Chat) => ("chat", IconName::Chat),
        None => ("settings", IconName::Settings),
    }
}
