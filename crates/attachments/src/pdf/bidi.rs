//! Order of reading for lines that are drawn as they look: the reverse of the bidirectional algorithm (UAX #9).
//!
//! What a line looks like does not always tell how it was written; where several ways look the same, the likeliest is
//! taken. Classes are told by ranges: the tables of Unicode would weigh more than all of this.

use std::ops::Range;

/// Signs that end a sentence or a part of it.
const STOPS: [char; 9] = ['.', ',', ':', ';', '!', '?', '،', '؛', '؟'];

/// A part of a line that is drawn at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'t> {
    /// Its text, in order of reading.
    pub text: &'t str,
    /// Whether the document itself says what the text is; otherwise it follows from the looks of the glyph, and brackets
    /// are mirrored.
    pub is_given: bool,
}

/// Directions of the lines of a page so far.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Page {
    /// Number of letters that are read from right to left.
    rightward: usize,
    /// Number of letters that are read from left to right.
    leftward: usize,
    /// Whether the last line was put into order as one that is read from right to left.
    is_rightward: bool,
}

/// Class of a character, as far as it decides about order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Read from left to right.
    Left,
    /// Hebrew and its like.
    Right,
    /// Arabic and its like.
    Arabic,
    /// European digit.
    Number,
    /// Arabic digit.
    ArabicNumber,
    /// Sign between digits: plus, minus.
    Sign,
    /// Separator within numbers, as the point.
    Separator,
    /// Sign beside numbers, as that of percents.
    Unit,
    /// Mark on a letter that is read from right to left.
    Mark,
    Other,
}

impl Page {
    /// Counts a letter of a line that is read as it is drawn.
    pub(super) fn count(&mut self, class: Class) {
        self.rightward += usize::from(class.is_rightward());
        self.leftward += usize::from(class == Class::Left);
        self.is_rightward = false;
    }

    /// Whether a line without letters that are read from right to left goes on a text of such: it is a number with a stop
    /// before it, or words with one.
    pub(super) fn goes_on_with(&self, line: &str) -> bool {
        let line = line.trim_matches(' ');
        let has_letters = line.chars().any(char::is_alphabetic);
        let is_stopped = line.starts_with(STOPS) && !line.ends_with(STOPS);
        self.is_rightward && self.rightward >= self.leftward && (is_stopped || !has_letters)
    }
}

impl Class {
    fn of_char(c: char) -> Self {
        match c {
            '0'..='9' | '\u{6f0}'..='\u{6f9}' => Self::Number,
            '\u{660}'..='\u{669}' | '\u{66b}' | '\u{66c}' => Self::ArabicNumber,
            '+' | '-' | '\u{2212}' => Self::Sign,
            '.' | ',' | ':' | '/' | '\u{a0}' | '\u{60c}' => Self::Separator,
            '#' | '%' | '$' | '\u{a2}'..='\u{a5}' | '\u{b0}' | '\u{b1}' | '\u{66a}' | '\u{20a0}'..='\u{20cf}' => {
                Self::Unit
            }
            '\u{300}'..='\u{36f}'
            | '\u{591}'..='\u{5bd}'
            | '\u{5bf}'
            | '\u{5c1}'
            | '\u{5c2}'
            | '\u{5c4}'
            | '\u{5c5}'
            | '\u{5c7}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{670}'
            | '\u{6d6}'..='\u{6dc}'
            | '\u{6df}'..='\u{6e4}'
            | '\u{6e7}'
            | '\u{6e8}'
            | '\u{6ea}'..='\u{6ed}'
            | '\u{711}'
            | '\u{730}'..='\u{74a}'
            | '\u{8d3}'..='\u{8ff}'
            | '\u{fb1e}' => Self::Mark,
            '\u{590}'..='\u{5ff}' | '\u{7c0}'..='\u{85f}' | '\u{200f}' | '\u{fb1d}'..='\u{fb4f}' => Self::Right,
            '\u{600}'..='\u{7bf}'
            | '\u{860}'..='\u{8ff}'
            | '\u{fb50}'..='\u{fdcf}'
            | '\u{fdf0}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' => Self::Arabic,
            '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}' => Self::Right,
            _ if c.is_alphabetic() => Self::Left,
            _ => Self::Other,
        }
    }

    /// Returns the class of a piece: that of its letters, if there are any.
    pub(super) fn of(text: &str) -> Self {
        let classes = || text.chars().map(Self::of_char);
        classes()
            .find(|class| class.is_rightward())
            .or_else(|| classes().find(|class| *class == Self::Left))
            .or_else(|| classes().next())
            .unwrap_or(Self::Other)
    }

    /// Whether it is read from right to left.
    pub(super) fn is_rightward(self) -> bool {
        matches!(self, Self::Right | Self::Arabic)
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::ArabicNumber)
    }
}

/// A letter and its marks, or another piece.
#[derive(Debug, Clone)]
struct Cluster {
    class: Class,
    pieces: Range<usize>,
}

/// A line as it looks.
struct Line<'p, 't> {
    pieces: &'p [Piece<'t>],
    clusters: Vec<Cluster>,
    /// Whether marks are drawn before their letters.
    marks_first: bool,
    text: String,
}

/// Writes the pieces of a line, which are in the order of their places from left to right, in the order of reading.
/// `page` is told of them.
pub(super) fn in_reading_order(pieces: &[Piece<'_>], page: &mut Page) -> String {
    let classes: Vec<Class> = pieces.iter().map(|piece| Class::of(piece.text)).collect();
    for class in &classes {
        page.count(*class);
    }
    let marks_first = are_marks_first(&classes);
    let mut line = Line { pieces, clusters: clusters(&classes, marks_first), marks_first, text: String::new() };
    line.join_numbers();
    let all = 0..line.clusters.len();
    page.is_rightward = line.is_rightward(page);
    if page.is_rightward {
        line.write_rightward(all);
    } else {
        line.write_leftward(all);
    }
    line.text
}

/// Whether marks are drawn before their letters, as by most that draw letters from the last to the first: some word
/// begins with a mark then, and none ends with one.
fn are_marks_first(classes: &[Class]) -> bool {
    let mut balance = 0_isize;
    let mut at = 0;
    for marks in classes.chunk_by(|one, other| (*one == Class::Mark) == (*other == Class::Mark)) {
        let end = at + marks.len();
        if marks.first() == Some(&Class::Mark) {
            let is_letter = |class: Option<&Class>| isize::from(class.is_some_and(|class| class.is_rightward()));
            balance += is_letter(classes.get(end)) - is_letter(at.checked_sub(1).and_then(|at| classes.get(at)));
        }
        at = end;
    }
    balance >= 0
}

/// Puts letters and their marks together.
fn clusters(classes: &[Class], marks_first: bool) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut begun = None;
    for (at, class) in classes.iter().copied().enumerate() {
        let is_mark = class == Class::Mark;
        let follows = !marks_first || clusters.last().is_some_and(|last| last.class == Class::Left);
        if is_mark
            && begun.is_none()
            && follows
            && let Some(last) = clusters.last_mut()
        {
            last.pieces.end = at + 1;
        } else if is_mark && classes.get(at + 1).is_some_and(|next| next.is_rightward() || *next == Class::Mark) {
            begun.get_or_insert(at);
        } else {
            let class = if is_mark { Class::Other } else { class };
            clusters.push(Cluster { class, pieces: begun.take().unwrap_or(at)..at + 1 });
        }
    }
    clusters
}

impl Line<'_, '_> {
    fn class(&self, at: usize) -> Class {
        self.clusters.get(at).map_or(Class::Other, |cluster| cluster.class)
    }

    /// Returns the character that a cluster looks like, if it is one.
    fn sign(&self, at: usize) -> Option<char> {
        let piece = self.pieces.get(self.clusters.get(at)?.pieces.start)?;
        let mut chars = piece.text.chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    /// Gives what is within numbers or belongs to them their class (W2, W4, W5).
    fn join_numbers(&mut self) {
        // A number goes with the words to its left; else what is read before it stands to its right.
        let mut is_word = false;
        let goes_with_words: Vec<bool> = (self.clusters.iter())
            .map(|cluster| {
                is_word = cluster.class == Class::Left || is_word && !cluster.class.is_rightward();
                is_word
            })
            .collect();
        let mut is_arabic = false;
        for (cluster, goes_with_words) in self.clusters.iter_mut().zip(goes_with_words).rev() {
            match cluster.class {
                Class::Right | Class::Left => is_arabic = false,
                Class::Arabic => is_arabic = true,
                Class::Number if is_arabic && !goes_with_words => cluster.class = Class::ArabicNumber,
                _ => {}
            }
        }
        for at in 1..self.clusters.len() {
            let [before, sign, after] = [at - 1, at, at + 1].map(|at| self.class(at));
            let is_within = match sign {
                Class::Separator => before == after && before.is_number(),
                Class::Sign => before == after && before == Class::Number,
                _ => false,
            };
            if let Some(cluster) = self.clusters.get_mut(at).filter(|_| is_within) {
                cluster.class = before;
            }
        }
        let count = self.clusters.len();
        let mut beside = |places: &mut dyn Iterator<Item = usize>| {
            let mut after_number = false;
            for at in places {
                let Some(cluster) = self.clusters.get_mut(at) else { continue };
                if after_number && cluster.class == Class::Unit {
                    cluster.class = Class::Number;
                }
                after_number = cluster.class == Class::Number;
            }
        };
        beside(&mut (0..count));
        beside(&mut (0..count).rev());
    }

    /// Whether the line is one of a text that is read from right to left.
    fn is_rightward(&self, page: &Page) -> bool {
        let count = self.clusters.len();
        if (0..count).all(|at| self.class(at) != Class::Left) {
            return true;
        }
        let ends = |sign: Option<char>| sign.is_some_and(|sign| STOPS.contains(&sign));
        let drawn = |at: &usize| self.sign(*at) != Some(' ');
        let first = (0..count).find(drawn).and_then(|at| self.sign(at));
        let last = (0..count).rev().find(drawn).and_then(|at| self.sign(at));
        if ends(first) != ends(last) {
            return ends(first);
        }
        page.rightward >= page.leftward
    }

    /// Writes a part that is read from right to left.
    fn write_rightward(&mut self, part: Range<usize>) {
        let mut runs = Vec::new();
        let mut at = part.start;
        while at < part.end {
            let end = self.end_of_leftward(at, part.end);
            runs.push(at..end.max(at + 1));
            at = end.max(at + 1);
        }
        for run in runs.into_iter().rev() {
            let is_leftward = self.class(run.start) == Class::Left || self.class(run.start).is_number();
            for at in run {
                self.write(at, !is_leftward);
            }
        }
    }

    /// Returns the end of what is read from left to right from here on: numbers, or words with what is between them; here
    /// if nothing is.
    fn end_of_leftward(&self, start: usize, limit: usize) -> usize {
        let (mut end, mut at) = (start, start);
        let mut words = false;
        let mut open = Vec::new();
        while at < limit {
            match self.class(at) {
                Class::Left => words = true,
                Class::Number => {}
                Class::ArabicNumber if at == end => {}
                class if class.is_rightward() || class == Class::ArabicNumber => break,
                _ => {
                    let sign = self.sign(at);
                    if !words {
                        break;
                    }
                    // A pair of brackets goes with what is in it (N0).
                    if sign.is_some_and(|sign| "([{".contains(sign)) {
                        open.push((at, sign.map(mirrored)));
                    } else if let Some((opened, closing)) = open.last()
                        && *closing == sign
                    {
                        if *opened < end && at == end {
                            end = at + 1;
                        }
                        open.pop();
                    }
                    at += 1;
                    continue;
                }
            }
            at += 1;
            end = at;
        }
        end
    }

    /// Writes a part that is read from left to right.
    fn write_leftward(&mut self, part: Range<usize>) {
        let mut at = part.start;
        while at < part.end {
            let mut end = at;
            if self.class(at).is_rightward() || self.class(at) == Class::ArabicNumber {
                for next in at..part.end {
                    match self.class(next) {
                        Class::Left => break,
                        Class::Right | Class::Arabic | Class::ArabicNumber => end = next + 1,
                        _ => {}
                    }
                }
                self.write_rightward(at..end);
            } else {
                self.write(at, false);
                end = at + 1;
            }
            at = end;
        }
    }

    fn write(&mut self, at: usize, is_rightward: bool) {
        let Some(Cluster { pieces, class }) = self.clusters.get(at).cloned() else { return };
        let pieces = self.pieces.get(pieces).unwrap_or_default();
        let turns = class.is_rightward() && self.marks_first;
        for at in 0..pieces.len() {
            let Some(piece) = pieces.get(if turns { pieces.len() - 1 - at } else { at }) else { continue };
            if is_rightward && !piece.is_given {
                self.text.extend(piece.text.chars().map(mirrored));
            } else {
                self.text.push_str(piece.text);
            }
        }
    }
}

/// Returns the sign that looks like this one in a mirror.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 8] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›'), ('≤', '≥'), ('⟨', '⟩')];
    let found = PAIRS.iter().find_map(|(one, other)| match c {
        _ if c == *one => Some(*other),
        _ if c == *other => Some(*one),
        _ => None,
    });
    found.unwrap_or(c)
}
