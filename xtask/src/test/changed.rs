//! `cargo xtask test --changed`: checks and tests of what a change touches, and of nothing else.
//!
//! A change is everything since the branch left `main`, committed or not. On `main` itself, and on a branch without
//! commits, it is what is not committed, or else the last commit.

use std::collections::BTreeSet;

use super::parts::{CORE, PARTS};
use super::{E2E, E2E_STEP, Run, clippy_page, end_to_end, format, gate, times};
use crate::page::worker::{ALL as WORKERS, Worker};
use crate::page::{self, Build};
use crate::shell::{Result, output, run, say, step};
use crate::toolchain::{native, native_cargo};
use crate::{place, setup, tidy};

/// Packages whose code the native compiler leaves out.
const FOR_BROWSER: [&str; 2] = ["espalier", "espalier-web-storage"];

/// The package whose tests need servers.
const REMOTE: &str = "espalier-remote";

/// Files of the root that concern every package.
const EVERYWHERE: [&str; 5] = ["Cargo.toml", "Cargo.lock", "clippy.toml", "rust-toolchain.toml", "rustfmt.toml"];

/// Packages, workspaces and browser tests that a change touches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Touched {
    packages: BTreeSet<String>,
    /// Folders of workspaces beside the one of the page.
    workspaces: BTreeSet<String>,
    /// Modules of browser tests.
    pub groups: BTreeSet<String>,
}

/// Finds what the present change touches, and says it.
pub fn find() -> Result<Touched> {
    let (base, files) = files()?;
    let touched = Touched::by(&files);
    let list = |names: &BTreeSet<String>| names.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    say(&format!("{} files differ from {base}", files.len()));
    say(&format!("    packages: {} {}", list(&touched.packages), list(&touched.workspaces)));
    say(&format!("    browser tests: {}", list(&touched.groups)));
    for file in files.iter().filter(|file| EVERYWHERE.contains(&file.as_str())) {
        say(&format!("    {file} concerns everything: only the whole run tests it"));
    }
    Ok(touched)
}

/// Lists the files of the change, and names what they differ from.
fn files() -> Result<(String, Vec<String>)> {
    let git = |words: &[&str]| output(native("git").args(["-c", "core.quotePath=false"]).args(words));
    let head = git(&["rev-parse", "HEAD"])?.trim().to_owned();
    let base = git(&["merge-base", "HEAD", "main"])?.trim().to_owned();
    let since = |base: &str| -> Result<Vec<String>> {
        let changed = git(&["diff", "--name-only", "--no-renames", base])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
    };
    let found = since(&base)?;
    if found.is_empty() && base == head {
        return Ok(("the commit before the last".to_owned(), since("HEAD~1")?));
    }
    Ok((
        if base == head { "the last commit".to_owned() } else { format!("main ({})", &base[..base.len().min(8)]) },
        found,
    ))
}

impl Touched {
    fn by(files: &[String]) -> Self {
        let mut touched = Self::default();
        for file in files {
            touched.add(file);
        }
        touched
    }

    fn add(&mut self, file: &str) {
        let mut folders = file.split('/');
        match (folders.next().unwrap_or_default(), folders.next()) {
            ("crates", Some(name)) => self.add_package(&format!("espalier-{name}"), &format!("crates/{name}")),
            ("tests", Some("e2e")) => self.add_package(E2E, "tests/e2e"),
            ("xtask", Some(_)) => self.add_package("xtask", "xtask"),
            ("src" | "benches", Some(_)) if has_ending(file, "rs") => self.add_package("espalier", "."),
            (folder @ ("inference" | "pages" | "fuzz"), Some(_)) => {
                self.workspaces.insert(folder.to_owned());
            }
            (file, None) if EVERYWHERE.contains(&file) => self.add_package("espalier", "."),
            _ => {}
        }
        self.groups.extend(groups(file).iter().map(|group| (*group).to_owned()));
    }

    /// Adds a package, unless the change removed it.
    fn add_package(&mut self, name: &str, folder: &str) {
        if place::repository().join(folder).join("Cargo.toml").is_file() {
            self.packages.insert(name.to_owned());
        }
    }

    /// Words for libtest that choose the browser tests.
    pub fn filter(&self) -> Vec<String> {
        self.groups.iter().map(|group| format!("{group}::")).collect()
    }
}

/// Names the browser tests that a file concerns.
fn groups(file: &str) -> Vec<&'static str> {
    let mut found: Vec<&str> = Vec::new();
    for (part, groups) in PARTS {
        let rest = file.strip_prefix(part);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.'])) {
            found.extend(*groups);
        }
    }
    let module = file.strip_prefix("tests/e2e/").and_then(|name| name.strip_suffix(".rs"));
    found.extend(PARTS.iter().flat_map(|(_, groups)| *groups).find(|group| Some(**group) == module));
    if found.is_empty() && (is_of_page(file) || file.starts_with("tests/e2e/")) {
        found.extend(CORE);
    }
    found
}

/// Whether the page is made of that file.
fn is_of_page(file: &str) -> bool {
    match file.split_once('/') {
        Some(("crates", rest)) => rest.split('/').nth(1) != Some("tests") && !rest.starts_with("cli/"),
        Some((folder, rest)) => {
            ["src", "static", "inference", "pages"].contains(&folder) || rest.starts_with("src/page")
        }
        None => ["index.html", "Cargo.toml", "Cargo.lock"].contains(&file),
    }
}

fn has_ending(file: &str, ending: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, end)| end == ending)
}

/// Checks and tests what was touched.
pub fn test(shared: &mut Run<'_>, touched: &Touched) -> Result<()> {
    step("format", "is all code laid out by rustfmt?", || format(shared))?;
    step("tidy", "the rules of the house", tidy::check)?;
    step("clippy", "linting what was touched", || clippy(touched))?;
    if FOR_BROWSER.iter().any(|package| touched.packages.contains(*package)) {
        step("clippy-wasm", "linting what runs in the browser", || clippy_page(shared))?;
    }
    step("unit", "native tests of what was touched", || unit(shared, touched))?;
    if touched.groups.is_empty() {
        return Ok(());
    }
    // Only the tests of chunks need some.
    let how = if touched.groups.contains("chunks") { Build::QuickPieces } else { Build::Quick };
    step("dist", "building the page quickly", || page::dist("./", how))?;
    step(E2E_STEP, "using the page where it was touched", || end_to_end(shared))
}

fn clippy(touched: &Touched) -> Result<()> {
    if !touched.packages.is_empty() {
        let mut cargo = native_cargo();
        cargo.args(["clippy", "--locked", "--all-targets", "--all-features"]);
        run(cargo.args(named(touched.packages.iter())).args(["--", "-D", "warnings"]))?;
    }
    for worker in workers(touched) {
        run(worker.cargo(native_cargo(), "clippy").args(["--all-targets", "--", "-D", "warnings"]))?;
    }
    if touched.workspaces.contains("fuzz") {
        super::clippy_fuzz()?;
    }
    Ok(())
}

fn unit(shared: &mut Run<'_>, touched: &Touched) -> Result<()> {
    let packages: Vec<&String> = touched.packages.iter().filter(|name| *name != E2E).collect();
    let mut runs: Vec<_> = workers(touched).map(|worker| worker.cargo(native_cargo(), "test")).collect();
    if !packages.is_empty() {
        let mut cargo = native_cargo();
        if touched.packages.contains(REMOTE) {
            setup::name_servers(&mut cargo)?;
        }
        cargo.args(["test", "--locked"]).args(named(packages.into_iter()));
        runs.push(cargo);
    }
    for cargo in &mut runs {
        shared.listen("unit", times::ask_for(cargo)?).and_then(gate::Ended::passed)?;
    }
    Ok(())
}

fn named<'name>(packages: impl Iterator<Item = &'name String>) -> impl Iterator<Item = &'name str> {
    packages.flat_map(|name| ["--package", name])
}

/// The workers that are workspaces of the change.
fn workers(touched: &Touched) -> impl Iterator<Item = &'static Worker> {
    let is_touched = |worker: &Worker| {
        let folder = worker.manifest().parent().and_then(|folder| folder.file_name()).map(ToOwned::to_owned);
        folder.is_some_and(|folder| touched.workspaces.iter().any(|name| folder == name.as_str()))
    };
    WORKERS.iter().filter(move |worker| is_touched(worker))
}

#[cfg(test)]
mod tests {
    use super::super::parts::EXCEPT;
    use super::*;
    use crate::shell::{files_below, read};

    fn touched(files: &[&str]) -> (Vec<String>, Vec<String>) {
        let touched = Touched::by(&files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>());
        let packages = touched.packages.into_iter().chain(touched.workspaces);
        (packages.collect(), touched.groups.into_iter().collect())
    }

    fn words(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_file_concerns_its_package_and_the_browser_tests_of_its_part() {
        let of_map = words("assistant map map_content map_fit map_hand");
        assert_eq!(touched(&["crates/mindmap/src/label.rs"]), (words("espalier-mindmap"), of_map));
        for file in ["crates/app/src/handover.rs", "crates/app/src/handover/a.rs"] {
            assert_eq!(touched(&[file]), (words("espalier-app"), words("handover")));
        }
        // A name that only begins alike is another part.
        assert_eq!(touched(&["crates/ui/src/windowed_no.rs"]).1, words("branching start"));
        assert_eq!(touched(&["tests/e2e/time_large.rs"]), (words("espalier-e2e"), words("time_large")));
        assert_eq!(touched(&["tests/e2e/app.rs"]), (words("espalier-e2e"), words("branching start")));
        assert_eq!(touched(&["pages/src/lib.rs"]), (words("pages"), words("attachments")));
    }

    #[test]
    fn a_file_of_no_page_has_no_browser_tests() {
        let nothing = words("");
        assert_eq!(touched(&["README.md", "benches/README.md"]), (nothing.clone(), nothing.clone()));
        assert_eq!(touched(&["xtask/src/test.rs"]), (words("xtask"), nothing.clone()));
        assert_eq!(touched(&["crates/app/tests/app/undo.rs"]), (words("espalier-app"), nothing.clone()));
        assert_eq!(touched(&["crates/no-such-crate/src/lib.rs"]).0, nothing);
    }

    #[test]
    fn the_table_names_every_module_of_browser_tests_and_nothing_that_is_not_there() {
        let root = place::repository();
        for (part, _) in PARTS {
            let is_there = root.join(part).exists() || root.join(format!("{part}.rs")).is_file();
            assert!(is_there, "there is no {part}");
        }
        let named: BTreeSet<&str> = PARTS.iter().flat_map(|(_, groups)| *groups).chain(&CORE).copied().collect();
        let except: BTreeSet<&str> = EXCEPT.iter().map(|(group, _)| *group).collect();
        let has_tests = |path: &std::path::Path| read(path).unwrap().contains("\n#[test]\n");
        let files = files_below(&root.join("tests/e2e")).unwrap().into_iter();
        let files: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|end| end == "rs") && has_tests(path)).collect();
        let modules: BTreeSet<&str> = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
        assert_eq!(named.union(&except).copied().collect::<BTreeSet<_>>(), modules);
        assert!(named.is_disjoint(&except));
    }
}
