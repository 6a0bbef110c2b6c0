//! Any calendar, with its repetitions, gives a report or an error in bounded time.
#![no_main]

use espalier_base::date::DateRange;
use espalier_base::zone::Zone;
use espalier_timelog::formats::{Format, Options, dry_run};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let first = "2026-01-01".parse().expect("a date");
    let range = Some(DateRange { first, last: first.plus_days(365) });
    let options = Options { zone: Zone::new("Europe/Berlin"), day_order: None, range, categories: &[], columns: &[] };
    let text = format!("BEGIN:VCALENDAR\nBEGIN:VEVENT\n{text}\nEND:VEVENT\nEND:VCALENDAR\n");
    let _ = dry_run(text.as_bytes(), Some(Format::Icalendar), &options, []);
});
