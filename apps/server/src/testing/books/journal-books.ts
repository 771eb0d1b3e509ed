import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import { createBatch, moveBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { createSignedInClient, type SignedInClient } from '../sign-in/sign-in.ts';

/** The people of the demo company, by role (data-model §8). */
export type Role =
  | 'preparer'
  | 'preparer2'
  | 'checker'
  | 'approver1'
  | 'approver2'
  | 'approver3'
  | 'cashier'
  | 'auditor'
  | 'admin';

/** Books with accounts, open months of 2025 and 2026, approving levels and officers, and somebody signed in per role. */
export interface JournalBooks {
  readonly people: Readonly<Record<Role, SignedInClient>>;
  readonly branch_id: number;
  readonly department_id: number;
  readonly section_id: number;
  readonly other_department_id: number;
  readonly payee_id: number;
  /** A balanced entry of two lines: rent against cash. Amounts are decimal text in pesos. */
  entry(amount: string, change?: EntryChange): JournalInput;
  /** Saves such an entry as the preparer. */
  save(amount: string, change?: EntryChange): Promise<BatchDetail>;
  /** Saves one and brings it to a status: reviewed by the checker, approved by the officers that it needs. */
  saveAt(status: number, amount?: string, change?: EntryChange): Promise<BatchDetail>;
}

export interface EntryChange {
  readonly document_date?: string;
  readonly is_confidential?: 0 | 1;
  readonly remarks?: string;
}

export interface JournalInput {
  document_type: string;
  headers: {
    document_date: string;
    remarks: string;
    is_confidential?: 0 | 1;
    batch_number?: string;
    [field: string]: unknown;
  }[];
  details: LineInput[];
  [field: string]: unknown;
}

export type Levels = Partial<Record<ModuleName | '*', AccessLevel>>;

const LEVELS: Readonly<Record<Role, Levels>> = {
  preparer: { 'Journal Entries': 3, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 1 },
  preparer2: { 'Journal Entries': 3, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 1 },
  checker: { 'Journal Entries': 4, 'Archived Transactions': 4, 'Active Transactions': 4, Payment: 1 },
  approver1: { 'Journal Entries': 1, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 1 },
  approver2: { 'Journal Entries': 1, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 1 },
  approver3: { 'Journal Entries': 1, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 1 },
  cashier: { 'Journal Entries': 1, 'Archived Transactions': 3, 'Active Transactions': 3, Payment: 3 },
  auditor: { 'Journal Entries': 1, 'Archived Transactions': 1, 'Active Transactions': 1, Payment: 1 },
  admin: {},
};

const MAX_AMOUNTS: Partial<Record<Role, string>> = {
  approver1: '20000.00',
  approver2: '100000.00',
  approver3: '9999999999999.99',
};

/** `[code, description, class, group, currency, type]`. */
const ACCOUNTS = [
  ['100000', 'Assets', 'B', 'A', 1, 'G'],
  ['102103', 'CIB - BPI CA 0001', 'B', 'A', 1, 'S'],
  ['102303', 'CIB - MBTC USD CA 0001', 'B', 'A', 2, 'S'],
  ['105030', 'Commission Receivable - Principals USD', 'B', 'A', 2, 'S'],
  ['205020', 'Accrued Light and Water', 'B', 'L', 1, 'S'],
  ['401010', 'Commission Income - IMT Inbound USD', 'I', 'I', 1, 'S'],
  ['404020', 'Realized Forex Loss', 'I', 'E', 1, 'S'],
  ['502010', 'Rental Fee - Branches', 'I', 'E', 1, 'S'],
  ['502030', 'Light and Water', 'I', 'E', 1, 'S'],
  ['506090', 'Unrealized Forex Gain or Loss', 'I', 'E', 1, 'S'],
] as const;

/**
 * Opens the books in an empty database behind a running server: call it once per test file. `levels` are what the roles
 * may do beside journals.
 */
export async function openJournalBooks(
  server: FastifyInstance,
  database: Database,
  levels: Partial<Record<Role, Levels>> = {},
): Promise<JournalBooks> {
  const people = {} as Record<Role, SignedInClient>;
  // One after the other, so that each has the same Record ID in every run.
  for (const role of Object.keys(LEVELS) as Role[]) {
    people[role] = await createSignedInClient(server, database, {
      user_id: role,
      first_name: role.charAt(0).toUpperCase() + role.slice(1),
      last_name: 'Reyes',
      levels: { ...LEVELS[role], ...levels[role] },
      super_user: role === 'admin',
      max_amount: MAX_AMOUNTS[role] ?? null,
    });
  }
  const ids = await inTransaction(database, SYSTEM_ACTOR, (db) => makeMasters(db, people));

  const entry = (amount: string, { document_date = '2026-03-31', ...change }: EntryChange = {}): JournalInput => ({
    document_type: 'JE',
    headers: [{ document_date, remarks: 'RENT OF MARCH', ...change }],
    details: [
      {
        account_code: '502010',
        branch_id: ids.branch_id,
        department_id: ids.department_id,
        debit_amount: amount,
      },
      { account_code: '102103', branch_id: ids.branch_id, credit_amount: amount },
    ],
  });
  const save = async (amount: string, change?: EntryChange) =>
    (await people.preparer.call(createBatch, { body: entry(amount, change) })).data;
  const saveAt = async (status: number, amount = '150000.00', change?: EntryChange) => {
    const detail = await save(amount, change);
    const path =
      status === 20 ? [20] : [...detail.route.map((stage) => stage.status), 7].filter((step) => step <= status);
    const actors: Role[] = ['preparer', 'checker', 'approver1', 'approver2', 'approver3'];
    for (const [index, step] of path.entries()) {
      await people[actors[index]!].call(moveBatch, { params: { id: detail.batch_number }, body: { status: step } });
    }
    if (path.length === 0) return detail;
    return (await people.preparer.call(readBatch, { params: { id: detail.batch_number }, query: {} })).data;
  };
  return { people, ...ids, entry, save, saveAt };
}

async function makeMasters(db: Database, people: JournalBooks['people']) {
  const organisation = await makeOrganisation(db);
  for (const [acct_code, acct_desc, acct_class, acct_group, currency_id, acct_type] of ACCOUNTS) {
    const normal_balance = acct_group === 'A' || acct_group === 'E' ? 'D' : 'C';
    await db
      .insertInto('account')
      .values({ acct_code, acct_desc, acct_class, acct_group, currency_id, acct_type, normal_balance })
      .execute();
  }
  await sql`insert into accounting_period (fiscal_year, period_no, disbursement, cash_receipt, general_journal)
    select year, month, 1, 1, 1 from unnest(array[2023, 2025, 2026]) year, generate_series(1, 12) month`.execute(db);
  await makeApprovers(db, people);
  return organisation;
}

/** The company with its branch, departments and section, and a payee. */
async function makeOrganisation(db: Database) {
  await db
    .insertInto('company')
    .values({
      company_code: 'SMP',
      company_name: 'SAMPOL PADALA SERVICES, INC.',
      reporting: true,
      profile: JSON.stringify({ tin: '900-000-100-00000', address: 'Makati City' }),
    })
    .execute();
  const branch = await db
    .insertInto('branch')
    .values({ brnc_code: 'SMP-001', brnc_name: 'SAMPOL MAIN' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const departments = await db
    .insertInto('department')
    .values([
      { dept_code: 'ACCT', dept_desc: 'Accounting' },
      { dept_code: 'TREA', dept_desc: 'Treasury' },
    ])
    .returning('id')
    .execute();
  const section = await db
    .insertInto('section')
    .values({ section_code: 'ACCT-GL', section_name: 'General Ledger', dept_code: 'ACCT' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payee = await db
    .insertInto('payee')
    .values({ payee_code: 'P0001', payee_desc: 'HULMA REALTY LEASING CORP.', payee_type: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    branch_id: branch.id,
    department_id: departments[0]!.id,
    other_department_id: departments[1]!.id,
    section_id: section.id,
    payee_id: payee.id,
  };
}

/** The approving levels, and who approves at each in pesos and dollars. */
async function makeApprovers(db: Database, people: JournalBooks['people']): Promise<void> {
  await db
    .insertInto('approving_level')
    .values([
      { level_code: 'L1', level_name: 'Section Head', min_amount: '0.00', max_amount: '20000.00' },
      { level_code: 'L2', level_name: 'Department Head', min_amount: '20000.01', max_amount: '100000.00' },
      { level_code: 'L3', level_name: 'Finance Director', min_amount: '100000.01', max_amount: '0.00' },
    ])
    .execute();
  const officer = (role: Role, level: string, currency_id: number, min_amount: string, max_amount: string) => ({
    user_id: people[role].user.id,
    level,
    currency_id,
    min_amount,
    max_amount,
  });
  await db
    .insertInto('approving_officer')
    .values([
      officer('approver1', 'L1', 1, '0.00', '20000.00'),
      officer('approver1', 'L1', 2, '0.00', '400.00'),
      officer('approver2', 'L2', 1, '20000.01', '100000.00'),
      officer('approver2', 'L2', 2, '400.01', '2000.00'),
      officer('approver2', 'L1', 1, '0.00', '20000.00'),
      officer('approver3', 'L3', 1, '100000.01', '0.00'),
      officer('approver3', 'L3', 2, '2000.01', '0.00'),
      officer('approver3', 'L2', 1, '20000.01', '100000.00'),
    ])
    .execute();
}
