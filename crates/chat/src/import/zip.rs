//! ZIP archives with files that can be imported.
//!
//! - Z1 Every JSON file of the archive is read; those of other kinds, and those that nothing is known of, are left out.
//! - Z2 An archive of which one of these files cannot be read is refused: a part of it would look like the whole.
//! - Z3 Together they are no larger than one file may be.

use std::collections::BTreeSet;

use super::{Batch, ImportError, MAX_BYTES, Unknown};
use espalier_base::zip::{Archive, ArchiveError};

/// Reads an archive.
pub fn read(bytes: &[u8], batch: &mut Batch) -> Result<(), ImportError> {
    let archive = Archive::new(bytes).map_err(|_| Unknown::Zip)?;
    let names: BTreeSet<&str> = archive.names().filter(|name| is_wanted(name)).collect();
    let mut whole = Batch { keys: batch.keys.clone(), seen: batch.seen.clone(), ..Batch::default() };
    let mut room = MAX_BYTES;
    let mut is_known = false;
    for name in names {
        let in_file = |error: ImportError| ImportError::InFile { name: name.to_owned(), error: Box::new(error) };
        let file = match archive.file(name, room) {
            Ok(file) => file.unwrap_or_default(),
            Err(ArchiveError::TooLarge) => return Err(ImportError::TooLarge(MAX_BYTES + 1)),
            Err(ArchiveError::Problem(_)) => return Err(ImportError::Unreadable(name.to_owned())),
        };
        room -= file.len();
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
    (batch.keys, batch.seen) = (whole.keys, whole.seen);
    batch.contents.add(whole.contents);
    Ok(())
}

fn is_wanted(name: &str) -> bool {
    let name = name.to_lowercase();
    // What systems add by themselves.
    let is_hidden = name.split('/').any(|part| part.starts_with('.') || part == "__macosx");
    let kind = name.rsplit('.').next().unwrap_or_default();
    !is_hidden && matches!(kind, "json" | "jsonl")
}
