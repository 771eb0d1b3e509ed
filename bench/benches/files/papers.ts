import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PrintedPayment } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { voucherPaper } from '@talaan/contract/documents/disbursement/voucher.paper';
import type { Printed } from '@talaan/contract/documents/document-print';
import { DOCUMENTS_IN_A_RUN } from '@talaan/contract/paper-runs/paper-run.contract';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { PAPER_FONT } from '@talaan/contract/papers/font-widths';
import { layOutPaper } from '@talaan/contract/papers/layout/paper-layout';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { percentile, type Figure } from '../../figures.ts';
import { loadVouchers } from '../../ledger/load-vouchers.ts';
import { growthDuring, readsUntil } from '../../meanwhile.ts';
import { processorTimeOf } from '../../processor-time.ts';
import { withClient } from '../../scratch-cluster.ts';
import type { Books } from '../../stage.ts';
import type { Bench } from '../bench.ts';

/** Long enough for a 99th percentile. */
const IDLE_SECONDS = 10;
/** While so many are made one after the other. */
const RUNS = 8;
const POLL_MS = 10;

/** What stands on a page, in points. */
export interface BarePage {
  readonly texts: readonly { text: string; x: number; y: number; size: number; bold: boolean }[];
  readonly rules: readonly { from: number; to: number; y: number; weight: number }[];
  readonly frames: readonly { x: number; y: number; width: number; height: number; weight: number }[];
}

/** P18: as many vouchers as one run takes, as one PDF that is asked for, made and ready, against pdfkit that is told every place. */
export const papers: Bench = {
  name: 'papers',
  async measure({ small, cluster }) {
    loaded ??= withClient(small.ownerUrl, (owner) => loadVouchers(owner, DOCUMENTS_IN_A_RUN));
    const numbers = await loaded;
    const pages = await (laidOut ??= layOut(small, numbers));
    // Nobody's first: programs and plans are warm for whoever prints every Friday.
    await (warm ??= makeRun(small, numbers.slice(0, 50)));
    const bare = await writeBare(pages);
    const idle = await readsUntil(small.server, small.reader, delay(IDLE_SECONDS * 1000));
    const of = { server_pid: small.server.process.pid!, cluster_folder: cluster.folder };
    let ms = 0;
    const used = await processorTimeOf(of, async () => {
      ms = await makeRun(small, numbers);
      return 1;
    });
    // One run is over before a hundred reads are made.
    const runs = (async () => {
      for (let run = 0; run < RUNS; run += 1) await makeRun(small, numbers);
    })();
    const [megabytes, reads] = await Promise.all([
      growthDuring(small.server, runs),
      readsUntil(small.server, small.reader, runs),
    ]);
    return [
      {
        id: 'P18',
        title: `${numbers.length} vouchers as one PDF : pdfkit alone with the same texts`,
        unit: 'ms',
        ours: ms,
        yardstick: bare.ms,
        goal: { at_most: 2 },
      },
      {
        id: 'P18 server',
        title: 'Processor time of the server for it : of pdfkit alone',
        unit: 'ms',
        ours: used.server,
        yardstick: bare.processor_ms,
        goal: { at_most: 2 },
      },
      {
        id: 'P18 database',
        title: 'Processor time of the database for it : of pdfkit alone',
        unit: 'ms',
        ours: used.database,
        yardstick: bare.processor_ms,
        goal: null,
      },
      {
        id: 'P18 others',
        title: 'List of somebody else meanwhile, 99th percentile : with nobody else there',
        unit: 'ms',
        ours: percentile(reads, 0.99),
        yardstick: percentile(idle, 0.99),
        goal: { at_most: 3 },
      },
      {
        id: 'P18 memory',
        title: 'Memory that the server takes for it, in MB',
        unit: 'count',
        ours: megabytes,
        yardstick: null,
        goal: { at_most: 120 },
      },
    ] satisfies Figure[];
  },
};

let loaded: Promise<string[]> | undefined;
let laidOut: Promise<BarePage[]> | undefined;
let warm: Promise<number> | undefined;

/** Milliseconds from when the file of the papers is begun until it is ready; it is taken out of the tray again. */
function makeRun({ server, reader, ownerUrl }: Books, numbers: readonly string[]): Promise<number> {
  return withClient(ownerUrl, async (owner) => {
    const documents = numbers.map((batch_number) => ({ document_type: 'CV', batch_number }));
    let began = performance.now();
    const { id } = await call<ReportFile>(server.port, reader, 'POST', '/api/papers', { documents });
    // Asked of the database, so that the server has nothing but the run to do.
    const stateOf = 'select state, reason from report_file where id = $1';
    for (let state = 'waiting'; state !== 'ready';) {
      if (state === 'waiting') began = performance.now();
      await delay(POLL_MS);
      const [file] = (await owner.query<{ state: string; reason: string | null }>(stateOf, [id])).rows;
      if (file!.state === 'failed') throw new Error(`The papers were not made: ${file!.reason}`);
      state = file!.state;
    }
    const ms = performance.now() - began;
    await call(server.port, reader, 'DELETE', `/api/report-files/${id}`);
    return ms;
  });
}

async function call<Answer>(
  port: number,
  headers: Readonly<Record<string, string>>,
  method: string,
  address: string,
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
    method,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${method} ${address} answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { data: Answer }).data;
}

/** Where everything of the vouchers stands, a code to verify among it, as the file that is measured has it. */
async function layOut({ server, reader }: Books, numbers: readonly string[]): Promise<BarePage[]> {
  const pages: BarePage[] = [];
  for (const number of numbers) {
    const address = `/api/trx/print-voucher/${number}`;
    const printed = await call<Printed<PrintedPayment>>(server.port, reader, 'POST', address, { preview: 1 });
    const verify = `http://127.0.0.1:${server.port}/verify/${'0'.repeat(16)}`;
    const payments = printed.batch.payments.map((facts) => ({ ...facts, copy_no: 1, verify }));
    const company = { ...printed.company, logo: null };
    const paper = drawPaper(voucherPaper, { ...printed, company, batch: { ...printed.batch, payments } });
    const layout = layOutPaper(paper, { ...PAPER_FONT, picture: () => ({ width: 1, height: 1 }) });
    for (const page of layout.pages) {
      const marks = page.flatMap(({ marks: own, y }) => own.map((mark) => ({ mark, y })));
      pages.push({
        texts: marks.flatMap(({ mark, y }) =>
          'text' in mark && mark.text !== ''
            ? [{ text: mark.text, x: mark.x, y: y + mark.y, size: mark.size, bold: mark.bold ?? false }]
            : [],
        ),
        rules: marks.flatMap(({ mark, y }) =>
          'rule' in mark ? [{ from: mark.rule[0], to: mark.rule[1], y: y + mark.y, weight: mark.weight }] : [],
        ),
        frames: marks.flatMap(({ mark, y }) => {
          if (!('frame' in mark)) return [];
          const [x, top, width, height] = mark.frame;
          return [{ x, y: y + top, width, height, weight: mark.weight }];
        }),
      });
    }
  }
  return pages;
}

async function writeBare(pages: readonly BarePage[]): Promise<{ ms: number; processor_ms: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-bench-'));
  try {
    const file = path.join(folder, 'pages.json');
    writeFileSync(file, JSON.stringify(pages));
    const program = path.join(import.meta.dirname, '..', '..', 'yardstick', 'bare-papers.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', program, file], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [[times]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [
      [{ ms: number; processor_ms: number }],
      unknown,
    ];
    return times;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
