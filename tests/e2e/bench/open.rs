//! Opening a long session: from the click to its last message, and until the page is quiet.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Table, Work, figure, floor, percentile, runs, text};
use crate::app::App;
use crate::browser::{Browser, Page, TemporaryFolder};

const SIZES: [usize; 3] = [500, 2_000, 10_000];
const COLUMNS: [&str; 7] =
    ["open ms", "quiet ms", "main thread ms", "elements", "scroll frame p50 ms", "p95 ms", "heap MB"];

pub fn run() {
    let mut table = Table::new("Opening a session", &COLUMNS);
    for size in SIZES {
        floor_rows(&mut table, size);
        app_rows(&mut table, size);
    }
    table.print();
}

/// Runs an action and waits for its result; returns the milliseconds until it shows and until two frames later.
pub(super) fn time(page: &Page, start: &str, shown: &str) -> [f64; 2] {
    let script = format!(
        "(async () => {{
            const begin = performance.now();
            const frame = () => new Promise(requestAnimationFrame);
            {start};
            while (!({shown})) await frame();
            const open = performance.now() - begin;
            await frame(); await frame();
            return [open, performance.now() - begin];
        }})()"
    );
    let times = page.eval(&script);
    [times[0].as_f64().unwrap_or(f64::NAN), times[1].as_f64().unwrap_or(f64::NAN)]
}

/// Durations of frames while the box scrolls up by a third of its height per frame.
fn scroll(page: &Page, selector: &str) -> [f64; 2] {
    let script = format!(
        "(async () => {{
            let box = document.querySelector({});
            while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
            if (!box) return [];
            const times = []; let last = await new Promise(requestAnimationFrame);
            for (let step = 0; step < 60; step++) {{
                box.scrollTop -= box.clientHeight / 3;
                const now = await new Promise(requestAnimationFrame);
                times.push(now - last); last = now;
            }}
            return times;
        }})()",
        json!(selector)
    );
    let times = page.eval(&script);
    let mut times: Vec<f64> =
        times.as_array().map_or_else(Vec::new, |list| list.iter().filter_map(Value::as_f64).collect());
    [percentile(&mut times, 0.5), percentile(&mut times, 0.95)]
}

fn row(page: &Page, start: &str, shown: &str, scrolled: &str) -> [f64; 7] {
    let work = Work::start(page);
    let [open, quiet] = time(page, start, shown);
    let task = work.since(page, "TaskDuration");
    let elements = figure(page, "document.querySelectorAll('*').length");
    let [p50, p95] = scroll(page, scrolled);
    [open, quiet, task, elements, p50, p95, page.metrics()["JSHeapUsedSize"] / 1_048_576.0]
}

fn floor_rows(table: &mut Table, size: usize) {
    let site = floor::list_site();
    let context = Browser::shared().new_context();
    let page = context.open(&site.url());
    page.eval(&format!("fill({size}, {})", json!(text::markdown(300))));
    for _ in 0..runs() {
        page.reload();
        let shown = format!("document.getElementById('box').textContent.includes('{} ')", size - 1);
        table.add(&format!("windowed plain list, {size} messages"), &row(&page, "show()", &shown, "#box"));
    }
}

fn app_rows(table: &mut Table, size: usize) {
    let app = App::first_visit();
    let page = &app.page;
    let folder = TemporaryFolder::new("long-session");
    let file = folder.write("conversations.json", conversation(size).to_string());
    page.test_id("import-file").set_files(&[&file]);
    let limit = Duration::from_mins(3);
    let visible = "document.querySelector('[data-testid=import-apply]')?.checkVisibility()";
    page.wait_for_or(visible, limit, || "waiting for the import's report".into());
    page.test_id("import-apply").click();
    page.wait_for_or("document.querySelectorAll('[data-testid=session-item]').length > 0", limit, || {
        "importing".into()
    });
    page.wait_for_or("document.documentElement.dataset.saved === 'yes'", limit, || "storing the import".into());
    for _ in 0..runs() {
        // A visit that starts elsewhere has nothing of the session in memory.
        page.eval("location.hash = '#/settings'");
        page.test_id("provider").wait_visible();
        app.reload();
        page.eval("location.hash = '#/chat'");
        page.test_id("session-new").visible().click();
        page.wait_for("document.querySelectorAll('[data-testid=message]').length === 0");
        let item = "document.querySelector('[data-testid=session-item] a, [data-testid=session-item] button, [data-testid=session-item]')";
        let start = format!(
            "[...document.querySelectorAll('[data-testid=session-item]')].filter(e => e.textContent.includes('Long one'))
                .map(e => e.querySelector('a, button') ?? e)[0].click(); void {item}"
        );
        let shown =
            format!("document.querySelector('[data-testid=transcript]')?.textContent.includes('number {} ')", size - 1);
        table.add(&format!("Espalier, {size} messages"), &row(page, &start, &shown, "[data-testid=transcript]"));
    }
}

/// Makes one long conversation in the shape of a `conversations.json`.
fn conversation(size: usize) -> Value {
    let body = text::markdown(300);
    let said: Vec<String> = (0..size).map(|number| format!("Message number {number} says:\n\n{body}")).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    json!([chat("Long one", 1_700_000_000, &said)])
}

/// Makes a conversation of such a file, of what was said by turns from a second on.
pub(super) fn chat(title: &str, from: usize, said: &[&str]) -> Value {
    let mut mapping = serde_json::Map::new();
    let size = said.len();
    for (number, said) in said.iter().enumerate() {
        let role = if number % 2 == 0 { "user" } else { "assistant" };
        let parent = number.checked_sub(1).map(|parent| format!("n{parent}"));
        let children: Vec<String> = if number + 1 < size { vec![format!("n{}", number + 1)] } else { Vec::new() };
        let id = format!("n{number}");
        let node = json!({
            "id": id, "parent": parent, "children": children,
            "message": {
                "id": id, "author": { "role": role }, "create_time": from + number,
                "content": { "content_type": "text", "parts": [said] }, "metadata": {},
            },
        });
        mapping.insert(id, node);
    }
    json!({
        "title": title, "create_time": from, "update_time": from + 100_000, "id": title,
        "current_node": format!("n{}", size - 1), "mapping": mapping,
    })
}
