import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '../../packages/contract/src/http/client.ts';
import { percentile, type Figure } from '../figures.ts';
import { openConnection } from '../http-load.ts';
import type { Stage } from '../stage.ts';
import type { SessionHeaders, TalaanServer } from '../talaan-server.ts';
import { timeRead } from '../timed-reads.ts';
import type { Bench } from './bench.ts';

const ROWS = 100_000;
const READS_PER_SECOND = 20;
const SAMPLE_MS = 50;
const PATH = '/payefile/uploads';

/**
 * G-R14: a file of 100,000 new payees read, checked and stored; how much memory the server takes for it, and how long
 * somebody else waits for a page of a list meanwhile.
 */
export const importFile: Bench = {
  name: 'import',
  last: true,
  async measure({ large, settings }) {
    const { server, reader } = large;
    const user = await server.signIn('admin');
    const file = payeeFile();
    const idle = await readFor(server, reader, delay(settings.seconds * 1000));
    const before = residentMegabytes(server);
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(server))), SAMPLE_MS);
    const began = performance.now();
    let ended = began;
    const busy = await readFor(
      server,
      reader,
      importAll(server, user, file).then(() => (ended = performance.now())),
    );
    clearInterval(sampling);
    return [
      {
        id: 'G-R14',
        title: '100,000 payees from a file: read, checked and stored',
        unit: 'ms',
        ours: ended - began,
        yardstick: null,
        goal: { at_most: 60_000 },
      },
      {
        id: 'G-R14 memory',
        title: 'Memory that the server takes for it, in MB',
        unit: 'count',
        ours: peak - before,
        yardstick: null,
        goal: { at_most: 150 },
      },
      {
        id: 'G-R14 others',
        title: 'List page of somebody else meanwhile, 95th percentile : with nobody else there',
        unit: 'ms',
        ours: percentile(busy, 0.95),
        yardstick: percentile(idle, 0.95),
        goal: { at_most: 2 },
      },
    ] satisfies Figure[];
  },
};

function payeeFile(): Buffer {
  const mark = randomBytes(3).toString('hex');
  const lines = Array.from(
    { length: ROWS },
    (_, n) =>
      `${mark}${n},Payee ${n} of ${mark},${n % 2 === 0 ? 'Customer' : 'Supplier'},Makati City,Vatable,${1000 + (n % 9000)}`,
  );
  return Buffer.from(['Payee code,Description,Payee type,City,VAT,Zip code', ...lines].join('\r\n'));
}

async function importAll(server: TalaanServer, user: SessionHeaders, file: Buffer): Promise<void> {
  const { 'content-type': _json, ...session } = user;
  const upload_id = randomBytes(16).toString('hex');
  const form = new FormData();
  form.set('upload_id', upload_id);
  form.append('upload_file[]', new File([new Uint8Array(file)], 'payees.csv'));
  const send = async (path: string, headers: Record<string, string>, body: FormData | string) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${addressOf(path)}`, { method: 'POST', headers, body });
    const answer = (await reply.json()) as { data: { columns: { field: string | null }[]; new: number } };
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { columns } = await send(PATH, session, form);
  const chosen = JSON.stringify({ columns: columns.map(({ field }) => field) });
  await send(`${PATH}/${upload_id}/check`, user, chosen);
  const stored = await send(`${PATH}/${upload_id}/store`, user, JSON.stringify({ rows: 'all' }));
  if (stored.new !== ROWS) throw new Error(`Of ${ROWS} payees ${stored.new} were stored.`);
}

/** Times of a list page, ascending, until `until` has come. */
async function readFor(
  server: Stage['large']['server'],
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

/** Memory of the server process that is resident now. */
function residentMegabytes({ process: { pid } }: TalaanServer): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
