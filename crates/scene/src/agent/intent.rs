//! The meaning of a command: what is to be done, to which shapes.
//!
//! - I1 Every word of a command is claimed by one rule, or the command is not understood: leaving one out could hit
//!   another shape. [`part`] and [`thing`] are those rules, and each verb takes the parts that it names.
//! - I2 A question only looks, unless it begins as a request ("can you …?").
//! - I3 A turn is about y, the axis up: to the left and against the clock are positive, as seen from above.

mod clause;
mod thing;

use self::thing::{Thing, join, spot, thing};
use super::reader::{Property, Verb, Word, words};
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
    /// All near a point.
    Around(Vector),
    /// The one that was made or mentioned last, or so many before it.
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
    /// The one whose middle is the farthest in a direction.
    Farthest(Vector),
    /// One by its number, counted from a side, or in the order of making.
    Nth(Option<Vector>, usize),
    /// The one that is in the middle from left to right.
    Middle,
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
    /// For each exception whether it is one shape: then it has to fit just one.
    pub spares_one: Vec<bool>,
    /// Whether it may be one or all: "squares", 正方形, without a word that says which.
    pub bare: bool,
}

/// A place beside a shape, or between two.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Where from the shapes.
    pub side: Side,
    /// The shape, or the two.
    pub of: Vec<Target>,
}

/// The side of shapes on which a place is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Side {
    /// Next to one, in a direction if it is said.
    Next(Option<Vector>),
    /// In the middle between two.
    Between,
}

/// Changes of shapes, as the tool takes them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// A new position.
    pub at: Option<Vector>,
    /// A new position by shapes that are there.
    pub spot: Option<Spot>,
    /// A move.
    pub by: Option<Vector>,
    /// A new coordinate: the number of the axis, the value, and the sign of the direction if one was said.
    pub coordinate: Option<(usize, f64, f64)>,
    /// A new size.
    pub size: Option<f64>,
    /// The type that alone has such a size: a radius is a circle’s.
    pub property: Option<ShapeType>,
    /// Whether it is to be the size of a side, which a circle has not.
    pub is_side: bool,
    /// So much larger.
    pub grow: Option<f64>,
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
    /// Position by shapes that are there.
    pub spot: Option<Spot>,
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
#[allow(clippy::large_enum_variant, reason = "a text has a few of them")]
pub enum Intent {
    Create(New),
    Copy(Target),
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

impl Intent {
    /// The shapes that it changes, and its changes.
    fn modified(&self) -> Option<(&Target, &Changes)> {
        if let Self::Modify(target, changes) = self { Some((target, changes)) } else { None }
    }

    /// Whether it is about a colour that another gives to shapes: "the red ones blue, the blue ones red" swaps them, which
    /// one after the other does not.
    fn meets(&self, before: &Self) -> bool {
        let (Self::Copy(target)
        | Self::Delete(target)
        | Self::Modify(target, _)
        | Self::Select(target)
        | Self::Arrange(target, _)) = self
        else {
            return false;
        };
        before.modified().is_some_and(|(painted, changes)| {
            let (one, other) = (painted.filter.kind, target.filter.kind);
            changes.color.is_some()
                && changes.color == target.filter.color
                && (one.is_none() || other.is_none() || one == other)
        })
    }

    /// Takes "it" and "them" for the shapes that were looked for just before: "find the red square and delete it".
    fn speaks_of(&mut self, found: &Target) {
        let (Self::Copy(target)
        | Self::Delete(target)
        | Self::Modify(target, _)
        | Self::Select(target)
        | Self::Arrange(target, _)) = self
        else {
            return;
        };
        let is_several = target.which == Which::Them;
        if matches!(target.which, Which::It | Which::Them) && target.filter == Filter::default() {
            *target = found.clone();
            if is_several && target.which == Which::Only {
                target.which = Which::All;
            }
        }
    }
}

/// Reason why a command was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unclear {
    /// The command has words that are not known.
    Words(Vec<String>),
    /// These words have no part in the command.
    Open(Vec<String>),
    /// The command has no verb.
    NoVerb,
    /// The command does not say what to do it to, or how.
    Incomplete,
    /// A question that would change something.
    Question,
}

const UP: Vector = [0.0, 1.0, 0.0];

/// The commands of a text, in order.
pub fn understand(text: &str, names: &[String]) -> Result<Vec<Intent>, Unclear> {
    let all = words(text, names);
    let is_unknown = |word: &Word| matches!(word, Word::Unknown(_));
    let unknown: Vec<String> = all
        .iter()
        .filter_map(|(word, written)| match word {
            Word::Unknown(text) => Some(text.clone()),
            // An exception of something unknown is not understood as a whole.
            Word::Except => Some(written.clone()),
            _ => None,
        })
        .collect();
    if all.iter().any(|(word, _)| is_unknown(word)) {
        return Err(Unclear::Words(unknown));
    }
    let has = |wanted: &Word| all.iter().any(|(word, _)| word == wanted);
    let (asks, requests) = (has(&Word::Ask), has(&Word::Request));
    let mut said: Vec<(Word, String)> =
        all.into_iter().filter(|(word, _)| !matches!(word, Word::Ask | Word::Request | Word::Filler)).collect();
    // "which is the biggest?"
    if let Some((word @ Word::ThatIs, written)) = said.first_mut()
        && written.to_lowercase().starts_with("which")
    {
        *word = Word::Verb(Verb::List);
    }
    join(&mut said);
    let mut intents = clauses(&said)?.iter().map(Clause::intent).collect::<Result<Vec<Intent>, Unclear>>()?;
    for at in 1..intents.len() {
        let (before, now) = intents.split_at_mut(at);
        if let (Some(Intent::List(found) | Intent::Count(found)), Some(now)) = (before.last(), now.first_mut()) {
            now.speaks_of(found);
        }
    }
    if (1..intents.len()).any(|at| intents[..at].iter().any(|before| intents[at].meets(before))) {
        return Err(Unclear::Incomplete);
    }
    let looks = |intent: &Intent| matches!(intent, Intent::Count(_) | Intent::List(_) | Intent::Measure(_));
    if asks && !requests && !intents.iter().all(looks) {
        return Err(Unclear::Question);
    }
    if intents.is_empty() { Err(Unclear::NoVerb) } else { Ok(intents) }
}

/// A phrase of a command.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    Verb(Verb),
    Ba,
    Thing(Thing),
    Property(Property),
    /// "to the size of": what something is added to.
    Onto(Property),
    /// A property with its value.
    Size(Property, f64),
    Color(&'static str),
    Number(f64),
    /// "by 3".
    By(f64),
    /// "to 3".
    To(f64),
    Factor(f64),
    Percents(f64),
    Compare(f64),
    At(Vector),
    Spot(Spot),
    Goal(Vector),
    /// "by (3, 0, 1)".
    Shift(Vector),
    /// A coordinate with its new value.
    Coordinate(usize, f64),
    Way(Vector),
    Spin(f64),
    Angle(f64),
    Steps(f64),
    Name(String),
    /// 一点
    Bit,
    Away,
    Off,
    AnyMore,
    Figure(&'static str),
    /// Between the two things of a distance.
    And,
}

/// Phrases up to "and", with the verb that is said there or before.
#[derive(Debug, Clone)]
struct Clause {
    verb: Verb,
    parts: Vec<Part>,
}

/// Takes a text apart at "and", where what comes then has a verb of its own, or names shapes of its own.
fn clauses(said: &[(Word, String)]) -> Result<Vec<Clause>, Unclear> {
    let measures = said.iter().any(|(word, _)| *word == Word::Verb(Verb::Measure));
    let has_verb = said.iter().any(|(word, _)| matches!(word, Word::Verb(_)));
    let mut clauses: Vec<Clause> = Vec::new();
    for piece in said.split(|(word, _)| matches!(word, Word::Then) || (*word == Word::And && !measures)) {
        if piece.is_empty() {
            continue;
        }
        let parts = parts(piece)?;
        let has_thing = parts.iter().any(|part| matches!(part, Part::Thing(_)));
        let verb = verb_of(&parts)?;
        match (clauses.last_mut(), verb) {
            // "…, called “Moon”", "…, in a row"
            (Some(last), Some(verb @ (Verb::Rename | Verb::Arrange)))
                if last.verb == Verb::Create
                    && (!has_thing || verb == Verb::Rename && is_about_it(&parts))
                    && (verb == Verb::Arrange || parts.iter().any(|part| matches!(part, Part::Name(_)))) =>
            {
                last.parts.extend(parts.into_iter().filter(|part| !matches!(part, Part::Verb(_) | Part::Thing(_))));
            }
            // "I don't need the square any more, take it away"
            (Some(last), Some(Verb::Delete | Verb::Take))
                if matches!(last.verb, Verb::Delete | Verb::Need) && (!has_thing || is_about_it(&parts)) => {}
            // 把圆改成红色，然后往上移2
            (Some(last), Some(verb)) if last.verb.changes() && verb.changes() && !parts.iter().any(Part::is_object) => {
                let them = Thing { target: Target { which: Which::Them, ..Target::default() }, ..Thing::default() };
                clauses.push(Clause { verb, parts: [vec![Part::Thing(them)], parts].concat() });
            }
            // "draw three circles, the squares in a row": whose row?
            (Some(last), Some(Verb::Rename | Verb::Arrange))
                if last.verb == Verb::Create && !parts.contains(&Part::Ba) =>
            {
                return Err(Unclear::Incomplete);
            }
            (_, Some(verb)) => clauses.push(Clause { verb, parts }),
            (_, None) if parts.contains(&Part::Ba) => clauses.push(Clause { verb: Verb::Change, parts }),
            // "all but the square and the circle": is the circle spared? "call Sun and Moon": both of them?
            (Some(last), None)
                if last.spares() || last.verb == Verb::Rename && matches!(parts.as_slice(), [Part::Name(_)]) =>
            {
                return Err(Unclear::Incomplete);
            }
            // "draw a circle above the square and triangle": is that above both?
            (Some(last), None)
                if matches!(last.parts.last(), Some(Part::Spot(_)))
                    && !matches!(parts.first(), Some(Part::Thing(thing)) if thing.counts()) =>
            {
                return Err(Unclear::Incomplete);
            }
            (Some(last), None) if !has_thing => last.parts.extend(parts),
            (Some(last), None) => {
                let verb = last.verb;
                clauses.push(Clause { verb, parts });
            }
            (None, None) if !has_verb => clauses.push(Clause::without_verb(parts)?),
            (None, None) => return Err(Unclear::NoVerb),
        }
    }
    Ok(clauses)
}

impl Clause {
    /// The clause of phrases without a verb: "a red square and two circles" are to be made.
    fn without_verb(parts: Vec<Part>) -> Result<Self, Unclear> {
        let (verb, parts) = match parts.as_slice() {
            // 再大一点
            [Part::Compare(1.25 | 0.8)] => {
                let it = Thing { target: Target { which: Which::It, ..Target::default() }, ..Thing::default() };
                (Verb::Change, [vec![Part::Thing(it)], parts].concat())
            }
            // "double the size of the circle", Sun大一点, "Sun purple"
            [Part::Factor(_), Part::Thing(_)]
            | [Part::Thing(_) | Part::Name(_), Part::Compare(1.25 | 0.8)]
            | [Part::Name(_), Part::Color(_)] => (Verb::Change, parts),
            [Part::Thing(_) | Part::Name(_), Part::Way(_), Part::Number(_)] => (Verb::Move, parts),
            [Part::Thing(thing)] if thing.is_new && thing.plural != Some(true) => (Verb::Create, parts),
            [Part::Thing(thing), ..] if thing.counts() => (Verb::Create, parts),
            _ => return Err(Unclear::NoVerb),
        };
        Ok(Self { verb, parts })
    }
}

/// Whether "it" is all that words are about.
fn is_about_it(parts: &[Part]) -> bool {
    let mut objects = parts.iter().filter(|part| part.is_object());
    let is_it = |part: &Part| matches!(part, Part::Thing(thing) if thing.target.which == Which::It);
    objects.next().is_some_and(is_it) && objects.all(|part| matches!(part, Part::Name(_)))
}

/// The verb of a clause: one, or one that is made clearer by the next.
fn verb_of(parts: &[Part]) -> Result<Option<Verb>, Unclear> {
    let mut verbs: Vec<Verb> =
        parts.iter().filter_map(|part| if let Part::Verb(verb) = part { Some(*verb) } else { None }).collect();
    verbs.dedup();
    match verbs.as_slice() {
        [] => Ok(None),
        [verb @ (Verb::Count | Verb::List), Verb::List] | [Verb::List, verb @ Verb::Count] => Ok(Some(*verb)),
        [verb] | [verb @ Verb::Create, Verb::Arrange | Verb::Rename] => Ok(Some(*verb)),
        [Verb::Create | Verb::Make, Verb::Again] => Ok(Some(Verb::Again)),
        _ => Err(Unclear::Incomplete),
    }
}

/// Takes "lift" for a move up or, with a measure, for more of it, and "bring" for a move; "bring back" may mean anything.
fn lifted(said: &mut Vec<Word>) -> Result<(), Unclear> {
    let way = said.iter().find_map(|word| if let Word::Way(way) = word { Some(*way) } else { None });
    let measures = said.iter().any(|word| matches!(word, Word::Property(property) if property.is_measure()));
    let Some(verb) = said.iter_mut().find(|word| matches!(word, Word::Verb(Verb::Lift | Verb::Bring))) else {
        return Ok(());
    };
    let lifts = *verb == Word::Verb(Verb::Lift);
    *verb = Word::Verb(if lifts && measures { Verb::Increase } else { Verb::Move });
    match way {
        None if lifts && !measures => said.push(Word::Way(UP)),
        Some(way) if lifts && (way != UP || measures) => return Err(Unclear::Incomplete),
        Some([_, _, z]) if z < 0.0 => return Err(Unclear::Incomplete),
        _ => {}
    }
    Ok(())
}

/// The phrases of a piece of a text; each word belongs to one (I1).
fn parts(piece: &[(Word, String)]) -> Result<Vec<Part>, Unclear> {
    let mut said: Vec<Word> = piece.iter().map(|(word, _)| word.clone()).collect();
    // 把它删了 asks for it; elsewhere 了 tells of what was done.
    if said.last() == Some(&Word::Perfect) && said.contains(&Word::Ba) {
        said.pop();
    }
    lifted(&mut said)?;
    let makes = said.iter().any(|word| matches!(word, Word::Verb(Verb::Create | Verb::Put)));
    let looks = said.iter().any(|word| matches!(word, Word::Verb(Verb::List | Verb::Count | Verb::Measure)));
    let measures = said.contains(&Word::Verb(Verb::Measure));
    let increases = said.iter().any(|word| matches!(word, Word::Verb(Verb::Increase | Verb::Decrease)));
    let (mut parts, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(rest) = said.get(at..).filter(|rest| !rest.is_empty()) {
        // 圆左边的正方形: which one, no rule says.
        let is_beside = matches!(rest[0], Word::Aside(_))
            && at.checked_sub(1).is_some_and(|before| {
                matches!(
                    said[before],
                    Word::Kind(..) | Word::Noun(_) | Word::Quoted(_) | Word::It | Word::One | Word::De
                )
            });
        let found = spot(rest).filter(|_| !looks).map(|(spot, length)| (Some(Part::Spot(spot)), length));
        let named =
            || thing(rest, makes).filter(|_| !is_beside).map(|(thing, length)| (Some(Part::Thing(thing)), length));
        let found = found.or_else(named).or_else(|| part(rest).map(|(part, length)| (Some(part), length)));
        let found = found.or_else(|| filler(&rest[0], looks, measures));
        // "all" and "both" of what was named.
        let is_all =
            rest[0] == Word::AllOfIt || (rest[0] == Word::All && matches!(rest[1..], [] | [Word::Verb(_), ..]));
        let named =
            parts.iter_mut().rev().find_map(|part| if let Part::Thing(thing) = part { Some(thing) } else { None });
        if let Some(thing) = named.filter(|_| is_all) {
            if thing.target.which == Which::Only && thing.target.count.is_none() && thing.article.is_none() && !looks {
                (thing.target.which, thing.target.bare) = (Which::All, false);
            }
            at += 1;
            continue;
        }
        // "make all shapes blue except the circles"
        if let (Word::Except, Some(Part::Thing(thing))) =
            (&rest[0], parts.iter_mut().rev().find(|part| part.is_object()))
            && thing.target.which == Which::All
            && thing.target.filter.not.is_empty()
            && let Some(length) = thing.target.spare(&rest[1..], makes)
        {
            thing.target.bare = false;
            at += length + 1;
            continue;
        }
        let (part, length) = found.unwrap_or_else(|| {
            open.push(piece.get(at).map_or_else(String::new, |(_, written)| written.clone()));
            (None, 1)
        });
        match part {
            // 增加圆的半径2 is by 2.
            Some(Part::Size(property, number))
                if increases && matches!(rest.get(length.wrapping_sub(2)), Some(Word::Property(_))) =>
            {
                parts.extend([Part::Property(property), Part::Number(number)]);
            }
            part => parts.extend(part),
        }
        at += length;
    }
    if open.is_empty() { Ok(parts) } else { Err(Unclear::Open(open)) }
}

/// A property that words begin with, with its value where there is one, and the length.
fn property(rest: &[Word]) -> Option<(Part, usize)> {
    let lead = match rest {
        [Word::With, Word::Indefinite | Word::Definite, ..] => 2,
        [Word::With | Word::Definite | Word::De, ..] => 1,
        _ => 0,
    };
    let Some(Word::Property(property)) = rest.get(lead) else { return None };
    let rest = &rest[lead + 1..];
    let between = rest.iter().take_while(|word| matches!(word, Word::Of | Word::To | Word::Is)).count();
    Some(match (property, rest.get(between)) {
        (Property::Name, Some(Word::Quoted(name))) => (Part::Name(name.clone()), lead + between + 2),
        (Property::Name | Property::Color | Property::Place, _) if between == 0 || rest[0] != Word::Of => {
            match (property, rest) {
                (Property::Place, [Word::Point(point), ..]) => (Part::At(*point), lead + 2),
                _ => (Part::Property(*property), lead + 1),
            }
        }
        (property, Some(Word::Number(number) | Word::Length(number))) => {
            (Part::Size(*property, *number), lead + between + 2)
        }
        _ => (Part::Property(*property), lead + 1 + usize::from(rest.first() == Some(&Word::Of))),
    })
}

/// A word of a question that means nothing by itself: the "and" of a distance, or nothing at all.
fn filler(word: &Word, looks: bool, measures: bool) -> Option<(Option<Part>, usize)> {
    match word {
        Word::Is | Word::There if looks => Some((None, 1)),
        Word::And | Word::Joint | Word::From | Word::To if measures => Some((Some(Part::And), 1)),
        Word::Of | Word::Between | Word::De if measures => Some((None, 1)),
        _ => None,
    }
}

/// The phrase that words begin with, other than shapes, and its length.
fn part(rest: &[Word]) -> Option<(Part, usize)> {
    if let [Word::To, Word::Definite, Word::Property(property), Word::Of, ..] = rest {
        return property.is_measure().then_some((Part::Onto(*property), 4));
    }
    if let Some(found) = property(rest) {
        return Some(found);
    }
    // "the last 3 steps"
    let lead = rest.iter().take_while(|word| matches!(word, Word::Definite | Word::Last(0))).count();
    if let Some(Word::Steps(steps)) = rest.get(lead) {
        return Some((Part::Steps(*steps), lead + 1));
    }
    Some(match rest {
        [Word::Verb(verb), ..] => (Part::Verb(*verb), 1),
        [Word::Ba, ..] => (Part::Ba, 1),
        [Word::Color(color), Word::De] => (Part::Color(color), 2),
        [Word::Color(color), ..] => (Part::Color(color), 1),
        [Word::Across(number), ..] => (Part::Size(Property::Width, *number), 1),
        [Word::Up(number), ..] => (Part::Size(Property::Height, *number), 1),
        [Word::Definite, Word::Last(0), Word::Step, ..] => (Part::Steps(1.0), 3),
        [Word::LastStep, ..] => (Part::Steps(1.0), 1),
        [Word::Number(number) | Word::Length(number), ..] => (Part::Number(*number), 1),
        [Word::By, Word::Number(number) | Word::Length(number), ..] => (Part::By(*number), 2),
        [Word::To, Word::Number(number) | Word::Length(number), ..] => (Part::To(*number), 2),
        [Word::Factor(factor), ..] => (Part::Factor(*factor), 1),
        [Word::To, Word::Factor(factor), ..] => (Part::Factor(*factor), 2),
        [Word::Percents(number), ..] => (Part::Percents(*number), 1),
        [Word::By, Word::Percents(number), ..] => (Part::Percents(*number), 2),
        [Word::To, Word::Percents(number), ..] => (Part::Factor(number / 100.0), 2),
        [Word::Compare(factor), ..] => (Part::Compare(*factor), 1),
        [Word::At, Word::Point(point), Word::At, ..] => (Part::At(*point), 3),
        [Word::At, Word::Point(point), ..] => (Part::At(*point), 2),
        [Word::Point(point), Word::At, ..] => (Part::At(*point), 2),
        [Word::To, Word::Point(point), ..] => (Part::Goal(*point), 2),
        [Word::By, Word::Point(by), ..] => (Part::Shift(*by), 2),
        [Word::To | Word::De, Word::Axis(axis), Word::To | Word::Is, Word::Number(value) | Word::Length(value), ..] => {
            (Part::Coordinate(*axis, *value), 4)
        }
        [Word::To, Word::Axis(axis), Word::Number(value), ..] => (Part::Coordinate(*axis, *value), 3),
        [Word::De, Word::Axis(axis), Word::Verb(Verb::Change), Word::To, Word::Number(value), ..] => {
            (Part::Coordinate(*axis, *value), 5)
        }
        [Word::Bit, ..] => (Part::Bit, 1),
        [Word::Away, ..] => (Part::Away, 1),
        [Word::Off, ..] => (Part::Off, 1),
        [Word::AnyMore, ..] => (Part::AnyMore, 1),
        [Word::Way(way), ..] => (Part::Way(*way), 1),
        [Word::Spin(sign), ..] => (Part::Spin(*sign), 1),
        [Word::Angle(angle), ..] => (Part::Angle(*angle), 1),
        [Word::By, Word::Angle(angle), ..] => (Part::Angle(*angle), 2),
        [Word::Quoted(name), ..] => (Part::Name(name.clone()), 1),
        [Word::Figure(figure), ..] => (Part::Figure(figure), 1),
        // "in red"
        [Word::At, Word::Color(color), ..] => (Part::Color(color), 2),
        // "to red", 成一行, “to "Sun"”
        [Word::To, next @ (Word::Color(_) | Word::Figure(_) | Word::Quoted(_)), ..] => {
            let (part, length) = part(std::slice::from_ref(next))?;
            (part, length + 1 + usize::from(matches!(rest, [_, Word::Color(_), Word::De])))
        }
        _ => return None,
    })
}
