//! Addresses of things, copied in one room and pasted in another.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{ALT, CTRL, Page};
use crate::endpoint::{Endpoint, Reply};

/// Notes what is copied.
fn listen(page: &Page) {
    page.eval("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }, 0");
}

/// Returns what the app put on the clipboard since it was asked last.
#[track_caller]
fn copied(page: &Page) -> String {
    page.wait_for("window.copied");
    let text = page.eval("(() => { const text = window.copied; window.copied = ''; return text; })()");
    text.as_str().unwrap_or_default().to_owned()
}

/// Pastes a text where one types, as the browser does.
fn paste(page: &Page, text: &str) {
    let text = json!(text);
    page.eval(&format!(
        "(() => {{ const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', {text});
            const event = new ClipboardEvent('paste', {{ clipboardData, bubbles: true, cancelable: true }});
            if (document.activeElement.dispatchEvent(event)) document.execCommand('insertText', false, {text}); }})()"
    ));
}

#[test]
fn links_are_copied_everywhere_and_lead_back_by_their_names() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    let page = &app.page;
    endpoint.reply(Reply::text(&["On ledges."]));
    app.ask("Where do gulls sleep?");
    app.wait_saved();
    listen(page);
    // Of a message, with the mouse.
    page.eval(
        "(() => { const text = document.querySelectorAll('[data-testid=message]')[1].querySelector('[data-testid=content]');
            const box = text.getBoundingClientRect(), at = { clientX: box.x + 9, clientY: box.y + 9 };
            text.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at })); })()",
    );
    page.test_id("link-copy").wait_visible().click();
    let message = copied(page);
    assert!(message.starts_with(&App::url()) && message.contains("#/chat/"), "{message}");
    // Of what is open, from the palette.
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text("copy link");
    page.test_id("palette-item").attr_is("data-command", "app.copyLink").wait_visible();
    page.press("Enter", 0);
    page.test_id("palette").wait_gone();
    assert!(message.starts_with(&copied(page)));
    // Pasted into a message it is a link with a name.
    page.test_id("composer").click();
    page.type_text("As said: ");
    paste(page, &message);
    let typed = page.test_id("composer").value();
    assert!(typed.starts_with("As said: [On ledges.](#/chat/"), "{typed}");
    endpoint.reply(Reply::text(&["Yes."]));
    page.press("Enter", 0);
    app.wait_answer("done");
    let link = app.messages().css("a.link").containing("On ledges.");
    page.eval("location.hash = '#/settings'");
    page.test_id("language").wait_visible();
    page.eval("history.back()");
    link.wait_visible().click();
    page.wait_for("/^#\\/chat\\/[^/]+\\/[^/]+$/.test(location.hash)");
    // What is no address of a thing is pasted as it is.
    page.test_id("composer").click();
    for text in [App::url(), "https://example.org/#/map".to_owned(), "plain".to_owned()] {
        page.test_id("composer").fill("");
        paste(page, &text);
        assert_eq!(page.test_id("composer").value(), text);
    }
    page.test_id("composer").fill("");
    // A link is copied from the list too, and pasted into the note of a node.
    page.test_id("session-item").hover();
    page.test_id("session-menu").click();
    page.test_id("link-copy").wait_visible().click();
    let session = copied(page);
    new_map(page, "Harbour");
    page.press("Enter", CTRL | ALT);
    page.wait_for("document.activeElement?.dataset.testid === 'node-note'");
    paste(page, &session);
    let note = page.test_id("node-note").value();
    assert!(note.starts_with("[Where do gulls sleep?](#/chat/"), "{note}");
}

#[test]
fn links_are_chosen_from_a_list_while_one_writes() {
    let app = App::first_visit();
    let page = &app.page;
    app.ask("Where do gulls sleep?");
    app.go("time");
    page.test_id("quick-add").wait_visible().fill("today 9-10am counting gulls");
    page.press("Enter", 0);
    page.test_id("entry").containing("gulls").wait();
    app.go("chat");
    page.test_id("session-new").visible().click();
    app.messages().wait_count(0);
    page.test_id("composer").click();
    page.type_text("看 see [[");
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text("counting");
    page.test_id("palette-item").attr_is("data-kind", "entry").wait_visible();
    assert_eq!(page.test_id("palette-item").attrs("data-command"), [""], "nothing but things");
    page.screenshot("link-to");
    page.press("Enter", 0);
    page.test_id("palette").wait_gone();
    page.wait_for("document.querySelector('[data-testid=composer]').value.includes('](#/time/')");
    page.type_text(" and [[");
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.press("Escape", 0);
    page.test_id("palette").wait_gone();
    page.wait_for("document.activeElement?.dataset.testid === 'composer'");
    let typed = page.test_id("composer").value();
    assert!(typed.starts_with("看 see [counting gulls](#/time/") && typed.ends_with(") and [["), "{typed}");
    page.reload();
    app.wait_ready();
    assert_eq!(page.test_id("composer").wait_visible().value(), typed, "it is kept like anything typed");
}

/// Makes a map with this title, which is open then.
#[track_caller]
fn new_map(page: &Page, title: &str) {
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text("New map");
    page.test_id("palette-item").containing("New map").wait_visible();
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid === 'node-title-input'");
    page.type_text(title);
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.dataset.testid !== 'node-title-input'");
}

/// Chooses a command of the palette by the keyboard.
#[track_caller]
fn command(page: &Page, id: &str, typed: &str) {
    page.press("k", CTRL);
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input'");
    page.type_text(typed);
    page.wait_for(&format!("document.querySelector('[data-testid=palette-item]')?.dataset.command === '{id}'"));
    page.press("Enter", 0);
}

/// Links what is open to the map "Harbour".
#[track_caller]
fn link_to_harbour(page: &Page) {
    command(page, "app.linkTo", ">link to");
    // Another palette, which asks what to link to.
    page.wait_for("document.activeElement?.dataset.testid === 'palette-input' && !document.activeElement.value");
    page.type_text("harbour");
    page.test_id("palette-item").attr_is("data-kind", "map").containing("Harbour").wait_visible();
    page.press("Enter", 0);
}

#[test]
fn links_are_listed_at_both_ends_and_struck_where_one_is_gone() {
    let app = App::first_visit();
    let page = &app.page;
    listen(page);
    new_map(page, "Harbour");
    assert_eq!(page.test_id("links").visible().count(), 0);
    command(page, "app.copyLink", ">copy link");
    let map = copied(page);
    app.go("chat");
    page.test_id("composer").wait_visible().click();
    page.type_text("The places are in ");
    paste(page, &map);
    page.press("Enter", 0);
    app.wait_answer("done");
    // By the keyboard: to the other end, and back.
    page.test_id("links").visible().wait_text("1");
    page.test_id("links").visible().focus();
    page.press("Enter", 0);
    page.test_id("link-to").containing("Harbour").wait_visible();
    page.screenshot("links-from");
    page.wait_for("document.activeElement?.dataset.testid === 'link-to'");
    page.press("Enter", 0);
    page.wait_for("/^#\\/map\\//.test(location.hash)");
    page.test_id("links-panel").wait_gone();
    page.test_id("links").visible().wait_text("1").click();
    page.test_id("back-link").containing("The places are in Harbour").wait_visible();
    page.reload();
    app.wait_ready();
    page.test_id("links").visible().wait_text("1").click();
    let back = page.test_id("back-link").containing("The places are in Harbour");
    back.wait_visible().click();
    page.wait_for("/^#\\/chat\\/[^/]+\\/[^/]+$/.test(location.hash)");
    // A link by hand, to a second map.
    app.go("map");
    new_map(page, "Ilse");
    link_to_harbour(page);
    page.test_id("links").visible().wait_text("1").click();
    page.test_id("link-remove").wait_visible().click();
    page.test_id("link-to").wait_gone();
    page.press("Escape", 0);
    page.test_id("links-panel").wait_gone();
    page.test_id("links").visible().wait_gone();
    app.undo();
    page.test_id("links").visible().wait_text("1");
    // What is gone is struck, and undo brings it back.
    page.eval(&format!("location.hash = {:?}, 0", &map[map.find('#').unwrap_or_default()..]));
    page.test_id("links").visible().wait_text("2");
    command(page, "map.delete", ">delete map");
    page.test_id("confirm-yes").wait_visible().click();
    app.go("chat");
    page.test_id("links").visible().wait_text("1").click();
    let struck = page.test_id("link-to").attr_is("data-gone", "true").containing("Harbour");
    struck.wait_visible();
    page.viewport(390, 844);
    page.colour_scheme("dark");
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    page.screenshot("links-gone-narrow-dark");
    page.press("Escape", 0);
    app.go("map");
    app.undo();
    app.go("chat");
    page.test_id("links").visible().wait_text("1").click();
    page.test_id("link-to").containing("Harbour").wait_visible();
    struck.wait_gone();
}

#[test]
fn links_in_chapters_are_struck_and_come_back_with_the_course_by_finger() {
    let app = App::first_visit();
    let page = &app.page;
    listen(page);
    new_map(page, "Harbour");
    command(page, "app.copyLink", ">copy link");
    let map = copied(page);
    app.go("course");
    page.test_id("example").visible().click();
    page.test_id("outline-chapter").nth(0).wait_visible();
    let snippet = page.css(".course-snippet .in-place").nth(0);
    snippet.focus();
    page.press("Enter", 0);
    page.wait_for("document.activeElement?.matches('textarea.course-long')");
    page.press("End", CTRL);
    paste(page, &map);
    page.press("Enter", CTRL);
    snippet.wait_text("[Harbour](#/map/");
    page.viewport(390, 844);
    page.test_id("links").visible().wait_text("1").tap();
    page.test_id("link-to").containing("Harbour").wait_visible();
    axe::check(page, "links, 390 px");
    let height = page.eval("document.querySelector('[data-testid=link-to]').getBoundingClientRect().height");
    assert!(height.as_f64().is_some_and(|height| height >= 36.0), "{height}");
    page.test_id("link-to").tap();
    page.wait_for("/^#\\/map\\//.test(location.hash)");
    page.test_id("links").visible().wait_text("1").tap();
    let back = page.test_id("back-link");
    back.wait_visible().wait_text("Flour, water, time");
    assert_eq!(back.attr("data-kind"), "chapter");
    back.tap();
    page.wait_for("document.activeElement?.textContent === 'Flour, water, time'");
    page.viewport(1440, 900);
    command(page, "course.delete", ">delete course");
    app.confirm();
    page.test_id("outline").wait_gone();
    app.go("map");
    page.viewport(390, 844);
    page.test_id("links").visible().wait_text("1").tap();
    let struck = back.attr_is("data-gone", "true");
    struck.wait_visible();
    axe::check(page, "a struck link, 390 px");
    page.press("Escape", 0);
    page.test_id("links-panel").wait_gone();
    app.go("course");
    app.undo();
    app.go("map");
    page.test_id("links").visible().wait_text("1").tap();
    back.wait_visible();
    struck.wait_gone();
}

#[test]
fn links_go_along_with_what_is_exported() {
    let app = App::first_visit();
    let page = &app.page;
    listen(page);
    new_map(page, "Harbour");
    command(page, "app.copyLink", ">copy link");
    let map = copied(page);
    app.go("chat");
    page.test_id("composer").wait_visible().click();
    page.type_text("The places are in ");
    paste(page, &map);
    page.press("Enter", 0);
    app.wait_answer("done");
    app.wait_saved();
    let file = app.export_all();
    let other = App::first_visit();
    other.go("settings");
    other.import(&file);
    other.go("map");
    other.page.test_id("map-item").containing("Harbour").click();
    other.page.test_id("links").visible().wait_text("1").click();
    other.page.test_id("back-link").containing("The places are in Harbour").wait_visible().click();
    other.messages().containing("The places are in").wait_visible();
}
