//! `cargo xtask`: set-up, build, checks and tests in one command.

mod bench;
mod lockfile;
mod page;
mod place;
mod real_model;
mod serve;
mod setup;
mod shell;
mod size;
mod test;
mod tidy;
mod toolchain;
mod torture;

use std::process::ExitCode;

use shell::{Failure, Result, say};

const MENU: &str = "\
cargo xtask <command>

  serve [--release] [--port N]   set up, build the page and serve it on 127.0.0.1:8100
  test [STEP...]                 set up, then every check and test there is (or only those steps)
  test --changed                 only what the change since `main` touches: its crates, and the browser tests of its
                                 part of the page on a quick build in dist/; a first look, not the gate
  test late                      only the browser tests, on pages that finish their effects late
  dist [--public-url URL]        build the page for any static host into dist/ (default URL: ./); with --quick in
                                 seconds and one piece, with --quick --chunks in seconds and in chunks
  assets                         write what the page needs beside the program; called by Trunk
  timed PROGRAM [WORD...]        run a test program with the time of every test; called by cargo in test
  size                           weigh dist/ against its budget
  tidy                           check the rules no compiler checks: floors, heads, classes, colours, licences
  bench [NAME...]                measure the library and the page
  real-model                     talk to a real model behind a real server, from the page in a real browser; also
                                 the last step of test, which skips it where the model cannot be had
  torture [KIND...]              do harm to the page's data and count what was acknowledged and lost, for hours; with
                                 --kills N so many kills with each storage engine, with --short in three minutes, as
                                 in test
  setup                          only make this machine ready to build and test

`test e2e -- NAME...` and `test late -- NAME...` run the browser tests with such names.
A browser test that fails in `test` runs again by itself. If it passes twice, it is FLAKY, and the run is good with up to
two of them; their failures are kept in target/xtask/flaky, the times of steps and tests in target/xtask/*times.tsv.
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn command(words: &[String]) -> Result<()> {
    let mut options = Options::new(words.get(1..).unwrap_or_default());
    match words.first().map(String::as_str) {
        Some("setup") => options.end().and_then(|()| setup::everything()),
        Some("dist") => {
            let url = options.value("--public-url")?.unwrap_or_else(|| "./".to_owned());
            let (quick, chunks) = (options.flag("--quick"), options.flag("--chunks"));
            let how = match (quick, chunks) {
                (true, false) => page::Build::Quick,
                (true, true) => page::Build::QuickPieces,
                (false, _) => page::Build::Release,
            };
            options.end()?;
            let folder = page::dist(&url, how)?;
            say(&format!("The page is in {}.", folder.display()));
            Ok(())
        }
        Some("assets") => {
            options.end()?;
            let folder = std::env::var_os("TRUNK_STAGING_DIR").ok_or("assets is called by Trunk; see Trunk.toml")?;
            page::assets(std::path::Path::new(&folder))
        }
        Some("tidy") => options.end().and_then(|()| tidy::check()),
        Some("test") => test::test(&words[1..]),
        Some("timed") => test::times::run(&words[1..]),
        Some("bench") => bench::bench(&words[1..]),
        Some("real-model") => options.end().and_then(|()| real_model::talk()),
        Some("torture") => {
            let (kills, short) = (options.number("--kills")?, options.flag("--short"));
            torture::torture(&options.0, kills, short)
        }
        Some("size") => options.end().and_then(|()| size::check(&place::dist())),
        Some("serve") => {
            let release = options.flag("--release");
            let port = options.number("--port")?.unwrap_or(serve::PORT);
            options.end()?;
            serve::serve(release, port)
        }
        None | Some("help" | "--help" | "-h") => {
            say(MENU);
            Ok(())
        }
        Some(other) => Err(Failure(format!("there is no command `{other}`\n\n{MENU}"))),
    }
}

/// The words after the command, taken out one by one; those left at the end were not understood.
struct Options(Vec<String>);

impl Options {
    fn new(words: &[String]) -> Self {
        // `--port=1` and `--port 1` are the same.
        let split = |word: &String| match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => vec![name.to_owned(), value.to_owned()],
            _ => vec![word.clone()],
        };
        Self(words.iter().flat_map(split).collect())
    }

    fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    fn value(&mut self, name: &str) -> Result<Option<String>> {
        let Some(at) = self.0.iter().position(|word| word == name) else {
            return Ok(None);
        };
        if at + 1 >= self.0.len() {
            return Err(Failure(format!("{name} needs a value")));
        }
        self.0.remove(at);
        Ok(Some(self.0.remove(at)))
    }

    fn number(&mut self, name: &str) -> Result<Option<u16>> {
        let Some(text) = self.value(name)? else { return Ok(None) };
        text.parse().map(Some).map_err(|_| Failure(format!("{name} needs a number from 0 to 65535, not `{text}`")))
    }

    fn end(&self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => Err(Failure(format!("`{word}` is not an option of this command\n\n{MENU}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Options {
        Options::new(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_taken_in_any_order() {
        let mut given = options("--port=81 --release");
        assert!(given.flag("--release"));
        assert_eq!(given.number("--port").unwrap(), Some(81));
        assert!(given.end().is_ok());
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        assert!(options("--fast").end().is_err());
        assert!(options("--port").number("--port").is_err());
        assert!(options("--port x").number("--port").is_err());
    }
}
