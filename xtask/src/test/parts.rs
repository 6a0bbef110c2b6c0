//! Parts of the page with the browser tests that concern them, for `cargo xtask test --changed`.

/// Tests of every change of the page whose part has none of its own.
pub const CORE: [&str; 2] = ["start", "branching"];

/// Modules of browser tests that no part asks for, with the reason.
#[cfg(test)]
pub const EXCEPT: [(&str, &str); 1] = [("real_model", "needs a real model, see `cargo xtask real-model`")];

const MAP: &[&str] = &["map", "map_content", "map_fit", "map_hand", "assistant"];
const TIME: &[&str] = &["time", "time_assistant", "time_large"];
const SCENE: &[&str] = &["scene", "scene_assistant"];
const COURSE: &[&str] = &["course"];
const AGENT: &[&str] = &["assistant", "course", "scene_assistant", "time_assistant"];

/// Folders and files, without `.rs`, and the modules of browser tests to run when something in them changes.
pub const PARTS: &[(&str, &[&str])] = &[
    // Crates.
    ("crates/agent", AGENT),
    ("crates/agent-api", AGENT),
    ("crates/attachments/src", &["attachments"]),
    ("crates/chat/src", &["branching", "columns", "queue", "parameters", "archive"]),
    ("crates/command/src", &["branching", "map", "time"]),
    ("crates/course/src", COURSE),
    ("crates/highlight/src", &["code"]),
    ("crates/i18n/src", &["language"]),
    ("crates/i18n/src/chat", &["branching"]),
    ("crates/i18n/src/course", COURSE),
    ("crates/i18n/src/error", &["failures"]),
    ("crates/i18n/src/map", MAP),
    ("crates/i18n/src/scene", SCENE),
    ("crates/i18n/src/settings", &["settings", "download"]),
    ("crates/i18n/src/shell", &["frame", "menus"]),
    ("crates/i18n/src/time", TIME),
    ("crates/llm/src", &["streaming", "failures", "models", "settings"]),
    ("crates/local-model/src", &["device"]),
    ("crates/markdown/src", &["streaming", "long", "code", "hostile"]),
    ("crates/math/src", &["streaming"]),
    ("crates/mindmap/src", MAP),
    ("crates/proposal/src", &["assistant", "time_assistant"]),
    ("crates/scene/src", SCENE),
    ("crates/storage/src", &["archive", "safety", "tabs", "kill"]),
    ("crates/timelog/src", TIME),
    ("crates/web-storage/src", &["safety", "tabs", "kill"]),
    // The app.
    ("crates/app/src/assistant", &["assistant", "time_assistant"]),
    ("crates/app/src/attachments", &["attachments"]),
    ("crates/app/src/bridge", &["handover", "course"]),
    ("crates/app/src/chunks", &["chunks"]),
    ("crates/app/src/connect", &["settings", "models", "failures", "download"]),
    ("crates/app/src/core", &["branching", "safety", "tabs"]),
    ("crates/app/src/course", COURSE),
    ("crates/app/src/data_loss", &["safety"]),
    ("crates/app/src/deferred", &["chunks"]),
    ("crates/app/src/device", &["device", "download"]),
    ("crates/app/src/files", &["archive"]),
    ("crates/app/src/handover", &["handover"]),
    ("crates/app/src/load", &["start", "safety", "archive"]),
    ("crates/app/src/maps", MAP),
    ("crates/app/src/maps/example", &["example"]),
    ("crates/app/src/palette", &["menus", "keyboard"]),
    ("crates/app/src/prompt", &["streaming", "failures", "queue"]),
    ("crates/app/src/proposals", &["assistant", "time_assistant"]),
    ("crates/app/src/room_agent", AGENT),
    ("crates/app/src/rooms", &["frame", "newcomer"]),
    ("crates/app/src/scenes", SCENE),
    ("crates/app/src/sessions", &["branching", "columns", "queue", "streaming"]),
    ("crates/app/src/sessions/example", &["example"]),
    ("crates/app/src/timelog", TIME),
    ("crates/app/src/timelog/example", &["example"]),
    ("crates/app/src/undo", &["branching", "map", "time"]),
    // The screen.
    ("crates/ui/src/app", &["frame", "newcomer"]),
    ("crates/ui/src/assistant", AGENT),
    ("crates/ui/src/chat/transcript", &["long", "print", "branching", "streaming"]),
    ("crates/ui/src/chat", &["branching", "columns", "queue", "streaming", "parameters", "attachments"]),
    ("crates/ui/src/chunks", &["chunks"]),
    ("crates/ui/src/course", COURSE),
    ("crates/ui/src/formula", &["streaming"]),
    ("crates/ui/src/highlight", &["code"]),
    ("crates/ui/src/kit", &["menus", "keyboard", "frame", "accessibility", "typed", "pressed"]),
    ("crates/ui/src/markdown", &["streaming", "long", "code", "hostile"]),
    ("crates/ui/src/mindmap", MAP),
    ("crates/ui/src/scene", SCENE),
    ("crates/ui/src/settings", &["settings", "models", "device", "download", "privacy"]),
    ("crates/ui/src/shell", &["frame", "menus", "keyboard", "first_visit", "example"]),
    ("crates/ui/src/store", &["typed", "safety"]),
    ("crates/ui/src/timelog", TIME),
    ("crates/ui/src/windowed", &["long", "time_large"]),
    // The browser's side.
    ("src/web/chunks", &["chunks"]),
    ("src/web/device", &["device", "download"]),
    ("src/web/files", &["archive", "attachments"]),
    ("src/web/keys", &["privacy", "settings"]),
    ("src/web/pages", &["attachments"]),
    ("src/web/runtime", &["start", "streaming", "tabs", "attachments"]),
    ("src/web/transport", &["failures", "privacy", "hostile"]),
    ("src/web/unsaved", &["safety"]),
    ("inference", &["device"]),
    ("pages", &["attachments"]),
    ("index.html", &["start", "hosting", "first_visit", "accessibility"]),
    ("static/boot.js", &["start", "hosting", "chunks"]),
    ("static/sw.js", &["start", "hosting", "chunks"]),
    ("static/model-worker.js", &["device"]),
    ("static/pages-worker.js", &["attachments"]),
    ("static/css", &["frame", "accessibility"]),
    ("static/css/course.css", COURSE),
    ("static/css/listed.css", &["print", "frame"]),
    ("static/css/map.css", &["map", "map_content", "map_fit", "map_hand", "print"]),
    ("static/css/scene.css", SCENE),
    ("static/css/time.css", TIME),
    ("xtask/src/page", &["start", "hosting", "chunks"]),
    // What drives the page.
    ("tests/e2e/browser", &["harness", "start", "branching"]),
    ("tests/e2e/endpoint", &["harness", "streaming", "failures"]),
    ("tests/e2e/axe", &["accessibility"]),
    ("tests/e2e/site", &["hosting"]),
    ("tests/e2e/torture", &["kill", "power", "damage"]),
];
