//! Policy of retries: whether a failed request is sent again, and after how long.
//!
//! Time and chance are handed in.
//!
//! Rules, each with a test of its name:
//! - R1 Only errors that time may mend are tried again, and never after anything of the answer was shown.
//! - R2 The wait is full jitter over a doubling range ("Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
//! - R3 A wait that the endpoint asks for is kept, with a little jitter on top; a very long one is left to the person.
//! - R4 There is a last attempt, except where the device is offline: then nothing was asked, and the wait ends when it is
//!   back.

use super::error::{ErrorKind, LlmError, NetworkKind};

/// Milliseconds between looks at a device that is offline; mostly the browser says so before.
const OFFLINE_MS: u64 = 30_000;

/// Number and timing of retries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The number of requests in all.
    pub max_attempts: u32,
    /// The range of the first wait, in milliseconds.
    pub base_ms: u64,
    /// The widest range, in milliseconds.
    pub cap_ms: u64,
    /// The longest wait that is kept for an endpoint, in milliseconds.
    pub patience_ms: u64,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { max_attempts: 4, base_ms: 1_000, cap_ms: 20_000, patience_ms: 90_000 }
    }
}

/// Decision after an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryDecision {
    /// Send the request again.
    Retry {
        /// Milliseconds to wait before it is sent.
        delay_ms: u64,
    },
    /// Show the error: another request would not help, or the person is to decide on it.
    GiveUp,
}

impl RetryPolicy {
    /// Decides after an error. `attempts` is the number of requests so far, `visible` whether anything of the answer
    /// was shown, `chance` a random number from 0 to 1.
    pub fn decide(&self, error: &LlmError, attempts: u32, visible: bool, chance: f64) -> RetryDecision {
        let offline = error.kind == ErrorKind::Network { network: NetworkKind::Offline };
        if offline && !visible {
            return RetryDecision::Retry { delay_ms: OFFLINE_MS };
        }
        if visible || attempts >= self.max_attempts || !error.retryable() {
            return RetryDecision::GiveUp;
        }
        let chance = if chance.is_finite() { chance.clamp(0.0, 1.0) } else { 0.5 };
        let asked = match error.kind {
            ErrorKind::RateLimit { retry_after_ms } => retry_after_ms,
            _ => error.retry_after_ms,
        };
        if let Some(asked) = asked {
            if asked > self.patience_ms {
                return RetryDecision::GiveUp;
            }
            let extra = (chance * (self.base_ms as f64)) as u64;
            return RetryDecision::Retry { delay_ms: asked + extra };
        }
        let doublings = attempts.saturating_sub(1).min(20);
        let range = self.base_ms.saturating_mul(1 << doublings).min(self.cap_ms);
        RetryDecision::Retry { delay_ms: (chance * (range as f64)) as u64 }
    }
}

/// Longest waits for an endpoint, in milliseconds. Local models read a long prompt for minutes before they say a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Milliseconds from the request to the first byte of the body.
    pub first_byte_ms: u32,
    /// Milliseconds between two pieces of the body; keep-alive comments count as pieces.
    pub idle_ms: u32,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { first_byte_ms: 180_000, idle_ms: 120_000 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POLICY: RetryPolicy = RetryPolicy { max_attempts: 4, base_ms: 1_000, cap_ms: 3_000, patience_ms: 90_000 };

    fn rate(ms: u64) -> LlmError {
        LlmError::new(ErrorKind::RateLimit { retry_after_ms: Some(ms) })
    }

    #[test]
    fn r1_only_what_time_may_mend_and_never_after_text() {
        let server = LlmError::new(ErrorKind::Server);
        assert_eq!(POLICY.decide(&server, 1, true, 0.5), RetryDecision::GiveUp);
        assert_eq!(POLICY.decide(&server, 1, false, 0.5), RetryDecision::Retry { delay_ms: 500 });
        for kind in [ErrorKind::Authentication, ErrorKind::Quota, ErrorKind::Refused, ErrorKind::Stopped] {
            assert_eq!(POLICY.decide(&LlmError::new(kind), 1, false, 0.5), RetryDecision::GiveUp);
        }
        let cors = LlmError::network(NetworkKind::Cors);
        assert_eq!(POLICY.decide(&cors, 1, false, 0.5), RetryDecision::GiveUp);
    }

    #[test]
    fn r2_full_jitter_over_a_doubling_range() {
        let server = LlmError::new(ErrorKind::Server);
        let delays = [1, 2, 3].map(|attempts| POLICY.decide(&server, attempts, false, 1.0));
        assert_eq!(delays, [1000, 2000, 3000].map(|delay_ms| RetryDecision::Retry { delay_ms }));
        assert_eq!(POLICY.decide(&server, 3, false, 0.0), RetryDecision::Retry { delay_ms: 0 });
    }

    #[test]
    fn r3_a_wait_that_was_asked_for_is_kept() {
        assert_eq!(POLICY.decide(&rate(7_000), 1, false, 0.0), RetryDecision::Retry { delay_ms: 7_000 });
        assert_eq!(POLICY.decide(&rate(7_000), 1, false, 1.0), RetryDecision::Retry { delay_ms: 8_000 });
        assert_eq!(POLICY.decide(&rate(3_600_000), 1, false, 0.0), RetryDecision::GiveUp);
        let header = [("Retry-After".to_owned(), "2".to_owned())];
        let overloaded = crate::error::from_response(503, &header, "", "");
        assert_eq!(POLICY.decide(&overloaded, 1, false, 0.0), RetryDecision::Retry { delay_ms: 2_000 });
    }

    #[test]
    fn r4_there_is_a_last_attempt() {
        assert_eq!(POLICY.decide(&rate(1), 4, false, 0.5), RetryDecision::GiveUp);
    }

    proptest! {
        #[test]
        fn a_wait_is_never_longer_than_its_range(attempts in 0_u32..100, chance in any::<f64>()) {
            if let RetryDecision::Retry { delay_ms } = POLICY.decide(&LlmError::new(ErrorKind::Server), attempts, false, chance) {
                prop_assert!(delay_ms <= POLICY.cap_ms && attempts < POLICY.max_attempts);
            }
        }
    }
}
