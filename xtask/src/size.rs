//! Weight of a first visit: every file of the built page, raw and compressed, against a budget.

use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use serde_json::Value;

use crate::place;
use crate::shell::{Context, Failure, Result, files_below, read, say};

/// File of the budget: names without their hash, with the weight of each.
pub const BUDGET: &str = "xtask/size-budget.json";

/// Per cent by which a file may weigh more than its budget.
const MARGIN_PERCENT: u64 = 3;

/// One file of the page; sizes in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Weight {
    /// Name of the file, with `*` in place of the hash.
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
    let complaints = complaints(&weights, &budget, MARGIN_PERCENT);
    // The same sources weigh some hundred bytes more or less in another folder or on another machine.
    for near in self::complaints(&weights, &budget, MARGIN_PERCENT - 1) {
        say(&format!("    near its limit: {near}"));
    }
    if complaints.is_empty() { Ok(()) } else { Err(Failure(complaints.join("\n       "))) }
}

fn weigh(folder: &Path) -> Result<Vec<Weight>> {
    let files = files_below(folder)?;
    let next = AtomicUsize::new(0);
    // A core weighs whatever file comes next: one of them takes longer than most others together.
    let worker = || {
        let mut weights = Vec::new();
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            weights.push(weigh_file(folder, path)?);
        }
        Ok(weights)
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let parts: Vec<Result<Vec<Weight>>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let join = |worker: ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|_| Err(Failure("a thread that weighs files panicked".to_owned())))
        };
        workers.into_iter().map(join).collect()
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let mut weights: Vec<Weight> = parts.into_iter().flatten().collect();
    weights.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    Ok(weights)
}

fn weigh_file(folder: &Path, path: &Path) -> Result<Weight> {
    let bytes = std::fs::read(path).context(|| format!("cannot read {}", path.display()))?;
    let inside = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
    Ok(Weight { name: without_hash(&inside), raw: bytes.len(), gzip: gzip(&bytes)?, brotli: brotli(&bytes)? })
}

/// Compresses as a static host does: at the highest level, because it is done once.
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

/// Returns the name without its hash: `app-0123456789abcdef.css` is `app-*.css`, so the budget outlives the build.
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
    let start = Weight { name: "until Chat can be used".to_owned(), ..sum(weights, is_start) };
    let all = Weight { name: "in all".to_owned(), ..sum(weights, |_| true) };
    for weight in weights.iter().chain([&start, &all]) {
        say(&format!("    {:>9} {:>9} {:>9}  {}", weight.raw, weight.gzip, weight.brotli, weight.name));
    }
}

/// Whether the page waits for the file before Chat can be used.
fn is_start(name: &str) -> bool {
    name == "index.html" || ["espalier-", "boot-", "app-"].iter().any(|beginning| name.starts_with(beginning))
}

fn sum(weights: &[Weight], counts: fn(&str) -> bool) -> Weight {
    let counted = || weights.iter().filter(|weight| counts(&weight.name));
    Weight {
        name: String::new(),
        raw: counted().map(|weight| weight.raw).sum(),
        gzip: counted().map(|weight| weight.gzip).sum(),
        brotli: counted().map(|weight| weight.brotli).sum(),
    }
}

/// Compares with the budget, `{"start": bytes, "total": bytes, "files": {"name": bytes}}`, all of them brotli: the
/// weights that were last agreed to. A little more may come with any change; more than that has to be agreed to again.
fn complaints(weights: &[Weight], budget: &Value, margin_percent: u64) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut compare = |name: &str, brotli: usize, agreed: &Value| {
        match agreed.as_u64() {
        Some(agreed) if brotli as u64 * 100 <= agreed * (100 + margin_percent) => {}
        Some(agreed) => complaints.push(format!(
            "{name} weighs {brotli} bytes (brotli), {:.1} % more than the {agreed} of {BUDGET}: make it lighter, or raise the budget and say why",
            (brotli as f64 / agreed.max(1) as f64 - 1.0) * 100.0
        )),
        None => complaints.push(format!("{name} has no budget in {BUDGET}")),
    }
    };
    for weight in weights {
        compare(&weight.name, weight.brotli, &budget["files"][&weight.name]);
    }
    compare("a first visit", sum(weights, is_start).brotli, &budget["start"]);
    compare("the page", sum(weights, |_| true).brotli, &budget["total"]);
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
        let budget = serde_json::json!({"start": 500, "total": 1100, "files": {"app-*.css": 500, "b": 600}});
        let found = |a, b| complaints(&[weight("app-*.css", a), weight("b", b)], &budget, 3);
        assert!(found(500, 600).is_empty());
        assert!(found(515, 618).is_empty(), "a little more is no matter");
        let found = found(516, 600);
        assert_eq!(found.len(), 2, "the file and what a first visit waits for: {found:?}");
        assert!(found[0].starts_with("app-*.css weighs 516 bytes (brotli), 3.2 % more than the 500"), "{found:?}");
        assert_eq!(complaints(&[weight("c", 1)], &budget, 3), [format!("c has no budget in {BUDGET}")]);
    }

    #[test]
    fn compression_is_real() -> Result<()> {
        let text = "espalier ".repeat(1000);
        assert!(brotli(text.as_bytes())? < 60 && gzip(text.as_bytes())? < 120);
        Ok(())
    }
}
