import { expect, it } from 'vitest';
import type { Bench } from './benches/bench.ts';
import type { Figure } from './figures.ts';
import { measureAll, type Measured } from './measure.ts';
import type { Stage } from './stage.ts';

const figure = (id: string, ours: number): Figure => ({
  id,
  title: id,
  unit: 'ms',
  ours,
  yardstick: null,
  goal: null,
});

it('tells of a repetition that fails, and the others count, those before it and those after', async () => {
  let second = 0;
  const benches: Bench[] = [
    { name: 'first', measure: async () => [figure('F', 1)] },
    {
      name: 'second',
      async measure() {
        second += 1;
        if (second === 2) throw new Error('canceling statement due to lock timeout');
        return [figure('S', second)];
      },
    },
    { name: 'once', last: true, measure: async () => [figure('O', 9)] },
  ];
  const said: string[] = [];
  const kept: Measured[] = [];
  const stage = { settings: { repetitions: 3 } } as Stage;
  const { figures, failures } = await measureAll(stage, benches, {
    say: (sentence) => said.push(sentence),
    keep: ({ figures: all, failures: none }) => kept.push({ figures: [...all], failures: [...none] }),
  });
  expect(figures.map(({ id, ours }) => `${id}${ours}`)).toEqual(['F1', 'S1', 'F1', 'F1', 'S3', 'O9']);
  expect(failures).toEqual([{ bench: 'second', repetition: 2, message: 'canceling statement due to lock timeout' }]);
  expect(said).toContain('Repetition 2 of 3: second failed: canceling statement due to lock timeout');
  expect(kept.map((known) => known.figures.length)).toEqual([1, 2, 3, 3, 4, 5, 6]);
});
