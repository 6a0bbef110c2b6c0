use serde_json::json;

use super::*;
use crate::call::Signature;
use crate::spec::{EffectKind, Text};
use espalier_base::language::Language;

const X: Text = Text::new("x", "x");
const REFERENCE: Schema = Schema::Reference("node");
static ADD: Spec = Spec::new(Signature::new("add"), Category::Node, EffectKind::Change, X, X)
    .takes(&[
        Param::required("parent", REFERENCE, X),
        Param::optional(
            "trees",
            Schema::List {
                items: &Schema::Tree { node: &[Param::optional(TEMP_ID, Schema::Text { min: 1, max: 9 }, X)], max: 9 },
                max: 9,
            },
            X,
        ),
    ])
    .making("node");
static DELETE: Spec = Spec::new(Signature::new("delete"), Category::Node, EffectKind::Change, X, X)
    .takes(&[Param::required("node", REFERENCE, X)]);
static MANY: Spec = Spec::new(Signature::new("many"), Category::Node, EffectKind::Change, X, X)
    .takes(&[Param::required("nodes", Schema::List { items: &REFERENCE, max: 5 }, X)]);
static SAVE: Spec = Spec::new(Signature::new("save"), Category::Node, EffectKind::Outside, X, X);
static OTHER: Spec = Spec::new(Signature::new("other"), Category::Map, EffectKind::Change, X, X);

/// A set of nodes; the node numbered 1 can be named `n1` and cannot be deleted.
#[derive(Default)]
struct Lab {
    nodes: Vec<u128>,
    next: u128,
    log: Vec<String>,
}

impl Lab {
    fn number(args: &Args, name: &str) -> u128 {
        args.id::<()>(name).map_or(0, |id| id.uuid().as_u128())
    }
}

impl CommandTarget for Lab {
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        assert_eq!(kind, "node");
        let number: u128 = name.strip_prefix('n')?.parse().ok()?;
        self.nodes.contains(&number).then(|| Uuid::from_u128(number))
    }

    fn new_id(&mut self) -> Uuid {
        self.next += 1;
        Uuid::from_u128(100 + self.next)
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        let root = spec.id.as_str() == "delete" && Self::number(args, "node") == 1;
        if root { Err(Reason::Refused(Text::new("the root stays", "根节点保留"))) } else { Ok(()) }
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        self.log.push(format!("{} {}", spec.id, Value::Object(args.values().clone())));
        match spec.id.as_str() {
            "add" => self.nodes.extend(args.creates.map(|id| id.as_u128())),
            "delete" => {
                let number = Self::number(args, "node");
                if !self.nodes.contains(&number) {
                    return Err(Reason::NotFound { kind: "node", name: number.to_string() });
                }
                self.nodes.retain(|other| *other != number);
            }
            _ => {}
        }
        Ok(Outcome { made: args.creates.into_iter().collect(), select: Vec::new() })
    }
}

fn registry() -> Registry {
    Registry::new([&ADD, &DELETE, &MANY, &SAVE, &OTHER])
}

fn operation(id: &str, command: &str, params: Value, creates: Option<&str>) -> Operation {
    Operation { id: id.into(), command: command.into(), params, creates: creates.map(Into::into) }
}

fn lab() -> Lab {
    Lab { nodes: vec![1, 2], ..Lab::default() }
}

fn attempt(operations: &[Operation]) -> Result<(Lab, Applied), String> {
    let mut lab = lab();
    let applied = run(&mut lab, &registry(), &[Category::Node], operations).map_err(|failed| failed.to_string())?;
    Ok((lab, applied))
}

fn refused(operations: &[Operation], expect: &str) {
    assert_eq!(attempt(operations).err().as_deref(), Some(expect));
}

#[test]
fn x2_a_later_operation_refers_to_what_an_earlier_one_makes() {
    let operations = [
        operation("op-1", "add", json!(["n1"]), Some("t1")),
        operation("op-2", "add", json!({"parent": "t1"}), None),
        operation("op-3", "delete", json!(["op-2"]), None),
        operation("op-4", "many", json!([["t1", "n2", "op-1"]]), None),
    ];
    let (lab, applied) = attempt(&operations).unwrap();
    assert_eq!(lab.nodes, [1, 2, 101]);
    assert_eq!(applied.outcomes.len(), 4);
    assert_eq!(applied.outcomes[0], ("op-1".into(), Outcome { made: vec![Uuid::from_u128(101)], select: vec![] }));
    let mut lab = self::lab();
    let prepared = prepare(&mut lab, &registry(), &[Category::Node], &operations);
    let needs: Vec<Vec<usize>> = prepared.into_iter().map(|prepared| prepared.unwrap().needs).collect();
    assert_eq!(needs, [vec![], vec![0], vec![1], vec![0]]);
}

#[test]
fn x1_what_is_not_there_is_said_by_its_name_before_anything_runs() {
    let good = || operation("a", "add", json!(["n1"]), Some("t"));
    refused(&[good(), operation("b", "delete", json!(["n9"]), None)], "operation 2 (b): node not found: n9");
    refused(
        &[operation("b", "delete", json!(["t"]), None), good()],
        "operation 1 (b): t is made only by a later operation",
    );
    refused(&[good(), operation("b", "add", json!(["n1"]), Some("t"))], "operation 2 (b): the temporary id t is taken");
    refused(&[operation("b", "add", json!(["n1"]), Some("n2"))], "operation 1 (b): the temporary id n2 is taken");
    refused(&[operation("b", "fly", json!([]), None)], "operation 1 (b): there is no command “fly”");
    refused(&[operation("b", "other", json!([]), None)], "operation 1 (b): there is no command “other”");
    refused(&[operation("b", "delete", json!({}), None)], "operation 1 (b): node: is missing");
    let mut lab = lab();
    let operations = [good(), operation("b", "delete", json!(["n9"]), None)];
    assert!(run(&mut lab, &registry(), &[Category::Node], &operations).is_err());
    assert_eq!(lab.log, Vec::<String>::new());
}

#[test]
fn two_operations_of_one_id_do_not_stand_for_what_they_make() {
    let twice = [
        operation("a", "add", json!(["n1"]), None),
        operation("a", "add", json!(["n1"]), None),
        operation("b", "delete", json!(["a"]), None),
    ];
    refused(&twice, "operation 3 (b): node not found: a");
}

#[test]
fn nodes_of_a_tree_have_temporary_names_too() {
    let trees = json!([{"tempId": "x", "children": [{"tempId": "y"}]}, {}]);
    let operations =
        [operation("a", "add", json!(["n1", trees]), None), operation("b", "add", json!({"parent": "y"}), None)];
    let (lab, _) = attempt(&operations).unwrap();
    let text = |number: u128| Uuid::from_u128(number).to_string();
    assert!(lab.log[0].contains(&text(101)) && lab.log[0].contains(&text(102)), "{}", lab.log[0]);
    assert!(lab.log[1].contains(&text(102)), "{}", lab.log[1]);
    // The first of them may be named twice over.
    let trees = json!([{"tempId": "x"}, {"tempId": "y"}]);
    for creates in ["x", "z"] {
        let operations = [
            operation("a", "add", json!(["n1", trees]), Some(creates)),
            operation("b", "many", json!([["x", "a", creates, "y"]]), None),
        ];
        let (lab, _) = attempt(&operations).unwrap();
        let expect = json!({"nodes": [text(101), text(101), text(101), text(102)]});
        assert_eq!(lab.log[1], format!("many {expect}"));
    }
    refused(&[operation("a", "add", json!(["n1", trees]), Some("y"))], "operation 1 (a): the temporary id y is taken");
}

#[test]
fn x2_conditions_are_checked_against_what_the_parameters_name() {
    refused(&[operation("a", "delete", json!(["n1"]), None)], "operation 1 (a): the root stays");
    assert!(attempt(&[operation("a", "delete", json!(["n2"]), None)]).is_ok());
}

#[test]
fn x4_what_cannot_be_taken_back_is_given_back() {
    let operations = [operation("a", "save", json!(null), None), operation("b", "delete", json!(["n2"]), None)];
    let (lab, applied) = attempt(&operations).unwrap();
    assert_eq!(lab.log.len(), 1);
    assert_eq!(applied.after.len(), 1);
    assert_eq!(applied.after[0].spec.id.as_str(), "save");
}

#[test]
fn a_trial_says_of_each_operation_whether_it_can_be_done() {
    let operations = [
        operation("a", "add", json!(["n9"]), Some("t")),
        operation("b", "add", json!(["t"]), Some("u")),
        operation("c", "delete", json!(["n2"]), None),
        operation("d", "delete", json!(["n2"]), None),
        operation("e", "add", json!(["u"]), None),
        operation("f", "save", json!([]), None),
        operation("g", "add", json!([]), Some("v")),
        operation("h", "delete", json!(["v"]), None),
    ];
    let mut lab = lab();
    let tried = try_each(&mut lab, &registry(), &[Category::Node], &operations);
    let results: Vec<String> = tried
        .iter()
        .map(|tried| tried.result.as_ref().err().map(|reason| reason.text(Language::En)).unwrap_or_default())
        .collect();
    assert_eq!(
        results,
        [
            "node not found: n9",
            "it needs operation a, which can’t be done",
            "",
            "node not found: 2",
            "it needs operation b, which can’t be done",
            "",
            "parent: is missing",
            "it needs operation g, which can’t be done",
        ]
    );
}
