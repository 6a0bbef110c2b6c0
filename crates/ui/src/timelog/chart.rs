//! Charts: stacked bars, a bar of shares, a year of days, the hours of a week; each with its numbers as a table.
//!
//! They are SVG as wide as there is room; what is written beside them stands in pictures of its own that are not scaled,
//! so that it is as large as other small text. Colours come from classes.

use yew::prelude::*;

use super::names::{Hue, Names};
use super::parts::{Attributes, GridPosition, Parts};
use super::report::{Opener, Sums};
use espalier_base::date::{LocalDate, Weekday};
use espalier_i18n::time::Time;
use espalier_timelog::report::{self, Dimension, Key, Row};

/// The height of the bars in pixels, as the style sheet has it.
const HEIGHT: f64 = 144.0;
/// The width in which the names below the bars have room beside each other, in pixels.
const NAMES: usize = 400;
/// The most colours of one chart; smaller parts are drawn as one.
const SERIES: usize = 8;
/// Height of two rows of labels, in pixels.
const ROWS: f64 = 30.0;
/// Levels of a heatmap above nothing.
const LEVELS: i64 = 4;

/// A chart and the table of its numbers.
type ChartView = (Html, Html);

/// Bars over time, each stacked of the same parts.
struct Bars {
    parts: Vec<(String, Hue)>,
    rows: Vec<(String, Vec<i64>)>,
    /// The first day of each bar.
    firsts: Vec<LocalDate>,
}

/// Stacked bars over time.
pub fn bars(sums: &Sums, names: &Names, open: &Opener, mut keys: Parts, say: &Time) -> ChartView {
    let Bars { parts, rows: bars, firsts } = Bars::of(sums, names, say);
    let most = bars.iter().map(|(_, values)| values.iter().sum::<i64>()).max().unwrap_or(0).max(1);
    let averages = marks(sums, &bars, names, open, say);
    let most = averages.iter().map(|mark| mark.seconds).fold(most, i64::max);
    let step = nice_step(most);
    let top = (most + step - 1) / step * step;
    // All in per cent of the picture.
    let y = |seconds: i64| 100.0 - 100.0 * seconds as f64 / top as f64;
    let steps = || (0..=top / step).map(|at| at * step);
    let lines = steps()
        .map(|at| html! { <path key={format!("line {at}")} class="time-grid" d={format!("M0 {:.1}H100", y(at))} /> });
    let axis = steps().map(|at| {
        html! { <text key={at} class="time-tick" text-anchor="end" x="100%" y={format!("{:.1}%", y(at))} dy="0.35em">{ if at == 0 { "0".to_owned() } else { say.length(at) } }</text> }
    });
    let slot = 100.0 / bars.len().max(1) as f64;
    let labels = labels(bars.iter().map(|(name, _)| name.as_str()), bars.len());
    // A bar without anything in it opens nothing.
    let filled = bars.iter().filter(|(_, values)| values.iter().any(|value| *value > 0)).count();
    let mut draw = |(at, (name, values)): (usize, &(String, Vec<i64>))| {
        let x = slot * at as f64 + slot * 0.12;
        let mut below = 0;
        let pieces = values.iter().zip(&parts).enumerate().filter(|(_, (value, _))| **value > 0);
        let pieces: Vec<Html> = pieces
            .map(|(part, (value, (_, hue)))| {
                let (from, to) = (y(below), y(below + value));
                below += value;
                html! {
                    <rect
                        key={part} class={classes!("time-shape", hue.class())} fill={hue.fill()} x={format!("{x:.2}")}
                        y={format!("{to:.2}")} width={format!("{:.2}", slot * 0.76)} height={format!("{:.2}", from - to)}
                    />
                }
            })
            .collect();
        let total: i64 = values.iter().sum();
        let opens = open.of(&Key::From(firsts[at]), sums.by.0).filter(|_| total > 0);
        let Some(opens) = opens else { return html! { <g key={at}></g> } };
        let Attributes { role, tabindex, part, onclick } = keys.in_row(filled, opens);
        let each = values.iter().zip(&parts).filter(|(value, _)| **value > 0);
        let each: Vec<String> = each.map(|(value, (what, _))| format!("{what} {}", say.length(*value))).collect();
        let label = format!("{name}: {} · {}", say.length(total), each.join(" · "));
        html! { <g key={at} class="time-opens" {role} {tabindex} data-part={part} aria-label={label.clone()} {onclick}><title>{ label }</title>{ for pieces }</g> }
    };
    let drawn: Vec<Html> = bars.iter().enumerate().map(&mut draw).collect();
    let beside = (!averages.is_empty()).then(|| beside(&averages, y, say));
    let averages = averages.into_iter().map(|mark| {
        html! { <path key={mark.class} class={mark.class} d={format!("M0 {:.1}H100", y(mark.seconds))}><title>{ mark.text }</title></path> }
    });
    let content = html! { <>{ for lines }{ for drawn }{ for averages }</> };
    let picture = html! {
        <>
            <div class="time-bars">
                { keys.picture("time-plot", "0 0 100 100".to_owned(), say.report.charts[0].to_owned(), content) }
                <svg class="time-axis" aria-hidden="true">{ for axis }</svg>
                { beside }
                <svg class="time-names" aria-hidden="true">{ labels }</svg>
            </div>
            { legend(&parts) }
        </>
    };
    let head = parts.into_iter().map(|(name, _)| name).collect();
    (picture, numbers(head, &bars, say))
}

fn legend(parts: &[(String, Hue)]) -> Html {
    let parts = parts.iter().enumerate();
    let parts = parts.map(|(at, (name, hue))| html! { <li key={at}>{ hue.dot() }{ name.clone() }</li> });
    html! { <ul class="time-legend">{ for parts }</ul> }
}

/// The names and lengths of lines, beside them.
fn beside(marks: &[Mark], y: impl Fn(i64) -> f64, say: &Time) -> Html {
    let places = apart(marks.iter().map(|mark| HEIGHT * y(mark.seconds) / 100.0).collect());
    let labels = marks.iter().zip(places).map(|(mark, place)| {
        html! {
            <g key={mark.class}>
                <text class="time-tick" y={format!("{:.1}", place - 3.0)}>{ mark.name }</text>
                <text class="time-tick" y={format!("{:.1}", place + 12.0)}>{ say.length(mark.seconds) }</text>
            </g>
        }
    });
    html! { <svg class="time-beside" aria-hidden="true">{ for labels }</svg> }
}

/// The names of bars below them, as many as there is room for; the last always has its own. A letter that is not Latin
/// takes the room of two.
fn labels<'a>(names: impl Iterator<Item = &'a str>, count: usize) -> Html {
    let names: Vec<&str> = names.collect();
    let width = |name: &str| name.chars().map(|c| if c.is_ascii() { 7 } else { 13 }).sum::<usize>();
    let widest = names.iter().map(|name| width(name)).max().unwrap_or_default() + 12;
    let every = count.div_ceil((NAMES / widest).max(1)).max(1);
    let slot = 100.0 / count.max(1) as f64;
    let shown = names.iter().enumerate().filter(|(at, _)| (count - 1 - at).is_multiple_of(every));
    let shown = shown.map(|(at, name)| {
        let is_minor = (count - 1 - at) / every % 2 == 1;
        tick(slot * (at as f64 + 0.5), is_minor, "middle", name)
    });
    html! { <>{ for shown }</> }
}

/// A label below or above a chart, so far from its left side in per cent. A minor one is left out where it is narrow.
fn tick(x: f64, is_minor: bool, anchor: &'static str, text: &str) -> Html {
    let class = classes!("time-tick", is_minor.then_some("time-minor"));
    html! { <text key={format!("{x:.2}")} {class} text-anchor={anchor} x={format!("{x:.2}%")} y="12">{ text.to_owned() }</text> }
}

impl Bars {
    fn of(sums: &Sums, names: &Names, say: &Time) -> Self {
        let (period, colours) = sums.by;
        let shown: Vec<&Key> = sums.parts.iter().take(SERIES).filter_map(|row| row.keys.first()).collect();
        let mut parts: Vec<(String, Hue)> =
            shown.iter().enumerate().map(|(at, key)| (names.key(key, colours, say), names.hue_of(key, at))).collect();
        if sums.parts.len() > SERIES {
            parts.push((say.report.rest.to_owned(), Hue::NONE));
        }
        let periods = report::periods(sums.range, period, sums.week_start);
        let firsts: Vec<LocalDate> = periods.iter().map(|days| period.period_of(days.first, sums.week_start)).collect();
        let is_one_year = sums.range.first.year() == sums.range.last.year();
        let name = |first: &LocalDate| match period {
            Dimension::Month if !is_one_year => say.month_of(*first),
            Dimension::Month => say.month(first.parts().1),
            Dimension::Year => first.year().to_string(),
            _ => say.short_day(*first),
        };
        let mut bars: Vec<(String, Vec<i64>)> =
            firsts.iter().map(|first| (name(first), vec![0; parts.len()])).collect();
        for row in &sums.bars.rows {
            let [Key::From(first), part] = row.keys.as_slice() else { continue };
            let place = shown.iter().position(|key| *key == part).unwrap_or(SERIES);
            let bar = firsts.binary_search(first).ok().and_then(|at| bars.get_mut(at));
            if let Some(value) = bar.and_then(|(_, values)| values.get_mut(place)) {
                *value += row.cell.seconds;
            }
        }
        Self { parts, rows: bars, firsts }
    }
}

/// A line across the bars.
struct Mark {
    class: &'static str,
    /// Height of the line.
    seconds: i64,
    /// The label beside them.
    name: &'static str,
    /// Full text of the label.
    text: String,
}

/// Returns the label positions of lines: at their height, but no two closer than two rows of text.
fn apart(mut places: Vec<f64>) -> Vec<f64> {
    for place in &mut places {
        *place = place.clamp(ROWS / 2.0, HEIGHT - ROWS / 2.0);
    }
    if let [one, other] = places.as_mut_slice()
        && (*one - *other).abs() < ROWS
    {
        let (upper, lower) = if *one <= *other { (one, other) } else { (other, one) };
        *upper = *lower - ROWS;
        if *upper < ROWS / 2.0 {
            (*upper, *lower) = (ROWS / 2.0, ROWS * 1.5);
        }
    }
    places
}

/// Returns the lines of the bars' average, and of a goal's target where the report is filtered by one.
fn marks(sums: &Sums, bars: &[(String, Vec<i64>)], names: &Names, open: &Opener, say: &Time) -> Vec<Mark> {
    let days = i64::from(sums.range.days());
    let mut marks = Vec::new();
    if bars.len() > 2 && sums.report.total.active_days > 1 {
        let average = sums.average();
        let text = (say.average)(&say.length(average));
        marks.push(Mark { class: "time-average", seconds: average, name: say.marks[0], text });
    }
    if let [Some(id)] = open.asked().filter.goals.as_slice()
        && let Some(goal) = names.goals.iter().find(|goal| goal.id == *id)
        && let Some(target) = goal.target_secs
    {
        let bar_days = (days / i64::try_from(bars.len().max(1)).unwrap_or(i64::MAX)).max(1);
        let wanted = target / i64::from(goal.range().days()).max(1) * bar_days;
        let text = (say.goal_line)(&say.length(wanted));
        marks.push(Mark { class: "time-target", seconds: wanted, name: say.marks[1], text });
    }
    marks
}

/// A length of which a few make `most`: minutes, hours or days.
fn nice_step(most: i64) -> i64 {
    const STEPS: [i64; 14] = [
        600, 1_800, 3_600, 7_200, 14_400, 21_600, 36_000, 72_000, 144_000, 360_000, 720_000, 1_440_000, 3_600_000,
        7_200_000,
    ];
    STEPS.into_iter().find(|step| most <= step * 4).unwrap_or((most + 3) / 4)
}

/// The shares as one bar. Their names stand below it, unless the table has them.
pub fn shares(sums: &Sums, names: &Names, open: &Opener, mut keys: Parts, say: &Time) -> ChartView {
    let total: i64 = sums.parts.iter().map(|row| row.cell.seconds).sum::<i64>().max(1);
    let mut slices: Vec<(String, Hue, i64)> = sums
        .parts
        .iter()
        .take(SERIES)
        .enumerate()
        .map(|(at, row)| (names.key(&row.keys[0], sums.by.1, say), names.hue_of(&row.keys[0], at), row.cell.seconds))
        .collect();
    let rest: i64 = sums.parts.iter().skip(SERIES).map(|row| row.cell.seconds).sum();
    if rest > 0 {
        slices.push((say.report.rest.to_owned(), Hue::NONE, rest));
    }
    let opens = |at: usize| {
        let row = sums.parts.get(at).filter(|_| at < SERIES)?;
        open.of(&row.keys[0], sums.by.1)
    };
    let count = (0..slices.len()).filter(|at| opens(*at).is_some()).count();
    let percent = |seconds: i64| 100.0 * seconds as f64 / total as f64;
    let mut before = 0.0;
    let segments: Vec<Html> = slices
        .iter()
        .enumerate()
        .map(|(at, (name, hue, seconds))| {
            let (x, part) = (before, percent(*seconds));
            before += part;
            let title = format!("{name}: {}", say.length(*seconds));
            let opens = opens(at).map(|opens| keys.in_row(count, opens));
            let class = classes!("time-shape", opens.is_some().then_some("time-opens"), hue.class());
            let (role, tabindex, number, onclick) = apart_of(opens);
            html! {
                <rect
                    key={at} {class} {role} {tabindex} data-part={number} aria-label={role.map(|_| title.clone())} {onclick}
                    x={format!("{x:.2}")} width={format!("{:.2}", (part - 0.4).max(0.2))} height="100" fill={hue.fill()}
                ><title>{ title }</title></rect>
            }
        })
        .collect();
    let legend = (sums.group != sums.by.1).then(|| {
        let names = slices.iter().enumerate().map(|(at, (name, hue, seconds))| {
            let share = (percent(*seconds) * 10.0).round() / 10.0;
            html! { <li key={at}>{ hue.dot() }{ format!("{name} {share} %") }</li> }
        });
        html! { <ul class="time-legend">{ for names }</ul> }
    });
    let content = html! { <>{ for segments }</> };
    let picture = html! {
        <div class="time-shares">
            { keys.picture("time-plot", "0 0 100 100".to_owned(), say.report.charts[1].to_owned(), content) }
            { legend }
        </div>
    };
    let rows: Vec<(String, Vec<i64>)> = slices.into_iter().map(|(name, _, seconds)| (name, vec![seconds])).collect();
    (picture, numbers(vec![say.report.columns[0].to_owned()], &rows, say))
}

/// A year of days: a column for each week.
pub fn year(sums: &Sums, open: &Opener, mut keys: Parts, say: &Time) -> ChartView {
    const CELL: f64 = 6.5;
    // A year touches so many weeks at most.
    const WEEKS: f64 = 54.0;
    let (range, per_day) = &sums.year;
    let most = per_day.iter().copied().max().unwrap_or(0).max(1);
    let begin = range.first.week_start(sums.week_start);
    let days = (0_i32..).zip(per_day).map(|(at, seconds)| (range.first.plus_days(at), *seconds));
    let filled = per_day.iter().filter(|seconds| **seconds > 0).count();
    let draw = |(day, seconds): (LocalDate, i64)| {
        let (column, line) = (day.since(begin) / 7, day.weekday().place(sums.week_start));
        let place: GridPosition = (column, line);
        let opens = (seconds > 0).then(|| keys.part(filled, place, open.day(day)));
        let (x, y) = (f64::from(column) * CELL, f64::from(line) * CELL);
        cell(x, y, CELL - 1.0, seconds, most, opens, format!("{}: {}", say.day(day), say.length(seconds)))
    };
    let cells: Vec<Html> = days.clone().map(draw).collect();
    let months = (0..12).map(|month| {
        let first = range.first.plus_months(month);
        tick(100.0 * f64::from(first.since(begin) / 7) / WEEKS, month % 2 == 1, "start", &say.month(month + 1))
    });
    let label = format!("{} {}", say.report.charts[2], range.first.year());
    let window = format!("0 0 {:.1} {:.1}", WEEKS * CELL, 7.0 * CELL);
    let picture = html! {
        <div class="time-year">
            { keys.picture("time-picture", window, label, html! { <>{ for cells }</> }) }
            <svg class="time-names" aria-hidden="true">{ for months }</svg>
        </div>
    };
    let mut rows: Vec<(String, Vec<i64>)> = (1..=12).map(|month| (say.month(month), Vec::new())).collect();
    for (day, seconds) in days {
        rows[(day.parts().1 - 1).rem_euclid(12) as usize].1.push(seconds);
    }
    (picture, numbers((1..=31).map(|day| day.to_string()).collect(), &rows, say))
}

/// The hours of a week.
pub fn week(rows: &[Row], week_start: Weekday, say: &Time) -> ChartView {
    const CELL: f64 = 13.6;
    let mut table: Vec<(String, Vec<i64>)> =
        (0..7).map(|at| (say.weekday(weekday(week_start, at)).to_owned(), vec![0; 24])).collect();
    for row in rows {
        if let [Key::Weekday(day), Key::Hour(hour)] = row.keys.as_slice() {
            table[day.place(week_start) as usize].1[usize::from(*hour) % 24] += row.cell.seconds;
        }
    }
    let most = table.iter().flat_map(|(_, hours)| hours).copied().max().unwrap_or(0).max(1);
    let lines = table.iter().enumerate().map(|(line, (name, hours))| {
        let y = line as f64 * CELL;
        let cells = hours.iter().enumerate().map(|(hour, seconds)| {
            cell(
                hour as f64 * CELL,
                y,
                CELL - 1.2,
                *seconds,
                most,
                None,
                format!("{name} {hour:02}:00: {}", say.length(*seconds)),
            )
        });
        html! { <g key={line}>{ for cells }</g> }
    });
    let marks = (0..24)
        .step_by(3)
        .map(|hour| tick(100.0 * f64::from(hour) / 24.0, hour % 6 == 3, "start", &format!("{hour:02}")));
    let days = table.iter().enumerate().map(|(line, (name, _))| html! { <span key={line}>{ name.clone() }</span> });
    let window = format!("0 0 {:.1} {:.1}", 24.0 * CELL, 7.0 * CELL);
    let picture = html! {
        <div class="time-hours">
            <svg class="time-picture" viewBox={window} role="img" aria-label={say.report.charts[3]}>{ for lines }</svg>
            <div class="time-weekdays" aria-hidden="true">{ for days }</div>
            <svg class="time-names" aria-hidden="true">{ for marks }</svg>
        </div>
    };
    (picture, numbers((0..24).map(|hour| format!("{hour:02}")).collect(), &table, say))
}

const fn weekday(week_start: Weekday, at: i32) -> Weekday {
    Weekday::of_monday(week_start.from_monday() + at)
}

fn cell(x: f64, y: f64, size: f64, seconds: i64, most: i64, opens: Option<Attributes>, title: String) -> Html {
    let level = if seconds <= 0 { 0 } else { (seconds * LEVELS + most - 1) / most };
    let class = classes!(format!("time-heat-{level}"), opens.is_some().then_some("time-opens"));
    let (role, tabindex, part, onclick) = apart_of(opens);
    html! {
        <rect
            key={format!("{x:.1} {y:.1}")} {class} {role} {tabindex} data-part={part} aria-label={role.map(|_| title.clone())} {onclick} x={format!("{x:.1}")} y={format!("{y:.1}")}
            width={format!("{size:.1}")} height={format!("{size:.1}")} rx="1.2"
        ><title>{ title }</title></rect>
    }
}

type PartAttributes = (Option<&'static str>, Option<&'static str>, Option<String>, Option<Callback<MouseEvent>>);

/// Returns the attributes of a shape that may be a part.
fn apart_of(opens: Option<Attributes>) -> PartAttributes {
    opens.map_or_else(PartAttributes::default, |part| {
        (Some(part.role), Some(part.tabindex), Some(part.part), Some(part.onclick))
    })
}

/// A table of lengths.
fn numbers(head: Vec<String>, rows: &[(String, Vec<i64>)], say: &Time) -> Html {
    let head = head.into_iter().enumerate().map(|(at, name)| html! { <th key={at} scope="col">{ name }</th> });
    let rows = rows.iter().enumerate().map(|(at, (name, values))| {
        let cells = values.iter().enumerate().map(|(place, value)| {
            html! { <td key={place}>{ if *value == 0 { "–".to_owned() } else { say.length(*value) } }</td> }
        });
        html! { <tr key={at}><th scope="row">{ name.clone() }</th>{ for cells }</tr> }
    });
    html! {
        <div class="time-scroll" tabindex="0" role="group" aria-label={say.report.numbers}>
            <table class="time-table"><thead><tr><td></td>{ for head }</tr></thead><tbody>{ for rows }</tbody></table>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_steps_reach_the_most() {
        for most in [1, 599, 3_600, 30_000, 86_400, 5_000_000, 90_000_000] {
            let step = nice_step(most);
            assert!(step * 4 >= most && step > 0, "{most}: {step}");
        }
    }

    #[test]
    fn what_is_said_about_lines_is_not_written_over_itself() {
        assert_eq!(apart(vec![50.0, 90.0]), [50.0, 90.0]);
        assert_eq!(apart(vec![50.0, 60.0]), [30.0, 60.0]);
        assert_eq!(apart(vec![60.0, 50.0]), [60.0, 30.0]);
        assert_eq!(apart(vec![2.0, 8.0]), [15.0, 45.0], "nothing is cut off at the top");
        assert_eq!(apart(vec![143.0]), [129.0], "nor at the bottom");
    }
}
