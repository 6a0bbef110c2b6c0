//! Tables: our own, those of Toggl and Clockify, and any other whose columns say what they are.
//!
//! Columns are known by their names, in any order: programs rename and move them between versions.

use std::collections::BTreeMap;

use super::role::{Role, Table};
use super::when::{self, DayOrder, Evidence, Zones};
use super::{FormatError, MAX_ROWS, Options, Question, Read, ReadRow, Reason, csv};
use crate::calendar::Calendar;
use crate::row::Row;
use crate::scan::Folded;
use espalier_base::time::Timestamp;

const NAMES: &[(&str, Role)] = &[
    ("start date", Role::Date),
    ("date", Role::Date),
    ("day", Role::Date),
    ("日期", Role::Date),
    ("开始日期", Role::Date),
    ("start", Role::Start),
    ("start time", Role::Start),
    ("begin", Role::Start),
    ("from", Role::Start),
    ("开始", Role::Start),
    ("开始时间", Role::Start),
    ("end date", Role::EndDate),
    ("结束日期", Role::EndDate),
    ("end", Role::End),
    ("end time", Role::End),
    ("stop", Role::End),
    ("stop time", Role::End),
    ("to", Role::End),
    ("结束", Role::End),
    ("结束时间", Role::End),
    ("duration", Role::Length),
    ("duration (h)", Role::Length),
    ("time (h)", Role::Length),
    ("duration (decimal)", Role::Length),
    ("time (decimal)", Role::Length),
    ("hours", Role::Length),
    ("length", Role::Length),
    ("时长", Role::Length),
    ("zone", Role::Zone),
    ("time zone", Role::Zone),
    ("timezone", Role::Zone),
    ("时区", Role::Zone),
    ("category", Role::Category),
    ("分类", Role::Category),
    ("类别", Role::Category),
    ("project", Role::Project),
    ("project name", Role::Project),
    ("项目", Role::Project),
    ("goal", Role::Goal),
    ("目标", Role::Goal),
    ("task", Role::Task),
    ("activity", Role::Task),
    ("任务", Role::Task),
    ("tags", Role::Tags),
    ("tag", Role::Tags),
    ("labels", Role::Tags),
    ("标签", Role::Tags),
    ("description", Role::Note),
    ("note", Role::Note),
    ("notes", Role::Note),
    ("comment", Role::Note),
    ("title", Role::Note),
    ("描述", Role::Note),
    ("备注", Role::Note),
    ("事项", Role::Note),
];

/// Beginning of a row that gives its day alone, in seconds after midnight.
const MORNING: i32 = 9 * 3_600;

/// The columns of our own table.
const OWN: [&str; 8] = ["start", "end", "duration", "zone", "category", "goal", "tags", "note"];

/// The names of the columns as they are compared.
pub fn header(text: &str) -> Vec<String> {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let rows = csv::read(line, csv::separator(text));
    rows.into_iter().next().map(|(_, cells)| cells.iter().map(|cell| plain(cell)).collect()).unwrap_or_default()
}

/// Whether these columns say when something was.
pub fn has_times(header: &[String]) -> bool {
    Table::is_enough(&header.iter().map(|name| role(name)).collect::<Vec<_>>())
}

/// Whether it looks like a table: two rows at least, of as many columns, which are two or more.
pub fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(2);
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let separator = csv::separator(text);
    let count = |line: &str| csv::read(line, separator).first().map_or(0, |(_, cells)| cells.len());
    let columns = count(first);
    columns >= 2 && count(second).abs_diff(columns) <= 1 && !text.starts_with('<')
}

pub(super) fn plain(name: &str) -> String {
    Folded::new(name.trim()).chars().iter().map(|c| if *c == '_' { ' ' } else { *c }).collect()
}

fn role(name: &str) -> Option<Role> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, role)| *role)
}

/// Column of each role; the first of a role counts.
struct Columns {
    roles: Vec<Option<Role>>,
    /// An entry without an end is running; in other tables it is a mistake.
    is_own: bool,
}

impl Columns {
    fn cell<'a>(&self, cells: &'a [String], role: Role) -> &'a str {
        let at = self.roles.iter().position(|known| *known == Some(role));
        at.and_then(|at| cells.get(at)).map_or("", |cell| csv::plain(cell).trim())
    }

    fn has(&self, role: Role) -> bool {
        self.roles.contains(&Some(role))
    }
}

/// Reads a table.
pub fn read(text: &str, options: &Options) -> Result<Read, FormatError> {
    read_rows(csv::read(text, csv::separator(text)), options)
}

/// Reads a table whose cells are known.
pub fn read_rows(rows: Vec<(usize, Vec<String>)>, options: &Options) -> Result<Read, FormatError> {
    let mut table = rows.into_iter();
    let (_, header) = table.next().ok_or(FormatError::Empty)?;
    let names: Vec<String> = header.iter().map(|name| plain(name)).collect();
    let usual: Vec<Option<Role>> = names.iter().map(|name| role(name)).collect();
    let chosen = options.columns.iter().find(|(key, _)| *key == Table::key(&header)).map(|(_, roles)| roles.clone());
    let mut roles = chosen.unwrap_or(usual);
    roles.resize(header.len(), None);
    let columns = Columns { roles, is_own: names == OWN };
    let table: Vec<(usize, Vec<String>)> = table.collect();
    if table.len() > MAX_ROWS {
        return Err(FormatError::TooManyRows);
    }
    let head = Table {
        header: header.iter().map(|name| name.trim().to_owned()).collect(),
        roles: columns.roles.clone(),
        sample: table.first().map(|(_, cells)| cells.clone()).unwrap_or_default(),
    };
    if !Table::is_enough(&columns.roles) {
        return Ok(Read { questions: vec![Question::Columns], table: Some(head), ..Read::default() });
    }
    let unused = header.iter().zip(&columns.roles).filter(|(name, role)| role.is_none() && !name.trim().is_empty());
    let mut read = Read {
        ignored: unused.map(|(name, _)| name.trim().to_owned()).collect(),
        table: Some(head),
        ..Read::default()
    };
    let order = match options.day_order {
        Some(order) => Some(order),
        None => match evidence(&columns, &table).order() {
            Ok(order) => order,
            Err(example) => {
                read.questions.push(Question::DayOrder { example });
                None
            }
        },
    };
    let mut zones = Zones::default();
    read.rows =
        table.into_iter().map(|(place, cells)| row(place, &columns, &cells, order, options, &mut zones)).collect();
    if !columns.has(Role::Start) {
        one_after_the_other(&mut read.rows);
    }
    Ok(read)
}

/// Places rows that give their day and length alone one after the other, from the morning on.
fn one_after_the_other(rows: &mut [ReadRow]) {
    let mut ends: BTreeMap<Timestamp, Timestamp> = BTreeMap::new();
    for read in rows {
        let Ok(row) = &mut read.row else { continue };
        let Some(length) = row.end.map(|end| end.since_ms(row.start)) else { continue };
        let next = ends.entry(row.start).or_insert(row.start);
        row.start = *next;
        *next = next.plus_ms(length);
        row.end = Some(*next);
        read.remark = Some(Reason::NoTimeOfDay);
    }
}

fn evidence(columns: &Columns, table: &[(usize, Vec<String>)]) -> Evidence {
    let mut evidence = Evidence::default();
    for (_, cells) in table {
        for role in [Role::Date, Role::EndDate, Role::Start, Role::End] {
            // A date may stand alone or before its time.
            let cell = columns.cell(cells, role);
            evidence.see(cell.split([' ', 'T', ',']).next().unwrap_or_default());
        }
    }
    evidence
}

fn row(
    place: usize,
    columns: &Columns,
    cells: &[String],
    order: Option<DayOrder>,
    options: &Options,
    zones: &mut Zones,
) -> ReadRow {
    let said = columns.cell(cells, Role::Zone);
    let zone = if said.is_empty() { options.zone.as_str() } else { said };
    let cell = |role| columns.cell(cells, role);
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let length = when::length(cell(Role::Length));
    let times = times(columns, cells, order, zone, length, zones);
    let (start, end) = match times {
        Ok(times) => times,
        Err(reason) => return ReadRow::new(place, Err(reason)),
    };
    let mut tags = split_tags(cell(Role::Tags));
    tags.extend(some(cell(Role::Task)));
    let row = Row {
        start,
        end,
        zone: zone.to_owned(),
        category: some(cell(Role::Category)).or_else(|| some(cell(Role::Project))),
        goal: some(cell(Role::Goal)),
        tags,
        note: cell(Role::Note).to_owned(),
    };
    let written = end.map(|end| end.since_ms(start) / 1_000);
    // Lengths may be rounded to minutes or hundredths of an hour.
    let differs = written.zip(length).is_some_and(|(real, length)| (real - length).abs() > 90);
    ReadRow { place, row: Ok(row), remark: differs.then_some(Reason::LengthDiffers) }
}

type Times = (Timestamp, Option<Timestamp>);

fn times(
    columns: &Columns,
    cells: &[String],
    order: Option<DayOrder>,
    zone: &str,
    length: Option<i64>,
    zones: &mut Zones,
) -> Result<Times, Reason> {
    let cell = |role| columns.cell(cells, role);
    let (start, end) = (cell(Role::Start), cell(Role::End));
    if !columns.has(Role::Start) {
        let length = length.filter(|length| *length >= 0).ok_or(Reason::NoEnd)?;
        let began = zones.instant(zone, when::date(cell(Role::Date), order)?, MORNING)?;
        return Ok((began, Some(began.plus_ms(length * 1_000))));
    }
    if start.is_empty() {
        return Err(Reason::NoStart);
    }
    let instant = |text: &str, day: &str, zones: &mut Zones| {
        if day.is_empty() {
            return when::stamp(text, order)?.instant(zones, zone);
        }
        // Some tables repeat the date before the time.
        match when::stamp(text, order) {
            Ok(stamp) => stamp.instant(zones, zone),
            Err(_) => zones.instant(zone, when::date(day, order)?, when::time(text)?),
        }
    };
    let day = cell(Role::Date);
    let began = instant(start, day, zones)?;
    let ended = if end.is_empty() {
        let Some(length) = length.filter(|length| *length >= 0) else {
            return if columns.is_own { Ok((began, None)) } else { Err(Reason::NoEnd) };
        };
        began.plus_ms(length * 1_000)
    } else {
        let end_day =
            if columns.has(Role::EndDate) && !cell(Role::EndDate).is_empty() { cell(Role::EndDate) } else { day };
        let ended = instant(end, end_day, zones)?;
        // One date for both, and an end that is earlier: it was past midnight.
        let past_midnight = ended < began && !day.is_empty() && end_day == day && !columns.has(Role::EndDate);
        if past_midnight { zones.instant(zone, when::date(day, order)?.plus_days(1), when::time(end)?)? } else { ended }
    };
    if ended < began { Err(Reason::EndBeforeStart) } else { Ok((began, Some(ended))) }
}

/// The tags of a cell: with commas between them, of which one with a backslash belongs to a tag.
fn split_tags(cell: &str) -> Vec<String> {
    // Some programs write a list as JSON.
    if cell.starts_with('[')
        && let Ok(tags) = serde_json::from_str::<Vec<String>>(cell)
    {
        return tags.into_iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
    }
    let (mut tags, mut tag) = (Vec::new(), String::new());
    let mut chars = cell.chars().peekable();
    while let Some(next) = chars.next() {
        match next {
            '\\' if matches!(chars.peek(), Some(',' | '\\')) => tag.extend(chars.next()),
            ',' => tags.push(std::mem::take(&mut tag)),
            next => tag.push(next),
        }
    }
    tags.push(tag);
    tags.into_iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()
}

/// Writes a table: instants with the offset of their zone, so that people and programs can read them.
pub fn write(rows: &[Row]) -> String {
    let mut out = String::new();
    csv::write(&mut out, &OWN);
    let mut zones = Zones::default();
    for row in rows {
        let calendar = zones.get(&row.zone).ok().cloned();
        let stamp = |at: Timestamp| with_offset(at, calendar.as_ref());
        let length = row.end.map(|end| {
            let secs = end.since_ms(row.start) / 1_000;
            format!("{}:{:02}:{:02}", secs / 3_600, secs / 60 % 60, secs % 60)
        });
        let tags: Vec<String> = row.tags.iter().map(|tag| tag.replace('\\', "\\\\").replace(',', "\\,")).collect();
        let (start, end) = (stamp(row.start), row.end.map(stamp).unwrap_or_default());
        let (length, tags) = (length.unwrap_or_default(), tags.join(", "));
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let (category, goal) = (name(&row.category), name(&row.goal));
        let cells = [&start, &end, &length, &row.zone, &category, &goal, &tags, &row.note].map(String::as_str);
        csv::write(&mut out, &cells);
    }
    out
}

/// `2026-03-01T09:00:00+01:00`
fn with_offset(at: Timestamp, calendar: Option<&Calendar>) -> String {
    let second = at.0.div_euclid(1_000);
    // Old zones had seconds in their offset, which no notation has room for.
    let offset = calendar.map_or(0, |calendar| calendar.offset(second)).div_euclid(60);
    let shown = Timestamp((second + offset * 60) * 1_000).to_rfc3339();
    let shown = shown.get(..19).unwrap_or(&shown);
    let sign = if offset < 0 { '-' } else { '+' };
    format!("{shown}{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)
}
