//! Bytes taken one after another, with the difference between a cut file and bytes that were not handed in yet.

use super::{HeaderError, MAX_HEADER};

/// Place in the beginning of a file.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    file_size: u64,
}

impl<'a> Reader<'a> {
    /// Makes a reader of the first bytes of a file that is `file_size` long.
    pub(super) fn new(bytes: &'a [u8], file_size: u64) -> Self {
        // Bytes behind the end of the file are none of its head.
        let end = usize::try_from(file_size).map_or(bytes.len(), |size| bytes.len().min(size));
        Self { bytes: bytes.get(..end).unwrap_or(bytes), at: 0, file_size }
    }

    /// Number of bytes taken.
    pub(super) fn at(&self) -> u64 {
        self.at as u64
    }

    /// Fails if so many bytes cannot follow in this file.
    pub(super) fn has_room(&self, count: u64) -> Result<(), HeaderError> {
        let end = self.at().saturating_add(count);
        if end > self.file_size {
            return Err(HeaderError::Cut);
        }
        if end > MAX_HEADER {
            return Err(HeaderError::TooLong);
        }
        Ok(())
    }

    /// Takes the next bytes.
    pub(super) fn take(&mut self, count: u64) -> Result<&'a [u8], HeaderError> {
        self.has_room(count)?;
        let end = self.at().saturating_add(count);
        let taken = usize::try_from(end).ok().and_then(|end| Some((end, self.bytes.get(self.at..end)?)));
        let Some((end, taken)) = taken else {
            // Twice as many as there are, so that a long head is not asked for in steps of a few bytes.
            let wanted = end.max(2 * self.bytes.len() as u64);
            return Err(HeaderError::NeedMore(wanted.min(MAX_HEADER).min(self.file_size)));
        };
        self.at = end;
        Ok(taken)
    }

    /// Takes the next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], HeaderError> {
        let taken = self.take(N as u64)?;
        taken.try_into().map_err(|_| HeaderError::Cut)
    }

    pub(super) fn u32(&mut self) -> Result<u32, HeaderError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(super) fn u64(&mut self) -> Result<u64, HeaderError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Takes a name that is up to `longest` bytes long.
    pub(super) fn name(&mut self, longest: u64) -> Result<String, HeaderError> {
        let at = self.at();
        let length = self.u64()?;
        if length > longest {
            return Err(HeaderError::Name(at));
        }
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| HeaderError::Name(at))
    }
}
