use proptest::prelude::*;

use super::tree::{ATTRIBUTES, TAGS};
use super::*;

fn text(node: &Element) -> String {
    let of = |child: &Node| match child {
        Node::Element(element) => text(element),
        Node::Text(text) => text.clone(),
    };
    node.children.iter().map(of).collect()
}

fn classes(node: &Element) -> Vec<&'static str> {
    let children = node.children.iter().filter_map(|child| match child {
        Node::Element(element) => Some(classes(element)),
        Node::Text(_) => None,
    });
    node.classes.iter().copied().chain(children.flatten()).collect()
}

fn is_listed(node: &Element) -> bool {
    TAGS.contains(&node.tag)
        && node.attributes.iter().all(|(name, _)| ATTRIBUTES.contains(name))
        && node.children.iter().all(|child| match child {
            Node::Element(element) => is_listed(element),
            Node::Text(_) => true,
        })
}

#[test]
fn formulas_of_answers_are_read() {
    for (latex, expected) in [
        (r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", "x=−b±b2−4ac2a"),
        (r"\int_0^\infty e^{-x^2}\,\mathrm{d}x", "∫0∞e−x2dx"),
        (r"\boxed{42}", "42"),
        (r"\sum_{\substack{i=1\\i\ne j}}^n a_i", "∑i=1i≠jnai"),
        (r"f(x)=\begin{cases}1 & \text{if $x>0$}\\0&\text{otherwise}\end{cases}", "f(x)={1if\u{a0}x>00otherwise"),
        (r"\begin{aligned}a&=b\\&=c\end{aligned}", "a=b=c"),
        (r"\begin{alignedat}{2}a&=b&c&=d\end{alignedat}", "a=bc=d"),
        (r"\begin{split}a&=b\\&=c\end{split}", "a=b=c"),
        (r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", "[1234]"),
        (r"E = mc^2 \tag{1}", "E=mc2(1)"),
        (r"\textcolor{red}{a}+\color{blue}b", "a+b"),
        (r"\text{如果 }x\text{，那么}", "如果\u{a0}x，那么"),
        (r"\lim_{n\to\infty}\left(1+\frac1n\right)^n", "limn→∞(1+1n)n"),
        (r"\hat{y}\fbox{a $x$}\cdots\widetilde{ab}", "yˆa\u{a0}x⋯ab~"),
    ] {
        let read = read(latex, true).unwrap_or_else(|error| panic!("{latex}: {error:?}"));
        let text = text(&read).replace(['\u{2061}', '\u{2062}'], "");
        assert!(text.starts_with(expected), "{latex}: {text}");
        assert_eq!((read.tag, read.attributes.first()), ("math", Some(&("display", "block".to_owned()))));
    }
}

#[test]
fn e1_styles_become_classes() {
    let read = |latex: &str| classes(&read(latex, true).unwrap());
    let sides = ["math-line-left", "math-line-top", "math-line-right", "math-line-bottom"];
    let mut boxed = read(r"\boxed{a}");
    boxed.sort_unstable();
    assert_eq!(boxed.len(), 4, "{boxed:?}");
    assert!(sides.iter().all(|side| boxed.contains(side)), "{boxed:?}");
    assert!(read(r"\begin{aligned}a&=b\end{aligned}").contains(&"math-right"));
    assert_eq!(read(r"\cancel{a}"), ["math-strike-up"]);
    assert_eq!(read(r"\textbf{a}"), ["math-bold"]);
}

#[test]
fn e1_what_is_not_listed_is_not_read() {
    for text in [
        "<math><script>alert(1)</script></math>",
        "<math><mi onclick=\"x\">a</mi></math>",
        "<math><mtext><a href=\"javascript:x\">a</a></mtext></math>",
        "<math><mi mathcolor=\"url(x)\">a</mi></math>",
        "<math><mi style=\"background:red\">a</mi></math>",
        "<math><mi>a</math>",
        "<math><mi>a</mi>",
        "<math></math><math></math>",
        "a",
        "",
    ] {
        assert_eq!(tree::parse(text), None, "{text}");
    }
}

#[test]
fn e2_what_is_not_known_is_an_error() {
    for latex in [r"\frac{a}", r"\begin{tikzpicture}\end{tikzpicture}", r"{a"] {
        assert!(read(latex, false).is_err(), "{latex}");
    }
}

#[test]
fn e3_nesting_is_bounded() {
    let on_a_small_stack = |latex: String| {
        let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
        thread.spawn(move || read(&latex, true).map(drop)).unwrap().join().unwrap()
    };
    for part in [
        "{",
        r"\sqrt",
        r"\left(",
        r"\begin{matrix}",
        "x^",
        r"\hat",
        r"\frac",
        r"\boxed{",
        r"\text{$",
        "[",
        r"\color{red}",
    ] {
        for count in [10, 50, 400, 4000] {
            let _ = on_a_small_stack(part.repeat(count));
            let _ = on_a_small_stack(format!("{}x{}", part.repeat(count), "}".repeat(count)));
        }
    }
    assert_eq!(read(&"{".repeat(100), true), Err(MathError::TooDeep));
}

/// The words of a formula behind others.
fn after(before: &str, latex: &str) -> Result<String, MathError> {
    read_after(before, latex, false).map(|read| text(&read).replace(['\u{2061}', '\u{2062}'], ""))
}

#[test]
fn e4_definitions_are_expanded() {
    for (latex, expected) in [
        (r"\newcommand{\R}{\mathbb{R}} x\in\R", "x∈ℝ"),
        (r"\newcommand\R{\mathbb{R}}\R^\R", "ℝℝ"),
        (r"\newcommand{\norm}[1]{\lVert #1 \rVert}\norm{x}+\norm y", "‖x‖+‖y‖"),
        (r"\newcommand{\p}[2][a]{#1#2}\p{b}\p[c]{d}", "abcd"),
        (r"\def\x#1#2{#2#1}\x ab", "ba"),
        (r"\def\a{\alpha}\def\b#1{\a#1}\b c", "αc"),
        (r"\newcommand{\a}{b}\renewcommand{\a}{c}\a", "c"),
        (r"\renewcommand*{\vec}[1]{\mathbf{#1}}\vec{v}", "𝐯"),
        (r"\DeclareMathOperator{\sgn}{sgn}\sgn x", "sgn\u{2009}x"),
        (r"\DeclareMathOperator*{\argmax}{arg\,max}\argmax_x", "arg"),
        (r"\newcommand{\h}{\#}\h", "#"),
    ] {
        let read = after("", latex).unwrap_or_else(|error| panic!("{latex}: {error:?}"));
        assert!(read.replace('\u{2009}', "").starts_with(&expected.replace('\u{2009}', "")), "{latex}: {read}");
    }
    let before = r"\newcommand{\RR}{\mathbb{R}} \def\wrong";
    assert_eq!(after(before, r"\RR").as_deref(), Ok("ℝ"));
    assert_eq!(after("", r"\RR").as_deref(), Ok(r"\RR"), "nothing is kept from formula to formula");
    assert!(read(r"\newcommand{\R}{\mathbb{R}}", true).is_ok());
}

#[test]
fn e4_hostile_definitions_are_refused() {
    for latex in [
        r"\def\a{\a}\a",
        r"\def\a{\b}\def\b{\a}\a",
        r"\def\a{\a\a}\a",
        r"\def\a#1{\a{#1#1}}\a x",
        r"\def\a{bbbbbbbbbb}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c}\d\d\d\d",
        r"\newcommand{\a}[10]{x}\a",
        r"\newcommand{\a}[1]{#2}\a x",
        r"\newcommand{\a}[1]{#1}\a",
        r"\newcommand{\a}",
        r"\newcommand{a}{b}",
        r"\def\a#2{b}\a c",
        r"\def\a#1.{b}\a c.",
        r"\def",
        r"\DeclareMathOperator{\a}",
    ] {
        assert!(read(latex, true).is_err(), "{latex}");
    }
    let linked = read(r"\def\a{\href{javascript:alert(1)}{x}}\a", true);
    assert!(linked.is_ok_and(|read| !format!("{read:?}").contains("alert")));
    let deep = "\\def\\a{{{}}".repeat(40);
    assert!(read(&deep, true).is_err());
    let nested = format!(r"\def\a#1{{{{#1}}}}{}x{}", r"\a{".repeat(60), "}".repeat(60));
    assert_eq!(read(&nested, true), Err(MathError::TooDeep));
}

proptest! {
    #[test]
    fn e4_a_command_means_what_it_stands_for(name in "[A-Z]{2,5}", body in "[a-z0-9+ ]{1,12}", around in "[a-z ]{0,5}") {
        let is_known = |read: Element| count(&read, "merror") == 0;
        prop_assume!(!body.trim().is_empty() && !read(&format!("\\{name}"), false).is_ok_and(is_known));
        let defined = read(&format!("\\newcommand{{\\{name}}}{{{body}}}{around}\\{name} {around}"), false);
        prop_assert_eq!(defined, read(&format!("{around}{body} {around}"), false));
    }

    #[test]
    fn e4_any_definitions_are_read_or_refused(
        before in prop::collection::vec(prop::sample::select(DEFINING), 0..16),
        parts in prop::collection::vec(prop::sample::select(DEFINING), 0..16),
    ) {
        if let Ok(read) = read_after(&before.concat(), &parts.concat(), true) {
            prop_assert!(is_listed(&read));
        }
    }
}

const DEFINING: &[&str] = &[
    "\\newcommand",
    "\\renewcommand",
    "\\def",
    "\\DeclareMathOperator",
    "*",
    "{\\a}",
    "\\a",
    "\\b",
    "[1]",
    "[2]",
    "[x]",
    "#1",
    "#2",
    "##",
    "#",
    "{",
    "}",
    "{\\a #1}",
    "{x}",
    "{#1^{#1}}",
    "y",
    " ",
    "^",
    "\\",
    "中",
];

#[test]
fn e2_no_separator_of_a_table_is_dropped() {
    for latex in [
        r"\sqrt&a",
        r"a^&b",
        r"{a&b}",
        r"\left(a&b\right)",
        r"\sqrt[&]a",
        r"\textcolor{red}{a&b}",
        r"\frac a&b",
        r"\hat\\b",
        r"{a\\b}",
        r"\mathrel&",
        r"\boxed{a&b}",
        r"a{\begin{matrix}a&b\end{matrix}&c}",
    ] {
        for environment in ["align", "matrix", "cases"] {
            let latex = format!("\\begin{{{environment}}}{latex}\\end{{{environment}}}");
            assert!(matches!(read(&latex, true), Err(MathError::Unknown(_))), "{latex}");
        }
    }
    for (latex, cells) in [
        (r"\begin{matrix}\displaystyle a&b\\\textstyle c&d\end{matrix}", 4),
        (r"\begin{matrix}\color{red}a&b\end{matrix}", 2),
        (r"\begin{matrix}1\over2&3\end{matrix}", 2),
        (r"\begin{array}{c|c}\hline 1\over2&3\\\hline a&\begin{matrix}\displaystyle x&y\end{matrix}\end{array}", 6),
        (r"\begin{aligned}a&=\substack{b\\c}&\&\end{aligned}", 5),
        (r"\begin{cases}a&\text{if }b\\[1em]\frac12&\text{else}\end{cases}", 4),
        (r"\begin{matrix}\sqrt{\begin{matrix}a&b\end{matrix}}&c\end{matrix}", 4),
    ] {
        let read = read(latex, true).unwrap_or_else(|error| panic!("{latex}: {error:?}"));
        assert_eq!(count(&read, "mtd"), cells, "{latex}");
    }
}

fn count(element: &Element, tag: &str) -> usize {
    let inside = element.children.iter().map(|child| match child {
        Node::Element(child) => count(child, tag),
        Node::Text(_) => 0,
    });
    usize::from(element.tag == tag) + inside.sum::<usize>()
}

#[test]
fn every_macro_is_understood() {
    assert!(LatexToMathML::new(config()).is_ok());
    for (name, meaning) in macros::MACROS {
        let argument = if meaning.contains("#1") { "{a}" } else { " " };
        let argument = if meaning.contains("#2") { "{a}{b}" } else { argument };
        assert!(
            read(&format!("x\\{name}{argument}"), false).is_ok(),
            "{name}: {:?}",
            read(&format!("x\\{name}{argument}"), false)
        );
    }
}

proptest! {
    #[test]
    fn e1_any_text_is_read_or_refused(parts in prop::collection::vec(prop::sample::select(PARTS), 0..24), any in any::<String>()) {
        for latex in [parts.concat(), any] {
            if let Ok(read) = read(&latex, true) {
                prop_assert!(is_listed(&read));
            }
        }
    }
}

const PARTS: &[&str] = &[
    "a",
    "1",
    "{",
    "}",
    "^",
    "_",
    "&",
    r"\\",
    " ",
    r"\frac",
    r"\text{",
    "$",
    r"\left(",
    r"\right)",
    r"\begin{align}",
    r"\end{align}",
    r"\begin{array}{c|c}",
    r"\end{array}",
    r"\hline",
    r"\tag{1}",
    r"\textcolor{red}",
    r"\sqrt",
    "[3]",
    r"\cancel",
    r"\boxed",
    r"\ref{a}",
    r"\label{a}",
    "<b>",
    "\"",
    "中",
    r"\textbf",
    r"\color{#ff0000}",
    r"\hspace{1em}",
    r"\substack",
    "é",
    r"\href{javascript:x}{y}",
    r"\begin{alignedat}",
    "\\",
];

#[test]
fn e2_an_unknown_command_stays_as_its_name_within_the_formula() {
    for latex in
        [r"\foo{x} + 1", r"\ce{H2O} \to y", r"\qty(x) = \frac{1}{2}", r"\begin{cases}\foo & a\\b & c\end{cases}"]
    {
        let told = format!("{:?}", read(latex, true).unwrap());
        let name = latex.split('\\').find(|name| !name.is_empty() && !name.starts_with("begin")).unwrap();
        let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())];
        assert!(told.contains(&format!("\\\\{name}")) && told.contains("merror"), "{latex}: {told}");
    }
}

#[test]
fn commands_that_models_write_are_known() {
    for latex in [
        r"a \mbox{ if } b",
        r"\begin{cases}1 & \mbox{if } x\\0 & \mbox{else}\end{cases}",
        r"x = 1 \tag*{(1)}",
        r"\abs{x} \le \norm{v}",
        r"\dv{f}{x} + \pdv{f}{y}",
        r"\href{https://a.example}{y^2}",
        r"\ensuremath{x}",
    ] {
        let told = format!("{:?}", read(latex, true).unwrap_or_else(|error| panic!("{latex}: {error:?}")));
        assert!(!told.contains("merror"), "{latex}: {told}");
    }
}
