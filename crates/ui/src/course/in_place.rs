//! Text that is changed where it stands: a button that becomes a field.
//!
//! - P1 Enter, or leaving the field, keeps what was typed; Escape leaves everything as it was.
//! - P2 The keyboard comes back to the text when the field is gone, unless it went elsewhere.

use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Icon, IconName, RenameField, is_composing};
use crate::store::use_finish;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct InPlaceProps {
    pub value: AttrValue,
    /// Label of the field, also its tooltip.
    pub label: AttrValue,
    #[prop_or_default]
    pub hint: AttrValue,
    /// Whether it may have several lines.
    #[prop_or_default]
    pub long: bool,
    /// A pencil says that it can be changed.
    #[prop_or_default]
    pub pencil: bool,
    #[prop_or_default]
    pub disabled: bool,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    pub onchange: Callback<String>,
}

/// Text that is changed where it stands.
#[component]
pub fn InPlace(props: &InPlaceProps) -> Html {
    let editing = use_state_eq(|| false);
    let node = use_node_ref();
    let was = use_mut_ref(|| false);
    use_layout_effect((node.clone(), *editing), move |(node, editing)| {
        if was.replace(*editing) && !*editing && is_nowhere() {
            focus(node);
        }
    });
    let onfinish = {
        let (editing, onchange) = (editing.setter(), props.onchange.clone());
        Callback::from(move |text: Option<String>| {
            editing.set(false);
            if let Some(text) = text {
                onchange.emit(text);
            }
        })
    };
    let label = props.label.clone();
    match (*editing, props.long) {
        (true, true) => return html! { <LongField value={props.value.clone()} {label} {onfinish} /> },
        (true, false) => return html! { <RenameField value={props.value.clone()} {label} {onfinish} /> },
        _ => {}
    }
    let onclick = {
        let editing = editing.setter();
        Callback::from(move |_: MouseEvent| editing.set(true))
    };
    let empty = props.value.trim().is_empty();
    let text = if empty { props.hint.clone() } else { props.value.clone() };
    html! {
        <button
            ref={node} id={props.id.clone()} type="button" class={classes!("in-place", empty.then_some("in-place-empty"))}
            title={label} disabled={props.disabled} {onclick}
        >
            { text }
            { (props.pencil && !empty).then(|| html! { <Icon name={IconName::Edit} /> }) }
        </button>
    }
}

/// Whether the keyboard is nowhere in particular.
pub fn is_nowhere() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    page.is_some_and(|page| page.active_element().is_none_or(|element| element.tag_name() == "BODY"))
}

/// Whether the keyboard is in the outline, or in something that lies over the page.
pub fn is_beside() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    let active = page.and_then(|page| page.active_element());
    active.is_some_and(|element| {
        element.closest(".course-outline, .course-profile, .sidebar, dialog, [popover]").ok().flatten().is_some()
    })
}

/// Whether the keyboard is in something that takes what is typed or chosen.
pub fn is_in_field() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    let active = page.and_then(|page| page.active_element());
    active.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LongFieldProps {
    value: AttrValue,
    label: AttrValue,
    onfinish: Callback<Option<String>>,
}

/// A field of several lines; Enter with Ctrl keeps, as does leaving it.
#[component]
fn LongField(props: &LongFieldProps) -> Html {
    let node = use_node_ref();
    use_layout_effect(node.clone(), focus);
    let finish = use_callback((props.value.clone(), props.onfinish.clone()), |text: String, (value, onfinish)| {
        onfinish.emit(Some(text).filter(|text| text != value.as_str()));
    });
    let (finish, give_up) = use_finish(&node, finish);
    let onblur = finish.reform(|event: FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    let onkeydown = {
        let (finish, onfinish) = (finish.clone(), props.onfinish.clone());
        Callback::from(move |event: KeyboardEvent| {
            event.stop_propagation();
            match event.key().as_str() {
                "Enter" if (event.ctrl_key() || event.meta_key()) && !is_composing(&event) => {
                    let field = event.target().and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
                    finish.emit(field.map(|field| field.value()).unwrap_or_default());
                }
                "Escape" if !is_composing(&event) => {
                    give_up.emit(());
                    onfinish.emit(None);
                }
                _ => {}
            }
        })
    };
    let rows = props.value.lines().count().clamp(3, 16).to_string();
    html! {
        <textarea
            ref={node} class="course-long" data-markdown="" {rows} maxlength="20000" aria-label={props.label.clone()} value={props.value.clone()}
            {onblur} {onkeydown}
        />
    }
}
