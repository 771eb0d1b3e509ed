/** A timer that keeps its remaining time while it is paused. Milliseconds. */
export class PausableTimer {
  #remaining: number;
  readonly #done: () => void;
  #startedAt = 0;
  #handle: ReturnType<typeof setTimeout> | null = null;

  constructor(duration: number, done: () => void) {
    this.#remaining = duration;
    this.#done = done;
  }

  /** Starts, or goes on after a pause. */
  run(): void {
    if (this.#handle !== null) return;
    this.#startedAt = Date.now();
    this.#handle = setTimeout(this.#done, this.#remaining);
  }

  pause(): void {
    if (this.#handle === null) return;
    clearTimeout(this.#handle);
    this.#handle = null;
    this.#remaining = Math.max(0, this.#remaining - (Date.now() - this.#startedAt));
  }
}
