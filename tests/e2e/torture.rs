//! Loads that show whether what the page called saved is still there: after kills, power cuts, damage, full disks.
//!
//! An acknowledgement is what a person sees: the change is on the screen and `data-saved` is `yes`. Each load counts
//! them, does harm, and counts again. `cargo xtask torture` makes them long; without it they are a short form of
//! themselves, among the other browser tests.

mod backup;
mod damage;
mod kill;
mod missing;
mod power;
mod tabs;
mod trouble;
mod work;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::browser::now;

/// An engine that stores the database: its name, and the flags that choose it.
#[derive(Debug, Clone, Copy)]
pub struct Engine {
    pub name: &'static str,
    pub flags: &'static [&'static str],
}

/// The browser's default.
pub const LEVELDB: Engine = Engine { name: "LevelDB", flags: &[] };

/// The one that the browser is moving to.
pub const SQLITE: Engine =
    Engine { name: "SQLite", flags: &["--enable-features=IdbSqliteBackingStore,IdbSqliteOnDiskRollout"] };

/// Returns the number of tries: of the short form, or the one that `cargo xtask torture` asks for.
fn tries(short: u32) -> u32 {
    std::env::var("ESPALIER_TORTURE").map_or(short, |count| count.parse().expect("ESPALIER_TORTURE is a number"))
}

/// Whether this is the long form.
fn is_long() -> bool {
    std::env::var_os("ESPALIER_TORTURE").is_some()
}

/// Folder of the databases in a profile.
const DATABASES: &str = "Default/IndexedDB";
/// Folder of the pages' private files in a profile.
const PRIVATE_FILES: &str = "Default/File System";

/// Lists the files below a folder of a profile, in order.
fn files_below(profile: &Path, folder: &str) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![profile.join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// A row of the table at the end of a run.
struct Figures {
    kind: &'static str,
    engine: &'static str,
    start: Instant,
    tries: u32,
    acknowledged: usize,
    /// Acknowledged changes that are not there, in words.
    lost: Vec<String>,
    /// Acknowledged changes that are not there, where that was said and no copy could have them.
    lost_and_said: usize,
    /// Acknowledged changes that the database lost and that came back.
    restored: usize,
    /// Changes that are there in part, in words.
    torn: Vec<String>,
    /// Most milliseconds of a stream that were shown and are not there; none where nothing streamed.
    stream_ms: Option<u64>,
}

impl Figures {
    fn new(kind: &'static str, engine: &'static str) -> Self {
        let (lost, torn) = (Vec::new(), Vec::new());
        Self {
            kind,
            engine,
            start: now(),
            tries: 0,
            acknowledged: 0,
            lost,
            lost_and_said: 0,
            restored: 0,
            torn,
            stream_ms: None,
        }
    }

    /// Takes in the figures of a further round.
    fn add(&mut self, other: Self) {
        self.tries += other.tries;
        self.acknowledged += other.acknowledged;
        self.lost.extend(other.lost);
        self.lost_and_said += other.lost_and_said;
        self.restored += other.restored;
        self.torn.extend(other.torn);
        self.stream_ms = self.stream_ms.max(other.stream_ms);
    }

    /// Writes the row where `cargo xtask torture` wants it, and fails if anything is lost or torn.
    #[track_caller]
    fn judge(self) {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let stream = self.stream_ms.map_or_else(|| "–".to_owned(), |ms| ms.to_string());
        let row = format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {stream} | {minutes:.1} |\n",
            self.kind,
            self.engine,
            self.tries,
            self.acknowledged,
            self.lost.len(),
            self.lost_and_said,
            self.restored,
            self.torn.len()
        );
        eprint!("{row}");
        if let Some(path) = std::env::var_os("ESPALIER_FIGURES") {
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.and_then(|mut file| file.write_all(row.as_bytes())).expect("the figures can be written");
        }
        let Self { lost, torn, .. } = self;
        assert!(lost.is_empty() && torn.is_empty(), "lost: {lost:#?}\ntorn: {torn:#?}\n{row}");
    }
}
