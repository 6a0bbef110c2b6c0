//! The browser entry point: it starts the app and does nothing else.

fn main() {
    #[cfg(target_arch = "wasm32")]
    if let Some(document) = web_sys::window().and_then(|window| window.document())
        && let Some(app) = document.get_element_by_id("app")
        && let Some(root) = document.document_element()
    {
        app.set_text_content(Some("Espalier"));
        // Nothing can be done about a document that refuses an attribute; the watchdog will show.
        let _ = root.set_attribute("data-app", "ready");
    }
}
