//! Requests and responses as data.

use std::fmt;

/// A request that is complete, with its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// HTTP method.
    pub method: &'static str,
    /// Full address.
    pub url: String,
    /// Names and values of the headers; whatever sends it adds `Host` alone.
    pub headers: Vec<(&'static str, String)>,
    /// Body; empty for none.
    pub body: Vec<u8>,
}

impl fmt::Debug for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        write!(out, "{} {} {names:?} {} bytes", self.method, self.url, self.body.len())
    }
}

/// A response, whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Names and values of the headers that the shell may see.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns a header; the case of its name does not matter.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Whether the request did what it should.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}
