//! Any two colours of categories can be told apart, also by those who see fewer of them.

use espalier_app::timelog::HUES;

const TOKENS: &str = include_str!("../../../../../static/css/tokens.css");

type Three = [f64; 3];

/// A colour as light has it.
fn linear(hex: &str) -> Three {
    std::array::from_fn(|at| {
        let value = f64::from(u8::from_str_radix(&hex[1 + at * 2..3 + at * 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: [Three; 3], color: Three) -> Three {
    matrix.map(|row| row.iter().zip(color).map(|(one, other)| one * other).sum())
}

/// `OKLab` (Ottosson 2020), in which equal distances look equal.
fn oklab(color: Three) -> Three {
    let cones = times(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        color,
    );
    times(
        [
            [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
        ],
        cones.map(|cone| cone.max(0.0).cbrt()),
    )
}

/// Protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009).
const BLIND: [[Three; 3]; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_9]],
];

fn distance(one: Three, other: Three) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn any_two_hues_differ_in_light_and_dark() {
    let pairs: Vec<(&str, &str)> = (1..=HUES)
        .map(|number| {
            let rest = TOKENS.split(&format!("--hue-{number}: light-dark(")).nth(1).unwrap();
            rest.split_once(')').unwrap().0.split_once(", ").unwrap()
        })
        .collect();
    for ground in [pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), pairs.iter().map(|pair| pair.1).collect()] {
        for (at, one) in ground.iter().enumerate() {
            for other in &ground[at + 1..] {
                let (a, b) = (linear(one), linear(other));
                assert!(distance(oklab(a), oklab(b)) > 0.15, "{one} and {other}");
                for blind in BLIND {
                    let seen = distance(oklab(times(blind, a)), oklab(times(blind, b)));
                    assert!(seen > 0.07, "{one} and {other}: {seen}");
                }
            }
        }
    }
}
