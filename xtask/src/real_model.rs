//! `cargo xtask real-model`: a conversation with a real model, from the built page in a real browser.
//!
//! Must not be here: what is said; the test in `tests/e2e/real_model.rs` says it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::page::{self, Build, Offline};
use crate::place;
use crate::setup::{self, RealModel};
use crate::shell::{Context, Result, run, say, step};
use crate::toolchain::{native, native_cargo};

/// Serves the weights named by its argument on a free port of this machine and prints the address. The app sends no limit
/// of its own, and a model this small rambles until its context is full.
const SERVE: &str = "
import sys, time, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames, parameters.port = ['127.0.0.1'], 0
parameters.n_ctx, parameters.n_parallel, parameters.n_predict = 4096, 1, 256
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
";

/// Stops the server when it goes.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It also ends by itself, when its input does.
        drop(self.0.stdin.take());
        if self.0.kill().is_ok() {
            let _ = self.0.wait();
        }
    }
}

/// Installs and starts the model, builds the page if there is none, and talks.
pub fn talk() -> Result<()> {
    let toolchain = setup::for_building()?;
    let browser = setup::for_testing()?;
    let model = setup::real_model()?;
    if !place::dist().join("index.html").is_file() {
        page::build(&toolchain, Build::Release, Offline::Kept, "./", &place::dist())?;
    }
    let (_server, address) = step("server", "starting llama.cpp's server with a real model", || start(&model))?;
    say(&format!("    {} at {address}", model.weights.display()));
    step("talk", "talking to it from the page", || {
        let mut cargo = native_cargo();
        cargo.args([
            "test",
            "--locked",
            "--features",
            "e2e",
            "--test",
            "e2e",
            "--",
            "--ignored",
            "--nocapture",
            "real_model",
            // The server answers one question after the other.
            "--test-threads=1",
        ]);
        cargo.env("ESPALIER_DIST", place::dist()).env("ESPALIER_CHROME", &browser.chrome);
        run(cargo.env("ESPALIER_REAL_MODEL", format!("{address}/v1")))
    })
}

fn start(model: &RealModel) -> Result<(Server, String)> {
    let mut python = native(&model.python);
    python.args(["-c", SERVE]).arg(&model.weights).env("PYTHONPATH", &model.packages);
    python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Server(python.spawn().context(|| "cannot start Python".to_owned())?);
    let output = server.0.stdout.take().ok_or("the server has no output")?;
    let mut address = String::new();
    BufReader::new(output).read_line(&mut address).context(|| "cannot read what the server prints".to_owned())?;
    if address.trim().is_empty() {
        return Err("the server ended before it served anything".into());
    }
    Ok((server, address.trim().to_owned()))
}
