//! Input that commands of a map ask for first: a choice, or a text.

use std::rc::Rc;

use super::MapMsg;
use crate::command::{Ask, Choice, CommandAction};
use crate::{Model, Msg};
use espalier_command::call::Call;
use espalier_command::spec::Spec;
use espalier_i18n::{Messages, messages};
use espalier_mindmap::commands::{
    AddTag, Export, FoldLevel, RemoveTag, Replace, SetColor, SetIcon, SetLayout, SetTheme,
};
use espalier_mindmap::formats::Format;
use espalier_mindmap::maps::RenameMap;
use espalier_model::MapId;
use espalier_model::mindmap::{Color, Layout, Palette};

/// Number of levels to choose from.
const LEVELS: u32 = 9;
/// Colours of nodes that can be read on both grounds, in the order of their names.
pub const COLOURS: [Color; 8] = [
    Color { rgb: [0xc0, 0x39, 0x2b] },
    Color { rgb: [0xd3, 0x54, 0x00] },
    Color { rgb: [0xb7, 0x95, 0x0b] },
    Color { rgb: [0x27, 0x83, 0x4a] },
    Color { rgb: [0x16, 0x80, 0x8a] },
    Color { rgb: [0x2c, 0x6f, 0xbb] },
    Color { rgb: [0x7d, 0x4b, 0xb0] },
    Color { rgb: [0xb0, 0x3a, 0x78] },
];
/// Icons to choose from.
pub const ICONS: [&str; 16] =
    ["💡", "❗", "❓", "✅", "❌", "⚠️", "🚩", "⭐", "❤️", "📌", "📅", "🕒", "🔗", "📎", "🎯", "🏠"];
const LAYOUTS: [Layout; 5] = [Layout::Right, Layout::Left, Layout::Both, Layout::OrgChart, Layout::Outline];
const THEMES: [Palette; 6] =
    [Palette::Plain, Palette::Rainbow, Palette::Ocean, Palette::Forest, Palette::Sunset, Palette::Ink];
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
    match spec.id {
        RenameMap::ID => {
            let make = move |text: String| CommandAction::Send(Msg::Maps(MapMsg::Rename(map, text)));
            Some(text(name, view.row.name.clone(), make))
        }
        SetLayout::ID => choices(valued(map, &words.map.layouts, &LAYOUTS, SetLayout::new)),
        SetTheme::ID => choices(valued(map, &words.map.themes, &THEMES, SetTheme::new)),
        FoldLevel::ID => {
            choices((1..=LEVELS).map(|level| doing(level.to_string(), map, FoldLevel::new(level))).collect())
        }
        Export::ID => choices(exports(map, words)),
        Replace::ID => Some(replace(map, words)),
        AddTag::ID => Some(text(name, String::new(), move |tag: String| {
            CommandAction::Send(Msg::Maps(MapMsg::Do(map, AddTag::new(node, tag.trim().to_owned()).into())))
        })),
        RemoveTag::ID if !row.tags.is_empty() => {
            choices(row.tags.iter().map(|tag| doing(tag.clone(), map, RemoveTag::new(node, tag.clone()))).collect())
        }
        SetIcon::ID => {
            let icons = ICONS.iter().map(|icon| (*icon, Some((*icon).to_owned())));
            let icons = icons.chain([(words.map.details.no_icon, None)]);
            choices(icons.map(|(name, icon)| doing(name.to_owned(), map, SetIcon { node, icon })).collect())
        }
        SetColor::ID => {
            let details = &words.map.details;
            let colours = details.colours.into_iter().zip(COLOURS.map(Some)).chain([(details.no_colour, None)]);
            choices(colours.map(|(name, color)| doing(name.to_owned(), map, SetColor { node, color })).collect())
        }
        _ => None,
    }
}

fn text(name: String, value: String, make: impl Fn(String) -> CommandAction + 'static) -> Ask {
    Ask::Text { name, value, make: Rc::new(make) }
}

fn doing(name: String, map: MapId, command: impl Into<Call>) -> Choice {
    let call = command.into();
    Choice { name, make: Rc::new(move || Msg::Maps(MapMsg::Do(map, call.clone()))) }
}

fn valued<T: Copy, C: Into<Call>>(map: MapId, names: &[&'static str], values: &[T], make: fn(T) -> C) -> Vec<Choice> {
    names.iter().zip(values).map(|(name, value)| doing((*name).to_owned(), map, make(*value))).collect()
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
fn replace(map: MapId, words: &'static Messages) -> Ask {
    text(words.shell.palette.replace_what.to_owned(), String::new(), move |find| {
        let name = (words.shell.palette.replace_with)(&find);
        CommandAction::Ask(text(name, String::new(), move |with| {
            CommandAction::Send(Msg::Maps(MapMsg::Do(map, Replace::new(find.clone(), with).into())))
        }))
    })
}
