//! The meaning of a command: what is to be done, to which shapes.
//!
//! - I1 Every word of a command has a part in its meaning, or the command is not understood: leaving one out could hit
//!   another shape.

use super::reader::{Verb, Word, words};
use super::sight::Filter;
use espalier_model::scene::{ShapeType, Vector};

/// Choice among the shapes that fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Which {
    /// The one that fits.
    #[default]
    Only,
    /// All that fit.
    All,
    /// The one near a point; `true` where "nearest" was said.
    Near(Vector, bool),
    /// The one that was made last, or so many before it.
    Last(usize),
    /// The shape that was made or mentioned last.
    It,
    /// The shapes that were made or mentioned last.
    Them,
    /// The two that were made or mentioned last.
    Both,
    /// The one that was mentioned before the last.
    Other,
    /// The selected shapes.
    Selected,
    /// The largest.
    Biggest,
    /// The smallest.
    Smallest,
}

/// Shapes as they were described.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target {
    /// Choice among the shapes that fit.
    pub which: Which,
    /// Their type, colour and name.
    pub filter: Filter,
    /// Only what the person sees.
    pub in_view: bool,
    /// Number of shapes that were said to be meant.
    pub count: Option<usize>,
}

/// Changes of shapes, as the tool takes them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// A new position.
    pub at: Option<Vector>,
    /// A move.
    pub by: Option<Vector>,
    /// A new size.
    pub size: Option<f64>,
    /// So many times as large.
    pub factor: Option<f64>,
    /// A new colour.
    pub color: Option<&'static str>,
    /// A new name.
    pub name: Option<String>,
    /// Degrees about y.
    pub rotate: Option<f64>,
}

/// New shapes.
#[derive(Debug, Clone, PartialEq)]
pub struct New {
    /// The type.
    pub kind: ShapeType,
    /// Number of shapes.
    pub count: usize,
    /// Position; somewhere free if nothing is said.
    pub at: Option<Vector>,
    /// The side or the radius.
    pub size: Option<f64>,
    /// The colour.
    pub color: Option<&'static str>,
    /// The name.
    pub name: Option<String>,
    /// Arrangement of several.
    pub figure: Option<&'static str>,
}

/// Command that was understood.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Intent {
    Create(New),
    Delete(Target),
    Modify(Target, Changes),
    Arrange(Target, &'static str),
    Select(Target),
    Count(Target),
    List(Target),
    Measure(Vec<Target>),
    Undo(usize),
    Redo(usize),
}

/// Reason why a command was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unclear {
    /// The command has words that have no part in it.
    Words(Vec<String>),
    /// The command has no verb.
    NoVerb,
    /// The command does not say what to do it to, or how.
    Incomplete,
}

/// The commands of a text, in order.
pub fn understand(text: &str, names: &[String]) -> Result<Vec<Intent>, Unclear> {
    let mut all = words(text, names);
    let unknown: Vec<String> =
        all.iter().filter_map(|word| if let Word::Unknown(text) = word { Some(text.clone()) } else { None }).collect();
    if !unknown.is_empty() {
        return Err(Unclear::Words(unknown));
    }
    if is_new_alone(&all) {
        all.insert(0, Word::Verb(Verb::Create));
    }
    let mut verb = None;
    let mut intents = Vec::new();
    for clause in clauses(&all) {
        let (said, rest) = verb_of(&clause);
        let verb_now = said.or(verb).ok_or(Unclear::NoVerb)?;
        verb = Some(verb_now);
        intents.push(intent(verb_now, &rest)?);
    }
    if intents.is_empty() { Err(Unclear::NoVerb) } else { Ok(intents) }
}

/// Whether a text names new shapes and says nothing else: "a red square and two circles". They are to be made.
fn is_new_alone(all: &[Word]) -> bool {
    let says: Vec<&Word> = all.iter().filter(|word| **word != Word::Filler).collect();
    let has_verb = says.iter().any(|word| matches!(word, Word::Verb(_)));
    let has_kind = says.iter().any(|word| matches!(word, Word::Kind(_)));
    has_kind && !has_verb && matches!(says.first(), Some(Word::Indefinite | Word::Number(_)))
}

/// Takes a text apart at "and", where what comes then has a verb of its own, or names shapes of its own for a verb that
/// takes no more than shapes.
fn clauses(all: &[Word]) -> Vec<Vec<Word>> {
    let parts: Vec<Vec<Word>> = all
        .split(|word| *word == Word::And)
        .map(|part| part.iter().filter(|word| **word != Word::Filler).cloned().collect::<Vec<Word>>())
        .filter(|part| !part.is_empty())
        .collect();
    let mut clauses: Vec<Vec<Word>> = Vec::new();
    for part in parts {
        let only_names = matches!(part.as_slice(), [Word::NameWord | Word::Verb(Verb::Rename), Word::Quoted(_)]);
        let has_verb = !only_names && part.iter().any(|word| matches!(word, Word::Verb(_)));
        let names_shape = part.iter().any(|word| matches!(word, Word::Kind(_)));
        let last = clauses.last().map(|last| verb_of(last).0);
        let shares = names_shape && matches!(last, Some(Some(Verb::Create | Verb::Make | Verb::Delete | Verb::Select)));
        match clauses.last_mut() {
            Some(last) if !has_verb && !shares => {
                // Two shapes to be measured stay apart.
                if matches!(verb_of(last).0, Some(Verb::Measure)) {
                    last.push(Word::And);
                }
                last.extend(part);
            }
            _ => clauses.push(part),
        }
    }
    clauses
}

/// The verb of a clause, and the other words; weaker verbs beside it only say that something changes.
fn verb_of(clause: &[Word]) -> (Option<Verb>, Vec<Word>) {
    let verbs: Vec<Verb> =
        clause.iter().filter_map(|word| if let Word::Verb(verb) = word { Some(*verb) } else { None }).collect();
    let weak = |verb: &Verb| matches!(verb, Verb::Make | Verb::Change);
    let strong: Vec<Verb> = verbs.iter().copied().filter(|verb| !weak(verb)).collect();
    let verb = match strong.as_slice() {
        [] => verbs.last().copied(),
        [verb] => Some(*verb),
        // "draw three circles, arranged in a row", "draw a circle called …"
        [Verb::Create, Verb::Arrange | Verb::Rename] => Some(Verb::Create),
        // "list how many", "find … and measure": the first says what is wanted, if the others only look.
        [first, rest @ ..] if rest.iter().all(|verb| verb == first || matches!(verb, Verb::List)) => Some(*first),
        [Verb::List, second] if matches!(second, Verb::Measure | Verb::Count) => Some(*second),
        _ => None,
    };
    let mut rest = Vec::new();
    for word in clause {
        match word {
            // What stands before "change to" is what is changed, and what stands after it how.
            Word::Verb(said) if Some(*said) == verb || weak(said) => rest.push(Word::Verb(*said)),
            Word::Verb(said) if verb.is_some() && *said == Verb::List => {}
            other => rest.push(other.clone()),
        }
    }
    (verb, rest)
}

fn intent(verb: Verb, clause: &[Word]) -> Result<Intent, Unclear> {
    let definite = clause.iter().any(|word| {
        matches!(
            word,
            Word::It
                | Word::Them
                | Word::Both
                | Word::Last
                | Word::BeforeLast
                | Word::Other
                | Word::Selected
                | Word::All
                | Word::Definite
                | Word::Factor(_)
                | Word::Bigger
                | Word::Smaller
                | Word::Times
                | Word::Biggest
                | Word::Smallest
                | Word::Ba
                | Word::Nearest
        )
    });
    let has_kind = clause.iter().any(|word| matches!(word, Word::Kind(_)));
    match verb {
        Verb::Create => create(clause),
        Verb::Make if has_kind && !definite => create(clause),
        Verb::Clear if clause.iter().all(|word| matches!(word, Word::Verb(_) | Word::All)) => {
            Ok(Intent::Delete(Target { which: Which::All, ..Target::default() }))
        }
        Verb::Delete | Verb::Clear => Ok(Intent::Delete(only_target(clause)?)),
        Verb::Select => Ok(Intent::Select(only_target(clause)?)),
        Verb::Count => Ok(Intent::Count(looked_for(clause)?)),
        Verb::List => Ok(Intent::List(looked_for(clause)?)),
        Verb::Measure => measure(clause),
        Verb::Undo => Ok(Intent::Undo(steps(clause)?)),
        Verb::Redo => Ok(Intent::Redo(steps(clause)?)),
        Verb::Arrange => arrange(clause),
        Verb::Make
        | Verb::Change
        | Verb::Move
        | Verb::Enlarge
        | Verb::Shrink
        | Verb::Paint
        | Verb::Rotate
        | Verb::Rename => modify(verb, clause),
    }
}

/// A clause that is read word by word.
struct Scan<'a> {
    words: &'a [Word],
    at: usize,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<&Word> {
        let word = self.words.get(self.at);
        self.at += 1;
        word
    }

    /// A word after the one that was read last.
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at)
    }

    /// Words before the one that was read last.
    fn before(&self) -> impl Iterator<Item = &Word> {
        self.words[..self.at.saturating_sub(1)].iter().rev()
    }
}

fn is_noun(word: Option<&Word>) -> bool {
    matches!(word, Some(Word::Kind(_) | Word::Noun))
}

/// Takes a word as a part of the description of shapes, and says whether it is one.
fn describes(target: &mut Target, word: &Word, scan: &Scan<'_>) -> Result<bool, Unclear> {
    let which = match word {
        Word::Kind(kind) => {
            if target.filter.kind.replace(*kind).is_some_and(|known| known != *kind) {
                return Err(Unclear::Incomplete);
            }
            return Ok(true);
        }
        Word::Noun | Word::Definite | Word::Indefinite | Word::Ba | Word::ColorWord => return Ok(true),
        Word::Color(name) => {
            if target.filter.color.replace(name).is_some_and(|known| known != *name) {
                return Err(Unclear::Incomplete);
            }
            return Ok(true);
        }
        Word::Quoted(name) => {
            if target.filter.name.replace(name.clone()).is_some() {
                return Err(Unclear::Incomplete);
            }
            return Ok(true);
        }
        Word::NameWord if matches!(scan.peek(), Some(Word::Quoted(_))) => return Ok(true),
        Word::InView => {
            target.in_view = true;
            return Ok(true);
        }
        Word::Number(count) if target.count.is_none() && *count >= 1.0 && count.fract() == 0.0 => {
            target.count = Some(*count as usize);
            return Ok(true);
        }
        Word::Near | Word::At => {
            let beside =
                matches!(scan.peek(), Some(Word::Point(_) | Word::Near | Word::At | Word::Nearest | Word::InView))
                    || scan.before().next().is_some_and(|word| matches!(word, Word::Point(_) | Word::Near | Word::At));
            return Ok(beside || matches!(target.which, Which::Near(..)));
        }
        Word::Point(point) => Which::Near(*point, matches!(target.which, Which::Near(_, true))),
        Word::Nearest => match target.which {
            Which::Near(point, _) => {
                target.which = Which::Near(point, true);
                return Ok(true);
            }
            Which::Only => Which::Near([f64::NAN; 3], true),
            _ => return Ok(false),
        },
        Word::Last => Which::Last(0),
        Word::BeforeLast => Which::Last(1),
        Word::It => Which::It,
        Word::Them => Which::Them,
        Word::Both => Which::Both,
        Word::Other => Which::Other,
        Word::Selected => Which::Selected,
        Word::Biggest => Which::Biggest,
        Word::Smallest => Which::Smallest,
        Word::All => {
            // "them all", "both … all" say no more than "them".
            if target.which == Which::Only {
                target.which = Which::All;
            }
            return Ok(matches!(target.which, Which::All | Which::Them | Which::Both | Which::Selected));
        }
        _ => return Ok(false),
    };
    let is_open = match &target.which {
        Which::Only => true,
        Which::Near(point, true) => point[0].is_nan() && matches!(which, Which::Near(..)),
        Which::All => matches!(which, Which::Them | Which::Both | Which::Selected),
        _ => false,
    };
    if !is_open {
        return Err(Unclear::Incomplete);
    }
    target.which = which;
    Ok(true)
}

impl Target {
    /// Whether it says anything at all.
    fn is_said(&self) -> bool {
        self.which != Which::Only || self.filter != Filter::default()
    }

    fn complete(self) -> Result<Self, Unclear> {
        let has_point = !matches!(self.which, Which::Near(point, _) if point[0].is_nan());
        if has_point { Ok(self) } else { Err(Unclear::Incomplete) }
    }
}

/// A clause that is a verb and a description, and no more.
fn only_target(clause: &[Word]) -> Result<Target, Unclear> {
    let target = looked_for(clause)?;
    if target.is_said() || target.in_view { Ok(target) } else { Err(Unclear::Incomplete) }
}

/// As [`only_target`], where everything may be meant.
fn looked_for(clause: &[Word]) -> Result<Target, Unclear> {
    let mut target = Target::default();
    let mut scan = Scan { words: clause, at: 0 };
    while let Some(word) = scan.next().cloned() {
        if !matches!(word, Word::Verb(_)) && !describes(&mut target, &word, &scan)? {
            return Err(Unclear::Incomplete);
        }
    }
    target.complete()
}

fn steps(clause: &[Word]) -> Result<usize, Unclear> {
    let mut count = 1;
    for word in clause {
        match word {
            Word::Number(steps) if (1.0..=20.0).contains(steps) && steps.fract() == 0.0 => count = *steps as usize,
            Word::Verb(_) | Word::Last | Word::Definite | Word::It | Word::Indefinite => {}
            _ => return Err(Unclear::Incomplete),
        }
    }
    Ok(count)
}

fn measure(clause: &[Word]) -> Result<Intent, Unclear> {
    let parts: Vec<&[Word]> = clause.split(|word| *word == Word::And).collect();
    let mut targets = Vec::new();
    for part in parts {
        let target = looked_for(part)?;
        if target.is_said() {
            targets.push(target);
        }
    }
    let takes_two = |target: &Target| matches!(target.which, Which::Both | Which::Them | Which::Selected | Which::All);
    match targets.as_slice() {
        [one] if takes_two(one) => Ok(Intent::Measure(targets)),
        [_, _] => Ok(Intent::Measure(targets)),
        _ => Err(Unclear::Incomplete),
    }
}

fn arrange(clause: &[Word]) -> Result<Intent, Unclear> {
    let mut target = Target::default();
    let mut figure = None;
    let mut scan = Scan { words: clause, at: 0 };
    while let Some(word) = scan.next().cloned() {
        match word {
            Word::Verb(_) | Word::To => {}
            Word::Figure(name) => figure = Some(name),
            other => {
                if !describes(&mut target, &other, &scan)? {
                    return Err(Unclear::Incomplete);
                }
            }
        }
    }
    let mut target = target.complete()?;
    if !target.is_said() {
        return Err(Unclear::Incomplete);
    }
    if target.which == Which::Only {
        target.which = Which::All;
    }
    Ok(Intent::Arrange(target, figure.unwrap_or("line")))
}

fn create(clause: &[Word]) -> Result<Intent, Unclear> {
    let (mut kind, mut count, mut new) = (None, None, (None, None, None, None, None));
    let mut scan = Scan { words: clause, at: 0 };
    while let Some(word) = scan.next().cloned() {
        match word {
            Word::Verb(Verb::Create | Verb::Make | Verb::Arrange | Verb::Change)
            | Word::Indefinite
            | Word::At
            | Word::To
            | Word::ColorWord
            | Word::Noun => {}
            Word::Kind(one) if kind.is_none() => kind = Some(one),
            Word::Color(name) if new.2.is_none() => new.2 = Some(name),
            Word::Point(point) if new.0.is_none() => new.0 = Some(point),
            Word::Figure(figure) if new.4.is_none() => new.4 = Some(figure),
            Word::Quoted(name) if new.3.is_none() => new.3 = Some(name),
            Word::NameWord | Word::Verb(Verb::Rename) if matches!(scan.peek(), Some(Word::Quoted(_))) => {}
            Word::Size | Word::Side | Word::Radius | Word::Diameter => {
                // The number may stand before: "5 wide" is no word of ours, "with a side of 5" is.
                let Some(Word::Number(size)) = after_to(&mut scan) else { return Err(Unclear::Incomplete) };
                let size = if word == Word::Diameter { size / 2.0 } else { size };
                if new.1.replace((size, word)).is_some() {
                    return Err(Unclear::Incomplete);
                }
            }
            Word::Number(number) if count.is_none() && number >= 1.0 && number.fract() == 0.0 => {
                count = Some(number as usize);
            }
            _ => return Err(Unclear::Incomplete),
        }
    }
    let (kind, count) = (kind.ok_or(Unclear::Incomplete)?, count.unwrap_or(1));
    let (at, size, color, name, figure) = new;
    // A circle has no side, and only a circle has a radius.
    let fits = match &size {
        Some((_, Word::Side)) => kind != ShapeType::Circle,
        Some((_, Word::Radius | Word::Diameter)) => kind == ShapeType::Circle,
        _ => true,
    };
    if !fits || count > 100 {
        return Err(Unclear::Incomplete);
    }
    Ok(Intent::Create(New { kind, count, at, size: size.map(|(size, _)| size), color, name, figure }))
}

/// The next word, "to" and its kin aside.
fn after_to(scan: &mut Scan<'_>) -> Option<Word> {
    loop {
        match scan.next().cloned() {
            Some(Word::To | Word::Verb(Verb::Change) | Word::At) => {}
            other => return other,
        }
    }
}

fn modify(verb: Verb, clause: &[Word]) -> Result<Intent, Unclear> {
    let mut target = Target::default();
    let mut changes = Changes::default();
    let (mut shrinks, mut comparative, mut times) = (verb == Verb::Shrink, verb == Verb::Enlarge, None);
    comparative |= shrinks;
    // From here on words say how it shall be: after "to" in any language, or after the verb where 把 stands before it.
    let mut changed = false;
    let mut has_target = false;
    let has_ba = clause.contains(&Word::Ba);
    let mut direction: Option<Vector> = None;
    let mut distance: Option<f64> = None;
    let mut scan = Scan { words: clause, at: 0 };
    while let Some(word) = scan.next().cloned() {
        match &word {
            Word::Verb(_) => changed |= has_ba || has_target,
            Word::To => changed = true,
            Word::Point(point) if is_destination(&scan, changed, verb, &target) => {
                set(&mut changes.at, *point)?;
            }
            Word::Color(name)
                if !is_noun(scan.peek())
                    && (changed || has_target || verb == Verb::Paint)
                    && !before_verb(&scan, has_ba) =>
            {
                set(&mut changes.color, *name)?;
            }
            Word::Color(_) if changed && verb != Verb::Paint && has_target => return Err(Unclear::Incomplete),
            Word::ColorWord => {}
            Word::Size | Word::Side | Word::Radius | Word::Diameter if number_after(&scan).is_some() => {
                let Some(Word::Number(size)) = after_to(&mut scan) else { return Err(Unclear::Incomplete) };
                set(&mut changes.size, if word == Word::Diameter { size / 2.0 } else { size })?;
            }
            // "its size", "the size of": what is changed is said by the number.
            Word::Size if has_number(clause) => {}
            Word::Factor(factor) => set(&mut times, *factor)?,
            Word::Times => return Err(Unclear::Incomplete),
            Word::Bigger => comparative = true,
            Word::Smaller => (shrinks, comparative) = (true, true),
            Word::Direction(way) => set(&mut direction, *way)?,
            Word::Degrees => return Err(Unclear::Incomplete),
            Word::Number(number) if matches!(scan.peek(), Some(Word::Times)) => {
                scan.next();
                set(&mut times, *number)?;
            }
            Word::Number(number) if matches!(scan.peek(), Some(Word::Degrees)) => {
                scan.next();
                set(&mut changes.rotate, *number)?;
            }
            Word::Number(number) if verb == Verb::Move => set(&mut distance, *number)?,
            Word::Number(number) if clause.contains(&Word::Size) && changed => set(&mut changes.size, *number)?,
            Word::Quoted(name) if verb == Verb::Rename && (has_target || changed) => {
                set(&mut changes.name, name.clone())?;
            }
            Word::NameWord if verb == Verb::Rename || matches!(scan.peek(), Some(Word::To | Word::Verb(_))) => {}
            Word::At if changed => {}
            other => {
                let mut described = target.clone();
                if !describes(&mut described, other, &scan)? {
                    return Err(Unclear::Incomplete);
                }
                // What is described after "to" would be something else.
                if changed && has_target && described != target && verb != Verb::Rename {
                    return Err(Unclear::Incomplete);
                }
                has_target |= described.is_said();
                target = described;
            }
        }
    }
    match (direction, distance) {
        (Some(way), Some(distance)) => changes.by = Some(way.map(|part| part * distance)),
        (Some(way), None) => changes.by = Some(way),
        (None, Some(_)) => return Err(Unclear::Incomplete),
        (None, None) => {}
    }
    changes.factor = match (times, comparative) {
        (Some(times), true) if shrinks && times > 1.0 => Some(1.0 / times),
        (Some(times), _) => Some(times),
        (None, true) if changes.size.is_none() => Some(if shrinks { 0.5 } else { 2.0 }),
        (None, _) => None,
    };
    let target = target.complete()?;
    let is_empty = changes == Changes::default();
    if is_empty || !target.is_said() || changes.factor.is_some_and(|factor| factor <= 0.0) {
        return Err(Unclear::Incomplete);
    }
    Ok(Intent::Modify(target, changes))
}

/// Whether a point is where something goes, not where something is.
fn is_destination(scan: &Scan<'_>, changed: bool, verb: Verb, target: &Target) -> bool {
    let near = matches!(scan.peek(), Some(Word::Near | Word::Nearest))
        || scan.before().next().is_some_and(|word| matches!(word, Word::Near | Word::Nearest));
    let before_noun = is_noun(scan.peek()) && !changed;
    let moves = matches!(verb, Verb::Move | Verb::Make | Verb::Change);
    !near && !before_noun && moves && (changed || target.is_said())
}

/// Whether a word stands between 把 and the verb.
fn before_verb(scan: &Scan<'_>, has_ba: bool) -> bool {
    has_ba && !scan.before().any(|word| matches!(word, Word::Verb(_) | Word::To))
}

fn number_after(scan: &Scan<'_>) -> Option<f64> {
    let mut rest = scan.words[scan.at.min(scan.words.len())..].iter();
    rest.find_map(|word| match word {
        Word::To | Word::Verb(Verb::Change) | Word::At => None,
        Word::Number(number) => Some(Some(*number)),
        _ => Some(None),
    })?
}

fn has_number(clause: &[Word]) -> bool {
    clause.iter().any(|word| matches!(word, Word::Number(_)))
}

fn set<T>(place: &mut Option<T>, value: T) -> Result<(), Unclear> {
    if place.replace(value).is_some() { Err(Unclear::Incomplete) } else { Ok(()) }
}
