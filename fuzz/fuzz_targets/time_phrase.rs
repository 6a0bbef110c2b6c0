//! Any phrase is a range in order or an error, and a range that is written down is the same range.
#![no_main]

use espalier_base::date::{LocalDate, Weekday};
use espalier_timelog::phrase::{Around, echo, find, resolve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| {
    let (day, text) = input;
    let around = Around { today: LocalDate(day.into()), week_start: Weekday::Sunday, earliest: None };
    if let Ok(range) = resolve(text, &around) {
        assert!(range.first <= range.last);
        assert_eq!(resolve(&echo(range), &around), Ok(range));
    }
    for (span, _) in find(text, &around) {
        assert!(!text[span].is_empty());
    }
});
