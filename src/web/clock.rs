//! The clock and the random source of the browser: the only place that asks for either.
//!
//! Must not be in here: formatting, time zones.

use wasm_bindgen::JsCast;

use crate::base::env::Env;
use crate::base::time::Timestamp;

/// The present instant.
pub fn now() -> Timestamp {
    Timestamp(js_sys::Date::now() as i64)
}

/// The environment of the core.
pub fn env() -> Env {
    Env::new(now(), fill)
}

/// Fills `bytes` from the browser's cryptographic source.
fn fill(bytes: &mut [u8]) {
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    let done = crypto.is_some_and(|crypto| crypto.get_random_values_with_u8_array(bytes).is_ok());
    if !done {
        // Every browser that runs WebAssembly has it; without it ids are only as unique as this.
        for byte in bytes {
            *byte = (js_sys::Math::random() * 256.0) as u8;
        }
    }
}

/// Marks the time from `start` (a `performance.now()` value) until now under a name of the User Timing interface.
pub fn measure(name: &str, start: f64) {
    let Some(performance) = web_sys::window().and_then(|window| window.performance()) else {
        return;
    };
    let options = js_sys::Object::new();
    let set = |key: &str, value: f64| js_sys::Reflect::set(&options, &key.into(), &value.into()).is_ok();
    if !set("start", start) || !set("end", performance.now()) {
        return;
    }
    if let Ok(function) = js_sys::Reflect::get(&performance, &"measure".into())
        && let Some(function) = function.dyn_ref::<js_sys::Function>()
        && let Err(error) = function.call2(&performance, &name.into(), &options)
    {
        log::debug!("performance.measure({name}): {error:?}");
    }
}

/// Milliseconds since the page was opened.
pub fn since_start_ms() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}
