//! The panel of the helper that sees all rooms: its conversations, the rooms it may look into, the field to write in.

use yew::prelude::*;

use super::{AssistantPanel, SessionChoice};
use crate::kit::{IconButton, IconName, use_media};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::helper::{HelperMsg, is_empty, name};
use espalier_app::{Model, Msg};
use espalier_model::conversation::Scope;
use espalier_model::{RoomId, SessionId};

/// A window that the panel covers; the style sheet says the same.
const COVERED: &str = "(max-width: 40rem)";

#[derive(Debug, PartialEq)]
struct HelperState {
    session: SessionId,
    empty: bool,
    read_only: bool,
    /// All conversations with their names.
    all: Vec<(SessionId, String)>,
}

impl HelperState {
    fn of(model: &Model) -> Option<Self> {
        let session = model.helper.shown()?;
        Some(Self {
            session,
            empty: is_empty(model, session),
            read_only: model.read_only.is_some(),
            all: model.sessions_of(Scope::WORKSPACE).iter().map(|row| (row.id, model.title(row))).collect(),
        })
    }
}

/// The panel; empty while it is closed.
#[component]
pub fn HelperPanel() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let state = use_selector(HelperState::of);
    let onclose = dispatch.reform(|()| Msg::Helper(HelperMsg::Show(false)));
    use_way_out(onclose.clone());
    let Some(state) = &*state else { return html! {} };
    let session = state.session;
    let say = &words.helper;
    let onopen = dispatch.reform(|session| Msg::Helper(HelperMsg::Open(session)));
    let onnew = dispatch.reform(|_: MouseEvent| Msg::Helper(HelperMsg::New));
    let is_new = !state.all.iter().any(|(id, _)| *id == session);
    let tools = html! {
        <IconButton icon={IconName::New} label={say.new_conversation} test_id="session-new" disabled={is_new} onclick={onnew} />
    };
    let prompts: Vec<AttrValue> = say.all_prompts.iter().map(|text| AttrValue::from(*text)).collect();
    let choice = html! { <SessionChoice {session} all={state.all.clone()} {onopen} /> };
    html! {
        <AssistantPanel
            {session} room={None::<RoomId>} label={say.all} title={say.all} {choice} {tools} empty={state.empty}
            lead={say.all_lead} {prompts} read_only={state.read_only} onclose={onclose.clone()} onescape={onclose}
        >
            <Rooms />
        </AssistantPanel>
    }
}

/// Closes the panel where it covers what a link in it has led to.
#[hook]
fn use_way_out(onclose: Callback<()>) {
    let covers = use_media(COVERED);
    let route = use_selector(|model| model.route);
    let before = use_mut_ref(|| *route);
    use_effect_with((*route, covers), move |(route, covers)| {
        if std::mem::replace(&mut *before.borrow_mut(), *route) != *route && *covers {
            onclose.emit(());
        }
    });
}

/// The rooms, each with whether it may be looked into.
#[component]
fn Rooms() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let allowed = use_selector(|model| model.helper.rooms.clone());
    let titles = use_selector(|model| {
        let language = model.language();
        RoomId::ALL.map(|room| model.rooms.info(room).map_or("", |info| info.title.get(language)))
    });
    let rooms = RoomId::ALL.into_iter().zip(*titles).map(|(room, title)| {
        let may = allowed.contains(&room);
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Helper(HelperMsg::Allow(room, !may)));
        html! {
            <button
                key={name(room)} type="button" class="helper-room" data-testid="helper-room" data-room={name(room)}
                aria-pressed={if may { "true" } else { "false" }} {onclick}
            >{ title }</button>
        }
    });
    html! {
        <div class="helper-rooms" role="group" aria-label={words.helper.may_see}>
            <span>{ words.helper.may_see }</span>
            { for rooms }
            if allowed.is_empty() {
                <p role="status">{ words.helper.sees_nothing }</p>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::LazyHelper;
    use crate::testing::{assert_names, draw, ready};
    use espalier_model::settings::Language;

    #[test]
    fn the_panel_says_which_rooms_it_may_look_into_in_both_languages() {
        for (language, chat, hint) in [(Language::En, "Chat", "Tick a room"), (Language::Zh, "对话", "请先勾选")]
        {
            let mut model = ready(language);
            assert!(!draw(ready(language), html! { <LazyHelper /> }).contains("helper-panel"), "it is closed");
            model.helper.session = Some(SessionId::from_uuid(uuid::Uuid::from_u128(7)));
            model.opened.extend(model.helper.session);
            model.helper.is_open = true;
            let html = draw(model, html! { <LazyHelper /> });
            assert_names(&html, &["helper-panel", "helper-room", "quick-prompt", "composer"]);
            assert!(html.contains(chat) && html.contains(hint), "{html}");
        }
    }
}
