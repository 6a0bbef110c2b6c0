//! From a question to the calls that answer it.

pub use super::follow::Asked;
use super::table::Usual;
use super::{Kind, Known, Plan, Understood, table};
use crate::phrase::{self, Around, Unit};
use crate::tools::{Call, Group, GroupFilter, Only, Order};
use espalier_base::date::{DateRange, LocalDate};

fn usual_days(usual: Usual, around: &Around) -> DateRange {
    let said = match usual {
        Usual::Today => "today",
        Usual::Week => "this week",
        Usual::Month => "this month",
        Usual::Lately => "last 30 days",
        Usual::Quarter => "last 12 weeks",
        Usual::Always => "all time",
    };
    phrase::resolve(said, around).unwrap_or(DateRange::day(around.today))
}

/// Whether days to come would change the answer.
const fn wants_past(kind: Kind) -> bool {
    !matches!(kind, Kind::Goals | Kind::Progress | Kind::Remaining)
}

/// Interprets a question with all its parts.
pub fn plan(mut asked: Asked, known: &Known) -> Understood {
    if asked.question.kind == Kind::Change {
        return Understood::Change;
    }
    if let Some((said, choices)) = asked.which {
        return Understood::Which(said, choices);
    }
    if !asked.left.is_empty() {
        let names: Vec<String> = known.categories.iter().take(8).map(|named| named.name.to_owned()).collect();
        let is_topic = asked.only.is_of_all() && asked.left.len() == 1 && takes_names(asked.question.kind);
        return if is_topic { Understood::Nowhere(asked.left.remove(0), names) } else { Understood::Left(asked.left) };
    }
    asked.question = table::of(kind_of(&asked));
    let has_counts =
        matches!(asked.question.kind, Kind::Most(_) | Kind::Least(_) | Kind::By(_) | Kind::Compare | Kind::Versus);
    // Of one thing how often is a question of its own.
    if asked.counted && asked.question.kind == Kind::Sum {
        asked.question = table::of(Kind::Count);
    }
    asked.counted &= has_counts;
    let unused = unused(&mut asked);
    if !unused.is_empty() {
        return Understood::Left(unused);
    }
    let around = &known.around;
    let kind = asked.question.kind;
    let Some((range, other_range)) = days(&asked, around) else {
        return Understood::Left(asked.date_words);
    };
    if range.first > around.today && wants_past(kind) {
        return Understood::Ahead(range);
    }
    let says_days = !asked.dates.is_empty();
    asked.dates = [Some(range), other_range].into_iter().flatten().collect();
    if !bounds_lines(kind) {
        (asked.only.min_secs, asked.only.max_secs) = (asked.least, asked.most);
    }
    let conditions = asked.only.clone();
    for other in &mut asked.others {
        let Only { category, goal, tag, text, .. } = std::mem::take(other);
        // "Sport and Reading with Ann" is about both with her; "Sport and #run" is not about Sport in that.
        let is_place = category.is_some() || goal.is_some();
        let has_place = conditions.category.is_some() || conditions.goal.is_some();
        let kept = |own: Option<String>, of_all: Option<&String>| {
            own.or_else(|| of_all.filter(|_| is_place && has_place).cloned())
        };
        let (tag, text) = (kept(tag, conditions.tag.as_ref()), kept(text, conditions.text.as_ref()));
        *other = Only { category, goal, tag, text, ..conditions.clone() };
    }
    Understood::Plan(Box::new(Plan {
        question: asked.question,
        calls: (asked.question.calls)(&asked),
        range,
        says_days,
        other_range,
        only: asked.only,
        others: if kind == Kind::Versus { asked.others } else { Vec::new() },
        top: asked.top,
        least: asked.least,
        most: asked.most,
        counted: asked.counted,
        corrected: asked.corrected,
    }))
}

/// Returns the kind of a question, which is a comparison where several things or ranges are named.
fn kind_of(asked: &Asked) -> Kind {
    let kind = asked.question.kind;
    let plain = matches!(
        kind,
        Kind::Sum
            | Kind::Compare
            | Kind::Most(Group::Category)
            | Kind::Least(Group::Category)
            | Kind::By(Group::Category)
            | Kind::Share
            | Kind::Summary
            | Kind::Count
    );
    if !asked.others.is_empty() && plain && asked.dates.len() < 2 {
        return Kind::Versus;
    }
    if asked.others.is_empty() && asked.dates.len() == 2 && matches!(kind, Kind::Sum | Kind::Summary) {
        return Kind::Compare;
    }
    // "Which month did I study more, September or October?"
    let apart = |a: DateRange, b: DateRange| a.last < b.first || b.last < a.first;
    if let (Kind::Most(Group::Day | Group::Week | Group::Month), [one, other]) = (kind, &asked.dates[..])
        && asked.others.is_empty()
        && asked.top.is_none()
        && apart(*one, *other)
    {
        return Kind::Compare;
    }
    match kind {
        Kind::Categories if !asked.dates.is_empty() => Kind::By(Group::Category),
        // Of a part of a day one wants to see what was done.
        Kind::Summary if asked.only.clock.is_some() => Kind::Entries,
        Kind::Summary if !asked.only.is_of_all() => Kind::Sum,
        Kind::Most(Group::Category) | Kind::By(Group::Category) if asked.only.category.is_some() => Kind::Sum,
        kind => kind,
    }
}

const fn takes_names(kind: Kind) -> bool {
    !matches!(kind, Kind::Gaps | Kind::Overlaps | Kind::Categories | Kind::Change | Kind::Weekend | Kind::Grew)
}

/// Whether lengths are those of gaps or days, not of entries.
const fn bounds_lines(kind: Kind) -> bool {
    matches!(kind, Kind::Gaps | Kind::DaysOver | Kind::WhichDays)
}

/// Returns the parts of a question that its kind cannot count by.
fn unused(asked: &mut Asked) -> Vec<String> {
    let kind = asked.question.kind;
    let Only { weekdays, clock, .. } = &asked.only;
    let mut unused = Vec::new();
    let is_log =
        matches!(kind, Kind::Gaps | Kind::Overlaps | Kind::Categories | Kind::Goals | Kind::Progress | Kind::Remaining);
    let goal_only = matches!(kind, Kind::Progress | Kind::Remaining | Kind::Goals);
    let names = [&asked.only.category, &asked.only.tag, &asked.only.text];
    if is_log {
        unused.extend(names.into_iter().flatten().chain(&asked.only.without).cloned());
        unused.extend(asked.only.lacking.iter().map(|lack| format!("{lack:?}").to_lowercase()));
        unused.extend(asked.only.goal.clone().filter(|_| !goal_only));
    }
    let one_by_one = matches!(
        kind,
        Kind::Longest | Kind::Shortest | Kind::Running | Kind::DayParts | Kind::Streak | Kind::Unusual | Kind::Edge(..)
    );
    if clock.is_some() && (is_log || one_by_one) {
        unused.push("the time of day".to_owned());
    }
    if !weekdays.is_empty() && (is_log || matches!(kind, Kind::Weekend | Kind::Streak | Kind::Running)) {
        unused.push("the days of the week".to_owned());
    }
    let bound = asked.least.is_some() || asked.most.is_some();
    let no_bound = is_log && kind != Kind::Gaps
        || matches!(
            kind,
            Kind::Streak
                | Kind::Running
                | Kind::Trend
                | Kind::Unusual
                | Kind::Weekend
                | Kind::DayParts
                | Kind::MeanDay
                | Kind::MeanWeek
                | Kind::MeanMonth
                | Kind::MeanCount(_)
                | Kind::ActiveDays
                | Kind::FreeDays
                | Kind::WhichFree
                | Kind::Edge(..)
        );
    if bound && no_bound {
        unused.append(&mut asked.bound_words.clone());
    }
    let lists = matches!(
        kind,
        Kind::Longest
            | Kind::Shortest
            | Kind::Most(_)
            | Kind::Least(_)
            | Kind::Entries
            | Kind::Last
            | Kind::First
            | Kind::Grew
            | Kind::Gaps
            | Kind::By(_)
    );
    let is_now = |range: &DateRange| range.first == range.last;
    if kind == Kind::Running && !asked.dates.iter().all(is_now) {
        unused.append(&mut asked.date_words.clone());
    }
    if let Some(top) = asked.top.filter(|_| !lists) {
        unused.push(top.to_string());
    }
    if !asked.others.is_empty() && kind != Kind::Versus {
        let name =
            |only: &Only| [&only.category, &only.goal, &only.tag, &only.text].into_iter().flatten().next().cloned();
        unused.extend(asked.others.iter().filter_map(name));
    }
    unused
}

/// The days, and those they are compared with; nothing where that is not clear.
fn days(asked: &Asked, around: &Around) -> Option<(DateRange, Option<DateRange>)> {
    let kind = asked.question.kind;
    let upto = |range: DateRange| {
        let is_open = range.last > around.today && range.first <= around.today && wants_past(kind);
        if is_open { DateRange { first: range.first, last: around.today } } else { range }
    };
    if matches!(kind, Kind::Compare | Kind::Grew) {
        return match asked.dates[..] {
            [one, other] => {
                let (one, other) = if one.first >= other.first { (one, other) } else { (other, one) };
                Some((upto(one), Some(upto(other))))
            }
            [one] if asked.than.is_some() => {
                // "more than last month" is about this month.
                let units = [Unit::Day, Unit::Week, Unit::Month, Unit::Year];
                let unit = units.into_iter().find(|unit| around.unit(*unit, -1) == Some(one))?;
                Some((upto(around.unit(unit, 0)?), Some(one)))
            }
            [one] => Some((upto(one), Some(before(one, upto(one).last)))),
            [] => {
                let one = usual_whole(asked.question.usual, around);
                Some((upto(one), Some(before(one, upto(one).last))))
            }
            _ => None,
        };
    }
    match asked.dates[..] {
        [] => Some((upto(usual_days(asked.question.usual, around)), None)),
        [one] => Some((upto(one), None)),
        [one, other] => {
            // "on 3 November of this year": one lies in the other.
            let inside = |a: DateRange, b: DateRange| b.contains(a.first) && b.contains(a.last);
            let found = if inside(one, other) { Some(one) } else { inside(other, one).then_some(other) };
            // "in August and September"
            let (first, second) = if one.first <= other.first { (one, other) } else { (other, one) };
            let joined = (first.last.plus_days(1) == second.first)
                .then_some(DateRange { first: first.first, last: second.last });
            found.or(joined).map(|range| (upto(range), None))
        }
        _ => None,
    }
}

fn usual_whole(usual: Usual, around: &Around) -> DateRange {
    let unit = if usual == Usual::Week { Unit::Week } else { Unit::Month };
    around.unit(unit, 0).unwrap_or(DateRange::day(around.today))
}

/// Returns the comparable part of the period before: of a month that is not over, as many days of the month before.
fn before(whole: DateRange, last: LocalDate) -> DateRange {
    let previous = whole.previous();
    if last >= whole.last {
        return previous;
    }
    let days = last.since(whole.first);
    DateRange { first: previous.first, last: previous.first.plus_days(days).min(previous.last) }
}

fn range(asked: &Asked) -> DateRange {
    asked.dates.first().copied().unwrap_or(DateRange::day(LocalDate(0)))
}

fn aggregate(asked: &Asked, groups: &[Group], kept: GroupFilter) -> Vec<Call> {
    vec![Call::Aggregate(range(asked), groups.to_vec(), asked.only.clone(), kept)]
}

fn query(asked: &Asked, order: Order) -> Vec<Call> {
    vec![Call::Query(range(asked), asked.only.clone(), order)]
}

macro_rules! by {
    ($($name:ident $group:ident),*) => { $(
        pub fn $name(asked: &Asked) -> Vec<Call> {
            aggregate(asked, &[Group::$group], GroupFilter::default())
        }
    )* };
}

by!(by_category Category, by_goal Goal, by_tag Tag, by_hour Hour, by_weekday Weekday);

/// Asks for sums by period; periods without any time count where the least is asked for, or each one is.
fn by_period(asked: &Asked, group: Group) -> Vec<Call> {
    let empty = matches!(asked.question.kind, Kind::By(_) | Kind::Least(_)) && range(asked).days() <= 400;
    let kept = GroupFilter { empty, ..GroupFilter::default() };
    if asked.question.kind == Kind::WhichDays {
        return aggregate(
            asked,
            &[group],
            GroupFilter { min_secs: asked.least, max_secs: asked.most, ..GroupFilter::default() },
        );
    }
    aggregate(asked, &[group], kept)
}

pub fn by_day(asked: &Asked) -> Vec<Call> {
    by_period(asked, Group::Day)
}

pub fn by_week(asked: &Asked) -> Vec<Call> {
    by_period(asked, Group::Week)
}

pub fn by_month(asked: &Asked) -> Vec<Call> {
    by_period(asked, Group::Month)
}

/// Asks for a trend: weeks for up to half a year, else months; days for up to two weeks.
pub fn trend(asked: &Asked) -> Vec<Call> {
    let group = match range(asked).days() {
        ..=14 => Group::Day,
        15..=186 => Group::Week,
        _ => Group::Month,
    };
    aggregate(asked, &[group], GroupFilter { empty: true, ..GroupFilter::default() })
}

/// Asks when the entries of each day begin and end.
pub fn edges(asked: &Asked) -> Vec<Call> {
    aggregate(asked, &[Group::Day], GroupFilter { edges: true, ..GroupFilter::default() })
}

pub fn none(_: &Asked) -> Vec<Call> {
    Vec::new()
}

pub fn total(asked: &Asked) -> Vec<Call> {
    aggregate(asked, &[], GroupFilter::default())
}

/// Asks for one number; of everything also what it is made of.
pub fn sum(asked: &Asked) -> Vec<Call> {
    let groups: &[Group] = if asked.only.is_of_all() { &[Group::Category] } else { &[] };
    aggregate(asked, groups, GroupFilter::default())
}

pub fn days_with_empty(asked: &Asked) -> Vec<Call> {
    aggregate(asked, &[Group::Day], GroupFilter { empty: true, max_secs: Some(0), ..GroupFilter::default() })
}

pub fn days_over(asked: &Asked) -> Vec<Call> {
    aggregate(
        asked,
        &[Group::Day],
        GroupFilter { min_secs: asked.least, max_secs: asked.most, ..GroupFilter::default() },
    )
}

pub fn overlaps(asked: &Asked) -> Vec<Call> {
    vec![Call::Overlaps(range(asked))]
}

pub fn gaps(asked: &Asked) -> Vec<Call> {
    vec![Call::Gaps(range(asked), asked.least)]
}

pub fn categories(_: &Asked) -> Vec<Call> {
    vec![Call::Categories]
}

pub fn goals(asked: &Asked) -> Vec<Call> {
    vec![Call::Goals(range(asked), asked.only.goal.clone())]
}

pub fn latest(asked: &Asked) -> Vec<Call> {
    query(asked, Order::Latest)
}

pub fn running(asked: &Asked) -> Vec<Call> {
    query(asked, Order::Latest)
}

pub fn earliest(asked: &Asked) -> Vec<Call> {
    query(asked, Order::Earliest)
}

pub fn longest(asked: &Asked) -> Vec<Call> {
    query(asked, Order::Longest)
}

pub fn shortest(asked: &Asked) -> Vec<Call> {
    query(asked, Order::Shortest)
}

/// The part, and the whole under the same conditions: of what is in a category, the category.
pub fn share(asked: &Asked) -> Vec<Call> {
    let whole = whole_of(&asked.only);
    vec![
        Call::Aggregate(range(asked), Vec::new(), asked.only.clone(), GroupFilter::default()),
        Call::Aggregate(range(asked), vec![Group::Category], whole, GroupFilter::default()),
    ]
}

/// Returns the whole that a part is taken of.
pub fn whole_of(only: &Only) -> Only {
    let is_narrow = only.tag.is_some() || only.text.is_some();
    let (category, goal) = if is_narrow { (only.category.clone(), only.goal.clone()) } else { (None, None) };
    let all = Only { tag: None, text: None, without: Vec::new(), lacking: Vec::new(), ..only.clone() };
    Only { category, goal, ..all }
}

pub fn compare(asked: &Asked) -> Vec<Call> {
    let [one, other] = asked.dates[..] else { return Vec::new() };
    let group = asked.only.is_of_all().then_some(Group::Category);
    vec![Call::Compare(one, other, group, asked.only.clone())]
}

pub fn versus(asked: &Asked) -> Vec<Call> {
    let all = std::iter::once(&asked.only).chain(&asked.others);
    all.map(|only| Call::Aggregate(range(asked), Vec::new(), only.clone(), GroupFilter::default())).collect()
}
