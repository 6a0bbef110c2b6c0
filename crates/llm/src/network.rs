//! Concludes why a fetch failed from the few facts that a browser lets a page know.
//!
//! A failed fetch looks the same for a server that is down, one that does not allow the page, a blocked mixed request
//! and a refused permission. The facts are handed in.

use super::error::NetworkKind;

/// Network that an address is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetClass {
    /// This device.
    Loopback,
    /// The local network.
    Private,
    /// Anywhere else.
    Public,
}

/// Facts known after a fetch failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Whether the browser reports a connection of the device.
    pub online: bool,
    /// Whether the page itself came over https.
    pub page_is_https: bool,
    /// Whether the address is plain http.
    pub target_is_http: bool,
    /// Network that the address is in.
    pub target: TargetClass,
    /// Whether a request that asks for no permission (`no-cors`) was answered; `None` if it was not tried.
    pub reachable_without_cors: Option<bool>,
    /// Whether the browser's permission for the local network is refused or was never given.
    pub local_network_denied: bool,
}

/// Returns the likeliest reason.
pub fn classify(facts: &Facts) -> NetworkKind {
    let is_local = facts.target != TargetClass::Public;
    if !facts.online && facts.target != TargetClass::Loopback {
        return NetworkKind::Offline;
    }
    if facts.reachable_without_cors == Some(true) {
        return NetworkKind::Cors;
    }
    if is_local && facts.local_network_denied {
        return NetworkKind::LocalNetworkPermission;
    }
    // Browsers take http on the own device for safe, and nothing else.
    if facts.page_is_https && facts.target_is_http && facts.target != TargetClass::Loopback {
        return NetworkKind::MixedContent;
    }
    NetworkKind::Unreachable
}

/// Returns the network that an address is in, as far as its text tells.
pub fn target_class(url: &str) -> TargetClass {
    let Some(host) = host_of(url) else {
        return TargetClass::Public;
    };
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse().map_or(TargetClass::Public, |address| class_of_v6(&address));
    }
    if let Ok(address) = host.parse::<std::net::Ipv4Addr>() {
        return class_of_v4(address);
    }
    let host = host.trim_end_matches('.');
    if host == "localhost" || host.ends_with(".localhost") {
        return TargetClass::Loopback;
    }
    // Names without a dot and `.local` are given out by the local network.
    let local =
        !host.contains('.') || [".local", ".lan", ".home.arpa", ".internal"].iter().any(|end| host.ends_with(end));
    if local { TargetClass::Private } else { TargetClass::Public }
}

fn class_of_v4(address: std::net::Ipv4Addr) -> TargetClass {
    if address.is_loopback() {
        TargetClass::Loopback
    } else if address.is_private() || address.is_link_local() || address.is_unspecified() {
        TargetClass::Private
    } else {
        TargetClass::Public
    }
}

fn class_of_v6(address: &std::net::Ipv6Addr) -> TargetClass {
    if let Some(v4) = address.to_ipv4_mapped() {
        return class_of_v4(v4);
    }
    if address.is_loopback() {
        TargetClass::Loopback
    } else if address.is_unique_local() || address.is_unicast_link_local() {
        TargetClass::Private
    } else {
        TargetClass::Public
    }
}

/// Returns the host in lower case, without the port; brackets of an IPv6 address stay.
fn host_of(url: &str) -> Option<String> {
    let origin = super::request::origin_of(url)?;
    let (_, authority) = origin.split_once("://")?;
    let end = match authority.rfind(':') {
        Some(at) if !authority.ends_with(']') => at,
        _ => authority.len(),
    };
    Some(authority[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: Facts = Facts {
        online: true,
        page_is_https: true,
        target_is_http: false,
        target: TargetClass::Public,
        reachable_without_cors: None,
        local_network_denied: false,
    };

    #[test]
    fn where_addresses_lead() {
        for (url, class) in [
            ("http://localhost:11434/v1", TargetClass::Loopback),
            ("http://LOCALHOST./v1", TargetClass::Loopback),
            ("http://127.1.2.3:80", TargetClass::Loopback),
            ("http://[::1]:8080/v1", TargetClass::Loopback),
            ("http://[::ffff:127.0.0.1]/v1", TargetClass::Loopback),
            ("http://app.localhost/", TargetClass::Loopback),
            ("http://192.168.1.5:1234/v1", TargetClass::Private),
            ("http://10.0.0.2", TargetClass::Private),
            ("http://172.16.0.1", TargetClass::Private),
            ("http://172.32.0.1", TargetClass::Public),
            ("http://[fd00::1]/", TargetClass::Private),
            ("http://nas:8080/v1", TargetClass::Private),
            ("http://box.local/v1", TargetClass::Private),
            ("https://api.openai.com/v1", TargetClass::Public),
            ("https://localhost.example.org", TargetClass::Public),
            ("https://[2001:db8::1]:8443/v1", TargetClass::Public),
            ("nonsense", TargetClass::Public),
        ] {
            assert_eq!(target_class(url), class, "{url}");
        }
    }

    #[test]
    fn the_likeliest_reason() {
        let loopback = Facts { target: TargetClass::Loopback, target_is_http: true, ..FACTS };
        let private = Facts { target: TargetClass::Private, target_is_http: true, ..FACTS };
        for (facts, kind) in [
            (Facts { online: false, ..FACTS }, NetworkKind::Offline),
            (Facts { online: false, ..loopback }, NetworkKind::Unreachable),
            (Facts { reachable_without_cors: Some(true), ..FACTS }, NetworkKind::Cors),
            (Facts { reachable_without_cors: Some(true), ..loopback }, NetworkKind::Cors),
            (Facts { reachable_without_cors: Some(false), ..FACTS }, NetworkKind::Unreachable),
            (FACTS, NetworkKind::Unreachable),
            (Facts { target_is_http: true, ..FACTS }, NetworkKind::MixedContent),
            (private, NetworkKind::MixedContent),
            (Facts { page_is_https: false, ..private }, NetworkKind::Unreachable),
            (loopback, NetworkKind::Unreachable),
            (Facts { local_network_denied: true, ..loopback }, NetworkKind::LocalNetworkPermission),
            (Facts { local_network_denied: true, ..private }, NetworkKind::LocalNetworkPermission),
            (Facts { local_network_denied: true, ..FACTS }, NetworkKind::Unreachable),
        ] {
            assert_eq!(classify(&facts), kind, "{facts:?}");
        }
    }
}
