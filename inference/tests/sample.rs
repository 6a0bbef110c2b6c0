//! The choice of a token.

#![allow(clippy::float_cmp)] // equal numbers are meant

use espalier_inference::{Error, Sampler, Sampling, TokenSet};
use proptest::prelude::*;

fn logits() -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(prop_oneof![8 => -20_f32..20.0, 1 => Just(f32::NAN), 1 => Just(f32::NEG_INFINITY)], 1..200)
}

fn sampling() -> impl Strategy<Value = Sampling> {
    (prop_oneof![Just(0_f32), 0.05_f32..3.0], prop_oneof![Just(1_f32), 0_f32..1.0], any::<u64>())
        .prop_map(|(temperature, top_p, seed)| Sampling { temperature, top_p, seed })
}

proptest! {
    #[test]
    fn s1_a_seed_gives_the_same_tokens(logits in logits(), sampling in sampling()) {
        let mut left = Sampler::new(sampling);
        let mut right = Sampler::new(sampling);
        for _ in 0..20 {
            prop_assert_eq!(left.pick(&logits, None).ok(), right.pick(&logits, None).ok());
        }
    }

    #[test]
    fn s2_only_allowed_tokens_with_a_number(logits in logits(), sampling in sampling(), allowed in prop::collection::vec(0_u32..250, 0..60)) {
        let set: TokenSet = allowed.iter().copied().collect();
        let mut sampler = Sampler::new(sampling);
        let possible = |token: u32| logits.get(token as usize).is_some_and(|logit| *logit > f32::NEG_INFINITY);
        for _ in 0..10 {
            match sampler.pick(&logits, Some(&set)) {
                Ok(token) => prop_assert!(allowed.contains(&token) && possible(token)),
                Err(Error::NoToken) => prop_assert!(!allowed.iter().copied().any(possible)),
                Err(other) => panic!("{other}"),
            }
        }
    }

    #[test]
    fn s3_only_tokens_of_the_smallest_set_of_the_likeliest(logits in logits(), temperature in 0.05_f32..3.0, top_p in 0.01_f32..1.0, seed: u64) {
        let mut chances: Vec<(f64, usize)> = logits.iter().enumerate().filter(|(_, logit)| logit.is_finite())
            .map(|(token, logit)| ((f64::from(*logit) / f64::from(temperature)).exp(), token)).collect();
        prop_assume!(!chances.is_empty());
        chances.sort_by(|left, right| right.0.total_cmp(&left.0));
        let total: f64 = chances.iter().map(|chance| chance.0).sum();
        let mut sampler = Sampler::new(Sampling { temperature, top_p, seed });
        for _ in 0..20 {
            let token = sampler.pick(&logits, None).unwrap() as usize;
            let chance = chances.iter().find(|chance| chance.1 == token).unwrap().0;
            let likelier: f64 = chances.iter().filter(|other| other.0 > chance).map(|chance| chance.0).sum();
            prop_assert!(likelier / total < f64::from(top_p) + 1e-5);
        }
    }

    #[test]
    fn temperature_zero_takes_the_first_of_the_likeliest(logits in logits(), seed: u64) {
        let mut sampler = Sampler::new(Sampling { temperature: 0.0, top_p: 0.5, seed });
        if let Ok(token) = sampler.pick(&logits, None) {
            let best = logits[token as usize];
            for (other, logit) in logits.iter().enumerate() {
                prop_assert!(logit.is_nan() || *logit < best || (*logit == best && other >= token as usize));
            }
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in(tokens in prop::collection::vec(0_u32..500, 0..50)) {
        let set: TokenSet = tokens.iter().copied().collect();
        for token in 0..600 {
            prop_assert_eq!(set.contains(token), tokens.contains(&token));
        }
    }
}

#[test]
fn tokens_come_as_often_as_they_are_likely() {
    let logits = [0.0, 2_f32.ln(), f32::NEG_INFINITY, 5_f32.ln()];
    let mut sampler = Sampler::new(Sampling { temperature: 1.0, top_p: 1.0, seed: 1 });
    let mut counts = [0_i32; 4];
    for _ in 0..80_000 {
        counts[sampler.pick(&logits, None).unwrap() as usize] += 1;
    }
    for (count, wanted) in counts.into_iter().zip([10_000, 20_000, 0, 50_000]) {
        assert!((count - wanted).abs() < 600, "{counts:?}");
    }
    let mut other = Sampler::new(Sampling { temperature: 1.0, top_p: 1.0, seed: 2 });
    let picks = |sampler: &mut Sampler| (0..50).map(|_| sampler.pick(&logits, None).unwrap()).collect::<Vec<_>>();
    assert_ne!(picks(&mut sampler), picks(&mut other));
}
