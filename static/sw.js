// Keeps the whole published page for offline use, as one unit: all files of one build or none. Those that only some
// people need are kept when they are first used, and from then on with each new build.
// It never touches a request to another origin, so nothing a person sends to a model passes through here.

// Filled in when the page is built: the name of the build, every file of it, and those that can wait.
const BUILD = "";
const FILES = [];
const LATER = [];

const scope = self.registration.scope;
const prefix = `espalier ${scope} `;
const own = prefix + BUILD;
const start = new URL("./", scope).href;
const absolute = (names) => new Set(names.map((file) => new URL(file, scope).href));
const files = absolute(FILES);
const later = absolute(LATER);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropOldBuilds()));
self.addEventListener("fetch", answer);
self.addEventListener("message", (event) => {
  // A new build waits until the person agrees to switch: a stream may be running in the page.
  if (event.data?.type === "activate") self.skipWaiting();
  // A page that runs is a good moment to look which builds nobody needs any more.
  if (event.data?.type === "running") event.waitUntil(tidy());
  if (event.data?.type === "keep") {
    const [port] = event.ports;
    event.waitUntil(keep(event.data.kind).then(() => port.postMessage("kept"), (error) => port.postMessage(String(error))));
  }
});

/** The first part of a file's name, which says what it is for. */
function kind(url) {
  return url.slice(scope.length).split("-")[0];
}

/** Keeps the files of a kind that only some people need. */
async function keep(wanted) {
  const cache = await caches.open(own);
  const there = new Set((await cache.keys()).map((request) => request.url));
  await cache.addAll([...later].filter((url) => kind(url) === wanted && !there.has(url)));
}

/** Names with a hash may come from the HTTP cache; the others are asked for anew. */
async function install() {
  const hashed = /-[0-9a-f]{16}[._]/;
  const wanted = [...files, ...(await laterUsed())];
  const requests = wanted.map((url) => new Request(url, { cache: hashed.test(url) ? "default" : "reload" }));
  const cache = await caches.open(own);
  try {
    await cache.addAll(requests);
    const page = await cache.match(start);
    // While a host is being updated, the page can be of another build than this list.
    if (!(await page.text()).includes(`data-build="${BUILD}"`)) throw new Error("the page is of another build");
  } catch (error) {
    await caches.delete(own);
    throw error;
  }
}

/** Those of the files that only some people need that an older build keeps: what runs models, what draws pages. */
async function laterUsed() {
  const used = new Set();
  for (const name of await caches.keys()) {
    const urls = name.startsWith(prefix) ? await (await caches.open(name)).keys() : [];
    for (const request of urls) used.add(kind(request.url));
  }
  return [...later].filter((url) => used.has(kind(url)));
}

/** Every build goes that is neither this one, nor one of an open page, nor the one that waits to take over. */
async function tidy() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = all.filter((page) => page.url.startsWith(scope));
  const builds = await Promise.all(pages.map(buildOf));
  // A page that does not say what it needs may need anything.
  if (builds.some((build) => typeof build !== "string")) return;
  const needed = new Set([own, ...builds.map((build) => prefix + build)]);
  const ours = (await caches.keys()).filter((name) => name.startsWith(prefix));
  // What waits, or is on its way, came last.
  const { waiting, installing } = self.registration;
  if (waiting || installing) needed.add(ours.at(-1));
  await Promise.all(ours.filter((name) => !needed.has(name)).map((name) => caches.delete(name)));
}

/** The build of an open page, or nothing when it does not answer. */
function buildOf(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    setTimeout(resolve, 2_000);
    page.postMessage({ type: "which" }, [port2]);
  });
}

/** The previous build stays while a page of it may be open. */
async function dropOldBuilds() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.url.startsWith(scope))) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== own).map((name) => caches.delete(name)));
}

function answer(event) {
  const { request } = event;
  const url = new URL(request.url);
  url.hash = "";
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.href.startsWith(scope)) return;
  if (request.mode === "navigate") {
    event.respondWith(navigation(request, url));
    return;
  }
  url.search = "";
  // Everything that is not a file of the page goes to the network: a model may live on the same host.
  if (isHashed(url.href) || files.has(url.href)) event.respondWith(file(request, url.href));
}

function isHashed(url) {
  return /-[0-9a-f]{16}(_bg)?\.[a-z]+$/.test(url);
}

/** The start page comes from the cache; an unknown address asks the network first. */
async function navigation(request, url) {
  url.search = "";
  if (url.href === start || url.href === `${start}index.html`) return (await kept(start)) ?? fetch(request);
  const known = files.has(url.href) ? await kept(url.href) : undefined;
  if (known) return known;
  // Not the start page itself: its relative addresses would not hold there.
  const home = () => Response.redirect(start);
  try {
    const response = await fetch(request);
    return response.ok ? response : home();
  } catch {
    return home();
  }
}

/** From this build, else from an older one that is still open somewhere, else from the network. */
async function file(request, url) {
  const found = (await kept(url)) ?? (await olderBuild(url));
  if (found || !later.has(url)) return found ?? fetch(request);
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    const cache = await caches.open(own);
    await cache.put(url, copy).catch((error) => console.warn("not kept:", error));
  }
  return response;
}

async function kept(url) {
  return (await caches.open(own)).match(url);
}

async function olderBuild(url) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(prefix) && (await (await caches.open(name)).match(url));
    if (found) return found;
  }
  return undefined;
}
