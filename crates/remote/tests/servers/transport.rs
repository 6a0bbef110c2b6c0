//! A sender of requests that blocks, and does not wait but notes how long it should.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use espalier_base::time::Timestamp;
use espalier_remote::{Request, Response, Transport, TransportError};

#[derive(Clone, Default)]
pub struct Blocking {
    pauses: Rc<RefCell<Vec<u32>>>,
}

impl Blocking {
    /// Returns the pauses since the last call, in milliseconds.
    pub fn pauses(&self) -> Vec<u32> {
        self.pauses.take()
    }

    /// Asks as a browser does for a page, before it sends a request.
    pub fn preflight(url: &str, method: &str, headers: &str) -> (u16, Vec<(String, String)>) {
        let request = Request { method: "OPTIONS", url: url.to_owned(), headers: Vec::new(), body: Vec::new() };
        let asked = [("Origin", "https://page.example"), ("Access-Control-Request-Method", method)];
        let response =
            exchange(request, asked.into_iter().chain([("Access-Control-Request-Headers", headers)])).unwrap();
        (response.status, response.headers)
    }
}

fn exchange<'a>(request: Request, more: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Response, ureq::Error> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .allow_non_standard_methods(true)
        .max_idle_connections(0)
        .timeout_global(Some(Duration::from_secs(30)))
        .build()
        .into();
    let mut builder = ureq::http::Request::builder().method(request.method).uri(&request.url);
    for (name, value) in request.headers {
        builder = builder.header(name, value);
    }
    for (name, value) in more {
        builder = builder.header(name, value);
    }
    let response = agent.run(builder.body(request.body)?)?;
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let status = response.status().as_u16();
    Ok(Response { status, headers, body: response.into_body().read_to_vec()? })
}

impl Transport for Blocking {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        exchange(request, std::iter::empty()).map_err(|_| TransportError::Interrupted)
    }

    async fn pause(&self, ms: u32) {
        self.pauses.borrow_mut().push(ms);
    }

    async fn rest(&self) {}

    #[expect(clippy::disallowed_methods, reason = "this shell has a clock")]
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64)
    }
}
