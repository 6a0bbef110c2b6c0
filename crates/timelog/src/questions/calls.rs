//! From a question to the calls that answer it.

pub use super::follow::FullQuestion;
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
pub fn plan(mut asked: FullQuestion, known: &Known) -> Understood {
    if asked.question.kind == Kind::Change {
        return Understood::Change;
    }
    if let Some((said, choices)) = asked.which {
        return Understood::Which(said, choices);
    }
    if !asked.left.is_empty() {
        // A single word that is no condition can be a name that nothing has.
        let names: Vec<String> = known.categories.iter().take(8).map(|named| named.name.to_owned()).collect();
        let is_name = |word: &str| word.chars().all(char::is_alphanumeric) && !(known.mentions)(word);
        let is_topic = asked.only.is_of_all() && asked.left.len() == 1 && is_name(&asked.left[0]);
        return if is_topic { Understood::Nowhere(asked.left.remove(0), names) } else { Understood::Left(asked.left) };
    }
    let Some(kind) = kind_of(&asked) else {
        let name =
            |only: &Only| [&only.category, &only.goal, &only.tag, &only.text].into_iter().flatten().next().cloned();
        let mut left: Vec<String> = std::iter::once(&asked.only).chain(&asked.others).filter_map(name).collect();
        left.extend(asked.date_words.iter().filter(|_| asked.dates.len() > 1).cloned());
        return Understood::Left(left);
    };
    asked.question = table::of(kind);
    let unused = unused(&asked);
    if !unused.is_empty() {
        return Understood::Left(unused);
    }
    let around = &known.around;
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
    }))
}

/// The kind of a question: with a length, two names or two ranges another one; nothing where they do not fit.
fn kind_of(asked: &FullQuestion) -> Option<Kind> {
    let kind = asked.question.kind;
    let (names, bound) = (asked.others.len(), asked.least.is_some() || asked.most.is_some());
    Some(match (kind, names, asked.dates.len()) {
        (Kind::Sum | Kind::Compare | Kind::Versus, 1.., 0 | 1) => Kind::Versus,
        (Kind::Compare | Kind::Grew, 0, 2) => kind,
        // A comparison needs two things to compare.
        (Kind::Compare | Kind::Versus, ..) | (_, 1.., _) | (_, _, 2..) => return None,
        (Kind::ActiveDays | Kind::WhichDays, ..) if bound => match kind {
            Kind::ActiveDays => Kind::DaysOver,
            kind => kind,
        },
        (Kind::Summary, ..) if asked.only.clock.is_some() => Kind::Entries,
        // "What did I study" asks for more than a sum.
        (Kind::Summary, ..) if !asked.only.is_of_all() => return None,
        (Kind::Share, ..) if asked.only.is_of_all() && asked.only != Only::default() => return None,
        (Kind::Last | Kind::First | Kind::Longest | Kind::Shortest, ..) if bound && asked.top.is_some() => return None,
        (Kind::Most(Group::Category) | Kind::By(Group::Category), ..) if asked.only.category.is_some() => return None,
        (kind, ..) => kind,
    })
}

/// Whether lengths are those of gaps or days, not of entries.
const fn bounds_lines(kind: Kind) -> bool {
    matches!(kind, Kind::Gaps | Kind::DaysOver | Kind::WhichDays)
}

/// Whether a kind takes all entries, however long.
const fn has_no_length(kind: Kind) -> bool {
    matches!(
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
    )
}

/// Returns the parts of a question that its kind cannot count by.
fn unused(asked: &FullQuestion) -> Vec<String> {
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
    let no_bound = is_log && kind != Kind::Gaps || has_no_length(kind);
    if bound && no_bound {
        unused.push("the length".to_owned());
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
        unused.extend(asked.date_words.iter().cloned());
    }
    if let Some(top) = asked.top.filter(|_| !lists) {
        unused.push(top.to_string());
    }
    unused
}

/// The days, and those they are compared with; nothing where that is not clear.
fn days(asked: &FullQuestion, around: &Around) -> Option<(DateRange, Option<DateRange>)> {
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
            [one] => Some((upto(one), Some(before(one, upto(one).last)))),
            [] => {
                let one = usual_whole(asked.question.usual, around);
                Some((upto(one), Some(before(one, upto(one).last))))
            }
            _ => None,
        };
    }
    match asked.dates[..] {
        // "On Mondays" is about more of them than those of this week.
        [] if !asked.only.weekdays.is_empty() && matches!(asked.question.usual, Usual::Today | Usual::Week) => {
            Some((upto(usual_days(Usual::Always, around)), None))
        }
        [] => Some((upto(usual_days(asked.question.usual, around)), None)),
        [one] => Some((upto(one), None)),
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

fn range(asked: &FullQuestion) -> DateRange {
    asked.dates.first().copied().unwrap_or(DateRange::day(LocalDate(0)))
}

fn aggregate(asked: &FullQuestion, groups: &[Group], kept: GroupFilter) -> Vec<Call> {
    vec![Call::Aggregate(range(asked), groups.to_vec(), asked.only.clone(), kept)]
}

fn query(asked: &FullQuestion, order: Order) -> Vec<Call> {
    vec![Call::Query(range(asked), asked.only.clone(), order)]
}

macro_rules! by {
    ($($name:ident $group:ident),*) => { $(
        pub fn $name(asked: &FullQuestion) -> Vec<Call> {
            aggregate(asked, &[Group::$group], GroupFilter::default())
        }
    )* };
}

by!(by_client Client, by_category Category, by_goal Goal, by_tag Tag, by_hour Hour, by_weekday Weekday);

/// Asks for sums by period; periods without any time count where the least is asked for, or each one is.
fn by_period(asked: &FullQuestion, group: Group) -> Vec<Call> {
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

pub fn by_day(asked: &FullQuestion) -> Vec<Call> {
    by_period(asked, Group::Day)
}

pub fn by_week(asked: &FullQuestion) -> Vec<Call> {
    by_period(asked, Group::Week)
}

pub fn by_month(asked: &FullQuestion) -> Vec<Call> {
    by_period(asked, Group::Month)
}

/// Asks for a trend: weeks for up to half a year, else months; days for up to two weeks.
pub fn trend(asked: &FullQuestion) -> Vec<Call> {
    let group = match range(asked).days() {
        ..=14 => Group::Day,
        15..=186 => Group::Week,
        _ => Group::Month,
    };
    aggregate(asked, &[group], GroupFilter { empty: true, ..GroupFilter::default() })
}

/// Asks when the entries of each day begin and end.
pub fn edges(asked: &FullQuestion) -> Vec<Call> {
    aggregate(asked, &[Group::Day], GroupFilter { edges: true, ..GroupFilter::default() })
}

pub fn none(_: &FullQuestion) -> Vec<Call> {
    Vec::new()
}

pub fn total(asked: &FullQuestion) -> Vec<Call> {
    aggregate(asked, &[], GroupFilter::default())
}

/// Asks for one number; of everything also what it is made of.
pub fn sum(asked: &FullQuestion) -> Vec<Call> {
    let groups: &[Group] = if asked.only.is_of_all() { &[Group::Category] } else { &[] };
    aggregate(asked, groups, GroupFilter::default())
}

/// Asks for the time that is billed.
pub fn billed(asked: &FullQuestion) -> Vec<Call> {
    let only = Only { billable: true, ..asked.only.clone() };
    vec![Call::Aggregate(range(asked), Vec::new(), only, GroupFilter::default())]
}

pub fn days_with_empty(asked: &FullQuestion) -> Vec<Call> {
    aggregate(asked, &[Group::Day], GroupFilter { empty: true, max_secs: Some(0), ..GroupFilter::default() })
}

pub fn days_over(asked: &FullQuestion) -> Vec<Call> {
    aggregate(
        asked,
        &[Group::Day],
        GroupFilter { min_secs: asked.least, max_secs: asked.most, ..GroupFilter::default() },
    )
}

pub fn overlaps(asked: &FullQuestion) -> Vec<Call> {
    vec![Call::Overlaps(range(asked))]
}

pub fn gaps(asked: &FullQuestion) -> Vec<Call> {
    vec![Call::Gaps(range(asked), asked.least)]
}

pub fn categories(_: &FullQuestion) -> Vec<Call> {
    vec![Call::Categories]
}

pub fn goals(asked: &FullQuestion) -> Vec<Call> {
    vec![Call::Goals(range(asked), asked.only.goal.clone())]
}

pub fn latest(asked: &FullQuestion) -> Vec<Call> {
    query(asked, Order::Latest)
}

pub fn running(asked: &FullQuestion) -> Vec<Call> {
    query(asked, Order::Latest)
}

pub fn earliest(asked: &FullQuestion) -> Vec<Call> {
    query(asked, Order::Earliest)
}

pub fn longest(asked: &FullQuestion) -> Vec<Call> {
    query(asked, Order::Longest)
}

pub fn shortest(asked: &FullQuestion) -> Vec<Call> {
    query(asked, Order::Shortest)
}

/// The part, and the whole under the same conditions: of what is in a category, the category.
pub fn share(asked: &FullQuestion) -> Vec<Call> {
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

pub fn compare(asked: &FullQuestion) -> Vec<Call> {
    let [one, other] = asked.dates[..] else { return Vec::new() };
    let group = asked.only.is_of_all().then_some(Group::Category);
    vec![Call::Compare(one, other, group, asked.only.clone())]
}

pub fn versus(asked: &FullQuestion) -> Vec<Call> {
    let all = std::iter::once(&asked.only).chain(&asked.others);
    all.map(|only| Call::Aggregate(range(asked), Vec::new(), only.clone(), GroupFilter::default())).collect()
}
