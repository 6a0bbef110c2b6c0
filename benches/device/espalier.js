// The worker of models, as static/model-worker.js, which also says how much memory the program has.
import init, { receive, start } from "./engine/model.js";

const early = [];
self.onmessage = (event) => early.push(event.data);
const program = await init({ module_or_path: new URL("engine/model_bg.wasm", import.meta.url) });
start((detail) => self.postMessage(JSON.stringify({ type: "failed", id: null, error: { kind: "crashed", detail } })));
new BroadcastChannel("figures").onmessage = ({ data, target }) => {
  if (data === "memory") target.postMessage(program.memory.buffer.byteLength);
};
self.onmessage = (event) => receive(event.data);
early.forEach((message) => receive(message));
