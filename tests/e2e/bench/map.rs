//! Mind maps: from the click to the first picture, folding, adding, moving the window.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::Value;

use super::open::time;
use super::{Table, Work, figure, percentile, runs};
use crate::app::App;
use crate::browser::{Page, TemporaryFolder};

const SIZES: [usize; 3] = [1_000, 10_000, 50_000];
const COLUMNS: [&str; 9] = [
    "open ms",
    "main thread ms",
    "fold ms",
    "unfold ms",
    "add ms",
    "key p95 ms",
    "pan frame p50 ms",
    "p95 ms",
    "elements",
];

pub fn run() {
    let mut table = Table::new("A map, all of it unfolded", &COLUMNS);
    for size in SIZES {
        rows(&mut table, size);
    }
    table.print();
}

/// Ten branches of ten branches each, and leaves below them.
pub(super) fn outline(size: usize) -> String {
    let mut text = "Root\n".to_owned();
    let mut left = size - 1;
    for number in 0.. {
        let depth = if number % (size / 10) == 0 {
            1
        } else if number % (size / 100).max(2) == 1 {
            2
        } else {
            3
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}Node number {number}", "\t".repeat(depth));
        left -= 1;
        if left == 0 {
            break;
        }
    }
    text
}

fn rows(table: &mut Table, size: usize) {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    let folder = TemporaryFolder::new("bench-map");
    let file = folder.write("large.txt", outline(size));
    page.test_id("import-file").set_files(&[&file]);
    let limit = Duration::from_mins(3);
    page.wait_for_or("document.querySelector('[data-testid=map-node]')", limit, || "importing".into());
    page.wait_for_or("document.documentElement.dataset.saved === 'yes'", limit, || "storing the map".into());
    for _ in 0..runs() {
        page.eval("location.hash = '#/settings'");
        page.test_id("provider").wait_visible();
        app.reload();
        page.eval("location.hash = '#/map'");
        page.test_id("map-item").wait_visible();
        let work = Work::start(page);
        let [_, open] = time(
            page,
            "(e => (e.querySelector('a, button') ?? e).click())(document.querySelector('[data-testid=map-item]'))",
            "document.querySelector('[data-testid=map-node]')",
        );
        let task = work.since(page, "TaskDuration");
        let press = |key: &str| {
            format!(
                "document.querySelector('[data-testid=map-node][tabindex=\"0\"]').dispatchEvent(new KeyboardEvent('keydown', \
                 {{ key: '{key}', code: '{}', bubbles: true, cancelable: true }}))",
                if key == " " { "Space" } else { key }
            )
        };
        // The first main branch, from the keyboard.
        page.eval(&press("ArrowRight"));
        page.wait_for("document.querySelector('[data-testid=map-node][tabindex=\"0\"]')?.dataset.depth === '1'");
        let is = |state: &str| {
            format!("document.querySelector('[data-testid=map-node][tabindex=\"0\"]')?.dataset.folded === '{state}'")
        };
        let [_, fold] = time(page, &press(" "), &is("true"));
        let [_, unfold] = time(page, &press(" "), &is("false"));
        let [_, add] = time(page, &press("Tab"), "document.activeElement?.dataset.testid === 'node-title-input'");
        let key = type_title(page);
        page.press("Escape", 0);
        let [p50, p95] = pan(page);
        let elements = figure(page, "document.querySelectorAll('*').length");
        table.add(&format!("Espalier, {size} nodes"), &[open, task, fold, unfold, add, key, p50, p95, elements]);
    }
}

/// Milliseconds from a letter in the title of a node until the page has done what follows from it, 95th percentile.
fn type_title(page: &Page) -> f64 {
    let script = "(async () => {
        const field = document.activeElement, channel = new MessageChannel(), times = [];
        const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set;
        for (const letter of 'A title of forty letters, typed by hand.') {
            const start = performance.now();
            set.call(field, field.value + letter);
            field.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
            await new Promise(done => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
            times.push(performance.now() - start);
            await new Promise(requestAnimationFrame);
        }
        return times;
    })()";
    percentile(&mut numbers(page, script), 0.95)
}

fn numbers(page: &Page, script: &str) -> Vec<f64> {
    page.eval(script).as_array().map_or_else(Vec::new, |list| list.iter().filter_map(Value::as_f64).collect())
}

/// Durations of frames while the map is moved by a wheel.
fn pan(page: &Page) -> [f64; 2] {
    let script = "(async () => {
        const view = document.querySelector('[data-testid=map-view]');
        const box = view.getBoundingClientRect();
        const times = []; let last = await new Promise(requestAnimationFrame);
        for (let step = 0; step < 60; step++) {
            view.dispatchEvent(new WheelEvent('wheel', { deltaX: 3.5, deltaY: 40.5, bubbles: true, cancelable: true,
                clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
            const now = await new Promise(requestAnimationFrame);
            times.push(now - last); last = now;
        }
        return times;
    })()";
    let mut times = numbers(page, script);
    [percentile(&mut times, 0.5), percentile(&mut times, 0.95)]
}
