//! Places on the network where files are kept, without I/O: `WebDAV` folders (RFC 4918) and S3-compatible buckets.
//!
//! A [`Place`] is a setting; a [`Site`] is a place with its secret, which makes requests and reads responses; a
//! [`RemoteFolder`] sends them over a [`Transport`] that the shell implements, and is a folder of files that are written
//! once and never changed.
//!
//! - R1 The secret is in no setting and no error, and never in a text for debugging.
//! - R2 Requests go over https, or over http to this device alone.
//! - R3 A file that is there is never overwritten, but for a beginning that an upload of the same file left behind.
//! - R4 Only plain files of the folder itself are seen; those in folders below and names that are paths are left alone.
//! - R5 XML with a document type, too large or too deep is refused.
//!
//! It may depend on base, llm and mirror. Must not be in here: the clock, timers, what sends.

mod encode;
mod error;
mod folder;
mod place;
mod request;
mod s3;
mod sign;
mod site;
mod webdav;
mod xml;

pub use encode::is_plain_name;
pub use error::{Doing, RemoteError};
pub use folder::{RemoteFolder, Transport, TransportError};
pub use place::{Place, PlaceProblem};
pub use request::{Request, Response};
pub use site::{Entry, Page, Site};
