//! Prints how many tokens a second a model reads and writes: `cargo run --release --example speed FILE`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::time::Instant;

use espalier_inference::{Model, Options, Session, Step};
use espalier_local_model::header::{Header, MAX_HEADER};

#[allow(clippy::disallowed_methods)] // not in a browser
fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("usage: speed FILE")?;
    let start = Instant::now();
    let mut file = File::open(name)?;
    let mut head = Vec::new();
    file.by_ref().take(MAX_HEADER).read_to_end(&mut head)?;
    let header = Header::read(&head, file.metadata()?.len())?;
    let model = Model::read(&mut file, &header, |_, _| true)?;
    println!("loaded in {:.2?}", start.elapsed());
    let vocabulary = model.measures().vocabulary as u32;
    let mut session = Session::new(model, 2048);
    let prompt: Vec<u32> = (0..128).map(|at| at * 97 % vocabulary).collect();
    session.start(&prompt, Options { max_tokens: 64, ..Options::default() })?;
    let start = Instant::now();
    while session.is_reading() {
        session.step()?;
    }
    println!("prompt {:.1} tokens/s", prompt.len() as f64 / start.elapsed().as_secs_f64());
    let start = Instant::now();
    let mut count = 0;
    while let Step::Token(_) = session.step()? {
        count += 1;
    }
    println!(
        "answer {:.1} tokens/s, cache {} bytes",
        f64::from(count) / start.elapsed().as_secs_f64(),
        session.cache_bytes()
    );
    Ok(())
}
