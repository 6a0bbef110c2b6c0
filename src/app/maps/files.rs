//! Maps out to files and in from files.
//!
//! Must not be in here: the formats (`feature::mindmap::formats`).

use super::{Picture, SUBJECT};
use crate::app::edit::{self, Label};
use crate::app::effect::Effect;
use crate::app::navigate::Route;
use crate::app::{Model, Notice, load, notify};
use crate::base::env::Env;
use crate::base::text::truncate;
use crate::command::history::Document;
use crate::feature::mindmap::formats::{self, Format, FormatError, Imported, MapFile};
use crate::feature::mindmap::maps::name_of;
use crate::feature::mindmap::transfer;
use crate::model::{MapId, MindMap};

/// Writes a map to a file, and says what the format cannot hold.
pub fn export(model: &mut Model, map: MapId, format: Format, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map).cloned() else { return };
    let tree = transfer::whole(&model.workspace, map, &view.tree);
    let file = MapFile { title: view.row.name.clone(), arrangement: Some(view.row.layout), tree };
    let written = formats::write(&file, format);
    let name = format!("{}.{}", stem(&view.row.name), format.extensions().first().copied().unwrap_or("txt"));
    notify(model, Notice::Exported(name.clone()), false);
    if !written.losses.is_empty() {
        let mut kinds: Vec<_> = written.losses.iter().map(|loss| loss.what).collect();
        kinds.dedup();
        notify(model, Notice::Losses(kinds), false);
    }
    out.push(Effect::SaveFile { name, mime: format.media_type(), bytes: written.bytes });
}

/// A file's name without its extension.
fn stem(name: &str) -> String {
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    match safe.trim_matches('-') {
        "" => "map".to_owned(),
        stem => stem.to_owned(),
    }
}

/// Saves a picture of a map.
pub fn save_picture(model: &mut Model, map: MapId, picture: Picture, out: &mut Vec<Effect>) {
    let Some(view) = model.map_view(map) else { return };
    let name = format!("{}.{}", stem(&view.row.name), if picture.pixels { "png" } else { "svg" });
    if picture.pixels {
        // It is announced once it is drawn, which a browser may refuse.
        return out.push(Effect::SavePicture { name, svg: picture.svg, size: picture.size });
    }
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: "image/svg+xml", bytes: picture.svg.into_bytes() });
}

/// Makes maps of what a file holds, as one step; a file that cannot be read changes nothing.
pub fn import(
    model: &mut Model,
    env: &mut Env,
    name: &str,
    read: Result<Imported, FormatError>,
    out: &mut Vec<Effect>,
) {
    let read = match read {
        Ok(read) => read,
        Err(error) => return notify(model, Notice::MapFile(error), true),
    };
    let mut draft = model.workspace.draft();
    let mut made = Vec::new();
    let mut nodes = 0;
    for file in &read.maps {
        let id: MapId = env.id();
        transfer::new_map(&mut draft, env, id, &name_of(&file.title), &file.tree);
        if let Some(arrangement) = file.arrangement {
            draft.update::<MindMap>(&id, |row| row.layout = arrangement);
        }
        nodes += file.tree.nodes.len();
        made.push(id);
    }
    let changes = draft.finish();
    let label = Label { document: Document::Maps, command: "map.create", subject: truncate(name, SUBJECT) };
    if edit::record(model, env, label, changes, out).is_none() {
        return;
    }
    model.maps.opened.extend(made.iter().copied());
    model.maps.stale.extend(made.iter().copied());
    super::refresh(model);
    notify(model, Notice::Imported(nodes), false);
    if let Some(&first) = made.first() {
        load::go(model, Route::Map(Some(first), None), out);
    }
}
