//! Rows as bytes: the head, checksum, numbers and texts that all packed forms share.
//!
//! A form is three letters, a version, a checksum of all that follows (8 bytes, little-endian), then the content in
//! numbers of variable length (LEB128, signed ones in zigzag), texts and ids.
//!
//! - B1 Bytes that are damaged in any way are an error, never a panic.
//! - B2 Nothing is read that there is no room for, so that damaged numbers take no memory.

use uuid::Uuid;

/// Number of bytes before those that the checksum covers.
const BEFORE: usize = 12;

/// Reason why bytes are not rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// The bytes do not begin as packed rows of this kind do.
    #[error("these are no packed rows")]
    NotOurs,
    /// A newer version wrote the bytes.
    #[error("packed rows of version {0} are not known here")]
    Newer(u8),
    /// The bytes were changed or cut off since they were packed.
    #[error("packed rows are damaged")]
    Checksum,
    /// The content is not one that packing gives.
    #[error("packed rows make no sense at byte {0}")]
    Content(usize),
}

/// Returns the beginning of a form, with room for so many more bytes and for the checksum, which [`seal`] writes.
pub fn begin(head: [u8; 4], room: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BEFORE + room);
    bytes.extend(head);
    bytes.extend([0; 8]);
    bytes
}

/// Writes the checksum of the bytes after a [beginning](begin).
pub fn seal(bytes: &mut [u8]) {
    if let Some((before, body)) = bytes.split_at_mut_checked(BEFORE) {
        before[4..].copy_from_slice(&checksum(body).to_le_bytes());
    }
}

/// Reads the content behind the head and the checksum with `rows`, which has to read all of it.
pub fn read<T>(head: [u8; 4], bytes: &[u8], rows: fn(&mut Reader<'_>) -> Option<T>) -> Result<T, Damaged> {
    let (found, rest) = bytes.split_at_checked(4).ok_or(Damaged::NotOurs)?;
    if found[..3] != head[..3] {
        return Err(Damaged::NotOurs);
    }
    if found[3] != head[3] {
        return Err(Damaged::Newer(found[3]));
    }
    let (sum, body) = rest.split_at_checked(8).ok_or(Damaged::Checksum)?;
    if sum != checksum(body).to_le_bytes() {
        return Err(Damaged::Checksum);
    }
    let mut reader = Reader { bytes: body, at: 0 };
    let read = rows(&mut reader).filter(|_| reader.at == body.len());
    read.ok_or(Damaged::Content(BEFORE + reader.at))
}

/// Returns the milliseconds that an id begins with, and the rest.
pub fn split_id(id: Uuid) -> (u64, [u8; 10]) {
    let bytes = id.into_bytes();
    let mut rest = [0; 10];
    rest.copy_from_slice(&bytes[6..]);
    ((id.as_u128() >> 80) as u64, rest)
}

/// Joins milliseconds and the rest to an id ([`split_id`]).
pub fn join_id(ms: u64, rest: &[u8]) -> Option<Uuid> {
    if ms >= 1 << 48 {
        return None;
    }
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&ms.to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(rest);
    Some(Uuid::from_bytes(bytes))
}

/// Adds a number of variable length.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Adds a number that may be negative.
pub fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_number(bytes, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

/// Adds a text after its length.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Computes the checksum, which notices damage, not intent: words of 8 bytes, multiplied and turned (after FNV-1a and
/// Knuth's multiplicative hash).
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64 ^ bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.try_into().map_or(0, u64::from_le_bytes);
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    for byte in words.remainder() {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
    sum ^ (sum >> 31)
}

/// Reader of packed bytes; every step returns `None` where there is nothing or nonsense.
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads so many bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads a number of variable length.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a number that may be negative.
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// Reads an index into a list.
    pub fn index(&mut self) -> Option<usize> {
        self.number()?.try_into().ok()
    }

    /// Reads a number of items of at least so many bytes each, for which there must be room (B2).
    pub fn count(&mut self, at_least: usize) -> Option<usize> {
        let count = self.index()?;
        (count <= (self.bytes.len() - self.at) / at_least).then_some(count)
    }

    /// Reads a list of items of at least so many bytes each, after their number.
    pub fn list<T>(&mut self, at_least: usize, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count(at_least)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(one(self)?);
        }
        Some(list)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.index()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    /// Reads an id.
    pub fn uuid(&mut self) -> Option<Uuid> {
        Uuid::from_slice(self.take(16)?).ok()
    }
}
