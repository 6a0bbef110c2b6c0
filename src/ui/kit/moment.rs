//! A moment in time as the user's place and language write it. Must not be in here: the present time.

use yew::prelude::*;

use crate::base::time::Timestamp;
use crate::ui::store::use_messages;

/// See [`Moment`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MomentProps {
    /// When.
    pub at: Timestamp,
}

/// A moment. Without a browser, as in the very first drawing, it is written in universal time.
#[component]
pub fn Moment(props: &MomentProps) -> Html {
    let words = use_messages();
    let exact = props.at.to_rfc3339();
    let shown = use_state_eq(|| None::<AttrValue>);
    let set = shown.setter();
    use_effect_with((props.at, words.lang), move |(at, lang)| {
        set.set(local(*at, lang).map(AttrValue::from));
    });
    let text = (*shown).clone().unwrap_or_else(|| exact.replace('T', " ").chars().take(16).collect::<String>().into());
    html! { <time class="moment" datetime={exact}>{ text }</time> }
}

fn local(at: Timestamp, lang: &str) -> Option<String> {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at.0 as f64));
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        js_sys::Reflect::set(&options, &name.into(), &value.into()).ok()?;
    }
    Some(date.to_locale_string(lang, &options).into())
}
