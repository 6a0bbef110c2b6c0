//! Environment of the pure core, from the shell: the current instant and new ids.

use uuid::Builder;

use super::id::Id;
use super::time::Timestamp;

type Random = Box<dyn FnMut(&mut [u8])>;

/// The outside world as far as the pure core needs it.
pub struct Env {
    /// The current instant; the shell sets it before every message.
    pub now: Timestamp,
    random: Random,
    last_ms: i64,
    counter: u16,
}

impl Env {
    /// Makes an environment that fills random bytes with `random`.
    pub fn new(now: Timestamp, random: impl FnMut(&mut [u8]) + 'static) -> Self {
        Self { now, random: Box::new(random), last_ms: 0, counter: 0 }
    }

    /// Makes an environment for tests: a small deterministic generator (xorshift64*), never to be used for real ids.
    pub fn deterministic(now: Timestamp, seed: u64) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Self::new(now, move |bytes| {
            for byte in bytes {
                state ^= state >> 12;
                state ^= state << 25;
                state ^= state >> 27;
                *byte = (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8;
            }
        })
    }

    /// Makes a new `UUIDv7`. Ids of one environment are strictly increasing: the twelve bits after the time are a
    /// counter (RFC 9562, 6.2 method 1), so rows made in the same millisecond keep their order.
    pub fn id<Kind>(&mut self) -> Id<Kind> {
        let mut bytes = [0_u8; 10];
        (self.random)(&mut bytes);
        let now = self.now.0.max(0);
        if now > self.last_ms {
            self.last_ms = now;
            self.counter = u16::from(bytes[0] & 0x07);
        } else if self.counter >= 0x0fff {
            self.last_ms += 1;
            self.counter = 0;
        } else {
            self.counter += 1;
        }
        let [high, low] = self.counter.to_be_bytes();
        bytes[0] = high;
        bytes[1] = low;
        Id::from_uuid(Builder::from_unix_timestamp_millis(self.last_ms.unsigned_abs(), &bytes).into_uuid())
    }

    /// Makes a new `UUIDv7` that begins with another instant than now, for rows that are stored in the order of their
    /// own times. Only chance orders those of one millisecond. Instants before 1970 count as 1970.
    pub fn id_at<Kind>(&mut self, at: Timestamp) -> Id<Kind> {
        let mut bytes = [0_u8; 10];
        (self.random)(&mut bytes);
        let ms = at.0.clamp(0, (1 << 48) - 1).unsigned_abs();
        Id::from_uuid(Builder::from_unix_timestamp_millis(ms, &bytes).into_uuid())
    }

    /// Returns a uniformly distributed number in `0.0..1.0`, for jitter.
    pub fn fraction(&mut self) -> f64 {
        let mut bytes = [0_u8; 4];
        (self.random)(&mut bytes);
        f64::from(u32::from_be_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_even_within_one_millisecond_and_when_the_clock_goes_back() {
        let mut env = Env::deterministic(Timestamp(1_000), 7);
        let mut last = env.id::<()>();
        for step in 0..10_000 {
            env.now = Timestamp(1_000 + i64::from(step % 3));
            let next = env.id::<()>();
            assert!(next > last, "{next} after {last}");
            last = next;
        }
    }

    #[test]
    fn an_id_may_begin_with_another_instant() {
        let mut env = Env::deterministic(Timestamp(1_000), 7);
        let id = env.id_at::<()>(Timestamp(1_709_210_096_789));
        assert_eq!(id.unix_ms(), 1_709_210_096_789);
        assert_ne!(id, env.id_at(Timestamp(1_709_210_096_789)));
        assert_eq!(env.id_at::<()>(Timestamp(-5)).unix_ms(), 0);
    }
}
