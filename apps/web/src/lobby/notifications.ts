/** Notifications by the browser: asked for only by a press, and kept until pressed again. */

import { remember, remembered } from '../settings';

export type Permission = 'unsupported' | 'off' | 'on' | 'denied';

export interface TurnNotification {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag takes its place. */
  readonly tag: string;
  /** Where a press on it leads. */
  readonly address: string;
}

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

  async show(notification: TurnNotification): Promise<void> {
    if (this.permission !== 'on') return;
    const { title, body, tag, address } = notification;
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
