//! Files out and in: complete, all or nothing, never with a key.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::app::{App, CANARY_KEY};
use crate::browser::{Browser, TemporaryFolder, pause};
use crate::endpoint::{Endpoint, Reply};

/// Makes a conversation with a branch on its first answer, the second of two.
fn branched(endpoint: &Endpoint) -> App {
    let app = App::with_endpoint(endpoint);
    for answer in ["First answer.", "Second answer.", "More."] {
        endpoint.reply(Reply::text(&[answer]));
    }
    app.ask("Question with ümlaut and 表");
    app.message(1).act("regenerate");
    app.messages().containing("Second answer.").wait();
    app.wait_answer("done");
    app.ask("Go on");
    app.wait_saved();
    app
}

const WHOLE: [&str; 4] =
    ["user: Question with ümlaut and 表", "assistant: Second answer.", "user: Go on", "assistant: More."];

#[test]
fn archive_a_whole_workspace_moves_to_another_browser() {
    let endpoint = Endpoint::start();
    let app = branched(&endpoint);
    let file = app.export_all();
    let text = std::fs::read_to_string(&file).unwrap();
    serde_json::from_str::<Value>(&text).expect("the export is JSON");
    assert!(!text.contains(CANARY_KEY), "the export contains the key");
    assert!(text.contains("First answer."), "the branch that is not shown is missing");

    let other = App::first_visit();
    other.go("settings");
    other.import(&file);
    other.go("chat");
    other.page.test_id("session-item").containing("Question").click();
    other.wait_said(&WHOLE);
    other.message(1).act("branch-prev");
    other.wait_said(&["user: Question with ümlaut and 表", "assistant: First answer."]);
    other.reload();
    other.wait_said(&["user: Question with ümlaut and 表", "assistant: First answer."]);
}

#[test]
fn archive_the_same_content_is_exported_again() {
    let endpoint = Endpoint::start();
    let app = branched(&endpoint);
    let file = app.export_all();
    let other = App::first_visit();
    other.go("settings");
    other.import(&file);
    let again = other.export_all();
    let texts = |path: &Path| {
        let mut texts = Vec::new();
        collect_texts(&serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap(), &mut texts);
        texts.retain(|text: &String| ["First answer.", "Second answer.", "More.", "Go on"].contains(&text.as_str()));
        texts.sort();
        texts
    };
    assert_eq!(texts(&file), texts(&again));
}

#[test]
fn archive_one_session_as_text_to_read() {
    let endpoint = Endpoint::start();
    let app = branched(&endpoint);
    let page = &app.page;
    let formats = page.test_id("export-format").css("option").attrs("value");
    let markdown = formats.iter().find(|value| value.contains("markdown") || value.contains("md"));
    page.test_id("export-format").select(markdown.unwrap_or_else(|| panic!("no Markdown among {formats:?}")));
    page.test_id("export").click();
    let text = std::fs::read_to_string(page.wait_download(&[])).unwrap();
    for part in ["Question with ümlaut and 表", "Second answer.", "Go on", "More."] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

#[test]
fn archive_conversations_from_chatgpt_come_in_with_their_branches() {
    let folder = TemporaryFolder::new("chatgpt");
    let file = folder.write("conversations.json", json!([conversation(), unreadable()]).to_string());
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("import-file").set_files(&[&file]);
    let report = page.test_id("import-report").shown_text();
    assert!(report.contains("Broken one"), "the conversation that cannot be read is not named: {report}");
    // Nothing happens before the person agrees.
    page.test_id("session-item").containing("Planning a garden").wait_count(0);
    page.screenshot("import-report");
    page.test_id("import-apply").click();
    page.test_id("import-report").wait_gone();
    page.test_id("session-item").containing("Planning a garden").click();
    app.wait_said(&["user: Which herbs?", "assistant: Thyme and sage.", "user: Thanks", "assistant: You are welcome."]);
    app.message(1).test_id("branch-label").wait_text("2/2");
    app.message(1).act("branch-prev");
    app.wait_said(&["user: Which herbs?", "assistant: Basil."]);
    app.reload();
    app.wait_said(&["user: Which herbs?", "assistant: Basil."]);
    app.undo();
    app.wait_saved();
}

/// An export of Claude: an archive with one conversation, whose second answer was shown.
const CLAUDE: &[u8] = include_bytes!("../../crates/chat/fixtures/claude.zip");

#[test]
fn archive_conversations_of_several_apps_come_in_together() {
    let folder = TemporaryFolder::new("apps");
    let lines = [
        json!({"type": "session", "harness": "llama.app", "id": "v", "name": "Train times", "currNode": "a"}),
        json!({"type": "message", "message": {"id": "q", "parent": null, "role": "user", "content": "When does it leave?",
            "timestamp": 1_765_000_001_000_i64}}),
        json!({"type": "message", "message": {"id": "a", "parent": "q", "role": "assistant", "content": "At nine.",
            "timestamp": 1_765_000_002_000_i64, "model": "smollm"}}),
    ];
    let lines = folder.write("talk.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let archive = folder.write("data.zip", CLAUDE);
    let card = json!({"spec": "chara_card_v2", "data": {"name": "Mira", "description": "{{char}} keeps a garden.",
        "first_mes": "Welcome."}});
    let card = folder.write("mira.json", card.to_string());
    let app = App::first_visit();
    let page = &app.page;
    page.test_id("import-file").set_files(&[&archive, &lines, &card]);
    for name in ["data.zip, talk.jsonl, mira.json", "A balcony garden", "Train times", "Mira keeps a garden."] {
        page.test_id("import-report").wait_text(name);
    }
    page.wait_for("!document.getAnimations().length");
    page.screenshot("import-several");
    page.test_id("import-apply").click();
    page.test_id("import-report").wait_gone();
    page.test_id("agent-select").css("option").containing("Mira").wait();
    page.test_id("session-item").containing("Train times").click();
    app.wait_said(&["user: When does it leave?", "assistant: At nine."]);
    page.test_id("session-item").containing("A balcony garden").click();
    app.wait_said(&["user: Which herbs grow in the shade?", "assistant: Parsley and chives."]);
    app.message(1).test_id("branch-label").wait_text("2/2");
    app.message(1).act("branch-prev");
    app.wait_said(&["user: Which herbs grow in the shade?", "assistant: Mint."]);
    app.reload();
    app.wait_said(&["user: Which herbs grow in the shade?", "assistant: Mint."]);
    // Chosen once more, nothing is new.
    app.go("chat");
    page.test_id("import-file").set_files(&[&archive, &lines]);
    page.test_id("import-report").wait_text("already");
    page.press("Escape", 0);
    page.test_id("import-report").wait_gone();
    page.test_id("session-item").wait_count(2);
}

/// Saves a backup, with a password unless it is empty.
pub fn back_up(app: &App, password: &str) -> PathBuf {
    app.go("settings");
    let page = &app.page;
    if !password.is_empty() {
        page.test_id("backup-password").visible().fill(password);
    }
    let known = page.downloads();
    page.test_id("backup-save").visible().click();
    let file = page.wait_download(&known);
    page.test_id("backup-password").wait_value("");
    file
}

/// The rows of an export, without those that tell of this browser, and its attached files.
fn rows_of(file: &Path) -> (Value, Value) {
    let mut value: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for table in ["endpoints", "preferences", "learned"] {
        value["tables"].as_object_mut().unwrap().remove(table);
    }
    // Whose model answered is not taken from a file by itself.
    for row in value["tables"]["sessions"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("model");
    }
    (value["tables"].clone(), value["files"].clone())
}

#[test]
fn archive_a_backup_with_a_password_brings_everything_back() {
    const PASSWORD: &str = "correct horse 电池";
    let endpoint = Endpoint::start();
    let app = branched(&endpoint);
    let before = rows_of(&app.export_all());
    let file = back_up(&app, PASSWORD);
    assert!(file.to_string_lossy().ends_with(".espalier"), "{file:?}");
    let bytes = std::fs::read(&file).unwrap();
    for secret in ["First answer.", CANARY_KEY] {
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret:?} can be read");
    }

    let other = App::first_visit();
    other.go("settings");
    let page = &other.page;
    page.test_id("import-file").set_files(&[&file]);
    page.test_id("import-password").wait_visible().fill("Correct horse 电池");
    page.test_id("import-unlock").click();
    page.test_id("import-password-error").wait_visible();
    page.screenshot("backup-password");
    page.test_id("import-report").wait_count(0);
    page.test_id("import-password").fill(PASSWORD);
    page.test_id("import-unlock").click();
    page.test_id("import-report").wait_visible();
    page.test_id("import-cut").visible().wait_count(0);
    page.test_id("import-apply").click();
    page.test_id("import-report").wait_gone();
    other.wait_saved();
    assert_eq!(rows_of(&other.export_all()), before);
    other.undo();
    other.wait_saved();
    other.go("chat");
    page.test_id("session-item").wait_count(0);
}

#[test]
fn archive_a_backup_that_was_cut_says_so_before_anything_is_done() {
    let endpoint = Endpoint::start();
    let app = branched(&endpoint);
    let file = back_up(&app, "");
    let bytes = std::fs::read(&file).unwrap();
    let folder = TemporaryFolder::new("cut");
    let cut = folder.write("cut.espalier", &bytes[..bytes.len() - 20]);
    let mut damaged = bytes.clone();
    damaged[30] ^= 1;
    let damaged = folder.write("damaged.espalier", damaged);
    let mut in_part = bytes.clone();
    let part = bytes.windows(8).position(|part| part == b"{\"part\":").unwrap();
    in_part[part + 300] ^= 1;
    let in_part = folder.write("in-part.espalier", in_part);
    let chinese = App::open_at(&Browser::shared().new_context(), &format!("{}?lang=zh", App::url()));
    chinese.go("settings");
    chinese.page.test_id("import-file").set_files(&[&in_part]);
    chinese.page.css(".import-skipped").containing("备份的第").containing("已损坏").wait();
    let other = App::first_visit();
    other.go("settings");
    let page = &other.page;
    page.test_id("import-file").set_files(&[&damaged]);
    page.test_id("toast").containing("backup is damaged").wait();
    page.test_id("import-file").set_files(&[&cut]);
    page.test_id("import-cut").wait_visible();
    page.screenshot("backup-cut");
    page.test_id("import-cancel").click();
    page.test_id("import-report").wait_gone();
    other.go("chat");
    page.test_id("session-item").wait_count(0);
    other.go("settings");
    other.import(&file);
    other.go("chat");
    page.test_id("session-item").containing("Question").click();
    other.wait_said(&WHOLE);
}

#[test]
fn archive_a_bad_file_changes_nothing_and_is_explained() {
    let endpoint = Endpoint::start();
    let app = App::with_endpoint(&endpoint);
    app.ask("Keep this");
    let before = app.said();
    let whole = std::fs::read_to_string(app.export_all()).unwrap();
    let folder = TemporaryFolder::new("bad");
    let newer = {
        let mut value: Value = serde_json::from_str(&whole).unwrap();
        let version = value.as_object_mut().unwrap().iter_mut().find(|(key, _)| key.starts_with('v'));
        *version.expect("the export carries a version").1 = json!(999_999);
        value.to_string()
    };
    let mut cut = whole.len() / 2;
    while !whole.is_char_boundary(cut) {
        cut -= 1;
    }
    let files =
        [("empty.json", ""), ("cut.json", &whole[..cut]), ("other.json", "{\"a\":[1,2]}"), ("newer.json", &newer)];
    for (name, text) in files {
        let path = folder.write(name, text);
        app.page.test_id("import-file").set_files(&[&path]);
        let said = || {
            let shown = app.page.eval(
                "[...document.querySelectorAll('[data-testid=import-report],[data-testid=toast][data-kind=error]')]
                    .filter(e => e.checkVisibility()).map(e => e.innerText).join(' ').trim()",
            );
            shown.as_str().unwrap_or("").to_owned()
        };
        let start = crate::browser::now();
        while said().len() < 10 {
            assert!(start.elapsed() < crate::browser::LIMIT, "{name}: nothing was said");
            pause();
        }
        if app.page.test_id("import-cancel").visible().exists() {
            app.page.test_id("import-cancel").click();
        }
        app.page.test_id("import-report").wait_gone();
    }
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    app.go("chat");
    app.wait_said(&before);
    app.reload();
    app.wait_said(&before);
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(map) => map.values().for_each(|item| collect_texts(item, texts)),
        _ => {}
    }
}

/// Makes a node in the shape of a `conversations.json`.
fn node(id: &str, parent: Option<&str>, children: &[&str], said: Option<(&str, &str)>) -> Value {
    let message = said.map(|(role, text)| {
        json!({
            "id": id, "author": { "role": role, "name": null, "metadata": {} }, "create_time": 1_700_000_000.5,
            "update_time": null, "content": { "content_type": "text", "parts": [text] }, "status": "finished_successfully",
            "end_turn": true, "weight": 1.0, "metadata": {}, "recipient": "all", "channel": null,
        })
    });
    json!({ "id": id, "message": message, "parent": parent, "children": children })
}

fn conversation() -> Value {
    json!({
        "title": "Planning a garden", "create_time": 1_700_000_000.0, "update_time": 1_700_000_100.0,
        "conversation_id": "c-garden", "id": "c-garden", "current_node": "n6",
        "mapping": {
            "root": node("root", None, &["n1"], None),
            "n1": node("n1", Some("root"), &["n2"], Some(("system", ""))),
            "n2": node("n2", Some("n1"), &["n3", "n4"], Some(("user", "Which herbs?"))),
            "n3": node("n3", Some("n2"), &[], Some(("assistant", "Basil."))),
            "n4": node("n4", Some("n2"), &["n5"], Some(("assistant", "Thyme and sage."))),
            "n5": node("n5", Some("n4"), &["n6"], Some(("user", "Thanks"))),
            "n6": node("n6", Some("n5"), &[], Some(("assistant", "You are welcome."))),
        },
    })
}

fn unreadable() -> Value {
    json!({ "title": "Broken one", "create_time": 1_700_000_000.0, "mapping": "lost", "current_node": "n1" })
}
