//! Welcome page of an empty conversation: an introduction, the rooms, prompts to begin with.

use yew::prelude::*;

use crate::chat::header::IMPORT_INPUT;
use crate::kit::dom::{press_element, text_area, type_into};
use crate::kit::{Button, ButtonKind, IconName};
use crate::shell::picture::RoomPicture;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::files::FileMsg;
use espalier_app::navigate::Route;
use espalier_app::{Dialog, Msg, data_loss, places};
use espalier_llm::provider;
use espalier_model::RoomId;

#[component]
pub fn Welcome() -> Html {
    let words = use_messages();
    let welcome = &words.chat.welcome;
    html! {
        <section class="welcome">
            <h2 class="welcome-title">{ welcome.title }</h2>
            <p class="welcome-lead">{ welcome.lead }</p>
            <Starters />
            <BeginOptions />
            <p class="welcome-note">{ welcome.privacy }</p>
        </section>
    }
}

/// Things to make, each with its sentence, and the examples of all rooms.
#[component]
fn Starters() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let starters = words.chat.welcome.starters;
    let chips = starters.map(|(label, sentence)| {
        let onclick = Callback::from(move |_: MouseEvent| begin_sentence(sentence, &starters));
        html! {
            <li key={label}>
                <button type="button" class="quick" data-testid="starter" disabled={read_only} {onclick}>{ label }</button>
            </li>
        }
    });
    let onall = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Examples));
    html! {
        <div>
            <h3 class="welcome-head">{ words.chat.welcome.try_it }</h3>
            <ul class="quick-list">
                { for chips }
                <li>
                    <button type="button" class="quick" data-testid="examples" disabled={read_only} onclick={onall}>
                        { words.shell.example.see_all }
                    </button>
                </li>
            </ul>
        </div>
    }
}

/// Writes a sentence into the composer, with the part that is to be replaced selected. What was typed there stays.
fn begin_sentence(sentence: &str, starters: &[(&str, &str)]) {
    let plain = |sentence: &str| sentence.replace(['[', ']'], "");
    let Some(field) = text_area("composer") else { return };
    let before = field.value();
    let is_free = before.trim().is_empty() || starters.iter().any(|(_, sentence)| plain(sentence) == before);
    let before = if is_free { String::new() } else { format!("{}\n", before.trim_end()) };
    // The field counts in UTF-16.
    let length = |text: &str| text.encode_utf16().count();
    let start = length(&before) + sentence.find('[').map_or(0, |at| length(&sentence[..at]));
    let end = length(&before) + sentence.find(']').map_or(0, |at| length(&sentence[..at])).saturating_sub(1);
    type_into(&field, &format!("{before}{}", plain(sentence)), start..end);
}

/// The other rooms, and prompts to begin a conversation with.
#[component]
fn BeginOptions() -> Html {
    let words = use_messages();
    let welcome = &words.chat.welcome;
    let dispatch = use_dispatch();
    let builtin = *use_selector(|model| model.provider().id == provider::builtin().id);
    let places = use_selector(|model| RoomId::ALL.map(|room| places::last(model, room).to_string()));
    let rooms = [
        (RoomId::Map, welcome.map, welcome.map_text),
        (RoomId::Time, words.time.room, words.time.way),
        (RoomId::Course, words.course.room, words.course.way),
        (RoomId::Scene, words.scene.room, words.scene.way),
    ];
    let rooms = rooms.map(|(room, title, text)| {
        html! {
            <li key={title}>
                <a class="way" href={places[room as usize].clone()}>
                    <RoomPicture {room} /><strong>{ title }</strong><span>{ text }</span>
                </a>
            </li>
        }
    });
    let onexample = dispatch.reform(|_: MouseEvent| Msg::Files(FileMsg::Example));
    let onconnect = dispatch.reform(
        move |_: MouseEvent| {
            if builtin { Msg::Connect(ConnectMsg::Open) } else { Msg::Go(Route::Settings) }
        },
    );
    let onagents = dispatch.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Personas)));
    let onimport = Callback::from(|_: MouseEvent| press_element(IMPORT_INPUT));
    let onrestore = dispatch.reform(|_: MouseEvent| {
        Msg::Connect(ConnectMsg::Point { place: SettingsField::Data, provider: None, agent: None })
    });
    let is_empty = *use_selector(data_loss::is_empty);
    let read_only = *use_selector(|model| model.read_only.is_some());
    let connect = if builtin { welcome.connect } else { welcome.connected };
    html! {
        <>
            <ul class="ways">{ for rooms }</ul>
            <p class="welcome-more">
                <Button label={words.shell.example.see} kind={ButtonKind::Plain} test_id="example" disabled={read_only} onclick={onexample} />
                <Button label={connect} icon={IconName::Settings} kind={ButtonKind::Quiet} onclick={onconnect} />
                <Button label={welcome.agents} icon={IconName::Agent} kind={ButtonKind::Quiet} onclick={onagents} />
                <Button label={welcome.import} icon={IconName::Upload} kind={ButtonKind::Quiet} disabled={read_only} onclick={onimport} />
                if is_empty {
                    <Button label={welcome.restore} icon={IconName::Download} kind={ButtonKind::Quiet} test_id="welcome-restore" onclick={onrestore} />
                }
            </p>
        </>
    }
}
