//! Results of long builds, kept for all clones of this user and found again by what they were made of.

use std::path::{Path, PathBuf};

use super::finish::{FNV_START, fingerprint};
use crate::shell::{Context, Result, files_below, remove_folder};
use crate::{place, setup};

/// Results of one kind that are kept: each is some megabytes, and switching between branches goes back and forth.
const KEPT: usize = 6;

/// Makes the result, or finds it as it was made before, and returns its folder. The stamp is another one when anything is
/// that the result follows from.
pub fn made(
    name: &str,
    size: &str,
    stamp: &str,
    doing: &str,
    make: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let built = place::built()?;
    let folder = built.join(format!("{name}-{size}-{stamp}"));
    let work = || {
        let partial = built.join(format!("{name}.partial"));
        make(&partial)?;
        setup::settle(&partial, &folder)?;
        forget_older(&built, &format!("{name}-{size}-"), KEPT)
    };
    setup::once(name, doing, || folder.is_dir(), work)?;
    Ok(folder)
}

/// Returns a text that is another one when one of these files, or files of these folders, or words is.
pub fn stamp<'a>(root: &Path, sources: &[String], words: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut hash = words.fold(FNV_START, |hash, word| fingerprint(hash, word.as_bytes()));
    for source in sources {
        let path = root.join(source);
        for file in if path.is_dir() { files_below(&path)? } else { vec![path] } {
            let bytes = std::fs::read(&file).context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
            hash = fingerprint(fingerprint(hash, name.as_bytes()), &bytes);
        }
    }
    Ok(format!("{hash:016x}"))
}

/// Deletes all but the newest of the files and folders whose names begin so.
pub fn forget_older(folder: &Path, start: &str, kept: usize) -> Result<()> {
    let entries = std::fs::read_dir(folder).context(|| format!("cannot list {}", folder.display()))?;
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_one).collect();
    found.sort_by_key(|path| std::cmp::Reverse(path.metadata().and_then(|known| known.modified()).ok()));
    found.iter().skip(kept).try_for_each(|path| {
        if path.is_dir() {
            return remove_folder(path);
        }
        std::fs::remove_file(path).context(|| format!("cannot remove {}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::make_folder;

    #[test]
    fn only_the_newest_results_are_kept() {
        let folder = place::target().join("xtask").join("test-forget");
        remove_folder(&folder).unwrap();
        let now = std::time::SystemTime::now();
        for age in 0..=KEPT {
            let path = folder.join(format!("model-{age}"));
            make_folder(&path).unwrap();
            let made = now - std::time::Duration::from_secs(60 * age as u64);
            std::fs::File::open(&path).unwrap().set_modified(made).unwrap();
        }
        make_folder(&folder.join("pages-0")).unwrap();
        forget_older(&folder, "model-", KEPT).unwrap();
        assert!(folder.join("pages-0").is_dir() && folder.join(format!("model-{}", KEPT - 1)).is_dir());
        assert!(!folder.join(format!("model-{KEPT}")).exists());
        remove_folder(&folder).unwrap();
    }
}
