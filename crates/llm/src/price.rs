//! Prices of models and what an answer cost. Sums are whole numbers, so that they add up exactly.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Price of a model's tokens, in millionths of a US dollar per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Price of the tokens that are sent.
    pub input: u64,
    /// Price of the tokens of the answer, thoughts included.
    pub output: u64,
}

/// Picodollars in a nanodollar.
const PICO_PER_NANO: u128 = 1_000;
/// Picodollars in a dollar.
const PICO_PER_DOLLAR: f64 = 1e12;
/// Nanodollars in a dollar.
const NANO_PER_DOLLAR: f64 = 1e9;
/// The most dollars that are taken for a price of a token or the cost of an answer.
const PLAUSIBLE_DOLLARS: f64 = 1e6;

impl Price {
    /// Makes a price of two amounts in cents per million tokens.
    pub const fn cents(input: u64, output: u64) -> Self {
        Self { input: input * 10_000, output: output * 10_000 }
    }

    /// Returns what so many tokens cost, in billionths of a US dollar.
    pub fn cost(&self, prompt_tokens: u64, completion_tokens: u64) -> u64 {
        // A millionth of a dollar per million tokens is a picodollar per token.
        let of = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let pico = of(prompt_tokens, self.input).saturating_add(of(completion_tokens, self.output));
        u64::try_from(pico.div_ceil(PICO_PER_NANO)).unwrap_or(u64::MAX)
    }

    /// Reads `pricing` of a listed model, with dollars per token as text, as OpenRouter writes it. A price for each
    /// request would make a sum over tokens wrong, and a negative one stands for "it depends".
    pub(crate) fn listed(pricing: &Value) -> Option<Self> {
        let amount = |name: &str| dollars(pricing.get(name)?).map(|dollars| (dollars * PICO_PER_DOLLAR).round() as u64);
        let each = pricing.get("request").and_then(dollars).unwrap_or_default();
        (each == 0.0).then_some(())?;
        Some(Self { input: amount("prompt")?, output: amount("completion")? })
    }
}

/// Returns an amount of dollars in billionths.
pub(crate) fn nanodollars(value: &Value) -> Option<u64> {
    dollars(value).map(|dollars| (dollars * NANO_PER_DOLLAR).round() as u64)
}

fn dollars(value: &Value) -> Option<f64> {
    let amount = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (0.0..=PLAUSIBLE_DOLLARS).contains(&amount).then_some(amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn listed_prices() {
        let price = |pricing: Value| Price::listed(&pricing);
        assert_eq!(
            price(json!({"prompt": "0.00000125", "completion": "0.00001", "request": "0"})),
            Some(Price::cents(125, 1_000))
        );
        assert_eq!(
            price(json!({"prompt": 0.000_000_037_5, "completion": 0})),
            Some(Price { input: 37_500, output: 0 })
        );
        for unknown in [
            json!({"prompt": "-1", "completion": "-1"}),
            json!({"prompt": "0.1"}),
            json!({"prompt": "much", "completion": "0"}),
            json!({"prompt": "0", "completion": "0", "request": "0.01"}),
            json!({"prompt": "NaN", "completion": "0"}),
            json!("0.1"),
            json!(null),
        ] {
            assert_eq!(price(unknown.clone()), None, "{unknown}");
        }
    }

    #[test]
    fn costs() {
        // 1,000 tokens at $1.25 and 500 at $10 for a million.
        assert_eq!(Price::cents(125, 1_000).cost(1_000, 500), 6_250_000);
        assert_eq!(Price::cents(0, 0).cost(1_000, 500), 0);
        assert_eq!(Price { input: 1, output: 0 }.cost(1, 0), 1, "nothing that costs something is free");
        assert_eq!((nanodollars(&json!(0.00078)), nanodollars(&json!({"total": 1}))), (Some(780_000), None));
    }

    proptest! {
        #[test]
        fn more_tokens_never_cost_less(price in any::<(u64, u64)>(), tokens in any::<(u64, u64)>(), more in any::<u64>()) {
            let price = Price { input: price.0, output: price.1 };
            let less = price.cost(tokens.0, tokens.1);
            prop_assert!(price.cost(tokens.0.saturating_add(more), tokens.1) >= less);
        }
    }
}
