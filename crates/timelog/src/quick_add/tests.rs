use super::readings::MOST;
use super::*;
use espalier_base::date::Weekday;
use espalier_base::zone::Zone;
use proptest::prelude::*;

const ALIASES: &[&str] = &["study"];

/// Reads a line and writes the result: begin and end on the wall, category, goal, tags and note.
fn said_at(text: &str, zone: &str, now: &str) -> String {
    all_said_at(text, zone, now).swap_remove(0)
}

/// Reads a line in every way it can be meant and writes the results.
fn all_said_at(text: &str, zone: &str, now: &str) -> Vec<String> {
    let calendar = Calendar::new(&Zone::new(zone), Weekday::Monday);
    let (date, time) = now.split_once(' ').unwrap();
    let (hour, minute) = time.split_once(':').unwrap();
    let second = (hour.parse::<i32>().unwrap() * 60 + minute.parse::<i32>().unwrap()) * 60;
    let now = Timestamp(calendar.instant(date.parse().unwrap(), second) * 1_000);
    let aliases: Vec<String> = ALIASES.iter().map(|alias| (*alias).to_owned()).collect();
    let named = |name| Named { name, aliases: &[], client: None };
    let categories = [
        Named { name: "学习", aliases: &aliases, client: None },
        named("Work"),
        named("Deep work"),
        named("运动"),
        named("Workout"),
    ];
    let goals = [named("Master thesis"), named("Marathon"), named("毕业论文")];
    let known = Known { now, calendar: &calendar, categories: &categories, goals: &goals };
    readings(text, &known).into_iter().map(|read| said_of(text, read, &calendar)).collect()
}

fn said_of(text: &str, read: QuickAdd, calendar: &Calendar) -> String {
    let wall = |at: Timestamp| {
        let clock = calendar.clock(at.0 / 1_000);
        let (hour, minute, second) = clock.time();
        let seconds = if second == 0 { String::new() } else { format!(":{second:02}") };
        format!("{} {hour:02}:{minute:02}{seconds}", clock.date)
    };
    let mut said = match (read.timed, read.row.end) {
        (Timed::Now, None) => "now".to_owned(),
        (Timed::Since, None) => format!("since {}", wall(read.row.start)),
        (Timed::Open, None) => format!("open {}", wall(read.row.start)),
        (Timed::Between, Some(end)) => format!("{} to {}", wall(read.row.start), wall(end)),
        other => panic!("{text}: {other:?}"),
    };
    if let Sure::Asked(why) = read.sure {
        said = format!("{why:?}: {said}");
    }
    let sign = if read.new_category { " new !" } else { " !" };
    said += &read.row.category.map(|name| format!("{sign}{name}")).unwrap_or_default();
    said += &read.row.goal.map(|name| format!(" @{name}")).unwrap_or_default();
    for tag in &read.row.tags {
        said = said + " #" + tag;
    }
    if !read.row.note.is_empty() {
        said = said + " | " + &read.row.note;
    }
    for doubt in read.doubts {
        said = format!("{said} ? {} {:?}", &text[doubt.range], doubt.choices);
    }
    said
}

/// Reads a line on a Wednesday at noon in Shanghai.
fn said(text: &str) -> String {
    said_at(text, "Asia/Shanghai", "2026-03-18 12:00")
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expect)| said(text) != *expect)
        .map(|(text, expect)| format!("{text}: {} and not {expect}", said(text)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn english_lines_are_read() {
    check(&[
        ("9-11:30 writing #thesis", "2026-03-18 09:00 to 2026-03-18 11:30 #thesis | writing"),
        (
            "yesterday 22:00-1:30 reading @marathon !work",
            "2026-03-17 22:00 to 2026-03-18 01:30 !Work @Marathon | reading",
        ),
        ("45m standup", "2026-03-18 11:15 to 2026-03-18 12:00 | standup"),
        ("2h15 code review", "2026-03-18 09:45 to 2026-03-18 12:00 | code review"),
        ("9am-noon", "2026-03-18 09:00 to 2026-03-18 12:00"),
        ("9am to 10:30 emails", "2026-03-18 09:00 to 2026-03-18 10:30 | emails"),
        ("from 9 to 11 emails", "2026-03-18 09:00 to 2026-03-18 11:00 | emails"),
        ("9-5 office", "Ahead: 2026-03-18 09:00 to 2026-03-18 17:00 | office"),
        ("3-5pm tennis", "2026-03-17 15:00 to 2026-03-17 17:00 | tennis"),
        ("10pm - 1am party", "2026-03-17 22:00 to 2026-03-18 01:00 | party"),
        ("0900-1130 lab", "2026-03-18 09:00 to 2026-03-18 11:30 | lab"),
        ("9.30-11.00 lab", "2026-03-18 09:30 to 2026-03-18 11:00 | lab"),
        ("Mon 9-11 lecture", "2026-03-16 09:00 to 2026-03-16 11:00 | lecture"),
        ("2026-03-01 9-11 lecture", "2026-03-01 09:00 to 2026-03-01 11:00 | lecture"),
        ("March 5 9:00-11:00 lecture", "2026-03-05 09:00 to 2026-03-05 11:00 | lecture"),
        ("lecture 9:00-11:00 yesterday", "2026-03-17 09:00 to 2026-03-17 11:00 | lecture"),
        ("at 9 for 2h tennis", "2026-03-18 09:00 to 2026-03-18 11:00 | tennis"),
        ("9:00 45m standup", "2026-03-18 09:00 to 2026-03-18 09:45 | standup"),
        ("45m standup until 11:00", "2026-03-18 10:15 to 2026-03-18 11:00 | standup"),
        ("45m until 11:00 standup", "2026-03-18 10:15 to 2026-03-18 11:00 | standup"),
        ("standup for half an hour", "2026-03-18 11:30 to 2026-03-18 12:00 | standup"),
        ("9am standup", "since 2026-03-18 09:00 | standup"),
        ("since 9:30 standup", "since 2026-03-18 09:30 | standup"),
        ("9:30-now standup", "2026-03-18 09:30 to 2026-03-18 12:00 | standup"),
        ("last night 11-1 film", "2026-03-17 23:00 to 2026-03-18 01:00 | film"),
        ("yesterday evening 8-10 film", "2026-03-17 20:00 to 2026-03-17 22:00 | film"),
        ("9-11: writing", "2026-03-18 09:00 to 2026-03-18 11:00 | writing"),
        ("tuesday 22:00 to wednesday 6:00 sleep", "2026-03-17 22:00 to 2026-03-18 06:00 | sleep"),
    ]);
}

#[test]
fn chinese_lines_are_read() {
    check(&[
        ("昨天下午3点到5点 学习", "2026-03-17 15:00 to 2026-03-17 17:00 !学习"),
        ("昨天下午３点到５点　学习", "2026-03-17 15:00 to 2026-03-17 17:00 !学习"),
        ("上午9点半到11点写论文", "2026-03-18 09:30 to 2026-03-18 11:00 | 写论文"),
        ("晚上11点到1点看书", "2026-03-17 23:00 to 2026-03-18 01:00 | 看书"),
        ("昨晚11点到次日1点 看书", "2026-03-17 23:00 to 2026-03-18 01:00 | 看书"),
        ("昨天22:00到今天1:30 看书", "2026-03-17 22:00 to 2026-03-18 01:30 | 看书"),
        ("三点到五点半 开会", "Ahead: 2026-03-18 15:00 to 2026-03-18 17:30 | 开会"),
        ("下午三点一刻到五点 开会", "2026-03-17 15:15 to 2026-03-17 17:00 | 开会"),
        ("3月5日 9：00～11：30 开会", "2026-03-05 09:00 to 2026-03-05 11:30 | 开会"),
        ("周一9点到11点开会", "2026-03-16 09:00 to 2026-03-16 11:00 | 开会"),
        ("45分钟 例会", "2026-03-18 11:15 to 2026-03-18 12:00 | 例会"),
        ("一个半小时 跑步 #健身", "2026-03-18 10:30 to 2026-03-18 12:00 #健身 | 跑步"),
        ("跑步半小时", "2026-03-18 11:30 to 2026-03-18 12:00 | 跑步"),
        ("从8点到10点 学习 线性代数", "2026-03-18 08:00 to 2026-03-18 10:00 !学习 | 学习 线性代数"),
        ("今天中午12点到1点 午饭", "2026-03-18 12:00 to 2026-03-18 13:00 | 午饭"),
        ("凌晨1点到3点 看球", "2026-03-18 01:00 to 2026-03-18 03:00 | 看球"),
        ("9点到11点 ！学习 ＠毕业论文 ＃图书馆", "2026-03-18 09:00 to 2026-03-18 11:00 !学习 @毕业论文 #图书馆"),
    ]);
}

#[test]
fn q2_other_numbers_are_the_note() {
    check(&[
        ("read pages 9-11", "now | read pages 9-11"),
        ("chapter 3", "now | chapter 3"),
        ("ran 5k", "now | ran 5k"),
        ("Sun salutation", "now | Sun salutation"),
        ("周一例会", "now | 周一例会"),
        ("一分耕耘", "now | 一分耕耘"),
        ("第3点到第5点", "now | 第3点到第5点"),
        ("buy 3 apples", "now | buy 3 apples"),
        ("may the force", "now | may the force"),
        ("C# and me@example.org", "now | C# and me@example.org"),
        ("great! done", "now | great! done"),
        ("now or never", "now | now or never"),
        ("24/7 support", "now | 24/7 support"),
        ("version 1.9-11", "now | version 1.9-11"),
        ("", "now"),
    ]);
}

#[test]
fn half_typed_lines_are_read() {
    check(&[
        ("9-", "since 2026-03-18 09:00"),
        ("9:", "now | 9:"),
        ("9:3", "now | 9:3"),
        ("9-11:", "2026-03-18 09:00 to 2026-03-18 11:00"),
        ("9:00-", "since 2026-03-18 09:00"),
        ("昨天", "open 2026-03-17 12:00"),
        ("昨天下午3点到", "open 2026-03-17 15:00"),
        ("yesterday 22:00", "open 2026-03-17 22:00"),
        ("9-11 #", "2026-03-18 09:00 to 2026-03-18 11:00 | #"),
        ("9-11 @", "2026-03-18 09:00 to 2026-03-18 11:00 | @"),
        ("23:00 film", "Ahead: open 2026-03-18 23:00 | film"),
    ]);
}

#[test]
fn q4_names_are_known_or_a_doubt() {
    check(&[
        ("9-11 @master thesis intro", "2026-03-18 09:00 to 2026-03-18 11:00 @Master thesis | intro"),
        ("9-11 !deep work", "2026-03-18 09:00 to 2026-03-18 11:00 !Deep work"),
        ("9-11 !study algebra", "2026-03-18 09:00 to 2026-03-18 11:00 !学习 | algebra"),
        ("9-11 @thesis", "2026-03-18 09:00 to 2026-03-18 11:00 @Master thesis"),
        ("9-11 !wor emails", "2026-03-18 09:00 to 2026-03-18 11:00 | !wor emails ? !wor [1, 4, 2]"),
        ("9-11 !garden", "2026-03-18 09:00 to 2026-03-18 11:00 new !garden"),
        ("9-11 @garden weeding", "2026-03-18 09:00 to 2026-03-18 11:00 new !garden | weeding"),
        ("9-11 @\"the garden\" x", "2026-03-18 09:00 to 2026-03-18 11:00 new !the garden | x"),
        ("9-11 @work emails", "2026-03-18 09:00 to 2026-03-18 11:00 !Work | emails"),
        ("9-11 @deep work x", "2026-03-18 09:00 to 2026-03-18 11:00 !Deep work | x"),
        ("9-11 @study algebra", "2026-03-18 09:00 to 2026-03-18 11:00 !学习 | algebra"),
        ("9-11 @wor emails", "2026-03-18 09:00 to 2026-03-18 11:00 new !wor | emails"),
        ("9-11 @work @home x", "2026-03-18 09:00 to 2026-03-18 11:00 !Work | @home x ? @home []"),
        ("9-11 @work @marathon x", "2026-03-18 09:00 to 2026-03-18 11:00 !Work @Marathon | x"),
        ("9-11 @thes", "2026-03-18 09:00 to 2026-03-18 11:00 @Master thesis"),
        ("9点到11点 看书@图书馆", "2026-03-18 09:00 to 2026-03-18 11:00 new !图书馆 | 看书"),
        ("9点到11点 ＠运动 跑步", "2026-03-18 09:00 to 2026-03-18 11:00 !运动 | 跑步"),
        ("9-11 @\"Master Thesis\" x", "2026-03-18 09:00 to 2026-03-18 11:00 @Master thesis | x"),
        ("work", "now !Work"),
        ("Work: emails", "now !Work | Work: emails"),
        ("#a #b #a x", "now #a #b | x"),
    ]);
}

#[test]
fn after_midnight_what_lies_ahead_was_yesterday() {
    let at_night = |text| said_at(text, "Asia/Shanghai", "2026-03-18 00:30");
    assert_eq!(at_night("22:00-23:00 film"), "2026-03-17 22:00 to 2026-03-17 23:00 | film");
    assert_eq!(at_night("45m film"), "2026-03-17 23:45 to 2026-03-18 00:30 | film");
    assert_eq!(at_night("0:10-0:20 film"), "2026-03-18 00:10 to 2026-03-18 00:20 | film");
}

#[test]
fn clocks_that_are_set_are_no_danger() {
    let berlin = |text, now| said_at(text, "Europe/Berlin", now);
    // 02:00 to 03:00 is skipped.
    assert_eq!(berlin("01:30-03:30 x", "2026-03-29 12:00"), "2026-03-29 01:30 to 2026-03-29 03:30 | x");
    assert_eq!(berlin("02:30-03:00 x", "2026-03-29 12:00"), "Skipped: open 2026-03-29 03:30 | x");
    // 02:00 to 03:00 is there twice.
    assert_eq!(berlin("01:30-02:30 x", "2026-10-25 12:00"), "2026-10-25 01:30 to 2026-10-25 02:30 | x");
    assert_eq!(berlin("23:00-6:00 x", "2026-10-25 12:00"), "2026-10-24 23:00 to 2026-10-25 06:00 | x");
}

thread_local! {
    static CALENDAR: Calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
}

/// Every character that is no space is in the note or in a span (Q1).
fn nothing_is_lost(text: &str) {
    let named = |name| Named { name, aliases: &[], client: None };
    let names = [named("Work"), named("学习"), named("Workout")];
    let now = Timestamp(1_773_830_000_000);
    let all = CALENDAR.with(|calendar| readings(text, &Known { now, calendar, categories: &names, goals: &names }));
    assert!((1..=MOST).contains(&all.len()), "{text:?}");
    for read in all {
        nothing_of_it_is_lost(text, &read);
    }
}

fn nothing_of_it_is_lost(text: &str, read: &QuickAdd) {
    let mut end = 0;
    let mut rest = String::new();
    for span in &read.spans {
        assert!(span.range.start >= end, "{text:?} {:?}", read.spans);
        rest += &text[end..span.range.start];
        end = span.range.end;
    }
    rest += &text[end..];
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let (note, rest) = (plain(&read.row.note), plain(&rest));
    // The first word may be in both.
    assert!(note == rest || note.ends_with(&rest), "{text:?}: {note:?} and {rest:?} {:?}", read.spans);
    assert_eq!(read.timed == Timed::Between, read.row.end.is_some());
    assert!(read.row.end.is_none_or(|end| end > read.row.start), "{text:?} {:?}", read.row);
}

const PIECES: &[&str] = &[
    "9",
    "-",
    "11",
    ":",
    "30",
    " ",
    "am",
    "pm",
    "下午",
    "3点",
    "到",
    "半",
    "昨天",
    "yesterday",
    "#a",
    "@work",
    "!学习",
    "h",
    "45m",
    "2h15",
    "学习",
    "writing",
    "from",
    "to",
    "until",
    "for",
    "2026-03-29",
    "2:30",
    "3:00",
    "noon",
    "now",
    ",",
    "的",
    "Mon",
    "周一",
    "晚上",
    "。",
    "\n",
    "～",
    "次日",
    "12",
    "24:00",
    "!",
    "work",
    "\"",
];

proptest! {
    #[test]
    fn q1_nothing_of_any_text_is_lost(text in any::<String>()) {
        nothing_is_lost(&text);
    }

    #[test]
    fn q1_nothing_of_a_likely_text_is_lost(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        nothing_is_lost(&pieces.join(""));
        nothing_is_lost(&pieces.join(" "));
    }

    #[test]
    fn written_times_come_back(start in 0_i32..1_440, length in 1_i32..720) {
        let time = |minutes: i32| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
        let end = start + length;
        let text = format!("2026-03-10 {}-{} x", time(start), time(end));
        let day = if end >= 1_440 { "2026-03-11" } else { "2026-03-10" };
        let expect = format!("2026-03-10 {} to {day} {} | x", time(start), time(end));
        prop_assert_eq!(said(&text), expect);
    }
}

#[test]
fn a_long_text_is_a_note() {
    let text = format!("9-11 {}", "学习 ".repeat(20_000));
    nothing_is_lost(&text);
}

mod afternoon;
mod clients;
mod first_week;
