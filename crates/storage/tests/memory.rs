//! The contract of stores, on the one in memory.
#![allow(clippy::expect_used, reason = "a test says what it expected")]
#![cfg(not(target_arch = "wasm32"))]

#[path = "contract/contract.rs"]
mod contract;

use std::rc::Rc;

use espalier_storage::memory::MemoryStorage;
use futures::executor::block_on;

#[derive(Default)]
struct Lab(Rc<MemoryStorage>);

impl contract::Lab for Lab {
    type Store = Rc<MemoryStorage>;

    async fn open(&self) -> Rc<MemoryStorage> {
        self.0.clone()
    }

    async fn put_raw(&self, store: &str, key: &str, text: &str) {
        self.0.put_raw(store, key, text);
    }

    async fn get_raw(&self, store: &str, key: &str) -> Option<String> {
        self.0.get_raw(store, key)
    }

    async fn put_chunk(&self, store: &str, key: &str, bytes: Vec<u8>) {
        self.0.put_chunk(store, key, bytes);
    }

    async fn get_chunk(&self, store: &str, key: &str) -> Option<Vec<u8>> {
        self.0.get_chunk(store, key)
    }
}

macro_rules! rule {
    ($name:ident) => {
        #[test]
        fn $name() {
            block_on(contract::$name(&Lab::default()));
        }
    };
}

storage_contract!(rule);
