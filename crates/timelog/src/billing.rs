//! Money of the time log: which client a category belongs to, which time is billed, and for how much.
//!
//! - B1 What a category does not say is as its client says; without a word of either, time is billed where an hour has
//!   a price.
//! - B2 The amount of an entry is rounded to the minor unit, a half up, and amounts are sums of those: so the lines of a
//!   timesheet add up to its total. A part of an entry that lies outside of the days is left out before.

use std::collections::BTreeMap;

use super::columns::Columns;
use super::report::{self, Query};
use espalier_base::time::Timestamp;
use espalier_model::timelog::{TimeCategory, TimeCategoryId};

/// The highest price of an hour, in minor units.
pub const MAX_RATE: i64 = 100_000_000;

/// Clients of the categories that are projects.
pub type Clients = BTreeMap<TimeCategoryId, TimeCategoryId>;

/// Terms of the categories that are billed.
pub type Terms = BTreeMap<TimeCategoryId, Option<i64>>;

/// Sums of what is billed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bill {
    /// Seconds that are billed.
    pub seconds: i64,
    /// Their amount in minor units (B2).
    pub amount: i64,
    /// Seconds that are billed and have no price.
    pub unpriced: i64,
}

/// Returns the client of each project: one that is there, and is no project itself.
pub fn clients<'a>(categories: impl IntoIterator<Item = &'a TimeCategory>) -> Clients {
    let parents: Clients = categories.into_iter().map(|row| (row.id, row.parent.unwrap_or(row.id))).collect();
    let is_client = |id: &TimeCategoryId| parents.get(id) == Some(id);
    parents.iter().filter(|(id, parent)| id != parent && is_client(parent)).map(|(id, parent)| (*id, *parent)).collect()
}

/// Returns the price of an hour, if any, of each category whose time is billed (B1).
pub fn terms<'a>(categories: impl IntoIterator<Item = &'a TimeCategory>) -> Terms {
    let rows: BTreeMap<TimeCategoryId, &TimeCategory> = categories.into_iter().map(|row| (row.id, row)).collect();
    let clients = clients(rows.values().copied());
    let all = rows.values().filter_map(|row| {
        let client = clients.get(&row.id).and_then(|client| rows.get(client));
        let rate = row.rate.or_else(|| client.and_then(|client| client.rate));
        let billable = row.billable.or_else(|| client.and_then(|client| client.billable));
        billable.unwrap_or(rate.is_some()).then_some((row.id, rate))
    });
    all.collect()
}

/// Returns the amount of some seconds at a price of an hour, in minor units (B2).
pub const fn amount(seconds: i64, rate: i64) -> i64 {
    (seconds * rate + 1_800).div_euclid(3_600)
}

/// Returns the bill of each category in a query; what is running counts until `now`.
pub fn bills(columns: &Columns, query: &Query, terms: &Terms, now: Timestamp) -> BTreeMap<TimeCategoryId, Bill> {
    let mut bills: BTreeMap<TimeCategoryId, Bill> = BTreeMap::new();
    if terms.is_empty() {
        return bills;
    }
    for row in report::evidence(columns, query, &[], now) {
        let Some((id, rate)) = row.entry.category.and_then(|id| terms.get(&id).map(|rate| (id, *rate))) else {
            continue;
        };
        let seconds = report::counted(columns, query, &row);
        let sum = bills.entry(id).or_default();
        *sum = sum.and(Bill::of(seconds, rate));
    }
    bills
}

/// Currencies that are offered, by their ISO 4217 codes.
pub const CURRENCIES: [&str; 22] = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "INR", "JPY", "KRW", "MXN", "NOK", "NZD",
    "PLN", "SEK", "SGD", "TWD", "USD", "ZAR",
];

/// Digits of the minor unit of a currency (ISO 4217).
const fn digits(currency: Option<&str>) -> u32 {
    match currency {
        Some(code) if matches!(code.as_bytes(), b"JPY" | b"KRW") => 0,
        _ => 2,
    }
}

/// Renders a price without its currency, as it is typed: `80.50`.
pub fn price(minor: i64, currency: Option<&str>) -> String {
    let digits = digits(currency);
    let unit = 10_i64.pow(digits);
    let (whole, rest) = (minor.div_euclid(unit), minor.rem_euclid(unit));
    if digits == 0 { whole.to_string() } else { format!("{whole}.{rest:0width$}", width = digits as usize) }
}

/// Renders an amount without its currency, as it is read: `1,234.50`.
pub fn plain(minor: i64, currency: Option<&str>) -> String {
    let text = price(minor, currency);
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let places = whole.chars().enumerate();
    let grouped: String = places
        .flat_map(|(at, digit)| {
            let comma = at > 0 && (whole.len() - at).is_multiple_of(3);
            comma.then_some(',').into_iter().chain([digit])
        })
        .collect();
    format!("{grouped}{rest}")
}

/// Renders an amount with its currency: `EUR 1,234.50`.
pub fn money(minor: i64, currency: Option<&str>) -> String {
    let text = plain(minor, currency);
    currency.map_or_else(|| text.clone(), |code| format!("{code} {text}"))
}

/// Reads a price as people type it, `80`, `80.5` or `80,50`; nothing where it is none or has more digits than the
/// currency.
pub fn read_price(text: &str, currency: Option<&str>) -> Option<i64> {
    let digits = digits(currency) as usize;
    let (whole, rest) = text.trim().split_once(['.', ',', '，']).unwrap_or((text.trim(), ""));
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || rest.len() > digits || !is_number(whole) || !is_number(rest) {
        return None;
    }
    let minor = format!("{whole}{rest:0<digits$}").parse().ok()?;
    (0..=MAX_RATE).contains(&minor).then_some(minor)
}

impl Bill {
    /// Bill of some seconds of one entry at a price of an hour, if they have one.
    pub const fn of(seconds: i64, rate: Option<i64>) -> Self {
        match rate {
            Some(rate) => Self { seconds, amount: amount(seconds, rate), unpriced: 0 },
            None => Self { seconds, amount: 0, unpriced: seconds },
        }
    }

    /// Adds another one.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            seconds: self.seconds + other.seconds,
            amount: self.amount + other.amount,
            unpriced: self.unpriced + other.unpriced,
        }
    }
}

#[cfg(test)]
mod tests;
