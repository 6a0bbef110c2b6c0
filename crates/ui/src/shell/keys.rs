//! Shortcuts: from a pressed key to a command, and from a command to the keys that are shown.
//!
//! - K1 A key that belongs to an input method is never a command.
//! - K2 While a dialog or a list lies over the page, Escape closes that and does nothing else; other shortcuts wait.
//! - K3 A field that text is typed into keeps its own undo and redo.
//! - K4 What a room has handled already (`preventDefault`) is not handled again.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::kit::dom::{is_composing, is_covered, is_typing, use_layout_effect};
use crate::shell::focus::step_region;
use crate::store::{Store, use_selector, use_store};
use espalier_app::palette::{self, NEXT_REGION, PALETTE, PREVIOUS_REGION, REDO, shortcut_of};
use espalier_app::{BootState, Dialog, Model, Msg};

/// Listens for shortcuts for as long as the component is there.
#[hook]
pub fn use_shortcuts() {
    let store = use_store();
    use_layout_effect(store, |store| {
        let store = store.clone();
        let document = web_sys::window().and_then(|window| window.document());
        let listener = document.map(|document| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                    on_key(&store, event);
                }
            })
        });
        move || drop(listener)
    });
}

/// A combination as the registry writes it; `None` for one that cannot be a shortcut.
pub fn pressed(event: &KeyboardEvent, mac: bool) -> Option<String> {
    combination(&Pressed::of(event), mac)
}

fn on_key(store: &Store, event: &KeyboardEvent) {
    if event.default_prevented() || is_composing(event) || event.get_modifier_state("AltGraph") {
        return;
    }
    let Some(keys) = store.read(|model| combination(&Pressed::of(event), model.facts.mac)) else {
        return;
    };
    if let (Some(forward), false) = (region(&keys), is_covered()) {
        event.prevent_default();
        step_region(forward);
        return;
    }
    if is_typing(event) && matches!(keys.as_str(), "Mod+Z" | "Mod+Shift+Z" | "Mod+Y") {
        return;
    }
    let covered = is_covered();
    let plain = || store.read(|model| plain(model, &keys)).filter(|_| !covered && !takes_letters(event));
    if let Some(msg) = store.read(|model| meant(model, &keys, covered)).or_else(plain) {
        event.prevent_default();
        store.dispatch(msg);
    }
}

/// Whether a combination of keys goes to the next region of the page, or to the one before.
fn region(keys: &str) -> Option<bool> {
    let is = |id| shortcut_of(id) == keys;
    if is(NEXT_REGION) { Some(true) } else { is(PREVIOUS_REGION).then_some(false) }
}

/// Returns the message of a shortcut in the current state (K2).
fn meant(model: &Model, keys: &str, covered: bool) -> Option<Msg> {
    if model.boot != BootState::Ready {
        return None;
    }
    if covered || model.dialog.is_some() {
        let palette = model.dialog == Some(Dialog::Palette) && keys == shortcut_of(PALETTE);
        return palette.then_some(Msg::Dialog(None));
    }
    // Both are usual.
    let keys = if keys == "Mod+Y" { shortcut_of(REDO) } else { keys };
    palette::shortcut(model, keys).or_else(|| model.room()?.key(model, keys, true))
}

/// Returns the message of a plain key in the room, outside text fields.
fn plain(model: &Model, keys: &str) -> Option<Msg> {
    if model.boot != BootState::Ready || model.dialog.is_some() {
        return None;
    }
    model.room()?.key(model, keys, false)
}

/// Whether the element with the focus has a use for letters of its own.
fn takes_letters(event: &Event) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let chooses = |element: &web_sys::Element| element.tag_name() == "SELECT";
    // What is said in an assistant has keys of its own.
    let is_said = |element: &web_sys::Element| element.closest(".assistant").ok().flatten().is_some();
    is_typing(event) || element.is_some_and(|element| chooses(&element) || is_said(&element))
}

/// A pressed key with its modifiers.
#[derive(Debug, Default)]
struct Pressed {
    key: String,
    code: String,
    control: bool,
    command: bool,
    alt: bool,
    shift: bool,
}

impl Pressed {
    fn of(event: &KeyboardEvent) -> Self {
        Self {
            key: event.key(),
            code: event.code(),
            control: event.ctrl_key(),
            command: event.meta_key(),
            alt: event.alt_key(),
            shift: event.shift_key(),
        }
    }
}

/// A combination as the registry writes it, such as `Mod+Shift+Z`; `None` for one that cannot be a shortcut.
fn combination(pressed: &Pressed, mac: bool) -> Option<String> {
    let (modifier, other) = if mac { (pressed.command, pressed.control) } else { (pressed.control, pressed.command) };
    if other {
        return None;
    }
    let key = key_name(pressed)?;
    let mut keys = String::new();
    for (held, name) in [(modifier, "Mod+"), (pressed.alt, "Alt+"), (pressed.shift, "Shift+")] {
        if held {
            keys.push_str(name);
        }
    }
    Some(keys + &key)
}

/// The name of the key itself: the letter it stands for, or, where Alt or another alphabet makes something else of it,
/// the letter at its place on a Latin keyboard.
fn key_name(pressed: &Pressed) -> Option<String> {
    let mut characters = pressed.key.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    let Some(character) = single else {
        let is_modifier =
            matches!(pressed.key.as_str(), "Control" | "Meta" | "Alt" | "Shift" | "AltGraph" | "Dead" | "");
        return if is_modifier { place(&pressed.code) } else { Some(pressed.key.clone()) };
    };
    if character.is_ascii() && !pressed.alt {
        return Some(character.to_ascii_uppercase().to_string());
    }
    place(&pressed.code).or_else(|| Some(character.to_ascii_uppercase().to_string()))
}

fn place(code: &str) -> Option<String> {
    code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit")).map(str::to_owned)
}

/// The keys of a shortcut as they are printed on the keyboard.
pub fn printed(shortcut: &str, mac: bool) -> Vec<String> {
    let one = |key: &str| match (key, mac) {
        ("Mod", false) => "Ctrl".to_owned(),
        ("Mod", true) => "⌘".to_owned(),
        ("Alt", true) => "⌥".to_owned(),
        ("Shift", true) => "⇧".to_owned(),
        ("Escape", _) => "Esc".to_owned(),
        ("ArrowLeft", _) => "←".to_owned(),
        ("ArrowRight", _) => "→".to_owned(),
        ("ArrowUp", _) => "↑".to_owned(),
        ("ArrowDown", _) => "↓".to_owned(),
        (key, _) if key.len() == 1 => key.to_ascii_uppercase(),
        (key, _) => key.to_owned(),
    };
    shortcut.split('+').filter(|key| !key.is_empty()).map(one).collect()
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeysProps {
    /// A shortcut, as the registry writes it.
    pub shortcut: AttrValue,
}

/// The keys of a shortcut; nothing where there is none.
#[component]
pub fn Keys(props: &KeysProps) -> Html {
    let mac = use_selector(|model| model.facts.mac);
    let keys = printed(&props.shortcut, *mac);
    html! { <span class="keys">{ for keys.into_iter().map(|key| html! { <kbd class="key">{ key }</kbd> }) }</span> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: &str, code: &str, modifiers: &str) -> Pressed {
        Pressed {
            key: key.to_owned(),
            code: code.to_owned(),
            control: modifiers.contains('c'),
            command: modifiers.contains('m'),
            alt: modifiers.contains('a'),
            shift: modifiers.contains('s'),
        }
    }

    fn check(pressed: &Pressed, mac: bool, expect: Option<&str>) {
        assert_eq!(combination(pressed, mac).as_deref(), expect, "{pressed:?}");
    }

    #[test]
    fn combinations_are_written_like_the_registry() {
        check(&pressed("z", "KeyZ", "c"), false, Some("Mod+Z"));
        check(&pressed("Z", "KeyZ", "cs"), false, Some("Mod+Shift+Z"));
        check(&pressed(",", "Comma", "c"), false, Some("Mod+,"));
        check(&pressed("ArrowLeft", "ArrowLeft", "ca"), false, Some("Mod+Alt+ArrowLeft"));
        check(&pressed("Escape", "Escape", ""), false, Some("Escape"));
        check(&pressed("F1", "F1", ""), false, Some("F1"));
        check(&pressed("Control", "ControlLeft", "c"), false, None);
    }

    #[test]
    fn on_a_mac_it_is_the_command_key_and_alt_does_not_change_the_letter() {
        check(&pressed("˜", "KeyN", "ma"), true, Some("Mod+Alt+N"));
        check(&pressed("Dead", "KeyN", "ma"), true, Some("Mod+Alt+N"));
        check(&pressed("z", "KeyZ", "c"), true, None);
        check(&pressed("k", "KeyK", "m"), true, Some("Mod+K"));
    }

    #[test]
    fn other_alphabets_have_the_same_places() {
        check(&pressed("л", "KeyK", "c"), false, Some("Mod+K"));
    }

    #[test]
    fn every_shortcut_of_the_registry_can_be_typed() {
        for command in palette::commands().filter(|command| !command.shortcut.is_empty()) {
            let parts: Vec<&str> = command.shortcut.split('+').collect();
            let held = |name| parts.contains(&name);
            let key = parts.last().copied().unwrap_or_default();
            let code = if key.len() == 1 { format!("Key{key}") } else { key.to_owned() };
            let pressed = Pressed {
                key: key.to_owned(),
                code,
                control: held("Mod"),
                command: false,
                alt: held("Alt"),
                shift: held("Shift"),
            };
            check(&pressed, false, Some(command.shortcut));
        }
    }

    #[test]
    fn k2_a_dialog_comes_first() {
        let mut model = Model { boot: BootState::Ready, ..Model::default() };
        assert!(matches!(meant(&model, "Mod+K", false), Some(Msg::Dialog(Some(Dialog::Palette)))));
        assert!(meant(&model, "Mod+K", true).is_none());
        model.dialog = Some(Dialog::Palette);
        assert!(matches!(meant(&model, "Mod+K", true), Some(Msg::Dialog(None))));
        assert!(meant(&model, "Mod+Z", true).is_none());
        assert!(matches!(
            meant(&Model { boot: BootState::Ready, ..Model::default() }, "Mod+Y", false),
            Some(Msg::Redo)
        ));
        model.boot = BootState::Loading;
        assert!(meant(&model, "Mod+K", false).is_none());
    }

    #[test]
    fn one_can_go_round_the_page_and_back() {
        assert_eq!(["F6", "Shift+F6", "F1", "Tab"].map(region), [Some(true), Some(false), None, None]);
    }

    #[test]
    fn keys_are_shown_as_they_are_printed() {
        assert_eq!(printed("Mod+Shift+Z", false), ["Ctrl", "Shift", "Z"]);
        assert_eq!(printed("Mod+Alt+ArrowLeft", true), ["⌘", "⌥", "←"]);
        assert!(printed("", false).is_empty());
    }
}
