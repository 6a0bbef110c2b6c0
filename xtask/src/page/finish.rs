//! The last steps after Trunk: the style sheet, names with a hash for everything that may change, the name of the
//! build in the page, and the service worker that knows all files of that build.
//!
//! Must not be here: compiling.

use std::path::Path;

use super::{Offline, style};
use crate::place;
use crate::shell::{Context, Failure, Result, files_below, read, write};

/// Completes the folder Trunk left.
pub fn finish(folder: &Path, offline: Offline) -> Result<()> {
    let root = place::repository();
    let page = folder.join("index.html");
    let mut html = read(&page)?;

    let css = style::bundle(&root.join("static/css"))?;
    html = named(folder, &html, "app", "css", &css)?;
    let script = read(&root.join("static/boot.js"))?;
    html = named(folder, &html, "boot", "js", &script)?;
    if offline == Offline::Kept {
        html = replaced(&html, "data-worker=\"off\"", "data-worker=\"on\"")?;
    }

    let build = build_name(folder, &html)?;
    html = replaced(&html, "<html ", &format!("<html data-build=\"{build}\" "))?;
    write(&page, html)?;
    let worker = read(&root.join("static/sw.js"))?;
    write(&folder.join("sw.js"), service_worker(&worker, &build, &names(folder)?)?)
}

/// Writes the file under a name with the hash of its content, and puts that name into the page.
fn named(folder: &Path, html: &str, stem: &str, end: &str, content: &str) -> Result<String> {
    let name = format!("{stem}-{:016x}.{end}", fingerprint(FNV_START, content.as_bytes()));
    write(&folder.join(&name), content)?;
    replaced(html, &format!("{stem}.{end}\""), &format!("{name}\""))
}

/// Replaces the one place in the page where this stands.
fn replaced(html: &str, from: &str, to: &str) -> Result<String> {
    match html.matches(from).count() {
        1 => Ok(html.replacen(from, to, 1)),
        count => Err(Failure(format!("index.html has `{from}` {count} times, not once"))),
    }
}

/// Equal for equal builds: made of every name and every byte of the page.
fn build_name(folder: &Path, html: &str) -> Result<String> {
    let mut hash = fingerprint(FNV_START, html.as_bytes());
    for name in names(folder)? {
        hash = fingerprint(hash, name.as_bytes());
        if name != "./" {
            let bytes = std::fs::read(folder.join(&name)).context(|| format!("cannot read {name}"))?;
            hash = fingerprint(hash, &bytes);
        }
    }
    Ok(format!("{hash:016x}"))
}

/// The addresses of the page's files, seen from the page: what an offline copy consists of.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = vec!["./".to_owned()];
    for path in files_below(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if name != "index.html" && name != "sw.js" {
            names.push(name);
        }
    }
    Ok(names)
}

/// Fills in what the worker cannot know before the page is built.
fn service_worker(text: &str, build: &str, files: &[String]) -> Result<String> {
    let (no_build, no_files) = ("const BUILD = \"\";", "const FILES = [];");
    if !text.contains(no_build) || !text.contains(no_files) {
        return Err("static/sw.js has lost the places for the name of the build and its files".into());
    }
    let list = serde_json::to_string_pretty(files).context(|| "cannot write the list of files".to_owned())?;
    Ok(text.replacen(no_build, &format!("const BUILD = \"{build}\";"), 1).replacen(
        no_files,
        &format!("const FILES = {list};"),
        1,
    ))
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, 64 bits: tells contents apart, proves nothing.
fn fingerprint(start: u64, content: &[u8]) -> u64 {
    content.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_missing_or_double_is_an_error() {
        assert_eq!(replaced("a b", "b", "c").unwrap(), "a c");
        assert!(replaced("a", "b", "c").is_err());
        assert!(replaced("b b", "b", "c").is_err());
    }

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        assert_eq!(fingerprint(FNV_START, b""), FNV_START);
        assert_eq!(fingerprint(FNV_START, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_worker_knows_its_build_and_files() {
        let worker = read(&place::repository().join("static/sw.js")).unwrap();
        let filled = service_worker(&worker, "00ff", &["./".to_owned(), "a.js".to_owned()]).unwrap();
        assert!(filled.contains("const BUILD = \"00ff\";"));
        assert!(filled.contains("const FILES = [\n  \"./\",\n  \"a.js\"\n];"));
        assert!(service_worker("", "00ff", &[]).is_err());
    }
}
