//! End-to-end tests: the built page in a real browser, against a scripted model endpoint.
//!
//! They see the product as a person or a script does: names from the page, requests on the wire, files on the disk.
//! They must not reach into it: no hook, no test mode, no import of the library.
//!
//! | variable | meaning |
//! |---|---|
//! | `ESPALIER_DIST` | folder with the built page (needed) |
//! | `ESPALIER_AXE` | `axe.min.js` of the npm package `axe-core` (needed by the accessibility tests) |
//! | `ESPALIER_THREE`, `ESPALIER_GLTF_VALIDATOR` | folders of the npm packages `three` and `gltf-validator` (needed by the test of scene files) |
//! | `ESPALIER_CHROME` | the browser, if it is not found on the PATH |
//! | `ESPALIER_SHOTS` | folder for pictures, also of every page whose test failed |
//! | `ESPALIER_SERVERS` | folder of the servers for copies, from Python's registry; without it, it is made |
//! | `ESPALIER_WITHOUT_SERVERS` | leaves the tests out that need them |
//! | `ESPALIER_REAL_MODEL` | base URL of a real server (needed by the ignored test that talks to one) |
//! | `ESPALIER_TORTURE` | how often a load of `torture` does harm; without it, a few times |
//! | `ESPALIER_FIGURES` | file to which such a load adds its row of the table |
//! | `ESPALIER_LATE` | milliseconds by which every page finishes late what it draws (`Page::finish_late`) |
//!
//! `cargo test --package espalier-e2e --test e2e harness_` runs the tests of the harness alone, without a built page.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on stops there
#![allow(clippy::print_stderr)] // what a failed page said belongs beside the failure
#![allow(dead_code)] // a harness offers more than today's tests use

mod accessibility;
mod app;
mod archive;
mod assistant;
mod attachments;
mod axe;
mod branching;
mod browser;
mod chunks;
mod code;
mod columns;
mod course;
mod deep_links;
mod device;
mod download;
mod elsewhere;
mod endpoint;
mod example;
mod failures;
mod find;
mod first_visit;
mod frame;
mod handover;
mod harness;
mod helper;
mod hostile;
mod hosting;
mod http;
mod installed;
mod keyboard;
mod language;
mod links;
mod long;
mod make;
mod map;
mod map_content;
mod map_fit;
mod map_hand;
mod menus;
mod mirror;
mod models;
mod newcomer;
mod parameters;
mod place;
mod place_server;
mod pressed;
mod print;
mod privacy;
mod queue;
mod real_model;
mod safety;
mod scene;
mod scene_assistant;
mod settings;
mod site;
mod start;
mod streaming;
mod tabs;
mod time;
mod time_assistant;
mod time_large;
mod today;
mod torture;
mod typed;
