//! Whether a claim says what was found.

use super::Claim;
use crate::calendar::Calendar;
use crate::phrase::Around;
use crate::tools::Fact;
use espalier_base::date::DateRange;

/// Whether a fact, rounded as the claim is written, is the claim (G1).
pub fn meets(claim: &Claim, fact: Fact, calendar: &Calendar) -> bool {
    match (*claim, fact) {
        (Claim::Length { secs, step }, Fact::Secs(found)) => is_near(found.abs(), secs, step),
        (Claim::Percent { thousandths, step }, Fact::Share(share)) => {
            let found = (share.abs() * 100_000.0).round() as i64;
            // What is left of a whole may be said too.
            is_near(found, thousandths, step) || is_near(100_000 - found, thousandths, step)
        }
        (Claim::Days(days), Fact::Day(found)) => days.first == found && is_unit(days),
        (Claim::Days(days), Fact::Days(found)) => {
            // "March 2026" is said of the part of it that is over, "2026" of any day in it.
            let inside = days.contains(found.first) && days.contains(found.last);
            days == found || (inside && (days.first == found.first && is_unit(days) || days.days() >= 365))
        }
        (Claim::Days(days), Fact::At(at)) => days.contains(calendar.day_of(at)) && days.days() == 1,
        (Claim::Clock(minutes), Fact::At(at)) => calendar.clock(at.0.div_euclid(1_000)).second / 60 == minutes % 1_440,
        (Claim::Clock(minutes), Fact::Clock(found)) => minutes % 1_440 == found % 1_440,
        (Claim::Clock(minutes), Fact::Hour(hour)) => {
            let hour = i32::from(hour) * 60;
            minutes == hour || minutes == hour + 60
        }
        (Claim::Number(thousandths), Fact::Count(found, _)) => {
            thousandths == found.saturating_mul(1_000) && thousandths != i64::MAX
        }
        // Said to a tenth.
        (Claim::Number(thousandths), Fact::Rate(found, _)) => thousandths == (found * 10.0).round() as i64 * 100,
        (Claim::Number(thousandths), Fact::Hour(found)) => thousandths == i64::from(found) * 1_000,
        _ => false,
    }
}

/// Whether rounding one to the place of the other gives the other. Half a place off is allowed on either side, because
/// people round halves both ways.
fn is_near(found: i64, said: i64, step: i64) -> bool {
    (found - said).abs() * 2 <= step.max(1)
}

/// Whether it is a day, a week, or whole months.
fn is_unit(days: DateRange) -> bool {
    let whole_months = days.first == days.first.month_start() && days.last == days.last.month_end();
    matches!(days.days(), 1 | 7) || whole_months
}

/// Whether a claim needs no source: today, or the day it is.
pub fn is_given(claim: &Claim, around: &Around) -> bool {
    match claim {
        Claim::Days(days) => days.contains(around.today) && days.days() == 1,
        _ => false,
    }
}
