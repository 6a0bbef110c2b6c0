//! The place of the copy as this browser keeps it: its settings, and its secrets until the tab is closed or for good.
//!
//! The secrets stand outside the records, as the keys of endpoints do, so that no export can hold one.

use serde::{Deserialize, Serialize};

use super::local::BrowserStore;
use super::page::PLACE_ORIGIN;
use espalier_app::place::{NewAt, ServerPlace};
use espalier_llm::secret::Secret;
use espalier_mirror::sealed::PlaceKey;

const SETTINGS: &str = "espalier.place";
const SECRET: &str = "espalier.place-secret";
const KEYS: &str = "espalier.place-keys";
/// Name of the hash of what the carried file held when it was handed over.
const HANDED_OVER: &str = "espalier.place-handed-over";
/// Name of the password that seals a place, until a key is made of it.
const PASSWORD: &str = "espalier.place-password";

/// Settings of the place.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Settings {
    /// The server; `None` for a folder.
    server: Option<ServerPlace>,
    /// Whether it is a file that the person carries from device to device.
    #[serde(default)]
    carried: bool,
    /// Whether secrets are kept when the tab is closed.
    keep: bool,
}

fn settings() -> Settings {
    BrowserStore::Device.value(SETTINGS).unwrap_or_default()
}

/// Keeps a secret as long as the person wants it to be kept.
fn keep(name: &str, text: &str) {
    let (kept, other) = if settings().keep {
        (BrowserStore::Device, BrowserStore::Session)
    } else {
        (BrowserStore::Session, BrowserStore::Device)
    };
    other.remove(name);
    if !kept.set_text(name, text) {
        log::warn!("the browser does not keep {name}");
    }
}

fn kept(name: &str) -> Option<String> {
    BrowserStore::Session.text(name).or_else(|| BrowserStore::Device.text(name))
}

/// Returns the server that is in use; `None` for a folder or nothing.
pub fn server() -> Option<ServerPlace> {
    settings().server
}

/// Returns the secret of the server; empty where it has none or is not kept any more.
pub fn secret() -> Secret {
    Secret::new(kept(SECRET).unwrap_or_default())
}

/// Whether a file is in use that the person carries from device to device.
pub fn is_carried() -> bool {
    settings().carried
}

/// Returns the hash of the names that were in that file when it was handed over.
pub fn handed_over() -> Option<String> {
    BrowserStore::Device.text(HANDED_OVER)
}

/// Keeps the hash of the names in the file that is handed over.
pub fn set_handed_over(hash: &str) {
    BrowserStore::Device.set_text(HANDED_OVER, hash);
}

/// Uses a place from now on.
pub fn begin(at: &NewAt, password: &Secret, keep_secrets: bool) {
    let server = if let NewAt::Server(server) = at { Some(server) } else { None };
    let place = server.map(|one| one.place.clone());
    let settings = Settings { server: place, carried: *at == NewAt::Carried, keep: keep_secrets };
    BrowserStore::Device.set_value(SETTINGS, &settings);
    match server {
        Some(server) => {
            BrowserStore::Device.set_text(PLACE_ORIGIN, &server.origin);
            keep(SECRET, server.secret.expose());
        }
        None => forget_server(),
    }
    set_password(Some(password));
}

/// Returns the password that was given and is not made a key yet.
pub fn password() -> Option<Secret> {
    BrowserStore::Session.text(PASSWORD).map(Secret::new).filter(|password| !password.is_empty())
}

/// Keeps the password over a reload, or forgets it.
pub fn set_password(password: Option<&Secret>) {
    match password.filter(|password| !password.is_empty()) {
        Some(password) => drop(BrowserStore::Session.set_text(PASSWORD, password.expose())),
        None => BrowserStore::Session.remove(PASSWORD),
    }
}

/// Returns the keys of the place.
pub fn keys() -> Vec<PlaceKey> {
    kept(KEYS).unwrap_or_default().lines().filter_map(PlaceKey::from_text).collect()
}

/// Keeps the keys of the place.
pub fn set_keys(keys: &[PlaceKey]) {
    keep(KEYS, &keys.iter().map(PlaceKey::expose).collect::<Vec<_>>().join("\n"));
}

fn forget_server() {
    BrowserStore::Device.remove(PLACE_ORIGIN);
    for store in [BrowserStore::Device, BrowserStore::Session] {
        store.remove(SECRET);
    }
}

/// Forgets the place and its secrets.
pub fn forget() {
    forget_server();
    for store in [BrowserStore::Device, BrowserStore::Session] {
        for name in [SETTINGS, KEYS, PASSWORD, HANDED_OVER] {
            store.remove(name);
        }
    }
}
