//! All commands with random parameters, made from their own schemas, so that a new command takes part by being there.

use super::*;

/// Texts that mean something to one command or another.
const TEXTS: &[&str] = &[
    "x",
    "",
    "茶",
    "two\nlines",
    "- p\n  q\n- r",
    "#a0b1c2",
    "#nope",
    "https://example.org/",
    "tag",
    "[ ] t",
    " ",
    "  a b ",
];

impl Lab {
    fn any(&mut self, schema: &Schema, name: &str) -> Value {
        match schema {
            Schema::Bool => (self.below(2) == 0).into(),
            Schema::Int { .. } => [0, 1, 2, 5, 1_000][self.below(5)].into(),
            Schema::Number { .. } => [0.0, 0.5, -2.0][self.below(3)].into(),
            Schema::Text { .. } if name == TEMP => format!("t{}", self.below(1_000_000)).into(),
            Schema::Text { .. } if name == "tag" => ["tag", "#tag"][self.below(2)].into(),
            Schema::Text { .. } => TEXTS[self.below(TEXTS.len())].into(),
            Schema::Choice(words) => words[self.below(words.len())].into(),
            Schema::Reference("map") if self.below(8) > 0 => self.map.to_string().into(),
            Schema::Reference(_) => self.any_node().into(),
            Schema::List { items, .. } => (0..self.below(4)).map(|_| self.any(items, name)).collect::<Vec<_>>().into(),
            Schema::Object(params) => self.any_params(params),
            Schema::Tree { node, .. } => {
                let mut tree = self.any_params(node);
                if self.below(3) == 0 {
                    tree["children"] = (0..self.below(3)).map(|_| self.any(schema, name)).collect::<Vec<_>>().into();
                }
                tree
            }
            Schema::AtLeast(_, inner) | Schema::Nullable(inner) | Schema::Lenient(inner) | Schema::Taken(inner, _) => {
                self.any(inner, name)
            }
        }
    }

    /// Mostly a node that is there, by its id or short id; now and then something else.
    fn any_node(&mut self) -> String {
        let tree = self.tree();
        // Mostly one of the first, so that operations meet.
        let among = if self.below(3) == 0 { tree.len() } else { tree.len().min(5) };
        let id = tree.ids()[self.below(among)];
        match self.below(12) {
            _ if self.by_id => id.to_string(),
            0 | 1 => format!("n{}", self.below(400)),
            2 => "root".to_owned(),
            3..7 => id.to_string(),
            _ => tree.short(id).unwrap().to_string(),
        }
    }

    fn any_params(&mut self, params: &[Param]) -> Value {
        let mut given = serde_json::Map::new();
        for param in params {
            if param.required || self.below(3) > 0 {
                given.insert(param.name.to_owned(), self.any(&param.schema, param.name));
            }
        }
        given.into()
    }

    fn any_operation(&mut self, among: &[&'static Spec], index: usize) -> Operation {
        let spec = among[self.below(among.len())];
        let mut params = self.any_params(spec.params);
        // Two random nodes seldom have a line between them.
        let line = self.workspace.nodes(self.map).find_map(|node| Some((node.id, node.lines.first()?.to)));
        if let (Some((from, to)), "node.removeLine") = (line, spec.id.as_str()) {
            params = json!([from.to_string(), to.to_string()]);
        }
        let earlier = index > 0 && self.below(4) == 0;
        if let Some(reference) = params.get_mut("parentId").filter(|_| earlier) {
            *reference = format!("op-{}", self.below(index)).into();
        }
        let creates = (spec.creates.is_some() && self.below(2) == 0).then(|| format!("made-{index}"));
        Operation { id: format!("op-{index}"), command: spec.id.to_string(), params, creates }
    }
}

const TEMP: &str = transaction::TEMP_ID;

#[derive(Default)]
struct Seen {
    changed: BTreeMap<&'static str, usize>,
    refused: BTreeSet<String>,
}

fn sessions() -> u64 {
    std::env::var("ESPALIER_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

fn start(seed: u64) -> Lab {
    let mut lab = Lab::new("root\n a\n  a1\n  a2\n   a21\n b\n c\n  c1");
    lab.random = lab.random.wrapping_mul(2 * seed + 1);
    lab
}

/// Rules that every command follows; the session below covers the rest.
#[test]
fn every_command_is_described_in_both_languages_and_found_by_its_own_names() {
    let (registry, specs) = (&*REGISTRY, REGISTRY.specs());
    let mut ids = BTreeSet::new();
    let mut shortcuts = BTreeSet::new();
    for spec in specs {
        assert!(ids.insert(spec.id.as_str()), "{} is there twice", spec.id.as_str());
        assert!(CATEGORIES.contains(&spec.category), "{}", spec.id.as_str());
        let texts = spec.params.iter().map(|param| param.description).chain([spec.name, spec.description]);
        for text in texts {
            for language in [Language::En, Language::Zh] {
                assert!(!text.get(language).trim().is_empty(), "{} lacks words", spec.id.as_str());
            }
        }
        for language in [Language::En, Language::Zh] {
            let sentence = spec.description.get(language);
            assert!(sentence.ends_with(['.', '。']), "{}: {sentence}", spec.id.as_str());
        }
        for keys in spec.shortcuts {
            assert!(shortcuts.insert(*keys), "{keys} is taken twice, by {} too", spec.id.as_str());
        }
        let found = |name: &str| registry.find_in(name, &[spec.category]).map(|found| found.id);
        for name in spec.aliases.iter().chain([&spec.id.as_str()]) {
            assert_eq!(found(name), Some(spec.id), "{name}");
        }
        let names: BTreeSet<String> = spec
            .params
            .iter()
            .flat_map(|param| param.aliases.iter().chain([&param.name]))
            .map(|name| espalier_command::schema::plain(name))
            .collect();
        let count: usize = spec.params.iter().map(|param| 1 + param.aliases.len()).sum();
        assert_eq!(names.len(), count, "two parameters of {} share a name", spec.id.as_str());
    }
    assert!(ids.len() >= 70, "only {} commands", ids.len());
}

/// Everything is taken back to the first byte, and done again to the last, also after a reload.
fn assert_can_be_taken_back(lab: &mut Lab, initial: &[String], seed: u64) {
    let end = bytes(&lab.workspace);
    lab.reload();
    while lab.undo() {}
    assert_eq!(bytes(&lab.workspace), initial, "seed {seed}");
    while lab.redo() {}
    assert_eq!(bytes(&lab.workspace), end, "seed {seed}");
}

/// Random sessions over all commands, single and in batches: what [`Lab::attempt`] checks holds of each, every command
/// that can be taken back was done and taken back, and every condition said no at least once.
#[test]
fn every_command_can_be_taken_back_and_refuses_what_it_cannot_do() {
    let specs = REGISTRY.specs();
    let (of_list, of_map): (Vec<&'static Spec>, Vec<&'static Spec>) =
        specs.iter().copied().partition(|spec| super::super::super::maps::find(spec.id).is_some());
    let mut seen = Seen::default();
    for seed in 1..=sessions() {
        let mut lab = start(seed);
        let initial = bytes(&lab.workspace);
        for _ in 0..60 {
            let among = if lab.below(12) == 0 { &of_list } else { &of_map };
            // What was seldom possible so far is tried more often.
            let seldom = |spec: &&'static Spec| {
                spec.is_undoable() && seen.changed.get(spec.id.as_str()).is_none_or(|&count| count < 3)
            };
            let rare: Vec<&'static Spec> = among.iter().copied().filter(seldom).collect();
            let among = if !rare.is_empty() && lab.below(3) == 0 { &rare } else { among };
            // And so is, alone, what was never refused.
            let willing: Vec<&'static Spec> =
                among.iter().copied().filter(|spec| !seen.refused.contains(spec.id.as_str())).collect();
            let alone = !willing.is_empty() && lab.below(6) == 0;
            let among = if alone { &willing } else { among };
            let size = if alone { 1 } else { [1, 1, 1, 2, 3, 6][lab.below(6)] };
            let operations: Vec<Operation> = (0..size).map(|index| lab.any_operation(among, index)).collect();
            // A map that is deleted ends the session; that it can be taken back is checked all the same.
            let deletes = operations.iter().any(|operation| operation.command == "map.delete");
            let (applied, changes) = match lab.attempt(&operations) {
                Ok(done) => done,
                Err(reason) => {
                    if size == 1 && reason.contains("(op-0)") {
                        seen.refused.insert(operations[0].command.clone());
                    }
                    continue;
                }
            };
            if size == 1 && !changes.is_empty() {
                let spec = lab.registry.by_id(&operations[0].command).unwrap();
                assert!(spec.is_undoable(), "{} changed something", spec.id.as_str());
                *seen.changed.entry(spec.id.as_str()).or_default() += 1;
            }
            assert!(applied.after.iter().all(|operation| !operation.spec.is_undoable()));
            if deletes || lab.workspace.nodes(lab.map).count() > 150 {
                lab.workspace.apply(&changes.invert()).unwrap();
            } else {
                lab.keep(changes);
            }
        }
        assert_can_be_taken_back(&mut lab, &initial, seed);
    }
    for spec in specs {
        if spec.is_undoable() {
            assert!(seen.changed.contains_key(spec.id.as_str()), "{} was never done and taken back", spec.id.as_str());
        }
        // What names nothing can always be done.
        let names_something =
            spec.params.iter().any(|param| param.required && matches!(param.schema, Schema::Reference(_)));
        assert!(
            seen.refused.contains(spec.id.as_str()) || !names_something,
            "the condition of {} never said no",
            spec.id.as_str()
        );
    }
}

/// A transaction is what its operations are one after the other (X2), and a trial says so beforehand.
#[test]
fn a_batch_does_what_its_operations_do_one_by_one() {
    let specs: Vec<&'static Spec> =
        REGISTRY.specs().iter().copied().filter(|spec| spec.category == Category::Node && spec.is_undoable()).collect();
    let mut whole = 0;
    for seed in 1..=sessions() {
        let mut lab = start(seed);
        lab.by_id = true;
        for _ in 0..12 {
            let mut operations: Vec<Operation> = (0..4).map(|index| lab.any_operation(&specs, index)).collect();
            // One by one there is nothing to refer to.
            operations.retain(|operation| !operation.params.to_string().contains("op-"));
            let mut single = Lab {
                workspace: lab.workspace.clone(),
                history: History::default(),
                env: Env::deterministic(lab.env.now, seed),
                registry: lab.registry,
                ..lab
            };
            let one_by_one: Vec<bool> =
                operations.iter().map(|operation| single.attempt(std::slice::from_ref(operation)).is_ok()).collect();
            let tried = lab.trial(&operations);
            let possible: Vec<bool> = tried.iter().map(|tried| tried.result.is_ok()).collect();
            // In one transaction, what was deleted before may be deleted again.
            if operations.iter().all(|operation| !operation.command.starts_with("node.delete")) {
                assert_eq!(possible, one_by_one, "{operations:?}");
                let chosen: Vec<Operation> = operations
                    .iter()
                    .zip(&possible)
                    .filter(|(_, possible)| **possible)
                    .map(|(op, _)| op.clone())
                    .collect();
                lab.run(&chosen);
                assert_eq!(lab.whole(), single.whole(), "{operations:?}");
                whole += 1;
            }
        }
    }
    assert!(whole > 0);
}

impl Lab {
    fn trial(&mut self, operations: &[Operation]) -> Vec<Tried> {
        let tree = self.tree();
        let mut draft = self.workspace.draft();
        let mut stage = MapTarget::open(&mut draft, &mut self.env, self.map, &tree).unwrap();
        transaction::try_each(&mut stage, self.registry, CATEGORIES, operations)
    }
}
