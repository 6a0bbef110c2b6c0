//! The servers, which run as long as the tests do.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use serde::Deserialize;

/// Addresses and secrets of the servers.
#[derive(Deserialize)]
pub struct Servers {
    pub webdav: WebDav,
    pub s3: S3,
}

#[derive(Deserialize)]
pub struct WebDav {
    pub url: String,
    pub user: String,
    pub password: String,
}

#[derive(Deserialize)]
pub struct S3 {
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    pub access_key: String,
    pub secret: String,
}

const NEEDS: &str =
    "these tests need Python 3 with pip and, the first time, a network; ESPALIER_WITHOUT_SERVERS=1 leaves them out";

/// The servers and their process, whose standard input ends with this one.
static RUNNING: OnceLock<(Servers, Child)> = OnceLock::new();

/// Returns the servers, started by whoever asks first; nothing where they are not wanted.
pub fn servers() -> Option<&'static Servers> {
    if std::env::var_os("ESPALIER_WITHOUT_SERVERS").is_some() {
        eprintln!("left out: ESPALIER_WITHOUT_SERVERS is set");
        return None;
    }
    Some(&RUNNING.get_or_init(start).0)
}

fn script() -> PathBuf {
    // The tests of the page use these servers, too.
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/remote/tests/servers/start.py")).to_owned()
}

/// Makes a call of Python with nothing of its surroundings.
fn python() -> Command {
    let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" });
    python.arg("-I").arg(script());
    python
}

fn start() -> (Servers, Child) {
    let packages = std::env::var_os("ESPALIER_SERVERS").map_or_else(installed, PathBuf::from);
    let mut child = python().arg(packages).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect(NEEDS);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let servers = serde_json::from_str(&line).unwrap_or_else(|_| panic!("the servers did not start: {line}"));
    (servers, child)
}

/// Installs the packages once for each list of them.
fn installed() -> PathBuf {
    let list = std::fs::read(script().with_file_name("requirements.txt")).unwrap();
    let mark = list.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("servers-{mark:08x}"));
    if !folder.is_dir() {
        let partial = folder.with_extension("partial");
        drop(std::fs::remove_dir_all(&partial));
        assert!(python().arg("install").arg(&partial).status().expect(NEEDS).success(), "pip failed: {NEEDS}");
        std::fs::rename(partial, &folder).unwrap();
    }
    folder
}
