use std::rc::Rc;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::{PROPOSED, REGISTRY};
use espalier_command::schema::read_params;
use espalier_proposal::{Channel, Offered, Proposal, ProposalReader};

fn named(id: &str, title: &str) -> Named {
    Named { id: id.to_owned(), title: title.to_owned() }
}

fn around() -> Surroundings {
    Surroundings {
        node: named("n2", "Plan"),
        note: "As it was.".to_owned(),
        parent: Some(named("n1", "Trip")),
        children: vec![named("n3", "Budget"), named("n4", "How to get there"), named("n5", "住宿")],
        siblings: vec![named("n6", "Budget"), named("n7", "Bread and butter")],
    }
}

fn said(text: &str, around: &Surroundings) -> Option<String> {
    let input = BuiltinInput { last_user_text: text.to_owned(), history_len: 2, language: Language::En };
    answer(&input, around)
}

/// The proposal in an answer; every operation is one that its command takes.
fn proposed(answer: &str) -> Proposal {
    let names = Offered { registry: &REGISTRY, categories: PROPOSED };
    let mut reader = ProposalReader::new(Channel::Text, Rc::new(names));
    reader.push(answer);
    reader.finish();
    let proposal = reader.into_proposal();
    assert!(proposal.complete && proposal.warnings.is_empty(), "{answer}");
    for operation in &proposal.operations {
        let spec = REGISTRY.find_in(&operation.command_id, PROPOSED).expect("a command that may be proposed");
        read_params(spec.params, &operation.params.clone().into()).expect("parameters that it takes");
        assert!(!operation.description.is_empty());
    }
    proposal
}

/// Each operation as the last part of its command, the node, and the title or trees.
fn check(text: &str, expect: &str) {
    let answer = said(text, &around()).unwrap_or_else(|| panic!("{text:?} has no answer"));
    let proposal = proposed(&answer);
    assert!(!proposal.operations.is_empty(), "{text:?} was answered: {answer}");
    assert!(!proposal.summary.is_empty() && proposal.explanation.trim() == proposal.summary, "{answer}");
    let lines: Vec<String> = proposal
        .operations
        .iter()
        .map(|operation| {
            let params = Value::from(operation.params.clone());
            let node = params["parentId"].as_str().or(params["nodeId"].as_str()).unwrap_or_default();
            let what = params["title"].as_str().map_or_else(|| outline(&params["trees"]), str::to_owned);
            let command = operation.command_id.trim_start_matches("node.");
            format!("{command} {node} {what}").trim_end().to_owned()
        })
        .collect();
    assert_eq!(lines.join(" | "), expect, "{text:?}");
}

fn outline(trees: &Value) -> String {
    let nodes = trees.as_array().map(Vec::as_slice).unwrap_or_default();
    let node = |node: &Value| {
        let below = outline(&node["children"]);
        let title = node["title"].as_str().unwrap_or_default();
        if below.is_empty() { title.to_owned() } else { format!("{title}({below})") }
    };
    nodes.iter().map(node).collect::<Vec<_>>().join(" ")
}

fn words(text: &str, expect: &str) {
    let answer = said(text, &around()).unwrap_or_else(|| panic!("{text:?} has no answer"));
    assert!(proposed(&answer).operations.is_empty() && answer.contains(expect), "{text:?}: {answer}");
}

fn nothing(text: &str) {
    assert_eq!(said(text, &around()), None, "{text:?}");
}

#[test]
fn g1_children_are_added() {
    let abc = "addChild n2 a | addChild n2 b | addChild n2 c";
    for text in [
        "add children a, b, c",
        "Add children: a, b and c",
        "please add three child nodes called a, b, and c.",
        "add a, b, c",
        "insert new nodes: a; b; c",
        "create children a, b, c to this node",
        "add to this: a, b, c",
        "add children:\n- a\n- b\n- c",
        "添加子节点 a、b、c",
        "请帮我添加以下子节点：a，b，c。",
        "新增3个子节点：a、b和c",
        "给当前节点添加 a、b、c",
        "在这个节点下面新增a、b、c",
        "加三个子节点：a、b、c",
    ] {
        check(text, abc);
    }
    check("add child Bread and butter", "addChild n2 Bread and butter");
    check("add children Bread and Butter", "addChild n2 Bread | addChild n2 Butter");
    check("add \"x, y\", “z, w”", "addChild n2 x, y | addChild n2 z, w");
    check("add a and b, c", "addChild n2 a and b | addChild n2 c");
}

#[test]
fn g1_an_indented_list_becomes_branches() {
    check("add:\n- a\n  - b\n    - c\n  - d\n- e", "addChildTrees n2 a(b(c) d) | addChild n2 e");
    check("添加：\n甲\n\t乙\n丙", "addChildTrees n2 甲(乙) | addChild n2 丙");
}

#[test]
fn g1_other_nodes_are_named_by_their_titles() {
    check("add Tent to 住宿", "addChild n5 Tent");
    check("add under how to get there: Train, Bus", "addChild n4 Train | addChild n4 Bus");
    check("add to the parent: Food", "addChild n1 Food");
    check("在住宿下添加帐篷、旅馆", "addChild n5 帐篷 | addChild n5 旅馆");
    check("添加帐篷到住宿下面", "addChild n5 帐篷");
    check("add siblings Before and After", "addSiblingAfter n2 Before and After");
    check("add siblings: Before, After", "addSiblingAfter n2 After | addSiblingAfter n2 Before");
    check("添加同级节点：餐饮", "addSiblingAfter n2 餐饮");
}

#[test]
fn g1_nodes_are_renamed() {
    for text in [
        "rename to Big plan",
        "Rename this to “Big plan”.",
        "rename it as Big plan",
        "call it Big plan",
        "change the title to Big plan",
        "rename Plan to Big plan",
        "改名为 Big plan",
        "把这个节点重命名为Big plan",
        "将标题改为：Big plan",
    ] {
        check(text, "updateTitle n2 Big plan");
    }
    check("rename How to get there to Travel", "updateTitle n4 Travel");
    check("rename this to How to do it", "updateTitle n2 How to do it");
    check("把住宿改名为“酒店”", "updateTitle n5 酒店");
    check("把住宿的标题改成改为", "updateTitle n5 改为");
}

#[test]
fn g1_nodes_are_deleted() {
    for text in ["delete this", "Delete the node.", "remove it", "删除这个节点", "删除", "把它删掉", "请删除当前节点。"]
    {
        check(text, "delete n2");
    }
    check("delete the children", "delete n3 | delete n4 | delete n5");
    check("删除所有子节点", "delete n3 | delete n4 | delete n5");
    check("delete Bread and butter", "delete n7");
    check("delete how to get there, 住宿 and this", "delete n4 | delete n5 | delete n2");
    check("删除住宿", "delete n5");
}

#[test]
fn g1_questions_open_a_topic_up() {
    let all = said("expand", &around()).unwrap();
    let proposal = proposed(&all);
    assert_eq!(proposal.operations.len(), 6);
    assert!(proposal.operations.iter().all(|operation| operation.command_id == "node.addChildTrees"));
    for text in [
        "brainstorm ideas",
        "Expand this.",
        "ask questions about Plan",
        "break this down",
        "5W1H",
        "who, what, why, when, where and how",
    ] {
        assert_eq!(proposed(&said(text, &around()).unwrap()).operations, proposal.operations, "{text}");
    }
    for text in ["展开", "展开一下", "用5W1H拆解", "请提问", "头脑风暴", "问谁、什么、为什么、何时、何地、如何"]
    {
        assert_eq!(proposed(&said(text, &around()).unwrap()).operations.len(), 6, "{text}");
    }
    check("ask why", "addChildTrees n2 Why(What is it good for? What happens without it?)");
    check("问为什么", "addChildTrees n2 为什么(有什么用处？ 没有它会怎样？)");
    let mut known = around();
    known.children = ["Who", "什么", "why?", "When", "Where"].map(|title| named("n8", title)).to_vec();
    assert_eq!(proposed(&said("expand", &known).unwrap()).operations.len(), 1, "what is there is not asked again");
    known.children.push(named("n9", "how"));
    assert!(said("expand", &known).unwrap().contains("already there"));
}

#[test]
fn g3_what_is_not_found_is_asked_back() {
    words("rename Foo to Bar", "no node called “Foo”");
    words("rename Budget to Costs", "several nodes called “Budget”");
    words("delete Budget", "several nodes");
    words("删除不存在", "没有名为“不存在”的节点");
    words("add to Foo: a, b", "no node called “Foo”");
    let root = Surroundings { node: named("n1", "Trip"), ..Surroundings::default() };
    assert!(said("delete this", &root).unwrap().contains("root can’t be deleted"));
    assert!(said("add sibling x", &root).unwrap().contains("can’t have siblings"));
    assert!(said("delete the children", &root).unwrap().contains("no children"));
}

#[test]
fn what_is_no_request_is_left_to_others() {
    for text in [
        "",
        "hello",
        "What is a mind map?",
        "how do I use maps?",
        "make it shorter",
        "develop a plan for my company",
        "12 + 3",
        "我今天很累",
        "加油",
        "address book",
        "additional remarks",
        "deleted files",
        "expanding gases",
        "add",
        "添加子节点",
        "What do who, what and why mean?",
    ] {
        nothing(text);
    }
}

#[test]
fn g4_it_says_what_it_is() {
    for (language, label) in [(Language::En, "no language model"), (Language::Zh, "不是语言模型")] {
        let help = help(&around(), language);
        assert!(help.contains("Plan") && help.contains(label), "{help}");
        // Each example in the help is understood.
        for example in help.split('`').skip(1).step_by(2) {
            let example = example.replace("One", "How to get there").replace('甲', "住宿");
            assert!(said(&example, &around()).is_some(), "{example}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_proposal_can_be_read(
        verb in prop::sample::select(vec!["add", "add children", "rename to", "delete", "添加", "把它改名为", "删除", "expand", "在", "add to"]),
        rest in "\\PC{0,40}|( {0,3}[a-z\"“”,:：、和]{0,9}\n){0,5}",
    ) {
        if let Some(answer) = said(&format!("{verb} {rest}"), &around()) {
            proposed(&answer);
        }
    }
}

#[test]
fn so_many_without_names_are_asked_for_and_where_is_no_title() {
    words("Add three ideas under Bread and butter", "add to Bread and butter: one, two, three");
    words("add 3 ideas under how to get there", "add to How to get there:");
    words("add some nodes", "add to Plan:");
    words("Add three ideas under Nowhere", "no node called “Nowhere”");
    words("在住宿下添加三个想法", "在住宿下添加");
}

#[test]
fn what_people_say_besides_is_no_title_and_no_name() {
    check("在这里添加“土豆”", "addChild n2 土豆");
    check("给我添加子节点：甲、乙", "addChild n2 甲 | addChild n2 乙");
    for text in ["can you add three ideas for soups", "给我加三个汤的点子", "add some ideas about travelling"]
    {
        let answer = said(text, &around()).unwrap_or_else(|| panic!("{text:?} has no answer"));
        assert!(proposed(&answer).operations.is_empty(), "{text:?}: {answer}");
        assert!(!answer.contains("“我”") && !answer.contains("“me”"), "{answer}");
    }
    for text in ["What is missing here?", "这里还缺什么？"] {
        let answer = said(text, &around()).unwrap_or_else(|| panic!("{text:?} has no answer"));
        assert!(!proposed(&answer).operations.is_empty(), "{text:?}: {answer}");
    }
}

#[test]
fn a_note_is_added_to_and_not_replaced() {
    for (text, added) in [("Add a note: buy seeds", "buy seeds"), ("添加备注：买种子", "买种子")] {
        let answer = said(text, &around()).unwrap_or_else(|| panic!("{text:?} has no answer"));
        let proposal = proposed(&answer);
        assert_eq!(proposal.operations[0].command_id, "node.updateNote");
        let params = Value::from(proposal.operations[0].params.clone());
        assert_eq!(params["note"], format!("As it was.\n\n{added}"));
    }
}
