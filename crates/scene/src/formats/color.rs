//! Colours between sRGB, which the app stores, and linear light, which glTF 2.0 asks for (IEC 61966-2-1).

use espalier_model::mindmap::Color;

/// The linear red, green and blue of a colour, each from 0 to 1.
pub fn to_linear(color: Color) -> [f64; 3] {
    color.rgb.map(|byte| {
        let value = f64::from(byte) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// The nearest colour to linear red, green and blue; what is beyond the limits is taken to them.
pub fn from_linear(linear: [f64; 3]) -> Color {
    let rgb = linear.map(|value| {
        let value = value.clamp(0.0, 1.0);
        let encoded = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    });
    Color { rgb }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grey_comes_back_and_black_and_white_are_exact() {
        for byte in 0..=u8::MAX {
            let color = Color { rgb: [byte, 255 - byte, 7] };
            let linear = to_linear(color);
            assert_eq!(from_linear(linear), color);
            // Programs that store colours in single precision do not change them.
            assert_eq!(from_linear(linear.map(|value| f64::from(value as f32))), color);
        }
        assert_eq!(to_linear(Color { rgb: [0, 255, 0] }).map(f64::to_bits), [0.0, 1.0, 0.0].map(f64::to_bits));
        assert_eq!(from_linear([-1.0, 2.0, f64::NAN]), Color { rgb: [0, 255, 0] });
    }
}
