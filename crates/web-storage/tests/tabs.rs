//! Announcements between tabs, in the browser.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, reason = "a test says what it expected")]

use std::cell::RefCell;
use std::rc::Rc;

use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_model::{MessageKey, RecordKey, SessionId, Slug};
use espalier_storage::port::Announcement;
use espalier_web_storage::tabs::{Lock, Tabs};
use futures::FutureExt as _;
use wasm_bindgen_test::wasm_bindgen_test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

async fn pause(ms: u32) {
    let (sender, receiver) = futures::channel::oneshot::channel::<()>();
    let _timer = gloo::timers::callback::Timeout::new(ms, move || drop(sender));
    assert!(receiver.await.is_err(), "nothing is ever sent");
}

/// Waits until a condition holds, for five seconds at most.
async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if holds() {
            return;
        }
        pause(5).await;
    }
    panic!("never came about: {what}");
}

type News = Rc<RefCell<Vec<Announcement>>>;

fn tab() -> (Tabs, News) {
    let news = News::default();
    let heard = news.clone();
    let tabs = Tabs::open(move |announcement| heard.borrow_mut().push(announcement));
    (tabs.expect("the browser has channels"), news)
}

#[wasm_bindgen_test]
async fn o1_every_other_tab_hears_what_was_written() {
    let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 5);
    let session: SessionId = env.id();
    let said = Announcement {
        rows: vec![
            RecordKey::Sessions(session),
            RecordKey::Messages(MessageKey { session, id: env.id() }),
            RecordKey::Endpoints(Slug::new("any/\"text\" 🌿")),
        ],
        journal: vec!["sessions/1".to_owned()],
        dropped: vec!["sessions/0".to_owned()],
    };
    let ((one, own), (_other, heard), (_third, also_heard)) = (tab(), tab(), tab());
    one.announce(&said);
    until("both hear it", || !heard.borrow().is_empty() && !also_heard.borrow().is_empty()).await;
    assert_eq!((heard.borrow().len(), also_heard.borrow().len()), (1, 1));
    assert_eq!(heard.borrow()[0].rows, said.rows);
    assert_eq!(heard.borrow()[0].journal, said.journal);
    assert_eq!(heard.borrow()[0].dropped, said.dropped);
    assert!(own.borrow().is_empty(), "nobody hears himself");
}

#[wasm_bindgen_test]
async fn o1_what_another_version_says_is_passed_over() {
    let ((_tab, heard), (speaker, _)) = (tab(), tab());
    let stranger = web_sys::BroadcastChannel::new("espalier").expect("the browser has channels");
    let texts = ["", "{}", "{\"rows\":3}", "{\"rows\":[[\"future\",\"x\"]],\"journal\":[],\"dropped\":[]}"];
    for text in texts {
        stranger.post_message(&text.into()).expect("the text is sent");
    }
    stranger.post_message(&wasm_bindgen::JsValue::from_f64(1.0)).expect("the number is sent");
    let nothing = Announcement { rows: Vec::new(), journal: vec!["last".to_owned()], dropped: Vec::new() };
    speaker.announce(&nothing);
    until("the last one is heard", || heard.borrow().iter().any(|news| !news.journal.is_empty())).await;
    assert!(heard.borrow().iter().all(|news| news.rows.is_empty()));
}

#[wasm_bindgen_test]
async fn o2_a_lock_is_free_when_its_holder_is_gone() {
    let lock = Lock::hold("test-held");
    let mut free = Box::pin(Lock::when_free("test-held"));
    let early = futures::future::select(&mut free, Box::pin(pause(50))).await;
    assert!(matches!(early, futures::future::Either::Right(_)), "it is held");
    drop(early);
    drop(lock);
    free.await;
}

#[wasm_bindgen_test]
async fn o2_a_lock_given_up_before_it_was_granted_is_never_held() {
    let first = Lock::hold("test-given-up");
    let second = Lock::hold("test-given-up");
    let free = Lock::when_free("test-given-up").shared();
    drop(second);
    assert!(free.clone().now_or_never().is_none(), "the first still holds it");
    drop(first);
    free.await;
}
