// Draws pages of PDF documents: starts the program and answers each message of the page, which is a document at first,
// then the index of one of its pages. The names of the files are filled in when the page is built.
import init, { Drawer } from "./pages.js";

const running = init({ module_or_path: new URL("pages_bg.wasm", import.meta.url) }).then(
  () => self.postMessage({ running: true }),
  () => self.postMessage({ problem: "not there" }),
);
let drawer;

self.onmessage = async ({ data }) => {
  await running;
  try {
    if (data instanceof ArrayBuffer) open(data);
    else draw(data);
  } catch (error) {
    // What the program throws is a name; everything else is its end.
    self.postMessage({ problem: typeof error === "string" ? error : "crashed" });
  }
};

function open(document) {
  drawer = new Drawer(new Uint8Array(document));
  self.postMessage({ count: drawer.count() });
}

function draw(index) {
  const page = drawer.draw(index);
  const rgba = page.rgba();
  self.postMessage({ width: page.width, height: page.height, rgba }, [rgba.buffer]);
  page.free();
}
