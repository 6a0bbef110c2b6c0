//! Figures as text, the same in every language. Must not be in here: words.

/// A duration: tenths of a second below ten, whole seconds below a minute, then minutes and seconds.
pub fn seconds(ms: i64) -> String {
    let ms = ms.max(0);
    match ms {
        0..10_000 => format!("{}.{} s", ms / 1_000, ms % 1_000 / 100),
        10_000..60_000 => format!("{} s", ms / 1_000),
        _ => format!("{}:{:02} min", ms / 60_000, ms / 1_000 % 60),
    }
}

/// A number of tokens, in thousands from 10,000 on.
pub fn count(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..10_000 => format!("{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => format!("{}k", number / 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_numbers_are_short() {
        assert_eq!(
            [0, 449, 9_999, 10_000, 59_999, 61_000, -5].map(seconds),
            ["0.0 s", "0.4 s", "9.9 s", "10 s", "59 s", "1:01 min", "0.0 s"]
        );
        assert_eq!([0, 999, 1_000, 9_999, 12_345].map(count), ["0", "999", "1.0k", "9.9k", "12k"]);
    }
}
