import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import { createBatch, moveBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail, MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks, type JournalInput, type Levels, type Role } from './journal-books.ts';
import { setToday } from '../set-today.ts';

/** Books that pay and receive: own bank accounts, payees, series of vouchers and receipts, and everybody's levels on them. */
export interface PaymentBooks extends JournalBooks {
  /** Own bank accounts by the account of the chart behind them. */
  readonly banks: Readonly<Record<BankAccount, number>>;
  /** Payees by code. S0001 has no e-mail, C0001 has one, X0001 is inactive. */
  readonly payees: Readonly<Record<PayeeCode, number>>;
  /** A bank account of S0001. */
  readonly payee_bank_id: number;
  /** Rent of an amount against the bank: a balanced payment (or receipt) of two lines, as a body to save. */
  payment(type: PaymentType, amount: string, header?: HeaderChange): JournalInput;
  /** Saves one as the preparer, by a cheque of its own. */
  pay(type: PaymentType, amount: string, header?: HeaderChange): Promise<BatchDetail>;
  /** Saves one and brings it as far as a status, each step by whoever may. */
  payAt(type: PaymentType, status: number, amount?: string, header?: HeaderChange): Promise<BatchDetail>;
  /** Brings a saved one on to a status. */
  bring(batch: BatchDetail, status: number): Promise<BatchDetail>;
  /** Moves it by somebody who ticks every risk that he is told of. */
  move(batch: { batch_number: string }, role: Role, status: number, rest?: object): Promise<MoveResult>;
  read(batch: { batch_number: string }, role?: Role): Promise<BatchDetail>;
  /** From now on it is this day in the books. */
  setToday: typeof setToday;
}

export type PaymentType = 'CV' | 'CW' | 'OB' | 'DM' | 'CR';
export type BankAccount = '102101' | '102103' | '102104' | '102303';
export type PayeeCode = 'S0001' | 'C0001' | 'X0001';
export type HeaderChange = Readonly<Record<string, unknown>>;

/** The day on which the books stand at first; its year is open. */
export const BOOKS_DAY = '2026-03-31';

const FULL: Levels = { Disbursements: 4, 'Cash Receipt': 4, Billing: 4, Collection: 4, 'Purchase Order': 4 };
const READS: Levels = { Disbursements: 1, 'Cash Receipt': 1, Billing: 1, Collection: 1, 'Purchase Order': 1 };

/** The levels of data-model §8. */
const LEVELS: Partial<Record<Role, Levels>> = {
  preparer: { Disbursements: 3, 'Cash Receipt': 3, Billing: 3, Collection: 3, 'Purchase Order': 3 },
  preparer2: { Disbursements: 3, 'Cash Receipt': 3, Billing: 3, Collection: 3, 'Purchase Order': 3 },
  checker: FULL,
  approver1: READS,
  approver2: READS,
  approver3: READS,
  cashier: { Disbursements: 1, 'Cash Receipt': 3, Collection: 3 },
  auditor: READS,
};

/** `[code, description, class, group, currency]`, of the worked examples E01 to E09. */
const ACCOUNTS = [
  ['102101', 'CIB - BDO CA 0001', 'B', 'A', 1],
  ['102104', 'CIB - MBTC CA 0001', 'B', 'A', 1],
  ['105010', 'Accounts Receivable - Billings', 'B', 'A', 1],
  ['108020', 'Input VAT - Services', 'B', 'A', 1],
  ['108050', 'Creditable Withholding Tax Receivable', 'B', 'A', 1],
  ['201050', 'Accounts Payable - Foreign Suppliers USD', 'B', 'L', 2],
  ['203030', 'Expanded Withholding Tax Payable', 'B', 'L', 1],
  ['204060', 'Salaries Payable', 'B', 'L', 1],
  ['502050', 'Security Services', 'I', 'E', 1],
  ['503090', 'Bank Charges', 'I', 'E', 1],
  ['505020', 'Commission Expense - Business Partners', 'I', 'E', 1],
] as const;

const BANKS = [
  ['102101', 'BDO', '0001-0001'],
  ['102103', 'BPI', '0003-0001'],
  ['102104', 'MBTC', '0004-0001'],
  ['102303', 'MBTC', '0004-0002'],
] as const;

let cheques = 0;
/** A cheque number of its own, from which a series can count on. */
const nextCheque = () => `T${String((cheques += 100)).padStart(7, '0')}`;

/** Opens the books in an empty database behind a running server: call it once per test file. */
export async function openPaymentBooks(
  server: FastifyInstance,
  database: Database,
  ownerUrl: string,
): Promise<PaymentBooks> {
  const books = await openJournalBooks(server, database, LEVELS);
  const ids = await inTransaction(database, SYSTEM_ACTOR, makeMasters);
  await setToday(ownerUrl, BOOKS_DAY);
  const as = (role: Role) => books.people[role].call;

  const payment: PaymentBooks['payment'] = (type, amount, header = {}) =>
    paymentBody(type, amount, { books, ids, header });
  const pay = async (type: PaymentType, amount: string, header?: HeaderChange) => {
    const body = payment(type, amount, { cheque_number: nextCheque(), ...header });
    return (await as('preparer')(createBatch, { body })).data;
  };
  const move = async (batch: { batch_number: string }, role: Role, status: number, rest: object = {}) => {
    // Payments that are saved at the same moment may join a risk between two tries.
    const send = async (risks_seen: string[]): Promise<MoveResult> => {
      const body = { status, ...rest, risks_seen };
      const sent = as(role)(moveBatch, { params: { id: batch.batch_number }, body });
      return sent.then(
        ({ data }) => data,
        (refusal: unknown) => send([...risks_seen, ...unseenRisks(refusal)]),
      );
    };
    return send([]);
  };
  const read = async (batch: { batch_number: string }, role: Role = 'preparer') =>
    (await as(role)(readBatch, { params: { id: batch.batch_number }, query: {} })).data;
  const bring = async (batch: BatchDetail, status: number) => {
    const path = status === 20 ? [20] : pathOf(batch).filter((step) => step <= status && step > batch.status);
    const acts: Readonly<Record<number, Role>> = {
      1: 'preparer',
      2: 'checker',
      3: 'approver1',
      4: 'approver2',
      5: 'approver3',
      6: 'cashier',
    };
    let at = batch.status;
    for (const step of path) {
      await move(batch, acts[at]!, step);
      at = step;
    }
    return read(batch);
  };
  const payAt = async (type: PaymentType, status: number, amount = '150000.00', header?: HeaderChange) =>
    bring(await pay(type, amount, header), status);
  return { ...books, ...ids, payment, pay, payAt, bring, move, read, setToday };
}

/** A balanced payment (or receipt) of two lines: rent of an amount against a bank account. */
function paymentBody(
  type: PaymentType,
  amount: string,
  { books, ids, header }: { books: JournalBooks; ids: Awaited<ReturnType<typeof makeMasters>>; header: HeaderChange },
): JournalInput {
  const bank = '102103';
  const rent: LineInput = {
    account_code: '502010',
    branch_id: books.branch_id,
    department_id: books.department_id,
  };
  const cash: LineInput = { account_code: bank, branch_id: books.branch_id };
  const details =
    type === 'CR'
      ? [
          { ...cash, debit_amount: amount },
          { ...rent, credit_amount: amount },
        ]
      : [
          { ...rent, debit_amount: amount },
          { ...cash, credit_amount: amount },
        ];
  return {
    document_type: type,
    headers: [
      {
        document_date: BOOKS_DAY,
        remarks: 'RENT OF MARCH',
        payee_id: ids.payees.S0001,
        bank_id: ids.banks[bank],
        ...(type === 'CR' ? { is_or_ar: 1 } : {}),
        ...header,
      },
    ],
    details,
  };
}

/** The problem of a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`);
}

/** The risks that a refusal names, for another try; any other refusal is thrown again. */
export function unseenRisks(refusal: unknown): string[] {
  if (!(refusal instanceof CallRefused) || refusal.problem.code !== 'risks_unseen') throw refusal;
  const { risks } = refusal.problem as ProblemBody & { risks: { fingerprint: string }[] };
  return risks.map(({ fingerprint }) => fingerprint);
}

/** Every balance of the ledger by account code: debit less credit in centavos, without those of nothing. */
export async function netBalances(database: Database): Promise<Map<string, bigint>> {
  const found = await sql<{ acct_code: string; net: string }>`
    select a.acct_code, (100 * sum(b.debit - b.credit))::bigint::text as net
    from balance_account b join account a on a.id = b.account_id
    group by a.acct_code having sum(b.debit - b.credit) <> 0 order by a.acct_code`.execute(database);
  return new Map(found.rows.map((row) => [row.acct_code, BigInt(row.net)]));
}

function pathOf(batch: BatchDetail): number[] {
  return [...new Set([...batch.route.map((stage) => stage.status), 7])];
}

/** The layout with which every installation begins. */
const STANDARD_STOCK = 1;

async function makeMasters(db: Database) {
  for (const [acct_code, acct_desc, acct_class, acct_group, currency_id] of ACCOUNTS) {
    const normal_balance = acct_group === 'A' || acct_group === 'E' ? 'D' : 'C';
    await db
      .insertInto('account')
      .values({ acct_code, acct_desc, acct_class, acct_group, currency_id, acct_type: 'S', normal_balance })
      .execute();
  }
  const banks = await makeBanks(db);
  const payees = await makePayees(db);
  const payee_bank_id = await makePayeeBank(db, payees.S0001);
  await sql`insert into alpha_tax_code (atc_code, atc_desc, atc_rate) values ('WC120', 'Contractors', 2),
    ('WI100', 'Rental of property', 5), ('WC100', 'Rental of property', 5), ('WC515', 'Commissions', 10)`.execute(db);
  await sql`insert into billing_service (billing_service_name) values ('SYSTEM USAGE FEE')`.execute(db);
  await sql`insert into number_series (kind, series_from, series_to) values ('voucher', 17, 9999999),
    ('or', 1, 999999999999), ('ar', 5001, 999999999999)`.execute(db);
  return { banks, payees, payee_bank_id };
}

async function makeBanks(db: Database): Promise<Record<BankAccount, number>> {
  await db
    .insertInto('bank_header')
    .values(['BDO', 'BPI', 'MBTC'].map((bank_code) => ({ bank_code, bank_name: `${bank_code} of the Philippines` })))
    .execute();
  const banks: Partial<Record<BankAccount, number>> = {};
  for (const [acct_code, bank_code, account_no] of BANKS) {
    const made = await db
      .insertInto('bank')
      .values({
        acct_desc: `CA ${account_no}`,
        bank_name: bank_code,
        bank_code,
        account_no,
        acct_type: 'CA',
        acct_code,
        cheque_layout_id: STANDARD_STOCK,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    banks[acct_code] = made.id;
  }
  return banks as Record<BankAccount, number>;
}

async function makePayees(db: Database): Promise<Record<PayeeCode, number>> {
  const payees = await db
    .insertInto('payee')
    .values([
      {
        payee_code: 'S0001',
        payee_desc: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
        payee_type: 6,
        status: 1,
        email_add: null,
      },
      {
        payee_code: 'C0001',
        payee_desc: 'KUNWARI PAWNSHOP NETWORK, INC.',
        payee_type: 4,
        status: 1,
        email_add: 'a@b.example',
      },
      { payee_code: 'X0001', payee_desc: 'CLOSED SUPPLIER', payee_type: 6, status: 0, email_add: null },
    ])
    .returning(['id', 'payee_code'])
    .execute();
  const payeeId = (code: string) => payees.find((payee) => payee.payee_code === code)!.id;
  return { S0001: payeeId('S0001'), C0001: payeeId('C0001'), X0001: payeeId('X0001') };
}

/** A bank account of a payee. */
async function makePayeeBank(db: Database, payee_id: number): Promise<number> {
  const bpi = await db.selectFrom('bank_header').select('id').where('bank_code', '=', 'BPI').executeTakeFirstOrThrow();
  const account = await db
    .insertInto('payee_bank')
    .values({
      payee_id,
      bank_id: bpi.id,
      account_number: '0000-1111-22',
      acct_name: 'BANTAY KUNWARI',
      acct_type: 'CHE',
      currency_id: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return account.id;
}
