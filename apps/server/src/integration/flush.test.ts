import { expect, it } from 'vitest';
import { createFlush, type FlushedCall } from './flush.ts';

it('lets wait so many calls, and of those so many lines; what went makes room', async () => {
  const worked: number[][] = [];
  let go: () => void = () => {};
  const flush = createFlush(
    async (calls: readonly FlushedCall[]) => {
      worked.push(calls.map(({ lines }) => lines));
      await new Promise<void>((resolve) => (go = resolve));
      return calls.map(({ lines }) => ({ status: 'fulfilled', value: lines }) as const);
    },
    { waiting: 3, waiting_lines: 100, calls: 2, lines: 50 },
  );
  const call = (name: string, lines: number) => flush({ maker: 1, name, lines });
  const refused = { status: 503, code: 'queue_full' };
  // It is larger than all that may wait, and nobody waits.
  const first = call('A', 400);
  const waiting = [call('B', 20), call('C', 30), call('D', 50)];
  await expect(call('E', 0)).rejects.toMatchObject(refused);
  go();
  expect(await first).toBe(400);
  expect(worked).toEqual([[400], [20, 30]]);
  await expect(call('F', 51)).rejects.toMatchObject(refused);
  const last = call('G', 50);
  for (const one of [...waiting, last]) {
    go();
    await one;
  }
  expect(worked.slice(1)).toEqual([[20, 30], [50], [50]]);
});

it('begins with half of all once those before are handed over and as many wait, two groups of a maker at a time, and with none of a name that is worked on', async () => {
  const worked: string[][] = [];
  const groups: { handOver: () => void; end: () => void }[] = [];
  const flush = createFlush(
    async (calls: readonly FlushedCall[], handOver) => {
      worked.push(calls.map(({ name }) => name));
      await new Promise<void>((end) => groups.push({ handOver, end }));
      return calls.map(({ name }) => ({ status: 'fulfilled', value: name }) as const);
    },
    { waiting: 10, waiting_lines: 100, calls: 10, lines: 100 },
  );
  const call = (name: string, maker = 1) => flush({ maker, name, lines: 1 });
  const first = call('A');
  const rest = [call('A'), call('B'), call('C'), call('E')];
  void call('D', 2);
  expect(worked).toEqual([['A'], ['D']]);
  groups[0]!.handOver();
  expect(worked.slice(2)).toEqual([['B', 'C', 'E']]);
  // The third waits for the end of one, not for the second to hand over alone.
  groups[2]!.handOver();
  expect(worked.length).toBe(3);
  groups[0]!.end();
  await first;
  // Fewer wait than are worked on.
  rest.push(call('F'));
  expect(worked.length).toBe(3);
  rest.push(call('G'));
  expect(worked.slice(3)).toEqual([['A', 'F', 'G']]);
  // Whoever never hands over has done so at his end.
  groups[2]!.end();
  groups[3]!.end();
  await Promise.all(rest);
  const last = call('A');
  expect(worked.slice(4)).toEqual([['A']]);
  groups[4]!.end();
  expect(await last).toBe('A');
});
