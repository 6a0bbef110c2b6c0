//! The file formats of mind maps, as functions between bytes and [`super::node_tree::NodeTree`].
//!
//! Must not be in here: records, the screen, files themselves.
