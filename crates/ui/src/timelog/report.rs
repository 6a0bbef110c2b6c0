//! Report on the chosen period and entries: sums, and charts of them.
//!
//! - R1 Everything is worked out once for a state of the log and what is asked; time passing works it out again only
//!   while something runs.
//! - R2 Where there are entries of one day only, no chart is drawn and no mean is said that compares days.
//! - R3 Every chart has its numbers behind it, as a table.

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::prelude::*;

use super::chart::{bars, shares, week, year};
use super::names::Names;
use super::parts::Parts;
use super::timesheet::Sheet;
use super::use_names;
use crate::kit::dom::{measure, now};
use crate::kit::shared::Shared;
use crate::kit::{IconButton, IconName, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::{LogQuery, Preset, TimeMsg, View};
use espalier_app::{Model, Msg};
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_i18n::time::{Report, Time};
use espalier_model::TimeCategoryId;
use espalier_timelog::billing::{self, Bill, Clients};
use espalier_timelog::report::{self, Cell, Dimension, Key, Query, Row};
use espalier_timelog::tools::mean;

/// The ways to group, in the order of `i18n::time::Report::groups`.
const GROUPS: [(Dimension, &str); 11] = [
    (Dimension::Category, "category"),
    (Dimension::Day, "day"),
    (Dimension::Week, "week"),
    (Dimension::Month, "month"),
    (Dimension::Goal, "goal"),
    (Dimension::Tag, "tag"),
    (Dimension::Hour, "hour"),
    (Dimension::Weekday, "weekday"),
    (Dimension::Quarter, "quarter"),
    (Dimension::Year, "year"),
    (Dimension::Client, "client"),
];
/// The most rows of a table on the screen.
pub const ROWS: usize = 400;

/// All computed sums of a report.
#[derive(Debug)]
pub struct Sums {
    pub range: DateRange,
    /// The days that means are over.
    pub logged: DateRange,
    pub report: report::Report,
    /// Dimension by which it is grouped.
    pub group: Dimension,
    /// Sum of the previous period.
    pub before: Cell,
    /// Sums by the periods of the bars, each by the dimension of the colours.
    pub bars: report::Report,
    /// Dimensions of the bars and of the colours.
    pub by: (Dimension, Dimension),
    /// Sums by the dimension of the colours.
    pub parts: Vec<Row>,
    /// The seconds of each day of the year that ends the range.
    pub year: (DateRange, Vec<i64>),
    /// Sums by weekday and hour.
    pub hours: Vec<Row>,
    pub week_start: Weekday,
    bills: BTreeMap<TimeCategoryId, Bill>,
    clients: Clients,
    currency: Option<String>,
}

impl Sums {
    fn of(model: &Model, asked: &LogQuery, range: DateRange, is_measured: bool) -> Self {
        let start = if is_measured { now() } else { 0.0 };
        let columns = &model.timelog.columns;
        let (group, colours) = asked.groups(columns, range, model.now);
        let categories = || model.workspace.tables().time_categories.values().map(AsRef::as_ref);
        let clients = billing::clients(categories());
        let query = asked.query(range).by(&[group]).with_clients(clients.clone());
        let report = report::report(columns, &query, model.now);
        if is_measured {
            measure("time.query", start);
        }
        let ask = |range: DateRange, by: &[Dimension]| {
            let query = Query::new(range).of(asked.filter.clone()).by(by).with_clients(clients.clone());
            report::report(columns, &query, model.now)
        };
        let period = match range.days() {
            ..=45 => Dimension::Day,
            46..=250 => Dimension::Week,
            251..=2_200 => Dimension::Month,
            _ => Dimension::Year,
        };
        let week_start = columns.calendar().week_start();
        let year = year_of(range, week_start);
        let per_day = report::day_totals(columns, year, &asked.filter, model.now);
        Self {
            range,
            logged: report::logged(columns, range, model.now),
            report,
            group,
            before: ask(range.previous(), &[]).total,
            bars: ask(range, &[period, colours]),
            by: (period, colours),
            parts: ask(range, &[colours]).rows,
            year: (year, per_day),
            hours: ask(range, &[Dimension::Weekday, Dimension::Hour]).rows,
            week_start,
            bills: billing::bills(columns, &query, &billing::terms(categories()), model.now),
            currency: model.time_currency(),
            clients,
        }
    }

    /// Bill of a group of the table; `None` where it is grouped by something else than what has rates.
    fn bill_of(&self, key: &Key) -> Option<Bill> {
        let Key::Category(id) = key else { return None };
        let client = |id: &TimeCategoryId| if self.group == Dimension::Client { self.clients.get(id) } else { None };
        let of_group = self.bills.iter().filter(|(of, _)| Some(*client(of).unwrap_or(of)) == *id);
        Some(of_group.fold(Bill::default(), |sum, (_, bill)| sum.and(*bill)))
    }

    fn has_bills(&self) -> bool {
        !self.bills.is_empty() && matches!(self.group, Dimension::Category | Dimension::Client)
    }
}

impl Sums {
    /// The mean of the bars that days of the log are in; of days it is the one the words say.
    pub fn average(&self) -> i64 {
        let total = &self.report.total;
        if self.by.0 == Dimension::Day {
            return total.mean_per_day();
        }
        let bars = report::periods(self.logged, self.by.0, self.week_start).len();
        mean(total.seconds, u32::try_from(bars).unwrap_or(u32::MAX)).unwrap_or_default()
    }

    /// Whether a kind of chart shows more than one day does.
    fn is_worth(&self, kind: &str) -> bool {
        match kind {
            "bars" | "week" => self.report.total.active_days > 1,
            "year" => self.year.1.iter().filter(|seconds| **seconds > 0).count() > 1,
            _ => true,
        }
    }
}

/// The year that ends a range.
fn year_of(range: DateRange, week_start: Weekday) -> DateRange {
    let first = Dimension::Year.period_of(range.last, week_start);
    DateRange::new(first, first.plus_months(12).plus_days(-1))
}

#[derive(Debug, PartialEq)]
struct ReportState {
    key: (u64, i64),
    asked: LogQuery,
    range: DateRange,
    currency: Option<String>,
}

/// The report with its table and charts.
#[component]
pub fn ReportCard() -> Html {
    let words = use_messages();
    let say = &words.time.report;
    let store = use_store();
    let dispatch = use_dispatch();
    let names = use_names();
    let state = use_selector(|model| {
        let range = model.time_range();
        // The year of the heatmap reaches beyond the days that are asked for.
        let year = year_of(range, model.timelog.columns.calendar().week_start());
        let key = model.sums_key(DateRange { first: range.first.min(year.first), last: year.last });
        ReportState { key, asked: model.timelog.look.asked.clone(), range, currency: model.time_currency() }
    });
    // The clock of the page is there only once the page is.
    let mounted = use_mut_ref(|| false);
    use_effect_with((), {
        let mounted = mounted.clone();
        move |()| *mounted.borrow_mut() = true
    });
    let is_sheet = use_state_eq(|| false);
    let asked = (state.key, state.asked.clone(), state.range, state.currency.clone(), *is_sheet);
    let sums = use_memo(asked, move |(_, asked, range, _, is_sheet)| {
        let sums = || store.read(|model| Sums::of(model, asked, *range, *mounted.borrow()));
        (!is_sheet).then(|| Shared(Rc::new(sums())))
    });
    let print = dispatch.reform(|_: MouseEvent| Msg::Print);
    let save = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::ExportSheet));
    let (title, tool, body) = match &*sums {
        None => {
            let label = words.time.sheet.save;
            let tool =
                html! { <IconButton icon={IconName::Download} {label} test_id="timesheet-csv" onclick={save} /> };
            (words.time.sheet.title, tool, html! { <Sheet /> })
        }
        Some(sums) => {
            let tool = group_select(sums.group, &state.asked, say, &dispatch);
            let (asked, names) = (&state.asked, &*names);
            let body = html! {
                <>
                    { summary(sums, &words.time) }
                    <Table sums={sums.clone()} by={sums.group} asked={asked.clone()} names={names.clone()} />
                    <Charts sums={sums.clone()} asked={asked.clone()} names={names.clone()} />
                </>
            };
            (say.title, tool, body)
        }
    };
    html! {
        <section class="time-card time-report" data-testid="report" aria-label={title}>
            <div class="time-bar">
                <h2>{ title }</h2>
                { faces(&is_sheet, &words.time) }
                <span class="time-gap"></span>
                { tool }
                <IconButton icon={IconName::Print} label={say.print} test_id="report-print" onclick={print} />
            </div>
            { body }
        </section>
    }
}

/// The choice of how entries are grouped.
fn group_select(group: Dimension, asked: &LogQuery, say: &Report, dispatch: &Callback<Msg>) -> Html {
    let value = GROUPS.iter().find(|(by, _)| *by == group).map_or("", |(_, name)| *name);
    let options: Vec<_> =
        GROUPS.iter().zip(say.groups).map(|((_, value), name)| SelectOption::new(*value, name)).collect();
    let asked = asked.clone();
    let onchoose = dispatch.reform(move |value: String| {
        let group_by = GROUPS.iter().find(|(_, name)| *name == value).map_or(asked.group_by, |(by, _)| *by);
        Msg::Time(TimeMsg::Ask(LogQuery { group_by, is_chosen: true, ..asked.clone() }))
    });
    html! {
        <label class="time-inline"><span>{ say.group_by }</span>
            <Select class="time-small" test_id="group-by" {options} {value} {onchoose} />
        </label>
    }
}

/// The switch between the report and the timesheet.
fn faces(is_sheet: &UseStateHandle<bool>, say: &Time) -> Html {
    let buttons = [(false, "report-view", say.report.title), (true, "timesheet", say.sheet.title)];
    let buttons = buttons.into_iter().map(|(sheet, id, name)| {
        let is_sheet = is_sheet.clone();
        let pressed = if *is_sheet == sheet { "true" } else { "false" };
        let onclick = move |_: MouseEvent| is_sheet.set(sheet);
        html! {
            <button key={id} type="button" class="button button-quiet" data-testid={id} aria-pressed={pressed} {onclick}>{ name }</button>
        }
    });
    html! { <span class="time-views" role="group" aria-label={say.report.title}>{ for buttons }</span> }
}

/// The first and the last day of a range in words.
pub fn days_of(range: DateRange, words: &Time) -> String {
    words.days(range)
}

fn summary(sums: &Sums, words: &'static Time) -> Html {
    let say = &words.report;
    let total = &sums.report.total;
    let difference = total.seconds - sums.before.seconds;
    let sign = if difference >= 0 { "+" } else { "" };
    // Where nothing was before there is nothing to compare with.
    let before = (sums.before.seconds > 0)
        .then(|| (say.previous)(&words.length(sums.before.seconds), &format!("{sign}{}", words.length(difference))));
    let several = total.active_days > 1;
    let is_one_year = sums.range.first.year() == sums.range.last.year();
    let since = (sums.logged.first > sums.range.first).then_some(sums.logged.first);
    let since = since.map(|day| if is_one_year { words.short_day(day) } else { words.day(day) });
    let mean = (say.mean)(&words.length(total.mean_per_day()), since.as_deref(), &words.length(total.median_secs));
    let billed = sums.bills.values().fold(Bill::default(), |sum, bill| sum.and(*bill));
    let unpriced = (billed.unpriced > 0).then(|| words.length(billed.unpriced));
    let money = billing::money(billed.amount, sums.currency.as_deref());
    let bill = (billed.seconds > 0).then(|| (say.bill)(&words.length(billed.seconds), &money, unpriced.as_deref()));
    html! {
        <div class="time-summary">
            <p class="time-days">{ days_of(sums.range, words) }</p>
            <p class="time-total" data-testid="report-total" data-seconds={total.seconds.to_string()}>{ words.length(total.seconds) }</p>
            <p hidden={!several}>{ (say.days)(total.active_days, total.days, total.streak) }</p>
            <p hidden={!several}>{ mean }</p>
            <p hidden={bill.is_none()} data-testid="report-bill">{ bill }</p>
            <p hidden={before.is_none()}>{ before }</p>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TableProps {
    sums: Shared<Sums>,
    by: Dimension,
    asked: LogQuery,
    names: Names,
}

/// Opens the entries behind a part of a chart or a row.
pub struct Opener<'a> {
    dispatch: &'a Callback<Msg>,
    asked: &'a LogQuery,
    range: DateRange,
    week_start: Weekday,
    names: &'a Names,
}

impl Opener<'_> {
    /// Returns the callback that lists the entries of a group, if it can be filtered by.
    pub fn of(&self, key: &Key, by: Dimension) -> Option<Callback<()>> {
        let asked = entries_of(key, by, self.asked, self.range, self.week_start, self.names)?;
        let dispatch = self.dispatch.clone();
        Some(Callback::from(move |()| {
            dispatch.emit(Msg::Time(TimeMsg::Ask(asked.clone())));
            dispatch.emit(Msg::Time(TimeMsg::Show(View::List)));
        }))
    }

    /// Returns the callback that goes to a day.
    pub fn day(&self, day: LocalDate) -> Callback<()> {
        let asked = LogQuery { preset: Preset::Custom, custom: DateRange::day(day), ..self.asked.clone() };
        self.dispatch.reform(move |()| Msg::Time(TimeMsg::Ask(asked.clone())))
    }

    /// The question of the report.
    pub fn asked(&self) -> &LogQuery {
        self.asked
    }
}

/// Returns the query for the entries of a group; `None` for hours and weekdays.
fn entries_of(
    key: &Key,
    by: Dimension,
    asked: &LogQuery,
    range: DateRange,
    week_start: Weekday,
    names: &Names,
) -> Option<LogQuery> {
    let mut next = asked.clone();
    match key {
        Key::Category(id) if by == Dimension::Client => next.filter.categories = names.with_projects(*id),
        Key::Category(id) => next.filter.categories = vec![*id],
        Key::Goal(id) => next.filter.goals = vec![*id],
        Key::Tag(Some(tag)) => next.filter.tags = vec![tag.clone()],
        Key::From(first) => {
            let last = by.next_period(by.period_of(*first, week_start)).plus_days(-1);
            let days = DateRange { first: (*first).max(range.first), last: last.min(range.last) };
            (next.preset, next.custom) = (Preset::Custom, days);
        }
        Key::Tag(None) | Key::Hour(_) | Key::Weekday(_) => return None,
    }
    Some(next)
}

/// The report as a table; a group leads to its entries.
#[component]
fn Table(props: &TableProps) -> Html {
    let words = use_messages();
    let say = &words.time.report;
    let dispatch = use_dispatch();
    let report = &props.sums.report;
    if report.rows.is_empty() {
        return html! { <p class="time-note">{ say.nothing }</p> };
    }
    let group = GROUPS.iter().position(|(by, _)| *by == props.by).map_or("", |at| say.groups[at]);
    let billed = say.billed.iter().filter(|_| props.sums.has_bills());
    let head = say.columns.iter().chain(billed).map(|name| html! { <th key={*name} scope="col">{ *name }</th> });
    let opener = Opener {
        dispatch: &dispatch,
        asked: &props.asked,
        range: props.sums.range,
        week_start: props.sums.week_start,
        names: &props.names,
    };
    let rows = report.rows.iter().take(ROWS).enumerate().map(|(at, row)| {
        let key = &row.keys[0];
        let name = props.names.key(key, props.by, &words.time);
        let onclick = opener.of(key, props.by).map(|open| open.reform(|_: MouseEvent| ()));
        let label = onclick.as_ref().map(|_| (say.entries)(&name));
        let onrow = onclick.clone();
        let name = match onclick {
            Some(onclick) => {
                html! { <button type="button" class="time-link" title={label} {onclick}>{ name }</button> }
            }
            None => html! { name },
        };
        let name = html! { <>{ props.names.hue_of(key, at).dot() }{ name }</> };
        let bill = props.sums.bill_of(key).filter(|_| props.sums.has_bills());
        let bill = bill.map(|bill| {
            let money = billing::money(bill.amount, props.sums.currency.as_deref());
            html! { <><td>{ words.time.length(bill.seconds) }</td><td data-testid="report-amount">{ money }</td></> }
        });
        line((at, row), &props.names.script_key(key), name, &report.total, bill, onrow, &words.time)
    });
    let more = report.rows.len().saturating_sub(ROWS);
    html! {
        <>
            <div class="time-scroll" tabindex="0" role="group" aria-label={say.title}>
            <table class="time-table time-groups">
                <thead><tr><th scope="col">{ group }</th>{ for head }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            </div>
            <p class="time-note" hidden={more == 0}>{ (words.time.files.more)(more) }</p>
        </>
    }
}

fn line(
    (at, row): (usize, &Row),
    key: &str,
    name: Html,
    total: &Cell,
    bill: Option<Html>,
    onrow: Option<Callback<MouseEvent>>,
    words: &Time,
) -> Html {
    // The name is a button; a press beside it does the same.
    let class = onrow.is_some().then_some("time-opens");
    let onclick = onrow.map(|open| {
        Callback::from(move |event: MouseEvent| {
            let on_button = event.target_dyn_into::<web_sys::Element>().is_some_and(|at| at.tag_name() == "BUTTON");
            if !on_button {
                open.emit(event);
            }
        })
    });
    let cell = &row.cell;
    let share = (cell.share_of(total) * 1_000.0).round() / 10.0;
    html! {
        <tr key={at} class={classes!(class)} {onclick} data-testid="report-row" data-key={key.to_owned()} data-seconds={cell.seconds.to_string()}>
            <th scope="row">{ name }</th>
            <td>{ words.length(cell.seconds) }</td>
            <td>{ format!("{share} %") }</td>
            <td>{ words.length(cell.mean_per_day()) }</td>
            <td>{ cell.entries.to_string() }</td>
            { bill }
        </tr>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ChartsProps {
    sums: Shared<Sums>,
    asked: LogQuery,
    names: Names,
}

/// The charts, each with its numbers.
#[component]
fn Charts(props: &ChartsProps) -> Html {
    let words = use_messages();
    let (sums, say) = (&*props.sums, &words.time);
    if sums.report.total.seconds == 0 {
        return html! {};
    }
    let all = ["bars", "ring", "year", "week"].into_iter().zip(say.report.charts);
    let figures = all.filter(|(kind, _)| sums.is_worth(kind)).map(|(kind, title)| {
        let (sums, asked, names) = (props.sums.clone(), props.asked.clone(), props.names.clone());
        html! { <Chart key={kind} {kind} {title} {sums} {asked} {names} /> }
    });
    html! { <div class="time-charts">{ for figures }</div> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ChartProps {
    kind: &'static str,
    title: &'static str,
    sums: Shared<Sums>,
    asked: LogQuery,
    names: Names,
}

/// A chart with its numbers.
#[component]
fn Chart(props: &ChartProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (sums, names, say) = (&*props.sums, &props.names, &words.time);
    let open =
        Opener { dispatch: &dispatch, asked: &props.asked, range: sums.range, week_start: sums.week_start, names };
    let keys = Parts::new(use_state_eq(|| 0_usize), use_node_ref());
    let (picture, numbers) = match props.kind {
        "bars" => bars(sums, names, &open, keys, say),
        "ring" => shares(sums, names, &open, keys, say),
        "year" => year(sums, &open, keys, say),
        _ => week(&sums.hours, sums.week_start, say),
    };
    html! {
        <figure class="time-chart" data-testid="chart" data-kind={props.kind}>
            <figcaption>{ props.title }</figcaption>
            { picture }
            <details class="time-numbers"><summary>{ say.report.numbers }</summary>{ numbers }</details>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_leads_to_its_entries() {
        let day = |text: &str| text.parse().unwrap();
        let range = DateRange { first: day("2026-02-10"), last: day("2026-03-05") };
        let ask = |key: Key, by: Dimension| {
            entries_of(&key, by, &LogQuery::default(), range, Weekday::Monday, &Names::default())
        };
        let month = ask(Key::From(day("2026-02-01")), Dimension::Month).unwrap();
        assert_eq!(month.custom, DateRange { first: day("2026-02-10"), last: day("2026-02-28") });
        let week = ask(Key::From(day("2026-03-02")), Dimension::Week).unwrap();
        assert_eq!((week.preset, week.custom.last), (Preset::Custom, day("2026-03-05")));
        let none = ask(Key::Category(None), Dimension::Category).unwrap();
        assert_eq!((none.filter.categories, none.preset), (vec![None], Preset::default()));
        assert_eq!(ask(Key::Tag(Some("a".to_owned())), Dimension::Tag).unwrap().filter.tags, ["a"]);
        assert_eq!(ask(Key::Hour(9), Dimension::Hour), None);
    }
}
