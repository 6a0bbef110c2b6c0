//! The last steps of a build: files under their names, with a hash in those that may change, the name of the build in
//! the page, and the service worker that knows all files of that build.

use std::collections::BTreeMap;
use std::path::Path;

use super::worker::Program;
use super::{Offline, style};
use crate::place;
use crate::shell::{Context, Failure, Result, files_below, make_folder, read, remove_folder, write};

/// Parts of the page, beside the files in `static/`.
pub struct Page<'a> {
    /// The script that loads the program.
    pub glue: &'a Path,
    /// The program, or the part of it that the page starts with.
    pub start: &'a Path,
    /// The other parts, by name.
    pub files: BTreeMap<&'a str, &'a Path>,
    /// Files that each chunk needs.
    pub chunks: &'a BTreeMap<String, Vec<String>>,
    /// Programs of the workers, whose scripts are in `static/`.
    pub workers: &'a [Program],
    /// Address at which the page will stand.
    pub public_url: &'a str,
    pub offline: Offline,
}

/// Script of the worker that writes files of the mirror.
const MIRROR_WORKER: &str = "mirror-worker.js";

/// Makes the folder anew.
pub fn finish(page: &Page<'_>, folder: &Path) -> Result<()> {
    let root = place::repository();
    let mut html = compact_html(&read(&root.join("index.html"))?);
    remove_folder(folder)?;
    make_folder(folder)?;
    copy_manifest(&root, folder)?;

    let css = style::bundle(&root.join("static/css"))?;
    html = replaced(&html, 1, "app.css", &hashed(folder, "app-", ".css", css.as_bytes())?)?;
    let script = compact_script(&read(&root.join("static/boot.js"))?);
    html = replaced(&html, 1, "boot.js", &hashed(folder, "boot-", ".js", script.as_bytes())?)?;
    let script = compact_script(&read(&root.join("static/installed.js"))?);
    html = replaced(&html, 1, "installed.js", &hashed(folder, "installed-", ".js", script.as_bytes())?)?;
    let glue = read(page.glue)?;
    let glue = format!("{}{}", page.public_url, hashed(folder, "espalier-", ".js", glue.as_bytes())?);
    html = replaced(&html, 2, "espalier.js", &glue)?;
    let start = format!("{}{}", page.public_url, hashed(folder, "espalier-", "_bg.wasm", &bytes(page.start)?)?);
    html = replaced(&html, 2, "espalier_bg.wasm", &start)?;
    html = replaced(&html, 1, "data-chunks=\"{}\"", &format!("data-chunks='{}'", chunks(page, folder)?))?;
    for program in page.workers {
        let script = format!("{}{}", page.public_url, worker(program, folder)?);
        html = replaced(&html, 1, &script_of(program.name), &script)?;
    }
    // This one is a script and nothing else.
    let mirror = compact_script(&read(&root.join("static").join(MIRROR_WORKER))?);
    let mirror = format!("{}{}", page.public_url, hashed(folder, "mirror-worker-", ".js", mirror.as_bytes())?);
    html = replaced(&html, 1, MIRROR_WORKER, &mirror)?;
    if page.offline == Offline::Kept {
        html = replaced(&html, 1, "data-worker=\"off\"", "data-worker=\"on\"")?;
    }

    let build = build_name(folder, &html)?;
    html = replaced(&html, 1, "<html ", &format!("<html data-build=\"{build}\" "))?;
    write(&folder.join("index.html"), html)?;
    let worker = compact_script(&read(&root.join("static/sw.js"))?);
    // Only some people need what a worker does.
    let is_later = |name: &String| page.workers.iter().any(|worker| name.starts_with(&format!("{}-", worker.name)));
    let (later, files): (Vec<_>, Vec<_>) = names(folder)?.into_iter().partition(is_later);
    write(&folder.join("sw.js"), service_worker(&worker, &build, &files, &later)?)?;
    // For whoever comes to the host without the app: no part of a visit, and not kept for offline use.
    ["404.html", "robots.txt"].iter().try_for_each(|name| copy(&root.join("static").join(name), &folder.join(name)))
}

/// Writes the files of a worker and returns the name of its script, which finds the others beside it.
fn worker(worker: &Program, folder: &Path) -> Result<String> {
    hashed(folder, &format!("{}-worker-", worker.name), ".js", worker_script(worker, folder)?.as_bytes())
}

/// Adds a worker to a page that was built without it.
pub fn write_worker(worker: &Program, folder: &Path) -> Result<()> {
    write(&folder.join(script_of(worker.name)), worker_script(worker, folder)?)
}

/// Writes what the script of a worker loads, and returns the script.
fn worker_script(worker: &Program, folder: &Path) -> Result<String> {
    let name = worker.name;
    let glue = hashed(folder, &format!("{name}-"), ".js", &bytes(&worker.glue)?)?;
    let program = hashed(folder, &format!("{name}-"), "_bg.wasm", &bytes(&worker.wasm)?)?;
    let script = compact_script(&read(&place::repository().join("static").join(script_of(name)))?);
    let script = replaced(&script, 1, &format!("{name}.js"), &glue)?;
    replaced(&script, 1, &format!("{name}_bg.wasm"), &program)
}

/// Name of the script of a worker, before it has a hash.
pub fn script_of(worker: &str) -> String {
    format!("{worker}-worker.js")
}

/// Writes what the page needs beside the program, under the names that `index.html` has for it: for Trunk, which only
/// compiles the program. Its page has no workers that are programs.
pub fn assets(folder: &Path) -> Result<()> {
    let root = place::repository();
    copy_manifest(&root, folder)?;
    write(&folder.join("app.css"), style::bundle(&root.join("static/css"))?)?;
    let scripts = ["boot.js", "installed.js", MIRROR_WORKER];
    scripts.iter().try_for_each(|name| copy(&root.join("static").join(name), &folder.join(name)))
}

fn copy_manifest(root: &Path, folder: &Path) -> Result<()> {
    copy(&root.join("static/manifest.webmanifest"), &folder.join("manifest.webmanifest"))?;
    for icon in files_below(&root.join("static/icons"))? {
        copy(&icon, &folder.join("icons").join(icon.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

/// Writes the parts under their names and returns, for the start script, the files that each chunk needs.
fn chunks(page: &Page<'_>, folder: &Path) -> Result<String> {
    let mut names = BTreeMap::new();
    for (name, path) in &page.files {
        let file = hashed(folder, &format!("{name}-"), ".wasm", &bytes(path)?)?;
        names.insert(*name, format!("{}{file}", page.public_url));
    }
    let files = |chunk: &Vec<String>| chunk.iter().filter_map(|name| names.get(name.as_str())).collect::<Vec<_>>();
    let list: BTreeMap<&String, Vec<&String>> = page.chunks.iter().map(|(chunk, all)| (chunk, files(all))).collect();
    serde_json::to_string(&list).context(|| "cannot write the list of chunks".to_owned())
}

/// Writes the file under a name with the hash of its content, and returns that name.
fn hashed(folder: &Path, before: &str, after: &str, content: &[u8]) -> Result<String> {
    let name = format!("{before}{:016x}{after}", fingerprint(FNV_START, content));
    write(&folder.join(&name), content)?;
    Ok(name)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).context(|| format!("cannot read {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    write(to, bytes(from)?)
}

/// Replaces a text in a file of the page, which must stand there so many times.
fn replaced(html: &str, times: usize, from: &str, to: &str) -> Result<String> {
    match html.matches(from).count() {
        count if count == times => Ok(html.replace(from, to)),
        count => Err(Failure(format!("a file of the page has `{from}` {count} times, not {times} times"))),
    }
}

/// Drops comments, indentation and empty lines.
fn compact_html(html: &str) -> String {
    let mut bare = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<!--") {
        bare.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    without_margins(&bare, |_| false)
}

/// Drops comments that have lines of their own, indentation and empty lines. A script must not have a text over
/// several lines; `tidy` would not notice, so this does.
fn compact_script(script: &str) -> String {
    debug_assert!(script.lines().all(|line| line.matches('`').count().is_multiple_of(2)));
    without_margins(script, |line| line.starts_with("//") || line.starts_with("/** ") && line.ends_with(" */"))
}

fn without_margins(text: &str, dropped: fn(&str) -> bool) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !dropped(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the name of the build, equal for equal builds: made of every name and every byte of the page.
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

/// Lists the addresses of the page's files, seen from the page, for the offline copy.
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

/// Fills in the values that the worker cannot know before the page is built.
fn service_worker(text: &str, build: &str, files: &[String], later: &[String]) -> Result<String> {
    let list =
        |files: &[String]| serde_json::to_string_pretty(files).context(|| "cannot write the list of files".to_owned());
    let text = replaced(text, 1, "const BUILD = \"\";", &format!("const BUILD = \"{build}\";"))?;
    let text = replaced(&text, 1, "const FILES = [];", &format!("const FILES = {};", list(files)?))?;
    replaced(&text, 1, "const LATER = [];", &format!("const LATER = {};", list(later)?))
}

pub(super) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Computes the FNV-1a hash, 64 bits: it tells contents apart, and proves nothing.
pub(super) fn fingerprint(start: u64, content: &[u8]) -> u64 {
    content.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_missing_or_double_is_an_error() {
        assert_eq!(replaced("a b", 1, "b", "c").unwrap(), "a c");
        assert_eq!(replaced("b b", 2, "b", "c").unwrap(), "c c");
        assert!(replaced("a", 1, "b", "c").is_err());
        assert!(replaced("b b", 1, "b", "c").is_err());
    }

    #[test]
    fn what_only_people_read_is_left_out() {
        assert_eq!(compact_html("<p>\n  <!-- a\n b -->\n  x\n</p>\n"), "<p>\nx\n</p>\n");
        let script = "// head\nlet a = 1; // kept\n\n/** Says it. */\nfunction f() {\n  return \"//\";\n}\n";
        assert_eq!(compact_script(script), "let a = 1; // kept\nfunction f() {\nreturn \"//\";\n}\n");
    }

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        assert_eq!(fingerprint(FNV_START, b""), FNV_START);
        assert_eq!(fingerprint(FNV_START, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_worker_knows_its_build_and_files() {
        let worker = read(&place::repository().join("static/sw.js")).unwrap();
        let filled = service_worker(&worker, "00ff", &["./".to_owned(), "a.js".to_owned()], &["b".to_owned()]).unwrap();
        assert!(filled.contains("const BUILD = \"00ff\";"));
        assert!(filled.contains("const FILES = [\n  \"./\",\n  \"a.js\"\n];"));
        assert!(filled.contains("const LATER = [\n  \"b\"\n];"));
        assert!(service_worker("", "00ff", &[], &[]).is_err());
    }
}
