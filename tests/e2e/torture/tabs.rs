//! Many tabs work at once: nothing is lost, nothing is there twice, and all of them show the same.

use std::collections::BTreeMap;

use serde_json::Value;

use super::work::export;
use super::{Figures, LEVELDB, is_long};
use crate::app::App;
use crate::browser::{Browser, LIMIT, now, pause};

/// Writes entries one after the other.
const WORK: &str = "(async (tab, many) => {
  const root = document.documentElement;
  const until = condition => new Promise(done => {
    const look = () => condition() && (watch.disconnect(), done());
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  const field = () => document.querySelector('[data-testid=quick-add]');
  for (let number = 0; number < many; number++) {
    const input = field();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, `yesterday 9-11 tab${tab}x${number}.`);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await until(() => field()?.value === '' && root.dataset.saved === 'yes');
    window.__written = number + 1;
  }
})";

#[test]
fn tabs_that_work_at_once_lose_nothing_and_agree() {
    let (tabs, many) = if is_long() { (16, 1_000) } else { (3, 15) };
    let mut figures = Figures::new("tabs", LEVELDB.name);
    figures.tries = tabs;
    let context = Browser::shared().new_context();
    let apps: Vec<App> = (0..tabs).map(|_| App::open(&context)).collect();
    for (number, app) in apps.iter().enumerate() {
        app.go("time");
        app.page.test_id("quick-add").wait_visible();
        app.page.eval(&format!("(({WORK})({number}, {many}).catch(error => console.error(error.stack)), 0)"));
    }
    for app in &apps {
        let (mut written, mut since) = (0, now());
        while written < many {
            let read = app.page.eval("window.__written ?? 0").as_u64().unwrap_or_default();
            if read > written {
                (written, since) = (read, now());
            }
            assert!(
                since.elapsed() < LIMIT,
                "a tab wrote {written} entries and no more: {}",
                app.page.css("main").shown_text()
            );
            pause();
        }
        figures.acknowledged += written as usize;
    }
    let mut first: Option<BTreeMap<String, Value>> = None;
    for app in &apps {
        app.wait_saved();
        app.page.reload();
        app.wait_ready();
        let export: Value = serde_json::from_str(&export(app)).expect("the export is JSON");
        let rows = export["tables"]["timeEntries"].as_array().cloned().unwrap_or_default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for row in &rows {
            let text = row.to_string();
            let mark = text.find("tab").and_then(|at| text[at..].split_once('.')).map(|(mark, _)| mark.to_owned());
            *counts.entry(mark.unwrap_or_default()).or_default() += 1;
        }
        for number in 0..apps.len() {
            for entry in 0..many {
                let count = counts.get(&format!("tab{number}x{entry}")).copied().unwrap_or_default();
                if count != 1 {
                    figures.lost.push(format!("tab{number}x{entry} is there {count} times"));
                }
            }
        }
        let rows: BTreeMap<String, Value> = rows.into_iter().map(|row| (row["id"].to_string(), row)).collect();
        let first = first.get_or_insert_with(|| rows.clone());
        assert_eq!(*first, rows, "the tabs do not agree");
    }
    figures.judge();
}
