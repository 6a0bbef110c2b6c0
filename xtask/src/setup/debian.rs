//! Packages of Debian and its relatives.

use std::process::Command;

use crate::place;
use crate::shell::{Failure, Result, run};
use crate::toolchain::on_path;

/// Whether packages can be installed at all.
pub fn is_here() -> bool {
    on_path("apt-get").is_some()
}

/// Installs the packages, as root or through `sudo`.
pub fn install(packages: &[&str]) -> Result<()> {
    // The package manager refuses to run twice.
    let _lock = place::lock("debian")?;
    super::twice(|| run(as_root("apt-get")?.args(["-q", "update"])))?;
    super::twice(|| {
        let mut command = as_root("apt-get")?;
        command.args(["-q", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", "install"]);
        run(command.args(packages))
    })
}

/// Returns the program with the rights to change the system.
pub fn as_root(program: &str) -> Result<Command> {
    let root = std::env::var("USER").is_ok_and(|user| user == "root") || is_root();
    if root {
        let mut command = Command::new(program);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        return Ok(command);
    }
    if on_path("sudo").is_none() {
        return Err(Failure(format!("`{program}` needs root: run this command once as root, or install sudo")));
    }
    let mut command = Command::new("sudo");
    command.args(["DEBIAN_FRONTEND=noninteractive", program]);
    Ok(command)
}

fn is_root() -> bool {
    crate::shell::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
