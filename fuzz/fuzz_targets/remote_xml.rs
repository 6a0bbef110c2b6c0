//! Any answer of a server gives an error or names that are plain and no empty mark of a page, on both protocols.
#![no_main]

use espalier_llm::secret::Secret;
use espalier_remote::{Doing, Place, Response, Site, is_plain_name};
use libfuzzer_sys::fuzz_target;

fn site(place: &Place) -> Option<Site> {
    Site::new(place, Secret::new("secret")).ok()
}

fuzz_target!(|input: (u16, &[u8])| {
    let (status, body) = input;
    let response = Response { status: 200 + status % 400, headers: Vec::new(), body: body.to_vec() };
    let web_dav = Place::WebDav { url: "https://a.example/dav/".to_owned(), user: "me".to_owned() };
    let s3 = Place::S3 {
        endpoint: "https://s3.example".to_owned(),
        region: "auto".to_owned(),
        bucket: "notes".to_owned(),
        prefix: "a".to_owned(),
        path_style: true,
        access_key: "AK".to_owned(),
    };
    for site in [web_dav, s3].iter().filter_map(site) {
        if let Ok(page) = site.read_list(&response) {
            assert!(page.entries.iter().all(|entry| is_plain_name(&entry.name)));
            assert!(page.next.is_none_or(|mark| !mark.is_empty()));
        }
        for doing in [Doing::Read, Doing::Write, Doing::Remove, Doing::MakeFolder] {
            let _ = site.check(doing, &response);
        }
    }
});
