//! The worker that runs models on the device: a program of its own (`inference/`), compiled for speed and with SIMD.
//! It takes minutes to compile and seldom changes, so it is built only when something that it is made of did.

use std::path::{Path, PathBuf};

use super::finish::{FNV_START, fingerprint};
use super::{Build, glue, shrink};
use crate::place;
use crate::setup::TARGET;
use crate::shell::{Context, Result, files_below, run, step, write};
use crate::toolchain::Toolchain;

/// Files and folders that the worker is made of, beside the tools.
const SOURCES: [&str; 6] = [
    "inference/Cargo.toml",
    "inference/Cargo.lock",
    "inference/src",
    "crates/local-model/Cargo.toml",
    "crates/local-model/src",
    // Versions and features of the libraries of `local-model`.
    "Cargo.toml",
];

/// Flags of the compiler for the browser.
pub const FLAGS: &str = "-C target-feature=+simd128";

/// Files of the worker, beside its script.
pub struct Model {
    /// The script that loads the program.
    pub glue: PathBuf,
    pub program: PathBuf,
}

/// Builds the worker, or finds it as it was built before.
pub fn build(toolchain: &Toolchain, how: Build) -> Result<Model> {
    let is_small = how == Build::Release;
    let folder = place::target().join("xtask").join(if is_small { "model" } else { "model-quick" });
    let model = Model { glue: folder.join("model.js"), program: folder.join("model_bg.wasm") };
    let stamp = folder.join("stamp");
    let wanted = fingerprint_of(&place::repository(), toolchain)?;
    let is_built = std::fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == wanted);
    if !(is_built && model.glue.is_file() && model.program.is_file()) {
        step("model", "compiling what runs models on the device", || {
            glue(toolchain, &compile(toolchain)?, "model", &folder)?;
            if is_small {
                shrink(toolchain, &model.program, &["-O3", "--enable-simd"])?;
            }
            write(&stamp, &wanted)
        })?;
    }
    Ok(model)
}

/// Cargo's build folder of `inference`, whose libraries are compiled in another way than the page's.
pub fn target() -> PathBuf {
    place::target().join("inference")
}

/// Returns the manifest of `inference`.
pub fn manifest() -> PathBuf {
    place::repository().join("inference").join("Cargo.toml")
}

fn compile(toolchain: &Toolchain) -> Result<PathBuf> {
    let mut cargo = toolchain.command("cargo");
    cargo.args(["build", "--locked", "--release", "--lib", "--target", TARGET, "--manifest-path"]).arg(manifest());
    run(cargo.arg("--target-dir").arg(target()).env("RUSTFLAGS", FLAGS))?;
    Ok(target().join(TARGET).join("release").join("espalier_inference.wasm"))
}

/// Returns a text that is another one when a source or a tool is.
fn fingerprint_of(root: &Path, toolchain: &Toolchain) -> Result<String> {
    let mut hash = fingerprint(FNV_START, FLAGS.as_bytes());
    for folder in &toolchain.first {
        hash = fingerprint(hash, folder.to_string_lossy().as_bytes());
    }
    for source in SOURCES {
        let path = root.join(source);
        for file in if path.is_dir() { files_below(&path)? } else { vec![path] } {
            let bytes = std::fs::read(&file).context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
            hash = fingerprint(fingerprint(hash, name.as_bytes()), &bytes);
        }
    }
    Ok(format!("{hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_source_is_noticed() {
        let root = place::target().join("xtask").join("test-model");
        let none = Toolchain { first: Vec::new(), distribution: false };
        for source in SOURCES {
            let path = root.join(source);
            write(&if source.ends_with("src") { path.join("lib.rs") } else { path }, "a").unwrap();
        }
        let before = fingerprint_of(&root, &none).unwrap();
        assert_eq!(fingerprint_of(&root, &none).unwrap(), before);
        write(&root.join("crates/local-model/src/lib.rs"), "b").unwrap();
        let changed = fingerprint_of(&root, &none).unwrap();
        assert_ne!(changed, before);
        let other = Toolchain { first: vec!["tools".into()], distribution: false };
        assert_ne!(fingerprint_of(&root, &other).unwrap(), changed);
        crate::shell::remove_folder(&root).unwrap();
    }
}
