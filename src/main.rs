//! The browser entry point: it starts the app and does nothing else.

fn main() {
    espalier::start();
}
