import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, type Figure } from '../../figures.ts';
import { growthDuring, readsUntil } from '../../meanwhile.ts';
import { withClient } from '../../scratch-cluster.ts';
import type { Books } from '../../stage.ts';
import type { Bench } from '../bench.ts';

/** Rows of the long files, where the ledger has as many. */
const LONG = 200_000;
const PDF_ROWS = 5000;
/** Long enough for a 99th percentile. */
const IDLE_SECONDS = 10;
type Format = 'xlsx' | 'csv' | 'pdf';

/**
 * P12, P13: the subsidiary as a file over HTTP against the same number of rows written bare; what memory the server takes for a
 * long one beside a short one, and how long somebody else waits meanwhile.
 */
export const reportFiles: Bench = {
  name: 'report-files',
  last: true,
  async measure({ large, settings }) {
    const long = await periodOf(large, Math.min(LONG, settings.lines / 2));
    const short = await periodOf(large, PDF_ROWS);
    return [
      ...(await spreadsheetFigures(large, 'xlsx', long)),
      ...(await spreadsheetFigures(large, 'csv', long)),
      ...(await pdfFigures(large, short, long)),
    ];
  },
};

async function spreadsheetFigures(books: Books, format: 'xlsx' | 'csv', long: Period): Promise<Figure[]> {
  const bare = await writeBare(books, format, long.rows);
  const ours = await takeFile(books, format, long);
  return [
    {
      id: `P12 ${format}`,
      title: `Subsidiary of ${long.rows.toLocaleString('en')} rows as .${format} : as many rows written bare`,
      unit: 'ms',
      ours: ours.ms,
      yardstick: bare,
      goal: { at_most: 2 },
    },
    {
      id: `P12 ${format} memory`,
      title: 'Memory that the server takes for it, in MB',
      unit: 'count',
      ours: ours.megabytes,
      yardstick: null,
      goal: { at_most: 120 },
    },
    {
      id: `P12 ${format} others`,
      title: 'The longest that somebody else waited for a list meanwhile',
      unit: 'ms',
      ours: ours.reads.at(-1)!,
      yardstick: null,
      goal: null,
    },
  ];
}

async function pdfFigures(books: Books, short: Period, long: Period): Promise<Figure[]> {
  const idle = await readsUntil(books.server, books.reader, delay(IDLE_SECONDS * 1000));
  const bare = await writeBare(books, 'pdf', short.rows);
  const few = await takeFile(books, 'pdf', short);
  const many = await takeFile(books, 'pdf', long);
  return [
    {
      id: 'P13',
      title: `Subsidiary of ${short.rows.toLocaleString('en')} rows as PDF : pdfkit alone`,
      unit: 'ms',
      ours: few.ms,
      yardstick: bare,
      goal: { at_most: 2 },
    },
    {
      id: 'P13 others',
      title: 'List of somebody else while the long one is made, 99th percentile : with nobody else there',
      unit: 'ms',
      ours: percentile(many.reads, 0.99),
      yardstick: percentile(idle, 0.99),
      goal: { at_most: 3 },
    },
    {
      id: 'P13 long',
      title: `A row of ${long.rows.toLocaleString('en')} : a row of ${short.rows.toLocaleString('en')}`,
      unit: 'ms',
      ours: many.ms / long.rows,
      yardstick: few.ms / short.rows,
      goal: { at_most: 1.3 },
    },
    {
      id: 'P13 memory',
      title: 'Memory that the server takes for the long one, in MB',
      unit: 'count',
      ours: many.megabytes,
      yardstick: null,
      goal: { at_most: 120 },
    },
  ];
}

interface Period {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/** The days from the first one on that have about as many postings. */
async function periodOf({ ownerUrl }: Books, rows: number): Promise<Period> {
  return withClient(ownerUrl, async (client) => {
    const found = await client.query<Period>(
      `with days as (select entry_date, sum(count(*)) over (order by entry_date) as rows from posting group by entry_date)
       select min(entry_date)::text as from, max(entry_date)::text as to, max(rows)::int as rows from days
       where rows <= greatest($1, (select min(rows) from days))`,
      [rows],
    );
    return found.rows[0]!;
  });
}

async function takeFile(books: Books, format: Format, { from, to }: Period) {
  const { server, reader } = books;
  const address = `/api/rpt/subledgerReport/export?type=daily&date_from=${from}&date_to=${to}&format=${format}`;
  const began = performance.now();
  let ms = 0;
  const taken = (async () => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${address}`, { headers: reader });
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
    for await (const _chunk of reply.body!);
    ms = performance.now() - began;
  })();
  const [megabytes, reads] = await Promise.all([growthDuring(server, taken), readsUntil(server, reader, taken)]);
  return { ms, megabytes, reads };
}

async function writeBare({ ownerUrl }: Books, format: Format, rows: number): Promise<number> {
  const program = path.join(import.meta.dirname, '..', '..', 'yardstick', 'bare-files.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, format, String(rows)], {
    env: { PATH: process.env['PATH'], BENCH_DATABASE_URL: ownerUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [[{ ms }]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [[{ ms: number }], unknown];
  return ms;
}
