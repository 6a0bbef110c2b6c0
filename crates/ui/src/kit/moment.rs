//! A moment in time as the user's place and language write it.

use std::rc::Rc;

use yew::prelude::*;

use crate::store::use_messages;
use espalier_base::time::Timestamp;

/// Properties of [`Moment`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MomentProps {
    /// The instant to show.
    pub at: Timestamp,
}

/// A moment, as short as its distance allows: the time today, with its weekday in the last six days, the day before that;
/// all of it is said when the pointer rests on it. Without a browser it is written in universal time.
#[component]
pub fn Moment(props: &MomentProps) -> Html {
    let at = props.at;
    let words = use_messages();
    // At once and not in an effect: a longer text in the first frame would move what stands below.
    let written = use_memo((at, words.lang), |(at, lang)| {
        let local = local(*at, lang).and_then(|full| Some((short(*at, lang)?, full)));
        local.unwrap_or_else(|| (universal(*at), universal(*at)))
    });
    let (text, title) = (*written).clone();
    html! { <time class="moment" datetime={at.to_rfc3339()} {title}>{ text }</time> }
}

/// Moments with their day and time, for where there is room for nothing but text.
#[hook]
pub fn use_local_times(all: Rc<[Timestamp]>) -> Vec<AttrValue> {
    let words = use_messages();
    let written = use_memo((all, words.lang), |(all, lang)| {
        let text = |at: &Timestamp| AttrValue::from(local(*at, lang).unwrap_or_else(|| universal(*at)));
        all.iter().map(text).collect::<Vec<_>>()
    });
    (*written).clone()
}

fn universal(at: Timestamp) -> String {
    at.to_rfc3339().replace('T', " ").chars().take(16).collect()
}

fn date_of(at: Timestamp) -> js_sys::Date {
    js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at.0 as f64))
}

/// A moment in a language with these parts (the options of `Intl.DateTimeFormat`), in the time of this device; nothing
/// without a browser.
pub fn written(at: Timestamp, lang: &str, parts: &[(&str, &str)]) -> Option<String> {
    if !cfg!(target_arch = "wasm32") {
        return None;
    }
    let options = js_sys::Object::new();
    for (name, value) in parts {
        js_sys::Reflect::set(&options, &(*name).into(), &(*value).into()).ok()?;
    }
    Some(date_of(at).to_locale_string(lang, &options).into())
}

/// The day and the time.
fn local(at: Timestamp, lang: &str) -> Option<String> {
    written(at, lang, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// The parts that tell it from now, in a browser.
fn short(at: Timestamp, lang: &str) -> Option<String> {
    let (then, now) = (date_of(at), js_sys::Date::new_0());
    let midnight = |date: &js_sys::Date| {
        let (month, day) = (date.get_month().cast_signed(), date.get_date().cast_signed());
        js_sys::Date::new_with_year_month_day(date.get_full_year(), month, day).get_time()
    };
    // Rounded, as a day on which the clock changes is an hour longer or shorter.
    let ago = ((midnight(&now) - midnight(&then)) / 86_400_000.0).round();
    let time = [("hour", "numeric"), ("minute", "2-digit")];
    let date = [("day", "numeric"), ("month", "short")];
    match ago {
        0.0 => written(at, lang, &time),
        1.0..=6.0 => written(at, lang, &[("weekday", "short"), time[0], time[1]]),
        _ if then.get_full_year() == now.get_full_year() => written(at, lang, &date),
        _ => written(at, lang, &[("year", "numeric"), date[0], date[1]]),
    }
}
