//! The rules of the house that no compiler checks. All of them are looked at in one go and every problem is listed
//! with its file and line.

mod comments;
mod components;
mod controls;
mod css;
mod files;
mod floors;
mod licences;
mod manifests;
mod markup;
mod only;
mod rust;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::place;
use crate::shell::{Failure, Result, files_below, read, say};
use rust::Source;

/// One breach of one rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    file: String,
    line: usize,
    text: String,
}

impl Problem {
    fn new(file: &str, line: usize, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, text: text.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// A text file with its path as people write it: relative to the repository, with `/`.
#[derive(Debug, Clone)]
pub struct Text {
    name: String,
    text: String,
}

/// Checks the whole repository.
pub fn check() -> Result<()> {
    let root = place::repository();
    let sources: Vec<Source> = texts(
        &root,
        &["src", "crates", "xtask/src", "tests", "benches", "fuzz/fuzz_targets", "inference/src", "pages/src"],
        "rs",
    )?
    .into_iter()
    .map(Source::new)
    .collect();
    let workspace = text(&root, "Cargo.toml")?;
    let manifests = texts(&root, &["crates"], "toml")?;
    let lock = text(&root, "Cargo.lock")?;
    let others = ["fuzz/Cargo.lock", "inference/Cargo.lock", "pages/Cargo.lock"];
    let other_locks = others.iter().map(|name| text(&root, name)).collect::<Result<Vec<_>>>()?;
    let styles = texts(&root, &["static/css"], "css")?;
    let scripts = texts(&root, &["static"], "js")?;
    let page = text(&root, "index.html")?;

    let mut problems = Vec::new();
    for source in &sources {
        problems.extend(comments::check(source));
        problems.extend(files::check(source));
        problems.extend(only::check(source));
        problems.extend(controls::check(source));
        problems.extend(components::check(source));
    }
    problems.extend(floors::check(&sources));
    problems.extend(manifests::check(&workspace, &manifests));
    problems.extend(manifests::check_locks(&lock, &other_locks));
    problems.extend(css::check(&sources, &styles, &scripts, &page));
    problems.extend(markup::check(&page));
    problems.extend(licences::check()?);
    report(problems, sources.len() + styles.len())
}

fn report(mut problems: Vec<Problem>, files: usize) -> Result<()> {
    problems.sort();
    problems.dedup();
    for problem in &problems {
        say(&problem.to_string());
    }
    match problems.len() {
        0 => {
            say(&format!("    {files} files follow the rules"));
            Ok(())
        }
        count => Err(Failure(format!("{count} breaches of the rules of the house"))),
    }
}

/// Whether a file is a part of the product, not of its tests and tools.
fn is_product(name: &str) -> bool {
    name.starts_with("src/") || name.starts_with("crates/")
}

/// Reads a file of the repository.
fn text(root: &Path, name: &str) -> Result<Text> {
    Ok(Text { name: name.to_owned(), text: read(&root.join(name))? })
}

/// Reads all files with that ending below those folders; a folder that is not there has none.
fn texts(root: &Path, folders: &[&str], ending: &str) -> Result<Vec<Text>> {
    let mut found = Vec::new();
    for folder in folders.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()) {
        for path in files_below(&folder)? {
            if path.extension().is_some_and(|end| end == ending) {
                found.push(Text { name: shown(root, &path), text: read(&path)? });
            }
        }
    }
    Ok(found)
}

fn shown(root: &Path, path: &Path) -> String {
    let inside: PathBuf = path.strip_prefix(root).unwrap_or(path).to_owned();
    inside.to_string_lossy().replace('\\', "/")
}

/// Returns the line, from 1, that a byte position is on.
fn line_at(text: &str, position: usize) -> usize {
    text.as_bytes().iter().take(position).filter(|byte| **byte == b'\n').count() + 1
}
