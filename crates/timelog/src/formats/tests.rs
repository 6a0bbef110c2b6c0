use super::*;
use crate::names::Named;
use crate::row::{CategoryRow, GoalRow};
use espalier_base::date::LocalDate;
use espalier_model::mindmap::Color;
use proptest::prelude::*;

pub(super) fn options() -> Options<'static> {
    const CATEGORIES: &[Named<'static>] = &[Named { name: "Work", aliases: &[], client: None }];
    Options { zone: Zone::new("Europe/Berlin"), day_order: None, range: None, columns: &[], categories: CATEGORIES }
}

fn run(text: &str) -> DryRun {
    dry_run(text.as_bytes(), None, &options(), []).unwrap()
}

fn line(row: &Row) -> String {
    let at = |at: Timestamp| at.to_rfc3339()[..16].to_owned();
    let mut line = format!("{} {}", at(row.start), row.end.map_or("-".to_owned(), at));
    line += &row.category.as_ref().map(|name| format!(" !{name}")).unwrap_or_default();
    line += &row.goal.as_ref().map(|name| format!(" @{name}")).unwrap_or_default();
    for tag in &row.tags {
        line = line + " #" + tag;
    }
    line + " | " + &row.note
}

pub(super) fn said(run: &DryRun) -> Vec<String> {
    let one = |(place, outcome): &(usize, Outcome)| match outcome {
        Outcome::New(row, None) => line(row),
        Outcome::New(row, Some(remark)) => format!("{} ({remark})", line(row)),
        Outcome::Known(_) => "known".to_owned(),
        Outcome::Repeated(_, before) => format!("as {before}"),
        Outcome::Skipped(reason) => format!("{place}: {reason}"),
    };
    run.rows.iter().map(one).collect()
}

const TOGGL: &str = "\u{feff}User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()\r\n\
    Ann,a@example.org,,Thesis,,\"Reading, notes\",No,2026-03-28,23:00:00,2026-03-29,04:00:00,04:00:00,\"deep, 学习\",\r\n\
    Ann,a@example.org,,,Design,,No,2026-03-29,09:00:00,2026-03-29,09:30:00,00:30:00,,\r\n\
    Ann,a@example.org,,,,,No,2026-03-29,10:00:00,2026-03-29,09:30:00,00:30:00,,\r\n";

#[test]
fn toggl_reports_are_read() {
    let run = run(TOGGL);
    assert_eq!(run.format, Format::Toggl);
    // Clocks go forward in that night: five hours on the wall are four.
    assert_eq!(
        said(&run),
        [
            "2026-03-28T22:00 2026-03-29T02:00 !Thesis #deep #学习 | Reading, notes",
            "2026-03-29T07:00 2026-03-29T07:30 #Design | ",
            "4: it ends before it starts",
        ]
    );
    assert_eq!(run.ignored, ["User", "Email", "Client", "Billable", "Amount ()"]);
}

fn clockify(dates: [&str; 2]) -> String {
    let [first, second] = dates;
    format!(
        "Project,Client,Description,Task,User,Group,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal)\n\
         \"Work\",\"\",\"mail\",\"\",\"Ann\",\"\",\"a@example.org\",\"\",\"Yes\",\"{first}\",\"9:00:00 AM\",\"{first}\",\"12:30:00 PM\",\"03:30:00\",\"3.50\"\n\
         \"Work\",\"\",\"mail\",\"\",\"Ann\",\"\",\"a@example.org\",\"\",\"Yes\",\"{second}\",\"11:00:00 PM\",\"{second}\",\"11:30:00 PM\",\"01:30:00\",\"1.50\"\n"
    )
}

#[test]
fn f4_clockify_dates_are_inferred_or_asked_about() {
    let run_of = |dates, day_order| {
        let options = Options { day_order, ..options() };
        dry_run(clockify(dates).as_bytes(), None, &options, []).unwrap()
    };
    let inferred = run_of(["03/04/2026", "03/14/2026"], None);
    assert_eq!((inferred.format, &inferred.questions[..]), (Format::Clockify, &[][..]));
    assert_eq!(
        said(&inferred),
        [
            "2026-03-04T08:00 2026-03-04T11:30 !Work | mail",
            "2026-03-14T22:00 2026-03-14T22:30 !Work | mail (the stated duration differs from start and end)",
        ]
    );
    let day_first = run_of(["03/04/2026", "14/03/2026"], None);
    assert!(said(&day_first)[0].starts_with("2026-04-03T07:00"));
    let unclear = run_of(["03/04/2026", "03/05/2026"], None);
    assert_eq!(unclear.questions, [Question::DayOrder { example: "03/04/2026".to_owned() }]);
    assert_eq!(unclear.counts(), (0, 0, 2));
    assert_eq!(said(&unclear)[0], "2: it’s unclear which number is the day");
    let answered = run_of(["03/04/2026", "03/05/2026"], Some(DayOrder::MonthFirst));
    assert!(answered.questions.is_empty() && said(&answered)[0].starts_with("2026-03-04T08:00"));
}

#[test]
fn other_tables_are_read_by_their_columns() {
    let run = run(
        "日期;开始时间;结束时间;分类;备注;天气\n2026-03-01;23:00;1:00;学习;线性代数;晴\n2026-03-02;x;1:00;;;\n;;;;;\n",
    );
    assert_eq!(said(&run), ["2026-03-01T22:00 2026-03-02T00:00 !学习 | 线性代数", "3: “x” isn’t a time"]);
    assert_eq!((run.format, run.ignored), (Format::Csv, vec!["天气".to_owned()]));
    let stamps =
        run_lines("start,hours\n2026-03-01 09:00,1.5\n2026-03-01T10:00:00-05:00,0:30\n,1\n2026-03-01 09:00,\n");
    assert_eq!(
        stamps,
        [
            "2026-03-01T08:00 2026-03-01T09:30 | ",
            "2026-03-01T15:00 2026-03-01T15:30 | ",
            "4: there is no start time",
            "5: there is no end time or duration",
        ]
    );
    let zones = run_lines(
        "start,end,zone\n2026-03-01 09:00,2026-03-01 10:00,Asia/Tokyo\n2026-03-01 09:00,2026-03-01 10:00,Mars\n",
    );
    assert_eq!(zones, ["2026-03-01T00:00 2026-03-01T01:00 | ", "3: unknown time zone “Mars”"]);
}

fn run_lines(text: &str) -> Vec<String> {
    said(&run(text))
}

#[test]
fn timewarrior_exports_are_read() {
    let text = r#"[
        {"id":2,"start":"20261024T220000Z","end":"20261025T070000Z","tags":["sleep","two words"]},
        {"id":1,"start":"20260301T080000Z","tags":["work","mail"],"annotation":"with \"quotes\""},
        {"id":0,"start":"2026","end":7},
        {"id":0,"tags":[]}
    ]"#;
    let run = run(text);
    assert_eq!(run.format, Format::Timewarrior);
    assert_eq!(
        said(&run),
        [
            "2026-10-24T22:00 2026-10-25T07:00 #sleep #two words | ",
            "2026-03-01T08:00 - !Work #mail | with \"quotes\"",
            "3: it doesn’t match its file format",
            "4: there is no start time",
        ]
    );
}

#[test]
fn activitywatch_exports_are_read() {
    let text = r#"{"buckets":{
        "aw-watcher-afk_pc":{"type":"afkstatus","hostname":"pc","events":[
            {"timestamp":"2026-03-01T08:00:00+00:00","duration":1200,"data":{"status":"not-afk"}},
            {"timestamp":"2026-03-01T08:20:00+00:00","duration":600,"data":{"status":"afk"}},
            {"timestamp":"2026-03-01T08:30:00+00:00","duration":600,"data":{"status":"not-afk"}}]},
        "aw-watcher-web":{"type":"web.tab.current","hostname":"pc","events":[]},
        "aw-watcher-window_pc":{"type":"currentwindow","hostname":"pc","events":[
            {"timestamp":"2026-03-01T08:10:00.500000+00:00","duration":299.5,"data":{"app":"Editor","title":"b.rs"}},
            {"timestamp":"2026-03-01T08:00:00.000000+00:00","duration":600.2,"data":{"app":"Editor","title":"a.rs"}},
            {"timestamp":"2026-03-01T08:15:00+00:00","duration":1200,"data":{"app":"Browser","title":"News"}},
            {"timestamp":"2026-03-01T08:35:00+00:00","duration":2,"data":{"app":"Shell","title":""}},
            {"timestamp":"2026-03-01T08:36:00+00:00","duration":60,"data":{}},
            {"timestamp":"2026-03-01T08:37:00+00:00","duration":-1,"data":{"app":"x"}}]}
    }}"#;
    let run = run(text);
    assert_eq!(run.format, Format::ActivityWatch);
    assert_eq!(run.ignored, ["aw-watcher-web"]);
    assert_eq!(
        said(&run),
        [
            "5: it isn’t an activity",
            "6: there is no end time or duration",
            "2026-03-01T08:00 2026-03-01T08:15 #Editor | a.rs",
            "2026-03-01T08:15 2026-03-01T08:20 #Browser | News",
            "2026-03-01T08:30 2026-03-01T08:35 #Browser | News",
            "4: it isn’t an activity",
        ]
    );
}

const CALENDAR: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\
    BEGIN:VTIMEZONE\r\nTZID:Home\r\nX-LIC-LOCATION:Europe/Berlin\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n\
    BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Home:20260327T090000\r\nDTEND;TZID=Home:20260327T100000\r\nRRULE:FREQ=DAILY;COUNT=6\r\n\
    EXDATE;TZID=Home:20260328T090000\r\nSUMMARY:Stand-up\r\nCATEGORIES:Work,daily\r\nBEGIN:VALARM\r\nDESCRIPTION:no\r\nEND:VALARM\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID;TZID=Home:20260330T090000\r\nDTSTART;TZID=Home:20260330T110000\r\nDTEND;TZID=Home:20260330T120000\r\nSUMMARY:Moved\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20260301T080000Z\r\nDURATION:PT90M\r\nSUMMARY:Long\r\n  title\\, with comma\r\nDESCRIPTION:one\\ntwo\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:3\r\nDTSTART;VALUE=DATE:20260301\r\nSUMMARY:Holiday\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:4\r\nDTSTART;TZID=Nowhere/Land:20260301T090000\r\nDURATION:PT1H\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:5\r\nDTSTART:20260301T090000\r\nDURATION:PT1H\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:6\r\nDTSTART;TZID=W. Europe Standard Time:20260301T090000\r\nDTEND;TZID=/mozilla.org/2005/Asia/Tokyo:20260301T180000\r\nSUMMARY:Flight\r\nEND:VEVENT\r\n\
    BEGIN:VEVENT\r\nUID:7\r\nDTSTART:20260301T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=HOURLY\r\nEND:VEVENT\r\n\
    END:VCALENDAR\r\n";

#[test]
fn calendars_are_read() {
    let asked = run(CALENDAR);
    assert_eq!(asked.questions, [Question::Occurrences { events: 2 }]);
    assert_eq!(said(&asked)[0], "10: it repeats: choose the days to import");
    let range = DateRange { first: "2026-03-28".parse().unwrap(), last: "2026-12-31".parse().unwrap() };
    let options = Options { range: Some(range), ..options() };
    let run = dry_run(CALENDAR.as_bytes(), None, &options, []).unwrap();
    assert_eq!(run.format, Format::Icalendar);
    // The hour on the wall stays when clocks go forward on the 29th; the 28th is excluded, the 30th was moved.
    assert_eq!(
        said(&run),
        [
            "2026-03-29T07:00 2026-03-29T08:00 !Work #daily | Stand-up",
            "2026-03-31T07:00 2026-03-31T08:00 !Work #daily | Stand-up",
            "2026-04-01T07:00 2026-04-01T08:00 !Work #daily | Stand-up",
            "2026-03-30T09:00 2026-03-30T10:00 | Moved",
            "2026-03-01T08:00 2026-03-01T09:30 | Long title, with comma\none\ntwo",
            "37: it’s an all-day event",
            "42: unknown time zone “Nowhere/Land”",
            "47: it was cancelled",
            "2026-03-01T08:00 2026-03-01T09:00 | Flight",
            "59: the repeat rule “FREQ=HOURLY” isn’t understood",
        ]
    );
}

#[test]
fn f3_what_is_there_is_known_again() {
    let first = run(TOGGL);
    let mut there: Vec<Row> = first.added().cloned().collect();
    // What happened to it since does not make it new.
    there[0].category = Some("Renamed".to_owned());
    let again = dry_run(TOGGL.as_bytes(), None, &options(), &there).unwrap();
    assert_eq!(said(&again)[..2], ["known", "known"]);
    assert_eq!(again.counts(), (0, 2, 1));
    let twice = format!("{TOGGL}{}", TOGGL.lines().nth(1).unwrap());
    assert_eq!(run_lines(&twice)[3], "as 2");
}

#[test]
fn a_table_without_known_columns_is_asked_about() {
    let read = dry_run(b"name,age\nAnn,7", None, &options(), []).unwrap();
    assert_eq!(read.questions, [Question::Columns]);
    assert!(read.rows.is_empty(), "nothing is taken before it is known what it is");
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    let check = |bytes: &[u8], expect: FormatError| {
        assert_eq!(dry_run(bytes, None, &options(), []), Err(expect), "{}", String::from_utf8_lossy(bytes));
    };
    check(b"", FormatError::Empty);
    check(b" \n", FormatError::Empty);
    check(b"\xff\xfe\x00", FormatError::Encoding);
    check(b"hello world", FormatError::Unknown);
    check(b"{\"a\":1}", FormatError::Unknown);
    check(b"[1,2]", FormatError::Unknown);
    check(b"{\"format\":\"espalier-time\",\"v\":1}", FormatError::Missing("entries"));
    check(b"{\"format\":\"espalier-time\",\"v\":9,\"entries\":[]}", FormatError::Newer { found: 9, known: 1 });
    check(b"[{\"start\":", FormatError::Json { line: 1, column: 10 });
    check(b"<html>", FormatError::Unknown);
    assert_eq!(run_lines("[]"), Vec::<String>::new());
    assert_eq!(run_lines("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\n"), ["2: there is no start time"]);
}

#[test]
fn depth_and_many_repetitions_are_no_danger() {
    let deep = "[".repeat(100_000);
    assert!(dry_run(deep.as_bytes(), None, &options(), []).is_err());
    let nested = format!("{{\"buckets\":{deep}");
    assert!(dry_run(nested.as_bytes(), None, &options(), []).is_err());
    let endless = "BEGIN:VEVENT\nDTSTART:19000101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=99999999\nEND:VEVENT\n";
    let text = format!("BEGIN:VCALENDAR\n{}END:VCALENDAR\n", endless.repeat(200));
    let range = DateRange { first: "1900-01-01".parse().unwrap(), last: "2199-12-31".parse().unwrap() };
    let options = Options { range: Some(range), ..options() };
    let run = dry_run(text.as_bytes(), None, &options, []).unwrap();
    assert!(run.rows.iter().any(|(_, outcome)| *outcome == Outcome::Skipped(Reason::TooOften)));
}

fn texts() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(vec!["学习", "a,b", "=1+1", "'x", "\"q\"", "\\", "x;y", "-", "#t", "😀", "plain", "a\\n"]);
    prop::collection::vec(word, 1..4).prop_map(|words| words.join(" "))
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let zone = prop::sample::select(vec!["Europe/Berlin", "UTC", "America/New_York", "Asia/Kathmandu"]);
    let name = || prop::option::of(texts());
    let tags =
        prop::collection::btree_set(prop::sample::select(vec!["a", "b,c", "二", "d e", "\\", "=f", "g\\,"]), 0..4);
    let note = prop_oneof![Just(String::new()), texts(), (texts(), texts()).prop_map(|(a, b)| format!("{a}\n{b}"))];
    // What has no length is an entry as well.
    let length = prop_oneof![Just(0_i64), 1_i64..200_000];
    let row = (0_i64..7_000_000_000, length, zone, name(), name(), tags, note, any::<bool>());
    let row = row.prop_map(|(start, length, zone, category, goal, tags, note, runs)| Row {
        start: Timestamp(start * 1_000),
        end: (!runs).then_some(Timestamp((start + length) * 1_000)),
        zone: zone.to_owned(),
        category,
        goal,
        tags: tags.into_iter().map(str::to_owned).collect(),
        note,
    });
    prop::collection::vec(row, 0..6)
}

/// Damages a file as transport may: cut off, a byte changed, a part twice.
fn damaged(text: &str, cuts: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, byte) in cuts {
        let at = at % bytes.len().max(1);
        match byte % 4 {
            0 => bytes.truncate(at),
            1 => bytes = [&bytes[..at], &bytes].concat(),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|old| *old = *byte),
        }
    }
    bytes
}

fn kinds() -> impl Strategy<Value = Kinds> {
    let name = || "[a-zA-Z学习\\\\\"=@]{1,6}( [a-z]{1,4})?";
    let price = (prop::option::of(name()), prop::option::of(0_i64..1_000_000), any::<Option<bool>>());
    let category = (name(), any::<Option<[u8; 3]>>(), prop::collection::vec(name(), 0..3), any::<bool>(), price);
    let category = category.prop_map(|(name, rgb, aliases, archived, (client, rate, billable))| CategoryRow {
        name,
        color: rgb.map(|rgb| Color { rgb }),
        aliases,
        archived,
        client,
        rate,
        billable,
    });
    let goal = (name(), 0_i32..30_000, 0_i32..400, prop::option::of(1_i64..1_000_000), prop::option::of(name()));
    let goal = goal.prop_map(|(name, first, days, target_secs, category)| GoalRow {
        name,
        days: DateRange { first: LocalDate(first), last: LocalDate(first + days) },
        target_secs,
        category,
    });
    let lists = (prop::collection::vec(category, 0..4), prop::collection::vec(goal, 0..4));
    lists.prop_map(|(categories, goals)| Kinds { categories, goals })
}

#[test]
fn own_files_without_categories_and_goals_are_read_and_bad_ones_are_named() {
    let old =
        r#"{"format":"espalier-time","v":1,"entries":[{"start":"2026-03-01T09:00:00Z","end":"2026-03-01T10:00:00Z"}]}"#;
    let run_of = run(old);
    assert_eq!((run_of.added().count(), run_of.kinds), (1, Kinds::default()));
    let bad = r#"{"format":"espalier-time","v":1,"categories":[{"name":" "},7,{"name":"a","color":"red"}],
        "goals":[{"name":"g","from":"2026-03-02","to":"2026-03-01"},{"name":"h","from":"2026-03-01","to":"2026-03-02"}],"entries":[]}"#;
    let run = run(bad);
    assert_eq!(run.ignored, ["categories[0]", "categories[1]", "goals[0]"]);
    assert_eq!((run.kinds.categories.len(), run.kinds.goals.len()), (1, 1));
}

proptest! {
    #[test]
    fn f1_categories_and_goals_are_read_as_they_were_written(kinds in kinds()) {
        let text = write(Format::Json, &[], &kinds, Timestamp(0));
        prop_assert_eq!(run(&text).kinds, kinds, "{}", text);
    }

    #[test]
    fn f1_what_is_written_is_read(rows in rows()) {
        for format in Format::WRITTEN {
            let text = write(format, &rows, &Kinds::default(), Timestamp(0));
            if rows.is_empty() && format == Format::Csv {
                continue;
            }
            let none = Options { categories: &[], ..options() };
            let run = dry_run(text.as_bytes(), Some(format), &none, []).unwrap();
            prop_assert!(run.questions.is_empty());
            let mut expected: Vec<Row> = Vec::new();
            for row in &rows {
                if !expected.iter().any(|other| other.is_same(row)) {
                    expected.push(row.clone());
                }
            }
            if format == Format::Timewarrior {
                for row in &mut expected {
                    row.zone = "Europe/Berlin".to_owned();
                }
            }
            let read: Vec<Row> = run.added().cloned().collect();
            prop_assert_eq!(read, expected, "{:?} {}", format, text);
            prop_assert_eq!(detect(text.as_bytes()), Ok(format));
            let again = dry_run(text.as_bytes(), None, &none, &rows).unwrap();
            prop_assert_eq!(again.added().count(), 0, "reading again adds nothing");
        }
    }

    #[test]
    fn f5_damaged_files_give_a_report_or_an_error(rows in rows(), cuts in prop::collection::vec((0_usize..4_000, any::<u8>()), 1..5)) {
        let range = Some(DateRange { first: "2026-01-01".parse().unwrap(), last: "2026-12-31".parse().unwrap() });
        let options = Options { range, ..options() };
        let written = Format::WRITTEN.map(|format| write(format, &rows, &Kinds::default(), Timestamp(0)));
        let others = [TOGGL.to_owned(), clockify(["03/04/2026", "14/03/2026"]), CALENDAR.to_owned()];
        for text in written.iter().chain(&others) {
            let bytes = damaged(text, &cuts);
            for format in Format::ALL.map(Some).into_iter().chain([None]) {
                if let Ok(run) = dry_run(&bytes, format, &options, []) {
                    for row in run.added() {
                        // Rows without a length are kept.
                        prop_assert!(row.end.is_none_or(|end| end >= row.start));
                        prop_assert!(row.tags.len() <= 50);
                    }
                }
            }
        }
    }

    #[test]
    fn f5_any_text_gives_a_report_or_an_error(text in any::<String>()) {
        for format in Format::ALL.map(Some).into_iter().chain([None]) {
            let _ = dry_run(text.as_bytes(), format, &options(), []);
        }
    }
}

#[test]
fn formulas_are_not_run_by_a_spreadsheet() {
    let row = Row {
        note: "=HYPERLINK(1)".to_owned(),
        end: Some(Timestamp(1_000)),
        category: Some("@x".to_owned()),
        ..Row::default()
    };
    let text = write(Format::Csv, &[row], &Kinds::default(), Timestamp(0));
    assert!(text.contains(",'=HYPERLINK(1)") && text.contains(",'@x,"), "{text}");
}

mod columns;
