//! A compiler that can build for the browser: rustup's where there is one, else the distribution's,
//! whose standard library for the browser has to be built from its source package once.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{debian, once, twice};
use crate::place;
use crate::shell::{Context, Failure, Result, files_below, output, remove_folder, run, say, succeeds, write};
use crate::toolchain::{Toolchain, native, native_cargo, on_path};

pub const TARGET: &str = "wasm32-unknown-unknown";

/// Folder where distributions put their compiler.
const SYSTEM: &str = "/usr/bin";

/// Debian's Rust recent enough for the page, the source of its standard library, and the linker.
const PACKAGES: [&str; 7] =
    ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy", "rustfmt-web", "rust-web-llvm", "lld-22"];

/// Finds or installs a compiler for the browser.
pub fn compiler() -> Result<Toolchain> {
    let native_toolchain = Toolchain { first: Vec::new(), distribution: false };
    if has_target(Path::new("rustc")) || rustup_allowed() && add_by_rustup() {
        add_source(&native_toolchain)?;
        return Ok(native_toolchain);
    }
    if !debian::is_here() {
        return Err(Failure(format!(
            "the Rust compiler here cannot build for the browser. Install rustup (https://rustup.rs) and run `rustup target add {TARGET}`"
        )));
    }
    by_distribution()?;
    Ok(Toolchain { first: vec![PathBuf::from(SYSTEM)], distribution: true })
}

/// Whether that compiler has a standard library for the browser.
pub fn has_target(rustc: &Path) -> bool {
    let Ok(folder) = library_folder(rustc) else { return false };
    let Ok(files) = std::fs::read_dir(folder) else {
        return false;
    };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// Whether the standard library can be compiled together with the page.
pub fn has_library_source(toolchain: &Toolchain) -> Result<bool> {
    let sysroot = output(toolchain.command("rustc").args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std/Cargo.toml").is_file())
}

/// Adds the formatter and the linter where rustup left them out.
pub fn ensure_linters() -> Result<()> {
    let missing = |tool: &str| !succeeds(native_cargo().args([tool, "--version"]));
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !missing(tool) {
            continue;
        }
        if rustup_allowed() {
            crate::shell::step(component, "adding it with rustup", || {
                twice(|| run(native("rustup").args(["component", "add", component])))
            })?;
        }
        if missing(tool) && debian::is_here() && on_path("rustup").is_none() {
            crate::shell::step(component, "installing it from the distribution", || {
                debian::install(&["rustfmt-web", "rust-web-clippy"])
            })?;
        }
        if missing(tool) {
            return Err(Failure(format!("`cargo {tool}` is missing: run `rustup component add {component}`")));
        }
    }
    Ok(())
}

/// Whether rustup may be used: its owner may have asked for no installations.
fn rustup_allowed() -> bool {
    std::env::var("RUSTUP_AUTO_INSTALL").as_deref() != Ok("0") && on_path("rustup").is_some()
}

fn add_by_rustup() -> bool {
    let ready = || has_target(Path::new("rustc"));
    let added = once("target", "adding the browser target with rustup", ready, || {
        twice(|| run(native("rustup").args(["target", "add", TARGET])))
    });
    if let Err(failure) = &added {
        say(&format!("    {failure}; trying the distribution instead"));
    }
    added.is_ok() && ready()
}

/// Adds the source of the standard library, with which the page is smaller; it can do without.
fn add_source(toolchain: &Toolchain) -> Result<()> {
    if rustup_allowed() && !has_library_source(toolchain)? {
        let added = crate::shell::step("rust-src", "adding the source of Rust's standard library with rustup", || {
            twice(|| run(native("rustup").args(["component", "add", "rust-src"])))
        });
        if let Err(failure) = added {
            say(&format!("    {failure}; going on without it"));
        }
    }
    Ok(())
}

fn by_distribution() -> Result<()> {
    let source = Path::new("/usr/lib/rustlib/src/rust/library/std");
    let packaged = || rustc().is_file() && source.is_dir() && Path::new(SYSTEM).join("wasm-ld-22").is_file();
    once("compiler", "installing the distribution's Rust (up to a minute, once)", packaged, install_packages)
}

/// Builds Rust's standard library for the browser, which the distribution has no package of; rustup brings it along.
pub fn library(toolchain: &Toolchain) -> Result<()> {
    if !toolchain.distribution {
        return Ok(());
    }
    let rustc = rustc();
    let whole = || up_to_date(&rustc).unwrap_or(false);
    once("library", "building Rust's standard library for the browser (up to 2 minutes, once)", whole, || {
        build_library(&rustc)
    })
}

/// The distribution's compiler.
fn rustc() -> PathBuf {
    Path::new(SYSTEM).join("rustc")
}

fn install_packages() -> Result<()> {
    debian::install(&PACKAGES).map_err(|failure| {
        Failure(format!(
            "{failure}. If the distribution has no such packages, install rustup (https://rustup.rs) and run `rustup target add {TARGET}`"
        ))
    })
}

/// Returns the library folder of the browser target, without creating it.
fn library_folder(rustc: &Path) -> Result<PathBuf> {
    let sysroot = output(native(rustc).args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib"))
}

/// Whether the stamp names the compiler in use: after an update of the compiler it does not match any more.
fn up_to_date(rustc: &Path) -> Result<bool> {
    let stamp = library_folder(rustc)?.join("built-by");
    Ok(has_target(rustc) && std::fs::read_to_string(stamp).is_ok_and(|text| Ok(text) == version(rustc).map_err(|_| ())))
}

fn version(rustc: &Path) -> Result<String> {
    output(native(rustc).arg("-vV"))
}

fn build_library(rustc: &Path) -> Result<()> {
    let work = place::tools()?.join("library-build");
    remove_folder(&work)?;
    write(
        &work.join("Cargo.toml"),
        "[package]\nname = \"library-build\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n",
    )?;
    write(&work.join("src/lib.rs"), "")?;
    twice(|| run(&mut library_build(&work)))?;
    let built: Vec<PathBuf> = files_below(&work.join("target").join(TARGET).join("release/deps"))?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rlib"))
        .filter(|path| !path.to_string_lossy().contains("liblibrary_build"))
        .collect();
    if built.is_empty() {
        return Err("the build of the standard library left no libraries".into());
    }
    place_library(rustc, &work, &built)?;
    remove_folder(&work)
}

/// Builds the standard library. Bitcode is embedded because link-time optimisation of the page reads it; `test` is part
/// of it because `cargo test` links it for this target too.
fn library_build(work: &Path) -> Command {
    let distribution = Toolchain { first: vec![PathBuf::from(SYSTEM)], distribution: true };
    let mut command = distribution.command("cargo");
    command
        .current_dir(work)
        .args(["build", "--quiet", "--release", "-Z", "build-std=std,panic_abort,test", "--target", TARGET])
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", work.join("target"));
    command
}

/// Puts the library in its place, the stamp last: without it the library counts as not there.
fn place_library(rustc: &Path, work: &Path, built: &[PathBuf]) -> Result<()> {
    let folder = library_folder(rustc)?;
    let stamp = work.join("built-by");
    write(&stamp, version(rustc)?)?;
    run(debian::as_root("rm")?.arg("-rf").arg(&folder))?;
    run(debian::as_root("mkdir")?.arg("-p").arg(&folder))?;
    run(debian::as_root("cp")?.args(built).arg(&folder))?;
    run(debian::as_root("cp")?.arg(&stamp).arg(&folder)).context(|| "the standard library is incomplete".to_owned())
}
