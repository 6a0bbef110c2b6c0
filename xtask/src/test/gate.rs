//! Runs of tests as they are judged: their output, and how they ended.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};

use crate::shell::{Context, Failure, Result};

/// A run of tests that has ended.
pub struct Ended {
    pub name: &'static str,
    /// All that it printed on its standard output.
    pub text: String,
    /// Words for how it failed, if it did.
    pub failure: Option<String>,
}

impl Ended {
    pub fn passed(self) -> Result<()> {
        self.failure.map_or(Ok(()), |how| Err(Failure(format!("the {} tests {how}", self.name))))
    }
}

/// Lets a run of tests speak for itself, and keeps what it says.
pub fn listen(name: &'static str, command: &mut Command) -> Result<Ended> {
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command.stdout(Stdio::piped()).spawn().context(|| format!("cannot start the {name} tests"))?;
    let output = child.stdout.take().ok_or("the tests have no output")?;
    let mut reader = BufReader::new(output);
    let (mut text, mut line) = (String::new(), Vec::new());
    while reader.read_until(b'\n', &mut line).context(|| format!("cannot read the {name} tests"))? > 0 {
        let mut terminal = std::io::stdout();
        terminal.write_all(&line).and_then(|()| terminal.flush()).context(|| "the terminal is gone".to_owned())?;
        text.push_str(&String::from_utf8_lossy(&line));
        line.clear();
    }
    let status = child.wait().context(|| format!("lost the {name} tests"))?;
    Ok(Ended { name, text, failure: (!status.success()).then(|| format!("ended with {status}")) })
}

/// Returns the lines test runners end with; a runner that ran nothing has none.
pub fn closing_words(output: &str) -> impl Iterator<Item = &str> {
    let words = output.lines().filter_map(|line| line.find("test result:").map(|at| line[at..].trim_end()));
    words.filter(|words| !words.contains(" 0 passed; 0 failed; 0 ignored"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_runs_with_tests_have_a_last_word() {
        let word = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.03s";
        let output = format!("running 3 tests\n{word}\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured\n");
        assert_eq!(closing_words(&output).collect::<Vec<_>>(), [word]);
    }
}
