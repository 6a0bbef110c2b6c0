//! The Time room: a log of what time was spent on, its sums, and the tools that answer questions about it.
//!
//! The records are `model::timelog`. Must not be in here: the screen, asking a model.

mod amount;
pub mod calendar;
pub mod names;
pub mod phrase;
pub mod quick_add;
pub mod row;
mod scan;
