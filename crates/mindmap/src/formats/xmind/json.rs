//! `content.json`: a list of sheets, each with a tree of topics.
//!
//! Content that no field holds is kept as `xmind:name` with the JSON it had. Where a field holds a part of a value, the
//! whole is kept too, and is written again as long as that part is unchanged.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::formats::tape::Value;
use espalier_model::mindmap::{Color, Tips};

/// Prefix of qualified names of this format.
const PREFIX: &str = "xmind:";
/// Key of the kind of a topic, if it is not the usual one.
const KIND: &str = "xmind:kind";
/// Key of a relationship whose ends are no topics.
const RELATIONSHIP: &str = "xmind:relationship";

/// Properties of a relationship for the shapes of its ends.
const START_ARROW: &str = "arrow-begin-class";
const END_ARROW: &str = "arrow-end-class";
/// Suffix of their values for an end without an arrowhead.
const NO_ARROW: &str = ".none";

/// The arrowheads in the style of a relationship.
fn tips(style: Value<'_>) -> Tips {
    let properties = style.get("properties");
    let has = |name: &str, usual: bool| {
        let kind = properties.and_then(|properties| properties.get(name)?.as_str());
        kind.map_or(usual, |kind| !kind.ends_with(NO_ARROW))
    };
    Tips::of(has(START_ARROW, false), has(END_ARROW, true))
}

/// The style of a relationship that has these arrowheads and nothing else of its own.
fn tips_json(tips: Tips) -> String {
    let kind = |has: bool| if has { "org.xmind.arrowShape.triangle" } else { "org.xmind.arrowShape.none" };
    let (start, end) = (kind(tips.start()), kind(tips.end()));
    format!("{{\"properties\":{{\"{START_ARROW}\":\"{start}\",\"{END_ARROW}\":\"{end}\"}}}}")
}

/// The text of a note.
fn note(value: Value<'_>) -> Option<String> {
    Some(value.get("plain")?.get("content")?.as_str()?.into_owned())
}

/// The names of markers.
fn markers(value: Value<'_>) -> Vec<String> {
    value.items().filter_map(|marker| Some(marker.get("markerId")?.as_str()?.into_owned())).collect()
}

/// The colour in a style.
fn color(value: Value<'_>) -> Option<Color> {
    let text = value.get("properties")?.get("svg:fill")?.as_str()?;
    text.parse().ok()
}

/// The text of a title with formatting.
fn formatted(value: Value<'_>) -> String {
    value.items().filter_map(|part| part.get("text")?.as_str()).collect()
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A note as it is written where a file had none.
fn note_json(note: &str) -> String {
    let escape = |line: &str| line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let lines: Vec<String> = note.split('\n').map(escape).collect();
    let html = format!("<div>{}</div>", lines.join("</div><div>"));
    format!("{{\"plain\":{{\"content\":{}}},\"realHTML\":{{\"content\":{}}}}}", quoted(note), quoted(&html))
}

fn markers_json<'a>(markers: impl Iterator<Item = &'a str>) -> String {
    let markers: Vec<String> = markers.map(|marker| format!("{{\"markerId\":{}}}", quoted(marker))).collect();
    format!("[{}]", markers.join(","))
}

fn style_json(color: Color) -> String {
    format!("{{\"properties\":{{\"svg:fill\":\"{color}\"}}}}")
}
