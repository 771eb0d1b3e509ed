import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadCalls } from '@talaan/contract/integration/uploaded-batches.contract';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { amountText, requireSum } from '@talaan/core/money/money';
import { addressOf } from '../../../packages/contract/src/http/client.ts';
import { today } from '../../../apps/server/src/platform/clock.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { percentile, type Figure } from '../../figures.ts';
import { loadCodes, loadLedgerMasters } from '../../ledger/ledger-masters.ts';
import { createHotJournalPlanner } from '../../ledger/plan-journals.ts';
import { growthDuring, readsUntil } from '../../meanwhile.ts';
import { withClient } from '../../scratch-cluster.ts';
import type { Books } from '../../stage.ts';
import type { SessionHeaders } from '../../talaan-server.ts';
import type { Bench } from '../bench.ts';

/** Journals of four lines: 100,000 lines. */
const BATCHES = 5;
const DOCUMENTS = 5000;
const SOURCE = 'IS';

/**
 * G-R14 of files of batches: heads and details of 100,000 lines are checked, taken, accepted by somebody else and posted; the running
 * sums move by what they say, and the same files again move nothing. How much memory the server takes, and how long somebody else waits.
 */
export const uploads: Bench = {
  name: 'uploads',
  last: true,
  async measure({ small, settings }) {
    const { server, reader, ownerUrl } = small;
    const [uploader, accepter] = [await server.signIn('admin'), await server.signIn('admin2')];
    const { heads, details, batch_nos, debit } = await writeFiles(ownerUrl);
    const idle = await readsUntil(server, reader, delay(settings.seconds * 1000));
    const before = await sumOfDebits(ownerUrl);
    const took = { checked: 0, taken: 0, accepted: 0 };
    const work = (async () => {
      const header = await check(small, uploader, 'header-is', heads);
      await take(small, uploader, header, 'header-is');
      const began = performance.now();
      const detail = await check(small, uploader, 'detail-is', details);
      took.checked = performance.now() - began;
      await take(small, uploader, detail, 'detail-is');
      took.taken = performance.now() - began - took.checked;
      // As the page does: one after the other.
      for (const batch_no of batch_nos) {
        await call(small, accepter, '/trx/uploads/accept', JSON.stringify({ batches: [{ source: SOURCE, batch_no }] }));
      }
      took.accepted = performance.now() - began - took.checked - took.taken;
    })();
    const [megabytes, busy] = await Promise.all([growthDuring(server, work), readsUntil(server, reader, work)]);
    for (const [kind, file] of [
      ['header-is', heads],
      ['detail-is', details],
    ] as const) {
      const { message } = await check(small, uploader, kind, file);
      if (!message.startsWith('Already uploaded')) throw new Error(`The same file again: ${message}`);
    }
    const moved = (await sumOfDebits(ownerUrl)) - before;
    if (moved !== debit) throw new Error(`${amountText(debit)} were uploaded, ${amountText(moved)} posted.`);
    const ms = (id: string, title: string, ours: number, at_most: number | null) =>
      ({ id, title, unit: 'ms', ours, yardstick: null, goal: at_most === null ? null : { at_most } }) as const;
    return [
      ms(
        'G-R14 batches',
        '100,000 lines of batches from files: checked, taken, accepted and posted',
        took.checked + took.taken + took.accepted,
        60_000,
      ),
      ms('G-R14 batches checked', 'Of it, checked', took.checked, null),
      ms('G-R14 batches taken', 'Of it, taken', took.taken, null),
      {
        id: 'G-R14 batches memory',
        title: 'Memory that the server takes for it, in MB',
        unit: 'count',
        ours: megabytes,
        yardstick: null,
        goal: { at_most: 150 },
      },
      {
        id: 'G-R14 batches others',
        title: 'List page of somebody else meanwhile, 95th percentile : with nobody else there',
        unit: 'ms',
        ours: percentile(busy, 0.95),
        yardstick: percentile(idle, 0.95),
        goal: { at_most: 2 },
      },
    ] satisfies Figure[];
  },
};

interface Files {
  readonly heads: string;
  readonly details: string;
  readonly batch_nos: readonly string[];
  /** In centavos. */
  readonly debit: bigint;
}

/** Both files of the same batches, each of which balances. */
async function writeFiles(ownerUrl: string): Promise<Files> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const [masters, codes] = [await loadLedgerMasters(database), await loadCodes(database)];
    const seed = randomBytes(3).readUIntBE(0, 3);
    const plan = createHotJournalPlanner(masters, { seed, date: today() });
    const heads = ['Batch no,Document no,Document type,Document date,Department,Remarks'];
    const details = ['Batch no,Document no,Chart of Accounts,Debit,Credit,Branch,Department,Payee'];
    const batch_nos = Array.from({ length: BATCHES }, (_, at) => String(seed * 10 + at));
    let debit = 0n;
    for (const [at, batch_no] of batch_nos.entries()) {
      for (let no = 1; no <= DOCUMENTS; no += 1) {
        const { date, lines } = plan(at * DOCUMENTS + no);
        heads.push([batch_no, no, 'JE', date, codes.department[0], 'TRANSACTIONS OF THE DAY'].join(','));
        for (const line of lines) {
          debit += line.debit;
          const department =
            line.department_id === null ? '' : (codes.department[line.department_id] ?? codes.department[0]);
          const amounts = [amountText(line.debit), amountText(line.credit)];
          const branch = codes.branch[line.branch_id] ?? codes.branch[0];
          const payee = codes.payee[line.payee_id] ?? codes.payee[0];
          details.push([batch_no, no, codes.account[line.account_id], ...amounts, branch, department, payee].join(','));
        }
      }
    }
    return { heads: heads.join('\r\n'), details: details.join('\r\n'), batch_nos, debit };
  } finally {
    await database.destroy();
  }
}

interface Answer {
  readonly upload_id: string;
  readonly message: string;
  readonly check: { readonly fault_count: number } | null;
}

async function check(books: Books, user: SessionHeaders, kind: UploadKind, file: string): Promise<Answer> {
  const { 'content-type': _json, ...session } = user;
  const form = new FormData();
  form.set('upload_id', randomBytes(16).toString('hex'));
  form.set('preview', '1');
  form.append('upload_file[]', new File([file], `${kind}.csv`));
  const answer = await call<Answer>(books, session, uploadCalls[kind].path, form);
  if ((answer.check?.fault_count ?? 0) > 0) throw new Error(`${kind}: ${answer.message}`);
  return answer;
}

async function take(books: Books, user: SessionHeaders, { upload_id }: Answer, kind: UploadKind): Promise<void> {
  await call(books, user, uploadCalls[kind].path, JSON.stringify({ upload_id }));
}

async function call<Data>(
  { server }: Books,
  headers: Readonly<Record<string, string>>,
  path: string,
  body: FormData | string,
): Promise<Data> {
  const url = `http://127.0.0.1:${server.port}${addressOf(path)}`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body,
  });
  const answer = (await reply.json()) as { data: Data };
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer).slice(0, 1000)}`);
  return answer.data;
}

/** Of the whole ledger, in centavos. */
function sumOfDebits(ownerUrl: string): Promise<bigint> {
  return withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ debit: string }>('select sum(debit)::text as debit from balance_account');
    return requireSum(rows[0]!.debit);
  });
}
