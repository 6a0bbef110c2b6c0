// Between the app and the device it is installed on: the offer to install it, texts, files and addresses that the system
// hands over, and the search for a new version while the page stays open. Fetched once the page is ready.
//
// What others may rely on:
//   the event "espalier-offer"     the browser offers to install the app
//   the event "espalier-install"   sent by the app when the person asks for that: shows the browser's question

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Rooms that read a kind of file only while they are shown; all other files find their place from anywhere.
const ROOMS = { csv: "time", ics: "time", mm: "map", opml: "map", xmind: "map", glb: "scene", gltf: "scene" };

let shared = "";

takeOffers();
takeShared(new URL(location.href));
globalThis.launchQueue?.setConsumer((launch) => take(launch).catch((error) => console.error("not opened:", error)));
lookForVersions();

// ---------------------------------------------------------------- installing

function takeOffers() {
  // boot.js keeps the offer, which may come before this script.
  const tell = () => espalier.offer && dispatchEvent(new Event("espalier-offer"));
  addEventListener("beforeinstallprompt", tell);
  addEventListener("espalier-install", () => {
    const { offer } = espalier;
    // An offer is good for one question.
    espalier.offer = null;
    offer?.prompt().catch((error) => console.warn("not installed:", error));
  });
  tell();
}

// ---------------------------------------------------------------- what the system hands over

/** Files that are opened with the app, a shortcut, or what another app shares. */
async function take({ targetURL, files = [] }) {
  if (files.length > 0) return open(await Promise.all(files.map((file) => file.getFile())));
  // A page that was opened for it has read its own address already.
  if (!targetURL || targetURL === shared) return (shared = "");
  const url = new URL(targetURL);
  if (!takeShared(url) && url.hash) location.hash = url.hash;
}

/** What another app shares becomes the draft of a new conversation, after what is typed there; says whether it was that. */
function takeShared(url) {
  const given = ["title", "text", "url"].map((name) => url.searchParams.get(`share-${name}`)?.trim() ?? "");
  // The address often stands in the text as well.
  const parts = given.filter((part, at) => part && !given.some((other, i) => i !== at && other.includes(part) && (other !== part || i < at)));
  if (parts.length === 0) return false;
  if (url.href === location.href) {
    shared = url.href;
    // Loading the page again is not sharing again.
    for (const name of [...url.searchParams.keys()]) if (name.startsWith("share-")) url.searchParams.delete(name);
    history.replaceState(history.state, "", url.href);
  }
  draft(parts.join("\n\n")).catch((error) => console.error("not shared:", error));
  return true;
}

async function draft(text) {
  await go("chat");
  const composer = await found('[data-attach=""] [data-testid=composer]');
  composer.value = [composer.value, text].filter(Boolean).join("\n\n");
  composer.dispatchEvent(new InputEvent("input", { bubbles: true }));
  composer.focus();
}

/** Opened files go where dropped ones do. */
async function open(files) {
  const kind = files[0].name.split(".").at(-1).toLowerCase();
  if (ROOMS[kind] && location.hash.split("/")[1] !== ROOMS[kind]) await go(ROOMS[kind]);
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}

/** Goes to a room; done when the app was told. */
async function go(room) {
  const address = `#/${room}`;
  if (location.hash === address) return;
  const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  location.hash = address;
  await changed;
}

/** The element with this selector, as soon as the app has drawn it. */
function found(selector) {
  return new Promise((resolve) => {
    const drawing = new MutationObserver(look);
    function look() {
      const element = document.querySelector(selector);
      if (!element) return;
      drawing.disconnect();
      resolve(element);
    }
    drawing.observe(document.getElementById("app"), { attributes: true, childList: true, subtree: true });
    look();
  });
}

// ---------------------------------------------------------------- new versions

/** Browsers look for one when a page is loaded, which a tab that stays open never is. */
function lookForVersions() {
  let looked = Date.now();
  const look = async (after) => {
    if (Date.now() - looked < after) return;
    looked = Date.now();
    try {
      const registration = await navigator.serviceWorker?.getRegistration();
      await registration?.update();
    } catch (error) {
      console.warn("no look for a new version:", error);
    }
  };
  // Timers stand still while a computer sleeps, so a day is many of them.
  setInterval(() => look(DAY_MS), HOUR_MS);
  document.addEventListener("visibilitychange", () => !document.hidden && look(HOUR_MS));
}
