//! The command of a clause: each verb takes the parts that it names, and none may be left over.

use super::{Changes, Clause, Intent, New, Part, Spot, Target, Thing, Unclear, Which};
use crate::agent::reader::{Property, Verb, Word};
use crate::agent::sight::Filter;
use espalier_model::scene::{ShapeType, Vector};

impl Clause {
    /// Whether it is about all shapes but some.
    pub(super) fn spares(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Thing(thing) if !thing.target.filter.not.is_empty()))
    }

    /// Its command, after the verb.
    pub(super) fn intent(&self) -> Result<Intent, Unclear> {
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
            Verb::Copy => Ok(Intent::Copy(Target { bare: false, ..self.target()? })),
            Verb::Again if self.rest().next().is_none() => {
                Ok(Intent::Copy(Target { which: Which::It, ..Target::default() }))
            }
            Verb::Again if things.iter().any(|thing| thing.counts()) => Err(Unclear::Incomplete),
            Verb::Again => self.create(),
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
                self.make(&things, is_verb_first)
            }
            Verb::Clear if things.is_empty() => match self.parts.as_slice() {
                [_] => Ok(Intent::Delete(Target { which: Which::All, ..Target::default() })),
                _ => Err(Unclear::Incomplete),
            },
            Verb::Delete | Verb::Clear => Ok(Intent::Delete(self.target()?)),
            Verb::Select => {
                let target = self.target()?;
                Ok(Intent::Select(Target { bare: target.bare && target.which == Which::Only, ..target }))
            }
            Verb::Count => Ok(Intent::Count(self.looked_for()?)),
            Verb::List => Ok(Intent::List(self.looked_for()?)),
            Verb::Measure => self.measure(),
            Verb::Undo => Ok(Intent::Undo(self.steps()?)),
            Verb::Redo => Ok(Intent::Redo(self.steps()?)),
            Verb::Arrange => self.arrange(),
            _ => self.modify(),
        }
    }

    /// "make" and "put": makes what is new, and changes what is there.
    fn make(&self, things: &[&Thing], is_verb_first: bool) -> Result<Intent, Unclear> {
        let [thing] = things else { return Err(Unclear::Incomplete) };
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
            (Some(true), _) | (None, Some(_)) if thing.target.which == Which::Only && !is_open && is_verb_first => {
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

    /// The phrases besides the verb and 把.
    fn rest(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| !matches!(part, Part::Verb(_) | Part::Ba))
    }

    /// A clause that is a verb and shapes that are there, and no more.
    fn target(&self) -> Result<Target, Unclear> {
        match self.rest().collect::<Vec<_>>().as_slice() {
            [Part::Thing(thing)] => thing.there(),
            [Part::Name(name)] => Ok(Target::named(name)),
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
                Part::Thing(thing) => match (&mut target, thing.there()?) {
                    // "which circle is the biggest"
                    (Some(Target { which: which @ Which::Only, .. }), more)
                        if more.filter == Filter::default() && more.which.is_most() =>
                    {
                        *which = more.which;
                    }
                    (target, more) => set(target, more)?,
                },
                Part::Name(name) => set(&mut target, Target::named(name))?,
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
        target.bare = false;
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
                Part::Thing(thing) => targets.push(Target { bare: false, ..thing.there()? }),
                Part::Name(name) => targets.push(Target::named(name)),
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
        target.bare = false;
        if target.which == Which::Only {
            target.which = Which::All;
        }
        Ok(Intent::Arrange(target, figure.unwrap_or("line")))
    }

    fn create(&self) -> Result<Intent, Unclear> {
        let (mut thing, mut at, mut size, mut name, mut figure, mut color) = (None, None, None, None, None, None);
        let mut spot: Option<Spot> = None;
        for part in &self.parts {
            match part {
                Part::Verb(_) | Part::Property(Property::Color) => {}
                Part::Thing(one) => set(&mut thing, one)?,
                Part::At(point) => set(&mut at, *point)?,
                Part::Spot(one) => set(&mut spot, one.clone())?,
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
        if spot.is_some() && (at.is_some() || count > 1) {
            return Err(Unclear::Incomplete);
        }
        let size = size.map(|(property, number)| sized(property, number, Some(kind))).transpose()?;
        let size = size.map(|(size, _)| size);
        Ok(Intent::Create(New { kind, count, at, spot, size, color, name, figure }))
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
                (Part::Name(name), _) if target.is_none() => target = Some(Target::named(name)),
                (Part::Name(name), _) if verb == Verb::Rename || property == Some(Property::Name) => {
                    set(&mut changes.name, name.clone())?;
                }
                (Part::Goal(point), _)
                    if matches!(verb, Verb::Move | Verb::Put) || property == Some(Property::Place) =>
                {
                    set(&mut changes.at, *point)?;
                }
                (Part::Spot(spot), _) if matches!(verb, Verb::Move | Verb::Put) => {
                    set(&mut changes.spot, spot.clone())?;
                }
                (Part::At(point), _) if verb == Verb::Put => set(&mut changes.at, *point)?,
                (Part::Way(way), Some(Part::To(number))) if verb == Verb::Move => {
                    let axis = way.iter().position(|part| *part != 0.0).unwrap_or_default();
                    set(&mut changes.coordinate, (axis, *number, way[axis]))?;
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
                    set(&mut changes.coordinate, (*axis, *value, 0.0))?;
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
                (Part::Percents(number), Some(Part::Compare(how)))
                | (Part::Compare(how), Some(Part::Percents(number)))
                    if any =>
                {
                    set(&mut times, if *how < 1.0 { 1.0 - number / 100.0 } else { 1.0 + number / 100.0 })?;
                    at += 1;
                }
                (Part::Compare(how), _) if scales && compare.is_none() => compare = Some(*how),
                (Part::Factor(factor), _) if scales => set(&mut times, *factor)?,
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
        // "move the square above the circle 2 up": is it there, or shall it be?
        if changes.spot.is_some() && (changes.at.is_some() || changes.by.is_some() || changes.coordinate.is_some()) {
            return Err(Unclear::Incomplete);
        }
        let positive = |value: Option<f64>| value.is_none_or(|value| value > 0.0);
        if !asked || changes == Changes::default() || !positive(changes.factor) || !positive(changes.size) {
            return Err(Unclear::Incomplete);
        }
        let mut target = target.ok_or(Unclear::Incomplete)?;
        // Only one shape can be at a point or have a name.
        let fits_one = changes.at.is_some() || changes.spot.is_some() || changes.name.is_some();
        target.bare &= !fits_one && changes.coordinate.is_none();
        Ok(Intent::Modify(target, changes))
    }
}

impl Which {
    /// Whether it compares shapes: "the biggest".
    pub(super) fn is_most(&self) -> bool {
        matches!(self, Self::Biggest | Self::Smallest | Self::Farthest(_))
    }
}

impl Target {
    /// The shape of a name.
    pub(super) fn named(name: &str) -> Self {
        Self { filter: Filter { name: Some(name.to_owned()), ..Filter::default() }, ..Self::default() }
    }
}

impl Property {
    /// Whether it is a length.
    pub(super) fn is_measure(self) -> bool {
        !matches!(self, Self::Color | Self::Name | Self::Place)
    }
}

impl Verb {
    /// Whether it changes shapes that are there.
    pub(super) fn changes(self) -> bool {
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
    pub(super) fn is_object(&self) -> bool {
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
