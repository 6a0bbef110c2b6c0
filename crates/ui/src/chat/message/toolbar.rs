//! The buttons of a message.

use yew::prelude::*;

use super::action::{Action, ActionSet};
use crate::kit::IconButton;
use crate::store::use_messages;
use espalier_model::MessageId;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ToolbarProps {
    pub id: MessageId,
    pub offered: ActionSet,
    /// Whether the message is sent with the context.
    pub enabled: bool,
    pub label: &'static str,
    pub onact: Callback<(MessageId, Action)>,
}

#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let words = use_messages();
    // The menu has all of them; here they would be too many to tell apart.
    let shown = props.offered.iter().filter(|action| *action != Action::AnswerWith);
    let buttons = shown.map(|action| {
        let (id, onact) = (props.id, props.onact.clone());
        let onclick = Callback::from(move |_: MouseEvent| onact.emit((id, action)));
        let pressed = (action == Action::ToggleContext).then_some(!props.enabled);
        html! {
            <IconButton
                key={action.test_id()} icon={action.icon(props.enabled)} label={action.label(words, props.enabled)}
                test_id={action.test_id()} {pressed} {onclick}
            />
        }
    });
    html! { <div class="toolbar" role="group" aria-label={props.label}>{ for buttons }</div> }
}
