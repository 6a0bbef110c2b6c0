//! Keys: each belongs to one provider at one origin, and goes nowhere else.

pub use crate::effect::KeyPlace;
use crate::effect::{Effect, KeyKeeping};
use crate::{Model, Notice, notify};
use espalier_llm::provider::{self, Provider};
use espalier_llm::request;
use espalier_model::Slug;

/// Lifetime of the key for the base URL of a provider, if there is one.
pub fn key_for(model: &Model, provider: &Slug, base_url: &str) -> Option<KeyKeeping> {
    let place = KeyPlace::of(provider, base_url);
    model.keys.get(&place).copied().filter(|_| !place.origin.is_empty())
}

/// Another place where this provider has a key: rather the address in use than another one. `None` where the base URL
/// has its own.
pub fn key_elsewhere<'a>(model: &'a Model, provider: &Slug, base_url: &str) -> Option<&'a KeyPlace> {
    let here = KeyPlace::of(provider, base_url);
    if here.origin.is_empty() || model.keys.contains_key(&here) {
        return None;
    }
    let in_use =
        provider::by_id(provider.as_str()).map(|known| KeyPlace::of(provider, &model.endpoint(known).base_url));
    let places = || model.keys.keys().filter(|place| place.provider == *provider);
    places().find(|place| Some(*place) == in_use.as_ref()).or_else(|| places().next())
}

/// Keys of earlier versions were kept by provider: each belongs to the origin its provider has now.
pub fn bind_old_keys(model: &mut Model, out: &mut Vec<Effect>) {
    for (provider, keeping) in std::mem::take(&mut model.unbound_keys) {
        let Some(known) = provider::by_id(provider.as_str()) else { continue };
        let place = KeyPlace::of(&provider, &model.endpoint(known).base_url);
        model.keys.entry(place.clone()).or_insert(keeping);
        out.push(Effect::BindKey(place));
    }
}

/// The browser refused to keep a key.
pub fn key_not_kept(model: &mut Model, place: &KeyPlace) {
    model.keys.remove(place);
    notify(model, Notice::KeyNotKept, true);
}

/// Whether a provider cannot answer because it has no key. Behind an address of one's own, a relay may have it.
pub fn lacks_key(model: &Model, provider: &Provider, base_url: &str) -> bool {
    let own = request::origin_of(base_url);
    let mut addresses = provider.alternates.iter().map(|other| other.base_url).chain([provider.base_url]);
    provider.needs_key
        && key_for(model, &Slug::new(provider.id), base_url).is_none()
        && addresses.any(|address| request::origin_of(address) == own)
}
