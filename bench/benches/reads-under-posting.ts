import { setTimeout as delay } from 'node:timers/promises';
import { percentile, type Figure } from '../figures.ts';
import { openConnection } from '../http-load.ts';
import type { Books } from '../stage.ts';
import { approve } from './approvals.ts';
import type { Bench } from './bench.ts';
import { MONTH_PATH } from './trial-balance.ts';

const READS_PER_SECOND = 20;

/** P16: a trial balance read again and again, with nobody else there and while eight people approve. */
export const readsUnderPosting: Bench = {
  name: 'reads-under-posting',
  async measure({ large, settings }) {
    const idle = await readFor(large, delay(settings.seconds * 1000));
    const busy = await readFor(large, approve(large, { connections: 8, seconds: settings.seconds }));
    return [
      {
        id: 'P16',
        title: 'Trial balance while eight people post, 95th percentile : with nobody else there',
        unit: 'ms',
        ours: percentile(busy, 0.95),
        yardstick: percentile(idle, 0.95),
        goal: { at_most: 5 },
      },
    ] satisfies Figure[];
  },
};

/** Times of the reads, ascending, until `until` has come. */
async function readFor({ server, reader }: Books, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const ended = until.finally(() => (over = true));
  const connection = await openConnection(server.port);
  const times: number[] = [];
  try {
    while (!over) {
      const began = performance.now();
      const { status, body } = await connection.send({ method: 'GET', path: MONTH_PATH, headers: reader });
      if (status !== 200) throw new Error(`The trial balance answered ${status}: ${body}`);
      times.push(performance.now() - began);
      await delay(Math.max(0, 1000 / READS_PER_SECOND - (performance.now() - began)));
    }
  } finally {
    connection.close();
  }
  await ended;
  return times.toSorted((a, b) => a - b);
}
