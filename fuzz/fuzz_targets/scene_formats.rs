//! Any file gives an error or a scene that can be stored and comes back from every format that holds everything.
#![no_main]

use espalier_scene::formats::{Format, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for name in ["scene", "scene.stl"] {
        let Ok(file) = read(bytes, name) else { continue };
        for format in [Format::Json, Format::Gltf, Format::Glb] {
            let again = read(&write(&file, format), name).expect("it was written here");
            assert_eq!(again, file, "{format:?}");
        }
    }
});
