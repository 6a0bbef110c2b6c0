//! Checks every number and date of a reply against what the tools of the turn found.
//!
//! - G1 A number is right if something that was found, rounded as the number is written, is that number: `3.3 hours` is
//!   any length from 3 h 15 min to 3 h 21 min.
//! - G2 Every length, part in per cent, date, time of day and other number of a reply is right, wrong, or no claim about
//!   the data at all: numbers of a list, of a heading, in code or in a name that was found.
//! - G4 A number is right of what it is said of: one beside the name of another category, of another unit or other days
//!   is no evidence.
//! - G3 What is right is linked with the entries behind it; what is wrong is marked.

mod claim;
mod label;
mod meet;

use std::ops::Range;

use super::calendar::Calendar;
use super::phrase::Around;
use super::tools::{Fact, Finding, Found, mean, share};
use espalier_base::date::{DateRange, Weekday};

pub use claim::Claim;

/// Number or date of a reply with its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Place in the reply, in bytes.
    pub range: Range<usize>,
    /// Claim that it makes.
    pub claim: Claim,
    /// Findings that agree with it.
    pub sources: Vec<Source>,
}

/// Place in the findings: which finding, and which line of it; `None` is all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The position of the finding.
    pub finding: usize,
    /// The position of the line in it.
    pub row: Option<usize>,
}

/// The most sources of one mark.
const MAX_SOURCES: usize = 8;

impl Mark {
    /// Whether nothing that was found says it.
    pub fn is_wrong(&self) -> bool {
        self.sources.is_empty()
    }
}

/// Every number and date of a reply, in order; the names are those that numbers may be said of (G4).
pub fn check(reply: &str, findings: &[Finding], names: &[&str], calendar: &Calendar, around: &Around) -> Vec<Mark> {
    let facts = facts(findings);
    let labels = label::Labels::new(reply, names, around);
    let names: Vec<&str> = findings
        .iter()
        .flat_map(|finding| &finding.rows)
        .flat_map(|row| row.keys.iter().map(String::as_str).chain([row.note.as_str()]))
        .collect();
    let claims = claim::find(reply, &names, around);
    let mut marks = Vec::with_capacity(claims.len());
    for (range, claim) in claims {
        let look = |claim: &Claim| {
            let mut sources: Vec<Source> = Vec::new();
            for (fact, source) in &facts {
                let is_new = sources.len() < MAX_SOURCES && !sources.contains(source);
                if is_new
                    && meet::meets(claim, *fact, calendar)
                    && labels.fits_unit(&range, *fact)
                    && labels.fits(&range, claim, *source, findings, calendar)
                {
                    sources.push(*source);
                }
            }
            sources
        };
        let mut sources = look(&claim);
        if let (true, Claim::Days(days)) = (sources.is_empty(), claim) {
            // A range of which both ends were found.
            let ends = [days.first, days.last].map(|day| look(&Claim::Days(DateRange::day(day))));
            if ends.iter().all(|sources| !sources.is_empty()) {
                sources = ends.concat();
                sources.truncate(MAX_SOURCES);
            }
        }
        if sources.is_empty() && meet::is_given(&claim, around) {
            continue;
        }
        marks.push(Mark { range, claim, sources });
    }
    marks
}

fn facts(findings: &[Finding]) -> Vec<(Fact, Source)> {
    let mut facts = Vec::new();
    for (finding, found) in findings.iter().enumerate() {
        facts.extend(found.facts().into_iter().map(|(fact, row)| (fact, Source { finding, row })));
        let derived = weekend(found).into_iter().chain(day_parts(found));
        facts.extend(derived.map(|fact| (fact, Source { finding, row: None })));
    }
    // What is compared may have been found by two calls.
    for (finding, one) in findings.iter().enumerate().take(MAX_SOURCES) {
        for (second, other) in findings.iter().enumerate().skip(finding + 1).take(MAX_SOURCES) {
            let (a, b) = (one.total.secs, other.total.secs);
            let parts =
                [(a, b), (b, a), (a - b, b), (b - a, a)].map(|(part, whole)| share(part, whole).map(Fact::Share));
            let said = parts.into_iter().flatten().chain([Fact::Secs(a - b), Fact::Secs(a + b)]);
            // Either of the two may be named.
            let both = said.flat_map(|fact| [finding, second].map(|finding| (fact, Source { finding, row: None })));
            facts.extend(both);
        }
    }
    facts
}

/// Derives facts from a finding by days of the week: sums, parts and the mean of a day of weekends and of other days.
fn weekend(found: &Finding) -> Vec<Fact> {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let named = |key: &String| Some(Weekday::ALL[NAMES.iter().position(|name| name == key)?]);
    let weekday = |row: &Found| row.keys.first().and_then(named);
    let days: Option<Vec<(Weekday, i64)>> = found.rows.iter().map(|row| Some((weekday(row)?, row.sums.secs))).collect();
    let Some(days) = days.filter(|days| !days.is_empty()) else { return Vec::new() };
    let is_end = |day: Weekday| matches!(day, Weekday::Saturday | Weekday::Sunday);
    let all = days.iter().map(|(_, secs)| secs).sum::<i64>();
    let mut facts = Vec::new();
    for end in [true, false] {
        let secs = days.iter().filter(|(day, _)| is_end(*day) == end).map(|(_, secs)| secs).sum::<i64>();
        let range = found.logged;
        let within = (0..range.days()).filter(|day| is_end(range.first.plus_days(*day).weekday()) == end);
        let number = u32::try_from(within.count()).unwrap_or(u32::MAX);
        facts.push(Fact::Secs(secs));
        facts.extend(share(secs, all).map(Fact::Share));
        facts.extend(mean(secs, number).map(Fact::Secs));
    }
    facts
}

/// Derives facts from a finding by hours: sums of the four parts of the day, and the hours at which they meet.
fn day_parts(found: &Finding) -> Vec<Fact> {
    const PART: u8 = 6;
    let hour = |row: &Found| row.keys.first()?.parse::<u8>().ok().filter(|hour| *hour < 24);
    let hours: Option<Vec<(u8, i64)>> = found.rows.iter().map(|row| Some((hour(row)?, row.sums.secs))).collect();
    let Some(hours) = hours.filter(|hours| !hours.is_empty()) else { return Vec::new() };
    let mut facts = Vec::new();
    for part in 0..4 {
        let secs = hours.iter().filter(|(hour, _)| hour / PART == part).map(|(_, secs)| secs).sum::<i64>();
        facts.push(Fact::Secs(secs));
        for edge in [part * PART, (part + 1) * PART] {
            facts.extend([Fact::Hour(edge), Fact::Clock(i32::from(edge) * 60)]);
        }
        facts.extend(share(secs, found.total.secs).map(Fact::Share));
    }
    facts
}

#[cfg(test)]
mod tests;
