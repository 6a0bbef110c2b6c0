//! `WebDAV`: requests below one folder, and the multistatus answer to `PROPFIND`.

use espalier_base::base64;
use espalier_llm::request::origin_of;
use espalier_llm::secret::Secret;

use crate::encode::{self, is_plain_name};
use crate::error::{Doing, RemoteError};
use crate::place::{before_path, path_of};
use crate::request::{Request, Response};
use crate::site::{Entry, Page};
use crate::xml;

/// Question for what tells files from folders, and for sizes.
const PROPERTIES: &str = r#"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>"#;

/// A folder of a server.
#[derive(Debug, Clone)]
pub struct Folder {
    /// Scheme, host and port.
    origin: String,
    /// Path of the folder, encoded, with a slash at both ends.
    path: String,
    user: String,
}

impl Folder {
    /// Takes a checked address.
    pub fn new(url: &str, user: &str) -> Option<Self> {
        let parts = path_of(url).split('/').filter(|part| !part.is_empty()).map(encode::tidy_path);
        let path = parts.fold("/".to_owned(), |path, part| format!("{path}{part}/"));
        Some(Self { origin: origin_of(before_path(url))?, path, user: user.to_owned() })
    }

    /// Makes a request for a file of the folder, or for the folder itself where the name is empty.
    pub fn request(&self, method: &'static str, name: &str, secret: &Secret) -> Request {
        self.request_at(method, &format!("{}{}", self.path, encode::encode(name)), secret)
    }

    fn request_at(&self, method: &'static str, path: &str, secret: &Secret) -> Request {
        let mut headers = Vec::new();
        if !self.user.is_empty() {
            let pair = format!("{}:{}", self.user, secret.expose());
            headers.push(("authorization", format!("Basic {}", base64::encode_padded(pair.as_bytes()))));
        }
        Request { method, url: format!("{}{path}", self.origin), headers, body: Vec::new() }
    }

    /// Asks for the files of the folder.
    pub fn list(&self, secret: &Secret) -> Request {
        let mut request = self.request("PROPFIND", "", secret);
        request.headers.push(("depth", "1".to_owned()));
        request.headers.push(("content-type", "application/xml; charset=utf-8".to_owned()));
        request.body = PROPERTIES.as_bytes().to_vec();
        request
    }

    /// Makes the folder, or the one that many levels above it; `None` above the first.
    pub fn make(&self, up: usize, secret: &Secret) -> Option<Request> {
        let mut path = self.path.as_str();
        for _ in 0..up {
            let above = path.trim_end_matches('/').rfind('/')?;
            path = &path[..=above];
        }
        (path != "/").then(|| self.request_at("MKCOL", path, secret))
    }

    /// Reads the answer to [`Self::list`].
    pub fn read_list(&self, response: &Response) -> Result<Page, RemoteError> {
        if response.status != 207 {
            let is_other = response.is_success();
            let other = RemoteError::NotThisKind { status: response.status };
            return Err(if is_other { other } else { RemoteError::of_status(Doing::List, response) });
        }
        let found = xml::read(response, "multistatus", |root| {
            Ok(xml::children(root, "response").filter_map(read_one).collect::<Vec<_>>())
        })?;
        // Behind a proxy, the server may know its folder by another path: it is the one that all others are in.
        let own = decoded(&self.path);
        let folders = || found.iter().filter(|one| one.is_folder);
        let own = match folders().find(|one| Some(&one.path) == own.as_ref()) {
            Some(own) => Some(own),
            None => folders().min_by_key(|one| one.path.len()),
        };
        let Some(own) = own else {
            return Err(RemoteError::NotThisKind { status: response.status });
        };
        let file = |one: &One| {
            let name = one.path.strip_prefix(&own.path)?;
            let is_file = !one.is_folder && is_plain_name(name);
            is_file.then(|| Entry { name: name.to_owned(), size: one.size })
        };
        Ok(Page { entries: found.iter().filter_map(file).collect(), next: None })
    }
}

/// A file or folder of a multistatus; the path of a folder ends in a slash.
struct One {
    path: String,
    is_folder: bool,
    size: Option<u64>,
}

fn read_one(response: roxmltree::Node<'_, '_>) -> Option<One> {
    let href = xml::text_of(response, "href")?;
    let href = href.trim();
    let path = if href.starts_with('/') { href } else { path_of(href) };
    let mut is_folder = false;
    let mut size = None;
    for properties in xml::children(response, "propstat") {
        let status = xml::text_of(properties, "status").unwrap_or_default();
        if status.split(' ').nth(1).is_some_and(|code| code != "200") {
            continue;
        }
        let Some(properties) = xml::child(properties, "prop") else { continue };
        is_folder |=
            xml::child(properties, "resourcetype").is_some_and(|kind| xml::child(kind, "collection").is_some());
        size = size.or_else(|| xml::text_of(properties, "getcontentlength")?.trim().parse().ok());
    }
    let mut path = decoded(path)?;
    if is_folder && !path.ends_with('/') {
        path.push('/');
    }
    Some(One { path, is_folder, size })
}

/// Decodes a path, unless a name in it holds an encoded slash.
fn decoded(path: &str) -> Option<String> {
    let parts: Option<Vec<_>> =
        path.split('/').map(|part| encode::decode(part).filter(|part| !part.contains('/'))).collect();
    Some(parts?.join("/")).filter(|path| path.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(url: &str) -> Folder {
        Folder::new(url, "me").unwrap()
    }

    fn names(folder: &Folder, body: &str) -> Result<Vec<(String, Option<u64>)>, RemoteError> {
        let response = Response { status: 207, body: body.as_bytes().to_vec(), ..Response::default() };
        let page = folder.read_list(&response)?;
        Ok(page.entries.into_iter().map(|entry| (entry.name, entry.size)).collect())
    }

    fn one(href: &str, folder: bool) -> String {
        let kind = if folder {
            "<D:resourcetype><D:collection/></D:resourcetype>"
        } else {
            "<D:resourcetype/><D:getcontentlength>7</D:getcontentlength>"
        };
        format!(
            "<D:response><D:href>{href}</D:href><D:propstat><D:prop>{kind}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        )
    }

    fn multistatus(responses: &[String]) -> String {
        format!("<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">{}</D:multistatus>", responses.concat())
    }

    #[test]
    fn the_secret_goes_into_one_header_that_is_not_shown() {
        let request = folder("https://a.example/b c/").request("GET", "ä.json", &Secret::new("pass"));
        assert_eq!(request.url, "https://a.example/b%20c/%C3%A4.json");
        assert_eq!(request.headers, [("authorization", "Basic bWU6cGFzcw==".to_owned())]);
        assert_eq!(format!("{request:?}"), r#"GET https://a.example/b%20c/%C3%A4.json ["authorization"] 0 bytes"#);
    }

    #[test]
    fn folders_are_made_from_the_first_one_down() {
        let folder = folder("https://a.example/dav/me/notes");
        let path = |up| folder.make(up, &Secret::new("")).map(|request| request.url);
        assert_eq!(path(0).as_deref(), Some("https://a.example/dav/me/notes/"));
        assert_eq!(path(2).as_deref(), Some("https://a.example/dav/"));
        assert_eq!((path(3), path(4)), (None, None));
    }

    #[test]
    fn only_files_of_the_folder_itself_are_listed() {
        let own = [
            one("/dav/", true),
            one("/dav/a%20b.json", false),
            one("https://a.example/dav/%C3%A4", false),
            one("/dav/below", true),
            one("/dav/below/c", false),
            one("/dav/a%2Fb", false),
            one("/dav/..", false),
            one("/other/d", false),
            one("/dav/%ff", false),
        ];
        let expect = vec![("a b.json".to_owned(), Some(7)), ("ä".to_owned(), Some(7))];
        assert_eq!(names(&folder("https://a.example/dav"), &multistatus(&own)), Ok(expect.clone()));
        // A proxy shows the folder under another path.
        assert_eq!(names(&folder("https://a.example/files"), &multistatus(&own)), Ok(expect));
    }

    #[test]
    fn what_is_no_folder_is_another_kind_of_server() {
        let error = Err(RemoteError::NotThisKind { status: 207 });
        assert_eq!(names(&folder("https://a.example/"), &multistatus(&[])), error);
        assert_eq!(names(&folder("https://a.example/"), &multistatus(&[one("/", false)])), error);
    }

    proptest::proptest! {
        #[test]
        fn a_name_comes_back_from_a_listing(name in "\\PC{1,30}") {
            proptest::prop_assume!(is_plain_name(&name));
            let folder = folder("https://a.example/b c/");
            let href = folder.request("GET", &name, &Secret::new("")).url;
            let listed = names(&folder, &multistatus(&[one("/b%20c/", true), one(&href, false)]));
            proptest::prop_assert_eq!(listed, Ok(vec![(name, Some(7))]));
        }
    }
}
