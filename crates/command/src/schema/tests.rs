use proptest::prelude::*;
use serde_json::json;

use super::*;
use espalier_base::language::Language;

const WORDS: Text = Text { en: "x", zh: "甲" };
const NODE: Schema = Schema::Reference("node");
const PARAMS: &[Param] = &[
    Param::required("parentId", NODE, WORDS).or_called(&["parent"]),
    Param::optional("position", Schema::Lenient(&Schema::Int { min: 0, max: 99 }), WORDS),
    Param::optional("title", Schema::Lenient(&Schema::Text { min: 0, max: 5 }), WORDS),
];
const TREE: Schema =
    Schema::Tree { node: &[Param::required("title", Schema::Text { min: 1, max: 9 }, WORDS)], max: 20 };

fn params(given: Value, expect: Value) {
    assert_eq!(read_params(PARAMS, &given).map(Value::Object), Ok(expect), "{given}");
}

fn refused(given: Value, path: &str, wrong: Wrong) {
    assert_eq!(read_params(PARAMS, &given), Err(Problem::at(path, wrong)), "{given}");
}

#[test]
fn parameters_are_read_by_name_in_order_and_with_a_gap() {
    let all = json!({"parentId": "n1", "position": 2, "title": "T"});
    params(json!({"parentId": "n1", "position": 2, "title": "T"}), all.clone());
    params(json!({"parent_id": " n1 ", "POSITION": "2", "title": "T"}), all.clone());
    params(json!({"parent": "n1", "position": 2.0, "title": "T"}), all.clone());
    params(json!(["n1", 2, "T"]), all);
    params(json!(["n1"]), json!({"parentId": "n1"}));
    params(json!(["n1", null, "T", null]), json!({"parentId": "n1", "title": "T"}));
    params(json!(["n1", "T"]), json!({"parentId": "n1", "title": "T"}));
    params(json!({"parentId": "n1", "title": 2024}), json!({"parentId": "n1", "title": "2024"}));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let known = || Wrong::Unknown("parentId, position, title".into());
    refused(json!({}), "parentId", Wrong::Missing);
    refused(json!(null), "parentId", Wrong::Missing);
    refused(json!({"parentId": null}), "parentId", Wrong::NotAReference);
    refused(json!({"parentId": 12}), "parentId", Wrong::NotAReference);
    refused(json!({"parentId": "n1", "colour": 1}), "colour", known());
    refused(json!({"parentId": "n1", "parent": "n2"}), "parentId", Wrong::Twice);
    refused(json!({"parentId": "n1", "position": -1}), "position", Wrong::OutOfRange(0, 99));
    refused(json!({"parentId": "n1", "position": 1.5}), "position", Wrong::NotAWholeNumber);
    refused(json!({"parentId": "n1", "title": "123456"}), "title", Wrong::TooLong(5));
    refused(json!({"parentId": "n1", "title": []}), "title", Wrong::NotAText);
    refused(json!(["n1", 2, "T", 4]), "[3]", Wrong::TooManyParams);
    refused(json!(["n1", [], "T"]), "position", Wrong::NotAWholeNumber);
    refused(json!("n1"), "", Wrong::NotParams);
}

#[test]
fn a_problem_has_words_in_both_languages() {
    let problem = Problem::at("title", Wrong::TooLong(5)).below("[2]").below("trees");
    assert_eq!(problem.text(Language::En), "trees[2].title: must have at most 5 characters");
    assert_eq!(problem.text(Language::Zh), "trees[2].title: 最多5个字符");
}

#[test]
fn trees_are_read_to_a_depth_and_a_number_of_nodes() {
    let given = json!({"title": "a", "children": [{"title": "b", "children": []}, {"title": "c", "children": null}]});
    let read = TREE.read(&given).unwrap();
    assert_eq!(read, json!({"title": "a", "children": [{"title": "b", "children": []}, {"title": "c"}]}));
    let problem = TREE.read(&json!({"title": "a", "children": [{"title": ""}]})).unwrap_err();
    assert_eq!(problem.path, "children[0].title");
    let bomb = json!({"title": "a", "children": vec![json!({"title": "b"}); 20]});
    assert_eq!(TREE.read(&bomb).unwrap_err().wrong, Wrong::TooManyNodes);
    let deep = Schema::Tree { node: &[], max: 1_000 };
    let mut given = json!({});
    for _ in 1..MAX_TREE_DEPTH {
        given = json!({"children": [given]});
    }
    assert!(deep.read(&given).is_ok());
    assert_eq!(deep.read(&json!({"children": [given]})).unwrap_err().wrong, Wrong::TooDeep(MAX_TREE_DEPTH));
}

#[test]
fn only_what_is_told_to_be_is_lenient() {
    let check = |schema: &'static Schema, given: Value, strict: bool, lenient: Option<Value>| {
        assert_eq!(schema.read(&given).is_ok(), strict, "{schema:?} {given}");
        assert_eq!(Schema::Lenient(schema).read(&given).ok(), lenient, "{schema:?} {given}");
    };
    check(&Schema::Bool, json!(true), true, Some(json!(true)));
    check(&Schema::Bool, json!("True"), false, Some(json!(true)));
    check(&Schema::Bool, json!(0), false, Some(json!(false)));
    check(&Schema::Bool, json!(2), false, None);
    check(&Schema::Int { min: 0, max: 9 }, json!(" 3"), false, Some(json!(3)));
    check(&Schema::Int { min: 0, max: 9 }, json!("three"), false, None);
    check(&Schema::Text { min: 0, max: 9 }, json!(1.5), false, Some(json!("1.5")));
    check(&Schema::Choice(&["open", "org-chart"]), json!("OrgChart"), false, Some(json!("org-chart")));
    check(&Schema::Choice(&["open"]), json!(""), false, None);
    check(&Schema::List { items: &NODE, max: 2 }, json!("n1"), false, Some(json!(["n1"])));
    check(&Schema::List { items: &NODE, max: 2 }, json!(["n1", "n2", "n3"]), false, None);
    check(&Schema::Nullable(&Schema::Bool), json!(null), true, Some(json!(null)));
}

#[test]
fn types_are_written_as_json_schema() {
    assert_eq!(
        object(PARAMS, Dialect::Plain, Language::En),
        json!({
            "type": "object",
            "properties": {
                "parentId": {"type": "string", "minLength": 1, "maxLength": 200, "description": "x"},
                "position": {"type": "integer", "minimum": 0, "maximum": 99, "description": "x"},
                "title": {"type": "string", "maxLength": 5, "description": "x"},
            },
            "required": ["parentId"],
            "additionalProperties": false,
        })
    );
    let strict = object(PARAMS, Dialect::Strict, Language::Zh);
    assert_eq!(strict["required"], json!(["parentId", "position", "title"]));
    assert_eq!(strict["properties"]["position"]["type"], json!(["integer", "null"]));
    assert_eq!(strict["properties"]["title"]["description"], json!("甲"));
    let tree = TREE.json_schema(Dialect::Plain, Language::En);
    let below = &tree["properties"]["children"]["items"]["properties"]["children"]["items"];
    assert_eq!(below["properties"]["title"]["type"], json!("string"));
    assert_eq!(below["properties"]["children"]["items"], json!({"type": "object"}));
    assert!(!TREE.json_schema(Dialect::Strict, Language::En).to_string().contains(r#"{"type":"object"}"#));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z0-9 ]{0,4}".prop_map(Value::from),
    ];
    let names = prop_oneof!["parentId|parent|position|title|children", ".{0,3}"];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names.clone(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn s2_s3_anything_is_read_or_refused_and_what_was_read_reads_as_itself(given in any_json()) {
        for schema in [Schema::Object(PARAMS), TREE, Schema::Lenient(&Schema::List { items: &NODE, max: 3 })] {
            if let Ok(read) = schema.read(&given) {
                prop_assert_eq!(schema.read(&read), Ok(read));
            }
        }
        if let Ok(read) = read_params(PARAMS, &given) {
            prop_assert_eq!(read_params(PARAMS, &Value::Object(read.clone())), Ok(read));
        }
    }
}
