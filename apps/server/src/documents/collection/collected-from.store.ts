import { sql, type RawBuilder } from 'kysely';
import { codesOf, type AccountRole } from '@talaan/core/ledger/account-role';
import type { ParsedCollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import type { CollectedFrom, NamedInvoice } from '@talaan/core/documents/collection/collected-from';
import { COLLECTION_ROLES, type Advance } from '@talaan/core/documents/collection/collection-lines';
import { STATUS } from '@talaan/core/documents/status';
import { requireSum } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { OPEN_PHP } from '../../ledger/open-receivable.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/**
 * Reads it as far as the person may see it; amounts are of now, so that the schema looks at them again when the collection is
 * posted.
 */
export async function readCollectedFrom(
  database: Database,
  user: Principal,
  input: ParsedCollectionInput,
): Promise<CollectedFrom> {
  const numbers = input.collection_details.map((detail) => detail.billing_invoice_no.trim().toUpperCase());
  const named = await sql<StoredInvoice>`
    select d.document_number, b.status, b.currency_id, b.dollar_rate::text, d.document_date as billing_date, l.branch_id,
      b.is_confidential = 1 as is_confidential, coalesce(d.payee_id = any (payees_as_one(${input.payee_id}::int)), false) as is_of_customer,
      (d.total_amount - i.collected_amount)::numeric(18, 2) as open, ${OPEN_PHP}::numeric(18, 2) as open_php
    from document d join billing i on i.document_id = d.id join batch b on b.id = d.batch_id
    join line l on l.document_id = d.id and l.line_no = 1
    where d.document_type = 'BI' and d.document_number = any (${numbers}::text[]) and ${seesConfidential(user)}`.execute(
    database,
  );
  const found = await sql<{ code: string; acct_group: string; role: AccountRole | null; is_bank: boolean }>`
    select a.acct_code as code, a.acct_group, a.role, k.id is not null as is_bank
    from account a left join bank k on k.acct_code = a.acct_code and k.id = ${input.bank_id}::int
    where a.role = any (${Object.values(COLLECTION_ROLES)}::text[]) or k.id is not null
      or a.acct_code = ${input.write_off_account ?? ''}`.execute(database);
  const usual = codesOf(found.rows, COLLECTION_ROLES);
  const write_off = input.write_off_account || usual.write_off;
  const bank = found.rows.find(({ is_bank }) => is_bank)?.code ?? '';
  return {
    invoices: new Map(named.rows.map((row) => [row.document_number, invoiceOf(row)])),
    accounts: { ...usual, write_off, bank },
    write_off_group: found.rows.find(({ code }) => code === write_off)?.acct_group ?? null,
    advance: await readAdvanceOf(database, input.payee_id, input.currency_id),
    ...(await readOfDay(database, input)),
  };
}

async function readOfDay(
  database: Database,
  { payee_id, currency_id, collection_date }: ParsedCollectionInput,
): Promise<Pick<CollectedFrom, 'advance_then_minor' | 'rate_on_file'>> {
  const found = await sql<{ amount: string; rate: string | null }>`
    select customer_advance_on(${payee_id}::int, ${currency_id}::int, ${collection_date}::date)::numeric(18, 2) as amount,
      rate_on_file(${currency_id}::int, ${collection_date}::date)::text as rate`.execute(database);
  const { amount, rate } = found.rows[0]!;
  return { advance_then_minor: requireSum(amount), rate_on_file: rate === null ? null : requireRate(rate) };
}

/** What a customer paid in advance in a currency and has not used; 0 where none is named. */
export async function readAdvanceOf(database: Database, payeeId: number | null, currencyId: number): Promise<Advance> {
  const found = await sql<{ amount: string; php: string }>`
    select customer_advance(${payeeId}::int, ${currencyId}::int)::numeric(18, 2) as amount,
      customer_advance_php(${payeeId}::int, ${currencyId}::int)::numeric(18, 2) as php`.execute(database);
  const { amount, php } = found.rows[0]!;
  return { amount_minor: requireSum(amount), php_minor: requireSum(php) };
}

/**
 * The own account, still in use, into which the last issued collection of a customer in a currency went; without one the
 * latest of the last hundred of anybody. Null for none.
 */
export async function readLastDeposit(database: Database, payeeId: number, currencyId: number): Promise<number | null> {
  const issued = sql`b.document_type = 'CN' and b.status = ${sql.lit(STATUS.APPROVED)} and b.is_confidential = 0
    and b.currency_id = ${currencyId}`;
  const bankOf = (batches: RawBuilder<unknown>) => sql`
    select k.id from (${batches}) b join document d on d.batch_id = b.id
    join bank k on k.id = d.bank_id and k.status = 1
    order by b.document_date desc, b.id desc limit 1`;
  const found = await sql<{ id: number | null }>`
    select coalesce(
      (${bankOf(sql`select b.id, b.document_date from batch b
        where b.payee_id = any (payees_as_one(${payeeId}::int)) and ${issued}
        order by b.document_date desc, b.id desc limit 100`)}),
      (${bankOf(sql`select b.id, b.document_date from batch b where ${issued}
        order by b.document_date desc, b.id desc limit 100`)})) as id`.execute(database);
  return found.rows[0]!.id;
}

interface StoredInvoice extends Omit<NamedInvoice, 'open_minor' | 'open_php_minor' | 'rate'> {
  readonly document_number: string;
  readonly dollar_rate: string;
  readonly open: string;
  readonly open_php: string;
}

function invoiceOf({ document_number: _number, dollar_rate, open, open_php, ...facts }: StoredInvoice): NamedInvoice {
  return {
    ...facts,
    open_minor: requireSum(open),
    open_php_minor: requireSum(open_php),
    rate: requireRate(dollar_rate),
  };
}
