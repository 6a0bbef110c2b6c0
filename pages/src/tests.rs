use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;

use super::*;

#[path = "../../crates/attachments/src/pdf_writer.rs"]
mod pdf_writer;
use pdf_writer::{document, stream};

fn draw(bytes: &[u8], index: usize) -> Result<PagePicture, PdfError> {
    Document::open(bytes)?.draw(index)
}

/// A picture of two by two pixels: red and green above blue and black.
fn pixels() -> Vec<u8> {
    let data = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0]].concat();
    let entries = "/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceRGB/BitsPerComponent 8";
    stream(&format!("{entries}/Filter/FlateDecode"), &compress_to_vec_zlib(&data, 6))
}

/// A page as a scanner writes it: one picture, which leaves a white margin on the right.
fn scan(size: &str) -> Vec<u8> {
    document(size, stream("", b"q 80 0 0 100 0 0 cm /X Do Q"), "/XObject<</X 5 0 R>>", &[pixels()])
}

fn pixel(picture: &PagePicture, right: f32, down: f32) -> [u8; 4] {
    let at = |part: f32, side: u32| (part * side as f32) as usize;
    let index = (at(down, picture.height) * picture.width as usize + at(right, picture.width)) * 4;
    *picture.rgba[index..].first_chunk().unwrap()
}

#[test]
fn a_scanned_page_is_drawn_as_it_looks() {
    let bytes = scan("100 100");
    assert_eq!(pdf::read(&bytes), Err(PdfError::NoText { pages: 1 }));
    let picture = draw(&bytes, 0).unwrap();
    assert_eq!((picture.width, picture.height, Document::open(&bytes).unwrap().count()), (417, 417, 1));
    assert_eq!(picture.rgba.len(), 417 * 417 * 4);
    assert_eq!(pixel(&picture, 0.1, 0.1), [255, 0, 0, 255]);
    assert_eq!(pixel(&picture, 0.7, 0.1), [0, 255, 0, 255]);
    assert_eq!(pixel(&picture, 0.1, 0.9), [0, 0, 255, 255]);
    assert_eq!(pixel(&picture, 0.7, 0.9), [0, 0, 0, 255]);
    assert_eq!(pixel(&picture, 0.95, 0.5), [255, 255, 255, 255], "paper is white");
    assert_eq!(draw(&bytes, 1), Err(PdfError::Damaged), "there is no second page");
}

#[test]
fn words_are_drawn_in_a_font_that_the_document_only_names() {
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>";
    let picture = draw(&document("100 100", stream("", b"BT /F 90 Tf 20 20 Td (I) Tj ET"), font, &[]), 0).unwrap();
    let dark = picture.rgba.chunks(4).filter(|pixel| pixel[0] < 100).count();
    assert!(dark > 417 * 417 / 40, "{dark} dark pixels");
}

#[test]
fn d2_words_far_off_the_page_are_not_drawn() {
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    let content = stream("", b"BT /F 12 Tf 0 600000000 Td (ab) Tj ET");
    assert!(draw(&document("100 100", content, font, &[]), 0).unwrap().rgba.iter().all(|part| *part == 255));
}

#[test]
fn d1_no_size_of_a_page_makes_a_large_picture() {
    assert_eq!(size(612.0, 792.0), Some((1583, 2048)));
    assert_eq!(size(14_400.0, 14_400.0), Some((2048, 2048)));
    assert_eq!(size(1.0e9, 1.0), Some((2048, 1)));
    for side in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(size(side, 10.0), None);
        assert_eq!(size(10.0, side), None);
    }
    for (stated, width, height) in [("14400 14400", 2048, 2048), ("99999999 3", 2048, 1), ("0 0", 1448, 2048)] {
        let picture = draw(&scan(stated), 0).unwrap();
        assert_eq!((picture.width, picture.height), (width, height), "{stated}");
    }
}

#[test]
fn d2_what_unfolds_without_end_is_not_begun() {
    let refused = |content: Vec<u8>, more: &[Vec<u8>]| {
        let drawn = draw(&document("100 100", content, "/XObject<</X 5 0 R>>", more), 0);
        assert_eq!(drawn.map(|picture| picture.width), Err(PdfError::TooComplex));
    };
    let zeros = compress_to_vec_zlib(&vec![b' '; 60 << 20], 1);
    let shown = || stream("", b"q 80 0 0 100 0 0 cm /X Do Q");
    // Operations, and packed twice.
    refused(stream("/Filter/FlateDecode", &zeros), &[pixels()]);
    refused(stream("/Filter[/FlateDecode/FlateDecode]", &compress_to_vec_zlib(&zeros, 1)), &[pixels()]);
    // A picture that is large, says so only within, or stands among the operations.
    let image = "/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8";
    refused(shown(), &[stream(&format!("{image}/Width 60000/Height 60000"), b"abc")]);
    let jpeg = [&[0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0][..], &[0; 9]].concat();
    refused(shown(), &[stream(&format!("{image}/Width 9/Height 9/Filter/DCTDecode"), &jpeg)]);
    let packed = compress_to_vec_zlib(&jpeg, 6);
    refused(shown(), &[stream(&format!("{image}/Width 9/Height 9/Filter[/FlateDecode/DCTDecode]"), &packed)]);
    refused(stream("", b"q BI /W 60000 /H 60000 /CS /G /BPC 8 ID abc EI Q"), &[pixels()]);
    // Lines of endless dashes.
    refused(stream("", b"[-2] 8 d 0 0 m 10 0 l S"), &[pixels()]);
    refused(stream("", b"[0.001] 0 d 0 0 m 71922189 9 l S"), &[pixels()]);
    // Forms that draw forms, ten times each.
    let many: Vec<Vec<u8>> = (6..18)
        .map(|next| stream(&format!("/Subtype/Form/Resources<</XObject<</X {next} 0 R>>>>"), &b"/X Do ".repeat(10)))
        .collect();
    refused(stream("", b"/X Do"), &many);
}

#[test]
fn d2_what_draws_itself_ends() {
    let form = stream("/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</X 5 0 R>>>>", b"0 0 9 9 re f /X Do");
    let tile = stream(
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P 5 0 R>>>>",
        b"/Pattern cs /P scn 0 0 9 9 re f",
    );
    let of_form = document("100 100", stream("", b"/X Do"), "/XObject<</X 5 0 R>>", &[form]);
    let of_tile =
        document("100 100", stream("", b"/Pattern cs /P scn 0 0 99 99 re f"), "/Pattern<</P 5 0 R>>", &[tile]);
    for bytes in [of_form, of_tile] {
        let done = std::thread::Builder::new().stack_size(1 << 20).spawn(move || draw(&bytes, 0).is_ok());
        assert!(done.unwrap().join().is_ok());
    }
}

/// A small page of everything: a picture, words, curves, a form, a pattern, a shading, a mask.
fn rich() -> Vec<u8> {
    let content = b"q 30 0 0 30 0 0 cm /X Do Q BT /F 12 Tf 5 70 Td (Hello) Tj [(a) 9 (b)] TJ ET /Y Do \
        1 0 0 RG 3 w [4 2] 1 d 1 J 1 j 10 10 m 20 40 60 40 70 10 c S q 40 40 20 20 re W n /S sh Q \
        /Pattern cs /P scn 60 60 30 30 re f /G gs 0.5 g 5 5 40 40 re f*";
    let resources = "/XObject<</X 5 0 R/Y 6 0 R>>/Pattern<</P 7 0 R>>/Shading<</S 8 0 R>>/ExtGState<</G 9 0 R>>\
        /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>>>";
    let form =
        stream("/Subtype/Form/BBox[0 0 50 50]/Matrix[1 0 0 1 9 9]/Group<</S/Transparency>>", b"0 1 0 rg 0 0 9 9 re f");
    let tile = stream(
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 12/YStep 12/Resources<<>>",
        b"1 0 1 rg 0 0 6 6 re f",
    );
    let shading = b"<</ShadingType 2/ColorSpace/DeviceRGB/Coords[40 40 60 60]/Extend[true true]\
        /Function<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>>>";
    let state = b"<</ca 0.5/BM/Multiply/SMask<</S/Luminosity/G 6 0 R>>>>";
    document("100 100", stream("", content), resources, &[pixels(), form, tile, shading.to_vec(), state.to_vec()])
}

#[test]
fn a_page_of_everything_is_drawn() {
    let picture = draw(&rich(), 0).unwrap();
    let colours: std::collections::BTreeSet<&[u8]> = picture.rgba.chunks(4).collect();
    assert!(colours.len() > 50, "{} colours", colours.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn d2_a_damaged_document_is_drawn_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = rich();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = draw(&bytes, 0);
        bytes.truncate(cut.index(bytes.len()));
        let _ = draw(&bytes, 0);
    }

    #[test]
    fn d2_any_operations_are_drawn_or_refused(content in "((-?[0-9]{1,9}(\\.[0-9]{1,3})? ){1,6}(re|m|l|c|v|y|cm|w|d|i|M|rg|RG|k|g|Tf|Td|Tm|Tz|TL|Ts|sc) ?|\\[[0-9 .-]{0,9}\\] [0-9]{1,4} d |/[FXYPSG] (Do|gs|sh|scn|cs|Tf) |f |S |B\\* |W n |q |Q |BT |ET |\\(ab\\) Tj |h ){0,30}") {
        let form = stream("/Subtype/Form/BBox[0 0 50 50]", b"0 1 0 rg 0 0 9 9 re f");
        let resources = "/XObject<</X 5 0 R/Y 6 0 R>>/Pattern<</P 7 0 R>>\
            /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>";
        let tile = stream(
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 12/YStep 12/Resources<<>>",
            b"1 0 1 rg 0 0 6 6 re f",
        );
        let _ = draw(&document("100 100", stream("", content.as_bytes()), resources, &[pixels(), form, tile]), 0);
    }
}
