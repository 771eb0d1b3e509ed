import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.ts';

const ITEMS = Array.from({ length: 20 }, (_, at) => at);

/** Work of a few turns each, which notes what was begun and how many were under way; one may be refused. */
function work(refused?: number) {
  const noted = { begun: [] as number[], under_way: 0, most: 0 };
  const enter = async (item: number) => {
    noted.begun.push(item);
    noted.most = Math.max(noted.most, (noted.under_way += 1));
    if (item !== refused) for (let turns = 0; turns <= item % 3; turns += 1) await turn();
    noted.under_way -= 1;
    if (item === refused) throw new Error(`${item} is refused`);
  };
  return { noted, enter };
}

it('works on several at a time, each once and begun in order', async () => {
  const { noted, enter } = work();
  await inLanes(ITEMS, enter);
  expect(noted).toEqual({ begun: ITEMS, under_way: 0, most: 4 });
});

it('throws the refusal when nothing is under way, and begins nothing after it', async () => {
  const { noted, enter } = work(7);
  await expect(inLanes(ITEMS, enter)).rejects.toThrow('7 is refused');
  expect(noted.under_way).toBe(0);
  expect(Math.max(...noted.begun)).toBe(7);
});
