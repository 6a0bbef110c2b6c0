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
const AXE: &str = "4.14.1";

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
    match npm_install("binaryen", BINARYEN, "node_modules/.bin/wasm-opt", |program| {
        succeeds(native(program).arg("--version"))
    }) {
        Ok(program) => return Ok(program.parent().map(Path::to_owned)),
        Err(failure) => say(&format!("    {failure}; looking for another wasm-opt")),
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

/// The accessibility checker that end-to-end tests load into the page; never part of the app.
pub fn axe() -> Result<PathBuf> {
    if on_path("npm").is_none() && debian::is_here() {
        once(
            "npm",
            "installing it from the distribution",
            || on_path("npm").is_some(),
            || debian::install(&["npm"]),
        )?;
    }
    npm_install("axe-core", AXE, "node_modules/axe-core/axe.min.js", Path::is_file)
}

/// Installs a package of npm beside the other tools and returns the file wanted from it.
fn npm_install(name: &str, version: &str, file: &str, works: fn(&Path) -> bool) -> Result<PathBuf> {
    let tools = place::tools()?;
    let place = tools.join(format!("{name}-{version}"));
    let ready = || place.join(file).is_file();
    once(name, "downloading it from npm", ready, || {
        let npm = on_path("npm").ok_or_else(|| Failure(format!("{name} comes from npm, which is not installed")))?;
        let partial = tools.join(format!("{name}.partial"));
        remove_folder(&partial)?;
        make_folder(&partial)?;
        twice(|| {
            let mut command = native(&npm);
            command.args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--prefix",
            ]);
            run(command.arg(&partial).arg(format!("{name}@{version}")))
        })?;
        if !works(&partial.join(file)) {
            return Err(Failure(format!("the {name} from npm does not work here")));
        }
        settle(&partial, &place)
    })?;
    Ok(place.join(file))
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
