//! Markdown to blocks.
