//! Licences: all that the page or its tools are built from may be used and passed on freely.

use serde_json::Value;

use super::Problem;
use crate::shell::{Context, Result, output};
use crate::toolchain::native_cargo;

/// Permissive licences, by their SPDX names.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    // Of the list of certificate authorities: data, free to use and pass on with the licence.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Looks at every package of the lock file.
pub fn check() -> Result<Vec<Problem>> {
    let text = output(native_cargo().args(["metadata", "--format-version", "1", "--locked", "--all-features"]))?;
    let metadata: Value = serde_json::from_str(&text).context(|| "cargo metadata is not JSON".to_owned())?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    Ok(packages.iter().filter_map(problem).collect())
}

fn problem(package: &Value) -> Option<Problem> {
    let licence = package["license"].as_str().unwrap_or("none stated");
    if is_allowed(licence) {
        return None;
    }
    let name = package["name"].as_str().unwrap_or("?");
    let version = package["version"].as_str().unwrap_or("?");
    Some(Problem::new(
        "Cargo.lock",
        1,
        format!("{name} {version} has the licence `{licence}`, which is not on the list"),
    ))
}

/// Whether a licence expression is allowed: `OR` (formerly `/`) leaves the choice, `AND` does not; parentheses group.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let allowed = any(&words, &mut at);
    allowed == Some(true) && at == words.len()
}

fn any(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut allowed = all(words, at)?;
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        allowed |= all(words, at)?;
    }
    Some(allowed)
}

fn all(words: &[&str], at: &mut usize) -> Option<bool> {
    let mut allowed = one(words, at)?;
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        allowed &= one(words, at)?;
    }
    Some(allowed)
}

fn one(words: &[&str], at: &mut usize) -> Option<bool> {
    let word = words.get(*at)?;
    *at += 1;
    if *word == "(" {
        let allowed = any(words, at)?;
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return closed.then_some(allowed);
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1)?;
        *at += 2;
        return Some(ALLOWED.contains(&format!("{word} WITH {exception}").as_str()));
    }
    Some(ALLOWED.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissive_expressions_pass() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(good), "{good}");
        }
    }

    #[test]
    fn others_do_not() {
        for bad in [
            "",
            "none stated",
            "GPL-3.0",
            "MPL-2.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0",
            "MIT MIT",
            "GPL-2.0 WITH LLVM-exception",
            "MIT OR",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }
}
