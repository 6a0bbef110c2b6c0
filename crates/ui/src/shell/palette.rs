//! The palette: every command by its name, in either language.

use yew::prelude::*;

use super::keys::Keys;
use crate::kit::dom::{is_composing, press_control, show_element};
use crate::kit::{Icon, IconName, Modal};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::Msg;
use espalier_app::palette::{Ask, Choice, CommandAction, Entry, entries, places};
use espalier_base::text::fuzzy_score;
use espalier_i18n::{Messages, messages};
use espalier_model::settings::Language;

const LIST: &str = "palette-list";

/// Most destinations listed.
const PLACES: usize = 12;

/// Mode of the palette: all commands, or the question of one.
#[derive(Clone, Default)]
enum Mode {
    #[default]
    Commands,
    Asking(Ask),
}

/// A selectable item of the palette.
#[derive(Clone)]
enum PaletteItem {
    Entry(Entry),
    Choice(usize, Choice),
}

/// The command palette.
#[component]
pub fn CommandPalette() -> Html {
    let words = use_messages();
    let store = use_store();
    let close = use_dispatch().reform(|()| Msg::Dialog(None));
    let query = use_state(String::new);
    let chosen = use_state_eq(|| 0_usize);
    let mode = use_state(Mode::default);
    let available = use_selector(entries);
    let places = use_selector(places);
    let found = lines(&mode, &available, &places, &query, words);
    let at = (*chosen).min(found.len().saturating_sub(1));
    use_effect_with(found.get(at).map(option_id), |id| {
        if let Some(id) = id {
            show_element(id);
        }
    });
    let input = use_node_ref();
    // Number of changes of the mode, by which a key knows whether the present one is drawn.
    let changes = use_mut_ref(|| 0_u32);
    let ask = {
        let (query, chosen, mode, input) = (query.setter(), chosen.setter(), mode.setter(), input.clone());
        let changes = changes.clone();
        Callback::from(move |ask: Option<Ask>| {
            *changes.borrow_mut() += 1;
            let value = if let Some(Ask::Text { value, .. }) = &ask { value.clone() } else { String::new() };
            if let Some(field) = input.cast::<web_sys::HtmlInputElement>() {
                field.set_value(&value);
                field.select();
            }
            query.set(value);
            chosen.set(0);
            mode.set(ask.map_or(Mode::Commands, Mode::Asking));
        })
    };
    let run = use_run(&ask);
    let oninput = {
        let (query, chosen) = (query.setter(), chosen.setter());
        Callback::from(move |event: InputEvent| {
            query.set(event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
            chosen.set(0);
        })
    };
    let onkeydown = {
        let (chosen, run, ask, count) = (chosen.setter(), run.clone(), ask, found.len());
        let (drawn, mode, store) = (found.get(at).cloned(), (*mode).clone(), store);
        // A copy: the handle of a state may be ahead of what is drawn.
        let (query, available, places) = ((*query).clone(), available.clone(), places.clone());
        let change = *changes.borrow();
        Callback::from(move |event: KeyboardEvent| {
            if is_composing(&event) {
                return;
            }
            let text = event.target_unchecked_into::<web_sys::HtmlInputElement>().value();
            // The list for the last letters may not be drawn yet when Enter comes.
            let is_late = event.key() == "Enter" && text != query && *changes.borrow() == change;
            let current = if is_late {
                lines(&mode, &available, &places, &text, words).into_iter().next()
            } else {
                drawn.clone()
            };
            match (event.key().as_str(), &current, &mode) {
                ("Enter", _, Mode::Asking(Ask::Text { make, .. })) => {
                    perform(&store, make(text), &ask);
                }
                ("Escape", _, Mode::Asking(_)) => {
                    event.stop_propagation();
                    ask.emit(None);
                }
                ("ArrowDown", Some(_), _) => chosen.set((at + 1) % count),
                ("ArrowUp", Some(_), _) => chosen.set((at + count - 1) % count),
                ("PageDown", Some(_), _) => chosen.set((at + 8).min(count - 1)),
                ("PageUp", Some(_), _) => chosen.set(at.saturating_sub(8)),
                ("Enter", Some(line), _) => run.emit(line.clone()),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let (label, says) = match &*mode {
        Mode::Commands if found.is_empty() => (words.shell.palette.placeholder, words.shell.palette.nothing.to_owned()),
        Mode::Commands => (words.shell.palette.placeholder, (words.shell.palette.found)(found.len())),
        Mode::Asking(Ask::Choose { name, .. } | Ask::Text { name, .. }) => {
            (name.as_str(), words.shell.palette.back.to_owned())
        }
    };
    let label = AttrValue::from(label.to_owned());
    let is_quiet = matches!(*mode, Mode::Commands) && !found.is_empty();
    let options = found.iter().enumerate().map(|(place, line)| view_line(line, place == at, words, &run));
    html! {
        <Modal title={words.command.palette} test_id="palette" bare=true onclose={close}>
            <div class="palette-field">
                <Icon name={IconName::Search} />
                <input
                    ref={input} class="palette-input" type="text" data-testid="palette-input" autofocus=true
                    autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls={LIST}
                    aria-label={label.clone()} placeholder={label}
                    aria-activedescendant={found.get(at).map(option_id)}
                    {oninput} {onkeydown}
                />
            </div>
            <ul class="palette-list" id={LIST} role="listbox" aria-label={words.command.palette}>{ for options }</ul>
            <p class={if is_quiet { "visually-hidden" } else { "palette-nothing" }} role="status">{ says }</p>
        </Modal>
    }
}

/// Runs the command of a line, or opens what it names.
#[hook]
fn use_run(ask: &Callback<Option<Ask>>) -> Callback<PaletteItem> {
    let store = use_store();
    let ask = ask.clone();
    Callback::from(move |line: PaletteItem| match line {
        PaletteItem::Choice(_, choice) => {
            store.dispatch(Msg::Dialog(None));
            store.dispatch((choice.make)());
        }
        PaletteItem::Entry(entry) => match store.read(|model| entry.action(model)) {
            Some(action) => perform(&store, action, &ask),
            None => store.dispatch(Msg::Dialog(None)),
        },
    })
}

fn perform(store: &Store, action: CommandAction, ask: &Callback<Option<Ask>>) {
    match action {
        CommandAction::Ask(asked) => ask.emit(Some(asked)),
        CommandAction::Send(msg) => {
            store.dispatch(Msg::Dialog(None));
            store.dispatch(msg);
        }
        CommandAction::Press(controls) => {
            store.dispatch(Msg::Dialog(None));
            press_control(controls);
        }
    }
}

/// Returns the items that match the query.
fn lines(mode: &Mode, available: &[Entry], places: &[Entry], query: &str, words: &Messages) -> Vec<PaletteItem> {
    match mode {
        Mode::Commands => found(available, places, query, words).into_iter().map(PaletteItem::Entry).collect(),
        Mode::Asking(Ask::Text { .. }) => Vec::new(),
        Mode::Asking(Ask::Choose { choices, .. }) => {
            let fits = |choice: &Choice| query.trim().is_empty() || fuzzy_score(query, &choice.name).is_some();
            let choices = choices.iter().enumerate().filter(|(_, choice)| fits(choice));
            choices.map(|(index, choice)| PaletteItem::Choice(index, choice.clone())).collect()
        }
    }
}

fn view_line(line: &PaletteItem, chosen: bool, words: &'static Messages, run: &Callback<PaletteItem>) -> Html {
    let onclick = {
        let line = line.clone();
        run.reform(move |_: MouseEvent| line.clone())
    };
    let (name, room, shortcut) = match line {
        PaletteItem::Entry(entry) => (entry.name(words).into_owned(), entry.room(words), entry.shortcut()),
        PaletteItem::Choice(_, choice) => (choice.name.clone(), None, ""),
    };
    let command = if let PaletteItem::Entry(entry) = line { Some(entry.id().into_owned()) } else { None };
    let room = room.map(|room| html! { <span class="palette-room">{ room }</span> });
    html! {
        <li
            key={option_id(line)} id={option_id(line)} class="palette-item" role="option"
            aria-selected={if chosen { "true" } else { "false" }}
            data-testid="palette-item" data-command={command} {onclick}
        >
            <span class="palette-name">{ name }</span>
            { room }
            <Keys {shortcut} />
        </li>
    }
}

fn option_id(line: &PaletteItem) -> String {
    match line {
        PaletteItem::Entry(entry) => format!("palette-{}", entry.id()),
        PaletteItem::Choice(index, _) => format!("palette-choice-{index}"),
    }
}

/// Returns the commands and places that match the query, best first; all commands in their own order if it is empty.
/// The other language's name counts a little less, and so does the id, which names what a translated name may not.
fn found(available: &[Entry], places: &[Entry], query: &str, words: &Messages) -> Vec<Entry> {
    if query.trim().is_empty() {
        return available.to_vec();
    }
    let score = |entry: &Entry| {
        let own = fuzzy_score(query, &entry.name(words));
        if matches!(entry, Entry::Go(..)) {
            return own;
        }
        let others = [Language::En, Language::Zh]
            .into_iter()
            .filter_map(|language| fuzzy_score(query, &entry.name(messages(language))).map(|score| score - 1));
        let id = fuzzy_score(query, &entry.id()).map(|score| score - 2);
        own.into_iter().chain(others).chain(id).max()
    };
    let best = |entries: &[Entry], most: usize| {
        let scored = entries.iter().enumerate().filter_map(|(index, entry)| Some((score(entry)?, index)));
        let mut scored: Vec<(i32, usize)> = scored.collect();
        scored.sort_unstable_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
        scored.truncate(most);
        scored.into_iter().map(|(score, index)| (score, entries[index].clone())).collect::<Vec<_>>()
    };
    let mut all = best(available, usize::MAX);
    all.extend(best(places, PLACES));
    all.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    all.into_iter().map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_app::Model;

    fn first(query: &str, language: Language) -> Option<String> {
        let model = Model::default();
        let found = found(&entries(&model), &[], query, messages(language));
        found.first().map(|entry| entry.id().into_owned())
    }

    #[test]
    fn a_command_is_found_by_its_letters_in_either_language() {
        assert_eq!(first("settings", Language::En), Some("app.settings".to_owned()));
        assert_eq!(first("设置", Language::Zh), Some("app.settings".to_owned()));
        assert_eq!(first("settings", Language::Zh), Some("app.settings".to_owned()));
        assert_eq!(first("new con", Language::En), Some("chat.new".to_owned()));
        assert_eq!(first("language", Language::En), Some("app.language".to_owned()));
        assert_eq!(first("qqq", Language::En), None);
    }

    #[test]
    fn only_what_applies_is_offered() {
        let offered: Vec<String> = entries(&Model::default()).iter().map(|entry| entry.id().into_owned()).collect();
        let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
        assert!(offered.contains(&"chat.new"));
        assert!(!offered.contains(&"chat.stop"), "no answer is being made");
        assert!(!offered.contains(&"chat.send"), "it is only a name for the history");
        assert!(!offered.contains(&"app.palette"));
    }
}
