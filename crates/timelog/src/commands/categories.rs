//! The commands of categories.

use std::rc::Rc;

use serde_json::Value;

use super::{
    CATEGORY_ID, CATEGORY_REF, CategoryRef, Command, NAME_TAKEN, NAME_TEXT, category, changing, ensure, made, name_of,
    refuse,
};
use crate::billing::MAX_RATE;
use crate::target::{LogTarget, plain_name};
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::Color;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{Goal, TimeCategory, TimeCategoryId};

const NAME: Param = Param::required("name", NAME_TEXT, Text::new("Its name.", "名称。")).or_called(&["title"]);
const COLOR: Param = Param::optional(
    "color",
    Schema::Text { min: 1, max: 16 },
    Text::new("Its colour, such as #3366cc; missing = chosen by the app.", "颜色，例如#3366cc；缺省由应用选择。"),
)
.or_called(&["colour"]);
const ALIASES: Param = Param::optional(
    "aliases",
    Schema::Lenient(&Schema::List { items: &NAME_TEXT, max: 50 }),
    Text::new("Other names.", "别名。"),
);

const CLIENT: Param = Param::optional(
    "client",
    CATEGORY_REF,
    Text::new("The client that it is a project of; missing = none.", "它所属的客户；缺省则没有。"),
)
.or_called(&["parent"]);
const RATE: Param = Param::optional(
    "rate",
    Schema::Lenient(&Schema::Int { min: 0, max: MAX_RATE }),
    Text::new(
        "Price of an hour in minor units, such as 8050 for 80.50; missing = that of its client.",
        "每小时价格，以最小货币单位计，例如80.50写作8050；缺省与客户相同。",
    ),
);
const BILLABLE: Param = Param::optional(
    "billable",
    Schema::Lenient(&Schema::Bool),
    Text::new(
        "Whether its time is billed; missing = as its client, else where it has a rate.",
        "是否计费；缺省与客户相同，没有客户时有费率即计费。",
    ),
);

commands! {
    "category.create" CreateCategory(
        name: String = NAME,
    ) {
        color: Color = COLOR,
        aliases: Vec<String> = ALIASES,
        client: CategoryRef = CLIENT,
        rate: i64 = RATE,
        billable: bool = BILLABLE,
    };
    "category.rename" RenameCategory(category: TimeCategoryId = CATEGORY_ID, name: String = NAME);
    "category.recolour" RecolourCategory(category: TimeCategoryId = CATEGORY_ID) { color: Color = COLOR };
    "category.setAliases" SetAliases(category: TimeCategoryId = CATEGORY_ID) { aliases: Vec<String> = ALIASES };
    "category.setClient" SetClient(category: TimeCategoryId = CATEGORY_ID) { client: TimeCategoryId = CLIENT };
    "category.setRate" SetRate(
        category: TimeCategoryId = CATEGORY_ID,
    ) {
        rate: i64 = RATE,
        billable: bool = BILLABLE,
    };
    "category.archive" ArchiveCategory(category: TimeCategoryId = CATEGORY_ID);
    "category.restore" RestoreCategory(category: TimeCategoryId = CATEGORY_ID);
    "category.move" MoveCategory(
        category: TimeCategoryId = CATEGORY_ID,
        position: usize = Param::required(
            "position",
            Schema::Lenient(&Schema::Int { min: 0, max: 1_000_000 }),
            Text::new("Its position, from 0.", "位置，从0开始。"),
        ),
    );
    "category.delete" DeleteCategory(
        category: TimeCategoryId = CATEGORY_ID,
    ) {
        reassign_to: TimeCategoryId = Param::optional("reassignTo", CATEGORY_REF, Text::new("Where its entries go.", "其记录转到的分类。")),
    };
    "category.merge" MergeCategories(
        category: TimeCategoryId = CATEGORY_ID,
        into: TimeCategoryId = Param::required("into", CATEGORY_REF, Text::new("The one that stays.", "保留的分类。"))
                    .or_called(&["to"]),
    );
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        changing(
            CreateCategory::SIGNATURE,
            Text::new("New category", "新建分类"),
            Text::new("Adds a category.", "新建一个分类。"),
        )
        .or_called(&["addCategory"])
        .making("category"),
        |stage, args| {
            color(args)?;
            name_is_free(stage, &name_of(args)?, client(stage, args, None)?, None)
        },
        |stage, args| {
            let (name, color, parent) = (name_of(args)?, color(args)?, client(stage, args, None)?);
            let id = args.creates.map_or_else(|| stage.env.id(), TimeCategoryId::from_uuid);
            let new = TimeCategory::new(id, name, last_order(stage));
            let (rate, billable) = terms(args);
            stage.draft.put(TimeCategory { color, aliases: aliases(args), parent, rate, billable, ..new });
            Ok(made(id.uuid()))
        },
    ),
    Command::new(
        changing(
            RenameCategory::SIGNATURE,
            Text::new("Rename category", "重命名分类"),
            Text::new("Gives a category another name.", "修改分类名称。"),
        ),
        |stage, args| {
            let row = category(stage, args, "categoryId")?;
            name_is_free(stage, &name_of(args)?, row.parent, Some(row.id))
        },
        |stage, args| {
            let name = name_of(args)?;
            write(stage, args, |row| row.name = name)
        },
    ),
    Command::new(
        changing(
            RecolourCategory::SIGNATURE,
            Text::new("Change category colour", "修改分类颜色"),
            Text::new("Gives a category another colour.", "修改分类颜色。"),
        )
        .or_called(&["category.recolor"]),
        |stage, args| {
            color(args)?;
            category(stage, args, "categoryId").map(drop)
        },
        |stage, args| {
            let color = color(args)?;
            write(stage, args, |row| row.color = color)
        },
    ),
    Command::new(
        changing(
            SetAliases::SIGNATURE,
            Text::new("Set other names of a category", "设置分类的别名"),
            Text::new("Sets the other names that a category goes by.", "设置分类的别名。"),
        ),
        |stage, args| category(stage, args, "categoryId").map(drop),
        |stage, args| {
            let aliases = aliases(args);
            write(stage, args, |row| row.aliases = aliases)
        },
    ),
    Command::new(
        changing(
            SetClient::SIGNATURE,
            Text::new("Set client of a category", "设置分类的客户"),
            Text::new(
                "Makes a category a project of a client, which is a category too.",
                "把一个分类设为某个客户（也是分类）的项目。",
            ),
        ),
        |stage, args| {
            let row = category(stage, args, "categoryId")?;
            let client = client(stage, args, Some(row.id))?;
            // A project whose name is there twice already may still move to another client.
            if client == row.parent { Ok(()) } else { name_is_free(stage, &row.name, client, Some(row.id)) }
        },
        |stage, args| {
            let client = client(stage, args, args.id("categoryId"))?;
            write(stage, args, |row| row.parent = client)
        },
    ),
    Command::new(
        changing(
            SetRate::SIGNATURE,
            Text::new("Set hourly rate", "设置每小时费率"),
            Text::new(
                "Sets what an hour of a category costs, and whether its time is billed.",
                "设置分类每小时的价格，以及是否计费。",
            ),
        ),
        |stage, args| category(stage, args, "categoryId").map(drop),
        |stage, args| {
            let terms = terms(args);
            write(stage, args, |row| (row.rate, row.billable) = terms)
        },
    ),
    Command::new(
        changing(
            ArchiveCategory::SIGNATURE,
            Text::new("Archive category", "归档分类"),
            Text::new("Keeps a category for old entries only.", "分类仅保留给旧记录使用。"),
        ),
        |stage, args| {
            let row = category(stage, args, "categoryId")?;
            ensure(!row.archived, refuse("it’s already archived", "它已归档"))
        },
        |stage, args| write(stage, args, |row| row.archived = true),
    ),
    Command::new(
        changing(
            RestoreCategory::SIGNATURE,
            Text::new("Restore category", "恢复分类"),
            Text::new("Brings a category back that was archived.", "恢复已归档的分类。"),
        ),
        |stage, args| {
            let row = category(stage, args, "categoryId")?;
            ensure(row.archived, refuse("it isn’t archived", "它没有归档"))
        },
        |stage, args| write(stage, args, |row| row.archived = false),
    ),
    Command::new(
        changing(
            MoveCategory::SIGNATURE,
            Text::new("Move category", "移动分类"),
            Text::new("Moves a category within the list.", "调整分类在列表中的位置。"),
        ),
        |stage, args| category(stage, args, "categoryId").map(drop),
        reorder,
    ),
    Command::new(
        changing(
            DeleteCategory::SIGNATURE,
            Text::new("Delete category", "删除分类"),
            Text::new(
                "Deletes a category; its entries go to another one or to none.",
                "删除分类；其记录转到另一个分类或不再有分类。",
            ),
        ),
        |stage, args| other(stage, args, "reassignTo").map(drop),
        |stage, args| {
            let to = other(stage, args, "reassignTo")?;
            give_up(stage, args, to, &[])
        },
    ),
    Command::new(
        changing(
            MergeCategories::SIGNATURE,
            Text::new("Merge categories", "合并分类"),
            Text::new(
                "Merges one category into another, which takes over its names.",
                "把一个分类并入另一个：前者消失，其名称成为后者的别名。",
            ),
        ),
        |stage, args| other(stage, args, "into").map(drop),
        |stage, args| {
            let row = category(stage, args, "categoryId")?;
            let names: Vec<String> = std::iter::once(&row.name).chain(&row.aliases).cloned().collect();
            let to = other(stage, args, "into")?;
            let id = category(stage, args, "categoryId")?.id;
            // Its projects go with it, unless the one that stays is a project.
            if let Some(into) = to {
                stage.draft.update::<TimeCategory>(&into, |row| row.parent = row.parent.filter(|parent| *parent != id));
                let is_client = stage.draft.get::<TimeCategory>(&into).is_some_and(|row| row.parent.is_none());
                give_projects(stage, id, Some(into).filter(|_| is_client));
            }
            give_up(stage, args, to, &names)
        },
    ),
];

/// Gives the projects of a client to another one, or to none.
fn give_projects(stage: &mut LogTarget<'_, '_>, client: TimeCategoryId, to: Option<TimeCategoryId>) {
    for row in stage.categories().iter().filter(|row| row.parent == Some(client) && Some(row.id) != to) {
        stage.draft.update::<TimeCategory>(&row.id, |row| row.parent = to);
    }
}

fn write(
    stage: &mut LogTarget<'_, '_>,
    args: &Args,
    change: impl FnOnce(&mut TimeCategory),
) -> Result<Outcome, Reason> {
    let row = category(stage, args, "categoryId")?;
    stage.draft.update::<TimeCategory>(&row.id, change);
    Ok(Outcome { made: Vec::new(), select: vec![row.id.uuid()] })
}

/// The client that is named for a category, which may be a new one; `None` is none.
fn client(
    stage: &LogTarget<'_, '_>,
    args: &Args,
    project: Option<TimeCategoryId>,
) -> Result<Option<TimeCategoryId>, Reason> {
    if args.get("client").is_none() {
        return Ok(None);
    }
    let client = category(stage, args, "client")?;
    ensure(
        project.map_or(client.parent.is_none(), |project| stage.may_be_client(project, client.id)),
        refuse(
            "a client can’t be a project, and a project can’t have projects",
            "客户不能是项目，项目下也不能再有项目",
        ),
    )?;
    Ok(Some(client.id))
}

/// The price of an hour, and whether it is billed.
fn terms(args: &Args) -> (Option<i64>, Option<bool>) {
    (args.get("rate").and_then(Value::as_i64), args.get("billable").and_then(Value::as_bool))
}

fn color(args: &Args) -> Result<Option<Color>, Reason> {
    let read =
        |text: &str| text.parse().map_err(|_| refuse("enter a colour such as #3366cc", "请输入颜色，例如#3366cc"));
    args.text("color").map(read).transpose()
}

fn aliases(args: &Args) -> Vec<String> {
    let mut aliases: Vec<String> = Vec::new();
    for alias in args.list("aliases").iter().filter_map(|alias| alias.as_str()).map(str::trim) {
        if !alias.is_empty() && !aliases.iter().any(|known| plain_name(known) == plain_name(alias)) {
            aliases.push(alias.to_owned());
        }
    }
    aliases
}

/// Whether no other category of the client has the name: two clients may each have a project of that name.
fn name_is_free(
    stage: &LogTarget<'_, '_>,
    name: &str,
    client: Option<TimeCategoryId>,
    own: Option<TimeCategoryId>,
) -> Result<(), Reason> {
    let name = plain_name(name);
    let mut others = stage.categories().into_iter().filter(|row| Some(row.id) != own && row.parent == client);
    ensure(!others.any(|row| plain_name(&row.name) == name), NAME_TAKEN)
}

fn last_order(stage: &LogTarget<'_, '_>) -> OrderKey {
    let last = stage.categories().pop();
    OrderKey::between(last.as_ref().map(|row| &row.order), None).unwrap_or_default()
}

/// The category that takes over, which is another one; `None` is none at all.
fn other(stage: &LogTarget<'_, '_>, args: &Args, param: &str) -> Result<Option<TimeCategoryId>, Reason> {
    let row = category(stage, args, "categoryId")?;
    if args.get(param).is_none() {
        return Ok(None);
    }
    let to = category(stage, args, param)?;
    ensure(to.id != row.id, refuse("choose another category", "请选择另一个分类"))?;
    Ok(Some(to.id))
}

/// Deletes a category after giving what it has to another one.
fn give_up(
    stage: &mut LogTarget<'_, '_>,
    args: &Args,
    to: Option<TimeCategoryId>,
    names: &[String],
) -> Result<Outcome, Reason> {
    let id = category(stage, args, "categoryId")?.id;
    for entry in stage.entries(|entry| entry.category == Some(id)) {
        stage.write(entry.id, |row| row.category = to);
    }
    for goal in stage.goals().into_iter().filter(|goal| goal.category == Some(id)) {
        stage.draft.update::<Goal>(&goal.id, |row| row.category = to);
    }
    if let Some(to) = to {
        stage.draft.update::<TimeCategory>(&to, |row| {
            for name in names {
                let known =
                    std::iter::once(&row.name).chain(&row.aliases).any(|one| plain_name(one) == plain_name(name));
                if !known {
                    row.aliases.push(name.clone());
                }
            }
        });
    }
    give_projects(stage, id, None);
    stage.draft.remove::<TimeCategory>(&id);
    Ok(Outcome { made: Vec::new(), select: to.into_iter().map(TimeCategoryId::uuid).collect() })
}

fn reorder(stage: &mut LogTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let row = category(stage, args, "categoryId")?;
    let mut all: Vec<Rc<TimeCategory>> = stage.categories();
    let was = all.iter().position(|other| other.id == row.id);
    all.retain(|other| other.id != row.id);
    let position = args.number("position").unwrap_or_default().min(all.len());
    if was == Some(position) {
        return Ok(Outcome::default());
    }
    let low = position.checked_sub(1).map(|before| &all[before].order);
    let high = all.get(position).map(|after| &after.order);
    if let Some(order) = OrderKey::between(low, high).filter(|order| !order.is_long()) {
        return write(stage, args, |row| row.order = order);
    }
    all.insert(position, row.clone());
    for (row, order) in all.iter().zip(OrderKey::spread(None, None, all.len()).unwrap_or_default()) {
        stage.draft.update::<TimeCategory>(&row.id, |row| row.order = order);
    }
    Ok(Outcome { made: Vec::new(), select: vec![row.id.uuid()] })
}
