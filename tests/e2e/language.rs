//! English and Chinese: chosen by the browser at first, by the person from then on.

use crate::app::App;
use crate::browser::Browser;

fn has_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

#[test]
fn language_is_switched_at_once_and_stays() {
    let app = App::first_visit();
    let page = &app.page;
    app.go("settings");
    let english = page.test_id("nav-settings").spoken_name();
    assert!(!has_chinese(&english), "{english}");
    // The settings come in a file of their own.
    page.test_id("language").wait();
    let options = page.test_id("language").css("option").attrs("value");
    assert!(options.iter().any(|value| value == "zh") && options.iter().any(|value| value == "en"), "{options:?}");
    page.test_id("language").select("zh");
    page.wait_for("document.documentElement.lang.startsWith('zh')");
    assert!(has_chinese(&page.test_id("nav-settings").spoken_name()));
    page.screenshot("settings-zh");
    app.reload();
    page.wait_for("document.documentElement.lang.startsWith('zh')");
    app.go("chat");
    let answer = app.ask("你好");
    assert!(has_chinese(&answer), "the built-in model answers in another language: {answer}");
    app.go("settings");
    page.test_id("language").select("en");
    page.wait_for("document.documentElement.lang.startsWith('en')");
}

#[test]
fn language_follows_the_browser_on_a_first_visit() {
    let context = Browser::shared().new_context();
    let app = App { page: context.blank() };
    app.page.language("zh-CN");
    app.page.goto(&App::url());
    app.wait_ready();
    assert!(has_chinese(&app.page.test_id("nav-chat").spoken_name()));
}

#[test]
fn language_can_be_asked_for_in_the_address() {
    let app = App::open_at(&Browser::shared().new_context(), &format!("{}?lang=zh", App::url()));
    assert!(has_chinese(&app.page.test_id("nav-chat").spoken_name()));
    let english = App::open(&app.page.context);
    assert!(!has_chinese(&english.page.test_id("nav-chat").spoken_name()), "a visit's language was stored");
}
