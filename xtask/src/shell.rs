//! Runs other programs and tells the person at the terminal of the steps and how long they took.

use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A failure, worded for the person at the terminal.
#[derive(Debug)]
pub struct Failure(pub String);

pub type Result<T> = std::result::Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Failure {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Adds the present action to an error that does not name it.
pub trait Context<T> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, doing: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|error| Failure(format!("{}: {error}", doing())))
    }
}

/// A step as it went, also one within another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timed {
    pub name: String,
    /// Time from the start of the first step.
    pub started: Duration,
    pub took: Duration,
    pub outcome: String,
}

/// Start of the first step.
static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

static TIMED: Mutex<Vec<Timed>> = Mutex::new(Vec::new());

/// The steps of this run so far, in the order in which they began.
pub fn timed() -> MutexGuard<'static, Vec<Timed>> {
    TIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Time from the start of the first step until now.
pub fn since_first() -> Duration {
    FIRST.elapsed()
}

/// Announces a step, runs it, and prints and records how long it took.
pub fn step<T>(name: &str, doing: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    say(&format!("==> {name}: {doing}"));
    let (started, start) = (since_first(), Instant::now());
    let at = {
        let mut steps = timed();
        steps.push(Timed { name: name.to_owned(), started, took: Duration::ZERO, outcome: "not ended".to_owned() });
        steps.len() - 1
    };
    let result = work();
    let took = start.elapsed();
    let outcome = if result.is_ok() { "done" } else { "FAILED" };
    if let Some(step) = timed().get_mut(at) {
        (step.took, step.outcome) = (took, outcome.to_owned());
    }
    say(&format!("    {name} {outcome} in {}", seconds(took)));
    result
}

/// Prints one line on the terminal, shown at once even when the output is a pipe.
pub fn say(line: &str) {
    println!("{line}");
    // A closed pipe must not turn a good run into a failure.
    let _ = std::io::stdout().flush();
}

/// Renders a duration as `4.2 s`, or `3 min 07 s` from two minutes on.
pub fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if whole >= 120 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// Runs the command with its output going straight to the terminal.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().context(|| format!("cannot start `{}`", shown(command)))?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{}` ended with {status}", shown(command)))) }
}

/// Runs the command and returns its standard output; its errors go to the terminal.
pub fn output(command: &mut Command) -> Result<String> {
    let done = command.stderr(Stdio::inherit()).output().context(|| format!("cannot start `{}`", shown(command)))?;
    if !done.status.success() {
        return Err(Failure(format!("`{}` ended with {}", shown(command), done.status)));
    }
    String::from_utf8(done.stdout).context(|| format!("`{}` did not answer in UTF-8", shown(command)))
}

/// Whether the command can be started and succeeds; nothing is printed on the terminal.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

pub fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).context(|| format!("cannot read {}", path.display()))
}

/// Writes the file, making its folder if needed.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    std::fs::write(path, bytes).context(|| format!("cannot write {}", path.display()))
}

pub fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).context(|| format!("cannot make the folder {}", path.display()))
}

/// Removes a folder and all in it; one that is not there is fine.
pub fn remove_folder(path: &Path) -> Result<()> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure(format!("cannot remove {}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// Returns all files below the folder, sorted, so that every run sees the same order.
pub fn files_below(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let path = entry.context(|| format!("cannot list {}", folder.display()))?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the command line as a person would type it.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short_sentences() {
        assert_eq!(seconds(Duration::from_millis(4230)), "4.2 s");
        assert_eq!(seconds(Duration::from_secs(187)), "3 min 07 s");
    }

    #[test]
    fn steps_are_recorded_with_those_within_them_and_with_their_outcome() {
        let outer = step("outer of a test", "", || step("inner of a test", "", || Err::<(), _>("no".into())));
        assert!(outer.is_err());
        let steps = timed();
        let of = |name: &str| steps.iter().find(|step| step.name == name).unwrap().clone();
        let (outer, inner) = (of("outer of a test"), of("inner of a test"));
        assert!(outer.started <= inner.started && outer.took >= inner.took, "{outer:?} {inner:?}");
        assert_eq!((outer.outcome.as_str(), inner.outcome.as_str()), ("FAILED", "FAILED"));
    }

    #[test]
    fn a_failing_program_is_named() {
        let failure = run(Command::new("cargo").arg("no-such-subcommand-at-all").stderr(Stdio::null())).unwrap_err();
        assert!(failure.0.contains("cargo no-such-subcommand-at-all"), "{failure}");
    }
}
