//! Folders: the repository, the build folder, and the per-user folder of installed tools.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::shell::{Context, Failure, Result, make_folder, say};

/// Returns the root of the repository this xtask was built from.
pub fn repository() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Cargo's build folder for this repository.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository().join(folder),
        None => repository().join("target"),
    }
}

/// Returns the published page.
pub fn dist() -> PathBuf {
    repository().join("dist")
}

/// Installed tools, one folder per tool and version, shared by all clones of one user.
pub fn tools() -> Result<PathBuf> {
    Ok(cache()?.join("tools"))
}

/// Results of long builds, one folder per input, shared by all clones of one user.
pub fn built() -> Result<PathBuf> {
    Ok(cache()?.join("built"))
}

/// `$XDG_CACHE_HOME/espalier`, or the platform's usual place for such things.
fn cache() -> Result<PathBuf> {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    given("XDG_CACHE_HOME")
        .or_else(|| given("LOCALAPPDATA"))
        .or_else(|| given("HOME").map(|home| home.join(".cache")))
        .map(|folder| folder.join("espalier"))
        .ok_or_else(|| Failure::from("no folder for tools: set HOME or XDG_CACHE_HOME"))
}

/// Locks the installation of a tool, so that two runs don't install the same thing at once. Dropping the lock, or the
/// end of the process, releases it.
pub fn lock(tool: &str) -> Result<File> {
    let path = cache()?.join(format!("{tool}.lock"));
    make_folder(&cache()?)?;
    let file = File::create(&path).context(|| format!("cannot open {}", path.display()))?;
    if file.try_lock().is_err() {
        say(&format!("    waiting for another set-up of {tool} that is running on this machine"));
        file.lock().context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}
