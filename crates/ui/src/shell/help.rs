//! The help sheet: every shortcut, made from the registry of commands and from what can be done to a message. Must not
//! be in here: a list of its own.

use yew::prelude::*;

use super::keys::{Keys, printed};
use crate::chat::Action;
use crate::kit::{Modal, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::chunks::Chunk;
use espalier_app::course::NEW_COURSE;
use espalier_app::deferred::ChunkMsg;
use espalier_app::navigate::Route;
use espalier_app::palette::shortcut_of;
use espalier_app::room::Room;
use espalier_app::rooms::ROOMS;
use espalier_app::sessions::table::NEW;
use espalier_app::timelog::entry::ASSISTANT;
use espalier_app::{Model, Msg, palette};
use espalier_command::call::CommandId;
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
        Route::Time(_) => Section::Time,
        Route::Course(..) => Section::Course,
        Route::Scene(..) => Section::Scene,
        Route::Today | Route::Settings => Section::Everywhere,
    };
    sections.sort_by_key(|section| *section != here);
    sections
}

/// The rooms whose code is not here.
fn missing(model: &Model) -> Vec<Chunk> {
    model.rooms.all().filter_map(|info| model.rooms.missing(info.id)).collect()
}

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
    let palette = printed(shortcut_of(palette::PALETTE), mac).join(" ");
    let query = use_state(String::new);
    let ontype = use_callback(query.setter(), |text: String, query| query.set(text));
    let folded = query.trim().to_lowercase();
    let fits = |row: &Row| row.0.to_lowercase().contains(&folded) || row.1.to_lowercase().contains(&folded);
    let sections: Vec<Html> = order(route)
        .into_iter()
        .filter_map(|section| {
            let (title, groups) = groups(section, words);
            let groups = groups.into_iter().filter_map(|(subtitle, rows)| {
                let rows: Vec<Row> = rows.into_iter().filter(fits).collect();
                let head = subtitle.map(|subtitle| html! { <h4>{ subtitle }</h4> });
                (!rows.is_empty()).then(|| {
                    html! {
                        <div>{ head }<dl class="shortcuts">{ for rows.into_iter().map(view_row) }</dl></div>
                    }
                })
            });
            let groups: Vec<Html> = groups.collect();
            (!groups.is_empty()).then(|| html! { <section key={title}><h3>{ title }</h3>{ for groups }</section> })
        })
        .collect();
    let nothing = sections.is_empty();
    html! {
        <Modal title={words.command.help} test_id="help-sheet" wide=true onclose={close}>
            <p>{ (words.shell.help.palette)(&palette) }</p>
            <TextInput
                value={(*query).clone()} kind="search" label={words.shell.help.filter} placeholder={words.shell.help.filter}
                test_id="help-filter" focused=true {ontype}
            />
            <p role="status" hidden={!nothing}>{ words.shell.palette.nothing }</p>
            <div class="help-sections">{ for sections }</div>
        </Modal>
    }
}

/// An action with its keys.
type Row = (&'static str, &'static str);

/// Rows with a title of their own, if they have one.
type Group = (Option<&'static str>, Vec<Row>);

/// The title of a part, and its rows in groups.
fn groups(section: Section, words: &'static Messages) -> (&'static str, Vec<Group>) {
    let help = &words.shell.help;
    let commands = |belongs: fn(&palette::Command) -> bool| {
        let commands = palette::commands().filter(move |command| !command.shortcut.is_empty() && belongs(command));
        commands.map(|command| ((command.name)(words), command.shortcut))
    };
    match section {
        Section::Chat => {
            let writing =
                vec![(help.send, "Enter"), (help.newline, "Shift+Enter"), (words.chat.keys.edit_last, "ArrowUp")];
            let on_message = [
                (words.chat.keys.before, "ArrowUp"),
                (words.chat.keys.after, "ArrowDown"),
                (words.chat.branch_before, "ArrowLeft"),
                (words.chat.branch_after, "ArrowRight"),
            ];
            let actions = Action::ALL.iter().map(|action| (action.label(words, true), action.shortcut()));
            let groups = vec![
                (None, commands(is_of_chat).collect()),
                (Some(help.composer), writing),
                (Some(words.chat.keys.title), on_message.into_iter().chain(actions).collect()),
            ];
            (words.command.chat, groups)
        }
        Section::Map => {
            let titles = vec![
                (help.keep_title, "Enter"),
                (help.keep_and_child, "Tab"),
                (help.newline, "Shift+Enter"),
                (help.leave_title, "Escape"),
            ];
            (words.map.room, vec![(None, of_room(RoomId::Map, words).collect()), (Some(help.titles), titles)])
        }
        Section::Time => {
            let rows = of_room(RoomId::Time, words).chain([own(ASSISTANT, words)]).collect();
            (words.time.room, vec![(None, rows)])
        }
        Section::Course => {
            let rows = vec![
                (words.course.commands.new, shortcut_of(NEW)),
                (help.chapter_up, "Alt+ArrowUp"),
                (help.chapter_down, "Alt+ArrowDown"),
            ];
            (words.course.room, vec![(None, rows)])
        }
        Section::Scene => (words.scene.room, vec![(None, of_room(RoomId::Scene, words).collect())]),
        Section::Everywhere => {
            let is_general =
                |command: &palette::Command| !is_of_chat(command) && ![ASSISTANT, NEW_COURSE].contains(&command.id);
            let new = (help.new_in_room, shortcut_of(NEW));
            (help.everywhere, vec![(None, [new].into_iter().chain(commands(is_general)).collect())])
        }
    }
}

fn is_of_chat(command: &palette::Command) -> bool {
    command.id.as_str().starts_with("chat.")
}

/// The commands of a room that have keys.
fn of_room(room: RoomId, words: &'static Messages) -> impl Iterator<Item = Row> {
    let room = ROOMS.get(room);
    room.into_iter()
        .flat_map(Room::specs)
        .filter_map(|spec| Some((spec.name.get(words.language), *spec.shortcuts.first()?)))
}

/// A command with its keys.
fn own(id: CommandId, words: &'static Messages) -> Row {
    palette::commands()
        .find(|command| command.id == id)
        .map_or(("", ""), |command| ((command.name)(words), command.shortcut))
}

fn view_row((name, shortcut): Row) -> Html {
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
            (Route::Time(None), "Time"),
            (Route::Course(None, None), "Course"),
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
