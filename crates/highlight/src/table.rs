//! The languages: one row each, and for those written by brackets and words what [`super::code`] has to know.

use super::Token;
use super::names::Id;

/// Rules by which a language is read.
pub enum Syntax {
    /// By a row of the table.
    Code(&'static Code),
    Html,
    Xml,
    Markdown,
    Diff,
    Latex,
}

/// A row of the table.
#[derive(Debug)]
pub struct Code {
    /// Beginnings of comments up to the end of the line.
    pub comments: &'static [&'static str],
    /// Beginnings and ends of comments of several lines.
    pub blocks: &'static [(&'static str, &'static str)],
    /// Strings; of two that begin alike, the longer one comes first.
    pub quotes: &'static [&'static Quote],
    /// Letters that may stand before a string.
    pub prefixes: &'static str,
    /// Marks before a variable.
    pub sigils: &'static str,
    /// Parts of words besides letters, digits and `_`.
    pub in_words: &'static str,
    /// End of a key at the beginning of a line; zero if there are no keys.
    pub key: u8,
    pub keywords: &'static str,
    pub types: &'static str,
    pub constants: &'static str,
    pub functions: &'static str,
    pub features: Features,
}

/// A string.
#[derive(Debug)]
pub struct Quote {
    pub open: &'static str,
    pub close: &'static str,
    /// Byte that takes the meaning of the character behind it; zero if there is none.
    pub escape: u8,
    /// Whether its end is a part of it when it stands twice.
    pub doubled: bool,
    /// Whether it may have several lines.
    pub lines: bool,
    /// Beginning of code in it, and the brackets by which the end of that is found.
    pub hole: Option<(&'static str, u8, u8)>,
    pub token: Token,
}

/// Peculiarities of a language.
#[derive(Debug, Clone, Copy)]
pub struct Features(u32);

impl Features {
    /// Comments have comments in them.
    pub const NESTED: Self = Self(1);
    /// Small and large letters are the same in words.
    pub const ANY_CASE: Self = Self(1 << 1);
    /// A word with a large letter is a type, one of large letters a constant.
    pub const CAPITALS: Self = Self(1 << 2);
    /// A word before a bracket is called.
    pub const CALLS: Self = Self(1 << 3);
    /// `/…/` is a pattern where no value stands before it.
    pub const PATTERNS: Self = Self(1 << 4);
    /// `#word` at the beginning of a line speaks to the compiler; `R"x(…)x"` is a string.
    pub const DIRECTIVES: Self = Self(1 << 5);
    /// `@word` is an annotation.
    pub const ANNOTATIONS: Self = Self(1 << 6);
    /// `'a'` is a character.
    pub const LETTERS: Self = Self(1 << 7);
    /// `'a` is a lifetime, `#[…]` an attribute, `r#"…"#` a string.
    pub const LIFETIMES: Self = Self(1 << 8);
    /// `word!` is a macro.
    pub const MACROS: Self = Self(1 << 9);
    /// `foldl'` is a word.
    pub const PRIMES: Self = Self(1 << 10);
    /// `:word` is a symbol.
    pub const SYMBOLS: Self = Self(1 << 11);
    /// `<<WORD` begins a text that ends with a line `WORD`.
    pub const DOCUMENTS: Self = Self(1 << 12);
    /// `#` and quotes within a word mean nothing.
    pub const APART: Self = Self(1 << 13);
    /// `[[…]]`, with any number of `=` between the brackets, is a string.
    pub const LEVELS: Self = Self(1 << 14);
    /// A line in brackets begins a section.
    pub const SECTIONS: Self = Self(1 << 15);
    /// `word:` at the beginning of a line is what is made, `WORD =` a variable.
    pub const TARGETS: Self = Self(1 << 16);
    /// A string before a colon is a key.
    pub const TEXT_KEYS: Self = Self(1 << 17);
    /// `key: |` is followed by an indented text; `&x` and `*x` are references.
    pub const INDENTED_TEXT: Self = Self(1 << 18);
    /// A sheet of styles.
    pub const STYLE: Self = Self(1 << 19);
    /// Tags are between the code.
    pub const TAGS: Self = Self(1 << 20);
    /// A line that ends with `\` goes on.
    pub const CONTINUED: Self = Self(1 << 21);
    /// Code is between `<?name` and `?>`.
    pub const OPENED: Self = Self(1 << 22);

    const fn all(list: &[Self]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < list.len() {
            bits |= list[index].0;
            index += 1;
        }
        Self(bits)
    }

    /// Whether a peculiarity is one of these.
    pub const fn has(self, one: Self) -> bool {
        self.0 & one.0 != 0
    }
}

use Features as F;

const QUOTE: Quote =
    Quote { open: "\"", close: "\"", escape: b'\\', doubled: false, lines: false, hole: None, token: Token::Text };
static DOUBLE: Quote = QUOTE;
static SINGLE: Quote = Quote { open: "'", close: "'", ..QUOTE };
static DOUBLE_LINES: Quote = Quote { lines: true, ..QUOTE };
static SINGLE_LINES: Quote = Quote { lines: true, open: "'", close: "'", ..QUOTE };
static TRIPLE: Quote = Quote { open: "\"\"\"", close: "\"\"\"", lines: true, ..QUOTE };
static TRIPLE_SINGLE: Quote = Quote { open: "'''", close: "'''", lines: true, ..QUOTE };
static PLAIN_SINGLE: Quote = Quote { open: "'", close: "'", escape: 0, lines: true, ..QUOTE };
static DOUBLED_SINGLE: Quote = Quote { doubled: true, open: "'", close: "'", escape: 0, lines: true, ..QUOTE };
static TEMPLATE: Quote = Quote { open: "`", close: "`", lines: true, hole: Some(("${", b'{', b'}')), ..QUOTE };
static BACKTICK: Quote = Quote { open: "`", close: "`", escape: 0, lines: true, ..QUOTE };
static NAME: Quote = Quote { open: "`", close: "`", escape: 0, token: Token::Property, ..QUOTE };
static DOLLAR: Quote = Quote { hole: Some(("${", b'{', b'}')), ..QUOTE };
static DOLLAR_TRIPLE: Quote =
    Quote { open: "\"\"\"", close: "\"\"\"", lines: true, hole: Some(("${", b'{', b'}')), ..QUOTE };
static DOLLAR_SINGLE: Quote = Quote { open: "'", close: "'", hole: Some(("${", b'{', b'}')), ..QUOTE };
static HASH: Quote = Quote { lines: true, hole: Some(("#{", b'{', b'}')), ..QUOTE };
static HASH_TRIPLE: Quote =
    Quote { open: "\"\"\"", close: "\"\"\"", lines: true, hole: Some(("#{", b'{', b'}')), ..QUOTE };
static SHELL: Quote = Quote { lines: true, hole: Some(("$(", b'(', b')')), ..QUOTE };
static SHELL_ESCAPED: Quote = Quote { open: "$'", close: "'", lines: true, ..QUOTE };
static SWIFT: Quote = Quote { hole: Some(("\\(", b'(', b')')), ..QUOTE };
static SWIFT_RAW: Quote = Quote { open: "#\"", close: "\"#", escape: 0, ..QUOTE };
static VERBATIM: Quote = Quote { open: "@\"", close: "\"", escape: 0, doubled: true, lines: true, ..QUOTE };
static VERBATIM_HOLE: Quote = Quote { open: "$@\"", close: "\"", escape: 0, doubled: true, lines: true, ..QUOTE };
static INTERPOLATED: Quote = Quote { open: "$\"", ..QUOTE };
static POWER: Quote = Quote { escape: b'`', lines: true, hole: Some(("$(", b'(', b')')), ..QUOTE };
static POWER_HERE: Quote = Quote { open: "@\"", close: "\"@", escape: 0, lines: true, ..QUOTE };
static POWER_HERE_SINGLE: Quote = Quote { open: "@'", close: "'@", escape: 0, lines: true, ..QUOTE };
static OBJECTIVE: Quote = Quote { open: "@\"", ..QUOTE };
static ZIG_LINE: Quote = Quote { open: "\\\\", close: "\n", escape: 0, ..QUOTE };

const PLAIN: Code = Code {
    comments: &[],
    blocks: &[],
    quotes: &[&DOUBLE, &SINGLE],
    prefixes: "",
    sigils: "",
    in_words: "",
    key: 0,
    keywords: "",
    types: "",
    constants: "true false null",
    functions: "",
    features: F(0),
};
const BRACES: Code = Code { comments: &["//"], blocks: &[("/*", "*/")], ..PLAIN };

static RUST: Code = Code {
    quotes: &[&DOUBLE_LINES],
    prefixes: "r b br c cr",
    keywords: "as async await break const continue crate dyn else enum extern fn for gen if impl in let loop macro_rules match mod move mut pub ref return self static struct super trait type union unsafe use where while yield",
    types: "Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize",
    constants: "true false None Some Ok Err",
    features: F::all(&[F::NESTED, F::CAPITALS, F::CALLS, F::LETTERS, F::LIFETIMES, F::MACROS]),
    ..BRACES
};
static PYTHON: Code = Code {
    comments: &["#"],
    quotes: &[&TRIPLE, &TRIPLE_SINGLE, &DOUBLE, &SINGLE],
    prefixes: "r b f u t rb br rf fr",
    keywords: "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
    types: "bool bytes complex dict float frozenset int list object set str tuple type",
    constants: "True False None NotImplemented Ellipsis self cls __name__",
    features: F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::CONTINUED]),
    ..PLAIN
};
const SCRIPT: Code = Code {
    quotes: &[&TEMPLATE, &DOUBLE, &SINGLE],
    in_words: "$",
    keywords: "as async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof using var void while with yield",
    constants: "true false null undefined NaN Infinity",
    features: F::all(&[F::CAPITALS, F::CALLS, F::PATTERNS, F::ANNOTATIONS, F::CONTINUED]),
    ..BRACES
};
const TYPED: Code = Code {
    keywords: "abstract accessor as asserts async await break case catch class const constructor continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let module namespace new of out override private protected public readonly return satisfies set static super switch this throw try type typeof unique using var void while with yield",
    types: "any bigint boolean never number object string symbol unknown",
    ..SCRIPT
};
const TAGGED: Features = F::all(&[F::CAPITALS, F::CALLS, F::PATTERNS, F::ANNOTATIONS, F::CONTINUED, F::TAGS]);
pub static JAVASCRIPT: Code = SCRIPT;
static TYPESCRIPT: Code = TYPED;
static JSX: Code = Code { features: TAGGED, ..SCRIPT };
static TSX: Code = Code { features: TAGGED, ..TYPED };
static JSON: Code = Code { constants: "true false null NaN Infinity", features: F::all(&[F::TEXT_KEYS]), ..BRACES };
static TOML: Code = Code {
    comments: &["#"],
    quotes: &[&TRIPLE, &TRIPLE_SINGLE, &DOUBLE, &PLAIN_SINGLE],
    key: b'=',
    constants: "true false inf nan",
    features: F::all(&[F::SECTIONS]),
    ..PLAIN
};
static YAML: Code = Code {
    comments: &["#"],
    quotes: &[&DOUBLE_LINES, &DOUBLED_SINGLE],
    key: b':',
    in_words: "-./",
    constants: "true false null yes no on off True False Null Yes No On Off",
    features: F::all(&[F::APART, F::TEXT_KEYS, F::INDENTED_TEXT]),
    ..PLAIN
};
pub static CSS: Code =
    Code { comments: &[], in_words: "-", constants: "", features: F::all(&[F::STYLE, F::ANNOTATIONS]), ..BRACES };
static SCSS: Code = Code { comments: &["//"], sigils: "$", ..CSS };
const C_FEATURES: Features = F::all(&[F::CAPITALS, F::CALLS, F::DIRECTIVES, F::LETTERS, F::CONTINUED]);
static C: Code = Code {
    quotes: &[&DOUBLE],
    prefixes: "L u U u8",
    keywords: "_Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert alignas alignof auto break case const constexpr continue default do else enum extern for goto if inline register restrict return sizeof static static_assert struct switch thread_local typedef typeof union volatile while",
    types: "_Bool bool char double float int int16_t int32_t int64_t int8_t intptr_t long ptrdiff_t short signed size_t ssize_t uint16_t uint32_t uint64_t uint8_t uintptr_t unsigned va_list void wchar_t FILE",
    constants: "true false NULL nullptr",
    features: C_FEATURES,
    ..BRACES
};
static CPP: Code = Code {
    prefixes: "L u U u8 R LR uR UR u8R",
    keywords: "alignas alignof and asm auto break case catch class co_await co_return co_yield concept const const_cast consteval constexpr constinit continue decltype default delete do dynamic_cast else enum explicit export extern final for friend goto if import inline module mutable namespace new noexcept not operator or override private protected public register reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this thread_local throw try typedef typeid typename union using virtual volatile while xor",
    types: "bool char char16_t char32_t char8_t double float int int16_t int32_t int64_t int8_t long ptrdiff_t short signed size_t string uint16_t uint32_t uint64_t uint8_t unsigned void wchar_t",
    ..C
};
static OBJECTIVE_C: Code = Code {
    quotes: &[&OBJECTIVE, &DOUBLE],
    types: "BOOL id instancetype SEL IMP Class bool char double float int long short signed unsigned void NSInteger NSUInteger CGFloat",
    constants: "YES NO nil Nil NULL true false self super",
    features: F::all(&[F::CAPITALS, F::CALLS, F::DIRECTIVES, F::LETTERS, F::ANNOTATIONS, F::CONTINUED]),
    ..C
};
static C_SHARP: Code = Code {
    quotes: &[&TRIPLE, &VERBATIM_HOLE, &VERBATIM, &INTERPOLATED, &DOUBLE],
    keywords: "abstract add as async await base break case catch checked class const continue default delegate do else enum event explicit extern finally fixed for foreach from get global goto group if implicit in init interface internal into is join let lock namespace new not operator or orderby out override params partial private protected public readonly record ref remove required return sealed select set sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using value virtual volatile when where while with yield",
    types: "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort var void",
    ..C
};
const JAVA_FEATURES: Features = F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::LETTERS]);
static JAVA: Code = Code {
    quotes: &[&TRIPLE, &DOUBLE],
    keywords: "abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface module native new non-sealed open package permits private protected public record requires return sealed static strictfp super switch synchronized this throw throws transient try var volatile when while yield",
    types: "boolean byte char double float int long short void",
    features: JAVA_FEATURES,
    ..BRACES
};
static KOTLIN: Code = Code {
    quotes: &[&DOLLAR_TRIPLE, &DOLLAR],
    keywords: "abstract actual annotation as break by catch class companion const constructor continue crossinline data delegate do else enum expect external final finally for fun get if import in infix init inline inner interface internal is it lateinit noinline object open operator out override package private protected public reified return sealed set super suspend tailrec this throw try typealias val value var vararg when where while",
    types: "",
    features: F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::LETTERS, F::NESTED]),
    ..JAVA
};
static GO: Code = Code {
    quotes: &[&BACKTICK, &DOUBLE],
    keywords: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    types: "any bool byte comparable complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr",
    constants: "true false nil iota",
    features: F::all(&[F::CAPITALS, F::CALLS, F::LETTERS]),
    ..BRACES
};
static SWIFT_CODE: Code = Code {
    quotes: &[&TRIPLE, &SWIFT_RAW, &SWIFT],
    keywords: "actor any as associatedtype async await break case catch class continue convenience default defer deinit do dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let mutating nonisolated open operator optional override postfix precedencegroup prefix private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws try typealias unowned var weak where while willSet didSet",
    types: "",
    constants: "true false nil",
    features: F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::NESTED]),
    ..BRACES
};
static PHP: Code = Code {
    comments: &["//", "#"],
    quotes: &[&DOUBLE_LINES, &SINGLE_LINES],
    sigils: "$",
    keywords: "abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield",
    types: "bool float int iterable mixed never object parent self string void",
    features: F::all(&[F::CAPITALS, F::CALLS, F::DOCUMENTS, F::OPENED]),
    ..BRACES
};
static RUBY: Code = Code {
    comments: &["#"],
    blocks: &[("=begin", "=end")],
    quotes: &[&HASH, &SINGLE_LINES],
    sigils: "@$",
    in_words: "",
    keywords: "BEGIN END alias and attr_accessor attr_reader attr_writer begin break case class def defined? do else elsif end ensure extend for if in include module next not or prepend private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield",
    constants: "true false nil __FILE__",
    features: F::all(&[F::CAPITALS, F::CALLS, F::PATTERNS, F::SYMBOLS, F::DOCUMENTS]),
    ..PLAIN
};
static PERL: Code = Code {
    comments: &["#"],
    blocks: &[("=pod", "=cut"), ("=head1", "=cut")],
    quotes: &[&DOUBLE_LINES, &SINGLE_LINES],
    sigils: "$@%",
    keywords: "and bless cmp die do each else elsif eq foreach for ge given gt if last le local lt my ne next no not or our package print printf push redo require return say shift sub unless until use when while x xor",
    constants: "undef __PACKAGE__",
    features: F::all(&[F::CAPITALS, F::CALLS, F::DOCUMENTS, F::APART]),
    ..PLAIN
};
static SQL: Code = Code {
    comments: &["--", "#"],
    quotes: &[&DOUBLED_SINGLE, &Quote { doubled: true, escape: 0, token: Token::Property, ..QUOTE }, &NAME],
    keywords: "add all alter analyze and any as asc begin between by cascade case cast check collate column commit constraint create cross database declare default delete desc distinct do drop else end escape except exists explain fetch filter first for foreign from full function grant group having if ilike in index inner insert intersect into is join key lateral left like limit materialized merge natural no not nothing nulls offset on only or order outer over partition primary procedure recursive references replace returning returns revoke right rollback row rows schema select set table temp temporary then to transaction trigger truncate union unique update using vacuum values view when where window with within",
    types: "array bigint bigserial bit blob boolean bytea char character clob date datetime decimal double float int integer interval json jsonb money nchar numeric nvarchar real serial smallint text time timestamp timestamptz tinyint uuid varbinary varchar",
    constants: "true false null current_date current_time current_timestamp",
    features: F::all(&[F::ANY_CASE, F::CALLS]),
    ..BRACES
};
static BASH: Code = Code {
    comments: &["#"],
    quotes: &[&SHELL_ESCAPED, &SHELL, &PLAIN_SINGLE],
    sigils: "$",
    in_words: "-",
    keywords: "break case continue do done elif else esac exit export fi for function if in local readonly return select set shift source then time trap unset until while declare eval exec",
    constants: "true false",
    functions: "alias apt apt-get awk brew cargo cat cd chmod chown cp curl cut date docker echo find git go grep head jq kill kubectl ln ls make mkdir mv node npm npx pip pip3 printf pwd python python3 read rm rsync sed sort ssh sudo systemctl tail tar tee test touch tr uniq wc wget xargs yarn",
    features: F::all(&[F::APART, F::DOCUMENTS]),
    ..PLAIN
};
static POWER_SHELL: Code = Code {
    comments: &["#"],
    blocks: &[("<#", "#>")],
    quotes: &[&POWER_HERE, &POWER_HERE_SINGLE, &POWER, &DOUBLED_SINGLE],
    sigils: "$",
    in_words: "-:",
    keywords: "begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in param process return static switch throw trap try until using while",
    constants: "",
    functions: "write-host write-output write-error get-childitem get-content set-content get-item get-process get-service new-item remove-item copy-item move-item select-object where-object foreach-object sort-object invoke-webrequest invoke-restmethod import-module install-module test-path start-process stop-process join-path out-file format-table",
    features: F::all(&[F::ANY_CASE]),
    ..PLAIN
};
static LUA: Code = Code {
    comments: &["--"],
    blocks: &[("--[", "]]")],
    keywords: "and break do else elseif end for function goto if in local not or repeat return then until while continue",
    constants: "true false nil self _G",
    features: F::all(&[F::CALLS, F::LEVELS]),
    ..PLAIN
};
static R: Code = Code {
    comments: &["#"],
    quotes: &[&DOUBLE_LINES, &SINGLE_LINES, &NAME],
    in_words: ".",
    keywords: "break else for function if in next repeat return while library require",
    constants: "TRUE FALSE NULL NA NA_character_ NA_integer_ NA_real_ NaN Inf T F",
    features: F::all(&[F::CALLS]),
    ..PLAIN
};
static HASKELL: Code = Code {
    comments: &["--"],
    blocks: &[("{-", "-}")],
    quotes: &[&DOUBLE],
    keywords: "as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr instance let mdo module newtype of pattern qualified rec then type where",
    constants: "True False Nothing Just Left Right",
    features: F::all(&[F::NESTED, F::CAPITALS, F::LETTERS, F::PRIMES]),
    ..PLAIN
};
static SCALA: Code = Code {
    quotes: &[&DOLLAR_TRIPLE, &DOLLAR],
    keywords: "abstract case catch class def derives do else end enum export extends extension final finally for forSome given if implicit import inline lazy match new object opaque open override package private protected return sealed super then this throw trait transparent try type using val var while with yield",
    types: "",
    constants: "true false null None Some Nil",
    features: F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::LETTERS, F::NESTED]),
    ..BRACES
};
static DART: Code = Code {
    quotes: &[&DOLLAR_TRIPLE, &TRIPLE_SINGLE, &DOLLAR, &DOLLAR_SINGLE],
    prefixes: "r",
    keywords: "abstract as assert async await base break case catch class const continue covariant default deferred do dynamic else enum export extends extension external factory final finally for get hide if implements import in interface is late library mixin new on operator part required rethrow return sealed set show static super switch sync this throw try typedef var when while with yield",
    types: "bool double int num void",
    features: F::all(&[F::CAPITALS, F::CALLS, F::ANNOTATIONS, F::NESTED]),
    ..BRACES
};
static ZIG: Code = Code {
    blocks: &[],
    quotes: &[&ZIG_LINE, &DOUBLE],
    keywords: "addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline linksection noalias nosuspend opaque or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while",
    types: "anyerror bool c_char c_int comptime_float comptime_int f16 f32 f64 i8 i16 i32 i64 i128 isize noreturn type u8 u16 u32 u64 u128 usize void",
    constants: "true false null undefined",
    features: F::all(&[F::CAPITALS, F::CALLS, F::LETTERS, F::ANNOTATIONS]),
    ..BRACES
};
static ELIXIR: Code = Code {
    comments: &["#"],
    quotes: &[&HASH_TRIPLE, &HASH, &SINGLE_LINES],
    keywords: "after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmodule defp defprotocol defstruct do else end fn for if import in not or quote raise receive require rescue super try unless unquote use when with",
    constants: "true false nil __MODULE__",
    features: F::all(&[F::CAPITALS, F::CALLS, F::SYMBOLS, F::ANNOTATIONS]),
    ..PLAIN
};
static JULIA: Code = Code {
    comments: &["#"],
    blocks: &[("#=", "=#")],
    quotes: &[&TRIPLE, &DOUBLE_LINES, &BACKTICK],
    keywords: "abstract baremodule begin break catch const continue do else elseif end export finally for function global if import in isa let local macro module mutable primitive quote return struct try using where while",
    constants: "true false nothing missing NaN Inf",
    features: F::all(&[F::CAPITALS, F::CALLS, F::LETTERS, F::ANNOTATIONS, F::NESTED]),
    ..PLAIN
};
static GRAPH_QL: Code = Code {
    comments: &["#"],
    quotes: &[&TRIPLE, &DOUBLE],
    sigils: "$",
    keywords: "directive enum extend fragment implements input interface mutation on query scalar schema subscription type union",
    features: F::all(&[F::CAPITALS, F::ANNOTATIONS]),
    ..PLAIN
};
static PROTOBUF: Code = Code {
    keywords: "enum extend extensions import map message oneof option optional package public repeated required reserved returns rpc service stream syntax to",
    types: "bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64",
    constants: "true false",
    features: F::all(&[F::CAPITALS]),
    ..BRACES
};
static HCL: Code = Code {
    comments: &["#", "//"],
    quotes: &[&DOLLAR],
    in_words: "-",
    key: b'=',
    keywords: "data for if in locals module moved output provider resource terraform variable",
    types: "any bool list map number object set string tuple",
    features: F::all(&[F::CALLS, F::DOCUMENTS]),
    ..BRACES
};
static DOCKERFILE: Code = Code {
    comments: &["#"],
    sigils: "$",
    in_words: "-./",
    keywords: "add arg as cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell stopsignal user volume workdir",
    constants: "",
    features: F::all(&[F::ANY_CASE, F::APART]),
    ..PLAIN
};
static MAKEFILE: Code = Code {
    comments: &["#"],
    sigils: "$",
    in_words: "-./",
    keywords: "define else endef endif export ifdef ifeq ifndef ifneq include override unexport vpath",
    constants: "",
    features: F::all(&[F::TARGETS, F::APART]),
    ..PLAIN
};
static INI: Code = Code {
    comments: &["#", ";"],
    sigils: "$",
    in_words: "-./",
    key: b'=',
    constants: "true false yes no on off null",
    features: F::all(&[F::SECTIONS, F::APART]),
    ..PLAIN
};

/// Returns how a language is read.
pub const fn syntax(id: Id) -> Syntax {
    Syntax::Code(match id {
        Id::Rust => &RUST,
        Id::Python => &PYTHON,
        Id::JavaScript => &JAVASCRIPT,
        Id::TypeScript => &TYPESCRIPT,
        Id::Jsx => &JSX,
        Id::Tsx => &TSX,
        Id::Json => &JSON,
        Id::Toml => &TOML,
        Id::Yaml => &YAML,
        Id::Html => return Syntax::Html,
        Id::Xml => return Syntax::Xml,
        Id::Css => &CSS,
        Id::Scss => &SCSS,
        Id::C => &C,
        Id::Cpp => &CPP,
        Id::CSharp => &C_SHARP,
        Id::ObjectiveC => &OBJECTIVE_C,
        Id::Java => &JAVA,
        Id::Kotlin => &KOTLIN,
        Id::Go => &GO,
        Id::Swift => &SWIFT_CODE,
        Id::Php => &PHP,
        Id::Ruby => &RUBY,
        Id::Perl => &PERL,
        Id::Sql => &SQL,
        Id::Bash => &BASH,
        Id::PowerShell => &POWER_SHELL,
        Id::Lua => &LUA,
        Id::R => &R,
        Id::Haskell => &HASKELL,
        Id::Scala => &SCALA,
        Id::Dart => &DART,
        Id::Zig => &ZIG,
        Id::Elixir => &ELIXIR,
        Id::Julia => &JULIA,
        Id::GraphQl => &GRAPH_QL,
        Id::Protobuf => &PROTOBUF,
        Id::Hcl => &HCL,
        Id::Diff => return Syntax::Diff,
        Id::Dockerfile => &DOCKERFILE,
        Id::Makefile => &MAKEFILE,
        Id::Ini => &INI,
        Id::Markdown => return Syntax::Markdown,
        Id::Latex => return Syntax::Latex,
    })
}
