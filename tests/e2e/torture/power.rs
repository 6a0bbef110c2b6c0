//! The power goes: the browser is killed, and of each file of the database and of its second copy no more is left than
//! the browser had made durable.
//!
//! A library that is loaded into the browser records what it made durable (`fsync.c`). The model is a disk that keeps
//! names and lengths in order, and of bytes that nobody waited for none, some, or others.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use super::kill::{Harm, STREAM_MS};
use super::work::{KINDS, Promise, Workspace};
use super::{DATABASES, Engine, Figures, LEVELDB, PRIVATE_FILES, Random, SQLITE, files_below, is_long, tries};
use serde_json::json;

use crate::browser::{Page, TemporaryFolder};

/// A database that ends where the power went is whole.
const CUT: Promise = Promise { stream_ms: Some(STREAM_MS), is_restored: false };

/// `LevelDB` takes bytes that were never written for damage, and the browser then deletes the database.
const OTHER_BYTES: Promise = Promise { is_restored: true, ..CUT };

#[test]
fn power_cuts_lose_no_acknowledged_write() {
    cut_and_count("power", &LEVELDB, &CUT, &[Tail::None, Tail::Some]);
}

#[test]
fn power_cuts_lose_no_acknowledged_write_in_the_newer_storage_engine() {
    cut_and_count("power", &SQLITE, &CUT, &[Tail::None, Tail::Some]);
}

#[test]
fn power_cuts_that_leave_other_bytes_lose_nothing_for_good() {
    cut_and_count("power, other bytes", &LEVELDB, &OTHER_BYTES, &[Tail::Zeros, Tail::Others]);
}

#[test]
fn power_cuts_that_leave_other_bytes_lose_nothing_in_the_newer_storage_engine() {
    cut_and_count("power, other bytes", &SQLITE, &CUT, &[Tail::Zeros, Tail::Others]);
}

#[test]
fn power_cuts_without_durability_lose_writes_and_that_is_counted() {
    let relaxed = |page: &Page| {
        let script = "const { transaction } = IDBDatabase.prototype;
            IDBDatabase.prototype.transaction = function (stores, mode) { return transaction.call(this, stores, mode); };";
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    };
    let figures = cut("power", &LEVELDB, &Promise { stream_ms: None, ..CUT }, &[Tail::None], 1, &relaxed);
    assert!(figures.is_none_or(|figures| !figures.lost.is_empty()), "nothing was lost");
}

/// The bytes after those that are durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    None,
    /// Some of those that were written.
    Some,
    /// Zeros, as in the place that a file system has set aside.
    Zeros,
    /// Some of those that were written, and then others, as of the file that had the place before.
    Others,
}

/// Most rounds that follow where every byte happened to be durable, so that nothing was tried.
const MORE_ROUNDS: u32 = 3;

fn cut_and_count(kind: &'static str, engine: &Engine, promise: &Promise, tails: &[Tail]) {
    let cuts = tries(tails.len() as u32);
    if let Some(figures) = cut(kind, engine, promise, tails, cuts, &|_| ()) {
        figures.judge();
    }
}

/// Cuts the power again and again; none without a compiler.
fn cut(
    kind: &'static str,
    engine: &Engine,
    promise: &Promise,
    tails: &[Tail],
    cuts: u32,
    on_open: &dyn Fn(&Page),
) -> Option<Figures> {
    let library = TemporaryFolder::new("fsync");
    let Some(program) = compile(&library) else {
        let needs = "power cuts need the C compiler `cc`, which is not on this machine";
        assert!(!is_long(), "{needs}");
        // Past the harness of the tests, which shows nothing of those that pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {needs}");
        return None;
    };
    let (recorded, cut) = (Cell::new(0), [Cell::new(0), Cell::new(0)]);
    let harm = Harm {
        kind,
        promise,
        // The first cut comes while an answer streams.
        first: KINDS.len() as u32 - 1,
        prepare: &|workspace| {
            let log = workspace.folder.join(LOG);
            workspace.environment = vec![("LD_PRELOAD", program.clone()), ("FSYNC_LOG", log)];
        },
        on_open,
    };
    let power_goes = |workspace: &Workspace, number: u32| {
        let log = workspace.folder.join(LOG);
        let durable = durable(&log);
        recorded.set(recorded.get() + durable.len());
        for (folder, cut) in [DATABASES, PRIVATE_FILES].iter().zip(&cut) {
            for path in files_below(&workspace.folder, folder).iter().filter(|path| !holds_names(path)) {
                cut.set(cut.get() + cut_back(path, &durable, tails[number as usize % tails.len()], number, &log));
            }
        }
    };
    let mut figures = harm.do_and_compare(engine, cuts, power_goes);
    for _ in 0..MORE_ROUNDS {
        if cut[0].get() == 0 {
            figures.add(harm.do_and_compare(engine, cuts, power_goes));
        }
    }
    assert!(recorded.get() > 0, "nothing was recorded of what the browser made durable");
    if cut[0].get() == 0 {
        let fault = "every byte was durable whenever the power went, so nothing was tried";
        // On a busy machine the few cuts of the short form may all come right after a flush.
        assert!(!is_long(), "{fault}");
        let _ = writeln!(std::io::stderr(), "SKIPPED: {fault}");
    }
    Some(figures)
}

/// Whether the browser keeps names of private files there. It never flushes them: the system writes them within half a
/// minute, and until then not even a private file that was flushed would be found again after a power cut. The model
/// has to leave them, or there would be no private files at all.
fn holds_names(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("Paths") || folder.ends_with("Origins"))
}

/// Name of the file of records in the profile.
const LOG: &str = "fsync.log";

/// Compiles the library; none without a compiler.
fn compile(folder: &TemporaryFolder) -> Option<PathBuf> {
    let source = folder.write("fsync.c", include_str!("fsync.c"));
    let library = folder.join("fsync.so");
    let compiler =
        Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(source).arg("-ldl").output();
    let made = compiler.ok()?;
    assert!(made.status.success(), "the library is not compiled: {}", String::from_utf8_lossy(&made.stderr));
    Some(library)
}

/// A file that was made durable: its inode and its time of birth in nanoseconds.
type Name = (u64, u128);

/// Reads the length that each file had when it was made durable last.
fn durable(log: &Path) -> HashMap<Name, u64> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let read = |line: &str| {
        let mut words = line.split(' ');
        Some(((words.next()?.parse().ok()?, words.next()?.parse().ok()?), words.next()?.parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}

/// Leaves of a file no more than is durable, and a tail. Returns how many bytes were not durable. What is left is durable
/// from then on.
fn cut_back(path: &Path, durable: &HashMap<Name, u64>, tail: Tail, number: u32, log: &Path) -> u64 {
    let found = fs::metadata(path).expect("the file is there");
    let born = found.created().expect("files have a time of birth").duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let length = found.len();
    let kept = durable.get(&(found.ino(), born)).copied().unwrap_or(0).min(length);
    let gone = length - kept;
    if gone == 0 {
        return 0;
    }
    let mut random = Random(u64::from(number) ^ found.ino());
    let some = if matches!(tail, Tail::Some | Tail::Others) { random.next() % gone } else { 0 };
    let mut file = OpenOptions::new().write(true).open(path).expect("the file can be written");
    file.set_len(kept + some).expect("the file can be cut");
    match tail {
        Tail::None | Tail::Some => {}
        Tail::Zeros => file.set_len(length).expect("the file can be lengthened"),
        Tail::Others => {
            let others: Vec<u8> = (kept + some..length).map(|_| random.next() as u8).collect();
            file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(&others)).expect("the file can be written");
        }
    }
    let left = file.metadata().expect("the file is there").len();
    let line = format!("{} {born} {left}\n", found.ino());
    let log = OpenOptions::new().append(true).open(log);
    log.and_then(|mut log| log.write_all(line.as_bytes())).expect("the log can be written");
    gone
}
