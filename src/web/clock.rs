//! The clock and the random source of the browser: the only place that asks for either.

use espalier_base::env::Env;
use espalier_base::time::Timestamp;
pub use espalier_ui::kit::dom::{measure, now as since_start_ms};

/// Returns the present instant.
pub fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as i64)
}

/// Returns the environment of the core.
pub fn env() -> Env {
    Env::new(now(), fill)
}

/// Fills `bytes` from the browser's cryptographic source.
pub fn fill(bytes: &mut [u8]) {
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    let done = crypto.is_some_and(|crypto| crypto.get_random_values_with_u8_array(bytes).is_ok());
    if !done {
        // Every browser that runs WebAssembly has it; without it ids are only as unique as this.
        for byte in bytes {
            *byte = (js_sys::Math::random() * 256.0) as u8;
        }
    }
}
