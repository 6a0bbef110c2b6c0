//! Order keys: texts between any two of which there is always another, so that a node is put between two others
//! without touching them.
//!
//! A key is a whole number and a fraction, in digits of base 62 that sort as ASCII does. The first character says how
//! long the whole number is: `a` to `z` for 1 to 26 digits from zero up, `Z` down to `A` for 1 to 26 digits below
//! zero; so adding at an end makes keys longer only logarithmically. The fraction has no trailing zero, so there is
//! room below it. The scheme is the one David Greenspan describes in "Implementing Fractional Indexing" (2020).
//!
//! - O1 Keys that are made here compare as texts as their numbers do.
//! - O2 Between two different keys that are well-formed there is always room.
//! - O3 Putting always into the same gap makes keys longer by one character about every six times; [`is_long`] says
//!   when the neighbours should be given new ones with [`spread`].
//!
//! [`is_long`]: OrderKey::is_long
//! [`spread`]: OrderKey::spread

use serde::{Deserialize, Serialize};

/// The place of a node among its siblings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderKey(Box<str>);

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ZERO: u8 = b'0';
/// Length of a key, in characters, beyond which the neighbours are worth new ones.
const LONG: usize = 64;

impl Default for OrderKey {
    /// Returns the key of a first child.
    fn default() -> Self {
        Self("a0".into())
    }
}

impl OrderKey {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether keys have become so long here that the neighbours should be given new ones (O3).
    pub fn is_long(&self) -> bool {
        self.0.len() > LONG
    }

    /// Returns a key between two, as short as possible; `None` as an argument is that end of the list. `None` as the
    /// result says that there is no room: the keys are equal, in the wrong order, or not keys at all.
    pub fn between(low: Option<&Self>, high: Option<&Self>) -> Option<Self> {
        let key = match (low, high) {
            (None, None) => return Some(Self::default()),
            (Some(low), None) => Some(after(split(&low.0)?)),
            (None, Some(high)) => before(split(&high.0)?),
            (Some(low), Some(high)) if low < high => Some(inside(split(&low.0)?, split(&high.0)?)),
            (Some(_), Some(_)) => return None,
        };
        key.and_then(|key| String::from_utf8(key).ok()).map(|key| Self(key.into()))
    }

    /// `count` keys between two, in order and about equally far apart; `None` as for [`OrderKey::between`].
    pub fn spread(low: Option<&Self>, high: Option<&Self>, count: usize) -> Option<Vec<Self>> {
        let mut keys: Vec<Option<Self>> = vec![None; count];
        if let Some(high) = high {
            // Halving: each piece of work is a stretch of keys to be made and the keys on its two sides.
            let mut work = vec![(0, count, low.cloned(), high.clone())];
            while let Some((start, end, low, high)) = work.pop() {
                if start >= end {
                    continue;
                }
                let middle = usize::midpoint(start, end);
                let key = Self::between(low.as_ref(), Some(&high))?;
                work.push((start, middle, low, key.clone()));
                work.push((middle + 1, end, Some(key.clone()), high));
                keys[middle] = Some(key);
            }
        } else {
            let mut last = low.cloned();
            for key in &mut keys {
                last = Some(Self::between(last.as_ref(), None)?);
                key.clone_from(&last);
            }
        }
        keys.into_iter().collect()
    }
}

type Split<'a> = (&'a [u8], &'a [u8]);

/// Returns the whole number (with its first character) and the fraction; `None` when it is not a key.
fn split(key: &str) -> Option<Split<'_>> {
    let key = key.as_bytes();
    let digits = match key.first()? {
        head @ b'a'..=b'z' => head - b'a' + 1,
        head @ b'A'..=b'Z' => b'Z' - head + 1,
        _ => return None,
    };
    let (whole, fraction) = key.split_at_checked(usize::from(digits) + 1)?;
    let sound = key.iter().all(u8::is_ascii_alphanumeric) && fraction.last() != Some(&ZERO);
    sound.then_some((whole, fraction))
}

fn digit(byte: u8) -> usize {
    DIGITS.iter().position(|&digit| digit == byte).unwrap_or(0)
}

/// Returns the whole number one up or down; `None` at the very end.
fn step(whole: &[u8], up: bool) -> Option<Vec<u8>> {
    let (from, to) = if up { (b'z', ZERO) } else { (ZERO, b'z') };
    let mut number = whole.to_vec();
    for byte in number[1..].iter_mut().rev() {
        if *byte != from {
            *byte = if up { DIGITS[digit(*byte) + 1] } else { DIGITS[digit(*byte) - 1] };
            return Some(number);
        }
        *byte = to;
    }
    // A carry out of the number: it becomes longer away from zero, shorter towards it.
    let (head, longer) = match (number[0], up) {
        (b'Z', true) => (b'a', None),
        (b'a', false) => (b'Z', None),
        (b'z', true) | (b'A', false) => return None,
        (head, true) => (head + 1, Some(head >= b'a')),
        (head, false) => (head - 1, Some(head <= b'Z')),
    };
    number[0] = head;
    match longer {
        Some(true) => number.push(to),
        Some(false) => drop(number.pop()),
        None => {}
    }
    Some(number)
}

fn after((whole, fraction): Split<'_>) -> Vec<u8> {
    step(whole, true).unwrap_or_else(|| [whole, &middle(fraction, None)].concat())
}

fn before((whole, fraction): Split<'_>) -> Option<Vec<u8>> {
    if !fraction.is_empty() {
        return Some(whole.to_vec());
    }
    step(whole, false)
}

fn inside(low: Split<'_>, high: Split<'_>) -> Vec<u8> {
    if low.0 == high.0 {
        return [low.0, &middle(low.1, Some(high.1))].concat();
    }
    match step(low.0, true) {
        Some(next) if next != high.0 || !high.1.is_empty() => next,
        _ => [low.0, &middle(low.1, None)].concat(),
    }
}

/// Returns a fraction between two fractions, `low < high`; without `high`, below one.
fn middle(low: &[u8], high: Option<&[u8]>) -> Vec<u8> {
    let mut made = Vec::new();
    let mut high = high;
    for place in 0.. {
        let below = low.get(place).map_or(0, |&byte| digit(byte));
        let above = match high {
            Some(high) => high.get(place).map_or(0, |&byte| digit(byte)),
            None => DIGITS.len(),
        };
        match above.saturating_sub(below) {
            0 => made.push(DIGITS[below]),
            1 => {
                // No digit fits here: stay at the lower one; from here on anything is below the higher key.
                made.push(DIGITS[below]);
                high = None;
            }
            _ => {
                made.push(DIGITS[usize::midpoint(below, above)]);
                break;
            }
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(text: &str) -> OrderKey {
        OrderKey(text.into())
    }

    #[test]
    fn known_keys() {
        let check = |low: Option<&str>, high: Option<&str>, expect: Option<&str>| {
            let (low, high) = (low.map(key), high.map(key));
            let made = OrderKey::between(low.as_ref(), high.as_ref());
            assert_eq!(made.as_ref().map(OrderKey::as_str), expect, "{low:?} {high:?}");
        };
        check(None, None, Some("a0"));
        check(Some("a0"), None, Some("a1"));
        check(Some("az"), None, Some("b00"));
        check(Some("bzz"), None, Some("c000"));
        check(None, Some("a0"), Some("Zz"));
        check(None, Some("Z0"), Some("Yzz"));
        check(Some("Zz"), None, Some("a0"));
        check(Some("a0"), Some("a1"), Some("a0V"));
        check(Some("a0V"), Some("a1"), Some("a0k"));
        check(Some("a0"), Some("a0V"), Some("a0F"));
        check(Some("a0z"), Some("a1"), Some("a0zV"));
        check(Some("a0"), Some("a3"), Some("a1"));
        check(None, Some("a0V"), Some("a0"));
        // No room, or not keys.
        for (low, high) in
            [("a1", "a1"), ("a2", "a1"), ("", "a1"), ("a0", "a10"), ("a0", "b"), ("a0", "a1 "), ("é", "é1")]
        {
            check(Some(low), Some(high), None);
        }
    }

    #[test]
    fn o3_adding_at_an_end_makes_keys_longer_only_logarithmically() {
        for up in [true, false] {
            let mut last = OrderKey::default();
            for _ in 0..100_000 {
                let next = if up {
                    OrderKey::between(Some(&last), None).unwrap()
                } else {
                    OrderKey::between(None, Some(&last)).unwrap()
                };
                assert_eq!(next > last, up);
                last = next;
            }
            assert!(last.as_str().len() <= 5, "{last:?}");
        }
    }

    #[test]
    fn o3_always_into_the_same_gap_grows_by_one_character_in_about_six_times() {
        for towards_low in [true, false] {
            let (mut low, mut high) = (key("a0"), key("a1"));
            for count in 0..300 {
                let next = OrderKey::between(Some(&low), Some(&high)).unwrap();
                assert!(low < next && next < high);
                assert!(next.as_str().len() <= 4 + count / 5, "{count} {next:?}");
                *(if towards_low { &mut high } else { &mut low }) = next;
            }
        }
    }

    #[test]
    fn the_very_ends_still_have_room() {
        let least = key(&format!("A{}", "0".repeat(26)));
        let most = key(&format!("z{}", "z".repeat(26)));
        assert!(OrderKey::between(Some(&most), None).unwrap() > most);
        // Nothing is below the least whole number; the caller gives everybody new keys.
        assert_eq!(OrderKey::between(None, Some(&least)), None);
    }

    proptest! {
        #[test]
        fn o1_o2_random_insertions_keep_the_order(places in prop::collection::vec(any::<prop::sample::Index>(), 1..300)) {
            let mut keys: Vec<OrderKey> = Vec::new();
            for place in places {
                let at = place.index(keys.len() + 1);
                let low = at.checked_sub(1).map(|low| &keys[low]);
                let made = OrderKey::between(low, keys.get(at));
                prop_assert!(made.is_some());
                keys.extend(made);
                keys[at..].rotate_right(1);
                prop_assert!(keys.is_sorted() && keys.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }

        #[test]
        fn a_spread_is_in_order_between_its_ends_and_short(
            low in prop::option::of(0_usize..500), gap in prop::option::of(1_usize..500), count in 0_usize..400,
        ) {
            let ladder = OrderKey::spread(None, None, 1_000).unwrap();
            let low_key = low.map(|low| &ladder[low]);
            let high_key = gap.map(|gap| &ladder[low.unwrap_or(0) + gap]);
            let keys = OrderKey::spread(low_key, high_key, count).unwrap();
            prop_assert_eq!(keys.len(), count);
            let all: Vec<&OrderKey> = low_key.into_iter().chain(&keys).chain(high_key).collect();
            prop_assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(keys.iter().all(|key| key.as_str().len() <= 8));
        }

        #[test]
        fn any_text_is_either_a_key_or_refused(low in ".{0,6}", high in "[a-cX-Z][0-9A-Za-z]{0,6}") {
            let (low, high) = (key(&low), key(&high));
            if let Some(made) = OrderKey::between(Some(&low), Some(&high)) {
                prop_assert!(low < made && made < high);
            }
        }
    }
}
