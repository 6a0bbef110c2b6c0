//! Builds the page: cargo compiles the program, `cut` takes it apart, wasm-bindgen writes its glue, wasm-opt shrinks
//! every part, and `finish` puts it all together with the style sheet, the start script and the offline copy. Some workers
//! are programs of their own, see `worker`.

mod cut;
mod finish;
mod kept;
mod licences;
mod program;
mod shrink;
mod style;
pub mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use self::cut::Parts;
use crate::place;
use crate::setup;
use crate::shell::{Failure, Result, make_folder, remove_folder, step};
use crate::toolchain::Toolchain;

pub use finish::{assets, script_of, write_worker};
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

/// Builds the page into `dist/`, ready for any static host.
pub fn dist(public_url: &str, how: Build) -> Result<PathBuf> {
    let toolchain = if how == Build::Release { setup::for_building() } else { setup::for_compiling() }?;
    let folder = place::dist();
    build(&toolchain, how, Offline::Kept, public_url, &folder)?;
    Ok(folder)
}

/// Builds the page into the folder. `public_url` is where it will stand: `./` works anywhere.
pub fn build(toolchain: &Toolchain, build: Build, offline: Offline, public_url: &str, folder: &Path) -> Result<()> {
    let program = program::compile(toolchain, build)?;
    let workers = worker::ALL.iter().map(|worker| worker.build(toolchain, build)).collect::<Result<Vec<_>>>()?;
    put_together(toolchain, &program, &workers, build, offline, public_url, folder)
}

/// Builds the page into the folder but for its workers: under the names of their scripts ([`script_of`]) there is
/// nothing yet.
pub fn build_without_workers(toolchain: &Toolchain, build: Build, folder: &Path) -> Result<()> {
    let program = program::compile(toolchain, build)?;
    put_together(toolchain, &program, &[], build, Offline::Off, "./", folder)
}

fn put_together(
    toolchain: &Toolchain,
    program: &Path,
    workers: &[worker::Program],
    build: Build,
    offline: Offline,
    public_url: &str,
    folder: &Path,
) -> Result<()> {
    let doing = match build {
        Build::Quick | Build::QuickPieces => "putting the page together",
        Build::Release => "shrinking the page and putting it together (1 to 4 minutes)",
    };
    step("page", doing, || {
        let work = place::target().join("xtask").join(match build {
            Build::Quick | Build::QuickPieces => "parts-quick",
            Build::Release => "parts",
        });
        let mut parts = match build {
            Build::Quick => Parts::whole(program),
            Build::QuickPieces | Build::Release => cut::cut(program, &work.join("cut"))?,
        };
        let folder_of_glue = work.join("glue");
        glue(&parts.start, "espalier", &folder_of_glue)?;
        parts.start = folder_of_glue.join("espalier_bg.wasm");
        if build == Build::Release {
            shrink::all(toolchain, parts.files.values().chain([&parts.start]), &["-Oz"])?;
        }
        let files = parts.files.iter().map(|(name, path)| (name.as_str(), path.as_path()));
        let page = finish::Page {
            glue: &folder_of_glue.join("espalier.js"),
            start: &parts.start,
            files: files.collect(),
            chunks: &parts.chunks,
            workers,
            public_url,
            offline,
        };
        finish::finish(&page, folder)?;
        match offline {
            Offline::Kept => licences::add(toolchain, folder),
            Offline::Off => Ok(()),
        }
    })
}

/// Writes the script that loads a program, and the program for it, anew into the folder.
fn glue(program: &Path, name: &str, folder: &Path) -> Result<()> {
    remove_folder(folder)?;
    make_folder(folder)?;
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        // The chunks need what the linker exports: memory, table and stack.
        bindgen.typescript(false).keep_lld_exports(true).omit_default_module_path(false);
        bindgen.out_name(name).input_path(program).generate(folder)
    });
    written.map_err(|error| Failure(format!("cannot write the glue for {}: {error:#}", program.display())))
}

impl Parts {
    /// Takes the program as it was compiled, in one part.
    fn whole(program: &Path) -> Self {
        Self { start: program.to_owned(), files: BTreeMap::new(), chunks: BTreeMap::new() }
    }
}
