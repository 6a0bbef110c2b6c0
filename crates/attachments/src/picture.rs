//! Formats of pictures, told by their first bytes, and their sizes from their headers. Nothing is decoded.

/// A format and a size in pixels.
pub(crate) type Header = (&'static str, Option<(u32, u32)>);

/// Returns the media type and the size of a picture that browsers show, or `None` where it is none. A picture without a
/// readable size is damaged.
pub(crate) fn read(bytes: &[u8]) -> Option<Header> {
    let whole = |size: Option<(u32, u32)>| size.filter(|(width, height)| *width > 0 && *height > 0);
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(("image/png", whole(png(bytes))));
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return Some(("image/jpeg", whole(jpeg(bytes))));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some(("image/gif", whole(le16(bytes, 6).zip(le16(bytes, 8)))));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some(("image/webp", whole(webp(bytes))));
    }
    if bytes.starts_with(b"BM") && matches!(le32(bytes, 14), Some(12 | 40 | 52 | 56 | 64 | 108 | 124)) {
        return Some(("image/bmp", whole(bmp(bytes))));
    }
    if is_avif(bytes) {
        return Some(("image/avif", whole(avif(bytes))));
    }
    None
}

/// Returns the name of a format of pictures that no browser shows everywhere.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let brand = bytes.get(4..12).and_then(|brand| brand.strip_prefix(b"ftyp"));
    match brand {
        Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1") => return Some("HEIC"),
        Some(b"crx ") => return Some("Canon RAW"),
        _ => {}
    }
    let table: &[(&[u8], &str)] = &[
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
        (b"II+\0", "BigTIFF"),
        (b"\0\0\x01\0", "ICO"),
        (b"8BPS", "Photoshop"),
        (b"\xFF\x0A", "JPEG XL"),
        (b"\0\0\0\x0CJXL \r\n\x87\n", "JPEG XL"),
        (b"\0\0\0\x0CjP  \r\n\x87\n", "JPEG 2000"),
        (b"gimp xcf", "GIMP"),
        (b"FUJIFILMCCD-RAW", "Fujifilm RAW"),
    ];
    table.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, name)| *name)
}

fn byte(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at).map(|byte| u32::from(*byte))
}

fn le16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(byte(bytes, at)? | byte(bytes, at + 1)? << 8)
}

fn le24(bytes: &[u8], at: usize) -> Option<u32> {
    Some(le16(bytes, at)? | byte(bytes, at + 2)? << 16)
}

fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(le16(bytes, at)? | le16(bytes, at + 2)? << 16)
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(byte(bytes, at)? << 8 | byte(bytes, at + 1)?)
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(be16(bytes, at)? << 16 | be16(bytes, at + 2)?)
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.get(12..16)? != b"IHDR" {
        return None;
    }
    be32(bytes, 16).zip(be32(bytes, 20))
}

/// Walks the segments to the first that starts a frame.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        while byte(bytes, at)? != 0xFF {
            at += 1;
        }
        while byte(bytes, at)? == 0xFF {
            at += 1;
        }
        let marker = byte(bytes, at)?;
        at += 1;
        match marker {
            // Standing alone, without a length.
            0x00 | 0x01 | 0xD0..=0xD8 => {}
            0xC4 | 0xC8 | 0xCC => at += be16(bytes, at)?.max(2) as usize,
            0xC0..=0xCF => return be16(bytes, at + 5).zip(be16(bytes, at + 3)),
            // The pixels begin, or the end was reached, before any frame.
            0xD9 | 0xDA => return None,
            _ => at += be16(bytes, at)?.max(2) as usize,
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((le24(bytes, 24)? + 1, le24(bytes, 27)? + 1)),
        b"VP8L" => {
            let bits = le32(bytes, 21).filter(|_| byte(bytes, 20) == Some(0x2F))?;
            Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        b"VP8 " => {
            if bytes.get(23..26)? != [0x9D, 0x01, 0x2A] {
                return None;
            }
            Some((le16(bytes, 26)? & 0x3FFF, le16(bytes, 28)? & 0x3FFF))
        }
        _ => None,
    }
}

fn bmp(bytes: &[u8]) -> Option<(u32, u32)> {
    if le32(bytes, 14)? == 12 {
        return le16(bytes, 18).zip(le16(bytes, 20));
    }
    let width = i32::try_from(le32(bytes, 18)?).ok()?;
    // A negative height means that the rows run from the top.
    let height = le32(bytes, 22)?.cast_signed().checked_abs()?;
    u32::try_from(width).ok().zip(u32::try_from(height).ok())
}

fn is_avif(bytes: &[u8]) -> bool {
    let length = be32(bytes, 0).unwrap_or(0) as usize;
    let Some(brands) = bytes.get(4..length.min(256).min(bytes.len())).and_then(|rest| rest.strip_prefix(b"ftyp"))
    else {
        return false;
    };
    brands.chunks(4).any(|brand| brand == b"avif" || brand == b"avis")
}

/// Returns the largest size among the properties: a thumbnail has one of its own.
fn avif(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.get(..bytes.len().min(1 << 16))?;
    let places = head.windows(4).enumerate().filter(|(_, name)| *name == b"ispe").map(|(at, _)| at);
    places
        .filter_map(|at| be32(head, at + 8).zip(be32(head, at + 12)))
        .max_by_key(|(width, height)| u64::from(*width) * u64::from(*height))
}
