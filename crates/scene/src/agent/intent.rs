//! The meaning of a command: what is to be done, to which shapes.
//!
//! - I1 Every word of a command is claimed by one rule, or the command is not understood: leaving one out could hit
//!   another shape. [`part`] and [`thing`] are those rules, and each verb takes the parts that it names.
//! - I2 A question only looks, unless it begins as a request ("can you …?").
//! - I3 A turn is about y, the axis up: to the left and against the clock are positive, as seen from above.

mod thing;

use self::thing::{Thing, spared, thing};
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
    /// Whether one shape was excepted: then the exception has to fit just one.
    pub spares_one: bool,
}

/// Changes of shapes, as the tool takes them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// A new position.
    pub at: Option<Vector>,
    /// A move.
    pub by: Option<Vector>,
    /// A new coordinate: in a direction, up to a value.
    pub up_to: Option<(Vector, f64)>,
    /// A new coordinate, by the number of the axis.
    pub coordinate: Option<(usize, f64)>,
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
        let (Self::Delete(target) | Self::Modify(target, _) | Self::Select(target) | Self::Arrange(target, _)) = self
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
        let (Self::Delete(target) | Self::Modify(target, _) | Self::Select(target) | Self::Arrange(target, _)) = self
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
    let said: Vec<(Word, String)> =
        all.into_iter().filter(|(word, _)| !matches!(word, Word::Ask | Word::Request | Word::Filler)).collect();
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
            (Some(last), None) if !has_thing => last.parts.extend(parts),
            (Some(last), None) => {
                let verb = last.verb;
                clauses.push(Clause { verb, parts });
            }
            // "a red square and two circles" are to be made.
            (None, None) if !has_verb => match parts.as_slice() {
                // "double the size of the circle", Sun大一点, "Sun purple"
                [Part::Factor(_), Part::Thing(_)]
                | [Part::Thing(_) | Part::Name(_), Part::Compare(1.25 | 0.8)]
                | [Part::Name(_), Part::Color(_)] => clauses.push(Clause { verb: Verb::Change, parts }),
                [Part::Thing(_) | Part::Name(_), Part::Way(_), Part::Number(_)] => {
                    clauses.push(Clause { verb: Verb::Move, parts });
                }
                [Part::Thing(thing)] if thing.is_new && thing.plural != Some(true) => {
                    clauses.push(Clause { verb: Verb::Create, parts });
                }
                [Part::Thing(thing), ..] if thing.counts() => clauses.push(Clause { verb: Verb::Create, parts }),
                _ => return Err(Unclear::NoVerb),
            },
            (None, None) => return Err(Unclear::NoVerb),
        }
    }
    Ok(clauses)
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
        let found = thing(rest, makes).map(|(thing, length)| (Some(Part::Thing(thing)), length));
        let found = found.or_else(|| part(rest).map(|(part, length)| (Some(part), length)));
        let found = found.or_else(|| match rest[0] {
            Word::Is | Word::There if looks => Some((None, 1)),
            Word::And | Word::From | Word::To if measures => Some((Some(Part::And), 1)),
            Word::Of | Word::Between | Word::De if measures => Some((None, 1)),
            _ => None,
        });
        // "all" and "both" of what was named.
        let is_all =
            rest[0] == Word::AllOfIt || (rest[0] == Word::All && matches!(rest[1..], [] | [Word::Verb(_), ..]));
        let named =
            parts.iter_mut().rev().find_map(|part| if let Part::Thing(thing) = part { Some(thing) } else { None });
        if let Some(thing) = named.filter(|_| is_all) {
            if thing.target.which == Which::Only && thing.target.count.is_none() && thing.article.is_none() && !looks {
                thing.target.which = Which::All;
            }
            at += 1;
            continue;
        }
        // "make all shapes blue except the circles"
        if let (Word::Except, Some(Part::Thing(thing))) =
            (&rest[0], parts.iter_mut().rev().find(|part| part.is_object()))
            && let Some((not, is_one, length)) = spared(&rest[1..], makes)
            && thing.target.which == Which::All
            && thing.target.filter.not.is_none()
        {
            (thing.target.filter.not, thing.target.spares_one) = (Some(Box::new(not)), is_one);
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

/// The phrase that words begin with, other than shapes, and its length.
fn part(rest: &[Word]) -> Option<(Part, usize)> {
    if let [Word::To, Word::Definite, Word::Property(property), Word::Of, ..] = rest {
        return property.is_measure().then_some((Part::Onto(*property), 4));
    }
    let lead = match rest {
        [Word::With, Word::Indefinite | Word::Definite, ..] => 2,
        [Word::With | Word::Definite | Word::De, ..] => 1,
        _ => 0,
    };
    if let Some(Word::Property(property)) = rest.get(lead) {
        let rest = &rest[lead + 1..];
        let between = rest.iter().take_while(|word| matches!(word, Word::Of | Word::To | Word::Is)).count();
        return Some(match (property, rest.get(between)) {
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
        });
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

impl Clause {
    /// Whether it is about all shapes but some.
    fn spares(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Thing(thing) if thing.target.filter.not.is_some()))
    }

    /// Its command, after the verb.
    fn intent(&self) -> Result<Intent, Unclear> {
        let things: Vec<&Thing> = self
            .parts
            .iter()
            .filter_map(|part| if let Part::Thing(thing) = part { Some(thing) } else { None })
            .collect();
        let place = |wanted: fn(&Part) -> bool| self.parts.iter().position(wanted);
        let verb_at = place(|part| matches!(part, Part::Verb(_)));
        let is_verb_first = verb_at < place(|part| matches!(part, Part::Thing(_)));
        if let Some(at) = place(|part| *part == Part::Ba) {
            // 把, what it is done to, and then the verb.
            let has_object = matches!(self.parts.get(at + 1), Some(Part::Thing(_) | Part::Name(_)));
            if !has_object || verb_at.is_some_and(|verb_at| verb_at < at) {
                return Err(Unclear::Incomplete);
            }
        }
        let has_property = self.parts.iter().any(|part| matches!(part, Part::Property(_) | Part::Size(..)));
        match self.verb {
            // 给圆的半径加2
            Verb::Create if self.adds() => self.add(),
            Verb::Create => self.create(),
            Verb::Take | Verb::Need => self.discard(),
            Verb::Give => self.give(),
            Verb::SelectAll if self.rest().next().is_none() => {
                Ok(Intent::Select(Target { which: Which::All, ..Target::default() }))
            }
            Verb::SelectAll => {
                let target = self.target()?;
                let which = if target.which == Which::Only { Which::All } else { target.which.clone() };
                Ok(Intent::Select(Target { which, ..target }))
            }
            Verb::Increase if !has_property && things.iter().any(|thing| thing.counts()) => self.create(),
            Verb::Increase if things.iter().any(|thing| thing.counts()) => Err(Unclear::Incomplete),
            Verb::Make | Verb::Put if things.iter().any(|thing| thing.target.filter.kind.is_some()) => {
                let [thing] = things.as_slice() else { return Err(Unclear::Incomplete) };
                let plain = matches!(thing.target.which, Which::Only | Which::All);
                // "make a square green", "make 3 squares green": new ones, or those that are there?
                let is_open = self.parts.iter().any(|part| match part {
                    Part::Color(_) => true,
                    Part::Size(..) => thing.target.count.is_some(),
                    _ => false,
                });
                match (thing.article, thing.target.count) {
                    _ if self.parts.contains(&Part::Ba) => self.modify(),
                    (Some(false), Some(_)) if self.verb == Verb::Put => Err(Unclear::Incomplete),
                    (_, Some(_)) if self.verb == Verb::Put && !plain => Err(Unclear::Incomplete),
                    (Some(false), _) => self.modify(),
                    _ if !plain => self.modify(),
                    (Some(true), _) | (None, Some(_))
                        if thing.target.which == Which::Only && !is_open && is_verb_first =>
                    {
                        self.create()
                    }
                    // "make squares green": those that are there.
                    (None, None)
                        if self.verb == Verb::Make
                            && thing.target.which == Which::All
                            && !thing.is_new
                            && matches!(self.parts.as_slice(), [_, Part::Thing(_), ..]) =>
                    {
                        self.modify()
                    }
                    _ => Err(Unclear::Incomplete),
                }
            }
            Verb::Clear if things.is_empty() => match self.parts.as_slice() {
                [_] => Ok(Intent::Delete(Target { which: Which::All, ..Target::default() })),
                _ => Err(Unclear::Incomplete),
            },
            Verb::Delete | Verb::Clear => Ok(Intent::Delete(self.target()?)),
            Verb::Select => Ok(Intent::Select(self.target()?)),
            Verb::Count => Ok(Intent::Count(self.looked_for()?)),
            Verb::List => Ok(Intent::List(self.looked_for()?)),
            Verb::Measure => self.measure(),
            Verb::Undo => Ok(Intent::Undo(self.steps()?)),
            Verb::Redo => Ok(Intent::Redo(self.steps()?)),
            Verb::Arrange => self.arrange(),
            _ => self.modify(),
        }
    }

    /// The phrases besides the verb and 把.
    fn rest(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| !matches!(part, Part::Verb(_) | Part::Ba))
    }

    /// A clause that is a verb and shapes that are there, and no more.
    fn target(&self) -> Result<Target, Unclear> {
        match self.rest().collect::<Vec<_>>().as_slice() {
            [Part::Thing(thing)] => thing.there(),
            [Part::Name(name)] => Ok(named(name)),
            _ => Err(Unclear::Incomplete),
        }
    }

    /// Whether a measure gets larger by a number: "add 2 to the radius of", 半径加2.
    fn adds(&self) -> bool {
        let verb = self.parts.iter().position(|part| matches!(part, Part::Verb(_))).unwrap_or_default();
        let measures = |part: &Part| matches!(part, Part::Property(property) if property.is_measure());
        match &self.parts[verb..] {
            [_, Part::Number(_)] => self.parts[..verb].iter().any(measures),
            [_, Part::Number(_), Part::Onto(_), ..] => true,
            _ => false,
        }
    }

    fn add(&self) -> Result<Intent, Unclear> {
        let (numbers, mut others): (Vec<Part>, Vec<Part>) =
            self.parts.iter().cloned().partition(|part| matches!(part, Part::Number(_)));
        for part in &mut others {
            if let Part::Onto(property) = part {
                *part = Part::Property(*property);
            }
        }
        Self { verb: Verb::Increase, parts: [others, numbers].concat() }.modify()
    }

    /// "take … away", "I don't need … any more"
    fn discard(&self) -> Result<Intent, Unclear> {
        let (ends, others): (Vec<&Part>, Vec<&Part>) =
            self.parts.iter().partition(|part| matches!(part, Part::Away | Part::Off | Part::AnyMore));
        let is_end = match ends.as_slice() {
            [Part::Away | Part::Off] => self.verb == Verb::Take,
            [Part::AnyMore] => self.verb == Verb::Need,
            _ => false,
        };
        let clause = Self { verb: Verb::Delete, parts: others.into_iter().cloned().collect() };
        if is_end { Ok(Intent::Delete(clause.target()?)) } else { Err(Unclear::Incomplete) }
    }

    /// "give the circle the name Ball"
    fn give(&self) -> Result<Intent, Unclear> {
        let mut target = self.target()?;
        let name = target.filter.name.take();
        if name.is_none() || target.filter == Filter::default() && target.which == Which::Only {
            return Err(Unclear::Incomplete);
        }
        Ok(Intent::Modify(target, Changes { name, ..Changes::default() }))
    }

    /// As [`Self::target`], where everything may be meant, and a colour asked for.
    fn looked_for(&self) -> Result<Target, Unclear> {
        if self.parts.contains(&Part::Ba) {
            return Err(Unclear::Incomplete);
        }
        let mut target = None;
        for part in self.rest() {
            match part {
                Part::Thing(thing) => set(&mut target, thing.there()?)?,
                Part::Name(name) => set(&mut target, named(name))?,
                Part::Property(Property::Color) => {}
                // "which squares are red"
                Part::Color(color) => match &mut target {
                    Some(target) if target.filter.color.is_none() => target.filter.color = Some(color),
                    _ => return Err(Unclear::Incomplete),
                },
                _ => return Err(Unclear::Incomplete),
            }
        }
        let mut target: Target = target.unwrap_or_default();
        if target.which == Which::All {
            target.which = Which::Only;
        }
        Ok(target)
    }

    /// Number of steps to take back: "undo", "undo it", "undo the last 3 steps".
    fn steps(&self) -> Result<usize, Unclear> {
        let whole = |steps: f64| ((1.0..=20.0).contains(&steps) && steps.fract() == 0.0).then_some(steps as usize);
        match self.rest().collect::<Vec<_>>().as_slice() {
            [] => Ok(1),
            [Part::Thing(thing)] if thing.target == Target { which: Which::It, ..Target::default() } => Ok(1),
            [Part::Steps(steps) | Part::Number(steps)] => whole(*steps).ok_or(Unclear::Incomplete),
            _ => Err(Unclear::Incomplete),
        }
    }

    fn measure(&self) -> Result<Intent, Unclear> {
        let mut targets = Vec::new();
        for part in self.rest() {
            match part {
                Part::Thing(thing) => targets.push(thing.there()?),
                Part::Name(name) => targets.push(named(name)),
                Part::And => {}
                _ => return Err(Unclear::Incomplete),
            }
        }
        let takes_two =
            |target: &Target| matches!(target.which, Which::Both | Which::Them | Which::Selected | Which::All);
        match targets.as_slice() {
            [one] if takes_two(one) => Ok(Intent::Measure(targets)),
            [_, _] => Ok(Intent::Measure(targets)),
            _ => Err(Unclear::Incomplete),
        }
    }

    fn arrange(&self) -> Result<Intent, Unclear> {
        let (mut target, mut figure) = (None, None);
        for part in self.rest() {
            match part {
                Part::Thing(thing) => set(&mut target, thing.there()?)?,
                Part::Figure(name) => set(&mut figure, *name)?,
                _ => return Err(Unclear::Incomplete),
            }
        }
        let mut target: Target = target.ok_or(Unclear::Incomplete)?;
        if target.which == Which::Only {
            target.which = Which::All;
        }
        Ok(Intent::Arrange(target, figure.unwrap_or("line")))
    }

    fn create(&self) -> Result<Intent, Unclear> {
        let (mut thing, mut at, mut size, mut name, mut figure, mut color) = (None, None, None, None, None, None);
        for part in &self.parts {
            match part {
                Part::Verb(_) | Part::Property(Property::Color) => {}
                Part::Thing(one) => set(&mut thing, one)?,
                Part::At(point) => set(&mut at, *point)?,
                Part::Size(property, number) => set(&mut size, (*property, *number))?,
                Part::Color(one) => set(&mut color, *one)?,
                Part::Name(one) => set(&mut name, one.clone())?,
                Part::Figure(one) => set(&mut figure, *one)?,
                _ => return Err(Unclear::Incomplete),
            }
        }
        let Thing { target, article, plural, place, size: measure, .. } = thing.ok_or(Unclear::Incomplete)?;
        if let Some(one) = measure {
            set(&mut size, *one)?;
        }
        let Filter { kind, color: own, name: called, .. } = target.filter.clone();
        if let Some((point, how)) = place {
            if *how != Word::At {
                return Err(Unclear::Incomplete);
            }
            set(&mut at, *point)?;
        }
        if let Some(one) = own {
            set(&mut color, one)?;
        }
        if let Some(one) = called {
            set(&mut name, one)?;
        }
        let count = target.count.unwrap_or(1);
        let plain = matches!(target.which, Which::Only | Which::Near(..)) && !target.in_view && *article != Some(false);
        let kind = kind.filter(|_| plain && count <= 100).ok_or(Unclear::Incomplete)?;
        if figure.is_some() && count == 1 || *plural == Some(true) && target.count.is_none() {
            return Err(Unclear::Incomplete);
        }
        let size = size.map(|(property, number)| sized(property, number, Some(kind))).transpose()?;
        let size = size.map(|(size, _)| size);
        Ok(Intent::Create(New { kind, count, at, size, color, name, figure }))
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each phrase")]
    fn modify(&self) -> Result<Intent, Unclear> {
        let verb = self.verb;
        let any = matches!(verb, Verb::Make | Verb::Change | Verb::Put | Verb::Turn);
        let resizes = matches!(verb, Verb::Enlarge | Verb::Shrink);
        let scales = any || resizes;
        let turns = matches!(verb, Verb::Rotate | Verb::Turn);
        let is_decrease = matches!(verb, Verb::Decrease | Verb::Shrink);
        let mut changes = Changes::default();
        let (mut target, mut property, mut value): (Option<Target>, Option<Property>, Option<&Part>) =
            (None, None, None);
        let (mut compare, mut times, mut spin, mut angle) = (None, None, None, None);
        if is_decrease || matches!(verb, Verb::Enlarge | Verb::Increase) {
            compare = Some(if is_decrease { 0.5 } else { 2.0 });
        }
        if verb == Verb::Resize {
            property = Some(Property::Size);
        }
        let parts: Vec<&Part> = self.rest().collect();
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            at += 1;
            let next = parts.get(at).copied();
            match (*part, next) {
                (Part::Thing(thing), _) => {
                    set(&mut target, thing.there()?)?;
                }
                (Part::Property(one), _) => set(&mut property, *one)?,
                (Part::Size(one, number), _) if any || matches!(verb, Verb::Increase | Verb::Decrease) => {
                    set(&mut property, *one)?;
                    set(&mut changes.size, *number)?;
                }
                (Part::Color(color), _) if any || verb == Verb::Paint => set(&mut changes.color, *color)?,
                (Part::Name(name), _) if target.is_none() => target = Some(named(name)),
                (Part::Name(name), _) if verb == Verb::Rename || property == Some(Property::Name) => {
                    set(&mut changes.name, name.clone())?;
                }
                (Part::Goal(point), _)
                    if matches!(verb, Verb::Move | Verb::Put) || property == Some(Property::Place) =>
                {
                    set(&mut changes.at, *point)?;
                }
                (Part::At(point), _) if verb == Verb::Put => set(&mut changes.at, *point)?,
                (Part::Way(way), Some(Part::To(number))) if verb == Verb::Move => {
                    set(&mut changes.up_to, (*way, *number))?;
                    at += 1;
                }
                (Part::Way(way), Some(Part::Number(by) | Part::By(by)))
                | (Part::Number(by) | Part::By(by), Some(Part::Way(way)))
                    if verb == Verb::Move && *by > 0.0 =>
                {
                    changes.by = Some(add(changes.by, way.map(|part| part * by)));
                    at += 1;
                }
                (Part::Shift(by), _) if verb == Verb::Move => changes.by = Some(add(changes.by, *by)),
                (Part::Coordinate(axis, value), _) if verb == Verb::Move || any => {
                    set(&mut changes.coordinate, (*axis, *value))?;
                }
                (Part::Away, Some(Part::Number(by) | Part::By(by))) if verb == Verb::Move && *by > 0.0 => {
                    changes.by = Some(add(changes.by, [0.0, 0.0, -by]));
                    at += 1;
                }
                // "2 back, away from me" is said twice.
                (Part::Way(way), _)
                    if verb == Verb::Move
                        && changes.by.is_some_and(|by| (0..3).any(|axis| by[axis] * way[axis] != 0.0)) =>
                {
                    let by = changes.by.unwrap_or_default();
                    if (0..3).any(|axis| by[axis] * way[axis] < 0.0) {
                        return Err(Unclear::Incomplete);
                    }
                }
                (Part::Way(way), _) if verb == Verb::Move => changes.by = Some(add(changes.by, *way)),
                (Part::Away, None) if verb == Verb::Move => changes.by = Some(add(changes.by, [0.0, 0.0, -1.0])),
                (Part::Bit, None) if resizes && times.is_none() && value.is_none() => {
                    compare = Some(if is_decrease { 0.8 } else { 1.25 });
                }
                (Part::Way([x, 0.0, 0.0]), _) if turns && *x != 0.0 => set(&mut spin, -*x)?,
                (Part::Spin(sign), _) if turns => set(&mut spin, *sign)?,
                (Part::Angle(degrees), _) if turns => set(&mut angle, *degrees)?,
                (Part::Number(degrees) | Part::By(degrees), None) if verb == Verb::Rotate => set(&mut angle, *degrees)?,
                (Part::Number(by), Some(Part::Compare(how))) if any => {
                    changes.grow = Some(if *how < 1.0 { -by } else { *by });
                    at += 1;
                }
                (Part::Compare(how), _) if scales && compare.is_none() => compare = Some(*how),
                (Part::Factor(factor), _) if scales => set(&mut times, *factor)?,
                (Part::Percents(number), Some(Part::Compare(how))) if any => {
                    set(&mut times, if *how < 1.0 { 1.0 - number / 100.0 } else { 1.0 + number / 100.0 })?;
                    at += 1;
                }
                (Part::Percents(number), _) if compare.is_some() && !any => {
                    set(&mut times, if is_decrease { 1.0 - number / 100.0 } else { 1.0 + number / 100.0 })?;
                    (compare, property) = (None, property.filter(|one| *one != Property::Size));
                }
                (Part::By(_) | Part::To(_), _) => set(&mut value, *part)?,
                (Part::Number(_), _)
                    if property.is_some() && (resizes || matches!(verb, Verb::Increase | Verb::Decrease)) =>
                {
                    set(&mut value, *part)?;
                }
                _ => return Err(Unclear::Incomplete),
            }
        }
        // 缩小到1
        if resizes && property.is_none() && matches!(value, Some(Part::To(_))) {
            property = Some(Property::Size);
        }
        let is_measure = property.is_some_and(Property::is_measure);
        match value {
            Some(Part::To(number)) if is_measure => {
                set(&mut changes.size, *number)?;
            }
            Some(Part::By(by) | Part::Number(by)) if compare.is_some() => {
                set(&mut changes.grow, if compare.is_some_and(|how| how < 1.0) { -by } else { *by })?;
            }
            Some(_) => return Err(Unclear::Incomplete),
            None => {}
        }
        if spin.is_some() || angle.is_some() {
            let degrees = angle.unwrap_or(90.0);
            if spin.is_some() && degrees < 0.0 {
                return Err(Unclear::Incomplete);
            }
            changes.rotate = Some(spin.unwrap_or(1.0) * degrees);
        }
        let sizes = changes.size.is_some() || changes.grow.is_some();
        changes.factor = match (times, compare) {
            (Some(_), _) if sizes => return Err(Unclear::Incomplete),
            (Some(times), Some(how)) if how < 1.0 && times > 1.0 => Some(1.0 / times),
            // Half larger may be half as large again.
            (Some(times), Some(how)) if how > 1.0 && times < 1.0 => return Err(Unclear::Incomplete),
            (Some(times), _) => Some(times),
            (None, how) if !sizes => how,
            _ => None,
        };
        if let Some(property) = property.filter(|_| is_measure) {
            let number = changes.size.or(changes.grow);
            let (number, kind) = sized(property, number.unwrap_or(1.0), None)?;
            changes.size = changes.size.map(|_| number);
            changes.grow = changes.grow.map(|_| number);
            (changes.property, changes.is_side) = (kind, property == Property::Side);
        }
        let asked = match property {
            Some(Property::Color) => changes.color.is_some(),
            Some(Property::Name) => changes.name.is_some(),
            Some(Property::Place) => changes.at.is_some(),
            Some(_) => sizes || changes.factor.is_some(),
            None => !matches!(verb, Verb::Increase | Verb::Decrease),
        };
        let positive = |value: Option<f64>| value.is_none_or(|value| value > 0.0);
        if !asked || changes == Changes::default() || !positive(changes.factor) || !positive(changes.size) {
            return Err(Unclear::Incomplete);
        }
        Ok(Intent::Modify(target.ok_or(Unclear::Incomplete)?, changes))
    }
}

/// The shape of a name.
fn named(name: &str) -> Target {
    Target { filter: Filter { name: Some(name.to_owned()), ..Filter::default() }, ..Target::default() }
}

impl Property {
    /// Whether it is a length.
    fn is_measure(self) -> bool {
        !matches!(self, Self::Color | Self::Name | Self::Place)
    }
}

impl Verb {
    /// Whether it changes shapes that are there.
    fn changes(self) -> bool {
        matches!(
            self,
            Self::Change
                | Self::Make
                | Self::Move
                | Self::Enlarge
                | Self::Shrink
                | Self::Paint
                | Self::Rotate
                | Self::Rename
        )
    }
}

impl Part {
    /// Whether it says which shapes.
    fn is_object(&self) -> bool {
        matches!(self, Self::Thing(_) | Self::Name(_))
    }
}

/// A size as shapes have it, and the type that alone has such a one.
fn sized(property: Property, number: f64, kind: Option<ShapeType>) -> Result<(f64, Option<ShapeType>), Unclear> {
    let is_circle = kind == Some(ShapeType::Circle);
    match property {
        Property::Size => Ok((number, None)),
        Property::Side if !is_circle => Ok((number, kind)),
        Property::Radius if is_circle || kind.is_none() => Ok((number, Some(ShapeType::Circle))),
        Property::Diameter if is_circle || kind.is_none() => Ok((number / 2.0, Some(ShapeType::Circle))),
        Property::Width if is_circle => Ok((number / 2.0, kind)),
        Property::Width if kind.is_some() => Ok((number, kind)),
        Property::Height if kind == Some(ShapeType::Square) => Ok((number, kind)),
        _ => Err(Unclear::Incomplete),
    }
}

fn add(sum: Option<Vector>, by: Vector) -> Vector {
    let sum = sum.unwrap_or_default();
    [sum[0] + by[0], sum[1] + by[1], sum[2] + by[2]]
}

fn set<T>(place: &mut Option<T>, value: T) -> Result<(), Unclear> {
    if place.replace(value).is_some() { Err(Unclear::Incomplete) } else { Ok(()) }
}
