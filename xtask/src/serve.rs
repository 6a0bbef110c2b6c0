//! A plain static file server for one machine, which does the same as a static host, and no more.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::page::worker::{ALL as WORKERS, Worker};
use crate::page::{self, Build};
use crate::place;
use crate::setup;
use crate::shell::{Context, Result, read, say, write};
use crate::toolchain::Toolchain;

/// Port of the page; 8080 belongs to llama.cpp's server, which the page looks for.
pub const PORT: u16 = 8100;

/// Script of a served page that says which of its workers are still being built.
const NOTICE: &str = include_str!("serve/building.js");
/// Address at which it asks.
const BUILDING: &str = "/building.json";

/// Sets up, builds and serves until interrupted. The workers, which few people need at once, are built behind the page.
pub fn serve(release: bool, port: u16) -> Result<()> {
    // Bound before the build, so that a port in use is reported at once.
    let address = (Ipv4Addr::LOCALHOST, port);
    let listener = TcpListener::bind(address).context(|| format!("cannot serve on port {port} (see --port)"))?;
    let toolchain = if release { setup::for_building() } else { setup::for_compiling() }?;
    let (build, name) = if release { (Build::Release, "page-release") } else { (Build::Quick, "page") };
    let folder = place::target().join("xtask").join(name);
    page::build_without_workers(&toolchain, build, &folder)?;
    add_notice(&folder)?;
    let port = listener.local_addr().context(|| "no local address".to_owned())?.port();
    say(&format!("\nEspalier is at http://127.0.0.1:{port}/ (stop with Ctrl+C)"));
    let site = Arc::new(Site::new(folder));
    let behind = Arc::clone(&site);
    thread::spawn(move || behind.build_workers(&toolchain, build));
    answer(&listener, &site);
    Ok(())
}

fn add_notice(folder: &Path) -> Result<()> {
    let page = folder.join("index.html");
    let script = "<script type=\"module\" src=\"building.js\"></script>\n</head>";
    write(&page, read(&page)?.replacen("</head>", script, 1))?;
    write(&folder.join("building.js"), NOTICE)
}

/// The folder that is served, and what is still to come into it.
struct Site {
    folder: PathBuf,
    workers: Mutex<Vec<(&'static str, State)>>,
    changed: Condvar,
}

/// State of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Building,
    Built,
    Failed,
}

impl Site {
    fn new(folder: PathBuf) -> Self {
        let workers = WORKERS.iter().map(|worker| (worker.name, State::Building)).collect();
        Self { folder, workers: Mutex::new(workers), changed: Condvar::new() }
    }

    fn build_workers(&self, toolchain: &Toolchain, build: Build) {
        let add = |worker: &Worker| page::write_worker(&worker.build(toolchain, build)?, &self.folder);
        for worker in &WORKERS {
            let state = match add(worker) {
                Ok(()) => State::Built,
                Err(failure) => {
                    say(&format!("    the page goes on without {}: {failure}", worker.name));
                    State::Failed
                }
            };
            self.set(worker.name, state);
        }
    }

    fn set(&self, worker: &str, state: State) {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.iter_mut().filter(|(name, _)| *name == worker).for_each(|(_, known)| *known = state);
        self.changed.notify_all();
    }

    /// Waits until the script of a worker is there, if the request is for one: a page that needs it waits as it does for
    /// a slow network.
    fn wait_for(&self, target: &str) {
        let building = |workers: &mut Vec<(&'static str, State)>| {
            let is_meant = |name: &str| target.strip_prefix('/') == Some(page::script_of(name).as_str());
            workers.iter().any(|(name, state)| is_meant(name) && *state == State::Building)
        };
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(workers, building));
    }

    /// Returns the names of the workers that are being built and of those that could not be.
    fn building(&self) -> String {
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let of =
            |wanted| workers.iter().filter(|(_, state)| *state == wanted).map(|(name, _)| *name).collect::<Vec<_>>();
        serde_json::json!({ "building": of(State::Building), "failed": of(State::Failed) }).to_string()
    }
}

/// Answers every connection in its own thread: a browser keeps several open.
fn answer(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(site);
        thread::spawn(move || {
            // A browser that goes away in the middle of an answer is no error of ours.
            let _ = converse(&stream, &site);
        });
    }
}

fn converse(stream: &TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream);
    loop {
        let mut request = String::new();
        if reader.read_line(&mut request)? == 0 {
            return Ok(());
        }
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header)? == 0 || header == "\r\n" || header == "\n" {
                break;
            }
        }
        respond(stream, site, &request)?;
    }
}

fn respond(mut stream: &TcpStream, site: &Site, request: &str) -> std::io::Result<()> {
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    site.wait_for(target);
    let found = if target == BUILDING {
        Some((site.building().into_bytes(), "application/json"))
    } else {
        file_for(&site.folder, target).and_then(|path| Some((std::fs::read(&path).ok()?, media_type(&path))))
    };
    let (status, body, kind) = match (method, found) {
        ("GET" | "HEAD", Some((body, kind))) => ("200 OK", body, kind),
        ("GET" | "HEAD", None) => ("404 Not Found", b"not found".to_vec(), "text/plain; charset=utf-8"),
        _ => ("405 Method Not Allowed", b"only GET and HEAD".to_vec(), "text/plain; charset=utf-8"),
    };
    // `no-cache` asks each time, so a rebuilt page shows after a reload.
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method == "HEAD" { Ok(()) } else { stream.write_all(&body) }
}

/// Returns the file that a request means; nothing outside the folder can be named.
fn file_for(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut file = folder.to_owned();
    for part in path.split('/') {
        if part.is_empty() {
            continue;
        }
        if part == ".." || part.contains(['\\', '%', ':']) {
            return None;
        }
        file.push(part);
    }
    if file.is_dir() { Some(file.join("index.html")) } else { Some(file) }
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_worker_is_waited_for_and_nothing_else() {
        let site = Arc::new(Site::new(PathBuf::from("page")));
        site.wait_for("/index.html");
        assert_eq!(site.building(), r#"{"building":["model","pages"],"failed":[]}"#);
        let waiting = Arc::clone(&site);
        let asked = thread::spawn(move || {
            waiting.wait_for("/pages-worker.js");
            waiting.building()
        });
        site.set("model", State::Failed);
        site.set("pages", State::Built);
        assert_eq!(asked.join().unwrap(), r#"{"building":[],"failed":["model"]}"#);
    }

    #[test]
    fn requests_stay_in_the_folder() {
        let folder = Path::new("page");
        assert_eq!(file_for(folder, "/a/b.js?x#y"), Some(PathBuf::from("page/a/b.js")));
        for hostile in ["/../secret", "/a/../../b", "/%2e%2e/b", "/C:/x", "relative"] {
            assert_eq!(file_for(folder, hostile), None, "{hostile}");
        }
    }
}
