//! The frame around the rooms: navigation, palette, help, history, dialogs, notices, the rescue page.

pub mod banner;
pub mod begin;
pub mod clock;
pub mod confirm;
pub mod copy_link;
pub mod dialogs;
pub mod example;
pub mod focus;
pub mod head;
pub mod help;
pub mod history;
pub mod import;
pub mod keys;
pub mod link;
pub mod linked;
pub mod links;
pub mod list;
pub mod make;
pub mod missing;
pub mod nav;
pub mod palette;
pub mod picture;
pub mod rescue;
pub mod toasts;
