//! AWS Signature Version 4 in the `Authorization` header, with the hash of the payload signed.

use espalier_base::time::Timestamp;
use espalier_llm::secret::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// A request before it is signed: its parts are encoded as they are sent.
pub struct Unsigned<'a> {
    pub method: &'a str,
    /// Host, with a port that is not the scheme's own.
    pub host: &'a str,
    pub path: &'a str,
    /// Names and values of the query, encoded, in any order.
    pub query: &'a [(&'a str, String)],
    /// Headers to be signed besides the three that always are; their names in lower case.
    pub headers: &'a [(&'static str, String)],
    pub body: &'a [u8],
}

/// Who signs, and where.
pub struct Signer<'a> {
    pub access_key: &'a str,
    pub secret: &'a Secret,
    pub region: &'a str,
}

impl Signer<'_> {
    /// Returns the headers that make the request a signed one.
    pub fn headers(&self, request: &Unsigned<'_>, now: Timestamp) -> Vec<(&'static str, String)> {
        let time = time_text(now);
        let day = time.get(..8).unwrap_or_default();
        let payload = hex(&Sha256::digest(request.body));
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let mut signed = request.headers.to_vec();
        signed.push(("host", request.host.to_owned()));
        signed.push(("x-amz-content-sha256", payload.clone()));
        signed.push(("x-amz-date", time.clone()));
        signed.sort_by_key(|(name, _)| *name);
        let names = signed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
        let lines: Vec<_> = signed.iter().map(|(name, value)| format!("{name}:{}\n", value.trim())).collect();
        let lines = lines.concat();
        let mut query = request.query.to_vec();
        query.sort();
        let canonical =
            format!("{}\n{}\n{}\n{lines}\n{names}\n{payload}", request.method, request.path, query_text(&query));
        let to_sign = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
        let mut key = format!("AWS4{}", self.secret.expose()).into_bytes();
        for part in [day, self.region, "s3", "aws4_request"] {
            key = mac(&key, part);
        }
        let signature = hex(&mac(&key, &to_sign));
        let credential = format!("{}/{scope}", self.access_key);
        let authorization =
            format!("AWS4-HMAC-SHA256 Credential={credential},SignedHeaders={names},Signature={signature}");
        vec![("x-amz-content-sha256", payload), ("x-amz-date", time), ("authorization", authorization)]
    }
}

/// Returns a query as it stands in an address.
pub fn query_text(query: &[(&str, String)]) -> String {
    query.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// Returns the instant as AWS writes it: `20130524T000000Z`.
fn time_text(now: Timestamp) -> String {
    let text = now.to_rfc3339();
    let seconds = text.split('.').next().unwrap_or_default();
    format!("{}Z", seconds.replace(['-', ':'], ""))
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    // Keys of any length are taken: the error of the trait is for other codes.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs one of the examples that AWS publishes with "Signature Calculations for the Authorization Header", and
    /// returns its header without the beginning that they share.
    fn example(
        method: &str,
        path: &str,
        query: &[(&str, String)],
        headers: &[(&'static str, String)],
        body: &[u8],
    ) -> String {
        let secret = Secret::new("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
        let signer = Signer { access_key: "AKIAIOSFODNN7EXAMPLE", secret: &secret, region: "us-east-1" };
        let request = Unsigned { method, host: "examplebucket.s3.amazonaws.com", path, query, headers, body };
        let now = Timestamp::from_rfc3339("2013-05-24T00:00:00Z").unwrap();
        let signed = signer.headers(&request, now);
        assert_eq!(signed[1], ("x-amz-date", "20130524T000000Z".to_owned()));
        let start =
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=";
        signed[2].1.strip_prefix(start).unwrap().to_owned()
    }

    fn pair<'name>(name: &'name str, value: &str) -> (&'name str, String) {
        (name, value.to_owned())
    }

    #[test]
    fn get_object() {
        assert_eq!(
            example("GET", "/test.txt", &[], &[pair("range", "bytes=0-9")], b""),
            "host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        );
    }

    #[test]
    fn put_object() {
        let headers =
            [pair("date", "Fri, 24 May 2013 00:00:00 GMT"), pair("x-amz-storage-class", "REDUCED_REDUNDANCY")];
        assert_eq!(
            example("PUT", "/test%24file.text", &[], &headers, b"Welcome to Amazon S3."),
            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        );
    }

    #[test]
    fn get_bucket_lifecycle() {
        assert_eq!(
            example("GET", "/", &[pair("lifecycle", "")], &[], b""),
            "host;x-amz-content-sha256;x-amz-date,Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        );
    }

    #[test]
    fn list_objects() {
        assert_eq!(
            example("GET", "/", &[pair("prefix", "J"), pair("max-keys", "2")], &[], b""),
            "host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        );
    }
}
