//! Walks the nodes of a glTF 2.0 document and collects what they show.

use glam::{DMat4, DQuat, DVec3};

use super::access::{Buffers, Indices, Points};
use super::input::{Document, Node, Primitive, Scene};
use super::own::{self, OwnScene, OwnShape};
use crate::formats::found::Found;
use crate::formats::{DEFAULT_COLOR, FormatError, Problem, SceneFile, color, short, stem};
use espalier_model::mindmap::Color;

/// Extensions that a file may require and that change nothing about where triangles are.
const HARMLESS: [&str; 5] = ["KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_xmp", "EXT_texture_"];

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// The scene of a document; `first` are the bytes that came with it in one file.
pub fn read(text: &str, first: Option<&[u8]>, name: &str) -> Result<SceneFile, FormatError> {
    let document = Document::of(text)?;
    check(&document)?;
    let scene = document.scenes.get(document.scene.unwrap_or_default());
    if document.scene.is_some() && scene.is_none() {
        return Err(FormatError::wrong("scene", Problem::Dangling));
    }
    let own: Option<OwnScene> = own::of(scene.and_then(|scene| scene.extras));
    if let Some(OwnScene { version }) = own
        && version > own::VERSION
    {
        return Err(FormatError::Newer { found: version, known: own::VERSION });
    }
    let buffers = Buffers::of(&document.buffers, first)?;
    let mut walk = Walk { document: &document, buffers: &buffers, found: Found::default() };
    walk.nodes(scene)?;
    let title = scene.and_then(|scene| scene.name.as_deref()).unwrap_or_default();
    if own.is_some() {
        return Ok(SceneFile { name: title.to_owned(), shapes: walk.found.any() });
    }
    let title = short(title);
    let name = if title.is_empty() { stem(name).to_owned() } else { title };
    Ok(SceneFile { name, shapes: walk.found.all()? })
}

/// Whether it is of a version and needs nothing that is not read.
fn check(document: &Document<'_>) -> Result<(), FormatError> {
    let major = document.version.split('.').next().and_then(|major| major.parse::<u64>().ok());
    match major {
        None => return Err(FormatError::wrong("asset.version", Problem::Invalid)),
        Some(2) => {}
        Some(found) if found > 2 => return Err(FormatError::Newer { found, known: 2 }),
        Some(_) => return Err(FormatError::Unsupported(format!("glTF {}", short(&document.version)))),
    }
    let is_harmless = |name: &str| HARMLESS.iter().any(|beginning| name.starts_with(beginning));
    match document.extensions_required.iter().find(|name| !is_harmless(name)) {
        Some(name) => Err(FormatError::Unsupported(short(name))),
        None => Ok(()),
    }
}

struct Walk<'d> {
    document: &'d Document<'d>,
    buffers: &'d Buffers<'d>,
    found: Found,
}

impl Walk<'_> {
    /// Visits the nodes of a scene in their order, or all where there are no scenes. The way is kept in a list, so that
    /// no depth is too much, and no node is visited twice, so that there are no circles.
    fn nodes(&mut self, scene: Option<&Scene<'_>>) -> Result<(), FormatError> {
        let document = self.document;
        let mut seen = vec![false; document.nodes.len()];
        let mut visit = |index: usize| {
            let place = || format!("nodes[{index}]");
            let seen = seen.get_mut(index).ok_or_else(|| FormatError::wrong(place(), Problem::Dangling))?;
            if std::mem::replace(seen, true) { Err(FormatError::wrong(place(), Problem::Invalid)) } else { Ok(index) }
        };
        let mut open = Vec::new();
        for root in scene.map_or_else(|| roots(document), |scene| scene.nodes.clone()).into_iter().rev() {
            open.push((visit(root as usize)?, DMat4::IDENTITY));
        }
        while let Some((index, parent)) = open.pop() {
            let Some(node) = document.nodes.get(index) else { continue };
            let world = parent * local(node);
            for child in node.children.iter().rev() {
                open.push((visit(*child as usize)?, world));
            }
            self.node(node, index, world)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node<'_>, index: usize, world: DMat4) -> Result<(), FormatError> {
        self.found.look()?;
        let document = self.document;
        let Some(mesh) = node.mesh else { return Ok(()) };
        let place = || FormatError::wrong(format!("nodes[{index}].mesh"), Problem::Dangling);
        let mesh = document.meshes.get(mesh as usize).ok_or_else(place)?;
        if let Some(shape) = own::of::<OwnShape>(node.extras) {
            let color = mesh.primitives.first().and_then(|primitive| self.color(primitive));
            let shape = shape.at(world, node.name.clone().unwrap_or_default(), color);
            if let Some(shape) = shape
                && self.found.shape(shape)?
            {
                return Ok(());
            }
        }
        let name = node.name.as_deref().or(mesh.name.as_deref()).map(short).unwrap_or_default();
        for primitive in &mesh.primitives {
            self.found.look()?;
            self.primitive(primitive, world, &name)?;
        }
        Ok(())
    }

    /// Adds each triangle of a primitive; lines and points are passed over.
    fn primitive(&mut self, primitive: &Primitive, world: DMat4, name: &str) -> Result<(), FormatError> {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        let (Some(position), TRIANGLES..=TRIANGLE_FAN) = (primitive.attributes.position, mode) else { return Ok(()) };
        let points = Points::of(self.document, self.buffers, position)?;
        let indices = primitive.indices.map(|index| Indices::of(self.document, self.buffers, index)).transpose()?;
        // All of them are zero, so that nothing has an area.
        if points.count() == 0 {
            return Ok(());
        }
        let count = indices.as_ref().map_or(points.count(), Indices::count);
        let color = self.color(primitive).unwrap_or(DEFAULT_COLOR);
        let triangles = if mode == TRIANGLES { count / 3 } else { count.saturating_sub(2) };
        for triangle in 0..triangles {
            let point = |corner: usize| {
                let index = indices.as_ref().map_or(Some(corner), |indices| indices.get(corner));
                let missing = || FormatError::wrong(format!("accessors[{position}]"), Problem::Dangling);
                index.and_then(|index| points.get(index)).ok_or_else(missing)
            };
            let [a, b, c] = corners(mode, triangle);
            let [a, b, c] = [point(a)?, point(b)?, point(c)?].map(|point| world.transform_point3(point));
            // A mirror turns a triangle's front to its back.
            let corners = if world.determinant() < 0.0 { [a, c, b] } else { [a, b, c] };
            self.found.triangle(corners, name, color)?;
        }
        Ok(())
    }

    /// The colour of the material of a primitive; one without a colour is white, as the specification says.
    fn color(&self, primitive: &Primitive) -> Option<Color> {
        let material = self.document.materials.get(primitive.material?)?;
        let [red, green, blue, _] = material.pbr_metallic_roughness.base_color_factor.unwrap_or([1.0; 4]);
        Some(color::from_linear([red, green, blue]))
    }
}

/// The nodes that are nobody's children.
fn roots(document: &Document<'_>) -> Vec<u32> {
    let mut is_root = vec![true; document.nodes.len()];
    for child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(is_root) = is_root.get_mut(*child as usize) {
            *is_root = false;
        }
    }
    (0..).zip(is_root).filter(|(_, is_root)| *is_root).map(|(index, _)| index).collect()
}

/// Returns the transform from the axes of a node to those of its parent.
fn local(node: &Node<'_>) -> DMat4 {
    if let Some(matrix) = &node.matrix {
        return DMat4::from_cols_array(matrix);
    }
    let scale = node.scale.map_or(DVec3::ONE, DVec3::from_array);
    let rotation = node.rotation.map_or(DQuat::IDENTITY, DQuat::from_array);
    let rotation = if rotation.length_squared() > 0.0 { rotation.normalize() } else { DQuat::IDENTITY };
    DMat4::from_scale_rotation_translation(scale, rotation, node.translation.map_or(DVec3::ZERO, DVec3::from_array))
}

/// The places of the three corners of a triangle in the list of vertices (section 3.7.2.1 of the specification).
const fn corners(mode: u32, triangle: usize) -> [usize; 3] {
    match mode {
        TRIANGLE_STRIP => [triangle, triangle + 1 + triangle % 2, triangle + 2 - triangle % 2],
        TRIANGLE_FAN => [triangle + 1, triangle + 2, 0],
        _ => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2],
    }
}
