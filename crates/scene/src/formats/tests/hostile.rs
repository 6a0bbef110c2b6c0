//! Files that are no files.

use super::*;

/// Asserts that everything that was read can be stored (F3).
fn check(bytes: &[u8], name: &str) -> Result<(), TestCaseError> {
    match read(bytes, name) {
        Ok(file) => prop_assert!(file.shapes.iter().all(|shape| limits::check(shape).is_ok()), "{file:?}"),
        Err(error) => prop_assert!(!error.text(Language::Zh).is_empty() && !error.to_string().is_empty()),
    }
    Ok(())
}

/// A place in a file, as a part of its length, and what is put there in place of how many bytes.
fn changes() -> impl Strategy<Value = Vec<(f64, Vec<u8>, usize)>> {
    let digits = "[-0-9.e,\\[\\]{}\"]{0,4}".prop_map(String::into_bytes);
    let content = prop_oneof![prop::collection::vec(any::<u8>(), 0..5), digits];
    prop::collection::vec((0.0..1.0_f64, content, 0..6_usize), 1..4)
}

fn apply(bytes: &mut Vec<u8>, changes: Vec<(f64, Vec<u8>, usize)>) {
    for (place, content, removed) in changes {
        let start = (place * bytes.len() as f64) as usize;
        let end = (start + removed).min(bytes.len());
        bytes.splice(start..end, content);
    }
}

proptest! {
    #[test]
    fn f2_f3_any_bytes_give_an_error_or_shapes(
        start in prop::sample::select(vec!["", "{", "glTF\u{2}\0\0\0", "solid ", "solid a\nfacet vertex "]),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let bytes = [start.as_bytes(), &bytes].concat();
        check(&bytes, "a.stl")?;
        check(&bytes, "a")?;
    }

    #[test]
    fn f2_f3_damaged_files_give_an_error_or_shapes(changes in changes(), strip in any::<bool>()) {
        for format in Format::ALL {
            let mut bytes = write(&sample(), format);
            if strip && format == Format::Gltf {
                // Then it is a file of another program.
                bytes = String::from_utf8(bytes).unwrap().replace("espalier", "other").into_bytes();
            }
            apply(&mut bytes, changes.clone());
            check(&bytes, "a.stl")?;
        }
    }
}

#[test]
fn f2_no_depth_is_too_much() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let file = format!(r#"{{"format":"espalier-scene","version":1,"x":{deep},"shapes":[]}}"#);
    assert_eq!(read_str(&file), Ok(SceneFile::default()));
    let shape = format!(r#"{{"format":"espalier-scene","version":1,"shapes":[{{"geometry":{deep}}}]}}"#);
    assert_eq!(read_str(&shape), Err(FormatError::wrong("shapes[0].geometry", Problem::Invalid)));
    let nodes: Vec<String> = (1..200_000).map(|next| format!(r#"{{"children":[{next}],"extras":{{}}}}"#)).collect();
    let file = format!(
        r#"{{"asset":{{"version":"2.0","extras":{deep}}},"scenes":[{{"nodes":[0]}}],"nodes":[{nodes},{{}}]}}"#,
        nodes = nodes.join(",")
    );
    assert_eq!(read_str(&file), Err(FormatError::Nothing));
}

#[test]
fn f2_lists_without_an_end_are_too_many() {
    let many = |item: &str, count: usize| [item].repeat(count).join(",");
    let file = |shapes: &str| format!(r#"{{"format":"espalier-scene","version":1,"shapes":[{shapes}]}}"#);
    assert_eq!(read_str(&file(&many("0", MAX_SHAPES + 1))), Err(FormatError::TooMany));
    assert_eq!(read_str(&file(&many("0", 3 * MAX_SHAPES))), Err(FormatError::TooMany));
    let meshes = format!(r#"{{"primitives":[{}]}}"#, many("{}", MAX_SHAPES));
    let file = format!(r#"{{"asset":{{"version":"2.0"}},"meshes":[{}]}}"#, many(&meshes, 3));
    assert_eq!(read_str(&file), Err(FormatError::TooMany));
}

#[test]
fn f2_a_mesh_that_is_repeated_comes_to_an_end() {
    let primitives = vec!["{}"; 5000].join(",");
    let nodes = vec![r#"{"mesh":0}"#; 5000].join(",");
    let file =
        format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],"meshes":[{{"primitives":[{primitives}]}}]}}"#);
    assert_eq!(read_str(&file), Err(FormatError::TooMany));
}
