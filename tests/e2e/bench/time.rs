//! The time log: from the start of the page to the first report that is right, other days, and one edit.

use serde_json::json;

use super::open::time;
use super::{Table, Work, figure, runs};
use crate::app::App;
use crate::browser::Page;
use crate::time_large::{bring_in, table};

const SIZES: [usize; 2] = [10_000, 100_000];
const COLUMNS: [&str; 9] = [
    "report ms",
    "report from another room ms",
    "`store.load` ms",
    "`time.query` ms",
    "main thread ms",
    "all days ms",
    "edit ms",
    "saved ms",
    "heap MB",
];

/// Script that notes when the report is first more than empty.
const WATCH: &str = r"
new MutationObserver((_, watch) => {
  const total = document.querySelector('[data-testid=report-total]');
  if (!(Number(total?.dataset.seconds) > 0)) return;
  window.__reportAt = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seconds'] });
";

pub fn run() {
    let mut table = Table::new("A time log of twenty entries a day", &COLUMNS);
    for size in SIZES {
        rows(&mut table, size);
    }
    table.print();
}

fn last(page: &Page, name: &str) -> f64 {
    figure(page, &format!("performance.getEntriesByName('{name}', 'measure').at(-1)?.duration"))
}

fn rows(rows: &mut Table, size: usize) {
    let app = App::first_visit();
    let page = &app.page;
    app.go("time");
    // The log ends yesterday, so that the last thirty days, which the room begins with, have something in them.
    let today = page.eval("Math.floor(Date.now() / 864e5)").as_i64().unwrap();
    let first = today - i64::try_from(size / 20).unwrap();
    bring_in(page, &table(first, size));
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH }));
    for _ in 0..runs() {
        page.eval("location.hash = '#/time'");
        let work = Work::start(page);
        app.reload();
        page.wait_for("window.__reportAt > 0");
        let task = work.since(page, "TaskDuration");
        let (report, load, query) =
            (figure(page, "window.__reportAt"), last(page, "store.load"), last(page, "time.query"));
        page.eval("location.hash = '#/settings'");
        page.test_id("provider").wait_visible();
        app.reload();
        let is_right = "Number(document.querySelector('[data-testid=report-total]')?.dataset.seconds) > 0";
        let [elsewhere, _] = time(page, "location.hash = '#/time'", is_right);
        let all =
            format!("document.querySelector('[data-testid=report-total]')?.dataset.seconds === '{}'", size * 1_800);
        let choose = "(e => { e.value = 'all'; e.dispatchEvent(new Event('change', { bubbles: true })); }) \
             (document.querySelector('[data-testid=range-preset]'))";
        let [all_days, _] = time(page, choose, &all);
        let more = format!("!({all})");
        page.test_id("quick-add").fill("yesterday 23:58-23:59 late");
        let enter = "document.querySelector('[data-testid=quick-add]').dispatchEvent(new KeyboardEvent('keydown', \
             { key: 'Enter', bubbles: true, cancelable: true }))";
        let [edit, _] = time(page, enter, &more);
        let [saved, _] = time(page, "void 0", "document.documentElement.dataset.saved === 'yes'");
        let heap = page.metrics()["JSHeapUsedSize"] / 1_048_576.0;
        rows.add(
            &format!("Espalier, {size} entries"),
            &[report, elsewhere, load, query, task, all_days, edit, saved, heap],
        );
        app.undo();
        page.wait_for(&all);
        app.wait_saved();
    }
}
