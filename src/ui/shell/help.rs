//! The help sheet: every shortcut, made from the registry of commands and from what can be done to a message. Must not
//! be in here: a list of its own.

use yew::prelude::*;

use super::keys::{Keys, printed, shortcut_of};
use crate::app::{Msg, maps, palette, timelog};
use crate::ui::chat::Action;
use crate::ui::kit::Modal;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The sheet.
#[component]
pub fn HelpSheet() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let mac = use_selector(|model| model.facts.mac);
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let help = &words.shell.help;
    let commands = palette::COMMANDS.iter().filter(|command| !command.shortcut.is_empty());
    let commands = commands.map(|command| view_row((command.name)(words), command.shortcut));
    let specs = maps::REGISTRY.specs().iter().filter(|spec| maps::is_here(spec));
    let map = specs.filter_map(|spec| Some(view_row(spec.name.get(words.language), spec.shortcuts.first()?)));
    let specs = timelog::REGISTRY.specs().iter().filter(|spec| timelog::is_here(spec));
    let time = specs.filter_map(|spec| Some(view_row(spec.name.get(words.language), spec.shortcuts.first()?)));
    let palette = printed(shortcut_of("app.palette"), *mac).join(" ");
    html! {
        <Modal title={words.command.help} test_id="help-sheet" onclose={close}>
            <p>{ (help.palette)(&palette) }</p>
            <h3>{ help.everywhere }</h3>
            <dl class="shortcuts">{ for commands }</dl>
            <h3>{ help.composer }</h3>
            <dl class="shortcuts">
                { view_row(help.send, "Enter") }
                { view_row(help.newline, "Shift+Enter") }
                { view_row(words.chat.keys.edit_last, "ArrowUp") }
            </dl>
            <h3>{ words.map.room }</h3>
            <dl class="shortcuts">{ for map }</dl>
            <h3>{ words.time.room }</h3>
            <dl class="shortcuts">{ for time }</dl>
            <h3>{ words.chat.keys.title }</h3>
            <dl class="shortcuts">
                { view_row(words.chat.keys.before, "ArrowUp") }
                { view_row(words.chat.keys.after, "ArrowDown") }
                { view_row(words.chat.branch_before, "ArrowLeft") }
                { view_row(words.chat.branch_after, "ArrowRight") }
                { for Action::ALL.iter().map(|action| view_row(action.label(words, true), action.shortcut())) }
            </dl>
        </Modal>
    }
}

fn view_row(name: &'static str, shortcut: &'static str) -> Html {
    html! {
        <div key={shortcut} class="shortcut">
            <dt>{ name }</dt>
            <dd><Keys {shortcut} /></dd>
        </div>
    }
}
