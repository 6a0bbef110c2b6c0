// Starts the app: narrows what the page may reach, shows the saved theme and language from the first frame on,
// loads the WebAssembly module, and shows the rescue page if that does not work out.
// Plain JavaScript without a library, so that it still works when everything else is broken.
//
// What others may rely on:
//   localStorage "espalier.origins"   JSON list of origins that requests may go to, beside the page's own
//   localStorage "ai-config"          the single configuration of earlier versions; the app takes it over and removes it
//   localStorage "espalier.theme"     light | dark | system        localStorage "espalier.lang"   en | zh-Hans
//   localStorage "espalier.bucket"    the storage bucket whose database is used, where the page's own cannot be opened
//   localStorage "espalier.places"    JSON list of addresses, the last place in each room, the latest first
//   <html data-app>                   starting, then ready (set by the app) or failed (shows the rescue page)
//   <html data-update="waiting">      a new version is downloaded; window also gets the event "espalier-update".
//                                     The event "espalier-activate", sent by the app, switches to it and reloads.
//   espalier.load(name)               fetches a chunk of the app and starts it; its files are named in data-chunks.
//                                     Refused with "offline", or with "gone" when the host has it no more.
//   espalier.modelWorker()            a new worker that runs a model on the device; speaks local-model's protocol
//   espalier.keepModelProgram()       has the program of that worker kept for offline use; done when it is
//   espalier.pagesWorker()            a new worker that draws pages of documents; see pages-worker.js
//   espalier.mirrorWorker()           a new worker that writes files of the mirror; see mirror-worker.js
//   espalier.idle()                   done when the page is ready and has nothing else to do
//   <html data-mirrored>              yes when the mirror has everything, no while it lacks something; only in the
//                                     tab that writes it
//   <html data-placed>                yes when the folder of the person's own has everything; only in the tab that
//                                     keeps it in step
//   espalier.offer                    the browser's offer to install the app, if it made one; see installed.js
//   <html data-erased>                everything is being deleted: nothing may be written any more. The event
//                                     "espalier-erase", sent by the app, begins that.

const WATCHDOG_MS = 15_000;
const DATABASE = "espalier";
const root = document.documentElement;
let ready = () => {};
let offline = Promise.resolve();
const usable = new Promise((resolve) => (ready = resolve));
const script = document.querySelector("script[data-wasm]");
const home = new URL("./", document.baseURI).href;
const rescue = document.getElementById("rescue");
const ERASE = "espalier.erase";
const BUCKET = "espalier.bucket";
// What huggingface.co redirects a download to; which of them is known only then.
const HUB_HOSTS = "https://*.hf.co";
const chunks = JSON.parse(script.dataset.chunks ?? "{}");
const { modelWorker: modelScript, pagesWorker: pagesScript, mirrorWorker: mirrorScript } = script.dataset;
const policy = globalThis.trustedTypes?.createPolicy("espalier", { createScriptURL: onlyWorkers }) ?? { createScriptURL: (url) => url };
const modules = new Map();
const added = new Map();
const erasing = "BroadcastChannel" in globalThis ? new BroadcastChannel(`espalier-erase ${home}`) : null;

if (window.top !== window) {
  // A page around this one could trick a person into clicking what they don't see.
  root.dataset.app = "framed";
  document.body.textContent = "Espalier can’t run inside another page. Open it in a tab of its own. · Espalier不能在其他页面中运行，请在单独的标签页中打开。";
} else if (isToBeErased()) {
  applySavedLooks();
  prepareRescue();
  attempt(eraseEverything);
} else {
  narrowConnections();
  applySavedLooks();
  prepareRescue();
  heedErasing();
  takeFirstWords();
  start(useBucket());
}

// ---------------------------------------------------------------- before the app

/** A value the app saved: JSON, or a bare word. */
function saved(key) {
  let text = null;
  try {
    text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    // Blocked storage has nothing saved; what is not JSON is taken as it is.
    return text;
  }
}

/** A policy added later can only forbid more, and taking its element away does not lift it. */
function narrowConnections() {
  const list = saved("espalier.origins");
  const origins = Array.isArray(list) ? list.filter(isOrigin) : [];
  const older = originOf(saved("ai-config")?.baseURL);
  if (older !== null && !origins.includes(older)) {
    // The app takes an earlier version's configuration over at its start and shall not have to load the page again.
    origins.push(older);
    try {
      localStorage.setItem("espalier.origins", JSON.stringify(origins));
    } catch (error) {
      console.warn("not kept:", error);
    }
  }
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = ["connect-src", "'self'", ...new Set(origins)].join(" ");
  document.head.append(policy);
}

/** The origin of a web address; null if it is none. */
function originOf(address) {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return isOrigin(origin) ? origin : null;
}

/** Only the exact spelling of an origin passes, so nothing else can slip into the policy. */
function isOrigin(text) {
  if (text === HUB_HOSTS) return true;
  if (typeof text !== "string" || !URL.canParse(text)) return false;
  const url = new URL(text);
  // A star would be a host to an address, and all hosts to the policy.
  return /^https?:$/.test(url.protocol) && url.origin === text && !text.includes("*");
}

/** The parts of the address; where it does not say where to go, those of the place at which the app was left. */
function place() {
  const parts = (address) => address.replace(/^#?\/?/, "").split("?")[0].split("/");
  const asked = parts(location.hash);
  const latest = saved("espalier.places")?.[0];
  return asked[0] === "" && typeof latest === "string" ? parts(latest) : asked;
}

function applySavedLooks() {
  const theme = saved("espalier.theme");
  if (["light", "dark", "system"].includes(theme)) root.dataset.theme = theme;
  const asked = new URLSearchParams(location.search).get("lang");
  const language = [asked, saved("espalier.lang"), navigator.language].find((word) => typeof word === "string" && word !== "");
  root.lang = language?.startsWith("zh") ? "zh-Hans" : "en";
  for (const words of rescue.querySelectorAll("[lang]")) words.hidden = words.lang !== root.lang.slice(0, 2);
}

// ---------------------------------------------------------------- the first words

/** Takes what is typed before the app is there: it is kept as the draft that it will be, and handed over. */
function takeFirstWords() {
  const shell = document.getElementById("shell");
  const field = document.getElementById("first-words");
  const [room, session = ""] = place();
  const isChat = room === "" || room === "chat";
  let typed = false;
  let sent = false;
  let composing = false;
  let focused = false;
  if (isChat) {
    document.getElementById("first-chat").hidden = false;
    field.placeholder = inLanguage("Write a message…", "写点什么……");
    field.ariaLabel = inLanguage("Message", "消息");
    const draft = saved("espalier.drafts")?.[session];
    if (typeof draft === "string") field.value = draft;
  }
  field.addEventListener("focus", () => (focused = true));
  // The app's own field may take the focus a moment before the words are handed over.
  field.addEventListener("blur", (event) => (focused = event.relatedTarget?.dataset.testid === "composer"));
  // Not where that would open a keyboard on the screen.
  if (isChat && matchMedia("(hover: hover) and (pointer: fine)").matches) field.focus();
  field.addEventListener("input", () => {
    typed = true;
    keepDraft(session, field.value);
  });
  field.addEventListener("compositionstart", () => (composing = true));
  field.addEventListener("compositionend", () => {
    composing = false;
    handOver();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    // What is sent is not typed on.
    sent = field.readOnly = field.value.trim() !== "";
  });

  /** As soon as the app is drawn, and not in the middle of a word. */
  const handOver = () => {
    const drawn = document.querySelector("#app .frame");
    if (!drawn || composing) return;
    drawing.disconnect();
    const composer = drawn.querySelector("[data-testid=composer]");
    if (composer && typed) {
      composer.value = field.value;
      composer.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    if (composer && focused) {
      composer.focus();
      composer.setSelectionRange(field.selectionStart, field.selectionEnd);
    }
    if (composer && sent) composer.form.requestSubmit();
    shell.remove();
  };
  const drawing = new MutationObserver(handOver);
  drawing.observe(document.getElementById("app"), { childList: true, subtree: true });
}

function keepDraft(session, text) {
  if ("erased" in root.dataset) return;
  const drafts = { ...saved("espalier.drafts"), [session]: text };
  if (text === "") delete drafts[session];
  try {
    localStorage.setItem("espalier.drafts", JSON.stringify(drafts));
  } catch (error) {
    console.warn("not kept:", error);
  }
}

// ---------------------------------------------------------------- the app

/** Puts the database of a storage bucket in the place of the page's own, where `beginAnew` said so. */
async function useBucket() {
  const name = saved(BUCKET);
  if (typeof name !== "string") return;
  const bucket = await navigator.storageBuckets.open(name, { persisted: true, durability: "strict" });
  Object.defineProperty(globalThis, "indexedDB", { value: bucket.indexedDB });
}

function start(database) {
  const url = (name) => new URL(script.dataset[name], document.baseURI).href;
  const watchdog = setTimeout(() => fail(new Late()), WATCHDOG_MS);
  // A panic before the app is ready ends in a trap; afterwards the app deals with its own errors.
  const trapped = (event) => {
    const error = event.error ?? event.reason;
    if (error instanceof WebAssembly.RuntimeError) fail(error);
  };
  addEventListener("error", trapped);
  addEventListener("unhandledrejection", trapped);

  let started = false;
  new MutationObserver(() => {
    if (root.dataset.app === "failed") {
      showRescue(null);
    } else if (root.dataset.app === "ready" && !started) {
      started = true;
      // Late is better than never: a slow device gets its app back from the rescue page.
      hideRescue();
      clearTimeout(watchdog);
      removeEventListener("error", trapped);
      removeEventListener("unhandledrejection", trapped);
      ready();
      offline = idle().then(registerWorker);
    }
  }).observe(root, { attributes: true, attributeFilter: ["data-app"] });

  database.then(warmDatabase, fail);
  // The program is compiled while it arrives, and its glue beside it.
  const module = compiled(script.dataset.wasm);
  const running = import(url("glue")).then(async (glue) => {
    await database;
    return glue.default({ module_or_path: module });
  });
  running.catch(fail);
  globalThis.espalier = { load: (name) => load(name, running), modelWorker, keepModelProgram, pagesWorker, mirrorWorker, idle };
  addEventListener("beforeinstallprompt", (event) => {
    // The app offers it in a place of its own.
    event.preventDefault();
    espalier.offer = event;
  });
  idle().then(() => import(url("installed"))).catch((error) => console.warn("not fetched:", error));
  // The browser prepares its formats with the first one, which the app would wait for after the download.
  new Intl.DateTimeFormat();
  // What the address asks for is fetched beside the start.
  const [room, what] = place();
  const first = { chat: what && "talk", settings: "more" }[room] ?? room;
  for (const file of chunks[first] ?? []) compiled(file).catch(() => {});
}

/** Opening a database takes the browser a while, which can pass beside the download; one that is not there is not made. */
async function warmDatabase() {
  try {
    const all = await indexedDB.databases();
    if (!all.some((one) => one.name === DATABASE)) return;
    const database = await openExisting();
    await usable;
    database?.close();
  } catch {
    // The app says what is wrong with it.
  }
}

/** After the page is ready, as soon as nothing else is going on. */
async function idle() {
  await usable;
  await new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

// ---------------------------------------------------------------- chunks of the app

/** Fetches the files of a chunk and adds them to the running program. */
async function load(name, running) {
  try {
    const files = chunks[name] ?? [];
    const modules = await Promise.all(files.map(compiled));
    const imports = { __wasm_split: await running };
    await Promise.all(files.map((file, at) => once(added, file, () => WebAssembly.instantiate(modules[at], imports))));
  } catch (error) {
    console.error(`${name}:`, error);
    throw error instanceof Offline ? "offline" : "gone";
  }
}

function compiled(file) {
  return once(modules, file, () => fetchAndCompile(new URL(file, document.baseURI).href));
}

/** What was done is not done again; what failed can be tried again. */
function once(done, key, work) {
  if (!done.has(key)) {
    const result = work();
    done.set(key, result);
    result.catch(() => done.delete(key));
  }
  return done.get(key);
}

async function fetchAndCompile(url) {
  const response = await fetchOrKept(url);
  // Some hosts don't know the type, which compiling beside the download asks for.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** On the first visit the offline copy is there before the worker answers for the page. */
async function fetchOrKept(url) {
  let response = await fetch(url).catch(() => null);
  // That a file was not there is remembered by the browser's cache as well.
  if (!response?.ok) response = await fetch(url, { cache: "reload" }).catch(() => null);
  if (response?.ok) return response;
  const kept = "caches" in globalThis ? await caches.match(url).catch(() => undefined) : undefined;
  if (kept) return kept;
  if (response === null || response.status >= 500) throw new Offline(`cannot reach ${url}`);
  throw new Error(`${url}: ${response.status}`);
}

/** The network does not answer, which may change. */
class Offline extends Error {}

/** The app takes longer than anything but a broken start would. */
class Late extends Error {
  constructor() {
    super(inLanguage(
      `Espalier hasn’t started after ${WATCHDOG_MS / 1000} seconds. Close other tabs of Espalier and reload the page.`,
      `Espalier在${WATCHDOG_MS / 1000}秒后仍未启动。请关闭Espalier的其他标签页，然后重新加载页面。`,
    ));
  }
}

function inLanguage(en, zh) {
  return root.lang.startsWith("zh") ? zh : en;
}

function fail(error) {
  if (root.dataset.app === "ready") return;
  console.error(error);
  showRescue(error);
  root.dataset.app = "failed";
}

async function keepModelProgram() {
  await offline;
  // Where nothing is kept for offline use, nothing is promised.
  if (!(await navigator.serviceWorker?.getRegistration())) return;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => (port1.onmessage = (event) => resolve(event.data)));
  active.postMessage({ type: "keep", kind: "model" }, [port2]);
  if ((await said) !== "kept") throw new Error(await said);
}

function modelWorker() {
  return new Worker(policy.createScriptURL(modelScript), { type: "module" });
}

function pagesWorker() {
  return new Worker(policy.createScriptURL(pagesScript), { type: "module" });
}

function mirrorWorker() {
  return new Worker(policy.createScriptURL(mirrorScript), { type: "module" });
}

// ---------------------------------------------------------------- offline

/** Published pages keep themselves for offline use; a page being worked on does so only with `?sw=1`. */
function registerWorker() {
  const wanted = script.dataset.worker === "on" || new URLSearchParams(location.search).has("sw");
  if (!wanted || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.type === "which") event.ports[0]?.postMessage(root.dataset.build ?? "");
  });
  navigator.serviceWorker.startMessages();
  return navigator.serviceWorker
    .register(policy.createScriptURL("./sw.js"), { scope: "./", updateViaCache: "none" })
    .then((registration) => {
      watchForUpdates(registration);
      navigator.serviceWorker.controller?.postMessage({ type: "running" });
    })
    .catch((error) => console.warn("no offline copy:", error));
}

/** The only script addresses the page's policy lets through. */
function onlyWorkers(url) {
  if (!["./sw.js", modelScript, pagesScript, mirrorScript].includes(url)) throw new TypeError(`not a script of this page: ${url}`);
  return url;
}

function watchForUpdates(registration) {
  const waiting = () => {
    // Without a controller this is the first visit, and what was installed is what runs.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    root.dataset.update = "waiting";
    dispatchEvent(new Event("espalier-update"));
  };
  const installing = (worker) => worker?.addEventListener("statechange", waiting);
  registration.addEventListener("updatefound", () => installing(registration.installing));
  installing(registration.installing);
  waiting();

  addEventListener("espalier-activate", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage({ type: "activate" });
  });
}

// ---------------------------------------------------------------- rescue

function prepareRescue() {
  document.getElementById("rescue-export").addEventListener("click", () => attempt(exportEverything));
  document.getElementById("rescue-reload").addEventListener("click", () => attempt(reloadWithoutCache));
  askTwice("rescue-anew", () => attempt(beginAnew));
  askTwice("rescue-erase", beginErasing);
}

/** As in the settings: the first press asks, the second one does it. */
function askTwice(id, act) {
  const button = document.getElementById(id);
  button.addEventListener("click", () => {
    if (button.dataset.asked) return act();
    button.dataset.asked = "yes";
    document.getElementById(`${id}-really`).hidden = false;
  });
}

function showRescue(error) {
  rescue.hidden = false;
  tellWhetherThereIsData();
  if (error !== null) {
    document.getElementById("app").hidden = true;
    say(reasonOf(error));
  }
}

/** One sentence in the person's language; the browser's own words only where nothing better is known. */
function reasonOf(error) {
  if (error instanceof Late) return error.message;
  if (error?.name === "SecurityError") {
    return inLanguage(
      "The browser blocks this site from storing data. Allow it in the site settings, beside the address bar, and reload.",
      "浏览器禁止本网站存储数据。请在地址栏旁的网站设置中允许，然后重新加载。",
    );
  }
  const words = String(error?.message ?? error);
  return inLanguage(`Espalier couldn’t start. Reload the page. (${words})`, `Espalier无法启动，请重新加载页面。（${words}）`);
}

/** Says that the data is still there only where that was seen. */
function tellWhetherThereIsData() {
  hasData()
    .then((there) => (document.getElementById("rescue-data").hidden = !there))
    .catch((error) => {
      console.warn("cannot see whether there is data:", error);
      // It can be neither read nor deleted: nothing of it can be saved.
      const unusable = error?.name === "UnknownError";
      document.getElementById("rescue-anew").hidden = !unusable;
      for (const id of ["rescue-export", "rescue-ways", "rescue-erase"]) document.getElementById(id).hidden = unusable;
    });
}

/** The database that cannot be opened stays where it is; another one takes its place. */
async function beginAnew() {
  if (navigator.storageBuckets) {
    localStorage.setItem(BUCKET, JSON.stringify(`espalier-${Date.now()}`));
  } else {
    try {
      await deleteDatabase();
    } catch {
      const how = inLanguage(
        "This browser can’t replace the database by itself. Delete this site’s data in the browser’s settings, reload, and import a backup.",
        "此浏览器无法自行更换数据库。请在浏览器设置中删除本网站的数据，重新加载，然后导入备份。",
      );
      return say(how);
    }
  }
  location.reload();
}

async function hasData() {
  const database = await openExisting();
  if (!database) return false;
  const count = (name) =>
    new Promise((resolve) => {
      const request = database.transaction(name, "readonly").objectStore(name).count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(0);
    });
  const names = [...database.objectStoreNames].filter((name) => name !== "meta");
  const counts = await Promise.all(names.map(count));
  database.close();
  return counts.some((rows) => rows > 0);
}

function hideRescue() {
  rescue.hidden = true;
  document.getElementById("app").hidden = false;
}

function say(text) {
  document.getElementById("rescue-reason").textContent = text;
}

function attempt(work) {
  work().catch((error) => {
    console.error(error);
    say(reasonOf(error));
  });
}

/** Writes every record of every store to one file, whatever version the data has. */
async function exportEverything() {
  const database = await openExisting();
  if (!database) return say(inLanguage("There is no data in this browser.", "此浏览器中没有数据。"));
  const parts = [`{"format":"espalier-rescue","version":1,"database":${JSON.stringify({ name: DATABASE, version: database.version })},"stores":{`];
  for (const [index, name] of [...database.objectStoreNames].entries()) {
    parts.push(`${index ? "," : ""}${JSON.stringify(name)}:[`);
    await eachRecord(database, name, (key, value, first) => {
      parts.push(`${first ? "" : ","}\n${JSON.stringify({ key: plain(key), value: plain(value) })}`);
    });
    parts.push("]");
  }
  database.close();
  parts.push("}}\n");
  download(new Blob(parts, { type: "application/json" }), `espalier-rescue-${new Date().toISOString().slice(0, 10)}.json`);
}

/** Opens the database as it is; never creates or upgrades one. */
function openExisting() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    let created = false;
    request.onupgradeneeded = () => {
      // Only a database that did not exist is upgraded by an open without a version: leave no empty one behind.
      created = true;
      request.transaction.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => (created ? resolve(null) : reject(request.error));
    request.onblocked = () => reject(new Error(inLanguage("close the other tabs of Espalier first", "请先关闭Espalier的其他标签页")));
    // Where another version is opened meanwhile, this one is not to be in the way.
    request.addEventListener("success", () => (request.result.onversionchange = () => request.result.close()));
  });
}

function eachRecord(database, name, take) {
  return new Promise((resolve, reject) => {
    const request = database.transaction(name, "readonly").objectStore(name).openCursor();
    let first = true;
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve();
      take(cursor.key, cursor.value, first);
      first = false;
      cursor.continue();
    };
  });
}

/** What JSON cannot say gets a tag; plain values stay as they are. */
function plain(value) {
  if (value === undefined) return { $undefined: true };
  if (typeof value === "bigint") return { $bigint: String(value) };
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return { $date: value.toISOString() };
  if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)) };
  if (ArrayBuffer.isView(value)) return { $bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  if (value instanceof Map) return { $map: [...value].map(([key, item]) => [plain(key), plain(item)]) };
  if (value instanceof Set) return { $set: [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Other pages may share this origin: only what belongs to this path goes, and never the data. */
async function reloadWithoutCache() {
  await dropOffline();
  location.reload();
}

// ---------------------------------------------------------------- delete everything

/** Nothing of the app may hold on to what is deleted, so the page is loaded again first. */
function beginErasing() {
  root.dataset.erased = "";
  try {
    sessionStorage.setItem(ERASE, "yes");
  } catch {
    // Without a store of the tab's own there is nothing to wait for.
    return attempt(eraseEverything);
  }
  location.reload();
}

function isToBeErased() {
  try {
    return sessionStorage.getItem(ERASE) !== null;
  } catch {
    return false;
  }
}

/** Begins it when the app says so, and stands aside when another tab does it. */
function heedErasing() {
  addEventListener("espalier-erase", beginErasing);
  if (!erasing) return;
  erasing.onmessage = (event) => {
    root.dataset.erased = "";
    if (event.data === "done") location.replace(home);
  };
}

/** Other pages may share this origin: only what is ours goes, but all of it. */
async function eraseEverything() {
  root.dataset.erased = "";
  erasing?.postMessage("begin");
  await dropOffline();
  await deleteDatabases();
  await deleteFiles();
  for (const store of [() => localStorage, () => sessionStorage]) {
    try {
      const ours = (name) => name.startsWith("espalier.") || name === "ai-config";
      Object.keys(store()).filter(ours).forEach((name) => store().removeItem(name));
    } catch {
      // What may not be touched holds nothing of ours.
    }
  }
  erasing?.postMessage("done");
  location.replace(home);
}

/** Files of models, the mirror, and those to carry; a browser without such files keeps none. */
async function deleteFiles() {
  for (const name of ["espalier-models", "espalier-mirror", "espalier-carried"]) {
    try {
      const folder = await navigator.storage.getDirectory();
      await folder.removeEntry(name, { recursive: true });
    } catch (error) {
      if (error?.name !== "NotFoundError") console.warn("not deleted:", error);
    }
  }
}

/** A bucket goes with its database; the page's own then goes only where it can. */
async function deleteDatabases() {
  indexedDB.deleteDatabase("espalier-handles");
  const bucket = saved(BUCKET);
  if (typeof bucket !== "string") return deleteDatabase();
  await navigator.storageBuckets.delete(bucket);
  await deleteDatabase().catch((error) => console.warn("not deleted:", error));
}

function deleteDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => {
      rescue.hidden = false;
      say(inLanguage("Close the other tabs of Espalier so that everything can be deleted.", "请关闭Espalier的其他标签页，以便删除全部数据。"));
    };
  });
}

async function dropOffline() {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.filter((one) => one.scope === home).map((one) => one.unregister()));
  const names = "caches" in globalThis ? await caches.keys() : [];
  await Promise.all(names.filter((name) => name.startsWith(`espalier ${home} `)).map((name) => caches.delete(name)));
}
