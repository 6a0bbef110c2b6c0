//! Files that are made to do harm.

use super::*;
use espalier_base::zip;

fn refused(bytes: &[u8], name: &str, expect: FormatError) {
    assert_eq!(read(bytes, name), Err(expect), "{name}");
}

#[test]
fn entities_are_not_expanded() {
    let bomb = "<!DOCTYPE map [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><map><node TEXT=\"&b;\"/></map>";
    assert!(matches!(read(bomb.as_bytes(), "x.mm"), Err(FormatError::Xml { problem: XmlProblem::Entities, .. })));
    let outside = "<!DOCTYPE opml SYSTEM \"file:///etc/passwd\"><opml><body><outline text=\"&x;\"/></body></opml>";
    assert_eq!(read(outside.as_bytes(), "x.opml").unwrap().maps[0].tree.nodes[0].title, "&x;");
}

#[test]
fn depth_is_no_danger() {
    // Enough for a stack to run out, were there recursion.
    let depth = 20_000;
    let nested = |open: &str, close: &str| open.repeat(depth) + &close.repeat(depth);
    let files = [
        ("x.mm", format!("<map>{}</map>", nested("<node>", "</node>"))),
        ("x.opml", format!("<opml><body>{}</body></opml>", nested("<outline text='a'>", "</outline>"))),
    ];
    for (name, text) in files {
        let map = read(text.as_bytes(), name).unwrap().maps.remove(0);
        assert_eq!(map.tree.nodes.len(), depth, "{name}");
        for format in [Format::Json, Format::Freemind, Format::Opml, Format::Text, Format::Xmind, Format::Xmind8] {
            let written = write(&map, format);
            let lost = written.losses.iter().any(|loss| loss.what == Lost::Structure);
            assert_eq!(lost, format == Format::Text, "{name} {format:?}");
        }
    }
    let unknown = format!("<map><node>{}</node></map>", nested("<x>", "</x>"));
    assert_eq!(read(unknown.as_bytes(), "x.mm").unwrap().maps[0].tree.nodes.len(), 1);
    let html = format!(
        "<map><node><richcontent TYPE='NOTE'><html>{}</html></richcontent></node></map>",
        nested("<blockquote>", "</blockquote>")
    );
    assert_eq!(read(html.as_bytes(), "x.mm").unwrap().maps[0].tree.nodes.len(), 1);
    let deep = "[".repeat(depth);
    assert!(read_as(Format::Json, deep.as_bytes(), "").is_err());
    let ignored = format!("{{\"format\":\"espalier-map\",\"v\":1,\"x\":{deep}{}}}", "]".repeat(depth));
    refused(ignored.as_bytes(), "", FormatError::Missing("nodes"));
    let topics =
        format!("[{{\"rootTopic\":{}{{}}{}}}]", "{\"children\":{\"attached\":[".repeat(depth), "]}}".repeat(depth));
    let book = zip::pack(&[("content.json", topics.as_bytes())]);
    assert_eq!(read(&book, "").unwrap().maps[0].tree.nodes.len(), depth + 1);
    let quotes = ">".repeat(depth) + "\n" + &"- ".repeat(depth);
    assert!(read(quotes.as_bytes(), "x.md").is_ok());
}

#[test]
fn too_much_is_refused() {
    let many = format!("<map>{}</map>", "<node/>".repeat(MAX_NODES + 1));
    refused(many.as_bytes(), "x.mm", FormatError::TooManyNodes);
    refused("- a\n".repeat(MAX_NODES + 1).as_bytes(), "x.md", FormatError::TooManyNodes);
    refused("a\n".repeat(MAX_NODES + 1).as_bytes(), "x.txt", FormatError::TooManyNodes);
    refused(&vec![b'a'; MAX_BYTES + 1], "x.txt", FormatError::TooLarge);
}

#[test]
fn an_archive_is_unpacked_up_to_a_limit() {
    let zeros = vec![b' '; MAX_BYTES + 1];
    let packed = miniz_oxide::deflate::compress_to_vec(&zeros, 1);
    let mut book = zip::pack(&[("content.json", &packed)]);
    // In the directory: packed, and as large as it is, or as large as is allowed.
    let entry = book.len() - 22 - 46 - "content.json".len();
    book[entry + 10] = 8;
    for (size, expect) in [
        (zeros.len(), FormatError::TooLarge),
        (MAX_BYTES, FormatError::TooLarge),
        (1_000_000, FormatError::Archive(ArchiveProblem::Contents)),
        (10, FormatError::Archive(ArchiveProblem::Contents)),
    ] {
        book[entry + 24..entry + 28].copy_from_slice(&(size as u32).to_le_bytes());
        refused(&book, "x.xmind", expect);
    }
}

#[test]
fn other_files_get_a_clear_error() {
    refused(b"", "x.mm", FormatError::Empty);
    refused(b"\xff\xd8\xff\xe0 picture", "x.mm", FormatError::Encoding);
    refused(b"<html></html>", "x.mm", FormatError::Missing("map"));
    refused(b"<map></map>", "x.mm", FormatError::Missing("node"));
    refused(b"<opml/>", "x.opml", FormatError::Missing("outline"));
    refused(b"{\"format\":\"espalier-map\",\"v\":2,\"nodes\":7}", "", FormatError::Newer { found: 2, known: 1 });
    refused(
        b"{\"format\":\"espalier-map\",\"v\":1,\"nodes\":[{\"title\":\"a\",\"parent\":0}]}",
        "",
        FormatError::Missing("nodes"),
    );
    refused(
        b"{\"format\":\"espalier-map\",\"v\":1,\"nodes\":[{\"title\":\"a\",\"linkTo\":5}]}",
        "",
        FormatError::Missing("nodes"),
    );
    refused(&zip::pack(&[("a.txt", b"x")]), "x.xmind", FormatError::Unknown);
    refused(&zip::pack(&[("content.json", b"[{}]")]), "x.xmind", FormatError::Missing("rootTopic"));
}

#[test]
fn what_was_kept_cannot_break_a_file() {
    let mut map = MapFile::default();
    map.tree.push(None, "a");
    let bad = [
        "mm:a b",
        "mm:<x>",
        "mm:ID",
        "mm:ID",
        "opml:text",
        "opml:<x>",
        "xmind:x",
        "xmind:id",
        "xmind8:<x>",
        "xmind8:1",
        "mm:TEXT",
        "mm:<richcontent>",
        "mm:<icon>",
    ];
    let extra: Extra = bad.iter().map(|key| ((*key).to_owned(), "\"></x><y".to_owned())).collect();
    map.tree.nodes[0].extra.clone_from(&extra);
    map.tree.extra = extra;
    for format in Format::ALL {
        assert_eq!(read_one(format, &write(&map, format).bytes).tree.nodes[0].title, "a", "{format:?}");
    }
}
