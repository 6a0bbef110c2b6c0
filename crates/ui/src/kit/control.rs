//! Controls that take input: a line of text, several lines, a choice, a tick. Each hands its value on, not its event.
//!
//! A label stands around it ([`Field`](super::Field)) or is handed in as `label`.

use yew::html::IntoPropValue;
use yew::prelude::*;

use super::dom::{field_value, has_focus, use_autofocus, use_layout_effect};
use crate::store::use_leaving;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TextInputProps {
    /// The element, for those who give it the focus.
    #[prop_or_default]
    pub node: NodeRef,
    /// The text in it; without one it belongs to the browser while somebody types.
    #[prop_or_default]
    pub value: Option<AttrValue>,
    /// Receives the whole text at every change.
    #[prop_or_default]
    pub ontype: Callback<String>,
    /// Receives the whole text once it is left or Enter is pressed.
    #[prop_or_default]
    pub oncommit: Callback<String>,
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// The kind of input: `text`, `search`, `url`, `number`, `date`, ….
    #[prop_or(AttrValue::Static("text"))]
    pub kind: AttrValue,
    /// Its accessible name, where no label stands around it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub class: Classes,
    /// Whether it has the focus when the dialog around it opens, or when it comes into one.
    #[prop_or_default]
    pub focused: bool,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Its `name` in a form.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// The smallest value of a number, date or time.
    #[prop_or_default]
    pub min: Option<AttrValue>,
    /// The largest value of a number, date or time.
    #[prop_or_default]
    pub max: Option<AttrValue>,
    #[prop_or_default]
    pub step: Option<AttrValue>,
    #[prop_or_default]
    pub max_length: Option<AttrValue>,
    /// The keyboard that a touch screen shows (`inputmode`).
    #[prop_or_default]
    pub mode: Option<AttrValue>,
    /// The word on the Enter key of a touch screen (`enterkeyhint`).
    #[prop_or_default]
    pub enter_key: Option<AttrValue>,
    /// The id of a `datalist` with suggestions.
    #[prop_or_default]
    pub list: Option<AttrValue>,
    /// The id of the element with the error or the hint.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    #[prop_or_default]
    pub invalid: bool,
    #[prop_or_default]
    pub disabled: bool,
    /// Whether it holds an identifier rather than prose: no spelling, no capital letters, no history.
    #[prop_or_default]
    pub verbatim: bool,
}

/// A line of text.
#[component]
pub fn TextInput(props: &TextInputProps) -> Html {
    let invalid = props.invalid.then_some("true");
    use_commit(&props.node, props.value.clone(), &props.oncommit);
    use_autofocus(&props.node, props.focused);
    let (complete, spelling) = if props.verbatim { (Some("off"), Some("false")) } else { (None, None) };
    html! {
        <input
            ref={props.node.clone()} type={props.kind.clone()} value={props.value.clone()} class={props.class.clone()}
            placeholder={props.placeholder.clone()} aria-label={props.label.clone()} name={props.name.clone()}
            maxlength={props.max_length.clone()} inputmode={props.mode.clone()} enterkeyhint={props.enter_key.clone()}
            min={props.min.clone()} max={props.max.clone()} step={props.step.clone()} list={props.list.clone()}
            aria-invalid={invalid} aria-describedby={props.described_by.clone()} disabled={props.disabled} autofocus={props.focused}
            autocomplete={complete} autocapitalize={complete} spellcheck={spelling} data-testid={props.test_id.clone()}
            oninput={on_text(&props.ontype)} onchange={on_change(&props.oncommit)} onkeydown={props.onkeydown.clone()}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TextAreaProps {
    /// The element, for those who give it the focus.
    #[prop_or_default]
    pub node: NodeRef,
    /// The text in it; without one it belongs to the browser while somebody types.
    #[prop_or_default]
    pub value: Option<AttrValue>,
    /// Receives the whole text at every change.
    #[prop_or_default]
    pub ontype: Callback<String>,
    /// Receives the whole text once it is left.
    #[prop_or_default]
    pub oncommit: Callback<String>,
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// Its accessible name, where no label stands around it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Its `name` in a form.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// The height in lines.
    #[prop_or(AttrValue::Static("2"))]
    pub rows: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
}

/// Hands on what was typed and not committed when the place of the field goes away or the page is left.
#[hook]
fn use_commit(node: &NodeRef, value: Option<AttrValue>, oncommit: &Callback<String>) {
    let now = (node.clone(), value, oncommit.clone());
    let latest = use_mut_ref(|| now.clone());
    *latest.borrow_mut() = now;
    let leave = Callback::from(move |()| {
        let (node, value, oncommit) = latest.borrow().clone();
        let is_here = node.cast::<web_sys::Element>().is_some_and(|field| has_focus(&field));
        let typed = field_value(&node).filter(|_| is_here);
        if let Some(typed) = typed.filter(|typed| *typed != value.unwrap_or_default()) {
            oncommit.emit(typed);
        }
    });
    use_layout_effect((), {
        let leave = leave.clone();
        move |()| move || leave.emit(())
    });
    use_leaving(leave);
}

/// Several lines of text.
#[component]
pub fn TextArea(props: &TextAreaProps) -> Html {
    use_commit(&props.node, props.value.clone(), &props.oncommit);
    html! {
        <textarea
            ref={props.node.clone()} value={props.value.clone()} class={props.class.clone()} rows={props.rows.clone()}
            placeholder={props.placeholder.clone()} aria-label={props.label.clone()} name={props.name.clone()}
            disabled={props.disabled} data-testid={props.test_id.clone()}
            oninput={on_area(&props.ontype)} onchange={on_change(&props.oncommit)} onkeydown={props.onkeydown.clone()}
        />
    }
}

/// One of the choices of a [`Select`]: its value and its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectOption {
    /// The value that is handed on.
    pub value: AttrValue,
    /// The words a person reads.
    pub label: AttrValue,
    /// The language of the words, where it is not the page's.
    pub lang: Option<AttrValue>,
}

impl SelectOption {
    /// A choice of a value and its words.
    pub fn new(value: impl IntoPropValue<AttrValue>, label: impl IntoPropValue<AttrValue>) -> Self {
        Self { value: value.into_prop_value(), label: label.into_prop_value(), lang: None }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SelectProps {
    /// The element, for those who give it the focus.
    #[prop_or_default]
    pub node: NodeRef,
    pub options: Vec<SelectOption>,
    /// The value that is chosen.
    pub value: AttrValue,
    pub onchoose: Callback<String>,
    /// Its accessible name, where no label stands around it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Its `name` in a form.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// Words that stand there while nothing is chosen; they can't be chosen themselves.
    #[prop_or_default]
    pub prompt: Option<AttrValue>,
    #[prop_or_default]
    pub disabled: bool,
}

/// A choice of one among several.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let chosen = &props.value;
    let is_chosen = props.options.iter().any(|option| option.value == *chosen);
    let prompt = props.prompt.clone().map(|prompt| {
        html! { <option key="" value="" selected={!is_chosen} disabled=true>{ prompt }</option> }
    });
    let options = props.options.iter().map(|option| {
        let (value, key) = (option.value.clone(), format!("={}", option.value));
        let selected = value == *chosen;
        html! { <option {key} {selected} {value} lang={option.lang.clone()}>{ option.label.clone() }</option> }
    });
    let onchange = props.onchoose.reform(|event: Event| {
        let element: web_sys::HtmlSelectElement = event.target_unchecked_into();
        element.value()
    });
    html! {
        <select
            ref={props.node.clone()} class={props.class.clone()} aria-label={props.label.clone()}
            title={props.label.clone()} name={props.name.clone()} disabled={props.disabled}
            data-testid={props.test_id.clone()} {onchange}
        >
            { prompt }
            { for options }
        </select>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CheckboxProps {
    pub checked: bool,
    pub ontick: Callback<bool>,
    /// Its accessible name, where no label stands around it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub test_id: Option<AttrValue>,
    /// Its `name` in a form.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// The id of the element that says how it is meant.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    #[prop_or_default]
    pub disabled: bool,
}

#[component]
pub fn Checkbox(props: &CheckboxProps) -> Html {
    let onchange = props.ontick.reform(|event: Event| {
        let element: web_sys::HtmlInputElement = event.target_unchecked_into();
        element.checked()
    });
    html! {
        <input
            type="checkbox" checked={props.checked} class={props.class.clone()} aria-label={props.label.clone()}
            name={props.name.clone()} aria-describedby={props.described_by.clone()} disabled={props.disabled}
            data-testid={props.test_id.clone()} {onchange}
        />
    }
}

fn on_text(ontype: &Callback<String>) -> Callback<InputEvent> {
    ontype.reform(|event: InputEvent| {
        let element: web_sys::HtmlInputElement = event.target_unchecked_into();
        element.value()
    })
}

fn on_area(ontype: &Callback<String>) -> Callback<InputEvent> {
    ontype.reform(|event: InputEvent| {
        let element: web_sys::HtmlTextAreaElement = event.target_unchecked_into();
        element.value()
    })
}

/// The text of an input or a text area, at the event that both send when they are left. `value` is read as a property of
/// either: the bindings only name it.
fn on_change(oncommit: &Callback<String>) -> Callback<Event> {
    oncommit.reform(|event: Event| {
        let element: web_sys::HtmlInputElement = event.target_unchecked_into();
        element.value()
    })
}
