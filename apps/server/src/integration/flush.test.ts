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
