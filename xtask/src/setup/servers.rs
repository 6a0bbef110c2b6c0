//! Real servers for files on the network, from Python's package registry, for the tests of `espalier-remote`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use super::model::{install_python, wanted_python};
use super::{once, settle, twice};
use crate::place;
use crate::shell::{Failure, Result, read, remove_folder, run};
use crate::toolchain::native;

const NOT_INSTALLED: &str = "the servers of these tests need pip and a network, and pip could not install them; \
    ESPALIER_WITHOUT_SERVERS=1 leaves those tests out";

/// Names the folder of the servers to the tests, installed once (about 120 MB), unless the tests are to go without them.
pub fn name_servers(tests: &mut Command) -> Result<&mut Command> {
    if std::env::var_os("ESPALIER_WITHOUT_SERVERS").is_some() {
        return Ok(tests);
    }
    let folder = place::repository().join("crates/remote/tests/servers");
    let mut wanted = DefaultHasher::new();
    read(&folder.join("requirements.txt"))?.hash(&mut wanted);
    let place = place::tools()?.join(format!("servers-{:016x}", wanted.finish()));
    let ready = || place.is_dir();
    once("servers", "downloading servers for files on the network (about 120 MB, once)", ready, || {
        install_python()?;
        let partial = place::tools()?.join("servers.partial");
        twice(|| {
            remove_folder(&partial)?;
            let mut script = native(wanted_python()?);
            script.arg("-I").arg(folder.join("start.py")).arg("install").arg(&partial);
            // What is wrong stands on the terminal, in pip's words.
            run(&mut script).map_err(|_| Failure::from(NOT_INSTALLED))
        })?;
        settle(&partial, &place)
    })?;
    Ok(tests.env("ESPALIER_SERVERS", place))
}
