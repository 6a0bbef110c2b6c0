//! Maps out to files and in from files.

use std::borrow::Cow;

use super::{Picture, SUBJECT};
use crate::edit::{self, Label};
use crate::effect::Effect;
use crate::navigate::Route;
use crate::{Model, Notice, notify, room};
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_mindmap::formats::{self, Format, FormatError, Imported, MapFile};
use espalier_mindmap::maps::{CreateMap, name_of};
use espalier_mindmap::node_tree::NodeTree;
use espalier_mindmap::transfer;
use espalier_model::mindmap::{Layout, Side};
use espalier_model::{MapId, MindMap};

/// Writes a map to a file, and notifies of what the format cannot hold.
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
        if let Some(percent) = shrunk(picture.size) {
            notify(model, Notice::PictureShrunk(map, percent), false);
        }
        return out.push(Effect::SavePicture { name, svg: picture.svg, size: picture.size });
    }
    notify(model, Notice::Exported(name.clone()), false);
    out.push(Effect::SaveFile { name, mime: "image/svg+xml", bytes: picture.svg.into_bytes() });
}

/// Makes a map of a diagram in an answer.
pub fn open_diagram(model: &mut Model, env: &mut Env, text: &str, out: &mut Vec<Effect>) {
    let read = formats::from_mermaid(text).map(|map| Imported { format: Format::Text, maps: vec![map] });
    let title = read.as_ref().ok().and_then(|read| Some(read.maps.first()?.title.clone())).unwrap_or_default();
    import(model, env, &title, read, out);
}

/// Makes maps of the content of a file, as one step; a file that cannot be read changes nothing.
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
        let tree = folded_to_fit(&file.tree);
        transfer::new_map(&mut draft, env, id, &name_of(&file.title), &tree);
        let arrangement = file.arrangement.or_else(|| has_two_sides(&tree).then_some(Layout::Both));
        if let Some(arrangement) = arrangement {
            draft.update::<MindMap>(&id, |row| row.layout = arrangement);
        }
        nodes += file.tree.nodes.len();
        made.push(id);
    }
    let changes = draft.finish();
    let label = Label { document: Document::MAPS, command: CreateMap::ID, subject: truncate(name, SUBJECT) };
    if edit::record(model, env, label, changes, out).is_none() {
        return;
    }
    model.maps.opened.extend(made.iter().copied());
    model.maps.stale.extend(made.iter().copied());
    super::refresh(model);
    notify(model, Notice::ImportedMaps(made.len(), nodes), false);
    if let Some(&first) = made.first() {
        room::go(model, Route::Map(Some(first), None), out);
    }
}

/// Whether main branches of a file stand on both sides of their root.
fn has_two_sides(tree: &NodeTree) -> bool {
    let has = |side: Side| tree.nodes.iter().any(|node| node.side == Some(side));
    has(Side::Left) && has(Side::Right)
}

/// A tree of which more would be seen than can be read at once, folded at the deepest level that leaves few enough
/// nodes; folds of the file stay.
fn folded_to_fit(tree: &NodeTree) -> Cow<'_, NodeTree> {
    const READABLE: usize = 120;
    let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    let mut hidden: Vec<bool> = Vec::with_capacity(tree.nodes.len());
    let mut seen: Vec<usize> = Vec::new();
    let mut parents = vec![false; tree.nodes.len()];
    for node in &tree.nodes {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        let is_hidden = node.parent.is_some_and(|parent| hidden[parent] || (tree.nodes[parent].folded && depth > 1));
        if let Some(parent) = node.parent {
            parents[parent] = true;
        }
        depths.push(depth);
        hidden.push(is_hidden);
        seen.resize(seen.len().max(depth + 1), 0);
        seen[depth] += usize::from(!is_hidden);
    }
    if seen.iter().sum::<usize>() <= READABLE {
        return Cow::Borrowed(tree);
    }
    let mut all = 0;
    let fits = seen.iter().take_while(|&&count| {
        all += count;
        all <= READABLE
    });
    // The main branches are always seen.
    let level = fits.count().saturating_sub(1).max(1);
    let mut folded = tree.clone();
    for ((node, depth), has_children) in folded.nodes.iter_mut().zip(depths).zip(parents) {
        node.folded |= depth == level && has_children;
    }
    Cow::Owned(folded)
}

/// Scale of a PNG in percent, where no browser draws it in its own size.
pub fn shrunk(size: (f64, f64)) -> Option<u32> {
    let scale = PICTURE_SIDE / size.0.max(size.1);
    let scale = scale.min((PICTURE_AREA / (size.0 * size.1)).sqrt());
    (scale < 1.0).then(|| ((scale * 100.0).floor() as u32).max(1))
}

/// The longest side of a picture of pixels.
pub const PICTURE_SIDE: f64 = 8_192.0;
/// The most pixels of one.
pub const PICTURE_AREA: f64 = 48_000_000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_tree_is_folded_at_the_deepest_level_that_can_be_read() {
        let mut tree = NodeTree::default();
        let root = tree.push(None, "root");
        for main in 0..10 {
            let main = tree.push(Some(root), format!("main {main}"));
            for sub in 0..8 {
                let sub = tree.push(Some(main), format!("sub {sub}"));
                for leaf in 0..5 {
                    tree.push(Some(sub), format!("leaf {leaf}"));
                }
            }
        }
        let folded = folded_to_fit(&tree);
        assert_eq!(folded.nodes.iter().filter(|node| node.folded).count(), 80);
        assert!(folded.nodes.iter().all(|node| node.folded == node.title.starts_with("sub")));
        let mut small = NodeTree::default();
        let root = small.push(None, "root");
        small.push(Some(root), "leaf");
        assert!(matches!(folded_to_fit(&small), Cow::Borrowed(_)));
        // What the file folds counts as hidden already.
        for node in &mut tree.nodes {
            node.folded = node.title.starts_with("main");
        }
        assert!(matches!(folded_to_fit(&tree), Cow::Borrowed(_)));
    }

    #[test]
    fn a_picture_says_how_much_smaller_it_has_to_be() {
        assert_eq!(shrunk((4_000.0, 3_000.0)), None);
        assert_eq!(shrunk((1_000.0, 16_384.0)), Some(50));
        assert!(shrunk((8_000.0, 8_000.0)).is_some_and(|percent| percent < 100));
    }
}
