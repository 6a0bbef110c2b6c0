//! Rules of every Rust file: a head that describes it, a name in the house's style, a length one can read.

use super::Problem;
use super::rust::Source;

/// Most lines before the tests. A file is one idea and holds the whole `impl` of a type, so most are short and some are
/// not; one of this length is never one idea.
const LONGEST: usize = 1_200;

pub fn check(source: &Source) -> Vec<Problem> {
    let mut problems = Vec::new();
    // The name of a file of tests beside its module says it all.
    if !source.text.starts_with("//!") && !source.name.ends_with("tests.rs") {
        problems.push(Problem::new(&source.name, 1, "the file has no `//!` head saying what it is"));
    }
    if source.name.ends_with("/mod.rs") {
        problems.push(Problem::new(&source.name, 1, "use `foo.rs` beside `foo/`, not `foo/mod.rs`"));
    }
    let lines = source.shipped().lines().count();
    if lines > LONGEST {
        problems.push(Problem::new(
            &source.name,
            LONGEST + 1,
            format!("{lines} lines without tests; split it (limit {LONGEST})"),
        ));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn count(name: &str, text: &str) -> usize {
        check(&Source::new(Text { name: name.to_owned(), text: text.to_owned() })).len()
    }

    #[test]
    fn heads_are_required() {
        assert_eq!(count("src/a.rs", "//! Head.\n"), 0);
        assert_eq!(count("src/a.rs", "// Head.\n"), 1);
        assert_eq!(count("src/a.rs", ""), 1);
        assert_eq!(count("src/a/tests.rs", "// Head.\n"), 0);
    }

    #[test]
    fn mod_rs_is_refused() {
        assert_eq!(count("src/a/mod.rs", "//! Head.\n"), 1);
        assert_eq!(count("src/a/model.rs", "//! Head.\n"), 0);
    }

    #[test]
    fn only_shipped_lines_count() {
        let long = format!("//! Head.\n{}", "fn f() {}\n".repeat(LONGEST - 1));
        assert_eq!(count("src/a.rs", &long), 0);
        assert_eq!(count("src/a.rs", &format!("{long}fn g() {{}}\n")), 1);
        assert_eq!(
            count("src/a.rs", &format!("{long}#[cfg(test)]\nmod tests {{\n{}}}\n", "fn f() {}\n".repeat(500))),
            0
        );
    }
}
