//! Words for figures in many places: times of day, lengths of time and days of the week.

use crate::date::Weekday;
use crate::language::Language;

/// The form in which times of day are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeFormat {
    /// The language.
    pub language: Language,
    /// Whether hours go to twelve, and to 24 otherwise.
    pub twelve_hours: bool,
}

impl TimeFormat {
    /// Renders a time of day: `09:05`, `9:05 AM`, `上午9:05`.
    pub fn time(self, hour: i32, minute: i32) -> String {
        self.form(hour, &format!(":{minute:02}"))
    }

    /// Renders a full hour for the edge of a scale: `09:00`, `9 AM`, `上午9`.
    pub fn hour(self, hour: i32) -> String {
        self.form(hour, if self.twelve_hours { "" } else { ":00" })
    }

    /// Joins a day and a time of it, both rendered.
    pub fn on_day(self, day: &str, time: &str) -> String {
        let comma = if self.language == Language::En { "," } else { "" };
        format!("{day}{comma} {time}")
    }

    fn form(self, hour: i32, minutes: &str) -> String {
        if !self.twelve_hours {
            return format!("{hour:02}{minutes}");
        }
        let twelfth = (hour + 11).rem_euclid(12) + 1;
        match (self.language, hour < 12) {
            // The half of the day does not go to the next line. The space is not the narrow one of some browsers, which
            // not every font has.
            (Language::En, true) => format!("{twelfth}{minutes}\u{a0}AM"),
            (Language::En, false) => format!("{twelfth}{minutes}\u{a0}PM"),
            (Language::Zh, true) => format!("上午{twelfth}{minutes}"),
            (Language::Zh, false) => format!("下午{twelfth}{minutes}"),
        }
    }
}

/// Renders a length of time to the minute, below a minute to the second: `1 h 30 min`, `1小时30分钟`.
pub fn length(seconds: i64, language: Language) -> String {
    let (hour, minute, second, between) = match language {
        Language::En => (" h", " min", " s", " "),
        Language::Zh => ("小时", "分钟", "秒", ""),
    };
    let sign = if seconds < 0 { "−" } else { "" };
    let seconds = seconds.unsigned_abs();
    if seconds < 60 {
        return format!("{sign}{seconds}{second}");
    }
    let minutes = (seconds + 30) / 60;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{sign}{minutes}{minute}"),
        (hours, 0) => format!("{sign}{hours}{hour}"),
        (hours, minutes) => format!("{sign}{hours}{hour}{between}{minutes}{minute}"),
    }
}

/// Renders a duration that is being watched: tenths of a second below ten, from a minute on minutes and seconds.
pub fn elapsed(milliseconds: i64, language: Language) -> String {
    let ms = milliseconds.max(0);
    let (minute, second, between) = match language {
        Language::En => (" min", " s", " "),
        Language::Zh => ("分", "秒", ""),
    };
    match ms {
        0..10_000 => format!("{}.{}{second}", ms / 1_000, ms % 1_000 / 100),
        10_000..60_000 => format!("{}{second}", ms / 1_000),
        _ => format!("{}{minute}{between}{}{second}", ms / 60_000, ms / 1_000 % 60),
    }
}

/// Returns the name of a day of the week: `Monday`, `星期一`.
pub const fn weekday(day: Weekday, language: Language) -> &'static str {
    const EN: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    const ZH: [&str; 7] = ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"];
    let at = day.from_monday() as usize;
    match language {
        Language::En => EN[at],
        Language::Zh => ZH[at],
    }
}

/// Returns the short name of a day of the week: `Mon`, `周一`.
pub const fn short_weekday(day: Weekday, language: Language) -> &'static str {
    const ZH: [&str; 7] = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
    match language {
        Language::En => weekday(day, Language::En).split_at(3).0,
        Language::Zh => ZH[day.from_monday() as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_go_to_twelve_or_to_24() {
        let said = |language, twelve_hours| {
            let format = TimeFormat { language, twelve_hours };
            [(0, 0), (0, 5), (7, 16), (12, 0), (12, 30), (23, 59)].map(|(hour, minute)| format.time(hour, minute))
        };
        for language in [Language::En, Language::Zh] {
            assert_eq!(said(language, false), ["00:00", "00:05", "07:16", "12:00", "12:30", "23:59"]);
        }
        let english = said(Language::En, true).map(|text| text.replace('\u{a0}', " "));
        assert_eq!(english, ["12:00 AM", "12:05 AM", "7:16 AM", "12:00 PM", "12:30 PM", "11:59 PM"]);
        let chinese = ["上午12:00", "上午12:05", "上午7:16", "下午12:00", "下午12:30", "下午11:59"];
        assert_eq!(said(Language::Zh, true), chinese);
        let hours = |language, twelve_hours| [0, 7, 12].map(|hour| TimeFormat { language, twelve_hours }.hour(hour));
        assert_eq!(hours(Language::Zh, false), ["00:00", "07:00", "12:00"]);
        assert_eq!(hours(Language::Zh, true), ["上午12", "上午7", "下午12"]);
        assert_eq!(hours(Language::En, true), ["12\u{a0}AM", "7\u{a0}AM", "12\u{a0}PM"]);
    }

    #[test]
    fn lengths_have_one_form_in_each_language() {
        let said =
            |language| [0, 59, 60, 89, 90, 3_599, 3_600, 7_182, 9_000, -120].map(|seconds| length(seconds, language));
        assert_eq!(
            said(Language::En),
            ["0 s", "59 s", "1 min", "1 min", "2 min", "1 h", "1 h", "2 h", "2 h 30 min", "−2 min"],
            "never 1 h 60 min"
        );
        assert_eq!(
            said(Language::Zh),
            ["0秒", "59秒", "1分钟", "1分钟", "2分钟", "1小时", "1小时", "2小时", "2小时30分钟", "−2分钟"]
        );
    }

    #[test]
    fn what_is_watched_is_said_to_the_second() {
        let said = |language| [0, 449, 9_999, 10_000, 59_999, 61_000, -5].map(|ms| elapsed(ms, language));
        assert_eq!(said(Language::En), ["0.0 s", "0.4 s", "9.9 s", "10 s", "59 s", "1 min 1 s", "0.0 s"]);
        assert_eq!(said(Language::Zh), ["0.0秒", "0.4秒", "9.9秒", "10秒", "59秒", "1分1秒", "0.0秒"]);
    }

    #[test]
    fn days_have_a_long_and_a_short_name() {
        assert_eq!(
            (weekday(Weekday::Monday, Language::En), short_weekday(Weekday::Monday, Language::En)),
            ("Monday", "Mon")
        );
        assert_eq!(
            (weekday(Weekday::Sunday, Language::Zh), short_weekday(Weekday::Sunday, Language::Zh)),
            ("星期日", "周日")
        );
    }
}
