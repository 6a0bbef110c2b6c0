//! The beginning of a room in which there is nothing yet: one big field, the example, and import.

use yew::prelude::*;

use crate::kit::dom::{field_value, press_element};
use crate::kit::{Button, ButtonKind, IconName, TextInput};
use crate::store::{use_kept_words, use_messages, use_selector};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BeginFormProps {
    /// The name of the field, which the heading above it says too.
    pub label: AttrValue,
    /// An example of what is typed.
    pub placeholder: AttrValue,
    /// The `data-testid` of the field.
    pub test_id: AttrValue,
    pub button: AttrValue,
    /// The `data-testid` of the button.
    pub button_id: AttrValue,
    /// Receives the words, trimmed; without words it is empty.
    pub onbegin: Callback<String>,
    pub onexample: Callback<()>,
    /// The words of the button that imports.
    pub import: AttrValue,
    /// The id of the element in which a file is chosen.
    pub import_input: &'static str,
    /// A choice beside the button.
    #[prop_or_default]
    pub children: Html,
}

/// The field and the two other ways to begin.
#[component]
pub fn BeginForm(props: &BeginFormProps) -> Html {
    let words = use_messages();
    let disabled = *use_selector(|model| model.read_only.is_some());
    let text = use_state_eq(String::new);
    let field = use_node_ref();
    let used = use_kept_words(format!("begin.{}", props.test_id), &text, &field);
    let ontype = text.setter();
    let onsubmit = {
        let (text, field) = ((*text).clone(), field.clone());
        props.onbegin.reform(move |event: SubmitEvent| {
            event.prevent_default();
            used.emit(());
            // The last letters may not be drawn yet.
            field_value(&field).unwrap_or_else(|| text.clone()).trim().to_owned()
        })
    };
    let input = props.import_input;
    let onimport = Callback::from(move |_: MouseEvent| press_element(input));
    html! {
        <>
            <form class="listed-begin" {onsubmit}>
                <TextInput
                    node={field} label={props.label.clone()} placeholder={props.placeholder.clone()} test_id={props.test_id.clone()}
                    value={(*text).clone()} {disabled} {ontype}
                />
                { props.children.clone() }
                <Button
                    label={props.button.clone()} kind={ButtonKind::Primary} submit=true test_id={props.button_id.clone()}
                    {disabled}
                />
            </form>
            <p class="listed-more">
                <Button
                    label={words.shell.example.see} kind={ButtonKind::Quiet} test_id="example" {disabled}
                    onclick={props.onexample.reform(|_: MouseEvent| ())}
                />
                <Button label={props.import.clone()} icon={IconName::Upload} kind={ButtonKind::Quiet} {disabled} onclick={onimport} />
            </p>
        </>
    }
}
