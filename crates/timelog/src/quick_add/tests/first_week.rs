//! Lines as people type them in their first week, at the time at which they type them, on a Tuesday in Berlin.

use super::*;

/// All readings, without the name of today.
fn all(at: &str, text: &str) -> Vec<String> {
    let said = all_said_at(text, "Europe/Berlin", &format!("2026-11-24 {at}"));
    let plain = |said: String| said.replace("2026-11-24 ", "").replace("2026-11-23 ", "yesterday ");
    said.into_iter().map(|said| plain(said).replace(" to yesterday ", " to ")).collect()
}

/// Checks rows of: typed at, the line, the readings; only those that are named are compared.
fn check(table: &[(&str, &str, &[&str])]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(at, text, expect)| (at, text, expect, all(at, text)))
        .filter(|(_, _, expect, read)| {
            !read.iter().zip(expect.iter()).all(|(one, other)| one == other) || read.len() > 3
        })
        .map(|(at, text, expect, read)| format!("{at} {text}: {read:?} and not {expect:?}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_hour_of_today_that_is_over_is_meant() {
    check(&[
        (
            "12:00",
            "9-11:30 writing #thesis",
            &["09:00 to 11:30 #thesis | writing", "yesterday 09:00 to 11:30 #thesis | writing"],
        ),
        ("11:30", "9-11:30 writing", &["09:00 to 11:30 | writing"]),
        ("14:00", "8:15-9 mail", &["08:15 to 09:00 | mail"]),
        ("15:00", "2-3 call", &["14:00 to 15:00 | call", "yesterday 14:00 to 15:00 | call"]),
        ("18:00", "12-1 lunch", &["12:00 to 13:00 | lunch"]),
        ("18:00", "12:30-1:15 lunch", &["12:30 to 13:15 | lunch"]),
        ("18:00", "11:45-1:15 lunch", &["11:45 to 13:15 | lunch"]),
        ("18:00", "9-5 office", &["09:00 to 17:00 | office"]),
        ("20:30", "7-8 dinner", &["19:00 to 20:00 | dinner", "07:00 to 08:00 | dinner", "now | 7-8 dinner"]),
        ("18:00", "14:00-15:30 code", &["14:00 to 15:30 | code"]),
        ("18:00", "10:00-11:30 code", &["10:00 to 11:30 | code", "yesterday 10:00 to 11:30 | code"]),
        ("18:00", "since 5 code", &["since 17:00 | code"]),
        ("10:00", "since 9:30 standup", &["since 09:30 | standup"]),
        ("18:00", "at 4 for 30m tea", &["16:00 to 16:30 | tea"]),
        ("18:00", "45m standup until 11:00", &["10:15 to 11:00 | standup"]),
        ("12:00", "9点到11点 写论文", &["09:00 to 11:00 | 写论文"]),
        ("18:00", "三点到五点半 开会", &["15:00 to 17:30 | 开会"]),
        ("18:00", "两点到三点 开会", &["14:00 to 15:00 | 开会"]),
        ("18:00", "10:30到11:30 例会", &["10:30 to 11:30 | 例会"]),
        ("13:30", "从12点到1点 午饭", &["12:00 to 13:00 | 午饭"]),
        ("09:00", "05:00-06:30 run", &["05:00 to 06:30 | run"]),
    ]);
}

#[test]
fn an_hour_that_is_not_over_today_is_asked() {
    check(&[
        (
            "08:33",
            "9-11:30 writing",
            &["Ahead: 09:00 to 11:30 | writing", "Ahead: yesterday 09:00 to 11:30 | writing", "now | 9-11:30 writing"],
        ),
        ("10:40", "9-11:30 writing", &["Ahead: 09:00 to 11:30 | writing", "Ahead: yesterday 09:00 to 11:30 | writing"]),
        ("11:04", "11:45-12:30 lunch", &["Ahead: 11:45 to 12:30 | lunch", "Ahead: yesterday 11:45 to 12:30 | lunch"]),
        ("11:04", "12-1 lunch", &["Ahead: 12:00 to 13:00 | lunch", "Ahead: yesterday 12:00 to 13:00 | lunch"]),
        ("12:00", "2-3 call", &["Ahead: 14:00 to 15:00 | call", "Ahead: yesterday 14:00 to 15:00 | call"]),
        ("14:00", "9-5 office", &["Ahead: 09:00 to 17:00 | office", "Ahead: yesterday 09:00 to 17:00 | office"]),
        ("12:00", "20:00-21:00 film", &["Ahead: 20:00 to 21:00 | film", "Ahead: yesterday 20:00 to 21:00 | film"]),
        ("12:00", "23:00 film", &["Ahead: open 23:00 | film", "Ahead: open yesterday 23:00 | film"]),
        ("08:00", "9:00 standup", &["Ahead: open 09:00 | standup", "Ahead: open yesterday 09:00 | standup"]),
        (
            "08:00",
            "at 9 for 2h tennis",
            &["Ahead: 09:00 to 11:00 | tennis", "Ahead: yesterday 09:00 to 11:00 | tennis"],
        ),
        (
            "10:30",
            "45m standup until 11:00",
            &["Ahead: 10:15 to 11:00 | standup", "Ahead: yesterday 10:15 to 11:00 | standup"],
        ),
        ("00:30", "9-11 film", &["Ahead: 09:00 to 11:00 | film", "Ahead: yesterday 09:00 to 11:00 | film"]),
        ("22:30", "22:00-1:30 film", &["Ahead: 22:00 to 2026-11-25 01:30 | film"]),
        ("23:50", "23:30-00:10 film", &["Ahead: 23:30 to 2026-11-25 00:10 | film"]),
        (
            "08:33",
            "9点到11点半 写论文",
            &["Ahead: 09:00 to 11:30 | 写论文", "Ahead: yesterday 09:00 to 11:30 | 写论文"],
        ),
        (
            "12:00",
            "三点到五点半 开会",
            &["Ahead: 15:00 to 17:30 | 开会", "Ahead: yesterday 15:00 to 17:30 | 开会", "Ahead: 03:00 to 05:30 | 开会"],
        ),
        ("11:04", "11:45到12:30 午饭", &["Ahead: 11:45 to 12:30 | 午饭", "Ahead: yesterday 11:45 to 12:30 | 午饭"]),
    ]);
}

#[test]
fn words_and_nights_that_ended_today_are_taken_as_said() {
    check(&[
        ("12:00", "3-5pm tennis", &["yesterday 15:00 to 17:00 | tennis"]),
        ("23:00", "10:30-11pm film", &["22:30 to 23:00 | film"]),
        ("12:00", "10:30-11:30pm film", &["yesterday 22:30 to 23:30 | film"]),
        ("12:00", "10pm-11:30 film", &["yesterday 22:00 to 23:30 | film"]),
        ("12:00", "last night 11:00-11:45 film", &["yesterday 23:00 to 23:45 | film"]),
        ("12:00", "film 10:15-11:00 last night", &["yesterday 22:15 to 23:00 | film"]),
        ("12:00", "yesterday 3-5 tennis", &["yesterday 15:00 to 17:00 | tennis"]),
        ("08:33", "today 9-11:30 writing", &["09:00 to 11:30 | writing"]),
        ("12:00", "tonight 8-10 film", &["20:00 to 22:00 | film"]),
        ("08:00", "23:00-6:30 sleep", &["yesterday 23:00 to 06:30 | sleep"]),
        ("12:00", "22:00-1:30 film", &["yesterday 22:00 to 01:30 | film"]),
        ("00:30", "22:00-23:00 film", &["yesterday 22:00 to 23:00 | film"]),
        ("12:00", "昨晚10点到11点 看书", &["yesterday 22:00 to 23:00 | 看书"]),
        ("12:00", "晚上10:30到11:30 看书", &["yesterday 22:30 to 23:30 | 看书"]),
        ("12:00", "昨天三点到五点 开会", &["yesterday 15:00 to 17:00 | 开会"]),
        ("12:00", "下午3点到5点 开会", &["yesterday 15:00 to 17:00 | 开会"]),
        ("12:00", "今天晚上8点到10点 看书", &["20:00 to 22:00 | 看书"]),
        ("12:00", "凌晨1点到3点 看球", &["01:00 to 03:00 | 看球"]),
    ]);
}
