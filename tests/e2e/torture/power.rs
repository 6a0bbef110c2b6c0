//! The power goes: the browser is killed, and of each file of the database no more is left than it had made durable.
//!
//! A library that is loaded into the browser records what it made durable (`fsync.c`). The model is a disk that keeps
//! names and lengths in order, and of bytes that nobody waited for none, some, or others.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use super::kill::Harm;
use super::work::{KINDS, Promise};
use super::{Engine, LEVELDB, Random, SQLITE, database_files, is_long, tries};
use crate::browser::TemporaryFolder;

/// Answers that stream and messages that wait outlive a process, not a power cut.
const CUT: Promise = Promise { stream_ms: None, keeps_waiting: false, may_be_said: false };

/// `LevelDB` takes bytes that were never written for damage, and the browser then deletes the database: that is said.
const OTHER_BYTES: Promise = Promise { may_be_said: true, ..CUT };

#[test]
fn power_cuts_lose_no_acknowledged_write() {
    cut_and_count("power", &LEVELDB, &CUT, &[Tail::None, Tail::Some]);
}

#[test]
fn power_cuts_lose_no_acknowledged_write_in_the_newer_storage_engine() {
    cut_and_count("power", &SQLITE, &CUT, &[Tail::None, Tail::Some]);
}

#[test]
fn power_cuts_that_leave_other_bytes_lose_nothing_in_silence() {
    cut_and_count("power, other bytes", &LEVELDB, &OTHER_BYTES, &[Tail::Zeros, Tail::Others]);
}

#[test]
fn power_cuts_that_leave_other_bytes_lose_nothing_in_the_newer_storage_engine() {
    cut_and_count("power, other bytes", &SQLITE, &CUT, &[Tail::Zeros, Tail::Others]);
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

fn cut_and_count(kind: &'static str, engine: &Engine, promise: &Promise, tails: &[Tail]) {
    let library = TemporaryFolder::new("fsync");
    let Some(program) = compile(&library) else {
        let needs = "power cuts need the C compiler `cc`, which is not on this machine";
        assert!(!is_long(), "{needs}");
        // Past the harness of the tests, which shows nothing of those that pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {needs}");
        return;
    };
    let (mut recorded, mut cut) = (0, 0);
    let harm = Harm {
        kind,
        promise,
        // The first cut comes while an answer streams.
        first: KINDS.len() as u32 - 1,
        prepare: &|workspace| {
            let log = workspace.folder.join(LOG);
            workspace.environment = vec![("LD_PRELOAD", program.clone()), ("FSYNC_LOG", log)];
        },
    };
    let figures = harm.do_and_compare(engine, tries(tails.len() as u32), |workspace, number| {
        let log = workspace.folder.join(LOG);
        let durable = durable(&log);
        recorded += durable.len();
        for path in database_files(&workspace.folder) {
            cut += cut_back(&path, &durable, tails[number as usize % tails.len()], number, &log);
        }
    });
    assert!(recorded > 0, "nothing was recorded of what the browser made durable");
    assert!(cut > 0, "every byte was durable whenever the power went, so nothing was tried");
    figures.judge();
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
