//! The parts of glTF 2.0 that are written, named as in its specification.

use serde::Serialize;

use super::own::{Extras, OwnScene, OwnShape};

#[derive(Debug, Serialize)]
pub struct Asset {
    pub version: &'static str,
    pub generator: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub asset: Asset,
    pub scene: usize,
    pub scenes: [Scene; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
}

impl Document {
    /// The text.
    pub fn json(&self) -> Vec<u8> {
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

#[derive(Debug, Serialize)]
pub struct Scene {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<usize>,
    pub extras: Extras<OwnScene>,
}

#[derive(Debug, Serialize)]
pub struct Node {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub mesh: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f64; 3]>,
    pub extras: Extras<OwnShape>,
}

#[derive(Debug, Serialize)]
pub struct Mesh {
    pub primitives: [Primitive; 1],
}

#[derive(Debug, Serialize)]
pub struct Primitive {
    pub attributes: Attributes,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<usize>,
    pub material: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Attributes {
    pub position: usize,
    pub normal: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    pub name: String,
    pub pbr_metallic_roughness: Surface,
    pub double_sided: bool,
}

#[derive(Debug, Serialize)]
pub struct Surface {
    #[serde(rename = "baseColorFactor")]
    pub color: [f64; 4],
    #[serde(rename = "metallicFactor")]
    pub metallic: f64,
    #[serde(rename = "roughnessFactor")]
    pub roughness: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: usize,
    pub byte_offset: usize,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<[f64; 3]>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    pub byte_offset: usize,
    pub byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<usize>,
    pub target: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
}
