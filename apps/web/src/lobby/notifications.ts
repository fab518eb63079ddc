/** Notifications by the browser: asked for only by a press, and kept until pressed again. */

import { remember, remembered } from '../settings';

export type Permission = 'unsupported' | 'off' | 'on' | 'denied';

export class Notifications {
  get permission(): Permission {
    if (!('Notification' in window)) return 'unsupported';
    if (Notification.permission === 'denied') return 'denied';
    return Notification.permission === 'granted' && remembered('notify') === 'on' ? 'on' : 'off';
  }

  /** What a press on the switch does; the browser may ask. */
  async turn(on: boolean): Promise<void> {
    if (on) await Notification.requestPermission();
    remember('notify', on ? 'on' : null);
  }

  /** Shows a notification that leads to an address; a later one with the same tag takes its place. */
  async show(title: string, body: string, tag: string, address: string): Promise<void> {
    if (this.permission !== 'on') return;
    const icon = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href ?? '';
    const options = { body, tag, icon, data: { address } };
    try {
      new Notification(title, options).onclick = () => {
        window.focus();
        location.hash = address;
      };
    } catch {
      // Phones show notifications of service workers alone, which also hear the press.
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(title, options);
    }
  }
}
