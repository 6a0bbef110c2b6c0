//! Cost of a backup of 1,000,000 rows, on this machine: `cargo bench --bench backup` (Linux).
//!
//! The database is made up while it is read, so that the memory is that of the writer and of the slices it asks for.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found
#![allow(clippy::expect_used)] // a bench that cannot go on stops

use std::time::Instant;

use espalier_base::time::Timestamp;
use espalier_mirror::backup::{Output, Source, write};
use espalier_mirror::bundle::Details;
use espalier_mirror::seal::{SALT, Seal};
use espalier_model::change::ChangeSet;
use espalier_model::persona::Role;
use espalier_model::{Document, Message, Record, Session, SessionId, Table};
use espalier_storage::files::StoredFile;
use espalier_storage::port::{Commit, Durability, Loaded, Query, Storage, StorageError};
use futures::executor::block_on;
use uuid::Uuid;

/// Conversations, and messages in each.
const SESSIONS: u128 = 10_000;
const MESSAGES: u128 = 99;
/// Attached files, and bytes of each.
const FILES: u8 = 10;
const BYTES: usize = 8 << 20;

/// A database that is made up while it is read.
struct MadeUp;

fn session(number: u128) -> SessionId {
    SessionId::from_uuid(Uuid::from_u128(number))
}

fn message(owner: u128, number: u128) -> Record {
    let id = espalier_base::id::Id::from_uuid(Uuid::from_u128(owner * 1_000 + number));
    let text = format!("{owner}, {number}: herbs that grow in the shade are {}", owner.wrapping_mul(number * 7_919));
    Record::Messages(Message::new(id, session(owner), None, Role::User, &text.repeat(4), Timestamp(0)).into())
}

impl Storage for MadeUp {
    async fn load(&self, query: Query) -> Result<Loaded, StorageError> {
        let mut loaded = Loaded::default();
        match query {
            Query::Tables(tables) if tables == [Table::Sessions] => {
                let row = |number| Record::Sessions(Session::new(session(number), Timestamp(0)).into());
                loaded.records = (0..SESSIONS).map(row).collect();
            }
            Query::Keys(Table::Messages) => {
                let key = |owner, number| format!("{}/{}", session(owner), session(number));
                loaded.keys = (0..SESSIONS).flat_map(|one| (0..MESSAGES).map(move |two| key(one, two))).collect();
            }
            Query::Inside(document) => {
                let owner = (0..SESSIONS).find(|number| Document::of(session(*number)) == document);
                loaded.records =
                    owner.map(|owner| (0..MESSAGES).map(|number| message(owner, number)).collect()).unwrap_or_default();
            }
            Query::FileHashes => loaded.keys = (0..FILES).map(|number| format!("{number:064x}")).collect(),
            Query::Files(hashes) => {
                let file = |hash| StoredFile { hash, bytes: (0..BYTES).map(|at| ((at * at) >> 7) as u8).collect() };
                loaded.files = hashes.into_iter().map(file).collect();
            }
            _ => {}
        }
        Ok(loaded)
    }

    async fn commit(&self, _: Commit, _: Durability) -> Result<(), StorageError> {
        Ok(())
    }

    async fn pack(&self) -> Result<(), StorageError> {
        Ok(())
    }

    async fn sweep_files(&self, _: Timestamp) -> Result<(), StorageError> {
        Ok(())
    }
}

/// Counts the bytes.
#[derive(Default)]
struct Counted {
    bytes: usize,
    pieces: usize,
    largest: usize,
}

impl Output for Counted {
    async fn take(&mut self, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        self.pieces += 1;
        self.largest = self.largest.max(bytes.len());
    }

    async fn rest(&mut self, _: usize) -> bool {
        true
    }
}

/// A figure of this process, in MB.
fn memory(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a figure");
    line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1_024.0
}

fn main() {
    let before = memory("VmRSS:");
    for password in [None, Some("pass")] {
        let start = Instant::now();
        let seal = password.map(|_| Seal::new([1; SALT]));
        let key = seal.as_ref().zip(password).map(|(seal, password)| seal.key(password).expect("a key"));
        println!("key: {:.2} s", start.elapsed().as_secs_f64());
        let mut output = Counted::default();
        let details = Details { exported_at: None, seal };
        let unsaved = ChangeSet::default();
        let rows =
            block_on(write(Source::Stored(&MadeUp, &unsaved), &details, key, &mut output)).expect("it is made up");
        let Counted { bytes, pieces, largest } = output;
        println!(
            "{rows:?} rows, {FILES} files: {:.1} MB in {pieces} pieces of at most {:.1} MB, {:.1} s, memory {before:.0} MB before, at most {:.0} MB",
            bytes as f64 / 1e6,
            largest as f64 / 1e6,
            start.elapsed().as_secs_f64(),
            memory("VmHWM:"),
        );
    }
}
