//! Today: what one can go on with, in one column, and when the app opens there.

use serde_json::json;

use crate::app::App;
use crate::assistant::trip;
use crate::axe;
use crate::browser::{ALT, Browser, CTRL, Locator, Page};
use crate::endpoint::{Endpoint, Reply};
use crate::time::room_in;
use crate::time_assistant::calls;

/// Returns the rows of a kind.
fn rows<'a>(page: &'a Page, kind: &str) -> Locator<'a> {
    page.test_id("today-row").attr_is("data-kind", kind)
}

/// Adds an entry to the log, in the line that is shown.
fn log(page: &Page, line: &str) {
    page.test_id("quick-add").wait_visible().fill(line);
    page.press("Enter", 0);
    page.test_id("quick-add").wait_value("");
}

/// Opens the page at its bare address, on another day than the last visit, or on the same one.
#[track_caller]
fn open_again(app: &App, is_new_day: bool) {
    app.wait_saved();
    if is_new_day {
        app.page.eval("(localStorage['espalier.day'] = 'Mon Jan 01 2024', 0)");
    }
    app.page.goto(&App::url());
    app.wait_ready();
}

#[track_caller]
fn assert_fits(page: &Page) {
    let outside = page.eval(
        "[...document.querySelectorAll('[data-testid=today] *, .room-head *, .rail *')].filter(e => e.checkVisibility()
            && !e.closest('.visually-hidden') && (e.getBoundingClientRect().right > innerWidth + 0.5 || e.getBoundingClientRect().left < -0.5))
            .map(e => e.outerHTML.slice(0, 80))",
    );
    assert_eq!(outside, json!([]), "outside the window");
}

#[test]
fn today_of_a_first_visit_has_the_doors_of_the_rooms() {
    let app = App::first_visit();
    let page = &app.page;
    page.wait_for("location.hash === '#/chat'");
    app.go("today");
    page.test_id("today").wait_visible();
    page.test_id("quick-add").wait_visible();
    let rooms = page.test_id("today-row").attrs("data-room");
    assert_eq!(rooms, ["chat", "map", "time", "course", "scene"].map(str::to_owned));
    assert_eq!(page.eval("document.querySelectorAll('[data-testid=today] h2').length"), 1, "no empty part");
    assert!(page.eval("document.title").as_str().unwrap().contains("Today"));
    page.screenshot("today-first");
    rows(page, "door").attr_is("data-room", "map").click();
    page.wait_for("location.hash === '#/map'");
    page.test_id("map-begin").wait_visible();
}

#[test]
fn today_shows_what_runs_and_stops_it() {
    let app = room_in("Europe/Berlin");
    let page = &app.page;
    log(page, "logo !Acme");
    page.test_id("timer-stop").wait_visible();
    app.wait_saved();
    app.go("today");
    rows(page, "timer").wait_visible().wait_text("logo · Acme");
    // In a later visit, before the log is read.
    app.reload();
    rows(page, "timer").wait_visible();
    page.test_id("today-stop").click();
    rows(page, "timer").wait_gone();
    rows(page, "entry").wait_visible().wait_text("logo");
    page.test_id("toast-undo").click();
    rows(page, "timer").wait_visible();
    // The line works as it does in its room.
    log(page, "yesterday 9-10 reading");
    rows(page, "entry").containing("reading").wait_visible().click();
    page.wait_for("/^#\\/time\\/.+/.test(location.hash)");
    page.test_id("entry").containing("reading").wait();
}

#[test]
fn today_lists_the_five_latest_things_and_leads_to_them() {
    let app = App::first_visit();
    let page = &app.page;
    for number in 0..5 {
        page.test_id("session-new").visible().click();
        app.messages().wait_count(0);
        app.ask(&format!("Herons {number}"));
    }
    app.go("map");
    page.test_id("map-begin").wait_visible().fill("Harbour novel");
    page.press("Enter", 0);
    page.test_id("map-node").wait();
    app.wait_saved();
    let map = page.eval("location.hash.split('/').slice(0, 3).join('/')");
    app.go("today");
    rows(page, "map").wait_visible().wait_text("Harbour novel");
    page.wait_for("document.querySelectorAll('[data-testid=today-row]').length === 5");
    assert_eq!(rows(page, "session").count(), 4);
    let names = page.test_id("today-row").texts();
    assert!(names[0].contains("Harbour novel") && names[1].contains("Herons 4"), "{names:?}");
    rows(page, "session").nth(0).click();
    page.wait_for("location.hash.startsWith('#/chat/')");
    app.messages().containing("Herons 4").wait_visible();
    app.go("today");
    rows(page, "map").click();
    page.wait_for(&format!("location.hash.startsWith({map})"));
    page.test_id("map-node").wait();
}

#[test]
fn today_has_the_goals_of_the_day_and_the_next_chapter() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("course");
    page.test_id("example").visible().click();
    page.test_id("outline").wait_visible();
    let chapter = page.css("[data-testid=outline-chapter][data-done=no]").nth(0).attr("data-id");
    app.go("time");
    page.test_id("time-others").wait();
    page.test_id("room-more").click();
    page.test_id("time-others").click();
    page.test_id("goal-add").click();
    page.test_id("goal-name").fill("Half marathon");
    page.test_id("goal-hours").fill("8");
    page.test_id("goal-save").click();
    page.test_id("goal-item").wait_count(1);
    log(page, "today 8-10am running @\"Half marathon\"");
    app.wait_saved();
    app.go("today");
    app.reload();
    let goal = rows(page, "goal");
    goal.wait_visible().wait_text("Half marathon");
    assert!(goal.text().contains("2 h of 8 h"), "{}", goal.text());
    let next = rows(page, "chapter");
    next.wait_count(1);
    assert!(next.attr("href").ends_with(&chapter), "{}", next.attr("href"));
    page.screenshot("today");
    page.test_id("today-tick").click();
    page.wait_for(&format!("!document.querySelector('[data-kind=chapter]').href.endsWith('{chapter}')"));
    page.test_id("toast-undo").click();
    page.wait_for(&format!("document.querySelector('[data-kind=chapter]').href.endsWith('{chapter}')"));
    goal.click();
    page.wait_for("location.hash === '#/time'");
    page.test_id("entry").containing("running").wait_visible();
    app.go("today");
    rows(page, "chapter").click();
    page.wait_for(&format!("location.hash.endsWith('{chapter}')"));
    page.test_id("outline").wait_visible();
}

#[test]
fn today_goes_on_with_an_answer_that_broke_off() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::stream().deltas(&["One, two"]).hang());
    app.send("Count");
    app.last().test_id("content").wait_text("One, two");
    page.test_id("stop").click();
    app.wait_answer("stopped");
    app.wait_saved();
    app.go("today");
    // As in a later visit, in which the conversation is not in memory.
    app.reload();
    let row = rows(page, "answer");
    row.wait_visible().wait_text("Count");
    assert_eq!(row.attr("data-room"), "chat");
    endpoint.reply(Reply::text(&[", three."]));
    page.test_id("today-continue").click();
    page.wait_for("location.hash.startsWith('#/chat/')");
    app.wait_answer("done");
    app.last().test_id("content").wait_text("One, two, three.");
    app.go("today");
    rows(page, "session").wait_visible();
    assert_eq!(rows(page, "answer").count(), 0);
}

#[test]
fn today_lists_what_waits_for_a_decision_until_it_is_made() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    trip(&app);
    let add = json!({ "id": "o1", "commandId": "node.addChild", "params": ["n1", null, "Hotel"], "description": "Add “Hotel”" });
    let arguments = json!({ "explanation": "One more.", "summary": "One more.", "operations": [add] });
    endpoint.reply(calls("One more.", &[("p1", "propose_operations", arguments)]));
    app.send("What is missing?");
    page.test_id("proposal").wait_visible().wait_attr("data-status", "pending");
    app.wait_answer("done");
    app.go("time");
    page.press("j", CTRL | ALT);
    page.test_id("assistant").wait_visible().wait_attr("data-scope", "time");
    let question = json!({ "question": "Which of them?", "options": ["outline", "reading"] });
    endpoint.reply(calls("", &[("q1", "ask_user", question)]));
    app.send("How long was it?");
    page.test_id("question").wait_visible().wait_attr("data-status", "open");
    app.wait_saved();
    app.go("today");
    // As in a later visit, in which neither conversation is in memory.
    app.reload();
    let (asked, proposed) = (rows(page, "question"), rows(page, "proposal"));
    asked.wait_visible().wait_text("Which of them?");
    proposed.wait_visible().wait_text("What is missing?");
    assert_eq!([asked.attr("data-room"), proposed.attr("data-room")], ["time", "map"].map(str::to_owned));
    page.viewport(390, 844);
    assert_fits(page);
    axe::check(page, "Today with what waits, 390 px");
    page.screenshot("today-waiting-390");
    // The one with a finger, the other one by keys.
    proposed.tap();
    page.wait_for("location.hash.startsWith('#/map/')");
    endpoint.reply(Reply::text(&["Good."]));
    page.test_id("proposal-apply").wait_visible().tap();
    page.test_id("proposal").wait_attr("data-status", "applied");
    app.wait_answer("done");
    page.viewport(1440, 900);
    app.go("today");
    asked.wait_visible();
    assert_eq!(proposed.count(), 0);
    asked.focus();
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/time')");
    endpoint.reply(Reply::text(&["Fine."]));
    page.test_id("option").nth(1).wait_visible().focus();
    page.press("Enter", 0);
    app.wait_answer("done");
    app.go("today");
    rows(page, "map").wait_visible();
    asked.wait_gone();
}

#[test]
fn today_opens_once_a_day_or_as_chosen() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("map");
    open_again(&app, false);
    page.wait_for("location.hash === '#/map'");
    open_again(&app, true);
    page.wait_for("location.hash === '#/today'");
    page.test_id("today").wait_visible();
    open_again(&app, false);
    page.wait_for("location.hash === '#/map'");
    for (choice, is_new_day, place) in [("today", false, "#/today"), ("last", true, "#/map"), ("once", true, "#/today")]
    {
        app.go("settings");
        page.test_id("opening").wait_visible().select(choice);
        open_again(&app, is_new_day);
        page.wait_for_or(&format!("location.hash === '{place}'"), crate::browser::LIMIT, || {
            format!("{choice}: {}", page.eval("location.hash"))
        });
        app.go("map");
    }
    app.go("settings");
    page.test_id("opening").wait_value("once");
}

#[test]
fn today_is_used_by_keys_and_read_aloud() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("Where do herons sleep?");
    page.test_id("nav-today").focus();
    page.press("Enter", 0);
    let row = rows(page, "session");
    row.wait_visible();
    let levels = page.eval("[...document.querySelectorAll('main :is(h1, h2, h3)')].map(e => e.tagName)");
    assert_eq!(levels, json!(["H1", "H2"]));
    assert_eq!(page.test_id("nav-today").spoken_name(), "Today");
    assert!(row.spoken_name().contains("Chat") && row.spoken_name().contains("herons"), "{}", row.spoken_name());
    page.test_id("quick-add").wait_visible().focus();
    let mut reached = Vec::new();
    while !row.has_focus() && reached.len() < 10 {
        page.press("Tab", 0);
        reached.push(page.eval("document.activeElement.dataset.testid ?? document.activeElement.tagName"));
    }
    assert!(row.has_focus(), "{reached:?}");
    page.press("Enter", 0);
    page.wait_for("location.hash.startsWith('#/chat/')");
    app.messages().containing("herons").wait_visible();
}

#[test]
fn today_fits_a_phone_in_both_languages_and_colours() {
    for language in ["en", "zh"] {
        let context = Browser::shared().new_context();
        let app = App { page: context.blank() };
        let page = &app.page;
        page.viewport(390, 844);
        page.goto(&format!("{}?lang={language}", App::url()));
        app.wait_ready();
        app.go("today");
        page.test_id("today-row").nth(4).wait_visible();
        page.test_id("quick-add").wait_visible();
        assert_fits(page);
        app.go("chat");
        app.ask("Where do the herons of the northern harbours sleep when the winter is over?");
        app.go("time");
        log(page, "logo");
        app.go("today");
        rows(page, "timer").wait_visible();
        rows(page, "session").wait_visible();
        for (width, scheme) in [(390, "light"), (390, "dark"), (1440, "light"), (1440, "dark")] {
            page.viewport(width, 844);
            page.colour_scheme(scheme);
            assert_fits(page);
            page.wait_for("document.getAnimations().every(a => a.playState !== 'running')");
            page.screenshot(&format!("today-{language}-{width}-{scheme}"));
            axe::check(page, &format!("Today, {language}, {width}, {scheme}"));
        }
        let small = page.eval(
            "[...document.querySelectorAll('[data-testid=today-row]')].map(e => e.getBoundingClientRect().height).filter(height => height < 36)",
        );
        assert_eq!(small, json!([]));
    }
}
