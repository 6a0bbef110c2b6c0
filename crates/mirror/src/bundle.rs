//! Bundles: the format of files that hold rows outside the database.
//!
//! A bundle is a stream: the line [`MAGIC`], a line with the [`Header`] as JSON, parts, and a line that ends it. A part
//! is a line, `{"part":0,"bytes":1234,"sha256":"…","line":"…"}`, and so many bytes and a line break after it. The bytes are packed
//! (raw DEFLATE, RFC 1951) and begin with a line of their own: `rows nodes` before rows, each a line of JSON,
//! `{"k":"…","r":{…}}`, with `null` for a row that is gone; `file` and a hash before the bytes of an attached file.
//! The last line, `{"parts":3,"sha256":"…"}`, has the SHA-256 of those of all parts, one after another.
//!
//! A backup ([`backup`](super::backup)) has [`Details`] in its header, with a check of that line. With a password, the
//! packed bytes of each part are sealed ([`seal`](super::seal)), and the last line has a seal, too.
//!
//! - N1 A bundle that was written reads back the same, however its bytes are cut into pieces on the way.
//! - N2 Of a bundle that is cut off anywhere, the parts before are read, and it is told that the end is missing.
//! - N3 A part that is damaged is told and left out, and those after it are read.
//! - N4 No part takes more memory than [`MAX_PART`], whatever it says of itself.
//! - N5 Of a sealed bundle, only what was sealed in it with its password at its place is read.

use espalier_attachments::hash::sha256;
use espalier_model::conversation::FileHash;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::seal::{Key, Seal, SealError};
use espalier_storage::files::StoredFile;

/// The first line of a bundle.
pub const MAGIC: &str = "espalier bundle 1\n";
/// The most bytes of a part, packed or not.
pub const MAX_PART: usize = 256 << 20;
/// Bytes of rows from which on a new part is begun.
const FULL: usize = 1 << 20;
/// The most bytes of a line between parts.
const MAX_LINE: usize = 64 << 10;
/// Level of compression: the fastest, as what is mirrored is written while a person works.
const LEVEL: u8 = 1;
/// The beginning of the lines before parts and of the last one, with the end of the line before.
const LINE_BEGINNING: &[u8] = b"\n{\"part";

/// The second line of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the rows' shape (`schema::VERSION`).
    pub shape: u32,
}

/// Details of a backup, in the header of its bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// Time at which it was made, as RFC 3339.
    pub exported_at: Option<String>,
    /// Seal, where it has a password.
    pub seal: Option<Seal>,
}

/// The second line as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeadLine {
    shape: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exported_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<Seal>,
}

/// Text between the header of a backup and the beginning of its SHA-256.
const CHECK: &str = ",\"check\":\"";

impl HeadLine {
    /// Returns the line with its check: damage is not to be taken for a wrong password.
    fn checked(&self) -> String {
        // Plain data always has a JSON form.
        let line = serde_json::to_string(self).unwrap_or_default();
        let open = line.strip_suffix('}').unwrap_or_default();
        format!("{open}{CHECK}{}\"}}", check(open))
    }

    fn read(line: &[u8]) -> Result<Self, Damage> {
        let line = std::str::from_utf8(line).map_err(|_| Damage::NotOurs)?;
        let checked = line.rsplit_once(CHECK).map(|(open, said)| said.strip_suffix("\"}") == Some(&check(open)));
        let head: Self = serde_json::from_str(line).map_err(|_| Damage::NotOurs)?;
        let is_backup = head.exported_at.is_some() || head.seal.is_some();
        if checked.unwrap_or(!is_backup) { Ok(head) } else { Err(Damage::Header) }
    }
}

fn check(line: &str) -> String {
    let mut check = sha256(line.as_bytes());
    check.truncate(8);
    check
}

/// Returns the details of a bundle by its first lines; `None` where the bytes are none.
pub fn details(bytes: &[u8]) -> Option<Result<Details, Damage>> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes())?;
    let Some(end) = rest.iter().take(MAX_LINE).position(|byte| *byte == b'\n') else {
        return Some(Err(Damage::Header));
    };
    let head = HeadLine::read(rest.get(..end).unwrap_or_default());
    Some(head.map(|head| Details { exported_at: head.exported_at, seal: head.seal }))
}

/// A row of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The key.
    pub key: String,
    /// The row as JSON; `None` where it is gone.
    pub json: Option<String>,
}

/// A part of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Rows of a store, by its name.
    Rows(String, Vec<Row>),
    /// An attached file.
    File(StoredFile),
}

/// A damage of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes are no bundle.
    #[error("not a bundle")]
    NotOurs,
    /// The header is damaged.
    #[error("the header is damaged")]
    Header,
    /// The parts are sealed, and there is no key.
    #[error("a password is needed")]
    Locked,
    /// The key does not open the parts.
    #[error("the password is wrong")]
    WrongPassword,
    /// The seal cannot be opened here.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The rows have a shape that this version does not know.
    #[error("the rows have version {0}")]
    Newer(u32),
    /// A part is damaged.
    #[error("part {0} is damaged")]
    Part(u32),
    /// The end is missing, or does not fit the parts.
    #[error("the end is missing")]
    Cut,
}

#[derive(Serialize, Deserialize)]
struct PartLine {
    part: u32,
    bytes: usize,
    sha256: String,
    /// The beginning of the SHA-256 of the three others: a damaged length would swallow the parts after it.
    line: String,
}

impl PartLine {
    fn new(part: u32, packed: &[u8]) -> Self {
        let (bytes, sha256) = (packed.len(), sha256(packed));
        let line = Self::line(part, bytes, &sha256);
        Self { part, bytes, sha256, line }
    }

    fn line(part: u32, bytes: usize, hash: &str) -> String {
        check(&format!("{part} {bytes} {hash}"))
    }

    fn is_whole(&self) -> bool {
        self.line == Self::line(self.part, self.bytes, &self.sha256)
    }
}

#[derive(Serialize, Deserialize)]
struct EndLine {
    parts: u32,
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct RowLine<'a> {
    k: String,
    #[serde(borrow)]
    r: Option<&'a RawValue>,
}

/// Writer of a bundle. What it returns is appended to the file.
#[derive(Debug)]
pub struct Writer {
    store: &'static str,
    rows: String,
    parts: u32,
    hashes: String,
    key: Option<Key>,
    out: Vec<u8>,
}

impl Writer {
    /// Begins a bundle.
    pub fn new(header: &Header) -> Self {
        let mut out = MAGIC.as_bytes().to_vec();
        line(&mut out, header);
        Self { store: "", rows: String::new(), parts: 0, hashes: String::new(), key: None, out }
    }

    /// Begins the bundle of a backup, with the key of its seal if it has one.
    pub fn backup(header: &Header, details: &Details, key: Option<Key>) -> Self {
        let Details { exported_at, seal } = details.clone();
        let line = HeadLine { shape: header.shape, exported_at, seal }.checked();
        let mut writer = Self::new(header);
        writer.out = format!("{MAGIC}{line}\n").into_bytes();
        writer.key = key.map(|key| key.bound(line.as_bytes()));
        writer
    }

    /// Adds a row of a store; `None` says that it is gone.
    pub fn row(&mut self, store: &'static str, key: &str, json: Option<&str>) {
        if store != self.store {
            self.end_part();
            self.store = store;
        }
        if self.rows.is_empty() {
            self.rows = format!("rows {store}\n");
        }
        // Texts always have a JSON form.
        let key = serde_json::to_string(key).unwrap_or_default();
        for piece in ["{\"k\":", &key, ",\"r\":", json.unwrap_or("null"), "}\n"] {
            self.rows.push_str(piece);
        }
        if self.rows.len() >= FULL {
            self.end_part();
        }
    }

    /// Adds an attached file.
    pub fn file(&mut self, file: &StoredFile) {
        self.end_part();
        let mut body = format!("file {}\n", file.hash).into_bytes();
        body.extend_from_slice(&file.bytes);
        self.part(&body);
    }

    /// Returns what can be appended by now.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Returns the number of bytes that can be appended by now.
    pub const fn ready(&self) -> usize {
        self.out.len()
    }

    /// Ends the bundle and returns the rest of it.
    pub fn finish(mut self) -> Vec<u8> {
        self.end_part();
        let all = sha256(self.hashes.as_bytes());
        let seal = self.key.as_ref().map(|key| key.end(self.parts, &all));
        let end = EndLine { parts: self.parts, sha256: all, seal };
        line(&mut self.out, &end);
        self.out
    }

    fn end_part(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if !rows.is_empty() {
            self.part(rows.as_bytes());
        }
    }

    fn part(&mut self, body: &[u8]) {
        let mut packed = compress_to_vec(body, LEVEL);
        if let Some(key) = &self.key {
            packed = key.seal(self.parts, &packed);
        }
        let head = PartLine::new(self.parts, &packed);
        line(&mut self.out, &head);
        self.out.extend_from_slice(&packed);
        self.out.push(b'\n');
        self.hashes.push_str(&head.sha256);
        self.parts += 1;
    }
}

fn line(out: &mut Vec<u8>, value: &impl Serialize) {
    // Plain data always has a JSON form.
    out.extend(serde_json::to_vec(value).unwrap_or_default());
    out.push(b'\n');
}

/// Returns the line before a part, for tests that write bundles of their own.
#[cfg(test)]
pub(super) fn part_line(part: u32, packed: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    line(&mut out, &PartLine::new(part, packed));
    out
}

/// Position of a reader in the bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Magic,
    Header,
    Parts,
    Over,
}

/// Whether a reader knows where the next line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Track {
    /// It does.
    Kept,
    /// A line was not where it should be.
    Lost,
    /// After that, one was found that may be one.
    Found,
}

/// Reader of a bundle that arrives in pieces.
#[derive(Debug)]
pub struct Reader {
    buffer: Vec<u8>,
    stage: Stage,
    track: Track,
    shape: u32,
    /// The number of the next part.
    next: u32,
    hashes: String,
    whole: bool,
    /// Whether a line was lost.
    lost: bool,
    /// Whether the end was there and is that of this bundle.
    end_fits: bool,
    known_shape: u32,
    key: Option<Key>,
    /// Whether the key has opened a part.
    opened: bool,
}

impl Reader {
    /// Begins; rows of a shape later than this one are refused.
    pub const fn new(known_shape: u32) -> Self {
        Self {
            buffer: Vec::new(),
            stage: Stage::Magic,
            track: Track::Kept,
            shape: 0,
            next: 0,
            hashes: String::new(),
            whole: true,
            lost: false,
            end_fits: false,
            known_shape,
            key: None,
            opened: false,
        }
    }

    /// Sets the key of a sealed bundle, before anything is read.
    #[must_use]
    pub fn with_key(mut self, key: Option<Key>) -> Self {
        self.key = key;
        self
    }

    /// Returns the version of the rows' shape, once the header was read.
    pub const fn shape(&self) -> u32 {
        self.shape
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next part, or the next damage; `None` when more bytes are needed or all is over.
    pub fn next_part(&mut self) -> Option<Result<Part, Damage>> {
        loop {
            match self.stage {
                Stage::Over => return None,
                Stage::Magic => {
                    let begins = self.buffer.len().min(MAGIC.len());
                    if self.buffer.get(..begins) != MAGIC.as_bytes().get(..begins) {
                        return Some(Err(self.give_up(Damage::NotOurs)));
                    }
                    if begins < MAGIC.len() {
                        return None;
                    }
                    self.buffer.drain(..begins);
                    self.stage = Stage::Header;
                }
                Stage::Header => {
                    let Ok(line) = self.line()? else { return Some(Err(self.give_up(Damage::NotOurs))) };
                    let header = match HeadLine::read(&line) {
                        Ok(header) => header,
                        Err(damage) => return Some(Err(self.give_up(damage))),
                    };
                    if header.seal.is_some() && self.key.is_none() {
                        return Some(Err(self.give_up(Damage::Locked)));
                    }
                    self.key = self.key.take().filter(|_| header.seal.is_some()).map(|key| key.bound(&line));
                    if header.shape > self.known_shape {
                        return Some(Err(self.give_up(Damage::Newer(header.shape))));
                    }
                    self.shape = header.shape;
                    self.stage = Stage::Parts;
                }
                Stage::Parts => return self.part(),
            }
        }
    }

    /// Whether the end is missing, or that of another bundle, whatever was told of the parts.
    pub const fn is_cut(&self) -> bool {
        !self.end_fits || !self.buffer.is_empty()
    }

    /// Ends the reading; says whether the end was there and fits all parts (N2).
    pub fn finish(self) -> Result<(), Damage> {
        if self.stage == Stage::Over && self.whole && self.buffer.is_empty() { Ok(()) } else { Err(Damage::Cut) }
    }

    fn give_up(&mut self, damage: Damage) -> Damage {
        self.stage = Stage::Over;
        self.whole = false;
        damage
    }

    /// Takes the next line, without its end; `None` when it is not here yet, an error when it is too long for one.
    fn line(&mut self) -> Option<Result<Vec<u8>, ()>> {
        let end = self.buffer.iter().take(MAX_LINE).position(|byte| *byte == b'\n');
        let Some(end) = end else { return (self.buffer.len() >= MAX_LINE).then_some(Err(())) };
        let mut line: Vec<u8> = self.buffer.drain(..=end).collect();
        line.pop();
        Some(Ok(line))
    }

    /// Reads a part, or the end; a lost line is told once.
    fn part(&mut self) -> Option<Result<Part, Damage>> {
        loop {
            if self.track == Track::Lost {
                self.find_line()?;
            }
            match self.part_here()? {
                Step::Part(part) => return Some(part),
                Step::End => {
                    self.stage = Stage::Over;
                    return None;
                }
                Step::Wrong => return Some(Err(self.give_up(Damage::WrongPassword))),
                Step::Lost if std::mem::replace(&mut self.track, Track::Lost) == Track::Kept => {
                    (self.whole, self.lost) = (false, true);
                    return Some(Err(Damage::Part(self.next)));
                }
                Step::Lost => {}
            }
        }
    }

    fn part_here(&mut self) -> Option<Step> {
        let end = self.buffer.iter().take(MAX_LINE).position(|byte| *byte == b'\n');
        let Some(end) = end else { return (self.buffer.len() >= MAX_LINE).then_some(Step::Lost) };
        let line = self.buffer.get(..end).unwrap_or_default();
        if let Ok(EndLine { parts, sha256: all, seal }) = serde_json::from_slice(line) {
            let is_sealed = self.key.as_ref().is_none_or(|key| seal.is_some_and(|seal| key.is_end(parts, &all, &seal)));
            if !is_sealed && parts == 0 && self.next == 0 {
                return Some(Step::Wrong);
            }
            let is_whole = parts == self.next && all == sha256(self.hashes.as_bytes());
            self.whole &= is_sealed && is_whole;
            self.end_fits = is_sealed && (is_whole || self.lost && parts >= self.next);
            self.buffer.drain(..=end);
            return Some(Step::End);
        }
        let head = serde_json::from_slice::<PartLine>(line).ok();
        let follows = |part: u32| part == self.next || self.track == Track::Found && part > self.next;
        let Some(head) = head.filter(|head| head.is_whole() && follows(head.part) && head.bytes <= MAX_PART) else {
            return Some(Step::Lost);
        };
        let (from, to) = (end + 1, end + 1 + head.bytes);
        let is_ended = *self.buffer.get(to)? == b'\n';
        let packed = self.buffer.get(from..to).unwrap_or_default();
        let is_whole = sha256(packed) == head.sha256;
        if !is_ended && !is_whole {
            return Some(Step::Lost);
        }
        let read = if !is_whole {
            None
        } else if let Some(key) = &self.key {
            let open = key.open(head.part, packed);
            if open.is_none() && !self.opened {
                return Some(Step::Wrong);
            }
            self.opened = true;
            open.and_then(|packed| body(&packed))
        } else {
            body(packed)
        };
        // Where the line break after it alone is damaged, the next line is still where it should be.
        self.whole &= read.is_some() && is_ended;
        self.buffer.drain(..=to);
        self.hashes.push_str(&head.sha256);
        self.next = head.part + 1;
        self.track = Track::Kept;
        Some(Step::Part(read.ok_or(Damage::Part(head.part))))
    }

    /// Looks for the next line that may begin a part, or end the bundle (N3); `None` while there is none.
    fn find_line(&mut self) -> Option<()> {
        let found = self.buffer.windows(LINE_BEGINNING.len()).position(|bytes| bytes == LINE_BEGINNING);
        // A line may begin with the last bytes that are here.
        let passed = found.map_or(self.buffer.len().saturating_sub(LINE_BEGINNING.len() - 1), |at| at + 1);
        self.buffer.drain(..passed);
        found?;
        self.track = Track::Found;
        Some(())
    }
}

/// Result of reading on.
enum Step {
    Part(Result<Part, Damage>),
    End,
    /// No line is where one should be.
    Lost,
    /// The key opens nothing.
    Wrong,
}

/// Reads the body of a part.
fn body(packed: &[u8]) -> Option<Part> {
    let body = decompress_to_vec_with_limit(packed, MAX_PART).ok()?;
    let end = body.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(body.get(..end)?).ok()?;
    let rest = body.get(end + 1..)?;
    match head.split_once(' ')? {
        ("rows", store) => {
            let text = std::str::from_utf8(rest).ok()?;
            let row = |line: &str| {
                let RowLine { k, r } = serde_json::from_str(line).ok()?;
                Some(Row { key: k, json: r.map(|json| json.get().to_owned()) })
            };
            Some(Part::Rows(store.to_owned(), text.lines().map(row).collect::<Option<_>>()?))
        }
        ("file", hash) => {
            let file = StoredFile { hash: hash.parse::<FileHash>().ok()?, bytes: rest.into() };
            file.is_whole().then_some(Part::File(file))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(bytes: &[u8], sizes: &[usize]) -> (Vec<Result<Part, Damage>>, Result<(), Damage>) {
        let mut reader = Reader::new(9);
        let mut parts = Vec::new();
        let (mut at, mut sizes) = (0, sizes.iter().cycle());
        while at < bytes.len() {
            let to = bytes.len().min(at + sizes.next().copied().unwrap_or(bytes.len()));
            reader.push(&bytes[at..to]);
            parts.extend(std::iter::from_fn(|| reader.next_part()));
            at = to;
        }
        (parts, reader.finish())
    }

    /// Rows of three stores and a file, as a bundle and as the parts it should read as.
    fn bundle(rows: &[(String, Option<String>)]) -> (Vec<u8>, Vec<Part>) {
        let file = || {
            let bytes: std::rc::Rc<[u8]> = (0..=255).cycle().take(3_000).collect();
            StoredFile { hash: sha256(&bytes).parse().unwrap(), bytes }
        };
        let mut writer = Writer::new(&Header { shape: 9 });
        let mut parts = Vec::new();
        let mut bytes = Vec::new();
        for store in ["nodes", "messages"] {
            for (key, json) in rows {
                writer.row(store, key, json.as_deref());
            }
            bytes.extend(writer.take());
            let rows = rows.iter().map(|(key, json)| Row { key: key.clone(), json: json.clone() });
            if rows.len() > 0 {
                parts.push(Part::Rows(store.to_owned(), rows.collect()));
            }
        }
        writer.file(&file());
        parts.push(Part::File(file()));
        bytes.extend(writer.finish());
        (bytes, parts)
    }

    fn rows() -> impl Strategy<Value = Vec<(String, Option<String>)>> {
        let json = prop::option::of("[ -~\u{4e00}]{0,40}".prop_map(|text| serde_json::to_string(&text).unwrap()));
        prop::collection::vec((".{1,12}", json), 0..20)
    }

    proptest! {
        #[test]
        fn n1_a_bundle_reads_back_the_same_in_any_pieces(rows in rows(), sizes in prop::collection::vec(1_usize..400, 1..6)) {
            let (bytes, parts) = bundle(&rows);
            let (read, end) = read(&bytes, &sizes);
            prop_assert_eq!(read, parts.into_iter().map(Ok).collect::<Vec<_>>());
            prop_assert_eq!(end, Ok(()));
        }

        #[test]
        fn n3_one_damaged_byte_costs_one_part_at_most_and_is_told(rows in rows(), at in 0.0..1.0, flip in 1_u8..=255) {
            let (mut bytes, parts) = bundle(&rows);
            let at = ((bytes.len() as f64) * at) as usize;
            bytes[at] ^= flip;
            let (read, end) = read(&bytes, &[97]);
            let good: Vec<_> = read.iter().flatten().cloned().collect();
            prop_assert!(good.iter().all(|part| parts.contains(part)));
            let told = read.iter().filter(|part| part.is_err()).count();
            prop_assert!(told <= 1 && (told == 1 || end.is_err()), "{:?} {:?}", read, end);
            let head = MAGIC.len() + "{\"shape\":9}".len();
            if at > head {
                prop_assert!(good.len() + 1 >= parts.len());
            }
        }
    }

    #[test]
    fn n2_of_a_bundle_cut_off_anywhere_the_parts_before_are_read() {
        let rows = [("a".to_owned(), Some("{}".to_owned())), ("b\n".to_owned(), None)];
        let (bytes, parts) = bundle(&rows);
        for length in 0..bytes.len() {
            let (read, end) = read(&bytes[..length], &[bytes.len()]);
            let good: Vec<_> = read.into_iter().map(Result::unwrap).collect();
            assert!(parts.starts_with(&good) && end == Err(Damage::Cut), "{length}");
        }
    }

    #[test]
    fn n4_a_part_that_unpacks_to_too_much_is_damaged() {
        let bomb = compress_to_vec(&vec![0; MAX_PART + 1], 9);
        assert_eq!(body(&bomb), None);
    }

    #[test]
    fn a_later_shape_and_other_files_are_refused() {
        let newer = Writer::new(&Header { shape: 10 }).finish();
        assert_eq!(read(&newer, &[7]).0, [Err(Damage::Newer(10))]);
        for other in ["{}", "espalier bundle 2\n{}", "espalier bundle 1\n[]\n"] {
            assert_eq!(read(other.as_bytes(), &[3]).0, [Err(Damage::NotOurs)], "{other}");
        }
    }
}
