//! Group keys of a piece of an entry, packed into a number, and back.

use super::scan::Wanted;
use super::{Dimension, Key, Query};
use crate::calendar::Piece;
use crate::columns::{Columns, Dictionary, Hot};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_model::timelog::TimeCategoryId;

/// Bits of each part of a key; three of them fit.
const BITS: u32 = 21;

/// Packing of group keys for a query.
#[derive(Debug, Clone)]
pub struct Keys {
    dimensions: Vec<Dimension>,
    /// For each day of the range, the part of the key that it alone decides.
    of_day: Vec<u64>,
    range: DateRange,
    week_start: Weekday,
    /// Places of the numbers in the key, where they are wanted: category, goal, tag and hour.
    pub category: Option<u32>,
    client: Option<u32>,
    pub goal: Option<u32>,
    pub tag: Option<u32>,
    pub hour: Option<u32>,
    /// Whether days decide about it.
    pub has_days: bool,
    /// The number of the client of each category; beyond the categories of the dictionary that of one without entries.
    client_of: Vec<u32>,
    idle_clients: Vec<TimeCategoryId>,
}

impl Keys {
    pub fn new(columns: &Columns, query: &Query) -> Self {
        let dimensions = query.dimensions().to_vec();
        let shift = |place: usize| BITS * (2 - place as u32);
        let find = |wanted: Dimension| dimensions.iter().position(|known| *known == wanted).map(shift);
        let (category, goal, tag, hour) =
            (find(Dimension::Category), find(Dimension::Goal), find(Dimension::Tag), find(Dimension::Hour));
        let has_days = dimensions.iter().any(|one| one.is_period() || *one == Dimension::Weekday);
        let week_start = columns.calendar().week_start();
        let mut keys = Self {
            of_day: Vec::new(),
            range: query.range,
            week_start,
            category,
            goal,
            tag,
            hour,
            has_days,
            client: find(Dimension::Client),
            dimensions,
            client_of: Vec::new(),
            idle_clients: Vec::new(),
        };
        if keys.client.is_some() {
            keys.number_clients(columns.dictionary(), query);
        }
        if has_days {
            keys.of_day = keys.all_days();
        }
        keys
    }

    fn number_clients(&mut self, dictionary: &Dictionary, query: &Query) {
        for number in 0..=dictionary.categories() {
            let client = dictionary.category(number).and_then(|id| query.clients.get(&id)).copied();
            let known = client.and_then(|client| dictionary.category_number(Some(client)));
            let of = match (client, known) {
                (None, _) => number,
                (_, Some(known)) => known,
                (Some(client), None) => {
                    let known = self.idle_clients.iter().position(|one| *one == client);
                    let at = known.unwrap_or_else(|| {
                        self.idle_clients.push(client);
                        self.idle_clients.len() - 1
                    });
                    dictionary.categories() + 1 + at as u32
                }
            };
            self.client_of.push(of);
        }
    }

    /// The client of a category, by its number.
    fn client_number(&self, category: u32) -> u32 {
        self.client_of.get(category as usize).copied().unwrap_or_default()
    }

    /// The client with a number.
    pub fn client(&self, dictionary: &Dictionary, number: u32) -> Option<TimeCategoryId> {
        let idle = number.checked_sub(dictionary.categories() + 1).and_then(|at| self.idle_clients.get(at as usize));
        idle.copied().or_else(|| dictionary.category(number))
    }

    /// The highest number of a client.
    pub fn clients(&self, dictionary: &Dictionary) -> u32 {
        dictionary.categories() + self.idle_clients.len() as u32
    }

    fn all_days(&self) -> Vec<u64> {
        let mut of_day = vec![0; self.range.days() as usize];
        for (place, dimension) in self.dimensions.iter().enumerate() {
            let shift = BITS * (2 - place as u32);
            if *dimension == Dimension::Weekday {
                for (index, key) in of_day.iter_mut().enumerate() {
                    let day = self.range.first.plus_days(index as i32);
                    *key |= (day.weekday().place(self.week_start) as u64) << shift;
                }
            } else if dimension.is_period() {
                let periods = super::periods(self.range, *dimension, self.week_start);
                for (number, period) in periods.into_iter().enumerate() {
                    let from = period.first.since(self.range.first) as usize;
                    for key in &mut of_day[from..from + period.days() as usize] {
                        *key |= (number as u64) << shift;
                    }
                }
            }
        }
        of_day
    }

    /// The part of the key that a day decides.
    pub fn of_day(&self, day: LocalDate) -> u64 {
        self.of_day.get(day.since(self.range.first) as usize).copied().unwrap_or_default()
    }

    /// The part that each day decides, in order; empty where days decide nothing.
    pub fn days(&self) -> &[u64] {
        &self.of_day
    }

    /// The part of the key that a row decides, without its tags.
    pub fn of_row(&self, hot: &Hot) -> u64 {
        let category = self.category.map_or(0, |shift| u64::from(hot.category) << shift);
        let client = self.client.map_or(0, |shift| u64::from(self.client_number(hot.category)) << shift);
        category | client | self.goal.map_or(0, |shift| u64::from(hot.goal) << shift)
    }

    /// The part of the key that an hour decides.
    pub fn of_hour(&self, hour: u8) -> u64 {
        self.hour.map_or(0, |shift| u64::from(hour) << shift)
    }

    /// The part of the key that a tag decides, by its number.
    pub fn of_tag(&self, tag: u32) -> u64 {
        self.tag.map_or(0, |shift| u64::from(tag) << shift)
    }

    /// The part of a key that days decide.
    pub fn day_part(&self, key: u64) -> u64 {
        let mask = (1 << BITS) - 1;
        let parts =
            self.dimensions.iter().enumerate().filter(|(_, one)| one.is_period() || **one == Dimension::Weekday);
        parts.map(|(place, _)| key & (mask << (BITS * (2 - place as u32)))).sum()
    }

    /// The number that stands at a place of a key.
    pub fn number(key: u64, place: usize) -> u32 {
        (key >> (BITS * (2 - place as u32))) as u32 & ((1 << BITS) - 1)
    }

    /// Unpacks the group values of a key.
    pub fn unpack(&self, key: u64, dictionary: &Dictionary) -> Vec<Key> {
        let one = |(place, dimension): (usize, &Dimension)| {
            let number = Self::number(key, place);
            match dimension {
                Dimension::Category => Key::Category(dictionary.category(number)),
                Dimension::Client => Key::Category(self.client(dictionary, number)),
                Dimension::Goal => Key::Goal(dictionary.goal(number)),
                Dimension::Tag => Key::Tag(dictionary.tag(number).map(str::to_owned)),
                Dimension::Hour => Key::Hour(number as u8),
                Dimension::Weekday => Key::Weekday(Weekday::of_monday(self.week_start.from_monday() + number as i32)),
                period => Key::From(self.nth_period(*period, number)),
            }
        };
        self.dimensions.iter().enumerate().map(one).collect()
    }

    fn nth_period(&self, dimension: Dimension, number: u32) -> LocalDate {
        let (first, number) = (dimension.period_of(self.range.first, self.week_start), number as i32);
        match dimension {
            Dimension::Week => first.plus_days(7 * number),
            Dimension::Month => first.plus_months(number),
            Dimension::Quarter => first.plus_months(3 * number),
            Dimension::Year => first.plus_months(12 * number),
            _ => first.plus_days(number),
        }
    }

    /// Whether a part of a row that is wanted counts for all of these, which stand for the first of the dimensions.
    pub fn is_in(&self, columns: &Columns, hot: &Hot, wanted: &Wanted, keys: &[Key]) -> bool {
        let dictionary = columns.dictionary();
        let of_row = self.dimensions.iter().zip(keys).all(|(dimension, key)| match key {
            Key::Category(client) if *dimension == Dimension::Client => {
                self.client(dictionary, self.client_number(hot.category)) == *client
            }
            Key::Category(category) => dictionary.category_number(*category) == Some(hot.category),
            Key::Goal(goal) => dictionary.goal_number(*goal) == Some(hot.goal),
            Key::Tag(Some(tag)) => dictionary.tags_of(hot.tags).iter().any(|&one| dictionary.tag(one) == Some(tag)),
            Key::Tag(None) => dictionary.tags_of(hot.tags).is_empty(),
            _ => true,
        });
        let of_time = |piece: &Piece| {
            self.dimensions.iter().zip(keys).all(|(dimension, key)| match key {
                Key::From(first) => dimension.period_of(piece.day, self.week_start) == *first,
                Key::Weekday(weekday) => piece.day.weekday() == *weekday,
                Key::Hour(hour) => piece.hour == *hour,
                _ => true,
            })
        };
        of_row && {
            let calendar = columns.calendar();
            let (from, to) = (hot.start.max(wanted.span.0), hot.end.min(wanted.span.1));
            let timed = keys.iter().any(|key| matches!(key, Key::From(_) | Key::Weekday(_) | Key::Hour(_)));
            let hours = keys.iter().any(|key| matches!(key, Key::Hour(_)));
            match wanted.window {
                Some(window) => {
                    let mut is_in = false;
                    window.each(calendar, from, to, hours, &mut |piece| is_in = is_in || of_time(piece));
                    is_in
                }
                None if !timed => from < to,
                None if hours => calendar.hours(from, to).any(|piece| of_time(&piece)),
                None => calendar.days(from, to).any(|piece| of_time(&piece)),
            }
        }
    }
}
