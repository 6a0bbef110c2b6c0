//! From the kind of a question and its parts to the calls that answer it. Must not be in here: words.

use super::slots::Slots;
use super::{Kind, Known, Plan};
use crate::base::date::{DateRange, LocalDate};
use crate::feature::timelog::phrase::{self, Around};
use crate::feature::timelog::tools::{Call, Group, Only};

/// The days that are meant where none are said.
enum Usual {
    Today,
    Week,
    Month,
    Lately,
    Quarter,
    Always,
}

fn usual(kind: Kind) -> Usual {
    match kind {
        Kind::Summary | Kind::Running | Kind::StartOfDay | Kind::EndOfDay => Usual::Today,
        Kind::Unusual | Kind::Gaps | Kind::Overlaps | Kind::ByDay | Kind::MeanDay | Kind::Median => Usual::Lately,
        Kind::ByCategory | Kind::ByGoal | Kind::ByTag | Kind::Share | Kind::ByHour | Kind::Goals | Kind::Progress => {
            Usual::Month
        }
        Kind::Remaining | Kind::Top | Kind::Least | Kind::TopGoals | Kind::TopTags => Usual::Month,
        Kind::Trend | Kind::ByWeek | Kind::MeanWeek | Kind::BusiestWeek | Kind::BusiestWeekday | Kind::ByWeekday => {
            Usual::Quarter
        }
        Kind::BusiestHour | Kind::Weekend => Usual::Quarter,
        Kind::HowMuch | Kind::HowOften | Kind::ActiveDays | Kind::FreeDays | Kind::Compare | Kind::Versus => {
            Usual::Week
        }
        Kind::Last | Kind::First | Kind::Streak | Kind::Longest | Kind::Shortest | Kind::Entries => Usual::Always,
        Kind::BusiestDay | Kind::QuietestDay | Kind::BusiestMonth | Kind::MeanMonth | Kind::MeanEntry => Usual::Always,
        Kind::ByMonth | Kind::Categories => Usual::Always,
    }
}

fn usual_days(kind: Kind, around: &Around) -> DateRange {
    let said = match usual(kind) {
        Usual::Today => "today",
        Usual::Week => "this week",
        Usual::Month => "this month",
        Usual::Lately => "last 30 days",
        Usual::Quarter => "last 12 weeks",
        Usual::Always => "all time",
    };
    phrase::resolve(said, around).unwrap_or(DateRange::day(around.today))
}

/// The plan; nothing without a kind, days or a name.
pub fn make(kind: Option<Kind>, slots: &Slots, known: &Known) -> Option<Plan> {
    let says_anything = !slots.dates.is_empty() || slots.only.category.is_some() || slots.only.goal.is_some();
    let mut kind = match kind {
        Some(kind) => kind,
        None if !says_anything => return None,
        None if slots.only.is_all() => Kind::Summary,
        None => Kind::HowMuch,
    };
    if slots.other.is_some()
        && matches!(kind, Kind::Compare | Kind::HowMuch | Kind::Top | Kind::Least | Kind::ByCategory)
    {
        kind = Kind::Versus;
    }
    let around = &known.around;
    let range = slots.dates.first().copied().unwrap_or_else(|| usual_days(kind, around));
    // Nothing is known of the days to come.
    let range = if range.last > around.today && range.first <= around.today && wants_past(kind) {
        DateRange { first: range.first, last: around.today }
    } else {
        range
    };
    let only = slots.only.clone();
    let versus = slots.other.clone().filter(|_| kind == Kind::Versus);
    let calls = calls(kind, range, &only, versus.as_ref(), slots, around);
    Some(Plan { kind, calls, range, only, versus })
}

/// Whether days to come would change the answer.
fn wants_past(kind: Kind) -> bool {
    !matches!(kind, Kind::Goals | Kind::Progress | Kind::Remaining)
}

fn calls(
    kind: Kind,
    range: DateRange,
    only: &Only,
    versus: Option<&Only>,
    slots: &Slots,
    around: &Around,
) -> Vec<Call> {
    let by = |groups: &[Group]| vec![Call::Aggregate(range, groups.to_vec(), only.clone())];
    match kind {
        Kind::Summary | Kind::Top | Kind::Least | Kind::ByCategory => by(&[Group::Category]),
        Kind::HowMuch | Kind::HowOften | Kind::MeanDay | Kind::MeanWeek | Kind::MeanMonth | Kind::MeanEntry => by(&[]),
        Kind::Median | Kind::ActiveDays | Kind::FreeDays | Kind::Streak => by(&[]),
        // The whole is needed beside the part.
        Kind::Share => vec![
            Call::Aggregate(range, Vec::new(), only.clone()),
            Call::Aggregate(range, vec![Group::Category], Only::default()),
        ],
        Kind::Longest
        | Kind::Shortest
        | Kind::Last
        | Kind::First
        | Kind::Entries
        | Kind::Running
        | Kind::StartOfDay
        | Kind::EndOfDay => {
            vec![Call::Query(range, only.clone())]
        }
        Kind::Trend => by(&[trend_unit(range)]),
        Kind::Gaps => vec![Call::Gaps(range)],
        Kind::Overlaps => vec![Call::Overlaps(range)],
        Kind::TopGoals | Kind::ByGoal => by(&[Group::Goal]),
        Kind::TopTags | Kind::ByTag => by(&[Group::Tag]),
        Kind::BusiestDay | Kind::QuietestDay | Kind::ByDay | Kind::Unusual => by(&[Group::Day]),
        Kind::BusiestWeekday | Kind::ByWeekday | Kind::Weekend => by(&[Group::Weekday]),
        Kind::BusiestHour | Kind::ByHour => by(&[Group::Hour]),
        Kind::BusiestWeek | Kind::ByWeek => by(&[Group::Week]),
        Kind::BusiestMonth | Kind::ByMonth => by(&[Group::Month]),
        Kind::Categories => vec![Call::Categories],
        Kind::Goals => vec![Call::Goals(range, None)],
        Kind::Progress | Kind::Remaining => vec![Call::Goals(range, only.goal.clone())],
        Kind::Compare => {
            let (one, other) = compared(range, slots, around);
            let group = only.is_all().then_some(Group::Category);
            vec![Call::Compare(one, other, group, only.clone())]
        }
        Kind::Versus => {
            let other = versus.cloned().unwrap_or_default();
            vec![Call::Aggregate(range, Vec::new(), only.clone()), Call::Aggregate(range, Vec::new(), other)]
        }
    }
}

/// Weeks for up to half a year, else months; days for up to two weeks.
fn trend_unit(range: DateRange) -> Group {
    match range.days() {
        ..=14 => Group::Day,
        15..=186 => Group::Week,
        _ => Group::Month,
    }
}

/// The two ranges: the later first. One alone is compared with the one before it.
fn compared(range: DateRange, slots: &Slots, around: &Around) -> (DateRange, DateRange) {
    if let [one, other, ..] = slots.dates[..] {
        let upto = |range: DateRange| DateRange { last: range.last.min(around.today.max(range.first)), ..range };
        let (one, other) = (upto(one), upto(other));
        return if one.first >= other.first { (one, other) } else { (other, one) };
    }
    let whole = slots.dates.first().copied().unwrap_or(range);
    (range, before(whole, range.last))
}

/// The same part of the period before: of a month that is not over, as many days of the month before.
fn before(whole: DateRange, last: LocalDate) -> DateRange {
    let previous = whole.previous();
    if last >= whole.last {
        return previous;
    }
    let days = last.since(whole.first);
    DateRange { first: previous.first, last: previous.first.plus_days(days).min(previous.last) }
}
