//! Names of languages: how they are asked for, how they are written, and the file they are saved in.
//!
//! Apart from the readers, so that it can be had without them.

/// A language that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after its language")]
pub enum Id {
    Rust,
    Python,
    JavaScript,
    TypeScript,
    Jsx,
    Tsx,
    Json,
    Toml,
    Yaml,
    Html,
    Xml,
    Css,
    Scss,
    C,
    Cpp,
    CSharp,
    ObjectiveC,
    Java,
    Kotlin,
    Go,
    Swift,
    Php,
    Ruby,
    Perl,
    Sql,
    Bash,
    PowerShell,
    Lua,
    R,
    Haskell,
    Scala,
    Dart,
    Zig,
    Elixir,
    Julia,
    GraphQl,
    Protobuf,
    Hcl,
    Diff,
    Dockerfile,
    Makefile,
    Ini,
    Markdown,
    Latex,
}

/// Names of a language.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// The language.
    pub id: Id,
    /// Its usual spelling.
    pub title: &'static str,
    /// The name of a file with code of it.
    pub file: &'static str,
    /// Words for it after a fence, in small letters, between spaces.
    called: &'static str,
}

const fn name(id: Id, title: &'static str, file: &'static str, called: &'static str) -> Name {
    Name { id, title, file, called }
}

static NAMES: [Name; 44] = [
    name(Id::Rust, "Rust", "code.rs", "rust rs"),
    name(Id::Python, "Python", "code.py", "python py python3 py3 pyi ipython"),
    name(Id::JavaScript, "JavaScript", "code.js", "javascript js mjs cjs node"),
    name(Id::TypeScript, "TypeScript", "code.ts", "typescript ts mts cts"),
    name(Id::Jsx, "JSX", "code.jsx", "jsx"),
    name(Id::Tsx, "TSX", "code.tsx", "tsx"),
    name(Id::Json, "JSON", "code.json", "json jsonc json5 jsonl geojson ndjson"),
    name(Id::Toml, "TOML", "code.toml", "toml"),
    name(Id::Yaml, "YAML", "code.yaml", "yaml yml"),
    name(Id::Html, "HTML", "code.html", "html htm xhtml vue svelte"),
    name(Id::Xml, "XML", "code.xml", "xml svg xsl xslt xsd rss plist"),
    name(Id::Css, "CSS", "code.css", "css"),
    name(Id::Scss, "SCSS", "code.scss", "scss sass less"),
    name(Id::C, "C", "code.c", "c h"),
    name(Id::Cpp, "C++", "code.cpp", "c++ cpp cxx cc hpp hxx cuda"),
    name(Id::CSharp, "C#", "code.cs", "c# csharp cs"),
    name(Id::ObjectiveC, "Objective-C", "code.m", "objective-c objectivec objc"),
    name(Id::Java, "Java", "code.java", "java"),
    name(Id::Kotlin, "Kotlin", "code.kt", "kotlin kt kts"),
    name(Id::Go, "Go", "code.go", "go golang"),
    name(Id::Swift, "Swift", "code.swift", "swift"),
    name(Id::Php, "PHP", "code.php", "php"),
    name(Id::Ruby, "Ruby", "code.rb", "ruby rb"),
    name(Id::Perl, "Perl", "code.pl", "perl pl pm"),
    name(Id::Sql, "SQL", "code.sql", "sql mysql postgresql postgres psql sqlite plsql tsql"),
    name(Id::Bash, "Shell", "code.sh", "bash sh shell zsh ksh shellscript shell-session console fish"),
    name(Id::PowerShell, "PowerShell", "code.ps1", "powershell ps1 pwsh ps"),
    name(Id::Lua, "Lua", "code.lua", "lua luau"),
    name(Id::R, "R", "code.R", "r"),
    name(Id::Haskell, "Haskell", "code.hs", "haskell hs"),
    name(Id::Scala, "Scala", "code.scala", "scala sc"),
    name(Id::Dart, "Dart", "code.dart", "dart"),
    name(Id::Zig, "Zig", "code.zig", "zig"),
    name(Id::Elixir, "Elixir", "code.ex", "elixir ex exs"),
    name(Id::Julia, "Julia", "code.jl", "julia jl"),
    name(Id::GraphQl, "GraphQL", "code.graphql", "graphql gql"),
    name(Id::Protobuf, "Protocol Buffers", "code.proto", "protobuf proto"),
    name(Id::Hcl, "HCL", "code.tf", "hcl terraform tf"),
    name(Id::Diff, "Diff", "code.diff", "diff patch udiff"),
    name(Id::Dockerfile, "Dockerfile", "Dockerfile", "dockerfile docker containerfile"),
    name(Id::Makefile, "Makefile", "Makefile", "makefile make mk"),
    name(Id::Ini, "INI", "code.ini", "ini cfg conf properties env dotenv editorconfig"),
    name(Id::Markdown, "Markdown", "code.md", "markdown md mdx"),
    name(Id::Latex, "LaTeX", "code.tex", "latex tex"),
];

#[cfg(test)]
impl Name {
    /// The first of its names.
    pub fn called(&self) -> &'static str {
        self.called.split(' ').next().unwrap_or_default()
    }
}

/// Returns the language that is called so after a fence, in large or small letters.
pub fn find(called: &str) -> Option<&'static Name> {
    // `{.python}` and `rust,ignore` name a language, too.
    let called = called.trim_start_matches(['{', '.']);
    let end = called.find([',', '{', '}', ':', ' ']).unwrap_or(called.len());
    let called = called.get(..end).filter(|called| !called.is_empty())?;
    NAMES.iter().find(|name| name.called.split(' ').any(|one| one.eq_ignore_ascii_case(called)))
}

#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = (&'static Name, &'static str)> {
    NAMES.iter().flat_map(|name| name.called.split(' ').map(move |called| (name, called)))
}
