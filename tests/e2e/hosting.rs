//! Any static host, any path, and none at all.

use crate::app::App;
use crate::browser::Browser;
use crate::site::Site;
use crate::start::Copy;

#[test]
fn hosting_works_under_a_path() {
    let site = Site::of_dist_at("/sub/path/");
    let context = Browser::shared().new_context();
    let app = App::open_at(&context, &site.url());
    app.ask("Where am I?");
    for (room, drawn) in
        [("map", ".listed-room"), ("time", ".time-room"), ("course", ".course-room"), ("scene", ".listed-room")]
    {
        app.go(room);
        app.page.wait_for(&format!("!!document.querySelector('main {drawn}')"));
    }
    for exchange in app.page.exchanges() {
        assert!(
            exchange.url.starts_with(&site.url()) || exchange.url.starts_with("blob:"),
            "{} is outside the page's own path",
            exchange.url
        );
    }
    // A deep link is only a fragment, so that every host can serve it.
    let settings = App::open_at(&context, &format!("{}#/settings", site.url()));
    settings.page.test_id("provider").wait_visible();
    settings.reload();
    settings.page.test_id("provider").wait_visible();
}

#[test]
fn hosting_an_unknown_route_leads_back_to_a_room() {
    let app = App::open_at(&Browser::shared().new_context(), &format!("{}#/nowhere/at/all", App::url()));
    app.page.test_id("composer").wait_visible();
}

#[test]
fn hosting_works_offline_after_one_visit() {
    let site = Site::of_dist();
    let context = Browser::shared().new_context();
    let app = App::open_at(&context, &site.url());
    let before = app.ask("Remember this offline");
    app.wait_saved();
    app.page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
    site.set_down(true);
    app.page.expect_problem("net::ERR");
    app.page.reload();
    app.wait_ready();
    assert_eq!(app.wait_answer("done"), before);
    assert!(!app.ask("And now?").is_empty());
    // Rooms that were never opened are there as well.
    for (room, drawn) in
        [("map", ".listed-room"), ("time", ".time-room"), ("course", ".course-room"), ("scene", ".listed-room")]
    {
        app.go(room);
        app.page.wait_for(&format!("!!document.querySelector('main {drawn}')"));
    }
    // A new tab starts from nothing but what the browser kept.
    let second = context.blank();
    second.expect_problem("net::ERR");
    second.goto(&site.url());
    second.wait_for("document.documentElement.dataset.app === 'ready'");
}

#[test]
fn hosting_a_page_that_is_not_there_leads_to_the_app() {
    let site = Site::of_dist_at("/sub/path/");
    let app = App { page: Browser::shared().new_context().blank() };
    app.page.expect_problem("404");
    app.page.goto(&format!("{}no/such/page?lang=zh#/map", site.url()));
    app.page.wait_for(&format!("location.href === '{}?lang=zh#/map'", site.url()));
    app.wait_ready();
    app.page.test_id("map-new").wait();
    // Nothing of the app is above this place, which is said.
    app.page.goto(&format!("{}/elsewhere/", site.origin()));
    app.page.wait_for("document.body.innerText.includes('doesn’t exist')");
    assert_eq!(app.page.eval("fetch('/sub/path/robots.txt').then(answer => answer.status)"), 200);
}

#[test]
fn hosting_licences_of_all_libraries_are_a_page_of_their_own() {
    let app = App::first_visit();
    app.page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
    assert!(!app.page.exchanges().iter().any(|exchange| exchange.url.contains("licences")));
    assert_eq!(app.page.eval("caches.match('licences.html').then(found => !!found)"), false);
    app.go("settings");
    app.page.test_id("build").wait_text(app.page.eval("document.documentElement.dataset.build").as_str().unwrap());
    app.page.test_id("what-is-new").wait_visible();
    let address = app.page.test_id("licences").read("list => list[0].href");
    let page = app.page.context.open(address.as_str().unwrap());
    let text = page.eval("document.body.innerText");
    // Of the page, of what runs models, of what draws documents.
    for library in ["yew ", "llguidance ", "hayro "] {
        assert!(text.as_str().unwrap().contains(library), "{library}");
    }
    assert!(page.eval("document.querySelectorAll('pre').length").as_u64() > Some(20));
}

#[test]
fn hosting_the_kill_switch_takes_the_offline_copy_away_and_leaves_the_data() {
    let copy = Copy::new();
    let app = App::open_at(&Browser::shared().new_context(), &copy.url());
    let before = app.ask("Remember this");
    app.page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
    app.reload();
    assert_eq!(app.page.eval("!!navigator.serviceWorker.controller"), true);
    copy.put_back(vec![("sw.js".to_owned(), include_bytes!("../../static/sw-off.js").to_vec())]);
    app.reload();
    app.page.wait_for("caches.keys().then(names => names.length === 0)");
    app.page.wait_for("navigator.serviceWorker.getRegistration().then(found => !found)");
    app.reload();
    assert_eq!(app.page.eval("!!navigator.serviceWorker.controller"), false);
    assert_eq!(app.wait_answer("done"), before);
}
