//! Which dialog is open.
//!
//! Must not be in here: what is in one.

use yew::prelude::*;

use super::confirm::ConfirmDialog;
use super::help::HelpSheet;
use super::history::HistoryPanel;
use super::link::LinkDialog;
use super::palette::CommandPalette;
use crate::app::Dialog;
use crate::ui::chat::ChatDialog;
use crate::ui::store::use_selector;

/// The dialog that is open, if any.
#[component]
pub fn Dialogs() -> Html {
    let dialog = use_selector(|model| model.dialog.clone());
    let content = match &*dialog {
        None => return html! { <div class="dialogs"></div> },
        Some(Dialog::Palette) => html! { <CommandPalette key="palette" /> },
        Some(Dialog::Help) => html! { <HelpSheet key="help" /> },
        Some(Dialog::History) => html! { <HistoryPanel key="history" /> },
        Some(Dialog::Confirm(question)) => html! { <ConfirmDialog key="confirm" question={question.clone()} /> },
        Some(Dialog::Link(address)) => html! { <LinkDialog key="link" address={address.clone()} /> },
        Some(dialog) => html! { <ChatDialog key="chat" dialog={dialog.clone()} /> },
    };
    html! { <div class="dialogs">{ content }</div> }
}
