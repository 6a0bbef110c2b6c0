//! `cargo xtask torture`: loads on the built page that do harm and count what was acknowledged and is not there.
//!
//! The loads are browser tests (`tests/e2e/torture`), which `cargo xtask test` runs in their short form.

use std::fmt::Write as _;

use crate::page::{self, Build, Offline};
use crate::shell::{Failure, Result, read, run, say, step, write};
use crate::toolchain::native_cargo;
use crate::{place, setup, test};

/// Loads by name: a module of `tests/e2e/torture` each.
const KINDS: [(&str, &str); 6] = [
    ("kill", "killing the browser while work goes on in all rooms"),
    ("power", "cutting the power, so that only what was made durable is left"),
    ("damage", "damaging the files of the database"),
    ("missing", "emptying the database, store by store and as a whole, while it is open"),
    ("trouble", "full disks, dead handles and clocks that jump, while work goes on"),
    ("tabs", "working in many tabs at once"),
];

/// How often the browser is killed with each storage engine, unless it is said.
const KILLS: u16 = 500;

const HEAD: &str = "\
| kind | engine | tries | acknowledged | lost | lost and said | restored | torn | most of a stream lost, ms | minutes |
|---|---|---|---|---|---|---|---|---|---|
";

/// Runs the named loads, or all of them, and prints the table of what they found.
pub fn torture(chosen: &[String], kills: Option<u16>, short: bool) -> Result<()> {
    if let Some(unknown) = chosen.iter().find(|name| KINDS.iter().all(|(kind, _)| kind != name)) {
        let kinds: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
        return Err(Failure(format!("there is no load `{unknown}`; the loads are {}", kinds.join(" "))));
    }
    if short && kills.is_some() {
        return Err("--short has its own number of kills".into());
    }
    let (toolchain, browser) = step("setup", "making this machine ready", setup::for_testing)?;
    if !place::dist().join("index.html").is_file() {
        page::build(&toolchain, Build::Release, Offline::Kept, "./", &place::dist())?;
    }
    let figures = place::target().join("xtask").join("torture.md");
    write(&figures, HEAD)?;
    let mut failed = String::new();
    for (kind, doing) in KINDS.iter().filter(|(kind, _)| chosen.is_empty() || chosen.iter().any(|name| name == kind)) {
        let mut cargo = native_cargo();
        cargo.args(["test", "--locked", "--package", test::E2E, "--test", "e2e", "--"]);
        cargo.args([&format!("torture::{kind}::"), "--nocapture", "--test-threads=1"]);
        cargo.env("ESPALIER_DIST", place::dist()).env("ESPALIER_CHROME", &browser.chrome);
        cargo.env("ESPALIER_FIGURES", &figures);
        if !short {
            cargo.env("ESPALIER_TORTURE", kills.unwrap_or(KILLS).to_string());
        }
        // What the others find is worth knowing, too.
        if step(kind, doing, || run(&mut cargo)).is_err() {
            let _ = write!(failed, " {kind}");
        }
    }
    say(&format!("\n{}\nThe table is in {}.", read(&figures)?, figures.display()));
    if failed.is_empty() { Ok(()) } else { Err(Failure(format!("these loads found a loss or failed:{failed}"))) }
}
