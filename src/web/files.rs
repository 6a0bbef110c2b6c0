//! Files: reading a chosen one, handing one to the user.
//!
//! Must not be in here: what is in them.

use gloo::file::{Blob, futures::read_as_bytes};
use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, HtmlInputElement, Url};

use super::page::window;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 512 << 20;

/// The file chosen in an input element, and the element made ready for the next choice.
pub fn chosen(input: &str) -> Option<web_sys::File> {
    let element = window()?.document()?.get_element_by_id(input)?;
    let input = element.dyn_into::<HtmlInputElement>().ok()?;
    let file = input.files()?.get(0);
    input.set_value("");
    file
}

/// Everything in a file; `None` when it cannot be read or is too large.
pub async fn read(file: web_sys::File) -> Option<Vec<u8>> {
    let blob = Blob::from(web_sys::Blob::from(file));
    if blob.size() > MAX_BYTES {
        return None;
    }
    read_as_bytes(&blob).await.ok()
}

/// Hands a file to the user.
pub fn save(name: &str, mime: &str, bytes: &[u8]) {
    let Some(document) = window().and_then(|window| window.document()) else {
        return;
    };
    let blob = Blob::new_with_options(bytes, Some(mime));
    let done = Url::create_object_url_with_blob(blob.as_ref()).and_then(|address| {
        let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
        // The download has its own hold on the blob once the click was handled.
        gloo::timers::callback::Timeout::new(60_000, move || {
            if let Err(error) = Url::revoke_object_url(&address) {
                log::debug!("revoke: {error:?}");
            }
        })
        .forget();
        Ok(())
    });
    if let Err(error) = done {
        log::error!("cannot save a file: {error:?}");
    }
}
