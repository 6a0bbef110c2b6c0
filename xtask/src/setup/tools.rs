//! The pinned tools around the compiler: Trunk, wasm-bindgen (the version Cargo.lock names) and wasm-opt.
//!
//! Must not be here: the compiler itself.

use std::path::{Path, PathBuf};

use super::{debian, once, settle, twice};
use crate::place;
use crate::shell::{Failure, Result, make_folder, read, remove_folder, run, say, succeeds};
use crate::toolchain::{native, native_cargo, on_path};

/// The last Trunk that the oldest supported compiler builds.
const TRUNK: &str = "0.21.14";
const BINARYEN: &str = "132.0.0";

/// The folders with the programs, to be searched first.
pub fn ensure() -> Result<Vec<PathBuf>> {
    let lock = read(&place::repository().join("Cargo.lock"))?;
    let bindgen = locked_version(&lock, "wasm-bindgen").ok_or("Cargo.lock names no wasm-bindgen")?;
    Ok([trunk()?, wasm_bindgen(bindgen)?, wasm_opt()?]
        .into_iter()
        .flatten()
        .collect())
}

/// The version of a package in the text of a Cargo.lock.
fn locked_version<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    let head = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == head)?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

fn trunk() -> Result<Option<PathBuf>> {
    let args = ["--locked", "--no-default-features"];
    // Trunk only copies files and calls programs: optimising it would cost ten times the time it could ever save.
    let cheap = [("OPT_LEVEL", "0"), ("CODEGEN_UNITS", "256")];
    cargo_install(
        "trunk",
        TRUNK,
        &args,
        &cheap,
        "building Trunk, which assembles the page (about five minutes, once)",
    )
}

fn wasm_bindgen(version: &str) -> Result<Option<PathBuf>> {
    // Without `--locked`: the lock file of some releases names crates that mirrors of the registry don't have.
    let cheap = [("OPT_LEVEL", "1"), ("CODEGEN_UNITS", "16")];
    cargo_install(
        "wasm-bindgen-cli",
        version,
        &[],
        &cheap,
        "building wasm-bindgen (about three minutes, once)",
    )
}

/// Installs beside its final place and moves it there when whole.
fn cargo_install(
    name: &str,
    version: &str,
    args: &[&str],
    profile: &[(&str, &str)],
    doing: &str,
) -> Result<Option<PathBuf>> {
    let tools = place::tools()?;
    let place = tools.join(format!("{name}-{version}"));
    let ready = || place.join("bin").is_dir();
    once(name, doing, ready, || {
        let partial = tools.join(format!("{name}.partial"));
        remove_folder(&partial)?;
        twice(|| {
            let mut command = native_cargo();
            command
                .args(["install", name, "--version", version, "--quiet"])
                .args(args);
            command
                .arg("--root")
                .arg(&partial)
                .env("CARGO_TARGET_DIR", partial.join("target"));
            command
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_DEBUG", "false");
            for (setting, value) in profile {
                command.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
            }
            // From outside the repository, so that its Cargo settings don't apply to a foreign program.
            run(command.current_dir(&tools))
        })?;
        remove_folder(&partial.join("target"))?;
        settle(&partial, &place)
    })?;
    Ok(Some(place.join("bin")))
}

/// npm's build is recent and needs no compiler; any installed one or the distribution's will do without npm.
fn wasm_opt() -> Result<Option<PathBuf>> {
    let tools = place::tools()?;
    let place = tools.join(format!("binaryen-{BINARYEN}"));
    let programs = place.join("node_modules").join(".bin");
    let ready = || programs.is_dir();
    if ready() || (on_path("npm").is_some() && npm_install(&tools, &place, &ready)) {
        return Ok(Some(programs));
    }
    if on_path("wasm-opt").is_some() {
        return Ok(None);
    }
    if !debian::is_here() {
        return Err(Failure::from(
            "wasm-opt is missing: install Node.js with npm, or Binaryen",
        ));
    }
    once(
        "wasm-opt",
        "installing Binaryen from the distribution",
        || on_path("wasm-opt").is_some(),
        || debian::install(&["binaryen"]),
    )?;
    Ok(None)
}

fn npm_install(tools: &Path, place: &Path, ready: &dyn Fn() -> bool) -> bool {
    let installed = once("wasm-opt", "installing Binaryen from npm", ready, || {
        let partial = tools.join("binaryen.partial");
        remove_folder(&partial)?;
        make_folder(&partial)?;
        let package = format!("binaryen@{BINARYEN}");
        twice(|| {
            let mut command = native(on_path("npm").unwrap_or_else(|| PathBuf::from("npm")));
            command.args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--prefix",
            ]);
            run(command.arg(&partial).arg(&package))
        })?;
        let program = partial.join("node_modules").join(".bin").join("wasm-opt");
        if !succeeds(native(&program).arg("--version")) {
            return Err("the wasm-opt from npm does not start".into());
        }
        settle(&partial, place)
    });
    if let Err(failure) = &installed {
        say(&format!("    {failure}; looking for another wasm-opt"));
    }
    installed.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_of_exactly_that_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
