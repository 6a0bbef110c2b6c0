use miniz_oxide::deflate::compress_to_vec_zlib;
use proptest::prelude::*;

use super::*;
use crate::pdf_writer::{self, file, stream};

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/// Writes a document of one page with this content; `resources` may name the objects from number 5 on.
fn document(content: Vec<u8>, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    pdf_writer::document("600 800", content, resources, more)
}

fn shown(content: &str) -> Result<String, PdfError> {
    let bytes = document(stream("", content.as_bytes()), &format!("/Font<</F {HELVETICA}>>"), &[]);
    read(&bytes).map(|document| document.pages.into_iter().map(|page| page.text).collect())
}

fn composite(encoding: &str, more: &str) -> String {
    format!(
        "<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/{encoding}{more}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Song/DW 1000>>]>>"
    )
}

#[test]
fn words_lines_and_paragraphs() {
    let text = "BT /F 12 Tf 50 700 Td (Hello) Tj ( wor) Tj (ld) Tj 0 -14 Td [(Ker) 30 (ned) -300 (words)] TJ \
                14 TL T* (next) Tj 0 -40 Td (Paragraph) Tj ET";
    assert_eq!(shown(text).as_deref(), Ok("Hello world\nKerned words\nnext\n\nParagraph\n"));
    let placed = "BT /F 10 Tf 1 0 0 1 50 700 Tm (Far) Tj 1 0 0 1 80 700 Tm (apart) Tj 1 0 0 1 103 703 Tm (2) Tj ET";
    assert_eq!(shown(placed).as_deref(), Ok("Far apart2\n"), "an index stays in its line");
    let quotes = "BT /F 10 Tf 50 700 Td 12 TL (a) ' 0 0 (b) \" ET";
    assert_eq!(shown(quotes).as_deref(), Ok("a\nb\n"));
    let bold = "BT /F 10 Tf 50 700 Td (x) Tj ET BT /F 10 Tf 50.3 700 Td (x) Tj ET";
    assert_eq!(shown(bold).as_deref(), Ok("x\n"), "drawn twice to look bold");
    assert_eq!(shown("BT /F 10 Tf 50 700 Td (caf\\351 \\223q\\224 \\226) Tj ET").as_deref(), Ok("café “q” –\n"));
}

#[test]
fn chinese_by_a_map_and_by_its_encoding() {
    let map = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange \
               2 beginbfchar <0001> <4E2D> <0002> <6587> endbfchar 1 beginbfrange <0010> <0012> <4E00> endbfrange endcmap";
    let fonts = [composite("Identity-H", "/ToUnicode 6 0 R").into_bytes(), stream("", map.as_bytes())];
    let content = stream("", b"BT /F 12 Tf 50 700 Td <00010002> Tj 24 0 Td <00100011> Tj ET");
    let read_text = |bytes: &[u8]| read(bytes).map(|document| document.pages[0].text.clone());
    assert_eq!(read_text(&document(content, "/Font<</F 5 0 R>>", &fonts)).as_deref(), Ok("中文一丁\n"));
    let named = [composite("UniGB-UCS2-H", "").into_bytes()];
    let content = stream("", b"BT /F 12 Tf 50 700 Td <4E2D6587> Tj ET");
    assert_eq!(read_text(&document(content, "/Font<</F 5 0 R>>", &named)).as_deref(), Ok("中文\n"));
    let vertical = [composite("UniGB-UTF16-V", "").into_bytes()];
    let content = stream("", b"BT /F 12 Tf 50 700 Td <4E2D6587> Tj <D83DDE00> Tj ET");
    assert_eq!(read_text(&document(content, "/Font<</F 5 0 R>>", &vertical)).as_deref(), Ok("中文😀\n"));
}

#[test]
fn names_of_glyphs_and_text_that_stands_for_others() {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/X/FirstChar 1/Widths[500 500]/Encoding<</Differences[1/ffi/eacute/g77]>>>>";
    let content = stream("", b"BT /F 12 Tf 50 700 Td <0102> Tj /Span<</ActualText(seen)>>BDC ( xy) Tj EMC ET");
    let read = read(&document(content, "/Font<</F 5 0 R>>", &[font.into()])).unwrap();
    assert_eq!(read.pages[0].text, "ffiéseen\n");
    let content = stream("", b"BT /F 12 Tf 50 700 Td <0103> Tj ET");
    let read = super::read(&document(content, "/Font<</F 5 0 R>>", &[font.into()])).unwrap();
    assert_eq!((read.pages[0].text.as_str(), read.pages[0].unreadable), ("ffi\n", 1));
}

#[test]
fn forms_are_part_of_their_page() {
    let form = stream(
        &format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F {HELVETICA}>>>>"),
        b"BT /F 12 Tf 50 700 Td (inside) Tj ET",
    );
    let content = stream("", b"/X Do");
    assert_eq!(read(&document(content, "/XObject<</X 5 0 R>>", &[form])).unwrap().pages[0].text, "inside\n");
}

#[test]
fn p2_a_document_without_text_says_why() {
    assert_eq!(read(b""), Err(PdfError::Damaged));
    assert_eq!(read(b"%PDF-1.7\nnothing else"), Err(PdfError::Damaged));
    assert_eq!(shown("0 0 9 9 re f"), Err(PdfError::NoText { pages: 1 }));
    let content = stream("", b"BT /F 12 Tf 50 700 Td <00010002> Tj ET");
    let font = composite("Identity-H", "").into_bytes();
    assert_eq!(read(&document(content, "/Font<</F 5 0 R>>", &[font])), Err(PdfError::Unreadable { pages: 1 }));
    let key = "00".repeat(32);
    let trailer = format!("/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<{key}>/U<{key}>>>/ID[<00><00>]");
    let objects = [b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), b"<</Type/Pages/Kids[]/Count 0>>".to_vec()];
    assert_eq!(read(&file(&objects, &trailer)), Err(PdfError::Encrypted));
}

#[test]
fn p1_more_pages_than_are_read_are_counted() {
    let pages: Vec<Vec<u8>> = (0..MAX_PAGES + 5)
        .map(|_| {
            format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R/Resources<</Font<</F {HELVETICA}>>>>>>")
                .into_bytes()
        })
        .collect();
    let list = (0..pages.len()).map(|index| format!("{} 0 R", index + 4)).collect::<Vec<_>>().join(" ");
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{list}]/Count {}>>", pages.len()).into_bytes(),
        stream("", b"BT /F 12 Tf (page) Tj ET"),
    ];
    objects.extend(pages);
    let read = read(&file(&objects, "")).unwrap();
    assert_eq!((read.pages.len(), read.total), (MAX_PAGES, MAX_PAGES + 5));
    let text = read.text();
    assert!(text.starts_with("[Page 1]\npage\n\n[Page 2]\npage\n"), "{}", &text[..60]);
    assert!(text.ends_with("[The document has more pages: 505 in all.]\n"));
}

#[test]
fn p1_forms_within_forms_end() {
    let font = format!("/Font<</F {HELVETICA}>>");
    let own = stream(&format!("/Subtype/Form/Resources<</XObject<</X 5 0 R>>{font}>>"), b"BT /F 9 Tf (a) Tj ET /X Do");
    let read_one = read(&document(stream("", b"/X Do"), "/XObject<</X 5 0 R>>", &[own])).unwrap();
    assert!(read_one.pages[0].text.len() < 40, "a form within itself is followed some times only");
    // Ten times ten times ten …
    let many: Vec<Vec<u8>> = (6..18)
        .map(|next| stream(&format!("/Subtype/Form/Resources<</XObject<</X {next} 0 R>>>>"), &b"/X Do ".repeat(10)))
        .collect();
    let bomb = document(stream("", b"/X Do"), "/XObject<</X 5 0 R>>", &many);
    assert_eq!(read(&bomb), Err(PdfError::TooComplex));
}

#[test]
fn p1_data_that_unfolds_without_end_is_not_unfolded() {
    let zeros = compress_to_vec_zlib(&vec![b' '; 60 << 20], 1);
    let content = stream("/Filter/FlateDecode", &zeros);
    assert_eq!(read(&document(content, "", &[])), Err(PdfError::NoText { pages: 1 }));
    let twice = stream("/Filter[/FlateDecode/FlateDecode]", &compress_to_vec_zlib(&zeros, 1));
    assert_eq!(read(&document(twice, "", &[])), Err(PdfError::NoText { pages: 1 }));
    let objects = stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", &zeros);
    assert_eq!(read(&document(stream("", b""), "", &[objects])), Err(PdfError::TooComplex));
}

#[test]
fn p1_widths_and_streams_given_again_and_again_are_paid_for() {
    let widths = "0 65535 500 ".repeat(20_000);
    let font = format!("<</Type/Font/Subtype/Type0/Encoding/UniGB-UCS2-H/DescendantFonts[<</W[{widths}]>>]>>");
    let content = stream("", b"BT /F 12 Tf 50 700 Td <4E2D> Tj ET");
    let read_one = read(&document(content, "/Font<</F 5 0 R>>", &[font.into_bytes()])).unwrap();
    assert_eq!(read_one.pages[0].text, "中\n");
    let large = stream("/Subtype/Form/Filter/FlateDecode", &compress_to_vec_zlib(&vec![b' '; 50 << 20], 1));
    let calls = stream("", &b"/X Do ".repeat(5_000));
    assert_eq!(read(&document(calls, "/XObject<</X 5 0 R>>", &[large])), Err(PdfError::TooComplex));
}

#[test]
fn p1_nesting_does_not_overflow_a_small_stack() {
    let deep = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth), b" TJ BT /F 9 Tf (a) Tj ET".to_vec()].concat();
    let packed = compress_to_vec_zlib(&[b"9 0 ".to_vec(), deep(4_000)].concat(), 6);
    let objects = stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", &packed);
    let in_content = document(stream("/Filter/FlateDecode", &compress_to_vec_zlib(&deep(4_000), 6)), "", &[objects]);
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let done = thread.spawn(move || read(&in_content).is_ok()).unwrap().join();
    assert!(done.is_ok());
}

#[test]
fn a_title_is_read() {
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F {HELVETICA}>>>>>>").into_bytes(),
        stream("", b"BT /F 9 Tf (a) Tj ET"),
    ];
    objects.push(b"<</Title<FEFF4E2D6587>>>".to_vec());
    assert_eq!(read(&file(&objects, "/Info 5 0 R")).unwrap().title.as_deref(), Some("中文"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn f1_a_damaged_document_is_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let content = b"BT /F 12 Tf 50 700 Td (Hello) Tj [(a) 9 (b)] TJ ET /X Do q 1 0 0 1 0 0 cm Q";
        let form = stream("/Subtype/Form", b"BT /F 9 Tf (x) Tj ET");
        let resources = format!("/Font<</F {HELVETICA}/G {}>>/XObject<</X 5 0 R>>", composite("Identity-H", ""));
        let mut bytes = document(stream("/Filter/FlateDecode", &compress_to_vec_zlib(content, 6)), &resources, &[form]);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = read(&bytes);
        bytes.truncate(cut.index(bytes.len()));
        let _ = read(&bytes);
    }

    #[test]
    fn f1_any_operations_are_followed(content in "([()<>\\[\\]/ a-zA-Z0-9.'\"*-]{0,60}| BT | ET | /F 9 Tf | \\(a\\) Tj | <0000> Tj | /X Do | BI | ID | EI | q | Q | Tm | BDC | EMC ){0,12}") {
        let _ = shown(&content);
    }
}
