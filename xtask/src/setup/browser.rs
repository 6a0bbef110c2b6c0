//! A Chromium-based browser and its driver.

use std::path::{Path, PathBuf};

use super::{debian, once};
use crate::shell::{Failure, Result};
use crate::toolchain::on_path;

/// The browser the tests run in.
#[derive(Debug, Clone)]
pub struct Browser {
    pub chrome: PathBuf,
    /// The program that wasm-bindgen's test runner steers the browser with.
    pub driver: PathBuf,
}

/// Finds a browser and its driver; on Debian installs what is missing.
pub fn ensure() -> Result<Browser> {
    let found = || Some(Browser { chrome: chrome()?, driver: driver()? });
    if let Some(browser) = found() {
        return Ok(browser);
    }
    if debian::is_here() {
        once(
            "browser",
            "installing Chromium and its driver from the distribution",
            || found().is_some(),
            || debian::install(&["chromium", "chromium-driver"]),
        )?;
    }
    found().ok_or_else(|| {
        Failure(format!(
            "the tests need {}. Set ESPALIER_CHROME or CHROMEDRIVER if they are in unusual places",
            match (chrome().is_some(), driver().is_some()) {
                (false, false) => "Chrome, Chromium or Edge, and the ChromeDriver of the same version",
                (false, true) => "Chrome, Chromium or Edge",
                _ => "the ChromeDriver of the same version as the installed browser",
            }
        ))
    })
}

fn chrome() -> Option<PathBuf> {
    const NAMES: [&str; 7] =
        ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"];
    const PLACES: [&str; 5] = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ];
    given("ESPALIER_CHROME")
        .or_else(|| NAMES.into_iter().find_map(on_path))
        .or_else(|| PLACES.into_iter().map(PathBuf::from).find(|path| path.is_file()))
}

fn driver() -> Option<PathBuf> {
    // Hosted build machines announce the folder of their driver by a variable.
    let folder = std::env::var_os("CHROMEWEBDRIVER").map(|folder| Path::new(&folder).join("chromedriver"));
    given("CHROMEDRIVER")
        .or_else(|| folder.filter(|path| path.is_file()))
        .or_else(|| on_path("chromedriver"))
        .or_else(|| on_path("msedgedriver"))
}

fn given(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_file())
}
