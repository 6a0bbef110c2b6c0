//! Places against real servers on this device, and against a proxy in front of them that does harm.
//!
//! The servers are `WsgiDAV` and the S3 of moto, which checks signatures with Amazon's own code. They come from Python's
//! registry: `cargo xtask setup` installs them and names their folder in `ESPALIER_SERVERS`; without that they are
//! installed once below Cargo's folder for tests. `ESPALIER_WITHOUT_SERVERS=1` leaves these tests out.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot go on stops")]

#[path = "servers/proxy.rs"]
mod proxy;
#[path = "servers/run.rs"]
mod run;
#[path = "servers/transport.rs"]
mod transport;

use espalier_llm::secret::Secret;
use espalier_mirror::folder::{Folder, FolderError};
use espalier_remote::{Place, RemoteError, RemoteFolder, Site};
use futures::executor::block_on;

use proxy::{Fault, Proxy};
use run::{Servers, servers};
use transport::Blocking;

type Remote = RemoteFolder<Blocking>;

fn open(place: &Place, secret: &str) -> (Remote, Blocking) {
    let transport = Blocking::default();
    (RemoteFolder::new(Site::new(place, Secret::new(secret)).unwrap(), transport.clone()), transport)
}

/// Both places below a folder; the servers are at these addresses.
fn places(servers: &Servers, web_dav: &str, s3: &str, folder: &str) -> [(Place, String); 2] {
    let (dav, bucket) = (&servers.webdav, &servers.s3);
    let url = format!("{}/{folder}", web_dav.trim_end_matches('/'));
    [
        (Place::WebDav { url, user: dav.user.clone() }, dav.password.clone()),
        (
            Place::S3 {
                endpoint: s3.to_owned(),
                region: bucket.region.clone(),
                bucket: bucket.bucket.clone(),
                prefix: folder.to_owned(),
                path_style: true,
                access_key: bucket.access_key.clone(),
            },
            bucket.secret.clone(),
        ),
    ]
}

/// Runs a test in a folder of its own on both servers.
fn on_both(folder: &str, test: impl Fn(&Remote)) {
    let Some(servers) = servers() else { return };
    for (place, secret) in places(servers, &servers.webdav.url, &servers.s3.endpoint, folder) {
        test(&open(&place, &secret).0);
    }
}

/// Runs a test on both servers behind a proxy.
fn behind_proxy(folder: &str, test: impl Fn(&Remote, &Proxy, &Blocking)) {
    let Some(servers) = servers() else { return };
    let proxies = [Proxy::start(&servers.webdav.url), Proxy::start(&servers.s3.endpoint)];
    let places = places(servers, &proxies[0].url, &proxies[1].url, folder);
    for ((place, secret), proxy) in places.iter().zip(&proxies) {
        let (remote, transport) = open(place, secret);
        test(&remote, proxy, &transport);
        assert!(proxy.is_done(), "faults are left");
    }
}

fn answer(status: &str, headers: &str, body: &str) -> Fault {
    let length = body.len();
    Fault::Answer(format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"))
}

#[test]
fn files_are_written_listed_read_and_removed() {
    on_both("deep in/a ränge/of+folders", |remote| {
        assert_eq!(block_on(remote.list()), Ok(Vec::new()));
        let names = ["a.json", "b c+d%20&=?#.json", "日记 ä.json", ".hidden"];
        let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
        for name in names {
            block_on(remote.write(name, &bytes)).unwrap();
        }
        let mut entries = block_on(remote.entries()).unwrap();
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        let mut expect = names;
        expect.sort_unstable();
        assert_eq!(entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(), expect);
        assert!(entries.iter().all(|entry| entry.size == Some(300_000)));
        for name in names {
            assert_eq!(block_on(remote.read(name)).unwrap(), bytes);
            block_on(remote.remove(name)).unwrap();
            block_on(remote.remove(name)).unwrap();
            assert_eq!(block_on(remote.read(name)), Err(FolderError::NoFile(name.to_owned())));
        }
        assert_eq!(block_on(remote.list()), Ok(Vec::new()));
    });
}

#[test]
fn a_place_is_tried_and_left_as_it_was() {
    on_both("tried", |remote| {
        assert_eq!(block_on(remote.test("probe")), Ok(()));
        assert_eq!(block_on(remote.list()), Ok(Vec::new()));
    });
}

#[test]
fn a_file_that_is_there_is_never_overwritten() {
    on_both("kept", |remote| {
        block_on(remote.put("a", b"first")).unwrap();
        assert_eq!(block_on(remote.put("a", b"first")), Ok(()));
        assert_eq!(block_on(remote.put("a", b"other")), Err(RemoteError::Exists));
        assert_eq!(block_on(remote.get("a")).unwrap(), b"first");
        // An upload that was interrupted is finished.
        assert_eq!(block_on(remote.put("a", b"first and more")), Ok(()));
        assert_eq!(block_on(remote.get("a")).unwrap(), b"first and more");
    });
}

#[test]
fn a_server_without_conditions_is_asked_first() {
    behind_proxy("without", |remote, proxy, _| {
        proxy.next([answer("501 Not Implemented", "", "<Error><Code>NotImplemented</Code></Error>")]);
        assert_eq!(block_on(remote.put("a", b"first")), Ok(()));
        assert_eq!(block_on(remote.put("a", b"second")), Err(RemoteError::Exists));
        assert_eq!(block_on(remote.get("a")).unwrap(), b"first");
    });
}

#[test]
fn files_of_others_and_folders_below_are_left_alone() {
    on_both("outer", |outer| block_on(outer.write("mine", b"1")).unwrap());
    on_both("outer/inner", |inner| block_on(inner.write("theirs", b"2")).unwrap());
    on_both("outer", |outer| {
        assert_eq!(block_on(outer.list()), Ok(vec!["mine".to_owned()]));
        for name in ["", "..", "inner/theirs", "../a"] {
            assert_eq!(block_on(outer.put(name, b"x")), Err(RemoteError::Name));
        }
    });
}

#[test]
fn many_files_are_listed_over_several_pages() {
    on_both("many", |remote| {
        let mut numbers: Vec<u32> = block_on(remote.list())
            .unwrap()
            .iter()
            .map(|name| name.trim_end_matches(".json").parse().unwrap())
            .collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..2_500));
    });
}

#[test]
fn a_wrong_secret_is_told_from_everything_else() {
    let Some(servers) = servers() else { return };
    for (place, _) in places(servers, &servers.webdav.url, &servers.s3.endpoint, "secret") {
        let (remote, transport) = open(&place, "wrong");
        assert_eq!(block_on(remote.entries()), Err(RemoteError::Unauthorised));
        assert_eq!(block_on(remote.put("a", b"1")), Err(RemoteError::Unauthorised));
        assert_eq!(transport.pauses(), [0_u32; 0], "it is not asked again");
    }
}

#[test]
fn a_bucket_that_is_not_there_is_told() {
    let Some(servers) = servers() else { return };
    let [_, (mut place, secret)] = places(servers, &servers.webdav.url, &servers.s3.endpoint, "");
    if let Place::S3 { bucket, .. } = &mut place {
        *bucket = "no-such-bucket".to_owned();
    }
    assert_eq!(block_on(open(&place, &secret).0.list()), Err(FolderError::Absent));
}

#[test]
fn a_failure_that_passes_is_waited_for() {
    behind_proxy("passing", |remote, proxy, transport| {
        let failed = || answer("500 Internal Server Error", "", "");
        proxy.next([failed(), failed()]);
        block_on(remote.put("a", b"content of some length")).unwrap();
        assert_eq!(transport.pauses(), [500, 1_000]);

        proxy.next([
            answer("429 Too Many Requests", "Retry-After: 7\r\n", ""),
            answer("503 Slow", "Retry-After: 900\r\n", ""),
        ]);
        assert_eq!(block_on(remote.list()), Ok(vec!["a".to_owned()]));
        assert_eq!(transport.pauses(), [7_000, 60_000]);

        proxy.next([Fault::Truncate, Fault::HangUp]);
        assert_eq!(block_on(remote.get("a")).unwrap(), b"content of some length");
        assert_eq!(transport.pauses(), [500, 1_000]);

        // The file is written, and the answer is lost.
        proxy.next([Fault::LoseAnswer]);
        block_on(remote.put("b", b"content")).unwrap();
        assert_eq!(block_on(remote.get("b")).unwrap(), b"content");
        assert_eq!(transport.pauses(), [500]);
    });
}

#[test]
fn a_failure_that_stays_is_given_up() {
    behind_proxy("staying", |remote, proxy, transport| {
        proxy.next((0..5).map(|_| answer("502 Bad Gateway", "", "<html>")));
        assert_eq!(block_on(remote.get("a")), Err(RemoteError::Server { status: 502, retry_after_s: None }));
        assert_eq!(transport.pauses(), [500, 1_000, 2_000, 4_000]);
    });
}

#[test]
fn answers_that_no_such_server_gives_are_refused() {
    behind_proxy("refused", |remote, proxy, transport| {
        let page = "<!DOCTYPE html><html><title>Sign in</title></html>";
        for status in ["200 OK", "207 Multi-Status"] {
            proxy.next([answer(status, "Content-Type: text/html\r\n", page)]);
            let number = status[..3].parse().unwrap();
            assert_eq!(block_on(remote.entries()), Err(RemoteError::NotThisKind { status: number }));
        }
        proxy.next([answer("302 Found", "Location: https://elsewhere.example/\r\n", "")]);
        assert_eq!(block_on(remote.entries()), Err(RemoteError::NotThisKind { status: 302 }));
        proxy.next([answer("405 Method Not Allowed", "", "")]);
        assert_eq!(block_on(remote.entries()), Err(RemoteError::NotThisKind { status: 405 }));
        proxy.next([answer("507 Insufficient Storage", "", "")]);
        assert_eq!(block_on(remote.write("a", b"1")), Err(FolderError::Full));
        assert_eq!(transport.pauses(), [0_u32; 0]);
    });
}

#[test]
fn a_wrong_clock_is_told() {
    let Some(servers) = servers() else { return };
    let proxy = Proxy::start(&servers.s3.endpoint);
    let [_, (place, secret)] = places(servers, &servers.webdav.url, &proxy.url, "clock");
    proxy.next([answer(
        "403 Forbidden",
        "",
        "<?xml version=\"1.0\"?><Error><Code>RequestTimeTooSkewed</Code></Error>",
    )]);
    assert_eq!(block_on(open(&place, &secret).0.entries()), Err(RemoteError::Clock));
}

#[test]
fn both_servers_let_pages_in() {
    let Some(servers) = servers() else { return };
    for (url, method, headers) in [
        (servers.webdav.url.clone(), "PROPFIND", "authorization,content-type,depth"),
        (format!("{}/notes/a", servers.s3.endpoint), "PUT", "authorization,content-type,if-none-match,x-amz-date"),
    ] {
        let (status, answered) = Blocking::preflight(&url, method, headers);
        let of =
            |name: &str| answered.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value).to_lowercase();
        assert!(matches!(status, 200 | 204), "{url}: {status}");
        assert!(["*", "https://page.example"].contains(&&*of("access-control-allow-origin")), "{answered:?}");
        assert!(of("access-control-allow-methods").contains(&method.to_lowercase()), "{answered:?}");
        let allowed = of("access-control-allow-headers");
        assert!(headers.split(',').all(|header| allowed.contains(header)), "{answered:?}");
    }
}
