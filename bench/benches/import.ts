import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '../../packages/contract/src/http/client.ts';
import { percentile, type Figure } from '../figures.ts';
import { growthDuring, readsUntil } from '../meanwhile.ts';
import type { SessionHeaders, TalaanServer } from '../talaan-server.ts';
import type { Bench } from './bench.ts';

const ROWS = 100_000;
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
    const idle = await readsUntil(server, reader, delay(settings.seconds * 1000));
    const began = performance.now();
    let ended = began;
    const imported = importAll(server, user, file).then(() => (ended = performance.now()));
    const [megabytes, busy] = await Promise.all([growthDuring(server, imported), readsUntil(server, reader, imported)]);
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
        ours: megabytes,
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
