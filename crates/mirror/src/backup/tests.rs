use std::cell::Cell;

use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::seal::{SALT, Seal};
use espalier_attachments::hash::sha256;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;
use espalier_model::change::Change;
use espalier_model::persona::Role;
use espalier_model::{Message, Session};
use espalier_storage::files::StoredFile;
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Commit, Durability};

const NOW: Timestamp = Timestamp(1_760_000_000_000);

fn id<Kind>(number: u128) -> Id<Kind> {
    format!("{number:032x}").parse().expect("an id")
}

/// Collects the bytes; stops after so many rests.
#[derive(Default)]
struct Collected {
    bytes: Vec<u8>,
    stops_after: Option<Cell<u32>>,
}

impl Output for Collected {
    async fn take(&mut self, bytes: Vec<u8>) {
        self.bytes.extend(bytes);
    }

    async fn rest(&mut self, _: usize) -> bool {
        self.stops_after.as_ref().is_none_or(|left| {
            left.set(left.get().saturating_sub(1));
            left.get() > 0
        })
    }
}

fn session(number: u128, name: &str) -> Record {
    let mut row = Session::new(id(number), NOW);
    name.clone_into(&mut row.name);
    Record::Sessions(row.into())
}

fn message(session: u128, number: u128, text: &str) -> Record {
    Record::Messages(Message::new(id(number), id(session), None, Role::User, text, NOW).into())
}

fn file(bytes: &[u8]) -> StoredFile {
    StoredFile { hash: sha256(bytes).parse().expect("a hash"), bytes: bytes.into() }
}

fn stored(records: &[Record], files: Vec<StoredFile>) -> MemoryStorage {
    let storage = MemoryStorage::default();
    let changes = records.iter().map(|row| (row.key(), Change::Added(row.clone()))).collect();
    block_on(storage.commit(Commit { changes, files, ..Commit::default() }, Durability::Strict)).expect("it is stored");
    storage
}

fn seal() -> Seal {
    Seal::with_cost([5; SALT], 8, 1)
}

fn written(storage: &MemoryStorage, unsaved: &ChangeSet, password: Option<&str>) -> Vec<u8> {
    let mut output = Collected::default();
    let seal = password.map(|_| seal());
    let key = seal.as_ref().zip(password).map(|(seal, password)| seal.key(password).expect("a key"));
    let details = Details { exported_at: Some("2026-11-28T00:00:00Z".to_owned()), seal };
    let done = block_on(write(Source::Stored(storage, unsaved), &details, key, &mut output));
    assert!(done.expect("it is read").is_some());
    output.bytes
}

/// A few rows of several kinds, and two files.
fn sample() -> (Vec<Record>, Vec<StoredFile>) {
    let long = "a long text, ".repeat(400);
    let records =
        vec![session(1, "One"), session(2, "表"), message(1, 10, &long), message(2, 20, "b"), message(2, 21, "c")];
    (records, vec![file(b"first"), file(&[0xff; 5_000])])
}

/// Places of the lines between parts, and of the end.
fn lines(bytes: &[u8]) -> Vec<usize> {
    (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"\n{\"part")).map(|at| at + 1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn b1_what_was_written_reads_back_the_same(
        names in prop::collection::vec(any::<String>(), 0..6),
        texts in prop::collection::vec((1_u128..8, any::<String>()), 0..20),
        content in prop::collection::vec(any::<u8>(), 0..3_000),
        password in prop::option::of(any::<String>()),
    ) {
        let mut records: Vec<Record> = names.iter().zip(1..).map(|(name, number)| session(number, name)).collect();
        // Some of the messages have no conversation.
        records.extend(texts.iter().zip(100..).map(|((owner, text), number)| message(*owner, number, text)));
        let files = vec![file(&content)];
        let bytes = written(&stored(&records, files.clone()), &ChangeSet::default(), password.as_deref());
        let read = read(&bytes, password.as_deref()).expect("it is read");
        records.sort_by_key(Record::key);
        prop_assert_eq!(read, Content { archive: Archive { records, broken: Vec::new(), files }, cut: false });
    }
}

#[test]
fn b1_rows_that_cannot_be_read_travel_as_they_lie_there_and_are_tried_again() {
    let storage = stored(&[session(1, "One")], Vec::new());
    storage.put_raw("sessions", "odd", "{\"half\":");
    storage.put_raw("messages", "nobody's", "{}");
    let whole = message(1, 10, "a").to_json().expect("plain data");
    storage.put_raw("messages", "a key of another form", &whole);
    let read = read(&written(&storage, &ChangeSet::default(), None), None).expect("it is read");
    let mut keys: Vec<String> =
        read.archive.broken.iter().filter_map(|broken| broken.row.as_ref().map(|row| row.key.clone())).collect();
    keys.sort();
    let kept = |key: &str| keys.iter().any(|known| known == key);
    assert!(kept("odd") && kept("nobody's"), "{keys:?}");
    assert!(kept("a key of another form") || read.archive.records.contains(&message(1, 10, "a")), "{keys:?}");
    assert!(!read.cut && read.archive.records.contains(&session(1, "One")));
}

#[test]
fn changes_that_are_not_stored_are_in_it() {
    let storage = stored(&[session(1, "Old"), session(2, "Gone"), message(1, 10, "a")], Vec::new());
    let renamed = Change::between(Some(&session(1, "Old")), Some(&session(1, "New"))).expect("a change");
    let unsaved: ChangeSet = [
        (session(1, "").key(), renamed),
        (session(2, "").key(), Change::Removed(session(2, "Gone"))),
        (session(3, "").key(), Change::Added(session(3, "Fresh"))),
        (message(3, 30, "").key(), Change::Added(message(3, 30, "b"))),
    ]
    .into_iter()
    .collect();
    let read = read(&written(&storage, &unsaved, None), None).expect("it is read");
    let expected = [session(1, "New"), session(3, "Fresh"), message(1, 10, "a"), message(3, 30, "b")];
    let mut expected = expected.to_vec();
    expected.sort_by_key(Record::key);
    assert_eq!(read.archive.records, expected);
}

#[test]
fn what_is_in_memory_can_be_written_where_there_is_no_database() {
    let (records, _) = sample();
    let odd = Unreadable { store: "maps".to_owned(), key: "k".to_owned(), reason: "r".to_owned(), raw: "[".to_owned() };
    let mut output = Collected::default();
    let source = Source::<MemoryStorage>::Memory(&records, std::slice::from_ref(&odd));
    let rows = block_on(write(source, &Details::default(), None, &mut output)).expect("nothing is read");
    assert_eq!(rows, Some(records.len()));
    let read = read(&output.bytes, None).expect("it is read");
    assert_eq!((read.archive.records.len(), read.archive.broken.len()), (records.len(), 1));
}

#[test]
fn a_cancelled_backup_ends_at_the_next_rest() {
    let storage = stored(&sample().0, Vec::new());
    let mut output = Collected { stops_after: Some(Cell::new(1)), ..Collected::default() };
    let unsaved = ChangeSet::default();
    let done = block_on(write(Source::Stored(&storage, &unsaved), &Details::default(), None, &mut output));
    assert_eq!(done, Ok(None));
}

#[test]
fn b4_cut_anywhere_it_is_said_and_what_is_before_is_read() {
    let (records, files) = sample();
    let storage = stored(&records, files);
    for password in [None, Some("pass")] {
        let bytes = written(&storage, &ChangeSet::default(), password);
        let first = lines(&bytes)[0];
        for length in 0..bytes.len() {
            match read(&bytes[..length], password) {
                Ok(read) => {
                    assert!(read.cut && length >= first, "{length}");
                    assert!(
                        read.archive.broken.is_empty() && read.archive.records.iter().all(|row| records.contains(row))
                    );
                }
                Err(damage) => {
                    assert!(matches!(damage, Damage::NotOurs | Damage::Header) && length < first, "{length}");
                }
            }
        }
    }
}

#[test]
fn b4_a_wrong_password_reads_nothing_and_is_told_from_damage() {
    let (records, files) = sample();
    for storage in [stored(&records, files), MemoryStorage::default()] {
        let bytes = written(&storage, &ChangeSet::default(), Some("pass"));
        assert_eq!(read(&bytes, Some("Pass")), Err(Damage::WrongPassword));
        assert_eq!(read(&bytes, None), Err(Damage::Locked));
        let mut harmed = bytes.clone();
        harmed[bundle::MAGIC.len() + 20] ^= 1;
        assert!(matches!(read(&harmed, Some("pass")), Err(Damage::Header | Damage::NotOurs)));
    }
}

#[test]
fn b4_a_flipped_byte_costs_one_part_or_the_end_and_is_told() {
    let (records, files) = sample();
    let storage = stored(&records, files.clone());
    for password in [None, Some("pass")] {
        let bytes = written(&storage, &ChangeSet::default(), password);
        let first = lines(&bytes)[0];
        for at in (0..bytes.len()).step_by(3) {
            let mut harmed = bytes.clone();
            harmed[at] ^= 1;
            match read(&harmed, password) {
                Ok(read) => {
                    let (rows, parts) = (read.archive.records.len(), read.archive.files.len());
                    // A line break between parts holds nothing.
                    let all = bytes[at] == b'\n' && (rows, parts) == (records.len(), files.len());
                    assert!(at >= first && (all || read.cut || read.archive.broken.len() == 1), "{at}");
                    assert!(read.archive.records.iter().all(|row| records.contains(row)), "{at}");
                    assert!(read.archive.files.iter().all(|file| files.contains(file)), "{at}");
                }
                Err(damage) => assert!(at < first, "{at} {damage}"),
            }
        }
    }
}

/// The bytes of each part of a file, with its line.
fn parts(bytes: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>, Vec<u8>) {
    let at = lines(bytes);
    let parts = at.windows(2).map(|pair| bytes[pair[0]..pair[1]].to_vec()).collect();
    (bytes[..at[0]].to_vec(), parts, bytes[at[at.len() - 1]..].to_vec())
}

#[test]
fn parts_of_a_sealed_file_cannot_be_swapped_dropped_or_taken_from_another() {
    let (records, files) = sample();
    let bytes = written(&stored(&records, files.clone()), &ChangeSet::default(), Some("pass"));
    let (head, all, end) = parts(&bytes);
    assert!(all.len() >= 4);
    let content = |part: &[u8]| part[part.iter().position(|byte| *byte == b'\n').expect("a line") + 1..].to_vec();
    // Whoever changes the file can write lines that fit, too, but not seal what is between them.
    let made = |contents: &[Vec<u8>]| {
        let mut made = head.clone();
        for (number, content) in contents.iter().enumerate() {
            made.extend(bundle::part_line(number as u32, &content[..content.len() - 1]));
            made.extend(content);
        }
        made
    };
    let contents: Vec<Vec<u8>> = all.iter().map(|part| content(part)).collect();
    let told = |bytes: Vec<u8>| read(&bytes, Some("pass"));
    assert!(!told([made(&contents), end.clone()].concat()).expect("it is whole").cut);
    let mut swapped = contents.clone();
    swapped.swap(1, 2);
    assert_eq!(told([made(&swapped), end.clone()].concat()).expect("the others").archive.broken.len(), 2);
    let dropped = contents[..contents.len() - 1].to_vec();
    assert!(told([made(&dropped), end.clone()].concat()).expect("the others").cut);
    // A part of another file with the same password.
    let seal = Seal::with_cost([6; SALT], 8, 1);
    let mut other = Collected::default();
    let key = seal.key("pass").expect("a key");
    let details = Details { exported_at: None, seal: Some(seal) };
    let storage = stored(&records, files);
    let unsaved = ChangeSet::default();
    block_on(write(Source::Stored(&storage, &unsaved), &details, Some(key), &mut other)).expect("it is read");
    let mut mixed = contents;
    mixed[1] = content(&parts(&other.bytes).1[1]);
    assert_eq!(told([made(&mixed), end].concat()).expect("the others").archive.broken.len(), 1);
}

/// Writes the files that are kept below `fixtures`; asked for by name, once for each version of the format.
#[test]
#[ignore = "writes fixtures"]
fn write_fixtures() {
    let (records, files) = sample();
    let storage = stored(&records, files);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/backup/fixtures");
    std::fs::write(folder.join("v1.espalier"), written(&storage, &ChangeSet::default(), None)).expect("it is written");
    let bytes = written(&storage, &ChangeSet::default(), Some(PASSWORD));
    std::fs::write(folder.join("v1-password.espalier"), bytes).expect("it is written");
}

const PASSWORD: &str = "correct horse 电池";

/// Written once and never again: what a released version wrote is read by every later one.
#[test]
fn files_of_every_version_are_read() {
    for (bytes, password) in [
        (include_bytes!("fixtures/v1.espalier").as_slice(), None),
        (include_bytes!("fixtures/v1-password.espalier").as_slice(), Some(PASSWORD)),
    ] {
        let read = read(bytes, password).expect("it is read");
        let (mut records, files) = sample();
        records.sort_by_key(Record::key);
        assert!(!read.cut);
        assert_eq!(
            (read.archive.records, read.archive.broken, read.archive.files.len()),
            (records, Vec::new(), files.len())
        );
    }
}
