//! Files of other programs.

use serde_json::{Value, json};

use super::*;
use espalier_base::base64;

/// The numbers of a triangle and a fourth point, and indices of three widths.
fn buffer() -> Vec<u8> {
    let points: [f32; 12] = [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 0.0, 0.0, 2.0, 0.0, 2.0];
    let mut bytes: Vec<u8> = points.into_iter().flat_map(f32::to_le_bytes).collect();
    bytes.extend([0, 1, 2, 0]);
    bytes.extend([0_u16, 1, 2, 2, 1, 3].into_iter().flat_map(u16::to_le_bytes));
    bytes.extend([0_u32, 1, 99].into_iter().flat_map(u32::to_le_bytes));
    bytes
}

fn document() -> Value {
    let bytes = buffer();
    let uri = format!("data:application/gltf-buffer;base64,{}==", base64::encode(&bytes));
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "椅子", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0.214_041_14, 0.5]}}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [2, 0, 2]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
            {"bufferView": 3, "componentType": 5125, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 3},
            {"buffer": 0, "byteOffset": 52, "byteLength": 12}, {"buffer": 0, "byteOffset": 64, "byteLength": 12},
        ],
        "buffers": [{"byteLength": 76, "uri": uri}],
    })
}

fn with(change: impl FnOnce(&mut Value)) -> Result<SceneFile, FormatError> {
    let mut document = document();
    change(&mut document);
    read_str(&document.to_string())
}

/// The corners of all triangles, rounded.
fn corners(result: Result<SceneFile, FormatError>) -> Vec<[[i64; 3]; 3]> {
    let corner = |shape: &FileShape| {
        let Geometry::Triangle { vertices } = shape.geometry else { panic!("{shape:?}") };
        vertices.map(|vertex| [0, 1, 2].map(|axis| (vertex[axis] + shape.position[axis]).round() as i64))
    };
    result.unwrap().shapes.iter().map(corner).collect()
}

const FIRST: [[i64; 3]; 3] = [[0, 0, 0], [0, 0, 2], [2, 0, 0]];
const SECOND: [[i64; 3]; 3] = [[2, 0, 0], [0, 0, 2], [2, 0, 2]];

#[test]
fn f7_each_triangle_becomes_a_shape() {
    let file = with(|_| ()).unwrap();
    assert_eq!((file.name.as_str(), file.shapes.len()), ("file.name", 1));
    let shape = &file.shapes[0];
    assert_eq!((shape.name.as_str(), shape.color, shape.rotation), ("椅子", Color { rgb: [255, 0, 127] }, [0.0; 3]));
    assert!(shape.position.iter().zip([2.0 / 3.0, 0.0, 2.0 / 3.0]).all(|(one, other)| (one - other).abs() < 1e-12));
    assert_eq!(corners(Ok(file)), [FIRST]);
    for (indices, expected) in [(1, vec![FIRST]), (2, vec![FIRST, SECOND])] {
        assert_eq!(corners(with(|it| it["meshes"][0]["primitives"][0]["indices"] = json!(indices))), expected);
    }
    let mode = |mode: u32| with(move |it| it["meshes"][0]["primitives"][0]["mode"] = json!(mode));
    assert_eq!(corners(mode(5)), [FIRST, [SECOND[1], SECOND[2], SECOND[0]]]);
    assert_eq!(corners(mode(6)), [[[0, 0, 2], [2, 0, 0], [0, 0, 0]], [[2, 0, 0], [2, 0, 2], [0, 0, 0]]]);
    for lines in 0..4 {
        assert_eq!(mode(lines), Err(FormatError::Nothing));
    }
    let plain = with(|it| it["meshes"][0]["primitives"][0]["material"] = Value::Null).unwrap();
    assert_eq!(plain.shapes[0].color, DEFAULT_COLOR);
    // Every second point, from the first on.
    let spread = with(|it| {
        it["bufferViews"][0]["byteStride"] = json!(24);
        it["accessors"][0]["count"] = json!(2);
        it["meshes"][0]["primitives"][0]["mode"] = json!(5);
    });
    assert_eq!(spread, Err(FormatError::Nothing));
}

#[test]
fn f7_nodes_are_placed_by_all_above_them() {
    let tree = |nodes: Value| with(move |it| it["nodes"] = nodes);
    let child = json!({"mesh": 0, "translation": [1, 0, 0], "scale": [2, 2, 2]});
    let root = json!({"children": [1], "matrix": [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 5, 0, 1]});
    assert_eq!(corners(tree(json!([root, child]))), [[[0, 5, -1], [4, 5, -1], [0, 5, -5]]]);
    // A mirrored triangle still faces up.
    let mirrored = json!({"mesh": 0, "scale": [-1, 1, 1]});
    assert_eq!(corners(tree(json!([mirrored]))), [[[0, 0, 0], [-2, 0, 0], [0, 0, 2]]]);
    let without_scenes = with(|it| {
        it.as_object_mut().unwrap().retain(|key, _| !key.starts_with("scene"));
        it["nodes"] = json!([{"mesh": 0}, {"children": [0], "translation": [0, 3, 0]}]);
    });
    assert_eq!(corners(without_scenes), [FIRST.map(|[x, _, z]| [x, 3, z])]);
    // Too far out, too small, flat.
    for node in [
        json!({"mesh": 0, "translation": [0, 2e6, 0]}),
        json!({"mesh": 0, "scale": [1e-5, 1e-5, 1e-5]}),
        json!({"mesh": 0, "scale": [1, 1, 0]}),
    ] {
        assert_eq!(tree(json!([node])), Err(FormatError::Nothing));
    }
}

#[test]
fn f2_nodes_in_a_circle_and_places_that_are_not_there_are_errors() {
    let wrong = |place: &str, problem| Err(FormatError::wrong(place, problem));
    let nodes = |nodes: Value| with(move |it| it["nodes"] = nodes);
    assert_eq!(nodes(json!([{"children": [0]}])), wrong("nodes[0]", Problem::Invalid));
    assert_eq!(nodes(json!([{"children": [1]}, {"children": [0]}])), wrong("nodes[0]", Problem::Invalid));
    assert_eq!(nodes(json!([{"children": [9]}])), wrong("nodes[9]", Problem::Dangling));
    assert_eq!(nodes(json!([{"mesh": 9}])), wrong("nodes[0].mesh", Problem::Dangling));
    assert_eq!(with(|it| it["scene"] = json!(1)), wrong("scene", Problem::Dangling));
    let indices = with(|it| it["meshes"][0]["primitives"][0]["indices"] = json!(3));
    assert_eq!(indices, wrong("accessors[0]", Problem::Dangling));
    let accessor = |key: &'static str, value: Value| with(move |it| it["accessors"][0][key] = value);
    for (key, value, problem) in [
        ("count", json!(5), Problem::Dangling),
        ("count", json!(usize::MAX), Problem::Dangling),
        ("byteOffset", json!(usize::MAX), Problem::Dangling),
        ("byteOffset", json!(4), Problem::Dangling),
        ("bufferView", json!(7), Problem::Dangling),
        ("componentType", json!(5123), Problem::Invalid),
        ("type", json!("VEC2"), Problem::Invalid),
    ] {
        assert_eq!(accessor(key, value), wrong("accessors[0]", problem), "{key}");
    }
    let view = |key: &'static str, value: Value| with(move |it| it["bufferViews"][0][key] = value);
    assert_eq!(view("byteLength", json!(usize::MAX)), wrong("accessors[0]", Problem::Dangling));
    assert_eq!(view("byteOffset", json!(70)), wrong("accessors[0]", Problem::Dangling));
    assert_eq!(view("buffer", json!(1)), wrong("accessors[0]", Problem::Dangling));
    assert_eq!(view("byteStride", json!(0)), wrong("accessors[0]", Problem::Invalid));
    assert_eq!(accessor("bufferView", Value::Null), Err(FormatError::Nothing));
}

#[test]
fn what_is_not_read_is_said() {
    let uri = |uri: &'static str| with(move |it| it["buffers"][0]["uri"] = json!(uri));
    assert_eq!(uri("椅子.bin"), Err(FormatError::External("椅子.bin".to_owned())));
    assert_eq!(uri("data:,abc"), Err(FormatError::wrong("buffers[0].uri", Problem::Invalid)));
    assert_eq!(uri("data:;base64,?"), Err(FormatError::wrong("buffers[0].uri", Problem::Invalid)));
    let none = with(|it| it["buffers"][0]["uri"] = Value::Null);
    assert_eq!(none, Err(FormatError::wrong("buffers[0].uri", Problem::Missing)));
    let required = |name: &'static str| with(move |it| it["extensionsRequired"] = json!([name]));
    let draco = "KHR_draco_mesh_compression";
    assert_eq!(required(draco), Err(FormatError::Unsupported(draco.to_owned())));
    assert!(required("KHR_materials_unlit").is_ok());
    let sparse = with(|it| it["accessors"][0]["sparse"] = json!({"count": 1}));
    assert_eq!(sparse, Err(FormatError::Unsupported("sparse accessors".to_owned())));
    let version = |version: &'static str| with(move |it| it["asset"]["version"] = json!(version));
    assert_eq!(version("1.0"), Err(FormatError::Unsupported("glTF 1.0".to_owned())));
    assert_eq!(version("3.0"), Err(FormatError::Newer { found: 3, known: 2 }));
    assert_eq!(version("x"), Err(FormatError::wrong("asset.version", Problem::Invalid)));
}

#[test]
fn a_text_of_stl_is_read_as_triangles() {
    let facet =
        "facet normal 0 0 0\n outer loop\n  vertex 0 0 0\r\n  VERTEX 0 0 2e0\n  vertex 2 0 0\n endloop\nendfacet\n";
    let file = read_str(&format!("solid 我的 facet\n{facet}{facet}endsolid vertex\n")).unwrap();
    assert_eq!((file.name.as_str(), file.shapes.len(), file.shapes[0].color), ("我的 facet", 2, DEFAULT_COLOR));
    assert_eq!(corners(Ok(file)), [FIRST, FIRST]);
    assert_eq!(corners(read_str(&format!("SOLID\r{}", facet.replace('\n', "\r")))), [FIRST]);
    assert_eq!(read_str(&format!("solid\n{facet}")).unwrap().name, "file.name");
    for (text, error) in [
        ("solid".to_owned(), FormatError::Nothing),
        (format!("solid\n{}", facet.replace("2e0", "x")), FormatError::wrong("facet 1", Problem::NotANumber)),
        (format!("solid\n{}", &facet[..60]), FormatError::wrong("facet 1", Problem::Unfinished)),
        (format!("solid\n{facet}facet\nendfacet"), FormatError::wrong("facet 2", Problem::Invalid)),
        ("solid\nvertex 1 2 3".to_owned(), FormatError::wrong("facet 0", Problem::Invalid)),
    ] {
        assert_eq!(read_str(&text), Err(error), "{text}");
    }
}

#[test]
fn a_binary_stl_may_begin_with_solid_and_be_damaged() {
    let mut bytes = write(&sample(), Format::Stl);
    bytes[..5].copy_from_slice(b"solid");
    assert_eq!(read(&bytes, "a.stl").unwrap().shapes.len(), 67);
    bytes[..5].copy_from_slice(b"other");
    let whole = bytes.len();
    assert_eq!(read(&bytes[..whole - 1], "a.stl"), Err(FormatError::wrong("STL", Problem::Unfinished)));
    bytes.push(0);
    assert_eq!(read(&bytes, "a.stl").unwrap().shapes.len(), 67);
    assert_eq!(read(&bytes, "a.png"), Err(FormatError::Unknown));
}
