import type { RateLimiterPostgres } from 'rate-limiter-flexible';

/** Who tries under one key. */
interface Turns {
  /** Begun and not ended, waiting ones included. */
  present: number;
  at_work: number;
  /** How many have ended, to notice that one did while the failures were read. */
  ended: number;
  readonly waiting: (() => void)[];
}

/**
 * Counts what fails under a key, and lets no more be tried at once than may still fail; the others wait. So tries that
 * come together cannot slip through, and those that succeed or are refused cost nothing, however many they are. The
 * failures are in the database, for all nodes; who waits is known to this process.
 */
export class FailureCount {
  readonly #failures: RateLimiterPostgres;
  readonly #turns = new Map<string, Turns>();

  constructor(failures: RateLimiterPostgres) {
    this.#failures = failures;
  }

  /** Begins a turn, which `end` must end, and answers null; or answers the seconds to wait when too many failed. */
  async begin(key: string): Promise<number | null> {
    const turns = this.#turns.get(key) ?? { present: 0, at_work: 0, ended: 0, waiting: [] };
    this.#turns.set(key, turns);
    turns.present += 1;
    try {
      for (;;) {
        const { ended } = turns;
        const failures = await this.#failures.get(key);
        const mayFail = this.#failures.points - (failures?.consumedPoints ?? 0);
        if (failures && mayFail <= 0) {
          this.#leave(key, turns);
          return Math.max(1, Math.ceil(failures.msBeforeNext / 1000));
        }
        if (turns.ended !== ended) continue;
        if (turns.at_work < mayFail) {
          turns.at_work += 1;
          return null;
        }
        await new Promise<void>((resolve) => void turns.waiting.push(resolve));
      }
    } catch (error) {
      this.#leave(key, turns);
      throw error;
    }
  }

  /** Ends a turn; one that failed is counted first. */
  async end(key: string, failed: boolean): Promise<void> {
    const turns = this.#turns.get(key)!;
    try {
      if (failed) await this.#failures.penalty(key);
    } finally {
      turns.at_work -= 1;
      turns.ended += 1;
      this.#leave(key, turns);
    }
  }

  /** Failures in the running window. */
  async failed(key: string): Promise<number> {
    return (await this.#failures.get(key))?.consumedPoints ?? 0;
  }

  /** Takes what failed out of the count. */
  async forget(key: string): Promise<void> {
    await this.#failures.delete(key);
  }

  #leave(key: string, turns: Turns): void {
    turns.present -= 1;
    if (turns.present === 0) this.#turns.delete(key);
    else turns.waiting.shift()?.();
  }
}
