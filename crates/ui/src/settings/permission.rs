//! How a server is told to answer this page, for any endpoint.

use yew::prelude::*;

use crate::kit::dom::origin;
use crate::kit::{IconButton, IconName};
use crate::pointed::use_pointed;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::connect::SettingsField;
use espalier_llm::provider::permission;

/// The lines to copy, folded away until they are needed.
#[component]
pub fn PermissionHelp() -> Html {
    let words = use_messages();
    let endpoint = &words.settings.endpoint;
    let summary = use_node_ref();
    use_pointed(SettingsField::Permission, None, &summary);
    let is_wanted =
        use_selector(|model| model.pointed.as_ref().is_some_and(|pointed| pointed.place == SettingsField::Permission));
    let open = use_state_eq(|| *is_wanted);
    let set_open = open.setter();
    use_effect_with(*is_wanted, move |wanted| {
        if *wanted {
            set_open.set(true);
        }
    });
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            open.set(!*open);
        })
    };
    let here = use_state_eq(String::new);
    let set_here = here.setter();
    use_effect_with((), move |()| set_here.set(origin().unwrap_or_default()));
    let examples = permission::examples(&here);
    let examples = examples.into_iter().map(|(name, text)| {
        html! { <div key={name}><h4 class="settings-server" translate="no">{ name }</h4><Lines {text} /></div> }
    });
    html! {
        <details class="settings-permission" open={*open} data-testid="allow-page">
            <summary ref={summary} onclick={ontoggle}>{ endpoint.allow_title }</summary>
            <p>{ endpoint.allow_headers }</p>
            <Lines text={permission::headers(&here)} />
            <p>{ endpoint.allow_examples }</p>
            { for examples }
            <p>{ endpoint.allow_browser }</p>
        </details>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct LinesProps {
    text: AttrValue,
}

#[component]
fn Lines(props: &LinesProps) -> Html {
    let words = use_messages();
    let text = props.text.to_string();
    let onclick = use_dispatch().reform(move |_: MouseEvent| Msg::Copy(text.clone()));
    html! {
        <div class="settings-command">
            <pre translate="no">{ props.text.clone() }</pre>
            <IconButton icon={IconName::Copy} label={words.settings.endpoint.copy} {onclick} />
        </div>
    }
}
