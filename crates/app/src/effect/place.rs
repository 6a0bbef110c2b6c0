//! Effects on the copy in a place of the person's own: a folder, or a server.

use espalier_llm::secret::Secret;
use espalier_mirror::merge::TextVersion;
use espalier_model::Table;
use espalier_remote::RemoteError;

pub use espalier_remote::Place as ServerPlace;

/// An effect on the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceEffect {
    /// Keep database and place in step from now on; answered by messages about the place again and again.
    Begin,
    /// Use a place; the browser asks the person for a folder.
    Use(Box<NewPlace>),
    /// Open the place that is in use with this password.
    Unlock(Secret),
    /// Bring both in step now.
    SaveNow,
    /// Use the place no more.
    Leave,
    /// Hand the file over that is carried to other devices.
    SaveCarried,
    /// Take in the file of another device that was chosen in the input element of this id.
    TakeCarried(&'static str),
    /// Decide on a text with two versions.
    Decide(Box<TwoVersions>, Decision),
}

/// A place as the person entered it, with its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlace {
    /// The place.
    pub at: NewAt,
    /// The password that seals what is in the place; empty for none.
    pub password: Secret,
    /// Whether the secrets are kept when the tab is closed.
    pub keep: bool,
}

/// Kind of a place as the person entered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewAt {
    /// A folder, for which the browser asks.
    Folder,
    /// A file that the person carries from device to device, where a browser has no folders.
    Carried,
    /// A server.
    Server(Server),
}

/// A server as the person entered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The settings.
    pub place: ServerPlace,
    /// The one origin that requests go to.
    pub origin: String,
    /// The password, or the secret access key.
    pub secret: Secret,
}

/// Reason why a place cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceProblem {
    /// It is not there any more, or may not be used.
    Absent,
    /// There is no space left.
    Full,
    /// The secret of the server was kept until the tab was closed.
    NoSecret,
    /// The server failed.
    Server(RemoteError),
    /// A password was given, and there are files in the clear.
    InTheClear,
    /// The seal is gone.
    NoSeal,
    /// The seal cannot be read.
    BadSeal,
    /// The file that was taken in is none that was carried from another device.
    NotCarried,
    /// Another reason, in the browser's words.
    Other(String),
}

/// A text that two devices changed without knowing of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoVersions {
    /// The table.
    pub table: Table,
    /// The row's key.
    pub key: String,
    /// The other version.
    pub version: TextVersion,
    /// The text that stands.
    pub here: String,
    /// The other one.
    pub other: String,
}

/// Decision on a text with two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The text stays as it is.
    Keep,
    /// The other version takes its place.
    UseOther,
}
