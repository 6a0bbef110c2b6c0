//! What a first visit costs: every file of the built page, raw and compressed, against a budget.
//!
//! Must not be here: making the page smaller.

use std::io::Write;
use std::path::Path;

use serde_json::Value;

use crate::place;
use crate::shell::{Context, Failure, Result, files_below, read, say};

/// Names without their hash, and the most each may weigh.
pub const BUDGET: &str = "xtask/size-budget.json";

/// One file of the page; sizes in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Weight {
    /// With `*` in place of the hash.
    name: String,
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Weighs the page in that folder and fails if a file or the sum is over its budget.
pub fn check(folder: &Path) -> Result<()> {
    if !folder.join("index.html").is_file() {
        return Err(Failure(format!("no page in {}: run `cargo xtask dist` first", folder.display())));
    }
    let text = read(&place::repository().join(BUDGET))?;
    let budget: Value = serde_json::from_str(&text).context(|| format!("{BUDGET} is not JSON"))?;
    let weights = weigh(folder)?;
    table(&weights);
    let complaints = complaints(&weights, &budget);
    if complaints.is_empty() { Ok(()) } else { Err(Failure(complaints.join("\n       "))) }
}

fn weigh(folder: &Path) -> Result<Vec<Weight>> {
    let mut weights = Vec::new();
    for path in files_below(folder)? {
        let bytes = std::fs::read(&path).context(|| format!("cannot read {}", path.display()))?;
        let inside = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let name = without_hash(&inside);
        weights.push(Weight { name, raw: bytes.len(), gzip: gzip(&bytes)?, brotli: brotli(&bytes)? });
    }
    weights.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    Ok(weights)
}

/// As a static host sends it: the highest level, because it is compressed once.
fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).context(|| "cannot compress".to_owned())?;
    Ok(encoder.finish().context(|| "cannot compress".to_owned())?.len())
}

fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 11, 24);
    encoder.write_all(bytes).context(|| "cannot compress".to_owned())?;
    encoder.flush().context(|| "cannot compress".to_owned())?;
    Ok(encoder.into_inner().len())
}

/// `app-0123456789abcdef.css` is `app-*.css`: the budget outlives the build.
fn without_hash(name: &str) -> String {
    const DIGITS: usize = 16;
    let bytes = name.as_bytes();
    let hex = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    let dashes = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'-').map(|(at, _)| at + 1);
    for start in dashes {
        let end = start + DIGITS;
        if end <= bytes.len() && bytes[start..end].iter().all(hex) && !bytes.get(end).is_some_and(hex) {
            return format!("{}*{}", &name[..start], &name[end..]);
        }
    }
    name.to_owned()
}

fn table(weights: &[Weight]) {
    say(&format!("    {:>9} {:>9} {:>9}  file", "raw", "gzip", "brotli"));
    let total = total(weights);
    for weight in weights.iter().chain([&total]) {
        say(&format!("    {:>9} {:>9} {:>9}  {}", weight.raw, weight.gzip, weight.brotli, weight.name));
    }
}

fn total(weights: &[Weight]) -> Weight {
    let sum = |of: fn(&Weight) -> usize| weights.iter().map(of).sum();
    Weight { name: "in all".to_owned(), raw: sum(|w| w.raw), gzip: sum(|w| w.gzip), brotli: sum(|w| w.brotli) }
}

/// The budget is `{"total": bytes, "files": {"name": bytes}}`, all of them brotli.
fn complaints(weights: &[Weight], budget: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut compare = |name: &str, brotli: usize, limit: &Value| match limit.as_u64() {
        Some(limit) if brotli as u64 <= limit => {}
        Some(limit) => complaints.push(format!(
            "{name} weighs {brotli} bytes (brotli), {} over its budget of {limit}",
            brotli as u64 - limit
        )),
        None => complaints.push(format!("{name} has no budget in {BUDGET}")),
    };
    for weight in weights {
        compare(&weight.name, weight.brotli, &budget["files"][&weight.name]);
    }
    compare("the page", total(weights).brotli, &budget["total"]);
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_stars() {
        assert_eq!(without_hash("app-0123456789abcdef.css"), "app-*.css");
        assert_eq!(without_hash("espalier-0123456789abcdef_bg.wasm"), "espalier-*_bg.wasm");
        assert_eq!(without_hash("icons/icon-192.png"), "icons/icon-192.png");
        assert_eq!(without_hash("a-0123456789abcdef0.js"), "a-0123456789abcdef0.js");
    }

    #[test]
    fn over_budget_and_without_budget_are_told() {
        let weight = |name: &str, brotli| Weight { name: name.to_owned(), raw: 9, gzip: 9, brotli };
        let budget = serde_json::json!({"total": 10, "files": {"a": 5, "b": 6}});
        assert!(complaints(&[weight("a", 5), weight("b", 5)], &budget).is_empty());
        assert_eq!(complaints(&[weight("a", 6)], &budget).len(), 1);
        assert_eq!(complaints(&[weight("c", 1)], &budget).len(), 1);
        assert_eq!(
            complaints(&[weight("a", 5), weight("b", 6)], &budget),
            ["the page weighs 11 bytes (brotli), 1 over its budget of 10"]
        );
    }

    #[test]
    fn compression_is_real() -> Result<()> {
        let text = "espalier ".repeat(1000);
        assert!(brotli(text.as_bytes())? < 60 && gzip(text.as_bytes())? < 120);
        Ok(())
    }
}
