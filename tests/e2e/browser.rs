//! A real browser for the tests: one shared by most of them (each in a context of its own, like a private
//! window), or one started for a single test that needs to kill it or to keep its profile.
//!
//! Must not know the product; `app.rs` does.

mod cdp;
mod input;
mod locator;
mod page;
mod picture;
mod process;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use serde_json::{Value, json};

use cdp::Cdp;
pub use input::{ALT, CTRL, SHIFT};
pub use locator::Locator;
pub use page::{Page, on_time, pause};
pub use process::{Profile, TemporaryFolder, now};

/// Longest wait of a test for a state before it fails. Shorter than the waits that the tests show to be cut short (55 s to
/// the next attempt) and than the half minute after which an offline app looks again on its own.
pub const LIMIT: Duration = Duration::from_secs(20);

static SHARED: Mutex<Weak<Browser>> = Mutex::new(Weak::new());

pub struct Browser {
    cdp: Arc<Cdp>,
    process: process::Process,
}

/// A browser context, to which storage, cache and service workers belong: its pages see each other's.
pub struct Context {
    pub browser: Arc<Browser>,
    /// Id of the context; `None` is the profile's own, the one that is stored on disk.
    id: Option<String>,
    downloads: TemporaryFolder,
}

impl Browser {
    pub fn start(profile: &Profile, extra_flags: &[&str]) -> Arc<Self> {
        Self::start_in(profile, extra_flags, &[])
    }

    /// Starts a browser with such variables in its environment.
    pub fn start_in(profile: &Profile, extra_flags: &[&str], environment: &[(&str, PathBuf)]) -> Arc<Self> {
        let process = process::Process::start(profile, extra_flags, environment);
        let cdp = Cdp::connect(process.port, &process.path);
        Arc::new(Self { cdp, process })
    }

    /// Returns the browser that all running tests share; it lives as long as somebody uses it.
    pub fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(browser) = shared.upgrade() {
            return browser;
        }
        let browser = Self::start(&Profile::Fresh, &[]);
        *shared = Arc::downgrade(&browser);
        browser
    }

    /// Closes the browser as a person does; it writes what it has not written yet.
    pub fn quit(&self) {
        self.call("Browser.close", json!({}));
        self.process.wait_end();
    }

    /// Ends every process of the browser with SIGKILL, as a crash or a power button would.
    pub fn kill(&self) {
        self.process.kill();
    }

    /// Makes a context without any stored data, which leaves nothing behind.
    pub fn new_context(self: &Arc<Self>) -> Arc<Context> {
        let made = self.call("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
        let id = made["browserContextId"].as_str().expect("a context id").to_owned();
        self.context(Some(id))
    }

    /// Returns the context that is stored in the profile folder.
    pub fn profile_context(self: &Arc<Self>) -> Arc<Context> {
        self.context(None)
    }

    fn context(self: &Arc<Self>, id: Option<String>) -> Arc<Context> {
        let context = Context { browser: Arc::clone(self), id, downloads: TemporaryFolder::new("downloads") };
        let folder = context.downloads.display().to_string();
        self.call(
            "Browser.setDownloadBehavior",
            context.with_id(json!({ "behavior": "allow", "downloadPath": folder })),
        );
        Arc::new(context)
    }

    #[track_caller]
    fn call(&self, method: &str, params: Value) -> Value {
        self.cdp.call(None, method, params).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Context {
    /// Opens `url` in a window of its own, so that it is visible and draws frames like a page in front.
    #[track_caller]
    pub fn open(self: &Arc<Self>, url: &str) -> Page {
        let page = self.blank();
        page.goto(url);
        page
    }

    /// Makes a window with nothing loaded yet, to be prepared (viewport, language) before `goto`.
    #[track_caller]
    pub fn blank(self: &Arc<Self>) -> Page {
        Page::create(self, true)
    }

    /// Makes a tab behind the window's first one: a hidden page.
    #[track_caller]
    pub fn blank_tab(self: &Arc<Self>) -> Page {
        Page::create(self, false)
    }

    pub fn grant(&self, permissions: &[&str]) {
        self.browser.call("Browser.grantPermissions", self.with_id(json!({ "permissions": permissions })));
    }

    /// Returns the folder downloads go to. A file appears under its final name only when it is complete.
    pub fn downloads(&self) -> &Path {
        &self.downloads
    }

    fn with_id(&self, mut params: Value) -> Value {
        if let Some(id) = &self.id {
            params["browserContextId"] = json!(id);
        }
        params
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.browser.cdp.post(None, "Target.disposeBrowserContext", json!({ "browserContextId": id }));
        }
    }
}
