//! Espalier: a private AI workspace in one browser tab.
//!
//! The screen (`espalier-ui`) sends a message; a pure `update` (`espalier-app`) changes the model and answers with
//! effects; `web` performs them in the browser and sends messages back. `ARCHITECTURE.md` shows the crates; each names
//! those it may use in its `Cargo.toml`. This package is the page itself: it holds `web`, the browser's side of every
//! port, and decides nothing. It compiles to nothing outside a browser.

#[cfg(target_arch = "wasm32")]
pub mod web;

/// Starts the app in the page it is loaded into.
#[cfg(target_arch = "wasm32")]
pub fn start() {
    web::runtime::start();
}

/// Outside a browser there is no page to start in; `cargo xtask serve` makes one.
#[cfg(not(target_arch = "wasm32"))]
pub fn start() {}
