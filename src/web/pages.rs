//! The worker that draws pages of PDF documents: a program of its own (`pages/`), in memory while one document is drawn.

use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::{Either, select};
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::clock;
use espalier_app::attachments::{FileProblem, PdfError};

/// Milliseconds that a page may take to be drawn. The slowest of honest ones took a few seconds.
const PAGE_MS: f64 = 30_000.0;
/// Milliseconds after which it is asked again whether the page is still wanted.
const LOOK_MS: u32 = 200;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = espalier, js_name = pagesWorker)]
    fn pages_worker() -> Result<Worker, JsValue>;

    /// Message of the worker, as `static/pages-worker.js` makes it.
    type Reply;
    #[wasm_bindgen(method, getter)]
    fn running(this: &Reply) -> Option<bool>;
    #[wasm_bindgen(method, getter)]
    fn problem(this: &Reply) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn count(this: &Reply) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    fn width(this: &Reply) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    fn height(this: &Reply) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    fn rgba(this: &Reply) -> Option<Uint8Array>;
}

/// Page as pixels.
pub struct PagePicture {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The pixels, row by row, each as red, green, blue and opacity.
    pub rgba: Vec<u8>,
}

/// Reason why there is no picture of a page.
#[derive(Debug)]
pub enum DrawError {
    /// The worker could not be fetched or started.
    NotThere,
    /// The document is at fault.
    Document(PdfError),
    /// Drawing took too long, or more memory than there is.
    TooMuch,
    /// Nobody wants the page any more.
    Unwanted,
}

impl From<DrawError> for FileProblem {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::NotThere | DrawError::Unwanted => Self::NoReader,
            DrawError::Document(error) => Self::Pdf(error),
            DrawError::TooMuch => Self::Pdf(PdfError::TooComplex),
        }
    }
}

/// A document whose pages are drawn.
pub struct PageDrawer<'a> {
    document: &'a [u8],
    /// `None` after a page that it could not be brought to an end with.
    worker: Option<PagesWorker>,
    count: usize,
}

impl<'a> PageDrawer<'a> {
    /// Opens a document, unless `is_wanted` says meanwhile that nobody wants it any more.
    pub async fn open(document: &'a [u8], is_wanted: &dyn Fn() -> bool) -> Result<Self, DrawError> {
        let (worker, count) = PagesWorker::start(document, is_wanted).await?;
        Ok(Self { document, worker: Some(worker), count })
    }

    /// Returns the number of its pages.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Draws the page with this index, unless `is_wanted` says meanwhile that nobody wants it any more.
    pub async fn draw(&mut self, index: usize, is_wanted: &dyn Fn() -> bool) -> Result<PagePicture, DrawError> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => PagesWorker::start(self.document, is_wanted).await?.0,
        };
        let reply = worker.ask(&JsValue::from_f64(index as f64), &Array::new(), is_wanted).await;
        if matches!(reply, Ok(_) | Err(DrawError::Document(_))) {
            self.worker = Some(worker);
        }
        let reply = reply?;
        let size = reply.width().zip(reply.height()).ok_or(DrawError::NotThere)?;
        Ok(PagePicture { size, rgba: reply.rgba().ok_or(DrawError::NotThere)?.to_vec() })
    }
}

struct PagesWorker {
    worker: Worker,
    /// `None` where it has ended.
    replies: UnboundedReceiver<Option<Reply>>,
    is_running: bool,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

impl Drop for PagesWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl PagesWorker {
    /// Starts a worker with a document; returns the number of its pages too.
    async fn start(document: &[u8], is_wanted: &dyn Fn() -> bool) -> Result<(Self, usize), DrawError> {
        let worker = pages_worker().map_err(|error| {
            log::warn!("no worker: {error:?}");
            DrawError::NotThere
        })?;
        let (sender, replies) = unbounded();
        let to = sender.clone();
        // Nobody listens where nothing is waited for.
        let on_message =
            Closure::new(move |event: MessageEvent| drop(to.unbounded_send(Some(event.data().unchecked_into()))));
        let on_error = Closure::new(move || drop(sender.unbounded_send(None)));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let mut worker = Self { worker, replies, is_running: false, _on_message: on_message, _on_error: on_error };
        let bytes = Uint8Array::from(document).buffer();
        let reply = worker.ask(&bytes, &Array::of1(&bytes), is_wanted).await?;
        let count = reply.count().ok_or(DrawError::NotThere)?;
        Ok((worker, count as usize))
    }

    /// Sends a message and waits for the answer.
    async fn ask(
        &mut self,
        message: &JsValue,
        transfer: &Array,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Reply, DrawError> {
        self.worker.post_message_with_transfer(message, transfer).map_err(|error| {
            log::warn!("message to the worker: {error:?}");
            DrawError::TooMuch
        })?;
        let mut begun = clock::since_start_ms();
        loop {
            let reply = match select(self.replies.next(), TimeoutFuture::new(LOOK_MS)).await {
                Either::Left((reply, _)) => reply.flatten(),
                Either::Right(_) if !is_wanted() => return Err(DrawError::Unwanted),
                // Fetching the program takes its time, and ends by itself.
                Either::Right(_) if self.is_running && clock::since_start_ms() - begun > PAGE_MS => {
                    return Err(DrawError::TooMuch);
                }
                Either::Right(_) => continue,
            };
            let Some(reply) = reply else {
                return Err(if self.is_running { DrawError::TooMuch } else { DrawError::NotThere });
            };
            if reply.running().is_some() {
                self.is_running = true;
                begun = clock::since_start_ms();
                continue;
            }
            return match reply.problem().as_deref() {
                None => Ok(reply),
                Some("encrypted") => Err(DrawError::Document(PdfError::Encrypted)),
                Some("damaged") => Err(DrawError::Document(PdfError::Damaged)),
                Some("too complex") => Err(DrawError::Document(PdfError::TooComplex)),
                Some("not there") => Err(DrawError::NotThere),
                Some(_) => Err(DrawError::TooMuch),
            };
        }
    }
}
