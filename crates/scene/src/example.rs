//! The scene that is made with one click, so that there is something to try everything on: a house in a garden.

use super::formats::{FileShape, SceneFile};
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, ShapeType, Vector};

/// A shape of the example: its name, type, size, position, rotation and colour.
struct Part(Text, ShapeType, f64, Vector, Vector, [u8; 3]);

const NONE: Text = Text::new("", "");
const WALL: [u8; 3] = [0xe8, 0xc9, 0x8f];
const ROOF: [u8; 3] = [0xb5, 0x4a, 0x36];
const LEAF: [u8; 3] = [0x2c, 0x7f, 0x43];

/// Slope of the roof, in degrees from lying flat.
const SLOPE: f64 = 45.0;

const PARTS: [Part; 17] = [
    Part(Text::new("Lawn", "草坪"), ShapeType::Square, 24.0, [0.0, -0.05, 0.0], [0.0; 3], [0x9c, 0xc4, 0x7a]),
    Part(Text::new("Front wall", "前墙"), ShapeType::Square, 4.0, [0.0, 2.0, 2.0], [90.0, 0.0, 0.0], WALL),
    Part(NONE, ShapeType::Square, 4.0, [0.0, 2.0, -2.0], [90.0, 0.0, 0.0], WALL),
    Part(NONE, ShapeType::Square, 4.0, [2.0, 2.0, 0.0], [0.0, 0.0, 90.0], WALL),
    Part(NONE, ShapeType::Square, 4.0, [-2.0, 2.0, 0.0], [0.0, 0.0, 90.0], WALL),
    Part(Text::new("Roof", "屋顶"), ShapeType::Square, 4.2, [0.0, 5.2, 1.35], [SLOPE, 0.0, 0.0], ROOF),
    Part(NONE, ShapeType::Square, 4.2, [0.0, 5.2, -1.35], [-SLOPE, 0.0, 0.0], ROOF),
    Part(Text::new("Door", "门"), ShapeType::Square, 1.4, [-0.8, 0.7, 2.02], [90.0, 0.0, 0.0], [0x6b, 0x45, 0x2b]),
    Part(Text::new("Window", "窗户"), ShapeType::Circle, 0.6, [1.0, 2.4, 2.02], [90.0, 0.0, 0.0], [0x8f, 0xc6, 0xe6]),
    Part(Text::new("Pond", "池塘"), ShapeType::Circle, 2.2, [6.5, 0.0, 4.0], [0.0; 3], [0x3f, 0x8f, 0xd0]),
    Part(Text::new("Fir", "冷杉"), ShapeType::Triangle, 3.0, [-6.5, 2.6, -1.0], [90.0, 0.0, 0.0], LEAF),
    Part(NONE, ShapeType::Triangle, 3.0, [-6.5, 2.6, -1.0], [90.0, 90.0, 0.0], LEAF),
    Part(NONE, ShapeType::Triangle, 2.2, [-6.5, 3.9, -1.0], [90.0, 0.0, 0.0], LEAF),
    Part(NONE, ShapeType::Triangle, 2.2, [-6.5, 3.9, -1.0], [90.0, 90.0, 0.0], LEAF),
    Part(Text::new("Sun", "太阳"), ShapeType::Circle, 1.5, [8.0, 10.0, -8.0], [60.0, 30.0, 0.0], [0xf2, 0xb5, 0x2c]),
    Part(Text::new("Path", "小路"), ShapeType::Square, 1.4, [-0.8, 0.0, 3.4], [0.0; 3], [0xb8, 0xb0, 0xa0]),
    Part(NONE, ShapeType::Square, 1.4, [-0.8, 0.0, 5.2], [0.0, 12.0, 0.0], [0xb8, 0xb0, 0xa0]),
];

/// The example in a language.
pub fn example(language: Language) -> SceneFile {
    let name = Text::new("House in a garden", "花园里的房子").get(language);
    let shape = |Part(name, kind, size, position, rotation, rgb): &Part| FileShape {
        name: name.get(language).to_owned(),
        geometry: Geometry::new(*kind, *size),
        position: *position,
        rotation: *rotation,
        color: Color { rgb: *rgb },
    };
    SceneFile { name: name.to_owned(), shapes: PARTS.iter().map(shape).collect() }
}
