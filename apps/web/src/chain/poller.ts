/** Looks again and again, never twice at a time by itself, until it is told to stop. */

export class Poller {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = false;

  /** `look` sorts out whatever goes wrong by itself. */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly everyMs: number,
  ) {}

  start(): void {
    if (this.watching) return;
    this.watching = true;
    void this.now();
  }

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
  }

  /** Looks at once, because something is known to have changed. */
  async now(): Promise<void> {
    clearTimeout(this.timer);
    await this.look();
    clearTimeout(this.timer);
    if (this.watching) this.timer = setTimeout(() => void this.now(), this.everyMs);
  }
}
