//! `cargo xtask bench`: the native benchmarks, then those in a browser on the published page.

use crate::page::{self, Build, Offline};
use crate::shell::{Result, run, step};
use crate::toolchain::native_cargo;
use crate::{place, setup, test};

/// Runs all benchmarks; those named, if any are.
pub fn bench(chosen: &[String]) -> Result<()> {
    let (toolchain, browser) = setup::for_testing()?;
    step("native", "measuring the library", || {
        run(native_cargo().args(["bench", "--locked", "--benches", "--"]).args(chosen))
    })?;
    step("wasm", "measuring the decoding of streams as WebAssembly", || {
        run(test::in_browser(&toolchain, &browser, "bench")?.args(["--bench", "stream"]))
    })?;
    page::build(&toolchain, Build::Release, Offline::Kept, "./", &place::dist())?;
    step("browser", "measuring the page in a headless browser", || {
        let mut cargo = native_cargo();
        cargo.args(["bench", "--locked", "--package", test::E2E, "--bench", "browser_bench", "--"]).args(chosen);
        if chosen.is_empty() || chosen.iter().any(|word| word == "scene") {
            cargo.env("ESPALIER_THREE", setup::three()?);
        }
        run(cargo.env("ESPALIER_DIST", place::dist()).env("ESPALIER_CHROME", &browser.chrome))
    })
}
