//! Downloads of models: from a place that holds back, breaks off, changes its file, and answers with something else.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::app::App;
use crate::axe;
use crate::browser::{CTRL, LIMIT, TemporaryFolder, now, pause};
use crate::http::{Listener, Request};

/// Behaviour of the place.
#[derive(Clone)]
struct Script {
    file: Arc<Vec<u8>>,
    etag: &'static str,
    kind: &'static str,
    status: u16,
    /// Whether it sends a part where a part is asked for.
    ranges: bool,
    /// Whether a page sees more than every page may see.
    exposes: bool,
    /// Byte of the file before which it waits.
    hold_at: Option<usize>,
    /// Byte of the file before which it breaks off.
    cut_at: Option<usize>,
    /// Bytes that it announces beside those it has.
    too_many: usize,
}

struct Shared {
    script: Mutex<Script>,
    changed: Condvar,
    asked: Mutex<Vec<Request>>,
    /// Byte of the file before which it waits at present.
    held: Mutex<Option<usize>>,
}

/// A place where a model is published.
struct Place {
    listener: Listener,
    shared: Arc<Shared>,
}

impl Place {
    fn with(file: Vec<u8>) -> Self {
        let script = Script {
            file: Arc::new(file),
            etag: "\"one\"",
            kind: "application/octet-stream",
            status: 200,
            ranges: true,
            exposes: true,
            hold_at: None,
            cut_at: None,
            too_many: 0,
        };
        let shared = Arc::new(Shared {
            script: Mutex::new(script),
            changed: Condvar::new(),
            asked: Mutex::new(Vec::new()),
            held: Mutex::new(None),
        });
        let serving = Arc::clone(&shared);
        let listener = Listener::start(move |request, mut stream| {
            // The browser closes a connection that it no longer wants.
            drop(serve(&serving, &request, &mut stream));
        });
        Self { listener, shared }
    }

    fn address(&self) -> String {
        format!("{}/models/small.gguf", self.origin())
    }

    fn origin(&self) -> String {
        format!("http://{}", self.listener.address)
    }

    fn set(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.shared.script.lock().unwrap());
        self.shared.changed.notify_all();
    }

    /// Waits until it has sent all before the byte at which it waits.
    fn wait_sent(&self, at: usize) {
        let start = now();
        while *self.shared.held.lock().unwrap() != Some(at) {
            assert!(start.elapsed() < LIMIT, "it never came to byte {at}");
            pause();
        }
    }

    /// The ranges that were asked for, request by request; empty where all was.
    fn ranges(&self) -> Vec<String> {
        let asked = self.shared.asked.lock().unwrap();
        let files = asked.iter().filter(|request| request.method == "GET");
        files.map(|request| request.header("range").unwrap_or_default().to_owned()).collect()
    }
}

fn serve(shared: &Shared, request: &Request, stream: &mut TcpStream) -> io::Result<()> {
    shared.asked.lock().unwrap().push(request.clone());
    let script = shared.script.lock().unwrap().clone();
    let size = script.file.len();
    let range = request.header("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok());
    let from = range.filter(|_| script.ranges).unwrap_or(0_usize);
    let status = if from >= size && from > 0 {
        416
    } else if from > 0 {
        206
    } else {
        script.status
    };
    let length = if status == 416 { 0 } else { size - from + script.too_many };
    let exposed = if script.exposes { "ETag, Content-Range" } else { "" };
    let head = format!(
        "HTTP/1.1 {status} Scripted\r\nConnection: close\r\nContent-Type: {}\r\nContent-Length: {length}\r\n\
         ETag: {}\r\nContent-Range: bytes {from}-{}/{}\r\nAccess-Control-Allow-Origin: *\r\n\
         Access-Control-Expose-Headers: {exposed}\r\n\r\n",
        script.kind,
        script.etag,
        size.saturating_sub(1),
        size + script.too_many,
    );
    stream.write_all(head.as_bytes())?;
    if request.method == "HEAD" || status == 416 {
        return Ok(());
    }
    let mut at = from;
    while at < size {
        let script = shared.script.lock().unwrap();
        if script.cut_at == Some(at) {
            return stream.shutdown(Shutdown::Both);
        }
        if script.hold_at == Some(at) {
            *shared.held.lock().unwrap() = Some(at);
            let waited = shared.changed.wait_timeout(script, Duration::from_millis(20)).unwrap();
            drop(waited);
            stream.set_nonblocking(true)?;
            let seen = stream.peek(&mut [0]);
            stream.set_nonblocking(false)?;
            if matches!(seen, Ok(0)) {
                return Ok(());
            }
            continue;
        }
        let stops = [script.cut_at, script.hold_at].into_iter().flatten().filter(|stop| *stop > at);
        let next = stops.chain([size, at + 65_536]).min().unwrap_or(size);
        drop(script);
        stream.write_all(&shared_file(shared)[at..next.min(size)])?;
        at = next;
    }
    Ok(())
}

fn shared_file(shared: &Shared) -> Arc<Vec<u8>> {
    Arc::clone(&shared.script.lock().unwrap().file)
}

/// A file of some megabytes whose head is that of a small model; `seed` makes its content.
fn model(architecture: &str, seed: u8) -> Vec<u8> {
    const TOKENS: u64 = 12_000;
    fn text(text: &str) -> Vec<u8> {
        [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
    }
    fn list(kind: u32, count: u64, items: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &count.to_le_bytes(), items].concat()
    }
    let own = |key: &str| format!("{architecture}.{key}");
    let number = |value: u32| (4_u32, value.to_le_bytes().to_vec());
    let entries: Vec<(String, (u32, Vec<u8>))> = vec![
        ("general.architecture".into(), (8, text(architecture))),
        (own("block_count"), number(2)),
        (own("context_length"), number(2_048)),
        (own("embedding_length"), number(64)),
        (own("attention.head_count"), number(4)),
        (own("attention.head_count_kv"), number(2)),
        ("tokenizer.ggml.model".into(), (8, text("gpt2"))),
        ("tokenizer.ggml.pre".into(), (8, text("smollm"))),
        ("tokenizer.ggml.tokens".into(), (9, list(8, 3, &[text("a"), text("b"), text("ab")].concat()))),
        ("tokenizer.ggml.merges".into(), (9, list(8, 1, &text("a b")))),
        ("tokenizer.chat_template".into(), (8, text("{{ messages[0].content }}"))),
    ];
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3_u32.to_le_bytes());
    bytes.extend(1_u64.to_le_bytes());
    bytes.extend((entries.len() as u64).to_le_bytes());
    for (key, (kind, value)) in entries {
        bytes.extend(text(&key));
        bytes.extend(kind.to_le_bytes());
        bytes.extend(value);
    }
    bytes.extend(text("token_embd.weight"));
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(64_u64.to_le_bytes());
    bytes.extend(TOKENS.to_le_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend(0_u64.to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(32), 0);
    bytes.extend((0..TOKENS * 64 * 4).map(|at| (at as u8).wrapping_mul(31).wrapping_add(seed)));
    bytes
}

fn sum(bytes: &[u8]) -> u64 {
    u64::from(bytes.iter().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte))))
}

/// The private files but for the mirror: path, length, and a sum of the bytes of each.
fn private_files(app: &App) -> Value {
    app.page.eval(
        "(async () => {
            const found = [];
            const look = async (folder, path) => {
                for await (const [name, handle] of folder.entries()) {
                    if (name === 'espalier-mirror') continue;
                    if (handle.kind === 'directory') { await look(handle, `${path}${name}/`); continue; }
                    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
                    let sum = 7;
                    for (const byte of bytes) sum = (sum * 31 + byte) >>> 0;
                    found.push([path + name, bytes.length, sum]);
                }
            };
            await look(await navigator.storage.getDirectory(), '');
            return found;
        })()",
    )
}

fn kept(file: &[u8]) -> Value {
    json!([["espalier-models/small.gguf", file.len(), sum(file)]])
}

/// Opens a page of the dialog that connects a model.
fn open_door(app: &App, door: &str) {
    app.page.press("k", CTRL);
    app.page.test_id("palette-input").wait_visible().fill("Connect a model");
    app.page.test_id("palette-item").attr_is("data-command", "app.connect").wait();
    app.page.press("Enter", 0);
    app.page.test_id("connect-door").attr_is("data-door", door).wait_visible().click();
}

/// Opens the page of the dialog on which a model is downloaded.
pub fn open(app: &App) {
    open_door(app, "download");
    app.page.test_id("model-download").wait_visible();
}

#[test]
fn download_is_not_needed_for_a_file_that_is_here_already() {
    let app = App::first_visit();
    let folder = TemporaryFolder::new("model-file");
    open_door(&app, "file");
    app.page.css("[data-models]").wait_visible();
    app.page.test_id("add-model").set_files(&[&folder.write("notes.gguf", b"no model at all ".repeat(300))]);
    app.page.test_id("model-refused").wait_visible();
    app.page.test_id("add-model").set_files(&[&folder.write("small.gguf", model("llama", 1))]);
    ready(&app);
    app.page.css("dialog[open] .button-primary").click();
    app.page.css("dialog[open]").wait_gone();
    app.page.wait_for("location.hash.startsWith('#/chat')");
    app.page.test_id("composer").wait_visible();
}

/// Asks for the size of the file at a place, after which the page has been loaded again.
fn ask(app: &App, place: &Place) {
    let page = &app.page;
    page.test_id("model-address").wait_visible().fill(&place.address());
    page.eval("window.__old = true");
    page.test_id("ask-model").click();
    page.wait_for("window.__old === undefined && document.documentElement.dataset.app === 'ready'");
    page.test_id("model-download").wait_visible();
}

/// Begins to download the file of a place.
fn begin(app: &App, place: &Place) {
    open(app);
    ask(app, place);
    app.page.test_id("get-address").wait_visible().click();
}

fn status(app: &App, status: &str) {
    app.page.test_id("model-download").wait_attr("data-status", status);
}

fn press(app: &App, button: &str) {
    app.page.test_id(button).wait_visible().click();
}

/// Gives the download up; nothing of it is left, and nothing may be asked for any more.
fn cancel(app: &App) {
    press(app, "cancel-download");
    status(app, "idle");
    assert_eq!(private_files(app), json!([]));
    app.page.wait_for("JSON.parse(localStorage['espalier.origins'] ?? '[]').length === 0");
}

fn ready(app: &App) {
    app.page.test_id("connect-ready").wait_text("Ready: small.gguf");
}

fn shots(app: &App, name: &str) {
    axe::check(&app.page, name);
    app.page.screenshot(name);
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    app.page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    axe::check(&app.page, name);
    app.page.screenshot(&format!("{name}-narrow-dark"));
    app.page.viewport(1440, 900);
    app.page.colour_scheme("light");
}

#[test]
fn download_is_paused_and_gone_on_with_after_a_reload() {
    let file = model("llama", 1);
    let place = Place::with(file.clone());
    place.set(|script| script.hold_at = Some(1_000_000));
    let app = App::first_visit();
    open(&app);
    status(&app, "idle");
    let offers = app.page.test_id("get-model");
    assert_eq!(offers.nth(2).text(), "Download 491 MB from huggingface.co");
    shots(&app, "download-offers");
    ask(&app, &place);
    let button = app.page.test_id("get-address");
    button.wait_text(&format!("Download 3.1 MB from {}", place.listener.address));
    shots(&app, "download-asked");
    button.click();
    status(&app, "loading");
    app.page.test_id("download-progress").wait_visible();
    let progress = app.page.test_id("download-progress").text();
    assert!(progress.contains(" of 3.1 MB"), "{progress}");
    shots(&app, "download-loading");
    // What is on its way while it is stopped is kept as well.
    app.page.wait_for("document.activeElement?.dataset.testid === 'pause-download'");
    press(&app, "pause-download");
    status(&app, "paused");
    let paused = app.page.test_id("download-progress").text();
    shots(&app, "download-paused");

    app.reload();
    open(&app);
    status(&app, "paused");
    app.page.test_id("download-progress").wait_text(&paused);
    place.set(|script| script.hold_at = None);
    press(&app, "continue-download");
    ready(&app);
    shots(&app, "download-ready");
    assert_eq!(private_files(&app), kept(&file));
    let ranges = place.ranges();
    assert!(ranges[0].is_empty() && ranges[1].starts_with("bytes="), "{ranges:?}");
    for request in place.shared.asked.lock().unwrap().iter() {
        assert!(matches!(request.method.as_str(), "HEAD" | "GET"), "no permission is asked for first: {request:?}");
        for header in ["cookie", "referer", "authorization", "if-range"] {
            assert_eq!(request.header(header), None, "{request:?}");
        }
    }
    // Nothing may be asked for there any more, and the model is in use.
    app.page.wait_for("JSON.parse(localStorage['espalier.origins'] ?? '[]').length === 0");
    app.reload();
    open(&app);
    status(&app, "idle");
    app.page.press("Escape", 0);
    app.page.test_id("connect").wait_gone();
    app.go("settings");
    app.page.test_id("provider").wait_value("device");
    app.page.test_id("kept-model").attr_is("data-model", "small.gguf").wait();
}

#[test]
fn download_that_breaks_off_goes_on_and_begins_anew_where_the_file_has_changed() {
    let (old, new) = (model("llama", 1), model("llama", 2));
    let place = Place::with(old);
    let app = App::first_visit();
    app.page.expect_problem("net::ERR");
    place.set(|script| script.hold_at = Some(1_000_000));
    begin(&app, &place);
    break_off(&app, &place, "0 B", 1_000_000);
    let broken_off = "The connection was lost. What was downloaded is kept, so you can continue at any time.";
    app.page.test_id("download-problem").wait_text(broken_off);
    shots(&app, "download-broken-off");
    // Further on, and broken off again.
    let shown = app.page.test_id("download-progress").wait_visible().text();
    let before = shown.split(" of ").next().unwrap_or_default().to_owned();
    place.set(|script| (script.hold_at, script.cut_at) = (Some(2_000_000), None));
    press(&app, "continue-download");
    break_off(&app, &place, &before, 2_000_000);
    place.set(|script| {
        (script.hold_at, script.cut_at, script.etag) = (None, None, "\"two\"");
        script.file = Arc::new(new.clone());
    });
    press(&app, "continue-download");
    ready(&app);
    assert_eq!(private_files(&app), kept(&new));
    let ranges = place.ranges();
    let asked = |at: usize| ranges[at].trim_start_matches("bytes=").trim_end_matches('-').parse::<usize>().unwrap_or(0);
    assert!(asked(0) == 0 && asked(1) > 0 && asked(2) > asked(1) && asked(3) == 0, "{ranges:?}");
    assert_eq!(ranges.len(), 4, "{ranges:?}");
}

/// Breaks the connection off at a byte before which the place waits, once more has come than before.
fn break_off(app: &App, place: &Place, before: &str, at: usize) {
    status(app, "loading");
    let shown = "document.querySelector('[data-testid=download-progress]')?.innerText";
    app.page.wait_for(&format!("{shown} && !{shown}.startsWith({})", json!(before)));
    place.wait_sent(at);
    place.set(|script| script.cut_at = Some(at));
    status(app, "failed");
}

#[test]
fn download_from_a_place_that_shows_and_gives_less_begins_anew() {
    let file = model("qwen2", 3);
    let place = Place::with(file.clone());
    place.set(|script| (script.hold_at, script.ranges, script.exposes) = (Some(1_000_000), false, false));
    let app = App::first_visit();
    begin(&app, &place);
    app.page.test_id("download-progress").wait_visible();
    press(&app, "pause-download");
    status(&app, "paused");
    place.set(|script| script.hold_at = None);
    press(&app, "continue-download");
    ready(&app);
    assert_eq!(private_files(&app), kept(&file));
}

#[test]
fn download_that_is_cancelled_leaves_nothing() {
    let place = Place::with(model("llama", 1));
    place.set(|script| script.hold_at = Some(1_000_000));
    let app = App::first_visit();
    begin(&app, &place);
    app.page.test_id("download-progress").wait_visible();
    cancel(&app);
    app.page.wait_for("document.activeElement?.dataset.testid === 'get-model'");
    // The same from a pause, in a later visit.
    open_again(&app, &place);
    press(&app, "get-address");
    app.page.test_id("download-progress").wait_visible();
    press(&app, "pause-download");
    status(&app, "paused");
    assert_ne!(private_files(&app), json!([]));
    app.reload();
    open(&app);
    cancel(&app);
    app.page.test_id("connect-back").wait_visible();
}

#[test]
fn download_of_what_is_no_model_that_runs_is_refused_in_words() {
    let file = model("llama", 1);
    let place = Place::with(file.clone());
    let app = App::first_visit();
    for problem in ["404", "403", "416", "net::ERR"] {
        app.page.expect_problem(problem);
    }
    open(&app);
    app.page.test_id("model-address").fill("http://models.example/small.gguf");
    press(&app, "ask-model");
    app.page
        .css(".model-download [role=alert]")
        .wait_text("That isn’t the address of a model file. It begins with https:// and ends with .gguf.");
    let problem = |part: &str| {
        app.page.test_id("download-problem").wait_text(part);
        status(&app, "failed");
    };
    place.set(|script| script.status = 404);
    ask(&app, &place);
    problem("has no file at this address");
    cancel(&app);

    place.set(|script| (script.status, script.kind) = (200, "text/html; charset=utf-8"));
    open_again(&app, &place);
    problem("something other than a model");
    cancel(&app);

    place.set(|script| {
        script.kind = "application/octet-stream";
        script.file = Arc::new(b"<!doctype html><title>Sign in</title>".repeat(300));
    });
    open_again(&app, &place);
    press(&app, "get-address");
    problem("something other than a model");
    cancel(&app);

    place.set(|script| script.file = Arc::new(model("stable-diffusion", 1)));
    open_again(&app, &place);
    press(&app, "get-address");
    problem("“stable-diffusion” model, which can’t run here");
    cancel(&app);

    // It announces more than it has.
    place.set(|script| (script.file, script.too_many) = (Arc::new(file.clone()), 500_000));
    open_again(&app, &place);
    press(&app, "get-address");
    problem("connection was lost");
    press(&app, "continue-download");
    problem("announced 3.6 MB and sent 3.1 MB");
    shots(&app, "download-refused");
    cancel(&app);
}

/// Asks again: the permission ended with the last download, but the page had it when it was loaded.
fn open_again(app: &App, place: &Place) {
    app.page.test_id("model-address").wait_visible().fill(&place.address());
    press(app, "ask-model");
}

#[test]
fn download_from_the_hub_is_allowed_for_its_hosts_alone_and_as_long_as_it_is_wanted() {
    let app = App::first_visit();
    let page = &app.page;
    page.expect_problem("net::ERR");
    page.send("Network.setBlockedURLs", json!({ "urls": ["*://huggingface.co/*", "*://*.hf.co/*"] }));
    open(&app);
    page.eval("window.__old = true");
    page.test_id("model-offer").attr_is("data-model", "Qwen2.5 0.5B").test_id("get-model").click();
    page.wait_for("window.__old === undefined && document.documentElement.dataset.app === 'ready'");
    status(&app, "failed");
    let policy = "[...document.querySelectorAll('meta[http-equiv=Content-Security-Policy]')].at(-1).content";
    assert_eq!(page.eval(policy), "connect-src 'self' https://huggingface.co https://*.hf.co");
    cancel(&app);
    // No other star gets into the policy.
    page.eval("localStorage['espalier.origins'] = JSON.stringify(['https://*', 'https://*.co', 'https://*.hf.co:1'])");
    app.reload();
    assert_eq!(page.eval(policy), "connect-src 'self'");
}
