//! The palette: every command by its name, in either language.
//!
//! Must not be in here: what a command does, or when it applies (`app::palette`).

use yew::prelude::*;

use super::keys::Keys;
use crate::app::Msg;
use crate::app::palette::{Entry, entries};
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
    let available = use_selector(entries);
    let found = found(&available, &query, words);
    let at = (*chosen).min(found.len().saturating_sub(1));
    use_effect_with(found.get(at).map(option_id), |id| {
        if let Some(id) = id {
            show_element(id);
        }
    });

    let run = Callback::from(move |entry: Entry| {
        let msg = store.read(|model| entry.message(model));
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
                ("Enter", Some(entry)) => run.emit(entry),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let options = found.iter().enumerate().map(|(place, &entry)| view_option(entry, place == at, words, &run));
    html! {
        <Modal title={words.command.palette} test_id="palette" bare=true onclose={close}>
            <div class="palette-field">
                <Icon name={IconName::Search} />
                <input
                    class="palette-input" type="text" data-testid="palette-input" autofocus=true autocomplete="off"
                    spellcheck="false" role="combobox" aria-expanded="true" aria-controls={LIST}
                    aria-label={words.shell.palette.placeholder} placeholder={words.shell.palette.placeholder}
                    aria-activedescendant={found.get(at).map(option_id)}
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

fn view_option(entry: Entry, chosen: bool, words: &'static Messages, run: &Callback<Entry>) -> Html {
    let onclick = run.reform(move |_: MouseEvent| entry);
    html! {
        <li
            key={entry.id()} id={option_id(&entry)} class="palette-item" role="option"
            aria-selected={if chosen { "true" } else { "false" }}
            data-testid="palette-item" data-command={entry.id()} {onclick}
        >
            <span>{ entry.name(words) }</span>
            <Keys shortcut={entry.shortcut()} />
        </li>
    }
}

fn option_id(entry: &Entry) -> String {
    format!("palette-{}", entry.id())
}

/// The commands that fit what was typed, best first; all in their own order when nothing was typed. The other
/// language's name counts a little less, and so does the id, which names what a translated name may not.
fn found(available: &[Entry], query: &str, words: &Messages) -> Vec<Entry> {
    if query.trim().is_empty() {
        return available.to_vec();
    }
    let score = |entry: &Entry| {
        let own = fuzzy_score(query, entry.name(words));
        let others = [Language::En, Language::Zh]
            .into_iter()
            .filter_map(|language| fuzzy_score(query, entry.name(messages(language))).map(|score| score - 1));
        let id = fuzzy_score(query, entry.id()).map(|score| score - 2);
        own.into_iter().chain(others).chain(id).max()
    };
    let scored = available.iter().enumerate().filter_map(|(index, entry)| Some((score(entry)?, index)));
    let mut scored: Vec<(i32, usize)> = scored.collect();
    scored.sort_unstable_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
    scored.into_iter().map(|(_, index)| available[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Model;

    fn first(query: &str, language: Language) -> Option<&'static str> {
        let model = Model::default();
        let found = found(&entries(&model), query, messages(language));
        found.first().map(Entry::id)
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
        let offered: Vec<&str> = entries(&Model::default()).iter().map(Entry::id).collect();
        assert!(offered.contains(&"chat.new"));
        assert!(!offered.contains(&"chat.stop"), "no answer is being made");
        assert!(!offered.contains(&"chat.send"), "it is only a name for the history");
        assert!(!offered.contains(&"app.palette"));
    }
}
