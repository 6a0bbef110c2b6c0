//! Time zones as they are found: by the name in the IANA database, by what the browser calls them in either language,
//! and by how far they are from UTC.

use std::rc::Rc;

use js_sys::{Array, Date, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::kit::Choice;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::settings::Language;
use espalier_timelog::calendar::{Calendar, zones};

/// Cities that are asked for and give their names to no zone.
const CITIES: [(&str, &[&str]); 7] = [
    ("America/New_York", &["纽约"]),
    ("Asia/Tokyo", &["东京"]),
    ("Europe/London", &["伦敦"]),
    ("Europe/Paris", &["巴黎"]),
    ("Asia/Shanghai", &["Beijing", "北京", "上海"]),
    ("Asia/Kolkata", &["Delhi", "Mumbai", "德里", "孟买"]),
    ("America/Los_Angeles", &["San Francisco", "Seattle", "旧金山", "洛杉矶"]),
];

/// Returns all zones; first that of the browser, under the given name, with an empty value.
pub fn all(language: Language, browser: String, other: Option<&str>, now: Timestamp) -> Rc<Vec<Choice>> {
    let known = zones();
    let other = other.filter(|other| !known.iter().any(|name| name == other)).map(str::to_owned);
    let first = Choice { name: browser, ..Choice::default() };
    let zone = |id: String| {
        let (own, others) = match language {
            Language::En => ("en", "zh"),
            Language::Zh => ("zh", "en"),
        };
        let long = called(&id, own, "longGeneric");
        let words =
            [called(&id, own, "shortGeneric"), called(&id, others, "longGeneric"), called(&id, others, "shortGeneric")];
        let cities = CITIES.iter().find(|(zone, _)| *zone == id).map_or(String::new(), |(_, cities)| cities.join(" "));
        let offset = offset(&id, now);
        let detail = if long.is_empty() { offset } else { format!("{long} · {offset}") };
        Choice { name: id.replace('_', " "), detail, words: format!("{} {cities}", words.join(" ")), value: id }
    };
    Rc::new([first].into_iter().chain(other.into_iter().chain(known).map(zone)).collect())
}

/// Returns a zone's current offset from UTC.
pub fn offset(id: &str, now: Timestamp) -> String {
    let ahead = Calendar::new(&Zone::new(id), Default::default()).offset(now.0.div_euclid(1_000)) / 60;
    let sign = if ahead < 0 { '-' } else { '+' };
    format!("UTC{sign}{:02}:{:02}", ahead.abs() / 60, ahead.abs() % 60)
}

/// Returns the browser's name of a zone in a language; empty where it has none.
fn called(id: &str, language: &str, style: &str) -> String {
    named(id, language, style).ok().flatten().unwrap_or_default()
}

fn named(id: &str, language: &str, style: &str) -> Result<Option<String>, JsValue> {
    // What js-sys has of this is made for one language and one style.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into())?;
    let make: Function = Reflect::get(&intl, &"DateTimeFormat".into())?.dyn_into()?;
    let options = Object::new();
    Reflect::set(&options, &"timeZone".into(), &id.into())?;
    Reflect::set(&options, &"timeZoneName".into(), &style.into())?;
    let format = Reflect::construct(&make, &Array::of2(&language.into(), &options))?;
    let parts: Function = Reflect::get(&format, &"formatToParts".into())?.dyn_into()?;
    let parts: Array = parts.call1(&format, &Date::new_0())?.dyn_into()?;
    for part in parts.iter() {
        if Reflect::get(&part, &"type".into())? == "timeZoneName" {
            return Ok(Reflect::get(&part, &"value".into())?.as_string());
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_says_how_far_it_is_from_utc() {
        let winter = Timestamp(1_768_000_000_000);
        let said = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"].map(|id| offset(id, winter));
        assert_eq!(said, ["UTC+01:00", "UTC-05:00", "UTC+05:30", "UTC+00:00"]);
    }
}
