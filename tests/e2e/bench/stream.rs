//! Cost of a streamed answer: how busy the main thread is, how smooth the page stays, how soon the end is on the
//! screen.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Table, Work, figure, floor, percentile, runs, text};
use crate::app::App;
use crate::browser::{Browser, Page};
use crate::endpoint::{Endpoint, Reply};

const TOKENS: usize = 3_000;
const CHARACTERS: usize = 7_800;
const LIMIT: Duration = Duration::from_mins(2);
const COLUMNS: [&str; 11] = [
    "sent→final ms",
    "last byte→final ms",
    "main thread ms",
    "script ms",
    "layout ms",
    "style ms",
    "long tasks",
    "longest ms",
    "frames over 25 ms",
    "`chat.frame` p50 ms",
    "p99 ms",
];

/// Script that counts long tasks and late frames from now on.
const RECORD: &str = r"
(() => {
  const seen = window.__seen = { long: 0, longest: 0, late: 0 };
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) { seen.long++; seen.longest = Math.max(seen.longest, task.duration); }
  }).observe({ entryTypes: ['longtask'] });
  let last = 0;
  const frame = now => { if (last && now - last > 25) seen.late++; last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  performance.clearMeasures('chat.frame');
})()";

/// Returns a script that notes the moment in which a condition becomes true.
fn note_when(condition: &str) -> String {
    format!(
        "(window.__finalAt = 0, new MutationObserver((_, watch) => {{
            if (!({condition})) return;
            window.__finalAt = performance.timeOrigin + performance.now(); watch.disconnect();
        }}).observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }}), 0)"
    )
}

pub fn run() {
    let mut table = Table::new(&format!("Streaming {TOKENS} tokens of Markdown"), &COLUMNS);
    let pieces = text::pieces(&text::markdown(CHARACTERS), TOKENS);
    for (name, rate) in [("200 tokens/s", Some(200.0)), ("full speed", None)] {
        for _ in 0..runs() {
            table.add(&format!("plain text page, {name}"), &measure_floor(&pieces, rate));
            table.add(&format!("Espalier, {name}"), &measure_app(&pieces, rate));
        }
    }
    table.print();
}

/// Measures a 100 KB answer, to see whether a frame costs more as the answer grows.
pub fn run_long() {
    let mut table = Table::new("Streaming 100 KB of Markdown at 20 KB/s", &COLUMNS);
    let text = text::markdown(100_000);
    let pieces = text::pieces(&text, 4_000);
    for _ in 0..runs() {
        table.add("plain text page", &measure_floor(&pieces, Some(800.0)));
        table.add("Espalier", &measure_app(&pieces, Some(800.0)));
    }
    table.print();
}

fn measure_floor(pieces: &[String], rate: Option<f64>) -> [f64; 11] {
    let endpoint = Endpoint::start();
    endpoint.reply(Reply::tokens(pieces, rate));
    let site = floor::stream_site();
    let page = Browser::shared().new_context().open(&site.url());
    page.wait_for("document.documentElement.dataset.app === 'ready'");
    page.eval(&note_when("document.documentElement.dataset.done === 'yes'"));
    let url = format!("{}/chat/completions", endpoint.base_url());
    measure(&page, &endpoint, || {
        page.eval(&format!("(void send({}), 0)", json!(url)));
    })
}

fn measure_app(pieces: &[String], rate: Option<f64>) -> [f64; 11] {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    // The first question makes the session; the second one is measured.
    app.ask("Warm up");
    app.wait_saved();
    endpoint.forget();
    endpoint.reply(Reply::tokens(pieces, rate));
    let page = &app.page;
    page.test_id("composer").fill("Stream");
    page.eval(&note_when(
        "(() => { const all = document.querySelectorAll('[data-testid=message]'); const last = all[all.length - 1];
            return last && last.dataset.role === 'assistant' && last.dataset.status === 'done'
                && last.textContent.includes('right') && last.textContent.length > 2000; })()",
    ));
    measure(page, &endpoint, || page.test_id("send").click())
}

fn measure(page: &Page, endpoint: &Endpoint, start: impl FnOnce()) -> [f64; 11] {
    // Reporting every chunk to the debugger would be most of what is measured.
    for domain in ["Network", "Log", "Audits"] {
        page.send(&format!("{domain}.disable"), json!({}));
    }
    page.eval(RECORD);
    let work = Work::start(page);
    start();
    page.wait_for_or("window.__finalAt > 0", LIMIT, || "waiting for the end of the answer".into());
    let counters = ["TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
    let [task, script, layout, style] = counters.map(|counter| work.since(page, counter));
    let chat = endpoint.wait_chats(1);
    let finished = chat.finished_at.expect("the answer was sent");
    // The page's clock and this process's clock tick alike; their offset is taken now.
    let page_now = figure(page, "performance.timeOrigin + performance.now()");
    let here = crate::browser::now();
    let final_at = figure(page, "window.__finalAt");
    let since_final = page_now - final_at;
    let at_here = |moment| (here.duration_since(moment)).as_secs_f64() * 1000.0 - since_final;
    let mut frames: Vec<f64> = page
        .eval("performance.getEntriesByName('chat.frame', 'measure').map(e => e.duration)")
        .as_array()
        .map(|list| list.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default();
    [
        at_here(chat.at),
        at_here(finished),
        task,
        script,
        layout,
        style,
        figure(page, "window.__seen.long"),
        figure(page, "window.__seen.longest"),
        figure(page, "window.__seen.late"),
        percentile(&mut frames, 0.5),
        percentile(&mut frames, 0.99),
    ]
}
