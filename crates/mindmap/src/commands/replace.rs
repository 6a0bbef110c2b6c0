//! Replacing text everywhere in a map.

use super::{Command, NODE, TITLE_TEXT, ensure, named, refuse};
use crate::search::{self, Query};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::NodeId;

const fn option(name: &'static str, description: Text) -> Param {
    Param::optional(name, Schema::Lenient(&Schema::Bool), description)
}

commands! {
    "map.replace" Replace(
        find: String = Param::required("find", Schema::Text { min: 1, max: 1_000 }, Text::new("What to find.", "要查找的文字。")),
        replace: String = Param::required("replace", TITLE_TEXT, Text::new("What to replace it with.", "替换成的文字。")),
    ) {
        match_case: bool = option("matchCase", Text::new("Match case.", "是否区分大小写。")),
        whole_words: bool = option("wholeWords", Text::new("Match whole words only.", "是否只匹配整个单词。")),
        titles_only: bool = option("titlesOnly", Text::new("Titles only.", "是否只替换标题。")),
        branch: NodeId = Param::optional("nodeId", NODE, Text::new("A branch; null = the whole map.", "分支；null = 整张导图。")),
    };
}

pub(super) const COMMANDS: &[Command] = &[Command::new(
    Spec::new(
        Replace::SIGNATURE,
        Category::Map,
        EffectKind::Change,
        Text::new("Replace", "替换"),
        Text::new("Replaces text in all titles and notes.", "替换所有标题和备注中的文字。"),
    )
    .keys(&["Mod+H"]),
    |stage, args| {
        let query = query(args);
        let mut found = false;
        for id in scope(stage, args)? {
            let row = stage.node(id)?;
            found = found || query.is_in(&row.title) || (!titles_only(args) && query.is_in(&row.note));
        }
        ensure(found, refuse("that text wasn’t found", "没有找到要替换的文字"))
    },
    |stage, args| {
        let query = query(args);
        let with = args.text("replace").unwrap_or_default();
        for id in scope(stage, args)? {
            stage.write(id, |row| {
                row.title = query.replace(&row.title, with);
                if !titles_only(args) {
                    row.note = query.replace(&row.note, with);
                }
            });
        }
        Ok(Outcome::default())
    },
)];

fn titles_only(args: &Args) -> bool {
    args.flag("titlesOnly")
}

fn query(args: &Args) -> Query {
    let options = search::Options { match_case: args.flag("matchCase"), whole_words: args.flag("wholeWords") };
    Query::new(args.text("find").unwrap_or_default(), options)
}

fn scope(stage: &MapTarget<'_, '_>, args: &Args) -> Result<Vec<NodeId>, Reason> {
    let top = match args.get("nodeId") {
        Some(_) => Some(named(stage, args, "nodeId")?),
        None => stage.shape.root(),
    };
    Ok(top.map(|top| stage.shape.subtree(top)).unwrap_or_default())
}
