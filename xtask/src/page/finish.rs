//! The last steps after Trunk: the style sheet and hashed names for what is named plainly.
//!
//! Must not be here: compiling.

use std::path::Path;

use super::style;
use crate::place;
use crate::shell::{Failure, Result, read, write};

/// Completes the folder Trunk left.
pub fn finish(folder: &Path) -> Result<()> {
    let page = folder.join("index.html");
    let html = read(&page)?;
    let css = style::bundle(&place::repository().join("static/css"))?;
    let name = hashed("app", css.as_bytes(), "css");
    write(&folder.join(&name), css)?;
    let html = renamed(&html, "app.css", &name)?;
    write(&page, html)
}

/// `app-0123456789abcdef.css`: a new name for every content, so that no cache can mix two builds.
fn hashed(stem: &str, content: &[u8], end: &str) -> String {
    format!("{stem}-{:016x}.{end}", fingerprint(content))
}

/// FNV-1a, 64 bits: names files, proves nothing.
fn fingerprint(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Replaces the one place in the page where the file is named.
fn renamed(html: &str, from: &str, to: &str) -> Result<String> {
    match html.matches(from).count() {
        1 => Ok(html.replacen(from, to, 1)),
        count => Err(Failure(format!("index.html names {from} {count} times, not once"))),
    }
}
