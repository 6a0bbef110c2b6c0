//! The formats and the products, against another implementation.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};
use common::Random;
use espalier_inference::kernels::{Format, Input, Matrix, dot};

const FORMATS: [(GgmlDType, Format); 13] = [
    (GgmlDType::F32, Format::F32),
    (GgmlDType::F16, Format::F16),
    (GgmlDType::BF16, Format::Bf16),
    (GgmlDType::Q4_0, Format::Q4_0),
    (GgmlDType::Q4_1, Format::Q4_1),
    (GgmlDType::Q5_0, Format::Q5_0),
    (GgmlDType::Q5_1, Format::Q5_1),
    (GgmlDType::Q8_0, Format::Q8_0),
    (GgmlDType::Q2K, Format::Q2K),
    (GgmlDType::Q3K, Format::Q3K),
    (GgmlDType::Q4K, Format::Q4K),
    (GgmlDType::Q5K, Format::Q5K),
    (GgmlDType::Q6K, Format::Q6K),
];

fn pair(dtype: GgmlDType, format: Format, rows: usize, columns: usize) -> (Matrix, Vec<f32>) {
    let numbers = Random(rows as u64).list(rows * columns, 0.2);
    let tensor = Tensor::from_vec(numbers, (rows, columns), &Device::Cpu).unwrap();
    let tensor = QTensor::quantize(&tensor, dtype).unwrap();
    let wanted = tensor.dequantize(&Device::Cpu).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
    let matrix = Matrix::new(format, rows, columns, tensor.data().unwrap().into_owned()).unwrap();
    (matrix, wanted)
}

fn shapes(format: Format) -> [(usize, usize); 3] {
    if format.block() == 256 { [(3, 256), (40, 512), (7, 1536)] } else { [(1, 32), (40, 576), (7, 1536)] }
}

fn rms(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number * number, count + 1.0));
    (sum / count).sqrt()
}

#[test]
fn rows_unpack_to_the_weights_of_the_referee() {
    for (dtype, format) in FORMATS {
        for (rows, columns) in shapes(format) {
            let (matrix, wanted) = pair(dtype, format, rows, columns);
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
    for (dtype, format) in FORMATS {
        for (rows, columns) in shapes(format) {
            let (matrix, weights) = pair(dtype, format, rows, columns);
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
    for (dtype, format) in FORMATS {
        let (rows, columns) = (9, 512);
        let (matrix, _) = pair(dtype, format, rows, columns);
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
    for (_, format) in FORMATS {
        let bytes = format.row_bytes(256).unwrap() * 2;
        assert!(Matrix::new(format, 2, 256, vec![0; bytes]).is_some());
        assert!(Matrix::new(format, 2, 256, vec![0; bytes - 1]).is_none());
        assert!(Matrix::new(format, usize::MAX, 256, vec![0; bytes]).is_none());
        assert!(format.block() == 1 || Matrix::new(format, 1, 17, vec![0; bytes]).is_none());
    }
}

#[test]
fn weights_of_only_zeros_and_inputs_of_only_zeros_give_zeros() {
    for (_, format) in FORMATS {
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
