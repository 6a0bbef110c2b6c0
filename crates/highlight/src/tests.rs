use super::*;
use proptest::prelude::*;

fn spans(language: &str, text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    Highlighter::new(language).unwrap().read(text, &mut spans);
    spans
}

/// The parts that have a kind, as `kind:text`.
fn shown(language: &str, text: &str) -> String {
    let all: Vec<String> = spans(language, text)
        .iter()
        .map(|span| format!("{}:{}", span.token.name(), &text[span.range.clone()]))
        .collect();
    all.join(" | ")
}

#[track_caller]
fn check(language: &str, text: &str, expect: &str) {
    assert_eq!(shown(language, text), expect, "{language}: {text}");
}

#[test]
fn names_are_unique_and_have_readers() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, called) in names::all() {
        assert!(seen.insert(called), "{called} twice");
        assert_eq!(names::find(called).map(|found| found.id), Some(name.id));
        assert!(Highlighter::new(&called.to_uppercase()).is_some(), "{called}");
    }
    for unknown in ["", "klingon", " ", "{", "text", "plaintext", "none"] {
        assert!(Highlighter::new(unknown).is_none(), "{unknown}");
    }
    assert_eq!(names::find("{.python}").map(|name| name.title), Some("Python"));
    assert_eq!(names::find("rust,ignore").map(|name| name.file), Some("code.rs"));
}

#[test]
fn words_of_a_language_are_listed_once() {
    for (_, called) in names::all() {
        if let Some(Highlighter(Reader::Code(reader))) = Highlighter::new(called) {
            for pair in reader.words().windows(2) {
                assert_ne!(pair[0].0, pair[1].0, "{called}");
            }
        }
    }
}

#[test]
fn rust() {
    check(
        "rust",
        "#[derive(Debug)]\npub fn main<'a>(x: &'a str) -> u8 { println!(\"é{}\", 'x'); 1..=0x2f } // 完了",
        "meta:#[derive(Debug)] | keyword:pub | keyword:fn | function:main | meta:'a | meta:'a | type:str | type:u8 | \
         function:println! | text:\"é{}\" | text:'x' | number:1 | number:0x2f | comment:// 完了",
    );
    check(
        "rs",
        "r#\"a\"b\nc\"# /* a /* b */ c\n*/ Self::MAX a.type",
        "text:r#\"a\"b | text:c\"# | comment:/* a /* b */ c | comment:*/ | type:Self | constant:MAX",
    );
    check(
        "rs",
        "'\\n' '\\u{1f600}' '😀' b'x' 'static r\"\\\" 1.5e-3_f64",
        "text:'\\n' | text:'\\u{1f600}' | text:'😀' | text:b'x' | meta:'static | text:r\"\\\" | number:1.5e-3_f64",
    );
}

#[test]
fn python() {
    check(
        "python",
        "@dec.a\nasync def f(x: int = 1) -> None:\n    \"\"\"doc\n    string\"\"\"\n    return f'{x}' # 注释 🎉",
        "meta:@dec.a | keyword:async | keyword:def | function:f | type:int | number:1 | constant:None | text:\"\"\"doc | \
         text:    string\"\"\" | keyword:return | text:f'{x}' | comment:# 注释 🎉",
    );
    check("py", "a = 'open\nb = rb\"\\\"", "text:'open | text:rb\"\\\"");
}

#[test]
fn scripts() {
    check(
        "js",
        "const a = `x ${f({b: `y`})} z`; // c",
        "keyword:const | text:`x ${ | function:f | text:`y` | text:} z` | comment:// c",
    );
    check("js", "x = a / b / c; y = /[/]\\/x/gi.test(s)", "text:/[/]\\/x/gi | function:test");
    check("tsx", "return <div id=\"a\">don't {x}</div>", "keyword:return | type:div | text:\"a\" | type:div");
    check("jsx", "<br /> / 2", "type:br | number:2");
    check("ts", "interface A { b: string }", "keyword:interface | type:A | type:string");
}

#[test]
fn data() {
    check(
        "json",
        "{\"a\\\"\": \"b\", \"c\" : [1, -2.5e+3, true]}",
        "property:\"a\\\"\" | text:\"b\" | property:\"c\" | number:1 | number:2.5e+3 | constant:true",
    );
    check(
        "toml",
        "[a.b] # c\nx.y = \"z\" # d\nn = '''\n'''",
        "type:[a.b] | comment:# c | property:x.y | text:\"z\" | comment:# d | property:n | text:''' | text:'''",
    );
    check(
        "yaml",
        "a-b: don't # c\n- d: |\n    text: x\n\n    more\n  e: &x \"f\"\n\"g\": *x\nurl: http://x",
        "property:a-b | comment:# c | property:d | text:text: x | text:more | property:e | meta:&x | text:\"f\" | \
         property:\"g\" | meta:*x | property:url",
    );
    check("ini", "; a\n[b]\nc = d", "comment:; a | type:[b] | property:c");
    check(
        "css",
        "a:hover, .b #c { color: #fff; --x: 1px !important }",
        "type:.b | type:#c | property:color | number:#fff | property:--x | number:1px | keyword:!important",
    );
}

#[test]
fn systems() {
    check(
        "c",
        "#include <a.h>\n#define X 1\nint main(void) { return '\\0'; }",
        "meta:#include | text:<a.h> | meta:#define | type:X | number:1 | type:int | function:main | type:void | \
         keyword:return | text:'\\0'",
    );
    check("c++", "auto s = R\"x(a\n)\" )x\"; L\"b\"", "keyword:auto | text:R\"x(a | text:)\" )x\" | text:L\"b\"");
    check("cs", "var s = @\"a\"\"\\\"; $\"b\"", "type:var | text:@\"a\"\"\\\" | text:$\"b\"");
    check("go", "func (t *T) f() `a\nb`", "keyword:func | type:T | function:f | text:`a | text:b`");
    check("swift", "let s = \"a\\(f(\"b\"))c\"", "keyword:let | text:\"a\\( | function:f | text:\"b\" | text:)c\"");
    check("haskell", "foldl' f x --> y -- z\n{- a {- b -} -}", "comment:-- z | comment:{- a {- b -} -}");
    check("lua", "--[==[ a\n]] ]==] x = [[b]] -- c", "comment:--[==[ a | comment:]] ]==] | text:[[b]] | comment:-- c");
}

#[test]
fn shells() {
    check(
        "bash",
        "if [ $# -gt 0 ]; then echo \"a $(cat 'b')\" ${x#y} a#b # c\ncat <<'EOF' >f\n# d\nEOF\nfi",
        "keyword:if | number:0 | keyword:then | function:echo | text:\"a $( | function:cat | text:'b')\" | \
         property:${x#y} | comment:# c | function:cat | meta:<<'EOF' | text:# d | text:EOF | keyword:fi",
    );
    check(
        "powershell",
        "Get-Item $env:PATH <# a\n#> \"b`\"\"",
        "function:Get-Item | property:$env | comment:<# a | comment:#> | text:\"b`\"\"",
    );
    check("docker", "FROM a:1 AS b\nRUN c # d", "keyword:FROM | number:1 | keyword:AS | keyword:RUN | comment:# d");
    check("make", "A := b\nall: c $(A)\n\td", "property:A | function:all | property:$(A)");
}

#[test]
fn others() {
    check(
        "sql",
        "SELECT count(*) from t where a = 'it''s' -- b",
        "keyword:SELECT | function:count | keyword:from | keyword:where | text:'it''s' | comment:-- b",
    );
    check("php", "<?php $a = \"b\"; ?>", "meta:<?php | property:$a | text:\"b\" | meta:?>");
    check(
        "ruby",
        "def f; @a = :b << \"c#{d}\" ; end",
        "keyword:def | function:f | property:@a | constant::b | text:\"c#{ | text:}\" | keyword:end",
    );
    check("ruby", "x =begin\n=begin\nx\n=end", "keyword:begin | comment:=begin | comment:x | comment:=end");
    check(
        "diff",
        "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n e",
        "meta:--- a | meta:+++ b | meta:@@ -1 +1 @@ | deleted:-c | inserted:+d",
    );
    check(
        "latex",
        "\\begin{a} 5\\% $x$ % c",
        "meta:\\begin | type:a | number:5 | keyword:\\% | text:$ | text:$ | comment:% c",
    );
    check("md", "# a\n- b `c`\n```\nd\n```\ne", "keyword:# a | meta:- | text:`c` | meta:``` | text:d | meta:```");
    check(
        "html",
        "<!-- a\n--><p class=\"b\n c\" d=e>&amp;</p><script>let x = '</script>'<style>a { b: c }</STYLE>",
        "comment:<!-- a | comment:--> | type:p | property:class | text:\"b | text: c\" | property:d | text:e | constant:&amp; | \
         type:p | type:script | keyword:let | text:' | type:script | type:style | property:b | type:STYLE",
    );
    check("xml", "<?xml a?><![CDATA[<b>]]><c:d/>", "meta:<?xml a?> | text:<![CDATA[<b>]]> | type:c:d");
}

#[test]
fn hostile_code_is_text() {
    check(
        "html",
        "</code><script>alert(1)</script>",
        "type:code | type:script | function:alert | number:1 | type:script",
    );
}

#[test]
fn h3_long_lines_stay_plain_and_what_follows_does_not() {
    let long = "x".repeat(MAX_LINE + 1);
    check("rs", &format!("fn a\n{long}\nfn b"), "keyword:fn | function:a | keyword:fn | function:b");
}

/// H3: what makes a reader look far ahead, many times in a line.
#[test]
fn h3_time_grows_with_length() {
    let pieces =
        ["/", "= / ", "<", "`${", "R\"", "r#", "[=", "--", "<<", "'", "\"", "#[", "{-", "${", "a:", "](", "<a", "&a"];
    let mut steps = 0;
    let mut languages: Vec<&str> = names::all().map(|(name, _)| name.called()).collect();
    languages.dedup();
    for called in languages {
        for piece in pieces {
            let line = piece.repeat(MAX_LINE / piece.len());
            steps += spans(called, &format!("{line}\n{line}")).len();
        }
    }
    assert!(steps > 0);
}

const PIECES: &[&str] = &[
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "\\",
    "\n",
    "\n",
    "\r\n",
    " ",
    "\t",
    "/*",
    "*/",
    "//",
    "#",
    "--",
    "{-",
    "-}",
    "--[[",
    "]]",
    "[=[",
    "]=]",
    "<!--",
    "-->",
    "<",
    ">",
    "</",
    "<script>",
    "</script",
    "<style>",
    "=",
    ":",
    ": ",
    "|",
    "- ",
    "$",
    "${",
    "$(",
    "#{",
    "}",
    ")",
    "(",
    "{",
    "[",
    "]",
    "r#\"",
    "\"#",
    "R\"x(",
    ")x\"",
    "@\"",
    "<<EOF",
    "EOF",
    "@",
    "&",
    "!",
    "?",
    ";",
    ",",
    ".",
    "/",
    "a",
    "fn",
    "def",
    "class",
    "X",
    "1",
    "0x",
    "1e",
    "+",
    "-",
    "=begin",
    "=end",
    "```",
    "~~~",
    "%",
    "\\(",
    "é",
    "中文",
    "🎉",
    "👩‍👩‍👧‍👦",
    "\u{202e}",
    "\0",
];

fn pieces() -> impl Strategy<Value = String> {
    let one = prop_oneof![8 => proptest::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(one, 0..60).prop_map(|all| all.concat())
}

fn languages() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(names::all().map(|(_, called)| called).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn h1_spans_are_in_order_and_on_boundaries(language in languages(), text in pieces()) {
        let mut end = 0;
        for span in spans(language, &text) {
            prop_assert!(end <= span.range.start && !span.range.is_empty(), "{:?}", span);
            end = span.range.end;
            let part = text.get(span.range.clone());
            prop_assert!(part.is_some_and(|part| !part.contains('\n')), "{:?} in {:?}", span, text);
        }
    }

    #[test]
    fn h2_pieces_have_the_spans_of_the_whole(language in languages(), text in pieces(), cuts in proptest::collection::vec(any::<bool>(), 60)) {
        let mut reader = Highlighter::new(language).unwrap();
        let (mut found, mut piece, mut start) = (Vec::new(), String::new(), 0);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for (index, line) in lines.iter().enumerate() {
            piece.push_str(line);
            if cuts.get(index) != Some(&false) || index + 1 == lines.len() {
                let mut own = Vec::new();
                // A clone goes on as the reader itself would.
                reader.clone().read(&piece, &mut own);
                let mut again = Vec::new();
                reader.read(&piece, &mut again);
                prop_assert_eq!(&own, &again);
                found.extend(own.into_iter().map(|span| Span { range: span.range.start + start..span.range.end + start, ..span }));
                start += piece.len();
                piece.clear();
            }
        }
        prop_assert_eq!(found, spans(language, &text));
    }
}
