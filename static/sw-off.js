// Kill switch: published in the place of sw.js, it takes the offline copy away from every browser that comes back, so that
// the page is loaded from its host again. It touches no data.

const prefix = `espalier ${self.registration.scope} `;

// It does not wait for consent: the build it takes away may be unable to ask for that.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(withdraw()));

async function withdraw() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
