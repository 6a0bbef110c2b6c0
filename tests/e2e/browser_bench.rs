//! Measurements of the built page in a real browser, beside bare pages that do only the unavoidable part.
//!
//! `cargo bench --package espalier-e2e --bench browser_bench [-- boot rooms files stream long open map time scene find]` prints tables;
//! `ESPALIER_DIST` names the built page, `ESPALIER_THREE` the folder of the npm package three (for scenes), `ESPALIER_PEER`
//! the address of another app whose start is measured beside (it is ready with its first field of several lines),
//! `ESPALIER_RUNS` how often each figure is taken (default 3, the median is shown with the range).
//! Times depend on the machine and on what else runs there, so only ratios within one run should be quoted.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a measurement that cannot go on stops there
#![allow(clippy::print_stdout, clippy::print_stderr)] // printing is what it is for
#![allow(dead_code, unused_imports)] // shares the harness with the tests

mod app;
mod axe;
mod bench;
mod browser;
mod endpoint;
mod http;
mod site;
mod time;
mod time_large;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let parts: [(&str, fn()); 10] = [
        ("boot", bench::boot::run),
        ("rooms", bench::boot::run_rooms),
        ("files", bench::boot::run_files),
        ("stream", bench::stream::run),
        ("long", bench::stream::run_long),
        ("open", bench::open::run),
        ("map", bench::map::run),
        ("time", bench::time::run),
        ("scene", bench::scene::run),
        ("find", bench::find::run),
    ];
    for (name, run) in parts {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}
