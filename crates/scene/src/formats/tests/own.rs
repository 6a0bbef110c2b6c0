//! Files of the app itself.

use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};

use super::*;

proptest! {
    #[test]
    fn f1_what_was_written_is_read_to_the_last_digit(file in scene()) {
        for format in [Format::Json, Format::Gltf, Format::Glb] {
            prop_assert_eq!(&read(&write(&file, format), "name").unwrap(), &file, "{:?}", format);
        }
    }

    #[test]
    fn f5_a_viewer_shows_the_same_in_every_format(file in scene()) {
        prop_assume!(!file.shapes.is_empty());
        let mut document: Value = serde_json::from_slice(&write(&file, Format::Gltf)).unwrap();
        for node in document["nodes"].as_array_mut().unwrap() {
            node.as_object_mut().unwrap().remove("extras");
        }
        let corners = |file: &SceneFile| -> Vec<DVec3> { file.shapes.iter().flat_map(world_corners).collect() };
        let shown = read_str(&document.to_string());
        let written = read(&write(&file, Format::Stl), "");
        // Very small triangles far out disappear in the single precision of STL.
        prop_assume!(shown.is_ok() && written.is_ok());
        let (shown, written) = (shown.unwrap(), written.unwrap());
        prop_assume!(shown.shapes.len() == written.shapes.len());
        for (one, other) in corners(&shown).into_iter().zip(corners(&written)) {
            prop_assert!(one.distance(other) <= 1e-6 * (one.length() + 1e5), "{one} {other}");
        }
    }
}

fn world_corners(shape: &FileShape) -> [DVec3; 3] {
    let Geometry::Triangle { vertices } = shape.geometry else { panic!("not a triangle: {shape:?}") };
    vertices.map(|vertex| DVec3::from_array(vertex) + DVec3::from_array(shape.position))
}

#[test]
fn f1_the_extremes_and_scenes_without_anything_come_back() {
    let mut shapes = sample().shapes;
    shapes[0].geometry = Geometry::Square { side: SIZES.0 };
    shapes[0].position = [FARTHEST, -FARTHEST, f64::MIN_POSITIVE];
    shapes[1].geometry = Geometry::Circle { radius: SIZES.1 };
    shapes[1].rotation = [90.0, f64::MAX, -1e300];
    for shapes in [Vec::new(), shapes] {
        let file = SceneFile { name: String::new(), shapes };
        for format in [Format::Json, Format::Gltf, Format::Glb] {
            assert_eq!(read(&write(&file, format), "name"), Ok(file.clone()), "{format:?}");
        }
    }
    assert_eq!(read(&write(&SceneFile::default(), Format::Stl), ""), Err(FormatError::Nothing));
}

#[test]
fn a_scene_is_written_like_this() {
    let shapes = vec![FileShape {
        name: "门".to_owned(),
        geometry: Geometry::Square { side: 5.0 },
        position: [10.0, 0.0, 0.1],
        rotation: [0.0; 3],
        color: Color { rgb: [255, 0, 0] },
    }];
    let file = SceneFile { name: "房间".to_owned(), shapes };
    let text = String::from_utf8(write(&file, Format::Json)).unwrap();
    assert_eq!(
        text,
        concat!(
            r#"{"format":"espalier-scene","version":1,"name":"房间","shapes":[{"name":"门","#,
            r##""geometry":{"type":"square","side":5.0},"position":[10.0,0.0,0.1],"color":"#ff0000"}]}"##,
            "\n"
        )
    );
}

#[test]
fn errors_in_json_say_where() {
    let scene = |shape: &str| {
        let good = r##"{"geometry":{"type":"circle","radius":1},"position":[0,0,0],"color":"#fff","unknown":[{}]}"##;
        read_str(&format!(r#"{{"format":"espalier-scene","version":1,"later":{{}},"shapes":[{good},{shape}]}}"#))
    };
    let square = |side: &str, position: &str, more: &str| {
        scene(&format!(
            r##"{{"geometry":{{"type":"square","side":{side}}},"position":{position},"color":"#123456"{more}}}"##
        ))
    };
    assert_eq!(square("2", "[1,2,3]", "").unwrap().shapes[1].color, Color { rgb: [0x12, 0x34, 0x56] });
    let triangle = |vertices: &str| {
        scene(&format!(
            r##"{{"geometry":{{"type":"triangle","vertices":{vertices}}},"position":[0,0,0],"color":"#fff"}}"##
        ))
    };
    for (result, place, problem) in [
        (square("2", "[1,2]", ""), ".position", Problem::NotANumber),
        (square("2", "[1,2,null]", ""), ".position", Problem::NotANumber),
        (square("2", "[1,2,1e999]", ""), ".position", Problem::NotANumber),
        (square("2", "[1,2,1000000.1]", ""), ".position", Problem::TooFar),
        (square("2", "null", ""), ".position", Problem::Missing),
        (square("2", "[1,2,3]", r#","rotation":["1",2,3]"#), ".rotation", Problem::NotANumber),
        (square("2", "[1,2,3]", r#","name":4"#), ".name", Problem::Invalid),
        (square("0", "[1,2,3]", ""), ".geometry", Problem::Size),
        (square("0.0009", "[1,2,3]", ""), ".geometry", Problem::Size),
        (square("-2", "[1,2,3]", ""), ".geometry", Problem::Size),
        (square("100001", "[1,2,3]", ""), ".geometry", Problem::Size),
        (square("\"2\"", "[1,2,3]", ""), ".geometry", Problem::Invalid),
        (triangle("[[0,0,0],[1,1,1],[2,2,2]]"), ".geometry", Problem::NoArea),
        (triangle("[[0,0,0],[1,1,1]]"), ".geometry", Problem::Invalid),
        (scene(r##"{"position":[0,0,0],"color":"#fff"}"##), ".geometry", Problem::Missing),
        (
            scene(r#"{"geometry":{"type":"circle","radius":1},"position":[0,0,0],"color":"red"}"#),
            ".color",
            Problem::Invalid,
        ),
        (scene("7"), "", Problem::Invalid),
    ] {
        assert_eq!(result, Err(FormatError::wrong(format!("shapes[1]{place}"), problem)));
    }
    let head = |rest: &str| read_str(&format!(r#"{{"format":"espalier-scene"{rest}}}"#));
    assert_eq!(head(r#","version":2,"shapes":7"#), Err(FormatError::Newer { found: 2, known: 1 }));
    assert_eq!(head(r#","version":0,"shapes":[]"#), Err(FormatError::wrong("version", Problem::Invalid)));
    assert_eq!(head(r#","shapes":[]"#), Err(FormatError::wrong("version", Problem::Missing)));
    assert_eq!(head(r#","version":1"#), Err(FormatError::wrong("shapes", Problem::Missing)));
    assert_eq!(head(r#","version":1,"shapes":{}"#), Err(FormatError::wrong("shapes", Problem::Invalid)));
}

/// The sample as another program saved it after a change to its second node, the circle.
fn changed(change: impl FnOnce(&mut Value)) -> Result<SceneFile, FormatError> {
    let mut document: Value = serde_json::from_slice(&write(&sample(), Format::Gltf)).unwrap();
    change(&mut document);
    read_str(&document.to_string())
}

#[test]
fn f6_what_another_program_changed_stays_changed() {
    let moved = changed(|document| document["nodes"][1]["translation"] = json!([4, 5, 6])).unwrap();
    assert_eq!(format!("{:?}", moved.shapes[1].position), "[4.0, 5.0, 6.0]");
    assert_eq!((moved.shapes[1].geometry.kind(), moved.shapes.len()), (ShapeType::Circle, 3));
    assert_eq!(moved.shapes[0], sample().shapes[0]);

    let grown = changed(|document| document["nodes"][1]["scale"] = json!([5, 5, 5])).unwrap();
    assert_eq!(grown.shapes[1].geometry, Geometry::Circle { radius: 5.0 });

    let turned = changed(|document| document["nodes"][1]["rotation"] = json!([0.0, 1.0, 0.0, 0.0])).unwrap();
    assert_eq!(format!("{:?}", turned.shapes[1].rotation.map(f64::abs)), "[0.0, 180.0, 0.0]");

    let painted =
        changed(|document| document["materials"][1]["pbrMetallicRoughness"]["baseColorFactor"] = json!([1, 0, 0, 1]));
    assert_eq!(painted.unwrap().shapes[1].color, Color { rgb: [255, 0, 0] });

    // No circle any more.
    let stretched = changed(|document| document["nodes"][1]["scale"] = json!([5, 5, 2])).unwrap();
    assert_eq!(stretched.shapes.len(), 66);
    let broken = changed(|document| document["nodes"][1]["extras"]["espalier"]["radius"] = json!(-1)).unwrap();
    assert_eq!((broken.shapes.len(), broken.shapes[1].name.as_str()), (66, "图形 1"));
}

#[test]
fn f6_the_rounding_of_other_programs_changes_nothing() {
    let rounded = changed(|document| {
        for node in document["nodes"].as_array_mut().unwrap() {
            let single = |value: &Value| -> Vec<f64> {
                value.as_array().unwrap().iter().map(|value| f64::from(value.as_f64().unwrap() as f32)).collect()
            };
            let (translation, rotation, scale) =
                (single(&node["translation"]), single(&node["rotation"]), single(&node["scale"]));
            let matrix = DMat4::from_scale_rotation_translation(
                DVec3::from_slice(&scale),
                DQuat::from_slice(&rotation),
                DVec3::from_slice(&translation),
            );
            let node = node.as_object_mut().unwrap();
            node.retain(|key, _| !["translation", "rotation", "scale"].contains(&key.as_str()));
            node.insert("matrix".to_owned(), json!(matrix.to_cols_array()));
        }
    });
    assert_eq!(rounded, Ok(sample()));
    let newer = changed(|document| document["scenes"][0]["extras"]["espalier"]["version"] = json!(2));
    assert_eq!(newer, Err(FormatError::Newer { found: 2, known: 1 }));
}

#[test]
fn meshes_and_materials_are_there_once_for_all_that_share_them() {
    let mut file = sample();
    file.shapes.extend(sample().shapes);
    file.shapes[5].geometry = Geometry::new(ShapeType::Triangle, 7.0);
    let document: Value = serde_json::from_slice(&write(&file, Format::Gltf)).unwrap();
    let count = |key: &str| document[key].as_array().unwrap().len();
    assert_eq!(["nodes", "meshes", "materials", "bufferViews", "buffers"].map(count), [6, 3, 3, 2, 1]);
    for view in document["bufferViews"].as_array().unwrap() {
        assert!(view["byteLength"].as_u64().unwrap().is_multiple_of(4));
    }
    let binary = write(&file, Format::Glb);
    assert!(binary.len().is_multiple_of(4));
    assert_eq!(binary[8..12], (binary.len() as u32).to_le_bytes());
}

#[test]
fn an_stl_has_a_header_a_count_and_records() {
    let bytes = write(&sample(), Format::Stl);
    assert!(!bytes.to_ascii_lowercase().starts_with(b"solid"));
    assert_eq!((&bytes[80..84], bytes.len()), (&67_u32.to_le_bytes()[..], 84 + 67 * 50));
    for record in bytes[84..].as_chunks::<50>().0 {
        let number = |at: usize| f64::from(f32::from_le_bytes(*record[at * 4..].first_chunk().unwrap()));
        let [normal, a, b, c] = [0, 3, 6, 9].map(|at| DVec3::new(number(at), number(at + 1), number(at + 2)));
        assert!((b - a).cross(c - a).normalize().distance(normal) < 1e-4);
    }
}
