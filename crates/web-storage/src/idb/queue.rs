//! Queue of commits and flushes, with the connection that does them.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::lock::Mutex;

use super::Open;
use espalier_base::time::Timestamp;
use espalier_model::{Shape, TimeEntry};
use espalier_storage::migrate::{self, Step};
use espalier_storage::packing::Packed;
use espalier_storage::port::{Commit, Durability, Loaded, Query, StorageError};
use espalier_storage::schema;

/// Spawner of a future, which runs to its end, whoever waits for it.
pub type Spawn = fn(Pin<Box<dyn Future<Output = ()>>>);

/// A notice about the database for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// There was no database: this one is being made, and there is nothing in it.
    New,
    /// Another tab has to be closed or reloaded before the database can be opened; the opening still waits.
    Blocked,
    /// Another tab upgraded the database: this one can only be read from now on.
    Superseded,
    /// The browser took our handle away: the database may be gone, too.
    Closed,
    /// The database was deleted; nothing of it is left.
    Cleared,
    /// The browser lost the database and it was opened again; nothing was lost.
    Reopened,
}

/// The database to open.
#[derive(Debug, Clone)]
pub struct DatabaseSpec {
    /// Its name.
    pub name: String,
    /// Version of its structure.
    pub version: u32,
    /// Steps that bring its rows to that version.
    pub steps: &'static [Step],
}

impl Default for DatabaseSpec {
    fn default() -> Self {
        Self { name: schema::DATABASE.to_owned(), version: schema::VERSION, steps: migrate::STEPS }
    }
}

/// Listener to notices.
pub type Notify = Rc<dyn Fn(Notice)>;

/// Kind of a failure.
pub enum Failure {
    /// The connection is of no use any more, which says nothing about the database.
    Dead(String),
    /// A transaction that would have taken about so many bytes was rolled back without a word.
    Unexplained {
        bytes: usize,
    },
    Storage(StorageError),
}

impl Failure {
    /// Reads the name of the browser's error, which the text begins with or contains.
    pub fn read(text: &str) -> Self {
        if text.contains("QuotaExceededError") {
            return Self::Storage(StorageError::Quota);
        }
        if text.contains("InvalidStateError") || text.contains("UnknownError") {
            return Self::Dead(text.to_owned());
        }
        Self::Storage(StorageError::Aborted(text.to_owned()))
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<Failure> for StorageError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Dead(reason) => Self::Unavailable(reason),
            Failure::Unexplained { .. } => Self::Aborted("no reason given".to_owned()),
            Failure::Storage(error) => error,
        }
    }
}

/// Number of commits that those waiting for a flush let pass, so that they can share it.
const MAX_PASSED: u32 = 16;

/// Mark that tells one database from another of the same name; earlier versions wrote none.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Born(Option<String>);

/// A database with the work that waits for it.
pub struct Queue {
    place: DatabaseSpec,
    spawn: Spawn,
    notify: Notify,
    open: Mutex<Option<Rc<Open>>>,
    opened: Cell<bool>,
    superseded: Cell<bool>,
    /// Whether the database that was open is gone (B6).
    cleared: Cell<bool>,
    /// Mark of the open database.
    born: RefCell<Option<Born>>,
    commits: RefCell<VecDeque<Job>>,
    committing: Cell<bool>,
    unflushed: RefCell<Vec<Answer>>,
    flushing: Cell<bool>,
    /// Commits done since the last flush began.
    passed: Cell<u32>,
}

type Answer = oneshot::Sender<Result<(), StorageError>>;

struct Job {
    commit: Commit,
    durability: Durability,
    answer: Answer,
}

impl Queue {
    /// Opens a database.
    pub async fn open(place: DatabaseSpec, spawn: Spawn, notify: Notify) -> Result<Rc<Self>, StorageError> {
        let queue = Rc::new(Self {
            place,
            spawn,
            notify,
            open: Mutex::new(None),
            opened: Cell::new(false),
            superseded: Cell::new(false),
            cleared: Cell::new(false),
            born: RefCell::default(),
            commits: RefCell::default(),
            committing: Cell::new(false),
            unflushed: RefCell::default(),
            flushing: Cell::new(false),
            passed: Cell::new(0),
        });
        let opening = queue.clone();
        queue.run(async move { opening.persist(async |open| open.migrate(opening.place.steps).await).await }).await?;
        Ok(queue)
    }

    /// Accepts the database that takes the place of the one that is gone.
    pub fn accept_cleared(&self) {
        self.cleared.set(false);
    }

    /// Reads the rows of a query.
    pub async fn load(self: Rc<Self>, query: Query) -> Result<Loaded, StorageError> {
        let reading = self.clone();
        self.run(async move { reading.persist(async |open| open.read(&query).await).await }).await
    }

    /// Writes a commit after all that wait already.
    pub async fn commit(self: Rc<Self>, commit: Commit, durability: Durability) -> Result<(), StorageError> {
        let (answer, receiver) = oneshot::channel();
        self.commits.borrow_mut().push_back(Job { commit, durability, answer });
        if !self.committing.replace(true) {
            (self.spawn)(Box::pin(self.clone().commit_all()));
        }
        receiver.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Packs rows, range by range, each in a transaction of its own, so that commits need not wait for all of them.
    pub async fn pack(self: Rc<Self>) -> Result<(), StorageError> {
        let packing = self.clone();
        self.run(async move {
            packing.pack_all::<TimeEntry>().await?;
            packing.pack_all::<Shape>().await
        })
        .await
    }

    /// Deletes files that are not needed any more.
    pub async fn sweep_files(self: Rc<Self>, now: Timestamp) -> Result<(), StorageError> {
        let sweeping = self.clone();
        self.run(async move { sweeping.persist(async |open| open.sweep_files(now).await).await }).await
    }

    async fn pack_all<P: Packed>(&self) -> Result<(), StorageError> {
        let mut after = String::new();
        while let Some(next) = self.persist(async |open| open.pack_one::<P>(&after).await).await? {
            after = next;
        }
        Ok(())
    }

    /// Keeps a single value, relaxed.
    pub async fn keep(self: Rc<Self>, key: &'static str, text: String) -> Result<(), StorageError> {
        let keeping = self.clone();
        self.run(async move { keeping.persist(async |open| open.own.keep(key, &text).await).await }).await
    }

    /// Returns a single value that was kept.
    pub async fn kept(self: Rc<Self>, key: &'static str) -> Result<Option<String>, StorageError> {
        let reading = self.clone();
        self.run(async move { reading.persist(async |open| Ok(open.own.kept(key).await?)).await }).await
    }

    /// Runs `work` to its end even when the future returned here is dropped (B2).
    async fn run<T: 'static>(
        &self,
        work: impl Future<Output = Result<T, StorageError>> + 'static,
    ) -> Result<T, StorageError> {
        let (sender, receiver) = oneshot::channel();
        (self.spawn)(Box::pin(async move {
            // Nobody listens when the caller went away.
            let _ = sender.send(work.await);
        }));
        receiver.await.unwrap_or_else(|_| Err(gone()))
    }

    async fn commit_all(self: Rc<Self>) {
        while let Some(job) = self.next_job() {
            let result = self.persist(async |open| open.write(&job.commit).await).await;
            if result.is_ok() && job.durability == Durability::Strict {
                self.unflushed.borrow_mut().push(job.answer);
            } else {
                let _ = job.answer.send(result);
            }
            self.passed.set(self.passed.get() + 1);
            let more = !self.commits.borrow().is_empty();
            self.flush_unless(more);
        }
    }

    fn next_job(&self) -> Option<Job> {
        let job = self.commits.borrow_mut().pop_front();
        self.committing.set(job.is_some());
        job
    }

    /// Begins a flush for those that wait for one, unless `more` commits are about to join them.
    fn flush_unless(self: &Rc<Self>, more: bool) {
        let nobody = self.unflushed.borrow().is_empty();
        if nobody || self.flushing.get() || (more && self.passed.get() < MAX_PASSED) {
            return;
        }
        self.flushing.set(true);
        (self.spawn)(Box::pin(self.clone().flush()));
    }

    async fn flush(self: Rc<Self>) {
        // Only who waits already was committed before this flush begins (B3).
        let waiting = self.unflushed.take();
        self.passed.set(0);
        let result = self.persist(async |open| open.own.flush().await.map_err(|text| Failure::read(&text))).await;
        for answer in waiting {
            let _ = answer.send(result.clone());
        }
        self.flushing.set(false);
        self.flush_unless(self.committing.get());
    }

    /// Returns the open database, opened again if need be.
    async fn handle(&self) -> Result<Rc<Open>, Failure> {
        let mut slot = self.open.lock().await;
        if let Some(open) = slot.as_ref() {
            if open.own.is_superseded() {
                self.superseded.set(true);
            }
            if open.own.is_deleted() {
                self.cleared.set(true);
                self.born.take();
            }
            if !self.cleared.get() && !open.own.is_closed() {
                return Ok(open.clone());
            }
        }
        drop(slot.take());
        if self.superseded.get() {
            return Err(StorageError::Superseded.into());
        }
        if self.cleared.get() {
            return Err(StorageError::Cleared.into());
        }
        let open = match Open::connect(&self.place, &self.notify).await {
            Ok(open) => Rc::new(open),
            Err(StorageError::TooNew { .. }) if self.opened.get() => {
                self.superseded.set(true);
                (self.notify)(Notice::Superseded);
                return Err(StorageError::Superseded.into());
            }
            Err(error) => return Err(error.into()),
        };
        let born = Born(open.own.born().map(str::to_owned));
        if self.born.replace(Some(born.clone())).is_some_and(|before| before != born) {
            self.cleared.set(true);
            (self.notify)(Notice::Cleared);
            return Err(StorageError::Cleared.into());
        }
        if self.opened.replace(true) {
            (self.notify)(Notice::Reopened);
        }
        Ok(slot.insert(open).clone())
    }

    /// Does `work`, and does it once more when only our connection was dead or nothing is known against it (B4). That
    /// is safe because the rows that a commit writes do not depend on whether it was written before.
    async fn persist<T>(&self, work: impl AsyncFn(&Open) -> Result<T, Failure>) -> Result<T, StorageError> {
        let open = self.handle().await?;
        match work(&open).await {
            Err(Failure::Dead(_)) => open.own.close(),
            Err(Failure::Unexplained { .. }) => {}
            result => return result.map_err(StorageError::from),
        }
        drop(open);
        let open = self.handle().await?;
        match work(&open).await {
            Err(Failure::Unexplained { bytes }) => Err(open.explain(bytes).await),
            result => result.map_err(StorageError::from),
        }
    }
}

/// Returns the error of a task that was ended before it answered.
fn gone() -> StorageError {
    StorageError::Unavailable("the page is going away".to_owned())
}
