import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from './http-load.ts';
import type { SessionHeaders, TalaanServer } from './talaan-server.ts';
import { timeRead } from './timed-reads.ts';

const SAMPLE_MS = 50;
const READS_PER_SECOND = 20;

/** How many megabytes more than before are resident of the server at most while it works. */
export async function growthDuring(server: TalaanServer, work: Promise<unknown>): Promise<number> {
  const before = residentMegabytes(server);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(server))), SAMPLE_MS);
  try {
    await work;
  } finally {
    clearInterval(sampling);
  }
  return peak - before;
}

function residentMegabytes({ process: { pid } }: TalaanServer): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Milliseconds that somebody else waits for a page of a list, ascending, until `until` has come. */
export async function readsUntil(
  server: TalaanServer,
  reader: SessionHeaders,
  until: Promise<unknown>,
): Promise<number[]> {
  let over = false;
  const ended = until.finally(() => (over = true));
  const connection = await openConnection(server.port);
  const times: number[] = [];
  try {
    while (!over) {
      const time = await timeRead(connection, { path: '/api/dept?pages=25', headers: reader });
      times.push(time);
      await delay(Math.max(0, 1000 / READS_PER_SECOND - time));
    }
  } finally {
    connection.close();
  }
  await ended;
  return times.toSorted((a, b) => a - b);
}
