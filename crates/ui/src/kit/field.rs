//! A control with its label.

use yew::prelude::*;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FieldProps {
    pub label: AttrValue,
    /// A sentence below the control.
    #[prop_or_default]
    pub hint: Option<AttrValue>,
    /// Whether the label stands behind the control, as with a checkbox.
    #[prop_or_default]
    pub inline: bool,
    /// The control: one element that takes input.
    pub children: Html,
}

/// A control with its label. The hint is outside the label, so that it is not part of the control's name.
#[component]
pub fn Field(props: &FieldProps) -> Html {
    let hint = props.hint.clone().filter(|hint| !hint.is_empty());
    html! {
        <div class="field">
            <label class={if props.inline { "field-inline" } else { "field-stacked" }}>
                <span class="field-label">{ props.label.clone() }</span>
                { props.children.clone() }
            </label>
            <p class="field-hint" hidden={hint.is_none()}>{ hint }</p>
        </div>
    }
}
