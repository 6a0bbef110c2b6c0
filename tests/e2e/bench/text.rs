//! Markdown as models write it, the same in every run.
//!
//! Must not be random: two runs compare only if they stream the same bytes.

const WORDS: [&str; 24] = [
    "the",
    "branch",
    "grows",
    "along",
    "a",
    "wire",
    "and",
    "**bears**",
    "fruit",
    "where",
    "light",
    "`reaches()`",
    "it",
    "so",
    "every",
    "cut",
    "is",
    "*a* choice",
    "about",
    "next",
    "year",
    "not",
    "only",
    "this",
];

/// Returns at least this many characters of headings, paragraphs, lists, tables and code.
pub fn markdown(characters: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < characters {
        number += 1;
        text.push_str(&section(number));
    }
    text
}

/// Cuts a text into this many pieces of nearly equal length, as tokens come.
pub fn pieces(text: &str, count: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let bound = |index: usize| index * letters.len() / count;
    (0..count).map(|index| letters[bound(index)..bound(index + 1)].iter().collect()).collect()
}

fn section(number: usize) -> String {
    let [opening, first, second, third, closing] =
        [(0, 60), (1, 9), (2, 7), (3, 11), (4, 40)].map(|(step, words)| sentence(number + step, words));
    let double = number * 2;
    format!(
        "## Section {number}\n\n{opening}\n\n- {first}\n- {second}\n- {third}\n\n\
         ```rust\nfn section_{number}(light: u32) -> u32 {{\n    light * {number}\n}}\n```\n\n\
         {closing}\n\n| part | size |\n|---|---|\n| left | {number} |\n| right | {double} |\n\n"
    )
}

fn sentence(start: usize, words: usize) -> String {
    let words: Vec<&str> = (0..words).map(|index| WORDS[(start * 7 + index * 5) % WORDS.len()]).collect();
    words.join(" ") + "."
}
