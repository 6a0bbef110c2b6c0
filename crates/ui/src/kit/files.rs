//! Saving as a file in a format that is chosen, and choosing a file to import: rows of a list of things to do.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement, Node};
use yew::prelude::*;

use super::button::IconButton;
use super::icon::{Icon, IconName};
use crate::store::use_messages;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FileToolsProps {
    /// The formats that can be saved in, each with its value and its name; the first is chosen at the beginning.
    pub formats: Vec<(&'static str, &'static str)>,
    /// The label of the choice of a format.
    pub format: &'static str,
    /// Tooltip that names the thing saved; the row itself has the same short words everywhere.
    pub export: &'static str,
    /// Name of the things imported, as the tooltip and for screen readers.
    pub import: &'static str,
    /// The types of files that can be imported, as `accept` has them.
    pub accept: &'static str,
    /// The id of the field in which a file is chosen.
    pub input: &'static str,
    /// Whether there is nothing to be saved.
    #[prop_or_default]
    pub empty: bool,
    #[prop_or_default]
    pub read_only: bool,
    /// Saves in the format with this value.
    pub onexport: Callback<&'static str>,
    pub onimport: Callback<()>,
}

/// Menu rows that save a file in a chosen format, and import one.
#[component]
pub fn FileTools(props: &FileToolsProps) -> Html {
    let words = use_messages();
    let chosen = use_state_eq(|| props.formats.first().map_or("", |(value, _)| value));
    let onformat = {
        let (chosen, formats) = (chosen.setter(), props.formats.clone());
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlSelectElement>().value();
            if let Some((known, _)) = formats.iter().find(|(known, _)| *known == value) {
                chosen.set(known);
            }
        })
    };
    let format = *chosen;
    let now = chosen.clone();
    // What was chosen last may not be drawn yet.
    let onexport = props.onexport.reform(move |_: MouseEvent| *now);
    let onimport = props.onimport.reform(|_: Event| ());
    let options = props.formats.iter().map(|(value, name)| {
        html! { <option key={*value} value={*value} selected={*value == format}>{ *name }</option> }
    });
    html! {
        <div>
            <div class="file-export">
                <button
                    type="button" class="menu-item" title={props.export} data-testid="export" disabled={props.empty}
                    onclick={onexport}
                >
                    <span class="menu-icon"><Icon name={IconName::Download} /></span>
                    <span>{ words.chat.files.export_as }</span>
                </button>
                <select data-testid="export-format" aria-label={props.format} disabled={props.empty} onchange={onformat}>
                    { for options }
                </select>
            </div>
            <label class="menu-item import" title={props.import} aria-disabled={props.read_only.then_some("true")}>
                <span class="menu-icon"><Icon name={IconName::Upload} /></span>
                <span>{ words.command.import }</span>
                <input
                    id={props.input} class="visually-hidden" type="file" multiple=true data-testid="import-file" accept={props.accept}
                    aria-label={props.import} disabled={props.read_only} onchange={onimport}
                />
            </label>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FilesButtonProps {
    /// The id of the input element that the files are taken from.
    pub input: &'static str,
    /// Label for screen readers, also the tooltip.
    pub label: AttrValue,
    pub icon: IconName,
    /// Test id of the input element and of the button.
    pub test_id: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
    pub onchoose: Callback<()>,
}

/// A button with a picture alone that chooses several files of any kind.
#[component]
pub fn FilesButton(props: &FilesButtonProps) -> Html {
    let node = use_node_ref();
    let onchange = props.onchoose.reform(|_: Event| ());
    let onclick = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = node.cast::<HtmlElement>() {
                input.click();
            }
        })
    };
    html! {
        <div class="files-button">
            <input
                ref={node} id={props.input} class="visually-hidden" type="file" multiple=true tabindex="-1" aria-hidden="true"
                data-testid={props.test_id.clone()} aria-label={props.label.clone()} disabled={props.disabled} {onchange}
            />
            <IconButton
                icon={props.icon} label={props.label.clone()} test_id={props.test_id.clone()} disabled={props.disabled} {onclick}
            />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct DropRegionProps {
    /// Label for screen readers.
    pub label: AttrValue,
    /// Classes of the region.
    pub class: Classes,
    pub test_id: AttrValue,
    pub children: Html,
}

/// Region for models on this device that shows when files are dragged over it. The runtime takes what is dropped.
#[component]
pub fn DropRegion(props: &DropRegionProps) -> Html {
    let node = use_node_ref();
    let over = use_state_eq(|| false);
    let ondragover = use_callback(over.setter(), |event: DragEvent, over| {
        if holds_files(&event) {
            over.set(true);
        }
    });
    let ondragleave = use_callback((over.setter(), node.clone()), |event: DragEvent, (over, node)| {
        // Going from one of its elements to another is no leaving.
        let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
        if !node.get().is_some_and(|node| node.contains(to.as_ref())) {
            over.set(false);
        }
    });
    let ondrop = use_callback(over.setter(), |_: DragEvent, over| over.set(false));
    html! {
        <section
            ref={node} class={classes!(props.class.clone(), over.then_some("drop-over"))} aria-label={props.label.clone()}
            data-testid={props.test_id.clone()} data-models="" {ondragover} {ondragleave} {ondrop}
        >{ props.children.clone() }</section>
    }
}

/// Whether files are dragged, not text.
fn holds_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.iter().any(|kind| kind == "Files"))
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FileButtonProps {
    /// The id of the input element that the files are taken from.
    pub input: &'static str,
    pub label: AttrValue,
    /// The types of files, as `accept` has them.
    pub accept: &'static str,
    #[prop_or_default]
    pub multiple: bool,
    /// Test id of the input element.
    pub test_id: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
    pub onchoose: Callback<()>,
}

/// A button with words that chooses a file, or several.
#[component]
pub fn FileButton(props: &FileButtonProps) -> Html {
    let onchange = props.onchoose.reform(|_: Event| ());
    html! {
        <label class="button button-plain settings-file" aria-disabled={props.disabled.then_some("true")}>
            <Icon name={IconName::Upload} />
            <span>{ props.label.clone() }</span>
            <input
                id={props.input} class="visually-hidden" type="file" accept={props.accept}
                multiple={props.multiple} data-testid={props.test_id.clone()} disabled={props.disabled} {onchange}
            />
        </label>
    }
}
