//! Finding anything by its words: messages, nodes, entries, chapters, shapes, and what they are in.
//!
//! - F1 The texts of all rooms are read once in a visit, when something is first looked for, and kept in memory;
//!   changes made here or in another tab are followed before the next question is answered.
//! - F2 The code of a room says which texts a row has ([`Room::texts`]); a room whose code is not here yet is read when
//!   it comes.
//! - F3 A question is answered with what is in memory at once, and again as more is read or looked through; each step
//!   is short.
//!
//! The code comes with the chunk `More`; the start only notes what changes.

pub mod linked;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::effect::{Effect, LoadTag};
use crate::room::Room;
use crate::{Model, Msg};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_find::{Filter, Found, Index, Query as Words, Search};
use espalier_model::{Course, Document, MindMap, Record, RecordKey, RoomId, Scene, Session, SessionId, Table, Thing};
use espalier_storage::port::{OWNED, Query};

/// Conversations in the first read: few enough for the first hits to come at once.
const FIRST: usize = 8;
/// Most conversations in one read: few enough for no read to be felt.
const MOST: usize = 64;
/// Bytes of text that are looked through at once: some milliseconds' work.
const STEP: usize = 2 << 20;
/// Most names, and most lines of one room, that the palette lists beside other things.
const NAMES: usize = 6;
const LINES: usize = 4;
/// Most hits of a room where it is listed alone.
const OF_ROOM: usize = 100;
/// Most hits in the list of a room, and most of them in one thing.
const LISTED: usize = 500;
const LISTED_IN_ONE: usize = 50;
/// Number of latest things, and most entries of the time log among them.
const LATEST: usize = 8;
const LATEST_ENTRIES: usize = 2;

/// The asker of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// The palette; with a room, only what is in it.
    Palette(Option<RoomId>),
    /// The list of a room.
    List(RoomId),
    /// The helper.
    Helper,
}

impl Asker {
    /// Returns the place in which its last question is kept.
    const fn place(self) -> Self {
        match self {
            Self::Palette(_) => Self::Palette(None),
            other => other,
        }
    }

    const fn room(self) -> Option<RoomId> {
        match self {
            Self::Palette(room) => room,
            Self::List(room) => Some(room),
            Self::Helper => None,
        }
    }
}

/// Message about finding.
#[derive(Debug)]
pub enum FindMsg {
    /// Get ready, as something will be looked for.
    Open,
    /// Read the texts of a room, whose code is here now.
    Begin(RoomId),
    /// Rows that were read; none could be where it is an error.
    Read(Vec<RecordKey>, Option<Vec<Record>>),
    /// Look for words; empty for nothing any more.
    Ask(Asker, String),
    /// Look through more texts.
    GoOn,
    /// The links of what is shown are opened.
    Links,
    /// Rows that links of what is shown lead to, which were read.
    Linked(Vec<Record>),
}

/// Hits in one room.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The room.
    pub room: RoomId,
    /// The best hits.
    pub hits: Vec<Found<Thing>>,
    /// Number of all hits so far.
    pub count: usize,
}

/// Answer to a question, as far as it is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// The words that were looked for.
    pub query: String,
    /// Whether there may be more.
    pub busy: bool,
    /// Whether there are more hits than are kept.
    pub left_out: bool,
    /// Names, the best first.
    pub names: Vec<Found<Thing>>,
    /// Lines of content, by room; in the list of a room all that was found in each thing, in their order.
    pub groups: Vec<Group>,
}

/// A question with the state of its search, and the answer so far.
#[derive(Debug)]
struct Question {
    asker: Asker,
    text: String,
    search: Search,
    is_done: bool,
    /// Number of hits that the answer was made of.
    known: usize,
    answer: Rc<Answer>,
}

/// State of finding: the index, and the last question of each asker.
#[derive(Debug, Default)]
pub struct Finder {
    index: Index<Thing>,
    /// Rooms whose texts are in the index or are being read.
    begun: BTreeSet<RoomId>,
    /// Rooms whose code was asked for, since the palette was opened last.
    awaited: BTreeSet<RoomId>,
    /// Reads to be done, the next one last, each with the time of the newest in it.
    rest: Vec<(Timestamp, Query)>,
    is_reading: bool,
    /// Whether the next step is on its way.
    is_going: bool,
    questions: BTreeMap<Asker, Question>,
    latest: Rc<Vec<Thing>>,
    /// Ends of the links of what is shown that are not in memory; `None` until they were read.
    ends: Option<linked::Ends>,
}

/// Handles a message about finding.
pub fn update(model: &mut Model, _: &mut Env, msg: FindMsg, out: &mut Vec<Effect>) {
    match msg {
        FindMsg::Open => {
            model.find.awaited.clear();
            open(model, out);
            model.find.latest = Rc::new(latest(model).into_iter().map(|(_, thing)| thing).collect());
        }
        FindMsg::Begin(room) => begin(model, &[room]),
        FindMsg::Read(asked, records) => take(model, &asked, records),
        FindMsg::Ask(asker, text) => {
            open(model, out);
            ask(model, asker, &text);
        }
        FindMsg::GoOn => model.find.is_going = false,
        FindMsg::Links => return linked::open(model, out),
        FindMsg::Linked(records) => return linked::take(model, &records),
    }
    go_on(model, out);
}

/// Has the texts of the rooms read that are not yet.
fn open(model: &mut Model, out: &mut Vec<Effect>) {
    model.unindexed.get_or_insert_default();
    let rooms: Vec<RoomId> = RoomId::ALL.into_iter().filter(|room| !model.find.begun.contains(room)).collect();
    begin(model, &rooms);
    // The others wait for their code, which is not asked for with every letter.
    let missing = rooms.into_iter().filter(|room| model.rooms.get(*room).is_none());
    let missing: Vec<RoomId> = missing.collect();
    let late = missing.into_iter().filter(|room| model.find.awaited.insert(*room));
    out.extend(late.map(|room| Effect::Soon(Box::new(Msg::Find(FindMsg::Begin(room))))));
}

/// Takes in the rows in memory of those rooms whose code is here, and plans to read the others.
fn begin(model: &mut Model, rooms: &[RoomId]) {
    let is_here = |room: &RoomId| model.rooms.get(*room).is_some() && !model.find.begun.contains(room);
    let new: BTreeSet<RoomId> = rooms.iter().copied().filter(is_here).collect();
    if new.is_empty() {
        return;
    }
    let is_new = |row: &Record| row.key().table().room().is_some_and(|room| new.contains(&room));
    // Those that are shipped are no rows.
    let agents = model.personas().into_iter().map(Record::Personas).filter(is_new);
    let rows = model.workspace.tables().records().filter(|row| !matches!(row, Record::Personas(_)) && is_new(row));
    let rows: Vec<Record> = rows.chain(agents).collect();
    for row in rows {
        if let Some(code) = row.key().table().room().and_then(|room| model.rooms.get(room)) {
            add(&mut model.find.index, code, &row);
        }
    }
    for room in new {
        model.find.begun.insert(room);
        plan(model, room);
    }
}

fn add(index: &mut Index<Thing>, code: &dyn Room, record: &Record) {
    let group = code.id() as u8;
    code.texts(record, &mut |thing, text| index.add(thing, group, text));
}

/// Plans to read the rows of a room that are not all in memory.
fn plan(model: &mut Model, room: RoomId) {
    let Some(info) = model.rooms.info(room) else { return };
    let mut reads = Vec::new();
    for &table in info.later {
        match OWNED.iter().find(|(owned, _)| *owned == table) {
            Some((Table::Messages, _)) => reads.extend(conversations(model)),
            Some((_, owners)) => {
                let rows = model.workspace.tables().records().filter(|row| row.key().table() == *owners);
                reads.extend(rows.filter_map(|row| Some((changed_at(&row), Query::Inside(document(&row)?)))));
            }
            None if !model.whole.contains(&table) => reads.push((model.now, Query::Tables(vec![table]))),
            None => {}
        }
    }
    let rest = &mut model.find.rest;
    rest.extend(reads);
    rest.sort_by_key(|(at, _)| *at);
}

/// Plans to read the conversations that are not in memory.
fn conversations(model: &Model) -> Vec<(Timestamp, Query)> {
    let all = model.workspace.tables().sessions.values().filter(|row| !model.opened.contains(&row.id));
    let mut all: Vec<(Timestamp, SessionId)> = all.map(|row| (row.updated_at, row.id)).collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    let (mut reads, mut rest, mut count) = (Vec::new(), &all[..], FIRST);
    while let Some((at, _)) = rest.first() {
        let (now, later) = rest.split_at(count.min(rest.len()));
        let sessions = now.iter().map(|(_, id)| *id).collect();
        reads.push((*at, Query::Containing { sessions, words: Vec::new() }));
        (rest, count) = (later, (count * 2).min(MOST));
    }
    reads
}

fn changed_at(row: &Record) -> Timestamp {
    match row {
        Record::Maps(row) => row.updated_at,
        Record::Scenes(row) => row.updated_at,
        _ => Timestamp(0),
    }
}

fn document(row: &Record) -> Option<Document> {
    match row {
        Record::Maps(row) => Some(Document::of(row.id)),
        Record::Scenes(row) => Some(Document::of(row.id)),
        _ => None,
    }
}

/// Takes in rows that were read.
fn take(model: &mut Model, asked: &[RecordKey], records: Option<Vec<Record>>) {
    model.find.is_reading = false;
    let Some(records) = records else {
        // They are read at the next question.
        model.find.rest.clear();
        model.find.begun.clear();
        model.find.index.clear();
        return;
    };
    forget(&mut model.find.index, &asked.iter().cloned().collect());
    for record in records {
        let key = record.key();
        // A row in memory is in the index as it is, or will be.
        if model.workspace.tables().record(&key).is_some() || has_changed(model, &key) {
            continue;
        }
        if let Some(code) = key.table().room().and_then(|room| model.rooms.get(room)) {
            add(&mut model.find.index, code, &record);
        }
    }
}

fn forget(index: &mut Index<Thing>, rows: &BTreeSet<RecordKey>) {
    if !rows.is_empty() {
        index.remove(|thing| rows.contains(&thing.row()));
    }
}

/// Follows what was changed since the last question.
fn follow(model: &mut Model) {
    let stale = std::mem::take(&mut model.core.unindexed.get_or_insert_default().here);
    forget(&mut model.find.index, &stale);
    for key in stale {
        let code = key.table().room().filter(|room| model.find.begun.contains(room));
        let record = model.workspace.tables().record(&key);
        // A shipped agent of which the changes are gone is as it was.
        let shipped = || match key {
            RecordKey::Personas(id) => model.persona(id).map(Record::Personas),
            _ => None,
        };
        if let (Some(code), Some(record)) = (code.and_then(|room| model.rooms.get(room)), record.or_else(shipped)) {
            add(&mut model.find.index, code, &record);
        }
    }
}

/// Whether rows in memory are not yet in the index as they are.
fn is_stale(model: &Model) -> bool {
    model.unindexed.as_ref().is_some_and(|rows| !rows.here.is_empty())
}

fn has_changed(model: &Model, key: &RecordKey) -> bool {
    model.unindexed.as_ref().is_some_and(|rows| rows.here.contains(key))
}

fn ask(model: &mut Model, asker: Asker, text: &str) {
    let text = text.trim();
    let place = asker.place();
    let Some(words) = Words::new(text) else {
        model.find.questions.remove(&place);
        return;
    };
    let is_same = !is_stale(model);
    let find = &mut *model.find;
    let search = match find.questions.remove(&place) {
        // What was found in part of the texts is not narrowed once these have changed.
        Some(before) if is_same => before.search.refined(words),
        _ => Search::within(&find.index, words),
    };
    let text = text.to_owned();
    // The answer is made in any case.
    let question = Question { asker, text, search, is_done: false, known: usize::MAX, answer: Rc::default() };
    find.questions.insert(place, question);
}

/// Reads more, looks through more, and brings the answers up to date.
fn go_on(model: &mut Model, out: &mut Vec<Effect>) {
    let follows = !model.find.questions.is_empty() && is_stale(model);
    if follows {
        follow(model);
    }
    let find = &mut *model.find;
    if !find.is_reading {
        if let Some((_, query)) = find.rest.pop() {
            find.is_reading = true;
            out.push(Effect::Load(LoadTag::Find(Vec::new()), query));
        } else if let Some(outside) = model.core.unindexed.as_mut().map(|rows| &mut rows.outside)
            && !outside.is_empty()
        {
            find.is_reading = true;
            let keys: Vec<RecordKey> = std::mem::take(outside).into_iter().collect();
            let rows = keys.iter().map(|key| (key.table(), key.row_key())).collect();
            out.push(Effect::Load(LoadTag::Find(keys), Query::Rows(rows)));
        }
    }
    let is_reading = find.is_reading;
    let mut has_more = false;
    for place in find.questions.keys().copied().collect::<Vec<_>>() {
        let find = &mut *model.find;
        let Some(mut question) = find.questions.remove(&place) else { continue };
        question.is_done = question.search.go_on(&find.index, STEP);
        has_more |= !question.is_done;
        let (known, busy) = (question.search.len(), is_reading || !question.is_done);
        if follows || question.known != known || question.answer.busy != busy {
            question.known = known;
            question.answer = Rc::new(answer(model, &question, busy));
        }
        model.find.questions.insert(place, question);
    }
    if has_more && !std::mem::replace(&mut model.find.is_going, true) {
        out.push(Effect::Soon(Box::new(Msg::Find(FindMsg::GoOn))));
    }
}

fn answer(model: &Model, question: &Question, busy: bool) -> Answer {
    let (index, search) = (&model.find.index, &question.search);
    // What belongs to something that is gone is gone, too.
    let is_there =
        |thing: &Thing| thing.whole().is_none_or(|whole| model.workspace.tables().record(&whole.row()).is_some());
    let mut answer =
        Answer { query: question.text.clone(), busy, left_out: false, names: Vec::new(), groups: Vec::new() };
    if let Asker::List(room) = question.asker {
        let mut counts: BTreeMap<Thing, usize> = BTreeMap::new();
        let mut is_cut = false;
        let filter = Filter { group: Some(room as u8), is_name: None };
        let (mut hits, count) = search.first(index, filter, LISTED, |thing| {
            // Agents are in a list of their own.
            if matches!(thing, Thing::Persona(_)) || !is_there(thing) {
                return false;
            }
            let kept = counts.entry(thing.whole().unwrap_or(*thing)).or_default();
            *kept += 1;
            is_cut |= *kept > LISTED_IN_ONE;
            *kept <= LISTED_IN_ONE
        });
        hits.sort_by_key(|found| (found.key.whole().unwrap_or(found.key), !found.is_name, found.key));
        answer.left_out = is_cut || hits.len() < count;
        answer.groups.push(Group { room, hits, count });
        return answer;
    }
    let group = question.asker.room().map(|room| room as u8);
    // The helper chooses among them by room.
    let is_wide = group.is_some() || question.asker == Asker::Helper;
    let most = if is_wide { OF_ROOM } else { NAMES };
    // A thing is listed once: by its name, or else by its best line.
    let mut listed = BTreeSet::new();
    let mut once = |found: Vec<Found<Thing>>, most: usize| -> Vec<Found<Thing>> {
        let mut found: Vec<Found<Thing>> =
            found.into_iter().filter(|found| is_there(&found.key) && listed.insert(found.key)).collect();
        found.truncate(most);
        found
    };
    answer.names = once(search.best(index, Filter { group, is_name: Some(true) }, 2 * most), most);
    let shown = model.route.room();
    let mut rooms = RoomId::ALL.to_vec();
    rooms.sort_by_key(|room| Some(*room) != shown);
    for room in rooms.into_iter().filter(|room| question.asker.room().is_none_or(|only| only == *room)) {
        let filter = Filter { group: Some(room as u8), is_name: Some(false) };
        let most = if is_wide { OF_ROOM } else { LINES };
        // The first words of a conversation are its name, too.
        let is_named = |found: &Found<Thing>| {
            let mut names = answer.names.iter().filter(|name| Some(name.key) == found.key.whole());
            names.any(|name| found.snippet.text.starts_with(name.snippet.text.trim_end_matches('…')))
        };
        let lines = search.best(index, filter, 4 * most).into_iter().filter(|found| !is_named(found));
        let hits = once(lines.collect(), most);
        if !hits.is_empty() {
            answer.groups.push(Group { room, hits, count: search.count(index, filter) });
        }
    }
    answer
}

/// The things of all rooms that changed last, each with the time of that, without the one that is shown.
pub fn latest(model: &Model) -> Vec<(Timestamp, Thing)> {
    let tables = model.workspace.tables();
    let mut all: Vec<(Timestamp, Thing)> = Vec::new();
    let mut sessions: Vec<&Rc<Session>> = tables.sessions.values().filter(|row| row.scope.is_chat()).collect();
    sessions.sort_unstable_by_key(|row| std::cmp::Reverse((row.updated_at, row.id)));
    let named = sessions.into_iter().filter(|row| !model.title(row).is_empty());
    // One more than are listed: the one that is shown is left out.
    all.extend(named.map(|row| (row.updated_at, Thing::Session(row.id))).take(LATEST + 1));
    all.extend(tables.maps.values().map(|row: &Rc<MindMap>| (row.updated_at, Thing::Map(row.id))));
    all.extend(tables.courses.values().map(|row: &Rc<Course>| (row.updated_at, Thing::Course(row.id))));
    all.extend(tables.scenes.values().map(|row: &Rc<Scene>| (row.updated_at, Thing::Scene(row.id))));
    let mut entries: Vec<_> = tables.time_entries.values().map(|row| (row.start, Thing::Entry(row.id))).collect();
    // A log may be long.
    if entries.len() > LATEST_ENTRIES {
        entries.select_nth_unstable_by(LATEST_ENTRIES, |one, other| other.cmp(one));
        entries.truncate(LATEST_ENTRIES);
    }
    all.extend(entries);
    all.retain(|(_, thing)| model.route.whole().thing() != Some(*thing));
    all.sort_unstable_by(|one, other| other.cmp(one));
    all.truncate(LATEST);
    all
}

impl Finder {
    /// Returns the latest things of all rooms, as they were when this was opened.
    pub const fn latest(&self) -> &Rc<Vec<Thing>> {
        &self.latest
    }

    /// Returns the answer to a question, as far as it is known; `None` where another one was asked last.
    pub fn answer(&self, asker: Asker, text: &str) -> Option<&Rc<Answer>> {
        let question = self.questions.get(&asker.place())?;
        (question.asker == asker && question.text == text.trim()).then_some(&question.answer)
    }

    /// Returns the name of a thing, as it is known here.
    pub fn name_of(&self, thing: Thing) -> Option<&str> {
        self.index.text_of(|key| *key == thing)
    }

    /// Whether the texts of a room are among those that are looked through.
    pub fn has_begun(&self, room: RoomId) -> bool {
        self.begun.contains(&room)
    }

    /// Whether all texts were read.
    pub fn is_whole(&self) -> bool {
        self.begun.len() == RoomId::ALL.len() && self.rest.is_empty() && !self.is_reading
    }
}
