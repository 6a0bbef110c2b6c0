//! Workers of the page that are programs of their own, each in a workspace of its own, as it is compiled in another way
//! than the page. They take minutes to compile and seldom change, so each is built only when something that it is made of
//! did.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Build, glue, kept, shrink};
use crate::place;
use crate::setup::{self, BINARYEN, TARGET};
use crate::shell::{Result, output, run};
use crate::toolchain::Toolchain;

/// A worker: its files are called after it, its script is `static/NAME-worker.js`.
#[derive(Debug)]
pub struct Worker {
    pub name: &'static str,
    /// Folder of its workspace, in the root of the repository.
    folder: &'static str,
    /// Crates of the page that it is made of.
    crates: &'static [&'static str],
    /// Flags of the compiler for the browser.
    flags: &'static str,
    /// Ways to shrink the program.
    shrunk: &'static [&'static str],
    doing: &'static str,
}

/// Program that runs models on the device, compiled for speed.
const MODEL: Worker = Worker {
    name: "model",
    folder: "inference",
    crates: &["local-model"],
    flags: "-C target-feature=+simd128",
    shrunk: &["-O3", "--enable-simd"],
    doing: "compiling what runs models on the device",
};

/// Program that draws pages of PDF documents.
const PAGES: Worker = Worker {
    name: "pages",
    folder: "pages",
    crates: &["attachments"],
    flags: "-C target-feature=+simd128",
    shrunk: &["-Os", "--enable-simd"],
    doing: "compiling what draws pages of documents",
};

/// Workers in the order in which they are built.
pub const ALL: [Worker; 2] = [MODEL, PAGES];

/// Files of a worker, beside its script.
pub struct Program {
    pub name: &'static str,
    /// The script that loads the program.
    pub glue: PathBuf,
    pub wasm: PathBuf,
}

impl Worker {
    /// Builds the worker, or finds it as it was built before, in any clone of this user.
    pub fn build(&self, toolchain: &Toolchain, how: Build) -> Result<Program> {
        let name = self.name;
        let is_small = how == Build::Release;
        let size = if is_small { "small" } else { "quick" };
        let stamp = self.fingerprint(&place::repository(), toolchain)?;
        let folder = kept::made(name, size, &stamp, self.doing, |partial| {
            glue(&self.compile(toolchain)?, name, partial)?;
            if is_small {
                let program = partial.join(format!("{name}_bg.wasm"));
                shrink::shrink(toolchain, &program, &program, self.shrunk)?;
            }
            Ok(())
        })?;
        Ok(Program { name, glue: folder.join(format!("{name}.js")), wasm: folder.join(format!("{name}_bg.wasm")) })
    }

    /// Returns the manifest of its workspace.
    pub fn manifest(&self) -> PathBuf {
        place::repository().join(self.folder).join("Cargo.toml")
    }

    /// Makes a call of cargo about it. It builds in the folder of the page, to share libraries with it and other workers.
    pub fn cargo(&self, mut cargo: Command, verb: &str) -> Command {
        cargo.args([verb, "--locked", "--manifest-path"]).arg(self.manifest());
        cargo.env("CARGO_TARGET_DIR", place::target());
        cargo
    }

    /// Makes a call of cargo about it, for the browser.
    pub fn cargo_for_browser(&self, cargo: Command, verb: &str) -> Command {
        let mut cargo = self.cargo(cargo, verb);
        cargo.args(["--lib", "--target", TARGET]).env("RUSTFLAGS", self.flags);
        cargo
    }

    /// Compiles it, in a build folder of its own: the page is compiled with the standard library, and Cargo would build
    /// the macros of both anew whenever the other was built.
    fn compile(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        setup::library(toolchain)?;
        let target = place::target().join(self.folder);
        let mut cargo = self.cargo_for_browser(toolchain.command("cargo"), "build");
        run(cargo.arg("--release").env("CARGO_TARGET_DIR", &target))?;
        Ok(target.join(TARGET).join("release").join(format!("espalier_{}.wasm", self.folder)))
    }

    /// Lists the files and folders that it is made of, beside the tools.
    fn sources(&self) -> Vec<String> {
        let own = ["Cargo.toml", "Cargo.lock", "src"].map(|path| format!("{}/{path}", self.folder));
        let shared =
            self.crates.iter().flat_map(|name| ["Cargo.toml", "src"].map(|path| format!("crates/{name}/{path}")));
        // Versions and features of the libraries of those crates.
        own.into_iter().chain(shared).chain(["Cargo.toml".to_owned()]).collect()
    }

    /// Returns a text that is another one when a source or a tool is. Which version of wasm-bindgen writes the glue
    /// stands in the list of locked libraries.
    fn fingerprint(&self, root: &Path, toolchain: &Toolchain) -> Result<String> {
        let compiler = output(toolchain.command("rustc").arg("-vV"))?;
        let ways = self.shrunk.iter().copied().chain([self.flags, &compiler, BINARYEN]);
        kept::stamp(root, &self.sources(), ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::write;

    #[test]
    fn a_changed_source_is_noticed() {
        let root = place::target().join("xtask").join("test-worker");
        let none = Toolchain { first: Vec::new(), distribution: false };
        for source in MODEL.sources() {
            let path = root.join(&source);
            write(&if source.ends_with("src") { path.join("lib.rs") } else { path }, "a").unwrap();
        }
        let before = MODEL.fingerprint(&root, &none).unwrap();
        assert_eq!(MODEL.fingerprint(&root, &none).unwrap(), before);
        write(&root.join("crates/local-model/src/lib.rs"), "b").unwrap();
        let changed = MODEL.fingerprint(&root, &none).unwrap();
        assert_ne!(changed, before);
        crate::shell::remove_folder(&root).unwrap();
    }

    #[test]
    fn every_source_is_there() {
        for source in ALL.iter().flat_map(Worker::sources) {
            assert!(place::repository().join(&source).exists(), "{source}");
        }
    }
}
