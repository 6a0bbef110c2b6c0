//! The port of the files of a copy, which the shell implements; and a folder in memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Reason why a folder failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// There is no such folder here, or the browser allows none.
    #[error("there is no folder")]
    Absent,
    /// There is no space left.
    #[error("no space is left")]
    Full,
    /// The folder was sealed with a password meanwhile.
    #[error("the folder has a password")]
    Locked,
    /// The file is not there.
    #[error("there is no file {0}")]
    NoFile(String),
    /// The folder failed for another reason.
    #[error("{0}")]
    Failed(String),
}

/// A folder of files that are written once and never changed.
///
/// Futures of this trait are local: every shell runs one thread.
#[allow(async_fn_in_trait, reason = "every shell runs on one thread, no Send bound is wanted")]
pub trait Folder {
    /// Lists the names of the files, in any order.
    async fn list(&self) -> Result<Vec<String>, FolderError>;
    /// Reads a file.
    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError>;
    /// Writes a file; it is on the disk once this returns. If it is cut off, a part of the file may be there.
    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError>;
    /// Removes a file; one that is not there is no error.
    async fn remove(&self, name: &str) -> Result<(), FolderError>;
    /// Returns the name under which a person finds the file.
    fn shown(&self, name: &str) -> String {
        name.to_owned()
    }
    /// Lets other work of the thread go first.
    async fn rest(&self);
}

/// A folder in memory, for tests. Clones share their files.
#[derive(Debug, Clone, Default)]
pub struct MemoryFolder {
    /// The files by name.
    pub files: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    /// Number of writes after which the folder fails; the last one leaves half a file behind.
    pub fails_after: Rc<Cell<Option<u32>>>,
}

impl Folder for MemoryFolder {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        Ok(self.files.borrow().keys().cloned().collect())
    }

    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        self.files.borrow().get(name).cloned().ok_or_else(|| FolderError::NoFile(name.to_owned()))
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let left = self.fails_after.get();
        let written = if left == Some(0) { bytes.get(..bytes.len() / 2).unwrap_or_default() } else { bytes };
        self.files.borrow_mut().insert(name.to_owned(), written.to_vec());
        self.fails_after.set(left.map(|left| left.saturating_sub(1)));
        if left == Some(0) { Err(FolderError::Full) } else { Ok(()) }
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        self.files.borrow_mut().remove(name);
        Ok(())
    }

    async fn rest(&self) {}
}
