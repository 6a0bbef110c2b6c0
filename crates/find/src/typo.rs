//! Mistakes of one letter.

/// Fewest letters of a word in which a mistake is forgiven: shorter ones are like too many others.
const FEWEST: usize = 4;

/// Whether each word of a query is in a folded name, as it is or, at the beginning of a word, with one mistake (F3).
pub fn is_like(words: &[String], name: &str) -> bool {
    words.iter().all(|word| {
        let begins_like = |other: &str| is_begun(word.as_bytes(), other.as_bytes());
        let may_be_wrong = word.chars().count() >= FEWEST && word.is_ascii();
        name.contains(word.as_str())
            || may_be_wrong
                && name.split(|c: char| !c.is_alphanumeric()).filter(|other| !other.is_empty()).any(begins_like)
    })
}

/// Whether a text begins with a word of which one letter is missing, one more, another, or exchanged with the next.
fn is_begun(word: &[u8], text: &[u8]) -> bool {
    let same = word.iter().zip(text).take_while(|(one, other)| one == other).count();
    let (word, text) = (&word[same..], &text[same..]);
    let Some((first, rest)) = word.split_first() else { return true };
    let Some((other, others)) = text.split_first() else { return rest.is_empty() };
    // Another letter, a letter that is missing in the word, one that is too many in it.
    others.starts_with(rest)
        || others.starts_with(word)
        || text.starts_with(rest)
        || matches!((rest, others), ([second, rest @ ..], [next, others @ ..])
            if first == next && second == other && others.starts_with(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, name: &str, expect: bool) {
        let words: Vec<String> = query.split(' ').map(str::to_owned).collect();
        assert_eq!(is_like(&words, name), expect, "{query:?} in {name:?}");
    }

    #[test]
    fn f3_one_letter_may_be_wrong() {
        check("gardan", "kitchen garden", true);
        check("grden", "kitchen garden", true);
        check("gaarden", "kitchen garden", true);
        check("gadren", "kitchen garden", true);
        check("garden", "kitchen", false);
        check("gradan", "kitchen garden", false);
        check("gardan kitchn", "kitchen garden", true);
        check("garde", "gardening", true);
        check("gardm", "gardening", true);
        check("gar", "gbr", false);
    }
}
