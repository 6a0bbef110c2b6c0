//! Measurements in a real browser.
fn main() {}
