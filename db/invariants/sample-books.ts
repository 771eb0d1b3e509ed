/**
 * A small company for tests that attack the schema by SQL: users, branches, accounts, periods (2024 closed), approving
 * levels and as many approved documents as a test asks for.
 */
import pg from 'pg';
import { BY_KEY } from '../../apps/server/src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';

/** Record ids of the company's users. */
export const USER = {
  ADMIN: 1,
  PREPARER: 2,
  PREPARER_2: 3,
  CHECKER: 4,
  APPROVER_1: 5,
  APPROVER_2: 6,
  APPROVER_3: 7,
} as const;

/** Record ids of its accounts: all of type S and active but the named exceptions. */
export const ACCOUNT = {
  ASSETS: 1,
  CASH: 2,
  USD_BANK: 3,
  PAYABLE: 4,
  RENT: 5,
  INCOME: 6,
  INACTIVE: 7,
  EURO_BANK: 8,
} as const;

const COMPANY = `
  insert into department (dept_code, dept_desc) values ('ACCT', 'Accounting');
  insert into section (section_code, section_name, dept_code) values ('ACCT01', 'General Ledger', 'ACCT');
  insert into branch (brnc_code, brnc_name) values ('SMP-001', 'SAMPOL MAIN'), ('SMP-002', 'SAMPOL NORTH');
  insert into app_user (user_id, user_first_name, user_last_name, sper_user) values
    ('admin', 'Liza', 'Manalo', 1), ('preparer', 'Ana', 'Reyes', 0), ('preparer2', 'Ben', 'Cruz', 0),
    ('checker', 'Carla', 'Santos', 0), ('approver1', 'Dario', 'Lim', 0), ('approver2', 'Elena', 'Tan', 0),
    ('approver3', 'Felipe', 'Ocampo', 0);
  insert into user_access_privilege (user_id, prog_code, access_level)
    select u.id, m.name, 'U' from app_user u, unnest(array['Journal Entries', 'Disbursements', 'Purchase Order', 'Collection']) m (name)
    where u.user_id not in ('admin', 'preparer2');
  insert into account (acct_code, acct_desc, acct_type, acct_class, acct_group, acct_parent, currency_id, status) values
    ('100000', 'ASSETS', 'P', 'B', 'A', null, 1, 1), ('102101', 'CIB - Peso', 'S', 'B', 'A', '100000', 1, 1),
    ('102303', 'CIB - USD', 'S', 'B', 'A', '100000', 2, 1), ('201010', 'Accounts payable', 'S', 'B', 'L', null, 1, 1),
    ('502010', 'Rent', 'S', 'I', 'E', null, 1, 1), ('401010', 'Commission', 'S', 'I', 'I', null, 1, 1),
    ('109999', 'Old cash', 'S', 'B', 'A', '100000', 1, 0), ('102401', 'CIB - EUR', 'S', 'B', 'A', '100000', 3, 1);
  insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt, general_journal)
    select y, n, f, f, f from generate_series(2024, 2026) y, generate_series(1, 12) n,
      lateral (select case when y = 2024 then 0 else 1 end as f) flags;
  insert into approving_level (level_code, level_name, min_amount, max_amount) values
    ('L1', 'Section Head', 0, 20000), ('L2', 'Department Head', 20000.01, 100000), ('L3', 'Finance Director', 100000.01, 0);
  insert into approving_officer (user_id, level, currency_id, min_amount, max_amount) values
    (5, 'L1', 1, 0, 20000), (6, 'L2', 1, 20000.01, 100000), (7, 'L3', 1, 100000.01, 0);`;

/** The owner of the tables, the role of people's calls, and that of the jobs. */
type ConnectsAs = 'owner' | 'app' | 'jobs';

export interface Books {
  readonly database: TestDatabase;
  /** A connection as the owner of the tables. */
  readonly owner: pg.Client;
  /** Opens one more connection; `close` ends it. */
  connect(as: ConnectsAs): Promise<pg.Client>;
  close(): Promise<void>;
}

/** What ties an entry to the lines of its document, attacked in posting/approved-lines.db.test.ts. */
const WITHOUT_LINES = `
  alter table posting disable trigger posting_of_approved_line;
  alter table batch disable trigger approved_document_posted, disable trigger void_document_reversed;
  alter table document disable trigger void_document_reversed;`;

/**
 * A database of the test file's own with the company in it. Its documents have no lines, and entries of any amount are
 * posted for them, unless the test is about just that.
 */
export async function openBooks({ postsApprovedLines = false } = {}): Promise<Books> {
  const database = await createTestDatabase();
  const clients: pg.Client[] = [];
  const connect = async (as: ConnectsAs) => {
    const client = new pg.Client({ connectionString: database[`${as}Url`] });
    clients.push(client);
    await client.connect();
    return client;
  };
  const owner = await connect('owner');
  await owner.query(`set talaan.user_id = 'system'; ${COMPANY}${postsApprovedLines ? '' : WITHOUT_LINES}`);
  return {
    database,
    owner,
    connect,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    },
  };
}

/**
 * Inserts approved cash receipts of one document each, without lines, of no payee unless one is named, and answers the
 * document ids in order. Receipts, because they need no approval: they are posted as soon as they are submitted.
 */
export async function newDocuments(
  client: pg.Client,
  count = 1,
  date = ENTRY_DATE,
  payee_id: number | null = null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; batch_id: string }>(
    `with made as (
       insert into batch (document_type, batch_number, prepared_by, document_date, payee_id)
       select 'CR', gen_random_uuid()::text, ${USER.PREPARER}, $2::date, $3::int from generate_series(1, $1::int) returning id
     )
     insert into document (batch_id, document_type, header_key, document_date, payee_id)
     select id, 'CR', 0, $2::date, $3 from made returning id, batch_id`,
    [count, date, payee_id],
  );
  const batches = rows.map((row) => row.batch_id);
  await client.query(
    `insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
     select id, 'CR', 1, 'submit', 1, 7, ${USER.PREPARER}, 0, 1 from unnest($1::bigint[]) id`,
    [batches],
  );
  await client.query('update batch set status = 7 where id = any ($1::bigint[])', [batches]);
  return rows.map((row) => row.id);
}

/** The date of documents and entries that do not say otherwise. */
export const ENTRY_DATE = '2026-03-10';

export interface EntryLine {
  readonly account_id: number;
  readonly debit?: string;
  readonly credit?: string;
  readonly fc_debit?: string;
  readonly fc_credit?: string;
  readonly department_id?: number;
  readonly section_id?: number;
  readonly payee_id?: number;
  readonly branch_id?: number;
  readonly atc_id?: number;
  readonly tax_base?: string;
}

export interface Entry {
  readonly document_id: string;
  readonly lines: readonly EntryLine[];
  readonly entry_date?: string;
  readonly round?: number;
  readonly document_type?: string;
  readonly module?: string;
  readonly currency_id?: number;
  readonly rate?: string;
  readonly reverses_id?: string;
}

/** Cash paid against the payable: a balanced entry of two lines, in pesos. */
export function payment(amount: string): EntryLine[] {
  return [
    { account_id: ACCOUNT.PAYABLE, debit: amount },
    { account_id: ACCOUNT.CASH, credit: amount },
  ];
}

/** The call of `post_entries` for these entries as one SQL text. */
export function postSql(...entries: readonly Entry[]): string {
  const headers = entries.map((entry) => ({
    round: 1,
    document_type: 'CR',
    entry_date: ENTRY_DATE,
    module: 'cash_receipt',
    currency_id: 1,
    rate: '1',
    ...entry,
    lines: undefined,
  }));
  const lines = entries.flatMap((entry, index) => entry.lines.map((line) => ({ entry: index, branch_id: 1, ...line })));
  const literal = (value: unknown) => pg.escapeLiteral(JSON.stringify(value));
  return `select post_entries(${literal(headers)}::jsonb, ${literal(lines)}::jsonb) as ids`;
}

/** Posts through `post_entries` in a transaction of its own and answers the entry ids. */
export async function post(client: pg.Client, actor: number, ...entries: readonly Entry[]): Promise<string[]> {
  const { ids } = await inTransactionOf(client, actor, async () => {
    const { rows } = await client.query<{ ids: string[] }>(postSql(...entries));
    return rows[0]!;
  });
  return ids;
}

/** Runs `work` in one transaction in the actor's name, begun as the product begins its own; rolled back when it throws. */
export async function inTransactionOf<T>(
  client: pg.Client,
  actor: number | 'system',
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin; ${BY_KEY}; set local talaan.user_id = '${actor}'`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
