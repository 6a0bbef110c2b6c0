//! The product as a person meets it: open it, set an endpoint up, ask, read, look at the transcript.
//!
//! Must not know more of the page than its public names: test ids, state attributes, accessible names, routes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};

use crate::browser::{Browser, Context, LIMIT, Locator, Page, now, pause};
use crate::endpoint::Endpoint;
use crate::site::Site;

/// A key that must never be seen again after it was saved.
pub const CANARY_KEY: &str = "sk-canary-4f9d2b7e61a84c03";

/// One host for all tests that do not stop it; contexts keep their data apart.
static SITE: LazyLock<Site> = LazyLock::new(Site::of_dist);

pub struct App {
    pub page: Page,
}

/// A message as the transcript shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub role: String,
    pub status: String,
    pub text: String,
}

impl App {
    /// Makes a first visit: a fresh context without any data.
    #[track_caller]
    pub fn first_visit() -> Self {
        Self::open(&Browser::shared().new_context())
    }

    /// Makes a first visit in a page that finishes late what it draws.
    #[track_caller]
    pub fn first_late_visit() -> Self {
        let page = Browser::shared().new_context().blank();
        page.finish_late(60);
        Self::open_in(page, &Self::url())
    }

    /// Makes a fresh context with a scripted endpoint set up, in the chat room.
    #[track_caller]
    pub fn with_endpoint(endpoint: &Endpoint) -> Self {
        let app = Self::first_visit();
        app.configure(endpoint);
        app.go("chat");
        endpoint.forget();
        app
    }

    #[track_caller]
    pub fn open(context: &Arc<Context>) -> Self {
        Self::open_at(context, &Self::url())
    }

    #[track_caller]
    pub fn open_at(context: &Arc<Context>, url: &str) -> Self {
        Self::open_in(context.blank(), url)
    }

    /// Opens the app in a page that was prepared for it.
    #[track_caller]
    pub fn open_in(page: Page, url: &str) -> Self {
        let app = Self { page };
        app.page.goto(url);
        app.wait_ready();
        app
    }

    pub fn url() -> String {
        SITE.url()
    }

    pub fn origin() -> String {
        SITE.origin()
    }

    #[track_caller]
    pub fn wait_ready(&self) {
        self.page.wait_for_or("document.documentElement.dataset.app === 'ready'", LIMIT, || {
            let state = self.page.try_eval("document.documentElement.dataset.app + ': ' + document.body.innerText");
            format!("waiting for the workspace to be ready; now {}", state.unwrap_or_default())
        });
    }

    /// Waits until every change made so far is committed.
    #[track_caller]
    pub fn wait_saved(&self) {
        self.page.wait_for("document.documentElement.dataset.saved === 'yes'");
    }

    /// Waits until every change made so far is in the mirror as well.
    #[track_caller]
    pub fn wait_mirrored(&self) {
        self.wait_saved();
        self.page.wait_for("document.documentElement.dataset.mirrored === 'yes'");
    }

    #[track_caller]
    pub fn reload(&self) {
        self.wait_saved();
        self.page.reload();
        self.wait_ready();
    }

    /// Goes to a room by its entry in the navigation.
    #[track_caller]
    pub fn go(&self, room: &str) {
        self.page.test_id(&format!("nav-{room}")).click();
        self.page.wait_for(&format!("location.hash.startsWith({})", json!(format!("#/{room}"))));
        // The address is there before the room is, and rooms have buttons of the same name. On a phone the entry may be
        // in a list that closes.
        self.page.wait_for(&format!(
            "[...document.querySelectorAll('[data-testid=nav-{room}]')]
                .every(entry => !entry.checkVisibility() || entry.getAttribute('aria-current') === 'page')"
        ));
        self.page.test_id("chunk-loading").wait_gone();
    }

    /// Fills in the settings for an endpoint of the user's own and waits until its test succeeded.
    #[track_caller]
    pub fn configure(&self, endpoint: &Endpoint) {
        self.save_endpoint(&endpoint.base_url(), CANARY_KEY, "test-model");
        self.test_connection("ok");
    }

    /// Fills in and saves. Saving reloads the page where its policy does not admit the endpoint yet.
    #[track_caller]
    pub fn save_endpoint(&self, base_url: &str, key: &str, model: &str) {
        let page = &self.page;
        self.go("settings");
        page.test_id("provider").select("custom");
        // Until then the fields are those of the provider before.
        page.css("[data-provider=custom]").wait();
        page.test_id("base-url").fill(base_url);
        page.test_id("api-key").fill(key);
        page.test_id("model").fill(model);
        let is_admitted = page.eval(&format!(
            "[...document.querySelectorAll('meta[http-equiv]')].at(-1).content.split(' ').includes(new URL({}).origin)",
            json!(base_url)
        ));
        page.eval("window.__old = true");
        page.test_id("save-endpoint").click();
        let start = now();
        while is_admitted == json!(false) && page.try_eval("window.__old === true") != Ok(json!(false)) {
            assert!(start.elapsed() < LIMIT, "the page was not loaded again for a new endpoint");
            if page.test_id("confirm-yes").visible().exists() {
                page.test_id("confirm-yes").click();
            }
            pause();
        }
        self.wait_ready();
        self.wait_saved();
        page.test_id("provider").wait_value("custom");
    }

    #[track_caller]
    pub fn test_connection(&self, expected: &str) {
        let status = self.page.test_id("connection-status");
        status.wait();
        if status.attr("data-status") != expected {
            self.page
                .wait_for("document.querySelector('[data-testid=connection-status]')?.dataset.status !== 'testing'");
            self.page.test_id("test-connection").click();
        }
        status.wait_attr("data-status", expected);
    }

    /// Types into the composer and sends, without waiting for an answer.
    #[track_caller]
    pub fn send(&self, text: &str) {
        self.page.test_id("composer").fill(text);
        self.page.test_id("send").click();
        self.page.test_id("message").attr_is("data-role", "user").last().wait_text(text.lines().next().unwrap_or(""));
    }

    /// Sends and waits for the complete answer.
    #[track_caller]
    pub fn ask(&self, text: &str) -> String {
        self.send(text);
        self.wait_answer("done")
    }

    /// Waits until the last message is an answer with this status and returns its text.
    #[track_caller]
    pub fn wait_answer(&self, status: &str) -> String {
        let page = &self.page;
        let script = format!(
            "(() => {{ const last = [...document.querySelectorAll('[data-testid=message]')].at(-1);
                return last?.dataset.role === 'assistant' && last.dataset.status === {}; }})()",
            json!(status)
        );
        page.wait_for_or(&script, LIMIT, || {
            format!("waiting for an answer that is {status}; transcript: {:#?}", self.transcript())
        });
        // Its state may be drawn before its words, which are a few components further in.
        page.settled();
        self.last().test_id("content").text().trim().to_owned()
    }

    pub fn messages(&self) -> Locator<'_> {
        self.page.test_id("message")
    }

    pub fn message(&self, index: usize) -> Locator<'_> {
        self.messages().nth(index)
    }

    pub fn last(&self) -> Locator<'_> {
        self.messages().last()
    }

    #[track_caller]
    pub fn transcript(&self) -> Vec<Shown> {
        let found = self.messages().read(
            "list => list.map(m => ({ role: m.dataset.role, status: m.dataset.status,
                text: (m.querySelector('[data-testid=content]')?.innerText ?? '').trim() }))",
        );
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        let shown = |m: &Value| Shown { role: text(&m["role"]), status: text(&m["status"]), text: text(&m["text"]) };
        found.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(shown).collect()
    }

    /// Returns role and text of each message in the transcript.
    #[track_caller]
    pub fn said(&self) -> Vec<String> {
        self.transcript().into_iter().map(|shown| format!("{}: {}", shown.role, shown.text)).collect()
    }

    /// Waits until the transcript reads exactly like this ("role: text" per message).
    #[track_caller]
    pub fn wait_said(&self, expected: &[&str]) {
        let start = now();
        while self.said() != expected {
            assert!(start.elapsed() < LIMIT, "expected {expected:#?}\nfound {:#?}", self.said());
            pause();
        }
    }

    #[track_caller]
    pub fn undo(&self) {
        self.page.test_id("undo").visible().click();
    }

    #[track_caller]
    pub fn redo(&self) {
        self.page.test_id("redo").visible().click();
    }

    /// Confirms the question on the screen and returns its text.
    #[track_caller]
    pub fn confirm(&self) -> String {
        let text = self.page.test_id("confirm").visible().shown_text();
        self.page.test_id("confirm-yes").visible().click();
        self.page.test_id("confirm").wait_gone();
        text
    }

    /// Exports everything from the settings and returns the file.
    #[track_caller]
    pub fn export_all(&self) -> PathBuf {
        self.go("settings");
        let known = self.page.downloads();
        self.page.test_id("export").visible().click();
        self.page.wait_download(&known)
    }

    /// Imports a file in the room that is open and confirms the report.
    #[track_caller]
    pub fn import(&self, file: &Path) {
        self.page.test_id("import-file").set_files(&[file]);
        self.page.test_id("import-report").wait_visible();
        self.page.test_id("import-apply").click();
        self.page.test_id("import-report").wait_gone();
        self.wait_saved();
    }
}
