// Figures of a model in a worker, run by Espalier's engine or by wllama; benches/README.md, "Models on this device".
const MODEL = "model.gguf";
const FOLDER = "espalier-models";
const CONTEXT = 2048;
const ANSWER = 64;
const WORDS =
  "the garden wall carries a pear tree whose branches were tied to wires in early spring and every summer the gardener cuts the young shoots back to three leaves so that light reaches the fruit while rain runs off the stones".split(" ");

/** Returns a conversation that begins like no other, so that nothing kept of an earlier one helps. */
function question(seed, words) {
  let state = seed * 2654435761 + 12345;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8;
  const text = Array.from({ length: words }, () => WORDS[next() % WORDS.length]).join(" ");
  return [
    { role: "system", content: `${WORDS[seed % WORDS.length]} ${seed}: you tell long stories.` },
    { role: "user", content: `Notes: ${text}.\nTell a very long story of a gardener, with many chapters.` },
  ];
}

/** Returns the file of the model, copied into the browser's storage once. */
async function stored() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const handle = await folder.getFileHandle(MODEL, { create: true });
  if ((await handle.getFile()).size === 0) {
    await (await fetch(MODEL)).body.pipeTo(await handle.createWritable());
  }
  return handle.getFile();
}

class Espalier {
  async open() {
    await stored();
    this.worker = new Worker("espalier.js", { type: "module" });
    this.id = 0;
    const ready = this.until("ready");
    this.send({ type: "open", name: MODEL, context: CONTEXT });
    return { estimate: (await ready).memory };
  }

  send(message) {
    this.worker.postMessage(JSON.stringify(message));
  }

  until(type, piece = () => {}) {
    return new Promise((done, failed) => {
      this.worker.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "piece") piece(message.text);
        if (message.type === "failed") failed(new Error(data));
        if (message.type === type) done(message);
      };
    });
  }

  /** Resolves when the answer is over; `stoppable` gets the function that stops it. */
  async ask(messages, { piece, stoppable = () => {}, grammar = null }) {
    const id = (this.id += 1);
    const done = this.until("done", piece);
    const rest = { temperature: 0, topP: 1, seed: 1, stop: [], context: null, grammar };
    this.send({ type: "generate", id, messages, maxTokens: ANSWER, ...rest });
    stoppable(() => this.send({ type: "cancel", id }));
    const { promptTokens, answerTokens } = await done;
    return { prompt: promptTokens, answer: answerTokens };
  }
}

/** wllama in one thread, without the graphics card. Its worker is a blob: a handler that tells its memory comes in front. */
class Wllama {
  async open() {
    const make = URL.createObjectURL;
    const tell = `new BroadcastChannel("figures").onmessage = ({ data, target }) => {
      if (data === "memory") target.postMessage(Module.wasmMemory.buffer.byteLength);
    };\n`;
    URL.createObjectURL = (blob) => make(blob.type === "text/javascript" ? new Blob([tell, blob], { type: blob.type }) : blob);
    const { Wllama } = await import("./wllama/index.js");
    this.engine = new Wllama({ default: "wllama/wasm/wllama.wasm" }, { suppressNativeLog: true });
    this.engine.setCompat(null);
    await this.engine.loadModel([await stored()], { n_ctx: CONTEXT, n_threads: 1, n_gpu_layers: 0, n_parallel: 1 });
    return {};
  }

  async ask(messages, { piece, stoppable = () => {} }) {
    const control = new AbortController();
    let timings;
    stoppable(() => control.abort());
    const options = { messages, max_tokens: ANSWER, temperature: 0, cache_prompt: false, stream: true, timings_per_token: true };
    const onData = (chunk) => {
      timings = chunk.timings ?? timings;
      const text = chunk.choices?.[0]?.delta?.content;
      if (text) piece(text);
    };
    try {
      await this.engine.createChatCompletion({ ...options, abortSignal: control.signal, onData });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
    return { prompt: timings?.prompt_n, answer: timings?.predicted_n };
  }
}

const channel = new BroadcastChannel("figures");

function memory() {
  return new Promise((done) => {
    channel.onmessage = ({ data }) => typeof data === "number" && done(data);
    channel.postMessage("memory");
  });
}

async function speed(engine, seed, grammar) {
  const begin = performance.now();
  let first, last;
  const piece = () => {
    last = performance.now();
    first ??= last;
  };
  const { prompt, answer } = await engine.ask(question(seed, grammar ? 10 : 225), { piece, grammar });
  const [firstMs, restMs] = [first - begin, last - first];
  const perSecond = { prompt: (prompt / firstMs) * 1000, answer: ((answer - 1) / restMs) * 1000 };
  return { prompt, answer, firstMs, perSecond, memory: await memory() };
}

/** Milliseconds from Stop, pressed after so many, until the engine says that it has stopped; none if it ended before. */
async function stop(engine, seed, inAnswer, after) {
  let halt, pressed, begun = false;
  const press = () => {
    pressed = performance.now();
    halt();
  };
  const piece = () => {
    if (inAnswer && !begun) setTimeout(press, after);
    begun = true;
  };
  const asked = engine.ask(question(seed, inAnswer ? 60 : 1250), { piece, stoppable: (how) => (halt = how) });
  if (!inAnswer) setTimeout(press, after);
  await asked;
  return begun === inAnswer && pressed ? performance.now() - pressed : null;
}

const SCHEMA = JSON.stringify({
  type: "object",
  properties: { title: { type: "string", maxLength: 40 }, season: { enum: ["spring", "summer", "autumn", "winter"] } },
  required: ["title", "season"],
  additionalProperties: false,
});

function tell(figure, value) {
  document.querySelector("pre").append(`${figure}: ${JSON.stringify(value)}\n`);
}

const isOurs = new URLSearchParams(location.search).get("engine") !== "wllama";
const engine = isOurs ? new Espalier() : new Wllama();
const begin = performance.now();
const opened = await engine.open();
tell("opened", { ms: performance.now() - begin, isolated: crossOriginIsolated, memory: await memory(), ...opened });
tell("speed", await speed(engine, Math.floor(Math.random() * 1e6), null));
if (isOurs) {
  for (const inAnswer of [false, true]) {
    for (let count = 0; count < 12; count += 1) {
      const after = inAnswer ? 200 + Math.random() * 1500 : 2500 + Math.random() * 10000;
      tell(inAnswer ? "stop in an answer" : "stop in a prompt", await stop(engine, 100 + count, inAnswer, after));
    }
  }
  tell("with a schema", await speed(engine, 7, SCHEMA));
}
tell("over", true);
