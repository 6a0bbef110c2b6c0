//! Links within the app in a text that is otherwise shown as it was typed.

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A text as it was typed.
    Text(&'a str),
    /// A link: its name, and its address, which begins with `#/`.
    Link(String, &'a str),
}

/// Cuts a text at its links within the app: `[name](#/address)`.
pub fn in_app_links(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut begin, mut from) = (0, 0);
    while let Some(at) = text[from..].find("](#/").map(|at| from + at) {
        let (before, rest) = (&text[begin..at], &text[at + 2..]);
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '#' | '/' | '-'))).unwrap_or(rest.len());
        from = at + 2 + end;
        let Some(open) = before.rfind('[').filter(|_| rest[end..].starts_with(')')) else { continue };
        let name = &before[open + 1..];
        if name.trim().is_empty() || name.contains('\n') {
            continue;
        }
        if open > 0 {
            pieces.push(Piece::Text(&before[..open]));
        }
        pieces.push(Piece::Link(unescaped(name), &rest[..end]));
        from += 1;
        begin = from;
    }
    if begin < text.len() {
        pieces.push(Piece::Text(&text[begin..]));
    }
    pieces
}

/// Takes away the backslashes before punctuation.
fn unescaped(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation) {
            plain.extend(letters.next());
        } else {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expect: &str) {
        let pieces = in_app_links(text).into_iter().map(|piece| match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Link(name, address) => format!("<{name}|{address}>"),
        });
        assert_eq!(pieces.collect::<String>(), expect, "{text}");
    }

    #[test]
    fn links_within_the_app_are_found_and_nothing_else() {
        check("see [Ilse](#/map/1-a/2-b), [Tea](#/time/3)", "see <Ilse|#/map/1-a/2-b>, <Tea|#/time/3>");
        check(r"[\*c\* \\](#/time)", r"<*c* \|#/time>");
        check("[a](https://example.org) [b](#top) [c](#/time", "[a](https://example.org) [b](#top) [c](#/time");
        check("[](#/time) [a\nb](#/time) a](#/time)", "[](#/time) [a\nb](#/time) a](#/time)");
        check("x [a [b](#/time/é) [c](#/time)", "x [a [b](#/time/é) <c|#/time>");
        check("港[口](#/time)港", "港<口|#/time>港");
    }

    proptest! {
        #[test]
        fn nothing_of_a_text_is_lost(text in r"([\[\]()#/a\\é]|\(#/|\]\(#/){0,24}") {
            let length: usize = in_app_links(&text).iter().map(|piece| match piece {
                Piece::Text(text) => text.len(),
                Piece::Link(name, address) => name.len() + address.len() + 4,
            }).sum();
            prop_assert!(length <= text.len() && length + text.matches('\\').count() >= text.len());
        }
    }
}
