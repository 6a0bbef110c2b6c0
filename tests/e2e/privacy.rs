//! A saved key is seen by nobody but its own endpoint.

use crate::app::{App, CANARY_KEY};
use crate::endpoint::{Endpoint, Reply};

/// Returns the forms in which a key might slip out.
fn forms() -> Vec<String> {
    let hex: String = CANARY_KEY
        .bytes()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|half| char::from_digit(half.into(), 16))
        .collect();
    vec![CANARY_KEY.to_owned(), CANARY_KEY.chars().rev().collect(), hex, CANARY_KEY.replace('-', "%2D")]
}

#[track_caller]
fn check_clean(place: &str, text: &str) {
    for form in forms() {
        assert!(!text.contains(&form), "the key is in {place}");
    }
}

#[test]
fn privacy_a_key_is_nowhere_after_it_was_saved() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.configure(&endpoint);
    let dom = "document.documentElement.outerHTML + [...document.querySelectorAll('input,textarea,select')].map(e => e.value).join('\\n')";
    check_clean("the settings", app.page.eval(dom).as_str().unwrap());
    app.go("chat");
    endpoint.reply(Reply::error(401, "invalid_api_key", &format!("Incorrect API key provided: {CANARY_KEY}")));
    app.send("What is my key?");
    app.wait_answer("error");
    check_clean("an error message", app.page.eval(dom).as_str().unwrap());
    app.ask("Really?");
    check_clean("the chat", app.page.eval(dom).as_str().unwrap());
    check_clean("the address", app.page.eval("location.href").as_str().unwrap());
    check_clean("the console", &app.page.console().join("\n"));
    check_clean("the export", &std::fs::read_to_string(app.export_all()).unwrap());
    for exchange in app.page.exchanges() {
        check_clean("a request's address", &exchange.url);
    }
    for chat in endpoint.chats() {
        check_clean("a request's body", &chat.body.to_string());
        assert_eq!(chat.request.header("authorization"), Some(format!("Bearer {CANARY_KEY}").as_str()));
    }
}

#[test]
fn privacy_a_key_for_this_session_is_not_stored() {
    let endpoint = Endpoint::start();
    let app = App::first_visit();
    app.go("settings");
    app.page.test_id("provider").select("custom");
    app.page.test_id("key-keep").wait_visible();
    if app.page.test_id("key-keep").is_checked() {
        app.page.test_id("key-keep").click();
    }
    app.save_endpoint(&endpoint.base_url(), CANARY_KEY, "test-model");
    app.test_connection("ok");
    let stored = "(async () => { let all = JSON.stringify({ ...localStorage });
        for (const { name } of await indexedDB.databases()) {
            const open = indexedDB.open(name);
            const db = await new Promise((done, fail) => { open.onsuccess = () => done(open.result); open.onerror = fail; });
            for (const store of db.objectStoreNames) {
                const rows = db.transaction(store).objectStore(store).getAll();
                await new Promise(done => rows.onsuccess = done);
                all += JSON.stringify(rows.result, (_, v) => v instanceof Uint8Array ? new TextDecoder().decode(v) : v);
            }
            db.close();
        }
        return all; })()";
    check_clean("what is stored", app.page.eval(stored).as_str().unwrap());
    // A tab opened later starts without the key.
    app.go("chat");
    assert_eq!(app.ask("In this session it works"), "All right.");
}

#[test]
fn privacy_a_key_stays_with_the_address_it_was_saved_for() {
    let (first, second) = (Endpoint::start(), Endpoint::start());
    let app = App::first_visit();
    app.configure(&first);
    app.save_endpoint(&second.base_url(), "", "test-model");
    app.test_connection("ok");
    app.go("chat");
    app.ask("To another address");
    for one in second.recorded() {
        assert_eq!(one.request.header("authorization"), None, "the key went along");
    }
    // The person may say that it is the same one there.
    app.go("settings");
    app.page.test_id("same-key").click();
    app.page.test_id("save-endpoint").click();
    app.wait_saved();
    second.forget();
    app.go("chat");
    app.ask("Now with it");
    let chat = second.wait_chats(1);
    assert_eq!(chat.request.header("authorization"), Some(format!("Bearer {CANARY_KEY}").as_str()));
}
