//! Random logs for tests.

use std::rc::Rc;

use crate::calendar::Calendar;
use espalier_base::date::Weekday;
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::timelog::{GoalId, Tags, TimeCategoryId, TimeEntry};

/// Numbers that look random and are the same every time (xorshift64).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as i64
    }
}

/// Parts that random entries are made of.
pub struct Maker {
    pub env: Env,
    pub random: Random,
    pub categories: Vec<TimeCategoryId>,
    pub goals: Vec<GoalId>,
    /// The first second, and how many there are.
    pub within: (i64, i64),
}

const WORDS: [&str; 6] = ["", "Reading a paper", "写论文 draft", "Übung", "call with Ann", "standup"];
const TAGS: [&[&str]; 5] = [&[], &[], &["deep"], &["deep", "茶"], &["a", "deep", "x"]];

impl Maker {
    pub fn new(seed: u64, from: i64, seconds: i64) -> Self {
        let mut env = Env::deterministic(Timestamp(from * 1_000), seed);
        let categories = (0..5).map(|_| env.id()).collect();
        let goals = (0..4).map(|_| env.id()).collect();
        Self {
            env,
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            categories,
            goals,
            within: (from, seconds),
        }
    }

    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.random.below(list.len() as i64 + 1) as usize).copied()
    }

    /// Mostly an hour or so, now and then days.
    pub fn length(&mut self) -> i64 {
        match self.random.below(20) {
            0 => 0,
            1 => self.random.below(100_000),
            2 => self.random.below(1_000_000),
            _ => self.random.below(8_000),
        }
    }

    pub fn entry(&mut self) -> Rc<TimeEntry> {
        let start = Timestamp((self.within.0 + self.random.below(self.within.1)) * 1_000);
        let mut entry = TimeEntry::new(self.env.id_at(start), start, Zone::new("Europe/Berlin"), start);
        self.fill(&mut entry);
        Rc::new(entry)
    }

    /// Gives an entry other content, and sometimes another time.
    pub fn fill(&mut self, entry: &mut TimeEntry) {
        let seconds = self.length();
        entry.end = Some(entry.start.plus_ms(seconds * 1_000)).filter(|_| self.random.below(300) > 0);
        (entry.category, entry.goal) = (self.one_of(&self.categories.clone()), self.one_of(&self.goals.clone()));
        entry.tags = Tags::new(TAGS[self.random.below(TAGS.len() as i64) as usize].iter().copied());
        entry.note = WORDS[self.random.below(WORDS.len() as i64) as usize].to_owned();
    }
}

pub fn calendar(zone: &str, week_start: Weekday) -> Calendar {
    Calendar::new(&Zone::new(zone), week_start)
}
