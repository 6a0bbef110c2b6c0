//! Models on this device: adding files, answers of a real model without a network.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{Browser, TemporaryFolder};
use crate::real_model::RESTS;
use crate::site::Site;
use crate::{assistant, course, scene_assistant, time_assistant};

/// Time that the model may take to be copied, loaded, or to answer.
const PATIENCE: Duration = Duration::from_mins(6);

/// Opens the settings at the models on this device.
fn settings(app: &App) {
    app.go("settings");
    app.page.test_id("provider").select("device");
    app.page.test_id("device-models").wait_visible();
}

fn add(app: &App, file: &Path) {
    app.page.test_id("add-model").set_files(&[file]);
}

/// A header with this architecture, as files begin: version 3, no tensors, one key.
fn header(architecture: &str) -> Vec<u8> {
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3_u32.to_le_bytes());
    bytes.extend(0_u64.to_le_bytes());
    bytes.extend(1_u64.to_le_bytes());
    let text = |bytes: &mut Vec<u8>, text: &str| {
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    };
    text(&mut bytes, "general.architecture");
    bytes.extend(8_u32.to_le_bytes());
    text(&mut bytes, architecture);
    bytes.resize(4_096, 0);
    bytes
}

#[test]
fn device_files_that_cannot_run_are_refused_and_nothing_is_kept() {
    let app = App::first_visit();
    settings(&app);
    let folder = TemporaryFolder::new("models");
    let cases: [(&str, Vec<u8>, &str); 4] = [
        ("notes.gguf", b"Dear diary, this is no model at all.".repeat(200), "notes.gguf isn’t a GGUF file"),
        ("empty.gguf", Vec::new(), "incomplete"),
        ("cut.gguf", header("llama")[..40].to_vec(), "incomplete"),
        ("painter.gguf", header("stable-diffusion"), "“stable-diffusion”"),
    ];
    for (name, bytes, reason) in cases {
        add(&app, &folder.write(name, &bytes));
        let shown =
            format!("document.querySelector('[data-testid=model-refused]').innerText.includes({})", json!(reason));
        app.page.wait_for(&shown);
        assert_eq!(app.page.test_id("adding-model").count(), 0);
    }
    assert_eq!(app.page.test_id("kept-model").count(), 0);
    app.page.screenshot("device-refused");
    axe::check(&app.page, "models on this device");
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    app.page.goto(&format!("{}?lang=zh#/settings", App::url()));
    app.wait_ready();
    app.page.test_id("provider").select("device");
    app.page.test_id("device-models").wait();
    app.page.eval("document.querySelector('[data-testid=device-models]').scrollIntoView(), 0");
    app.page.test_id("device-models").wait_visible();
    app.page.screenshot("device-zh-narrow-dark");
    axe::check(&app.page, "models on this device in Chinese, narrow and dark");
    // The same answers as before.
    app.go("chat");
    assert!(!app.ask("Hello").is_empty());
}

/// Drags files, made by scripts, over the models on this device, or drops them there.
fn drag(app: &App, event: &str, files: &[String]) {
    let target = "document.querySelector('[data-testid=device-models] h3')";
    app.page.eval(&format!(
        "(() => {{
            const data = new DataTransfer();
            for (const file of [{}]) data.items.add(file);
            const init = {{ bubbles: true, cancelable: true, dataTransfer: data }};
            window.__taken = !{target}.dispatchEvent(new DragEvent({}, init));
        }})()",
        files.join(","),
        json!(event)
    ));
}

#[test]
fn device_files_that_are_dropped_are_taken_one_after_another() {
    let app = App::first_visit();
    settings(&app);
    let section = "document.querySelector('[data-testid=device-models]')";
    let refused = "document.querySelector('[data-testid=model-refused]').innerText";
    let notes = "new File(['Dear diary, this is no model at all. '.repeat(200)], 'notes.txt')".to_owned();
    let painter = format!("new File([new Uint8Array({})], 'painter.gguf')", json!(header("stable-diffusion")));
    let files = [notes, painter];
    app.page.eval(&format!("{section}.scrollIntoView({{ block: 'center' }}), 0"));
    drag(&app, "dragover", &files);
    app.page.wait_for("window.__taken === true");
    app.page.wait_for(&format!("{section}.classList.contains('drop-over')"));
    app.page.screenshot("device-drop");
    axe::check(&app.page, "files dragged over the models on this device");
    drag(&app, "dragleave", &files);
    app.page.wait_for(&format!("!{section}.classList.contains('drop-over')"));
    drag(&app, "dragover", &files);
    app.page.wait_for(&format!("{section}.classList.contains('drop-over')"));
    drag(&app, "drop", &files);
    app.page.wait_for("window.__taken === true");
    app.page.wait_for(&format!("!{section}.classList.contains('drop-over')"));
    app.page.wait_for(&format!("{refused}.includes('notes.txt isn’t a GGUF file')"));
    app.page.wait_for(&format!("{refused}.includes('“stable-diffusion”')"));
    assert_eq!(app.page.test_id("adding-model").count(), 0);
    assert_eq!(app.page.test_id("kept-model").count(), 0);
    assert_eq!(app.page.test_id("import-report").count(), 0, "it is no import");
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    app.page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    drag(&app, "dragover", &files);
    app.page.wait_for(&format!("{section}.classList.contains('drop-over')"));
    app.page.eval(&format!("{section}.scrollIntoView({{ block: 'center' }}), 0"));
    app.page.screenshot("device-drop-narrow-dark");
    drag(&app, "drop", &files[..1]);
    app.page.wait_for(&format!("!{refused}.includes('stable-diffusion') && {refused}.includes('notes.txt')"));
}

/// A page's policy in its head does not cover its workers, so that this one sends nothing rests on its own code.
#[test]
fn device_the_worker_fetches_nothing_but_its_own_program() {
    let dist = PathBuf::from(std::env::var_os("ESPALIER_DIST").expect("ESPALIER_DIST names the folder of the page"));
    let files = std::fs::read_dir(&dist).expect("the page's folder").flatten().map(|entry| entry.path());
    let scripts = files.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("model") && path.extension().is_some_and(|end| end == "js")
    });
    let scripts: Vec<String> = scripts.map(|path| std::fs::read_to_string(path).expect("a script")).collect();
    assert_eq!(scripts.len(), 2, "the worker and what loads its program");
    let count = |word: &str| scripts.iter().map(|text| text.matches(word).count()).sum::<usize>();
    assert_eq!(count("fetch("), 1, "its own program");
    for word in ["XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "importScripts", "RTCPeer"] {
        assert_eq!(count(word), 0, "{word}");
    }
}

fn weights() -> Option<PathBuf> {
    std::env::var_os("ESPALIER_GGUF").map(PathBuf::from).filter(|path| path.is_file())
}

/// Asks, and returns the answer or its beginning: so small a model may go on for ever, by chance, and is stopped then.
fn ask(app: &App, text: &str) -> String {
    app.send(text);
    let last = "[...document.querySelectorAll('[data-testid=message]')].at(-1)";
    let state = || format!("transcript: {:#?}", app.transcript());
    let said = format!(
        "{last}?.dataset.role === 'assistant' && ({last}.dataset.status === 'done' || {last}.innerText.length > 200)"
    );
    app.page.wait_for_or(&said, PATIENCE, state);
    app.page.eval("document.querySelector('[data-testid=stop]')?.click(), 0");
    app.page.wait_for_or(&format!("['done', 'stopped'].includes({last}.dataset.status)"), PATIENCE, state);
    app.transcript().pop().map(|shown| shown.text).unwrap_or_default()
}

/// Has the page note each progress before the first text that it shows from now on, as its text and value.
fn note_progress(app: &App) {
    app.page.eval(
        "(() => {
            window.__progress = [];
            const note = () => {
                const shown = document.querySelector('[data-testid=preparing]');
                if (shown) window.__progress.push([shown.innerText, shown.querySelector('progress').value]);
            };
            new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
        })()",
    );
}

/// Opens the page with the real model in it; none where there is no file, which is said.
fn with_model() -> Option<(Site, App)> {
    let Some(weights) = weights() else {
        let thread = std::thread::current();
        eprintln!("{}: skipped, ESPALIER_GGUF names no file", thread.name().unwrap_or_default());
        return None;
    };
    let site = Site::of_dist();
    let app = App::open_at(&Browser::shared().new_context(), &site.url());
    settings(&app);
    add(&app, &weights);
    app.page.wait_for_or("!!document.querySelector('[data-testid=kept-model]')", PATIENCE, || shown_settings(&app));
    Some((site, app))
}

fn shown_settings(app: &App) -> String {
    format!("settings: {:?}", app.page.try_eval("document.querySelector('main').innerText"))
}

/// Waits until the page can be had without a network, and takes the network away. The model has not answered yet.
fn go_offline(site: &Site, app: &App) {
    let is_kept = "caches.keys().then(async names => {
        const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
        return kept.flat().some(request => /model-[0-9a-f]{16}_bg\\.wasm$/.test(request.url));
    })";
    app.page.wait_for(is_kept);
    app.page.wait_for("navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')");
    site.set_down(true);
    app.page.expect_problem("net::ERR");
}

/// Opens the page with the real model in it and no network.
fn offline() -> Option<(Site, App)> {
    let (site, app) = with_model()?;
    go_offline(&site, &app);
    Some((site, app))
}

/// Waits until the answer is over and returns its text.
fn answer(app: &App) -> String {
    let is_done = "(m => m?.dataset.role === 'assistant' && m.dataset.status === 'done')(
        [...document.querySelectorAll('[data-testid=message]')].at(-1))";
    app.page.wait_for_or(is_done, PATIENCE, || format!("transcript: {:#?}", app.transcript()));
    app.transcript().pop().map(|shown| shown.text).unwrap_or_default()
}

/// A tab that the browser freezes gives back the memory of the model.
#[track_caller]
fn freeze(app: &App) {
    settings(app);
    app.page.test_id("free-model").wait_visible();
    // A browser that is driven from outside does not freeze a page, so the event is sent by hand.
    app.page.eval("document.dispatchEvent(new Event('freeze')), 0");
    app.page.test_id("free-model").wait_gone();
}

#[test]
#[ignore = "needs a real model: cargo xtask real-model"]
fn real_model_on_this_device_answers_without_a_network() {
    let Some((site, app)) = with_model() else { return };
    app.page.screenshot("device-kept");
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    app.page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    app.page.eval("document.querySelector('[data-testid=kept-model]').scrollIntoView({ block: 'center' }), 0");
    app.page.screenshot("device-kept-narrow-dark");
    app.page.colour_scheme("light");
    app.page.viewport(1280, 720);
    go_offline(&site, &app);
    app.go("chat");
    let first = ask(&app, "The capital of France is");
    assert!(!first.trim().is_empty());
    app.page.screenshot("device-answer");

    freeze(&app);
    app.go("chat");

    // Stopped in the middle: what came is kept.
    app.send("Write a long story about a garden.");
    app.page.wait_for_or(
        "[...document.querySelectorAll('[data-testid=message] [data-testid=content]')].at(-1).innerText.length > 40",
        PATIENCE,
        || format!("transcript: {:#?}", app.transcript()),
    );
    app.page.test_id("stop").click();
    let stopped = app.wait_answer("stopped");
    assert!(!stopped.trim().is_empty());
    app.wait_saved();

    // A long prompt shows its progress, until there is text.
    note_progress(&app);
    app.send(&"Bees visit the flowers in the garden and make honey all summer long. ".repeat(100));
    let progress = || format!("noted: {:?}", app.page.try_eval("JSON.stringify(window.__progress)"));
    app.page.wait_for_or(
        "window.__progress.some(([text, value]) => /^Reading the conversation… \\d+%$/.test(text) && value > 0)",
        PATIENCE,
        progress,
    );
    app.page.screenshot("device-reading");
    app.page.colour_scheme("dark");
    app.page.viewport(390, 844);
    app.page.screenshot("device-reading-narrow-dark");
    app.page.colour_scheme("light");
    app.page.viewport(1280, 720);
    app.page.wait_for_or(
        "[...document.querySelectorAll('[data-testid=message] [data-testid=content]')].at(-1).innerText.length > 0",
        PATIENCE,
        progress,
    );
    assert_eq!(app.page.test_id("preparing").count(), 0);
    app.page.eval("document.querySelector('[data-testid=stop]')?.click(), 0");
    app.page.wait_for("!document.querySelector('[data-testid=stop]')");
    app.wait_saved();

    // Loaded again, it answers without the file being chosen again.
    app.page.reload();
    app.wait_ready();
    note_progress(&app);
    assert!(!ask(&app, "Name one color of the rainbow.").trim().is_empty());

    app.page.wait_for("window.__progress.some(([text]) => text.startsWith('Loading the model…'))");

    // Deleted, it is gone.
    settings(&app);
    app.page.test_id("delete-model").click();
    app.confirm();
    app.page.wait_for("!document.querySelector('[data-testid=kept-model]')");
}

#[test]
#[ignore = "needs a real model: cargo xtask real-model"]
fn real_model_on_this_device_looks_things_up_in_the_time_log() {
    let Some((_site, app)) = offline() else { return };
    time_assistant::room(&app);
    app.send("How many hours did I log today?");
    let said = answer(&app);
    let called = app.page.test_id("tool-call").attrs("data-tool");
    let failed = app.page.css(".tool-failed").count();
    eprintln!("said: {said}\ncalled: {called:?}, failed: {failed}");
    app.page.screenshot("device-time");
    assert!(!said.is_empty() && !called.is_empty());
}

#[test]
#[ignore = "needs a real model: cargo xtask real-model"]
fn real_model_on_this_device_makes_a_shape() {
    let Some((_site, app)) = offline() else { return };
    scene_assistant::room(&app);
    // So small a model does not always understand at once.
    let asked = ["Make a square.", "Create a square.", "Create a new square here.", "Draw one square."];
    let is_made = |text: &&str| {
        app.send(text);
        eprintln!("asked: {text} said: {}", answer(&app));
        app.page.test_id("scene-object").count() > 0
    };
    let made = asked.iter().find(|text| is_made(text));
    app.page.screenshot("device-scene");
    assert!(made.is_some(), "{:#?}", app.transcript());
    app.wait_saved();
    app.undo();
    app.page.test_id("scene-object").wait_count(0);
}

#[test]
#[ignore = "needs a real model: cargo xtask real-model"]
fn real_model_on_this_device_proposes_changes_of_a_map() {
    let Some((_site, app)) = offline() else { return };
    let page = &app.page;
    assistant::trip(&app);
    // Each proposal can be read; whether it can be done on this map is for the map to say, and so small a model does not
    // always find one.
    let asked = ["Add three things to pack for the trip.", "Add a child.", "Rename Costs to Budget."];
    let is_proposed = |text: &&str| {
        app.send(text);
        eprintln!("asked: {text} said: {}", answer(&app));
        page.test_id("proposal").last().wait_visible().wait_attr("data-status", "pending");
        let operations = page.test_id("proposal").last().test_id("operation");
        eprintln!("operations: {:?}", operations.texts());
        operations.attrs("data-valid").iter().any(|valid| valid == "true")
    };
    let proposed = asked.iter().find(|text| is_proposed(text));
    page.screenshot("device-map");
    assert!(proposed.is_some(), "{:#?}", app.transcript());
    let titles = || page.test_id("map-node").attrs("data-title");
    page.test_id("proposal-apply").last().click();
    page.test_id("proposal").last().wait_attr("data-status", "applied");
    page.test_id("ghost").wait_gone();
    app.wait_saved();
    let changed = titles();
    eprintln!("map: {changed:?}");
    page.screenshot("device-map-applied");
    assert_ne!(changed, ["Trip", "Costs", "Route"]);
    app.undo();
    page.wait_for(
        "JSON.stringify([...document.querySelectorAll('[data-testid=map-node]')].map(node => node.dataset.title))
            === '[\"Trip\",\"Costs\",\"Route\"]'",
    );
}

#[test]
#[ignore = "needs a real model: cargo xtask real-model"]
fn real_model_on_this_device_conducts_an_interview() {
    let Some((_site, app)) = offline() else { return };
    let page = &app.page;
    course::begin(&app, "course");
    app.send("I want to learn the history of China");
    let mut cards = Vec::new();
    loop {
        page.wait_for_or(RESTS, PATIENCE, || format!("transcript: {:#?}", app.transcript()));
        if !page.test_id("question").exists() {
            break;
        }
        let card = page.test_id("question");
        let name = card.attr("data-field");
        cards.push((name.clone(), card.css(".question-text").text(), page.test_id("option").attrs("data-id")));
        assert!(cards.len() <= 8, "cards: {cards:#?}");
        page.screenshot(&format!("device-course-{}", cards.len()));
        course::choose(&app, &name);
        page.test_id("message").attr_is("data-role", "user").last().wait_visible();
    }
    let outline = page.test_id("outline");
    outline.wait_visible().wait_attr("data-status", "done");
    page.screenshot("device-course-outline");
    eprintln!("cards: {cards:#?}\noutline: {}", outline.shown_text());
    assert!(page.test_id("outline-module").count() >= 2);
    // It is the model's own, though the app may have completed it.
    assert!(!outline.shown_text().contains("Made from a template"), "{:#?}", app.transcript());
}
