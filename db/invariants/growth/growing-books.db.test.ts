import { afterEach, expect, it } from 'vitest';
import { growBooks } from './grow-books.ts';
import { inTransactionOf, openBooks, USER, type Books } from '../sample-books.ts';

/** `GROWN_DOCUMENTS=100000` grows the books so far; without it so far as shows in a plan. */
// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this number
const DOCUMENTS = Number(process.env['GROWN_DOCUMENTS'] ?? 10_000);

/** As often as makes PostgreSQL keep the plan of a statement, whatever the values. */
const ROUNDS_UNTIL_PLANNED = 7;

/** A row of a table of one block is read in one; by its key in a large table, in the levels of the index and one. */
const BLOCKS_OF_A_KEY = 4;
const SOME_MORE = 20;
/**
 * Where both indexes are one block, PostgreSQL may find an entry by the one of days, too, in whose days it then looks one by one:
 * as much as there are days, not entries.
 */
const BLOCKS_OF_DAYS = 1_000;

let books: Books;
afterEach(() => books.close());

/** Books in which nobody analyses while they grow. */
async function openGrowingBooks(): Promise<void> {
  last = 0;
  books = await openBooks({ postsApprovedLines: true });
  await inTransactionOf(books.owner, 'system', () =>
    books.owner.query(`
      update account set role = 'AR', currency_id = 1 where acct_code = '102303';
      update account set role = 'CUSTOMER_ADVANCES' where acct_code = '201010';
      update setting set value = value || '{"BI": false, "JE": false}' where key = 'approval_required';
      update setting set value = value || '{"JE": false, "CR": false, "CV": false}' where key = 'review_stage';
      insert into bank_header (bank_code, bank_name) values ('BPI', 'BPI');
      insert into bank (acct_desc, bank_name, bank_code, account_no, acct_type, acct_code)
        values ('CA', 'BPI', 'BPI', '1', 'CA', '102101');
      insert into number_series (kind, series_from, series_to) values ('bi', 1, 9999999);
      insert into billing_service (billing_service_name) values ('SYSTEM USAGE FEE');
      insert into payee (payee_code, payee_desc, payee_type) values ('C1', 'Customer', 6)`),
  );
  await books.owner.query(`do $$ declare t regclass; begin
    for t in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false)', t);
    end loop; end $$`);
}

let last = 0;
const DAY = '2026-03-10';

const chequeNumber = (id: number) => 1_000_000 + id;

interface Paper {
  readonly type: string;
  readonly amount: number;
  /** Debit and credit, by the condition that finds the account. */
  readonly sides: readonly [string, string];
  readonly rest?: (id: number) => string;
}

/** A draft with its lines. */
function draft({ type, amount, sides: [debit, credit], rest = () => '' }: Paper): { id: number; sql: string } {
  const id = (last += 1);
  const hasBank = type === 'CN' || type === 'CV';
  const line = (line_no: number, account: string, side: string) => `
    insert into line (document_id, line_no, account_id, payee_id, branch_id, department_id, billing_service_id, ${side}_amount, ${side}_php)
      select ${id}, ${line_no}, a.id, 1, 1, case when a.acct_class = 'I' then 1 end, case when a.acct_group = 'I' then 1 end,
        ${amount}, ${amount} from account a where ${account};`;
  return {
    id,
    sql: `
      insert into batch (id, document_type, batch_number, prepared_by, total_amount, amount_php, payee_id, document_date)
        overriding system value values (${id}, '${type}', '${id}', ${USER.PREPARER}, ${amount}, ${amount}, 1, '${DAY}');
      insert into document (id, batch_id, document_type, header_key, total_amount, payee_id, document_date, bank_id, is_or_ar, cheque_number)
        overriding system value values (${id}, ${id}, '${type}', 0, ${amount}, 1, '${DAY}', ${hasBank ? 1 : null},
          ${type === 'CN' ? 1 : null}, ${type === 'CV' ? `'${chequeNumber(id)}'` : null});
      ${line(1, debit, 'debit')} ${line(2, credit, 'credit')} ${rest(id)}`,
  };
}

const move = (id: number, type: string, action: string, from: number, to: number) => `
  select record_batch_moves(jsonb_build_array(jsonb_build_object('batch_id', ${id}, 'row_version', row_version,
      'document_type', '${type}', 'cycle', 1, 'action', '${action}', 'status_from', ${from}, 'status_to', ${to},
      'user_id', current_actor(), 'amount', 0, 'currency_id', 1, 'remarks', 'So')))
  from batch where id = ${id};`;

/** The entry of a document from its lines, or the mirror of it. */
const entry = (id: number, mirrors = false) => (mirrors ? mirror(id) : `select post_entries(array[${id}]::bigint[]);`);

const mirror = (id: number) => `
  select post_entries(jsonb_build_array(jsonb_build_object('document_id', d.id, 'round', 1, 'document_type', d.document_type,
      'entry_date', d.document_date, 'module', t.module, 'currency_id', b.currency_id, 'rate', b.dollar_rate,
      'reverses_id', (select e.id from journal_entry e where e.document_id = d.id and e.reverses_id is null))),
    (select jsonb_agg(jsonb_build_object('entry', 0, 'account_id', l.account_id, 'payee_id', l.payee_id, 'branch_id', l.branch_id,
      'department_id', l.department_id, 'billing_service_id', l.billing_service_id, 'invoice_id', l.invoice_id,
      'debit', l.credit_php, 'credit', l.debit_php) order by l.line_no)
      from line l where l.document_id = d.id))
  from document d join batch b on b.id = d.batch_id join document_type t on t.document_type = d.document_type where d.id = ${id};`;

type Step = readonly [actor: number, sql: string];
const steps = (
  paper: Paper,
  ...moves: (readonly [actor: number, action: string, from: number, to: number])[]
): Step[] => {
  const { id, sql } = draft(paper);
  return [
    [USER.PREPARER, sql],
    ...moves.map(([actor, action, from, to]): Step => [
      actor,
      `${move(id, paper.type, action, from, to)}
       ${paper.type === 'BI' && to === 7 ? `select number_documents('bi', ${actor}, array[${id}]::bigint[]);` : ''}
       ${to === 7 || from === 7 ? entry(id, from === 7) : ''}`,
    ]),
  ];
};

const CASH = "acct_code = '102101'";
const RENT = "acct_code = '502010'";
const RECEIVABLE = "role = 'AR'";
const ADVANCE = "role = 'CUSTOMER_ADVANCES'";
const INCOME = "acct_code = '401010'";
const SUBMIT = [USER.PREPARER, 'submit', 1, 7] as const;
const VOID = [USER.CHECKER, 'void', 7, 20] as const;

const invoice: Paper = {
  type: 'BI',
  amount: 100,
  sides: [RECEIVABLE, INCOME],
  rest: (id) => `
    insert into billing (document_id, payment_term, due_date) values (${id}, 0, '${DAY}');
    insert into billing_service_line (document_id, line_no, vat, total_amount) values (${id}, 1, 3, 100);
    update line set remarks = case line_no when 1 then 'Total Amount' else 'Income Amount' end where document_id = ${id};`,
};
/** 40.00 of an invoice, or an advance. */
const collection = (of: number | null): Paper => ({
  type: 'CN',
  amount: 40,
  sides: [CASH, of === null ? ADVANCE : RECEIVABLE],
  rest: (id) => `
    insert into collection (document_id, received_amount) values (${id}, 40);
    insert into collection_application (document_id, line_no, billing_invoice_no, cash_amount, receivable_php)
      select ${id}, 1, document_number, 40, 40 from document where id = ${of};`,
});
const settling = (of: number): Paper => ({
  type: 'JE',
  amount: 60,
  sides: [CASH, RECEIVABLE],
  rest: (id) => `update line set invoice_id = ${of} where document_id = ${id} and line_no = 2;`,
});
const cheque = (id: number) => `
  with entered as (
    insert into cheque (bank_id, cheque_number, document_id, cheque_date, amount, state)
      values (1, '${chequeNumber(id)}', ${id}, '${DAY}', 1000, 'queued') returning id)
  insert into cheque_move (cheque_id, state_to, on_date, user_id) select id, 'queued', manila_today(), current_actor() from entered;`;

/** What is done in the books, each with the transactions that it takes. */
const ACTS: Record<string, () => Step[]> = {
  'a journal, submitted, and void': () => steps({ type: 'JE', amount: 1000, sides: [RENT, CASH] }, SUBMIT, VOID),
  'a voucher with its cheque, submitted, approved and released': () =>
    steps(
      { type: 'CV', amount: 1000, sides: [RENT, CASH], rest: cheque },
      [USER.PREPARER, 'submit', 1, 3],
      [USER.APPROVER_1, 'approve', 3, 6],
      [USER.PREPARER, 'release', 6, 7],
    ),
  'an invoice': () => steps(invoice, SUBMIT),
  'a collection, and a journal that settles the rest': () => {
    const billed = steps(invoice, SUBMIT);
    const of = last;
    return [...billed, ...steps(collection(of), SUBMIT), ...steps(settling(of), SUBMIT)];
  },
  'an advance, and its void': () => steps(collection(null), SUBMIT, VOID),
};

/** Does it, and answers how many blocks of each table and its indexes that read. */
async function blocksOf(act: readonly Step[]): Promise<Map<string, number>> {
  const sum = new Map<string, number>();
  for (const [actor, sql] of act) {
    const rows = await inTransactionOf(books.owner, actor, async () => {
      await books.owner.query(sql);
      await books.owner.query('set constraints all immediate');
      return (await books.owner.query<{ name: string; blocks: number }>(BLOCKS_READ)).rows;
    });
    for (const { name, blocks } of rows) sum.set(name, (sum.get(name) ?? 0) + blocks);
  }
  return sum;
}

/** Of this transaction: what was counted before it is handed on to the statistics. */
const BLOCKS_READ = `
  select coalesce(i.indrelid, c.oid)::regclass::text as name, sum(pg_stat_get_xact_blocks_fetched(c.oid))::int as blocks,
    pg_stat_force_next_flush()
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') group by 1`;

/** Does everything once. */
async function readsOfAll(): Promise<[act: string, read: Map<string, number>][]> {
  const reads: [string, Map<string, number>][] = [];
  for (const [name, act] of Object.entries(ACTS)) reads.push([name, await blocksOf(act())]);
  return reads;
}

/** Does everything as often as makes PostgreSQL keep its plans, and answers what that reads then. */
async function readsOncePlanned() {
  await books.owner.query('discard plans');
  for (let round = 1; round < ROUNDS_UNTIL_PLANNED; round += 1) await readsOfAll();
  return readsOfAll();
}

const analyse = () => books.owner.query('analyze');

/** What PostgreSQL knows of the tables when the connection plans. */
const KNOWN = {
  NOTHING: 'that nobody analysed',
  SMALL: 'that were analysed while they were small',
  UPLOAD: 'that were analysed while an upload was not committed, and planned anew',
} as const;

it.each(Object.values(KNOWN))('a move reads no more in grown books than in new ones, in books %s', async (known) => {
  await openGrowingBooks();
  if (known === KNOWN.SMALL) {
    await readsOfAll();
    await analyse();
  }
  const before = new Map(await readsOncePlanned());
  // By another connection: the plans of this one stay.
  const uploader = await books.connect('owner');
  await growBooks(uploader, DOCUMENTS, known === KNOWN.UPLOAD ? analyse : undefined);
  const after = known === KNOWN.UPLOAD ? await readsOncePlanned() : await readsOfAll();
  const readMore = after.flatMap(([act, tables]) =>
    [...tables]
      .map(([name, now]) => ({ act, name, was: before.get(act)!.get(name) ?? 0, now }))
      .filter(({ name, was, now }) => {
        const days = known === KNOWN.SMALL && name === 'journal_entry' ? BLOCKS_OF_DAYS : 0;
        return now > BLOCKS_OF_A_KEY * was + SOME_MORE + days;
      }),
  );
  // What is listed is read whole: look it up one by one (docs/howto/add-a-migration.md).
  expect(readMore).toEqual([]);
});
