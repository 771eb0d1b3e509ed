import { randomBytes } from 'node:crypto';
import type { Books } from '../../stage.ts';
import type { SessionHeaders } from '../../talaan-server.ts';
import type { Bench } from '../bench.ts';
import { callServer, figuresMeanwhile, uploadForm } from './uploaded-files.ts';

const ROWS = 100_000;
const PATH = '/payefile/uploads';

/**
 * G-R14: a file of 100,000 new payees read, checked and stored; how much memory the server takes for it, and how long
 * somebody else waits for a page of a list meanwhile.
 */
export const importFile: Bench = {
  name: 'import',
  last: true,
  async measure({ large, settings: { seconds } }) {
    const user = await large.server.signIn('admin');
    const file = payeeFile();
    let took = 0;
    const meanwhile = await figuresMeanwhile(large, { id: 'G-R14', seconds }, async () => {
      const began = performance.now();
      await importAll(large, user, file);
      took = performance.now() - began;
    });
    return [
      {
        id: 'G-R14',
        title: '100,000 payees from a file: read, checked and stored',
        unit: 'ms',
        ours: took,
        yardstick: null,
        goal: { at_most: 60_000 },
      },
      ...meanwhile,
    ];
  },
};

function payeeFile(): string {
  const mark = randomBytes(3).toString('hex');
  const lines = Array.from(
    { length: ROWS },
    (_, n) =>
      `${mark}${n},Payee ${n} of ${mark},${n % 2 === 0 ? 'Customer' : 'Supplier'},Makati City,Vatable,${1000 + (n % 9000)}`,
  );
  return ['Payee code,Description,Payee type,City,VAT,Zip code', ...lines].join('\r\n');
}

async function importAll(books: Books, user: SessionHeaders, file: string): Promise<void> {
  const form = uploadForm('payees.csv', file);
  const upload = `${PATH}/${form.get('upload_id') as string}`;
  const { columns } = await callServer<{ columns: { field: string | null }[] }>(books, user, PATH, form);
  await callServer(books, user, `${upload}/check`, { columns: columns.map(({ field }) => field) });
  const stored = await callServer<{ new: number }>(books, user, `${upload}/store`, { rows: 'all' });
  if (stored.new !== ROWS) throw new Error(`Of ${ROWS} payees ${stored.new} were stored.`);
}
