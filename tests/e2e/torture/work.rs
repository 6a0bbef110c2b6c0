//! A workspace in which work goes on in all rooms, and the comparison of what it acknowledged with what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::Figures;
use crate::app::App;
use crate::browser::{Browser, LIMIT, Page, Profile, TemporaryFolder, now, on_time, pause};
use crate::endpoint::{Endpoint, Reply};
use crate::site::Site;

const WORK: &str = include_str!("work.js");

/// The kinds of work, in the order in which they come.
pub const KINDS: [&str; 7] = ["chat", "map", "time", "course", "scene", "file", "stream"];

/// Words of an answer that streams, and how many of them come in a second.
const WORDS: usize = 250;
const RATE: f64 = 100.0;

/// A change that the page acknowledged.
#[derive(Debug, Clone)]
pub struct Acknowledged {
    pub kind: String,
    pub number: u64,
    /// Whether the second copy had it, too.
    pub mirrored: bool,
}

/// A site, a scripted model and a profile, worked in by one browser after the other.
pub struct Workspace {
    pub site: Site,
    pub endpoint: Endpoint,
    pub folder: TemporaryFolder,
    flags: Vec<String>,
    /// Variables of the browser's environment.
    pub environment: Vec<(&'static str, PathBuf)>,
    /// Number of the next change; none is used twice.
    next: u64,
    pub acknowledged: Vec<Acknowledged>,
    streams: Vec<Stream>,
    /// Most milliseconds that a commit took since the last comparison.
    commit_ms: u64,
}

/// An answer that was coming: the number of its words on the screen, by the page's milliseconds.
struct Stream {
    number: u64,
    shown: Vec<(usize, u64)>,
}

/// Limits of what may be lost.
#[derive(Debug, Clone, Copy)]
pub struct Promise {
    /// Most milliseconds of a stream, beside those that its last commit takes, where it is promised.
    pub stream_ms: Option<u64>,
    /// Whether the database may lose something, if that is said and what was mirrored comes back.
    pub is_restored: bool,
}

impl Workspace {
    pub fn new(flags: &[&str]) -> Self {
        // Milliseconds of a stream are measured.
        on_time();
        let (site, endpoint) = (Site::of_dist(), Endpoint::start());
        endpoint.respond(|recorded| {
            let text = recorded.messages().into_iter().rfind(|(role, _)| role == "user")?.1;
            let (kind, number) = ["stream", "queued", "file", "chat"]
                .iter()
                .find_map(|kind| Some((*kind, number_after(&text, &format!("{kind}-"))?)))?;
            if kind == "stream" {
                let words: Vec<String> = (0..WORDS).map(|word| format!(" w{number}-{word}.")).collect();
                return Some(Reply::tokens(&words, Some(RATE)));
            }
            Some(Reply::text(&["This is ", &format!("answer-{number}."), " And a little more."]))
        });
        let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let folder = TemporaryFolder::new("torture");
        let (environment, acknowledged, streams) = (Vec::new(), Vec::new(), Vec::new());
        Self { site, endpoint, folder, flags, environment, next: 0, acknowledged, streams, commit_ms: 0 }
    }

    pub fn start(&self) -> Arc<Browser> {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        Browser::start_in(&Profile::At(self.folder.to_path_buf()), &flags, &self.environment)
    }

    /// Opens the app in the profile's own context; at the first time sets the endpoint up.
    #[track_caller]
    pub fn open(&self, browser: &Arc<Browser>) -> App {
        self.open_in(browser, &|_| ())
    }

    /// Does so in a page to which something was done before.
    #[track_caller]
    pub fn open_in(&self, browser: &Arc<Browser>, prepare: &dyn Fn(&Page)) -> App {
        let page = browser.profile_context().blank();
        prepare(&page);
        let app = open_or_begin_anew(page, &self.site.url()).expect("the app begins");
        if self.next == 0 {
            app.go("settings");
            if !app.page.test_id("key-keep").is_checked() {
                app.page.test_id("key-keep").click();
            }
            app.configure(&self.endpoint);
        }
        app
    }

    /// Works, beginning with that kind, until something of it was acknowledged and for so long after that; then ends the
    /// work. Returns how many changes were acknowledged.
    #[track_caller]
    pub fn work(&mut self, app: &App, kind: usize, after: Duration, end: impl FnOnce()) -> usize {
        self.begin(app, kind);
        wait_acknowledged(&app.page, kind);
        // A moment in the life of a write, not a state.
        thread::sleep(after);
        end();
        self.take(&app.page)
    }

    /// Begins to work with that kind, and to go on until the page goes.
    #[track_caller]
    pub fn begin(&self, app: &App, kind: usize) {
        app.page.eval(&format!(
            "(window.__work = ({WORK})({}, {kind}).catch(error => console.error(error.stack)), 0)",
            self.next
        ));
    }

    /// Takes what the page said while it worked.
    pub fn take(&mut self, page: &Page) -> usize {
        let new = acknowledgements(page);
        // What was under way may or may not be there; its number is not used again.
        self.next = new.last().map_or(self.next, |last| last.number + 2).max(self.next + 1);
        let count = new.len();
        self.acknowledged.extend(new);
        for line in page.console() {
            if let Some(ms) = line.strip_prefix("debug: committed ").and_then(|ms| ms.parse().ok()) {
                self.commit_ms = self.commit_ms.max(ms);
            }
            let Some(words) = line.strip_prefix("debug: shown ") else { continue };
            let numbers: Vec<u64> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
            let [number, words, ms] = numbers[..] else { continue };
            self.next = self.next.max(number + 1);
            if self.streams.last().is_none_or(|stream| stream.number != number) {
                self.streams.push(Stream { number, shown: Vec::new() });
            }
            self.streams.last_mut().unwrap().shown.push((words as usize, ms));
        }
        count
    }

    /// Compares what is there with what was acknowledged.
    #[track_caller]
    pub fn compare(&mut self, app: &App, when: &str, promise: &Promise, figures: &mut Figures) {
        let (mut stored, mut gone) = self.gone(app);
        // A loss that nobody announced is found by waiting; where none is promised, that only takes time.
        let said = heal(app, promise.is_restored && !gone.is_empty());
        if said.is_some() && promise.is_restored {
            let before = gone.len();
            (stored, gone) = self.gone(app);
            figures.restored += before - gone.len();
            // The second copy is as new as the database but for the last second.
            let all = gone.len();
            gone.retain(|change| change.mirrored);
            figures.lost_and_said += all - gone.len();
            self.streams.clear();
        } else {
            figures.torn.extend(said.map(|what| format!("{when}: {what}")));
        }
        figures.lost.extend(gone.iter().map(|change| format!("{when}: {} {}", change.kind, change.number)));
        figures.torn.extend(torn(&stored).into_iter().map(|what| format!("{when}: {what}")));
        let commit_ms = std::mem::take(&mut self.commit_ms);
        for stream in self.streams.drain(..) {
            let (kept, is_prefix) = stream.kept(&stored);
            if !is_prefix {
                figures.torn.push(format!("{when}: the words of stream {} are not in order", stream.number));
            }
            let ms = stream.lost_ms(kept);
            figures.stream_ms = figures.stream_ms.max(Some(ms));
            if promise.stream_ms.is_some_and(|limit| ms > limit + commit_ms) {
                figures
                    .lost
                    .push(format!("{when}: {ms} ms of stream {}, with commits of {commit_ms} ms", stream.number));
            }
        }
    }

    /// Exports everything and returns it, with the acknowledged changes that are not in it.
    #[track_caller]
    fn gone(&mut self, app: &App) -> (String, Vec<Acknowledged>) {
        let kept = app.page.eval(TYPED).as_str().unwrap_or_default().to_owned();
        let stored = export(app);
        let is_there = |change: &Acknowledged| {
            let Acknowledged { kind, number, .. } = change;
            let others = match kind.as_str() {
                "chat" => &["answer"][..],
                "file" => &["content", "answer"],
                "queued" if kept.contains(&format!("queued-{number}.")) => return true,
                _ => &[],
            };
            [kind.as_str()].iter().chain(others).all(|part| stored.contains(&format!("{part}-{number}.")))
        };
        // Lost once is enough.
        let (there, gone) = self.acknowledged.drain(..).partition::<Vec<_>, _>(is_there);
        self.acknowledged = there;
        (stored, gone)
    }
}

/// Exports everything, also behind a notice.
#[track_caller]
pub fn export(app: &App) -> String {
    // A file of the same name would be written over, and not be seen.
    for path in app.page.downloads() {
        fs::remove_file(path).expect("the export before can be removed");
    }
    app.page.eval("location.hash = '#/settings', 0");
    app.page.test_id("export").wait_visible();
    app.page.eval("document.querySelector('[data-testid=export]').click()");
    fs::read_to_string(app.page.wait_download(&[])).expect("the export is readable")
}

/// Opens the app; where its database cannot be opened, begins anew. Fails with the words of a dead end.
#[track_caller]
pub fn open_or_begin_anew(page: Page, url: &str) -> Result<App, String> {
    page.goto(url);
    let app = App { page };
    app.page.wait_for("['ready', 'failed'].includes(document.documentElement.dataset.app)");
    if app.page.eval("document.documentElement.dataset.app") == "failed" {
        app.page.wait_for(
            "['begin-anew', 'rescue-export'].some(id => document.querySelector(`[data-testid=${id}]`).checkVisibility())",
        );
        if !app.page.test_id("begin-anew").visible().exists() {
            return Err(format!("a dead end: {}", app.page.css("#rescue").shown_text()));
        }
        app.page.test_id("begin-anew").click();
        app.page.css("#rescue-anew-really").wait_visible();
        app.page.eval("window.__leaving = true");
        app.page.test_id("begin-anew").click();
        app.page.wait_for("!window.__leaving");
        app.wait_ready();
    }
    Ok(app)
}

/// Waits until the second copy is as new as the database, or a loss is said; has what is missing brought back, and returns
/// what the notice named. A loss that is expected has to be said.
#[track_caller]
pub fn heal(app: &App, is_expected: bool) -> Option<String> {
    let notice = app.page.test_id("missing").visible();
    let start = now();
    while !app.page.test_id("missing-restore").visible().exists() {
        let is_whole = app.page.eval("document.documentElement.dataset.mirrored") == "yes" && !notice.exists();
        if is_whole && (!is_expected || start.elapsed() > LIMIT) {
            return None;
        }
        assert!(start.elapsed() <= LIMIT, "nothing brings back what is missing: {}", app.page.css("body").shown_text());
        pause();
    }
    let said = app.page.test_id("missing-what").shown_text();
    assert!(said.contains(|letter: char| letter.is_ascii_digit()), "it does not name what is missing: {said}");
    app.page.test_id("missing-restore").click();
    notice.wait_gone();
    app.wait_mirrored();
    Some(said)
}

/// Words that are kept of fields and of messages that wait, from the database.
const TYPED: &str = "new Promise((done, failed) => {
  const open = indexedDB.open('espalier');
  open.onerror = () => failed(open.error);
  open.onsuccess = () => {
    const all = open.result.transaction('meta').objectStore('meta').getAll();
    all.onsuccess = () => { open.result.close(); done(JSON.stringify(all.result)); };
    all.onerror = () => failed(all.error);
  };
})";

impl Stream {
    /// Returns the number of words that are kept, and whether they are the first ones, in order.
    fn kept(&self, stored: &str) -> (usize, bool) {
        let mark = format!("w{}-", self.number);
        let words: Vec<usize> = stored
            .match_indices(&mark)
            .filter_map(|(at, _)| number_after(&stored[at..], &mark).map(|word| word as usize))
            .collect();
        (words.len(), words.iter().copied().eq(0..words.len()))
    }

    /// Returns for how long the first of the words that are gone had been on the screen.
    fn lost_ms(&self, kept: usize) -> u64 {
        let first_gone = self.shown.iter().find(|(words, _)| *words > kept);
        let last = self.shown.last().map_or(0, |(_, ms)| *ms);
        first_gone.map_or(0, |(_, ms)| last - ms)
    }
}

/// Lists rows of an export that name others which are not there.
fn torn(stored: &str) -> Vec<String> {
    let export: Value = serde_json::from_str(stored).expect("the export is JSON");
    let list = |rows: &Value| rows.as_array().cloned().unwrap_or_default();
    let rows = |table: &str| list(&export["tables"][table]);
    let ids = |rows: Vec<Value>, id: &str| -> BTreeSet<String> { rows.iter().map(|row| row[id].to_string()).collect() };
    let mut torn = Vec::new();
    for (table, field, owners) in [
        ("messages", "session", "sessions"),
        ("messages", "parent", "messages"),
        ("nodes", "map", "maps"),
        ("nodes", "parent", "nodes"),
        ("shapes", "scene", "scenes"),
    ] {
        let owners = ids(rows(owners), "id");
        let is_alone = |row: &Value| !row[field].is_null() && !owners.contains(&row[field].to_string());
        torn.extend(
            rows(table).iter().filter(|row| is_alone(row)).map(|row| format!("{table} {row} without its {field}")),
        );
    }
    let files = ids(list(&export["files"]), "hash");
    for part in rows("messages").iter().flat_map(|message| list(&message["parts"])) {
        if part["kind"] == "attachment" && !files.contains(&part["hash"].to_string()) {
            torn.push(format!("the file {} is named and not there", part["name"]));
        }
    }
    torn
}

/// Returns the number that stands after some words in a text and before a full stop.
fn number_after(text: &str, words: &str) -> Option<u64> {
    let rest = &text[text.find(words)? + words.len()..];
    rest[..rest.find('.')?].parse().ok()
}

/// Waits until the page has acknowledged something of its work.
#[track_caller]
pub fn wait_acknowledged(page: &Page, kind: usize) {
    let start = now();
    while acknowledgements(page).is_empty() {
        assert!(start.elapsed() < LIMIT, "no {} was acknowledged: {:?}", KINDS[kind % KINDS.len()], page.problems());
        pause();
    }
}

fn acknowledgements(page: &Page) -> Vec<Acknowledged> {
    let mut all: Vec<Acknowledged> = Vec::new();
    for line in page.console() {
        if line == "debug: mirrored" {
            for change in &mut all {
                change.mirrored = true;
            }
        }
        let words = line.strip_prefix("debug: acknowledged ").and_then(|words| words.split_once(' '));
        let Some((kind, Ok(number))) = words.map(|(kind, number)| (kind, number.parse())) else { continue };
        all.push(Acknowledged { kind: kind.to_owned(), number, mirrored: false });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn torture_a_row_without_its_owner_is_torn() {
        let export = |parent: &str, hash: &str| {
            json!({
                "tables": {
                    "sessions": [{ "id": "s" }],
                    "messages": [
                        { "id": "m", "session": "s", "parent": null },
                        { "id": "n", "session": "s", "parent": parent, "parts": [{ "kind": "attachment", "hash": hash }] },
                    ],
                    "nodes": [{ "id": "r", "map": "gone" }],
                },
                "files": [{ "hash": "f" }],
            })
            .to_string()
        };
        assert_eq!(torn(&export("m", "f")).len(), 1, "only the node has lost its map");
        assert_eq!(torn(&export("gone", "f")).len(), 2);
        assert_eq!(torn(&export("m", "gone")).len(), 2);
    }

    #[test]
    fn torture_what_is_gone_of_a_stream_is_counted_from_when_it_was_shown() {
        let stream = Stream { number: 7, shown: vec![(1, 100), (3, 130), (4, 170)] };
        assert_eq!(stream.kept("w7-0. w7-1. w71-2. w7-2."), (3, true));
        assert_eq!(stream.kept("w7-0. w7-2."), (2, false));
        for (kept, ms) in [(4, 0), (3, 0), (2, 40), (1, 40), (0, 70)] {
            assert_eq!(stream.lost_ms(kept), ms, "{kept} kept");
        }
    }
}
