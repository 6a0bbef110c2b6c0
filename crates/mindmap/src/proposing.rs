//! Advice to a model on proposing changes to a map, besides the rules that hold everywhere.

use serde_json::{Value, json};

use espalier_base::language::Language;
use espalier_proposal::{Operation, Params};

/// Advice on the commands, one sentence a line.
pub const fn advice(language: Language) -> &'static str {
    match language {
        Language::En => {
            "For each new child use one node.addChild; for each branch that stands on its own, with its children, one \
             node.addChildTrees.\n\
             Titles are short; what is longer goes into the note, in Markdown.\n\
             Do not add what is there already."
        }
        Language::Zh => {
            "每个新增的子节点用一个node.addChild；每个独立的分支（连同下级）用一个node.addChildTrees。\n\
             标题要短；较长的内容写进备注（Markdown）。\n\
             不要添加已有的内容。"
        }
    }
}

/// Operations of a good answer, below a node with this id.
pub fn example(node: &str, language: Language) -> Vec<Operation> {
    let words: [&str; 6] = match language {
        Language::En => ["Costs", "Add “Costs”", "Rent", "Add “Rent” below it", "Income", "Add a branch “Income”"],
        Language::Zh => ["成本", "新增“成本”", "房租", "在其下新增“房租”", "收入", "新增分支“收入”"],
    };
    let trees = json!([{ "title": words[4], "children": [{ "title": "A" }, { "title": "B" }] }]);
    vec![
        Operation {
            creates: Some("costs".to_owned()),
            ..operation(1, "node.addChild", json!({ "parentId": node, "position": null, "title": words[0] }), words[1])
        },
        operation(2, "node.addChild", json!({ "parentId": "costs", "position": null, "title": words[2] }), words[3]),
        operation(3, "node.addChildTrees", json!({ "parentId": node, "trees": trees }), words[5]),
    ]
}

/// An operation with named parameters.
pub(super) fn operation(number: usize, command: &str, params: Value, description: &str) -> Operation {
    Operation {
        id: format!("op-{number}"),
        command_id: command.to_owned(),
        params: Params::try_from(params).unwrap_or_default(),
        description: description.to_owned(),
        ..Operation::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PROPOSED, REGISTRY};
    use espalier_command::schema::read_params;

    #[test]
    fn the_example_uses_commands_that_exist_with_parameters_that_they_take() {
        for language in [Language::En, Language::Zh] {
            for operation in example("n1", language) {
                let spec = REGISTRY.find_in(&operation.command_id, PROPOSED).unwrap();
                assert_eq!(spec.id.as_str(), operation.command_id);
                read_params(spec.params, &operation.params.into()).unwrap();
            }
            for word in advice(language).split([' ', '，', '；', '。', ',', ';', '\n']) {
                let word = word.trim_end_matches('.');
                assert!(!word.contains("node.") || word.split("node.").count() == 2, "{word}");
                if let Some(at) = word.find("node.") {
                    assert!(REGISTRY.by_id(&word[at..]).is_some(), "{word}");
                }
            }
        }
    }
}
