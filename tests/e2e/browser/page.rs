//! One page in the browser: load, evaluate, wait, type, look.
//!
//! A page that ends without a failed test must have been clean: an error in its console, an uncaught exception or a
//! violation of its policy fails the test, unless the test declared it with `expect_problem`.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::cdp::CdpError;
use super::locator::Locator;
use super::watch::{Exchange, Watch};
use super::{Context, LIMIT, input, now, picture};

/// Rest between two looks at a state.
const POLL_MS: u64 = 15;
/// Time for which the page looks before it is asked again.
const LOOK_MS: u64 = 500;

static NEXT_SHOT: AtomicU32 = AtomicU32::new(1);

thread_local! {
    static ON_TIME: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the pages of this test from finishing late, whatever `ESPALIER_LATE` says: it measures time or frames.
pub fn on_time() {
    ON_TIME.set(true);
}

/// Keeps what happened to the page, for the report of a failure: keys, presses, and where the focus went.
const EVENTS: &str = r"
window.__events = [];
for (const kind of ['keydown', 'pointerdown', 'focusin', 'focusout', 'visibilitychange', 'hashchange', 'popstate']) {
  addEventListener(kind, (event) => {
    const { dataset, tagName } = event.target;
    const where = dataset?.testid ?? tagName ?? document.visibilityState;
    const key = kind === 'keydown' ? ` ${event.key}` : '';
    __events.push(`${Math.round(performance.now())} ${kind}${key} ${where}`);
  }, true);
}
// What goes on in a timer that is due at once, as drawing does where Yew lets events in.
window.__due = new Set();
{
  const set = window.setTimeout, clear = window.clearTimeout;
  window.setTimeout = (run, after, ...rest) => {
    if (after) return set(run, after, ...rest);
    const timer = set(() => { __due.delete(timer); run(...rest); }, window.__late);
    __due.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { __due.delete(timer); clear(timer); };
}";

pub struct Page {
    pub context: Arc<Context>,
    target: String,
    session: String,
    watch: Arc<Mutex<Watch>>,
    expected: Mutex<Vec<String>>,
    late: AtomicBool,
}

impl Page {
    pub(super) fn create(context: &Arc<Context>, new_window: bool) -> Self {
        let browser = &context.browser;
        let wanted = context.with_id(json!({ "url": "about:blank", "newWindow": new_window }));
        let target = browser.call("Target.createTarget", wanted)["targetId"].as_str().expect("a target").to_owned();
        let attach = json!({ "targetId": target, "flatten": true });
        let session =
            browser.call("Target.attachToTarget", attach)["sessionId"].as_str().expect("a session").to_owned();
        let page = Self {
            context: Arc::clone(context),
            target,
            session,
            watch: Arc::default(),
            expected: Mutex::default(),
            late: AtomicBool::default(),
        };
        page.listen(&page.session);
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"] {
            page.send(&format!("{domain}.enable"), json!({}));
        }
        // Workers belong to the page: what they complain about counts as well.
        page.send(
            "Target.setAutoAttach",
            json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true }),
        );
        page.send("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": EVENTS }));
        if let Ok(ms) = std::env::var("ESPALIER_LATE")
            && !ON_TIME.get()
        {
            page.finish_late(ms.parse().expect("ESPALIER_LATE is a number of milliseconds"));
        }
        page
    }

    /// Makes pages that are loaded from now on finish what they draw late, as a slow machine does: Yew lets events in
    /// between drawing and its effects once it has worked for 16 ms, which here is always, and for this long. The first
    /// call counts.
    pub fn finish_late(&self, ms: u32) {
        if self.late.swap(true, Ordering::Relaxed) {
            return;
        }
        let source = format!(
            "{{ const now = Date.now;
                let ahead = 0;
                Date.now = () => {{
                    if (!ahead) queueMicrotask(() => ahead = 0);
                    ahead = Math.min(ahead + 20, 80);
                    return now() + ahead;
                }};
                window.__late = {ms}; }}"
        );
        self.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    }

    /// Loads a page and waits for its load event. A change of the fragment alone does not load anything.
    #[track_caller]
    pub fn goto(&self, url: &str) {
        self.watch.lock().unwrap().origin = origin_of(url);
        self.eval("window.__leaving = true");
        let answer = self.send("Page.navigate", json!({ "url": url }));
        if let Some(error) = answer["errorText"].as_str() {
            panic!("{url} did not load: {error}");
        }
        if answer["loaderId"].is_string() {
            self.wait_for("!window.__leaving && document.readyState === 'complete'");
        }
    }

    #[track_caller]
    pub fn reload(&self) {
        self.eval("window.__leaving = true");
        self.send("Page.reload", json!({}));
        self.wait_for("!window.__leaving && document.readyState === 'complete'");
    }

    /// Returns the value of a JavaScript expression (promises are awaited).
    #[track_caller]
    pub fn eval(&self, expression: &str) -> Value {
        self.try_eval(expression).unwrap_or_else(|error| panic!("{error}\n  in {expression}"))
    }

    pub fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true,
        });
        // The page may be loading again at this very moment; the expression is then for the new one.
        let mut answer = self.try_send("Runtime.evaluate", params.clone()).map_err(|error| error.to_string());
        for _ in 0..20 {
            if !answer.as_ref().is_err_and(|error| error.contains("navigated or closed")) {
                break;
            }
            thread::sleep(Duration::from_millis(50));
            answer = self.try_send("Runtime.evaluate", params.clone()).map_err(|error| error.to_string());
        }
        let answer = answer?;
        if let Some(details) = answer.get("exceptionDetails") {
            let text = details["exception"]["description"].as_str().or(details["text"].as_str());
            return Err(text.unwrap_or("exception").to_owned());
        }
        Ok(answer["result"]["value"].clone())
    }

    /// Waits until everything is drawn that was about to be: nothing moves under the pointer any more.
    #[track_caller]
    pub fn settled(&self) {
        self.wait_for("!window.__due?.size");
    }

    /// Waits until an expression is truthy.
    #[track_caller]
    pub fn wait_for(&self, condition: &str) {
        self.wait_for_or(condition, LIMIT, || format!("waiting for {condition}"));
    }

    #[track_caller]
    pub fn wait_for_or(&self, condition: &str, limit: Duration, message: impl Fn() -> String) {
        let start = now();
        // The page looks for a while on its own: asking anew each time keeps the whole browser busy.
        let script = format!(
            "(async () => {{ for (const end = performance.now() + {LOOK_MS}; ;) {{
                if (await ({condition})) return true;
                if (performance.now() > end) return false;
                await new Promise(done => setTimeout(done, {POLL_MS}));
            }} }})()"
        );
        loop {
            // An error here is a page that is just being replaced; the limit catches anything else.
            let last = self.try_eval(&script);
            if last == Ok(json!(true)) {
                return;
            }
            if start.elapsed() > limit {
                let error = last.err().unwrap_or_default();
                panic!("{} (not within {limit:?}) {error}", message());
            }
            pause();
        }
    }

    pub fn test_id(&self, id: &str) -> Locator<'_> {
        Locator::root(self).test_id(id)
    }

    pub fn css(&self, selector: &str) -> Locator<'_> {
        Locator::root(self).css(selector)
    }

    #[track_caller]
    pub fn press(&self, key: &str, modifiers: u32) {
        for event in input::key_events(key, modifiers) {
            self.send("Input.dispatchKeyEvent", event);
        }
    }

    /// Types key by key, as a keyboard does.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string(), 0);
        }
    }

    /// Inserts text at once, as pasting or an input method does.
    #[track_caller]
    pub fn insert_text(&self, text: &str) {
        self.send("Input.insertText", json!({ "text": text }));
    }

    /// Starts or changes a composition of an input method; `insert_text` commits it.
    #[track_caller]
    pub fn compose(&self, text: &str) {
        let end = text.encode_utf16().count();
        self.send("Input.imeSetComposition", json!({ "text": text, "selectionStart": end, "selectionEnd": end }));
    }

    #[track_caller]
    pub fn mouse(&self, kind: &str, x: f64, y: f64, clicks: u32) {
        let button = if clicks == 0 { "none" } else { "left" };
        self.send(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": clicks }),
        );
    }

    /// Puts one finger down, moves it, or lifts it, which has no place.
    #[track_caller]
    pub fn touch(&self, kind: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.into_iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.send("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Does what a finger does without lingering. Timers of `hold_ms` begun meanwhile never run out, so that a busy
    /// machine makes no long press of it.
    #[track_caller]
    pub fn swiftly(&self, hold_ms: u32, act: impl FnOnce()) {
        self.eval(&format!(
            "(() => {{ const set = window.setTimeout; window.restoreTimers = () => window.setTimeout = set; \
             window.setTimeout = (run, ms, ...rest) => ms === {hold_ms} ? 0 : set(run, ms, ...rest); }})()"
        ));
        act();
        self.eval("void restoreTimers()");
    }

    #[track_caller]
    pub fn wheel(&self, x: f64, y: f64, delta_y: f64) {
        let params = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta_y });
        self.send("Input.dispatchMouseEvent", params);
    }

    /// Gives the page a size, and waits until two frames of it were drawn: in the first one the page is told which of its
    /// media queries hold, and what it draws anew for that moves what is pressed next.
    pub fn viewport(&self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.send("Emulation.setDeviceMetricsOverride", params);
        self.wait_for(
            "document.hidden || new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
        );
    }

    /// Sets `prefers-color-scheme`: "light" or "dark".
    pub fn colour_scheme(&self, scheme: &str) {
        self.media("prefers-color-scheme", scheme);
    }

    pub fn media(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.send("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Sets `navigator.language`.
    pub fn language(&self, tag: &str) {
        let agent = self.eval("navigator.userAgent");
        self.send("Emulation.setUserAgentOverride", json!({ "userAgent": agent, "acceptLanguage": tag }));
    }

    /// Cuts the page (not its service worker) off the network and makes `navigator.onLine` say so.
    pub fn offline(&self, offline: bool) {
        let params = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.send("Network.emulateNetworkConditions", params);
    }

    /// Brings this tab to the front of its window, hiding the others there.
    pub fn to_front(&self) {
        self.context.browser.call("Target.activateTarget", json!({ "targetId": self.target }));
    }

    /// Returns the browser's counters: seconds of main thread work, elements, heap.
    pub fn metrics(&self) -> HashMap<String, f64> {
        self.send("Performance.enable", json!({}));
        let answer = self.send("Performance.getMetrics", json!({}));
        let list = answer["metrics"].as_array().cloned().unwrap_or_default();
        list.iter()
            .filter_map(|metric| Some((metric["name"].as_str()?.to_owned(), metric["value"].as_f64()?)))
            .collect()
    }

    /// Saves a picture as `NAME.png` into the folder of `ESPALIER_SHOTS`; without it, does nothing.
    pub fn screenshot(&self, name: &str) {
        if std::env::var_os("ESPALIER_SHOTS").is_none() {
            return;
        }
        // A page that has just crashed has no picture; its failure is reported all the same.
        if let Ok(answer) = self.try_send("Page.captureScreenshot", json!({ "format": "png" })) {
            picture::save(name, answer["data"].as_str().unwrap_or(""));
        }
    }

    /// Waits for a download that is not in `known` and returns its path. The browser reserves the name with an empty
    /// file before anything is in it.
    #[track_caller]
    pub fn wait_download(&self, known: &[PathBuf]) -> PathBuf {
        let start = now();
        loop {
            let partial = |path: &PathBuf| path.extension().is_some_and(|end| end == "crdownload");
            let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            let empty = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|file| file.len() == 0);
            let new = |path: &PathBuf| !known.contains(path) && !partial(path) && !hidden(path) && !empty(path);
            let there = self.downloads();
            if let Some(path) = there.iter().find(|path| new(path))
                && !there.iter().any(partial)
            {
                return path.clone();
            }
            assert!(start.elapsed() < LIMIT, "nothing was downloaded");
            pause();
        }
    }

    pub fn downloads(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.context.downloads()).expect("the download folder is readable");
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    }

    pub fn console(&self) -> Vec<String> {
        self.watch.lock().unwrap().console.clone()
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        self.watch.lock().unwrap().exchanges()
    }

    pub fn forget_exchanges(&self) {
        self.watch.lock().unwrap().forget_exchanges();
    }

    /// Lets problems that contain this text pass from now on.
    pub fn expect_problem(&self, part: &str) {
        self.expected.lock().unwrap().push(part.to_owned());
    }

    /// Returns the problems that no `expect_problem` covers.
    pub fn problems(&self) -> Vec<String> {
        let expected = self.expected.lock().unwrap();
        let watch = self.watch.lock().unwrap();
        let unexpected = |line: &&String| !expected.iter().any(|part| line.contains(part));
        watch.problems.iter().filter(unexpected).cloned().collect()
    }

    /// Returns the kinds of the dialogs that were opened, and accepted, so far.
    pub fn dialogs(&self) -> Vec<String> {
        self.watch.lock().unwrap().dialogs.clone()
    }

    #[track_caller]
    pub fn send(&self, method: &str, params: Value) -> Value {
        self.try_send(method, params).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn try_send(&self, method: &str, params: Value) -> Result<Value, CdpError> {
        self.context.browser.cdp.call(Some(&self.session), method, params)
    }

    fn listen(&self, session: &str) {
        let watch = Arc::clone(&self.watch);
        let cdp = Arc::downgrade(&self.context.browser.cdp);
        let session_id = session.to_owned();
        let listener = move |method: &str, params: &Value| {
            let Some(cdp) = cdp.upgrade() else { return };
            match method {
                // An unanswered dialog would stop the page for ever.
                "Page.javascriptDialogOpening" => {
                    watch.lock().unwrap().dialogs.push(params["type"].as_str().unwrap_or("?").to_owned());
                    cdp.post(Some(&session_id), "Page.handleJavaScriptDialog", json!({ "accept": true }));
                }
                "Target.attachedToTarget" => {
                    let Some(worker) = params["sessionId"].as_str() else {
                        return;
                    };
                    let watch = Arc::clone(&watch);
                    cdp.listen(
                        worker,
                        Arc::new(move |method, params| {
                            // A worker's fetches are seen from the page already, and one that a newer one
                            // replaces is reported as crashed.
                            if !method.starts_with("Network.") && method != "Inspector.targetCrashed" {
                                watch.lock().unwrap().on_event(method, params);
                            }
                        }),
                    );
                    for domain in ["Runtime", "Log"] {
                        cdp.post(Some(worker), &format!("{domain}.enable"), json!({}));
                    }
                }
                "Target.detachedFromTarget" => cdp.unlisten(params["sessionId"].as_str().unwrap_or("")),
                _ => watch.lock().unwrap().on_event(method, params),
            }
        };
        self.context.browser.cdp.listen(session, Arc::new(listener));
    }

    fn report_failure(&self) {
        let test = thread::current().name().unwrap_or("test").replace("::", "-");
        let number = NEXT_SHOT.fetch_add(1, Ordering::Relaxed);
        self.screenshot(&format!("failed-{test}-{number}"));
        // Of a failure that is seen on one machine only, no more than what is printed may be had.
        let state = self.try_eval(
            "({ address: location.href, app: document.documentElement.dataset.app, shown: document.visibilityState,
                focused: document.hasFocus(), active: document.activeElement?.outerHTML.slice(0, 300),
                text: document.body.innerText.slice(0, 1500), events: window.__events?.slice(-60).join('; ') })",
        );
        eprintln!("page {} said:\n  {}", state.unwrap_or_else(|error| json!(error)), self.console().join("\n  "));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let cdp = &self.context.browser.cdp;
        if thread::panicking() {
            self.report_failure();
        }
        let problems = self.problems();
        cdp.unlisten(&self.session);
        cdp.post(None, "Target.closeTarget", json!({ "targetId": self.target }));
        assert!(thread::panicking() || problems.is_empty(), "the page was not clean:\n  {}", problems.join("\n  "));
    }
}

/// Rests shortly between two looks at a state.
pub fn pause() {
    thread::sleep(Duration::from_millis(POLL_MS));
}

fn origin_of(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}
