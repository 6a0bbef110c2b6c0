//! Charts: stacked bars, a ring, a year of days, the hours of a week; each with its numbers as a table.
//!
//! They are SVG in a window of [`WIDTH`] units; colours come from classes. Must not be in here: sums.

use yew::prelude::*;

use super::names::{Hue, Names};
use super::parts::{Attributes, Parts, Place};
use super::report::{Opener, Sums};
use crate::base::date::{LocalDate, Weekday};
use crate::feature::timelog::report::{self, Dimension, Key, Row};
use crate::i18n::time::Time;

/// How wide a chart is, in its own units.
const WIDTH: f64 = 360.0;
/// The room a letter of a label below a bar takes, at most.
const LETTER: f64 = 6.0;
/// The most colours of one chart; what is smaller goes together.
const SERIES: usize = 8;
/// The room beside the bars for what is said about a line across them.
const GUTTER: f64 = 46.0;
/// How high two rows of labels are.
const ROWS: f64 = 20.0;
/// Levels of a heatmap above nothing.
const LEVELS: i64 = 4;

/// A picture and the table behind it.
type Drawn = (Html, Html);

/// Bars over time, each stacked of the same parts.
struct Bars {
    parts: Vec<(String, Hue)>,
    rows: Vec<(String, Vec<i64>)>,
    /// The first day of each bar.
    firsts: Vec<LocalDate>,
}

/// Stacked bars over time.
pub fn bars(sums: &Sums, names: &Names, open: &Opener, mut keys: Parts, say: &Time) -> Drawn {
    let Bars { parts, rows: bars, firsts } = Bars::of(sums, names, say);
    const HEIGHT: f64 = 150.0;
    const LEFT: f64 = 34.0;
    const BOTTOM: f64 = 16.0;
    let most = bars.iter().map(|(_, values)| values.iter().sum::<i64>()).max().unwrap_or(0).max(1);
    let averages = marks(sums, &bars, names, open, say);
    let most = averages.iter().map(|mark| mark.seconds).fold(most, i64::max);
    // What is said about lines across the bars stands beside them.
    let right = if averages.is_empty() { WIDTH } else { WIDTH - GUTTER };
    let step = nice_step(most);
    let top = (most + step - 1) / step * step;
    let y = |seconds: i64| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 6.0) * seconds as f64 / top as f64;
    let lines = (0..=top / step).map(|at| {
        let at = at * step;
        html! {
            <g key={format!("line {at}")}>
                <path class="time-grid" d={format!("M{LEFT} {0:.1}H{right}", y(at))} />
                <text class="time-tick" text-anchor="end" x={format!("{}", LEFT - 4.0)} y={format!("{:.1}", y(at) + 3.0)}>{ hours(at) }</text>
            </g>
        }
    });
    let slot = (right - LEFT) / bars.len().max(1) as f64;
    // As many labels as there is room for; a letter that is not Latin takes that of two.
    let width = |name: &str| name.chars().map(|c| if c.is_ascii() { LETTER } else { 2.0 * LETTER }).sum::<f64>();
    let label = bars.iter().map(|(name, _)| width(name)).fold(0.0, f64::max);
    let every = (((label + LETTER) / slot).ceil() as usize).max(1);
    // A bar without anything in it opens nothing.
    let filled = bars.iter().filter(|(_, values)| values.iter().any(|value| *value > 0)).count();
    let mut draw = |(at, (name, values)): (usize, &(String, Vec<i64>))| {
        let x = LEFT + slot * at as f64 + slot * 0.12;
        let mut below = 0;
        let pieces = values.iter().zip(&parts).enumerate().filter(|(_, (value, _))| **value > 0);
        let pieces: Vec<Html> = pieces
            .map(|(part, (value, (what, hue)))| {
                let (from, to) = (y(below), y(below + value));
                below += value;
                html! {
                    <rect
                        key={part} class={classes!("time-shape", hue.class())} fill={hue.fill()} x={format!("{x:.1}")}
                        y={format!("{to:.1}")} width={format!("{:.1}", slot * 0.76)} height={format!("{:.1}", from - to)}
                    ><title>{ format!("{name} · {what}: {}", say.length(*value)) }</title></rect>
                }
            })
            .collect();
        // One that would be cut off at the end is left out; the table has them all.
        let text = (at % every == 0 && x + label <= WIDTH).then(|| {
            html! { <text class="time-tick" x={format!("{x:.1}")} y={format!("{:.1}", HEIGHT - 4.0)}>{ name.clone() }</text> }
        });
        let total: i64 = values.iter().sum();
        let opens = open.of(&Key::From(firsts[at]), sums.by.0).filter(|_| total > 0);
        let Some(opens) = opens else { return html! { <g key={at}>{ text }</g> } };
        let Attributes { role, tabindex, part, onclick } = keys.in_row(filled, opens);
        let each = values.iter().zip(&parts).filter(|(value, _)| **value > 0);
        let each: Vec<String> = each.map(|(value, (what, _))| format!("{what} {}", say.length(*value))).collect();
        let label = format!("{name}: {} · {}", say.length(total), each.join(" · "));
        html! { <g key={at} class="time-opens" {role} {tabindex} data-part={part} aria-label={label} {onclick}>{ for pieces }{ text }</g> }
    };
    let drawn: Vec<Html> = bars.iter().enumerate().map(&mut draw).collect();
    let places = apart(averages.iter().map(|mark| y(mark.seconds)).collect());
    let averages = averages.into_iter().zip(places).map(|(Mark { class, seconds, name, text }, place)| {
        let x = format!("{}", right + 4.0);
        html! {
            <g key={class}>
                <path {class} d={format!("M{LEFT} {0:.1}H{right}", y(seconds))}><title>{ text }</title></path>
                <text class="time-tick" x={x.clone()} y={format!("{:.1}", place - 1.0)}>{ name }</text>
                <text class="time-tick" {x} y={format!("{:.1}", place + 9.0)}>{ hours(seconds) }</text>
            </g>
        }
    });
    let legend = parts.iter().enumerate();
    let legend = legend.map(|(at, (name, hue))| html! { <li key={at}>{ hue.dot() }{ name.clone() }</li> });
    let content = html! { <>{ for lines }{ for drawn }{ for averages }</> };
    let picture = html! {
        <>
            { keys.picture("time-picture", format!("0 0 {WIDTH} {HEIGHT}"), say.report.charts[0].to_owned(), content) }
            <ul class="time-legend">{ for legend }</ul>
        </>
    };
    let head = parts.into_iter().map(|(name, _)| name).collect();
    (picture, numbers(head, &bars, say))
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
    /// How high.
    seconds: i64,
    /// The label beside them.
    name: &'static str,
    /// All that it says.
    text: String,
}

/// Where what is said about lines stands: at their height, but no two closer than their two rows are high.
fn apart(mut places: Vec<f64>) -> Vec<f64> {
    for place in &mut places {
        *place = place.max(ROWS / 2.0);
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

/// The average of the bars, and what a goal asks for where one is looked at.
fn marks(sums: &Sums, bars: &[(String, Vec<i64>)], names: &Names, open: &Opener, say: &Time) -> Vec<Mark> {
    let days = i64::from(sums.range.days());
    let mut marks = Vec::new();
    if bars.len() > 2 && sums.report.total.active_days > 1 {
        let average = sums.report.total.seconds / i64::try_from(bars.len()).unwrap_or(i64::MAX);
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

/// `30m`, `2h`, `1h 20m`
fn hours(seconds: i64) -> String {
    match (seconds / 3_600, seconds % 3_600 / 60) {
        (hours, 0) => format!("{hours}h"),
        (0, minutes) => format!("{minutes}m"),
        (hours, minutes) => format!("{hours}h {minutes}m"),
    }
}

/// A ring of shares.
pub fn ring(sums: &Sums, names: &Names, open: &Opener, mut keys: Parts, say: &Time) -> Drawn {
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
    let mut before = 0.0;
    let arcs: Vec<Html> = slices
        .iter()
        .enumerate()
        .map(|(at, (name, hue, seconds))| {
            let part = 100.0 * *seconds as f64 / total as f64;
            let offset = 25.0 - before;
            before += part;
            let title = format!("{name}: {}", say.length(*seconds));
            let opens = opens(at).map(|opens| keys.in_row(count, opens));
            let class = classes!("time-arc", opens.is_some().then_some("time-opens"), hue.class());
            let (role, tabindex, number, onclick) = apart_of(opens);
            html! {
                <circle
                    key={at} {class} {role} {tabindex} data-part={number} aria-label={role.map(|_| title.clone())} {onclick} cx="21" cy="21" r="15.9155" stroke={hue.fill()}
                    stroke-dasharray={format!("{:.2} {:.2}", (part - 0.4).max(0.2), 100.4 - part)}
                    stroke-dashoffset={format!("{offset:.2}")}
                ><title>{ title }</title></circle>
            }
        })
        .collect();
    let legend = slices.iter().enumerate().map(|(at, (name, hue, seconds))| {
        let share = (1_000.0 * *seconds as f64 / total as f64).round() / 10.0;
        html! { <li key={at}>{ hue.dot() }{ format!("{name} {share} %") }</li> }
    });
    let content = html! { <>{ for arcs }<text class="time-ring-total" text-anchor="middle" x="21" y="22.5">{ say.length(total) }</text></> };
    let picture = html! {
        <div class="time-ring">
            { keys.picture("time-donut", "0 0 42 42".to_owned(), say.report.charts[1].to_owned(), content) }
            <ul class="time-legend">{ for legend }</ul>
        </div>
    };
    let rows: Vec<(String, Vec<i64>)> = slices.into_iter().map(|(name, _, seconds)| (name, vec![seconds])).collect();
    (picture, numbers(vec![say.report.columns[0].to_owned()], &rows, say))
}

/// A year of days: a column for each week.
pub fn year(sums: &Sums, open: &Opener, mut keys: Parts, say: &Time) -> Drawn {
    const CELL: f64 = 6.5;
    let (range, per_day) = &sums.year;
    let most = per_day.iter().copied().max().unwrap_or(0).max(1);
    let begin = range.first.week_start(sums.week_start);
    let days = (0_i32..).zip(per_day).map(|(at, seconds)| (range.first.plus_days(at), *seconds));
    let filled = per_day.iter().filter(|seconds| **seconds > 0).count();
    let draw = |(day, seconds): (LocalDate, i64)| {
        let (column, line) = (day.since(begin) / 7, day.weekday().place(sums.week_start));
        let place: Place = (column, line);
        let opens = (seconds > 0).then(|| keys.part(filled, place, open.day(day)));
        let (x, y) = (f64::from(column) * CELL, 12.0 + f64::from(line) * CELL);
        cell(x, y, CELL - 1.0, seconds, most, opens, format!("{}: {}", say.day(day), say.length(seconds)))
    };
    let cells: Vec<Html> = days.clone().map(draw).collect();
    let months = (0..12).map(|month| {
        let first = range.first.plus_months(month);
        let x = f64::from(first.since(begin) / 7) * CELL;
        html! { <text key={format!("month {month}")} class="time-tick" x={format!("{x:.1}")} y="8">{ say.month(month + 1) }</text> }
    });
    let label = format!("{} {}", say.report.charts[2], range.first.year());
    let content = html! { <>{ for months }{ for cells }</> };
    let picture = keys.picture("time-picture", format!("0 0 {WIDTH} 60"), label, content);
    let mut rows: Vec<(String, Vec<i64>)> = (1..=12).map(|month| (say.month(month), Vec::new())).collect();
    for (day, seconds) in days {
        rows[(day.parts().1 - 1).rem_euclid(12) as usize].1.push(seconds);
    }
    (picture, numbers((1..=31).map(|day| day.to_string()).collect(), &rows, say))
}

/// The hours of a week.
pub fn week(rows: &[Row], week_start: Weekday, say: &Time) -> Drawn {
    const CELL: f64 = 13.6;
    const LEFT: f64 = 32.0;
    let mut table: Vec<(String, Vec<i64>)> =
        (0..7).map(|at| (say.weekday(weekday(week_start, at)).to_owned(), vec![0; 24])).collect();
    for row in rows {
        if let [Key::Weekday(day), Key::Hour(hour)] = row.keys.as_slice() {
            table[day.place(week_start) as usize].1[usize::from(*hour) % 24] += row.cell.seconds;
        }
    }
    let most = table.iter().flat_map(|(_, hours)| hours).copied().max().unwrap_or(0).max(1);
    let lines = table.iter().enumerate().map(|(line, (name, hours))| {
        let y = 12.0 + line as f64 * CELL;
        let cells = hours.iter().enumerate().map(|(hour, seconds)| {
            cell(LEFT + hour as f64 * CELL, y, CELL - 1.2, *seconds, most, None, format!("{name} {hour:02}:00: {}", say.length(*seconds)))
        });
        html! { <g key={line}><text class="time-tick" x="0" y={format!("{:.1}", y + 9.5)}>{ name.clone() }</text>{ for cells }</g> }
    });
    let marks = (0..24).step_by(3).map(|hour| {
        html! { <text key={format!("hour {hour}")} class="time-tick" x={format!("{:.1}", LEFT + f64::from(hour) * CELL)} y="8">{ format!("{hour:02}") }</text> }
    });
    let picture = html! {
        <svg class="time-picture" viewBox={format!("0 0 {WIDTH} 110")} role="img" aria-label={say.report.charts[3]}>{ for marks }{ for lines }</svg>
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

type Apart = (Option<&'static str>, Option<&'static str>, Option<String>, Option<Callback<MouseEvent>>);

/// The attributes of what may be a part or a mere shape.
fn apart_of(opens: Option<Attributes>) -> Apart {
    opens
        .map_or_else(Apart::default, |part| (Some(part.role), Some(part.tabindex), Some(part.part), Some(part.onclick)))
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
        assert_eq!([hours(600), hours(7_200), hours(3_840)], ["10m", "2h", "1h 4m"]);
    }

    #[test]
    fn what_is_said_about_lines_is_not_written_over_itself() {
        assert_eq!(apart(vec![50.0, 90.0]), [50.0, 90.0]);
        assert_eq!(apart(vec![50.0, 60.0]), [40.0, 60.0]);
        assert_eq!(apart(vec![60.0, 50.0]), [60.0, 40.0]);
        assert_eq!(apart(vec![2.0, 8.0]), [10.0, 30.0], "nothing is cut off at the top");
    }
}
