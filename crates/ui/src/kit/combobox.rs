//! A field in which one of many is found by typing.
//!
//! Arrow keys go through what fits, Enter takes it, Escape leaves everything as it was.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::dom::{is_composing, show_element};
use espalier_base::fold::folded;

/// A choice of a combobox.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Value handed over when it is chosen.
    pub value: String,
    pub name: String,
    /// Further information, shown after the name.
    pub detail: String,
    /// Other search words.
    pub words: String,
}

#[derive(Clone, PartialEq, Properties)]
pub struct ComboboxProps {
    /// Its test id, and the beginning of the ids in it.
    pub test_id: &'static str,
    /// The chosen value.
    pub value: AttrValue,
    /// Name of the chosen value, shown while nothing is typed.
    pub name: AttrValue,
    /// Makes all there is to choose; asked when the list opens.
    pub choices: Callback<(), Rc<Vec<Choice>>>,
    /// Text where no choice matches.
    pub nothing: AttrValue,
    pub onchoose: Callback<String>,
}

/// State of the open list: all choices, the query, and the position among the matches.
#[derive(Clone, PartialEq)]
struct OpenList {
    choices: Rc<Vec<Choice>>,
    query: String,
    at: usize,
}

/// A field with a list below it while it is open.
#[component]
pub fn Combobox(props: &ComboboxProps) -> Html {
    let open = use_state_eq(|| None::<OpenList>);
    let list = format!("{}-list", props.test_id);
    let option_id = |at: usize| format!("{}-{at}", props.test_id);
    let fits = open.as_ref().map(|open| fitting(&open.choices, &open.query)).unwrap_or_default();
    let at = open.as_ref().map_or(0, |open| open.at.min(fits.len().saturating_sub(1)));
    let active = (!fits.is_empty()).then(|| option_id(at));
    use_effect_with(active.clone(), |active| {
        if let Some(id) = active {
            show_element(id);
        }
    });
    let (show, choose, oninput) = actions(props, &open);
    let onkeydown = {
        let (open, show, choose) = (open.clone(), show.clone(), choose.clone());
        let chosen = open.as_ref().and_then(|open| Some(open.choices[*fits.get(at)?].value.clone()));
        let count = fits.len();
        Callback::from(move |event: KeyboardEvent| on_key(&event, &open, (at, count), chosen.as_ref(), &show, &choose))
    };
    let onfocus = Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select());
    let onblur = {
        let open = open.setter();
        Callback::from(move |_: FocusEvent| open.set(None))
    };
    let options = open.as_ref().map(|open| {
        let view = |(place, choice): (usize, &usize)| {
            view_choice(option_id(place), &open.choices[*choice], place == at, &choose)
        };
        let nothing = html! { <li class="combobox-nothing" role="presentation">{ props.nothing.clone() }</li> };
        html! { <>{ for fits.iter().enumerate().map(view) }{ fits.is_empty().then_some(nothing) }</> }
    });
    let value = match open.as_ref() {
        Some(open) if !open.query.is_empty() => AttrValue::from(open.query.clone()),
        _ => props.name.clone(),
    };
    let expanded = if open.is_some() { "true" } else { "false" };
    html! {
        <span class="combobox">
            <input
                type="text" role="combobox" autocomplete="off" spellcheck="false" data-testid={props.test_id}
                aria-expanded={expanded} aria-controls={list.clone()} aria-autocomplete="list"
                aria-activedescendant={active} {value} {oninput} {onkeydown} {onfocus} {onblur}
                onclick={show.reform(|_: MouseEvent| ())}
            />
            <ul id={list} class="combobox-list" role="listbox" hidden={open.is_none()}>{ options }</ul>
        </span>
    }
}

/// The callbacks that show the list, choose a value, and look for typed text.
fn actions(
    props: &ComboboxProps,
    open: &UseStateHandle<Option<OpenList>>,
) -> (Callback<()>, Callback<String>, Callback<InputEvent>) {
    let show = {
        let (open, choices, value) = (open.clone(), props.choices.clone(), props.value.clone());
        Callback::from(move |()| {
            if open.is_none() {
                let choices = choices.emit(());
                let at = choices.iter().position(|choice| *choice.value == *value).unwrap_or(0);
                open.set(Some(OpenList { choices, query: String::new(), at }));
            }
        })
    };
    let choose = {
        let (open, onchoose) = (open.setter(), props.onchoose.clone());
        Callback::from(move |value: String| {
            open.set(None);
            onchoose.emit(value);
        })
    };
    let oninput = {
        let (open, choices) = (open.clone(), props.choices.clone());
        Callback::from(move |event: InputEvent| {
            let query = event.target_unchecked_into::<HtmlInputElement>().value();
            let choices = open.as_ref().map_or_else(|| choices.emit(()), |open| open.choices.clone());
            open.set(Some(OpenList { choices, query, at: 0 }));
        })
    };
    (show, choose, oninput)
}

/// Handles a key, given the position among the matches, their number, and what Enter would take.
fn on_key(
    event: &KeyboardEvent,
    open: &UseStateHandle<Option<OpenList>>,
    (at, count): (usize, usize),
    chosen: Option<&String>,
    show: &Callback<()>,
    choose: &Callback<String>,
) {
    if is_composing(event) {
        return;
    }
    let go = |at: usize| open.set((**open).clone().map(|open| OpenList { at, ..open }));
    match (event.key().as_str(), open.is_some()) {
        ("ArrowDown" | "ArrowUp", false) => show.emit(()),
        ("ArrowDown", true) if count > 0 => go((at + 1) % count),
        ("ArrowUp", true) if count > 0 => go((at + count - 1) % count),
        ("PageDown", true) => go((at + 8).min(count.saturating_sub(1))),
        ("PageUp", true) => go(at.saturating_sub(8)),
        ("Enter", true) => {
            if let Some(value) = chosen {
                choose.emit(value.clone());
            }
        }
        ("Escape", true) => {
            event.stop_propagation();
            open.set(None);
        }
        _ => return,
    }
    event.prevent_default();
}

fn view_choice(id: String, choice: &Choice, chosen: bool, choose: &Callback<String>) -> Html {
    // Before the field loses the focus, which closes the list.
    let onpointerdown = Callback::from(|event: PointerEvent| event.prevent_default());
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    let onclick = {
        let value = choice.value.clone();
        choose.reform(move |event: MouseEvent| {
            event.prevent_default();
            value.clone()
        })
    };
    html! {
        <li
            key={choice.value.clone()} {id} class="combobox-item" role="option" data-testid="combobox-item"
            data-value={choice.value.clone()} aria-selected={if chosen { "true" } else { "false" }}
            {onpointerdown} {onmousedown} {onclick}
        >
            <span>{ &choice.name }</span>
            <span class="combobox-detail">{ &choice.detail }</span>
        </li>
    }
}

/// The places of those that have every word that is typed, first those with a name, or a part of one, that begins so.
fn fitting(choices: &[Choice], query: &str) -> Vec<usize> {
    let query = folded(query).replace('_', " ");
    let words: Vec<&str> = query.split_whitespace().collect();
    let Some(first) = words.first() else { return (0..choices.len()).collect() };
    let mut fits: Vec<(u8, usize)> = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        let name = folded(&choice.name).replace('_', " ");
        let all = format!("{name} {} {}", folded(&choice.detail), folded(&choice.words));
        if !words.iter().all(|word| all.contains(word)) {
            continue;
        }
        let begins = |text: &str| text.split(['/', ' ']).any(|part| part.starts_with(first));
        let rank = if name.starts_with(&query) || name.rsplit('/').next().is_some_and(|city| city.starts_with(&query)) {
            0
        } else if begins(&name) {
            1
        } else if begins(&all) {
            2
        } else {
            3
        };
        fits.push((rank, at));
    }
    fits.sort_unstable();
    fits.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(name: &str, detail: &str, words: &str) -> Choice {
        let text = str::to_owned;
        Choice { value: text(name), name: text(name), detail: text(detail), words: text(words) }
    }

    fn check(query: &str, expect: &[&str]) {
        let all = [
            choice("America/Indiana/Knox", "Central Time · UTC-06:00", "北美中部时间"),
            choice("America/New_York", "Eastern Time · UTC-05:00", "北美东部时间 纽约时间"),
            choice("Asia/Shanghai", "China Time · UTC+08:00", "中国时间 北京 Beijing"),
            choice("Europe/Berlin", "Central European Time · UTC+01:00", "中欧时间 德国时间"),
        ];
        let found: Vec<&str> = fitting(&all, query).into_iter().map(|at| all[at].name.as_str()).collect();
        assert_eq!(found, expect, "{query}");
    }

    #[test]
    fn what_is_typed_is_found_in_names_and_in_the_other_words() {
        check("berl", &["Europe/Berlin"]);
        check("new york", &["America/New_York"]);
        check("NEW_YORK", &["America/New_York"]);
        check("york", &["America/New_York"]);
        check("北京", &["Asia/Shanghai"]);
        check("中欧", &["Europe/Berlin"]);
        check("central", &["America/Indiana/Knox", "Europe/Berlin"]);
        check("central euro", &["Europe/Berlin"]);
        check("+08", &["Asia/Shanghai"]);
        check("  ", &["America/Indiana/Knox", "America/New_York", "Asia/Shanghai", "Europe/Berlin"]);
        check("atlantis", &[]);
    }

    #[test]
    fn what_begins_so_comes_first() {
        let all = [
            choice("America/Indiana/Knox", "", ""),
            choice("Asia/Kolkata", "India Time", ""),
            choice("Indian/Cocos", "", ""),
        ];
        assert_eq!(fitting(&all, "india"), [2, 0, 1]);
        assert_eq!(fitting(&all, "indian"), [2, 0]);
    }
}
