//! `cargo xtask test`: everything that has to be right before a change is good, in one run.
//! The first failing step ends it, with its output still on the screen; at the end stand the test runners' own words.

mod beside;
mod changed;
mod gate;
mod parts;
mod report;
pub mod times;

use std::path::{Path, PathBuf};
use std::process::Command;

use self::beside::Beside;
use self::gate::Ended;
use self::report::{Report, find_or_skip, verdict};
use crate::page::worker::ALL as WORKERS;
use crate::page::{self, Build, Offline};
use crate::setup::{self, Browser, RealModel};
use crate::shell::{Context, Failure, Result, read, run, say, seconds, since_first, step, timed, write};
use crate::toolchain::{Toolchain, native_cargo, on_path};
use crate::{place, real_model, size, tidy};

/// Flags of every run in a browser: no sandbox, because containers have none, and no calls home.
const CHROME_FLAGS: [&str; 7] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

const TARGET: &str = "wasm32-unknown-unknown";

/// A step of the run: its name on the command line, a description, and its function.
struct Step {
    name: &'static str,
    doing: &'static str,
    work: fn(&mut Run<'_>) -> Result<()>,
}

const STEPS: [Step; 12] = [
    Step { name: "format", doing: "is all code laid out by rustfmt?", work: format },
    Step { name: "clippy", doing: "linting everything that runs here", work: clippy_native },
    Step { name: "clippy-wasm", doing: "linting what runs in the browser", work: clippy_wasm },
    Step { name: "tidy", doing: "the rules of the house", work: |_| tidy::check() },
    Step { name: "unit", doing: "native tests", work: unit },
    Step { name: "storage", doing: "tests on a real IndexedDB in a headless browser", work: storage },
    Step { name: DIST, doing: "building the page as it is published", work: dist },
    Step { name: "size", doing: "weighing the page against its budget", work: |_| size::check(&place::dist()) },
    Step { name: E2E_STEP, doing: "using the built page in a headless browser", work: end_to_end },
    Step { name: LATE, doing: "using the page while it finishes its effects late", work: late },
    Step { name: TRUNK, doing: "building the page with Trunk", work: trunk },
    Step { name: REAL_MODEL, doing: "talking to a real model behind a real server", work: real_model },
];

/// The step that is no part of the whole run: it takes as long as all browser tests and finds what they find by chance.
const LATE: &str = "late";

/// How late effects are in that step, in milliseconds.
const LATE_MS: &str = "60";

/// The step that needs a program that not everyone has.
const TRUNK: &str = "trunk";

/// The package of the tests that use the built page.
pub const E2E: &str = "espalier-e2e";

/// The step that uses the built page.
const E2E_STEP: &str = "e2e";

/// The step that builds the published page.
const DIST: &str = "dist";

/// Name of the step whose model cannot be had everywhere.
const REAL_MODEL: &str = "real-model";

/// State that the steps share: tools, found at most once, and the runners' last words.
struct Run<'run> {
    toolchain: Toolchain,
    browser: Browser,
    /// The real model, looked for when its step comes.
    model: Option<RealModel>,
    /// Whether this is the run of all steps.
    is_whole: bool,
    /// Steps that run beside the present one.
    beside: Vec<Beside>,
    /// Words for libtest that choose browser tests.
    filter: &'run [String],
    report: &'run mut Report,
}

/// Runs the named steps, or all of them; with `--changed` those of what the present change touches. Words after `--`
/// choose browser tests.
pub fn test(words: &[String]) -> Result<()> {
    let (words, table) = match words {
        [mark, step] if mark == beside::MARK => (&words[1..], times::of_step(step)),
        _ => (words, "times.tsv".to_owned()),
    };
    if words == ["--changed"] {
        return report(&table, |report| {
            let touched = changed::find()?;
            let filter = touched.filter();
            changed::test(&mut Run::new(false, &filter, report)?, &touched)
        });
    }
    let mut parts = words.splitn(2, |word| word == "--");
    let (chosen, filter) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if let Some(unknown) = chosen.iter().find(|name| STEPS.iter().all(|step| step.name != name.as_str())) {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(Failure(format!("there is no step `{unknown}`; the steps are {}", names.join(" "))));
    }
    if !filter.is_empty() && (chosen.is_empty() || !chosen.iter().all(|name| [E2E_STEP, LATE].contains(&name.as_str())))
    {
        return Err(Failure(format!("words after `--` choose tests of the steps {E2E_STEP} and {LATE} alone")));
    }
    report(&table, |report| run_steps(chosen, filter, report))
}

/// Runs what reports, and says and keeps what it reported.
fn report(table: &str, work: impl FnOnce(&mut Report) -> Result<()>) -> Result<()> {
    let mut report = Report::default();
    let result = work(&mut report);
    let kept = times::keep_steps(table);
    if result.is_ok() {
        say(&format!("\n{} in {}: {}", verdict(&report.skipped), seconds(since_first()), durations()));
    }
    report.say();
    result.and(kept)
}

fn run_steps(chosen: &[String], filter: &[String], report: &mut Report) -> Result<()> {
    let is_whole = chosen.is_empty();
    let mut run = Run::new(is_whole, filter, report)?;
    if is_whole {
        // Most of that is the linker's optimisation, which keeps one core busy for minutes.
        run.beside.push(Beside::start(DIST)?);
    }
    let mut steps = STEPS.iter().filter(|step| match chosen {
        [] => step.name != LATE,
        names => names.iter().any(|name| name == step.name),
    });
    steps.try_for_each(|wanted| run.step(wanted))
}

/// Returns how long each step of the table took.
fn durations() -> String {
    let steps = timed();
    let named = steps.iter().filter(|timed| STEPS.iter().any(|step| step.name == timed.name));
    named.map(|timed| format!("{} {}", timed.name, seconds(timed.took))).collect::<Vec<_>>().join(", ")
}

fn format(_: &mut Run<'_>) -> Result<()> {
    run(native_cargo().args(["fmt", "--all", "--check"]))?;
    for worker in &WORKERS {
        run(native_cargo().args(["fmt", "--check", "--manifest-path"]).arg(worker.manifest()))?;
    }
    Ok(())
}

fn clippy_native(_: &mut Run) -> Result<()> {
    let mut cargo = native_cargo();
    cargo.args(["clippy", "--locked", "--workspace", "--all-targets", "--all-features"]);
    run(cargo.args(["--", "-D", "warnings"]))?;
    clippy_fuzz()?;
    // The workers are workspaces of their own, too.
    for worker in &WORKERS {
        run(worker.cargo(native_cargo(), "clippy").args(["--all-targets", "--", "-D", "warnings"]))?;
    }
    Ok(())
}

/// Lints the fuzz targets, a workspace of their own, which nothing else compiles.
fn clippy_fuzz() -> Result<()> {
    let mut cargo = native_cargo();
    cargo.args(["clippy", "--locked", "--all-targets", "--no-default-features", "--manifest-path"]);
    cargo.arg(place::repository().join("fuzz").join("Cargo.toml")).arg("--target-dir").arg(place::target());
    run(cargo.args(["--", "-D", "warnings"]))
}

fn clippy_wasm(shared: &mut Run<'_>) -> Result<()> {
    clippy_page(shared)?;
    for worker in &WORKERS {
        let mut cargo = worker.cargo_for_browser(shared.toolchain.command("cargo"), "clippy");
        run(cargo.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

fn clippy_page(shared: &mut Run<'_>) -> Result<()> {
    let mut cargo = shared.toolchain.command("cargo");
    cargo.args(["clippy", "--locked", "--target", TARGET, "--package", "espalier", "--lib", "--bins"]);
    run(cargo.args(browser_tests()?).args(["--", "-D", "warnings"]))
}

fn unit(shared: &mut Run<'_>) -> Result<()> {
    let mut cargo = native_cargo();
    setup::name_servers(cargo.args(["test", "--locked", "--workspace", "--exclude", E2E]))?;
    let of_workers = WORKERS.iter().map(|worker| worker.cargo(native_cargo(), "test"));
    let mut text = String::new();
    let result = std::iter::once(cargo).chain(of_workers).try_for_each(|mut cargo| {
        let ended = shared.listen("unit", times::ask_for(&mut cargo)?)?;
        text.push_str(&ended.text);
        ended.passed()
    });
    times::keep_tests("unit", &text)?;
    result?;
    if shared.is_whole {
        // The page is still being built, for which the browser tests have to wait.
        run(native_cargo().args(["test", "--locked", "--no-run", "--package", E2E, "--test", "e2e"]))?;
    }
    Ok(())
}

fn storage(shared: &mut Run<'_>) -> Result<()> {
    let targets = browser_tests()?;
    let mut cargo = in_browser(&shared.toolchain, &shared.browser, "test")?;
    shared.listen("storage", cargo.args(&targets))?.passed()
}

/// Makes a call of cargo whose programs run as WebAssembly in the browser.
pub fn in_browser(toolchain: &Toolchain, browser: &Browser, verb: &str) -> Result<Command> {
    let driver = place::target().join("xtask").join("webdriver.json");
    let options = serde_json::json!({"goog:chromeOptions": {"binary": browser.chrome, "args": CHROME_FLAGS}});
    write(&driver, options.to_string())?;
    let mut cargo = toolchain.command("cargo");
    cargo.args([verb, "--locked", "--target", TARGET]);
    cargo
        .env("CHROMEDRIVER", &browser.driver)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &driver)
        .env("WASM_BINDGEN_TEST_ONLY_WEB", "1")
        // Of a whole program, not of one test. The default of 20 s is what a slow machine needs for all tests.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "180");
    Ok(cargo)
}

/// Lists cargo's packages and targets that hold tests for the browser.
fn browser_tests() -> Result<Vec<String>> {
    let asks = |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("wasm_bindgen_test"));
    let mut arguments = Vec::new();
    for package in folder(&place::repository().join("crates"))? {
        let tests: Vec<PathBuf> = match folder(&package.join("tests")) {
            Ok(files) => files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")).collect(),
            Err(_) => continue,
        };
        let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let before = arguments.len();
        for test in tests.iter().filter(|path| asks(path)) {
            arguments.extend(["--test".to_owned(), name(test)]);
        }
        if arguments.len() > before {
            arguments.extend(["--package".to_owned(), format!("espalier-{}", name(&package))]);
        }
    }
    Ok(arguments)
}

/// Everything in a folder.
fn folder(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path).context(|| format!("cannot list {}", path.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

fn dist(shared: &mut Run<'_>) -> Result<()> {
    page::build(&shared.toolchain, Build::Release, Offline::Kept, "./", &place::dist())
}

fn end_to_end(shared: &mut Run<'_>) -> Result<()> {
    let mut cargo = browser_test(shared)?;
    let ended = shared.listen(E2E_STEP, times::ask_for(&mut cargo)?.arg("--").args(shared.filter))?;
    // The table is of all tests.
    if shared.filter.is_empty() {
        shared.report.slowest = times::keep_tests(E2E_STEP, &ended.text)?;
    }
    let flaky = gate::judge(ended, |name| {
        gate::listen(E2E_STEP, browser_test(shared)?.args(["--", "--exact", name, "--test-threads=1"]))
    })?;
    shared.report.flaky = flaky.iter().map(gate::Again::keep).collect::<Result<_>>()?;
    Ok(())
}

/// Runs the browser tests on pages that are always slow, where a race is lost every time.
fn late(shared: &mut Run<'_>) -> Result<()> {
    let mut cargo = browser_test(shared)?;
    cargo.env("ESPALIER_LATE", LATE_MS).arg("--").args(shared.filter);
    shared.listen(LATE, &mut cargo)?.passed()
}

/// Makes a call of cargo that runs the browser tests on the page in `dist/`.
fn browser_test(shared: &Run<'_>) -> Result<Command> {
    if !place::dist().join("index.html").is_file() {
        return Err("no page to use: run `cargo xtask test dist e2e`".into());
    }
    let mut cargo = native_cargo();
    cargo
        .args(["test", "--locked", "--package", E2E, "--test", "e2e"])
        .env("ESPALIER_DIST", place::dist())
        .env("ESPALIER_CHROME", &shared.browser.chrome)
        .env("ESPALIER_AXE", setup::axe()?)
        .env("ESPALIER_THREE", setup::three()?)
        .env("ESPALIER_GLTF_VALIDATOR", setup::gltf_validator()?);
    setup::name_servers(&mut cargo)?;
    Ok(cargo)
}

fn find_trunk() -> Result<PathBuf> {
    on_path("trunk").ok_or_else(|| "no `trunk` on the PATH".into())
}

/// Builds the page as `trunk serve` does, and looks whether everything that it names is there.
fn trunk(shared: &mut Run<'_>) -> Result<()> {
    // The pinned tools stand first on its PATH, so nothing has to be downloaded.
    run(shared.toolchain.command("trunk").args(["build", "--offline", "--skip-version-check"]))?;
    let page = place::target().join("trunk");
    let html = read(&page.join("index.html"))?;
    let named = ["app.css", "boot.js", "installed.js", "mirror-worker.js", "espalier.js", "espalier_bg.wasm"];
    for file in named.into_iter().chain(["icons/icon.svg", "manifest.webmanifest"]) {
        if !html.contains(file) || !page.join(file).is_file() {
            return Err(Failure(format!("the page that Trunk built has no {file}")));
        }
    }
    Ok(())
}

fn real_model(shared: &mut Run<'_>) -> Result<()> {
    if !place::dist().join("index.html").is_file() {
        return Err("no page to use: run `cargo xtask test dist real-model`".into());
    }
    let model = shared.model.take().ok_or("the real model was not looked for")?;
    let browser = shared.browser.clone();
    // What a model says is drawn by lot, and now and then it wanders.
    let flaky = real_model::with_server(&model, &browser, |talk| {
        let ended = shared.listen(REAL_MODEL, &mut talk(&["real_model"]))?;
        gate::judge(ended, |name| gate::listen(REAL_MODEL, &mut talk(&["--exact", name])))
    })?;
    for test in &flaky {
        shared.report.flaky.push(test.keep()?);
    }
    Ok(())
}

impl<'run> Run<'run> {
    /// Makes this machine ready.
    fn new(is_whole: bool, filter: &'run [String], report: &'run mut Report) -> Result<Self> {
        let (toolchain, browser) = step("setup", "making this machine ready", setup::for_testing)?;
        Ok(Self { toolchain, browser, model: None, is_whole, beside: Vec::new(), filter, report })
    }

    /// Runs a step, unless it must be skipped.
    fn step(&mut self, wanted: &Step) -> Result<()> {
        let beside = self.take_beside(wanted.name);
        let is_ready = match wanted.name {
            REAL_MODEL => self.finds_model(),
            TRUNK => find_or_skip(TRUNK, find_trunk(), &mut self.report.skipped).is_some(),
            _ => true,
        };
        if !is_ready {
            return Ok(());
        }
        step(wanted.name, wanted.doing, || match beside {
            Some(beside) => beside.wait(),
            None => (wanted.work)(self),
        })
    }

    fn finds_model(&mut self) -> bool {
        self.model = find_or_skip(REAL_MODEL, setup::real_model(), &mut self.report.skipped);
        self.model.is_some()
    }

    fn take_beside(&mut self, name: &str) -> Option<Beside> {
        let at = self.beside.iter().position(|beside| beside.name == name)?;
        Some(self.beside.swap_remove(at))
    }

    /// Runs tests, and keeps their closing words for the end.
    fn listen(&mut self, name: &'static str, command: &mut Command) -> Result<Ended> {
        let ended = gate::listen(name, command)?;
        self.report.words.extend(gate::closing_words(&ended.text).map(|words| (name, words.to_owned())));
        Ok(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_does_not_exist_is_refused_before_any_work() {
        for words in [&["no-such-step"][..], &["unit", "--", "map_"], &["--", "map_"]] {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert!(test(&words).is_err(), "{words:?}");
        }
    }
}
