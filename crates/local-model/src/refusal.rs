//! Reasons for which a file is not taken, as the interface tells them.

/// Reason why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileRefusal {
    /// It is no GGUF file.
    NotGguf,
    /// Only a part of it is there.
    Cut,
    /// Its head contradicts itself; the reason in English, for a report.
    Broken(String),
    /// It is of a version of the format that is not known.
    Version(u32),
    /// It was written for machines with the other order of bytes.
    BigEndian,
    /// Its architecture cannot be run.
    Architecture(String),
    /// Its numbers are in a format that cannot be computed with.
    Format(String),
    /// Its tokenizer is not known.
    Tokenizer(String),
    /// It is one of several files of a model.
    Split(u64),
    /// It needs more memory, in bytes, than a page may have.
    Memory(u64, u64),
    /// It needs more space, in bytes, than the browser has left for this page.
    Space(u64, u64),
    /// A file of this name is kept already.
    Exists,
    /// The browser cannot read it.
    Unreadable,
    /// The browser cannot keep it.
    NotKept,
    /// The copy is not the same as the file.
    Changed,
    /// The code that checks files could not be fetched.
    NoCode,
}

/// Reason why a download stopped by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadProblem {
    /// The address is none that a file may come from.
    Address,
    /// There is no network.
    Offline,
    /// The place does not answer, or does not let pages read.
    Unreachable,
    /// The page may not ask there although it was loaded again for it.
    NotAllowed,
    /// The place refuses, with this status.
    Refused(u16),
    /// The place has no such file.
    NotFound,
    /// The place answers with something else than a model.
    NotAModel,
    /// The connection broke off.
    Interrupted,
    /// So many bytes were announced, and other came.
    Length(u64, u64),
    /// The digest is another.
    Digest,
    /// So many bytes of space are needed, and there are fewer.
    Space(u64, u64),
    /// The browser has no private files for this page.
    NoFiles,
    /// Another tab downloads a model.
    OtherTab,
    /// The file cannot be kept.
    File(FileRefusal),
}

impl DownloadProblem {
    /// Whether the bytes that are there are of no use any more.
    pub const fn spoils(&self) -> bool {
        matches!(self, Self::Length(..) | Self::Digest | Self::NotAModel | Self::File(_))
    }
}
