//! Working a report out: from the sums of days where they say enough, else from the rows.

use memchr::memmem::Finder;

use super::cells::Places;
use super::keys::Keys;
use super::window::{Window, span};
use super::{Cell, Dimension, Filter, Query, Report, finish};
use crate::calendar::Piece;
use crate::columns::{Columns, Hot, QueryRow, fold};
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_model::timelog::Tags;

/// A filter in the numbers of the dictionary; empty lists are everything.
#[derive(Debug)]
pub struct Wanted {
    categories: Vec<bool>,
    goals: Vec<bool>,
    sets: Vec<bool>,
    text: Option<Finder<'static>>,
    pub window: Option<Window>,
    /// The first second that may count, and the first after those that may.
    pub span: (i64, i64),
    /// Least and most seconds of an entry.
    lengths: (i64, i64),
}

impl Wanted {
    pub fn new(columns: &Columns, filter: &Filter, range: DateRange) -> Self {
        let dictionary = columns.dictionary();
        let window = Window::of(filter, range);
        let mut wanted = Self {
            categories: Vec::new(),
            goals: Vec::new(),
            sets: Vec::new(),
            text: None,
            window,
            span: span(window, columns.calendar(), range),
            lengths: (filter.min_secs.unwrap_or(i64::MIN), filter.max_secs.unwrap_or(i64::MAX)),
        };
        if !filter.categories.is_empty() {
            wanted.categories = vec![false; dictionary.categories() as usize + 1];
            for number in filter.categories.iter().filter_map(|&one| dictionary.category_number(one)) {
                wanted.categories[number as usize] = true;
            }
        }
        if !filter.without.is_empty() {
            wanted.categories.resize(dictionary.categories() as usize + 1, filter.categories.is_empty());
            for number in filter.without.iter().filter_map(|&one| dictionary.category_number(one)) {
                wanted.categories[number as usize] = false;
            }
        }
        if !filter.goals.is_empty() {
            wanted.goals = vec![false; dictionary.goals() as usize + 1];
            for number in filter.goals.iter().filter_map(|&one| dictionary.goal_number(one)) {
                wanted.goals[number as usize] = true;
            }
        }
        if filter.untagged {
            wanted.sets = dictionary.sets(Tags::is_empty);
        } else if !filter.tags.is_empty() {
            wanted.sets = dictionary.sets(|tags| filter.tags.iter().any(|tag| tags.contains(tag)));
        }
        if !filter.text.is_empty() {
            let mut bytes = Vec::new();
            fold(&filter.text, &mut bytes);
            wanted.text = Some(Finder::new(&bytes).into_owned());
        }
        wanted
    }

    /// Whether the sums of days by category say enough.
    fn is_by_category(&self) -> bool {
        let is_any_length = self.lengths == (i64::MIN, i64::MAX);
        self.goals.is_empty() && self.sets.is_empty() && self.text.is_none() && self.window.is_none() && is_any_length
    }

    fn has_category(&self, number: u32) -> bool {
        self.categories.is_empty() || self.categories.get(number as usize).copied().unwrap_or_default()
    }

    fn has(&self, hot: &Hot) -> bool {
        let listed = |list: &[bool], number: u32| list.is_empty() || list.get(number as usize) == Some(&true);
        let is_long = (self.lengths.0..=self.lengths.1).contains(&(hot.end - hot.start));
        is_long
            && listed(&self.categories, hot.category)
            && listed(&self.goals, hot.goal)
            && listed(&self.sets, hot.tags)
    }

    /// Gives the rows that may count, by start; those that are running come last.
    pub fn each<'a>(&self, columns: &'a Columns, now: Timestamp, row: &mut dyn FnMut(QueryRow<'a>)) {
        let (from, to) = self.span;
        let meets = |hot: &Hot| hot.end > from && hot.start < to && self.has(hot);
        for (block, end) in columns.blocks(from, to) {
            let found = |place: usize| QueryRow { hot: block.rows()[place], entry: &block.entries()[place] };
            match &self.text {
                None => {
                    for (place, hot) in block.rows()[..end].iter().enumerate() {
                        if meets(hot) {
                            row(found(place));
                        }
                    }
                }
                Some(finder) => block.search(finder, |place| {
                    if meets(&block.rows()[place]) {
                        row(found(place));
                    }
                }),
            }
        }
        for found in columns.running_rows(now).filter(|found| meets(&found.hot)) {
            let has_text = self.text.as_ref().is_none_or(|finder| {
                let mut bytes = Vec::new();
                fold(&found.entry.note, &mut bytes);
                for tag in found.entry.tags.iter() {
                    bytes.extend(b"\n#");
                    fold(tag, &mut bytes);
                }
                finder.find(&bytes).is_some()
            });
            if has_text {
                row(found);
            }
        }
    }
}

/// Sums on their way.
pub struct Sums<'a> {
    pub keys: &'a Keys,
    pub by_day: bool,
    pub places: Places,
    pub cells: Vec<(Cell, u32)>,
    /// Seconds by group and day.
    pub days: Places,
    pub seconds: Vec<i64>,
    pub total: Cell,
    pub total_days: Vec<i64>,
    pub first: LocalDate,
    pub row: u32,
}

impl<'a> Sums<'a> {
    fn new(keys: &'a Keys, query: &Query) -> Self {
        let days = if query.by_day { query.range.days() as usize } else { 0 };
        Self {
            keys,
            by_day: query.by_day,
            places: Places::new(),
            cells: Vec::new(),
            days: Places::new(),
            seconds: Vec::new(),
            total: Cell::default(),
            total_days: vec![0; days],
            first: query.range.first,
            row: 0,
        }
    }

    /// The place of a group.
    fn group(&mut self, key: u64) -> usize {
        let place = self.places.place(key);
        if self.cells.len() <= place {
            self.cells.push((Cell::default(), u32::MAX));
        }
        place
    }

    fn add_seconds(&mut self, key: u64, day: LocalDate, seconds: i64) -> usize {
        let group = self.group(key);
        self.cells[group].0.seconds += seconds;
        if self.by_day {
            let day = day.since(self.first) as u64;
            let place = self.days.place((group as u64) << 32 | day);
            if self.seconds.len() <= place {
                self.seconds.push(0);
            }
            self.seconds[place] += seconds;
        }
        group
    }

    /// Adds a piece of the row that is being read.
    fn add(&mut self, key: u64, piece: &Piece) {
        let group = self.add_seconds(key, piece.day, piece.seconds());
        let (cell, row) = &mut self.cells[group];
        if *row != self.row {
            *row = self.row;
            cell.entries += 1;
        }
    }

    fn add_total(&mut self, piece: &Piece) {
        self.total.seconds += piece.seconds();
        if self.by_day {
            self.total_days[piece.day.since(self.first) as usize] += piece.seconds();
        }
    }
}

pub fn report(columns: &Columns, query: &Query, now: Timestamp) -> Report {
    let keys = Keys::new(columns, query);
    let wanted = Wanted::new(columns, &query.filter, query.range);
    let mut sums = Sums::new(&keys, query);
    if wanted.is_by_category() && keys.hour.is_none() && keys.goal.is_none() && keys.tag.is_none() {
        // What is running is in no sum of days.
        let only_running = from_days(columns, query, &wanted, &mut sums);
        from_rows(columns, query, &wanted, &mut sums, now, only_running);
    } else {
        from_rows(columns, query, &wanted, &mut sums, now, false);
    }
    finish::finish(columns, query, sums, now)
}

/// Adds up days of categories; says whether that is enough, and has added nothing if it is not.
fn from_days(columns: &Columns, query: &Query, wanted: &Wanted, sums: &mut Sums<'_>) -> bool {
    let dimensions = query.dimensions();
    let by_weekday = dimensions.contains(&Dimension::Weekday);
    if by_weekday && columns.has_long() {
        return false;
    }
    let finest = dimensions.iter().filter(|one| one.is_period()).min();
    let dictionary = columns.dictionary();
    // One stretch of days for each key that days decide, as long as they follow each other.
    let stretches = match finest {
        _ if by_weekday || sums.by_day => super::periods(query.range, Dimension::Day, columns.calendar().week_start()),
        Some(&finest) if dimensions.iter().filter(|one| one.is_period()).count() == 1 => {
            super::periods(query.range, finest, columns.calendar().week_start())
        }
        Some(_) => super::periods(query.range, Dimension::Day, columns.calendar().week_start()),
        None => vec![query.range],
    };
    for number in (0..=dictionary.categories()).filter(|&number| wanted.has_category(number)) {
        let Some(column) = columns.days(number) else { continue };
        let of_row = sums.keys.of_row(&Hot { start: 0, end: 0, category: number, goal: 0, tags: 0 });
        let (begin, end) = column.extent();
        // A cell of several days counts those entries once that go on from one of them into the next.
        let mut last = None;
        for days in stretches.iter().filter(|days| days.first.0 < end && days.last.0 >= begin) {
            let (seconds, entries) = column.sum(days.first.0, days.last.0);
            if seconds == 0 && entries == 0 {
                continue;
            }
            let key = of_row | sums.keys.of_day(days.first);
            let went_on = column.day(days.first.0).went_on;
            let group = sums.add_seconds(key, days.first, seconds);
            let repeated = if last == Some(group) { went_on } else { 0 };
            sums.cells[group].0.entries += (entries - repeated) as u32;
            last = Some(group);
            sums.total.seconds += seconds;
            if sums.by_day {
                sums.total_days[days.first.since(sums.first) as usize] += seconds;
            }
        }
        sums.total.entries += column.sum(query.range.first.0, query.range.last.0).1 as u32;
    }
    true
}

/// Adds up rows, or only those that are running, which are in no sum of days.
fn from_rows(
    columns: &Columns,
    query: &Query,
    wanted: &Wanted,
    sums: &mut Sums<'_>,
    now: Timestamp,
    only_running: bool,
) {
    let calendar = columns.calendar();
    let (from, to) = wanted.span;
    let (keys, by_day) = (sums.keys, sums.by_day);
    let split_days = keys.has_days || by_day;
    // The day of the last row, which is mostly the day of the next one.
    let mut today = Piece { day: query.range.first, hour: 0, from, to: from };
    let mut read = |found: QueryRow<'_>| {
        let hot = found.hot;
        let (start, end) = (hot.start.max(from), hot.end.min(to));
        if start >= end {
            return;
        }
        let of_row = keys.of_row(&hot);
        let tags = columns.dictionary().tags_of(hot.tags);
        if wanted.window.is_some_and(|window| window.seconds(calendar, start, end) == 0) {
            return;
        }
        sums.total.entries += 1;
        let mut take = |piece: &Piece| {
            sums.add_total(piece);
            let key = of_row | keys.of_hour(piece.hour) | if keys.has_days { keys.of_day(piece.day) } else { 0 };
            if keys.tag.is_none() || tags.is_empty() {
                return sums.add(key, piece);
            }
            for &tag in tags {
                sums.add(key | keys.of_tag(tag), piece);
            }
        };
        if let Some(window) = wanted.window {
            window.each(calendar, start, end, keys.hour.is_some(), &mut take);
        } else if keys.hour.is_some() {
            calendar.hours(start, end).for_each(|piece| take(&piece));
        } else if split_days {
            if start < today.from || start >= today.to {
                let day = calendar.day(start);
                let (from, to) = calendar.span(DateRange::day(day));
                today = Piece { day, hour: 0, from, to };
            }
            if end <= today.to {
                take(&Piece { from: start, to: end, ..today });
            } else {
                calendar.days(start, end).for_each(|piece| take(&piece));
            }
        } else {
            take(&Piece { day: query.range.first, hour: 0, from: start, to: end });
        }
        sums.row += 1;
    };
    if only_running {
        let running = columns.running_rows(now).filter(|found| wanted.has(&found.hot));
        running.for_each(&mut read);
    } else {
        wanted.each(columns, now, &mut read);
    }
}

pub fn day_totals(columns: &Columns, range: DateRange, filter: &Filter, now: Timestamp) -> Vec<i64> {
    let mut totals = vec![0; range.days() as usize];
    let wanted = Wanted::new(columns, filter, range);
    let calendar = columns.calendar();
    let (from, to) = wanted.span;
    let mut add = |found: QueryRow<'_>| {
        let (from, to) = (found.hot.start.max(from), found.hot.end.min(to));
        let mut take = |piece: &Piece| totals[piece.day.since(range.first) as usize] += piece.seconds();
        match wanted.window {
            Some(window) => window.each(calendar, from, to, false, &mut take),
            None => calendar.days(from, to).for_each(|piece| take(&piece)),
        }
    };
    if !wanted.is_by_category() {
        wanted.each(columns, now, &mut add);
        return totals;
    }
    columns.running_rows(now).filter(|found| wanted.has(&found.hot)).for_each(add);
    for number in (0..=columns.dictionary().categories()).filter(|&number| wanted.has_category(number)) {
        let Some(column) = columns.days(number) else { continue };
        let (begin, end) = column.extent();
        for day in range.first.0.max(begin)..range.last.0.saturating_add(1).min(end) {
            totals[(day - range.first.0) as usize] += column.day(day).seconds;
        }
    }
    totals
}
