//! Two ways to call cargo: the native one that runs this program, and the one that can compile for the browser.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::place;

/// Tools that compile the page.
#[derive(Debug, Clone)]
pub struct Toolchain {
    /// Folders searched before `PATH`: the pinned tools and, where needed, the distribution's compiler.
    pub first: Vec<PathBuf>,
    /// Whether the distribution's compiler stands in for rustup's, so that rustup's choice must not leak into it.
    pub distribution: bool,
}

impl Toolchain {
    /// Returns the program as found with this toolchain's folders in front of `PATH`, started in the repository.
    pub fn command(&self, program: &str) -> Command {
        let path = joined(&self.first);
        let mut command = Command::new(self.find(program).unwrap_or_else(|| PathBuf::from(program)));
        clean(&mut command);
        command.current_dir(place::repository()).env("PATH", path);
        if self.distribution {
            command.env_remove("RUSTUP_TOOLCHAIN");
        }
        command
    }

    fn find(&self, program: &str) -> Option<PathBuf> {
        self.first.iter().find_map(|folder| executable(folder, program)).or_else(|| on_path(program))
    }
}

/// Returns the cargo that started this program, for everything that runs on this machine.
pub fn native_cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    native(&cargo)
}

/// Returns a program in the repository with the environment of the native toolchain.
pub fn native(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    clean(&mut command);
    command.current_dir(place::repository());
    command
}

/// Returns the first executable of that name on `PATH`.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| executable(&folder, program))
}

fn executable(folder: &Path, program: &str) -> Option<PathBuf> {
    let names =
        if cfg!(windows) { vec![format!("{program}.exe"), format!("{program}.cmd")] } else { vec![program.to_owned()] };
    names.into_iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

fn joined(first: &[PathBuf]) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = first.iter().cloned().chain(std::env::split_paths(&path));
    // A folder with the separator in its name cannot be on PATH at all; then PATH stays as it is.
    std::env::join_paths(all).unwrap_or(path)
}

/// Removes the description of this very program that `cargo run` gives to its children: a cargo started from here would
/// take it for the package being built.
fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let told = ["CARGO_PKG_", "CARGO_BIN_", "CARGO_MANIFEST_"].iter().any(|start| text.starts_with(start));
        if told
            || ["CARGO", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE", "OUT_DIR", "RUST_RECURSION_COUNT"].contains(&text)
        {
            command.env_remove(&name);
        }
    }
    // It also adds its own libraries, which belong to another compiler than the one being called.
    for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(list) = std::env::var_os(name) else { continue };
        let kept = std::env::split_paths(&list).filter(|folder| {
            let text = folder.to_string_lossy();
            !text.contains("rustlib") && !text.contains("toolchains") && !folder.starts_with(place::target())
        });
        match std::env::join_paths(kept) {
            Ok(kept) if !kept.is_empty() => command.env(name, kept),
            _ => command.env_remove(name),
        };
    }
}
