//! Any file gives a report or an error, and the rows that it would add come back from every format that is written.
#![no_main]

use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_timelog::formats::{Format, Options, dry_run, write};
use espalier_timelog::row::{Kinds, Row};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let zone = Zone::new("Europe/Berlin");
    let options = Options { zone, day_order: None, range: None, columns: &[], categories: &[] };
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        let Ok(run) = dry_run(bytes, format, &options, []) else { continue };
        let rows: Vec<Row> = run.added().cloned().collect();
        for row in &rows {
            assert!(row.end.is_none_or(|end| end > row.start));
        }
        if rows.is_empty() {
            continue;
        }
        for format in [Format::Json, Format::Csv] {
            let text = write(format, &rows, &Kinds::default(), Timestamp(0));
            let again = dry_run(text.as_bytes(), Some(format), &options, &rows).expect("it was written here");
            assert_eq!(again.added().count(), 0, "{format:?} {text}");
        }
    }
});
