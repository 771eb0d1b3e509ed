import { sql } from 'kysely';
import type { AccountRole } from '@talaan/core/ledger/account-role';
import type { AccountFacts, EntryFacts, RecordFacts } from '@talaan/core/ledger/journal-entry';
import type { InvoiceOfLine } from '@talaan/core/ledger/receivable-line';
import type { ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import { ALL_DOCUMENT_TYPES, onReceivable, type DocumentType } from '@talaan/core/documents/document-type';
import type { EntryRecord, NamedRecords } from '@talaan/contract/documents/declared-field';
import { OPEN_PHP } from '../../ledger/open-receivable.ts';
import type { Database } from '../../platform/database/database.ts';
import { listOf } from '../../platform/database/prepared-statements.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { seesConfidential } from '../record/batch-visibility.ts';

/** The types whose numbers are those of invoices. */
const BILLED = ALL_DOCUMENT_TYPES.filter((type) => onReceivable(type) === 'bills');

/** What an entry names. */
export interface EntryNames {
  /** By Record ID or code, as the fields are declared. */
  readonly records: NamedRecords;
  readonly document_dates: readonly string[];
  /** Own bank accounts by account number. */
  readonly bank_accounts: readonly string[];
  /** Bank accounts of the payees likewise. */
  readonly payee_accounts: readonly string[];
  readonly regular_ids: readonly number[];
}

/** The records behind the names, as far as they exist: what `packages/core` checks an entry against. */
export interface StoredEntryFacts extends EntryFacts {
  readonly accounts: ReadonlyMap<string, StoredAccountFacts>;
  readonly services: ReadonlySet<number>;
  /** Invoices by their number. */
  readonly invoices: ReadonlyMap<string, InvoiceFacts>;
  readonly tax_codes: ReadonlyMap<string, TaxCodeFacts>;
  readonly currencies: ReadonlySet<number>;
  readonly banks: readonly BankFacts[];
  readonly payee_banks: readonly PayeeBankFacts[];
  readonly regular_transactions: ReadonlyMap<number, RegularFacts>;
  /** Flags of the period of each date; a date whose period is not set up is absent. */
  readonly periods: ReadonlyMap<string, Readonly<Record<'disbursement' | 'cash_receipt' | 'general_journal', number>>>;
  /** Today in Manila. */
  readonly today: string;
}

type StoredAccountFacts = AccountFacts & { readonly id: number; readonly role: AccountRole | null };

/** An invoice that a line names. */
export interface InvoiceFacts extends InvoiceOfLine {
  readonly id: number;
  /** Where its receivable stands. */
  readonly branch_id: number;
}

/** A withholding tax code. */
export type TaxCodeFacts = RecordFacts & { readonly id: number };

/** An own bank account. */
export interface BankFacts {
  readonly id: number;
  readonly bank_code: string;
  readonly account_no: string;
  readonly name: string;
  readonly active: boolean;
  /** The account of the chart that stands behind it. */
  readonly acct_code: string;
}

/** A bank account of a payee; it may be used from `start_date` to `end_date`. */
export interface PayeeBankFacts {
  readonly id: number;
  readonly payee_id: number;
  readonly account_number: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
}

/** A regular transaction: the template of entries of one document type. */
export interface RegularFacts {
  readonly id: number;
  readonly title: string;
  readonly document_type: DocumentType;
  readonly active: boolean;
}

/**
 * Looks up everything that an entry names, in one statement. An invoice that somebody names who may not see it does not exist;
 * nobody names what is stored already.
 */
export async function loadEntryFacts(
  database: Database,
  names: EntryNames,
  user: Principal | null,
): Promise<StoredEntryFacts> {
  const { ids, codes } = names.records;
  const found = await sql<FactsRow>`
    select manila_today() as today,
      (select coalesce(json_agg(json_build_object('id', a.id, 'code', a.acct_code, 'acct_type', a.acct_type,
          'acct_class', a.acct_class, 'acct_group', a.acct_group, 'currency_id', a.currency_id, 'role', a.role, 'active', a.status = 1)), '[]')
        from account a where a.acct_code = any (${listOf(codes('account'), 'text')}) or a.id = any (${listOf(ids('account'), 'int')})) as accounts,
      (select coalesce(json_agg(json_build_object('id', b.id, 'code', b.brnc_code,
          'active', b.brnc_stat = 1 and b.active_flag = 1)), '[]')
        from branch b where b.id = any (${listOf(ids('branch'), 'int')})) as branches,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code, 'active', d.dept_status = 1)), '[]')
        from department d where d.id = any (${listOf(ids('department'), 'int')})) as departments,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', s.section_code, 'department_id', d.id,
          'active', s.status = 1 and d.dept_status = 1)), '[]')
        from section s join department d on d.dept_code = s.dept_code
        where s.id = any (${listOf(ids('section'), 'int')})) as sections,
      (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.payee_code, 'active', p.status = 1)), '[]')
        from payee p where p.id = any (${listOf(ids('payee'), 'int')})) as payees,
      (select coalesce(json_agg(s.id), '[]') from billing_service s
        where s.id = any (${listOf(ids('billing_service'), 'int')})) as services,
      (select coalesce(json_agg(json_build_object('id', d.id, 'number', d.document_number, 'is_approved', b.status = 7,
          'is_confidential', b.is_confidential = 1, 'payee_ids', payees_as_one(d.payee_id), 'currency_id', b.currency_id, 'billing_date', d.document_date,
          'branch_id', (select l.branch_id from line l where l.document_id = d.id and l.line_no = 1),
          'open', (d.total_amount - i.collected_amount)::numeric(18, 2)::text,
          'settled', i.collected_amount::numeric(18, 2)::text,
          'open_php', ${OPEN_PHP}::numeric(18, 2)::text, 'rate', b.dollar_rate::text)), '[]')
        from document d join billing i on i.document_id = d.id join batch b on b.id = d.batch_id
        where d.document_type = any (${BILLED}::text[]) and ${user === null ? sql`true` : seesConfidential(user)}
          and (d.document_number = any (${listOf(codes('invoice'), 'text')}) or d.id = any (${listOf(ids('invoice'), 'int')}))) as invoices,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.atc_code, 'active', t.status = 1)), '[]')
        from alpha_tax_code t where t.atc_code = any (${listOf(codes('alpha_tax_code'), 'text')})) as tax_codes,
      (select coalesce(json_agg(c.id), '[]') from currency c where c.id = any (${listOf(ids('currency'), 'int')})) as currencies,
      (select coalesce(json_agg(json_build_object('id', k.id, 'bank_code', k.bank_code, 'account_no', k.account_no,
          'name', k.acct_desc, 'active', k.status = 1, 'acct_code', k.acct_code)), '[]')
        from bank k where k.id = any (${listOf(ids('bank'), 'int')}) or k.account_no = any (${listOf(names.bank_accounts, 'text')}))
        as banks,
      (select coalesce(json_agg(json_build_object('id', k.id, 'payee_id', k.payee_id,
          'account_number', k.account_number, 'start_date', k.start_date, 'end_date', k.end_date)), '[]')
        from payee_bank k
        where k.id = any (${listOf(ids('payee_bank'), 'int')})
          or (k.payee_id = any (${listOf(ids('payee'), 'int')}) and k.account_number = any (${listOf(names.payee_accounts, 'text')})))
        as payee_banks,
      (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.txn_type, 'document_type', r.document_type,
          'active', r.status = 1)), '[]')
        from regular_transaction r where r.id = any (${listOf(names.regular_ids, 'int')})) as regular_transactions,
      (select coalesce(json_agg(json_build_object('date', d.date, 'disbursement', p.disbursement,
          'cash_receipt', p.cash_receipt, 'general_journal', p.general_journal)), '[]')
        from unnest(${listOf(names.document_dates, 'date')}) d (date)
        join accounting_period p
          on p.period = (extract(year from d.date) * 100 + extract(month from d.date))::int) as periods`.execute(
    database,
  );
  return factsOf(found.rows[0]!);
}

function factsOf(row: FactsRow): StoredEntryFacts {
  return {
    accounts: new Map(row.accounts.map((account) => [account.code, account])),
    branches: mapById(row.branches),
    departments: mapById(row.departments),
    sections: mapById(row.sections),
    payees: mapById(row.payees),
    services: new Set(row.services),
    invoices: new Map(row.invoices.map((invoice) => [invoice.number, invoice])),
    tax_codes: new Map(row.tax_codes.map((taxCode) => [taxCode.code, taxCode])),
    currencies: new Set(row.currencies),
    banks: row.banks,
    payee_banks: row.payee_banks,
    regular_transactions: mapById(row.regular_transactions),
    periods: new Map(row.periods.map(({ date, ...flags }) => [date, flags])),
    today: row.today,
  };
}

/** Whether a record that a line names by its Record ID exists; of the others other checks tell. */
export function isKnown(to: EntryRecord, id: number, facts: StoredEntryFacts): boolean {
  const known: Partial<Record<EntryRecord, { has(id: number): boolean }>> = {
    billing_service: facts.services,
    branch: facts.branches,
    department: facts.departments,
    payee: facts.payees,
    section: facts.sections,
  };
  return known[to]?.has(id) ?? true;
}

/** A cheque of the register that has a number already, and its voucher where it pays one. */
export interface UsedCheque {
  readonly bank_id: number;
  readonly cheque_number: string;
  readonly state: ChequeState;
  readonly document_type: string | null;
  readonly document_number: string | null;
  readonly batch_number: string | null;
}

/**
 * Which of these cheques the register has already, void and spoiled ones included (reliability INV-24); those of the
 * batches `besides` are left out. Numbers are compared as numbers.
 */
export async function findUsedCheques(
  database: Database,
  cheques: readonly { readonly bank_id: number; readonly cheque_number: string }[],
  besides: readonly string[],
): Promise<UsedCheque[]> {
  if (cheques.length === 0) return [];
  const found = await sql<UsedCheque>`
    select c.bank_id, c.cheque_number, c.state, d.document_type, d.document_number, b.batch_number
    from unnest(${cheques.map((cheque) => cheque.bank_id)}::int[],
      ${cheques.map((cheque) => cheque.cheque_number)}::text[]) g (bank_id, cheque_number)
    join cheque c on c.bank_id = g.bank_id and cheque_key(c.cheque_number) = cheque_key(g.cheque_number)
    left join document d on d.id = c.document_id
    left join batch b on b.id = d.batch_id
    where b.id is null or b.id <> all (${besides}::bigint[])`.execute(database);
  return found.rows;
}

function mapById<Record extends { readonly id: number }>(records: readonly Record[]): Map<number, Record> {
  return new Map(records.map((record) => [record.id, record]));
}

type Coded = RecordFacts & { readonly id: number };

interface FactsRow {
  today: string;
  accounts: (StoredAccountFacts & { readonly code: string })[];
  branches: Coded[];
  departments: Coded[];
  sections: (Coded & { readonly department_id: number })[];
  payees: Coded[];
  services: number[];
  invoices: InvoiceFacts[];
  tax_codes: TaxCodeFacts[];
  currencies: number[];
  banks: BankFacts[];
  payee_banks: PayeeBankFacts[];
  regular_transactions: RegularFacts[];
  periods: { date: string; disbursement: number; cash_receipt: number; general_journal: number }[];
}
