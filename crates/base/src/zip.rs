//! ZIP archives, as far as files of other programs need them: a few files, read by name, written without compression.
//!
//! The directory of an archive is checked against its bytes, and nothing is unpacked beyond a limit: neither the
//! reader's own, nor what honest contents of an archive of its size come to.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// A defect of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveProblem {
    /// The archive has no directory where one should be.
    #[error("no directory")]
    Directory,
    /// An entry lies outside the file.
    #[error("an entry lies outside")]
    Outside,
    /// An entry is packed in an unknown way.
    #[error("unknown compression")]
    Method,
    /// An entry has a password.
    #[error("encrypted")]
    Encrypted,
    /// An entry is not as large, or not the same, as the directory says.
    #[error("an entry doesn’t match the directory")]
    Contents,
}

/// Reason why an archive, or a file in it, cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveError {
    /// A file is larger than is allowed.
    TooLarge,
    /// The archive is damaged, or not one that is read.
    Problem(ArchiveProblem),
}

const LOCAL_FILE: &[u8] = b"PK\x03\x04";
const CENTRAL_ENTRY: &[u8] = b"PK\x01\x02";
const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";
/// Bytes of the end of the directory without the comment behind it.
const END_BYTES: usize = 22;

/// Bytes that the smallest archive may unpack to.
const UNPACKED_FREE: usize = 8 << 20;
/// Bytes that each byte of an archive may unpack to, beyond that. Texts, tables and JSON come to 5 to 20.
const UNPACKED_RATIO: usize = 40;

/// Whether bytes begin as an archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(LOCAL_FILE) || bytes.starts_with(END_OF_DIRECTORY)
}

/// A file in an archive.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    checksum: u32,
    packed: usize,
    size: usize,
    at: usize,
}

/// An archive whose directory was read.
#[derive(Debug)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry<'a>>,
}

impl<'a> Archive<'a> {
    /// Reads the directory.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ArchiveError> {
        let end = find_end(bytes).ok_or(ArchiveError::Problem(ArchiveProblem::Directory))?;
        let field = |at: usize| number(bytes, end + at, 4).unwrap_or(0);
        let (count, mut at) = (number(bytes, end + 10, 2).unwrap_or(0), field(16));
        let mut entries = Vec::new();
        for _ in 0..count {
            let (entry, next) = entry(bytes, at).ok_or(ArchiveError::Problem(ArchiveProblem::Directory))?;
            entries.push(entry);
            at = next;
        }
        Ok(Self { bytes, entries })
    }

    /// The files by number: their names, and their sizes in bytes. A name that is not UTF-8 is left out.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &'a str, usize)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| Some((index, std::str::from_utf8(entry.name).ok()?, entry.size)))
    }

    /// Whether there is a file with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name.as_bytes())
    }

    /// The most bytes that all files together may have unpacked.
    pub const fn limit(&self) -> usize {
        UNPACKED_FREE.saturating_add(self.bytes.len().saturating_mul(UNPACKED_RATIO))
    }

    /// Unpacks a file, if it is there.
    pub fn file(&self, name: &str, limit: usize) -> Result<Option<Vec<u8>>, ArchiveError> {
        let index = self.entries.iter().position(|entry| entry.name == name.as_bytes());
        index.map(|index| self.unpack(index, limit)).transpose()
    }

    /// Unpacks the file with this number.
    pub fn unpack(&self, index: usize, limit: usize) -> Result<Vec<u8>, ArchiveError> {
        let entry = self.entries.get(index).ok_or(ArchiveError::Problem(ArchiveProblem::Outside))?;
        if entry.flags & 1 != 0 {
            return Err(ArchiveError::Problem(ArchiveProblem::Encrypted));
        }
        if entry.size > limit.min(self.limit()) {
            return Err(ArchiveError::TooLarge);
        }
        let packed = self.packed(entry).ok_or(ArchiveError::Problem(ArchiveProblem::Outside))?;
        let contents = match entry.method {
            0 => packed.to_vec(),
            8 => decompress_to_vec_with_limit(packed, entry.size)
                .map_err(|_| ArchiveError::Problem(ArchiveProblem::Contents))?,
            _ => return Err(ArchiveError::Problem(ArchiveProblem::Method)),
        };
        if contents.len() != entry.size || checksum(&contents) != entry.checksum {
            return Err(ArchiveError::Problem(ArchiveProblem::Contents));
        }
        Ok(contents)
    }

    fn packed(&self, entry: &Entry<'_>) -> Option<&'a [u8]> {
        let head = self.bytes.get(entry.at..)?;
        if !head.starts_with(LOCAL_FILE) {
            return None;
        }
        let begin = 30 + number(head, 26, 2)? + number(head, 28, 2)?;
        head.get(begin..begin.checked_add(entry.packed)?)
    }
}

/// Finds the last place that looks like the end of a directory; behind it there may be a comment.
fn find_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_BYTES)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| bytes[at..].starts_with(END_OF_DIRECTORY))
}

fn entry(bytes: &[u8], at: usize) -> Option<(Entry<'_>, usize)> {
    let head = bytes.get(at..)?;
    if !head.starts_with(CENTRAL_ENTRY) {
        return None;
    }
    let lengths = [number(head, 28, 2)?, number(head, 30, 2)?, number(head, 32, 2)?];
    let entry = Entry {
        name: head.get(46..46 + lengths[0])?,
        flags: number(head, 8, 2)? as u16,
        method: number(head, 10, 2)? as u16,
        checksum: number(head, 16, 4)? as u32,
        packed: number(head, 20, 4)?,
        size: number(head, 24, 4)?,
        at: number(head, 42, 4)?,
    };
    Some((entry, at + 46 + lengths.iter().sum::<usize>()))
}

/// Reads a number of so many bytes, the smallest first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

/// Computes the checksum of ZIP (CRC-32, reversed polynomial 0xedb88320).
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize])
}

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut sum = index as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
            bit += 1;
        }
        table[index] = sum;
        index += 1;
    }
    table
}

/// Puts files into an archive as they are.
pub fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for (name, contents) in files {
        let at = bytes.len() as u32;
        // Version 2.0, names in UTF-8, stored, no time (the first day there is).
        let mut head = Vec::new();
        for field in [20_u16, 0x800, 0, 0, 0x21] {
            head.extend(field.to_le_bytes());
        }
        head.extend(checksum(contents).to_le_bytes());
        head.extend((contents.len() as u32).to_le_bytes());
        head.extend((contents.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend(0_u16.to_le_bytes());
        bytes.extend_from_slice(LOCAL_FILE);
        bytes.extend(&head);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(contents);
        directory.extend_from_slice(CENTRAL_ENTRY);
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&head);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (at, size, count) = (bytes.len() as u32, directory.len() as u32, files.len() as u16);
    bytes.extend(directory);
    bytes.extend_from_slice(END_OF_DIRECTORY);
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_everyone_uses() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let bytes = pack(&[("a.txt", b"one"), ("dir/b", b"")]);
        let archive = Archive::new(&bytes).unwrap();
        assert_eq!(archive.file("a.txt", 10).unwrap().unwrap(), b"one");
        assert_eq!(archive.file("dir/b", 10).unwrap().unwrap(), b"");
        assert_eq!(archive.file("c", 10).unwrap(), None);
        assert_eq!(archive.file("a.txt", 2), Err(ArchiveError::TooLarge));
    }

    /// Packs one file, with these values in its fields.
    fn deflated(contents: &[u8], size: u32, sum: u32, method: u16, flags: u16) -> Vec<u8> {
        let packed = miniz_oxide::deflate::compress_to_vec(contents, 6);
        let mut bytes = pack(&[("a", &packed)]);
        let entry = bytes.len() - END_BYTES - 47;
        bytes[entry + 8..entry + 10].copy_from_slice(&flags.to_le_bytes());
        bytes[entry + 10..entry + 12].copy_from_slice(&method.to_le_bytes());
        bytes[entry + 16..entry + 20].copy_from_slice(&sum.to_le_bytes());
        bytes[entry + 24..entry + 28].copy_from_slice(&size.to_le_bytes());
        bytes
    }

    fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
        Archive::new(bytes)?.file("a", 1_000_000).map(Option::unwrap_or_default)
    }

    #[test]
    fn compressed_files_are_unpacked() {
        let text = b"some text, some text, some text";
        let bytes = deflated(text, text.len() as u32, checksum(text), 8, 0);
        assert_eq!(unpack(&bytes).unwrap(), text);
    }

    #[test]
    fn what_is_far_larger_than_its_archive_is_not_unpacked() {
        let spaces = vec![b' '; 20 << 20];
        let bytes = deflated(&spaces, spaces.len() as u32, checksum(&spaces), 8, 0);
        let unpack = |bytes: &[u8]| Archive::new(bytes).unwrap().file("a", usize::MAX);
        assert_eq!(unpack(&bytes), Err(ArchiveError::TooLarge));
    }

    #[test]
    fn lies_are_found_out() {
        use ArchiveProblem::{Contents, Directory, Encrypted, Method, Outside};
        let zeros = vec![0; 900_000];
        let sum = checksum(&zeros);
        let check = |bytes: Vec<u8>, expect: ArchiveError| assert_eq!(unpack(&bytes), Err(expect));
        // A bomb: much larger than it says, or than is allowed.
        check(deflated(&zeros, 10, sum, 8, 0), ArchiveError::Problem(Contents));
        check(deflated(&zeros, u32::MAX, sum, 8, 0), ArchiveError::TooLarge);
        check(deflated(&zeros, 900_001, sum, 8, 0), ArchiveError::Problem(Contents));
        check(deflated(&zeros, 900_000, sum ^ 1, 8, 0), ArchiveError::Problem(Contents));
        check(deflated(&zeros, 900_000, sum, 12, 0), ArchiveError::Problem(Method));
        check(deflated(&zeros, 900_000, sum, 8, 1), ArchiveError::Problem(Encrypted));
        let mut outside = pack(&[("a", b"b")]);
        let at = outside.len() - END_BYTES - 47 + 42;
        outside[at] = 200;
        check(outside, ArchiveError::Problem(Outside));
        check(b"PK\x03\x04 but no more than that, really".to_vec(), ArchiveError::Problem(Directory));
        let mut nowhere = pack(&[("a", b"b")]);
        let at = nowhere.len() - 4;
        nowhere[at] = 0xff;
        check(nowhere, ArchiveError::Problem(Directory));
    }
}
