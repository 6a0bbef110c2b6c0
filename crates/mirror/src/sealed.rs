//! A folder whose files are sealed with a password: whoever keeps it sees their sizes and times, no name and no content.
//!
//! The way from the password to a key stands in a file of its own, `<salt>.seal`. Devices that begin at the same time may
//! leave several of them: all are opened and read with, and the first is written with. A file is sealed with
//! XChaCha20-Poly1305 under a nonce that is made of its name (as in RFC 5297), so the same file has the same bytes
//! whenever it is sealed; names hold the hash of the content, so no two contents have one name.
//!
//! - S1 What is read was written under this name by someone who knows the password.
//! - S2 Nothing is written in the clear into a folder that has a seal, or into one that had one.
//! - S3 A seal is neither changed nor removed.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use espalier_base::base64;

use super::folder::{Folder, FolderError};
use super::place::BundleName;
use super::seal::{Seal, SealError, hex, unhex};
use super::segment::file_hash;

const SEAL: &str = ".seal";
const SEALED: &str = ".sealed";
/// Bytes of a nonce.
const NONCE: usize = 24;
/// Version of the file of a seal.
const VERSION: u32 = 1;
/// The one text whose seal shows that a key is right.
const CHECK: &str = "espalier place";

/// Reason why a folder cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealedError {
    /// The folder failed.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A seal is there, and no password was given.
    #[error("the place has a password")]
    Locked,
    /// The password is not that of the seal.
    #[error("the password is wrong")]
    WrongPassword,
    /// A password was given, and there are files in the clear.
    #[error("the place has files without a password")]
    InTheClear,
    /// The seal is gone, although this device has a key of it.
    #[error("the seal of the place is missing")]
    NoSeal,
    /// The seal cannot be read.
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// The key of a seal, which a device keeps instead of the password.
#[derive(Clone, PartialEq, Eq)]
pub struct PlaceKey {
    salt: String,
    key: [u8; 32],
}

impl fmt::Debug for PlaceKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PlaceKey(…)")
    }
}

impl PlaceKey {
    /// Writes it as text, for the browser's own storage and nothing else.
    pub fn expose(&self) -> String {
        format!("{}:{}", self.salt, hex(&self.key))
    }

    /// Reads what [`Self::expose`] wrote.
    pub fn from_text(text: &str) -> Option<Self> {
        let (salt, key) = text.split_once(':')?;
        Some(Self { salt: salt.to_owned(), key: unhex(key)?.try_into().ok()? })
    }
}

/// The file of a seal.
#[derive(Debug, Serialize, Deserialize)]
struct SealFile {
    version: u32,
    seal: Seal,
    /// The seal of [`CHECK`], in hexadecimal digits.
    check: String,
}

/// Ciphers of a key.
#[derive(Clone)]
struct Ciphers {
    names: XChaCha20Poly1305,
    contents: XChaCha20Poly1305,
    nonces: [u8; 32],
}

impl Ciphers {
    fn new(key: &[u8; 32]) -> Self {
        let cipher = |about: &str| XChaCha20Poly1305::new(&mac(key, &[about.as_bytes()]).into());
        Self { names: cipher("names"), contents: cipher("contents"), nonces: mac(key, &[b"nonces"]) }
    }

    fn nonce(&self, about: &str, name: &str) -> [u8; NONCE] {
        let mut nonce = [0; NONCE];
        nonce.copy_from_slice(&mac(&self.nonces, &[about.as_bytes(), b"\0", name.as_bytes()])[..NONCE]);
        nonce
    }

    /// Returns the name under which the folder has a file.
    fn name(&self, name: &str) -> String {
        let nonce = self.nonce("name", name);
        let mut sealed = nonce.to_vec();
        sealed.extend(encrypt(&self.names, nonce, name.as_bytes(), ""));
        format!("{}{SEALED}", base64::encode(&sealed).replace('+', "-").replace('/', "_"))
    }

    /// Returns the name that was sealed.
    fn open_name(&self, sealed: &str) -> Option<String> {
        let text = sealed.strip_suffix(SEALED)?;
        let bytes = base64::decode(&text.replace('-', "+").replace('_', "/"))?;
        let (nonce, sealed_name) = bytes.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        let name = String::from_utf8(decrypt(&self.names, nonce, sealed_name, "")?).ok()?;
        (self.name(&name) == sealed).then_some(name)
    }

    fn seal(&self, name: &str, content: &[u8]) -> Vec<u8> {
        encrypt(&self.contents, self.nonce("content", name), content, name)
    }

    fn open(&self, name: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        decrypt(&self.contents, self.nonce("content", name), sealed, name)
    }
}

fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC fills a short key up with zeros.
    let mut filled = [0; 64];
    filled[..32].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&filled.into());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn encrypt(cipher: &XChaCha20Poly1305, nonce: [u8; NONCE], msg: &[u8], about: &str) -> Vec<u8> {
    // It fails for more bytes than a file can have only; then the file reads as damaged.
    cipher.encrypt(&XNonce::from(nonce), Payload { msg, aad: about.as_bytes() }).unwrap_or_default()
}

fn decrypt(cipher: &XChaCha20Poly1305, nonce: [u8; NONCE], msg: &[u8], about: &str) -> Option<Vec<u8>> {
    cipher.decrypt(&XNonce::from(nonce), Payload { msg, aad: about.as_bytes() }).ok()
}

/// A folder that is sealed, or one in the clear.
#[derive(Clone)]
pub struct SealedFolder<F> {
    folder: F,
    /// The first is written with; none for a folder in the clear.
    keys: Vec<Ciphers>,
}

impl<F> fmt::Debug for SealedFolder<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "SealedFolder({} keys)", self.keys.len())
    }
}

impl<F: Folder> SealedFolder<F> {
    /// Opens a folder with the keys that this device has, or with the password, which takes long. A folder without any
    /// file of ours is sealed, with the fresh seal, if there is a password. Returns the keys of all its seals.
    pub async fn open(
        folder: F,
        known: &[PlaceKey],
        password: Option<&str>,
        fresh: Seal,
    ) -> Result<(Self, Vec<PlaceKey>), SealedError> {
        let mut names = folder.list().await?;
        names.sort_unstable();
        let mut keys = Vec::new();
        let mut problem = None;
        for name in names.iter().filter(|name| is_seal(name)) {
            match open_seal(&folder.read(name).await?, name, known, password) {
                Ok(key) => keys.push(key),
                Err(error) => problem = Some(error),
            }
        }
        match (keys.is_empty(), problem) {
            (true, Some(problem)) => return Err(problem),
            (true, None) if !known.is_empty() || names.iter().any(|name| name.ends_with(SEALED)) => {
                return Err(SealedError::NoSeal);
            }
            (true, None) => {
                if let Some(password) = password {
                    if names.iter().any(|name| is_ours(name)) {
                        return Err(SealedError::InTheClear);
                    }
                    keys.push(begin(&folder, password, fresh).await?);
                }
            }
            (false, _) => {}
        }
        let ciphers = keys.iter().map(|key| Ciphers::new(&key.key)).collect();
        Ok((Self { folder, keys: ciphers }, keys))
    }

    /// Whether it is sealed.
    pub const fn is_sealed(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Returns the name under which the folder has a file.
    fn outer(&self, name: &str) -> String {
        self.keys.first().map_or_else(|| name.to_owned(), |key| key.name(name))
    }
}

/// Whether a name is that of a seal.
pub fn is_seal(name: &str) -> bool {
    name.ends_with(SEAL)
}

/// Whether a name is that of a seal, or of a file that is sealed.
pub fn is_of_seal(name: &str) -> bool {
    is_seal(name) || name.ends_with(SEALED)
}

/// Whether a file in the clear is one of ours.
fn is_ours(name: &str) -> bool {
    name.parse::<BundleName>().is_ok() || file_hash(name).is_some()
}

/// Makes the key of a seal, and makes sure that it is the right one.
fn open_seal(bytes: &[u8], name: &str, known: &[PlaceKey], password: Option<&str>) -> Result<PlaceKey, SealedError> {
    let file: SealFile = serde_json::from_slice(bytes).map_err(|_| SealError::Unknown)?;
    if file.version != VERSION || file_name(&file.seal) != name {
        return Err(SealError::Unknown.into());
    }
    let salt = file.seal.salt();
    let key = match (known.iter().find(|key| key.salt == salt), password) {
        (Some(key), _) => key.key,
        (None, Some(password)) => file.seal.raw_key(password)?,
        (None, None) => return Err(SealedError::Locked),
    };
    let right = hex(&Ciphers::new(&key).seal(CHECK, &[])) == file.check;
    if right { Ok(PlaceKey { salt: salt.to_owned(), key }) } else { Err(SealedError::WrongPassword) }
}

fn file_name(seal: &Seal) -> String {
    format!("{}{SEAL}", seal.salt())
}

/// Seals a folder.
async fn begin<F: Folder>(folder: &F, password: &str, seal: Seal) -> Result<PlaceKey, SealedError> {
    let key = PlaceKey { salt: seal.salt().to_owned(), key: seal.raw_key(password)? };
    let check = hex(&Ciphers::new(&key.key).seal(CHECK, &[]));
    let (name, file) = (file_name(&seal), SealFile { version: VERSION, seal, check });
    let bytes = serde_json::to_vec(&file).map_err(|_| SealError::Unknown)?;
    folder.write(&name, &bytes).await?;
    Ok(key)
}

impl<F: Folder> Folder for SealedFolder<F> {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        let names = self.folder.list().await?;
        if self.keys.is_empty() {
            return if names.iter().any(|name| is_seal(name)) { Err(FolderError::Locked) } else { Ok(names) };
        }
        let opened = |name: String| self.keys.iter().find_map(|key| key.open_name(&name)).unwrap_or(name);
        // What is in the clear is not read (S1).
        Ok(names.into_iter().filter(|name| !is_ours(name)).map(opened).collect())
    }

    /// Reads a file; one that does not open is empty, which is the content of none.
    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let mut missing = FolderError::NoFile(name.to_owned());
        for key in &self.keys {
            match self.folder.read(&key.name(name)).await {
                Ok(sealed) => return Ok(key.open(name, &sealed).unwrap_or_default()),
                Err(FolderError::NoFile(_)) => {}
                Err(error) => missing = error,
            }
        }
        if self.keys.is_empty() { self.folder.read(name).await } else { Err(missing) }
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        match self.keys.first() {
            Some(key) => self.folder.write(&key.name(name), &key.seal(name, bytes)).await,
            None => self.folder.write(name, bytes).await,
        }
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        for key in &self.keys {
            self.folder.remove(&key.name(name)).await?;
        }
        if self.keys.is_empty() { self.folder.remove(name).await } else { Ok(()) }
    }

    fn shown(&self, name: &str) -> String {
        self.outer(name)
    }

    async fn rest(&self) {
        self.folder.rest().await;
    }
}

#[cfg(test)]
mod tests;
