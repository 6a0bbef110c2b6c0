//! Timesheet: the entries of a query one by one, as a client is shown them, with what is billed.
//!
//! - S1 A line is the part of one entry that counts, on the day of the query that the part begins on, however long it
//!   goes on: it has one amount (B2 of [`billing`](crate::billing)), and all sums are sums of lines.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::billing::{Bill, Clients, Terms, price};
use super::calendar::Clock;
use super::columns::Columns;
use super::formats::csv;
use super::report::{self, Query};
use espalier_base::date::LocalDate;
use espalier_base::time::Timestamp;
use espalier_model::timelog::{TimeCategoryId, TimeEntry};

/// Columns of the file.
const HEAD: [&str; 13] = [
    "date", "start", "end", "hours", "seconds", "client", "project", "note", "tags", "billable", "rate", "amount",
    "currency",
];

/// Entries of a query by day.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timesheet {
    /// Days with entries, in order.
    pub days: Vec<Rc<Day>>,
    /// Sums by category.
    pub categories: BTreeMap<Option<TimeCategoryId>, Sum>,
    /// Sums of all lines.
    pub total: Sum,
}

/// Day of a timesheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// The date.
    pub date: LocalDate,
    /// Lines of the day, by their beginning.
    pub lines: Vec<Line>,
    /// Sums of the lines.
    pub sum: Sum,
}

/// Line of a timesheet (S1).
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The entry.
    pub entry: Rc<TimeEntry>,
    /// Clock at the beginning of the part that counts.
    pub from: Clock,
    /// Clock at its end.
    pub to: Clock,
    /// Seconds that count.
    pub seconds: i64,
    /// Price of an hour, where it is billed and has one.
    pub rate: Option<i64>,
    /// Its bill.
    pub bill: Bill,
}

/// Sums of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// Seconds.
    pub seconds: i64,
    /// Their bill.
    pub bill: Bill,
}

impl Sum {
    const fn add(&mut self, line: &Line) {
        *self = Self { seconds: self.seconds + line.seconds, bill: self.bill.and(line.bill) };
    }
}

impl Timesheet {
    /// Collects the entries of a query; what is running counts until `now`.
    pub fn of(columns: &Columns, query: &Query, terms: &Terms, now: Timestamp) -> Self {
        let calendar = columns.calendar();
        let mut days: BTreeMap<LocalDate, Vec<(i64, Line)>> = BTreeMap::new();
        for row in report::evidence(columns, query, &[], now) {
            let ((from, to), seconds) = report::counted_in(columns, query, &row);
            let term = row.entry.category.and_then(|id| terms.get(&id)).copied();
            let line = Line {
                entry: row.entry.clone(),
                from: calendar.clock(from),
                to: calendar.clock(to),
                seconds,
                rate: term.flatten(),
                bill: term.map_or_else(Bill::default, |rate| Bill::of(seconds, rate)),
            };
            days.entry(report::day_of(columns, query, from)).or_default().push((from, line));
        }
        let mut sheet = Self::default();
        for (date, mut lines) in days {
            lines.sort_by_key(|(from, line)| (*from, line.entry.id));
            let mut day = Day { date, lines: Vec::new(), sum: Sum::default() };
            for (_, line) in lines {
                day.sum.add(&line);
                sheet.total.add(&line);
                sheet.categories.entry(line.entry.category).or_default().add(&line);
                day.lines.push(line);
            }
            sheet.days.push(Rc::new(day));
        }
        sheet
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.days.iter().map(|day| day.lines.len()).sum()
    }

    /// Whether there are no lines.
    pub const fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// Whether anything billed has a price.
    pub fn has_prices(&self) -> bool {
        self.days.iter().flat_map(|day| &day.lines).any(|line| line.rate.is_some())
    }

    /// Writes the lines as a table.
    pub fn csv(&self, clients: &Clients, name: &dyn Fn(TimeCategoryId) -> String, currency: Option<&str>) -> String {
        let mut out = String::new();
        csv::write(&mut out, &HEAD);
        for day in &self.days {
            for line in &day.lines {
                let (client, project) = parts(line.entry.category, clients);
                let name = |id: Option<TimeCategoryId>| id.map(name).unwrap_or_default();
                let tags: Vec<&str> = line.entry.tags.iter().collect();
                let money = |minor: i64| price(minor, currency);
                let cells = [
                    day.date.to_string(),
                    shown(line.from),
                    shown(line.to),
                    hours(line.seconds),
                    line.seconds.to_string(),
                    name(client),
                    name(project),
                    line.entry.note.clone(),
                    tags.join(", "),
                    if line.bill.seconds > 0 { "yes" } else { "no" }.to_owned(),
                    line.rate.map(money).unwrap_or_default(),
                    line.rate.map(|_| money(line.bill.amount)).unwrap_or_default(),
                    line.rate.and(currency).unwrap_or_default().to_owned(),
                ];
                csv::write(&mut out, &cells.each_ref().map(String::as_str));
            }
        }
        out
    }
}

/// Client of a category, which is the category itself where that is no project, and the project.
pub fn parts(category: Option<TimeCategoryId>, clients: &Clients) -> (Option<TimeCategoryId>, Option<TimeCategoryId>) {
    match category.and_then(|id| clients.get(&id)) {
        Some(client) => (Some(*client), category),
        None => (category, None),
    }
}

/// Renders what a clock shows: `09:05`.
fn shown(clock: Clock) -> String {
    let (hour, minute, _) = clock.time();
    format!("{hour:02}:{minute:02}")
}

/// Renders hours with two decimals, a half up.
fn hours(seconds: i64) -> String {
    let hundredths = (seconds + 18).div_euclid(36);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::bills;
    use crate::report::Filter;
    use crate::testing::{Maker, calendar};
    use espalier_base::date::{DateRange, Weekday};
    use espalier_base::zone::Zone;
    use espalier_model::timelog::Tags;
    use proptest::prelude::*;

    /// 2025-03-01 in UTC.
    const FROM: i64 = 1_740_787_200;
    const DAYS: i64 = 60;
    const NOW: Timestamp = Timestamp((FROM + DAYS * 86_400) * 1_000);

    fn log(seed: u64) -> (Maker, Columns, Terms) {
        let mut maker = Maker::new(seed, FROM, DAYS * 86_400);
        let entries: Vec<_> = (0..120).map(|_| maker.entry()).collect();
        let rates = [None, Some(9_000), Some(7_777)];
        let terms = maker.categories.iter().copied().zip(rates).collect();
        (maker, Columns::of(calendar("Europe/Berlin", Weekday::Monday), &entries), terms)
    }

    #[test]
    fn a_line_is_cut_at_the_period_and_stays_on_the_day_it_begins() {
        let mut maker = Maker::new(1, FROM, 1);
        let (client, project) = (maker.categories[0], maker.categories[1]);
        let mut entry = |hours: std::ops::Range<i64>, category, note: &str| {
            let at = |hour: i64| Timestamp((FROM + hour * 3_600) * 1_000);
            let mut entry = TimeEntry::new(maker.env.id_at(at(hours.start)), at(hours.start), Zone::new("UTC"), at(0));
            (entry.end, entry.category, entry.note) = (Some(at(hours.end)), category, note.to_owned());
            entry.tags = Tags::new(["a", "b"]);
            Rc::new(entry)
        };
        let entries = [
            entry(-2..1, Some(project), "cut"),
            entry(22..26, Some(client), "=over, midnight"),
            entry(30..31, None, "free"),
            entry(100..101, Some(client), "outside"),
        ];
        let columns = Columns::of(calendar("UTC", Weekday::Monday), &entries);
        let range = DateRange { first: columns.calendar().day(FROM), last: columns.calendar().day(FROM).plus_days(1) };
        let terms: Terms = [(client, Some(10_000)), (project, None)].into_iter().collect();
        let sheet = Timesheet::of(&columns, &Query::new(range), &terms, NOW);
        let clients: Clients = [(project, client)].into_iter().collect();
        let name = |id| if id == client { "Acme".to_owned() } else { "Site".to_owned() };
        assert_eq!(
            sheet.csv(&clients, &name, Some("EUR")),
            "date,start,end,hours,seconds,client,project,note,tags,billable,rate,amount,currency\r\n\
             2025-03-01,00:00,01:00,1.00,3600,Acme,Site,cut,\"a, b\",yes,,,\r\n\
             2025-03-01,22:00,02:00,4.00,14400,Acme,,\"'=over, midnight\",\"a, b\",yes,100.00,400.00,EUR\r\n\
             2025-03-02,06:00,07:00,1.00,3600,,,free,\"a, b\",no,,,\r\n"
        );
        assert_eq!((sheet.len(), sheet.days[0].sum.seconds, sheet.has_prices()), (3, 18_000, true));
        assert_eq!(
            sheet.total,
            Sum { seconds: 21_600, bill: Bill { seconds: 18_000, amount: 40_000, unpriced: 3_600 } }
        );
        let night = Filter { clock: Some((23 * 60, 60)), ..Filter::default() };
        let nights = Timesheet::of(&columns, &Query::new(range).of(night), &terms, NOW);
        let line = &nights.days[0].lines[0];
        assert_eq!((shown(line.from), shown(line.to), line.seconds), ("23:00".to_owned(), "01:00".to_owned(), 7_200));
        assert!(!Timesheet::of(&columns, &Query::new(range), &Terms::new(), NOW).has_prices());
    }

    #[test]
    fn hours_have_two_decimals() {
        assert_eq!([0, 17, 18, 36, 5_400, 360_000].map(hours), ["0.00", "0.00", "0.01", "0.01", "1.50", "100.00"]);
    }

    proptest! {
        #[test]
        fn lines_add_up_to_what_the_report_and_the_bills_say(
            (seed, first, days, weekdays, clock) in
                (1_u64..10_000, 0..60, 0..30, 0_u8..128, prop::option::of((0..1_440, 0..1_440)))
        ) {
            let (_, columns, terms) = log(seed);
            let begin = columns.calendar().day(FROM).plus_days(first);
            let range = DateRange { first: begin, last: begin.plus_days(days) };
            let query = Query::new(range).of(Filter { weekdays, clock, ..Filter::default() });
            let sheet = Timesheet::of(&columns, &query, &terms, NOW);
            let lines: Vec<&Line> = sheet.days.iter().flat_map(|day| &day.lines).collect();
            let mut sum = Sum::default();
            for line in &lines {
                sum.add(line);
            }
            prop_assert_eq!(sum, sheet.total);
            let days = sheet.days.iter().fold((0, Bill::default()), |sum, day| {
                (sum.0 + day.sum.seconds, sum.1.and(day.sum.bill))
            });
            prop_assert_eq!(days, (sheet.total.seconds, sheet.total.bill));
            let total = report::report(&columns, &query, NOW).total;
            prop_assert_eq!((sum.seconds, lines.len()), (total.seconds, total.entries as usize));
            let billed = sheet.categories.iter().filter_map(|(id, sum)| Some(((*id)?, sum.bill)));
            let billed: BTreeMap<_, _> = billed.filter(|(id, _)| terms.contains_key(id)).collect();
            prop_assert_eq!(billed, bills(&columns, &query, &terms, NOW));
            prop_assert!(lines.iter().all(|line| line.seconds > 0));
        }
    }
}
