//! Scenes out to files and in from files, and pictures of them.

use super::{SUBJECT, begin_world, entry};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, Notice, notify, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::call::CommandId;
use espalier_command::history::Document;
use espalier_command::spec::Text;
use espalier_command::transaction::Reason;
use espalier_model::example::{is_example, marked};
use espalier_model::scene::SceneId;
use espalier_model::{RoomId, Scene};
use espalier_scene::example::example;
use espalier_scene::formats::{self, Format, FormatError, SceneFile};
use espalier_scene::transfer;

const NO_PICTURE: Reason = Reason::Refused(Text::new(
    "the browser couldn’t save the picture; try a smaller window",
    "浏览器无法保存图片，请缩小窗口后重试",
));

/// Use of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureUse {
    /// Save it to a file.
    Save,
    /// Copy it to the clipboard.
    Copy,
}

/// Writes a scene to a file.
pub(super) fn export(model: &mut Model, scene: SceneId, format: Format, out: &mut Vec<Effect>) {
    let Some(world) = model.scenes.worlds.get(&scene) else { return };
    let name = model.workspace.get::<Scene>(&scene).map(|row| row.name.clone()).unwrap_or_default();
    let file = transfer::file_of(&name, world.items().map(|(_, item)| &*item.row));
    let bytes = formats::write(&file, format);
    let name = format!("{}.{}", stem(&name), format.extension());
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: format.media_type(), bytes });
}

/// Saves or copies a drawn picture, as PNG.
pub(super) fn picture(model: &mut Model, scene: SceneId, wish: PictureUse, bytes: Vec<u8>, out: &mut Vec<Effect>) {
    if bytes.is_empty() {
        return notify(model, Notice::Reason(NO_PICTURE), true);
    }
    match wish {
        PictureUse::Save => {
            let name = model.workspace.get::<Scene>(&scene).map(|row| row.name.clone()).unwrap_or_default();
            let name = format!("{}.png", stem(&name));
            notify(model, Notice::Exported(name.clone()), false);
            out.push(Effect::SaveFile { name, mime: "image/png", bytes });
        }
        PictureUse::Copy => out.push(Effect::CopyPicture(bytes)),
    }
}

/// A file's name without its extension.
fn stem(name: &str) -> String {
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    match safe.trim_matches('-') {
        "" => "scene".to_owned(),
        stem => stem.to_owned(),
    }
}

/// Makes a scene of the content of a file, as one step; a file that cannot be read changes nothing.
pub(super) fn import(
    model: &mut Model,
    env: &mut Env,
    name: &str,
    read: Result<SceneFile, FormatError>,
    out: &mut Vec<Effect>,
) {
    match read {
        Ok(file) => {
            let id = env.id();
            if let Some(count) = add(model, env, id, (entry::IMPORT, name), &file, out) {
                notify(model, Notice::ImportedShapes(count), false);
            }
        }
        Err(error) => notify(model, Notice::SceneFile(error), true),
    }
}

/// Shows the example, which is made where there is none.
pub(super) fn open_example(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    let there = model.workspace.tables().scenes.keys().copied().find(|id| is_example(RoomId::Scene, *id));
    if let Some(scene) = there {
        return room::go(model, Route::Scene(Some(scene), None), out);
    }
    let file = example(model.language());
    let id = marked(RoomId::Scene, env.id());
    add(model, env, id, (entry::EXAMPLE, &file.name), &file, out);
}

/// Adds a scene and shows it; returns the number of its shapes.
fn add(
    model: &mut Model,
    env: &mut Env,
    id: SceneId,
    (command, subject): (CommandId, &str),
    file: &SceneFile,
    out: &mut Vec<Effect>,
) -> Option<usize> {
    let mut draft = model.workspace.draft();
    if let Err(reason) = transfer::new_scene(&mut draft, env, id, file) {
        notify(model, Notice::Reason(reason), true);
        return None;
    }
    let changes = draft.finish();
    let label = Label { document: Document::SCENES, command, subject: truncate(subject, SUBJECT) };
    edit::record(model, env, label, changes, out)?;
    begin_world(model, id);
    room::go(model, Route::Scene(Some(id), None), out);
    Some(file.shapes.len())
}
