//! Runs of tests and their judgement: a test that fails among others and passes by itself is a race, not a fault.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::place;
use crate::shell::{Context, Failure, Result, say, write};

/// Most tests that may be flaky in a good run: more of them have a cause in common.
const MOST_FLAKY: usize = 2;

/// Most tests that are run again. With so many the run has failed anyway; those few tell why.
const MOST_AGAIN: usize = 6;

/// Number of times that a test has to pass by itself.
const TIMES: usize = 2;

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

/// A test that failed, and then ran by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    pub name: String,
    /// Its first failure, in its own words.
    pub first: String,
    /// Its output when it failed once more; none if it passed every time.
    pub second: Option<String>,
}

/// Runs what failed again, each test by itself, and returns the tests that were flaky. It is an error if one fails once
/// more, if there are too many, or if the tests did not come to their end.
pub fn judge(ended: Ended, mut alone: impl FnMut(&str) -> Result<Ended>) -> Result<Vec<Again>> {
    if ended.failure.is_none() {
        return Ok(Vec::new());
    }
    let names = failed(&ended.text);
    if names.is_empty() {
        say("    no list of failed tests: their program crashed, or was not compiled");
        return ended.passed().map(|()| Vec::new());
    }
    let mut again = Vec::new();
    for name in names.iter().take(MOST_AGAIN) {
        say(&format!("    {name} failed; it runs again by itself"));
        let first = section(&ended.text, name).to_owned();
        let mut test = Again { name: (*name).to_owned(), first, second: None };
        for _ in 0..TIMES {
            let ended = alone(name)?;
            // A name that no test has would pass as well.
            if ended.failure.is_some() || !ended.text.contains("test result: ok. 1 passed") {
                test.second = Some(ended.text);
                break;
            }
        }
        again.push(test);
    }
    verdict(names.len(), &again)?;
    Ok(again)
}

/// Judges tests that failed, of which some ran again.
fn verdict(failed: usize, again: &[Again]) -> Result<()> {
    let faults: Vec<&Again> = again.iter().filter(|test| test.second.is_some()).collect();
    if failed <= MOST_FLAKY && faults.is_empty() {
        return Ok(());
    }
    for test in again {
        let second = test.second.as_ref().map(|text| section(text, &test.name)).map(str::trim_end);
        say(&format!("\n{} failed at first:\n{}", test.name, test.first.trim_end()));
        say(&format!(
            "and by itself: {}",
            second.map_or("it passed".to_owned(), |text| format!("it failed again:\n{text}"))
        ));
    }
    let names: Vec<&str> = faults.iter().map(|test| test.name.as_str()).collect();
    Err(Failure(match names.as_slice() {
        [] => format!("{failed} browser tests failed, too many to be called flaky, though those that ran again passed"),
        names => format!("{failed} browser tests failed, and by themselves failed again: {}", names.join(", ")),
    }))
}

impl Again {
    /// Keeps the first failure in a file, and returns the lines about it.
    pub fn keep(&self) -> Result<String> {
        let file = self.file();
        write(&file, &self.first)?;
        let first = without_backtrace(&self.first);
        Ok(format!("{} failed among the others and passed by itself, see {}\n{first}", self.name, file.display()))
    }

    fn file(&self) -> PathBuf {
        place::target().join("xtask").join("flaky").join(format!("{}.txt", self.name.replace("::", "-")))
    }
}

/// Lists the names of the tests that failed, from the end of a libtest output; none if it did not come to its end.
fn failed(output: &str) -> Vec<&str> {
    let Some((_, list)) = output.rsplit_once("\nfailures:\n") else { return Vec::new() };
    let Some((list, _)) = list.split_once("\n\ntest result: FAILED.") else { return Vec::new() };
    list.lines().filter_map(|line| line.strip_prefix("    ")).collect()
}

/// Returns the words of a test that failed, from a libtest output.
fn section<'text>(output: &'text str, name: &str) -> &'text str {
    let Some((_, words)) = output.split_once(&format!("\n---- {name} stdout ----\n")) else { return "" };
    // The next test, or the list of names.
    let ends = ["\n---- ", "\nfailures:\n    "].map(|mark| words.find(mark));
    let end = ends.into_iter().flatten().min().unwrap_or(words.len());
    words[..end].trim()
}

/// Returns the panic message and the state of the page alone.
fn without_backtrace(section: &str) -> String {
    let Some((message, trace)) = section.split_once("\nstack backtrace:\n") else { return section.to_owned() };
    let rest: Vec<&str> =
        trace.lines().skip_while(|line| line.starts_with(' ') || line.starts_with("note: ")).collect();
    format!("{message}\n{}", rest.join("\n"))
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

    const OUTPUT: &str = "
running 3 tests
test map::map_drags ... FAILED <1.250s>
test map::map_opens ... ok <0.250s>
test start::start_opens ... FAILED <2.000s>

failures:

---- map::map_drags stdout ----

thread 'map::map_drags' panicked at tests/e2e/map.rs:1:1:
the node did not move
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/library/std/src/panicking.rs:689:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
page {\"address\":\"http://127.0.0.1:1/\"} said:
  error

---- start::start_opens stdout ----

thread 'start::start_opens' panicked at tests/e2e/start.rs:1:1:
no page


failures:
    map::map_drags
    start::start_opens

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.03s
";

    #[test]
    fn failed_tests_are_found_with_their_words() {
        assert_eq!(failed(OUTPUT), ["map::map_drags", "start::start_opens"]);
        let words = section(OUTPUT, "map::map_drags");
        assert!(words.starts_with("thread 'map::map_drags'") && words.ends_with("said:\n  error"), "{words}");
        let short = without_backtrace(words);
        assert!(!short.contains("rustc") && !short.contains("note:"), "{short}");
        assert!(short.contains("did not move") && short.contains("said:\n  error"), "{short}");
        assert!(section(OUTPUT, "start::start_opens").ends_with("no page"));
        assert_eq!(section(OUTPUT, "map::map_opens"), "");
    }

    #[test]
    fn an_output_that_breaks_off_has_no_list() {
        assert!(failed("running 2 tests\ntest a ... FAILED\n").is_empty());
        assert!(failed(&OUTPUT[..OUTPUT.find("test result").unwrap()]).is_empty());
    }

    fn ended(text: &str, failure: Option<&str>) -> Ended {
        Ended { name: "e2e", text: text.to_owned(), failure: failure.map(str::to_owned) }
    }

    /// Judges a run in which those tests failed; they run by themselves with that outcome each.
    fn judged(names: &[&str], outcomes: &[bool]) -> Result<Vec<Again>> {
        let list = names.join("\n    ");
        let text = format!("\nfailures:\n\nfailures:\n    {list}\n\ntest result: FAILED. 0 passed\n");
        let mut outcomes = outcomes.iter();
        judge(ended(&text, Some("ended with 101")), |_| {
            Ok(match outcomes.next().unwrap() {
                true => ended("test result: ok. 1 passed; 0 failed", None),
                false => ended(OUTPUT, Some("ended with 101")),
            })
        })
    }

    #[test]
    fn two_tests_that_pass_by_themselves_are_flaky() {
        assert!(judge(ended("test result: ok. 3 passed", None), |_| Err("not needed".into())).unwrap().is_empty());
        assert_eq!(judged(&["a::a"], &[true; 2]).unwrap().len(), 1);
        assert_eq!(judged(&["a::a", "b::b"], &[true; 4]).unwrap().len(), 2);
    }

    #[test]
    fn three_or_one_that_fails_again_are_faults() {
        let failure = judged(&["a", "b", "c"], &[true; 6]).unwrap_err().0;
        assert!(failure.contains("3 browser tests failed, too many"), "{failure}");
        for outcomes in [&[false, true, true][..], &[true, false, true, true]] {
            let failure = judged(&["a", "b"], outcomes).unwrap_err().0;
            assert!(failure.ends_with("failed again: a"), "{failure}");
        }
    }

    #[test]
    fn a_crash_is_a_fault_and_so_is_a_test_that_cannot_be_found() {
        let crash = ended("running 2 tests\ntest a ... ok\n", Some("ended with signal 6"));
        assert!(judge(crash, |_| Err("not needed".into())).is_err_and(|failure| failure.0.contains("signal 6")));
        let list = ended("\nfailures:\n    a\n\ntest result: FAILED. 0 passed", Some("ended with 101"));
        assert!(judge(list, |_| Ok(ended("test result: ok. 0 passed; 0 failed", None))).is_err());
    }
}
