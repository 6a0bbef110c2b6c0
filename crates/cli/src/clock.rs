//! The clock and the random source of the process: the only place that asks for either.

use std::hash::{BuildHasher, Hasher, RandomState};

use espalier_base::env::Env;
use espalier_base::time::Timestamp;

/// A clock: the machine's, or one that stands still.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Instant at which it stands still.
    pub frozen: Option<Timestamp>,
}

impl Clock {
    /// Returns the present instant.
    #[allow(clippy::disallowed_methods, reason = "this is the shell's clock")]
    pub fn now(self) -> Timestamp {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let machine = since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0));
        self.frozen.unwrap_or(Timestamp(machine))
    }

    /// Waits, unless time stands still.
    pub fn wait(self, ms: u32) {
        if self.frozen.is_none() {
            std::thread::sleep(std::time::Duration::from_millis(ms.into()));
        }
    }

    /// Returns the environment of the core; where time stands still, so does chance.
    pub fn env(self) -> Env {
        match self.frozen {
            Some(now) => Env::deterministic(now, 1),
            // Ids only have to differ; the seeds of hash tables come from the system.
            None => Env::new(self.now(), |bytes| {
                for piece in bytes.chunks_mut(8) {
                    let random = RandomState::new().build_hasher().finish().to_le_bytes();
                    piece.copy_from_slice(&random[..piece.len()]);
                }
            }),
        }
    }
}
