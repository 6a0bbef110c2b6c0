//! The seal of a bundle that has a password: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) with a key by Argon2id
//! (RFC 9106).
//!
//! - L1 What is opened was sealed under the same password, below the same header, at the same place.
//! - L2 A file that asks for more than [`MAX_MEMORY_KIB`] or [`MAX_PASSES`] is refused before any work is done.
//! - L3 No two contents are sealed with the same key and nonce: each file has a salt of its own, so a key of its own,
//!   and each part a number.

use std::fmt;

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};

use espalier_attachments::hash::sha256;

/// The most memory that a file may ask for, in KiB.
pub const MAX_MEMORY_KIB: u32 = 1 << 20;
/// The most passes over it that a file may ask for.
pub const MAX_PASSES: u32 = 32;
/// The most lanes that a file may ask for.
const MAX_LANES: u32 = 16;
/// Bytes of the salt.
pub const SALT: usize = 32;
/// The way from a password to a key.
const KDF: &str = "argon2id";
/// Number in the nonce of the end, which no part has.
const END: u64 = u64::MAX;

/// Reason why a seal cannot be opened, whatever the password is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It takes more work than is done for a file.
    #[error("the password takes too much work to check")]
    TooCostly,
    /// It is of a kind that is not known, or damaged.
    #[error("the seal is of no kind that is known")]
    Unknown,
}

/// Parameters of a seal, in the header of its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seal {
    kdf: String,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
    /// In hexadecimal digits.
    salt: String,
}

impl Seal {
    /// The seal of a new file, whose salt is random: 64 MiB and 3 passes, the second choice of RFC 9106 in one lane.
    pub fn new(salt: [u8; SALT]) -> Self {
        Self::with_cost(salt, 64 << 10, 3)
    }

    /// A seal of another cost.
    pub fn with_cost(salt: [u8; SALT], memory_kib: u32, passes: u32) -> Self {
        Self { kdf: KDF.to_owned(), memory_kib, passes, lanes: 1, salt: hex(&salt) }
    }

    /// Returns the salt, in hexadecimal digits.
    pub fn salt(&self) -> &str {
        &self.salt
    }

    /// Makes the key from a password, of which other keys are made; takes long.
    pub fn raw_key(&self, password: &str) -> Result<[u8; 32], SealError> {
        if self.memory_kib > MAX_MEMORY_KIB || self.passes > MAX_PASSES || self.lanes > MAX_LANES {
            return Err(SealError::TooCostly);
        }
        let salt: [u8; SALT] = unhex(&self.salt).and_then(|salt| salt.try_into().ok()).ok_or(SealError::Unknown)?;
        let params = Params::new(self.memory_kib, self.passes, self.lanes, Some(32));
        let params = params.ok().filter(|_| self.kdf == KDF).ok_or(SealError::Unknown)?;
        let mut key = [0; 32];
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon.hash_password_into(password.as_bytes(), &salt, &mut key).map_err(|_| SealError::Unknown)?;
        Ok(key)
    }

    /// Makes the key of a file from a password; takes long.
    pub fn key(&self, password: &str) -> Result<Key, SealError> {
        let cipher = XChaCha20Poly1305::new(&self.raw_key(password)?.into());
        let mut nonce = [0; 16];
        let salt = unhex(&self.salt).ok_or(SealError::Unknown)?;
        nonce.copy_from_slice(salt.get(..16).ok_or(SealError::Unknown)?);
        Ok(Key { cipher, nonce, header: String::new() })
    }
}

/// The key of a sealed file.
#[derive(Clone)]
pub struct Key {
    cipher: XChaCha20Poly1305,
    /// The beginning of every nonce.
    nonce: [u8; 16],
    /// SHA-256 of the header.
    header: String,
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

impl Key {
    /// Binds the key to the line of the header.
    #[must_use]
    pub fn bound(mut self, header: &[u8]) -> Self {
        self.header = sha256(header);
        self
    }

    /// Seals the content of a part.
    pub fn seal(&self, part: u32, content: &[u8]) -> Vec<u8> {
        self.encrypt(part.into(), content, &self.of_part(part))
    }

    /// Opens the content of a part; `None` where it is not what was sealed there.
    pub fn open(&self, part: u32, sealed: &[u8]) -> Option<Vec<u8>> {
        let about = self.of_part(part);
        self.cipher.decrypt(&self.nonce(part.into()), Payload { msg: sealed, aad: about.as_bytes() }).ok()
    }

    /// Returns the seal of the end: of the number of parts and their hash.
    pub fn end(&self, parts: u32, hash: &str) -> String {
        hex(&self.encrypt(END, &[], &self.of_end(parts, hash)))
    }

    /// Whether this is the seal of the end.
    pub fn is_end(&self, parts: u32, hash: &str, seal: &str) -> bool {
        let about = self.of_end(parts, hash);
        let open = |seal: Vec<u8>| {
            self.cipher.decrypt(&self.nonce(END), Payload { msg: seal.as_slice(), aad: about.as_bytes() }).ok()
        };
        unhex(seal).and_then(open).is_some()
    }

    fn encrypt(&self, number: u64, msg: &[u8], about: &str) -> Vec<u8> {
        // It fails for more bytes than a part can have only; then the part reads as damaged.
        self.cipher.encrypt(&self.nonce(number), Payload { msg, aad: about.as_bytes() }).unwrap_or_default()
    }

    fn nonce(&self, number: u64) -> XNonce {
        let mut nonce = [0; 24];
        nonce[..16].copy_from_slice(&self.nonce);
        nonce[16..].copy_from_slice(&number.to_be_bytes());
        nonce.into()
    }

    fn of_part(&self, part: u32) -> String {
        format!("{} part {part}", self.header)
    }

    fn of_end(&self, parts: u32, hash: &str) -> String {
        format!("{} end {parts} {hash}", self.header)
    }
}

/// Writes bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Reads hexadecimal digits.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix A.3.1 of draft-irtf-cfrg-xchacha-03.
    #[test]
    fn the_cipher_gives_the_answer_of_its_standard() {
        let text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
        let aad = unhex("50515253c0c1c2c3c4c5c6c7").unwrap();
        let key: [u8; 32] = std::array::from_fn(|at| 0x80 + at as u8);
        let nonce: [u8; 24] = std::array::from_fn(|at| 0x40 + at as u8);
        let sealed =
            XChaCha20Poly1305::new(&key.into()).encrypt(&nonce.into(), Payload { msg: text, aad: &aad }).unwrap();
        assert!(hex(&sealed).starts_with("bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"));
        assert!(hex(&sealed).ends_with("c0875924c1c7987947deafd8780acf49"));
    }

    /// From the test suite of the reference implementation (phc-winner-argon2, `src/test.c`): Argon2id 1.3, 2 passes,
    /// 64 MiB, 1 lane.
    #[test]
    fn the_key_of_a_password_is_that_of_the_reference() {
        let mut key = [0; 32];
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(65_536, 2, 1, Some(32)).unwrap());
        argon.hash_password_into(b"password", b"somesalt", &mut key).unwrap();
        assert_eq!(hex(&key), "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7");
    }

    #[test]
    fn l1_what_was_sealed_opens_only_at_its_place_below_its_header_and_with_its_password() {
        let seal = |salt| Seal::with_cost([salt; SALT], 8, 1);
        let key = |salt, password, header: &[u8]| seal(salt).key(password).unwrap().bound(header);
        let mine = key(1, "pass", b"head");
        let sealed = mine.seal(3, b"content");
        assert_eq!(mine.open(3, &sealed).as_deref(), Some(b"content".as_slice()));
        assert_eq!(mine.open(4, &sealed), None);
        for other in [key(1, "pass", b"other"), key(1, "Pass", b"head"), key(2, "pass", b"head")] {
            assert_eq!(other.open(3, &sealed), None);
        }
        let end = mine.end(4, "all");
        assert!(mine.is_end(4, "all", &end) && !mine.is_end(3, "all", &end) && !mine.is_end(4, "most", &end));
        assert!(!mine.is_end(4, "all", "") && !mine.is_end(4, "all", "zz"));
    }

    #[test]
    fn l2_what_asks_for_too_much_is_refused() {
        let salt = [7; SALT];
        assert_eq!(Seal::with_cost(salt, MAX_MEMORY_KIB + 1, 1).key("").unwrap_err(), SealError::TooCostly);
        assert_eq!(Seal::with_cost(salt, 8, MAX_PASSES + 1).key("").unwrap_err(), SealError::TooCostly);
        assert_eq!(Seal::with_cost(salt, 8, 0).key("").unwrap_err(), SealError::Unknown);
        let other = Seal { kdf: "scrypt".to_owned(), ..Seal::with_cost(salt, 8, 1) };
        assert_eq!(other.key("").unwrap_err(), SealError::Unknown);
        let short = Seal { salt: "00".to_owned(), ..Seal::with_cost(salt, 8, 1) };
        assert_eq!(short.key("").unwrap_err(), SealError::Unknown);
    }
}
