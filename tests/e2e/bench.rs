//! Figures and tables.
//!
//! Must not judge: what is good enough is written beside the results, not here.

pub mod boot;
pub mod find;
mod floor;
pub mod map;
pub mod open;
pub mod scene;
pub mod stream;
mod text;
pub mod time;

use std::collections::HashMap;

use crate::browser::Page;

/// Returns how often each figure is taken.
pub fn runs() -> usize {
    std::env::var("ESPALIER_RUNS").map_or(3, |count| count.parse().expect("ESPALIER_RUNS is a number"))
}

/// Rows of named figures, several samples each.
pub struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Vec<f64>>)>,
}

impl Table {
    pub fn new(title: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|name| (*name).to_owned()).collect();
        Self { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds one sample to a row; NaN marks a figure that does not apply.
    pub fn add(&mut self, row: &str, figures: &[f64]) {
        assert_eq!(figures.len(), self.columns.len(), "one figure per column");
        let index = self.rows.iter().position(|(name, _)| name == row).unwrap_or_else(|| {
            self.rows.push((row.to_owned(), vec![Vec::new(); figures.len()]));
            self.rows.len() - 1
        });
        for (samples, figure) in self.rows[index].1.iter_mut().zip(figures) {
            samples.push(*figure);
        }
        let shown: Vec<String> =
            self.columns.iter().zip(figures).map(|(name, figure)| format!("{name} {}", short(*figure))).collect();
        eprintln!("{}: {row}: {}", self.title, shown.join(", "));
    }

    /// Returns the least sample of a figure.
    pub fn least(&self, row: &str, column: usize) -> f64 {
        self.samples(row, column).into_iter().fold(f64::NAN, f64::min)
    }

    /// Returns the median of a figure.
    pub fn middle(&self, row: &str, column: usize) -> f64 {
        percentile(&mut self.samples(row, column), 0.5)
    }

    fn samples(&self, row: &str, column: usize) -> Vec<f64> {
        let row = self.rows.iter().find(|(name, _)| name == row);
        row.map_or_else(Vec::new, |(_, columns)| columns[column].clone())
    }

    pub fn print(&self) {
        println!("\n### {}\n\n| | {} | n |", self.title, self.columns.join(" | "));
        println!("|---|{}---|", "---|".repeat(self.columns.len()));
        for (name, columns) in &self.rows {
            let cells: Vec<String> = columns.iter().map(|samples| cell(samples)).collect();
            println!("| {name} | {} | {} |", cells.join(" | "), columns[0].len());
        }
    }
}

/// Work of the page's main thread between two looks at the browser's counters, in milliseconds.
pub struct Work {
    before: HashMap<String, f64>,
}

impl Work {
    pub fn start(page: &Page) -> Self {
        Self { before: page.metrics() }
    }

    pub fn since(&self, page: &Page, counter: &str) -> f64 {
        let after = page.metrics();
        (after[counter] - self.before[counter]) * 1000.0
    }
}

/// Returns the value below which this share of the sorted samples lies.
pub fn percentile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let index = (samples.len() as f64 * share).ceil() as usize;
    samples.get(index.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

pub fn figure(page: &Page, script: &str) -> f64 {
    page.eval(script).as_f64().unwrap_or(f64::NAN)
}

fn cell(samples: &[f64]) -> String {
    let mut sorted = samples.to_vec();
    let middle = percentile(&mut sorted, 0.5);
    match sorted.as_slice() {
        _ if middle.is_nan() => "–".into(),
        [first, .., last] if short(*first) != short(*last) => {
            format!("{} [{}–{}]", short(middle), short(*first), short(*last))
        }
        _ => short(middle),
    }
}

fn short(figure: f64) -> String {
    match figure {
        _ if figure.is_nan() => "–".into(),
        _ if figure.abs() >= 100.0 => format!("{figure:.0}"),
        _ if figure.abs() >= 10.0 => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}
