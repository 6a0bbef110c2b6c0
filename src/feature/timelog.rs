//! The Time room: a log of what time was spent on, its sums, and the tools that answer questions about it.
//!
//! The records are `model::timelog`. Must not be in here: the screen, asking a model.

#![allow(clippy::cast_possible_wrap, reason = "days, rows and seconds of a log stay far below half of the range")]

mod amount;
pub mod calendar;
pub mod columns;
pub mod names;
pub mod phrase;
pub mod quick_add;
pub mod report;
pub mod row;
mod scan;
#[cfg(test)]
mod testing;
