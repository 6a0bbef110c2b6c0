//! The words of the Scene room.

use espalier_model::scene::{Shape, ShapeType};

words_ahead! {
    /// The words of the Scene room.
    Scene {
        room: &'static str = room,
        way: &'static str = way,
        assistant: &'static str = assistant,
        import_step: &'static str = import_step,
        imported: fn(usize) -> String = imported,
        not_drawn: &'static str = not_drawn,
    }
}

words! {
    /// The words of the Scene room.
    Words {
        room = "Scene", "场景";
        /// Purpose of the room in one sentence, for links to it.
        way = "Squares, circles and triangles in space: place, turn and arrange them.",
            "空间中的正方形、圆形和三角形：摆放、旋转、排列。";
        list = "Scenes", "场景";
        begin = "What should be in the scene?", "想在场景里放什么？";
        begin_hint = "A red square and two blue circles…", "一个红色正方形和两个蓝色圆形……";
        begin_button = "New scene", "新建场景";
        welcome = "Place squares, circles and triangles in space, look at them from all sides, and arrange them.",
            "在空间中摆放正方形、圆形和三角形，从各个角度观察并排列它们。";
        untitled = "Untitled scene", "未命名场景";
        loading = "Opening the scene…", "正在打开场景……";
        new_name: fn(usize) -> String =
            |number| if number == 1 { "Scene".to_owned() } else { format!("Scene {number}") },
            |number| if number == 1 { "场景".to_owned() } else { format!("场景{number}") };
        confirm_delete: fn(usize) -> String =
            |count| match count {
                0 => "This deletes the scene.".to_owned(),
                1 => "This deletes the scene with its shape.".to_owned(),
                count => format!("This deletes the scene with its {count} shapes."),
            },
            |count| match count {
                0 => "将删除此场景。".to_owned(),
                count => format!("将删除此场景及其中的{count}个图形。"),
            };
        /// The types, in the order of `ShapeType`.
        types: [&'static str; 3] = TYPES_EN, TYPES_ZH;
        type_named: fn(&str) -> &'static str = |name| type_named(name, &TYPES_EN), |name| type_named(name, &TYPES_ZH);
        label: fn(&Shape) -> String = |row| label(row, &TYPES_EN), |row| label(row, &TYPES_ZH);
        agents = "Agents of the scene assistant", "场景助手的智能体";
        agents_hint = "Several agents, one in charge. Slower; for large models.",
            "由主管把工作分派给负责创建、删除、修改和查询的智能体。请求次数比单个智能体多，适合较大的模型。";
        agents_auto = "Automatic: one agent for local models", "自动（本地模型用单个）";
        agents_one = "One agent with all tools", "单个智能体，拥有全部工具";
        agents_several = "A supervisor with four agents", "主管和四个智能体";
        review = "Show changes of the assistant first", "先预览助手的改动";
        review_hint =
            "Shapes appear in the picture as they would be afterwards. Clear the ticks of those you don’t want.",
            "图形会按改动后的样子显示在画面中，取消勾选即可不执行该项。";
        review_never = "Never: changes can be undone", "从不：改动可以撤销";
        review_deletions = "Before deletions", "仅在删除前";
        review_always = "Before every change", "每次改动前";
        assistant = "Scene assistant", "场景助手";
        assistant_lead = "Say what to draw, change or delete. It looks at the scene first, and asks when several shapes fit. One undo takes back a whole answer.",
            "说出要画、要改或要删的内容。助手会先查看场景，有多个图形符合时会询问；每次回答都可一步撤销。";
        count: fn(usize) -> String = |count| if count == 1 { "1 shape".to_owned() } else { format!("{count} shapes") },
            |count| format!("{count}个图形");
        colors: [&'static str; 8] = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Grey"],
            ["红色", "橙色", "黄色", "绿色", "青色", "蓝色", "紫色", "灰色"];
        tools = "Scene tools", "场景工具";
        view = "View", "视图";
        /// The views, in the order of `View`.
        views: [&'static str; 4] = ["Perspective", "Top", "Front", "Side"], ["透视图", "俯视图", "正视图", "侧视图"];
        /// Name of the picture for screen readers, with the number of shapes.
        canvas: fn(usize) -> String =
            |count| {
                let shapes = if count == 1 { "1 shape".to_owned() } else { format!("{count} shapes") };
                format!("Picture of the scene with {shapes}. Everything in it can also be done in the list of shapes.")
            },
            |count| format!("场景画面，共{count}个图形。画面中的所有操作也都可以在图形列表中完成。");
        canvas_hint = "Add a shape with the buttons above. Drag to turn the view, drag with the right button or two fingers to move it, scroll or pinch to zoom.",
            "用上方的按钮添加图形。拖动可旋转视角，按住右键或用双指拖动可平移，滚动或双指捏合可缩放。";
        arrange: Arrange;
        import_step = "Import scene", "导入场景";
        import = "Import a scene", "导入场景";
        export = "Export", "导出";
        format = "File format", "文件格式";
        imported: fn(usize) -> String =
            |count| if count == 1 { "Imported 1 shape.".to_owned() } else { format!("Imported {count} shapes.") },
            |count| format!("已导入{count}个图形。");
        not_drawn =
            "The graphics card couldn’t draw the result, so the last step was undone. Try it with fewer shapes.",
            "显卡无法绘制结果，已撤销上一步。请减少图形数量后重试。";
        /// The distance between two selected shapes, with its parts on the axes.
        distance: fn(&str, [&str; 3]) -> String =
            |distance, [x, y, z]| format!("Distance {distance} (X {x}, Y {y}, Z {z})"),
            |distance, [x, y, z]| format!("距离{distance}（X {x}，Y {y}，Z {z}）");
        menu = "Scene", "场景";
        add_here: [&'static str; 3] = ["Add a square here", "Add a circle here", "Add a triangle here"],
            ["在此添加正方形", "在此添加圆形", "在此添加三角形"];
        shapes = "Shapes", "图形";
        search = "Search shapes", "搜索图形";
        nothing_found = "No shape matches.", "没有匹配的图形。";
        no_shapes = "No shapes yet.", "还没有图形。";
        form = "Selected shape", "所选图形";
        selected: fn(usize) -> String = |count| format!("{count} shapes selected"),
            |count| format!("已选择{count}个图形");
        name = "Name", "名称";
        position = "Position", "位置";
        size = "size", "大小";
        sizes: [&'static str; 3] = ["Side", "Radius", "Longest side"], ["边长", "半径", "最长边"];
        rotation = "Rotation", "旋转";
        turn = "Turn °", "水平旋转°";
        tilt = "Tilt X °", "绕X轴°";
        roll = "Tilt Z °", "绕Z轴°";
        color = "Colour", "颜色";
        vertices = "Vertices", "顶点";
        /// One vertex, with its number and its axis.
        vertex: fn(usize, &str) -> String = |number, axis| format!("Vertex {number}, {axis}"),
            |number, axis| format!("顶点{number}的{axis}坐标");
        not_a_number = "Enter a number.", "请输入数字。";
        /// Position of a shape, for screen readers.
        at: fn(&str, &str, &str) -> String = |x, y, z| format!("at {x}, {y}, {z}"),
            |x, y, z| format!("位于{x}、{y}、{z}");
        simple_picture = "This browser can’t use WebGL here, so the picture is simpler and slower. Turn on hardware acceleration in the browser’s settings for the full picture.",
            "此浏览器在这里无法使用WebGL，因此画面较简单、较慢。请在浏览器设置中开启硬件加速以获得完整画面。";
        picture_lost =
            "The graphics memory was reset, so the picture is drawn again in a moment. The scene itself is unchanged.",
            "图形内存已重置，画面稍后会重新绘制，场景内容没有变化。";
        picture_failed =
            "The graphics card can’t draw this scene. Everything is still in the list: delete some shapes, or undo.",
            "显卡无法绘制此场景。所有图形仍在列表中，可以删除部分图形或撤销操作。";
        /// Separator of the parts of an enumeration.
        between = ", ", "，";
        /// Separator of a name and its description.
        colon = ": ", "：";
        quoted: fn(&str) -> String = |name| format!("“{name}”"), |name| format!("“{name}”");
        gone_shape = "A deleted shape", "已删除的图形";
        /// A step made a shape: its name, its measures.
        was_made: fn(&str, &str) -> String = |label, measures| format!("Added {label} {measures}"),
            |label, measures| format!("添加了{label}{measures}");
        /// A step removed a shape.
        was_removed: fn(&str, &str) -> String = |label, measures| format!("Deleted {label} {measures}"),
            |label, measures| format!("删除了{label}{measures}");
        more_shapes: fn(usize) -> String =
            |count| if count == 1 { "and 1 more shape".to_owned() } else { format!("and {count} more shapes") },
            |count| format!("以及另外{count}个图形");
        by_you = "by you", "由你操作";
        by_assistant = "by the assistant", "由助手操作";
    }

    /// The words of the list of ways to place several shapes.
    Arrange {
        title = "Arrange", "排列";
        figures: [&'static str; 3] = ["In a line", "In a grid", "In a circle"], ["排成一行", "排成网格", "排成一圈"];
        align: [&'static str; 3] = ["Align on X", "Align on Y (height)", "Align on Z"],
            ["沿X轴对齐", "沿Y轴（高度）对齐", "沿Z轴对齐"];
        distribute: [&'static str; 3] = ["Distribute along X", "Distribute along Y (height)", "Distribute along Z"],
            ["沿X轴均匀分布", "沿Y轴（高度）均匀分布", "沿Z轴均匀分布"];
        mirror: [&'static str; 2] = ["Mirror left and right", "Mirror front and back"], ["左右镜像", "前后镜像"];
    }
}

const TYPES_EN: [&str; 3] = ["Square", "Circle", "Triangle"];

const TYPES_ZH: [&str; 3] = ["正方形", "圆形", "三角形"];

fn label(row: &Shape, types: &[&'static str; 3]) -> String {
    if row.name.is_empty() { types[row.geometry.kind() as usize].to_owned() } else { row.name.clone() }
}

fn type_named(name: &str, types: &[&'static str; 3]) -> &'static str {
    ShapeType::from_name(name).map_or("", |kind| types[kind as usize])
}
