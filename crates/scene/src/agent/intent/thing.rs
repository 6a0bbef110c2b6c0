//! Shapes as a command names them: by type, colour, name and place, or as all but some.

use super::{Side, Spot, Target, Unclear, Which};
use crate::agent::reader::{Property, Word};
use crate::agent::sight::Filter;
use espalier_model::scene::Vector;

/// Shapes as they are named in a command, there or new.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thing {
    /// The shapes.
    pub target: Target,
    /// "a", or "the".
    pub article: Option<bool>,
    /// Whether it says "new".
    pub is_new: bool,
    /// Whether the words say that it is several, where the language says so.
    pub plural: Option<bool>,
    /// The place, and the word beside it.
    pub place: Option<(Vector, Word)>,
    /// A measure before the noun: "a 5 wide square".
    pub size: Option<(Property, f64)>,
}

/// The place that words begin with, with the word that says how it is meant, and the length.
fn place(rest: &[Word]) -> Option<(Vector, Word, usize)> {
    let beside = |word: &&Word| matches!(word, Word::At | Word::Near | Word::Nearest | Word::Property(Property::Place));
    let lead = if rest.first() == Some(&Word::From) { 1 } else { rest.iter().take_while(beside).count() };
    let Some(Word::Point(point)) = rest.get(lead) else { return None };
    let trail = rest[lead + 1..].iter().take_while(beside).count();
    let length = lead + 1 + trail;
    let has = |word: Word| rest[..length].contains(&word);
    let how = match (has(Word::Nearest), has(Word::Near)) {
        (true, _) => Word::Nearest,
        // 离 without 最近 says nothing.
        _ if has(Word::From) => return None,
        (false, true) => Word::Near,
        (false, false) if length > 1 => Word::At,
        _ => return None,
    };
    Some((*point, how, length))
}

/// The shapes that words begin with, and the length; `makes` where a place after a noun is where something goes.
pub fn thing(rest: &[Word], makes: bool) -> Option<(Thing, usize)> {
    let mut found = Thing::default();
    let (mut which, mut all, mut head, mut last_de, mut described) = (None, false, false, false, false);
    let (mut excepts, mut side, mut numberless) = (false, None, false);
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        let mut length = 1;
        let mut choose = |one: Which| which.replace(one).is_none();
        let is_de = *word == Word::De;
        let fits = match word {
            Word::Definite if !head && found.article.is_none() => {
                found.article = Some(false);
                true
            }
            Word::Indefinite | Word::Classifier if !head && found.article.is_none() && found.target.count.is_none() => {
                found.article = Some(true);
                true
            }
            Word::One if !head && at == 0 => {
                found.article = Some(true);
                true
            }
            Word::New if !head && !found.is_new => {
                found.is_new = true;
                true
            }
            Word::These if !head => choose(Which::Them),
            Word::AllOfIt if excepts && !head && !all => {
                all = true;
                true
            }
            Word::All if !head && !all => {
                all = true;
                true
            }
            Word::Number(count) | Word::Count(count)
                if !head
                    && found.article != Some(true)
                    && found.target.count.is_none()
                    && *count >= 1.0
                    && count.fract() == 0.0
                    && (matches!(word, Word::Count(_)) || counts_noun(&rest[at + 1..])) =>
            {
                found.target.count = Some(*count as usize);
                true
            }
            Word::Color(color) if !head && found.target.filter.color.is_none() => {
                found.target.filter.color = Some(color);
                described = true;
                true
            }
            Word::Length(number) | Word::Across(number) | Word::Up(number) if !head && found.size.is_none() => {
                let property = match word {
                    Word::Across(_) => Property::Width,
                    Word::Up(_) => Property::Height,
                    _ => Property::Side,
                };
                found.size = Some((property, *number));
                true
            }
            Word::ThatIsNot | Word::IsNot
                if found.target.filter.not.is_empty() && (head == (*word == Word::ThatIsNot)) =>
            {
                match rest[at + 1..] {
                    [Word::Color(color), ref rest @ ..] if head || rest.first() == Some(&Word::De) => {
                        length = 2;
                        found.target.filter.not = vec![Filter { color: Some(color), ..Filter::default() }];
                        true
                    }
                    _ => false,
                }
            }
            // "all but the circle", 除圆以外的
            Word::Except if at == 0 || (head && found.target.filter.not.is_empty()) => {
                match found.target.spare(&rest[at + 1..], makes) {
                    Some(taken) => {
                        let outside = |word: &&Word| at == 0 && matches!(word, Word::Outside | Word::De);
                        length = taken + 1;
                        length += rest[at + length..].iter().take_while(outside).count();
                        excepts = true;
                        true
                    }
                    None => false,
                }
            }
            // "the left circle", 左边的圆
            Word::Way(way @ [_, 0.0, 0.0]) if !head && found.article == Some(false) && is_noun(rest.get(at + 1)) => {
                choose(Which::Farthest(*way))
            }
            Word::Aside(way) if !head && at == 0 => match rest.get(1) {
                Some(Word::Nth(..)) => side.replace(*way).is_none(),
                Some(Word::De | Word::Definite) => choose(Which::Farthest(*way)),
                _ => false,
            },
            Word::FromSide(way) => side.replace(*way).is_none(),
            Word::Nth(number, is_whole) if !head && (*is_whole || found.article == Some(false)) => {
                choose(Which::Nth(None, *number))
            }
            Word::Middle if !head => choose(Which::Middle),
            // "the smaller square", 小的那个正方形
            Word::Compare(how @ (2.0 | 0.5)) if !head && is_adjective(&found, &rest[at + 1..]) => {
                choose(if *how > 1.0 { Which::Biggest } else { Which::Smallest })
            }
            Word::ThatIs if head && found.target.filter.color.is_none() => match rest.get(at + 1) {
                Some(Word::Color(color)) => {
                    length = 2;
                    found.target.filter.color = Some(color);
                    true
                }
                _ => false,
            },
            Word::Last(offset) if !head && !matches!(rest.get(at + 1), Some(Word::Steps(_) | Word::Step)) => {
                choose(Which::Last(*offset))
            }
            Word::Biggest if !head => choose(Which::Biggest),
            Word::Smallest if !head => choose(Which::Smallest),
            Word::Farthest(way) if !head => choose(Which::Farthest(*way)),
            Word::Selected if !head => choose(Which::Selected),
            Word::Other if !head => choose(Which::Other),
            Word::Both if !head => choose(Which::Both),
            Word::InView if !found.target.in_view => {
                found.target.in_view = true;
                described = true;
                true
            }
            Word::Everything if at == 0 => {
                (all, head) = (true, true);
                true
            }
            Word::It if at == 0 => {
                head = true;
                choose(Which::It)
            }
            Word::Its if at == 0 && matches!(rest.get(1), Some(Word::Property(_))) => {
                return Some((Thing { target: Target { which: Which::It, ..Target::default() }, ..found }, 1));
            }
            Word::Them if at == 0 => {
                head = true;
                choose(Which::Them)
            }
            Word::Selection if !head => {
                head = true;
                choose(Which::Selected)
            }
            Word::Kind(kind, plural) if !head => {
                (head, found.plural, found.target.filter.kind) = (true, *plural, Some(*kind));
                numberless = plural.is_none();
                true
            }
            Word::Noun(plural) if !head => {
                (head, found.plural) = (true, *plural);
                numberless = plural.is_none();
                true
            }
            Word::One if !head => {
                (head, found.plural) = (true, Some(false));
                true
            }
            Word::De if !head && at > 0 && !last_de => !matches!(rest.get(at + 1), Some(Word::Property(_))),
            Word::Quoted(name) if !head && at == 1 && found.article == Some(false) => {
                head = true;
                found.target.filter.name = Some(name.clone());
                true
            }
            // 边长5的
            Word::Property(property) if !head && found.size.is_none() && at > 0 && *property != Property::Name => {
                let between = rest[at + 1..].iter().take_while(|word| matches!(word, Word::To | Word::Is)).count();
                match rest[at + 1 + between..] {
                    [Word::Number(number) | Word::Length(number), Word::De, ..] => {
                        length = between + 3;
                        found.size = Some((*property, number));
                        true
                    }
                    // "a size 4 triangle"
                    [Word::Number(number), Word::Color(_) | Word::Kind(..) | Word::Noun(_), ..] if between == 0 => {
                        length = 2;
                        found.size = Some((*property, number));
                        true
                    }
                    _ => false,
                }
            }
            Word::Property(Property::Name)
                if found.target.filter.name.is_none() && (head || !makes || found.article == Some(true)) =>
            {
                match rest.get(at + 1) {
                    Some(Word::Quoted(name)) => {
                        length = 2;
                        found.target.filter.name = Some(name.clone());
                        described = true;
                        true
                    }
                    _ => false,
                }
            }
            Word::At | Word::Near | Word::Nearest | Word::From | Word::Point(_) | Word::Property(Property::Place)
                if found.place.is_none() && !(makes && (head || at == 0)) =>
            {
                match place(&rest[at..]) {
                    Some((point, how, taken)) => {
                        length = taken;
                        found.place = Some((point, how));
                        described = true;
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        };
        if !fits {
            break;
        }
        last_de = is_de;
        at += length;
    }
    // In Chinese the noun may be left out: 红色的.
    let alone = which.is_some() || (all && (at == 1 || excepts)) || (last_de && described);
    if !head && !alone {
        return None;
    }
    if last_de && head {
        return None;
    }
    if let Some(way) = side {
        let Some(Which::Nth(None, number)) = which else { return None };
        which = Some(Which::Nth(Some(way), number));
    }
    let is_open = which.is_none() && !all && !excepts && found.article.is_none() && found.target.count.is_none();
    found.target.which = found.which(which, all || excepts)?;
    found.target.bare = is_open
        && found.place.is_none()
        && found.target.filter.name.is_none()
        && (numberless || found.target.which == Which::All);
    // Whoever excepts something means all the others.
    if excepts && (found.target.which != Which::All || (!all && found.plural == Some(false)))
        || !found.target.filter.not.is_empty() && makes
    {
        return None;
    }
    Some((found, at))
}

impl Target {
    /// Takes the exceptions that words begin with, and their length. Several only of all there is: "the red ones but the
    /// circle and the square" may leave the square to be spoken of anew.
    pub fn spare(&mut self, rest: &[Word], makes: bool) -> Option<usize> {
        let (not, is_one, mut length) = spared(rest, makes)?;
        let mut all = vec![(not, is_one)];
        while rest.get(length) == Some(&Word::Joint) {
            let (not, is_one, taken) = spared(&rest[length + 1..], makes)?;
            if self.filter != Filter::default() {
                return None;
            }
            all.push((not, is_one));
            length += taken + 1;
        }
        (self.filter.not, self.spares_one) = all.into_iter().unzip();
        Some(length)
    }
}

/// Turns each "and" between two exceptions, and between two shapes that say one place, into [`Word::Joint`].
pub fn join(said: &mut [(Word, String)]) {
    let words: Vec<Word> = said.iter().map(|(word, _)| word.clone()).collect();
    for at in 0..words.len() {
        let (places, excepts) = (matches!(words[at], Word::Between | Word::At | Word::To), words[at] == Word::Except);
        let object = |from: usize| match words.get(from)? {
            Word::Quoted(_) => Some(from + 1),
            _ if excepts => Some(from + spared(&words[from..], false)?.2),
            _ => Some(from + thing(&words[from..], true)?.1),
        };
        let mut end = if places || excepts { object(at + 1) } else { None };
        while let Some(and) = end.filter(|end| words.get(*end) == Some(&Word::And)) {
            end = object(and + 1);
            let Some(after) = end else { break };
            let after = after + usize::from(words.get(after) == Some(&Word::De));
            if excepts || words[at] == Word::Between || words.get(after) == Some(&Word::Between) {
                said[and].0 = Word::Joint;
            }
            if places {
                break;
            }
        }
        // 除了圆，全部删掉
        if let Some((word @ Word::Then, written)) = end.filter(|_| excepts && at == 0).and_then(|end| said.get_mut(end))
            && matches!(written.as_str(), "," | "，")
        {
            *word = Word::Outside;
        }
    }
}

/// The place that shapes say, which words begin with, and its length.
pub fn spot(rest: &[Word]) -> Option<(Spot, usize)> {
    let object = |from: usize| -> Option<(Target, usize)> {
        if let Some(Word::Quoted(name)) = rest.get(from) {
            return Some((Target::named(name), from + 1));
        }
        let (thing, length) = thing(rest.get(from..)?, true)?;
        let is_there = thing.article != Some(true) && thing.place.is_none();
        is_there.then(|| thing.there().ok())?.map(|target| (Target { bare: false, ..target }, from + length))
    };
    let objects = |from: usize| -> Option<(Vec<Target>, usize)> {
        let (one, end) = object(from)?;
        if rest.get(end) != Some(&Word::Joint) {
            return Some((vec![one], end));
        }
        let (other, end) = object(end + 1)?;
        Some((vec![one, other], end))
    };
    let lead = usize::from(matches!(rest[0], Word::At | Word::To));
    let (side, of, end) = match rest.get(lead)? {
        Word::Beside(way) => objects(lead + 1).map(|(of, end)| (Side::Next(*way), of, end))?,
        Word::Near => objects(lead + 1).map(|(of, end)| (Side::Next(None), of, end))?,
        Word::Between => objects(lead + 1).map(|(of, end)| (Side::Between, of, end))?,
        _ if lead == 0 => return None,
        _ => {
            let (of, end) = objects(1)?;
            let end = end + usize::from(rest.get(end) == Some(&Word::De));
            let side = match rest.get(end)? {
                Word::Aside(way) => Side::Next(Some(*way)),
                Word::Near => Side::Next(None),
                Word::Between => Side::Between,
                _ => return None,
            };
            (side, of, end + 1)
        }
    };
    let is_pair = |target: &Target| matches!(target.which, Which::Both | Which::Them | Which::Selected | Which::All);
    let fits = of.len() == if side == Side::Between && !of.iter().all(is_pair) { 2 } else { 1 };
    fits.then_some((Spot { side, of }, end))
}

/// The exception that words begin with, whether it is one shape, and the length.
pub fn spared(rest: &[Word], makes: bool) -> Option<(Filter, bool, usize)> {
    if let [Word::Quoted(name), ..] = rest {
        return Some((Filter { name: Some(name.clone()), ..Filter::default() }, true, 1));
    }
    let (thing, length) = thing(rest, makes)?;
    let Thing { target, place: None, size: None, is_new: false, .. } = &thing else { return None };
    let plain = matches!(target.which, Which::Only | Which::All) && !target.in_view && target.count.is_none();
    let says = target.filter != Filter::default() && target.filter.not.is_empty();
    let is_one = target.which == Which::Only && (thing.plural.is_some() || thing.article.is_some());
    (plain && says).then(|| (target.filter.clone(), is_one, length))
}

fn is_noun(word: Option<&Word>) -> bool {
    matches!(word, Some(Word::Kind(..) | Word::Noun(_) | Word::One))
}

/// Whether "smaller" before these words says which one.
fn is_adjective(found: &Thing, rest: &[Word]) -> bool {
    match rest {
        [Word::De, Word::Definite, noun, ..] => is_noun(Some(noun)),
        _ => found.article == Some(false) && is_noun(rest.first()),
    }
}

/// Whether a number before these words counts a noun.
fn counts_noun(rest: &[Word]) -> bool {
    let between = |word: &&Word| {
        matches!(
            word,
            Word::Color(_) | Word::Last(_) | Word::Biggest | Word::Smallest | Word::Selected | Word::New | Word::De
        )
    };
    let noun = rest.iter().find(|word| !between(word));
    matches!(noun, Some(Word::Kind(..) | Word::Noun(_)))
}

impl Thing {
    /// Whether it says how many there are to be: "a", "two".
    pub fn counts(&self) -> bool {
        self.article == Some(true) || self.target.count.is_some()
    }

    /// The choice that its words come to; `None` where they contradict one another.
    fn which(&self, said: Option<Which>, all: bool) -> Option<Which> {
        let count = self.target.count;
        let is_indefinite = self.article == Some(true);
        let several = self.plural == Some(true) && count.is_none();
        let contradicts = match self.plural {
            Some(true) => is_indefinite || count == Some(1),
            Some(false) => {
                count.is_some_and(|count| count > 1) || said == Some(Which::Both) || said == Some(Which::Them)
            }
            None => false,
        };
        if contradicts || (is_indefinite && (all || (said.is_some() && self.plural.is_some()))) {
            return None;
        }
        match (said, &self.place) {
            (None, None) if all || (several && !self.is_new) => Some(Which::All),
            (None, None) => Some(Which::Only),
            (None, Some((point, how))) if (all || several) && *how != Word::Nearest => Some(Which::Around(*point)),
            (None, Some(_)) if all => None,
            (None, Some((point, how))) => Some(Which::Near(*point, *how == Word::Nearest)),
            (Some(Which::Nth(..) | Which::Middle), _) if count.is_some() => None,
            (Some(Which::Last(_)), None) if several || all => None,
            (Some(which @ (Which::Them | Which::Selected | Which::Both)), None) => Some(which),
            (Some(which), None) if !all && !several => Some(which),
            _ => None,
        }
    }

    /// Its description, of shapes that are there.
    pub fn there(&self) -> Result<Target, Unclear> {
        if self.is_new || self.size.is_some() { Err(Unclear::Incomplete) } else { Ok(self.target.clone()) }
    }
}
