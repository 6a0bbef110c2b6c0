//! Colours by name: those a person says, and the name of any colour.

use espalier_command::spec::Text;
use espalier_model::mindmap::Color;

/// A colour that has a name.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// The name for a model.
    pub name: &'static str,
    /// The name for people.
    pub title: Text,
    /// The colour that is given to a shape.
    pub color: Color,
}

const fn named(name: &'static str, zh: &'static str, rgb: [u8; 3]) -> Named {
    Named { name, title: Text::new(name, zh), color: Color { rgb } }
}

/// All named colours.
pub const COLORS: [Named; 12] = [
    named("red", "红色", [0xcf, 0x41, 0x30]),
    named("orange", "橙色", [0xd9, 0x82, 0x2b]),
    named("yellow", "黄色", [0xe0, 0xc0, 0x2f]),
    named("green", "绿色", [0x2c, 0x7f, 0x43]),
    named("cyan", "青色", [0x13, 0x9a, 0xa8]),
    named("blue", "蓝色", [0x35, 0x63, 0xd6]),
    named("purple", "紫色", [0x8d, 0x43, 0xb8]),
    named("pink", "粉色", [0xe0, 0x6f, 0xa8]),
    named("brown", "棕色", [0x7a, 0x52, 0x30]),
    named("black", "黑色", [0x1d, 0x1d, 0x1f]),
    named("grey", "灰色", [0x80, 0x84, 0x8c]),
    named("white", "白色", [0xf7, 0xf7, 0xf5]),
];

/// The colour of a name.
pub fn find(name: &str) -> Option<&'static Named> {
    COLORS.iter().find(|color| color.name == name)
}

/// The name of any colour, by its hue where it has one.
pub fn name_of(color: Color) -> &'static str {
    let [red, green, blue] = color.rgb.map(i32::from);
    let most = red.max(green).max(blue);
    let span = most - red.min(green).min(blue);
    if most < 51 {
        return "black";
    }
    if span * 7 < most {
        return if most > 224 { "white" } else { "grey" };
    }
    let (part, sixth) = if most == red {
        (green - blue, 0)
    } else if most == green {
        (blue - red, 2)
    } else {
        (red - green, 4)
    };
    // The hue in degrees, rounded down.
    match ((part * 60).div_euclid(span) + sixth * 60).rem_euclid(360) {
        15..45 if most < 173 => "brown",
        0..15 | 345.. => "red",
        15..42 => "orange",
        42..70 => "yellow",
        70..165 => "green",
        165..200 => "cyan",
        200..262 => "blue",
        262..312 => "purple",
        _ => "pink",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_colour_with_a_name_is_that_name() {
        for color in COLORS {
            assert_eq!(name_of(color.color), color.name);
        }
    }

    #[test]
    fn other_colours_have_the_name_of_the_nearest() {
        for (rgb, name) in [
            ([255, 0, 0], "red"),
            ([0, 255, 0], "green"),
            ([0, 0, 255], "blue"),
            ([255, 255, 0], "yellow"),
            ([255, 255, 255], "white"),
            ([0, 0, 0], "black"),
            ([128, 128, 128], "grey"),
            ([255, 165, 0], "orange"),
            ([128, 0, 128], "purple"),
        ] {
            assert_eq!(name_of(Color { rgb }), name, "{rgb:?}");
        }
    }
}
