//! Reasons why a place on the network failed, with the facts that a person needs to mend it.

use espalier_llm::error::NetworkKind;

use crate::request::Response;

/// Reason why a place failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// No answer came.
    #[error("no answer came: {0:?}")]
    Network(NetworkKind),
    /// The name or the secret is wrong.
    #[error("the server does not accept the name or the secret")]
    Unauthorised,
    /// The name and secret are right and may not do this.
    #[error("the server does not allow this here")]
    Forbidden,
    /// The file or folder is not there.
    #[error("it is not there")]
    NotFound,
    /// The bucket is not there.
    #[error("there is no such bucket")]
    NoPlace,
    /// The space or the quota is used up.
    #[error("no space is left")]
    Full,
    /// The server takes no file of that size.
    #[error("the server takes no file of that size")]
    TooLarge,
    /// A folder on the way is not there, or something is locked.
    #[error("the server is in another state than this needs")]
    Conflict,
    /// A file of that name with another content is there already.
    #[error("another file of that name is there")]
    Exists,
    /// There were too many requests.
    #[error("the server asks for fewer requests")]
    TooMany {
        /// Seconds after which the server wants to be asked again.
        retry_after_s: Option<u32>,
    },
    /// The server failed.
    #[error("the server failed with status {status}")]
    Server {
        /// HTTP status.
        status: u16,
        /// Seconds after which the server wants to be asked again.
        retry_after_s: Option<u32>,
    },
    /// The clock of this device is too far from that of the server.
    #[error("the clock of this device is wrong")]
    Clock,
    /// The bucket is in another region.
    #[error("the bucket is in another region")]
    Region {
        /// Region that the server named.
        expected: Option<String>,
    },
    /// The server can't do this.
    #[error("the server can't do this")]
    Unsupported,
    /// Another kind of server answers than the settings say.
    #[error("this is not the kind of server that it should be (status {status})")]
    NotThisKind {
        /// HTTP status.
        status: u16,
    },
    /// The answer is broken, or not safe to read.
    #[error("the answer of the server can't be read")]
    Unreadable,
    /// The name is no plain name of a file.
    #[error("this is no name of a file")]
    Name,
    /// The server refused for another reason.
    #[error("the server refused with status {status} {code}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Code of the reason, as S3 has it; may be empty.
        code: String,
    },
}

/// Act that a response belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// Listing a folder.
    List,
    /// Reading a file.
    Read,
    /// Writing a file.
    Write,
    /// Removing a file.
    Remove,
    /// Making a folder.
    MakeFolder,
}

impl RemoteError {
    /// Whether the same request may well work a little later.
    pub fn is_passing(&self) -> bool {
        use NetworkKind::{FirstByteTimeout, IdleTimeout, Interrupted, Unreachable};
        match self {
            Self::TooMany { .. } | Self::Server { .. } => true,
            Self::Network(kind) => matches!(kind, FirstByteTimeout | IdleTimeout | Interrupted | Unreachable),
            _ => false,
        }
    }

    /// Returns how long the server wants to be left alone.
    pub fn retry_after_s(&self) -> Option<u32> {
        match self {
            Self::TooMany { retry_after_s } | Self::Server { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }

    /// Returns the reason that a status stands for.
    pub(crate) fn of_status(doing: Doing, response: &Response) -> Self {
        let status = response.status;
        let retry_after_s = retry_after(response);
        match status {
            401 => Self::Unauthorised,
            403 => Self::Forbidden,
            404 | 410 => Self::NotFound,
            405 | 501 if doing == Doing::List => Self::NotThisKind { status },
            405 | 501 => Self::Unsupported,
            409 | 423 => Self::Conflict,
            412 => Self::Exists,
            413 => Self::TooLarge,
            429 => Self::TooMany { retry_after_s },
            507 => Self::Full,
            500.. => Self::Server { status, retry_after_s },
            ..=399 => Self::NotThisKind { status },
            _ => Self::Refused { status, code: String::new() },
        }
    }
}

/// Reads `Retry-After` in seconds; a date in it is passed over.
pub fn retry_after(response: &Response) -> Option<u32> {
    response.header("retry-after")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_has_its_reason() {
        let of = |status, doing| RemoteError::of_status(doing, &Response { status, ..Response::default() });
        for (status, error) in [
            (401, RemoteError::Unauthorised),
            (403, RemoteError::Forbidden),
            (404, RemoteError::NotFound),
            (405, RemoteError::NotThisKind { status: 405 }),
            (409, RemoteError::Conflict),
            (412, RemoteError::Exists),
            (413, RemoteError::TooLarge),
            (507, RemoteError::Full),
            (503, RemoteError::Server { status: 503, retry_after_s: None }),
            (301, RemoteError::NotThisKind { status: 301 }),
            (418, RemoteError::Refused { status: 418, code: String::new() }),
        ] {
            assert_eq!(of(status, Doing::List), error);
        }
        assert_eq!(of(405, Doing::Write), RemoteError::Unsupported);
    }

    #[test]
    fn the_server_says_when_to_come_back() {
        let with = |value: &str| Response {
            status: 429,
            headers: vec![("Retry-After".to_owned(), value.to_owned())],
            ..Response::default()
        };
        let after = |value: &str| RemoteError::of_status(Doing::Read, &with(value)).retry_after_s();
        assert_eq!((after("7"), after("Fri, 01 Jan 2027 00:00:00 GMT"), after("-1")), (Some(7), None, None));
    }
}
