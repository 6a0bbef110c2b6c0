//! Base addresses as people type and paste them, and the origin of an address.
//!
//! The parts follow the URL standard (WHATWG) closely enough that a browser can't understand another host than we do:
//! whatever it would repair in silence is refused here.

use crate::error::{ErrorKind, LlmError};
use crate::network::{TargetClass, target_class};

/// Paths that people paste along with a base address.
const PASTED: &[&str] = &["/chat/completions", "/completions", "/models", "/responses"];

/// Reason why a base address cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseProblem {
    /// The address is empty.
    Empty,
    /// The address has neither `http` nor `https`; the value is the one probably meant.
    NoScheme(String),
    /// The address is no web address.
    Invalid(String),
}

/// Whether a base address can be used, and otherwise why not.
pub fn check_base(base: &str) -> Result<(), BaseProblem> {
    let base = base.trim();
    if base.is_empty() {
        return Err(BaseProblem::Empty);
    }
    if origin_of(base).is_some() {
        return Ok(());
    }
    // Servers at home speak http, all others https.
    let scheme = match target_class(&format!("http://{base}")) {
        TargetClass::Loopback | TargetClass::Private => "http",
        TargetClass::Public => "https",
    };
    let meant = format!("{scheme}://{}", base.trim_start_matches('/'));
    let looks_like_one = base.contains(['.', ':', '/']) || base == "localhost";
    let is_address = looks_like_one && !base.contains("://") && !base.contains('@') && origin_of(&meant).is_some();
    Err(if is_address { BaseProblem::NoScheme(meant) } else { BaseProblem::Invalid(base.to_owned()) })
}

/// Returns the address of `path` below a base address. A query, as some gateways need, stays at the end.
pub fn join(base: &str, path: &str) -> Result<String, LlmError> {
    let refused = || LlmError::new(ErrorKind::NoEndpoint).with_detail(base);
    let base = base.trim();
    origin_of(base).ok_or_else(refused)?;
    let base = base.split('#').next().unwrap_or_default();
    let (address, query) = match base.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (base, None),
    };
    let mut address = address.trim_end_matches('/');
    if let Some(before) = PASTED.iter().find_map(|pasted| address.strip_suffix(pasted)) {
        address = before.trim_end_matches('/');
    }
    Ok(match query {
        Some(query) if !query.is_empty() => format!("{address}/{path}?{query}"),
        _ => format!("{address}/{path}"),
    })
}

/// Scheme, host and port of an http or https address, in lower case and without a default port. `None` for anything
/// else, and for addresses with a user name, white space or other things that make a host ambiguous.
pub fn origin_of(url: &str) -> Option<String> {
    let url = url.trim();
    if url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\') {
        return None;
    }
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => "80",
        "https" => "443",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    let (host, port) = split_port(&authority)?;
    if !is_host(host) || !port.is_none_or(is_port) {
        return None;
    }
    match port {
        Some(port) if port != default_port => Some(format!("{scheme}://{host}:{port}")),
        _ => Some(format!("{scheme}://{host}")),
    }
}

fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    if authority.starts_with('[') {
        let end = authority.find(']')? + 1;
        let (host, rest) = authority.split_at(end);
        return match rest.strip_prefix(':') {
            Some(port) => Some((host, Some(port))),
            None => rest.is_empty().then_some((host, None)),
        };
    }
    match authority.split_once(':') {
        Some((host, port)) => Some((host, Some(port))),
        None => Some((authority, None)),
    }
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse::<std::net::Ipv6Addr>().is_ok();
    }
    !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '_'))
}

fn is_port(port: &str) -> bool {
    !port.starts_with('0') && port.parse::<u16>().is_ok()
}
