//! What can be done to a conversation of the list, as a menu. Must not be in here: how it is done.

use yew::prelude::*;

use super::item::Deed;
use crate::app::Msg;
use crate::app::files::{ExportKind, FileMsg};
use crate::model::SessionId;
use crate::ui::kit::{Anchor, IconName, MenuItem, MenuList};
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// See [`SessionMenu`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SessionMenuProps {
    /// The conversation.
    pub id: SessionId,
    /// Where the menu opens.
    pub anchor: Anchor,
    /// Does something to the conversation.
    pub ondo: Callback<Deed>,
    /// The menu is to be taken away.
    pub onclose: Callback<()>,
}

/// See the module.
#[component]
pub fn SessionMenu(props: &SessionMenuProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let read_only = use_selector(|model| model.read_only.is_some());
    let id = props.id;
    let deed = |label: &'static str, icon: IconName, deed: Deed| {
        let mut item = MenuItem::new(label, icon, props.ondo.reform(move |()| deed));
        item.disabled = *read_only;
        item
    };
    let export = |label: &'static str, kind: ExportKind| {
        let dispatch = dispatch.clone();
        let onselect = Callback::from(move |()| dispatch.emit(Msg::Files(FileMsg::ExportSession(id, kind))));
        MenuItem::new(label, IconName::Download, onselect)
    };
    let items = vec![
        deed(words.command.rename_session, IconName::Edit, Deed::Rename),
        deed(words.command.duplicate_session, IconName::Copy, Deed::Duplicate),
        export(words.command.export_markdown, ExportKind::Markdown),
        export(words.command.export_tree, ExportKind::MarkdownTree),
        export(words.command.export_json, ExportKind::Json),
        deed(words.command.delete_session, IconName::Trash, Deed::Delete).with_danger(),
    ];
    html! {
        <MenuList
            label={words.chat.sidebar.menu} {items} anchor={props.anchor.clone()} onclose={props.onclose.clone()}
        />
    }
}
