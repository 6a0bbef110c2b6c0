//! The commands of the list of scenes: creating, renaming, copying and deleting whole scenes.

use uuid::Uuid;

use espalier_base::env::Env;
use espalier_base::text;
use espalier_command::args::Args;
use espalier_command::call::{CommandId, Signature};
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{CommandTarget, Outcome, Reason};
use espalier_model::scene::{Scene, SceneId, Shape};
use espalier_model::workspace::Draft;

/// The most characters of a name, of a scene or a shape.
pub const MAX_NAME: usize = 200;

/// The list of scenes being changed.
pub struct ListTarget<'s, 'w> {
    /// The records; the shapes of a scene that is copied or deleted must be in memory.
    pub draft: &'s mut Draft<'w>,
    /// The clock and new ids.
    pub env: &'s mut Env,
}

/// A command of the list.
#[derive(Debug)]
pub struct ListCommand {
    /// Name and parameters.
    pub spec: Spec,
    /// The action.
    pub run: fn(&mut ListTarget<'_, '_>, &Args) -> Result<Outcome, Reason>,
}

const SCENE_ID: Param = Param::required("sceneId", Schema::Reference("scene"), Text::new("The scene.", "场景。"))
    .or_called(&["scene", "id"]);
const NAME_TEXT: Schema = Schema::Text { min: 0, max: MAX_NAME };
const NAME: Param = Param::optional("name", NAME_TEXT, Text::new("Its name.", "名称。"));

const fn spec(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Scene, EffectKind::Change, name, description)
}

commands! {
    "scene.create" CreateScene { name: String = NAME };
    "scene.rename" RenameScene(scene: SceneId = SCENE_ID, name: String = Param { required: true, ..NAME });
    "scene.duplicate" DuplicateScene(scene: SceneId = SCENE_ID) { name: String = NAME };
    "scene.delete" DeleteScene(scene: SceneId = SCENE_ID);
}

/// All commands of the list of scenes.
pub static COMMANDS: &[ListCommand] = &[
    ListCommand {
        spec: spec(
            CreateScene::SIGNATURE,
            Text::new("New scene", "新建场景"),
            Text::new("Adds an empty scene.", "新建一个空场景。"),
        )
        .making("scene")
        .keys(&["Mod+Alt+N"]),
        run: |stage, args| {
            let id = args.creates.map_or_else(|| stage.env.id(), SceneId::from_uuid);
            let name = name_of(args.text("name").unwrap_or_default());
            stage.draft.put(Scene { name, ..Scene::new(id, stage.env.now) });
            Ok(made(id))
        },
    },
    ListCommand {
        spec: spec(
            RenameScene::SIGNATURE,
            Text::new("Rename scene", "重命名场景"),
            Text::new("Gives a scene another name.", "修改场景的名称。"),
        ),
        run: |stage, args| {
            let row = scene(stage, args)?;
            let (name, now) = (name_of(args.text("name").unwrap_or_default()), stage.env.now);
            if row.name != name {
                stage.draft.update::<Scene>(&row.id, |row| (row.name, row.updated_at) = (name, now));
            }
            Ok(Outcome::default())
        },
    },
    ListCommand {
        spec: spec(
            DuplicateScene::SIGNATURE,
            Text::new("Duplicate scene", "创建场景副本"),
            Text::new("Adds a copy of a scene.", "创建场景的副本。"),
        )
        .making("scene"),
        run: duplicate,
    },
    ListCommand {
        spec: spec(
            DeleteScene::SIGNATURE,
            Text::new("Delete scene", "删除场景"),
            Text::new("Deletes a scene with all its shapes.", "删除场景及其中的所有图形。"),
        ),
        run: |stage, args| {
            let id = scene(stage, args)?.id;
            for shape in stage.draft.shapes(id) {
                stage.draft.remove::<Shape>(&shape.key());
            }
            stage.draft.remove::<Scene>(&id);
            Ok(Outcome::default())
        },
    },
];

fn find(id: CommandId) -> Result<&'static ListCommand, Reason> {
    COMMANDS.iter().find(|command| command.spec.id == id).ok_or_else(|| Reason::UnknownCommand(id.to_string()))
}

/// A text as a name: its first line, not too long.
pub fn name_of(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    text::truncate(line, MAX_NAME)
}

impl CommandTarget for ListTarget<'_, '_> {
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid> {
        let id: SceneId = name.parse().ok().filter(|_| kind == "scene")?;
        self.draft.get::<Scene>(&id).map(|row| row.id.uuid())
    }

    fn new_id(&mut self) -> Uuid {
        self.env.id::<Scene>().uuid()
    }

    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason> {
        find(spec.id)?;
        if args.get("sceneId").is_some() { scene(self, args).map(drop) } else { Ok(()) }
    }

    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason> {
        (find(spec.id)?.run)(self, args)
    }
}

fn made(id: SceneId) -> Outcome {
    Outcome { made: vec![id.uuid()], select: Vec::new() }
}

fn scene(stage: &ListTarget<'_, '_>, args: &Args) -> Result<std::rc::Rc<Scene>, Reason> {
    let row = args.id::<Scene>("sceneId").and_then(|id| stage.draft.get::<Scene>(&id));
    row.ok_or_else(|| Reason::NotFound { kind: "scene", name: args.text("sceneId").unwrap_or_default().to_owned() })
}

fn duplicate(stage: &mut ListTarget<'_, '_>, args: &Args) -> Result<Outcome, Reason> {
    let row = scene(stage, args)?;
    let now = stage.env.now;
    let copy = args.creates.map_or_else(|| stage.env.id(), SceneId::from_uuid);
    let name = args.text("name").map_or_else(|| format!("{} (2)", row.name), str::to_owned);
    stage.draft.put(Scene { name: name_of(&name), ..Scene::new(copy, now) });
    // Ids increase, so the copies are in the order of the originals.
    for shape in stage.draft.shapes(row.id) {
        let id = stage.env.id();
        stage.draft.put(Shape { id, scene: copy, created_at: now, updated_at: now, ..Shape::clone(&shape) });
    }
    Ok(made(copy))
}
