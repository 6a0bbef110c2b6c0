//! Themes of a map: the shapes of its lines and boxes, its ground, its colours on paper.
//!
//! - K1 Whatever carries words has a contrast of at least 4.5 to what is behind it, in light and dark.
//! - K2 No two themes draw the same map alike, even without colours.
//!
//! The style sheet has every colour for light and dark; the ones here are those for light, for pictures in files, and a
//! test holds the two together.

use super::label::Rank;
use espalier_model::mindmap::{Color, Palette};

/// Number of colours of branches.
pub const BRANCHES: usize = 6;

/// Shape of the lines from a parent to its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineShape {
    /// Curves that become thinner.
    Curve,
    /// Straight wedges.
    Straight,
    /// Level and upright pieces.
    Elbow,
}

/// Fill of a main branch's box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BranchFill {
    /// Filled with the colour of the branch.
    Solid,
    /// Tinted lightly with that colour.
    Tint,
    /// Outlined, not filled.
    Outline,
}

/// Style of nodes below the main branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeafStyle {
    /// Text alone.
    Plain,
    /// Text underlined by the line that leads to it.
    Underline,
    /// Box with a light tint of the branch's colour.
    Tint,
}

/// Drawing of a node's box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoxDrawing {
    /// No box.
    Bare,
    /// Filled with its colour.
    Solid,
    /// Filled with a light tint of its colour.
    Tint,
    /// Filled with a tint, with an outline.
    Edged,
    /// Outlined on the ground.
    Outline,
}

/// Background behind the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Background {
    /// A plain colour.
    Plain,
    /// Dots.
    Dots,
    /// Squares.
    Grid,
}

/// Theme of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Theme {
    /// Shape of the lines to children.
    pub lines: LineShape,
    /// Fill of the boxes of main branches.
    pub mains: BranchFill,
    /// Style of other nodes.
    pub leaves: LeafStyle,
    /// The ground.
    pub ground: Background,
    /// Radius of the corners of boxes.
    pub corner: f64,
    /// Width of a line where it leaves the root.
    pub trunk: f64,
    /// The colour of the ground.
    pub paper: Color,
    /// The colour of the root's box and of what all branches share.
    pub root: Color,
    /// The colours of the branches.
    pub branches: [Color; BRANCHES],
}

/// Colour of text on a light ground.
pub const INK: Color = colour(0x22_27_1f);
/// Colour of text on the root and on the colour of a branch.
pub const ON_BRANCH: Color = colour(0xff_ff_ff);
/// Colour of text on a light colour that someone chose.
pub const ON_LIGHT: Color = colour(0x14_17_0f);
/// Share of a branch's colour in a tint, in percent.
pub const TINT: u32 = 15;

static PLAIN: Theme = Theme {
    lines: LineShape::Elbow,
    mains: BranchFill::Tint,
    leaves: LeafStyle::Plain,
    ground: Background::Plain,
    corner: 8.0,
    trunk: 2.5,
    paper: colour(0xf6_f3_ec),
    root: colour(0x1f_5c_43),
    branches: [colour(0x1f_5c_43); BRANCHES],
};
static RAINBOW: Theme = Theme {
    lines: LineShape::Curve,
    mains: BranchFill::Solid,
    leaves: LeafStyle::Underline,
    ground: Background::Plain,
    corner: 99.0,
    trunk: 7.0,
    paper: colour(0xfd_fc_f8),
    root: colour(0x2f_34_47),
    branches: all([0xcf_41_30, 0xa8_62_0a, 0x2c_7f_43, 0x13_78_8c, 0x35_63_d6, 0x8d_43_b8]),
};
static OCEAN: Theme = Theme {
    lines: LineShape::Curve,
    mains: BranchFill::Solid,
    leaves: LeafStyle::Tint,
    ground: Background::Dots,
    corner: 9.0,
    trunk: 4.0,
    paper: colour(0xed_f5_f9),
    root: colour(0x0b_3a_5b),
    branches: all([0x0e_62_91, 0x24_58_b8, 0x0d_74_78, 0x4a_50_b8, 0x17_70_7f, 0x1f_6b_b5]),
};
static FOREST: Theme = Theme {
    lines: LineShape::Curve,
    mains: BranchFill::Tint,
    leaves: LeafStyle::Underline,
    ground: Background::Plain,
    corner: 14.0,
    trunk: 13.0,
    paper: colour(0xf5_f5_ea),
    root: colour(0x5b_40_27),
    branches: all([0x2d_6e_36, 0x66_69_0f, 0x85_52_1c, 0x2f_74_58, 0x8a_4a_33, 0x4c_6b_28]),
};
static SUNSET: Theme = Theme {
    lines: LineShape::Straight,
    mains: BranchFill::Solid,
    leaves: LeafStyle::Plain,
    ground: Background::Plain,
    corner: 6.0,
    trunk: 6.0,
    paper: colour(0xfd_f4_ee),
    root: colour(0x6b_21_4d),
    branches: all([0xc2_3b_22, 0xa3_5c_00, 0xb0_2f_63, 0x8b_3f_9c, 0xb3_47_2f, 0xa1_50_0f]),
};
static INK_ON_PAPER: Theme = Theme {
    lines: LineShape::Elbow,
    mains: BranchFill::Outline,
    leaves: LeafStyle::Plain,
    ground: Background::Grid,
    corner: 0.0,
    trunk: 1.5,
    paper: colour(0xff_ff_ff),
    root: INK,
    branches: [INK; BRANCHES],
};

impl Theme {
    /// The theme of a palette.
    pub const fn of(palette: Palette) -> &'static Self {
        match palette {
            Palette::Plain => &PLAIN,
            Palette::Rainbow => &RAINBOW,
            Palette::Ocean => &OCEAN,
            Palette::Forest => &FOREST,
            Palette::Sunset => &SUNSET,
            Palette::Ink => &INK_ON_PAPER,
        }
    }

    /// Drawing of a box; a colour that was chosen for the node is always seen.
    pub const fn coat(&self, rank: Rank, is_own: bool) -> BoxDrawing {
        match (rank, self.mains, self.leaves) {
            (Rank::Root, ..) | (Rank::Main, BranchFill::Solid, _) => BoxDrawing::Solid,
            (Rank::Main, BranchFill::Outline, _) if !is_own => BoxDrawing::Outline,
            (Rank::Main, ..) => BoxDrawing::Edged,
            (Rank::Leaf, _, LeafStyle::Tint) => BoxDrawing::Tint,
            (Rank::Leaf, ..) if is_own => BoxDrawing::Tint,
            (Rank::Leaf, ..) => BoxDrawing::Bare,
        }
    }

    /// Radius of the corners of a box.
    pub fn radius(&self, rank: Rank, height: f64) -> f64 {
        let most = if rank == Rank::Leaf { self.corner.min(7.0) } else { self.corner };
        most.min(height / 2.0)
    }

    /// Radius of the corners of a line.
    pub fn bend(&self) -> f64 {
        self.corner.min(10.0)
    }
}

/// Whether dark text is easier to read on a colour than white text.
pub fn is_light(color: Color) -> bool {
    contrast(color, ON_LIGHT) > contrast(color, ON_BRANCH)
}

/// Mixes so much of a colour, in percent, into another.
pub fn mix(color: Color, percent: u32, ground: Color) -> Color {
    let one = |at: usize| {
        let sum = u32::from(color.rgb[at]) * percent + u32::from(ground.rgb[at]) * (100 - percent);
        ((sum + 50) / 100) as u8
    };
    Color { rgb: [one(0), one(1), one(2)] }
}

/// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
pub fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: Color) -> f64 {
    let [red, green, blue] = color.rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const fn colour(value: u32) -> Color {
    let [_, red, green, blue] = value.to_be_bytes();
    Color { rgb: [red, green, blue] }
}

const fn all(values: [u32; BRANCHES]) -> [Color; BRANCHES] {
    let mut colours = [INK; BRANCHES];
    let mut at = 0;
    while at < BRANCHES {
        colours[at] = colour(values[at]);
        at += 1;
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: &str = include_str!("../../../static/css/tokens.css");
    const THEMES: [(Palette, &str); 6] = [
        (Palette::Plain, "plain"),
        (Palette::Rainbow, "rainbow"),
        (Palette::Ocean, "ocean"),
        (Palette::Forest, "forest"),
        (Palette::Sunset, "sunset"),
        (Palette::Ink, "ink"),
    ];

    /// A colour of the style sheet for light and for dark.
    fn token(name: &str) -> [Color; 2] {
        let start = TOKENS.find(&format!("--{name}: ")).unwrap_or_else(|| panic!("--{name}"));
        let value = TOKENS[start..].split(';').next().unwrap();
        let value = value.split_once(": ").unwrap().1;
        let parts = value.trim_start_matches("light-dark(").trim_end_matches(')').split(", ");
        let parts: Vec<Color> = parts.map(|part| part.parse().unwrap_or_else(|_| panic!("{name}: {value}"))).collect();
        [parts[0], *parts.last().unwrap()]
    }

    #[test]
    fn pictures_have_the_colours_of_the_screen() {
        for (palette, name) in THEMES {
            let theme = Theme::of(palette);
            assert_eq!(theme.paper, token(&format!("{name}-paper"))[0], "{name}");
            assert_eq!(theme.root, token(&format!("{name}-root"))[0], "{name}");
            for (at, branch) in theme.branches.iter().enumerate() {
                assert_eq!(*branch, token(&format!("{name}-{}", at + 1))[0], "{name} {at}");
            }
        }
        assert_eq!(INK, token("ink")[0]);
        assert_eq!([ON_BRANCH, ON_LIGHT], token("on-branch"));
    }

    #[test]
    fn k1_words_can_be_read_on_every_ground() {
        let (ink, soft) = (token("ink"), token("ink-soft"));
        let on_branch = token("on-branch");
        for (palette, name) in THEMES {
            let theme = Theme::of(palette);
            let (paper, root, on_root) =
                (token(&format!("{name}-paper")), token(&format!("{name}-root")), token(&format!("{name}-on-root")));
            for scheme in 0..2 {
                let check = |what: &str, one: Color, other: Color, least: f64| {
                    let found = contrast(one, other);
                    assert!(found >= least, "{name}, {what}, scheme {scheme}: {found:.2} between {one} and {other}");
                };
                check("the root", on_root[scheme], root[scheme], 4.5);
                check("a leaf", ink[scheme], paper[scheme], 4.5);
                check("a mark", soft[scheme], paper[scheme], 4.5);
                for at in 1..=BRANCHES {
                    let branch = token(&format!("{name}-{at}"))[scheme];
                    check("a line", branch, paper[scheme], 3.0);
                    let tint = mix(branch, TINT, paper[scheme]);
                    check("a tint", ink[scheme], tint, 4.5);
                    check("a mark on a tint", soft[scheme], tint, 4.5);
                    if theme.mains == BranchFill::Solid {
                        check("a main branch", on_branch[scheme], branch, 4.5);
                    }
                }
                // Selected, found.
                check("a selected leaf", ink[scheme], token("accent-soft")[scheme], 4.5);
                check("a found node", ink[scheme], token("mark")[scheme], 4.5);
                check("the ring", token("accent-strong")[scheme], paper[scheme], 3.0);
            }
        }
    }

    #[test]
    fn k1_words_can_be_read_on_any_colour_someone_chooses() {
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let color = Color { rgb: [red, green, blue].map(|part: i32| part as u8) };
                    let words = if is_light(color) { ON_LIGHT } else { ON_BRANCH };
                    assert!(contrast(color, words) >= 4.0, "{color}");
                    for (scheme, ink) in token("ink").into_iter().enumerate() {
                        for (_, name) in THEMES {
                            let tint = mix(color, TINT, token(&format!("{name}-paper"))[scheme]);
                            assert!(contrast(ink, tint) >= 4.5, "{name} {color} {tint}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn k2_themes_differ_in_shape() {
        let shapes: Vec<_> = THEMES
            .map(|(palette, _)| Theme::of(palette))
            .map(|theme| (theme.lines, theme.mains, theme.leaves, theme.ground, theme.corner as u32))
            .to_vec();
        for (at, shape) in shapes.iter().enumerate() {
            assert!(!shapes[..at].contains(shape), "{shape:?}");
        }
    }

    #[test]
    fn a_mixture_lies_between() {
        let (black, white) = (Color { rgb: [0; 3] }, Color { rgb: [255; 3] });
        assert_eq!(mix(black, 0, white), white);
        assert_eq!(mix(black, 100, white), black);
        assert_eq!(mix(black, 20, white), Color { rgb: [204; 3] });
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
    }
}
