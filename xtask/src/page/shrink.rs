//! Shrinks modules with wasm-opt: several at once, and only those that are not as they were the last time.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::finish::{FNV_START, fingerprint};
use crate::setup::BINARYEN;
use crate::shell::{Context, Result, run, write};
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
    failures.into_inner().unwrap_or_else(PoisonError::into_inner).pop().map_or(Ok(()), Err)
}

/// Shrinks a module in place, or takes what came of the same module before.
fn one(toolchain: &Toolchain, file: &Path, how: &[&str]) -> Result<()> {
    let bytes = std::fs::read(file).context(|| format!("cannot read {}", file.display()))?;
    let way = FEATURES.iter().chain(how).fold(FNV_START, |hash, way| fingerprint(hash, way.as_bytes()));
    let stamp = format!("{:016x}", fingerprint(fingerprint(way, BINARYEN.as_bytes()), &bytes));
    // Beside the folder of the module, which is made anew for each build.
    let kept = file.parent().unwrap_or(file).with_extension("shrunk").join(file.file_name().unwrap_or_default());
    let stamp_file = kept.with_extension("stamp");
    if !(kept.is_file() && std::fs::read_to_string(&stamp_file).is_ok_and(|known| known == stamp)) {
        write(&stamp_file, "")?;
        shrink(toolchain, file, &kept, how)?;
        write(&stamp_file, &stamp)?;
    }
    std::fs::copy(&kept, file).map(drop).context(|| format!("cannot replace {}", file.display()))
}

/// Shrinks a module, also in place; the names of functions, which only serve debugging, go as well.
pub fn shrink(toolchain: &Toolchain, from: &Path, to: &Path, how: &[&str]) -> Result<()> {
    let mut opt = toolchain.command("wasm-opt");
    run(opt.args(FEATURES).args(how).args(["--strip-debug", "--strip-producers"]).arg(from).arg("-o").arg(to))
}
