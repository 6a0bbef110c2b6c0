//! The page before and around the app: the addresses it may reach, its first look, its way out when it cannot start,
//! its offline copy and how that is replaced.
//!
//! Each test hosts its own copy of the built page, so that it can take files away or publish another build.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::{Browser, Page, TemporaryFolder};
use crate::http::Listener;

/// A copy of the built page that a test may change while it is being served.
pub struct Copy {
    folder: TemporaryFolder,
    listener: Listener,
    /// Whether the program is held back.
    holds: Arc<AtomicBool>,
}

impl Copy {
    pub fn new() -> Self {
        let dist = std::env::var_os("ESPALIER_DIST").map(PathBuf::from);
        let folder = TemporaryFolder::new("dist");
        copy(&dist.expect("ESPALIER_DIST names the built page"), &folder);
        let served = folder.to_path_buf();
        let holds = Arc::new(AtomicBool::new(false));
        let held = holds.clone();
        let listener = Listener::start(move |request, mut stream| {
            let name = request.path().trim_start_matches('/');
            let name = if name.is_empty() { "index.html" } else { name };
            while name.ends_with("_bg.wasm") && held.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(10));
            }
            let (status, body) = match fs::read(served.join(name)) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let (kind, length) = (kind(name), body.len());
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\ncache-control: max-age=600\r\nconnection: close\r\n\r\n"
            );
            // The browser may have gone away.
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        });
        Self { folder, listener, holds }
    }

    /// Keeps the program back, or lets it go.
    pub fn hold(&self, holds: bool) {
        self.holds.store(holds, Ordering::SeqCst);
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.listener.address)
    }

    /// Takes away the files whose names begin so; returns them for later.
    pub fn take_away(&self, beginning: &str) -> Vec<(String, Vec<u8>)> {
        let files = fs::read_dir(&*self.folder).unwrap().flatten().map(|entry| entry.path());
        let named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning));
        let take = |path: PathBuf| {
            let content = fs::read(&path).unwrap();
            fs::remove_file(&path).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), content)
        };
        files.filter(named).map(take).collect()
    }

    pub fn put_back(&self, files: Vec<(String, Vec<u8>)>) {
        for (name, content) in files {
            self.folder.write(&name, content);
        }
    }

    /// Takes away the WebAssembly module.
    fn break_it(&self) {
        for file in fs::read_dir(&*self.folder).unwrap().flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|end| end == "wasm") {
                fs::remove_file(file).unwrap();
            }
        }
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.folder.join(name)).unwrap();
        assert!(text.contains(from), "{name} has no {from}");
        self.folder.write(name, text.replace(from, to));
    }

    fn build(&self) -> String {
        let page = fs::read_to_string(self.folder.join("index.html")).unwrap();
        page.split("data-build=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn wait_ready(page: &Page) {
    page.wait_for("document.documentElement.dataset.app === 'ready'");
}

fn wait_worker(page: &Page) {
    page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
}

/// Opens a page that cannot start.
fn open_broken(copy: &Copy) -> Page {
    copy.break_it();
    let page = Browser::shared().new_context().blank();
    for expected in ["404", "wasm", "WebAssembly", "preload"] {
        page.expect_problem(expected);
    }
    page.goto(&copy.url());
    page.wait_for("document.documentElement.dataset.app === 'failed'");
    page
}

const STORE_A_ROW: &str = "new Promise((done, fail) => {
  const open = indexedDB.open('espalier', 7);
  open.onupgradeneeded = () => { open.result.createObjectStore('rows'); open.result.createObjectStore('other'); };
  open.onerror = () => fail(open.error);
  open.onsuccess = () => {
    const change = open.result.transaction(['rows', 'other'], 'readwrite');
    change.objectStore('rows').put('{\"text\":\"kept\"}', 'a');
    change.objectStore('rows').put({ n: [1, 2n, undefined, new Uint8Array([1, 255])], at: new Date(0) }, 'b');
    change.oncomplete = () => { open.result.close(); done(true); };
  };
})";

#[test]
fn start_that_fails_offers_the_data_as_a_file() {
    let copy = Copy::new();
    let page = open_broken(&copy);
    page.eval(STORE_A_ROW);
    let known = page.downloads();
    page.test_id("rescue-export").click();
    let file = page.wait_download(&known);
    let saved: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(saved["format"], "espalier-rescue");
    assert_eq!(saved["database"], json!({ "name": "espalier", "version": 7 }));
    assert_eq!(saved["stores"]["other"], json!([]));
    let odd = json!({ "n": [1, { "$bigint": "2" }, { "$undefined": true }, { "$bytes": "Af8=" }],
                      "at": { "$date": "1970-01-01T00:00:00.000Z" } });
    assert_eq!(
        saved["stores"]["rows"],
        json!([{ "key": "a", "value": "{\"text\":\"kept\"}" }, { "key": "b", "value": odd }])
    );
    page.screenshot("rescue");
}

#[test]
fn start_that_fails_leaves_no_empty_database_behind() {
    let copy = Copy::new();
    let page = open_broken(&copy);
    page.test_id("rescue-export").click();
    page.wait_for("document.getElementById('rescue-reason').textContent.includes('no data')");
    assert_eq!(page.eval("indexedDB.databases().then(list => list.length)"), 0);
}

#[test]
fn start_that_fails_can_delete_everything_when_asked_twice() {
    let copy = Copy::new();
    let page = open_broken(&copy);
    page.eval(STORE_A_ROW);
    page.eval("localStorage.setItem('espalier.keys.x', 'secret'), localStorage.setItem('neighbour', 'kept')");
    page.test_id("rescue-erase").click();
    page.wait_for("!document.getElementById('rescue-erase-really').hidden");
    assert_eq!(page.eval("indexedDB.databases().then(list => list.length)"), 1, "it was asked about only");
    page.eval("window.__leaving = true");
    page.test_id("rescue-erase").click();
    page.wait_for(
        "!window.__leaving && document.documentElement.dataset.app === 'failed' && !('erased' in document.documentElement.dataset)",
    );
    assert_eq!(page.eval("indexedDB.databases().then(list => list.length)"), 0);
    assert_eq!(
        page.eval("Object.keys(localStorage).filter(name => !name.startsWith('espalier.'))"),
        json!(["neighbour"])
    );
    assert_eq!(page.eval("localStorage.getItem('espalier.keys.x')"), json!(null));
}

#[test]
fn start_afresh_clears_only_our_caches() {
    let copy = Copy::new();
    let page = Browser::shared().new_context().blank();
    page.goto(&copy.url());
    wait_ready(&page);
    wait_worker(&page);
    let url = copy.url();
    page.eval(&format!("Promise.all([caches.open('neighbour'), caches.open('espalier {url} old'), caches.open('espalier {url}else/ old')])"));
    page.eval("localStorage.setItem('kept', 'yes')");
    page.eval("window.__leaving = true; document.getElementById('rescue-reload').click()");
    page.wait_for("!window.__leaving && document.documentElement.dataset.app === 'ready'");
    let names = page.eval("caches.keys()");
    let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let elsewhere = format!("espalier {url}else/ old");
    let old = format!("espalier {url} old");
    assert!(
        names.contains(&"neighbour") && names.contains(&elsewhere.as_str()) && !names.contains(&old.as_str()),
        "{names:?}"
    );
    assert_eq!(page.eval("localStorage.getItem('kept')"), "yes");
}

/// Script that counts what is done until the page says that it is ready.
const COUNT: &str = r"
window.__start = { transactions: 0, reads: 0, listeners: 0, observers: 0 };
const isStarting = () => document.documentElement?.dataset.app !== 'ready';
const watch = (of, name, key) => {
  const plain = of[name];
  of[name] = function (...words) {
    if (isStarting()) window.__start[key]++;
    return plain.apply(this, words);
  };
};
watch(IDBDatabase.prototype, 'transaction', 'transactions');
for (const name of ['get', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor', 'count']) {
  watch(IDBObjectStore.prototype, name, 'reads');
}
watch(EventTarget.prototype, 'addEventListener', 'listeners');
for (const kind of [MutationObserver, ResizeObserver, IntersectionObserver]) watch(kind.prototype, 'observe', 'observers');
new MutationObserver((_, watch) => {
  if (isStarting()) return;
  window.__start.elements = document.querySelectorAll('*').length;
  window.__start.requests = performance.getEntriesByType('resource').length;
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-app'] });
";

/// The most that the start may do. A time would say more about the machine than about a change; whoever has a reason to
/// do more raises the figure, and whoever does less lowers it.
const START: [(&str, u64); 6] =
    [("transactions", 6), ("reads", 24), ("listeners", 45), ("observers", 5), ("elements", 340), ("requests", 8)];

#[test]
fn start_does_no_more_than_it_has_to() {
    let copy = Copy::new();
    let context = Browser::shared().new_context();
    for visit in ["the first visit", "the second"] {
        let page = context.blank();
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COUNT }));
        page.goto(&copy.url());
        wait_ready(&page);
        page.wait_for("window.__start.requests !== undefined");
        let done = page.eval("window.__start");
        eprintln!("{visit}: {done}");
        for (what, most) in START {
            let count = done[what].as_u64().unwrap();
            assert!(count <= most, "{visit}: {count} {what}, at most {most}: {done}");
        }
    }
}

#[test]
fn start_narrows_what_the_page_may_reach() {
    let copy = Copy::new();
    let other = Listener::start(|_, mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 2\r\n\r\nok");
    });
    let other = format!("http://{}", other.address);
    let page = Browser::shared().new_context().blank();
    page.goto(&copy.url());
    wait_ready(&page);
    page.expect_problem("Content Security Policy");
    page.expect_problem("connect-src");
    page.expect_problem("Failed to fetch");
    let fetched = format!("fetch('{other}/').then(r => r.text()).catch(() => 'refused')");
    assert_eq!(page.eval(&fetched), "refused", "nothing is saved yet");

    let list = json!([other, "https://a.example; script-src *", "data:", "https://b.example/path", 7, null]);
    page.eval(&format!("localStorage.setItem('espalier.origins', {})", json!(list.to_string())));
    page.reload();
    wait_ready(&page);
    let policies = page.eval("[...document.querySelectorAll('meta[http-equiv]')].map(m => m.content)");
    assert_eq!(policies[1], json!(format!("connect-src 'self' {other}")));
    assert_eq!(page.eval(&fetched), "ok");
    assert_eq!(page.eval("fetch('https://b.example/').then(() => 'sent').catch(() => 'refused')"), "refused");
}

#[test]
fn start_shows_the_saved_look_before_the_app_is_there() {
    let copy = Copy::new();
    let page = open_broken(&copy);
    for (theme, language) in [("\"dark\"", "\"zh-Hans\""), ("dark", "zh")] {
        page.eval(&format!(
            "localStorage.setItem('espalier.theme', '{theme}'); localStorage.setItem('espalier.lang', '{language}')"
        ));
        page.reload();
        assert_eq!(page.eval("document.documentElement.dataset.theme"), "dark");
        assert_eq!(page.eval("document.documentElement.lang"), "zh-Hans");
    }
    page.goto(&format!("{}?lang=en", copy.url()));
    assert_eq!(page.eval("document.documentElement.lang"), "en");
}

/// Makes a page whose app does not come yet, with the focus where the first words go.
fn open_early(copy: &Copy) -> Page {
    copy.hold(true);
    let page = Browser::shared().new_context().blank();
    page.send("Page.navigate", json!({ "url": copy.url() }));
    page.css("#first-words").click();
    page
}

#[test]
fn start_keeps_what_is_typed_before_the_app_is_there() {
    let copy = Copy::new();
    let app = App { page: open_early(&copy) };
    app.page.type_text("half a");
    app.page.screenshot("first-frame");
    assert_eq!(app.page.eval("document.documentElement.dataset.app"), "starting");
    // Even when nothing comes of this start.
    app.page.send("Page.reload", json!({}));
    let field = app.page.css("#first-words");
    field.wait_value("half a").click();
    app.page.press("End", 0);
    app.page.type_text(" thought");
    copy.hold(false);
    app.wait_ready();
    app.page.test_id("composer").wait_value("half a thought");
    app.page.wait_for("document.activeElement === document.querySelector('[data-testid=composer]')");
    app.page.type_text(", ended");
    app.page.test_id("composer").wait_value("half a thought, ended");
    assert_eq!(app.page.eval("!!document.getElementById('shell')"), false);
}

#[test]
fn start_sends_what_was_sent_before_the_app_was_there() {
    let copy = Copy::new();
    let app = App { page: open_early(&copy) };
    app.page.type_text("What can I do here?");
    app.page.press("Enter", 0);
    copy.hold(false);
    app.wait_ready();
    app.wait_answer("done");
    assert_eq!(app.transcript()[0].text, "What can I do here?");
    app.page.test_id("composer").wait_value("");
}

#[test]
fn start_waits_for_the_end_of_a_word_that_is_being_composed() {
    let copy = Copy::new();
    let app = App { page: open_early(&copy) };
    app.page.compose("nihao");
    copy.hold(false);
    app.wait_ready();
    app.page.test_id("composer").wait();
    assert_eq!(app.page.eval("!!document.getElementById('shell')"), true, "not in the middle of a word");
    app.page.insert_text("你好");
    app.page.test_id("composer").wait_value("你好");
    app.page.wait_for("!document.getElementById('shell')");
}

#[test]
fn start_waits_for_consent_before_it_runs_a_new_build() {
    let copy = Copy::new();
    let first = copy.build();
    let page = Browser::shared().new_context().blank();
    page.goto(&copy.url());
    wait_ready(&page);
    wait_worker(&page);
    page.reload();
    wait_ready(&page);
    assert_eq!(page.eval("!!navigator.serviceWorker.controller"), true);

    let second = "0123456789abcdef";
    copy.edit("index.html", &first, second);
    copy.edit("sw.js", &first, second);
    page.eval("window.__told = 0; addEventListener('espalier-update', () => window.__told += 1)");
    page.eval("navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)");
    page.wait_for("document.documentElement.dataset.update === 'waiting' && window.__told >= 1");
    page.reload();
    wait_ready(&page);
    assert_eq!(page.eval("document.documentElement.dataset.build"), json!(first), "not without consent");

    page.wait_for("document.documentElement.dataset.update === 'waiting'");
    page.eval("dispatchEvent(new Event('espalier-activate'))");
    page.wait_for(&format!("document.documentElement.dataset.build === '{second}'"));
    wait_ready(&page);
    page.reload();
    page.wait_for("caches.keys().then(names => names.length === 1)");
}

#[test]
fn start_refuses_a_build_that_is_only_half_published() {
    let copy = Copy::new();
    let first = copy.build();
    let page = Browser::shared().new_context().blank();
    page.goto(&copy.url());
    wait_ready(&page);
    wait_worker(&page);
    page.expect_problem("another build");
    copy.edit("sw.js", &first, "0123456789abcdef");
    page.eval("navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)");
    page.wait_for("navigator.serviceWorker.getRegistration().then(r => !r.installing && !r.waiting)");
    assert_eq!(page.eval("caches.keys().then(names => names.length)"), 1);
    page.reload();
    wait_ready(&page);
    assert_eq!(page.eval("document.documentElement.dataset.build"), json!(first));
}

#[test]
fn start_goes_on_where_one_was_and_so_does_every_room() {
    let app = App::first_visit();
    let page = &app.page;
    page.wait_for("location.hash === '#/chat'");
    app.ask("What can I do here?");
    let conversation = page.eval("location.hash").as_str().unwrap().to_owned();
    app.go("map");
    page.test_id("map-new").visible().click();
    page.test_id("node-title-input").wait_visible();
    page.type_text("Japan");
    page.press("Enter", 0);
    page.test_id("map-node").wait_attr("data-title", "Japan");
    let map = page.eval("location.hash.split('/').slice(0, 3).join('/')").as_str().unwrap().to_owned();
    app.wait_saved();
    let in_map = format!("location.hash.startsWith({})", json!(map));
    let in_conversation = format!("location.hash === {}", json!(conversation));
    // A new visit, at the address without a route: written both ways, and while the page is open.
    let bare = App::url();
    page.goto(&bare);
    app.wait_ready();
    page.wait_for(&in_map);
    page.test_id("map-node").wait_attr("data-title", "Japan");
    page.eval("(location.hash = '#/time', 0)");
    page.test_id("quick-add").wait_visible();
    app.go("map");
    page.wait_for(&in_map);
    page.eval("(location.hash = '#/', 0)");
    page.wait_for(&in_map);
    let second = App::open_at(&page.context, &format!("{bare}#/"));
    second.page.wait_for(&in_map);
    // Every room opens where one was.
    second.go("chat");
    second.page.wait_for(&in_conversation);
    second.page.test_id("message").nth(0).containing("What can I do here?").wait();
    second.reload();
    second.page.wait_for(&in_conversation);
    second.go("map");
    second.page.wait_for(&in_map);
    // An address wins.
    let third = App::open_at(&page.context, &format!("{bare}#/course"));
    third.page.wait_for("location.hash === '#/course'");
    // What was deleted is not opened.
    third.go("map");
    third.page.wait_for(&in_map);
    third.page.test_id("map-item").visible().act("map-item-delete");
    third.confirm();
    third.page.test_id("map-item").wait_gone();
    third.wait_saved();
    third.page.eval(&format!("localStorage.setItem('espalier.places', {})", json!(json!([map]).to_string())));
    let fourth = App::open(&page.context);
    fourth.page.wait_for("location.hash === '#/map'");
    fourth.page.test_id("map-new").wait_visible();
}
