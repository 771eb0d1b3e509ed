/** held: this tab works; blocked: another one does; starting: not known yet. */
export type TabLockState = 'starting' | 'held' | 'blocked';

const LOCK = 'talaan-tab';
const CHANNEL = 'talaan-tab';
/** A tab that sleeps does not hear the request; then its lock is taken away. */
const STEAL_AFTER_MS = 1500;
/** A page that is loaded anew asks before the browser has let go of its forerunner; that is no other tab. */
const BLOCKED_AFTER_MS = 500;

/**
 * Lets one tab of this browser work at a time (spec 1 §2). The browser's own exclusive lock decides, so a crashed tab never
 * blocks; a channel carries the wish to take over. Where the browser has no locks (a page without https), every tab works.
 */
export class TabLock {
  #state: TabLockState = 'starting';
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #closing = new AbortController();
  #release: (() => void) | null = null;

  constructor() {
    this.#channel.addEventListener('message', () => this.#handOver());
    if ('locks' in navigator) this.#begin();
    else this.#set('held');
  }

  get state(): TabLockState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** 'Use this tab instead': the other tab hands the lock over, or loses it. */
  takeOver(): void {
    // A channel has no target origin: only pages of this origin hear it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage('hand over');
    setTimeout(() => {
      if (this.#state === 'blocked' && !this.#closing.signal.aborted) void this.#request({ steal: true });
    }, STEAL_AFTER_MS);
  }

  /** Gives the lock back and stops listening. */
  close(): void {
    this.#closing.abort();
    this.#channel.close();
    this.#release?.();
  }

  #begin(): void {
    void this.#request({ signal: this.#closing.signal });
    setTimeout(() => {
      if (this.#state === 'starting' && !this.#closing.signal.aborted) this.#set('blocked');
    }, BLOCKED_AFTER_MS);
  }

  /** Comes back only when the lock is lost or given up. */
  async #request(options: LockOptions): Promise<void> {
    let held = false;
    try {
      await navigator.locks.request(LOCK, options, (lock) => {
        if (lock === null || this.#closing.signal.aborted) return null;
        held = true;
        this.#set('held');
        return new Promise<void>((resolve) => {
          this.#release = resolve;
        });
      });
    } catch (reason) {
      // Stolen by a tab that took over, or this tab is closing; anything else is a fault of the browser.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
      if (held && !this.#closing.signal.aborted) this.#waitAgain();
    }
  }

  #handOver(): void {
    if (this.#state !== 'held' || this.#release === null) return;
    this.#release();
    this.#waitAgain();
  }

  /** Stands in line behind the tab that took over, to work again when that one is closed. */
  #waitAgain(): void {
    this.#release = null;
    this.#set('blocked');
    void this.#request({ signal: this.#closing.signal });
  }

  #set(state: TabLockState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
