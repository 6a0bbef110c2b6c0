//! A proxy in front of a server that lets through, loses or replaces what comes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Harm to one exchange.
pub enum Fault {
    /// The server is not asked, and this is the answer.
    Answer(String),
    /// The connection ends in the middle of the body.
    Truncate,
    /// The connection ends before the server is asked.
    HangUp,
    /// The connection ends after the server did what was asked.
    LoseAnswer,
}

pub struct Proxy {
    pub url: String,
    faults: Arc<Mutex<VecDeque<Fault>>>,
}

impl Proxy {
    /// Starts a proxy for a server.
    pub fn start(server: &str) -> Self {
        let server = server.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let faults: Arc<Mutex<VecDeque<Fault>>> = Arc::default();
        let queue = faults.clone();
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let fault = queue.lock().unwrap().pop_front();
                // A client that gave up is no matter of the proxy.
                drop(exchange(&server, &client.unwrap(), fault));
            }
        });
        Self { url, faults }
    }

    /// Sets what happens to the next exchanges; those after them pass.
    pub fn next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.lock().unwrap().extend(faults);
    }

    pub fn is_done(&self) -> bool {
        self.faults.lock().unwrap().is_empty()
    }
}

fn exchange(server: &str, mut client: &TcpStream, fault: Option<Fault>) -> std::io::Result<()> {
    let mut reader = BufReader::new(client);
    let mut request = Vec::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let lower = line.to_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            // So that the end of the answer is the end of the connection.
            request.extend(b"Connection: close\r\n\r\n");
            break;
        }
        if !lower.starts_with("connection:") {
            request.extend(line.as_bytes());
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    request.extend(body);
    if let Some(Fault::Answer(answer)) = &fault {
        return client.write_all(answer.as_bytes());
    }
    if matches!(fault, Some(Fault::HangUp)) {
        return Ok(());
    }
    let mut upstream = TcpStream::connect(server)?;
    upstream.write_all(&request)?;
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer)?;
    match fault {
        Some(Fault::LoseAnswer) => Ok(()),
        Some(Fault::Truncate) => client.write_all(&answer[..answer.len() - 3]),
        _ => client.write_all(&answer),
    }
}
