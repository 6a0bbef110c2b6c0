//! The copy on a server of the person's own: `WebDAV` and S3, real ones on this device; and its password.

#[path = "../../crates/remote/tests/servers/run.rs"]
mod run;

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::Browser;
use crate::place::{device, map_named, open_form, save_now, wait_in_step};
use run::servers;

/// Enters a `WebDAV` folder.
fn enter_web_dav(app: &App, url: &str, secret: &str, seal: &str) {
    open_form(app);
    let page = &app.page;
    page.test_id("place-kind").wait_visible().select("webdav");
    page.test_id("place-address").wait_visible().fill(url);
    page.test_id("place-user").fill("me");
    page.test_id("place-secret").fill(secret);
    page.test_id("place-password").fill(seal);
    page.test_id("place-connect").click();
}

fn enter_s3(app: &App, s3: &run::S3, folder: &str) {
    open_form(app);
    let page = &app.page;
    page.test_id("place-kind").wait_visible().select("s3");
    for (id, text) in [
        ("place-endpoint", &s3.endpoint),
        ("place-region", &s3.region),
        ("place-bucket", &s3.bucket),
        ("place-prefix", &folder.to_owned()),
        ("place-access-key", &s3.access_key),
        ("place-secret", &s3.secret),
    ] {
        page.test_id(id).wait_visible().fill(text);
    }
    page.test_id("place-connect").click();
}

fn state(app: &App, text: &str) {
    app.page.test_id("place-status").wait_text(text);
}

/// Everything that the browser's small stores hold.
fn kept(app: &App) -> String {
    app.page.eval("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])").as_str().unwrap().to_owned()
}

#[test]
fn place_server_two_devices_share_a_sealed_web_dav_folder() {
    let Some(servers) = servers() else { return };
    let (dav, seal) = (&servers.webdav, "correct horse battery");
    let url = format!("{}sealed/notes", dav.url);
    let (one, other) = (device(), device());
    map_named(&one, "Left-handed");
    enter_web_dav(&one, &url, &dav.password, seal);
    wait_in_step(&one);
    one.page.wait_for("document.activeElement?.contains(document.querySelector('[data-testid=place]'))");
    one.page.test_id("place").wait_text("encrypted with your password");
    one.page.screenshot("place-sealed");
    // What the server sees, asked as the page asks.
    let listing = one.page.eval(&format!(
        "(async () => {{
           const pair = btoa(String.fromCharCode(...new TextEncoder().encode({})));
           const headers = {{ Authorization: `Basic ${{pair}}`, Depth: '1' }};
           return (await fetch({} + '/', {{ method: 'PROPFIND', headers }})).text();
         }})()",
        json!(format!("{}:{}", dav.user, dav.password)),
        json!(url)
    ));
    let listing = listing.as_str().unwrap();
    assert!(listing.contains(".sealed") && listing.contains(".seal<"), "{listing}");
    assert!(!listing.contains(".bundle"), "{listing}");
    assert!(!kept(&one).contains(seal), "the password itself is kept nowhere");

    // Without the password, with a wrong one, with the right one.
    enter_web_dav(&other, &url, &dav.password, "");
    state(&other, "is encrypted. Enter its password.");
    other.page.test_id("place-password").wait_visible().fill("wrong");
    other.page.test_id("place-unlock").click();
    state(&other, "That isn’t the password");
    other.page.test_id("place-password").wait_visible().fill(seal);
    other.page.test_id("place-unlock").click();
    wait_in_step(&other);
    other.go("map");
    other.page.test_id("map-item").containing("Left-handed").click();
    other.page.test_id("map-node").wait_text("Left-handed");
    map_named(&other, "Gulls");
    other.reload();
    save_now(&other);
    save_now(&one);
    one.go("map");
    one.page.test_id("map-item").containing("Gulls").wait();
}

#[test]
fn place_server_two_devices_share_a_bucket_and_one_leaves_it() {
    let Some(servers) = servers() else { return };
    let s3 = &servers.s3;
    let (one, other) = (device(), device());
    map_named(&one, "Trip");
    enter_s3(&one, s3, "e2e/notes");
    wait_in_step(&one);
    state(&one, "“notes/e2e/notes”");
    one.page.test_id("place-item").wait_attr("data-kind", "s3");
    enter_s3(&other, s3, "e2e/notes");
    wait_in_step(&other);
    other.go("map");
    other.page.test_id("map-item").containing("Trip").wait();
    assert!(kept(&one).contains(&s3.secret));
    one.go("settings");
    one.page.test_id("place-leave").click();
    one.page.test_id("place-add").wait_visible();
    assert!(!kept(&one).contains(&s3.secret) && !kept(&one).contains("espalier.place-origin"), "{}", kept(&one));
    let allowed: Value = one.page.eval("JSON.parse(localStorage['espalier.origins'])");
    assert!(!allowed.as_array().unwrap().contains(&json!(s3.endpoint)), "{allowed}");
}

#[test]
fn place_server_says_why_it_fails_and_works_once_that_is_mended() {
    let Some(servers) = servers() else { return };
    let dav = &servers.webdav;
    let app = device();
    map_named(&app, "Trip");
    // What cannot be used is said before anything is sent.
    enter_web_dav(&app, "cloud.example/notes", "x", "");
    app.page.test_id("place-problem").wait_text("isn’t a web address");
    enter_web_dav(&app, "http://cloud.example/notes", "x", "");
    app.page.test_id("place-problem").wait_text("https://");
    app.page.screenshot("place-problem");
    // This very page's server, under another name, answers and names no page.
    let other = App::origin().replace("127.0.0.1", "localhost");
    app.page.expect_problem("CORS");
    app.page.expect_problem("net::ERR_FAILED");
    enter_web_dav(&app, &format!("{other}/notes"), "x", "");
    state(&app, "blocks requests from this page (CORS)");
    app.page.test_id("place-allow").css("summary").click();
    app.page.test_id("place-allow").wait_text(&App::origin());
    app.page.screenshot("place-cors");
    app.page.expect_problem("401");
    enter_web_dav(&app, &format!("{}mended", dav.url), "wrong", "");
    state(&app, "doesn’t accept the name or the password");
    // The address is there still, the password is not.
    app.page.test_id("place-address").wait_value(&format!("{}mended", dav.url));
    assert_eq!(app.page.test_id("place-secret").value(), "");
    app.page.test_id("place-secret").fill(&dav.password);
    app.page.test_id("place-connect").click();
    wait_in_step(&app);
    // A place in the clear is not sealed afterwards.
    let second = device();
    enter_web_dav(&second, &format!("{}mended", dav.url), &dav.password, "secret");
    state(&second, "has a copy without encryption");
}

#[test]
fn place_server_passwords_that_are_not_kept_are_asked_for_in_a_new_tab() {
    let Some(servers) = servers() else { return };
    let dav = &servers.webdav;
    let context = Browser::shared().new_context();
    let app = App::open(&context);
    map_named(&app, "Trip");
    open_form(&app);
    app.page.test_id("place-kind").wait_visible().select("webdav");
    app.page.test_id("place-keep").wait_visible().click();
    enter_web_dav(&app, &format!("{}tab", dav.url), &dav.password, "");
    wait_in_step(&app);
    app.reload();
    app.go("settings");
    wait_in_step(&app);
    let local = app.page.eval("JSON.stringify({ ...localStorage })");
    assert!(!local.as_str().unwrap().contains(&dav.password), "{local}");
    app.page.send("Page.navigate", json!({ "url": "about:blank" }));
    let next = App::open(&context);
    next.go("settings");
    state(&next, "was kept only until the tab was closed");
    next.page.test_id("place-secret").wait_visible().fill(&dav.password);
    next.page.test_id("place-connect").click();
    wait_in_step(&next);
}
