//! Builds the page: cargo compiles the program, `cut` takes it apart, wasm-bindgen writes its glue, wasm-opt shrinks
//! every part, and `finish` puts it all together with the style sheet, the start script and the offline copy. Some workers
//! are programs of their own, see `worker`.

mod cut;
mod finish;
mod style;
pub mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::cut::Parts;
use crate::place;
use crate::setup::{self, TARGET};
use crate::shell::{Context, Result, make_folder, remove_folder, run, step};
use crate::toolchain::Toolchain;

pub use finish::assets;
pub use style::{Blank, blank};

/// Ways to build the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Compiles in seconds, in one piece; for working on the app.
    Quick,
    /// Compiles in seconds, but in chunks; for working on those.
    QuickPieces,
    /// Small and fast, in chunks; for publishing and measuring.
    Release,
}

/// Whether the page keeps a copy of itself for use without a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    /// As published.
    Kept,
    /// While working on it: a kept copy would hide the change just made. `?sw=1` turns it on all the same.
    Off,
}

/// Features that `wasm-opt` may rely on: all of them are older than those the page needs anyway.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-sign-ext",
    "--enable-mutable-globals",
];

/// Builds the page into `dist/`, ready for any static host.
pub fn dist(public_url: &str, how: Build) -> Result<PathBuf> {
    let toolchain = setup::for_building()?;
    let folder = place::dist();
    build(&toolchain, how, Offline::Kept, public_url, &folder)?;
    Ok(folder)
}

/// Builds the page into the folder. `public_url` is where it will stand: `./` works anywhere.
pub fn build(toolchain: &Toolchain, build: Build, offline: Offline, public_url: &str, folder: &Path) -> Result<()> {
    let doing = match build {
        Build::Quick | Build::QuickPieces => "compiling the page for development",
        Build::Release => "compiling the page for publishing",
    };
    let program = step("program", doing, || compile(toolchain, build))?;
    let workers = worker::ALL.iter().map(|worker| worker.build(toolchain, build)).collect::<Result<Vec<_>>>()?;
    step("page", "putting the page together", || {
        let work = place::target().join("xtask").join(match build {
            Build::Quick | Build::QuickPieces => "parts-quick",
            Build::Release => "parts",
        });
        let parts = match build {
            Build::Quick => Parts::whole(&program),
            Build::QuickPieces | Build::Release => cut::cut(&program, &work.join("cut"))?,
        };
        let folder_of_glue = work.join("glue");
        glue(toolchain, &parts.start, "espalier", &folder_of_glue)?;
        let start = folder_of_glue.join("espalier_bg.wasm");
        if build == Build::Release {
            for file in parts.files.values().chain([&start]) {
                shrink(toolchain, file, &["-Oz"])?;
            }
        }
        let files = parts.files.iter().map(|(name, path)| (name.as_str(), path.as_path()));
        let page = finish::Page {
            glue: &folder_of_glue.join("espalier.js"),
            start: &start,
            files: files.collect(),
            chunks: &parts.chunks,
            workers: &workers,
            public_url,
            offline,
        };
        finish::finish(&page, folder)
    })
}

/// Compiles the program.
fn compile(toolchain: &Toolchain, build: Build) -> Result<PathBuf> {
    let mut cargo = toolchain.command("cargo");
    let profile = if build == Build::Release { "release" } else { "wasm-dev" };
    cargo.args(["rustc", "--locked", "--bin", "espalier", "--target", TARGET, "--profile", profile]);
    if build == Build::Release {
        small_library(toolchain, &mut cargo)?;
    }
    if build != Build::Quick {
        // What is cut has to know which code refers to which; only the last link is asked for it.
        cargo.args(["--features", "split", "--", "-Clink-arg=--emit-relocs"]);
    }
    run(&mut cargo)?;
    Ok(place::target().join(TARGET).join(profile).join("espalier.wasm"))
}

/// Compiles Rust's standard library with the page, for size, where its source is there: it comes compiled for speed.
fn small_library(toolchain: &Toolchain, cargo: &mut Command) -> Result<()> {
    if setup::has_library_source(toolchain)? {
        cargo.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]);
        cargo.env("RUSTC_BOOTSTRAP", "1");
    } else {
        crate::shell::say(
            "    without the source of Rust's standard library (`rust-src`) the page is about 4 % larger",
        );
    }
    Ok(())
}

/// Writes the script that loads a program, and the program for it, anew into the folder.
fn glue(toolchain: &Toolchain, program: &Path, name: &str, folder: &Path) -> Result<()> {
    remove_folder(folder)?;
    make_folder(folder)?;
    let mut bindgen = toolchain.command("wasm-bindgen");
    // The chunks need what the linker exports: memory, table and stack.
    bindgen.args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", name, "--out-dir"]);
    run(bindgen.arg(folder).arg(program))
}

/// Shrinks a module; the names of functions, which only serve debugging, go as well.
fn shrink(toolchain: &Toolchain, file: &Path, how: &[&str]) -> Result<()> {
    let small = file.with_extension("small");
    let mut opt = toolchain.command("wasm-opt");
    opt.args(FEATURES).args(how).args(["--strip-debug", "--strip-producers"]).arg(file).arg("-o").arg(&small);
    run(&mut opt)?;
    std::fs::rename(&small, file).context(|| format!("cannot replace {}", file.display()))
}

impl Parts {
    /// Takes the program as it was compiled, in one part.
    fn whole(program: &Path) -> Self {
        Self { start: program.to_owned(), files: BTreeMap::new(), chunks: BTreeMap::new() }
    }
}
