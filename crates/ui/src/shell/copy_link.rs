//! The menu item that copies the address of a place.

use yew::Callback;

use crate::kit::{IconName, MenuItem};
use espalier_app::Msg;
use espalier_app::navigate::Route;
use espalier_i18n::Messages;

/// Returns the item for a place.
pub fn copy_link(words: &Messages, dispatch: &Callback<Msg>, route: Route) -> MenuItem {
    let onselect = dispatch.reform(move |()| Msg::CopyLink(route));
    MenuItem::new(words.command.copy_link, IconName::Link, onselect).with_test_id("link-copy")
}
