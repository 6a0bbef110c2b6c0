//! Finding words in a large workspace: the first letter of a visit, and letters once everything is read.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Table, percentile, runs};
use crate::app::App;
use crate::browser::{CTRL, Page, TemporaryFolder};
use crate::time_large;

#[path = "../../../benches/find/texts.rs"]
mod texts;

use texts::{ENTRIES, MESSAGES, NODES, Texts};

const LIMIT: Duration = Duration::from_mins(5);
/// Messages of one conversation.
const LENGTH: usize = 100;
const WORDS: [&str; 5] = ["garden", "quince", "xylophage", "今天", "榅桲"];

/// Script with what types a text, and tells when what follows from it is there. Rows of commands and of the latest
/// things do not count.
const TYPE: &str = r"
window.findBench = {
  tasks: [],
  field: () => document.querySelector('[data-testid=palette-input]'),
  rows: () => document.querySelectorAll('.palette-list [id^=palette-name-], .palette-list [id^=palette-line-]').length,
  busy: () => document.querySelector('[data-testid=palette] [role=status]').textContent.includes('Searching'),
  type(text) {
    const field = findBench.field();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text.at(-1), inputType: 'insertText' }));
  },
  turn: (channel = new MessageChannel()) => new Promise((done) => {
    channel.port1.onmessage = done; channel.port2.postMessage(0);
  }),
  async first(letter) {
    const start = performance.now(), since = () => performance.now() - start;
    let rows, busy = 0, quiet = 0;
    findBench.type(letter);
    // A room is read once its code is here, which may be a moment after the others were read.
    while (quiet < 60) {
      await new Promise(requestAnimationFrame);
      if (findBench.rows()) rows ??= since();
      const isBusy = findBench.busy() || rows === undefined;
      if (isBusy) busy = since();
      quiet = isBusy ? 0 : quiet + 1;
    }
    return [rows, busy, Math.max(0, ...findBench.tasks)];
  },
  async word(word) {
    const letters = [...word], times = [];
    for (let end = 1; end <= letters.length; end++) {
      await new Promise(requestAnimationFrame);
      const start = performance.now();
      findBench.type(letters.slice(0, end).join(''));
      do await findBench.turn(); while (findBench.busy() && !findBench.rows());
      const work = performance.now() - start;
      while (findBench.busy()) await findBench.turn();
      times.push([work, performance.now() - start]);
    }
    findBench.type('');
    await findBench.turn();
    return times;
  },
};
new PerformanceObserver((list) => findBench.tasks.push(...list.getEntries().map((task) => task.duration)))
  .observe({ type: 'longtask' });
";

pub fn run() {
    let mut first = Table::new(
        "The first letter of a visit, typed when the palette opened",
        &["first rows ms", "all read ms", "longest task ms (0: under 50)"],
    );
    let mut letters = Table::new(
        "Letters of a word once all is read",
        &["first rows p50 ms", "most ms", "all rows p50 ms", "most ms"],
    );
    let app = filled();
    let page = &app.page;
    for _ in 0..runs() {
        page.eval("location.hash = '#/settings'");
        page.test_id("provider").wait_visible();
        app.reload();
        page.eval(TYPE);
        page.press("k", CTRL);
        page.test_id("palette-input").wait_visible();
        page.eval(
            "void (window.findBenchFirst = null, findBench.first('g').then((times) => window.findBenchFirst = times))",
        );
        page.wait_for_or("window.findBenchFirst", LIMIT, || "reading everything".into());
        first.add("Espalier", &numbers(&page.eval("window.findBenchFirst")));
        for word in WORDS {
            letters.add(word, &typed(page, word));
        }
    }
    first.print();
    letters.print();
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().map_or_else(Vec::new, |list| list.iter().filter_map(Value::as_f64).collect())
}

/// Types a word; returns the median and the most of the milliseconds until rows are there, and until all are.
fn typed(page: &Page, word: &str) -> [f64; 4] {
    let times = page.eval(&format!("findBench.word({})", json!(word)));
    let times: Vec<Vec<f64>> = times.as_array().unwrap().iter().map(numbers).collect();
    let [mut rows, mut all] = [0, 1].map(|part| times.iter().map(|time| time[part]).collect::<Vec<f64>>());
    [percentile(&mut rows, 0.5), percentile(&mut rows, 1.0), percentile(&mut all, 0.5), percentile(&mut all, 1.0)]
}

/// Brings in messages, entries, nodes and shapes, each through the import of its room.
fn filled() -> App {
    let app = App::first_visit();
    let page = &app.page;
    let folder = TemporaryFolder::new("bench-find");
    let mut texts = Texts::new();
    let chats: Vec<Value> = (0..MESSAGES / LENGTH).map(|chat| conversation(&mut texts, chat)).collect();
    page.test_id("import-file").set_files(&[&folder.write("conversations.json", Value::from(chats).to_string())]);
    let visible = "document.querySelector('[data-testid=import-apply]')?.checkVisibility()";
    page.wait_for_or(visible, LIMIT, || "waiting for the import's report".into());
    page.test_id("import-apply").click();
    page.wait_for_or("document.querySelector('[data-testid=session-item]')", LIMIT, || "importing".into());
    let saved = "document.documentElement.dataset.saved === 'yes'";
    page.wait_for_or(saved, LIMIT, || "storing conversations".into());
    app.go("time");
    let today = page.eval("Math.floor(Date.now() / 864e5)").as_i64().unwrap();
    let log = time_large::table(today - i64::try_from(ENTRIES / 20).unwrap(), ENTRIES);
    // Start, end and category stay, the note is another.
    let note = |(at, line): (usize, &str)| match line.splitn(4, ',').collect::<Vec<_>>()[..] {
        [start, end, category, _] if at > 0 => format!("{start},{end},{category},{},\n", texts.make(at, 24)),
        _ => format!("{line}\n"),
    };
    time_large::bring_in(page, &log.lines().enumerate().map(note).collect::<String>());
    app.go("map");
    let outline = super::map::outline(NODES);
    let title = |(at, line): (usize, &str)| match line.split_once("Node number") {
        Some((tabs, _)) => format!("{tabs}{}\n", texts.make(at, 20)),
        None => format!("{line}\n"),
    };
    let outline: String = outline.lines().enumerate().map(title).collect();
    page.test_id("import-file").set_files(&[&folder.write("large.txt", outline)]);
    page.wait_for_or("document.querySelector('[data-testid=map-node]')", LIMIT, || "importing a map".into());
    page.wait_for_or(saved, LIMIT, || "storing the map".into());
    app.go("scene");
    let mut scene: Value = serde_json::from_str(&super::scene::scene()).unwrap();
    for (at, shape) in scene["shapes"].as_array_mut().unwrap().iter_mut().enumerate() {
        shape["name"] = json!(format!("{} {at}", texts.make(at, 8)));
    }
    page.test_id("import-file").set_files(&[&folder.write("scene.json", scene.to_string())]);
    page.wait_for_or(&super::scene::listed(), LIMIT, || "importing a scene".into());
    page.wait_for_or(saved, LIMIT, || "storing the scene".into());
    app
}

/// Makes one conversation in the shape of a `conversations.json`.
fn conversation(texts: &mut Texts, chat: usize) -> Value {
    let said: Vec<String> = (0..LENGTH).map(|at| texts.make(chat * LENGTH + at, 600)).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    super::open::chat(&format!("Conversation {chat}"), 1_700_000_000 + 1_000 * chat, &said)
}
