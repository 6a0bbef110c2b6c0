//! Input that commands of a map ask for first: a choice, or a text.

use std::rc::Rc;

use serde_json::{Value, json};

use super::MapMsg;
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::spec::Spec;
use espalier_i18n::{Messages, messages};
use espalier_mindmap::formats::Format;
use espalier_model::{MapId, NodeId};

/// Number of levels to choose from.
const LEVELS: usize = 9;
/// Colours of nodes, in the order of their names.
const COLOURS: [&str; 8] = ["#c0392b", "#d35400", "#b7950b", "#27834a", "#16808a", "#2c6fbb", "#7d4bb0", "#b03a78"];
/// Icons to choose from.
const ICONS: [&str; 16] =
    ["💡", "❗", "❓", "✅", "❌", "⚠️", "🚩", "⭐", "❤️", "📌", "📅", "🕒", "🔗", "📎", "🎯", "🏠"];
const LAYOUTS: [&str; 5] = ["right", "left", "both", "org-chart", "outline"];
const THEMES: [&str; 6] = ["plain", "rainbow", "ocean", "forest", "sunset", "ink"];
const FILES: [(Format, &str); 7] = [
    (Format::Json, "Espalier (JSON)"),
    (Format::Freemind, "FreeMind (.mm)"),
    (Format::Opml, "OPML"),
    (Format::Markdown, "Markdown"),
    (Format::Text, "Text"),
    (Format::Xmind, "XMind"),
    (Format::Xmind8, "XMind 8"),
];

/// Input that a command asks for in this map; `None` if it asks for nothing here, or cannot run.
pub(super) fn of_map(model: &Model, map: MapId, spec: &'static Spec) -> Option<Ask> {
    let view = model.map_view(map)?;
    let node = model.maps.primary(map)?;
    let words = messages(model.language());
    let name = spec.name.get(model.language()).to_owned();
    let row = view.tree.index_of(node).map(|place| view.nodes[place as usize].clone())?;
    let choices = |choices| Some(Ask::Choose { name: name.clone(), choices });
    match spec.id.as_str() {
        "map.rename" => {
            let make = move |text: String| CommandAction::Send(Msg::Maps(MapMsg::Rename(map, text)));
            Some(text(name, view.row.name.clone(), make))
        }
        "map.setLayout" => choices(valued(map, spec.id.as_str(), &words.map.layouts, &LAYOUTS)),
        "map.setTheme" => choices(valued(map, spec.id.as_str(), &words.map.themes, &THEMES)),
        "map.foldLevel" => {
            choices((1..=LEVELS).map(|level| doing(level.to_string(), map, spec.id.as_str(), json!([level]))).collect())
        }
        "map.export" => choices(exports(map, words)),
        "map.replace" => Some(replace(map, spec, words)),
        "node.addTag" => Some(text(name, String::new(), on_node(map, spec.id.as_str(), node))),
        "node.removeTag" if !row.tags.is_empty() => {
            choices(row.tags.iter().map(|tag| doing(tag.clone(), map, spec.id.as_str(), json!([node, tag]))).collect())
        }
        "node.setIcon" => {
            let none = (words.map.details.no_icon, Value::Null);
            let icons = ICONS.iter().map(|icon| (*icon, json!(icon))).chain([none]);
            let icons = icons.map(|(name, icon)| doing(name.to_owned(), map, spec.id.as_str(), json!([node, icon])));
            choices(icons.collect())
        }
        "node.setColor" => {
            let mut colours: Vec<Choice> = words
                .map
                .details
                .colours
                .iter()
                .zip(COLOURS)
                .map(|(name, colour)| doing((*name).to_owned(), map, spec.id.as_str(), json!([node, colour])))
                .collect();
            colours.push(doing(words.map.details.no_colour.to_owned(), map, spec.id.as_str(), json!([node, null])));
            choices(colours)
        }
        _ => None,
    }
}

fn text(name: String, value: String, make: impl Fn(String) -> CommandAction + 'static) -> Ask {
    Ask::Text { name, value, make: Rc::new(make) }
}

/// Action that runs a command on a node with a text; an empty text removes the present one.
fn on_node(map: MapId, command: &'static str, node: NodeId) -> impl Fn(String) -> CommandAction + 'static {
    move |text: String| {
        let value = if text.trim().is_empty() { Value::Null } else { json!(text.trim()) };
        CommandAction::Send(Msg::Maps(MapMsg::Do(map, command, json!([node, value]))))
    }
}

fn doing(name: String, map: MapId, command: &'static str, params: Value) -> Choice {
    Choice { name, make: Rc::new(move || Msg::Maps(MapMsg::Do(map, command, params.clone()))) }
}

fn valued(map: MapId, command: &'static str, names: &[&'static str], values: &[&'static str]) -> Vec<Choice> {
    names.iter().zip(values).map(|(name, value)| doing((*name).to_owned(), map, command, json!([value]))).collect()
}

fn exports(map: MapId, words: &Messages) -> Vec<Choice> {
    let files = FILES.iter().map(|&(format, name)| Choice {
        name: if format == Format::Text { words.map.plain_text } else { name }.to_owned(),
        make: Rc::new(move || Msg::Maps(MapMsg::Export(map, format))),
    });
    let pictures = [("SVG", false), ("PNG", true)].map(|(name, pixels)| Choice {
        name: name.to_owned(),
        make: Rc::new(move || Msg::Maps(MapMsg::Draw(map, pixels))),
    });
    files.chain(pictures).collect()
}

/// Input of a replacement: first the text to find, then the new one.
fn replace(map: MapId, spec: &'static Spec, words: &'static Messages) -> Ask {
    let command = spec.id.as_str();
    text(words.shell.palette.replace_what.to_owned(), String::new(), move |find| {
        let name = (words.shell.palette.replace_with)(&find);
        CommandAction::Ask(text(name, String::new(), move |with| {
            CommandAction::Send(Msg::Maps(MapMsg::Do(map, command, json!([find, with]))))
        }))
    })
}
