/**
 * Keeps what playing on one device needs, so that it starts and plays without a network.
 *
 * The build fills in FILES and VERSION. Everything else, such as the chain, is asked for as if this were not here.
 */

const PREFIX = 'tic-tac-toe-';
const CACHE = `${PREFIX}${VERSION}`;
const START = './';
const addressOf = (file) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlderVersions()));

// A newer version waits until people ask for it, so that nothing changes in the middle of a game.
self.addEventListener('message', ({ data }) => {
  if (data === 'change over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const file = request.mode === 'navigate' ? START : FILES.find((name) => addressOf(name) === request.url);
  if (request.method === 'GET' && file !== undefined) event.respondWith(kept(file, request));
});

// Where the page itself can't show notifications, this shows them for it and hears the press.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(bringToFront(new URL(notification.data?.address ?? '', self.registration.scope).href));
});

async function bringToFront(address) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(address);
  await page.navigate(address);
  return page.focus();
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(addressOf(file), { cache: 'reload' })));
}

async function kept(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(addressOf(file))) ?? fetch(request);
}

async function dropOlderVersions() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}
