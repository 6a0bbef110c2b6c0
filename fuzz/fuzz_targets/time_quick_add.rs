//! Any line is an entry: spans lie in the line, in order, and words that are not understood are in the note.
#![no_main]

use espalier_base::date::Weekday;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_timelog::calendar::Calendar;
use espalier_timelog::names::Named;
use espalier_timelog::quick_add::{Known, read};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static CALENDAR: Calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
}

fuzz_target!(|text: &str| {
    let names = [Named { name: "Work", aliases: &[], client: None }, Named { name: "学习", aliases: &[], client: None }];
    let added = CALENDAR.with(|calendar| {
        // In the night in which clocks are set ahead.
        let now = Timestamp(1_774_749_600_000);
        read(text, &Known { now, calendar, categories: &names, goals: &names })
    });
    assert!(added.row.end.is_none_or(|end| end > added.row.start));
    let mut rest = String::new();
    let mut end = 0;
    for span in &added.spans {
        assert!(span.range.start >= end, "{text:?} {:?}", added.spans);
        rest.push_str(&text[end..span.range.start]);
        end = span.range.end;
    }
    rest.push_str(&text[end..]);
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert!(plain(&added.row.note).ends_with(&plain(&rest)), "{text:?} {added:?}");
});
