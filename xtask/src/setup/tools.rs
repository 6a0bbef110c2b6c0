//! The pinned tools around the compiler: wasm-bindgen (the version Cargo.lock names) and wasm-opt.

use std::path::{Path, PathBuf};

use super::{debian, once, settle, twice};
use crate::shell::{Failure, Result, make_folder, output, read, remove_folder, run, succeeds};
use crate::toolchain::{native, native_cargo, on_path};
use crate::{lockfile, place};

/// Version of the program that shrinks modules.
pub const BINARYEN: &str = "132.0.0";
/// Oldest version that knows the features the compiler uses by default.
const OLDEST_BINARYEN: u32 = 117;
const AXE: &str = "4.14.1";
const THREE: &str = "0.187.0";
const GLTF_VALIDATOR: &str = "2.0.0-dev.3.10";

/// Returns the version of a package in the text of a Cargo.lock.
fn locked_version<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    lockfile::packages(lock).find(|found| found.name == package).map(|found| found.version)
}

/// Installs the program that runs tests for the browser, and the one that Trunk calls; the page is built without them.
/// Returns their folder.
pub fn wasm_bindgen() -> Result<PathBuf> {
    let lock = read(&place::repository().join("Cargo.lock"))?;
    let version = locked_version(&lock, "wasm-bindgen").ok_or("Cargo.lock names no wasm-bindgen")?;
    // Without `--locked`: the lock file of some releases names crates that mirrors of the registry don't have.
    let cheap = [("OPT_LEVEL", "1"), ("CODEGEN_UNITS", "16")];
    cargo_install(
        "wasm-bindgen-cli",
        version,
        &cheap,
        "building the runner of tests in the browser (1 to 3 minutes, once)",
    )
}

/// Installs a package of cargo beside its final place and moves it there when whole.
fn cargo_install(name: &str, version: &str, profile: &[(&str, &str)], doing: &str) -> Result<PathBuf> {
    let tools = place::tools()?;
    let place = tools.join(format!("{name}-{version}"));
    let ready = || place.join("bin").is_dir();
    once(name, doing, ready, || {
        let partial = tools.join(format!("{name}.partial"));
        remove_folder(&partial)?;
        make_folder(&partial)?;
        twice(|| {
            let mut command = native_cargo();
            // It talks to this machine only, without encryption.
            command.args(["install", name, "--version", version, "--quiet", "--no-default-features"]);
            command.arg("--root").arg(&partial).env("CARGO_TARGET_DIR", partial.join("target"));
            command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_DEBUG", "false");
            for (setting, value) in profile {
                command.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
            }
            // From outside the repository, so that its Cargo settings don't apply to a foreign program.
            run(command.current_dir(&tools))
        })?;
        remove_folder(&partial.join("target"))?;
        settle(&partial, &place)
    })?;
    Ok(place.join("bin"))
}

/// Installs npm's build, which is recent and needs no compiler; one that is installed will do if it understands today's
/// modules. The distribution's own is too old for that.
pub fn wasm_opt() -> Result<Option<PathBuf>> {
    let installed = npm_install("binaryen", BINARYEN, "node_modules/.bin/wasm-opt", |program| {
        succeeds(native(program).arg("--version"))
    });
    match installed {
        Ok(program) => Ok(program.parent().map(Path::to_owned)),
        Err(failure) => {
            let found = on_path("wasm-opt").and_then(|program| output(native(program).arg("--version")).ok());
            match found.as_deref().and_then(binaryen_version) {
                Some(version) if version >= OLDEST_BINARYEN => Ok(None),
                _ => Err(Failure(format!(
                    "{failure}. Install Node.js with npm, or Binaryen {OLDEST_BINARYEN} or newer for its wasm-opt"
                ))),
            }
        }
    }
}

/// Reads the number in `wasm-opt version 132 (version_132)`.
fn binaryen_version(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

/// Installs the accessibility checker that end-to-end tests load into the page; never part of the app.
pub fn axe() -> Result<PathBuf> {
    npm_install("axe-core", AXE, "node_modules/axe-core/axe.min.js", Path::is_file)
}

/// Installs the package three.js, whose loader and renderer ours are compared with, and returns its folder.
pub fn three() -> Result<PathBuf> {
    let file = npm_install("three", THREE, "node_modules/three/build/three.module.js", Path::is_file)?;
    Ok(file.ancestors().nth(2).unwrap_or(&file).to_path_buf())
}

/// Installs the package with the validator that Khronos has for glTF, and returns its folder.
pub fn gltf_validator() -> Result<PathBuf> {
    let file = npm_install("gltf-validator", GLTF_VALIDATOR, "node_modules/gltf-validator/index.js", Path::is_file)?;
    Ok(file.parent().unwrap_or(&file).to_path_buf())
}

/// Installs a package of npm beside the other tools and returns the file wanted from it.
fn npm_install(name: &str, version: &str, file: &str, works: fn(&Path) -> bool) -> Result<PathBuf> {
    let tools = place::tools()?;
    let place = tools.join(format!("{name}-{version}"));
    let ready = || place.join(file).is_file();
    if !ready() && on_path("npm").is_none() && debian::is_here() {
        let here = || on_path("npm").is_some();
        once("npm", "installing it from the distribution", here, || debian::install(&["npm"]))?;
    }
    once(name, "downloading it from npm", ready, || {
        let npm = on_path("npm").ok_or_else(|| Failure(format!("{name} comes from npm, which is not installed")))?;
        let partial = tools.join(format!("{name}.partial"));
        remove_folder(&partial)?;
        make_folder(&partial)?;
        twice(|| {
            let mut command = native(&npm);
            command.args(["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]);
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
    fn the_version_of_binaryen_is_its_number() {
        assert_eq!(binaryen_version("wasm-opt version 132 (version_132)\n"), Some(132));
        assert_eq!(binaryen_version("wasm-opt"), None);
    }

    #[test]
    fn the_locked_version_is_of_exactly_that_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
