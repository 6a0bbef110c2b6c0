//! XMind's workbooks: a ZIP archive with `content.json` (since 2020) or `content.xml` (XMind 8).
//!
//! Only the content is kept, not pictures and other files in the archive.

mod json;
mod xml;

use super::{Format, FormatError, MAX_BYTES, MapFile, encoding};
use espalier_base::zip::{self, Archive};
use espalier_model::mindmap::{Layout, Task};

/// Prefix of ids that were made here; they are not kept.
const OWN_ID: &str = "espalier-";
/// Markers of open and done tasks.
const OPEN: &str = "task-start";
const DONE: &str = "task-done";
/// Prefix of links to topics.
const TOPIC_LINK: &str = "xmind:#";
/// The usual kind of a topic below another.
const ATTACHED: &str = "attached";

/// Detects the kind of a workbook; the newer one if it is both.
pub fn detect(bytes: &[u8]) -> Result<Format, FormatError> {
    let archive = Archive::new(bytes)?;
    if archive.contains("content.json") {
        return Ok(Format::Xmind);
    }
    if archive.contains("content.xml") { Ok(Format::Xmind8) } else { Err(FormatError::Unknown) }
}

/// Reads all sheets of a workbook.
pub fn read(bytes: &[u8]) -> Result<Vec<MapFile>, FormatError> {
    let content = Archive::new(bytes)?.file("content.json", MAX_BYTES)?.ok_or(FormatError::Missing("content.json"))?;
    json::read(&encoding::text(&content)?)
}

/// Reads all sheets of a workbook of XMind 8.
pub fn read_8(bytes: &[u8]) -> Result<Vec<MapFile>, FormatError> {
    let archive = Archive::new(bytes)?;
    let content = archive.file("content.xml", MAX_BYTES)?.ok_or(FormatError::Missing("content.xml"))?;
    // Colours are in a file of their own; without it there are none.
    let styles = archive.file("styles.xml", MAX_BYTES)?.unwrap_or_default();
    xml::read(&encoding::text(&content)?, &encoding::text(&styles).unwrap_or_default())
}

/// Writes a workbook with one sheet.
pub fn write(map: &MapFile) -> Vec<u8> {
    let content = json::write(map);
    let manifest = r#"{"file-entries":{"content.json":{},"metadata.json":{}}}"#;
    let metadata = r#"{"creator":{"name":"Espalier","version":"1"}}"#;
    zip::pack(&[
        ("content.json", content.as_bytes()),
        ("metadata.json", metadata.as_bytes()),
        ("manifest.json", manifest.as_bytes()),
    ])
}

/// Writes a workbook of XMind 8 with one sheet.
pub fn write_8(map: &MapFile) -> Vec<u8> {
    let (content, styles) = xml::write(map);
    let manifest = concat!(
        r#"<?xml version="1.0" encoding="UTF-8"?><manifest xmlns="urn:xmind:xmap:xmlns:manifest:1.0">"#,
        r#"<file-entry full-path="content.xml" media-type="text/xml"/>"#,
        r#"<file-entry full-path="styles.xml" media-type="text/xml"/>"#,
        r#"<file-entry full-path="META-INF/manifest.xml" media-type="text/xml"/></manifest>"#,
    );
    zip::pack(&[
        ("content.xml", content.as_bytes()),
        ("styles.xml", styles.as_bytes()),
        ("META-INF/manifest.xml", manifest.as_bytes()),
    ])
}

/// The arrangement a structure stands for, as far as there is one like it.
fn arrangement(structure: &str) -> Option<Layout> {
    let name = structure.strip_prefix("org.xmind.ui.")?;
    match name {
        "logic.right" => Some(Layout::Right),
        "logic.left" => Some(Layout::Left),
        "org-chart.down" => Some(Layout::OrgChart),
        "tree.right" => Some(Layout::Outline),
        _ if name == "map" || name.starts_with("map.") => Some(Layout::Both),
        _ => None,
    }
}

/// The structure that is written for an arrangement.
fn structure(arrangement: Layout) -> &'static str {
    match arrangement {
        Layout::Right => "org.xmind.ui.logic.right",
        Layout::Left => "org.xmind.ui.logic.left",
        Layout::Both => "org.xmind.ui.map.unbalanced",
        Layout::OrgChart => "org.xmind.ui.org-chart.down",
        Layout::Outline => "org.xmind.ui.tree.right",
    }
}

/// Icons and task of a topic with these markers.
fn from_markers(markers: Vec<String>) -> (Vec<String>, Task) {
    let mut task = Task::None;
    let mut icons = Vec::new();
    for marker in markers {
        match marker.as_str() {
            OPEN if task == Task::None => task = Task::Open,
            DONE if task == Task::None => task = Task::Done,
            _ => icons.push(marker),
        }
    }
    (icons, task)
}

/// The markers of a node with these icons and this task.
fn to_markers(icons: &[String], task: Task) -> impl Iterator<Item = &str> {
    let task = match task {
        Task::None => None,
        Task::Open => Some(OPEN),
        Task::Done => Some(DONE),
    };
    task.into_iter().chain(icons.iter().map(String::as_str))
}
