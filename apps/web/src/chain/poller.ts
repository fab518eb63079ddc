/** The one place where the page waits to look again: never twice at a time, until it is told to stop. */

export class Poller {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = false;
  private looking = false;
  /** Whether something has changed during a look, so that the next one does not wait. */
  private again = false;

  /** `look` sorts out by itself whatever goes wrong; `pause` tells how long to wait after it, `null` for no further look. */
  constructor(
    private readonly look: () => void | Promise<void>,
    private readonly pause: () => number | null,
  ) {}

  get isWatching(): boolean {
    return this.watching;
  }

  /** Looks at once, and again and again until `stop`. */
  start(): void {
    if (this.watching) return;
    this.watching = true;
    this.now();
  }

  stop(): void {
    this.watching = false;
    this.again = false;
    clearTimeout(this.timer);
  }

  /** Looks without waiting, because something is known to have changed; while it is stopped there is no need to. */
  now(): void {
    if (this.looking) this.again = true;
    else if (this.watching) void this.lookOnce();
  }

  /** Looks after the pause from now on, because the pause may be another one. */
  later(): void {
    this.watching = true;
    if (!this.looking) this.wait(this.pause());
  }

  private async lookOnce(): Promise<void> {
    clearTimeout(this.timer);
    this.looking = true;
    this.again = false;
    try {
      await this.look();
    } finally {
      this.looking = false;
    }
    if (this.watching) this.wait(this.again ? 0 : this.pause());
  }

  private wait(ms: number | null): void {
    clearTimeout(this.timer);
    if (ms !== null) this.timer = setTimeout(() => this.now(), ms);
  }
}
