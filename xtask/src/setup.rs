//! Makes a machine able to build and test the page, whatever was there before.
//! Every part first looks whether there is anything to do, so that a second run takes no time.

mod browser;
mod debian;
mod model;
mod servers;
mod target;
mod tools;

use std::path::Path;

use crate::place;
use crate::shell::{Result, run, say, step, succeeds};
use crate::toolchain::{Toolchain, native_cargo};

pub use browser::Browser;
pub use model::{RealModel, ensure as real_model};
pub use servers::name_servers;
pub use target::{TARGET, has_library_source, library};
pub use tools::{BINARYEN, axe, gltf_validator, three};

/// Sets up what compiles the page: a compiler for the browser, and the libraries named in Cargo.lock. The distribution's
/// compiler has no standard library for the browser; see [`library`].
pub fn for_compiling() -> Result<Toolchain> {
    side_by_side(target::compiler, fetch).map(|(toolchain, ())| toolchain)
}

/// Sets up what builds the published page and everything beside it.
pub fn for_building() -> Result<Toolchain> {
    let (mut toolchain, shrinker) = side_by_side(for_compiling, tools::wasm_opt)?;
    library(&toolchain)?;
    // The distribution's compiler stays behind the pinned tools.
    toolchain.first.splice(0..0, shrinker);
    Ok(toolchain)
}

/// Sets up everything that checks and tests need.
pub fn for_testing() -> Result<(Toolchain, Browser)> {
    let packages = || axe().and_then(|_| three()).and_then(|_| gltf_validator());
    let tools = || side_by_side(packages, || for_linting().and_then(|()| tools::wasm_bindgen()));
    let (mut toolchain, (browser, (_, bindgen))) = side_by_side(for_building, || side_by_side(browser::ensure, tools))?;
    toolchain.first.insert(0, bindgen);
    Ok((toolchain, browser))
}

/// Sets up the native formatter and linter, which a minimal installation leaves out.
fn for_linting() -> Result<()> {
    target::ensure_linters()
}

/// Sets up everything, for someone who wants to be ready before going offline.
pub fn everything() -> Result<()> {
    let start = std::time::Instant::now();
    let (toolchain, browser) = for_testing()?;
    name_servers(&mut native_cargo())?;
    say(&format!(
        "Ready in {}: the page is compiled by {}, tests run in {}.",
        crate::shell::seconds(start.elapsed()),
        if toolchain.distribution { "the distribution's Rust" } else { "this Rust" },
        browser.chrome.display()
    ));
    Ok(())
}

/// Does two things that don't depend on each other at the same time. Both come to their end; the first failure counts.
pub fn side_by_side<A, B: Send>(
    one: impl FnOnce() -> Result<A>,
    other: impl FnOnce() -> Result<B> + Send,
) -> Result<(A, B)> {
    std::thread::scope(|scope| {
        let other = scope.spawn(other);
        let one = one();
        let other = other.join().unwrap_or_else(|_| Err("a part of the set-up ended early".into()));
        Ok((one?, other?))
    })
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

/// Does nothing when `ready`; otherwise waits for any other set-up of the same thing on this machine and looks again
/// before working.
pub fn once(name: &str, doing: &str, ready: impl Fn() -> bool, work: impl FnOnce() -> Result<()>) -> Result<()> {
    if ready() {
        return Ok(());
    }
    let lock = place::lock(name)?;
    if ready() {
        return Ok(());
    }
    let result = step(name, doing, work);
    drop(lock);
    result
}

/// Moves a finished folder to its place in one step, so that a broken installation is never taken for a whole one.
pub fn settle(from: &Path, to: &Path) -> Result<()> {
    use crate::shell::Context;
    crate::shell::remove_folder(to)?;
    std::fs::rename(from, to).context(|| format!("cannot move {} to {}", from.display(), to.display()))
}
