// Keeps the whole site on the device and answers from there, with or without a network.
// A new version is stored next to the old one, and takes over once no page shows the old one any more.
const prefix = `perfectplay ${registration.scope} `;

addEventListener("install", (event) => {
  const fresh = kept.files.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(prefix + kept.print).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const older = (name) => name.startsWith(prefix) && name !== prefix + kept.print;
  const tidy = caches.keys().then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const found = caches.open(prefix + kept.print).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((answer) => answer ?? fetch(event.request)));
});
