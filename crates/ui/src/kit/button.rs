//! Buttons.

use yew::prelude::*;

use super::dom::use_autofocus;
use super::icon::{Icon, IconName};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ButtonKind {
    /// The one thing to do here.
    Primary,
    /// An ordinary action.
    #[default]
    Plain,
    /// Deletes or discards.
    Danger,
    /// Hardly more than text.
    Quiet,
}

impl ButtonKind {
    const fn class(self) -> &'static str {
        match self {
            Self::Primary => "button-primary",
            Self::Plain => "button-plain",
            Self::Danger => "button-danger",
            Self::Quiet => "button-quiet",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ButtonProps {
    pub label: AttrValue,
    /// A picture before the words.
    #[prop_or_default]
    pub icon: Option<IconName>,
    #[prop_or_default]
    pub kind: ButtonKind,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    #[prop_or_default]
    pub disabled: bool,
    /// Whether it sends the form around it.
    #[prop_or_default]
    pub submit: bool,
    /// Whether it has the focus when the dialog around it opens, or when it comes into one.
    #[prop_or_default]
    pub focused: bool,
    #[prop_or_default]
    pub onclick: Callback<MouseEvent>,
}

/// A button with words.
#[component]
pub fn Button(props: &ButtonProps) -> Html {
    let icon = props.icon.map(|name| html! { <Icon {name} /> });
    let node = use_node_ref();
    use_autofocus(&node, props.focused);
    html! {
        <button
            ref={node}
            type={if props.submit { "submit" } else { "button" }}
            class={classes!("button", props.kind.class())}
            data-testid={props.test_id.clone()}
            disabled={props.disabled}
            autofocus={props.focused}
            onclick={props.onclick.clone()}
        >
            { icon }
            <span>{ props.label.clone() }</span>
        </button>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct IconButtonProps {
    pub icon: IconName,
    /// Label for screen readers, also the tooltip.
    pub label: AttrValue,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Whether it is on, for a button that switches something.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// Whether the popup is open, for a button that opens one.
    #[prop_or_default]
    pub expanded: Option<bool>,
    #[prop_or(ButtonKind::Quiet)]
    pub kind: ButtonKind,
    #[prop_or_default]
    pub disabled: bool,
    /// The element, for those who focus it or place something beside it.
    #[prop_or_default]
    pub node: NodeRef,
    #[prop_or_default]
    pub onclick: Callback<MouseEvent>,
}

/// A button with a picture alone.
#[component]
pub fn IconButton(props: &IconButtonProps) -> Html {
    html! {
        <button
            ref={props.node.clone()}
            type="button"
            class={classes!("button", "button-icon", props.kind.class())}
            aria-label={props.label.clone()}
            title={props.label.clone()}
            aria-pressed={props.pressed.map(text)}
            aria-expanded={props.expanded.map(text)}
            data-testid={props.test_id.clone()}
            disabled={props.disabled}
            onclick={props.onclick.clone()}
        >
            <Icon name={props.icon} />
        </button>
    }
}

const fn text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
