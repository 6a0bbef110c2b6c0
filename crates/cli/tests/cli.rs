//! The command line on files: the same tools as in the page, recordings, and exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on stops")]

use std::path::PathBuf;

use espalier_agent_api::tool::ToolRun;
use espalier_app::room_agent::RoomAgent;
use espalier_cli::{Failure, Recording, Round, run};
use serde_json::{Value, json};

const LOG: &str = "start,end,category,note\n\
    2026-03-02T09:00:00+01:00,2026-03-02T11:30:00+01:00,Study,outline\n\
    2026-03-03T18:00:00+01:00,2026-03-03T19:00:00+01:00,Sport,run\n";
const WHEN: [&str; 4] = ["--zone", "Europe/Berlin", "--now", "2026-03-04T11:00:00Z"];

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("espalier-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        folder.write("log.csv", LOG);
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Runs the command line; returns the result, the standard output and the standard error.
fn cli(arguments: &[&str]) -> (Result<(), Failure>, String, String) {
    let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let result = run(&arguments, &|_| None, &mut out, &mut err);
    (result, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

fn with<'a>(arguments: &[&'a str], data: &'a str) -> Vec<&'a str> {
    arguments.iter().copied().chain(["--data", data]).chain(WHEN).collect()
}

fn event(delta: &Value, finish: Option<&str>) -> String {
    format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
}

/// Makes a recording of two rounds of tools and an answer.
fn recording() -> Recording {
    let endpoint = ["custom", "test-model", "http://127.0.0.1:9/v1"].map(str::to_owned);
    let mut recording = Recording::new(1_772_622_000_000, "Europe/Berlin", endpoint);
    let mut round = |answer: String| recording.rounds.push(Round { request: String::new(), answer, error: None });
    let call = |id: &str, name: &str, arguments: Value| {
        let function = json!({ "name": name, "arguments": arguments.to_string() });
        let call = json!({ "index": 0, "id": id, "type": "function", "function": function });
        event(&json!({ "tool_calls": [call] }), None) + &event(&json!({}), Some("tool_calls"))
    };
    round(call("c1", "query_time_entries", json!({ "start_date": "this week" })));
    round(call("c2", "aggregate", json!({ "range": "this week", "group_by": ["category"] })));
    round(event(&json!({ "content": "You logged 3h 30m, and 99 pages." }), None) + &event(&json!({}), Some("stop")));
    recording
}

#[test]
fn a_tool_says_the_same_bytes_as_in_the_page() {
    use espalier_app::timelog::TimeMsg;
    use espalier_app::{Model, Msg, update};
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    let folder = Folder::new("bytes");
    let log = folder.path("log.csv");
    // The page, with what the command line has written.
    let target = folder.path("all.json");
    let (done, ..) = cli(&with(&["export", "--out", &target], &log));
    done.unwrap();
    let archive = espalier_storage::archive::read(&folder.read("all.json")).unwrap();
    let mut model = Model::default();
    model.facts.zone = Some(espalier_base::zone::Zone::new("Europe/Berlin"));
    model.workspace.absorb(archive.records);
    model.boot = espalier_app::BootState::Ready;
    model.timelog.reading.entries = espalier_app::timelog::Entries::Here;
    let mut env = Env::deterministic(Timestamp(1_772_622_000_000), 5);
    drop(update(&mut model, Msg::Go(espalier_app::navigate::Route::Time(None)), &mut env));
    drop(update(&mut model, Msg::Time(TimeMsg::Tick), &mut env));
    let helper: &dyn RoomAgent = espalier_app::rooms::ROOMS
        .get(espalier_model::RoomId::Time)
        .unwrap()
        .agent(espalier_model::Scope::TIME)
        .unwrap();
    for (tool, arguments) in [
        ("query_time_entries", json!({ "start_date": "this week" })),
        ("aggregate", json!({ "range": "last 30 days", "group_by": ["weekday", "category"] })),
        ("compare", json!({ "range_a": "this week" })),
        ("find_gaps", json!({ "range": "yesterday" })),
        ("list_categories", json!({})),
    ] {
        let run = ToolRun {
            call_id: "c".to_owned(),
            name: tool.to_owned(),
            arguments: arguments.as_object().cloned().unwrap(),
            answers: Vec::new(),
        };
        let key = espalier_model::MessageKey { session: env.id(), id: env.id() };
        let ran = helper.run(&model, &mut env, key, &espalier_agent::turn::State::new("time"), &run);
        let Ok(espalier_agent_api::tool::Reply::Result(page)) = ran.result else { panic!("{tool}: {:?}", ran.result) };
        let arguments = arguments.to_string();
        let (done, said, _) = cli(&with(&["query", tool, &arguments], &target));
        done.unwrap();
        assert_eq!(said, page, "{tool}");
    }
}

#[test]
fn a_recording_is_answered_from_without_a_network_and_is_written_again_the_same() {
    let folder = Folder::new("replay");
    let (log, file, again) = (folder.path("log.csv"), folder.path("r.json"), folder.path("again.json"));
    folder.write("r.json", &recording().write().unwrap());
    let asked = ["ask", "--data", &log, "--replay", &file, "--record", &again, "How", "much?"];
    let (done, said, how) = cli(&asked);
    done.unwrap();
    assert_eq!(said, "You logged 3h 30m, and 99 pages.\n");
    for part in
        ["round 3: test-model", "[tool] Look up entries: this week", "= Total: 3h 30m in 2 entries", "unverified: 99"]
    {
        assert!(how.contains(part), "{part}: {how}");
    }
    let second = folder.read("again.json");
    let (done, said, _) = cli(&["ask", "--data", &log, "--replay", &again, "--record", &again, "How", "much?"]);
    done.unwrap();
    assert_eq!((said.as_str(), folder.read("again.json")), ("You logged 3h 30m, and 99 pages.\n", second));
}

#[test]
fn without_an_endpoint_the_built_in_model_answers() {
    let folder = Folder::new("offline");
    let log = folder.path("log.csv");
    let (done, said, how) = cli(&with(&["ask", "How much did I study this week?"], &log));
    done.unwrap();
    assert!(said.contains("2 h 30 min") && how.contains("aggregate"), "{said}{how}");
    let (done, said, how) = cli(&with(&["ask", "yesterday 9:00-10:00 reading"], &log));
    done.unwrap();
    assert!(said.contains("Tick it") && how.contains("proposed: entry.add"), "{said}{how}");
}

#[test]
fn logs_come_in_once_and_go_out() {
    let folder = Folder::new("files");
    let (log, all) = (folder.path("log.csv"), folder.path("all.json"));
    let (done, ..) = cli(&with(&["export", "--format=espalier", "--out", &all], &log));
    done.unwrap();
    let (done, _, how) = cli(&with(&["import", "--out", &all, &log], &all));
    done.unwrap();
    assert!(how.contains("0 entries added, 2 were there"), "{how}");
    let (done, said, _) = cli(&with(&["export", "--format", "csv"], &all));
    done.unwrap();
    assert!(said.lines().count() == 3 && said.contains("outline"), "{said}");
    let (done, said, _) = cli(&["tools"]);
    done.unwrap();
    let tools: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(tools.as_array().map(Vec::len), Some(10));
}

#[test]
fn a_scene_is_talked_to_in_words_and_in_requests() {
    let folder = Folder::new("scene");
    let file = folder.path("scene.json");
    let (done, said, _) = cli(&[
        "scene",
        "--session",
        "Garden",
        "--out",
        &file,
        "draw a triangle at (10, 0, 10)",
        "draw a triangle at (10, 0, 11)",
        "delete the triangle near (10, 0, 10.5)",
        "2",
    ]);
    done.unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("Created") && lines[2].starts_with("? ") && lines[3].starts_with("  1. "), "{said}");
    assert!(lines[5].starts_with("Deleted"), "{said}");

    // What was written is read again; the client looks, and the assistant acts.
    let list = r#"{"path": "/api/shapes?sessionId=Garden"}"#;
    let chat = r#"{"path": "/api/chat", "body": {"sessionId": "Garden", "message": "delete the last triangle"}}"#;
    let (done, said, _) = cli(&["scene", "--data", &file, "--out", &file, list, chat]);
    done.unwrap();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shape = answers[0]["shapes"][0]["id"].clone();
    assert_eq!(
        (answers[0]["shapes"].as_array().map(Vec::len), &answers[1]["action"]),
        (Some(1), &json!("getLastCreated"))
    );
    // The interrupt is kept in the file, so another process goes on with it.
    let body = json!({ "threadId": answers[1]["threadId"], "toolResult": { "id": shape, "type": "triangle" } });
    let go_on = json!({ "path": "/api/chat/continue", "body": body }).to_string();
    let (done, said, _) = cli(&["scene", "--data", &file, "--out", &file, &go_on, list]);
    done.unwrap();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["action"], &answers[0]["targetId"]), (&json!("delete"), &shape), "{said}");
    assert_eq!(answers[1], json!({ "shapes": [] }));

    let code = |arguments: &[&str]| cli(arguments).0.map_or_else(|failure| failure.code(), |()| 0);
    assert_eq!(code(&["scene", "{"]), 1);
    assert_eq!(code(&["scene", r#"{"path": "/api/dance"}"#]), 1);
    assert_eq!(code(&["scene", "--data", &folder.path("log.csv"), "draw a circle"]), 1);
    let open = ["scene", "draw a circle at (0, 0, 0)", "draw a circle at (0, 0, 1)", "delete the circle"];
    assert_eq!(code(&open), 3);
}

#[test]
fn it_ends_as_one_expects() {
    let folder = Folder::new("ends");
    let log = folder.path("log.csv");
    let code = |arguments: &[&str]| cli(arguments).0.map_or_else(|failure| failure.code(), |()| 0);
    assert_eq!(code(&["help"]), 0);
    assert_eq!(code(&["dance"]), 2);
    assert_eq!(code(&["ask", "--data", &log]), 2);
    assert_eq!(code(&["ask", "--data", "/nowhere/at/all", "x"]), 1);
    assert_eq!(code(&["query", "--data", &log, "--zone", "Mars/Phobos", "aggregate"]), 2);
    assert_eq!(code(&with(&["query", "destroy"], &log)), 1);
    assert_eq!(code(&with(&["query", "aggregate", "{"], &log)), 2);
    folder.write("no.txt", "this is no log");
    assert_eq!(code(&with(&["query", "list_categories"], &folder.path("no.txt"))), 1);
    // Nothing listens there.
    let endpoint =
        ["ask", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--api-key", "secret-key-1", "How much?"];
    let (done, said, how) = cli(&with(&endpoint, &log));
    let failure = done.unwrap_err();
    assert_eq!(failure.code(), 1);
    assert!(!format!("{failure}{said}{how}").contains("secret-key-1"));
}
