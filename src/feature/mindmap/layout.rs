//! Where the nodes of a map stand: tidy tree layouts over flat arrays.
//!
//! Must not be in here: measuring text, drawing.
