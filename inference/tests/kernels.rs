//! The formats and the products, against another implementation.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use common::Random;
use espalier_inference::kernels::{Format, Input, Matrix, dot};
use espalier_local_model::header::Format as FileFormat;
use espalier_local_model::support::FORMATS as ACCEPTED;

/// Formats with what the referee made of the same numbers in each; see `fixtures/README.md`.
const FORMATS: [(Format, &[u8]); 13] = [
    (Format::F32, include_bytes!("../fixtures/f32.bin")),
    (Format::F16, include_bytes!("../fixtures/f16.bin")),
    (Format::Bf16, include_bytes!("../fixtures/bf16.bin")),
    (Format::Q4_0, include_bytes!("../fixtures/q4_0.bin")),
    (Format::Q4_1, include_bytes!("../fixtures/q4_1.bin")),
    (Format::Q5_0, include_bytes!("../fixtures/q5_0.bin")),
    (Format::Q5_1, include_bytes!("../fixtures/q5_1.bin")),
    (Format::Q8_0, include_bytes!("../fixtures/q8_0.bin")),
    (Format::Q2K, include_bytes!("../fixtures/q2k.bin")),
    (Format::Q3K, include_bytes!("../fixtures/q3k.bin")),
    (Format::Q4K, include_bytes!("../fixtures/q4k.bin")),
    (Format::Q5K, include_bytes!("../fixtures/q5k.bin")),
    (Format::Q6K, include_bytes!("../fixtures/q6k.bin")),
];

/// Numbers that were recorded.
const RECORDED: usize = 1024;

/// Makes a matrix of the blocks that were recorded, over and over, and the weights that it has.
fn pair(recorded: &[u8], format: Format, rows: usize, columns: usize) -> (Matrix, Vec<f32>) {
    let (bytes, weights) = recorded.split_at(format.row_bytes(RECORDED).unwrap());
    let weights = weights.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect::<Vec<_>>();
    assert_eq!(weights.len(), RECORDED);
    let length = format.row_bytes(columns).unwrap() * rows;
    let matrix = Matrix::new(format, rows, columns, bytes.iter().copied().cycle().take(length).collect()).unwrap();
    (matrix, weights.into_iter().cycle().take(rows * columns).collect())
}

fn shapes(format: Format) -> [(usize, usize); 3] {
    if format.block() == 256 { [(3, 256), (40, 512), (7, 1536)] } else { [(1, 32), (40, 576), (7, 1536)] }
}

fn rms(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number * number, count + 1.0));
    (sum / count).sqrt()
}

#[test]
fn what_is_accepted_can_be_computed() {
    for number in 0..64 {
        let name = FileFormat::from_number(number).map(FileFormat::name);
        let is_accepted = name.is_some_and(|name| ACCEPTED.contains(&name));
        assert_eq!(is_accepted, Format::from_ggml(number).is_some(), "{name:?}");
    }
}

#[test]
fn rows_unpack_to_the_weights_of_the_referee() {
    for (format, recorded) in FORMATS {
        for (rows, columns) in shapes(format) {
            let (matrix, wanted) = pair(recorded, format, rows, columns);
            let mut row = vec![0.0; columns];
            for (index, wanted) in wanted.chunks(columns).enumerate() {
                assert!(matrix.row(index, &mut row));
                let off = row.iter().zip(wanted).map(|(is, wanted)| (is - wanted).abs()).fold(0.0, f32::max);
                assert!(off < 1e-6, "{format:?} {rows} × {columns}: row {index} is {off:e} off");
            }
            assert!(!matrix.row(rows, &mut row), "there is no row after the last");
        }
    }
}

#[test]
fn products_differ_from_exact_ones_by_the_rounding_to_eight_bits_only() {
    for (format, recorded) in FORMATS {
        for (rows, columns) in shapes(format) {
            let (matrix, weights) = pair(recorded, format, rows, columns);
            let lines = 7;
            let numbers = Random(99).list(lines * columns, 3.0);
            let mut input = Input::default();
            input.set(&numbers, columns).unwrap();
            let mut products = Vec::new();
            matrix.multiply(&input, &mut products).unwrap();
            let exact: Vec<f32> = numbers
                .chunks(columns)
                .flat_map(|line| {
                    weights.chunks(columns).map(move |row| row.iter().zip(line).map(|(w, x)| w * x).sum::<f32>())
                })
                .collect();
            assert_eq!(products.len(), exact.len());
            let error = rms(products.iter().zip(&exact).map(|(is, wanted)| is - wanted)) / rms(exact.iter().copied());
            let bound = if format.block() == 1 || format == Format::Q2K { 1e-5 } else { 0.01 };
            assert!(error < bound, "{format:?} {rows} × {columns}: {:.3} %", error * 100.0);
        }
    }
}

#[test]
fn k1_a_row_of_the_output_does_not_depend_on_its_neighbours() {
    for (format, recorded) in FORMATS {
        let (rows, columns) = (9, 512);
        let (matrix, _) = pair(recorded, format, rows, columns);
        let numbers = Random(5).list(11 * columns, 2.0);
        let mut input = Input::default();
        input.set(&numbers, columns).unwrap();
        let mut all = Vec::new();
        matrix.multiply(&input, &mut all).unwrap();
        for (line, all) in numbers.chunks(columns).zip(all.chunks(rows)) {
            let mut alone = Vec::new();
            input.set(line, columns).unwrap();
            matrix.multiply(&input, &mut alone).unwrap();
            assert_eq!(alone, all, "{format:?}");
        }
    }
}

#[test]
fn a_matrix_has_as_many_bytes_as_its_shape_needs() {
    for (format, _) in FORMATS {
        let bytes = format.row_bytes(256).unwrap() * 2;
        assert!(Matrix::new(format, 2, 256, vec![0; bytes]).is_some());
        assert!(Matrix::new(format, 2, 256, vec![0; bytes - 1]).is_none());
        assert!(Matrix::new(format, usize::MAX, 256, vec![0; bytes]).is_none());
        assert!(format.block() == 1 || Matrix::new(format, 1, 17, vec![0; bytes]).is_none());
    }
}

#[test]
fn weights_of_only_zeros_and_inputs_of_only_zeros_give_zeros() {
    for (format, _) in FORMATS {
        let matrix = Matrix::new(format, 2, 256, vec![0; format.row_bytes(256).unwrap() * 2]).unwrap();
        let mut input = Input::default();
        input.set(&[0.0; 256], 256).unwrap();
        let mut products = vec![7.0; 9];
        matrix.multiply(&input, &mut products).unwrap();
        assert_eq!(products, [0.0, 0.0], "{format:?}");
    }
}

#[test]
fn dot_takes_lists_of_any_length() {
    for length in 0..40 {
        let list: Vec<f32> = (0..length).map(|number| number as f32).collect();
        let wanted: f32 = list.iter().map(|number| number * number).sum();
        assert!((dot(&list, &list) - wanted).abs() < 1e-3);
    }
}
