//! ZIP archives with files that can be imported.
//!
//! - Z1 Every JSON file of the archive is read; those of other kinds, and those that nothing is known of, are left out.
//! - Z2 An archive of which one of these files cannot be read is refused: a part of it would look like the whole.
//! - Z3 Together they are no larger than one file may be, or than honest contents of so small an archive.

use super::{Batch, ImportError, MAX_BYTES, Unknown};
use espalier_base::zip::Archive;

/// Reads an archive.
pub fn read(bytes: &[u8], batch: &mut Batch) -> Result<(), ImportError> {
    let archive = Archive::new(bytes).map_err(|_| Unknown::Zip)?;
    let files = || archive.entries().filter(|(_, name, _)| is_wanted(name));
    let total = files().fold(0_usize, |total, (_, _, size)| total.saturating_add(size));
    if total > MAX_BYTES.min(archive.limit()) {
        return Err(ImportError::TooLarge(total));
    }
    let mut whole = Batch::default();
    let mut is_known = false;
    for (index, name, size) in files() {
        let in_file = |error: ImportError| ImportError::InFile { name: name.to_owned(), error: Box::new(error) };
        let file = archive.unpack(index, size).map_err(|_| in_file(Unknown::Zip.into()))?;
        match whole.read_json(&file) {
            Ok(()) => is_known = true,
            // An archive has files of other kinds beside the conversations.
            Err(ImportError::Unknown(Unknown::OtherJson | Unknown::Empty)) => {}
            Err(error) => return Err(in_file(error)),
        }
    }
    if !is_known {
        return Err(Unknown::Zip.into());
    }
    batch.add(whole.contents)
}

fn is_wanted(name: &str) -> bool {
    let name = name.to_lowercase();
    // What systems add by themselves.
    let is_hidden = name.split('/').any(|part| part.starts_with('.') || part == "__macosx");
    let kind = name.rsplit('.').next().unwrap_or_default();
    !is_hidden && matches!(kind, "json" | "jsonl")
}
