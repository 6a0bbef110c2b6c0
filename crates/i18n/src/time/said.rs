//! Dates and lengths in words.

use super::Time;
use espalier_base::date::{DateRange, LocalDate, Weekday};
use espalier_base::words;
use espalier_model::settings::Language;

impl Time {
    const fn is_english(&self) -> bool {
        matches!(self.language, Language::En)
    }

    /// Renders a day: `Mon, 2 Mar 2026`, `2026年3月2日 周一`.
    pub fn day(&self, day: LocalDate) -> String {
        let (year, month, date) = day.parts();
        let weekday = self.weekday(day.weekday());
        if self.is_english() {
            return format!("{weekday}, {date} {} {year}", self.month(month));
        }
        [format!("{year}年{month}月{date}日").as_str(), weekday].join(" ")
    }

    /// Renders a day within a year: `2 Mar`, `3月2日`.
    pub fn short_day(&self, day: LocalDate) -> String {
        let (_, month, date) = day.parts();
        if self.is_english() { format!("{date} {}", self.month(month)) } else { format!("{month}月{date}日") }
    }

    /// Renders days: `23–29 Nov 2026`, `28 Nov – 4 Dec 2026`, `2026年11月23日–29日`; a single one as `day` does.
    pub fn days(&self, days: DateRange) -> String {
        let DateRange { first, last } = days;
        if first == last {
            return self.day(first);
        }
        let ((from_year, from_month, from), (year, month, date)) = (first.parts(), last.parts());
        let (start, end) = (self.short_day(first), self.short_day(last));
        match (from_year == year, from_month == month, self.is_english()) {
            (true, true, true) => format!("{from}–{end} {year}"),
            (true, true, false) => format!("{year}年{start}–{date}日"),
            (true, false, true) => format!("{start} – {end} {year}"),
            (true, false, false) => format!("{year}年{start}–{end}"),
            (false, _, true) => format!("{start} {from_year} – {end} {year}"),
            (false, _, false) => format!("{from_year}年{start}–{year}年{end}"),
        }
    }

    /// Renders a month of a year.
    pub fn month_of(&self, day: LocalDate) -> String {
        let (year, month, _) = day.parts();
        if self.is_english() { format!("{} {year}", self.month(month)) } else { format!("{year}年{month}月") }
    }

    /// Returns the short name of a month from 1.
    pub fn month(&self, month: i32) -> String {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        if self.is_english() { MONTHS[(month - 1).rem_euclid(12) as usize].to_owned() } else { format!("{month}月") }
    }

    /// Returns the short name of a day of the week.
    pub const fn weekday(&self, day: Weekday) -> &'static str {
        words::short_weekday(day, self.language)
    }

    /// Renders a length: `1 h 30 min`, `1小时30分钟`.
    pub fn length(&self, seconds: i64) -> String {
        words::length(seconds, self.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Time = Time::EN;
    const ZH: Time = Time::ZH;

    #[test]
    fn days_and_lengths_are_said_as_people_say_them() {
        let day = LocalDate::new(2026, 3, 2).unwrap();
        assert_eq!(EN.day(day), "Mon, 2 Mar 2026");
        assert_eq!(ZH.day(day), "2026年3月2日 周一");
        assert_eq!((EN.month_of(day), ZH.month_of(day)), ("Mar 2026".to_owned(), "2026年3月".to_owned()));
        assert_eq!((EN.length(5_400), ZH.length(5_400)), ("1 h 30 min".to_owned(), "1小时30分钟".to_owned()));
    }

    #[test]
    fn days_say_what_they_share_once() {
        let both = |first: &str, last: &str| {
            let days = DateRange { first: first.parse().unwrap(), last: last.parse().unwrap() };
            [EN.days(days), ZH.days(days)]
        };
        assert_eq!(both("2026-11-23", "2026-11-29"), ["23–29 Nov 2026", "2026年11月23日–29日"]);
        assert_eq!(both("2026-11-28", "2026-12-04"), ["28 Nov – 4 Dec 2026", "2026年11月28日–12月4日"]);
        assert_eq!(both("2026-12-28", "2027-01-03"), ["28 Dec 2026 – 3 Jan 2027", "2026年12月28日–2027年1月3日"]);
        assert_eq!(both("2025-11-23", "2026-11-29"), ["23 Nov 2025 – 29 Nov 2026", "2025年11月23日–2026年11月29日"]);
        assert_eq!(both("2026-03-02", "2026-03-02"), ["Mon, 2 Mar 2026", "2026年3月2日 周一"]);
    }

    #[test]
    fn questions_say_what_becomes_of_entries() {
        assert_eq!((EN.kinds.confirm_goal)("Thesis", 1), "Delete the goal “Thesis”? Its 1 entry stays in the log.");
        let question = EN.kinds.confirm_category;
        assert_eq!(question("Work", 2, Some("Home")), "Delete the category “Work”? Its 2 entries go to “Home”.");
        assert_eq!(
            question("Work", 2, None),
            "Delete the category “Work”? Its 2 entries stay in the log, without a category."
        );
        assert_eq!((ZH.kinds.confirm_category)("工作", 3, Some("家")), "删除分类“工作”？其3条记录将转到“家”。");
    }
}
