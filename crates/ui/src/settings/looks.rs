//! Language, theme, clock, and the place at which the app opens.

use yew::prelude::*;

use super::Section;
use crate::kit::{Field, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::connect::ConnectMsg;
use espalier_model::settings::{ClockFormat, Language, Opening, Theme};

/// The section on appearance and language.
#[component]
pub fn LooksSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_selector(|model| {
        let preferences = model.preferences();
        let language = model.facts.visit_language.or(preferences.language);
        (language, preferences.theme, preferences.clock, preferences.opening)
    });
    let (language, theme, clock, opening) = *chosen;
    let looks = &words.settings.looks;
    let onlanguage = dispatch.reform(|value: String| {
        Msg::Connect(ConnectMsg::SetLanguage(match value.as_str() {
            "en" => Some(Language::En),
            "zh" => Some(Language::Zh),
            _ => None,
        }))
    });
    let ontheme = dispatch.reform(|value: String| {
        Msg::Connect(ConnectMsg::SetTheme(match value.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::System,
        }))
    });
    let onclock = dispatch.reform(|value: String| {
        Msg::Connect(ConnectMsg::SetClock(match value.as_str() {
            "12" => ClockFormat::Twelve,
            "24" => ClockFormat::TwentyFour,
            _ => ClockFormat::Language,
        }))
    });
    let languages = vec![
        SelectOption::new("", looks.language_browser),
        SelectOption { lang: Some("en".into()), ..SelectOption::new("en", "English") },
        SelectOption { lang: Some("zh-Hans".into()), ..SelectOption::new("zh", "中文") },
    ];
    let language = match language {
        Some(Language::En) => "en",
        Some(Language::Zh) => "zh",
        None => "",
    };
    let themes = vec![
        SelectOption::new("system", looks.theme_system),
        SelectOption::new("light", looks.theme_light),
        SelectOption::new("dark", looks.theme_dark),
    ];
    let theme = match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let clocks = vec![
        SelectOption::new("24", looks.clock_24),
        SelectOption::new("12", looks.clock_12),
        SelectOption::new("", looks.clock_language),
    ];
    let clock = match clock {
        ClockFormat::Twelve => "12",
        ClockFormat::TwentyFour => "24",
        ClockFormat::Language => "",
    };
    html! {
        <Section title={looks.title}>
            <div class="settings-pair">
                <Field label={looks.language}>
                    <Select test_id="language" value={language} options={languages} onchoose={onlanguage} />
                </Field>
                <Field label={looks.theme}>
                    <Select test_id="theme" value={theme} options={themes} onchoose={ontheme} />
                </Field>
                <Field label={looks.clock}>
                    <Select test_id="clock-format" value={clock} options={clocks} onchoose={onclock} />
                </Field>
                <OpeningField {opening} />
            </div>
        </Section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct OpeningProps {
    opening: Opening,
}

/// The place at which the app opens.
#[component]
fn OpeningField(props: &OpeningProps) -> Html {
    let looks = &use_messages().settings.looks;
    let choices = [
        (Opening::OnceADay, "once", looks.opening_once),
        (Opening::Today, "today", looks.opening_today),
        (Opening::LastPlace, "last", looks.opening_last),
    ];
    let value = choices.iter().find(|(opening, ..)| *opening == props.opening).map_or("", |(_, value, _)| value);
    let onchoose = use_dispatch().reform(move |value: String| {
        let chosen = choices.iter().find(|(_, name, _)| *name == value).map(|(opening, ..)| *opening);
        Msg::Connect(ConnectMsg::SetOpening(chosen.unwrap_or_default()))
    });
    let options = choices.map(|(_, value, name)| SelectOption::new(value, name)).to_vec();
    html! {
        <Field label={looks.opening}>
            <Select test_id="opening" {value} {options} {onchoose} />
        </Field>
    }
}
