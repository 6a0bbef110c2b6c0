//! Names for contents, by which the same file is kept once.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of the bytes in 64 lowercase hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digest = Sha256::digest(bytes);
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| DIGITS.get(usize::from(digit))).map(|digit| char::from(*digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn values_of_the_standard() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
