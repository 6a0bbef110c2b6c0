//! Saving as a file in a format that is chosen, and choosing a file to import: rows of a list of things to do.

use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use super::button::IconButton;
use super::icon::{Icon, IconName};

/// Properties of [`FileTools`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FileToolsProps {
    /// The formats that can be saved in, each with its value and its name; the first is chosen at the beginning.
    pub formats: Vec<(&'static str, &'static str)>,
    /// The label of the choice of a format.
    pub format: &'static str,
    /// The label of saving.
    pub export: &'static str,
    /// The label of importing.
    pub import: &'static str,
    /// The types of files that can be imported, as `accept` has them.
    pub accept: &'static str,
    /// The id of the field in which a file is chosen.
    pub input: &'static str,
    /// Whether there is nothing to be saved.
    #[prop_or_default]
    pub empty: bool,
    /// Whether nothing can be imported now.
    #[prop_or_default]
    pub read_only: bool,
    /// Saves in the format with this value.
    pub onexport: Callback<&'static str>,
    /// A file was chosen.
    pub onimport: Callback<()>,
}

/// Menu rows that save a file in a chosen format, and import one.
#[component]
pub fn FileTools(props: &FileToolsProps) -> Html {
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
    let onexport = props.onexport.reform(move |_: MouseEvent| format);
    let onimport = props.onimport.reform(|_: Event| ());
    let options = props.formats.iter().map(|(value, name)| {
        html! { <option key={*value} value={*value} selected={*value == format}>{ *name }</option> }
    });
    html! {
        <div>
            <div class="file-export">
                <button type="button" class="menu-item" data-testid="export" disabled={props.empty} onclick={onexport}>
                    <span class="menu-icon"><Icon name={IconName::Download} /></span>
                    <span>{ props.export }</span>
                </button>
                <select data-testid="export-format" aria-label={props.format} disabled={props.empty} onchange={onformat}>
                    { for options }
                </select>
            </div>
            <label class="menu-item import" aria-disabled={props.read_only.then_some("true")}>
                <span class="menu-icon"><Icon name={IconName::Upload} /></span>
                <span>{ props.import }</span>
                <input
                    id={props.input} class="visually-hidden" type="file" data-testid="import-file" accept={props.accept}
                    aria-label={props.import} disabled={props.read_only} onchange={onimport}
                />
            </label>
        </div>
    }
}

/// Properties of [`FilesButton`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FilesButtonProps {
    /// The id of the input element that the files are taken from.
    pub input: &'static str,
    /// Label for screen readers, also the tooltip.
    pub label: AttrValue,
    /// The picture.
    pub icon: IconName,
    /// Test id of the input element and of the button.
    pub test_id: AttrValue,
    /// Whether nothing can be chosen now.
    #[prop_or_default]
    pub disabled: bool,
    /// Called when files were chosen.
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

/// Properties of [`FileButton`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FileButtonProps {
    /// The id of the input element that the file is taken from.
    pub input: &'static str,
    /// Label of the button.
    pub label: AttrValue,
    /// The types of files, as `accept` has them.
    pub accept: &'static str,
    /// Test id of the input element.
    pub test_id: AttrValue,
    /// Whether nothing can be chosen now.
    #[prop_or_default]
    pub disabled: bool,
    /// Called when a file was chosen.
    pub onchoose: Callback<()>,
}

/// A button with words that chooses one file.
#[component]
pub fn FileButton(props: &FileButtonProps) -> Html {
    let onchange = props.onchoose.reform(|_: Event| ());
    html! {
        <label class="button button-plain settings-file" aria-disabled={props.disabled.then_some("true")}>
            <Icon name={IconName::Upload} />
            <span>{ props.label.clone() }</span>
            <input
                id={props.input} class="visually-hidden" type="file" accept={props.accept}
                data-testid={props.test_id.clone()} disabled={props.disabled} {onchange}
            />
        </label>
    }
}
