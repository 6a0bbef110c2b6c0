//! Language and theme. Must not be in here: applying them.

use yew::prelude::*;

use super::Section;
use crate::app::Msg;
use crate::app::connect::ConnectMsg;
use crate::model::settings::{Language, Theme};
use crate::ui::kit::Field;
use crate::ui::store::{use_dispatch, use_messages, use_selector};

/// The section.
#[component]
pub fn LooksSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_selector(|model| {
        let preferences = model.preferences();
        (model.facts.visit_language.or(preferences.language), preferences.theme)
    });
    let (language, theme) = *chosen;
    let looks = &words.settings.looks;
    let onlanguage = dispatch.reform(|event: Event| {
        Msg::Connect(ConnectMsg::SetLanguage(match value(&event).as_str() {
            "en" => Some(Language::En),
            "zh" => Some(Language::Zh),
            _ => None,
        }))
    });
    let ontheme = dispatch.reform(|event: Event| {
        Msg::Connect(ConnectMsg::SetTheme(match value(&event).as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::System,
        }))
    });
    html! {
        <Section title={looks.title}>
            <div class="settings-pair">
                <Field label={looks.language}>
                    <select data-testid="language" onchange={onlanguage}>
                        <option value="" selected={language.is_none()}>{ looks.language_browser }</option>
                        <option value="en" lang="en" selected={language == Some(Language::En)}>{ "English" }</option>
                        <option value="zh" lang="zh-Hans" selected={language == Some(Language::Zh)}>{ "中文" }</option>
                    </select>
                </Field>
                <Field label={looks.theme}>
                    <select data-testid="theme" onchange={ontheme}>
                        <option value="system" selected={theme == Theme::System}>{ looks.theme_system }</option>
                        <option value="light" selected={theme == Theme::Light}>{ looks.theme_light }</option>
                        <option value="dark" selected={theme == Theme::Dark}>{ looks.theme_dark }</option>
                    </select>
                </Field>
            </div>
        </Section>
    }
}

fn value(event: &Event) -> String {
    event.target_unchecked_into::<web_sys::HtmlSelectElement>().value()
}
