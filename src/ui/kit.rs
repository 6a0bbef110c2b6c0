//! Small parts that every room is built of: icons, buttons, dialogs, menus, fields, and the few things that have to
//! be asked of the document itself.
//!
//! Must not be in here: a record, a message of the app, a word of a room (labels are handed in).

pub mod button;
pub mod dom;
pub mod field;
pub mod icon;
pub mod menu;
pub mod modal;
pub mod moment;

pub use button::{Button, ButtonKind, IconButton};
pub use dom::{is_composing, set_px, use_media};
pub use field::Field;
pub use icon::{Icon, IconName};
pub use menu::{Anchor, Menu, MenuItem, MenuList};
pub use modal::Modal;
pub use moment::Moment;
