//! Times in a question: days, days of the week, times of day, lengths, and how many.

mod clock;
mod days;
mod lengths;
mod top;

pub use clock::clock;
pub use days::{dates, step, weekdays};
pub use lengths::lengths;
pub use top::top;
