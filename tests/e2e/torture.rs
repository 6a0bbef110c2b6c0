//! Loads that show whether what the page called saved is still there: after kills, power cuts, damage, full disks.
//!
//! An acknowledgement is what a person sees: the change is on the screen and `data-saved` is `yes`. Each load counts
//! them, does harm, and counts again. `cargo xtask torture` makes them long; without it they are a short form of
//! themselves, among the other browser tests.

mod kill;
mod work;

use std::fs::OpenOptions;
use std::io::Write;
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

/// A row of the table at the end of a run.
struct Figures {
    kind: &'static str,
    engine: &'static str,
    start: Instant,
    tries: u32,
    acknowledged: usize,
    /// Acknowledged changes that are not there, in words.
    lost: Vec<String>,
    /// Changes that are there in part, in words.
    torn: Vec<String>,
    /// Most milliseconds of a stream that were shown and are not there; none where nothing streamed.
    stream_ms: Option<u64>,
}

impl Figures {
    fn new(kind: &'static str, engine: &'static str) -> Self {
        let (lost, torn) = (Vec::new(), Vec::new());
        Self { kind, engine, start: now(), tries: 0, acknowledged: 0, lost, torn, stream_ms: None }
    }

    /// Writes the row where `cargo xtask torture` wants it, and fails if anything is lost or torn.
    #[track_caller]
    fn judge(self) {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let stream = self.stream_ms.map_or_else(|| "–".to_owned(), |ms| ms.to_string());
        let row = format!(
            "| {} | {} | {} | {} | {} | {} | {stream} | {minutes:.1} |\n",
            self.kind,
            self.engine,
            self.tries,
            self.acknowledged,
            self.lost.len(),
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
