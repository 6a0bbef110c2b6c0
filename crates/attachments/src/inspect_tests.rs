use super::*;
use proptest::prelude::*;

fn of(name: &str, bytes: &[u8]) -> Result<Inspected, Refusal> {
    inspect(name, "", bytes)
}

fn picture(bytes: &[u8]) -> Option<(String, u32, u32)> {
    let found = of("x", bytes).ok().filter(|found| found.kind == Kind::Picture)?;
    Some((found.media_type, found.width?, found.height?))
}

fn webp(chunk: &[u8]) -> Vec<u8> {
    [&b"RIFF\x40\0\0\0WEBP"[..], chunk].concat()
}

#[test]
fn sizes_of_pictures_without_decoding_them() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0DIHDR\0\0\x02\x80\0\0\x01\xE0\x08\x06\0\0\0";
    let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xC4\0\x04\0\0\xFF\xC2\0\x11\x08\x01\xE0\x02\x80\x03";
    let avif = b"\0\0\0\x1CftypmifX\0\0\0\0mif1avifmiaf\0\0\0\x14ispe\0\0\0\0\0\0\0\x10\0\0\0\x10\0\0\0\x14ispe\0\0\0\0\0\0\x02\x80\0\0\x01\xE0";
    let bmp = [b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x80\x02\0\0".as_slice(), &(-480_i32).to_le_bytes()].concat();
    for (bytes, media_type) in [
        (&png[..], "image/png"),
        (jpeg, "image/jpeg"),
        (b"GIF89a\x80\x02\xE0\x01\x80\0\0", "image/gif"),
        (&webp(b"VP8X\x0A\0\0\0\0\0\0\0\x7F\x02\0\xDF\x01\0"), "image/webp"),
        (&webp(b"VP8L\0\0\0\0\x2F\x7F\xC2\x77\0"), "image/webp"),
        (&webp(b"VP8 \0\0\0\0\0\0\0\x9D\x01\x2A\x80\x02\xE0\x01"), "image/webp"),
        (&bmp, "image/bmp"),
        (avif, "image/avif"),
    ] {
        assert_eq!(picture(bytes), Some((media_type.to_owned(), 640, 480)), "{media_type}");
    }
}

#[test]
fn a_picture_without_a_size_is_damaged() {
    for bytes in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"\x89PNG\r\n\x1a\n\0\0\0\x0DIHDR\0\0\0\0\0\0\x01\xE0",
        b"\xFF\xD8\xFF\xDA\0\x04\0\0",
        b"\xFF\xD8\xFF\xE0\0\0\0\0",
        b"GIF89a\0",
        b"RIFF\0\0\0\0WEBPVP8 ",
    ] {
        assert_eq!(of("x.png", bytes), Err(Refusal::Damaged), "{bytes:?}");
    }
}

#[test]
fn f2_bytes_decide_and_names_choose_among_texts() {
    let kind = |name: &str, declared: &str, bytes: &[u8]| {
        inspect(name, declared, bytes).map(|found| (found.kind, found.media_type))
    };
    let found = |kind: Kind, media_type: &str| Ok((kind, media_type.to_owned()));
    assert_eq!(kind("a.txt", "text/plain", b"%PDF-1.7\n"), found(Kind::Pdf, "application/pdf"));
    assert_eq!(kind("a.pdf", "application/pdf", b"no PDF"), found(Kind::Text, "text/plain"));
    assert_eq!(kind("a.png", "image/png", b"no picture"), found(Kind::Text, "text/plain"));
    assert_eq!(kind("A.CSV", "", b"a;b\n"), found(Kind::Table, "text/csv"));
    assert_eq!(kind("a", "text/csv; charset=utf-8", b"a,b\n"), found(Kind::Table, "text/csv"));
    assert_eq!(kind("a.tsv", "", b"a\tb\n"), found(Kind::Table, "text/tab-separated-values"));
    assert_eq!(kind("a.svg", "image/svg+xml", b"<svg/>"), found(Kind::Text, "text/plain"));
    assert_eq!(kind("a.rs", "", b"fn main() {}\n"), found(Kind::Text, "text/plain"));
    assert_eq!(kind("a.txt", "", b"\xC4\xE3\xBA\xC3"), found(Kind::Text, "text/plain"), "an old encoding is text");
    assert_eq!(kind("a.txt", "", b"MZ is a series.\n"), found(Kind::Text, "text/plain"));
    assert_eq!(kind("a.txt", "", b"BZh fLaC\n"), found(Kind::Text, "text/plain"));
}

#[test]
fn refusals_say_what_a_file_is() {
    let tar = [&[b'a'; 257][..], b"ustar\x0000"].concat();
    for (bytes, expect) in [
        (&b""[..], Refusal::Empty),
        (b"PK\x03\x04\x14\0\0\0\0\0a.txt", Refusal::Archive { format: "ZIP" }),
        (
            b"PK\x03\x04\x14\0\0\0\0\0[Content_Types].xml PK\x03\x04 word/document.xml",
            Refusal::Office { format: "Word" },
        ),
        (b"PK\x03\x04\x14\0\0\0\0\0xl/workbook.xml", Refusal::Office { format: "Excel" }),
        (b"PK\x03\x04\x14\0\0\0\0\0mimetypeapplication/epub+zip", Refusal::Office { format: "EPUB" }),
        (b"PK\x03\x04\x14\0\0\0\0\0META-INF/MANIFEST.MF", Refusal::Executable),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0", Refusal::Office { format: "Microsoft Office 97–2003" }),
        (b"{\\rtf1\\ansi a}", Refusal::Office { format: "RTF" }),
        (b"\x1F\x8B\x08\0", Refusal::Archive { format: "gzip" }),
        (&tar, Refusal::Archive { format: "TAR" }),
        (b"MZ\x90\0\x03\0", Refusal::Executable),
        (b"\x7FELF\x02\x01", Refusal::Executable),
        (b"ID3\x04\0", Refusal::Audio),
        (b"RIFF\0\0\0\0WAVEfmt ", Refusal::Audio),
        (b"\0\0\0\x20ftypM4A \0", Refusal::Audio),
        (b"\0\0\0\x20ftypisom\0", Refusal::Video),
        (b"\x1A\x45\xDF\xA3\x01", Refusal::Video),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Refusal::ForeignPicture { format: "HEIC" }),
        (b"II*\0\x08\0", Refusal::ForeignPicture { format: "TIFF" }),
        (b"SQLite format 3\0", Refusal::UnknownBinary),
        (b"\x01\x02\x03", Refusal::UnknownBinary),
    ] {
        assert_eq!(of("x", bytes), Err(expect), "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn what_is_too_large_names_its_limit() {
    let mut bytes = vec![b'a'; MAX_TEXT_BYTES];
    assert!(of("x.txt", &bytes).is_ok());
    bytes.push(b'a');
    assert_eq!(of("x.txt", &bytes), Err(Refusal::TooLarge { limit: MAX_TEXT_BYTES }));
    let mut pdf = b"%PDF-1.4\n".to_vec();
    pdf.resize(MAX_FILE_BYTES + 1, b' ');
    assert_eq!(of("x.pdf", &pdf), Err(Refusal::TooLarge { limit: MAX_FILE_BYTES }));
}

proptest! {
    #[test]
    fn f1_no_file_makes_it_panic(
        start in prop::sample::select(vec![
            &b""[..], b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8X", b"BM",
            b"\0\0\0\x1Cftypavif", b"PK\x03\x04", b"%PDF-", b"\0\0\0\x18ftyp",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..120),
        name in "\\PC{0,12}",
        declared in "\\PC{0,12}",
    ) {
        let _ = inspect(&name, &declared, &[start, &rest].concat());
    }
}
