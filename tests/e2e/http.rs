//! As much HTTP/1.1 as the test servers need: one request per connection, read whole.
//!
//! Must not decide what to answer.

use std::io::{self, BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    /// Path and query as sent.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// Returns a header by name, whatever its case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or("")
    }
}

/// Accepts connections on a free port of 127.0.0.1 until it is dropped.
pub struct Listener {
    pub address: SocketAddr,
    stopped: Arc<AtomicBool>,
}

impl Listener {
    /// Starts a listener; each connection gets a thread that reads one request and hands it to `serve`.
    pub fn start(serve: impl Fn(Request, TcpStream) + Send + Sync + 'static) -> Self {
        Self::start_at(0, serve)
    }

    /// Listens at a certain port; at 0 at any that is free.
    pub fn start_at(port: u16, serve: impl Fn(Request, TcpStream) + Send + Sync + 'static) -> Self {
        let socket = TcpListener::bind(("127.0.0.1", port)).unwrap_or_else(|error| panic!("port {port}: {error}"));
        let address = socket.local_addr().expect("the socket has an address");
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        let serve = Arc::new(serve);
        thread::spawn(move || {
            for stream in socket.incoming() {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let serve = Arc::clone(&serve);
                thread::spawn(move || {
                    // A browser opens connections it never uses and drops others half way: neither is an error.
                    if let Ok(Some(request)) = read_request(&stream) {
                        serve(request, stream);
                    }
                });
            }
        });
        Self { address, stopped }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // The accepting thread sees the flag at its next connection: this one.
        let _ = TcpStream::connect(self.address);
    }
}

fn read_request(stream: &TcpStream) -> io::Result<Option<Request>> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Ok(None);
    };
    let mut request = Request { method: method.into(), target: target.into(), headers: Vec::new(), body: Vec::new() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        request.headers.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body)?;
    Ok(Some(request))
}
