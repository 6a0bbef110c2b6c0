use proptest::prelude::*;
use unicode_bidi::{BidiClass, BidiDataSource as _, BidiInfo, HardcodedBidiData, Level};

use super::*;
use crate::pdf;

/// Reads a page of a document that Chromium printed, whose fonts were taken out.
fn printed(bytes: &[u8]) -> String {
    pdf::read(bytes).unwrap().pages[0].text.clone()
}

#[test]
fn hebrew_and_arabic_are_read_as_they_were_written() {
    assert_eq!(
        printed(include_bytes!("../../fixtures/hebrew.pdf")),
        "שלום עולם\n\nהדוח (2026) הוכן על ידי OpenAI Inc. בשנת 1999, עם 3.5% עלייה.\n\nשָׁלוֹם לָכֶם\n"
    );
    assert_eq!(
        printed(include_bytes!("../../fixtures/arabic.pdf")),
        "السلام عليكم (2026)\n\nلا إله إلا الله محمد\n\nالسَّلامُ عَلَيْكُم ١٢٣\n"
    );
}

#[test]
fn columns_tables_and_mixed_lines_are_read_in_order() {
    let expected = "הספרייה העירונית פתוחה בימים א–ה,\n9:00–17:30 (למעט חגים).\n\
                    OpenAI השיקה את GPT-4 בשנת\n2023.\n\n\
                    ראו \"מדריך למשתמש\" [גרסה 2.0]\nבאתר example.com/help.\n\
                    1. ראשון\n2. שני: 50% מהתקציב, $1,200.\n\n\
                    The Hebrew word שלום עולם means hello world (see page 5).\n\
                    هذا نص عربي مع English words و 25% أو ١٢٫٥٪ (مثال).\n\
                    שם כתובת מלאה 123\nדנה לוי רחוב הרצל 5 456\n\
                    טקסט מודגש ונטוי וגם קישור (1) סוף!\n";
    assert_eq!(printed(include_bytes!("../../fixtures/columns.pdf")), expected);
}

#[test]
fn a_column_of_chinese_is_a_line() {
    assert_eq!(
        printed(include_bytes!("../../fixtures/vertical.pdf")),
        "春眠不觉晓，处处闻啼鸟。夜来风\n雨声，花落知多少。\n\n第二段、有标点。\n"
    );
    let down = |chars: &str, aside: f64| {
        let places = chars.chars().enumerate().map(|(at, c)| {
            let x = if is_stop(&c.to_string()) { aside } else { 0.0 };
            (c, x, -10.0 * at as f64)
        });
        text(places, false)
    };
    assert_eq!(down("天，地。人", 6.0), "天，地。人\n", "stops stand in the corner of their place");
    let rows = [('一', 0.0, 0.0), ('二', 0.0, -12.0), ('三', 10.0, -12.0), ('四', 20.0, -12.0)];
    assert_eq!(text(rows.into_iter(), false), "一\n二三四\n", "a short line above a longer one is no column");
}

/// Reads characters at their places, ten wide and high.
fn text(chars: impl Iterator<Item = (char, f64, f64)>, is_mirrored: bool) -> String {
    let mut lines = Lines::default();
    let turn = if is_mirrored { -1.0 } else { 1.0 };
    for (c, x, y) in chars {
        let glyph = Placed {
            at: (x * turn, y),
            advance: (if is_mark(c) { 0.0 } else { 10.0 * turn }, 0.0),
            along: (turn, 0.0),
            size: 10.0,
            is_mirrored,
            is_given: false,
        };
        lines.push(glyph, c.encode_utf8(&mut [0; 4]));
    }
    lines.finish()
}

fn is_mark(c: char) -> bool {
    HardcodedBidiData.bidi_class(c) == BidiClass::NSM
}

#[test]
fn what_is_drawn_in_the_order_of_reading_stays_so() {
    let line = "שלום (2) עולם.";
    let falling = line.chars().enumerate().map(|(at, c)| (c, -10.0 * at as f64, 0.0));
    assert_eq!(text(falling, false), format!("{line}\n"));
    let growing = line.chars().enumerate().map(|(at, c)| (c, 10.0 * at as f64, 0.0));
    assert_eq!(text(growing, true), format!("{line}\n"), "as the invisible text over a scanned page");
}

#[test]
fn words_that_are_drawn_one_by_one_from_the_right_are_one_line() {
    let words = [("םולש", 100.0), ("םלוע", 50.0), ("123", 15.0)];
    let chars =
        words.iter().flat_map(|(word, x)| word.chars().enumerate().map(move |(at, c)| (c, x + 10.0 * at as f64, 0.0)));
    assert_eq!(text(chars, false), "שלום עולם 123\n");
}

/// Returns the characters of a line from left to right, as the bidirectional algorithm orders them, with those that
/// look like them in place of mirrored ones.
fn seen(line: &str) -> Vec<char> {
    let info = BidiInfo::new(line, Some(Level::rtl()));
    let (levels, runs) = info.visual_runs(&info.paragraphs[0], 0..line.len());
    let mut seen = Vec::new();
    for run in runs {
        let is_rightward = levels[run.start].is_rtl();
        let chars = line[run].chars();
        let mirror =
            |c: char| "()[]".chars().zip(")(][".chars()).find(|(one, _)| *one == c).map_or(c, |(_, other)| other);
        if is_rightward {
            seen.extend(chars.rev().map(mirror));
        } else {
            seen.extend(chars);
        }
    }
    seen
}

fn word_to_right() -> impl Strategy<Value = String> {
    "([א-ת]\u{5b8}?){1,5}|[ء-غف-ي]{1,5}"
}

fn any_line() -> impl Strategy<Value = String> {
    let leftward = "[a-zA-Z]{2,6}( [a-z]{1,5})?( [1-9][0-9]?)?|[0-9]{1,4}|[0-9],[0-9]{3}|[0-9]{1,2}[.:][0-9]{2}";
    let part = (word_to_right(), leftward, word_to_right(), 0..6_u8).prop_map(|(first, left, last, form)| match form {
        0 => format!("{first} ({left}) {last}"),
        1 => format!("{first} [{last}] {first}"),
        2 => format!("{first}, {left} {last}"),
        3 => format!("{first} {left}, {last}"),
        _ => format!("{first} {left} {last}"),
    });
    (prop::collection::vec(part, 1..5), "[.!?]?").prop_map(|(parts, end)| format!("{}{end}", parts.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_line_that_is_drawn_as_it_looks_is_read_as_it_was(line in any_line()) {
        // The page is one of right to left; a line alone may be mostly of other words.
        let page = "אבגדהוזחטיאבגדהוזחטיאבגדהוזחטיאבגדהוזחטיאבגדהוזחטיאבגדהוזחטיאבגדהוזחטי";
        let mut glyphs = Vec::new();
        for (y, line) in [(0.0, page), (-15.0, line.as_str())] {
            let mut x = 0.0;
            for c in seen(line) {
                glyphs.push((c, x, y));
                x += if is_mark(c) { 0.0 } else { 10.0 };
            }
        }
        prop_assert_eq!(text(glyphs.into_iter(), false), format!("{page}\n{line}\n"));
    }

    #[test]
    fn f1_any_glyphs_make_lines(glyphs in prop::collection::vec((any::<char>(), -50.0..50.0, -20.0..20.0), 0..40), mirrored in any::<bool>()) {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let all = glyphs.iter().filter(|(c, ..)| c.is_alphanumeric()).count();
        prop_assert!(letters(&text(glyphs.into_iter(), mirrored)) <= all);
    }
}
