//! S3: signed requests below a prefix of one bucket, and the answer to `ListObjectsV2`.

use std::borrow::Cow;

use espalier_base::time::Timestamp;
use espalier_llm::secret::Secret;

use crate::encode::{self, encode, encode_path, is_plain_name};
use crate::error::{Doing, RemoteError, retry_after};
use crate::request::{Request, Response};
use crate::sign::{Signer, Unsigned, query_text};
use crate::site::{Entry, Page};
use crate::xml;

/// A bucket, or a folder in one.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// Scheme, host and port that requests go to.
    pub origin: String,
    pub region: String,
    /// Path of the bucket: `/`, or its name with a slash at both ends.
    pub path: String,
    /// Beginning of the names; empty, or with a slash at its end.
    pub prefix: String,
    pub access_key: String,
}

impl Bucket {
    /// Makes a request for a file, signed at that time; further headers go unsigned, as proxies may change them.
    pub fn request(&self, method: &'static str, name: &str, body: Vec<u8>, secret: &Secret, now: Timestamp) -> Request {
        let path = format!("{}{}{}", self.path, encode_path(&self.prefix), encode(name));
        self.signed(method, &path, &[], body, secret, now)
    }

    /// Asks for one page of the files.
    pub fn list(&self, page: Option<&str>, secret: &Secret, now: Timestamp) -> Request {
        let mut query =
            vec![("delimiter", encode("/")), ("encoding-type", "url".to_owned()), ("list-type", "2".to_owned())];
        if let Some(token) = page {
            query.push(("continuation-token", encode(token)));
        }
        if !self.prefix.is_empty() {
            query.push(("prefix", encode(&self.prefix)));
        }
        self.signed("GET", &self.path, &query, Vec::new(), secret, now)
    }

    fn signed(
        &self,
        method: &'static str,
        path: &str,
        query: &[(&str, String)],
        body: Vec<u8>,
        secret: &Secret,
        now: Timestamp,
    ) -> Request {
        let host = self.origin.split_once("://").map_or("", |(_, host)| host);
        let signer = Signer { access_key: &self.access_key, secret, region: &self.region };
        let headers = signer.headers(&Unsigned { method, host, path, query, headers: &[], body: &body }, now);
        let mark = if query.is_empty() { "" } else { "?" };
        Request { method, url: format!("{}{path}{mark}{}", self.origin, query_text(query)), headers, body }
    }

    /// Reads the answer to [`Self::list`].
    pub fn read_list(&self, response: &Response) -> Result<Page, RemoteError> {
        if !response.is_success() {
            return Err(error_of(Doing::List, response));
        }
        xml::read(response, "ListBucketResult", |root| {
            let is_encoded = xml::text_of(root, "EncodingType").is_some_and(|kind| kind == "url");
            let entry = |object| {
                let key = xml::text_of(object, "Key")?;
                let key = if is_encoded { decoded(&key)? } else { Cow::Borrowed(key.as_str()) };
                let name = key.strip_prefix(&self.prefix).filter(|name| is_plain_name(name))?;
                Some(Entry { name: name.to_owned(), size: xml::text_of(object, "Size")?.trim().parse().ok() })
            };
            let entries = xml::children(root, "Contents").filter_map(entry).collect();
            let next = xml::text_of(root, "NextContinuationToken").filter(|token| !token.is_empty());
            match xml::text_of(root, "IsTruncated").as_deref().map(str::trim) {
                Some("true") if next.is_none() => Err(RemoteError::Unreadable),
                Some("true") => Ok(Page { entries, next }),
                _ => Ok(Page { entries, next: None }),
            }
        })
    }
}

/// Decodes a name of a listing, in which a space is a plus.
fn decoded(text: &str) -> Option<Cow<'_, str>> {
    let spaced = text.replace('+', " ");
    encode::decode(&spaced).map(|text| Cow::Owned(text.into_owned()))
}

/// Returns why a request was refused: by the code in the answer, or else by the status.
pub fn error_of(doing: Doing, response: &Response) -> RemoteError {
    let read = xml::read(response, "Error", |root| {
        Ok((xml::text_of(root, "Code").unwrap_or_default(), xml::text_of(root, "Region")))
    });
    let (code, region) = read.unwrap_or_default();
    let (status, retry_after_s) = (response.status, retry_after(response));
    match code.as_str() {
        "RequestTimeTooSkewed" => RemoteError::Clock,
        "InvalidAccessKeyId" | "SignatureDoesNotMatch" | "InvalidToken" | "ExpiredToken" => RemoteError::Unauthorised,
        "NoSuchBucket" => RemoteError::NoPlace,
        "AuthorizationHeaderMalformed" | "PermanentRedirect" | "IllegalLocationConstraintException" => {
            let named = region.or_else(|| response.header("x-amz-bucket-region").map(str::to_owned));
            RemoteError::Region { expected: named }
        }
        "SlowDown" | "TooManyRequests" | "RequestLimitExceeded" => RemoteError::TooMany { retry_after_s },
        // Another request for the same name is under way.
        "ConditionalRequestConflict" => RemoteError::Server { status, retry_after_s },
        "QuotaExceeded" | "ServiceQuotaExceeded" | "XMinioStorageFull" | "XMinioAdminBucketQuotaExceeded" => {
            RemoteError::Full
        }
        "EntityTooLarge" => RemoteError::TooLarge,
        "NotImplemented" if doing != Doing::List => RemoteError::Unsupported,
        _ => match RemoteError::of_status(doing, response) {
            RemoteError::Refused { status, .. } => RemoteError::Refused { status, code: short(&code) },
            other => other,
        },
    }
}

/// Returns the code as it may be shown: it is a word.
fn short(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket() -> Bucket {
        Bucket {
            origin: "https://s3.example:9000".to_owned(),
            region: "auto".to_owned(),
            path: "/notes/".to_owned(),
            prefix: "a b/".to_owned(),
            access_key: "AK".to_owned(),
        }
    }

    fn answer(status: u16, body: &str) -> Response {
        Response { status, body: body.as_bytes().to_vec(), ..Response::default() }
    }

    #[test]
    fn requests_go_below_the_prefix() {
        let request = bucket().request("GET", "ä+.json", Vec::new(), &Secret::new("s"), Timestamp(0));
        assert_eq!(request.url, "https://s3.example:9000/notes/a%20b/%C3%A4%2B.json");
        let list = bucket().list(Some("t/="), &Secret::new("s"), Timestamp(0));
        assert_eq!(
            list.url,
            "https://s3.example:9000/notes/?delimiter=%2F&encoding-type=url&list-type=2&continuation-token=t%2F%3D&prefix=a%20b%2F"
        );
    }

    #[test]
    fn a_page_has_files_and_the_way_to_the_next() {
        let body = "<?xml version='1.0'?><ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><IsTruncated>true</IsTruncated><NextContinuationToken>T</NextContinuationToken><EncodingType>url</EncodingType><Contents><Key>a+b/x%2By</Key><Size>5</Size></Contents><Contents><Key>a+b/</Key><Size>0</Size></Contents><Contents><Key>a+b/c/d</Key><Size>1</Size></Contents><Contents><Key>other</Key><Size>1</Size></Contents><CommonPrefixes><Prefix>a+b/c/</Prefix></CommonPrefixes></ListBucketResult>";
        let page = bucket().read_list(&answer(200, body)).unwrap();
        assert_eq!(page.entries, [Entry { name: "x+y".to_owned(), size: Some(5) }]);
        assert_eq!(page.next.as_deref(), Some("T"));
        let endless = body.replace("<NextContinuationToken>T</NextContinuationToken>", "");
        assert_eq!(bucket().read_list(&answer(200, &endless)), Err(RemoteError::Unreadable));
        let plain = body.replace("<EncodingType>url</EncodingType>", "").replace("a+b/x%2By", "a b/x%y");
        assert_eq!(bucket().read_list(&answer(200, &plain)).unwrap().entries[0].name, "x%y");
    }

    #[test]
    fn codes_say_more_than_a_status() {
        let of = |status, code: &str| {
            error_of(Doing::Write, &answer(status, &format!("<Error><Code>{code}</Code><Region>eu</Region></Error>")))
        };
        assert_eq!(of(403, "RequestTimeTooSkewed"), RemoteError::Clock);
        assert_eq!(of(403, "SignatureDoesNotMatch"), RemoteError::Unauthorised);
        assert_eq!(of(403, "AccessDenied"), RemoteError::Forbidden);
        assert_eq!(of(404, "NoSuchBucket"), RemoteError::NoPlace);
        assert_eq!(of(404, "NoSuchKey"), RemoteError::NotFound);
        assert_eq!(of(400, "AuthorizationHeaderMalformed"), RemoteError::Region { expected: Some("eu".to_owned()) });
        assert_eq!(of(503, "SlowDown"), RemoteError::TooMany { retry_after_s: None });
        assert_eq!(of(412, "PreconditionFailed"), RemoteError::Exists);
        assert_eq!(of(501, "NotImplemented"), RemoteError::Unsupported);
        assert_eq!(of(400, "Invalid Digest!"), RemoteError::Refused { status: 400, code: "InvalidDigest".to_owned() });
        assert_eq!(
            error_of(Doing::Read, &answer(500, "<html>")),
            RemoteError::Server { status: 500, retry_after_s: None }
        );
    }

    proptest::proptest! {
        #[test]
        fn a_name_comes_back_from_a_listing(name in "\\PC{1,30}") {
            proptest::prop_assume!(is_plain_name(&name));
            let key = encode(&format!("a b/{name}"));
            for key in [key.clone(), key.replace("%20", "+")] {
                let body = format!("<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>{key}</Key><Size>1</Size></Contents></ListBucketResult>");
                let page = bucket().read_list(&answer(200, &body)).unwrap();
                proptest::prop_assert_eq!(&page.entries[0].name, &name);
            }
        }
    }
}
