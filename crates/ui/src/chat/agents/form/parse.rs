//! Reading and writing of the texts in the form of an agent.
//!
//! - E5 Texts that end an answer are one per line; what is written reads back the same, also a text with line breaks.

use super::FormField;
use espalier_model::persona::Parameters;

/// Reads a number within a range; a comma counts as a point.
pub fn number(text: &str, most: f64, field: FormField) -> Result<Option<f64>, FormField> {
    match text.trim().replace(',', ".") {
        text if text.is_empty() => Ok(None),
        text => match text.parse::<f64>() {
            Ok(value) if (0.0..=most).contains(&value) => Ok(Some(value)),
            _ => Err(field),
        },
    }
}

/// Reads a whole number above 0.
pub fn figure(text: &str, field: FormField) -> Result<Option<u32>, FormField> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse::<u32>().ok().filter(|value| *value > 0).map(Some).ok_or(field),
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str, field: FormField) -> Result<Option<u32>, FormField> {
    let most = Parameters::MOST_SECONDS;
    figure(text, field)?.map_or(Ok(None), |value| (value <= most).then_some(Some(value)).ok_or(field))
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<Option<i64>, FormField> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| FormField::Seed),
    }
}

/// Reads the texts that end an answer (E5).
pub fn stops(text: &str) -> Result<Vec<String>, FormField> {
    let stops: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(unescaped).collect();
    if stops.len() <= Parameters::MOST_STOPS { Ok(stops) } else { Err(FormField::Stop) }
}

/// Writes the texts that end an answer (E5).
pub fn lines(stops: &[String]) -> String {
    stops.iter().map(|stop| escaped(stop)).collect::<Vec<_>>().join("\n")
}

fn escaped(stop: &str) -> String {
    stop.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some(next @ ('n' | 'r' | '\\'))) => {
                text.push(match next {
                    'n' => '\n',
                    'r' => '\r',
                    _ => '\\',
                });
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn figures_and_their_limits() {
        assert_eq!(number("0,5", 1.0, FormField::TopP), Ok(Some(0.5)));
        assert_eq!(number("1.1", 1.0, FormField::TopP), Err(FormField::TopP));
        assert_eq!(seconds("600", FormField::Idle), Ok(Some(600)));
        assert_eq!((seconds("", FormField::Idle), seed("-3")), (Ok(None), Ok(Some(-3))));
        for text in ["0", "-1", "soon", "86401"] {
            assert_eq!(seconds(text, FormField::Idle), Err(FormField::Idle), "{text}");
        }
        assert_eq!(seed("1.5"), Err(FormField::Seed));
    }

    #[test]
    fn e5_stops_are_lines() {
        assert_eq!(stops("END\n\n\\n\\n\n C:\\\\new"), Ok(vec!["END".into(), "\n\n".into(), " C:\\new".into()]));
        assert_eq!(stops("a\nb\nc\nd\ne"), Err(FormField::Stop));
    }

    proptest! {
        #[test]
        fn e5_what_is_written_reads_back_the_same(texts in prop::collection::vec("(\\PC|[\\n\\r\\\\nr ]){1,8}", 0..=4)) {
            prop_assert_eq!(stops(&lines(&texts)), Ok(texts));
        }
    }
}
