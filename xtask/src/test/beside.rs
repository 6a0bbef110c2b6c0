//! Steps that run beside others, each in a process of its own.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

use super::times;
use crate::place;
use crate::shell::{Context, Failure, Result, read, say, since_first, write};

/// Word before the step that such a process runs.
pub const MARK: &str = "--beside";

/// A step that runs in a process of its own, as it keeps only one core busy. If another step fails meanwhile, it goes on
/// to its end: a page that was built serves the next run.
pub struct Beside {
    pub name: &'static str,
    child: Child,
    log: PathBuf,
    started: Duration,
}

impl Beside {
    pub fn start(name: &'static str) -> Result<Self> {
        let log = place::target().join("xtask").join(format!("{name}-beside.log"));
        write(&log, "")?;
        let output = File::create(&log).context(|| format!("cannot open {}", log.display()))?;
        let errors = output.try_clone().context(|| format!("cannot open {}", log.display()))?;
        let own = std::env::current_exe().context(|| "cannot find this program".to_owned())?;
        let child = Command::new(own).args(["test", MARK, name]).stdout(output).stderr(errors).spawn();
        say(&format!("    {name} begins beside the next steps; its output goes to {}", log.display()));
        let child = child.context(|| format!("cannot start the step {name}"))?;
        Ok(Self { name, child, log, started: since_first() })
    }

    /// Waits for its end, and shows what it printed if it failed.
    pub fn wait(mut self) -> Result<()> {
        let name = self.name;
        let status = self.child.wait().context(|| format!("lost the step {name}"))?;
        times::add_steps(name, self.started)?;
        if status.success() {
            return Ok(());
        }
        say(&read(&self.log)?);
        Err(Failure(format!("the step {name} beside the others ended with {status}")))
    }
}
