//! The program of the page: compiled in seconds while working on it, or small for publishing.

use std::path::PathBuf;
use std::process::Command;

use super::{Build, kept};
use crate::place;
use crate::setup::{self, TARGET};
use crate::shell::{Context, Result, make_folder, output, remove_folder, run, say, step};
use crate::toolchain::Toolchain;

/// Beginnings of the environment variables that the program reads while it is compiled, or its compiler does.
const READ: [&str; 3] = ["ESPALIER_AI_", "VITE_AI_", "RUSTFLAGS="];

/// Compiles the program; one for publishing is kept for all clones of this user, as it takes so long.
pub fn compile(toolchain: &Toolchain, build: Build) -> Result<PathBuf> {
    let mut cargo = compiler(toolchain, build)?;
    let profile = if build == Build::Release { "release" } else { "wasm-dev" };
    let program = place::target().join(TARGET).join(profile).join("espalier.wasm");
    if build != Build::Release {
        let doing = "compiling the program for development (the first time 3 to 8 minutes, then seconds)";
        step("program", doing, || run(&mut cargo))?;
        return Ok(program);
    }
    let stamp =
        kept::stamp(&place::repository(), &sources()?, program_is_of(toolchain, &cargo)?.iter().map(|word| &**word))?;
    let doing = "compiling the program for publishing (4 to 10 minutes)";
    let folder = kept::made("program", "small", &stamp, doing, |partial| {
        run(&mut cargo)?;
        remove_folder(partial)?;
        make_folder(partial)?;
        let kept = partial.join("espalier.wasm");
        std::fs::copy(&program, &kept).map(drop).context(|| format!("cannot keep {}", program.display()))
    })?;
    Ok(folder.join("espalier.wasm"))
}

/// Lists the files and folders that the program is made of.
fn sources() -> Result<Vec<String>> {
    let mut sources = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned(), "src".to_owned()];
    let crates = place::repository().join("crates");
    let entries = std::fs::read_dir(&crates).context(|| format!("cannot list {}", crates.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    sources.extend(names.iter().flat_map(|name| ["Cargo.toml", "src"].map(|path| format!("crates/{name}/{path}"))));
    Ok(sources)
}

/// Returns what the program follows from beside its sources: the compiler, its flags and what it reads of its environment.
fn program_is_of(toolchain: &Toolchain, cargo: &Command) -> Result<Vec<String>> {
    let mut words = vec![output(toolchain.command("rustc").arg("-vV"))?];
    words.extend(cargo.get_args().map(|word| word.to_string_lossy().into_owned()));
    let variables = std::env::vars_os().map(|(name, value)| format!("{}={}", name.display(), value.display()));
    let mut read: Vec<String> = variables.filter(|line| READ.iter().any(|start| line.starts_with(start))).collect();
    read.sort();
    words.extend(read);
    Ok(words)
}

/// Makes the call of cargo that compiles the program.
fn compiler(toolchain: &Toolchain, build: Build) -> Result<Command> {
    let profile = if build == Build::Release { "release" } else { "wasm-dev" };
    let mut cargo = toolchain.command("cargo");
    cargo.args(["rustc", "--locked", "--bin", "espalier", "--target", TARGET, "--profile", profile]);
    let has_source = setup::has_library_source(toolchain)?;
    if has_source && (build == Build::Release || toolchain.distribution) {
        // The standard library is compiled beside the libraries that need no browser: where the distribution has none
        // for the browser, that is quicker than before everything else.
        cargo.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
    }
    if build == Build::Release && has_source {
        // It comes compiled for speed.
        cargo.args(["-Z", "build-std-features=optimize_for_size"]);
    } else if build == Build::Release {
        say("    without the source of Rust's standard library (`rust-src`) the page is about 4 % larger");
    }
    // Only the last link is asked for these.
    cargo.args(match build {
        // Names of functions are two thirds of a program that was compiled quickly, and take longer to read than its code.
        Build::Quick => &["--", "-Clink-arg=--strip-all", "-Clink-arg=--keep-section=target_features"][..],
        // What is cut has to know which code refers to which.
        Build::QuickPieces | Build::Release => &["--features", "split", "--", "-Clink-arg=--emit-relocs"],
    });
    Ok(cargo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_reads_while_it_is_compiled_is_part_of_its_stamp() {
        let page = std::fs::read_to_string(place::repository().join("src/web/page.rs")).unwrap();
        let read: Vec<&str> = page.split("option_env!(\"").skip(1).collect();
        assert!(!read.is_empty() && read.iter().all(|name| READ.iter().any(|start| name.starts_with(start))));
        for source in sources().unwrap() {
            assert!(place::repository().join(&source).exists(), "{source}");
        }
    }
}
