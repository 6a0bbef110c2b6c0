//! Any question is understood or not, and the marks of any reply lie in it, in order.
#![no_main]

use espalier_base::date::{LocalDate, Weekday};
use espalier_base::zone::Zone;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::grounding::check;
use espalier_timelog::phrase::Around;
use espalier_timelog::questions::{Known, understand};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let calendar = Calendar::new(&Zone::new("UTC"), Weekday::Monday);
    let around = Around { today: LocalDate(20_000), week_start: Weekday::Monday, earliest: None };
    let mentions = |word: &str| word.len() > 3;
    let known = Known {
        around,
        calendar: &calendar,
        categories: &[],
        goals: &[],
        tags: &["thesis".to_owned()],
        mentions: &mentions,
    };
    // A question may lean on the one before it.
    let (earlier, question) = text.split_once('\n').unwrap_or(("", text));
    let _ = understand(question, &[earlier], &known);
    let mut end = 0;
    for mark in check(text, &[], &[], &calendar, &around) {
        assert!(mark.range.start >= end);
        assert!(!text[mark.range.clone()].is_empty());
        end = mark.range.end;
    }
});
