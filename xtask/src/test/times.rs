//! Times of the steps and of every test, kept in `target/xtask` for whoever looks for what is slow.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::place;
use crate::shell::{Context, Failure, Result, Timed, read, say, timed, write};

/// Number of tests that are printed at the end.
const SHOWN: usize = 10;

/// Words before the name of a test program, on a line of its own.
const PROGRAM: &str = "     tests of ";

/// A test with its time.
#[derive(Debug, Clone, PartialEq)]
struct Test<'text> {
    seconds: f64,
    name: &'text str,
    program: &'text str,
}

/// Has cargo start its test programs through `cargo xtask timed`. libtest tells times only where unstable features are
/// allowed; if cargo itself were started so, it would compile everything anew.
pub fn ask_for(cargo: &mut Command) -> Result<&mut Command> {
    let own = std::env::current_exe().context(|| "cannot find this program".to_owned())?;
    // A string of JSON is one of TOML, too.
    let runner = serde_json::json!([own, "timed"]);
    Ok(cargo.arg("--config").arg(format!("target.'cfg(all())'.runner={runner}")))
}

/// Runs a test program so that it prints the time of each test.
pub fn run(words: &[String]) -> Result<()> {
    let (program, words) = words.split_first().ok_or("timed needs a program")?;
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
    say(&format!("{PROGRAM}{}", name.rsplit_once('-').map_or(&*name, |(name, _)| name)));
    let mut tests = Command::new(program);
    tests.args(words).args(["-Zunstable-options", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
    let status = tests.status().context(|| format!("cannot start {program}"))?;
    match status.code() {
        Some(0) => Ok(()),
        // Its own words stand above.
        Some(code) => std::process::exit(code),
        None => Err(Failure(format!("{program} ended with {status}"))),
    }
}

/// Writes the times of all tests in the output of a test runner, slowest first, and returns a line for each of the
/// slowest.
pub fn keep_tests(name: &str, output: &str) -> Result<Vec<String>> {
    let tests = tests(output);
    let mut table = "took s\ttest\tprogram\n".to_owned();
    for Test { seconds, name, program } in &tests {
        let _ = writeln!(table, "{seconds:.3}\t{name}\t{program}");
    }
    write(&file(&format!("{name}-times.tsv")), table)?;
    Ok(tests.iter().take(SHOWN).map(|test| format!("{:5.1} s  {}", test.seconds, test.name)).collect())
}

/// Writes the times of the steps so far.
pub fn keep_steps(name: &str) -> Result<()> {
    write(&file(name), steps(&timed()))
}

/// Returns the name of the table of a step that runs beside others.
pub fn of_step(step: &str) -> String {
    format!("times-{step}.tsv")
}

/// Adds the steps of a process that ran beside this one to those of this run.
pub fn add_steps(name: &str, start: Duration) -> Result<()> {
    let table = read(&file(&of_step(name)))?;
    timed().extend(table.lines().filter_map(|line| step_beside(name, start, line)));
    Ok(())
}

/// Reads a line of the table of steps of such a process.
fn step_beside(name: &str, start: Duration, line: &str) -> Option<Timed> {
    let mut fields = line.split('\t');
    let step = fields.next()?;
    let mut time = || fields.next()?.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let (started, took) = (start + time()?, time()?);
    Some(Timed { name: format!("{name} beside: {step}"), started, took, outcome: fields.next()?.to_owned() })
}

fn file(name: &str) -> PathBuf {
    place::target().join("xtask").join(name)
}

fn steps(steps: &[Timed]) -> String {
    let mut steps = steps.to_vec();
    steps.sort_by_key(|step| step.started);
    let mut table = "step\tstarted s\ttook s\toutcome\n".to_owned();
    for Timed { name, started, took, outcome } in &steps {
        let _ = writeln!(table, "{name}\t{:.1}\t{:.1}\t{outcome}", started.as_secs_f64(), took.as_secs_f64());
    }
    table
}

/// Finds the times in the output of a test runner, slowest first.
fn tests(output: &str) -> Vec<Test<'_>> {
    let (mut found, mut program) = (Vec::new(), "");
    for line in output.lines() {
        if let Some(name) = line.strip_prefix(PROGRAM) {
            program = name;
        } else if let Some((name, seconds)) = time(line) {
            found.push(Test { seconds, name, program });
        }
    }
    found.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    found
}

/// Reads a line as `test rooms::a_test ... ok <1.250s>`.
fn time(line: &str) -> Option<(&str, f64)> {
    let (name, end) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let seconds = end.split_once('<')?.1.strip_suffix("s>")?;
    Some((name, seconds.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_listed_slowest_first_with_their_program() {
        let output = "     tests of one\n\nrunning 3 tests\ntest a ... ok <0.250s>\ntest b has been running for over 60 \
            seconds\ntest c ... ignored\ntest b ... FAILED <61.000s>\n     tests of two\ntest d ... ok <1.500s>\n";
        let found: Vec<_> = tests(output).into_iter().map(|test| (test.seconds, test.name, test.program)).collect();
        assert_eq!(found, [(61.0, "b", "one"), (1.5, "d", "two"), (0.25, "a", "one")]);
        assert!(tests("test a ... ok\n").is_empty());
    }

    #[test]
    fn steps_are_lines_of_a_table() {
        let (started, took) = (Duration::from_millis(1_500), Duration::from_secs(3));
        let step = Timed { name: "unit".to_owned(), started, took, outcome: "done".to_owned() };
        assert_eq!(steps(&[step]), "step\tstarted s\ttook s\toutcome\nunit\t1.5\t3.0\tdone\n");
    }

    #[test]
    fn steps_beside_this_run_are_read_again() {
        let (started, took) = (Duration::from_secs(1), Duration::from_millis(2_500));
        let table = steps(&[Timed { name: "program".to_owned(), started, took, outcome: "FAILED".to_owned() }]);
        let read: Vec<_> =
            table.lines().filter_map(|line| step_beside("dist", Duration::from_secs(10), line)).collect();
        let name = "dist beside: program".to_owned();
        assert_eq!(read, [Timed { name, started: Duration::from_secs(11), took, outcome: "FAILED".to_owned() }]);
    }
}
