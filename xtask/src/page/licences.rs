//! The page with the licences of all libraries that are compiled into the app and its workers, from their sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::worker;
use crate::place;
use crate::setup::TARGET;
use crate::shell::{Context, Result, files_below, output, say, write};
use crate::toolchain::Toolchain;

/// Name of the page, as the settings link to it.
const NAME: &str = "licences.html";

/// Beginnings of the names of files that hold a licence, or what has to be passed on with it.
const FILES: [&str; 7] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE", "AUTHORS"];

/// The licence of MIT without its first lines, for libraries that state it but bring no text.
const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the \
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit \
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR \
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR \
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.";

/// A library.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Library {
    name: String,
    version: String,
    /// Expression of SPDX names.
    licence: String,
    authors: String,
    repository: String,
    folder: PathBuf,
}

impl Library {
    fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

/// Texts of licences, each once, with the titles of the libraries that come with it.
type Texts = BTreeMap<String, (String, BTreeSet<String>)>;

/// Writes the page into the folder.
pub fn add(toolchain: &Toolchain, folder: &Path) -> Result<()> {
    let manifests = worker::ALL.iter().map(worker::Worker::manifest);
    let mut libraries = BTreeSet::new();
    for manifest in manifests.chain([place::repository().join("Cargo.toml")]) {
        let mut cargo = toolchain.command("cargo");
        cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", TARGET, "--manifest-path"]);
        let text = output(cargo.arg(&manifest))?;
        let metadata: Value = serde_json::from_str(&text).context(|| "cargo metadata is not JSON".to_owned())?;
        libraries.extend(compiled_in(&metadata)?);
    }
    let mut texts = Texts::new();
    for library in &libraries {
        let mut own = texts_of(library)?;
        if own.is_empty() {
            own = texts_for(library, &libraries)?;
        }
        if own.is_empty() {
            say(&format!("    no text of the licence of {}, which is {}", library.title(), library.licence));
        }
        for text in own {
            let key = text.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry(key).or_insert_with(|| (text, BTreeSet::new())).1.insert(library.title());
        }
    }
    write(&folder.join(NAME), page(&libraries, &texts))
}

/// Follows the dependencies of the root package but for those of tests, of build scripts and of macros, which only run
/// while the app is built.
fn compiled_in(metadata: &Value) -> Result<BTreeSet<Library>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let by_id = |values: Vec<Value>| -> BTreeMap<String, Value> {
        values.into_iter().map(|value| (value["id"].as_str().unwrap_or_default().to_owned(), value)).collect()
    };
    let (packages, nodes) = (by_id(list(&metadata["packages"])), by_id(list(&metadata["resolve"]["nodes"])));
    let root = metadata["resolve"]["root"].as_str().ok_or("cargo metadata names no root package")?;
    let mut open = vec![root.to_owned()];
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        let package = packages.get(&id).ok_or("cargo metadata leaves a package out")?;
        let is_macro =
            list(&package["targets"]).iter().any(|target| list(&target["kind"]).contains(&"proc-macro".into()));
        if is_macro || !seen.insert(id.clone()) {
            continue;
        }
        // What has no source is our own.
        if package["source"].is_string() {
            found.insert(library(package));
        }
        let dependencies = nodes.get(&id).map(|node| list(&node["deps"])).unwrap_or_default();
        let is_compiled_in = |one: &Value| list(&one["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        open.extend(
            dependencies
                .iter()
                .filter(|one| is_compiled_in(one))
                .filter_map(|one| Some(one["pkg"].as_str()?.to_owned())),
        );
    }
    Ok(found)
}

fn library(package: &Value) -> Library {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let authors = package["authors"].as_array().cloned().unwrap_or_default();
    Library {
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        repository: text("repository"),
        authors: authors.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        folder: Path::new(&text("manifest_path")).parent().map(Path::to_owned).unwrap_or_default(),
    }
}

/// Reads the texts in the source of a library. Where it leaves the choice, the one of MIT is enough.
fn texts_of(library: &Library) -> Result<Vec<String>> {
    let inside = |path: &PathBuf| path.strip_prefix(&library.folder).unwrap_or(path).to_string_lossy().to_uppercase();
    let mut files = files_below(&library.folder)?;
    let is_code = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
    files.retain(|path| FILES.iter().any(|start| inside(path).starts_with(start)) && !is_code(path));
    files.sort();
    let leaves_choice = library.licence.contains(" OR ") || library.licence.contains('/');
    if leaves_choice && files.iter().any(|path| inside(path).contains("MIT")) {
        files.retain(|path| inside(path).contains("MIT") || inside(path).starts_with("NOTICE"));
    }
    let read = |path: &PathBuf| std::fs::read(path).context(|| format!("cannot read {}", path.display()));
    let texts = files.iter().map(read).collect::<Result<Vec<_>>>()?;
    Ok(texts.iter().map(|bytes| String::from_utf8_lossy(bytes).replace('\r', "").trim().to_owned()).collect())
}

/// Returns texts for a library whose source has none: that of MIT with its authors, else those of one from the same place.
fn texts_for(library: &Library, libraries: &BTreeSet<Library>) -> Result<Vec<String>> {
    if library.licence.contains("MIT") {
        return Ok(vec![format!("MIT License\n\nCopyright (c) {}\n\n{MIT}", library.authors)]);
    }
    let beside =
        libraries.iter().filter(|other| !other.repository.is_empty() && other.repository == library.repository);
    let texts = beside.map(texts_of).collect::<Result<Vec<_>>>()?;
    Ok(texts.into_iter().find(|texts| !texts.is_empty()).unwrap_or_default())
}

fn page(libraries: &BTreeSet<Library>, texts: &Texts) -> String {
    let mut list = String::new();
    for library in libraries {
        // A text never fails to take more.
        let _ = writeln!(list, "<li>{} · {}", escaped(&library.title()), escaped(&library.licence));
    }
    let mut all: Vec<_> = texts.iter().collect();
    all.sort_by(|(a, (_, of_a)), (b, (_, of_b))| of_b.len().cmp(&of_a.len()).then(a.cmp(b)));
    let mut bodies = String::new();
    for (_, (text, titles)) in all {
        let titles = titles.iter().map(|title| escaped(title)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(bodies, "<h2>{titles}</h2>\n<pre>{}</pre>", escaped(text));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Espalier: licences</title>\n\
         <style>body {{ max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font-family: system-ui }} \
         h2 {{ font-size: 1rem; margin-top: 2rem }} pre {{ white-space: pre-wrap }}</style>\n\
         <h1>Licences</h1>\n<p>Espalier is free software under {}. These libraries are part of it, with Rust’s standard \
         library (MIT OR Apache-2.0, by its contributors). Their licences follow.</p>\n<ul>\n{list}</ul>\n{bodies}",
        env!("CARGO_PKG_LICENSE")
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::remove_folder;

    #[test]
    fn only_what_is_compiled_in_is_listed() {
        let package = |id: &str, source: Option<&str>, kind: &str| {
            serde_json::json!({
                "id": id, "name": id, "version": "1.0.0", "license": "MIT", "authors": [], "source": source,
                "manifest_path": format!("/{id}/Cargo.toml"), "targets": [{ "kind": [kind] }],
            })
        };
        let dependency =
            |id: &str, kind: Option<&str>| serde_json::json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let metadata = serde_json::json!({
            "packages": [package("app", None, "bin"), package("a", Some("r"), "lib"), package("b", Some("r"), "lib"),
                package("macro", Some("r"), "proc-macro"), package("build", Some("r"), "lib")],
            "resolve": { "root": "app", "nodes": [
                { "id": "app", "deps": [dependency("a", None), dependency("macro", None), dependency("build", Some("build"))] },
                { "id": "a", "deps": [dependency("b", None), dependency("build", Some("dev"))] },
                { "id": "b", "deps": [dependency("a", None)] },
            ] },
        });
        let found = compiled_in(&metadata).unwrap();
        assert_eq!(found.iter().map(Library::title).collect::<Vec<_>>(), ["a 1.0.0", "b 1.0.0"]);
    }

    #[test]
    fn a_choice_is_made_and_every_text_stands_once() {
        let folder = place::target().join("xtask").join("test-licences");
        remove_folder(&folder).unwrap();
        for (file, text) in
            [("LICENSE-MIT", "(c) <A>\r\n"), ("LICENSE-APACHE", "long"), ("NOTICE", "n"), ("src/lib.rs", "")]
        {
            write(&folder.join(file), text).unwrap();
        }
        let mut library = Library {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
            authors: "A & B".to_owned(),
            repository: "r".to_owned(),
            folder: folder.clone(),
        };
        assert_eq!(texts_of(&library).unwrap(), ["(c) <A>", "n"]);
        library.licence = "MIT AND Apache-2.0".to_owned();
        assert_eq!(texts_of(&library).unwrap(), ["long", "(c) <A>", "n"]);
        let other = Library { name: "b".to_owned(), folder: folder.join("src"), ..library.clone() };
        let by_authors = texts_for(&other, &BTreeSet::new()).unwrap();
        assert!(by_authors[0].starts_with("MIT License\n\nCopyright (c) A & B\n\nPermission"), "{by_authors:?}");
        let other = Library { licence: "ISC".to_owned(), ..other };
        let both = BTreeSet::from([library, other.clone()]);
        assert_eq!(texts_for(&other, &both).unwrap(), ["long", "(c) <A>", "n"], "that of one beside it");
        let html =
            page(&both, &Texts::from([("k".to_owned(), ("(c) <A>".to_owned(), BTreeSet::from([other.title()])))]));
        assert!(
            html.contains("<li>a 1.0.0 · MIT AND Apache-2.0\n")
                && html.contains("<h2>b 1.0.0</h2>\n<pre>(c) &lt;A&gt;</pre>")
        );
        remove_folder(&folder).unwrap();
    }
}
