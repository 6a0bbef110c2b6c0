//! Which dialog of the frame is open.

use yew::prelude::*;

use super::confirm::ConfirmDialog;
use super::help::HelpSheet;
use super::history::HistoryPanel;
use super::link::LinkDialog;
use super::linked::LinksDialog;
use super::links::use_links_in_texts;
use super::make::MakeDialog;
use super::palette::CommandPalette;
use crate::store::use_selector;
use espalier_app::Dialog;

/// The open dialog, where it is one of the frame's.
#[component]
pub fn Dialogs() -> Html {
    let link_to = use_links_in_texts();
    let dialog = use_selector(|model| model.dialog.clone());
    let content = match &*dialog {
        Some(Dialog::Palette) => html! { <CommandPalette key="palette" /> },
        Some(Dialog::LinkTo { in_text }) => {
            html! { <CommandPalette key="link-to" pick={link_to} any={!in_text} /> }
        }
        Some(Dialog::Links) => html! { <LinksDialog key="links" /> },
        Some(Dialog::Make(source)) => html! { <MakeDialog key="make" source={source.clone()} /> },
        Some(Dialog::Help) => html! { <HelpSheet key="help" /> },
        Some(Dialog::History) => html! { <HistoryPanel key="history" /> },
        Some(Dialog::Confirm(question)) => html! { <ConfirmDialog key="confirm" question={question.clone()} /> },
        Some(Dialog::Link(address)) => html! { <LinkDialog key="link" address={address.clone()} /> },
        // The others belong to a room, which draws them itself.
        _ => Html::default(),
    };
    html! { <div>{ content }</div> }
}
