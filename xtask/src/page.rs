//! Builds the page: Trunk compiles and assembles it, then `finish` adds what Trunk does not do.
//!
//! Must not be here: serving the page, or judging its size.

mod finish;
mod style;

use std::path::{Path, PathBuf};

use crate::place;
use crate::setup;
use crate::shell::{Result, run, step};
use crate::toolchain::Toolchain;

pub use style::{Blank, blank};

/// The two ways to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Compiles in seconds; for working on the app.
    Quick,
    /// Small and fast; for publishing and measuring.
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
    let toolchain = setup::for_building()?;
    let folder = place::dist();
    build(&toolchain, how, Offline::Kept, public_url, &folder)?;
    Ok(folder)
}

/// Builds the page into the folder. `public_url` is where it will stand: `./` works anywhere.
pub fn build(toolchain: &Toolchain, build: Build, offline: Offline, public_url: &str, folder: &Path) -> Result<()> {
    let doing = match build {
        Build::Quick => "compiling the page for development",
        Build::Release => "compiling and shrinking the page for publishing",
    };
    crate::shell::make_folder(folder)?;
    step("page", doing, || {
        let mut trunk = toolchain.command("trunk");
        trunk.args(["--offline", "--skip-version-check", "--log=warn", "build", "--public-url", public_url, "--dist"]);
        trunk.arg(folder);
        if build == Build::Release {
            trunk.arg("--release");
        }
        // Trunk reads these as its own settings, whose values are spelled differently.
        run(trunk.env_remove("NO_COLOR"))
    })?;
    finish::finish(folder, offline)
}
