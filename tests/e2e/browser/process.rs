//! The browser as a process: found, started with a profile, killed as a whole.
//!
//! Must not speak the debugging protocol; it hands out the port and path to connect to.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const START_LIMIT: Duration = Duration::from_secs(40);
const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
const FLAGS: [&str; 25] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-search-engine-choice-screen",
    "--disable-client-side-phishing-detection",
    // Several windows share one screen here; none of them may be slowed down for being covered.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    // The suggestions of the address bar are two pages of their own in each window, which nobody sees here: without them
    // a first visit takes 2.2 s of processor time instead of 3.8.
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,WebUIOmniboxPopup,\
     WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    "--password-store=basic",
    "--use-mock-keychain",
    "--force-color-profile=srgb",
    "--window-size=1280,800",
    "--lang=en-US",
    // WebGL in software, and it alone: there is no graphics card where tests run.
    "--enable-unsafe-swiftshader",
    "--accept-lang=en-US",
];

static NEXT_FOLDER: AtomicU32 = AtomicU32::new(0);

/// Folder of the browser's profile.
#[derive(Debug, Clone)]
pub enum Profile {
    /// An empty folder, removed with the browser.
    Fresh,
    /// A folder of the test's own, which stays.
    At(PathBuf),
}

pub struct Process {
    child: Mutex<Child>,
    /// Id of the process, and of the process group.
    pid: u32,
    /// Process that kills the group as soon as its standard input closes, so not even a crashed or interrupted test run
    /// leaves a browser behind.
    guard: Mutex<Child>,
    pub port: u16,
    pub path: String,
}

impl Process {
    /// Starts a browser and waits until its debugging port is open.
    pub fn start(profile: &Profile, extra: &[&str], environment: &[(&str, PathBuf)]) -> Self {
        let (folder, temporary) = match profile {
            Profile::At(folder) => (folder.clone(), None),
            Profile::Fresh => {
                let folder = temporary_folder("profile");
                (folder.clone(), Some(folder))
            }
        };
        fs::create_dir_all(&folder).expect("the profile folder can be created");
        let port_file = folder.join("DevToolsActivePort");
        // A killed browser leaves its file behind; reading that would connect to nobody.
        let _ = fs::remove_file(&port_file);
        let log_path = folder.join("browser.log");
        let log = fs::File::create(&log_path).expect("the browser's log can be created");
        let program = find();
        let mut child = Command::new(&program)
            .args(FLAGS)
            .args(extra)
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg("about:blank")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
        let pid = child.id();
        let guard = guard(pid, temporary.as_deref());
        let (port, path) = wait_for_port(&mut child, &port_file, &log_path);
        Self { child: Mutex::new(child), pid, guard: Mutex::new(guard), port, path }
    }

    /// Sends SIGKILL to every process of the browser at once; returns when none is left.
    pub fn kill(&self) {
        signal_group(self.pid, "KILL");
        self.wait_end();
    }

    /// Waits until every process of the browser has ended.
    pub fn wait_end(&self) {
        // Without this wait the killed leader stays a zombie, and the group would look alive for ever.
        let _ = self.child.lock().unwrap().wait();
        let start = now();
        while signal_group(self.pid, "0") {
            assert!(start.elapsed() < Duration::from_secs(10), "the browser did not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        signal_group(self.pid, "KILL");
        let _ = self.child.lock().unwrap().wait();
        let mut guard = self.guard.lock().unwrap();
        drop(guard.stdin.take());
        let _ = guard.wait();
    }
}

/// An empty folder under the system's temporary folder, unique to this run and removed with this value.
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    pub fn new(purpose: &str) -> Self {
        Self(temporary_folder(purpose))
    }

    /// Writes a file there and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file in the temporary folder can be written");
        path
    }
}

impl std::ops::Deref for TemporaryFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[allow(clippy::disallowed_methods)] // These tests run natively only, where there is a clock.
pub fn now() -> Instant {
    Instant::now()
}

fn find() -> PathBuf {
    if let Some(path) = std::env::var_os("ESPALIER_CHROME") {
        return PathBuf::from(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    for name in NAMES {
        if let Some(found) = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
        {
            return found;
        }
    }
    panic!("no browser found: set ESPALIER_CHROME to a Chrome, Chromium or Edge program");
}

fn temporary_folder(purpose: &str) -> PathBuf {
    let number = NEXT_FOLDER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("espalier-e2e-{}-{number}-{purpose}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
}

fn guard(pid: u32, temporary: Option<&Path>) -> Child {
    let mut command = Command::new("sh");
    // `cat` ends when this process does, however it ends; the group is its own so that Ctrl-C does not end it first.
    command
        .args(["-c", r#"cat >/dev/null; kill -KILL -- "-$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2""#, "guard"])
        .arg(pid.to_string())
        .arg(temporary.map_or_else(Default::default, Path::as_os_str))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    command.spawn().expect("sh starts")
}

fn wait_for_port(child: &mut Child, port_file: &Path, log: &Path) -> (u16, String) {
    let start = now();
    loop {
        let written = fs::read_to_string(port_file).unwrap_or_default();
        if let Some((port, path)) = written.split_once('\n')
            && let Ok(port) = port.trim().parse()
            && !path.trim().is_empty()
        {
            return (port, path.trim().to_owned());
        }
        let ended = child.try_wait().expect("the browser's state is readable");
        if ended.is_some() || start.elapsed() > START_LIMIT {
            let said = fs::read_to_string(log).unwrap_or_default();
            panic!("the browser did not open its DevTools port ({ended:?}):\n{said}");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether the signal reached a process; signal "0" only asks.
fn signal_group(pid: u32, signal: &str) -> bool {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), "--", &format!("-{pid}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    sent.is_ok_and(|status| status.success())
}
