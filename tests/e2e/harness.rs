//! The harness on a small page of its own, so that a failure elsewhere is the product's.

use std::time::Duration;

use crate::axe;
use crate::browser::{Browser, CTRL, Page, Profile, SHIFT, TemporaryFolder, pause};
use crate::endpoint::{Endpoint, Gate, Reply};
use crate::site::Site;

const PAGE: &str = r#"<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Small page</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'self'; style-src 'self'; img-src 'self'">
<link rel="icon" href="icon.svg">
<script src="page.js" defer></script></head><body><main><h1>Small page</h1>
<label>Text <input data-testid="text"></label><output data-testid="echo"></output>
<button data-testid="later" disabled>Later</button>
<label>Choice <select data-testid="choice"><option value="a">A</option><option value="b">B</option></select></label>
<label>File <input type="file" data-testid="file"></label><pre data-testid="content"></pre>
<button data-testid="save">Save</button><button data-testid="store">Store</button>
<p data-testid="keys"></p>
</main></body></html>"#;

const SCRIPT: &str = r"
const id = name => document.querySelector(`[data-testid=${name}]`);
id('text').addEventListener('input', e => id('echo').textContent = e.target.value);
id('choice').addEventListener('change', e => id('echo').textContent = 'chose ' + e.target.value);
id('later').addEventListener('click', e => id('echo').textContent = 'clicked ' + e.isTrusted);
setTimeout(() => id('later').disabled = false, 200);
id('file').addEventListener('change', async e => id('content').textContent = await e.target.files[0].text());
id('save').addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['saved text'])); link.download = 'saved.txt'; link.click();
});
id('store').addEventListener('click', () => {
  const open = indexedDB.open('small', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('rows', { autoIncrement: true });
  open.onsuccess = () => {
    const change = open.result.transaction('rows', 'readwrite', { durability: 'strict' });
    change.objectStore('rows').add('row');
    change.oncomplete = () => document.documentElement.dataset.stored = 'yes';
  };
});
addEventListener('keydown', e => {
  id('keys').textContent += `${e.ctrlKey ? 'C-' : ''}${e.shiftKey ? 'S-' : ''}${e.key} `;
});
";

const ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#;

fn small_site() -> Site {
    Site::of_files(&[("index.html", PAGE), ("page.js", SCRIPT), ("icon.svg", ICON)])
}

/// Streams a chat answer in the page and returns what arrived, or the error.
fn fetch_text(page: &Page, endpoint: &Endpoint) -> String {
    let script = format!(
        "fetch('{}/chat/completions', {{ method: 'POST',
            headers: {{ 'content-type': 'application/json', authorization: 'Bearer key' }},
            body: JSON.stringify({{ stream: true, messages: [{{ role: 'user', content: 'Hi' }}] }}) }})
        .then(async r => r.status + ' ' + await r.text()).catch(e => 'failed ' + e.message)",
        endpoint.base_url()
    );
    page.eval(&script).as_str().unwrap().to_owned()
}

#[test]
fn harness_types_clicks_and_chooses() {
    let site = small_site();
    let page = Browser::shared().new_context().open(&site.url());
    page.test_id("text").fill("first");
    page.test_id("text").fill("Grüße 你好");
    assert_eq!(page.test_id("echo").text(), "Grüße 你好");
    page.test_id("choice").select("b");
    assert_eq!(page.test_id("echo").text(), "chose b");
    // Disabled at first: a click waits until a person could do it.
    page.test_id("later").click();
    assert_eq!(page.test_id("echo").text(), "clicked true");
    page.press("k", CTRL);
    page.press("Enter", SHIFT);
    assert!(page.test_id("keys").text().contains("C-k S-Enter"), "{}", page.test_id("keys").text());
    assert_eq!(page.css("button").count(), 3);
}

#[test]
fn harness_moves_files_in_and_out() {
    let site = small_site();
    let page = Browser::shared().new_context().open(&site.url());
    let folder = TemporaryFolder::new("upload");
    let file = folder.write("in.txt", "from the disk");
    page.test_id("file").set_files(&[&file]);
    page.test_id("content").wait_text("from the disk");
    page.test_id("save").click();
    let saved = page.wait_download(&[]);
    assert_eq!(saved.file_name().unwrap(), "saved.txt");
    assert_eq!(std::fs::read_to_string(saved).unwrap(), "saved text");
}

#[test]
fn harness_notices_errors_and_policy_violations() {
    let site = small_site();
    let page = Browser::shared().new_context().open(&site.url());
    assert_eq!(page.problems(), Vec::<String>::new());
    page.eval("console.error('a said error')");
    page.eval("setTimeout(() => { throw new Error('a thrown error') })");
    page.eval("fetch('missing.txt').then(r => r.status)");
    page.eval("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' }))");
    let said = |part: &str| page.problems().iter().any(|line| line.contains(part));
    for part in ["a said error", "a thrown error", "missing.txt", "img-src"] {
        let start = crate::browser::now();
        while !said(part) {
            assert!(start.elapsed() < crate::browser::LIMIT, "{part} was not noticed in {:?}", page.problems());
            pause();
        }
    }
    page.expect_problem("");
    assert_eq!(page.problems(), Vec::<String>::new());
}

#[test]
fn harness_contexts_are_separate_and_pages_of_one_are_not() {
    let site = small_site();
    let first = Browser::shared().new_context();
    let page = first.open(&site.url());
    page.eval("localStorage.setItem('mark', 'here')");
    let mark = "localStorage.getItem('mark')";
    assert_eq!(first.open(&site.url()).eval(mark), "here");
    assert!(Browser::shared().new_context().open(&site.url()).eval(mark).is_null());
}

#[test]
fn harness_emulates_screens_and_languages() {
    let site = small_site();
    let page = Browser::shared().new_context().blank();
    page.viewport(390, 844);
    page.colour_scheme("dark");
    page.language("zh-CN");
    page.goto(&site.url());
    assert_eq!(page.eval("innerWidth"), 390);
    assert_eq!(page.eval("matchMedia('(prefers-color-scheme: dark)').matches"), true);
    assert_eq!(page.eval("navigator.language"), "zh-CN");
    page.offline(true);
    assert_eq!(page.eval("navigator.onLine"), false);
    assert!(page.metrics()["Nodes"] > 10.0);
}

#[test]
fn harness_endpoint_streams_what_was_scripted() {
    let site = Site::of_files(&[("index.html", "<!doctype html><title>t</title>"), ("favicon.ico", "")]);
    let page = Browser::shared().new_context().open(&site.url());
    let endpoint = Endpoint::start();
    endpoint.reply(Reply::text(&["Hel", "lo"]).byte_by_byte());
    let text = fetch_text(&page, &endpoint);
    assert!(text.starts_with("200 data: {") && text.ends_with("data: [DONE]\n\n"), "{text}");
    let chat = endpoint.wait_chats(1);
    assert_eq!(chat.request.header("Authorization"), Some("Bearer key"));
    assert_eq!(chat.messages(), [("user".to_owned(), "Hi".to_owned())]);

    endpoint.reply(Reply::error(429, "rate_limit", "slow down").header("retry-after", "2"));
    assert!(fetch_text(&page, &endpoint).starts_with("429 {\"error\""));
    endpoint.reply(Reply::stream().deltas(&["half"]).cut());
    assert!(fetch_text(&page, &endpoint).starts_with("failed"));
    endpoint.set_cors(false);
    assert!(fetch_text(&page, &endpoint).starts_with("failed"));
    page.expect_problem("CORS");
}

#[test]
fn harness_gate_holds_an_answer_and_an_abort_is_seen() {
    let site = Site::of_files(&[("index.html", "<!doctype html><title>t</title>"), ("favicon.ico", "")]);
    let page = Browser::shared().new_context().open(&site.url());
    let endpoint = Endpoint::start();
    let gate = Gate::default();
    endpoint.reply(Reply::stream().deltas(&["before"]).gate(&gate).deltas(&["after"]).done());
    let start = format!(
        "(window.got = '', window.stop = new AbortController(), fetch('{}/chat/completions',
            {{ method: 'POST', signal: stop.signal }}).then(async r => {{
            const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
            for (;;) {{ const {{ done, value }} = await reader.read(); if (done) break; got += value; }}
            got += 'end'; }}).catch(() => got += 'aborted'), 0)",
        endpoint.base_url()
    );
    page.eval(&start);
    page.wait_for("got.includes('before')");
    assert!(!page.eval("got").as_str().unwrap().contains("after"));
    gate.open();
    page.wait_for("got.endsWith('end')");

    endpoint.reply(Reply::stream().deltas(&["before"]).hang());
    page.eval(&start);
    page.wait_for("got.includes('before')");
    page.eval("stop.abort()");
    page.wait_for("got.endsWith('aborted')");
    assert!(endpoint.wait_abort().aborted_at.is_some());
}

#[test]
fn harness_endpoint_keeps_its_rate() {
    let site = Site::of_files(&[("index.html", "<!doctype html><title>t</title>"), ("favicon.ico", "")]);
    let page = Browser::shared().new_context().open(&site.url());
    let endpoint = Endpoint::start();
    let pieces: Vec<String> = (0..100).map(|number| format!("{number} ")).collect();
    endpoint.reply(Reply::tokens(&pieces, Some(200.0)));
    let start = crate::browser::now();
    fetch_text(&page, &endpoint);
    assert!(start.elapsed() >= Duration::from_millis(495), "{:?}", start.elapsed());
}

#[test]
fn harness_a_killed_browser_keeps_what_was_stored() {
    let site = small_site();
    let folder = TemporaryFolder::new("kept");
    let profile = Profile::At(folder.to_path_buf());
    for round in 1..=2 {
        let browser = Browser::start(&profile, &[]);
        let page = browser.profile_context().open(&site.url());
        page.test_id("store").click();
        page.wait_for("document.documentElement.dataset.stored === 'yes'");
        let count = page.eval(
            "new Promise(done => { const open = indexedDB.open('small'); open.onsuccess = () => {
                const all = open.result.transaction('rows').objectStore('rows').count();
                all.onsuccess = () => done(all.result); } })",
        );
        assert_eq!(count, round, "rows after {round} rounds");
        browser.kill();
    }
}

#[test]
fn harness_a_host_can_go_down() {
    let site = small_site();
    let page = Browser::shared().new_context().open(&site.url());
    site.set_down(true);
    page.expect_problem("net::ERR");
    assert_eq!(page.eval("fetch('page.js', { cache: 'no-store' }).then(r => r.status).catch(() => 'down')"), "down");
    site.set_down(false);
    assert_eq!(page.eval("fetch('page.js', { cache: 'no-store' }).then(r => r.status)"), 200);
}

#[test]
fn harness_axe_finds_a_button_without_a_name() {
    let site = small_site();
    let page = Browser::shared().new_context().open(&site.url());
    axe::check(&page, "the small page");
    page.eval("document.querySelector('[data-testid=save]').textContent = ''");
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| axe::check(&page, "the broken page")));
    assert!(found.is_err(), "axe-core did not find the unnamed button");
}
