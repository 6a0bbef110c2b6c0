//! Figures as text, the same in every language.

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
    fn numbers_are_short() {
        assert_eq!([0, 999, 1_000, 9_999, 12_345].map(count), ["0", "999", "1.0k", "9.9k", "12k"]);
    }
}
