//! The browser is killed while work flows, and everything that was acknowledged is still there.

use std::time::Duration;

use super::work::{Acknowledged, Promise, Workspace};
use super::{Engine, Figures, LEVELDB, SQLITE, is_long, tries};
use crate::app::App;
use crate::browser::{Browser, LIMIT, Page, Profile, TemporaryFolder, now, pause};
use crate::site::Site;

/// Most milliseconds of a stream that may be lost: half a second, and a frame.
pub const STREAM_MS: u64 = 517;

/// Number of kills after which a new profile begins, so that the exports stay short.
const KILLS_OF_A_PROFILE: u32 = 25;

#[test]
fn kill_loses_no_acknowledged_write() {
    kill_and_count(&LEVELDB, 0);
}

#[test]
fn kill_loses_no_acknowledged_write_in_the_newer_storage_engine() {
    kill_and_count(&SQLITE, 1);
}

fn kill_and_count(engine: &Engine, first: u32) {
    let promise = Promise { stream_ms: Some(STREAM_MS), is_restored: false };
    let kill = Harm { kind: "kill", promise: &promise, first, prepare: &|_| (), on_open: &|_| () };
    kill.do_and_compare(engine, tries(4), |_, _| ()).judge();
}

#[test]
fn kill_loses_what_was_not_acknowledged_and_that_is_counted() {
    let mut workspace = Workspace::new(LEVELDB.flags);
    let browser = workspace.start();
    let app = workspace.open(&browser);
    workspace.work(&app, 2, Duration::ZERO, || ());
    app.reload();
    app.go("chat");
    app.page.test_id("composer").fill("typed-0.");
    browser.kill();
    workspace.acknowledged.push(Acknowledged { kind: "typed".to_owned(), number: 0, mirrored: false });
    let app = workspace.open(&workspace.start());
    let mut figures = Figures::new("kill", LEVELDB.name);
    let promise = Promise { stream_ms: None, is_restored: false };
    workspace.compare(&app, "after a kill", &promise, &mut figures);
    assert_eq!(figures.lost, ["after a kill: typed 0"]);
}

/// Kills with further harm to what they leave.
pub struct Harm<'a> {
    /// Its name in the table.
    pub kind: &'static str,
    pub promise: &'a Promise,
    /// The kind of work that the first kill is to hit.
    pub first: u32,
    pub prepare: &'a dyn Fn(&mut Workspace),
    /// Preparation of each page, before the app is in it.
    pub on_open: &'a dyn Fn(&Page),
}

impl Harm<'_> {
    /// Kills the browser again and again while work goes on, does further harm, and compares.
    pub fn do_and_compare(&self, engine: &Engine, kills: u32, mut further: impl FnMut(&Workspace, u32)) -> Figures {
        let mut figures = Figures::new(self.kind, engine.name);
        while figures.tries < kills {
            let mut workspace = Workspace::new(engine.flags);
            (self.prepare)(&mut workspace);
            let of_profile = KILLS_OF_A_PROFILE.min(kills - figures.tries);
            for round in 0..=of_profile {
                let browser = workspace.start();
                let app = workspace.open_in(&browser, self.on_open);
                let number = figures.tries;
                if round > 0 {
                    workspace.compare(&app, &format!("after {} {number}", self.kind), self.promise, &mut figures);
                }
                if round == of_profile {
                    break;
                }
                // In two steps through the kinds, and spread over the life of a write, the same in every run.
                let span = if is_long() { 3_901 } else { 1_301 };
                let after = Duration::from_millis(u64::from((number + 1) * 2_411 % span));
                let kind = (self.first + 2 * number) as usize;
                figures.acknowledged += workspace.work(&app, kind, after, || browser.kill());
                further(&workspace, number);
                figures.tries += 1;
            }
        }
        figures
    }
}

/// The words in the database that are not sent yet.
const TYPED: &str = "new Promise((done, failed) => {
  const open = indexedDB.open('espalier');
  open.onerror = () => failed(open.error);
  open.onsuccess = () => {
    const get = open.result.transaction('meta').objectStore('meta').get('typed');
    get.onsuccess = () => { open.result.close(); done(String(get.result)); };
    get.onerror = () => failed(get.error);
  };
})";

#[test]
fn kill_loses_nothing_of_what_was_typed_and_kept_without_being_sent() {
    let site = Site::of_dist();
    let folder = TemporaryFolder::new("kill-typed");
    let profile = Profile::At(folder.to_path_buf());
    let text = "Words that nobody has sent yet";
    for round in 0..3 {
        let browser = Browser::start(&profile, &[]);
        let app = App { page: browser.profile_context().blank() };
        app.page.goto(&site.url());
        app.wait_ready();
        app.go("chat");
        let composer = app.page.test_id("composer");
        if round > 0 {
            assert_eq!(composer.value(), format!("{text} {}", round - 1), "after {round} kills");
        }
        let typed = format!("{text} {round}");
        composer.fill(&typed);
        let start = now();
        while !app.page.eval(TYPED).as_str().is_some_and(|kept| kept.contains(&typed)) {
            assert!(start.elapsed() < LIMIT, "what was typed is not kept");
            pause();
        }
        browser.kill();
    }
}
