//! Every format: what comes back, what other programs' files become, and what hostile files get.

mod foreign;
mod hostile;
mod own;

use proptest::prelude::*;

use super::*;
use crate::target::{FARTHEST, SIZES};
use espalier_base::language::Language;
use espalier_model::scene::ShapeType;

/// A shape that can be stored.
fn shape() -> impl Strategy<Value = FileShape> {
    let geometry = prop_oneof![
        (SIZES.0..=SIZES.1).prop_map(|side| Geometry::Square { side }),
        (SIZES.0..=SIZES.1).prop_map(|radius| Geometry::Circle { radius }),
        (0.01..100.0_f64).prop_map(|side| Geometry::new(ShapeType::Triangle, side)),
        prop::array::uniform3(prop::array::uniform3(-1e4..1e4_f64))
            .prop_map(|vertices| Geometry::Triangle { vertices }),
    ];
    let position = prop_oneof![Just([0.0; 3]), prop::array::uniform3(-FARTHEST..=FARTHEST)];
    let angle = prop_oneof![Just(0.0), -180.0..=180.0_f64, -1e9..1e9_f64];
    let rotation = prop::array::uniform3(angle);
    let color = prop::array::uniform3(any::<u8>()).prop_map(|rgb| Color { rgb });
    let shape =
        (".{0,6}", geometry, position, rotation, color).prop_map(|(name, geometry, position, rotation, color)| {
            FileShape { name, geometry, position, rotation, color }
        });
    shape.prop_filter("a shape that can be stored", |shape| limits::check(shape).is_ok())
}

/// A scene that can be stored.
fn scene() -> impl Strategy<Value = SceneFile> {
    (".{0,6}", prop::collection::vec(shape(), 0..8)).prop_map(|(name, shapes)| SceneFile { name, shapes })
}

/// Makes one shape of each type, turned and moved.
fn sample() -> SceneFile {
    let shapes = ShapeType::ALL.into_iter().enumerate().map(|(place, kind)| FileShape {
        name: format!("图形 {place}"),
        geometry: Geometry::new(kind, 2.5),
        position: [place as f64, 0.1, -7.0],
        rotation: [30.0, 45.0 * place as f64, -10.0],
        color: Color { rgb: [200, 100, place as u8] },
    });
    SceneFile { name: "场景".to_owned(), shapes: shapes.collect() }
}

fn read_str(text: &str) -> Result<SceneFile, FormatError> {
    read(text.as_bytes(), "folder/file.name.txt")
}

#[test]
fn f4_the_content_says_what_a_file_is() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
        let file = read(&write(&sample(), format), "somewhere/else.txt").unwrap();
        assert_eq!(file.name, if format == Format::Stl { "else" } else { "场景" });
        assert_eq!(file.shapes.len(), if format == Format::Stl { 67 } else { 3 });
    }
    let marked = [b"\xef\xbb\xbf \n".to_vec(), write(&sample(), Format::Json)].concat();
    assert_eq!(read(&marked, ""), Ok(sample()));
    for (content, name, error) in [
        (&b" \n"[..], "a.json", FormatError::Empty),
        (b"", "a.stl", FormatError::Empty),
        (b"{}", "a.json", FormatError::Unknown),
        (b"[1]", "a.json", FormatError::Unknown),
        (b"{\"format\":\"espalier-map\",\"v\":1}", "a.json", FormatError::Unknown),
        (b"\x89PNG", "a.gltf", FormatError::Unknown),
        (b"{\"a\":\xff}", "a.json", FormatError::Unknown),
        (b"{\n\"a\":", "a.json", FormatError::Json { line: 2, column: 4 }),
        (b"\x01\x02", "a.STL", FormatError::wrong("STL", Problem::Unfinished)),
        (b"glTF\x02\0\0\0", "a.glb", FormatError::wrong("GLB", Problem::Unfinished)),
        (b"glTF\x01\0\0\0\x0c\0\0\0", "a.glb", FormatError::Unsupported("GLB 1".to_owned())),
        (b"glTF\x03\0\0\0\x0c\0\0\0", "a.glb", FormatError::Newer { found: 3, known: 2 }),
    ] {
        assert_eq!(read(content, name), Err(error), "{name}");
    }
}

#[test]
fn every_reason_has_words_in_both_languages() {
    let problems = [
        Problem::Missing,
        Problem::Invalid,
        Problem::Dangling,
        Problem::Unfinished,
        Problem::NotANumber,
        Problem::TooFar,
        Problem::Size,
        Problem::NoArea,
    ];
    let errors = [
        FormatError::Empty,
        FormatError::TooLarge,
        FormatError::TooMany,
        FormatError::Unknown,
        FormatError::Newer { found: 3, known: 1 },
        FormatError::Json { line: 1, column: 2 },
        FormatError::External("a.bin".to_owned()),
        FormatError::Unsupported("KHR_draco_mesh_compression".to_owned()),
        FormatError::Nothing,
    ];
    let wrong = problems.map(|problem| FormatError::wrong("shapes[3].position", problem));
    for error in errors.iter().chain(&wrong) {
        let (english, chinese) = (error.text(Language::En), error.text(Language::Zh));
        assert!(english.ends_with('.') && english.is_ascii() != english.contains(['’', '“']), "{english}");
        assert!(chinese.ends_with('。') && !chinese.contains("， "), "{chinese}");
    }
    assert_eq!(
        FormatError::wrong("shapes[3].position", Problem::TooFar).text(Language::En),
        "The file can’t be read: shapes[3].position is too far out (coordinates go up to 1,000,000)."
    );
    assert_eq!(FormatError::TooMany.text(Language::Zh), "文件中的图形太多，一个场景最多1,000,000个。");
}
