//! The list beside a room, which is a drawer where the page is narrow.

use yew::prelude::*;

use super::dom::use_escape;
use super::panel::use_back;

/// The state of a drawer and the two ways to change it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawer {
    pub open: bool,
    /// Opens it, or closes it.
    pub ontoggle: Callback<MouseEvent>,
    pub onclose: Callback<()>,
}

/// A drawer, closed at first; Escape and the browser's way back close it.
#[hook]
pub fn use_drawer() -> Drawer {
    let open = use_state_eq(|| false);
    let onclose = use_callback(open.setter(), |(), open| open.set(false));
    use_escape(onclose.clone());
    let is_open = *open;
    use_back(is_open, onclose.clone());
    let ontoggle = use_callback((open.setter(), is_open), |_: MouseEvent, (open, is_open)| open.set(!is_open));
    Drawer { open: is_open, ontoggle, onclose }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ScrimProps {
    /// The drawer in front of it.
    pub drawer: Drawer,
}

/// The shade behind an open drawer; a click on it closes the drawer.
#[component]
pub fn Scrim(props: &ScrimProps) -> Html {
    let onclick = props.drawer.onclose.reform(|_: MouseEvent| ());
    html! { <div class="drawer-scrim" hidden={!props.drawer.open} {onclick} aria-hidden="true" /> }
}
