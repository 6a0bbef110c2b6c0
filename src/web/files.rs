//! Files: reading a chosen one, handing one to the user.

use gloo::file::{Blob, futures::read_as_bytes};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, HtmlInputElement, ImageData,
    TextDecoder, Url,
};

use super::chunks;
use super::page::window;
use espalier_app::maps::files::{PICTURE_AREA, PICTURE_SIDE};
use espalier_mirror::bundle::MAGIC;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 512 << 20;
/// The largest backup that is read, in bytes.
const MAX_BACKUP: u64 = 1 << 30;

/// Quality of pictures that are encoded as JPEG, from 0 to 1.
const JPEG_QUALITY: f64 = 0.9;

/// Takes the files chosen in an input element, and makes the element ready for the next choice.
pub fn chosen(input: &str) -> Vec<web_sys::File> {
    let element = window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id(input));
    let Some(input) = element.and_then(|element| element.dyn_into::<HtmlInputElement>().ok()) else {
        return Vec::new();
    };
    let files = list(input.files());
    input.set_value("");
    files
}

/// Returns the files of a list.
pub fn list(files: Option<web_sys::FileList>) -> Vec<web_sys::File> {
    files.map(|files| (0..files.length()).filter_map(|at| files.get(at)).collect()).unwrap_or_default()
}

/// A file that was read.
pub struct ReadFile {
    /// The content, if it is text in UTF-8 or as it says itself.
    pub bytes: Vec<u8>,
    /// The encoding that text was found in, which was assumed.
    pub encoding: Option<&'static str>,
}

/// Reads everything in a file; `None` when it cannot be read or is too large. Text in another encoding becomes UTF-8: the
/// tables for that are in every browser, and which it is tells the reader of attached files.
pub async fn read(file: web_sys::File) -> Option<ReadFile> {
    let blob = Blob::from(web_sys::Blob::from(file));
    let beginning = MAGIC.len() as u64;
    let is_backup = read_as_bytes(&blob.slice(0, beginning.min(blob.size()))).await.ok()? == MAGIC.as_bytes();
    if blob.size() > if is_backup { MAX_BACKUP } else { MAX_BYTES } {
        return None;
    }
    let bytes = read_as_bytes(&blob).await.ok()?;
    if is_backup || !is_foreign_text(&bytes) {
        return Some(ReadFile { bytes, encoding: None });
    }
    let Some(reader) = chunks::reader().await else {
        // The rooms say what they make of it.
        log::warn!("the reader of encodings is not there");
        return Some(ReadFile { bytes, encoding: None });
    };
    let encoding = (reader.encoding)(&bytes);
    let bytes = match encoding {
        Some(label) => decoded(label, &bytes)?.into_bytes(),
        None => bytes,
    };
    Some(ReadFile { bytes, encoding })
}

/// Whether bytes may be text in another encoding than the rooms read, which is UTF-8, or UTF-16 with its mark.
fn is_foreign_text(bytes: &[u8]) -> bool {
    const KNOWN: [&[u8]; 10] = [
        b"\xff\xfe",
        b"\xfe\xff",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"glTF",
        b"%PDF-",
        b"RIFF",
        b"\x1f\x8b",
    ];
    // Of UTF-16 without its mark, Latin letters are UTF-8 with zeros in between.
    !KNOWN.iter().any(|start| bytes.starts_with(start)) && (bytes.contains(&0) || std::str::from_utf8(bytes).is_err())
}

/// Decodes text by the name of its encoding in the Encoding Standard; `None` where the browser can't.
pub fn decoded(label: &str, bytes: &[u8]) -> Option<String> {
    let decoded = TextDecoder::new_with_label(label).and_then(|decoder| decoder.decode_with_u8_array(bytes));
    decoded.map_err(|error| log::warn!("text in {label} can't be read: {error:?}")).ok()
}

/// Hands a file to the user.
pub fn save(name: &str, mime: &str, bytes: &[u8]) {
    hand_over(name, &Blob::new_with_options(bytes, Some(mime)));
}

/// Hands a file to the user that the browser has already.
pub fn hand_over(name: &str, blob: &Blob) {
    let Some(document) = window().and_then(|window| window.document()) else {
        return;
    };
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
    let image = decode_picture(&Blob::new_with_options(svg, Some("image/svg+xml"))).await?;
    let scale = (PICTURE_SIDE / width.max(height)).min((PICTURE_AREA / (width * height)).sqrt()).min(2.0);
    let bytes = encode_picture(&image, None, (width * scale, height * scale), "image/png").await?;
    save(name, "image/png", &bytes);
    Ok(())
}

/// Decodes a picture, turned the way that its file says.
pub async fn decode_picture(blob: &Blob) -> Result<HtmlImageElement, JsValue> {
    let document = window().and_then(|window| window.document()).ok_or_else(no_document)?;
    let address = Url::create_object_url_with_blob(blob.as_ref())?;
    let image: HtmlImageElement = document.create_element("img")?.unchecked_into();
    image.set_src(&address);
    let decoded = JsFuture::from(image.decode()).await;
    Url::revoke_object_url(&address)?;
    decoded?;
    Ok(image)
}

/// Encodes a picture, or a part of it at a place and of a size, at a size in pixels, as a file of this media type with
/// nothing in it but the pixels.
pub async fn encode_picture(
    image: &HtmlImageElement,
    part: Option<((u32, u32), (u32, u32))>,
    (width, height): (f64, f64),
    mime: &str,
) -> Result<Vec<u8>, JsValue> {
    let (canvas, context) = canvas((width as u32, height as u32))?;
    if mime == "image/jpeg" {
        // It has no transparency: what is seen through would become black.
        context.set_fill_style_str("white");
        context.fill_rect(0.0, 0.0, width, height);
    }
    match part {
        None => context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)?,
        Some((at, size)) => context.draw_image_with_html_image_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            image,
            f64::from(at.0),
            f64::from(at.1),
            f64::from(size.0),
            f64::from(size.1),
            0.0,
            0.0,
            width,
            height,
        )?,
    }
    encoded(&canvas, mime).await
}

/// Puts pixels without transparency on a canvas, row by row, each as red, green, blue and opacity.
pub fn canvas_of(size: (u32, u32), rgba: &[u8]) -> Result<HtmlCanvasElement, JsValue> {
    let (canvas, context) = canvas(size)?;
    let data = ImageData::new_with_u8_clamped_array_and_sh(Clamped(rgba), size.0, size.1)?;
    context.put_image_data(&data, 0.0, 0.0)?;
    Ok(canvas)
}

fn canvas((width, height): (u32, u32)) -> Result<(HtmlCanvasElement, CanvasRenderingContext2d), JsValue> {
    let document = window().and_then(|window| window.document()).ok_or_else(no_document)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d")?.ok_or_else(no_document)?.unchecked_into::<CanvasRenderingContext2d>();
    Ok((canvas, context))
}

/// Encodes what is on a canvas as a file of this media type.
pub async fn encoded(canvas: &HtmlCanvasElement, mime: &str) -> Result<Vec<u8>, JsValue> {
    let quality = JsValue::from_f64(JPEG_QUALITY);
    let made = js_sys::Promise::new(&mut |resolve, reject| {
        if let Err(error) = canvas.to_blob_with_type_and_encoder_options(&resolve, mime, &quality) {
            // The promise is settled either way; what is left to say is in the error.
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    let made: web_sys::Blob = JsFuture::from(made).await?.dyn_into()?;
    read_as_bytes(&Blob::from(made)).await.map_err(|error| JsValue::from_str(&error.to_string()))
}

fn no_document() -> JsValue {
    JsValue::from_str("there is no document")
}
