//! A moment in time as the user's place and language write it.

use std::rc::Rc;

use yew::prelude::*;

use crate::store::{use_messages, use_selector};
use espalier_app::Model;
use espalier_base::time::Timestamp;
use espalier_base::words::TimeFormat;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MomentProps {
    pub at: Timestamp,
}

/// A moment, as short as its distance allows: the time today, with its weekday in the last six days, the day before that;
/// all of it is said when the pointer rests on it. Without a browser it is written in universal time.
#[component]
pub fn Moment(props: &MomentProps) -> Html {
    let at = props.at;
    let lang = use_messages().lang;
    let format = *use_selector(Model::time_format);
    // At once and not in an effect: a longer text in the first frame would move what stands below.
    let written = use_memo((at, lang, format), |(at, lang, format)| {
        let local = local(*at, lang, *format).and_then(|full| Some((short(*at, lang, *format)?, full)));
        local.unwrap_or_else(|| (universal(*at, *format), universal(*at, *format)))
    });
    let (text, title) = (*written).clone();
    html! { <time class="moment" datetime={at.to_rfc3339()} {title}>{ text }</time> }
}

/// Moments with their day and time, for where there is room for nothing but text.
#[hook]
pub fn use_local_times(all: Rc<[Timestamp]>) -> Vec<AttrValue> {
    let lang = use_messages().lang;
    let format = *use_selector(Model::time_format);
    let written = use_memo((all, lang, format), |(all, lang, format)| {
        let text =
            |at: &Timestamp| AttrValue::from(local(*at, lang, *format).unwrap_or_else(|| universal(*at, *format)));
        all.iter().map(text).collect::<Vec<_>>()
    });
    (*written).clone()
}

fn universal(at: Timestamp, format: TimeFormat) -> String {
    let text = at.to_rfc3339();
    let day = text.split_once('T').map_or("", |(day, _)| day);
    format!("{day} {}", time_of(at, format))
}

fn date_of(at: Timestamp) -> js_sys::Date {
    js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at.0 as f64))
}

/// The time of day of a moment on this device, without a browser in universal time. The browser's own words for it would
/// not follow the choice of the clock.
pub fn time_of(at: Timestamp, format: TimeFormat) -> String {
    if cfg!(target_arch = "wasm32") {
        let date = date_of(at);
        return format.time(date.get_hours().cast_signed(), date.get_minutes().cast_signed());
    }
    let minute = (at.0.div_euclid(60_000)).rem_euclid(1_440) as i32;
    format.time(minute / 60, minute % 60)
}

/// The day of a moment in a language with these parts (the options of `Intl.DateTimeFormat`), in the time of this device;
/// nothing without a browser.
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
fn local(at: Timestamp, lang: &str, format: TimeFormat) -> Option<String> {
    Some(format.on_day(&written(at, lang, &[("dateStyle", "medium")])?, &time_of(at, format)))
}

/// The parts that tell it from now, in a browser.
fn short(at: Timestamp, lang: &str, format: TimeFormat) -> Option<String> {
    let (then, now) = (date_of(at), js_sys::Date::new_0());
    let midnight = |date: &js_sys::Date| {
        let (month, day) = (date.get_month().cast_signed(), date.get_date().cast_signed());
        js_sys::Date::new_with_year_month_day(date.get_full_year(), month, day).get_time()
    };
    // Rounded, as a day on which the clock changes is an hour longer or shorter.
    let ago = ((midnight(&now) - midnight(&then)) / 86_400_000.0).round();
    let date = [("day", "numeric"), ("month", "short")];
    match ago {
        0.0 => Some(time_of(at, format)),
        1.0..=6.0 => Some(format!("{} {}", written(at, lang, &[("weekday", "short")])?, time_of(at, format))),
        _ if then.get_full_year() == now.get_full_year() => written(at, lang, &date),
        _ => written(at, lang, &[("year", "numeric"), date[0], date[1]]),
    }
}
