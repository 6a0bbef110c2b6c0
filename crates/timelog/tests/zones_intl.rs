//! Days and clocks of the time log beside those of the browser, which has its own copy of the rules of time zones.
#![allow(clippy::expect_used, reason = "a test says what it expected")]
#![cfg(target_arch = "wasm32")]

use espalier_base::date::{LocalDate, Weekday};
use espalier_base::zone::Zone;
use espalier_timelog::calendar::{Calendar, DAY, zones};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(module = "/tests/zones/intl.js")]
extern "C" {
    fn offsets(zone: &str, seconds: js_sys::Float64Array) -> js_sys::Float64Array;
}

/// Years that are compared: those in which entries of people of today lie, and those in which rules are known to come.
const YEARS: (i32, i32) = (2000, 2037);

/// Zones whose rules have been settled for long, with every kind of change there is: half an hour, over midnight, a day
/// left out, a negative one, one that follows the moon. The browser must agree on them to the second.
const SETTLED: &[&str] = &[
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Havana",
    "America/New_York",
    "America/Santiago",
    "America/St_Johns",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Asia/Pyongyang",
    "Asia/Shanghai",
    "Asia/Tehran",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/London",
    "Pacific/Apia",
    "Pacific/Chatham",
];

fn span() -> (i64, i64) {
    let second = |year| i64::from(LocalDate::new(year, 1, 1).expect("a first of January").0) * DAY;
    (second(YEARS.0), second(YEARS.1 + 1))
}

/// Returns the seconds at which a clock is set, the last before each, and one of every ten days.
fn samples(calendar: &Calendar) -> Vec<i64> {
    let (from, to) = span();
    let mut all = Vec::new();
    for day in (from..to).step_by(DAY as usize) {
        if (day - from) / DAY % 10 == 0 {
            all.push(day + 43_200 + day / DAY % 7_919);
        }
        let (mut low, mut high) = (day, day + DAY);
        if calendar.offset(low) != calendar.offset(high) {
            while low + 1 < high {
                let middle = low.midpoint(high);
                if calendar.offset(middle) == calendar.offset(low) { low = middle } else { high = middle }
            }
            all.extend([low, high]);
        }
    }
    all
}

/// Returns the browser's offsets at these seconds; `None` where it does not know the zone.
fn of_browser(zone: &str, seconds: &[i64]) -> Option<Vec<i64>> {
    let asked: Vec<f64> = seconds.iter().map(|&second| second as f64).collect();
    let answer = offsets(zone, js_sys::Float64Array::from(asked.as_slice())).to_vec();
    (answer.len() == seconds.len()).then(|| answer.into_iter().map(|offset| offset as i64).collect())
}

#[wasm_bindgen_test]
fn clocks_show_what_the_browser_shows() {
    let (mut compared, mut unknown, mut differing, mut count) = (0, Vec::new(), Vec::new(), 0_usize);
    for name in zones() {
        let calendar = Calendar::new(&Zone::new(&name), Weekday::Monday);
        let seconds = samples(&calendar);
        let Some(browser) = of_browser(&name, &seconds) else {
            unknown.push(name);
            continue;
        };
        compared += 1;
        count += seconds.len();
        let first = seconds.iter().zip(&browser).find(|&(&second, &offset)| calendar.offset(second) != offset);
        if let Some((second, offset)) = first {
            let told = format!("{name}: at {second} {} here, {offset} in the browser", calendar.offset(*second));
            assert!(!SETTLED.contains(&name.as_str()), "{told}");
            differing.push(told);
        }
    }
    console_log!("{compared} zones at {count} seconds; not in the browser: {unknown:?}; they differ: {differing:#?}");
    assert!(compared > 400, "only {compared} zones are in both");
    // Governments decide, and the browser's copy may be older or newer: a few zones may differ, not the reckoning.
    assert!(differing.len() * 50 < compared, "{differing:#?}");
    assert!(SETTLED.iter().all(|&name| zones().iter().any(|zone| zone == name)));
}

#[wasm_bindgen_test]
fn days_begin_and_end_where_the_browsers_do() {
    for &name in SETTLED {
        let calendar = Calendar::new(&Zone::new(name), Weekday::Monday);
        let (from, to) = span();
        let days: Vec<LocalDate> = (from / DAY..to / DAY).map(|day| LocalDate(day as i32)).collect();
        let starts: Vec<i64> = days.iter().map(|&day| calendar.day_start(day)).collect();
        let before: Vec<i64> = starts.iter().map(|start| start - 1).collect();
        let first = of_browser(name, &starts).expect("the browser knows the zone");
        let last = of_browser(name, &before).expect("the browser knows the zone");
        for (index, &day) in days.iter().enumerate() {
            // A day that is left out has neither a first nor a last second.
            if days.get(index + 1).is_some_and(|&next| calendar.day_start(next) == starts[index]) {
                continue;
            }
            let shown = (starts[index] + first[index]).div_euclid(DAY);
            assert_eq!(shown, i64::from(day.0), "{name}: the first second of {day}");
            let shown = (before[index] + last[index]).div_euclid(DAY);
            assert!(shown < i64::from(day.0), "{name}: the last second before {day}");
        }
    }
}
