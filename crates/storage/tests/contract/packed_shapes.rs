//! The contract of packed shapes: a store that packs them shows no difference but speed.

use std::collections::{BTreeMap, BTreeSet};

use espalier_base::base64;
use espalier_base::env::Env;
use espalier_model::change::{Change, ChangeSet};
use espalier_model::scene::{Geometry, ShapeKey, ShapeType, packed};
use espalier_model::{Document, Field, Record, RecordKey, Row, Scene, Shape, ShapeField, Table};
use espalier_storage::archive::{self, ConflictPolicy, rescue};
use espalier_storage::packing::{MANY, Packed as _};
use espalier_storage::port::{Commit, Durability, Loaded, Query, Storage, StorageError};
use futures::future::{join, join_all};

use super::{Lab, added, changes, dice, edit, env, read, write};

const ROWS: &str = "shapes";
const CHUNKS: &str = "shapeChunks";

/// A scene and its shapes, all made in the same millisecond, as an import makes them.
pub struct Made {
    pub scene: Scene,
    pub shapes: Vec<Shape>,
}

impl Made {
    pub fn added(&self) -> ChangeSet {
        added([self.scene.clone()]).squash(added(self.shapes.clone()))
    }

    pub fn records(&self) -> Vec<Record> {
        records(&self.shapes)
    }

    fn chunks(&self) -> BTreeSet<String> {
        self.shapes.iter().map(chunk_of).collect()
    }
}

pub fn scene_of_shapes(env: &mut Env, count: usize) -> Made {
    let scene = Scene::new(env.id(), env.now);
    let shapes = (0..count).map(|number| shape_of(env, &scene, number)).collect();
    Made { scene, shapes }
}

fn shape_of(env: &mut Env, scene: &Scene, number: usize) -> Shape {
    let name = if number.is_multiple_of(7) { format!("面 {number}") } else { String::new() };
    Shape {
        id: env.id(),
        scene: scene.id,
        created_at: env.now,
        updated_at: env.now,
        name,
        geometry: Geometry::new(ShapeType::ALL[number % 3], 0.1 + number as f64),
        position: [number as f64 / 3.0, -2.5, 1e6],
        rotation: if number.is_multiple_of(2) { [0.0; 3] } else { [0.0, 45.0, -0.1] },
        color: "#cf4130".parse().expect("a colour"),
    }
}

/// Makes shapes enough for every chunk of a scene to be packed at once.
fn many(env: &mut Env) -> Made {
    scene_of_shapes(env, 16 * 2 * MANY)
}

fn records(shapes: &[Shape]) -> Vec<Record> {
    let mut records: Vec<Record> = shapes.iter().map(|shape| Record::Shapes(shape.clone().into())).collect();
    records.sort_by_key(Record::key);
    records
}

fn chunk_of(shape: &Shape) -> String {
    Shape::chunk_key(&shape.key().to_string())
}

pub fn named(shape: &Shape, name: &str) -> ChangeSet {
    let field = |name: &str| Field::Shapes(ShapeField::Name(name.to_owned()));
    edit(shape, field(&shape.name), field(name))
}

fn moved(shape: &Shape, x: f64) -> ChangeSet {
    let field = |position| Field::Shapes(ShapeField::Position(position));
    edit(shape, field(shape.position), field([x, 0.0, -0.0]))
}

async fn inside(store: &impl Storage, scene: &Scene) -> Loaded {
    read(store, Query::Inside(Document::of(scene.id))).await
}

/// Returns the shapes of a scene, none of which is unreadable, and how many rows there are.
async fn all(store: &impl Storage, scene: &Scene) -> (Vec<Record>, usize) {
    let loaded = inside(store, scene).await;
    assert_eq!(loaded.unreadable, []);
    (loaded.records, loaded.unpacked)
}

async fn one(store: &impl Storage, shape: &Shape) -> Option<Record> {
    let mut loaded = read(store, Query::Rows(vec![(Table::Shapes, shape.key().to_string())])).await;
    assert_eq!(loaded.unreadable, []);
    loaded.records.pop()
}

async fn raw(lab: &impl Lab, shape: &Shape) -> Option<String> {
    lab.get_raw(ROWS, &shape.key().to_string()).await
}

async fn missing(store: &impl Storage) -> Vec<(Table, String)> {
    read(store, Query::Missing).await.missing
}

pub async fn s4_many_shapes_are_packed_as_they_are_written(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let (mut made, few) = (many(&mut env), scene_of_shapes(&mut env, 30));
    write(&store, changes(few.added())).await;
    write(&store, changes(made.added())).await;
    assert_eq!(made.chunks().len(), 16);
    assert_eq!(all(&other, &made.scene).await, (made.records(), 0));
    assert_eq!(all(&other, &few.scene).await, (few.records(), 30), "of another scene");
    assert_eq!(raw(lab, &made.shapes[3]).await, None);
    let held = lab.get_chunk(CHUNKS, &chunk_of(&made.shapes[3])).await.expect("a chunk");
    assert!(packed::unpack(&held).expect("packed shapes").contains(&made.shapes[3].clone().into()));
    // Both ways of asking for single rows, and both scenes.
    for count in [5, 3 * MANY] {
        let wanted: Vec<Shape> = made.shapes.iter().take(count).chain(&few.shapes[..3]).rev().cloned().collect();
        let keys = wanted.iter().map(|shape| (Table::Shapes, shape.key().to_string())).collect();
        let found = read(&other, Query::Rows(keys)).await.records;
        let expected: Vec<Record> = wanted.iter().map(|shape| Record::Shapes(shape.clone().into())).collect();
        assert_eq!(found, expected, "in the order in which they were asked for");
    }
    let mut everything = made.shapes.clone();
    everything.extend(few.shapes.clone());
    let loaded = read(&store, Query::Tables(vec![Table::Shapes])).await;
    assert_eq!((loaded.records, loaded.unpacked), (records(&everything), 30));
    // Moving all of them writes the chunks anew.
    let all_moved: ChangeSet = made
        .shapes
        .iter()
        .flat_map(|shape| {
            moved(shape, 7.0).iter().map(|(key, change)| (key.clone(), change.clone())).collect::<Vec<_>>()
        })
        .collect();
    write(&other, changes(all_moved.clone())).await;
    for shape in &mut made.shapes {
        shape.position = [7.0, 0.0, -0.0];
    }
    assert_eq!(all(&store, &made.scene).await, (made.records(), 0));
    assert_eq!(missing(&store).await, []);
}

pub async fn s4_few_shapes_stay_rows(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let made = scene_of_shapes(&mut env, 200);
    write(&store, changes(made.added())).await;
    store.pack().await.expect("there is nothing to pack");
    assert_eq!(all(&store, &made.scene).await, (made.records(), 200));
    for key in made.chunks() {
        assert_eq!(lab.get_chunk(CHUNKS, &key).await, None);
    }
    write(&store, changes(made.added().invert())).await;
    assert_eq!(all(&store, &made.scene).await, (Vec::new(), 0));
}

pub async fn s4_a_packed_shape_is_changed_and_removed_alone(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let mut made = many(&mut env);
    write(&store, changes(made.added())).await;
    write(&store, changes(named(&made.shapes[40], "changed"))).await;
    "changed".clone_into(&mut made.shapes[40].name);
    assert_eq!(all(&other, &made.scene).await, (made.records(), 1));
    write(&other, changes(moved(&made.shapes[40], 3.0))).await;
    made.shapes[40].position = [3.0, 0.0, 0.0];
    assert_eq!(one(&store, &made.shapes[40]).await, Some(Record::Shapes(made.shapes[40].clone().into())));
    let gone = made.shapes.remove(50);
    let removal = added([gone.clone()]).invert();
    write(&store, changes(removal.clone())).await;
    assert_eq!(one(&other, &gone).await, None);
    write(&other, changes(named(&gone, "late"))).await;
    assert_eq!(one(&store, &gone).await, None, "a change does not bring it back");
    assert_eq!(all(&other, &made.scene).await, (made.records(), 2));
    for _ in 0..2 {
        store.pack().await.expect("the shapes are packed");
        assert_eq!(all(&other, &made.scene).await, (made.records(), 0));
        assert_eq!((raw(lab, &gone).await, raw(lab, &made.shapes[40]).await), (None, None));
    }
    write(&store, changes(removal.invert())).await;
    made.shapes.push(gone);
    assert_eq!(all(&other, &made.scene).await, (made.records(), 1));
}

pub async fn s4_two_tabs_that_change_different_fields_of_a_packed_shape_both_keep_their_change(lab: &impl Lab) {
    let (one_tab, other, mut env) = (lab.open().await, lab.open().await, env());
    let made = many(&mut env);
    write(&one_tab, changes(made.added())).await;
    let shape = &made.shapes[9];
    let both = join(
        one_tab.commit(changes(named(shape, "new")), Durability::Relaxed),
        other.commit(changes(moved(shape, 1.0)), Durability::Strict),
    );
    assert_eq!(both.await, (Ok(()), Ok(())));
    let expected = Shape { name: "new".to_owned(), position: [1.0, 0.0, 0.0], ..shape.clone() };
    assert_eq!(one(&one_tab, shape).await, Some(Record::Shapes(expected.into())));
}

pub async fn s4_with_a_scene_goes_all_that_is_packed_of_it(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let (made, kept) = (many(&mut env), many(&mut env));
    write(&store, changes(made.added())).await;
    write(&store, changes(kept.added())).await;
    // All but a few of them are removed one by one, as marks beside the chunks, and some are changed.
    for slice in made.shapes[100..].chunks(60) {
        write(&other, changes(added(slice.to_vec()).invert())).await;
    }
    for shape in &made.shapes[..3] {
        write(&other, changes(named(shape, "x"))).await;
    }
    assert_eq!(all(&store, &made.scene).await.0.len(), 100);
    let left = Made { scene: made.scene.clone(), shapes: made.shapes[..100].to_vec() };
    write(&store, changes(left.added().invert())).await;
    assert_eq!(inside(&other, &made.scene).await, Loaded::default());
    assert_eq!(missing(&other).await, [], "nothing is left that would call for the scene");
    for key in made.chunks() {
        assert_eq!(lab.get_chunk(CHUNKS, &key).await, None);
    }
    assert_eq!(all(&other, &kept.scene).await, (kept.records(), 0));
    write(&store, changes(left.added())).await;
    assert_eq!(all(&other, &made.scene).await, (left.records(), 100));
    // A scene without a shape of its own, of which marks are left.
    write(&store, changes(kept.added().invert())).await;
    write(&store, changes(kept.added())).await;
    for slice in kept.shapes.chunks(60) {
        write(&other, changes(added(slice.to_vec()).invert())).await;
    }
    assert_eq!(all(&store, &kept.scene).await.0, []);
    write(&store, changes(added([kept.scene.clone()]).invert())).await;
    assert_eq!(inside(&other, &kept.scene).await, Loaded::default());
    assert_eq!(missing(&other).await, []);
}

pub async fn s4_a_scene_that_only_chunks_belong_to_is_missed(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let (made, rows) = (many(&mut env), scene_of_shapes(&mut env, 3));
    write(&store, changes(added(made.shapes.clone()))).await;
    write(&store, changes(added(rows.shapes.clone()))).await;
    let lost = |made: &Made| (Table::Scenes, made.scene.id.to_string());
    assert_eq!(missing(&store).await, [lost(&made), lost(&rows)]);
    write(&store, changes(named(&made.shapes[0], "a row and chunks"))).await;
    assert_eq!(missing(&store).await, [lost(&made), lost(&rows)]);
    write(&store, changes(added([made.scene.clone()]))).await;
    assert_eq!(missing(&store).await, [lost(&rows)]);
}

pub async fn s4_a_chunk_of_shapes_that_cannot_be_read_is_reported_and_never_written_over(lab: &impl Lab) {
    let mut env = env();
    let elsewhere = scene_of_shapes(&mut env, 1).shapes;
    let elsewhere = packed::pack(&[elsewhere[0].clone().into()]);
    let made = many(&mut env);
    let key = chunk_of(&made.shapes[0]);
    let (of_it, others): (Vec<Shape>, Vec<Shape>) =
        made.shapes.iter().cloned().partition(|shape| chunk_of(shape) == key);
    let store = lab.open().await;
    write(&store, changes(made.added())).await;
    let whole = lab.get_chunk(CHUNKS, &key).await.expect("a chunk");
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    let mut newer = whole.clone();
    newer[3] += 1;
    // One of another chunk of the same scene.
    let astray = packed::pack(&[of_it[0].clone().into(), others[0].clone().into()]);
    for bytes in [damaged, newer, elsewhere, astray, b"nonsense".to_vec(), Vec::new()] {
        lab.put_chunk(CHUNKS, &key, bytes.clone()).await;
        // What may be in the chunk is not known, so nothing is done as if it were not.
        let change = store.commit(changes(named(&of_it[1], "lost?")), Durability::Relaxed).await;
        assert!(matches!(change, Err(StorageError::Aborted(_))), "{change:?}");
        write(&store, changes(added([of_it[2].clone()]).invert())).await;
        write(&store, changes(added(of_it[4..].to_vec()))).await;
        store.pack().await.expect("the others can be packed");
        let loaded = inside(&store, &made.scene).await;
        let mut expected = others.clone();
        expected.extend_from_slice(&of_it[4..]);
        assert_eq!(loaded.records, records(&expected));
        let notes: Vec<_> = loaded.unreadable.iter().map(|note| (note.store.as_str(), note.key.as_str())).collect();
        assert_eq!(notes, [(CHUNKS, key.as_str())]);
        assert_eq!(lab.get_chunk(CHUNKS, &key).await, Some(bytes.clone()));
        assert_eq!(raw(lab, &of_it[2]).await.as_deref(), Some("null"), "gone, should the chunk be read again");
        // With the scene goes all but what cannot be read, and for its sake the scene is called for.
        let shown = Made { scene: made.scene.clone(), shapes: expected };
        write(&store, changes(shown.added().invert())).await;
        assert_eq!(lab.get_chunk(CHUNKS, &key).await, Some(bytes));
        assert_eq!(missing(&store).await, [(Table::Scenes, made.scene.id.to_string())]);
        write(&store, changes(shown.added())).await;
        // Once it can be read, all is there.
        lab.put_chunk(CHUNKS, &key, whole.clone()).await;
        let mut expected = made.shapes.clone();
        expected.retain(|shape| shape.id != of_it[2].id);
        assert_eq!(all(&store, &made.scene).await.0, records(&expected));
        write(&store, changes(added([of_it[2].clone()]))).await;
        store.pack().await.expect("the shapes are packed");
        assert_eq!(all(&store, &made.scene).await, (made.records(), 0));
    }
}

pub async fn s4_a_row_of_a_shape_that_cannot_be_read_hides_what_was_packed(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let made = many(&mut env);
    write(&store, changes(made.added())).await;
    let broken = &made.shapes[4];
    let key = broken.key().to_string();
    lab.put_raw(ROWS, &key, "{\"id\":1}").await;
    let strange = [format!("{}/x", made.scene.id), format!("{}/", made.scene.id), key.to_uppercase(), "é".to_owned()];
    for key in &strange {
        lab.put_raw(ROWS, key, "null").await;
    }
    let beside = made.shapes.iter().find(|shape| shape.id != broken.id && chunk_of(shape) == chunk_of(broken));
    write(&store, changes(named(beside.expect("a neighbour"), "beside it"))).await;
    for _ in 0..2 {
        let loaded = inside(&store, &made.scene).await;
        assert_eq!(loaded.records.len(), made.shapes.len() - 1);
        assert!(loaded.unreadable.iter().any(|note| (note.store.as_str(), &note.key) == (ROWS, &key)));
        assert_eq!(raw(lab, broken).await.as_deref(), Some("{\"id\":1}"));
        let change = store.commit(changes(named(broken, "x")), Durability::Relaxed).await;
        assert!(matches!(change, Err(StorageError::Aborted(_))), "{change:?}");
        store.pack().await.expect("the shapes are packed");
        assert_eq!(raw(lab, beside.expect("a neighbour")).await, None, "its neighbour was packed");
    }
    for key in &strange {
        assert_eq!(lab.get_raw(ROWS, key).await.as_deref(), Some("null"), "{key}");
    }
    write(&store, changes(added([broken.clone()]))).await;
    store.pack().await.expect("the shapes are packed");
    let found = inside(&store, &made.scene).await.records;
    assert_eq!(found.len(), made.shapes.len());
    assert!(found.contains(&Record::Shapes(broken.clone().into())));
}

pub async fn s4_shapes_are_packed_while_they_are_read_and_changed(lab: &impl Lab) {
    let (store, other, mut env) = (lab.open().await, lab.open().await, env());
    let mut made = many(&mut env);
    write(&store, changes(added([made.scene.clone()]))).await;
    for slice in made.shapes.chunks(60) {
        write(&store, changes(added(slice.to_vec()))).await;
    }
    assert_eq!(all(&store, &made.scene).await.1, made.shapes.len(), "they are rows");
    let edits = join_all(made.shapes.iter().step_by(31).map(|shape| {
        let durability = if shape.name.is_empty() { Durability::Strict } else { Durability::Relaxed };
        other.commit(changes(named(shape, "meanwhile")), durability)
    }));
    let reads = join_all((0..5).map(|_| async { all(&other, &made.scene).await.0.len() }));
    let ((packed, reads), edits) = join(join(join(store.pack(), other.pack()), reads), edits).await;
    assert_eq!(packed, (Ok(()), Ok(())));
    assert_eq!(reads, [made.shapes.len(); 5]);
    assert!(edits.into_iter().all(|done| done == Ok(())));
    for shape in made.shapes.iter_mut().step_by(31) {
        "meanwhile".clone_into(&mut shape.name);
    }
    assert_eq!(all(&store, &made.scene).await.0, made.records());
    store.pack().await.expect("the shapes are packed");
    assert_eq!(all(&other, &made.scene).await, (made.records(), 0));
}

pub async fn s4_an_export_and_a_rescue_hold_every_shape(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let mut made = many(&mut env);
    write(&store, changes(made.added())).await;
    write(&store, changes(named(&made.shapes[3], "changed"))).await;
    "changed".clone_into(&mut made.shapes[3].name);
    let gone = made.shapes.remove(4);
    write(&store, changes(added([gone.clone()]).invert())).await;
    let everything = read(&store, Query::Tables(Table::ALL.to_vec())).await.records;
    assert_eq!(everything.len(), made.shapes.len() + 1);
    let file = archive::write(&everything, env.now);
    let back = archive::read(&file).expect("our own file");
    assert_eq!(back.records, everything);
    assert!(archive::plan(&back.records, &everything, ConflictPolicy::TakeTheirs).changes.is_empty());
    // What the rescue page writes, as it lies there.
    let (mut rows, mut chunks) = (Vec::new(), Vec::new());
    for shape in [&made.shapes[3], &gone] {
        let text = raw(lab, shape).await.expect("a row beside the chunk");
        rows.push(serde_json::json!({ "key": shape.key().to_string(), "value": text }));
    }
    for key in made.chunks() {
        let bytes = base64::encode(&lab.get_chunk(CHUNKS, &key).await.expect("a chunk"));
        chunks.push(serde_json::json!({ "key": key, "value": { "$bytes": bytes } }));
    }
    let scene = Record::Scenes(made.scene.clone().into()).to_json().expect("plain data");
    let scenes = [serde_json::json!({ "key": made.scene.id.to_string(), "value": scene })];
    let stores = serde_json::json!({ "scenes": scenes, ROWS: rows, CHUNKS: chunks });
    let file = serde_json::json!({ "format": rescue::FORMAT, "database": { "version": 7 }, "stores": stores });
    let back = rescue::read(&file.to_string()).expect("a file of the rescue page");
    assert_eq!((back.records, back.broken), (everything, Vec::new()));
}

pub async fn s4_whatever_is_done_to_shapes_is_found_again(lab: &impl Lab) {
    let (tabs, mut env) = ([lab.open().await, lab.open().await], env());
    let scenes: [Scene; 2] = std::array::from_fn(|_| Scene::new(env.id(), env.now));
    let mut expected: BTreeMap<ShapeKey, Shape> = BTreeMap::new();
    let mut below = dice();
    write(&tabs[0], changes(added(scenes.clone()))).await;
    for step in 0..60 {
        let tab = &tabs[below(2)];
        let mut changes = ChangeSet::default();
        if below(12) == 0 {
            // A scene goes with all that is in it, and comes back without it.
            let scene = &scenes[below(2)];
            let shapes: Vec<Shape> = expected.values().filter(|shape| shape.scene == scene.id).cloned().collect();
            expected.retain(|key, _| key.scene != scene.id);
            write(tab, super::changes(added([scene.clone()]).squash(added(shapes)).invert())).await;
            assert_eq!(inside(tab, scene).await, Loaded::default(), "step {step}");
            assert_eq!(missing(tab).await, []);
            write(tab, super::changes(added([scene.clone()]))).await;
            continue;
        }
        let count = [1, 1, 5, 60, 16 * 2 * MANY][below(5)];
        let keys: Vec<ShapeKey> = expected.keys().copied().collect();
        for number in 0..count {
            let picked = if keys.is_empty() { None } else { Some(keys[below(keys.len())]) };
            let picked = picked.filter(|key| changes.get(&RecordKey::Shapes(*key)).is_none());
            let before = picked.and_then(|key| expected.get(&key).cloned());
            let after = match (below(5), &before) {
                (0 | 1, Some(_)) => None,
                (2, Some(shape)) => Some(Shape { name: format!("{step} {number}"), ..shape.clone() }),
                (3, Some(shape)) => Some(Shape { position: [0.5, f64::from(step), 0.0], ..shape.clone() }),
                _ => Some(shape_of(&mut env, &scenes[below(2)], number)),
            };
            let before = before.filter(|before| after.as_ref().is_none_or(|after| after.id == before.id));
            let record = |shape: &Shape| Record::Shapes(shape.clone().into());
            let change = Change::between(before.as_ref().map(record).as_ref(), after.as_ref().map(record).as_ref());
            let Some(key) = after.as_ref().or(before.as_ref()).map(Row::key) else { continue };
            let Some(change) = change else { continue };
            changes.push(RecordKey::Shapes(key), change);
            match after {
                Some(after) => drop(expected.insert(key, after)),
                None => drop(expected.remove(&key)),
            }
        }
        let commit = Commit { changes, ..Commit::default() };
        if below(4) == 0 {
            let both = join(tabs[0].commit(commit, Durability::Relaxed), tabs[1].pack()).await;
            assert_eq!(both, (Ok(()), Ok(())));
        } else {
            write(tab, commit).await;
        }
        if step % 5 == 4 {
            let shapes: Vec<Shape> = expected.values().cloned().collect();
            let found = read(&tabs[below(2)], Query::Tables(vec![Table::Shapes])).await;
            assert_eq!((found.records, found.unreadable), (records(&shapes), Vec::new()), "step {step}");
        }
    }
    tabs[0].pack().await.expect("the shapes are packed");
    let shapes: Vec<Shape> = expected.values().cloned().collect();
    assert_eq!(read(&tabs[1], Query::Tables(vec![Table::Shapes])).await.records, records(&shapes));
}
