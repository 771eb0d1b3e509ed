import { limitsOf, type Bench } from './benches/bench.ts';
import type { Figure } from './figures.ts';
import type { Stage } from './stage.ts';

/** A repetition of a bench that came to nothing, and why. */
export interface Failure {
  readonly bench: string;
  /** From 1 on; null of a bench that is measured once, after all repetitions. */
  readonly repetition: number | null;
  readonly message: string;
}

export interface Measured {
  readonly figures: readonly Figure[];
  readonly failures: readonly Failure[];
}

/**
 * Measures every bench in each repetition, and after all of them what is measured once. What fails is told and noted, and the
 * others count. `keep` is given everything that is known so far after each, so that nothing is lost when the run is ended.
 */
export async function measureAll(
  stage: Stage,
  benches: readonly Bench[],
  { say, keep }: { say: (sentence: string) => void; keep: (measured: Measured) => void },
): Promise<Measured> {
  const figures: Figure[] = [];
  const failures: Failure[] = [];
  const { repetitions } = stage.settings;
  const repetition = async (chosen: readonly Bench[], at: number | null) => {
    const limits = limitsOf(stage);
    for (const bench of chosen) {
      const name = at === null ? bench.name : `Repetition ${at} of ${repetitions}: ${bench.name}`;
      say(name);
      try {
        figures.push(...(await bench.measure(stage, limits)));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        say(`${name} failed: ${message}`);
        failures.push({ bench: bench.name, repetition: at, message });
      }
      keep({ figures, failures });
    }
  };
  for (let at = 1; at <= repetitions; at += 1)
    await repetition(
      benches.filter((bench) => !bench.last),
      at,
    );
  await repetition(
    benches.filter((bench) => bench.last),
    null,
  );
  return { figures, failures };
}
