//! A static file host like GitHub Pages: a folder under a path, right types, 404 with the folder's `404.html`.
//!
//! Must not be cleverer than such a host: no rewriting, no headers that help the page.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::net::TcpStream;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::http::{Listener, Request};

pub struct Site {
    listener: Listener,
    prefix: String,
    down: Arc<AtomicBool>,
    sent_bytes: Arc<AtomicU64>,
}

enum Source {
    Folder(PathBuf),
    Memory(HashMap<String, Vec<u8>>),
}

/// An answer to a request.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Arc<Vec<u8>>,
    compressed: bool,
}

impl Site {
    /// Hosts the built page, from the folder that `ESPALIER_DIST` names, at the root.
    pub fn of_dist() -> Self {
        Self::of_dist_at("/")
    }

    /// Hosts the built page under a path such as `/sub/path/`.
    pub fn of_dist_at(prefix: &str) -> Self {
        let folder = std::env::var_os("ESPALIER_DIST").map(PathBuf::from);
        let folder = folder.expect("ESPALIER_DIST must name the folder with the built page");
        assert!(folder.join("index.html").is_file(), "{} holds no index.html", folder.display());
        Self::start(prefix, Source::Folder(folder))
    }

    /// Hosts files given by name, for tests of the harness and bare comparison pages.
    pub fn of_files(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        Self::start("/", Source::Memory(files))
    }

    fn start(prefix: &str, source: Source) -> Self {
        assert!(prefix.starts_with('/') && prefix.ends_with('/'), "a prefix looks like /sub/path/");
        let down = Arc::new(AtomicBool::new(false));
        let sent_bytes = Arc::new(AtomicU64::new(0));
        let (is_down, sent, base) = (Arc::clone(&down), Arc::clone(&sent_bytes), prefix.to_owned());
        let cache = Mutex::new(HashMap::new());
        let listener = Listener::start(move |request, mut stream| {
            if is_down.load(Ordering::SeqCst) {
                return;
            }
            let mut answer = find(&source, &base, &request);
            if request.header("accept-encoding").is_some_and(|accepted| accepted.contains("gzip")) {
                answer = compress(answer, &mut cache.lock().unwrap(), request.path());
            }
            sent.fetch_add(answer.body.len() as u64, Ordering::SeqCst);
            // The browser may close a connection it no longer needs.
            let _ = respond(&mut stream, &answer, request.method == "HEAD");
        });
        Self { listener, prefix: prefix.into(), down, sent_bytes }
    }

    pub fn url(&self) -> String {
        format!("http://{}{}", self.listener.address, self.prefix)
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.listener.address)
    }

    /// Takes the host down or up; one that is down closes every connection without a word.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// Returns the number of bytes of bodies sent so far.
    pub fn sent_bytes(&self) -> u64 {
        self.sent_bytes.load(Ordering::SeqCst)
    }
}

fn find(source: &Source, prefix: &str, request: &Request) -> Answer {
    let rest = request.path().strip_prefix(prefix);
    let name =
        rest.map(|rest| if rest.is_empty() || rest.ends_with('/') { format!("{rest}index.html") } else { rest.into() });
    if let Some(name) = name
        && let Some(body) = source.read(&name)
    {
        return Answer { status: 200, kind: mime(&name), body: Arc::new(body), compressed: false };
    }
    let body = source.read("404.html").unwrap_or_else(|| b"not found".to_vec());
    Answer { status: 404, kind: "text/html; charset=utf-8", body: Arc::new(body), compressed: false }
}

/// Compresses as such hosts do, each file once; without a `gzip` program, it stays as it is.
fn compress(answer: Answer, cache: &mut HashMap<String, Arc<Vec<u8>>>, path: &str) -> Answer {
    let text = ["text/", "application/json", "application/wasm", "application/manifest", "image/svg"];
    if answer.status != 200 || !text.iter().any(|kind| answer.kind.starts_with(kind)) {
        return answer;
    }
    let packed = cache.get(path).cloned().or_else(|| gzip(&answer.body).map(Arc::new));
    let Some(packed) = packed else { return answer };
    cache.insert(path.to_owned(), Arc::clone(&packed));
    Answer { body: packed, compressed: true, ..answer }
}

fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new("gzip");
    command.args(["-6", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut input = child.stdin.take()?;
    thread::scope(|scope| {
        scope.spawn(move || input.write_all(body));
        let output = child.wait_with_output().ok()?;
        output.status.success().then_some(output.stdout)
    })
}

impl Source {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Memory(files) => files.get(name).cloned(),
            Self::Folder(folder) => {
                let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
                if plain { fs::read(folder.join(name)).ok() } else { None }
            }
        }
    }
}

fn respond(stream: &mut TcpStream, answer: &Answer, head_only: bool) -> io::Result<()> {
    let Answer { status, kind, body, compressed } = answer;
    let mut head = format!("HTTP/1.1 {status} {}\r\n", if *status == 200 { "OK" } else { "Not Found" });
    let encoding = if *compressed { "Content-Encoding: gzip\r\n" } else { "" };
    let _ = write!(
        head,
        "Content-Type: {kind}\r\nContent-Length: {}\r\n{encoding}Cache-Control: max-age=600\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if !head_only {
        stream.write_all(body)?;
    }
    stream.flush()
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
