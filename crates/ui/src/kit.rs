//! Small parts that every room is built of: icons, buttons, dialogs, menus, fields, and the few things that have to
//! be asked of the document itself.

pub(crate) mod button;
pub(crate) mod combobox;
pub(crate) mod control;
pub mod dom;
pub(crate) mod drawer;
pub(crate) mod field;
pub(crate) mod files;
pub(crate) mod icon;
pub(crate) mod menu;
pub(crate) mod modal;
pub(crate) mod moment;
pub mod panel;
pub(crate) mod popover;
pub(crate) mod rename;
pub(crate) mod shared;
pub(crate) mod sizes;

pub(crate) use button::{Button, ButtonKind, IconButton};
pub(crate) use combobox::{Choice, Combobox};
pub(crate) use control::{Checkbox, Select, SelectOption, TextArea, TextInput};
pub(crate) use dom::{is_composing, set_px, use_media};
pub(crate) use drawer::{Drawer, Scrim, use_drawer};
pub(crate) use field::Field;
pub(crate) use files::{DropRegion, FileButton, FileTools, FilesButton};
pub(crate) use icon::{Icon, IconName};
pub(crate) use menu::step_focus;
pub(crate) use menu::{Anchor, Menu, MenuItem, MenuList};
pub(crate) use modal::{Modal, OpenDialogs};
pub(crate) use moment::Moment;
pub(crate) use panel::PanelHead;
pub(crate) use popover::Popover;
pub(crate) use rename::RenameField;

#[cfg(test)]
mod tests {
    use yew::prelude::*;

    use super::*;
    use crate::testing::{draw, ready};
    use espalier_model::settings::Language;

    fn check(content: Html, expect: &[&str]) {
        let html = draw(ready(Language::En), content);
        for part in expect {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
    }

    #[test]
    fn a_picture_alone_is_named_in_words() {
        check(
            html! { <IconButton icon={IconName::Trash} label="Delete" test_id="delete" pressed={Some(false)} /> },
            &["aria-label=\"Delete\"", "title=\"Delete\"", "aria-pressed=\"false\"", "aria-hidden=\"true\""],
        );
    }

    #[test]
    fn a_hint_is_not_part_of_a_name() {
        check(
            html! { <Field label="Name" hint="Any name will do."><input /></Field> },
            &["<span class=\"field-label\">Name</span><input></label><p class=\"field-hint\">Any name will do.</p>"],
        );
        check(html! { <Field label="Name"><input /></Field> }, &["<p hidden=\"hidden\""]);
    }

    #[test]
    fn a_dialog_has_a_name_and_a_way_out() {
        let dialog = |bare| html! { <Modal title="Tree" onclose={Callback::noop()} {bare}><p /></Modal> };
        check(dialog(false), &["aria-label=\"Tree\"", "<h2 class=\"modal-title\">Tree</h2>", "aria-label=\"Close\""]);
        check(dialog(true), &["aria-label=\"Tree\""]);
    }

    #[test]
    fn a_list_says_what_it_is_and_what_is_on() {
        let items = vec![
            MenuItem::new("Copy", IconName::Copy, Callback::noop()).with_test_id("copy"),
            MenuItem { checked: Some(true), ..MenuItem::new("Pin", IconName::Pin, Callback::noop()) },
            MenuItem::new("Delete", IconName::Trash, Callback::noop()).with_danger(),
        ];
        let anchor = Anchor::Point(0.0, 0.0);
        check(
            html! { <MenuList label="Message" {items} {anchor} onclose={Callback::noop()} /> },
            &[
                "role=\"menu\"",
                "role=\"menuitem\"",
                "role=\"menuitemcheckbox\"",
                "aria-checked=\"true\"",
                "menu-danger",
            ],
        );
    }
}
