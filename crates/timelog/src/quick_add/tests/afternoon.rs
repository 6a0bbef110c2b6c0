//! Lines as they are typed on a Wednesday at two in the afternoon in Berlin.

use super::*;

fn all(text: &str) -> Vec<String> {
    let said = all_said_at(text, "Europe/Berlin", "2026-11-18 14:00");
    said.into_iter().map(|said| said.replace("2026-11-18 ", "").replace("2026-11-17 ", "yesterday ")).collect()
}

fn first(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expect)| all(text)[0] != *expect)
        .map(|(text, expect)| format!("{text}: {:?} and not {expect}", all(text)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn times_stand_first_last_or_in_words() {
    first(&[
        ("half past nine to ten", "09:30 to 10:00"),
        ("half past nine to ten mail", "09:30 to 10:00 | mail"),
        ("quarter to nine till quarter past ten, planning", "08:45 to 10:15 | planning"),
        ("nine thirty to eleven call", "09:30 to 11:00 | call"),
        ("nine to ten emails", "09:00 to 10:00 | emails"),
        ("breakfast 8am 30min", "08:00 to 08:30 | breakfast"),
        ("breakfast 30min 8am", "08:00 to 08:30 | breakfast"),
        ("swim 6-7am friday", "2026-11-13 06:00 to 2026-11-13 07:00 | swim"),
        ("swim friday 6-7am", "2026-11-13 06:00 to 2026-11-13 07:00 | swim"),
        ("swim friday", "now | swim friday"),
        ("fix bug 12-13", "12:00 to 13:00 | fix bug"),
        ("fix bug 10:15-11:40 #web", "10:15 to 11:40 #web | fix bug"),
        ("this morning 8-9:30 jog", "08:00 to 09:30 | jog"),
        ("jog 8-9:30 this morning", "08:00 to 09:30 | jog"),
        ("this morning jog", "now | this morning jog"),
        ("1h ago for 30 min phone", "13:00 to 13:30 | phone"),
        ("an hour ago phone", "since 13:00 | phone"),
        ("phone an hour ago", "since 13:00 | phone"),
        ("2h ago to 1h ago phone", "12:00 to 13:00 | phone"),
        ("9h-10h30 réunion", "09:00 to 10:30 | réunion"),
        ("réunion 9h-10h30", "09:00 to 10:30 | réunion"),
        ("9 to 10 30 mail", "09:00 to 10:30 | mail"),
        ("9 30 to 10 15 mail", "09:30 to 10:15 | mail"),
        ("yesterday 3-5pm reading", "yesterday 15:00 to yesterday 17:00 | reading"),
        ("2h30 coding", "11:30 to 14:00 | coding"),
        ("noon to 1 lunch", "12:00 to 13:00 | lunch"),
        ("Mon 9-12", "2026-11-16 09:00 to 2026-11-16 12:00"),
        ("Nov 3 10am-noon", "2026-11-03 10:00 to 2026-11-03 12:00"),
        ("3.11. 10-11", "2026-11-03 10:00 to 2026-11-03 11:00"),
        ("90m piano at 7am", "07:00 to 08:30 | piano"),
        ("an hour of guitar", "13:00 to 14:00 | guitar"),
        ("coding since 1pm", "since 13:00 | coding"),
        ("0900-1030", "09:00 to 10:30"),
        ("tomorrow 9-10", "2026-11-19 09:00 to 2026-11-19 10:00"),
        ("the last hour reading", "now | the last hour reading"),
        ("last 20 min tea", "13:40 to 14:00 | tea"),
    ]);
}

#[test]
fn chinese_times_stand_first_last_or_in_words() {
    first(&[
        ("刚才半小时 散步", "13:30 to 14:00 | 散步"),
        ("1小时前开始 阅读", "since 13:00 | 阅读"),
        ("半小时前开始阅读", "since 13:30 | 阅读"),
        ("一小时前到现在 阅读", "13:00 to 14:00 | 阅读"),
        ("阅读 下午1点到2点", "13:00 to 14:00 | 阅读"),
        ("散步 昨天下午3点到4点", "yesterday 15:00 to yesterday 16:00 | 散步"),
        ("上周五晚上8点到10点 看书", "2026-11-13 20:00 to 2026-11-13 22:00 | 看书"),
        ("昨晚11点到今天早上6点半", "yesterday 23:00 to 06:30"),
        ("11月3号上午九点到十一点半", "2026-11-03 09:00 to 2026-11-03 11:30"),
        ("两个半小时", "11:30 to 14:00"),
        ("今早8点到9点一刻", "08:00 to 09:15"),
        ("晚上11点到1点看书", "yesterday 23:00 to 01:00 | 看书"),
    ]);
}

#[test]
fn an_hour_without_its_half_of_the_day_is_todays_by_day() {
    assert_eq!(
        all("meeting 2-3"),
        ["Ahead: 14:00 to 15:00 | meeting", "Ahead: yesterday 14:00 to yesterday 15:00 | meeting", "now | meeting 2-3"]
    );
    let readings = all("三点到五点 学习");
    assert_eq!(readings[0], "Ahead: 15:00 to 17:00 !学习");
    assert!(readings.contains(&"Ahead: 03:00 to 05:00 !学习".to_owned()), "{readings:?}");
    first(&[
        ("since 1 coding", "since 13:00 | coding"),
        ("90m piano at 7", "07:00 to 08:30 | piano"),
        ("1-2 lunch", "13:00 to 14:00 | lunch"),
        ("9-5 office", "Ahead: 09:00 to 17:00 | office"),
    ]);
}

#[test]
fn what_lies_ahead_was_the_day_before() {
    first(&[
        ("11pm-1am gaming", "yesterday 23:00 to 01:00 | gaming"),
        ("7:15pm-8 cooking", "yesterday 19:15 to yesterday 20:00 | cooking"),
        ("tonight 8-10 film", "20:00 to 22:00 | film"),
    ]);
    assert_eq!(all("11pm-1am gaming")[1], "23:00 to 2026-11-19 01:00 | gaming");
}

#[test]
fn what_is_hardly_meant_is_asked() {
    assert_eq!(
        all("1:30 review"),
        ["LengthOrTime: 12:30 to 14:00 | review", "LengthOrTime: since 13:30 | review", "now | 1:30 review",]
    );
    let nothing = all("10:00 - 10:00 nothing");
    assert!(nothing[0].starts_with("Nothing: "), "{nothing:?}");
    assert_eq!(nothing.last().unwrap(), "now | 10:00 - 10:00 nothing");
    assert!(all("since 1:30am review")[0].starts_with("Long: since 01:30"));
    for line in ["25:99-26:00 x", "x 25:99", "999999999h x", "1e9m x", "0m x", "x 0 h", "0h"] {
        let readings = all(line);
        if line != "x 0 h" {
            assert_eq!(readings, [format!("NotUnderstood: now | {line}")], "{line}");
        }
    }
    assert_eq!(all("2026-02-30 9-10 x")[0], "NotUnderstood: 09:00 to 10:00 | 2026-02-30 x");
    assert_eq!(all("2026-02-30 x"), ["NotUnderstood: now | 2026-02-30 x"]);
}

#[test]
fn q2_what_is_counted_is_no_time() {
    first(&[
        ("read pages 9-11", "now | read pages 9-11"),
        ("exercise 4-6", "now | exercise 4-6"),
        ("won 3-2", "now | won 3-2"),
        ("看第3-5章", "now | 看第3-5章"),
        ("2-3 hours coding", "now | 2-3 hours coding"),
        ("one to one with Bob", "now | one to one with Bob"),
        ("1:1 with Bob", "now | 1:1 with Bob"),
        ("call Sun", "now | call Sun"),
        ("ran 10km", "now | ran 10km"),
        ("16:9 display", "now | 16:9 display"),
    ]);
    assert_eq!(all("read pages 9-11")[1], "09:00 to 11:00 | read pages");
}

#[test]
fn the_clock_that_is_set_is_named() {
    let berlin = |text: &str, now: &str| {
        let calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
        let (date, hour) = now.split_once(' ').unwrap();
        let second = hour.parse::<i32>().unwrap() * 3_600;
        let now = Timestamp(calendar.instant(date.parse().unwrap(), second) * 1_000);
        let read = readings(text, &Known { now, calendar: &calendar, categories: &[], goals: &[] });
        read.iter()
            .map(|read| (read.change, read.row.end.map(|end| end.since_ms(read.row.start) / 60_000)))
            .collect::<Vec<_>>()
    };
    assert_eq!(berlin("2:30-4:00am x", "2026-03-29 12")[0].0, Some(ClockChange::Skipped));
    assert_eq!(berlin("2:30-3:00am x", "2026-03-29 12")[0], (Some(ClockChange::Skipped), None));
    let twice = berlin("1:30-2:30am x", "2026-10-25 12");
    assert!(twice.contains(&(Some(ClockChange::First), Some(60))), "{twice:?}");
    assert!(twice.contains(&(Some(ClockChange::Second), Some(120))), "{twice:?}");
}

/// A reading as a line that says all of it.
fn written(read: &QuickAdd, calendar: &Calendar) -> String {
    let wall = |at: Timestamp| {
        let clock = calendar.clock(at.0 / 1_000);
        let (hour, minute, _) = clock.time();
        let (shown, half) = (if hour % 12 == 0 { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" });
        format!("{} {shown}:{minute:02}{half}", clock.date)
    };
    format!("{}-{} {}", wall(read.row.start), wall(read.row.end.unwrap()), read.row.note)
}

proptest! {
    #[test]
    fn a_reading_that_is_written_out_is_read_the_same(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8),
        hour in 0_i32..24,
    ) {
        CALENDAR.with(|calendar| {
            let now = Timestamp(calendar.instant("2026-11-18".parse().unwrap(), hour * 3_600) * 1_000);
            let known = Known { now, calendar, categories: &[], goals: &[] };
            let plain = |text: &str| text.chars().all(|c| !"#@!\"".contains(c) && !c.is_ascii_digit());
            for read in readings(&pieces.join(" "), &known) {
                // What is over, and whose note says nothing about time.
                let again = read.row.note.split(' ').all(|word| word == "x" || word == "writing");
                if read.timed != Timed::Between || !again || !plain(&read.row.note) { continue; }
                let line = written(&read, calendar);
                let twin = super::read(&line, &known);
                prop_assert_eq!((twin.row.start, twin.row.end, &twin.row.note), (read.row.start, read.row.end, &read.row.note), "{}", line);
                prop_assert_eq!(twin.sure, Sure::Said, "{}", line);
            }
            Ok(())
        })?;
    }
}
