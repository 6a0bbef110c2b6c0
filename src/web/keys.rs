//! The keys of endpoints: kept in the browser's own storage, outside the records, so that no export can hold one.
//!
//! - K1 A key belongs to a provider at one origin, and its name here says which. It is found for no other origin.

use std::collections::BTreeMap;

use super::local::BrowserStore;
use espalier_app::connect::KeyPlace;
use espalier_app::effect::KeyKeeping;
use espalier_llm::provider::PROVIDERS;
use espalier_llm::secret::Secret;
use espalier_model::Slug;

const BOTH: [(BrowserStore, KeyKeeping); 2] =
    [(BrowserStore::Session, KeyKeeping::Session), (BrowserStore::Device, KeyKeeping::Device)];

fn name(place: &KeyPlace) -> String {
    format!("espalier.key.{} {}", place.provider, place.origin)
}

/// Returns the name under which earlier versions kept a provider's only key.
fn old_name(provider: &str) -> String {
    format!("espalier.key.{provider}")
}

/// Lists the keys, with how long they are kept.
pub fn present() -> BTreeMap<KeyPlace, KeyKeeping> {
    let mut present = BTreeMap::new();
    for (kept, keeping) in BOTH {
        for name in kept.names("espalier.key.") {
            if let Some((provider, origin)) = name.trim_start_matches("espalier.key.").split_once(' ') {
                let place = KeyPlace { provider: Slug::new(provider), origin: origin.to_owned() };
                present.entry(place).or_insert(keeping);
            }
        }
    }
    present
}

/// Returns the providers whose key was kept before keys had an origin.
pub fn unbound() -> Vec<(Slug, KeyKeeping)> {
    let of = |provider: &'static str| {
        let mut kept = BOTH.into_iter().filter(move |(kept, _)| kept.text(&old_name(provider)).is_some());
        kept.next().map(|(_, keeping)| (Slug::new(provider), keeping))
    };
    PROVIDERS.iter().filter_map(|provider| of(provider.id)).collect()
}

/// Binds the key that was kept without an origin to one.
pub fn bind(place: &KeyPlace) {
    for (kept, _) in BOTH {
        let old = old_name(place.provider.as_str());
        if let Some(key) = kept.text(&old)
            && (kept.text(&name(place)).is_some() || kept.set_text(&name(place), &key))
        {
            kept.remove(&old);
        }
    }
}

/// Returns the key of a provider at an origin (K1).
pub fn load(place: &KeyPlace) -> Option<Secret> {
    BOTH.iter().find_map(|(kept, _)| kept.text(&name(place))).map(Secret::new)
}

/// Keeps a key, and forgets the one kept the other way; returns whether the browser did.
pub fn store(place: &KeyPlace, secret: &Secret, keeping: KeyKeeping) -> bool {
    let mut stored = false;
    for (kept, how) in BOTH {
        if how == keeping {
            stored = kept.set_text(&name(place), secret.expose());
        } else {
            kept.remove(&name(place));
        }
    }
    stored
}

/// Keeps the key of one origin for another one as well.
pub fn copy(from: &KeyPlace, to: &KeyPlace) {
    for (kept, keeping) in BOTH {
        if let Some(key) = kept.text(&name(from)) {
            store(to, &Secret::new(key), keeping);
            return;
        }
    }
}

/// Forgets all keys of a provider.
pub fn clear(provider: &Slug) {
    for (kept, _) in BOTH {
        kept.remove(&old_name(provider.as_str()));
        for name in kept.names(&format!("espalier.key.{provider} ")) {
            kept.remove(&name);
        }
    }
}
