//! Figures as text, the same in every language.

/// A number of tokens, in thousands from 10,000 on.
pub fn count(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..10_000 => format!("{}.{}k", number / 1_000, number % 1_000 / 100),
        _ => format!("{}k", number / 1_000),
    }
}

/// An amount of money from billionths of a US dollar, with two figures that count.
pub fn dollars(nano: u64) -> String {
    let amount = nano as f64 / 1e9;
    match nano {
        0 => "$0".to_owned(),
        1..100_000 => "<$0.0001".to_owned(),
        100_000..9_950_000 => format!("${amount:.4}"),
        9_950_000..995_000_000 => format!("${amount:.3}"),
        _ => format!("${amount:.2}"),
    }
}

/// A number of bytes in a unit of which there are few, as file managers write it.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 || value >= 99.95 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0, 999, 1_000, 9_999, 12_345].map(count), ["0", "999", "1.0k", "9.9k", "12k"]);
    }

    #[test]
    fn amounts_of_money() {
        let amounts = [0, 99, 100_000, 2_100_000, 12_340_000, 1_234_567_890].map(dollars);
        assert_eq!(amounts, ["$0", "<$0.0001", "$0.0001", "$0.0021", "$0.012", "$1.23"]);
    }

    #[test]
    fn sizes_are_read_at_a_glance() {
        assert_eq!(size(0), "0 B");
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1_500), "1.5 kB");
        assert_eq!(size(999_960), "1.0 MB");
        assert_eq!(size(10_737_418_240), "10.7 GB");
        assert_eq!(size(u64::MAX), "18446744 TB");
    }
}
