//! Files: reading a chosen one, handing one to the user.

use gloo::file::{Blob, futures::read_as_bytes};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, HtmlInputElement, TextDecoder,
    Url,
};

use super::page::window;
use espalier_app::maps::files::{PICTURE_AREA, PICTURE_SIDE};
use espalier_base::text::looks_like_gbk;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 512 << 20;

/// Takes the file chosen in an input element, and makes the element ready for the next choice.
pub fn chosen(input: &str) -> Option<web_sys::File> {
    let element = window()?.document()?.get_element_by_id(input)?;
    let input = element.dyn_into::<HtmlInputElement>().ok()?;
    let file = input.files()?.get(0);
    input.set_value("");
    file
}

/// Reads everything in a file; `None` when it cannot be read or is too large. Chinese text in an older encoding becomes
/// UTF-8: the tables for that are in every browser.
pub async fn read(file: web_sys::File) -> Option<Vec<u8>> {
    let blob = Blob::from(web_sys::Blob::from(file));
    if blob.size() > MAX_BYTES {
        return None;
    }
    let bytes = read_as_bytes(&blob).await.ok()?;
    if std::str::from_utf8(&bytes).is_ok() || !looks_like_gbk(&bytes) {
        return Some(bytes);
    }
    // GB 18030 is GBK and more.
    let decoded = TextDecoder::new_with_label("gb18030").and_then(|decoder| decoder.decode_with_u8_array(&bytes));
    Some(decoded.map_or(bytes, String::into_bytes))
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

/// Draws a picture twice as large as it is on the screen, or as large as a canvas can be, and hands it to the user;
/// returns whether that went well.
pub async fn save_picture(name: &str, svg: &str, size: (f64, f64)) -> bool {
    let drawn = draw_picture(name, svg, size).await;
    if let Err(error) = &drawn {
        log::error!("cannot draw a picture: {error:?}");
    }
    drawn.is_ok()
}

async fn draw_picture(name: &str, svg: &str, (width, height): (f64, f64)) -> Result<(), JsValue> {
    let gone = || JsValue::from_str("there is no document");
    let document = window().and_then(|window| window.document()).ok_or_else(gone)?;
    let blob = Blob::new_with_options(svg, Some("image/svg+xml"));
    let address = Url::create_object_url_with_blob(blob.as_ref())?;
    let image: HtmlImageElement = document.create_element("img")?.unchecked_into();
    image.set_src(&address);
    let decoded = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&address)?;
    decoded?;
    let scale = (PICTURE_SIDE / width.max(height)).min((PICTURE_AREA / (width * height)).sqrt()).min(2.0);
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width((width * scale) as u32);
    canvas.set_height((height * scale) as u32);
    let context = canvas.get_context("2d")?.ok_or_else(gone)?.unchecked_into::<CanvasRenderingContext2d>();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width * scale, height * scale)?;
    let made = js_sys::Promise::new(&mut |resolve, reject| {
        if let Err(error) = canvas.to_blob(&resolve) {
            // The promise is settled either way; what is left to say is in the error.
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    let made: web_sys::Blob = JsFuture::from(made).await?.dyn_into()?;
    let bytes = read_as_bytes(&Blob::from(made)).await.map_err(|error| JsValue::from_str(&error.to_string()))?;
    save(name, "image/png", &bytes);
    Ok(())
}
