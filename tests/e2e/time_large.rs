//! The Time room with a hundred thousand entries.

use std::fmt::Write as _;
use std::time::Duration;

use crate::browser::{Page, TemporaryFolder};
use crate::time::{days, room_in, seconds};

/// Number of entries: twenty a day for 5,000 days from 2012-01-01 in UTC, half an hour each, so that a day has ten
/// hours.
pub const COUNT: usize = 100_000;
const PER_DAY: usize = 20;
const A_DAY: i64 = 10 * 3_600;
/// Longest time that the import of a large file may take.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// Makes such a log as a table, of which the first entry is at midnight of a day, counted from 1970.
pub fn table(first_day: i64, count: usize) -> String {
    let mut text = "start,end,category,note,tags\n".to_owned();
    let notes = ["", "Reading a paper", "写论文 draft", "call with Ann"];
    for number in 0..count {
        let (day, slot) = (first_day + i64::try_from(number / PER_DAY).unwrap(), number % PER_DAY);
        let minute = slot * 72;
        let at = |minute: usize| format!("{}T{:02}:{:02}:00+00:00", date(day), minute / 60, minute % 60);
        let (category, note) = (number % 8, notes[number % 4]);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{},{},Category {category},{note},", at(minute), at(minute + 30));
    }
    text
}

/// Renders a day as `2026-03-01` (after H. Hinnant, `civil_from_days`).
fn date(day: i64) -> String {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{:02}", of_year - (153 * shifted_month + 2) / 5 + 1)
}

/// Imports a log through the room's own import and waits until it is stored.
pub fn bring_in(page: &Page, text: &str) {
    let folder = TemporaryFolder::new("large-log");
    let file = folder.write("log.csv", text);
    page.test_id("import-file").set_files(&[&file]);
    let visible = "document.querySelector('[data-testid=import-apply]')?.checkVisibility()";
    page.wait_for_or(visible, PATIENCE, || "waiting for the import's report".into());
    page.test_id("import-apply").click();
    let done = "!document.querySelector('[data-testid=import-report]') \
         && document.documentElement.dataset.saved === 'yes'";
    page.wait_for_or(done, PATIENCE, || "storing the import".into());
}

#[test]
fn time_a_hundred_thousand_entries_stay_fluid() {
    let app = room_in("UTC");
    let page = &app.page;
    bring_in(page, &table(15_340, COUNT));
    days(page, "2012-01-01", "2026-01-01");
    let all = i64::try_from(COUNT).unwrap() * 1_800;
    page.test_id("report-total").wait_attr("data-seconds", &all.to_string());
    app.reload();
    days(page, "2012-01-01", "2026-01-01");
    page.test_id("report-total").wait_attr("data-seconds", &all.to_string());
    days(page, "2020-01-01", "2020-12-31");
    page.test_id("report-total").wait_attr("data-seconds", &(366 * A_DAY).to_string());
    page.test_id("group-by").select("month");
    page.test_id("report-row").attr_is("data-key", "2020-02-01").wait_attr("data-seconds", &(29 * A_DAY).to_string());
    // One of them is changed and one goes; both stay so after a visit that begins elsewhere.
    days(page, "2020-02-29", "2020-02-29");
    page.test_id("entry").wait_count(PER_DAY);
    page.test_id("entry").nth(3).css(".time-open").click();
    page.test_id("entry-note").wait_visible().fill("changed by hand");
    page.test_id("entry-save").click();
    page.test_id("entry-form").wait_gone();
    page.test_id("entry").nth(3).wait_text("changed by hand");
    page.test_id("entry").nth(5).css(".time-open").focus();
    page.press("Delete", 0);
    page.test_id("entry").wait_count(PER_DAY - 1);
    let left = A_DAY - 1_800;
    page.test_id("report-total").wait_attr("data-seconds", &left.to_string());
    app.wait_saved();
    page.eval("location.hash = '#/settings'");
    page.test_id("provider").wait_visible();
    app.reload();
    assert_eq!(page.test_id("entry").count(), 0, "another room");
    app.go("time");
    days(page, "2020-02-29", "2020-02-29");
    page.test_id("entry").wait_count(PER_DAY - 1);
    page.test_id("entry").nth(3).wait_text("changed by hand");
    assert_eq!(seconds(page, "report-total"), left);
    app.undo();
    page.test_id("entry").wait_count(PER_DAY);
    app.undo();
    page.wait_for("!document.querySelector('.time-columns').textContent.includes('changed by hand')");
    days(page, "2012-01-01", "2026-01-01");
    page.test_id("report-total").wait_attr("data-seconds", &all.to_string());
    app.wait_saved();
}
