//! Character cards, which become agents: JSON of version 1 (all members outermost), 2 and 3 (in `data`), also inside a
//! PNG picture, in the text chunk `chara` or `ccv3`, as base64. The formats are those of the public specifications
//! "Character Card V2" and "V3"; an archive (`.charx`) has the same JSON as `card.json`.
//!
//! - K1 What is sent to a model there is sent here, in the same order. All else that has words is kept, switched off.
//! - K2 `{{char}}` and `{{user}}` become names, as here nothing replaces them later.

use std::rc::Rc;

use serde_json::Value;

use super::content::{push_paragraph, text};
use super::json::{self, Top};
use super::{Contents, Counts, ImportFormat, Outcome, Skipped, Unknown, entry, stable};
use crate::commands::MAX_NAME_CHARS;
use espalier_base::time::Timestamp;
use espalier_base::{base64, text as words};
use espalier_model::Record;
use espalier_model::persona::{Parameters, Persona, Preset, Role};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The most characters of an agent's description.
const MAX_DESCRIPTION_CHARS: usize = 200;

/// Whether bytes begin as a picture does that may have a card.
pub fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG)
}

/// Returns the JSON of the card in a picture; version 3 where both are there.
pub fn in_picture(bytes: &[u8]) -> Result<Vec<u8>, Unknown> {
    let mut rest = bytes.strip_prefix(PNG).unwrap_or_default();
    let (mut second, mut third) = (None, None);
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(data) = after.get(..length) else { break };
        if head.ends_with(b"tEXt") {
            let mut parts = data.splitn(2, |&byte| byte == 0);
            match (parts.next(), parts.next()) {
                (Some(b"chara"), Some(card)) => second = Some(card),
                (Some(b"ccv3"), Some(card)) => third = Some(card),
                _ => {}
            }
        }
        // A checksum of four bytes follows.
        rest = after.get(length + 4..).unwrap_or_default();
    }
    let card = third.or(second).and_then(|card| std::str::from_utf8(card).ok());
    card.and_then(|card| base64::decode(card.trim().trim_end_matches('='))).ok_or(Unknown::NoCard)
}

/// Whether a file looks like a card.
pub fn recognises(top: &Top<'_>) -> bool {
    let Top::Object(_, members) = top else { return false };
    let is_named = |name: &str| members.get(name).is_some();
    match members.text("spec") {
        Some(spec) => spec.starts_with("chara_card") && is_named("data"),
        None => is_named("name") && is_named("first_mes") && is_named("description"),
    }
}

/// Reads a card.
pub fn read(top: &Top<'_>) -> Contents {
    let whole = top.values().first().and_then(|raw| serde_json::from_str::<Value>(raw).ok()).unwrap_or_default();
    let card = whole.get("data").unwrap_or(&whole);
    let name = text(card, "name").trim();
    let (records, outcome) = match presets(card, name) {
        presets if presets.is_empty() => (Vec::new(), Outcome::Skipped(Skipped::Empty)),
        presets => (vec![Record::Personas(Rc::new(agent(card, name, presets)))], Outcome::Read(Counts::default())),
    };
    let report = vec![entry(name, outcome)];
    Contents { kind: ImportFormat::Card, records, report, broken: Vec::new(), files: Vec::new() }
}

fn agent(card: &Value, name: &str, mut presets: Vec<Preset>) -> Persona {
    let created_at = card.get("creation_date").and_then(json::instant).map_or(Timestamp(0), |ms| Timestamp(ms as i64));
    let about = [text(card, "creator_notes"), text(card, "description")];
    let about = about.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default();
    let after = text(card, "post_history_instructions");
    presets.push(Preset::ChatHistory);
    if !after.trim().is_empty() {
        presets.push(message(Role::System, &named(after, name), true));
    }
    Persona {
        id: stable::id(created_at.0, 0, &["card", name, text(card, "description"), text(card, "first_mes")]),
        name: words::truncate(name, MAX_NAME_CHARS),
        icon: "🎭".to_owned(),
        description: words::title(&named(about, name), MAX_DESCRIPTION_CHARS),
        provider: None,
        model: None,
        parameters: Parameters::default(),
        presets,
        created_at,
    }
}

/// The messages before the conversation.
fn presets(card: &Value, name: &str) -> Vec<Preset> {
    let mut presets = Vec::new();
    let mut add = |role: Role, text: &str, enabled: bool| {
        if !text.trim().is_empty() {
            presets.push(message(role, &named(text, name), enabled));
        }
    };
    // There it stands for the instructions of the app itself.
    add(Role::System, text(card, "system_prompt").replace("{{original}}", "").trim(), true);
    let mut about = text(card, "description").to_owned();
    for (title, member) in [("Personality", "personality"), ("Scenario", "scenario")] {
        if !text(card, member).trim().is_empty() {
            push_paragraph(&mut about, &format!("{title}: {}", text(card, member)));
        }
    }
    add(Role::System, &about, true);
    let examples = text(card, "mes_example").replace("<START>", "").trim().to_owned();
    if !examples.is_empty() {
        add(Role::System, &format!("Examples of how {name} talks:\n\n{examples}"), true);
    }
    let entries = card.pointer("/character_book/entries").and_then(Value::as_array);
    for entry in entries.into_iter().flatten() {
        let is = |name: &str, otherwise: bool| entry.get(name).and_then(Value::as_bool).unwrap_or(otherwise);
        // An entry that is not constant is sent there when one of its words is said.
        add(Role::System, text(entry, "content"), is("enabled", true) && is("constant", false));
    }
    add(Role::Assistant, text(card, "first_mes"), true);
    let greetings = card.get("alternate_greetings").and_then(Value::as_array);
    for greeting in greetings.into_iter().flatten().filter_map(Value::as_str) {
        add(Role::Assistant, greeting, false);
    }
    presets
}

fn message(role: Role, text: &str, enabled: bool) -> Preset {
    Preset::Message { role, text: text.to_owned(), enabled }
}

/// Text with names in place of `{{char}}` and `{{user}}` (K2).
fn named(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let inside = after.split_once("}}").map(|(inside, after)| (inside.trim().to_ascii_lowercase(), after));
        match inside {
            Some((kind, after)) if kind == "char" => {
                out.push_str(name);
                rest = after;
            }
            Some((kind, after)) if kind == "user" => {
                out.push_str("the user");
                rest = after;
            }
            _ => {
                out.push_str("{{");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
