//! What the screen reads of the time log. Must not be in here: changing it.

use std::rc::Rc;

use crate::app::Model;
use crate::base::date::{DateRange, LocalDate};
use crate::base::zone::Zone;
use crate::model::timelog::TimePreferences;
use crate::model::{Goal, Preferences, Slug, TimeCategory};

impl Model {
    /// The choices of the time log.
    pub fn time_choices(&self) -> TimePreferences {
        let key = Slug::new(Preferences::KEY);
        self.workspace.get::<Preferences>(&key).map(|row| row.time.clone()).unwrap_or_default()
    }

    /// The zone in which days are seen: the chosen one, else the browser's.
    pub fn time_zone(&self) -> Zone {
        self.time_choices().zone.or_else(|| self.facts.zone.clone()).unwrap_or_default()
    }

    /// Today, in the zone in which days are seen.
    pub fn today(&self) -> LocalDate {
        self.timelog.columns.calendar().day_of(self.now)
    }

    /// The days that are asked for.
    pub fn time_range(&self) -> DateRange {
        self.timelog.look.asked.range(&self.timelog.columns, self.now)
    }

    /// Changes whenever something of the log that is drawn may have: its version, and the second while something runs,
    /// else the minute.
    pub fn time_key(&self) -> (u64, i64) {
        let second = self.now.0.div_euclid(1_000);
        let runs = !self.timelog.columns.running().is_empty();
        (self.timelog.version, if runs { second } else { second.div_euclid(60) * 60 })
    }

    /// The categories in their order.
    pub fn time_categories(&self) -> Vec<Rc<TimeCategory>> {
        let mut rows: Vec<Rc<TimeCategory>> = self.workspace.tables().time_categories.values().cloned().collect();
        rows.sort_unstable_by(|one, other| (&one.order, one.id).cmp(&(&other.order, other.id)));
        rows
    }

    /// The goals, the one that ends last first.
    pub fn goals(&self) -> Vec<Rc<Goal>> {
        let mut rows: Vec<Rc<Goal>> = self.workspace.tables().goals.values().cloned().collect();
        rows.sort_unstable_by_key(|row| std::cmp::Reverse((row.to, row.from, row.id)));
        rows
    }
}
