//! A key belongs to the origin it was entered for.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::connect::{self, ConnectMsg, KeyPlace};
use espalier_app::effect::{Effect, KeyKeeping};
use espalier_app::load::Start;
use espalier_app::{Model, Msg, NewKey, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_llm::secret::Secret;
use espalier_model::{Endpoint, Record, Slug};
use espalier_storage::port::Loaded;

const A: &str = "https://a.example/v1";
const B: &str = "https://b.example/v1";

fn save(base_url: &str, key: Option<&str>, same_key: bool) -> Msg {
    Msg::Connect(ConnectMsg::SaveEndpoint {
        provider: Slug::new("custom"),
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        key: key.map(|key| NewKey { secret: Secret::new(key), keeping: KeyKeeping::Device }),
        same_key,
    })
}

fn do_it(model: &mut Model, msg: Msg) -> Vec<Effect> {
    update(model, msg, &mut Env::deterministic(Timestamp(1), 1))
}

fn place(base_url: &str) -> KeyPlace {
    KeyPlace::of(&Slug::new("custom"), base_url)
}

fn keys(model: &Model) -> Vec<String> {
    model.keys.keys().map(|place| place.origin.clone()).collect()
}

#[test]
fn another_origin_has_no_key_until_one_is_given_or_the_same_one_is_ticked() {
    let mut model = Model::default();
    let custom = Slug::new("custom");
    let effects = do_it(&mut model, save(A, Some("secret"), false));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StoreKey(at, ..) if *at == place(A))));
    assert_eq!(connect::key_for(&model, &custom, A), Some(KeyKeeping::Device));
    assert_eq!(connect::key_for(&model, &custom, "https://a.example/other"), Some(KeyKeeping::Device), "one origin");
    let effects = do_it(&mut model, save(B, None, false));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::StoreKey(..) | Effect::CopyKey(..))), "{effects:?}");
    assert_eq!(connect::key_for(&model, &custom, B), None);
    assert_eq!(connect::key_elsewhere(&model, &custom, B), Some(&place(A)), "it is offered");
    let effects = do_it(&mut model, save(B, None, true));
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::CopyKey(from, to) if *from == place(A) && *to == place(B)))
    );
    assert_eq!(connect::key_elsewhere(&model, &custom, B), None);
    assert_eq!(keys(&model), ["https://a.example", "https://b.example"], "going back finds the key again");
    do_it(&mut model, Msg::Connect(ConnectMsg::ClearKey(custom)));
    assert!(model.keys.is_empty());
}

#[test]
fn another_scheme_or_port_is_another_origin_and_no_address_has_no_key() {
    let mut model = Model::default();
    do_it(&mut model, save(A, Some("secret"), false));
    for other in ["http://a.example/v1", "https://a.example:8443/v1", "https://a.example.b.example/v1"] {
        assert_eq!(connect::key_for(&model, &Slug::new("custom"), other), None, "{other}");
    }
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), ""), None);
    assert_eq!(connect::key_for(&model, &Slug::new("openai"), A), None, "another provider");
}

/// A start with keys that were kept by provider alone.
fn started(providers: &[&str], endpoints: &[(&str, &str)]) -> (Model, Vec<Effect>) {
    let mut model = Model::default();
    let unbound_keys = providers.iter().map(|id| (Slug::new(*id), KeyKeeping::Device)).collect();
    let mut start = Start { unbound_keys, ..Start::default() };
    start.facts.allowed_origins = vec!["https://a.example".to_owned()];
    do_it(&mut model, Msg::Started(Box::new(start)));
    let row = |(provider, base_url): &(&str, &str)| {
        let (provider, base_url) = (Slug::new(*provider), (*base_url).to_owned());
        Record::Endpoints(
            Endpoint {
                name: String::new(),
                provider,
                base_url,
                model: String::new(),
                models: Vec::new(),
                traits: std::collections::BTreeMap::new(),
            }
            .into(),
        )
    };
    let loaded = Loaded { records: endpoints.iter().map(row).collect(), ..Loaded::default() };
    let effects = do_it(&mut model, Msg::Loaded(espalier_app::effect::LoadTag::Boot, Ok(loaded)));
    (model, effects)
}

#[test]
fn keys_of_earlier_versions_are_bound_to_what_their_provider_is_saved_with() {
    let (model, effects) = started(&["custom", "openai", "lmstudio"], &[("custom", A)]);
    let bound: Vec<&KeyPlace> =
        effects.iter().filter_map(|effect| if let Effect::BindKey(at) = effect { Some(at) } else { None }).collect();
    assert_eq!(bound.len(), 3, "none is lost: {effects:?}");
    assert!(bound.contains(&&place(A)));
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), A), Some(KeyKeeping::Device));
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), B), None);
    let openai = "https://api.openai.com/v1";
    assert_eq!(connect::key_for(&model, &Slug::new("openai"), openai), Some(KeyKeeping::Device), "its own address");
}

#[test]
fn a_key_without_an_address_goes_nowhere_but_can_be_taken_along() {
    let (mut model, _) = started(&["custom"], &[]);
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), ""), None);
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), B), None);
    let effects = do_it(&mut model, save(B, None, true));
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::CopyKey(from, to) if from.origin.is_empty() && *to == place(B)))
    );
}

#[test]
fn a_key_that_the_browser_did_not_keep_is_not_shown_as_kept() {
    let mut model = Model::default();
    do_it(&mut model, save(A, Some("secret"), false));
    do_it(&mut model, Msg::KeyNotKept(place(A)));
    assert_eq!(connect::key_for(&model, &Slug::new("custom"), A), None);
    assert!(model.toasts.iter().any(|toast| toast.error));
}
