//! Point in time for llguidance, which measures itself with it: `std::time::Instant` panics in a browser.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use browser::Instant;

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::ops::Sub;
    use std::time::Duration;

    /// Point in time, in milliseconds of the browser's clock.
    #[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
    pub struct Instant(f64);

    impl Instant {
        /// Returns this moment.
        #[must_use]
        pub fn now() -> Self {
            Self(js_sys::Date::now())
        }

        /// Returns the time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now() - *self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        /// Returns the time from an earlier moment to this one; none if the clock was set back in between.
        fn sub(self, earlier: Self) -> Duration {
            Duration::try_from_secs_f64((self.0 - earlier.0) / 1_000.0).unwrap_or_default()
        }
    }
}
