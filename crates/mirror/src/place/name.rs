//! Names of the bundles in a place.

use std::fmt;
use std::str::FromStr;

use super::DeviceId;
use espalier_attachments::hash::sha256;

const BUNDLE: &str = ".bundle";

/// Name of a bundle in the place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BundleName {
    /// The device that wrote it.
    pub device: DeviceId,
    /// The number.
    pub number: u32,
    /// SHA-256 of the bundle.
    pub hash: String,
}

impl fmt::Display for BundleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:08x}-{}{BUNDLE}", self.device, self.number, self.hash)
    }
}

impl FromStr for BundleName {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let mut fields = name.strip_suffix(BUNDLE).ok_or(())?.splitn(3, '-');
        let mut field = || fields.next().ok_or(());
        let (device, number, hash) = (field()?, field()?, field()?);
        let read = Self {
            device: device.parse().map_err(drop)?,
            number: u32::from_str_radix(number, 16).map_err(drop)?,
            hash: hash.to_owned(),
        };
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hash && read.to_string() == name { Ok(read) } else { Err(()) }
    }
}

/// Returns a hash of the names in a place: it changes when a file comes or goes.
pub fn hash_of(names: &[String]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    sha256(names.join("\n").as_bytes())
}
