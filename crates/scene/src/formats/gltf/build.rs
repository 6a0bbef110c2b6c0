//! Makes glTF 2.0 of a scene: a node for each shape; meshes, materials and data are there once for all that share them.

use std::collections::HashMap;

use glam::DVec3;

use super::output::{
    Accessor, Asset, Attributes, Buffer, BufferView, Document, Material, Mesh, Node, Primitive, Scene, Surface,
};
use super::own::{self, Extras, OwnScene, OwnShape};
use crate::formats::{FileShape, SceneFile, color, is_zero, mesh};
use crate::geometry::rotation;
use espalier_model::mindmap::Color;
use espalier_model::scene::Geometry;

const UNSIGNED_SHORT: u32 = 5123;
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
/// Three numbers of single precision.
const VERTEX_LENGTH: usize = 12;
/// The buffer views: all vertices and normals, then all indices.
const VERTICES: usize = 0;
const INDICES: usize = 1;

/// The data of a mesh, by what makes it differ from that of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Data {
    Square,
    Circle,
    /// The bits of the numbers of its vertices.
    Triangle([[u32; 3]; 3]),
}

/// Indices of the accessors of a mesh.
#[derive(Debug, Clone, Copy)]
struct Accessors {
    position: usize,
    normal: usize,
    indices: Option<usize>,
}

#[derive(Debug, Default)]
struct Builder {
    vertices: Vec<u8>,
    indices: Vec<u8>,
    accessors: Vec<Accessor>,
    meshes: Vec<Mesh>,
    materials: Vec<Material>,
    data: HashMap<Data, Accessors>,
    /// By how many there are and the bits of the direction.
    normals: HashMap<(usize, [u32; 3]), usize>,
    by_color: HashMap<Color, usize>,
    by_look: HashMap<(Data, Color), usize>,
}

/// The document, without an address for its only buffer, and that buffer; no buffer where there is no shape.
pub fn build(file: &SceneFile) -> (Document, Vec<u8>) {
    let mut builder = Builder::default();
    let nodes: Vec<Node> = file.shapes.iter().map(|shape| builder.node(shape)).collect();
    let scene = Scene {
        name: file.name.clone(),
        nodes: (0..nodes.len()).collect(),
        extras: Extras { espalier: OwnScene { version: own::VERSION } },
    };
    let Builder { vertices, indices, accessors, meshes, materials, .. } = builder;
    let buffer_views = views(&vertices, &indices);
    let buffer = [vertices, indices].concat();
    let buffers = if buffer.is_empty() { vec![] } else { vec![Buffer { byte_length: buffer.len(), uri: None }] };
    let document = Document {
        asset: Asset { version: "2.0", generator: "Espalier" },
        scene: 0,
        scenes: [scene],
        nodes,
        meshes,
        materials,
        accessors,
        buffer_views,
        buffers,
    };
    (document, buffer)
}

/// The views of the buffer that are not empty. Vertices come first, and there are none only if there are no indices.
fn views(vertices: &[u8], indices: &[u8]) -> Vec<BufferView> {
    let view = |byte_offset, bytes: &[u8], byte_stride, target| {
        (!bytes.is_empty()).then_some(BufferView {
            buffer: 0,
            byte_offset,
            byte_length: bytes.len(),
            byte_stride,
            target,
        })
    };
    let views = [
        view(0, vertices, Some(VERTEX_LENGTH), ARRAY_BUFFER),
        view(vertices.len(), indices, None, ELEMENT_ARRAY_BUFFER),
    ];
    views.into_iter().flatten().collect()
}

impl Builder {
    fn node(&mut self, shape: &FileShape) -> Node {
        let FileShape { name, geometry, position, rotation: angles, color } = shape.clone();
        let (size, turned) = (geometry.size(), rotation(angles).normalize());
        Node {
            name,
            mesh: self.mesh(&geometry, color),
            translation: (!is_zero(&position)).then_some(position),
            rotation: (!is_zero(&angles)).then_some(turned.to_array()),
            scale: (size.to_bits() != 1.0_f64.to_bits()).then_some([size; 3]),
            extras: Extras { espalier: OwnShape { geometry, position, rotation: angles, color } },
        }
    }

    /// The mesh of that look, made when it is first asked for.
    fn mesh(&mut self, geometry: &Geometry, color: Color) -> usize {
        let unit = mesh::Mesh::unit(geometry);
        let data = match (geometry, unit.points.as_slice()) {
            (Geometry::Square { .. }, _) => Data::Square,
            (Geometry::Triangle { .. }, [a, b, c]) => {
                Data::Triangle([*a, *b, *c].map(|point| single(point).map(f32::to_bits)))
            }
            _ => Data::Circle,
        };
        if let Some(index) = self.by_look.get(&(data, color)) {
            return *index;
        }
        let Accessors { position, normal, indices } = self.accessors(data, &unit);
        let material = self.material(color);
        let primitive = Primitive { attributes: Attributes { position, normal }, indices, material };
        let index = push(&mut self.meshes, Mesh { primitives: [primitive] });
        self.by_look.insert((data, color), index);
        index
    }

    fn material(&mut self, color: Color) -> usize {
        let materials = &mut self.materials;
        *self.by_color.entry(color).or_insert_with(|| {
            let [red, green, blue] = color::to_linear(color);
            let pbr_metallic_roughness = Surface { color: [red, green, blue, 1.0], metallic: 0.0, roughness: 1.0 };
            push(materials, Material { name: color.to_string(), pbr_metallic_roughness, double_sided: true })
        })
    }

    fn accessors(&mut self, data: Data, unit: &mesh::Mesh) -> Accessors {
        if let Some(known) = self.data.get(&data) {
            return *known;
        }
        let (low, high) = bounds(&unit.points);
        let position = self.vectors(unit.points.iter().copied(), Some((low, high)));
        let (count, direction) = (unit.points.len(), single(unit.normal).map(f32::to_bits));
        let normal = if let Some(known) = self.normals.get(&(count, direction)) {
            *known
        } else {
            let index = self.vectors(std::iter::repeat_n(unit.normal, count), None);
            self.normals.insert((count, direction), index);
            index
        };
        // A single triangle needs no list of its vertices.
        let indices = (unit.triangles.len() > 1).then(|| self.index_list(&unit.triangles));
        let accessors = Accessors { position, normal, indices };
        self.data.insert(data, accessors);
        accessors
    }

    fn vectors(&mut self, vectors: impl Iterator<Item = DVec3>, bounds: Option<([f64; 3], [f64; 3])>) -> usize {
        let byte_offset = self.vertices.len();
        for vector in vectors {
            self.vertices.extend(single(vector).into_iter().flat_map(f32::to_le_bytes));
        }
        let count = (self.vertices.len() - byte_offset) / VERTEX_LENGTH;
        let (min, max) = bounds.unzip();
        let (buffer_view, component_type, kind) = (VERTICES, FLOAT, "VEC3");
        push(&mut self.accessors, Accessor { buffer_view, byte_offset, component_type, count, kind, min, max })
    }

    /// The lists are of an even number of indices, so each begins at a multiple of four bytes.
    fn index_list(&mut self, triangles: &[[u16; 3]]) -> usize {
        let byte_offset = self.indices.len();
        self.indices.extend(triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes()));
        let (buffer_view, component_type, kind) = (INDICES, UNSIGNED_SHORT, "SCALAR");
        let count = triangles.len() * 3;
        push(
            &mut self.accessors,
            Accessor { buffer_view, byte_offset, component_type, count, kind, min: None, max: None },
        )
    }
}

/// Adds an item and says where it is.
fn push<T>(list: &mut Vec<T>, item: T) -> usize {
    list.push(item);
    list.len() - 1
}

/// A vector as it is stored; there is one zero only, so that equal data is found to be equal.
fn single(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(|value| value as f32 + 0.0)
}

/// The least and the greatest of the stored numbers: those before rounding would not be exact.
fn bounds(points: &[DVec3]) -> ([f64; 3], [f64; 3]) {
    let stored = || points.iter().map(|point| DVec3::from_array(single(*point).map(f64::from)));
    let low = stored().reduce(DVec3::min).unwrap_or_default();
    let high = stored().reduce(DVec3::max).unwrap_or_default();
    (low.to_array(), high.to_array())
}
