import type { Figure } from '../figures.ts';
import type { Stage } from '../stage.ts';

export interface Bench {
  /** What `--only` calls it. */
  readonly name: string;
  /** One repetition: what the product reaches and, beside it, its yardstick. */
  measure(stage: Stage, limits: Limits): Promise<Figure[]>;
  /** Measured once, after all repetitions. */
  readonly last?: boolean;
}

/** Yardsticks that several benches of one repetition are held against. */
export interface Limits {
  /** Entries per second of one bare function call each, 8 clients, one hot balance. */
  posting(): Promise<number>;
}

/** The yardsticks of one repetition, measured when first asked for. */
export function limitsOf(stage: Stage): Limits {
  let posting: Promise<number> | undefined;
  return { posting: () => (posting ??= stage.posting_yardstick.run(stage.settings.seconds)) };
}
