//! Shrinks modules with wasm-opt: several at once, and only those that were not shrunk before, in any clone of this user.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::finish::{FNV_START, fingerprint};
use super::kept;
use crate::place;
use crate::setup::{BINARYEN, settle};
use crate::shell::{Context, Result, make_folder, run};
use crate::toolchain::Toolchain;

/// Features that `wasm-opt` may rely on: all of them are older than those the page needs anyway.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-sign-ext",
    "--enable-mutable-globals",
];

/// Modules that are kept: those of some builds.
const KEPT: usize = 200;

/// Shrinks the modules in place, on all cores, the largest first.
pub fn all<'a>(toolchain: &Toolchain, files: impl Iterator<Item = &'a PathBuf>, how: &[&str]) -> Result<()> {
    let size = |file: &&PathBuf| file.metadata().map_or(0, |known| known.len());
    let mut files: Vec<&PathBuf> = files.collect();
    files.sort_by_key(size);
    let (files, failures) = (Mutex::new(files), Mutex::new(Vec::new()));
    let next = || files.lock().unwrap_or_else(PoisonError::into_inner).pop();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = next() {
                    if let Err(failure) = one(toolchain, file, how) {
                        failures.lock().unwrap_or_else(PoisonError::into_inner).push(failure);
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap_or_else(PoisonError::into_inner).pop().map_or(Ok(()), Err)?;
    kept::forget_older(&place::built()?.join("shrunk"), "", KEPT)
}

/// Shrinks a module in place, or takes what came of the same module before.
fn one(toolchain: &Toolchain, file: &Path, how: &[&str]) -> Result<()> {
    let bytes = std::fs::read(file).context(|| format!("cannot read {}", file.display()))?;
    let way = FEATURES.iter().chain(how).fold(FNV_START, |hash, way| fingerprint(hash, way.as_bytes()));
    let stamp = format!("{:016x}", fingerprint(fingerprint(way, BINARYEN.as_bytes()), &bytes));
    let kept = place::built()?.join("shrunk").join(format!("{stamp}.wasm"));
    if !kept.is_file() {
        // Whole under its name, whoever else shrinks the same module.
        let partial = kept.with_extension(format!("{}.partial", std::process::id()));
        make_folder(&place::built()?.join("shrunk"))?;
        shrink(toolchain, file, &partial, how)?;
        settle(&partial, &kept)?;
    }
    std::fs::copy(&kept, file).map(drop).context(|| format!("cannot replace {}", file.display()))
}

/// Shrinks a module, also in place; the names of functions, which only serve debugging, go as well.
pub fn shrink(toolchain: &Toolchain, from: &Path, to: &Path, how: &[&str]) -> Result<()> {
    let mut opt = toolchain.command("wasm-opt");
    run(opt.args(FEATURES).args(how).args(["--strip-debug", "--strip-producers"]).arg(from).arg("-o").arg(to))
}
