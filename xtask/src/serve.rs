//! A plain static file server for one machine, which does the same as a static host, and no more.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::page::{self, Build, Offline};
use crate::place;
use crate::setup;
use crate::shell::{Context, Result, say};

pub const PORT: u16 = 8080;

/// Sets up, builds and serves until interrupted.
pub fn serve(release: bool, port: u16) -> Result<()> {
    let toolchain = setup::for_building()?;
    // Bound before the build, so that a port in use is reported at once.
    let address = (Ipv4Addr::LOCALHOST, port);
    let listener = TcpListener::bind(address).context(|| format!("cannot serve on port {port} (see --port)"))?;
    let (build, name) = if release { (Build::Release, "page-release") } else { (Build::Quick, "page") };
    let folder = place::target().join("xtask").join(name);
    page::build(&toolchain, build, Offline::Off, "./", &folder)?;
    let port = listener.local_addr().context(|| "no local address".to_owned())?.port();
    say(&format!("\nEspalier is at http://127.0.0.1:{port}/ (stop with Ctrl+C)"));
    answer(&listener, &folder);
    Ok(())
}

/// Answers every connection in its own thread: a browser keeps several open.
fn answer(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        thread::spawn(move || {
            // A browser that goes away in the middle of an answer is no error of ours.
            let _ = converse(&stream, &folder);
        });
    }
}

fn converse(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
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
        respond(stream, folder, &request)?;
    }
}

fn respond(mut stream: &TcpStream, folder: &Path, request: &str) -> std::io::Result<()> {
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let found = file_for(folder, target).and_then(|path| Some((std::fs::read(&path).ok()?, media_type(&path))));
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
    fn requests_stay_in_the_folder() {
        let folder = Path::new("page");
        assert_eq!(file_for(folder, "/a/b.js?x#y"), Some(PathBuf::from("page/a/b.js")));
        for hostile in ["/../secret", "/a/../../b", "/%2e%2e/b", "/C:/x", "relative"] {
            assert_eq!(file_for(folder, hostile), None, "{hostile}");
        }
    }
}
