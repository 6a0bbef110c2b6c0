//! The field in which something is given another name, in place of the one it has.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::dom::{focus_on_page, is_composing, use_layout_effect};
use crate::store::use_finish;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RenameFieldProps {
    /// Initial value.
    pub value: AttrValue,
    /// Label for screen readers.
    pub label: AttrValue,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Called at the end with the new name, or `None` if it was left.
    pub onfinish: Callback<Option<String>>,
}

/// A field that renames. Enter or leaving the field renames, Escape leaves everything as it is.
#[component]
pub fn RenameField(props: &RenameFieldProps) -> Html {
    let node = use_node_ref();
    use_layout_effect(node.clone(), |node| {
        if let Some(field) = node.cast::<HtmlInputElement>() {
            focus_on_page(&field);
            field.select();
        }
    });
    let finish = use_callback((props.value.clone(), props.onfinish.clone()), |text: String, (value, onfinish)| {
        onfinish.emit(Some(text).filter(|text| text.trim() != value.as_str()));
    });
    let (finish, give_up) = use_finish(&node, finish);
    let onblur = use_callback(finish.clone(), |event: FocusEvent, finish| {
        finish.emit(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let deps = (finish, give_up, props.onfinish.clone());
    let onkeydown = use_callback(deps, |event: KeyboardEvent, (finish, give_up, onfinish)| {
        event.stop_propagation();
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => {
                // Or it would press the button that takes the focus from the field.
                event.prevent_default();
                finish.emit(event.target_unchecked_into::<HtmlInputElement>().value());
            }
            "Escape" if !is_composing(&event) => {
                give_up.emit(());
                onfinish.emit(None);
            }
            _ => {}
        }
    });
    html! {
        <input
            ref={node} class="rename" type="text" maxlength="200" data-testid={props.test_id.clone()}
            aria-label={props.label.clone()} value={props.value.clone()} {onblur} {onkeydown}
        />
    }
}
