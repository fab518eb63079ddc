/** Newer versions of the page: the service worker fetches them, and people say when to change over. */

class Updates {
  private waiting: ServiceWorker | null = null;
  private readonly watchers: (() => void)[] = [];

  /** Whether a newer version waits. */
  get ready(): boolean {
    return this.waiting !== null;
  }

  /** Calls back when one has come. */
  watch(changed: () => void): void {
    this.watchers.push(changed);
  }

  /** Changes over to it, which reloads the page. */
  apply(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    this.waiting?.postMessage('change over');
  }

  /** Makes the page work without a network from the next visit on. */
  async register(): Promise<void> {
    const registration = await navigator.serviceWorker.register('sw.js');
    this.notice(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => this.notice(registration.waiting));
    });
  }

  /** The first version has nobody to replace, so it is no update. */
  private notice(waiting: ServiceWorker | null): void {
    if (!waiting || !navigator.serviceWorker.controller) return;
    this.waiting = waiting;
    for (const changed of this.watchers) changed();
  }
}

export const UPDATES = new Updates();

/** Storage may be forbidden, as in private windows; then the page needs the network as any other. */
export async function workOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await UPDATES.register().catch(() => {});
}
