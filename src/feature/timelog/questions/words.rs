//! Lengths, days and parts as they are said. Every number is rounded here, once. Must not be in here: questions.

use crate::base::date::{DateRange, LocalDate, Weekday};
use crate::base::language::Language;
use crate::feature::timelog::tools::{Group, Only};

/// A length: `3 h 20 min`, `3小时20分钟`; seconds only below a minute.
pub fn length(secs: i64, language: Language) -> String {
    let sign = if secs < 0 { "-" } else { "" };
    let secs = secs.abs();
    let minutes = (secs + 30) / 60;
    let (hours, rest) = (minutes / 60, minutes % 60);
    let text = match (language, secs < 60, hours, rest) {
        (Language::En, true, ..) => format!("{secs} s"),
        (Language::Zh, true, ..) => format!("{secs}秒"),
        (Language::En, _, 0, minutes) => format!("{minutes} min"),
        (Language::Zh, _, 0, minutes) => format!("{minutes}分钟"),
        (Language::En, _, hours, 0) => format!("{hours} h"),
        (Language::Zh, _, hours, 0) => format!("{hours}小时"),
        (Language::En, _, hours, minutes) => format!("{hours} h {minutes} min"),
        (Language::Zh, _, hours, minutes) => format!("{hours}小时{minutes}分钟"),
    };
    format!("{sign}{text}")
}

/// A part of a whole: `12.5%`.
pub fn percent(share: f64) -> String {
    let tenths = (share * 1_000.0).round() as i64;
    if tenths % 10 == 0 { format!("{}%", tenths / 10) } else { format!("{:.1}%", tenths as f64 / 10.0) }
}

/// Days as absolute dates.
pub fn days(range: DateRange, language: Language) -> String {
    if range.first == range.last {
        return range.first.to_string();
    }
    match language {
        Language::En => format!("{} to {}", range.first, range.last),
        Language::Zh => format!("{} 至 {}", range.first, range.last),
    }
}

/// What it is about; nothing where it is everything.
pub fn about(only: &Only, language: Language) -> Option<String> {
    let quoted = |text: &String| match language {
        Language::En => format!("entries that mention “{text}”"),
        Language::Zh => format!("提到“{text}”的记录"),
    };
    let names = [
        only.category.clone(),
        only.goal.clone(),
        only.tag.as_ref().map(|tag| format!("#{tag}")),
        only.text.as_ref().map(quoted),
    ];
    let said: Vec<String> = names.into_iter().flatten().collect();
    let joint = if language == Language::En { ", " } else { "、" };
    (!said.is_empty()).then(|| said.join(joint))
}

/// A count with its noun.
pub fn count(number: u32, one: &str, many: &str, zh: &str, language: Language) -> String {
    match language {
        Language::En => format!("{number} {}", if number == 1 { one } else { many }),
        Language::Zh => format!("{number}{zh}"),
    }
}

/// The name of a group as it is said.
pub fn key(key: &str, group: Group, language: Language) -> String {
    let english = language == Language::En;
    match group {
        Group::Category if key.is_empty() => if english { "no category" } else { "未分类" }.to_owned(),
        Group::Goal if key.is_empty() => if english { "no goal" } else { "无目标" }.to_owned(),
        Group::Tag if key.is_empty() => if english { "no tag" } else { "无标签" }.to_owned(),
        Group::Tag => format!("#{key}"),
        Group::Hour => {
            key.parse::<u32>().map_or_else(|_| key.to_owned(), |hour| format!("{hour:02}:00–{:02}:00", hour + 1))
        }
        Group::Weekday => weekday(key, language),
        Group::Week if english => format!("week of {key}"),
        Group::Week => format!("{key} 那一周"),
        Group::Month => key.get(..7).unwrap_or(key).to_owned(),
        Group::Day => day(key, language),
        Group::Category | Group::Goal => key.to_owned(),
    }
}

fn day(key: &str, language: Language) -> String {
    let Ok(date) = key.parse::<LocalDate>() else { return key.to_owned() };
    let name = weekday_name(date.weekday(), language);
    match language {
        Language::En => format!("{key} ({name})"),
        Language::Zh => format!("{key}（{name}）"),
    }
}

fn weekday(key: &str, language: Language) -> String {
    const KEYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let place = KEYS.iter().position(|known| *known == key);
    place
        .and_then(|place| Weekday::ALL.get(place))
        .map_or_else(|| key.to_owned(), |day| weekday_name(*day, language).to_owned())
}

fn weekday_name(day: Weekday, language: Language) -> &'static str {
    let (en, zh) = match day {
        Weekday::Monday => ("Monday", "星期一"),
        Weekday::Tuesday => ("Tuesday", "星期二"),
        Weekday::Wednesday => ("Wednesday", "星期三"),
        Weekday::Thursday => ("Thursday", "星期四"),
        Weekday::Friday => ("Friday", "星期五"),
        Weekday::Saturday => ("Saturday", "星期六"),
        Weekday::Sunday => ("Sunday", "星期日"),
    };
    if language == Language::En { en } else { zh }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_once() {
        let both = |secs| (length(secs, Language::En), length(secs, Language::Zh));
        assert_eq!(both(12_000), ("3 h 20 min".to_owned(), "3小时20分钟".to_owned()));
        assert_eq!(both(7_182), ("2 h".to_owned(), "2小时".to_owned()), "never 1 h 60 min");
        assert_eq!(both(3_576), ("1 h".to_owned(), "1小时".to_owned()));
        assert_eq!(both(59), ("59 s".to_owned(), "59秒".to_owned()));
        assert_eq!(both(-5_400), ("-1 h 30 min".to_owned(), "-1小时30分钟".to_owned()));
        assert_eq!((percent(0.125), percent(0.5), percent(1.0 / 3.0)), ("12.5%".into(), "50%".into(), "33.3%".into()));
    }
}
