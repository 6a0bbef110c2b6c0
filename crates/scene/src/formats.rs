//! The file formats of scenes, as functions between bytes and [`SceneFile`].
//!
//! - F1 Reading a file of the app's own (JSON, or glTF and GLB that nobody changed) gives what was written, to the last
//!   digit.
//! - F2 No input makes a reader panic, recurse, or take more time or memory than a file of [`MAX_BYTES`] with
//!   [`MAX_SHAPES`] shapes deserves: lengths are compared with what is there before anything is made of them.
//! - F3 Every shape that was read can be stored: its numbers are finite and within the limits of a scene, and it has an
//!   area.
//! - F4 What a file is, is told by its content; its name names a scene that has no name of its own, and tells a damaged
//!   STL from what is no scene at all.

mod color;
mod error;
mod found;
mod gltf;
mod json;
mod limits;
mod list;
mod mesh;
mod stl;

use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, Vector};

pub use error::{FormatError, Problem};

/// The largest file that is read, in bytes: glTF of [`MAX_SHAPES`] shapes that have no mesh and no colour in common.
pub const MAX_BYTES: usize = 1024 * 1024 * 1024;
/// The most shapes a file may have.
pub const MAX_SHAPES: usize = 1_000_000;

/// The colour of what a file gives no colour.
const DEFAULT_COLOR: Color = Color { rgb: [0x6b, 0x72, 0x80] };

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The app's own, which holds everything.
    Json,
    /// glTF 2.0 in one text (Khronos; ISO/IEC 12113).
    Gltf,
    /// glTF 2.0 in one binary file.
    Glb,
    /// Stereolithography: triangles alone, without names and colours.
    Stl,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Json, Self::Gltf, Self::Glb, Self::Stl];

    /// Name by which a person or a command asks for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Stl => "stl",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Extension of its file names, without a dot.
    pub const fn extension(self) -> &'static str {
        self.name()
    }

    /// The media type of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Gltf => "model/gltf+json",
            Self::Glb => "model/gltf-binary",
            Self::Stl => "model/stl",
        }
    }
}

/// A scene as a file holds it: no ids, no times.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SceneFile {
    /// The name of the scene; may be empty.
    pub name: String,
    /// The shapes, in their order.
    pub shapes: Vec<FileShape>,
}

/// A shape as a file holds it; its fields mean what those of `model::scene::Shape` mean.
#[derive(Debug, Clone, PartialEq)]
pub struct FileShape {
    /// The name; may be empty.
    pub name: String,
    /// The type and measures.
    pub geometry: Geometry,
    /// Position of its origin.
    pub position: Vector,
    /// Degrees about the x, y and z axes.
    pub rotation: Vector,
    /// The colour.
    pub color: Color,
}

/// The content of a file that holds a scene.
pub fn write(file: &SceneFile, format: Format) -> Vec<u8> {
    match format {
        Format::Json => json::write(file),
        Format::Gltf => gltf::write(file),
        Format::Glb => gltf::write_binary(file),
        Format::Stl => stl::write(file),
    }
}

/// The scene that a file holds; the file's name names it where nothing else does (F4).
pub fn read(bytes: &[u8], name: &str) -> Result<SceneFile, FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    if gltf::is_binary(bytes) {
        return gltf::read_binary(bytes, name);
    }
    // Many programs begin even a binary STL with "solid", so its length is asked first. A text cannot have it: four
    // letters as a count ask for more than any file may hold.
    if stl::is_binary(bytes) {
        return stl::read_binary(bytes, name);
    }
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    match content.first() {
        None => Err(FormatError::Empty),
        Some(b'{') => read_text(content, name),
        Some(_) if stl::is_text(content) => stl::read_text(content, name),
        // A binary STL that is cut off, or has something behind its end, has no mark of its own.
        Some(_) if is_named_stl(name) => stl::read_binary(bytes, name),
        Some(_) => Err(FormatError::Unknown),
    }
}

/// Reads one of the two formats that are JSON.
fn read_text(content: &[u8], name: &str) -> Result<SceneFile, FormatError> {
    let text = std::str::from_utf8(content).map_err(|_| FormatError::Unknown)?;
    match json::Head::of(text)? {
        json::Head::Own { version } if version > json::VERSION => {
            Err(FormatError::Newer { found: version, known: json::VERSION })
        }
        json::Head::Own { .. } => json::read(text),
        json::Head::Gltf => gltf::read(text, name),
        json::Head::Other => Err(FormatError::Unknown),
    }
}

fn is_named_stl(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case(Format::Stl.extension()))
}

/// The name of a file without its folders and its extension.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The beginning of a name from a file of another program, which may be of any length and is repeated at each triangle.
fn short(name: &str) -> String {
    // Cut first: blanks without an end would be walked through again for each triangle.
    name.chars().take(100).collect::<String>().trim().to_owned()
}

fn is_zero(value: &Vector) -> bool {
    value.iter().all(|value| *value == 0.0)
}

#[cfg(test)]
mod tests;
