//! glTF 2.0 (the specification of the Khronos Group, ISO/IEC 12113:2022), as one text or as GLB, its binary container.
//!
//! - F5 Every shape is a node with a mesh that any viewer shows; in the node's `extras` is what the app itself needs to
//!   get exactly that shape back.
//! - F6 A node of the app that another program moved, turned, resized or coloured is read as that program left it.
//! - F7 In a file of another program each triangle becomes a shape.

mod access;
mod build;
mod glb;
mod input;
mod output;
mod own;
mod walk;

use super::{FormatError, SceneFile};
use espalier_base::base64;

pub use glb::is_binary;

/// Beginning of an address that is the data itself, as it is written.
const DATA: &str = "data:application/octet-stream;base64,";

/// Reads a text.
pub fn read(text: &str, name: &str) -> Result<SceneFile, FormatError> {
    walk::read(text, None, name)
}

/// Reads a binary container.
pub fn read_binary(bytes: &[u8], name: &str) -> Result<SceneFile, FormatError> {
    let (text, buffer) = glb::parts(bytes)?;
    walk::read(text, buffer, name)
}

/// Writes a text that has everything in it.
pub fn write(file: &SceneFile) -> Vec<u8> {
    let (mut document, buffer) = build::build(file);
    if let Some(first) = document.buffers.first_mut() {
        let mut uri = DATA.to_owned() + &base64::encode(&buffer);
        // Others want the signs that fill up the last group of four.
        while !(uri.len() - DATA.len()).is_multiple_of(4) {
            uri.push('=');
        }
        first.uri = Some(uri);
    }
    document.json()
}

/// Writes a binary container.
pub fn write_binary(file: &SceneFile) -> Vec<u8> {
    let (document, buffer) = build::build(file);
    glb::write(&document.json(), &buffer)
}
