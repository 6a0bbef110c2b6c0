//! Sums, worked out rather than guessed.

use espalier_model::settings::Language;

/// The most operators and numbers of a sum.
const MAX_TOKENS: usize = 200;

/// The answer when what was said is a sum, perhaps with a few words around it.
pub fn answer(said: &str, language: Language) -> Option<String> {
    let (asked, sum) = strip_words(said);
    let percent = sum.split_once("% of ").map(|(part, whole)| format!("{part} / 100 * {whole}"));
    let sum = percent.as_deref().unwrap_or(sum);
    let tokens = tokens(sum)?;
    let operators = tokens.iter().filter(|token| matches!(token, Token::Operator(_))).count();
    // Without a question, 2024-05-01 is a date and 24/7 is not a sum.
    let bare = sum.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.'));
    if operators == 0 || bare && !asked {
        return None;
    }
    let shown = sum.trim().replace('*', "×");
    Some(match evaluate(&tokens)? {
        value if value.is_finite() => format!("{shown} = **{}**", shown_number(value)),
        _ => match language {
            Language::En => {
                format!("{shown} has no value: it divides by zero, or the result is too large to write down.")
            }
            Language::Zh => format!("{shown}没有值：除数为零，或结果大得无法表示。"),
        },
    })
}

/// The sum without the words of the question, and whether there were any.
fn strip_words(said: &str) -> (bool, &str) {
    const BEFORE: [&str; 8] = ["what is", "what's", "calculate", "compute", "how much is", "计算", "算一下", "请问"];
    const AFTER: [&str; 9] = ["等于多少", "等于几", "是多少", "得多少", "=?", "=", "?", "？", "＝"];
    let mut sum = said.trim();
    let lower = sum.to_ascii_lowercase();
    for word in BEFORE {
        if lower.starts_with(word) {
            sum = sum.get(word.len()..).unwrap_or_default().trim();
            break;
        }
    }
    while let Some(rest) = AFTER.iter().find_map(|word| sum.strip_suffix(word)) {
        sum = rest.trim_end();
    }
    (sum.len() < said.trim().len(), sum)
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token {
    Number(f64),
    Operator(char),
    Open,
    Close,
}

fn tokens(sum: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = sum;
    while let Some(first) = rest.chars().next() {
        let length = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').count();
        if length > 0 {
            tokens.push(Token::Number(rest[..length].parse().ok()?));
            rest = &rest[length..];
            continue;
        }
        match first {
            '+' | '-' | '*' | '/' | '^' => tokens.push(Token::Operator(first)),
            '×' | '·' => tokens.push(Token::Operator('*')),
            '÷' => tokens.push(Token::Operator('/')),
            '−' | '–' => tokens.push(Token::Operator('-')),
            '(' | '（' => tokens.push(Token::Open),
            ')' | '）' => tokens.push(Token::Close),
            space if space.is_whitespace() => {}
            _ => return None,
        }
        rest = &rest[first.len_utf8()..];
    }
    (tokens.len() <= MAX_TOKENS).then_some(tokens)
}

/// The value, with Dijkstra's two stacks; `None` where the tokens are no sum.
fn evaluate(tokens: &[Token]) -> Option<f64> {
    let mut values: Vec<f64> = Vec::new();
    let mut pending: Vec<char> = Vec::new();
    let mut number_before = false;
    for &token in tokens {
        match token {
            Token::Number(number) if !number_before => {
                values.push(number);
                number_before = true;
            }
            Token::Open if !number_before => pending.push('('),
            Token::Operator('-') if !number_before => pending.push('~'),
            Token::Operator('+') if !number_before => {}
            Token::Operator(operator) if number_before => {
                while pending.last().is_some_and(|&before| goes_first(before, operator)) {
                    apply(pending.pop()?, &mut values)?;
                }
                pending.push(operator);
                number_before = false;
            }
            Token::Close if number_before => loop {
                match pending.pop()? {
                    '(' => break,
                    operator => apply(operator, &mut values)?,
                }
            },
            _ => return None,
        }
    }
    while let Some(operator) = pending.pop() {
        apply(operator, &mut values)?;
    }
    match values[..] {
        [value] if number_before => Some(value),
        _ => None,
    }
}

const fn rank(operator: char) -> u8 {
    match operator {
        '+' | '-' => 1,
        '*' | '/' => 2,
        '~' => 3,
        '^' => 4,
        _ => 0,
    }
}

const fn goes_first(before: char, operator: char) -> bool {
    // Powers are worked out from the right.
    rank(before) > rank(operator) || rank(before) == rank(operator) && operator != '^'
}

fn apply(operator: char, values: &mut Vec<f64>) -> Option<()> {
    let right = values.pop()?;
    if operator == '~' {
        values.push(-right);
        return Some(());
    }
    let left = values.pop()?;
    values.push(match operator {
        '+' => left + right,
        '-' => left - right,
        '*' => left * right,
        '/' => left / right,
        '^' => left.powf(right),
        _ => return None,
    });
    Some(())
}

/// Formats a value with twelve significant digits, which hide what sums of decimals get wrong in binary.
fn shown_number(value: f64) -> String {
    const DIGITS: i32 = 12;
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    if !(-6..15).contains(&magnitude) {
        return format!("{value:e}");
    }
    let text = format!("{value:.*}", (DIGITS - 1 - magnitude).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expect: Option<&str>) {
        assert_eq!(answer(said, Language::En).as_deref(), expect, "{said:?}");
    }

    #[test]
    fn sums_follow_the_usual_order() {
        check("1 + 2 * 3", Some("1 + 2 × 3 = **7**"));
        check("What is (1+2)*3?", Some("(1+2)×3 = **9**"));
        check("2^3^2", Some("2^3^2 = **512**"));
        check("-2^2 + 10", Some("-2^2 + 10 = **6**"));
        check("0.1+0.2=", Some("0.1+0.2 = **0.3**"));
        check("10/4 等于多少？", Some("10/4 = **2.5**"));
        check("100000000 * 1000", Some("100000000 × 1000 = **100000000000**"));
        check("2 * -3", Some("2 × -3 = **-6**"));
    }

    #[test]
    fn what_is_no_sum_is_left_to_others() {
        for said in ["2024-05-01", "24/7", "42", "+", "1 +", "(1", "1)", "a + b", "1..2 + 3", "3 4 + 5", "()", ""] {
            check(said, None);
        }
    }

    #[test]
    fn division_by_zero_has_no_value() {
        assert!(answer("1 / 0 =", Language::En).unwrap().contains("no value"));
    }
}
