//! Espalier: a private AI workspace in one browser tab.
//!
//! The screen sends a [`app::Msg`]; a pure [`app::update`] changes the [`app::Model`] and answers with
//! [`app::effect::Effect`]s; a thin runtime performs them and sends messages back. Floors, from the ground up; each
//! knows only those before it (`cargo xtask tidy` checks that):
//!
//! - [`base`]: ids, instants, text measures. Never asks the clock or for random numbers.
//! - [`llm`]: the endpoint client, sans-IO. No fetch, no records. [`markdown`]: text to a safe tree. No Yew.
//! - [`model`]: records and change sets. No untyped JSON, no prompts.
//! - [`command`], [`agent`], [`storage`]: history, turns, the port of storage. No room's name, no I/O.
//! - [`feature`]: the rooms' rules. A room never imports another.
//! - [`app`], [`i18n`]: the loop and its words. No await, no browser type.
//! - `ui`: components. No fetch, no storage, no spawning. `web`: the browser's side of every port; no decisions. `cli`:
//!   the same on a command line.
//!
//! This file is the only one that asks for the target, but for where the code is cut into pieces; what needs a browser
//! is compiled for `wasm32` alone, so a stray use of it in the core fails the native build.

pub mod agent;
pub mod app;
pub mod base;
#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod cli;
pub mod command;
pub mod feature;
pub mod i18n;
pub mod llm;
pub mod markdown;
pub mod model;
pub mod storage;
#[cfg(any(target_arch = "wasm32", test))]
pub mod ui;
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
