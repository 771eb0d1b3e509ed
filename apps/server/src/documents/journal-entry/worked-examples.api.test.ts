import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBatch, moveBatch, readBatch, voidBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { requireRate, multiplyByRate } from '@talaan/core/money/rate';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { reverseAccruals } from '../../batches/moves/reverse-accruals.ts';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { projectPath } from '../../platform/project-paths.ts';
import {
  openJournalBooks,
  type JournalBooks,
  type JournalInput,
  type Role,
} from '../../testing/books/journal-books.ts';
import { setToday } from '../../testing/set-today.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { journalEntryDocument } from './journal-entry.document.ts';

interface ModelLine {
  example: string;
  step: string;
  document_type: string;
  document_date: string;
  account_code: string;
  acct_desc: string;
  debit_amount: string;
  credit_amount: string;
}

/** The journal entries of the worked examples; the other documents of an example belong to their own types. */
const WORKED: ModelLine[] = parse(
  readFileSync(projectPath('tests', 'model-company', 'worked-examples-journal.csv'), 'utf8'),
  { columns: true },
);
const MODEL = WORKED.filter((line) => line.document_type === 'JE');
const STEPS = [...new Set(MODEL.map((line) => `${line.example} ${line.step}`))];
const linesOf = (step: string) => MODEL.filter((line) => `${line.example} ${line.step}` === step);

/** What the entry page would be told beside the amounts: the dollar entry of E06, and the adjusting entries. */
const ENTERED_AS: Readonly<
  Record<string, { document_type: string; currency_id?: number; dollar_rate?: string; regular_trx?: number }>
> = {
  'E06 commission': { document_type: 'JV', currency_id: 2, dollar_rate: '55.10' },
  'E06 revaluation': { document_type: 'AE' },
  'E11 accrual': { document_type: 'AE', regular_trx: 1 },
};
const FOREIGN_ACCOUNTS: readonly string[] = ['102303', '105030'];

let app: TestServer;
let books: JournalBooks;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  books = await openJournalBooks(app.server, app.database);
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`
      insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, normal_balance, currency_id)
      select distinct code, description, 'S', case when code >= '4' then 'I' else 'B' end,
        substr('ALCIE', left(code, 1)::int, 1), case when left(code, 1) in ('1', '5') then 'D' else 'C' end,
        case when code = any (${FOREIGN_ACCOUNTS}::text[]) then 2 else 1 end
      from unnest(${MODEL.map((line) => line.account_code)}::text[], ${MODEL.map((line) => line.acct_desc)}::text[])
        m (code, description)
      on conflict do nothing`.execute(db);
    await sql`
      insert into regular_transaction (txn_type, document_type, adjusting, reverse_next_period)
      values ('E11 light of the month', 'JE', true, 1)`.execute(db);
  });
});
afterAll(() => app.stop());

describe.each(STEPS)('%s', (step) => {
  it('posts its lines and moves the trial balance to the centavo', async () => {
    const model = linesOf(step);
    const before = await balances();
    const isReversal = step === 'E11 reversal';
    const posted = isReversal ? await reversed() : await postThrough(inputOf(step));
    const journal = model.map((line) => [line.account_code, line.debit_amount, line.credit_amount]);
    // A reversal keeps the order of what it takes back.
    expect(await journalOf(posted)).toEqual(isReversal ? journal.toReversed() : journal);
    const after = await balances();
    for (const account of new Set(model.map((line) => line.account_code))) {
      const expected = model
        .filter((line) => line.account_code === account)
        .reduce((sum, line) => sum + netOf(line), 0n);
      expect([account, (after.get(account) ?? 0n) - (before.get(account) ?? 0n)]).toEqual([account, expected]);
    }
    expect([...after.values()].reduce((sum, net) => sum + net, 0n)).toBe(0n);
  });
});

it('keeps the dollars of E06 beside the pesos, and changes none by the revaluation', async () => {
  const foreign = await sql<{ acct_code: string; debit: string; fc_debit: string }>`
    select a.acct_code, sum(b.debit) as debit, sum(b.fc_debit) as fc_debit
    from balance_account b join account a on a.id = b.account_id
    where a.currency_id = 2 and b.period = 202305 group by a.acct_code order by a.acct_code`.execute(app.database);
  expect(foreign.rows).toEqual([
    { acct_code: '102303', debit: '1500.00', fc_debit: '0.00' },
    { acct_code: '105030', debit: '110800.00', fc_debit: '2000.00' },
  ]);
});

it('leaves the accrual of E11 nil after its reversal in May, and April as it was', async () => {
  const accrued = await sql<{ period: number; net: string }>`
    select b.period, b.debit - b.credit as net from balance_account b join account a on a.id = b.account_id
    where a.acct_code = '205020' order by b.period`.execute(app.database);
  expect(accrued.rows).toEqual([
    { period: 202304, net: '-18500.00' },
    { period: 202305, net: '18500.00' },
  ]);
});

it('brings a voided entry of a closed month to nil on the day of the void, as E09 b', async () => {
  const before = await balances();
  const july = { ...inputOf('E09 b-reversal') };
  july.headers = [{ ...july.headers[0]!, document_date: '2023-07-10' }];
  const posted = await postThrough(july);
  await setPeriod(0);
  await setToday(app.ownerUrl, '2023-08-03');
  const voided = await books.people.checker.call(voidBatch, {
    body: { batch_number: posted.batch_number, reason: 'Cheque returned' },
  });
  await setPeriod(1);
  expect(voided.data.reversal_date).toBe('2023-08-03');
  expect(await balances()).toEqual(before);
});

/** What the job makes of the accrual, which is of a template that the next month takes back. */
async function reversed(): Promise<BatchDetail> {
  expect(await reverseAccruals(app.database)).toEqual({ posted: 1, waiting: 0 });
  const { rows } = await sql<{ batch_number: string }>`
    select b.batch_number from batch_reversal r join batch b on b.id = r.reversal_batch_id`.execute(app.database);
  return (await books.people.preparer.call(readBatch, { params: { id: rows[0]!.batch_number }, query: {} })).data;
}

function inputOf(step: string): JournalInput {
  const model = linesOf(step);
  const {
    document_type,
    currency_id = 1,
    dollar_rate = '1',
    regular_trx,
  } = ENTERED_AS[step] ?? { document_type: 'JV' };
  const own = (pesos: string) => inCurrency(pesos, dollar_rate);
  return {
    document_type,
    headers: [{ document_date: model[0]!.document_date, remarks: step, currency_id, dollar_rate, regular_trx }],
    details: model.map((line) => ({
      account_code: line.account_code,
      branch_id: books.branch_id,
      department_id: books.department_id,
      debit_amount: own(line.debit_amount),
      credit_amount: own(line.credit_amount),
    })),
  };
}

/** The amount in the currency whose value at the rate is the given pesos. */
function inCurrency(pesos: string, rate: string): string {
  const minor = (parseAmount(pesos)! * 1_000_000n) / requireRate(rate);
  expect(amountText(multiplyByRate(minor, requireRate(rate)))).toBe(pesos);
  return amountText(minor);
}

async function postThrough(input: JournalInput): Promise<BatchDetail> {
  const { data } = await books.people.preparer.call(createBatch, { body: input });
  const actors: Role[] = ['preparer', 'checker', 'approver1', 'approver2', 'approver3'];
  for (const [index, status] of [...data.route.map((stage) => stage.status), 7].entries()) {
    await books.people[actors[index]!].call(moveBatch, { params: { id: data.batch_number }, body: { status } });
  }
  return data;
}

async function journalOf(batch: BatchDetail): Promise<string[][]> {
  const found = await sql<{ acct_code: string; debit: string; credit: string }>`
    select a.acct_code, p.debit, p.credit
    from journal_entry e join posting p on p.entry_id = e.id join account a on a.id = p.account_id
    where e.document_id = ${batch.headers[0]!.id} and e.reverses_id is null order by p.line_no`.execute(app.database);
  return found.rows.map((row) => [row.acct_code, row.debit, row.credit]);
}

/** Net balance of every account that has one, in centavos. */
async function balances(): Promise<Map<string, bigint>> {
  const found = await sql<{ acct_code: string; net: string }>`
    select a.acct_code, (sum(b.debit - b.credit) * 100)::bigint as net
    from balance_account b join account a on a.id = b.account_id
    group by a.acct_code having sum(b.debit - b.credit) <> 0`.execute(app.database);
  return new Map(found.rows.map((row) => [row.acct_code, BigInt(row.net)]));
}

function netOf(line: ModelLine): bigint {
  return parseAmount(line.debit_amount)! - parseAmount(line.credit_amount)!;
}

async function setPeriod(open: 0 | 1): Promise<void> {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .updateTable('accounting_period')
      .set({ general_journal: open })
      .where('fiscal_year', '=', 2023)
      .where('period_no', '=', 7)
      .execute(),
  );
}
