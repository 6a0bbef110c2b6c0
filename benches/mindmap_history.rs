//! Cost of a map's history, on this machine: `cargo bench --bench mindmap_history`.
//!
//! Ten thousand steps on a map of ten thousand nodes: the memory they are kept in, the bytes they are stored as, and
//! how long doing, undoing and redoing one of them takes. The same code runs in the page.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found
#![allow(clippy::expect_used)] // and stops where it cannot go on

use std::hint::black_box;
use std::time::{Duration, Instant};

use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, Entry, History};
use espalier_command::registry::Registry;
use espalier_command::transaction::{self, Operation};
use espalier_mindmap::node_tree::NodeTree;
use espalier_mindmap::target::MapTarget;
use espalier_mindmap::{CATEGORIES, REGISTRY, transfer};
use espalier_model::MindMap;
use espalier_model::change::Change;
use espalier_model::mindmap::MapId;
use espalier_model::mindmap::tree::Tree;
use espalier_model::workspace::Workspace;
use serde_json::{Value, json};

const NODES: usize = 10_000;
const STEPS: usize = 10_000;
/// Number of copies of the history that are made to see how much memory one takes.
const COPIES: usize = 10;
/// Approximate bytes of a node's row in memory, its texts included.
const ROW_BYTES: usize = 400;

struct Bench {
    workspace: Workspace,
    history: History,
    env: Env,
    registry: &'static Registry,
    map: MapId,
    random: u64,
}

impl Bench {
    fn new(nodes: usize) -> Self {
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 7);
        let map = env.id();
        let mut trees = NodeTree::default();
        // Five children below each, in pre-order.
        let mut work = vec![(None, nodes)];
        while let Some((parent, size)) = work.pop() {
            let place = trees.push(parent, format!("Node {}", trees.nodes.len()));
            let below = size - 1;
            let shares = (0..5).map(|share| below / 5 + usize::from(share < below % 5)).filter(|&share| share > 0);
            work.extend(shares.map(|share| (Some(place), share)));
        }
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        transfer::new_map(&mut draft, &mut env, map, "Map", &trees);
        let changes = draft.finish();
        workspace.apply(&changes).expect("a draft fits");
        let registry: &Registry = &REGISTRY;
        Self { workspace, history: History::default(), env, registry, map, random: 0x9e37_79b9_7f4a_7c15 }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % limit.max(1) as u64) as usize
    }

    fn tree(&self) -> Tree {
        let row = self.workspace.get::<MindMap>(&self.map).expect("the map is there");
        Tree::of(row, self.workspace.nodes(self.map).map(|node| &**node))
    }

    /// Returns a step as people take them.
    fn step(&mut self, tree: &Tree) -> Operation {
        let node = |bench: &mut Self| tree.ids()[1 + bench.below(tree.len() - 1)].to_string();
        let (id, other) = (node(self), node(self));
        let (command, params): (&str, Value) = match self.below(20) {
            0..6 => ("node.addChild", json!([id, null, "A new thought"])),
            6..12 => ("node.updateTitle", json!([id, format!("Title {}", self.below(1_000))])),
            12..14 => ("node.updateNote", json!([id, "A note of one sentence, as they mostly are."])),
            14 => ("node.moveTo", json!([id, other])),
            15 => ("node.moveDown", json!([id])),
            16..18 => ("node.toggleFold", json!([id])),
            18 => ("node.addTag", json!([id, "tag"])),
            _ => ("node.addSiblingAfter", json!([id, "Beside it"])),
        };
        Operation { command: command.to_owned(), params, ..Operation::default() }
    }

    /// Does a step that can be done, and returns the time it took.
    fn perform(&mut self, tree: &Tree) -> Duration {
        self.env.now = self.env.now.plus_ms(5_000);
        loop {
            let operation = self.step(tree);
            let begin = Instant::now();
            let mut draft = self.workspace.draft();
            let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, tree).expect("the map is there");
            if transaction::run(&mut stage, self.registry, CATEGORIES, &[operation]).is_err() {
                continue;
            }
            let changes = draft.finish();
            if changes.is_empty() {
                continue;
            }
            self.workspace.apply(&changes).expect("a draft fits");
            let took = begin.elapsed();
            let entry = Entry {
                id: self.env.id(),
                command: "node.updateTitle".to_owned(),
                subject: "A node of the map".to_owned(),
                at: self.env.now,
                changes,
                undone: false,
                aside: false,
                checkpoint: None,
            };
            self.history.record(Document::of(self.map), entry);
            return took;
        }
    }

    fn back(&mut self, undo: bool) -> Option<Duration> {
        let scope = [Document::MAPS, Document::of(self.map)];
        let begin = Instant::now();
        let step = if undo {
            self.history.plan_undo(&self.workspace, &scope)
        } else {
            self.history.plan_redo(&self.workspace, &scope)
        }?;
        self.workspace.apply(&step.changes).expect("what was planned fits");
        black_box(self.history.confirm(&step));
        Some(begin.elapsed())
    }
}

/// Returns the bytes that the process has in memory; nothing where the system does not say.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 1_000).min(times.len() - 1)].as_secs_f64() * 1e6;
    println!("{name:<30} p50 {:>8.1} µs   p99 {:>8.1} µs   worst {:>8.1} µs", at(500), at(990), at(1_000));
}

fn once(name: &str, run: impl FnOnce()) {
    let begin = Instant::now();
    run();
    println!("{name:<30} {:>8.2} ms", begin.elapsed().as_secs_f64() * 1e3);
}

fn main() {
    let mut bench = Bench::new(NODES);
    let mut building = Vec::new();
    let mut doing = Vec::new();
    for _ in 0..STEPS {
        let begin = Instant::now();
        let tree = bench.tree();
        building.push(begin.elapsed());
        doing.push(bench.perform(&tree));
    }
    // Copies of the history share the rows in it with each other, so those are counted on top, as if the map had none
    // of them any more.
    let before = resident_bytes();
    let copies = vec![bench.history.clone(); COPIES];
    let after = resident_bytes();
    black_box(&copies);
    let entries = bench.history.entries(Document::of(bench.map));
    let stored: usize = entries.iter().map(|entry| serde_json::to_string(entry).map_or(0, |json| json.len())).sum();
    println!("{} steps on {} nodes", entries.len(), NODES);
    if let (Some(before), Some(after)) = (before, after) {
        let whole_rows =
            |entry: &Entry| entry.changes.iter().filter(|(_, change)| !matches!(change, Change::Updated(_))).count();
        let rows: usize = entries.iter().map(whole_rows).sum::<usize>() * ROW_BYTES;
        println!("kept in memory, at most        {:>8.2} MB", ((after - before) / COPIES + rows) as f64 / 1e6);
    }
    drop(copies);
    println!("stored                         {:>8.2} MB", stored as f64 / 1e6);
    report("tree of all nodes", building);
    report("one command", doing);
    report("undo", std::iter::from_fn(|| bench.back(true)).collect());
    report("redo", std::iter::from_fn(|| bench.back(false)).collect());
    let mut large = Bench::new(100_000);
    let mut tree = Tree::default();
    once("tree of 100,000 nodes", || tree = large.tree());
    once("one command in it", || {
        black_box(large.perform(&tree));
    });
    once("a new map of 50,000 nodes", || drop(black_box(Bench::new(50_000))));
    let add = |number: usize| Operation {
        id: number.to_string(),
        command: "node.addChild".to_owned(),
        params: json!(["n1", null, "x"]),
        creates: None,
    };
    let batch: Vec<Operation> = (0..1_000).map(add).collect();
    once("1,000 operations as one", || {
        let tree = bench.tree();
        let mut draft = bench.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut bench.env, bench.map, &tree).expect("the map is there");
        transaction::run(&mut stage, bench.registry, CATEGORIES, &batch).expect("the root is there");
        let changes = draft.finish();
        bench.workspace.apply(&changes).expect("a draft fits");
    });
}
