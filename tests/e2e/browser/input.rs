//! Keys as the browser's input pipeline wants them.
//!
//! Must not hold page state; it only turns names into event parameters.

use serde_json::{Value, json};

pub const ALT: u32 = 1;
pub const CTRL: u32 = 2;
pub const SHIFT: u32 = 8;

/// Parameters of the press and of the release of a key by its DOM name (`Enter`, `ArrowLeft`, `k`).
pub fn key_events(name: &str, modifiers: u32) -> [Value; 2] {
    let (code, virtual_code, text) = describe(name);
    // With Ctrl held, a browser sends no text.
    let text = if modifiers & CTRL == 0 { text } else { None };
    let base = json!({
        "key": name, "code": code, "modifiers": modifiers,
        "windowsVirtualKeyCode": virtual_code, "nativeVirtualKeyCode": virtual_code,
    });
    let mut down = base.clone();
    down["type"] = json!(if text.is_some() { "keyDown" } else { "rawKeyDown" });
    if let Some(text) = text {
        down["text"] = json!(text);
        down["unmodifiedText"] = json!(text);
    }
    let mut up = base;
    up["type"] = json!("keyUp");
    [down, up]
}

fn describe(name: &str) -> (String, u32, Option<String>) {
    let named = |code: u32, text: Option<&str>| (name.to_owned(), code, text.map(str::to_owned));
    match name {
        "Enter" => named(13, Some("\r")),
        "Tab" => named(9, None),
        "Escape" => named(27, None),
        "Backspace" => named(8, None),
        "Delete" => named(46, None),
        "ArrowLeft" => named(37, None),
        "ArrowUp" => named(38, None),
        "ArrowRight" => named(39, None),
        "ArrowDown" => named(40, None),
        "Home" => named(36, None),
        "End" => named(35, None),
        "PageUp" => named(33, None),
        "PageDown" => named(34, None),
        "F1" => named(112, None),
        "F2" => named(113, None),
        "F6" => named(117, None),
        " " => ("Space".into(), 32, Some(" ".into())),
        "?" => ("Slash".into(), 191, Some("?".into())),
        "/" => ("Slash".into(), 191, Some("/".into())),
        _ => {
            let upper = name.to_uppercase();
            let code = if upper.chars().all(|c| c.is_ascii_digit()) { "Digit" } else { "Key" };
            let virtual_code = upper.bytes().next().map_or(0, u32::from);
            (format!("{code}{upper}"), virtual_code, Some(name.to_owned()))
        }
    }
}
