//! Makes a machine able to build and test the page, whatever was there before.
//! Every part first looks whether there is anything to do, so that a second run takes no time.

mod browser;
mod debian;
mod model;
mod target;
mod tools;

use std::path::Path;

use crate::place;
use crate::shell::{Result, run, say, step, succeeds};
use crate::toolchain::{Toolchain, native_cargo};

pub use browser::Browser;
pub use model::{RealModel, ensure as real_model};
pub use target::{TARGET, has_library_source};
pub use tools::{axe, gltf_validator, three};

/// Sets up the tools to build the page: a compiler with the browser target, wasm-bindgen, wasm-opt.
pub fn for_building() -> Result<Toolchain> {
    let mut toolchain = target::ensure()?;
    let mut folders = tools::ensure()?;
    // The distribution's compiler stays behind the pinned tools.
    folders.append(&mut toolchain.first);
    toolchain.first = folders;
    fetch()?;
    Ok(toolchain)
}

/// Sets up the browser for tests.
pub fn for_testing() -> Result<Browser> {
    browser::ensure()
}

/// Sets up the native formatter and linter, which a minimal installation leaves out.
pub fn for_linting() -> Result<()> {
    target::ensure_linters()
}

/// Sets up everything, for someone who wants to be ready before going offline.
pub fn everything() -> Result<()> {
    let start = std::time::Instant::now();
    let toolchain = for_building()?;
    for_linting()?;
    let browser = for_testing()?;
    axe()?;
    three()?;
    gltf_validator()?;
    say(&format!(
        "Ready in {}: the page is compiled by {}, tests run in {}.",
        crate::shell::seconds(start.elapsed()),
        if toolchain.distribution { "the distribution's Rust" } else { "this Rust" },
        browser.chrome.display()
    ));
    Ok(())
}

/// Fetches the dependencies, since the page is compiled offline, so that a lost connection cannot end it half way.
fn fetch() -> Result<()> {
    let mut here = native_cargo();
    if succeeds(here.args(["fetch", "--locked", "--offline"])) {
        return Ok(());
    }
    step("crates", "downloading the libraries named in Cargo.lock", || {
        twice(|| run(native_cargo().args(["fetch", "--locked"])))
    })
}

/// Tries once more before giving up, since networks fail now and then.
fn twice(mut work: impl FnMut() -> Result<()>) -> Result<()> {
    work().or_else(|failure| {
        say(&format!("    {failure}; trying once more"));
        work()
    })
}

/// Does nothing when `ready`; otherwise waits for any other set-up on this machine and looks again before working.
fn once(name: &str, doing: &str, ready: impl Fn() -> bool, work: impl FnOnce() -> Result<()>) -> Result<()> {
    if ready() {
        return Ok(());
    }
    let lock = place::lock()?;
    if ready() {
        return Ok(());
    }
    let result = step(name, doing, work);
    drop(lock);
    result
}

/// Moves a finished folder to its place in one step, so that a broken installation is never taken for a whole one.
fn settle(from: &Path, to: &Path) -> Result<()> {
    use crate::shell::Context;
    crate::shell::remove_folder(to)?;
    std::fs::rename(from, to).context(|| format!("cannot move {} to {}", from.display(), to.display()))
}
