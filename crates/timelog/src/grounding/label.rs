//! Subject of a number in a reply: a name, a unit, some days.

use std::ops::Range;

use super::{Claim, Source, claim, meet};
use crate::calendar::Calendar;
use crate::phrase::{self, Around};
use crate::scan::{Folded, is_cjk};
use crate::tools::{Fact, Finding, Unit};
use espalier_base::date::{DateRange, LocalDate};

/// The sentences of a reply with their names and days.
pub struct Labels {
    reply: String,
    /// Names and where they stand, in bytes of the lower-case reply.
    names: Vec<(Range<usize>, String)>,
    days: Vec<(Range<usize>, DateRange)>,
}

/// Words before a number that is of everything.
const WHOLE: [&str; 15] = [
    "of",
    "out of",
    "total",
    "total of",
    "total:",
    "altogether",
    "overall",
    "all",
    "in all",
    "合计",
    "总共",
    "一共",
    "共",
    "总计",
    "和",
];
/// Words after such a number.
const WHOLE_AFTER: [&str; 6] = ["in total", "altogether", "in all", "overall", "total", "中"];
/// Words between a number and the name it is of.
const OF: [&str; 9] = ["of ", "on ", "for ", "spent on ", "went to ", "in ", "with ", "的", "doing "];

impl Labels {
    pub fn new(reply: &str, names: &[&str], around: &Around) -> Self {
        // Letters keep their places where folding keeps their length; others name nothing.
        let folded = Folded::new(reply);
        let mut found: Vec<(Range<usize>, String)> = Vec::new();
        for name in names {
            let wanted = Folded::new(name.trim());
            let wanted = wanted.chars();
            if wanted.is_empty() {
                continue;
            }
            for at in 0..folded.len().saturating_sub(wanted.len() - 1) {
                let end = at + wanted.len();
                let letter = |at: Option<usize>| {
                    at.and_then(|at| folded.chars().get(at)).is_some_and(|c| c.is_alphanumeric() && !is_cjk(*c))
                };
                let begins = letter(at.checked_sub(1)) && letter(Some(at));
                let goes_on = letter(Some(end - 1)) && letter(Some(end));
                if !begins && !goes_on && folded.chars()[at..].starts_with(wanted) {
                    found.push((folded.bytes(at..end), plain(name)));
                }
            }
        }
        found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        // "Deep work" is no "work".
        let mut names: Vec<(Range<usize>, String)> = Vec::new();
        for (range, name) in found {
            if names.last().is_none_or(|(last, _)| last.end <= range.start) {
                names.push((range, name));
            }
        }
        let mut days = phrase::find(reply, around);
        // "Saturday" may be all of them, and "today" is said of much.
        days.retain(|(range, days)| days.days() > 1 || reply[range.clone()].contains(|c: char| c.is_ascii_digit()));
        let headings = (0..folded.len()).filter(|at| !claim::is_inside(&folded, *at)).filter_map(|at| {
            let (end, year) = claim::year_heading(folded.scan(at))?;
            Some((folded.bytes(at..end), year))
        });
        days.extend(headings);
        Self { reply: reply.to_owned(), names, days }
    }

    /// The sentence or line that something stands in.
    fn sentence(&self, at: &Range<usize>) -> Range<usize> {
        let ends = |text: &str, from: usize| -> Vec<usize> {
            text.char_indices()
                .filter(|(place, c)| match c {
                    '\n' | '。' | '！' | '？' | '；' | '|' => true,
                    '.' | '!' | '?' | ';' => text[place + 1..].starts_with([' ', '\n', '*']),
                    _ => false,
                })
                .map(|(place, c)| from + place + c.len_utf8())
                .collect()
        };
        let from = ends(&self.reply[..at.start], 0).pop().unwrap_or(0);
        let to = ends(&self.reply[at.end..], at.end).first().copied().unwrap_or(self.reply.len());
        from..to
    }

    /// The names that a number is said of; none where it is said of nothing by name.
    fn of(&self, at: &Range<usize>) -> Vec<&str> {
        let sentence = self.sentence(at);
        let after = self.reply[at.end..sentence.end].trim_start_matches(['*', ' ', ')']);
        let begin = sentence.end - after.len();
        for word in OF {
            if let Some(rest) = after.strip_prefix(word) {
                let begin = begin + word.len();
                let rest = rest.trim_start_matches("the ");
                let place = begin.max(sentence.end - rest.len());
                if let Some((_, name)) =
                    self.names.iter().find(|(range, _)| range.start >= begin && range.start <= place)
                {
                    return vec![name];
                }
            }
        }
        let before: Vec<&(Range<usize>, String)> =
            self.names.iter().filter(|(range, _)| range.start >= sentence.start && range.end <= at.start).collect();
        let mut said: Vec<&str> = Vec::new();
        let mut next: Option<usize> = None;
        for (range, name) in before.into_iter().rev() {
            let joined = next.is_none_or(|next| {
                let between = self.reply[range.end..next].trim_matches([' ', '*', ',', '，', '·']);
                matches!(between, "" | "and" | "or" | "和" | "与" | "、" | "/" | "vs")
            });
            if !joined {
                break;
            }
            said.push(name);
            next = Some(range.start);
        }
        said
    }

    fn is_of_all(&self, at: &Range<usize>) -> bool {
        let sentence = self.sentence(at);
        let before = self.reply[sentence.start..at.start].trim_end_matches([' ', '*', '(']).to_lowercase();
        let after = self.reply[at.end..sentence.end].trim_start_matches([' ', '*']).to_lowercase();
        let word = |word: &str| {
            before.ends_with(word)
                && (word.chars().any(is_cjk) || !before[..before.len() - word.len()].ends_with(char::is_alphabetic))
        };
        WHOLE.iter().any(|one| word(one)) || WHOLE_AFTER.iter().any(|word| after.starts_with(word))
    }

    /// Whether a source is of what the number is said of, by name and by days.
    pub fn fits(
        &self,
        at: &Range<usize>,
        claim: &Claim,
        source: Source,
        findings: &[Finding],
        calendar: &Calendar,
    ) -> bool {
        if matches!(claim, Claim::Days(_) | Claim::Clock(_)) {
            return true;
        }
        let Some(finding) = findings.get(source.finding) else { return true };
        let row = source.row.and_then(|row| finding.rows.get(row));
        let only = &finding.only;
        let names = self.of(at);
        // What is left out is named as well.
        let mut of: Vec<String> = [&only.category, &only.goal, &only.tag, &only.text]
            .into_iter()
            .flatten()
            .chain(&only.without)
            .map(|name| plain(name))
            .collect();
        of.extend(row.into_iter().flat_map(|row| &row.keys).map(|key| plain(key)));
        let is_whole = only.is_of_all() && row.is_none();
        let by_name = names.is_empty()
            || names.iter().any(|name| of.iter().any(|one| one == name))
            || is_whole && self.is_of_all(at);
        by_name
            && self.fits_days(at, finding, row.and_then(|row| row.start), row.map_or(&[], |row| &row.keys), calendar)
    }

    fn fits_days(
        &self,
        at: &Range<usize>,
        finding: &Finding,
        start: Option<espalier_base::time::Timestamp>,
        keys: &[String],
        calendar: &Calendar,
    ) -> bool {
        let sentence = self.sentence(at);
        // A number is no day of its own: "1900 min".
        let apart = |range: &Range<usize>| range.end <= at.start || at.end <= range.start;
        let inside = |range: &Range<usize>| range.start >= sentence.start && range.end <= sentence.end;
        let mut said = self.days.iter().filter(|(range, _)| inside(range) && apart(range)).peekable();
        if said.peek().is_none() {
            return true;
        }
        let days: Vec<LocalDate> =
            keys.iter().filter_map(|key| key.parse().ok()).chain(start.map(|at| calendar.day_of(at))).collect();
        said.any(|(_, range)| {
            let is_range = |found: DateRange| meet::meets(&Claim::Days(*range), Fact::Days(found), calendar);
            is_range(finding.range)
                || finding.other.is_some_and(is_range)
                || days.iter().any(|day| range.contains(*day))
        })
    }

    /// Whether the unit of a fact is the unit that the number is said of.
    pub fn fits_unit(&self, at: &Range<usize>, fact: Fact) -> bool {
        let (Fact::Count(_, unit) | Fact::Rate(_, unit)) = fact else { return true };
        let after = self.reply[at.end..].trim_start_matches([' ', '*']).to_lowercase();
        let ends_before = self.reply[at.clone()].chars().next_back();
        let is = |words: &[&str]| words.iter().any(|word| after.starts_with(word));
        let days = is(&["day", "天"]) || ends_before == Some('天');
        let entries = is(&["entr", "session", "time ", "times", "record", "条", "次"])
            || matches!(ends_before, Some('条' | '次'));
        match (days, entries) {
            (true, _) => unit == Unit::Days,
            (_, true) => unit != Unit::Days,
            _ => true,
        }
    }
}

fn plain(name: &str) -> String {
    Folded::new(name.trim()).chars().iter().collect()
}
