//! A moment in time as the user's place and language write it. Must not be in here: the present time.

use std::rc::Rc;

use yew::prelude::*;

use crate::base::time::Timestamp;
use crate::ui::store::use_messages;

/// See [`Moment`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MomentProps {
    /// The instant to show.
    pub at: Timestamp,
}

/// A moment. Without a browser, as in the very first drawing, it is written in universal time.
#[component]
pub fn Moment(props: &MomentProps) -> Html {
    let at = props.at;
    let text = use_local_times([at].as_slice().into());
    html! { <time class="moment" datetime={at.to_rfc3339()}>{ text.first().cloned() }</time> }
}

/// Moments as [`Moment`] writes them, for where there is room for nothing but text.
#[hook]
pub fn use_local_times(all: Rc<[Timestamp]>) -> Vec<AttrValue> {
    let words = use_messages();
    let shown = use_state_eq(Vec::<Option<AttrValue>>::new);
    let set = shown.setter();
    use_effect_with((all.clone(), words.lang), move |(all, lang)| {
        set.set(all.iter().map(|at| local(*at, lang).map(AttrValue::from)).collect());
    });
    let universal =
        |at: &Timestamp| AttrValue::from(at.to_rfc3339().replace('T', " ").chars().take(16).collect::<String>());
    let text = |(place, at)| shown.get(place).cloned().flatten().unwrap_or_else(|| universal(at));
    all.iter().enumerate().map(text).collect()
}

fn local(at: Timestamp, lang: &str) -> Option<String> {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at.0 as f64));
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        js_sys::Reflect::set(&options, &name.into(), &value.into()).ok()?;
    }
    Some(date.to_locale_string(lang, &options).into())
}
