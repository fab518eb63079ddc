/** Polls: the only timer of the page. Never two polls at a time, and none while the page is hidden, until `stop`. */

export class Poller {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private polling = false;
  /** Whether something changed during a poll, so that the next one does not wait. */
  private again = false;

  /** `poll` handles its own errors; `pause` is how long to wait after it, `null` for no further poll. */
  constructor(
    private readonly poll: () => void | Promise<void>,
    private readonly pause: () => number | null,
    private readonly whileHidden = false,
  ) {}

  get isRunning(): boolean {
    return this.running;
  }

  /** Polls at once, and again and again until `stop`. */
  start(): void {
    if (this.running) return;
    this.run();
    this.now();
  }

  stop(): void {
    this.running = false;
    this.again = false;
    clearTimeout(this.timer);
    globalThis.document?.removeEventListener('visibilitychange', this.look);
  }

  /** Polls without waiting, because something is known to have changed. Does nothing while it is stopped. */
  now(): void {
    if (this.polling) this.again = true;
    else if (this.running && this.mayPoll()) void this.pollOnce();
  }

  /** Starts the pause anew, because its length may have changed. */
  later(): void {
    this.run();
    if (!this.polling) this.wait(this.pause());
  }

  private run(): void {
    this.running = true;
    if (!this.whileHidden) globalThis.document?.addEventListener('visibilitychange', this.look);
  }

  private readonly look = (): void => this.now();

  private mayPoll(): boolean {
    return this.whileHidden || globalThis.document?.visibilityState !== 'hidden';
  }

  private async pollOnce(): Promise<void> {
    clearTimeout(this.timer);
    this.polling = true;
    this.again = false;
    try {
      await this.poll();
    } finally {
      this.polling = false;
    }
    if (this.running) this.wait(this.again ? 0 : this.pause());
  }

  private wait(ms: number | null): void {
    clearTimeout(this.timer);
    if (ms !== null) this.timer = setTimeout(() => this.now(), ms);
  }
}
