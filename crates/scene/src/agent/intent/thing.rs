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
    if let [Word::Its, Word::Property(_), ..] = rest {
        let target = Target { which: Which::It, ..Target::default() };
        return Some((Thing { target, ..Thing::default() }, 1));
    }
    let mut reading = Reading::default();
    let mut at = 0;
    while let Some((word, next)) = rest.get(at..).and_then(<[Word]>::split_first) {
        // Each word is of one of these.
        let taken = reading
            .quality(word, next)
            .or_else(|| reading.which_one(word, next, at))
            .or_else(|| reading.noun(word, at))
            .or_else(|| reading.condition(&rest[at..], at, makes));
        let Some(taken) = taken else { break };
        reading.last_de = *word == Word::De;
        at += taken;
    }
    reading.end(at, makes).map(|thing| (thing, at))
}

/// A description of shapes, as far as it is read. What words take is how many they are.
#[derive(Default)]
struct Reading {
    found: Thing,
    which: Option<Which>,
    all: bool,
    /// Whether the noun was read.
    head: bool,
    last_de: bool,
    excepts: bool,
    side: Option<Vector>,
    numberless: bool,
}

impl Reading {
    /// Takes what stands before a noun: how many, of which colour and size.
    fn quality(&mut self, word: &Word, next: &[Word]) -> Option<usize> {
        if self.head {
            return None;
        }
        let Self { found: Thing { target, article, is_new, size, .. }, which, all, excepts, .. } = self;
        let filter = &mut target.filter;
        match word {
            Word::Definite => put(article, false),
            Word::Indefinite | Word::Classifier if target.count.is_none() => put(article, true),
            Word::New => turn_on(is_new),
            Word::These => put(which, Which::Them),
            Word::All => turn_on(all),
            Word::AllOfIt if *excepts => turn_on(all),
            Word::Number(count) | Word::Count(count)
                if *article != Some(true)
                    && *count >= 1.0
                    && count.fract() == 0.0
                    && (matches!(word, Word::Count(_)) || counts_noun(next)) =>
            {
                put(&mut target.count, *count as usize)
            }
            Word::Color(color) => put(&mut filter.color, *color),
            Word::Length(number) => put(size, (Property::Side, *number)),
            Word::Across(number) => put(size, (Property::Width, *number)),
            Word::Up(number) => put(size, (Property::Height, *number)),
            _ => None,
        }
    }

    /// Takes words that pick some of several: "the left", "the biggest".
    fn which_one(&mut self, word: &Word, next: &[Word], at: usize) -> Option<usize> {
        let Self { found: Thing { article, .. }, which, head, side, .. } = self;
        match word {
            Word::FromSide(way) => put(side, *way),
            _ if *head => None,
            // "the left circle", 左边的圆
            Word::Way(way @ [_, 0.0, 0.0]) if *article == Some(false) && is_noun(next.first()) => {
                put(which, Which::Farthest(*way))
            }
            Word::Aside(way) if at == 0 => match next.first() {
                Some(Word::Nth(..)) => put(side, *way),
                Some(Word::De | Word::Definite) => put(which, Which::Farthest(*way)),
                _ => None,
            },
            Word::Nth(number, is_whole) if *is_whole || *article == Some(false) => {
                put(which, Which::Nth(None, *number))
            }
            Word::Middle => put(which, Which::Middle),
            // "the smaller square", 小的那个正方形
            Word::Compare(how @ (2.0 | 0.5)) if is_adjective(*article, next) => {
                put(which, if *how > 1.0 { Which::Biggest } else { Which::Smallest })
            }
            Word::Last(offset) if !matches!(next.first(), Some(Word::Steps(_) | Word::Step)) => {
                put(which, Which::Last(*offset))
            }
            Word::Biggest => put(which, Which::Biggest),
            Word::Smallest => put(which, Which::Smallest),
            Word::Farthest(way) => put(which, Which::Farthest(*way)),
            Word::Selected => put(which, Which::Selected),
            Word::Other => put(which, Which::Other),
            Word::Both => put(which, Which::Both),
            _ => None,
        }
    }

    /// Takes the noun, or what stands for it.
    fn noun(&mut self, word: &Word, at: usize) -> Option<usize> {
        let Self { found: Thing { target, article, plural, .. }, which, all, head, numberless, .. } = self;
        if *head {
            return None;
        }
        match word {
            Word::One if at == 0 => put(article, true),
            Word::Everything if at == 0 => {
                *head = true;
                turn_on(all)
            }
            Word::It | Word::Them if at == 0 => {
                *head = true;
                put(which, if *word == Word::It { Which::It } else { Which::Them })
            }
            Word::Selection => {
                *head = true;
                put(which, Which::Selected)
            }
            Word::Kind(_, number) | Word::Noun(number) => {
                (*head, *numberless, *plural) = (true, number.is_none(), *number);
                if let Word::Kind(kind, _) = word { put(&mut target.filter.kind, *kind) } else { Some(1) }
            }
            Word::One => {
                (*head, *plural) = (true, Some(false));
                Some(1)
            }
            Word::Quoted(name) if at == 1 && *article == Some(false) => {
                *head = true;
                put(&mut target.filter.name, name.clone())
            }
            _ => None,
        }
    }

    /// Takes what else says which shapes: a colour, a place, a size or a name after the noun, and exceptions.
    fn condition(&mut self, rest: &[Word], at: usize, makes: bool) -> Option<usize> {
        let (word, next) = rest.split_first()?;
        let Self { found: Thing { target, article, place: spot, size, .. }, head, last_de, excepts, .. } = self;
        let filter = &mut target.filter;
        match word {
            Word::ThatIsNot | Word::IsNot if filter.not.is_empty() && (*head == (*word == Word::ThatIsNot)) => {
                match next {
                    [Word::Color(color), rest @ ..] if *head || rest.first() == Some(&Word::De) => {
                        filter.not = vec![Filter { color: Some(color), ..Filter::default() }];
                        Some(2)
                    }
                    _ => None,
                }
            }
            // "all but the circle", 除圆以外的
            Word::Except if at == 0 || (*head && filter.not.is_empty()) => target.spare(next, makes).map(|length| {
                *excepts = true;
                let outside = |word: &&Word| at == 0 && matches!(word, Word::Outside | Word::De);
                1 + length + next[length..].iter().take_while(outside).count()
            }),
            Word::ThatIs if *head => match next.first() {
                Some(Word::Color(color)) => put(&mut filter.color, *color).map(|_| 2),
                _ => None,
            },
            Word::InView => turn_on(&mut target.in_view),
            Word::De if !*head && at > 0 && !*last_de && !matches!(next.first(), Some(Word::Property(_))) => Some(1),
            // 边长5的
            Word::Property(property) if !*head && size.is_none() && at > 0 && *property != Property::Name => {
                let between = next.iter().take_while(|word| matches!(word, Word::To | Word::Is)).count();
                match next[between..] {
                    [Word::Number(number) | Word::Length(number), Word::De, ..] => {
                        put(size, (*property, number)).map(|_| between + 3)
                    }
                    // "a size 4 triangle"
                    [Word::Number(number), Word::Color(_) | Word::Kind(..) | Word::Noun(_), ..] if between == 0 => {
                        put(size, (*property, number)).map(|_| 2)
                    }
                    _ => None,
                }
            }
            Word::Property(Property::Name) if *head || !makes || *article == Some(true) => match next.first() {
                Some(Word::Quoted(name)) => put(&mut filter.name, name.clone()).map(|_| 2),
                _ => None,
            },
            Word::At | Word::Near | Word::Nearest | Word::From | Word::Point(_) | Word::Property(Property::Place)
                if !(makes && (*head || at == 0)) =>
            {
                place(rest).and_then(|(point, how, taken)| put(spot, (point, how)).map(|_| taken))
            }
            _ => None,
        }
    }

    /// The shapes, if the words so far name any.
    fn end(self, at: usize, makes: bool) -> Option<Thing> {
        let Self { mut found, mut which, all, head, last_de, excepts, side, numberless } = self;
        // In Chinese the noun may be left out: 红色的.
        let Target { filter, in_view, .. } = &found.target;
        let described = filter.color.is_some() || filter.name.is_some() || *in_view || found.place.is_some();
        let alone = which.is_some() || (all && (at == 1 || excepts)) || (last_de && described);
        if (!head && !alone) || (last_de && head) {
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
        Some(found)
    }
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

/// Sets what is not set yet, by one word.
fn put<T>(place: &mut Option<T>, value: T) -> Option<usize> {
    place.is_none().then(|| *place = Some(value)).map(|()| 1)
}

/// As [`put`], of what is said or not.
fn turn_on(place: &mut bool) -> Option<usize> {
    (!std::mem::replace(place, true)).then_some(1)
}

fn is_noun(word: Option<&Word>) -> bool {
    matches!(word, Some(Word::Kind(..) | Word::Noun(_) | Word::One))
}

/// Whether "smaller" before these words says which one.
fn is_adjective(article: Option<bool>, rest: &[Word]) -> bool {
    match rest {
        [Word::De, Word::Definite, noun, ..] => is_noun(Some(noun)),
        _ => article == Some(false) && is_noun(rest.first()),
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
            // "the two biggest"
            (Some(Which::Nth(..) | Which::Middle | Which::Other), _) if count.is_some() => None,
            (Some(which), _) if which.is_most() && count.is_some_and(|count| count > 1) => None,
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
