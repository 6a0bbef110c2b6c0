//! The keys of endpoints: kept in the browser's own storage, outside the records, so that no export can hold one.
//!
//! Must not be in here: attaching a key to a request (`web::transport`), writing one to a log.

use std::collections::BTreeMap;

use gloo::storage::{LocalStorage, SessionStorage, Storage};

use crate::app::effect::KeyKeeping;
use crate::llm::provider::PROVIDERS;
use crate::llm::secret::Secret;
use crate::model::Slug;

fn name(provider: &Slug) -> String {
    format!("espalier.key.{provider}")
}

/// For which providers there is a key, and how long it is kept.
pub fn present() -> BTreeMap<Slug, KeyKeeping> {
    PROVIDERS
        .iter()
        .filter_map(|provider| {
            let slug = Slug::new(provider.id);
            if SessionStorage::raw().get_item(&name(&slug)).ok().flatten().is_some() {
                return Some((slug, KeyKeeping::Session));
            }
            let kept = LocalStorage::raw().get_item(&name(&slug)).ok().flatten();
            kept.map(|_| (slug, KeyKeeping::Device))
        })
        .collect()
}

/// The key of a provider.
pub fn load(provider: &Slug) -> Option<Secret> {
    let name = name(provider);
    let session = SessionStorage::raw().get_item(&name).ok().flatten();
    session.or_else(|| LocalStorage::raw().get_item(&name).ok().flatten()).map(Secret::new)
}

/// Keeps a key, and forgets the one kept the other way.
pub fn store(provider: &Slug, secret: &Secret, keeping: KeyKeeping) {
    clear(provider);
    let target = match keeping {
        KeyKeeping::Session => SessionStorage::raw(),
        KeyKeeping::Device => LocalStorage::raw(),
    };
    if target.set_item(&name(provider), secret.expose()).is_err() {
        log::error!("the browser does not keep the key of {provider}");
    }
}

/// Forgets a key.
pub fn clear(provider: &Slug) {
    SessionStorage::delete(name(provider));
    LocalStorage::delete(name(provider));
}
