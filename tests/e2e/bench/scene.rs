//! The Scene room beside three.js: the same 100,000 shapes in one browser, drawn, picked, changed and opened.
//!
//! A frame lasts until a pixel of it can be read, so that what the graphics do counts, whichever program asked for it.
//! `ESPALIER_THREE` names the folder of the npm package three. The two take turns.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Table, figure, runs};
use crate::app::App;
use crate::browser::{Browser, Page, TemporaryFolder};
use crate::site::Site;

const COUNT: usize = 100_000;
/// The picture, in pixels.
const SIZE: [f64; 2] = [960.0, 540.0];
/// The share of the shapes that is in view from nearby.
const SHARE: f64 = 0.1;
/// The factor of the app's zoom for each unit that the wheel turns.
const WHEEL: f64 = 0.0015;
/// The points that are picked at, half of them in the middles of shapes; three.js, which takes long, has the first of them.
const POINTS: usize = 200;
const FEW: usize = 20;
const LIMIT: Duration = Duration::from_mins(3);

const OURS: &str = "Espalier";
const INSTANCED: &str = "three.js, 3 InstancedMesh";
const WAYS: [(&str, &str); 3] =
    [("instanced", INSTANCED), ("batched", "three.js, BatchedMesh"), ("merged", "three.js, one BufferGeometry")];

const APP: &str = include_str!("scene/app.js");
const OPEN: &str = include_str!("scene/open.js");
const PEER_HTML: &str = include_str!("scene/peer.html");
const PEER: &str = include_str!("scene/peer.js");

/// Tables of all measurements.
struct Tables {
    frames: Table,
    picks: Table,
    edits: Table,
    opening: Table,
}

pub fn run() {
    let file = scene();
    let site = peer_site(&file);
    // A window of its own, so that none of the two pages is hidden.
    let peer = Browser::shared().new_context().blank();
    peer.viewport(SIZE[0] as u32, SIZE[1] as u32);
    peer.goto(&site.url());
    peer.wait_for_or("document.documentElement.dataset.app === 'ready'", LIMIT, || "three.js".into());
    let mut tables = Tables {
        frames: Table::new(
            "Frames of 100,000 shapes, 960 × 540, until they are drawn",
            &["all in view ms", "script ms", "a tenth in view ms", "script ms"],
        ),
        picks: Table::new(
            "The shape at a point",
            &["all in view µs", "with its event µs", "a tenth in view µs", "with its event µs"],
        ),
        edits: Table::new("One of 100,000 shapes moved", &["change ms", "script of the frame ms", "drawn ms"]),
        opening: Table::new(
            "A scene of 100,000 shapes opened by its address",
            &["listed and asked for ms", "drawn ms", "longest `store.load` ms", "`scene.build` ms"],
        ),
    };
    let app = opened(&file, &mut tables.frames);
    let bench = Bench::new(&app, &peer);
    for round in 0..runs().max(5) {
        bench.views(&mut tables, round);
    }
    app.page.test_id("scene-object").nth(0).click();
    app.page.test_id("object-x").wait_visible();
    for round in 0..runs().max(5) {
        bench.edits(&mut tables.edits, round);
    }
    open(&app, &mut tables.opening);
    for table in [&tables.frames, &tables.picks, &tables.edits, &tables.opening] {
        table.print();
    }
    ratios(&tables);
}

/// Prints how many times as long as ours the others take: the least of each frame, and of picks, which are a difference
/// of two times, the median.
fn ratios(tables: &Tables) {
    let mut times = Table::new(
        "Times as long as Espalier",
        &["frame, all in view", "frame, a tenth in view", "pick, all in view", "pick, a tenth in view"],
    );
    let ratio = |table: &Table, row: &str, column: usize| table.least(row, column) / table.least(OURS, column);
    let picks = |row: &str, column: usize| tables.picks.middle(row, column) / tables.picks.middle(OURS, column);
    for (_, way) in WAYS {
        times.add(way, &[ratio(&tables.frames, way, 0), ratio(&tables.frames, way, 2), picks(way, 0), picks(way, 2)]);
    }
    times.print();
}

/// Numbers that are the same in every run, from 0 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as f64 / f64::from(1 << 24)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        // Three places are enough, and make the file smaller.
        ((low + (high - low) * self.next()) * 1_000.0).round() / 1_000.0
    }
}

/// Makes a file of the app with squares, circles and triangles in a wide, flat box.
pub(super) fn scene() -> String {
    let mut numbers = Numbers(0x5eed_2026);
    let shapes: Vec<Value> = (0..COUNT)
        .map(|index| {
            let size = numbers.between(0.5, 2.0);
            let geometry = match index % 3 {
                0 => json!({ "type": "square", "side": size }),
                1 => json!({ "type": "circle", "radius": size / 2.0 }),
                _ => {
                    let around = size / 3_f64.sqrt();
                    let corners =
                        [[0.0, 0.0, -around], [-size / 2.0, 0.0, around / 2.0], [size / 2.0, 0.0, around / 2.0]];
                    json!({ "type": "triangle", "vertices": corners })
                }
            };
            let position =
                [(-500.0, 500.0), (0.0, 100.0), (-500.0, 500.0)].map(|(low, high)| numbers.between(low, high));
            let rotation = [(); 3].map(|()| numbers.between(-179.0, 180.0));
            let color = format!("#{:06x}", (numbers.next() * f64::from(1 << 24)) as u32);
            json!({ "geometry": geometry, "position": position, "rotation": rotation, "color": color })
        })
        .collect();
    json!({ "format": "espalier-scene", "version": 1, "name": "Bench", "shapes": shapes }).to_string()
}

/// Makes the page that draws with three.js.
fn peer_site(scene: &str) -> Site {
    let folder = std::env::var_os("ESPALIER_THREE").map(PathBuf::from);
    let folder = folder.expect("ESPALIER_THREE must name the folder of the npm package three").join("build");
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    Site::of_files(&[
        ("index.html", PEER_HTML),
        ("peer.js", PEER),
        ("scene.json", scene),
        ("three.module.js", &read("three.module.js")),
        ("three.core.js", &read("three.core.js")),
    ])
}

/// Opens the app with the scene, all of it in a picture of the size, after frames of an empty one.
fn opened(file: &str, frames: &mut Table) -> App {
    let app = App::first_visit();
    let page = &app.page;
    page.viewport(1_600, 900);
    app.go("scene");
    page.test_id("scene-new").visible().click();
    page.test_id("scene-canvas").wait_attr("data-state", "full");
    page.eval(APP);
    // Everything beside the picture keeps its size.
    let place = page.eval("sceneBench.place()");
    let missing = |at: usize| (SIZE[at] - place[at].as_f64().unwrap()).round();
    page.viewport((1_600.0 + missing(0)) as u32, (900.0 + missing(1)) as u32);
    page.wait_for(&format!("sceneBench.place().join() === '{0},{1},1,{0},{1}'", SIZE[0], SIZE[1]));
    for round in 0..runs().max(5) {
        let [ms, script] = pair(page, &format!("sceneBench.frame({})", turned(round)), ["ms", "script"]);
        frames.add("Espalier, an empty scene", &[ms, script, f64::NAN, f64::NAN]);
    }
    let folder = TemporaryFolder::new("bench-scene");
    page.test_id("import-file").set_files(&[&folder.write("scene.json", file)]);
    page.wait_for_or(&listed(), LIMIT, || "importing".into());
    page.wait_for_or("document.documentElement.dataset.saved === 'yes'", LIMIT, || "storing".into());
    page.test_id("scene-fit").click();
    page.eval("sceneBench.idle()");
    app
}

/// Returns a small turn of the wheel that asks for a frame; every other one turns it back.
const fn turned(round: usize) -> i32 {
    if round.is_multiple_of(2) { -1 } else { 1 }
}

/// Whether the list has all shapes.
pub(super) fn listed() -> String {
    format!("document.querySelector('[role=option]')?.getAttribute('aria-setsize') === '{COUNT}'")
}

/// The two pages, and from where both look.
struct Bench<'a> {
    app: &'a Page,
    peer: &'a Page,
    /// The distances with everything in view, and with a share of it.
    distances: [f64; 2],
    /// Wheel turns between them.
    turn: f64,
    points: [Vec<Value>; 2],
}

impl<'a> Bench<'a> {
    fn new(app: &'a App, peer: &'a Page) -> Self {
        let whole = figure(peer, "peer.whole");
        let near = figure(peer, &format!("peer.distanceFor({SHARE})"));
        let seen = |distance: f64| figure(peer, &format!("peer.seen({distance})"));
        eprintln!(
            "three.js r{}: {} and {} shapes in view from {whole:.0} and {near:.0}",
            peer.eval("peer.version").as_str().unwrap_or_default(),
            seen(whole),
            seen(near)
        );
        let points = [whole, near].map(|distance| {
            let shapes = peer.eval(&format!("peer.points({distance}, {})", POINTS / 2));
            let mut numbers = Numbers(0x9011_7e57);
            // From afar all shapes are around the middle of the picture.
            let mut other = || json!([numbers.between(0.3, 0.7) * SIZE[0], numbers.between(0.35, 0.75) * SIZE[1]]);
            shapes.as_array().unwrap().iter().flat_map(|shape| [shape.clone(), other()]).collect()
        });
        Self { app: &app.page, peer, distances: [whole, near], turn: (near / whole).ln() / WHEEL, points }
    }

    /// Measures frames and picks from both distances.
    fn views(&self, tables: &mut Tables, round: usize) {
        let [mut ours, mut picks] = [Vec::new(), Vec::new()];
        let [mut theirs, mut their_picks] = [[(); 3].map(|()| Vec::new()), [(); 3].map(|()| Vec::new())];
        for (at, turn) in [self.turn, -self.turn].into_iter().enumerate() {
            let (distance, points) = (self.distances[at], &self.points[at]);
            ours.extend(pair(self.app, &format!("sceneBench.frame({})", turned(round)), ["ms", "script"]));
            for ((way, _), row) in WAYS.iter().zip(&mut theirs) {
                row.extend(pair(self.peer, &format!("peer.frame('{way}', {distance})"), ["ms", "script"]));
            }
            let [pick, whole] = pair(self.app, &format!("sceneBench.pick({}, 50)", json!(points)), ["pick", "move"]);
            picks.extend([pick, whole]);
            for ((way, name), row) in WAYS.iter().zip(&mut their_picks) {
                // All triangles of one mesh are looked at for every pick, which nobody would wait for.
                let is_one = *way == "merged";
                let script = format!("peer.pick('{way}', {distance}, {})", json!(points[..FEW]));
                let [pick, hits] = if is_one { [f64::NAN; 2] } else { pair(self.peer, &script, ["pick", "hits"]) };
                row.extend([pick, f64::NAN]);
                if round == 0 && !is_one {
                    eprintln!("{name}: {hits} of {FEW} picks meet a shape");
                }
            }
            self.app.eval(&format!("sceneBench.zoom({turn})"));
        }
        tables.frames.add(OURS, &ours);
        tables.picks.add(OURS, &picks);
        for (((_, name), frames), picks) in WAYS.iter().zip(&theirs).zip(&their_picks) {
            tables.frames.add(name, frames);
            tables.picks.add(name, picks);
        }
    }

    /// Measures one shape moved, with everything in view.
    fn edits(&self, table: &mut Table, round: usize) {
        let x = round as f64 + 1.5;
        let edit = self.app.eval(&format!("sceneBench.edit('{x}')"));
        table.add(OURS, &["work", "script", "drawn"].map(|part| edit[part].as_f64().unwrap_or(f64::NAN)));
        let [drawn, script] = pair(self.peer, &format!("peer.edit({}, {x})", self.distances[0]), ["ms", "script"]);
        table.add(INSTANCED, &[f64::NAN, script, drawn]);
    }
}

/// Loads the page anew at the address of the scene.
fn open(app: &App, table: &mut Table) {
    let page = &app.page;
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": OPEN.replace("COUNT", &COUNT.to_string()) }));
    for _ in 0..runs().max(5) {
        // The graphics process finishes its work for the page before first.
        std::thread::sleep(Duration::from_secs(1));
        app.reload();
        page.wait_for_or("window.sceneOpened", LIMIT, || "opening".into());
        let opened = page.eval("window.sceneOpened");
        table.add(OURS, &["listed", "drawn", "load", "build"].map(|part| opened[part].as_f64().unwrap_or(f64::NAN)));
    }
}

/// Returns two parts of a script's result.
fn pair(page: &Page, script: &str, parts: [&str; 2]) -> [f64; 2] {
    let value = page.eval(script);
    parts.map(|part| value[part].as_f64().unwrap_or(f64::NAN))
}
