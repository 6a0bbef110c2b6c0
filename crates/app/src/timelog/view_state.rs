//! View state of the time log: days, filter, groups, selection.

use super::Form;
use crate::Model;
use espalier_base::date::{DateRange, LocalDate};
use espalier_base::time::Timestamp;
use espalier_model::TimeEntryId;
use espalier_timelog::columns::Columns;
use espalier_timelog::report::{Dimension, Filter, Query, natural};

/// Entries in the list at first.
pub const PAGE: usize = 100;

/// View of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// A list by day.
    #[default]
    List,
    /// A day in the timeline.
    Day,
    /// A week in the timeline.
    Week,
}

/// Common ranges of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Preset {
    Today,
    Yesterday,
    Week,
    LastWeek,
    #[default]
    Days30,
    Month,
    LastMonth,
    Year,
    All,
    /// The days in [`LogQuery::custom`].
    Custom,
}

impl Preset {
    /// All presets with their names, in the order of lists.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Today, "today"),
        (Self::Yesterday, "yesterday"),
        (Self::Week, "week"),
        (Self::LastWeek, "last-week"),
        (Self::Days30, "days-30"),
        (Self::Month, "month"),
        (Self::LastMonth, "last-month"),
        (Self::Year, "year"),
        (Self::All, "all"),
        (Self::Custom, "custom"),
    ];
}

/// The part of the log that is shown, and its grouping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogQuery {
    /// The days.
    pub preset: Preset,
    /// The days of [`Preset::Custom`].
    pub custom: DateRange,
    /// The grouping.
    pub group_by: Dimension,
    /// Whether the grouping was chosen; else the use of tags in these days decides between category and tag.
    pub is_chosen: bool,
    /// The entries.
    pub filter: Filter,
}

impl Default for LogQuery {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            custom: DateRange::day(LocalDate(0)),
            group_by: Dimension::Category,
            is_chosen: false,
            filter: Filter::default(),
        }
    }
}

impl LogQuery {
    /// The range of days that is shown.
    pub fn range(&self, columns: &Columns, now: Timestamp) -> DateRange {
        let calendar = columns.calendar();
        let today = calendar.day_of(now);
        let week = calendar.week_of(today);
        let last_month = today.month_start().plus_days(-1);
        match self.preset {
            Preset::Today => DateRange::day(today),
            Preset::Yesterday => DateRange::day(today.plus_days(-1)),
            Preset::Week => DateRange::new(week, week.plus_days(6)),
            Preset::LastWeek => DateRange::new(week.plus_days(-7), week.plus_days(-1)),
            Preset::Days30 => DateRange::new(today.plus_days(-29), today),
            Preset::Month => DateRange::new(today.month_start(), today.month_end()),
            Preset::LastMonth => DateRange::new(last_month.month_start(), last_month),
            Preset::Year => {
                let first = Dimension::Year.period_of(today, calendar.week_start());
                DateRange::new(first, first.plus_months(12).plus_days(-1))
            }
            Preset::All => {
                let (first, last) = columns
                    .extent()
                    .map_or((today, today), |(first, last)| (calendar.day(first), calendar.day((last - 1).max(first))));
                let running = columns.running().first().map_or(today, |entry| calendar.day_of(entry.start));
                DateRange::new(first.min(running), last.max(today))
            }
            Preset::Custom => self.custom,
        }
    }

    /// Dimension of the groups of the report, and dimension of its colours.
    pub fn groups(&self, columns: &Columns, range: DateRange, now: Timestamp) -> (Dimension, Dimension) {
        let usual = || natural(columns, &Query::new(range).of(self.filter.clone()), now);
        match self.group_by {
            by @ (Dimension::Goal | Dimension::Tag | Dimension::Client) => (by, by),
            Dimension::Category if self.is_chosen => (Dimension::Category, Dimension::Category),
            Dimension::Category => {
                let usual = usual();
                (usual, usual)
            }
            by => (by, usual()),
        }
    }

    /// The query of the report.
    pub fn query(&self, range: DateRange) -> Query {
        Query::new(range).of(self.filter.clone()).by(&[self.group_by]).with_days()
    }
}

/// Shows other days, groups or entries.
pub(super) fn ask(model: &mut Model, asked: LogQuery) {
    follow(model, &asked);
    model.timelog.look.asked = asked;
    model.timelog.look.shown = PAGE;
}

/// Moves the timeline along to the days that are shown, where they changed: to today if it is one of them, else to the
/// last one.
fn follow(model: &mut Model, asked: &LogQuery) {
    let before = &model.timelog.look.asked;
    if (before.preset, before.custom) == (asked.preset, asked.custom) {
        return;
    }
    let (range, today) = (asked.range(&model.timelog.columns, model.now), model.today());
    model.timelog.look.day = (!range.contains(today)).then_some(range.last);
}

/// View state of the time log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogViewState {
    /// The view.
    pub view: View,
    /// The day of the timeline; `None` is today.
    pub day: Option<LocalDate>,
    /// The part of the log that is shown.
    pub asked: LogQuery,
    /// The most entries in the list.
    pub shown: usize,
    /// The ticked entries.
    pub selection: Vec<TimeEntryId>,
    /// The entry at the keyboard, or the one that was made or changed last.
    pub at: Option<TimeEntryId>,
    /// The entry that an address led to, until it has been brought into sight.
    pub pointed: Option<TimeEntryId>,
    /// Counts how often an address led to an entry.
    pub pointed_calls: u64,
    /// The open form.
    pub form: Option<Box<Form>>,
    /// Whether a question is open about discarding the form.
    pub leaving: bool,
    /// Whether the assistant is open beside the log.
    pub panel: bool,
}

impl Default for LogViewState {
    fn default() -> Self {
        Self {
            view: View::default(),
            day: None,
            asked: LogQuery::default(),
            shown: PAGE,
            selection: Vec::new(),
            at: None,
            pointed: None,
            pointed_calls: 0,
            form: None,
            leaving: false,
            panel: false,
        }
    }
}
