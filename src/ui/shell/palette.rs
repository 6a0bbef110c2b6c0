//! The palette: every command by its name, in either language.
//!
//! Must not be in here: what a command does, or when it applies (`app::palette`).

use yew::prelude::*;

use super::keys::Keys;
use crate::app::palette::{COMMANDS, Command};
use crate::app::{Model, Msg};
use crate::base::text::fuzzy_score;
use crate::i18n::{Messages, messages};
use crate::model::settings::Language;
use crate::ui::kit::dom::{is_composing, show_element};
use crate::ui::kit::{Icon, IconName, Modal};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

const LIST: &str = "palette-list";

/// The palette.
#[component]
pub fn CommandPalette() -> Html {
    let words = use_messages();
    let store = use_store();
    let close = use_dispatch().reform(|()| Msg::Dialog(None));
    let query = use_state(String::new);
    let chosen = use_state_eq(|| 0_usize);
    let available = use_selector(available);
    let found = found(&available, &query, words);
    let at = (*chosen).min(found.len().saturating_sub(1));
    use_effect_with(found.get(at).map(|&index| option_id(&COMMANDS[index])), |id| {
        if let Some(id) = id {
            show_element(id);
        }
    });

    let run = Callback::from(move |index: usize| {
        let msg = store.read(|model| COMMANDS[index].run.and_then(|run| run(model)));
        store.dispatch(Msg::Dialog(None));
        if let Some(msg) = msg {
            store.dispatch(msg);
        }
    });
    let oninput = {
        let (query, chosen) = (query.setter(), chosen.setter());
        Callback::from(move |event: InputEvent| {
            query.set(event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
            chosen.set(0);
        })
    };
    let onkeydown = {
        let (chosen, run, count) = (chosen.setter(), run.clone(), found.len());
        let current = found.get(at).copied();
        Callback::from(move |event: KeyboardEvent| {
            if is_composing(&event) {
                return;
            }
            match (event.key().as_str(), current) {
                ("ArrowDown", Some(_)) => chosen.set((at + 1) % count),
                ("ArrowUp", Some(_)) => chosen.set((at + count - 1) % count),
                ("PageDown", Some(_)) => chosen.set((at + 8).min(count - 1)),
                ("PageUp", Some(_)) => chosen.set(at.saturating_sub(8)),
                ("Enter", Some(index)) => run.emit(index),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let options = found.iter().enumerate().map(|(place, &index)| view_option(index, place == at, words, &run));
    html! {
        <Modal title={words.command.palette} test_id="palette" bare=true onclose={close}>
            <div class="palette-field">
                <Icon name={IconName::Search} />
                <input
                    class="palette-input" type="text" data-testid="palette-input" autofocus=true autocomplete="off"
                    spellcheck="false" role="combobox" aria-expanded="true" aria-controls={LIST}
                    aria-label={words.shell.palette.placeholder} placeholder={words.shell.palette.placeholder}
                    aria-activedescendant={found.get(at).map(|&index| option_id(&COMMANDS[index]))}
                    {oninput} {onkeydown}
                />
            </div>
            <ul class="palette-list" id={LIST} role="listbox" aria-label={words.command.palette}>{ for options }</ul>
            <p class={if found.is_empty() { "palette-nothing" } else { "visually-hidden" }} role="status">
                { if found.is_empty() { words.shell.palette.nothing.to_owned() } else { (words.shell.palette.found)(found.len()) } }
            </p>
        </Modal>
    }
}

fn view_option(index: usize, chosen: bool, words: &'static Messages, run: &Callback<usize>) -> Html {
    let command = &COMMANDS[index];
    let onclick = run.reform(move |_: MouseEvent| index);
    html! {
        <li
            key={command.id} id={option_id(command)} class="palette-item" role="option"
            aria-selected={if chosen { "true" } else { "false" }}
            data-testid="palette-item" data-command={command.id} {onclick}
        >
            <span>{ (command.name)(words) }</span>
            <Keys shortcut={command.shortcut} />
        </li>
    }
}

fn option_id(command: &Command) -> String {
    format!("palette-{}", command.id)
}

/// The places in the registry of the commands that apply now; the palette itself is not one to look for.
fn available(model: &Model) -> Vec<usize> {
    let applies =
        |command: &Command| command.id != "app.palette" && command.run.is_some_and(|run| run(model).is_some());
    (0..COMMANDS.len()).filter(|&index| applies(&COMMANDS[index])).collect()
}

/// The commands that fit what was typed, best first; all in their own order when nothing was typed. The other
/// language's name counts a little less, and so does the id, which names what a translated name may not.
fn found(available: &[usize], query: &str, words: &Messages) -> Vec<usize> {
    if query.trim().is_empty() {
        return available.to_vec();
    }
    let score = |index: usize| {
        let name = COMMANDS[index].name;
        let own = fuzzy_score(query, name(words));
        let others = [Language::En, Language::Zh]
            .into_iter()
            .filter_map(|language| fuzzy_score(query, name(messages(language))).map(|score| score - 1));
        let id = fuzzy_score(query, COMMANDS[index].id).map(|score| score - 2);
        own.into_iter().chain(others).chain(id).max()
    };
    let mut scored: Vec<(i32, usize)> = available.iter().filter_map(|&index| Some((score(index)?, index))).collect();
    scored.sort_unstable_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
    scored.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str, language: Language) -> Option<&'static str> {
        let model = Model::default();
        let found = found(&available(&model), query, messages(language));
        found.first().map(|&index| COMMANDS[index].id)
    }

    #[test]
    fn a_command_is_found_by_its_letters_in_either_language() {
        assert_eq!(first("settings", Language::En), Some("app.settings"));
        assert_eq!(first("设置", Language::Zh), Some("app.settings"));
        assert_eq!(first("settings", Language::Zh), Some("app.settings"));
        assert_eq!(first("new con", Language::En), Some("chat.new"));
        assert_eq!(first("language", Language::En), Some("app.language"));
        assert_eq!(first("qqq", Language::En), None);
    }

    #[test]
    fn only_what_applies_is_offered() {
        let offered: Vec<&str> = available(&Model::default()).into_iter().map(|index| COMMANDS[index].id).collect();
        assert!(offered.contains(&"chat.new"));
        assert!(!offered.contains(&"chat.stop"), "no answer is being made");
        assert!(!offered.contains(&"chat.send"), "it is only a name for the history");
        assert!(!offered.contains(&"app.palette"));
    }
}
