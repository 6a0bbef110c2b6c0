//! XML as these formats use it: a reader that hands out one token after another, and writing.
//!
//! Comments and processing instructions are passed over. A document type is too, unless it defines entities: those are
//! never expanded, and such a file is refused. `&nbsp;` is understood, other unknown entities stay as they are written.

mod extra;
mod tokens;
mod write;

pub use extra::{element_key, element_name, raw, write_attributes, write_elements};
pub use tokens::{Start, Token, Tokens, resolved};
pub use write::{Writer, is_element, is_name};
