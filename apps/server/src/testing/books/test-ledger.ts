import { sql } from 'kysely';
import { inTransaction, SYSTEM_ACTOR, type Actor, type Database } from '../../platform/database/database.ts';

/** An entry as a test writes it: lines of account code and amounts in pesos, debit or credit. */
export interface TestEntry {
  date: string;
  lines: readonly {
    account: string;
    debit?: string;
    credit?: string;
    remarks?: string;
    /** Code of the payee of the line, P1 or one of the books. */
    payee?: string;
    /** The main branch if absent. */
    branch_id?: number;
    /** The one of the books if absent. */
    department_id?: number;
    /** Of tax withheld: its code, which the books know, and what it was withheld of. */
    atc?: string;
    tax_base?: string;
  }[];
  /** Code of the payee whom the document names. */
  payee?: string;
  remarks?: string;
  is_confidential?: 0 | 1;
}

/** Books of a test: a small chart of accounts, one branch, one department, a few payees, every month of some years open. */
export interface TestLedger {
  /** Who prepared and posted everything. */
  user_id: number;
  /** Posts entries in one call, each as a document of its own; answers the entry ids. */
  post(entries: readonly TestEntry[]): Promise<string[]>;
  /** Voids the document of an entry and writes the exact mirror at a date. */
  reverse(entryId: string, date: string): Promise<string>;
}

/** `[code, description, parent code]`; what has no children takes postings. Codes start with their group: 1 A, 2 L, 3 C, 4 I, 5 E. */
export type TestAccount = readonly [code: string, description: string, parent?: string];

const GROUPS: Record<string, string> = { 1: 'A', 2: 'L', 3: 'C', 4: 'I', 5: 'E' };

/** What books are opened with. */
interface OpenedBooks {
  readonly accounts: readonly TestAccount[];
  readonly years: readonly number[];
  /** Rates in per cent by tax code. */
  readonly tax_codes?: Readonly<Record<string, number>>;
  /** Names by code, beside P1. */
  readonly payees?: Readonly<Record<string, string>>;
}

/** Opens books in an empty database: call it once per test file. */
export async function openTestLedger(database: Database, books: OpenedBooks): Promise<TestLedger> {
  const masters = await inTransaction(database, SYSTEM_ACTOR, (db) => makeMasters(db, books));
  const known = { ...masters, ...(await readCodes(database)), made: 0 };
  const actor: Actor = { user_id: masters.user_id, request_id: null };
  return {
    user_id: masters.user_id,
    post: (entries) => inTransaction(database, actor, (db) => postEntries(db, known, entries)),
    reverse: (entryId, date) =>
      inTransaction(database, actor, (db) => reverseEntry(db, masters.user_id, entryId, date)),
  };
}

/** What the books know of themselves; `made` counts their batches. */
type Known = Awaited<ReturnType<typeof makeMasters>> & Awaited<ReturnType<typeof readCodes>> & { made: number };

async function makeMasters(db: Database, books: OpenedBooks) {
  const user = await db
    .insertInto('app_user')
    .values({ user_id: 'ledger', user_first_name: 'Ana', user_last_name: 'Reyes', start_date: '2020-01-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('company')
    .values({ company_code: 'SMP', company_name: 'SAMPOL PADALA SERVICES, INC.', reporting: true })
    .execute();
  const branch = await db
    .insertInto('branch')
    .values({ brnc_code: 'SMP-001', brnc_name: 'SAMPOL MAIN' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const department = await db
    .insertInto('department')
    .values({ dept_code: 'ACCT', dept_desc: 'Accounting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payees = Object.entries({ P1: 'JUAN DELA CRUZ', ...books.payees });
  await db
    .insertInto('payee')
    .values(payees.map(([payee_code, payee_desc]) => ({ payee_code, payee_desc, payee_type: 2 })))
    .execute();
  await sql`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt, general_journal)
    select year, month, 1, 1, 1 from unnest(${books.years}::int[]) year, generate_series(1, 12) month`.execute(db);
  for (const [atc_code, atc_rate] of Object.entries(books.tax_codes ?? {}))
    await db
      .insertInto('alpha_tax_code')
      .values({ atc_code, atc_desc: `Payments under ${atc_code}`, atc_rate: String(atc_rate) })
      .execute();
  await makeAccounts(db, books.accounts);
  await sql`update setting set value = value || '{"JE": false}' where key in ('approval_required', 'review_stage')`.execute(
    db,
  );
  return { user_id: user.id, branch_id: branch.id, department_id: department.id };
}

async function makeAccounts(db: Database, accounts: readonly TestAccount[]): Promise<void> {
  const parents = new Set(accounts.map(([, , parent]) => parent));
  for (const [acct_code, acct_desc, parent] of accounts) {
    const acct_group = GROUPS[acct_code.charAt(0)] ?? 'A';
    await db
      .insertInto('account')
      .values({
        acct_code,
        acct_desc,
        acct_type: parents.has(acct_code) ? 'G' : 'S',
        acct_class: acct_group === 'I' || acct_group === 'E' ? 'I' : 'B',
        acct_group,
        acct_parent: parent ?? null,
        normal_balance: acct_group === 'A' || acct_group === 'E' ? 'D' : 'C',
      })
      .execute();
  }
}

/** Record IDs by code. */
async function readCodes(database: Database) {
  const accounts = await database.selectFrom('account').select(['id', 'acct_code']).execute();
  const payees = await database.selectFrom('payee').select(['id', 'payee_code']).execute();
  const codes = await database.selectFrom('alpha_tax_code').select(['id', 'atc_code']).execute();
  return {
    accountIds: new Map(accounts.map((account) => [account.acct_code, account.id])),
    payeeIds: new Map(payees.map((payee) => [payee.payee_code, payee.id])),
    codeIds: new Map(codes.map(({ id, atc_code }) => [atc_code, id])),
  };
}

function payeeOf({ payeeIds }: Known, { payee }: { payee?: string }) {
  return payee === undefined ? null : payeeIds.get(payee);
}

function linesOf(known: Known, entry: TestEntry) {
  return entry.lines.map((line) => ({
    account_id: known.accountIds.get(line.account),
    debit: line.debit ?? '0',
    credit: line.credit ?? '0',
    branch_id: line.branch_id ?? known.branch_id,
    department_id: line.department_id ?? known.department_id,
    payee_id: payeeOf(known, line),
    remarks: line.remarks ?? null,
    atc_id: line.atc === undefined ? null : known.codeIds.get(line.atc),
    tax_base: line.tax_base ?? null,
  }));
}

async function postEntries(db: Database, known: Known, entries: readonly TestEntry[]): Promise<string[]> {
  const documents = await createDocuments(db, known, entries);
  const headers = entries.map((entry, at) => ({
    document_id: documents[at],
    round: 1,
    document_type: 'CR',
    entry_date: entry.date,
    module: 'cash_receipt',
    currency_id: 1,
    rate: 1,
  }));
  const lines = entries.flatMap((entry, at) => linesOf(known, entry).map((line) => ({ ...line, entry: at })));
  return callPostEntries(db, headers, lines);
}

async function createDocuments(db: Database, known: Known, entries: readonly TestEntry[]): Promise<string[]> {
  const { user_id } = known;
  const batches = entries.map((entry) => ({
    number: String((known.made += 1)).padStart(7, '0'),
    date: entry.date,
    remarks: entry.remarks ?? '',
    payee_id: payeeOf(known, entry),
    confidential: entry.is_confidential ?? 0,
    lines: linesOf(known, entry),
  }));
  // Receipts need no approval here, whatever they take in, so that a submit already leads to posted.
  const { rows } = await sql<{ id: string; batch_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as (number text, date date, remarks text, payee_id int,
        confidential int, lines jsonb)
    ), batches as (
      insert into batch (document_type, batch_number, prepared_by, document_date, is_confidential)
      select 'CR', number, ${user_id}, date, confidential from given order by number returning id, batch_number
    )
    insert into document (batch_id, document_type, header_key, document_date, remarks, payee_id)
    select b.id, 'CR', 0, g.date, g.remarks, g.payee_id from batches b join given g on g.number = b.batch_number order by g.number
    returning id, batch_id`.execute(db);
  const ids = rows.map((row) => row.id);
  const batchIds = rows.map((row) => row.batch_id);
  await sql`select from number_documents('cr', ${user_id}, ${ids}::bigint[])`.execute(db);
  const lines = batches.flatMap((batch, at) =>
    batch.lines.map((line, place) => ({ ...line, document_id: ids[at]!, line_no: place + 1 })),
  );
  await sql`
    insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, debit_amount, credit_amount,
      debit_php, credit_php, remarks, atc_id, tax_base)
    select document_id, line_no, account_id, payee_id, department_id, branch_id, debit, credit, debit, credit, remarks, atc_id, tax_base
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (document_id bigint, line_no smallint, account_id int,
      payee_id int, department_id int, branch_id int, debit numeric, credit numeric, remarks text, atc_id int, tax_base numeric)`.execute(
    db,
  );
  await sql`
    update batch b set total_amount = t.debit, amount_php = t.debit_php
    from unnest(${batchIds}::bigint[]) g (id) cross join lateral open_debits(g.id) t
    where b.id = g.id`.execute(db);
  await moveBatches(db, batchIds, { user_id, action: 'submit', from: 1, to: 7 });
  return ids;
}

async function moveBatches(
  db: Database,
  batches: string[],
  { user_id, action, from, to }: { user_id: number; action: string; from: number; to: number },
): Promise<void> {
  await sql`insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    select id, 'CR', 1, ${action}, ${from}, ${to}, ${user_id}, 0, 1, 'test' from unnest(${batches}::bigint[]) id`.execute(
    db,
  );
  await sql`update batch set status = ${to} where id = any (${batches}::bigint[])`.execute(db);
}

async function callPostEntries(db: Database, entries: unknown, lines: unknown): Promise<string[]> {
  const { rows } = await sql<{
    ids: string[];
  }>`select post_entries(${JSON.stringify(entries)}::jsonb, ${JSON.stringify(lines)}::jsonb) as ids`.execute(db);
  return rows[0]!.ids;
}

async function reverseEntry(db: Database, user_id: number, entryId: string, date: string): Promise<string> {
  const entry = await db.selectFrom('journal_entry').selectAll().where('id', '=', entryId).executeTakeFirstOrThrow();
  const { batch_id } = await db
    .selectFrom('document')
    .select('batch_id')
    .where('id', '=', entry.document_id)
    .executeTakeFirstOrThrow();
  await moveBatches(db, [batch_id], { user_id, action: 'void', from: 7, to: 20 });
  const lines = await db.selectFrom('posting').selectAll().where('entry_id', '=', entryId).orderBy('line_no').execute();
  const mirrored = lines.map(
    ({ debit, credit, fc_debit, fc_credit, entry_id: _entry, line_no: _line, entry_date: _date, ...line }) => ({
      ...line,
      entry: 0,
      debit: credit,
      credit: debit,
      fc_debit: fc_credit,
      fc_credit: fc_debit,
    }),
  );
  const { document_id, round, document_type, module, currency_id, rate } = entry;
  const header = {
    document_id,
    round,
    document_type,
    module,
    currency_id,
    rate,
    entry_date: date,
    reverses_id: entryId,
  };
  const [id] = await callPostEntries(db, [header], mirrored);
  return id!;
}
