//! The parts of glTF 2.0 that are read, named as in its specification; everything else is passed over.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::formats::list::List;
use crate::formats::{FormatError, MAX_SHAPES};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    asset: Asset,
    scene: Option<usize>,
    #[serde(default, borrow)]
    scenes: List<Scene<'a>>,
    #[serde(default, borrow)]
    nodes: List<Node<'a>>,
    #[serde(default, borrow)]
    meshes: List<RawMesh<'a>>,
    #[serde(default)]
    materials: List<Material>,
    #[serde(default)]
    accessors: List<Accessor>,
    #[serde(default)]
    buffer_views: List<BufferView>,
    #[serde(default)]
    buffers: List<Buffer>,
    #[serde(default)]
    extensions_required: List<String>,
}

/// A document.
#[derive(Debug)]
pub struct Document<'a> {
    pub version: String,
    pub scene: Option<usize>,
    pub scenes: Vec<Scene<'a>>,
    pub nodes: Vec<Node<'a>>,
    pub meshes: Vec<Mesh>,
    pub materials: Vec<Material>,
    pub accessors: Vec<Accessor>,
    pub buffer_views: Vec<BufferView>,
    pub buffers: Vec<Buffer>,
    pub extensions_required: Vec<String>,
}

impl<'a> Document<'a> {
    /// Reads a text; nothing in it has been checked but its form.
    pub fn of(text: &'a str) -> Result<Self, FormatError> {
        let fields: Fields<'a> = serde_json::from_str(text).map_err(|error| json_error(&error))?;
        let mut primitives = 0;
        let mut meshes = Vec::new();
        for mesh in fields.meshes.whole()? {
            let mesh = Mesh::of(mesh)?;
            // Lists in a list: each of them is bounded, but not all of them together.
            primitives += mesh.primitives.len();
            if primitives > 2 * MAX_SHAPES {
                return Err(FormatError::TooMany);
            }
            meshes.push(mesh);
        }
        Ok(Self {
            version: fields.asset.version,
            scene: fields.scene,
            scenes: fields.scenes.whole()?,
            nodes: fields.nodes.whole()?,
            meshes,
            materials: fields.materials.whole()?,
            accessors: fields.accessors.whole()?,
            buffer_views: fields.buffer_views.whole()?,
            buffers: fields.buffers.whole()?,
            extensions_required: fields.extensions_required.whole()?,
        })
    }
}

/// Makes an error of the place where JSON is wrong: programs write glTF, so a line and a column say more than a name.
fn json_error(error: &serde_json::Error) -> FormatError {
    FormatError::Json { line: error.line(), column: error.column() }
}

#[derive(Debug, Deserialize)]
struct Asset {
    version: String,
}

#[derive(Debug, Deserialize)]
pub struct Scene<'a> {
    pub name: Option<String>,
    #[serde(default)]
    pub nodes: Vec<u32>,
    #[serde(borrow)]
    pub extras: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub struct Node<'a> {
    pub name: Option<String>,
    #[serde(default)]
    pub children: Vec<u32>,
    pub mesh: Option<u32>,
    pub matrix: Option<Box<[f64; 16]>>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    #[serde(borrow)]
    pub extras: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
struct RawMesh<'a> {
    name: Option<String>,
    #[serde(borrow)]
    primitives: Option<&'a RawValue>,
}

#[derive(Debug)]
pub struct Mesh {
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
}

impl Mesh {
    fn of(raw: RawMesh<'_>) -> Result<Self, FormatError> {
        let primitives = match raw.primitives {
            Some(text) => serde_json::from_str::<List<_>>(text.get()).map_err(|error| json_error(&error))?.whole()?,
            None => Vec::new(),
        };
        Ok(Self { name: raw.name, primitives })
    }
}

#[derive(Debug, Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: Attributes,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    pub mode: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
pub struct Attributes {
    #[serde(rename = "POSITION")]
    pub position: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    #[serde(default)]
    pub pbr_metallic_roughness: Surface,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Surface {
    pub base_color_factor: Option<[f64; 4]>,
}

/// Kind of values of an accessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AccessorType {
    Scalar,
    Vec3,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: AccessorType,
    pub sparse: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub uri: Option<String>,
}
