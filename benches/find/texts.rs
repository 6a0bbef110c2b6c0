//! Texts of a large workspace, the same in every run.

/// Numbers of messages, entries of the log, nodes and shapes.
pub const MESSAGES: usize = 25_000;
pub const ENTRIES: usize = 100_000;
pub const NODES: usize = 10_000;
pub const SHAPES: usize = 100_000;

/// Number of words, of which the first ones come most often.
const WORDS: usize = 30_000;
const OFTEN: [&str; 16] = [
    "the", "and", "of", "to", "is", "that", "it", "in", "light", "branch", "garden", "where", "every", "about", "year",
    "only",
];
const SYLLABLES: [&str; 24] = [
    "ba", "den", "ri", "sto", "ca", "lun", "mer", "tu", "fi", "gra", "ho", "vel", "ni", "pos", "qui", "sa", "tor",
    "wen", "da", "kel", "mi", "o", "ran", "te",
];

/// Maker of texts.
pub struct Texts {
    random: u64,
    words: Vec<String>,
}

impl Texts {
    pub fn new() -> Self {
        Self { random: 0x5eed, words: (0..WORDS).map(word).collect() }
    }

    /// Makes a text of about so many characters. Every fifth is Chinese; one in a thousand has "quince" in it, and one
    /// the Chinese word for it.
    pub fn make(&mut self, number: usize, characters: usize) -> String {
        let mut text = if number % 5 == 4 { self.chinese(characters) } else { self.latin(characters) };
        match number % 1_000 {
            500 => text.push_str(" quince"),
            504 => text.push_str("榅桲"),
            _ => {}
        }
        text
    }

    fn latin(&mut self, characters: usize) -> String {
        let mut text = String::new();
        while text.len() < characters {
            let space = if self.below(12) == 0 { ". " } else { " " };
            text.push_str(if text.is_empty() { "" } else { space });
            let rank = self.rank(WORDS);
            text.push_str(&self.words[rank]);
        }
        text
    }

    fn chinese(&mut self, characters: usize) -> String {
        let mut text = String::new();
        for at in 0..characters {
            text.push_str(if at % 40 == 0 { "今天" } else { "" });
            let other = char::from_u32(0x4e00 + 5 * self.rank(3_500) as u32);
            text.extend(if at % 14 == 13 { Some('，') } else { other });
        }
        text
    }

    /// Returns a rank among so many, the first ones most often, as words are.
    fn rank(&mut self, count: usize) -> usize {
        let unit = self.below(1 << 24) as f64 / f64::from(1 << 24);
        (count as f64).powf(unit) as usize - 1
    }

    fn below(&mut self, end: usize) -> usize {
        // xorshift64*
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// Makes the word of a rank.
fn word(rank: usize) -> String {
    if let Some(word) = OFTEN.get(rank) {
        return (*word).to_owned();
    }
    let (mut rest, mut word) = (rank - OFTEN.len() + SYLLABLES.len(), String::new());
    while rest > 0 {
        word.push_str(SYLLABLES[rest % SYLLABLES.len()]);
        rest /= SYLLABLES.len();
    }
    word
}
