//! Tests of the settings in both languages.

use std::collections::BTreeMap;

use yew::prelude::*;

use super::Settings;
use crate::testing::{assert_names, draw, ready};
use espalier_app::connect::KeyPlace;
use espalier_app::effect::KeyKeeping;
use espalier_app::{Model, ProbeKind, ProbeState, StorageUsage};
use espalier_llm::capability::{Capabilities, JsonForm};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::provider::PROVIDERS;
use espalier_model::settings::Language;
use espalier_model::{Endpoint, Learned, Preferences, Record, Slug};

const NAMES: [&str; 21] = [
    "provider",
    "provider-note",
    "base-url",
    "api-key",
    "key-keep",
    "model",
    "fetch-models",
    "test-connection",
    "connection-status",
    "save-endpoint",
    "clear-key",
    "language",
    "theme",
    "clock-format",
    "storage-usage",
    "export",
    "import-file",
    "install-hint",
    "build",
    "what-is-new",
    "licences",
];

fn page(model: Model) -> String {
    draw(model, html! { <Settings /> })
}

/// A workspace in which a provider is set up and in use.
fn with_provider(language: Language, id: &str, base_url: &str, name: &str) -> Model {
    let mut model = ready(language);
    let endpoint = Endpoint {
        name: String::new(),
        provider: Slug::new(id),
        base_url: base_url.to_owned(),
        model: name.to_owned(),
        models: vec!["listed-model".to_owned()],
        traits: BTreeMap::new(),
    };
    let preferences = Preferences { provider: Some(Slug::new(id)), ..Preferences::default() };
    model.workspace.absorb([Record::Endpoints(endpoint.into()), Record::Preferences(preferences.into())]);
    model
}

#[test]
fn every_control_has_its_name_in_both_languages() {
    for (language, words) in [(Language::En, "Your data"), (Language::Zh, "你的数据")] {
        let html = page(ready(language));
        assert_names(&html, &NAMES);
        assert!(html.contains(words), "{html}");
        for provider in PROVIDERS {
            assert!(html.contains(&format!("value=\"{}\"", provider.id)), "{}", provider.id);
        }
    }
}

#[test]
fn whether_a_page_can_call_a_provider_is_said_before_a_key_is_typed() {
    for (id, says) in [("qwen", "Blocks web pages"), ("openai", "Works from the browser")] {
        let html = page(with_provider(Language::En, id, "https://example.org/v1", "some-model"));
        let (note, key) = (html.find(says), html.find("data-testid=\"api-key\""));
        assert!(note.is_some() && note < key, "{id}: {html}");
    }
    let html = page(with_provider(Language::Zh, "ollama", "http://localhost:11434/v1", "llama3.2"));
    assert!(html.contains("OLLAMA_ORIGINS="), "{html}");
}

#[test]
fn what_is_saved_is_shown_and_marked_and_a_kept_key_is_only_mentioned() {
    let mut model = with_provider(Language::En, "custom", "https://example.org/v1", "test-model");
    model.keys.insert(KeyPlace::of(&Slug::new("custom"), "https://example.org/v1"), KeyKeeping::Device);
    let html = page(model);
    assert!(html.contains("value=\"https://example.org/v1\"") && html.contains("value=\"test-model\""), "{html}");
    assert!(html.contains("✓ Custom endpoint"), "{html}");
    assert!(html.contains("A key is stored in this browser"), "{html}");
    assert!(html.contains("value=\"listed-model\""), "{html}");
    assert!(html.contains("Current model: Custom endpoint · test-model"), "{html}");
}

#[test]
fn the_last_test_is_told_in_words() {
    let states = [
        (None, "unknown", "Not tested."),
        (Some(ProbeState::Testing), "testing", "Testing the connection"),
        (Some(ProbeState::Ok("OK".to_owned())), "ok", "The model says: OK"),
        (Some(ProbeState::Failed(LlmError::new(ErrorKind::Authentication))), "failed", "API key"),
    ];
    for (state, status, words) in states {
        let mut model = with_provider(Language::En, "custom", "https://example.org/v1", "test-model");
        if let Some(state) = state {
            model.probes.insert((Slug::new("custom"), ProbeKind::Connection), state);
        }
        let html = page(model);
        assert!(html.contains(&format!("data-status=\"{status}\"")) && html.contains(words), "{html}");
    }
}

#[test]
fn storage_and_what_was_learned_are_shown() {
    let mut model = ready(Language::En);
    model.usage = Some(StorageUsage { used: 12_300_000, quota: 10_000_000_000, persisted: true });
    let capabilities = Capabilities {
        omitted: ["temperature".to_owned()].into(),
        json: Some(JsonForm::Object),
        ..Capabilities::default()
    };
    let key = Slug::new("https://example.org/v1 o4");
    model.workspace.absorb([Record::Learned(Learned { key, capabilities }.into())]);
    let html = page(model);
    assert!(html.contains("12.3 MB of 10.0 GB") && html.contains("won’t clear it"), "{html}");
    assert!(html.contains("https://example.org/v1 o4") && html.contains("without temperature"), "{html}");
    assert!(html.contains("JSON answers without a schema"), "{html}");
}

#[test]
fn a_shared_origin_is_warned_about_and_keeps_no_key_by_itself() {
    let mut model = with_provider(Language::En, "openai", "https://api.openai.com/v1", "gpt-4.1-mini");
    let warning = "data-testid=\"shared-origin\" hidden";
    assert!(page(with_provider(Language::En, "openai", "", "")).contains(warning));
    model.facts.shared_origin = true;
    let html = page(model);
    assert!(!html.contains(warning), "{html}");
    let keep = html.find("data-testid=\"key-keep\"").unwrap_or_default();
    assert!(!html[keep.saturating_sub(60)..keep].contains("checked"), "{html}");
}

#[test]
fn the_app_is_installed_by_a_button_only_where_the_browser_offers_it() {
    for (language, name) in [(Language::En, "Install Espalier"), (Language::Zh, "安装Espalier")] {
        let mut model = ready(language);
        assert!(!page(ready(language)).contains(name));
        model.install_offered = true;
        assert!(page(model).contains(name));
    }
}
