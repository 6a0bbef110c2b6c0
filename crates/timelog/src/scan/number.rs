//! Numbers in digits and in words of both languages.

use super::Scan;

const WORDS: &[(&str, i32)] = &[
    ("a couple of", 2),
    ("an", 1),
    ("a", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("forty-five", 45),
    ("fifty", 50),
    ("sixty", 60),
    ("ninety", 90),
    ("hundred", 100),
    ("a hundred", 100),
];

impl Scan<'_> {
    /// Reads digits, at most nine of them: their value and their count. More digits are no number.
    pub fn digits(&mut self) -> Option<(i32, usize)> {
        let mut ahead = *self;
        let mut value = 0_i32;
        while let Some(digit) = ahead.peek().and_then(|c| c.to_digit(10).map(u32::cast_signed)) {
            if ahead.at - self.at == 9 {
                return None;
            }
            value = value * 10 + digit;
            ahead.at += 1;
        }
        let count = ahead.at - self.at;
        *self = ahead;
        (count > 0).then_some((value, count))
    }

    /// Reads a number of so many digits.
    pub fn digits_of(&mut self, counts: std::ops::RangeInclusive<usize>) -> Option<i32> {
        let mut ahead = *self;
        let (value, count) = ahead.digits()?;
        if !counts.contains(&count) {
            return None;
        }
        *self = ahead;
        Some(value)
    }

    /// Whether the cursor stands after a digit with more of the same number behind it.
    pub fn before_number_goes_on(&self) -> bool {
        let mut ahead = *self;
        let point = ahead.char('.') || ahead.char(',');
        ahead.peek().is_some_and(|c| c.is_ascii_digit()) && (point || self.before().is_some_and(|c| c.is_ascii_digit()))
    }

    /// Reads a whole number in digits, in Chinese, or as an English word.
    pub fn number(&mut self) -> Option<i32> {
        self.digits().map(|(value, _)| value).or_else(|| self.chinese()).or_else(|| self.any(WORDS))
    }

    /// Reads a Chinese numeral: `三`, `十五`, `二十三`, `一百零五`, `两`, `二零二六`.
    pub fn chinese(&mut self) -> Option<i32> {
        let mut ahead = *self;
        let (mut total, mut section, mut digit) = (0_i32, 0_i32, None::<i32>);
        while let Some(character) = ahead.peek() {
            // So that a text of nothing but numerals takes no square of its length.
            if ahead.at - self.at > 24 {
                return None;
            }
            if let Some(value) = chinese_digit(character) {
                digit = Some(digit.map_or(value, |before| before.saturating_mul(10).saturating_add(value)));
            } else if let Some(unit) = chinese_unit(character) {
                let count = if section == 0 || unit == 10_000 {
                    digit.unwrap_or(i32::from(unit != 10_000))
                } else {
                    digit.unwrap_or(0)
                };
                if unit == 10_000 {
                    total = total.saturating_add(section.saturating_add(count).saturating_mul(unit));
                    section = 0;
                } else {
                    section = section.saturating_add(count.max(1).saturating_mul(unit));
                }
                digit = None;
            } else {
                break;
            }
            ahead.at += 1;
        }
        if ahead.at == self.at {
            return None;
        }
        *self = ahead;
        Some(total.saturating_add(section).saturating_add(digit.unwrap_or(0)))
    }
}

fn chinese_digit(character: char) -> Option<i32> {
    let position = "零一二三四五六七八九".chars().position(|digit| digit == character);
    match character {
        '两' => Some(2),
        _ => position.and_then(|position| i32::try_from(position).ok()),
    }
}

fn chinese_unit(character: char) -> Option<i32> {
    match character {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1_000),
        '万' => Some(10_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Folded;
    use proptest::prelude::*;

    fn check(text: &str, expect: Option<i32>) {
        assert_eq!(Folded::new(text).scan(0).number(), expect, "{text}");
    }

    #[test]
    fn numbers_are_read_in_both_languages() {
        for (text, expect) in [
            ("12", 12),
            ("０７", 7),
            ("三", 3),
            ("十", 10),
            ("十五", 15),
            ("二十三", 23),
            ("一百零五", 105),
            ("一千二百", 1_200),
            ("一万", 10_000),
            ("三万五千", 35_000),
            ("两", 2),
            ("二〇二六", 2_026),
            ("seven days", 7),
            ("a couple of days", 2),
        ] {
            check(text, Some(expect));
        }
        check("x", None);
        check("1234567890", None);
        check("another", None);
    }

    proptest! {
        #[test]
        fn any_numeral_is_read_without_overflow(text in "[零一二三四五六七八九十百千万两]{1,20}") {
            prop_assert!(Folded::new(&text).scan(0).number().is_some());
        }
    }
}
