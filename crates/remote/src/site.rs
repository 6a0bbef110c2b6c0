//! A place with its secret: makes the requests of either protocol and reads the responses.

use espalier_base::time::Timestamp;
use espalier_llm::secret::Secret;

use crate::error::{Doing, RemoteError};
use crate::place::{Place, PlaceProblem};
use crate::request::{Request, Response};
use crate::s3::{self, Bucket};
use crate::webdav::Folder;

/// A file of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Plain name.
    pub name: String,
    /// Size in bytes, where the server says it.
    pub size: Option<u64>,
}

/// A page of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Files of the folder.
    pub entries: Vec<Entry>,
    /// Mark of the next page; `None` after the last.
    pub next: Option<String>,
}

/// A place with its secret.
#[derive(Debug, Clone)]
pub struct Site {
    kind: Kind,
    secret: Secret,
}

#[derive(Debug, Clone)]
enum Kind {
    WebDav(Folder),
    S3(Bucket),
}

impl Site {
    /// Joins a place with its secret.
    pub fn new(place: &Place, secret: Secret) -> Result<Self, PlaceProblem> {
        place.check()?;
        let origin = place.origin().ok_or(PlaceProblem::Address)?;
        let kind = match place {
            Place::WebDav { url, user } => {
                if !user.is_empty() && secret.is_empty() {
                    return Err(PlaceProblem::Secret);
                }
                Kind::WebDav(Folder::new(url, user).ok_or(PlaceProblem::Address)?)
            }
            Place::S3 { region, bucket, prefix, path_style, access_key, .. } => {
                if secret.is_empty() {
                    return Err(PlaceProblem::Secret);
                }
                let prefix = prefix.trim_matches('/');
                Kind::S3(Bucket {
                    origin,
                    region: region.clone(),
                    path: if *path_style { format!("/{bucket}/") } else { "/".to_owned() },
                    prefix: if prefix.is_empty() { String::new() } else { format!("{prefix}/") },
                    access_key: access_key.clone(),
                })
            }
        };
        Ok(Self { kind, secret })
    }

    /// Asks for the files, from the mark of a page on. It also tells whether the place is there and the secret right.
    pub fn list(&self, page: Option<&str>, now: Timestamp) -> Request {
        match &self.kind {
            Kind::WebDav(folder) => folder.list(&self.secret),
            Kind::S3(bucket) => bucket.list(page, &self.secret, now),
        }
    }

    /// Asks for a file.
    pub fn get(&self, name: &str, now: Timestamp) -> Request {
        self.request("GET", name, Vec::new(), now)
    }

    /// Writes a file; with `only_new` the server refuses where one of that name is there.
    pub fn put(&self, name: &str, bytes: &[u8], only_new: bool, now: Timestamp) -> Request {
        let mut request = self.request("PUT", name, bytes.to_vec(), now);
        request.headers.push(("content-type", "application/octet-stream".to_owned()));
        if only_new {
            request.headers.push(("if-none-match", "*".to_owned()));
        }
        request
    }

    /// Removes a file.
    pub fn delete(&self, name: &str, now: Timestamp) -> Request {
        self.request("DELETE", name, Vec::new(), now)
    }

    /// Makes the folder, or the one that many levels above it; `None` where there is none to make.
    pub fn make_folder(&self, up: usize) -> Option<Request> {
        match &self.kind {
            Kind::WebDav(folder) => folder.make(up, &self.secret),
            Kind::S3(_) => None,
        }
    }

    fn request(&self, method: &'static str, name: &str, body: Vec<u8>, now: Timestamp) -> Request {
        match &self.kind {
            Kind::WebDav(folder) => Request { body, ..folder.request(method, name, &self.secret) },
            Kind::S3(bucket) => bucket.request(method, name, body, &self.secret, now),
        }
    }

    /// Reads the answer to [`Self::list`].
    pub fn read_list(&self, response: &Response) -> Result<Page, RemoteError> {
        match &self.kind {
            Kind::WebDav(folder) => folder.read_list(response),
            Kind::S3(bucket) => bucket.read_list(response),
        }
    }

    /// Whether any other request did what it should, and otherwise why not.
    pub fn check(&self, doing: Doing, response: &Response) -> Result<(), RemoteError> {
        match (doing, response.status) {
            // A part of another file is not what was asked for; and removing failed for one of several.
            (Doing::Read, 206) | (Doing::Remove, 207) => Err(RemoteError::Unreadable),
            // The folder is there already.
            (Doing::MakeFolder, 405) => Ok(()),
            (Doing::Remove, 404 | 410) if matches!(self.kind, Kind::WebDav(_)) => Ok(()),
            _ if response.is_success() => Ok(()),
            _ => Err(match (&self.kind, s3::error_of(doing, response)) {
                (Kind::WebDav(_), _) => RemoteError::of_status(doing, response),
                (Kind::S3(_), RemoteError::NotFound) if doing == Doing::Remove => return Ok(()),
                (Kind::S3(_), error) => error,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::is_plain_name;

    const PIECES: &[&str] = &[
        "<multistatus xmlns='DAV:'>",
        "</multistatus>",
        "<response>",
        "</response>",
        "<href>/a/b%2F</href>",
        "<href>",
        "</href>",
        "/a/x",
        "<propstat><prop><resourcetype><collection/></resourcetype></prop></propstat>",
        "%",
        "&amp;",
        "<ListBucketResult>",
        "</ListBucketResult>",
        "<Contents><Key>n/..</Key><Size>1</Size></Contents>",
        "<Key>",
        "<IsTruncated>true</IsTruncated>",
        "<EncodingType>url</EncodingType>",
        "<!DOCTYPE x [",
        "<![CDATA[",
        "]]>",
        "<",
        "<Error><Code>",
        "</Code></Error>",
        "ä",
    ];

    proptest::proptest! {
        #[test]
        fn no_answer_makes_reading_panic_or_gives_a_path(
            pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24),
            status in 100_u16..600,
        ) {
            let web_dav = Place::WebDav { url: "https://a.example/a".to_owned(), user: String::new() };
            let s3 = Place::S3 {
                endpoint: "https://s3.example".to_owned(),
                region: "auto".to_owned(),
                bucket: "notes".to_owned(),
                prefix: "n".to_owned(),
                path_style: false,
                access_key: "AK".to_owned(),
            };
            let response = Response { status, body: pieces.concat().into_bytes(), ..Response::default() };
            for place in [web_dav, s3] {
                let site = Site::new(&place, Secret::new("s")).unwrap();
                let page = site.read_list(&Response { status: if status < 300 { 207 } else { status }, ..response.clone() });
                proptest::prop_assert!(page.is_err() || page.unwrap().entries.iter().all(|entry| is_plain_name(&entry.name)));
                let _ = site.check(Doing::Write, &response);
            }
        }
    }
}
