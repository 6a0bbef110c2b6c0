//! FNV-1a hashes (Fowler, Noll and Vo; draft-eastlake-fnv). They need not resist anyone: things only have to differ.

use uuid::Uuid;

/// A hash of 128 bits, of whatever was added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fnv128(pub u128);

impl Default for Fnv128 {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv128 {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

/// Returns the hash of a text as an identifier.
pub fn uuid_of(text: &str) -> Uuid {
    let mut hash = Fnv128::default();
    hash.add(text.as_bytes());
    Uuid::from_u128(hash.0)
}

/// Returns the hash of 32 bits of a text.
pub fn hash_32(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_draft() {
        assert_eq!((hash_32(""), hash_32("a"), hash_32("foobar")), (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968));
        assert_eq!(uuid_of("a").as_u128(), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(uuid_of("foobar").as_u128(), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
