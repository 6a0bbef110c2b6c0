//! The help sheet: every shortcut, made from the registry of commands and from what can be done to a message. Must not
//! be in here: a list of its own.

use yew::prelude::*;

use super::keys::{Keys, printed, shortcut_of};
use crate::chat::Action;
use crate::kit::Modal;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::chunks::Chunk;
use espalier_app::deferred::ChunkMsg;
use espalier_app::navigate::Route;
use espalier_app::rooms::ROOMS;
use espalier_app::{Model, Msg, palette};
use espalier_i18n::Messages;
use espalier_model::RoomId;

/// A part of the sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Chat,
    Map,
    Time,
    Course,
    Scene,
    Everywhere,
}

/// The order of the parts: first that of the room one is in.
fn order(route: Route) -> Vec<Section> {
    let mut sections =
        vec![Section::Chat, Section::Map, Section::Time, Section::Course, Section::Scene, Section::Everywhere];
    let here = match route {
        Route::Chat(..) => Section::Chat,
        Route::Map(..) => Section::Map,
        Route::Time => Section::Time,
        Route::Course(_) => Section::Course,
        Route::Scene(..) => Section::Scene,
        Route::Settings => Section::Everywhere,
    };
    sections.sort_by_key(|section| *section != here);
    sections
}

/// The rooms whose code is not here.
fn missing(model: &Model) -> Vec<Chunk> {
    model.rooms.all().filter_map(|info| model.rooms.missing(info.id)).collect()
}

/// The help sheet with the shortcuts.
#[component]
pub fn HelpSheet() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(|model| (model.facts.mac, model.route, missing(model)));
    let (mac, route, missing) = (shown.0, shown.1, shown.2.clone());
    // What a room can do is known once its code is here.
    use_effect_with((missing, dispatch.clone()), |(missing, dispatch)| {
        for chunk in missing {
            dispatch.emit(Msg::Chunk(ChunkMsg::Wanted(*chunk)));
        }
    });
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let palette = printed(shortcut_of("app.palette"), mac).join(" ");
    let sections = order(route).into_iter().map(|section| view_section(section, words));
    html! {
        <Modal title={words.command.help} test_id="help-sheet" onclose={close}>
            <p>{ (words.shell.help.palette)(&palette) }</p>
            { for sections }
        </Modal>
    }
}

fn view_section(section: Section, words: &'static Messages) -> Html {
    match section {
        Section::Chat => chat(words),
        Section::Map => map(words),
        Section::Time => {
            let rows = of_room(RoomId::Time, words).chain([own("time.assistant", words)]);
            html! { <section key="time"><h3>{ words.time.room }</h3><dl class="shortcuts">{ for rows.map(view_row) }</dl></section> }
        }
        Section::Course => {
            let help = &words.shell.help;
            let rows = [
                (words.course.commands.new, shortcut_of("chat.new")),
                (help.chapter_up, "Alt+ArrowUp"),
                (help.chapter_down, "Alt+ArrowDown"),
            ];
            html! { <section key="course"><h3>{ words.course.room }</h3><dl class="shortcuts">{ for rows.map(view_row) }</dl></section> }
        }
        Section::Scene => {
            let rows = of_room(RoomId::Scene, words);
            html! { <section key="scene"><h3>{ words.scene.room }</h3><dl class="shortcuts">{ for rows.map(view_row) }</dl></section> }
        }
        Section::Everywhere => {
            let is_general = |command: &&palette::Command| {
                !command.shortcut.is_empty()
                    && !command.id.starts_with("chat.")
                    && !["time.assistant", "course.new"].contains(&command.id)
            };
            let commands = palette::COMMANDS.iter().filter(is_general);
            let commands = commands.map(|command| ((command.name)(words), command.shortcut));
            let new = (words.shell.help.new_in_room, shortcut_of("chat.new"));
            let rows = [new].into_iter().chain(commands);
            html! { <section key="everywhere"><h3>{ words.shell.help.everywhere }</h3><dl class="shortcuts">{ for rows.map(view_row) }</dl></section> }
        }
    }
}

/// The commands of a room that have keys.
fn of_room(room: RoomId, words: &'static Messages) -> impl Iterator<Item = (&'static str, &'static str)> {
    let room = ROOMS.get(room);
    let specs = room.into_iter().flat_map(|room| room.commands().iter().filter(move |spec| room.lists(spec)));
    specs.filter_map(|spec| Some((spec.name.get(words.language), *spec.shortcuts.first()?)))
}

/// A command with its keys.
fn own(id: &str, words: &'static Messages) -> (&'static str, &'static str) {
    palette::by_id(id).map_or(("", ""), |command| ((command.name)(words), command.shortcut))
}

fn chat(words: &'static Messages) -> Html {
    let help = &words.shell.help;
    let commands =
        palette::COMMANDS.iter().filter(|command| command.id.starts_with("chat.") && !command.shortcut.is_empty());
    let commands = commands.map(|command| ((command.name)(words), command.shortcut));
    let writing = [(help.send, "Enter"), (help.newline, "Shift+Enter"), (words.chat.keys.edit_last, "ArrowUp")];
    let on_message = [
        (words.chat.keys.before, "ArrowUp"),
        (words.chat.keys.after, "ArrowDown"),
        (words.chat.branch_before, "ArrowLeft"),
        (words.chat.branch_after, "ArrowRight"),
    ];
    let actions = Action::ALL.iter().map(|action| (action.label(words, true), action.shortcut()));
    html! {
        <section key="chat">
            <h3>{ words.command.chat }</h3>
            <dl class="shortcuts">{ for commands.map(view_row) }</dl>
            <h4>{ help.composer }</h4>
            <dl class="shortcuts">{ for writing.map(view_row) }</dl>
            <h4>{ words.chat.keys.title }</h4>
            <dl class="shortcuts">{ for on_message.into_iter().chain(actions).map(view_row) }</dl>
        </section>
    }
}

fn map(words: &'static Messages) -> Html {
    let help = &words.shell.help;
    let specs = of_room(RoomId::Map, words);
    let titles = [
        (help.keep_title, "Enter"),
        (help.keep_and_child, "Tab"),
        (help.newline, "Shift+Enter"),
        (help.leave_title, "Escape"),
    ];
    html! {
        <section key="map">
            <h3>{ words.map.room }</h3>
            <dl class="shortcuts">{ for specs.map(view_row) }</dl>
            <h4>{ help.titles }</h4>
            <dl class="shortcuts">{ for titles.map(view_row) }</dl>
        </section>
    }
}

fn view_row((name, shortcut): (&'static str, &'static str)) -> Html {
    html! {
        <div key={format!("{shortcut} {name}")} class="shortcut">
            <dt>{ name }</dt>
            <dd><Keys {shortcut} /></dd>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{draw, ready};
    use espalier_model::settings::Language;

    #[test]
    fn the_room_one_is_in_comes_first_and_every_room_is_there() {
        for (route, first) in [
            (Route::Chat(None, None), "Chat"),
            (Route::Map(None, None), "Map"),
            (Route::Time, "Time"),
            (Route::Course(None), "Course"),
            (Route::Scene(None, None), "Scene"),
            (Route::Settings, "Everywhere"),
        ] {
            let mut model = ready(Language::En);
            model.route = route;
            let html = draw(model, html! { <HelpSheet /> });
            let heads: Vec<&str> = html.split("<h3>").skip(1).filter_map(|rest| rest.split("</h3>").next()).collect();
            assert_eq!(heads[0], first);
            assert_eq!(heads.len(), 6, "{heads:?}");
        }
    }
}
