/** Newer versions of the page: the service worker fetches them, and people say when to change over. */

/** The newer version that waits, if there is one. */
let waiting: ServiceWorker | null = null;

export const isUpdateReady = (): boolean => waiting !== null;

/** Changes over to it, which reloads the page. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting?.postMessage('change over');
}

/** Makes the page work without a network from the next visit on; calls back when a newer version has come. */
export async function workOffline(changed: () => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Storage may be forbidden, as in private windows; then the page needs the network as any other.
  const registration = await navigator.serviceWorker.register('sw.js').catch(() => null);
  const look = () => {
    // The first version has nobody to replace, so it is no update.
    if (!registration?.waiting || !navigator.serviceWorker.controller) return;
    waiting = registration.waiting;
    changed();
  };
  look();
  registration?.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}
