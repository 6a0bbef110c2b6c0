//! `cargo xtask real-model`: a conversation with a real model, from the built page in a real browser.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::page::{self, Build, Offline};
use crate::setup::{self, Browser, RealModel};
use crate::shell::{Context, Failure, Result, run, say, step, write};
use crate::toolchain::{native, native_cargo};
use crate::{place, test};

/// Serves the weights named by its argument on a free port of this machine and prints the address.
///
/// - Chat sends no limit of its own, and a model this small rambles until its context is full: the server has one. The
///   assistants of the other rooms send theirs, which goes before the server's.
/// - The likeliest token is always taken, whatever temperature a request names, so that a run can be repeated.
/// - One thread makes the tokens and none waits by spinning: the browser and whatever else runs here take their turns,
///   and threads that spin for each other become thirty times slower beside them.
const SERVE: &str = "
import sys, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames, parameters.port = ['127.0.0.1'], 0
parameters.n_ctx, parameters.n_parallel, parameters.n_predict = 4096, 1, 128
parameters.sampling.top_k = 1
parameters.cpuparams.n_threads, parameters.cpuparams_batch.n_threads = 1, 2
parameters.cpuparams.poll = parameters.cpuparams_batch.poll = 0
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
    let (toolchain, browser) = setup::for_testing()?;
    let model = setup::real_model()?;
    if !place::dist().join("index.html").is_file() {
        page::build(&toolchain, Build::Release, Offline::Kept, "./", &place::dist())?;
    }
    step("talk", "talking to a real model from the page", || {
        with_server(&model, &browser, |talk| run(&mut talk(&["real_model"])))
    })
}

/// Has conversations while a server answers them: what is handed on makes the command for those that libtest chooses by
/// some words.
pub fn with_server<T>(
    model: &RealModel,
    browser: &Browser,
    talk: impl FnOnce(&dyn Fn(&[&str]) -> Command) -> Result<T>,
) -> Result<T> {
    let log = place::target().join("xtask").join("real-model.log");
    let (_server, address) = start(model, &log)?;
    say(&format!("    {} at {address}; its log is {}", model.weights.display(), log.display()));
    talk(&|words| {
        let mut cargo = native_cargo();
        cargo.args(["test", "--locked", "--package", test::E2E, "--test", "e2e", "--"]);
        // The server answers one question after the other.
        cargo.args(["--ignored", "--nocapture", "--test-threads=1"]).args(words);
        cargo.env("ESPALIER_DIST", place::dist()).env("ESPALIER_CHROME", &browser.chrome);
        cargo.env("ESPALIER_GGUF", &model.weights).env("ESPALIER_REAL_MODEL", format!("{address}/v1"));
        cargo
    })
}

fn start(model: &RealModel, log: &Path) -> Result<(Server, String)> {
    write(log, "")?;
    let errors = File::create(log).context(|| format!("cannot write {}", log.display()))?;
    let mut python = native(&model.python);
    python.args(["-c", SERVE]).arg(&model.weights).env("PYTHONPATH", &model.packages);
    python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
    let mut server = Server(python.spawn().context(|| "cannot start Python".to_owned())?);
    let output = server.0.stdout.take().ok_or("the server has no output")?;
    let mut address = String::new();
    BufReader::new(output).read_line(&mut address).context(|| "cannot read what the server prints".to_owned())?;
    if address.trim().is_empty() {
        return Err(Failure(format!("the server ended before it served anything; see {}", log.display())));
    }
    Ok((server, address.trim().to_owned()))
}
