//! The promise behind "saved": the browser is killed while writes flow, and every acknowledged one is still there.
//!
//! An acknowledgement is what a person sees: the answer is done and the page says that everything is saved. The page
//! reports each one to the console in the moment it shows it, so the count cannot run ahead of the screen.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::app::App;
use crate::browser::{Browser, LIMIT, Page, Profile, TemporaryFolder, now, pause};
use crate::endpoint::{Endpoint, Reply};
use crate::site::Site;

/// The storage engine that the browser is moving to; the other one is its default.
const SQLITE: &str = "--enable-features=IdbSqliteBackingStore,IdbSqliteOnDiskRollout";

/// Asks as fast as the page allows and reports each acknowledged question with its number.
const ASK_ON: &str = r"
(async first => {
  const id = name => document.querySelector(`[data-testid=${name}]`);
  const until = condition => new Promise(done => {
    if (condition()) return done();
    const watch = new MutationObserver(() => condition() && (watch.disconnect(), done()));
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
  for (let number = first; ; number++) {
    // The field of the conversation before may still be there.
    await until(() => id('composer') && !id('composer').disabled
      && location.hash.startsWith(`#/chat/${id('composer').form.dataset.attach || '-'}`));
    set.call(id('composer'), `question-${number}.`);
    id('composer').dispatchEvent(new InputEvent('input', { bubbles: true }));
    await until(() => id('send') && !id('send').disabled);
    id('send').click();
    await until(() => {
      const last = [...document.querySelectorAll('[data-testid=message]')].at(-1);
      return last?.dataset.role === 'assistant' && last.dataset.status === 'done'
        && last.textContent.includes(`answer-${number}.`) && document.documentElement.dataset.saved === 'yes';
    });
    console.debug(`acknowledged ${number}`);
  }
})";

#[test]
fn kill_loses_no_acknowledged_write() {
    kill_and_count(&[]);
}

#[test]
fn kill_loses_no_acknowledged_write_in_the_newer_storage_engine() {
    kill_and_count(&[SQLITE]);
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

fn kill_and_count(flags: &[&str]) {
    let kills: u32 =
        std::env::var("ESPALIER_KILLS").map_or(5, |count| count.parse().expect("ESPALIER_KILLS is a number"));
    let (site, endpoint) = (Site::of_dist(), Endpoint::start());
    endpoint.respond(|recorded| {
        let question = recorded.messages().last()?.1.clone();
        let number = question.strip_prefix("question-")?.strip_suffix('.')?.to_owned();
        Some(Reply::text(&["This is ", "answer-", &number, ". And a little more."]))
    });
    let folder = TemporaryFolder::new("kill");
    let profile = Profile::At(folder.to_path_buf());
    let (mut acknowledged, mut lost, mut next) = (Vec::new(), Vec::new(), 0);
    for round in 0..=kills {
        let browser = Browser::start(&profile, flags);
        let app = App { page: browser.profile_context().blank() };
        app.page.goto(&site.url());
        app.wait_ready();
        if round == 0 {
            app.go("settings");
            if !app.page.test_id("key-keep").is_checked() {
                app.page.test_id("key-keep").click();
            }
            app.configure(&endpoint);
        } else {
            let stored = fs::read_to_string(app.export_all()).expect("the export is readable");
            lost.extend(
                acknowledged.iter().filter(|number| !is_whole(&stored, **number)).map(|number| (round, *number)),
            );
        }
        if round == kills {
            break;
        }
        app.go("chat");
        app.page.test_id("session-new").visible().click();
        app.page.wait_for("document.querySelectorAll('[data-testid=message]').length === 0");
        app.page.eval(&format!("(void ({ASK_ON})({next}), 0)"));
        wait_acknowledged(&app.page, 1);
        // Spread over the life of a write, the same in every run.
        thread::sleep(Duration::from_millis(u64::from(round * 7_919 % 1_301)));
        browser.kill();
        let new = acknowledgements(&app.page);
        // The one that was under way may or may not have been stored; its number is not used again.
        next = new.last().map_or(next, |last| last + 2);
        acknowledged.extend(new);
    }
    eprintln!("{kills} kills, {} acknowledged, {} lost", acknowledged.len(), lost.len());
    assert!(lost.is_empty(), "lost after {kills} kills, by round: {lost:?} of {}", acknowledged.len());
}

fn is_whole(stored: &str, number: u64) -> bool {
    let question = format!("question-{number}.");
    let answer = format!("This is answer-{number}. And a little more.");
    stored.contains(&question) && stored.contains(&answer)
}

fn acknowledgements(page: &Page) -> Vec<u64> {
    let number = |line: &String| line.strip_prefix("debug: acknowledged ")?.parse().ok();
    page.console().iter().filter_map(number).collect()
}

#[track_caller]
fn wait_acknowledged(page: &Page, count: usize) {
    let start = now();
    while acknowledgements(page).len() < count {
        assert!(
            start.elapsed() < LIMIT,
            "nothing was acknowledged; kept outside the database: {}; the page shows: {}",
            page.eval("Object.keys(localStorage).join(' ')"),
            page.css("body").shown_text()
        );
        pause();
    }
}
