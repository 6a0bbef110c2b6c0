//! A folder of immutable files in a place on the network, over whatever sends the requests.

use std::cell::{Cell, RefCell};

use espalier_base::time::Timestamp;
use espalier_llm::error::NetworkKind;
use espalier_mirror::folder::{Folder, FolderError};

use crate::encode::is_plain_name;
use crate::error::{Doing, RemoteError};
use crate::request::{Request, Response};
use crate::site::{Entry, Site};

/// Reason why no response came.
pub type TransportError = NetworkKind;

/// Sender of requests, which the shell implements. It follows no redirect, keeps no cookie and stores nothing.
///
/// Futures of this trait are local, as those of [`Folder`] are.
#[allow(async_fn_in_trait, reason = "every shell runs on one thread, no Send bound is wanted")]
pub trait Transport {
    /// Sends a request and waits for the whole response.
    async fn send(&self, request: Request) -> Result<Response, TransportError>;
    /// Lets that many milliseconds pass.
    async fn pause(&self, ms: u32);
    /// Lets other work of the thread go first.
    async fn rest(&self);
    /// Returns the time, with which requests are signed.
    fn now(&self) -> Timestamp;
}

/// Times that a request is sent again after a failure that may pass.
const AGAIN: u32 = 4;
/// First wait before that, in milliseconds; each further one is twice as long.
const FIRST_WAIT_MS: u32 = 500;
/// Longest wait that a server may ask for.
const LONGEST_WAIT_MS: u32 = 60_000;
/// Most pages of a listing: ten million files.
const MOST_PAGES: usize = 10_000;

/// A folder in a place on the network.
#[derive(Debug, Clone)]
pub struct RemoteFolder<T> {
    site: Site,
    transport: T,
    /// Whether the server turned out not to know, or a browser not to be allowed to send, the condition of a write.
    asks_first: Cell<bool>,
    /// Reason why the folder failed last, as far as its port has no word for it.
    failed: RefCell<Option<RemoteError>>,
}

impl<T: Transport> RemoteFolder<T> {
    /// Opens a folder; nothing is sent yet.
    pub const fn new(site: Site, transport: T) -> Self {
        Self { site, transport, asks_first: Cell::new(false), failed: RefCell::new(None) }
    }

    /// Takes the reason why the folder failed last out.
    pub fn take_failure(&self) -> Option<RemoteError> {
        self.failed.take()
    }

    fn told(&self, error: RemoteError) -> FolderError {
        let text = error.to_string();
        let told = match error {
            RemoteError::Full => FolderError::Full,
            RemoteError::NoPlace => FolderError::Absent,
            _ => FolderError::Failed(text),
        };
        self.failed.replace(Some(error));
        told
    }

    /// Lists the files; a folder that was not made yet has none.
    pub async fn entries(&self) -> Result<Vec<Entry>, RemoteError> {
        let mut all = Vec::new();
        let mut at: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let ask = |now| self.site.list(at.as_deref(), now);
            let page = match self.ask(ask, |response| self.site.read_list(&response)).await {
                Err(RemoteError::NotFound) if at.is_none() => return Ok(all),
                page => page?,
            };
            all.extend(page.entries);
            if page.next.is_none() {
                return Ok(all);
            }
            if page.next == at {
                break;
            }
            at = page.next;
            self.transport.rest().await;
        }
        Err(RemoteError::Unreadable)
    }

    /// Reads a file.
    pub async fn get(&self, name: &str) -> Result<Vec<u8>, RemoteError> {
        check_name(name)?;
        let read = |response: Response| self.site.check(Doing::Read, &response).map(|()| response.body);
        self.ask(|now| self.site.get(name, now), read).await
    }

    /// Writes a file, and the folder for it where there is none. One that is there must have the same content, or the
    /// beginning of it that an interrupted upload left behind.
    pub async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), RemoteError> {
        check_name(name)?;
        if !self.asks_first.get() {
            match self.put_into_folder(name, bytes, true).await {
                Err(RemoteError::Unsupported | RemoteError::Network(NetworkKind::Cors)) => self.asks_first.set(true),
                Err(RemoteError::Exists) => {}
                done => return done,
            }
        }
        match self.get(name).await {
            Ok(known) if known == bytes => Ok(()),
            Ok(known) if !bytes.starts_with(&known) => Err(RemoteError::Exists),
            Ok(_) | Err(RemoteError::NotFound) => self.put_into_folder(name, bytes, false).await,
            Err(error) => Err(error),
        }
    }

    async fn put_into_folder(&self, name: &str, bytes: &[u8], only_new: bool) -> Result<(), RemoteError> {
        let written = self.put_once(name, bytes, only_new).await;
        // Servers differ in how they say that the folder is missing.
        if matches!(written, Err(RemoteError::NotFound | RemoteError::Conflict)) && self.make_folders().await? {
            return self.put_once(name, bytes, only_new).await;
        }
        written
    }

    async fn put_once(&self, name: &str, bytes: &[u8], only_new: bool) -> Result<(), RemoteError> {
        let put = |now| self.site.put(name, bytes, only_new, now);
        self.ask(put, |response| self.site.check(Doing::Write, &response)).await
    }

    /// Removes a file; one that is not there is no error.
    pub async fn delete(&self, name: &str) -> Result<(), RemoteError> {
        check_name(name)?;
        let delete = |now| self.site.delete(name, now);
        self.ask(delete, |response| self.site.check(Doing::Remove, &response)).await
    }

    /// Tries all that will be needed with a small file of that name: listing, writing, reading and removing.
    pub async fn test(&self, name: &str) -> Result<(), RemoteError> {
        self.entries().await?;
        let bytes = name.as_bytes();
        self.put(name, bytes).await?;
        let known = self.get(name).await?;
        self.delete(name).await?;
        if known == bytes { Ok(()) } else { Err(RemoteError::Unreadable) }
    }

    /// Makes the folder and those above it that are missing; `false` where the place has no folders to make.
    async fn make_folders(&self) -> Result<bool, RemoteError> {
        let mut up = 0;
        let mut is_down = false;
        while let Some(request) = self.site.make_folder(up) {
            let made = self.ask(|_| request.clone(), |response| self.site.check(Doing::MakeFolder, &response)).await;
            match made {
                Ok(()) if up == 0 => return Ok(true),
                Ok(()) => {
                    is_down = true;
                    up -= 1;
                }
                Err(RemoteError::Conflict | RemoteError::NotFound) if !is_down => up += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Sends a request, and again after a while if what failed may pass. Each is made anew, for its time is signed.
    async fn ask<O>(
        &self,
        make: impl Fn(Timestamp) -> Request,
        read: impl Fn(Response) -> Result<O, RemoteError>,
    ) -> Result<O, RemoteError> {
        let mut again = 0;
        loop {
            let sent = self.transport.send(make(self.transport.now())).await;
            let error = match sent.map_err(RemoteError::Network).and_then(&read) {
                Err(error) if error.is_passing() && again < AGAIN => error,
                done => return done,
            };
            let asked = error.retry_after_s().map_or(0, |seconds| seconds.saturating_mul(1_000));
            self.transport.pause(asked.max(FIRST_WAIT_MS << again).min(LONGEST_WAIT_MS)).await;
            again += 1;
        }
    }
}

fn check_name(name: &str) -> Result<(), RemoteError> {
    if is_plain_name(name) { Ok(()) } else { Err(RemoteError::Name) }
}

impl<T: Transport> Folder for RemoteFolder<T> {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        let entries = self.entries().await.map_err(|error| self.told(error))?;
        Ok(entries.into_iter().map(|entry| entry.name).collect())
    }

    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        self.get(name).await.map_err(|error| match error {
            RemoteError::NotFound => FolderError::NoFile(name.to_owned()),
            other => self.told(other),
        })
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.put(name, bytes).await.map_err(|error| self.told(error))
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        self.delete(name).await.map_err(|error| self.told(error))
    }

    async fn rest(&self) {
        self.transport.rest().await;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use espalier_llm::secret::Secret;
    use futures::executor::block_on;

    use super::*;
    use crate::place::Place;

    /// A page whose server allows no condition, and has no files.
    #[derive(Default)]
    struct Page {
        sent: RefCell<Vec<String>>,
    }

    impl Transport for Page {
        async fn send(&self, request: Request) -> Result<Response, TransportError> {
            let is_conditional = request.headers.iter().any(|(name, _)| *name == "if-none-match");
            self.sent.borrow_mut().push(format!("{}{}", request.method, if is_conditional { " if new" } else { "" }));
            let status = if request.method == "GET" { 404 } else { 201 };
            if is_conditional { Err(NetworkKind::Cors) } else { Ok(Response { status, ..Response::default() }) }
        }

        async fn pause(&self, _: u32) {}

        async fn rest(&self) {}

        fn now(&self) -> Timestamp {
            Timestamp(0)
        }
    }

    #[test]
    fn where_a_page_may_not_send_the_condition_it_looks_first() {
        let place = Place::WebDav { url: "https://a.example/dav".to_owned(), user: String::new() };
        let folder = RemoteFolder::new(Site::new(&place, Secret::new("")).unwrap(), Page::default());
        block_on(folder.put("a", b"1")).unwrap();
        block_on(folder.put("b", b"2")).unwrap();
        assert_eq!(folder.transport.sent.take(), ["PUT if new", "GET", "PUT", "GET", "PUT"]);
    }
}
