//! Reads lock files of Cargo.

/// Package in a lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Package<'lock> {
    pub name: &'lock str,
    pub version: &'lock str,
    /// Line of its name, from 1.
    pub line: usize,
}

/// Lists the packages in the text of a lock file.
pub fn packages(lock: &str) -> impl Iterator<Item = Package<'_>> {
    lock.lines().zip(lock.lines().skip(1)).enumerate().filter_map(|(at, (first, second))| {
        Some(Package { name: value(first, "name")?, version: value(second, "version")?, line: at + 1 })
    })
}

/// Returns the value in a line `key = "value"`.
fn value<'lock>(line: &'lock str, key: &str) -> Option<&'lock str> {
    line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')
}
