// Runs a model on the device: starts the engine and hands over each message of the page. Both speak JSON, as
// crates/local-model/src/protocol.rs says. The names of the files are filled in when the page is built.
import init, { receive, start } from "./model.js";

const early = [];
let over = false;
self.onmessage = (event) => early.push(event.data);
self.addEventListener("error", (event) => crashed(event.message));
self.addEventListener("unhandledrejection", (event) => crashed(String(event.reason)));

/** Says once that the program has ended; the page starts another worker. */
function crashed(detail) {
  if (over) return;
  over = true;
  self.onmessage = null;
  self.postMessage(JSON.stringify({ type: "failed", id: null, error: { kind: "crashed", detail } }));
}

try {
  await init({ module_or_path: new URL("model_bg.wasm", import.meta.url) });
  start(crashed);
  self.onmessage = (event) => receive(event.data);
  early.forEach((message) => receive(message));
} catch (error) {
  crashed(String(error));
}
