//! Which crate may depend on which: the manifests of `crates/` against the order of the workspace.
//!
//! Cargo refuses a circle; these rules refuse a step in the wrong direction that is none yet.

use super::{Problem, Text};
use crate::lockfile::{self, Package};

/// The crates of the rooms' rules, which do not know each other.
const ROOMS: [&str; 5] = ["chat", "mindmap", "timelog", "course", "scene"];
/// Libraries that need a browser, and the crates that may use them outside of tests: everything else runs anywhere.
const BROWSER: [&str; 8] =
    ["console_error_panic_hook", "gloo", "js-sys", "rexie", "three-d", "wasm-bindgen", "web-sys", "yew"];
const IN_BROWSER: [&str; 2] = ["ui", "web-storage"];

/// Checks the manifests against the list of crates in that of the workspace.
pub fn check(workspace: &Text, manifests: &[Text]) -> Vec<Problem> {
    let order: Vec<&str> = workspace.text.lines().filter_map(own_crate).collect();
    manifests.iter().flat_map(|manifest| check_one(manifest, &order)).collect()
}

fn check_one(manifest: &Text, order: &[&str]) -> Vec<Problem> {
    let inside = manifest.name.strip_prefix("crates/").and_then(|name| name.strip_suffix("/Cargo.toml"));
    let Some(own) = inside else { return Vec::new() };
    let rank = |name: &str| order.iter().position(|known| *known == name);
    let mut problems = Vec::new();
    let mut section = "";
    for (at, line) in manifest.text.lines().enumerate() {
        if line.starts_with('[') {
            section = line;
        }
        if !section.contains("dependencies") {
            continue;
        }
        let mut refuse = |text: String| problems.push(Problem::new(&manifest.name, at + 1, text));
        if let Some(other) = own_crate(line) {
            if ROOMS.contains(&own) && ROOMS.contains(&other) {
                refuse(format!("a room must not know another: `espalier-{other}`"));
            } else if rank(other) >= rank(own) {
                refuse(format!("`{own}` stands before `{other}` in the list of the workspace"));
            }
        }
        let library = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if BROWSER.contains(&library) && !section.contains("dev-dependencies") && !IN_BROWSER.contains(&own) {
            refuse(format!("`{library}` needs a browser, and `{own}` has to run without one"));
        }
    }
    problems
}

/// Checks the lock files of the other workspaces against that of the page: what is in both has one version, so that it is
/// compiled once and tested as it is used.
pub fn check_locks(page: &Text, others: &[Text]) -> Vec<Problem> {
    let known: Vec<Package<'_>> = lockfile::packages(&page.text).collect();
    let mut problems = Vec::new();
    for other in others {
        for Package { name, version, line } in lockfile::packages(&other.text) {
            let is_alike = |known: &&Package<'_>| known.name == name && series(known.version) == series(version);
            let mut alike = known.iter().filter(is_alike).peekable();
            if alike.peek().is_some() && alike.all(|known| known.version != version) {
                let text = format!("`{name}` is not of the version in Cargo.lock: cargo update --precise");
                problems.push(Problem::new(&other.name, line, text));
            }
        }
    }
    problems
}

/// Returns the part of a version that compatible ones share.
fn series(version: &str) -> &str {
    let parts = if version.starts_with("0.") { 2 } else { 1 };
    version.match_indices('.').nth(parts - 1).map_or(version, |(at, _)| &version[..at])
}

/// The name of our crate that a line of dependencies begins with.
fn own_crate(line: &str) -> Option<&str> {
    line.strip_prefix("espalier-")?.split(['.', ' ']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_two_lock_files_has_one_version() {
        let lock = |versions: &[(&str, &str)]| {
            let package =
                |(name, version): &(&str, &str)| format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n\n");
            Text { name: "fuzz/Cargo.lock".to_owned(), text: versions.iter().map(package).collect::<Vec<_>>().concat() }
        };
        let page = lock(&[("syn", "2.0.9"), ("syn", "3.0.9"), ("rand", "0.10.3")]);
        let found = |versions| check_locks(&page, &[lock(versions)]).iter().map(|found| found.line).collect::<Vec<_>>();
        assert_eq!(found(&[("syn", "2.0.9"), ("rand", "0.9.1"), ("cc", "1.0.0"), ("syn", "1.0.9")]), [0_usize; 0]);
        assert_eq!(found(&[("syn", "2.0.9"), ("syn", "3.0.10"), ("rand", "0.10.4")]), [6, 10]);
    }

    fn count(own: &str, dependencies: &str) -> usize {
        let text = |name: &str, text: &str| Text { name: name.to_owned(), text: text.to_owned() };
        let names = ["base", "storage", "mindmap", "timelog", "app", "ui"];
        let line = |name: &&str| format!("espalier-{name} = {{ path = \"crates/{name}\" }}\n");
        let list = names.iter().map(line).collect::<Vec<_>>().concat();
        let manifest = format!("[package]\nname = \"espalier-{own}\"\n\n{dependencies}");
        check(&text("Cargo.toml", &list), &[text(&format!("crates/{own}/Cargo.toml"), &manifest)]).len()
    }

    #[test]
    fn a_crate_uses_those_before_it_only() {
        assert_eq!(
            count("app", "[dependencies]\nespalier-base.workspace = true\nespalier-timelog.workspace = true\n"),
            0
        );
        assert_eq!(count("base", "[dependencies]\nespalier-storage = { path = \"../storage\" }\n"), 1);
        assert_eq!(count("storage", "[dev-dependencies]\nespalier-app.workspace = true\n"), 1);
    }

    #[test]
    fn rooms_do_not_meet() {
        assert_eq!(count("timelog", "[dependencies]\nespalier-mindmap.workspace = true\n"), 1);
        assert_eq!(count("mindmap", "[dependencies]\nespalier-timelog.workspace = true\n"), 1);
    }

    #[test]
    fn only_the_screen_and_the_browsers_storage_need_a_browser() {
        assert_eq!(count("app", "[dependencies]\nyew.workspace = true\n"), 1);
        assert_eq!(count("app", "[target.'cfg(target_arch = \"wasm32\")'.dependencies]\nweb-sys = \"0.3\"\n"), 1);
        assert_eq!(
            count("timelog", "[target.'cfg(target_arch = \"wasm32\")'.dev-dependencies]\njs-sys.workspace = true\n"),
            0
        );
        assert_eq!(count("ui", "[dependencies]\nyew.workspace = true\n"), 0);
    }
}
