//! A place on the network as it is kept in the settings: everything but its secret.

use espalier_llm::network::{TargetClass, target_class};
use espalier_llm::request::origin_of;
use serde::{Deserialize, Serialize};

use crate::encode;

/// A folder of a `WebDAV` server, or a bucket of an S3-compatible one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Place {
    /// A `WebDAV` folder; the secret is the password.
    WebDav {
        /// Address of the folder.
        url: String,
        /// Name of the user; empty where the server asks for none.
        user: String,
    },
    /// A bucket, or a folder in one; the secret is the secret access key.
    S3 {
        /// Address of the server, without the bucket.
        endpoint: String,
        /// Region, `us-east-1` or `auto` where the server has none.
        region: String,
        /// Name of the bucket.
        bucket: String,
        /// Folder in the bucket; may be empty.
        #[serde(default)]
        prefix: String,
        /// Whether the bucket stands in the path instead of in front of the host.
        #[serde(default)]
        path_style: bool,
        /// Access key ID.
        access_key: String,
    },
}

/// Reason why a place can't be used as it was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlaceProblem {
    /// It is no address of the web.
    #[error("this is no web address")]
    Address,
    /// Everyone on the way could read it.
    #[error("the address has to begin with https://")]
    NotEncrypted,
    /// A user name, a query or a fragment stands in the address.
    #[error("the address must have no user name, no ? and no #")]
    Extra,
    /// The address of a bucket's server has a path.
    #[error("the address of the server must have no path: the bucket has a field of its own")]
    Path,
    /// The user's name has a colon, which HTTP can't send.
    #[error("a user name must have no colon")]
    User,
    /// It is no name of a bucket.
    #[error("a bucket has 3 to 63 small letters, digits, dots and hyphens")]
    Bucket,
    /// It is no region.
    #[error("a region has letters, digits and hyphens")]
    Region,
    /// It is no folder in a bucket.
    #[error("the folder must have no empty parts, dots alone or control characters")]
    Prefix,
    /// It is no access key.
    #[error("an access key has letters and digits without spaces")]
    AccessKey,
    /// There is no secret.
    #[error("the password or secret key is missing")]
    Secret,
}

impl Place {
    /// Whether the place can be used, and otherwise why not.
    pub fn check(&self) -> Result<(), PlaceProblem> {
        match self {
            Self::WebDav { url, user } => {
                check_address(url)?;
                let path = path_of(url);
                let is_text =
                    path.split('/').all(|part| encode::decode(part).is_some_and(|part| part != ".." && part != "."));
                if path.contains('\\') || !is_text {
                    return Err(PlaceProblem::Address);
                }
                if user.contains(':') || user.chars().any(char::is_control) {
                    return Err(PlaceProblem::User);
                }
                Ok(())
            }
            Self::S3 { endpoint, region, bucket, prefix, access_key, .. } => {
                check_address(endpoint)?;
                // The host is signed as it is sent, and browsers send names of other scripts in another form.
                if !endpoint.is_ascii() {
                    return Err(PlaceProblem::Address);
                }
                if !matches!(path_of(endpoint), "" | "/") {
                    return Err(PlaceProblem::Path);
                }
                let simple = |text: &str| {
                    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                };
                if !simple(region) {
                    return Err(PlaceProblem::Region);
                }
                if !is_bucket(bucket) {
                    return Err(PlaceProblem::Bucket);
                }
                let prefix = prefix.trim_matches('/');
                if !prefix.is_empty() && !prefix.split('/').all(encode::is_plain_name) {
                    return Err(PlaceProblem::Prefix);
                }
                if access_key.is_empty()
                    || !access_key.bytes().all(|byte| byte.is_ascii_graphic() && !b",/=".contains(&byte))
                {
                    return Err(PlaceProblem::AccessKey);
                }
                Ok(())
            }
        }
    }

    /// Returns a name under which a person knows it: host and path, or bucket and folder.
    pub fn name(&self) -> String {
        match self {
            Self::WebDav { url, .. } => {
                url.split_once("://").map_or(url.as_str(), |(_, rest)| rest).trim_end_matches('/').to_owned()
            }
            Self::S3 { bucket, prefix, .. } => format!("{bucket}/{prefix}").trim_end_matches('/').to_owned(),
        }
    }

    /// Returns the one origin that requests go to, for the page's own policy; `None` where the place can't be used.
    pub fn origin(&self) -> Option<String> {
        self.check().ok()?;
        match self {
            Self::WebDav { url, .. } => origin_of(before_path(url)),
            Self::S3 { endpoint, path_style: true, .. } => origin_of(endpoint),
            Self::S3 { endpoint, bucket, .. } => {
                let origin = origin_of(endpoint)?;
                let (scheme, host) = origin.split_once("://")?;
                Some(format!("{scheme}://{bucket}.{host}"))
            }
        }
    }
}

fn check_address(url: &str) -> Result<(), PlaceProblem> {
    let authority =
        url.split_once("://").map_or("", |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') || url.contains(['?', '#']) {
        return Err(PlaceProblem::Extra);
    }
    let origin = origin_of(before_path(url)).ok_or(PlaceProblem::Address)?;
    // Spaces in a path are encoded; those around an address come with copying, and are for the form to take away.
    if path_of(url).chars().any(char::is_control) || url.trim() != url {
        return Err(PlaceProblem::Address);
    }
    if origin.starts_with("http:") && target_class(&origin) != TargetClass::Loopback {
        return Err(PlaceProblem::NotEncrypted);
    }
    Ok(())
}

/// Returns scheme and host of an address, as they are written.
pub fn before_path(url: &str) -> &str {
    &url[..url.len() - path_of(url).len()]
}

/// Returns the path of an address, from its first slash.
pub fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}

fn is_bucket(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    (3..=63).contains(&name.len())
        && name.bytes().all(is_allowed)
        && !name.starts_with(['.', '-'])
        && !name.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web_dav(url: &str) -> Place {
        Place::WebDav { url: url.to_owned(), user: "me".to_owned() }
    }

    fn bucket(endpoint: &str, change: impl FnOnce(&mut String, &mut String, &mut String, &mut bool)) -> Place {
        let (mut bucket, mut prefix, mut access_key) = ("notes".to_owned(), "a/b".to_owned(), "AK".to_owned());
        let mut path_style = false;
        change(&mut bucket, &mut prefix, &mut access_key, &mut path_style);
        Place::S3 { endpoint: endpoint.to_owned(), region: "auto".to_owned(), bucket, prefix, path_style, access_key }
    }

    #[test]
    fn addresses_are_checked() {
        use PlaceProblem::{Address, Extra, NotEncrypted};
        for url in [
            "https://cloud.example/remote.php/dav/files/me/Espalier",
            "http://localhost:8080/a b",
            "http://127.0.0.1/",
            "http://[::1]:1/x",
            "https://b\u{fc}ro.example",
        ] {
            assert_eq!(web_dav(url).check(), Ok(()), "{url}");
        }
        for (url, problem) in [
            ("cloud.example", Address),
            ("", Address),
            ("ftp://cloud.example/", Address),
            (" https://cloud.example/", Address),
            ("https://cloud.example/a\n", Address),
            ("https://cloud.example/a/../b", Address),
            ("https://cloud.example/%2e%2e/b", Address),
            ("https://cloud.example/%ff", Address),
            ("http://cloud.example/", NotEncrypted),
            ("http://192.168.1.2/", NotEncrypted),
            ("https://me:secret@cloud.example/", Extra),
            ("https://cloud.example/?a", Extra),
            ("https://cloud.example/#a", Extra),
        ] {
            assert_eq!(web_dav(url).check(), Err(problem), "{url}");
        }
        let user = Place::WebDav { url: "https://cloud.example".to_owned(), user: "a:b".to_owned() };
        assert_eq!(user.check(), Err(PlaceProblem::User));
    }

    #[test]
    fn buckets_are_checked() {
        let endpoint = "https://s3.example";
        assert_eq!(bucket(endpoint, |_, _, _, _| ()).check(), Ok(()));
        assert_eq!(bucket("https://s3.example/notes", |_, _, _, _| ()).check(), Err(PlaceProblem::Path));
        for name in ["ab", "Notes", "a/b", "..a", "a b c"] {
            assert_eq!(
                bucket(endpoint, |bucket, _, _, _| *bucket = name.to_owned()).check(),
                Err(PlaceProblem::Bucket)
            );
        }
        for folder in ["a//b", "../b", "a\n"] {
            assert_eq!(
                bucket(endpoint, |_, prefix, _, _| *prefix = folder.to_owned()).check(),
                Err(PlaceProblem::Prefix)
            );
        }
        assert_eq!(bucket(endpoint, |_, _, key, _| *key = "A K".to_owned()).check(), Err(PlaceProblem::AccessKey));
    }

    #[test]
    fn the_origin_has_the_bucket_where_the_requests_have_it() {
        assert_eq!(web_dav("https://Cloud.example:443/a").origin().as_deref(), Some("https://cloud.example"));
        assert_eq!(bucket("https://s3.example", |_, _, _, _| ()).origin().as_deref(), Some("https://notes.s3.example"));
        assert_eq!(web_dav("https://a.example/b c").origin().as_deref(), Some("https://a.example"));
        let by_path = bucket("http://localhost:9000/", |_, _, _, path_style| *path_style = true);
        assert_eq!(by_path.origin().as_deref(), Some("http://localhost:9000"));
    }

    #[test]
    fn a_place_has_a_name() {
        assert_eq!(web_dav("https://a.example/b/c/").name(), "a.example/b/c");
        assert_eq!(bucket("https://s3.example", |_, _, _, _| ()).name(), "notes/a/b");
        assert_eq!(bucket("https://s3.example", |_, prefix, _, _| prefix.clear()).name(), "notes");
    }

    #[test]
    fn a_place_comes_back_from_the_settings() {
        for place in [web_dav("https://a.example/b"), bucket("https://s3.example", |_, _, _, _| ())] {
            let text = serde_json::to_string(&place).unwrap();
            assert_eq!(serde_json::from_str::<Place>(&text).unwrap(), place);
        }
    }
}
