import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import type { CustomerStatement } from '@talaan/contract/receivables/customer/statement.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';
import { AGES, agedTotals } from '@talaan/core/receivables/aging';
import { statementOf } from '@talaan/core/receivables/statement';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readPayeeOnPaper } from '../../documents/print/payee-on-paper.ts';
import { readAdvances } from './advances.store.ts';
import { owedOf, readAgingRule, readOpenInvoices } from './open-invoices.store.ts';

/** The mail that carries a statement of account to its customer; its source is the id of the statement. */
export const STATEMENT_TEMPLATE = 'statement';

/** The customer and the period of a statement; both days are calendar dates and belong to it. */
export interface StatementOf {
  readonly payee_id: number;
  readonly from_date: CalendarDate;
  readonly as_of: CalendarDate;
}

/**
 * The statement of a customer, in pesos, from what the caller may see; null for an unknown customer. Its closing balance is
 * what his invoices have open at the end of the day.
 */
export async function findStatement(
  database: Database,
  user: Principal,
  { payee_id, from_date, as_of }: StatementOf,
): Promise<CustomerStatement | null> {
  const payee = await database.selectFrom('payee').select('payee_desc').where('id', '=', payee_id).executeTakeFirst();
  if (payee === undefined) return null;
  const rule = await readAgingRule(database);
  const [{ address, tin, email_add }, movements, open, advances] = await Promise.all([
    readPayeeOnPaper(database, payee_id),
    readMovements(database, user, payee_id, as_of),
    readOpenInvoices(database, user, payee_id, as_of, rule),
    readAdvances(database, payee_id, as_of),
  ]);
  const { opening_minor, rows, closing_minor } = statementOf(movements, from_date);
  const ages = agedTotals(open.map(owedOf), as_of, rule);
  return {
    payee_desc: payee.payee_desc,
    address,
    tin,
    email_add,
    from_date,
    as_of,
    opening: amountText(opening_minor),
    movements: rows.map(({ amount_minor, balance_minor, ...row }) => ({
      ...row,
      charge: amount_minor > 0n ? amountText(amount_minor) : null,
      payment: amount_minor > 0n ? null : amountText(-amount_minor),
      balance: amountText(balance_minor),
    })),
    closing: amountText(closing_minor),
    ...advances,
    ages: AGES.map((age) => ({ age, open_php: amountText(ages[age]) })),
  };
}

interface StoredMovement {
  readonly date: CalendarDate;
  readonly kind: CustomerStatement['movements'][number]['kind'];
  readonly number: string;
  readonly about: string;
  readonly currency: string;
  readonly amount: string;
  readonly php: string;
}

/** What moved the receivable of a customer up to a day, in the order of the books: invoices, collections, journals, and their ends. */
async function readMovements(database: Database, user: Principal, payeeId: number, asOf: CalendarDate) {
  const found = await sql<StoredMovement>`
    with invoice as (
      select d.id, d.document_number, d.remarks, l.debit_amount, l.debit_php, c.iso_code as currency
      from document d join billing g on g.document_id = d.id join batch b on b.id = d.batch_id
      join line l on l.document_id = d.id and l.line_no = 1 join currency c on c.id = b.currency_id
      where d.payee_id = any (payees_as_one(${payeeId})) and ${visibleBatches(user, BILLINGS.types)}),
    taken as (
      select s.entry_id, sum(s.amount) as amount, sum(s.amount_php) as php, min(i.currency) as currency,
        string_agg(i.document_number, ', ' order by i.id) as invoices
      from invoice i cross join lateral (
        select entry_id, amount, amount_php from settlement where invoice_id = i.id and entry_date <= ${asOf}::date offset 0) s
      group by s.entry_id)
    select e.entry_date as date, case when e.reverses_id is null then 'invoice' else 'cancelled' end as kind,
      i.document_number as number, coalesce(split_part(i.remarks, E'\\n', 1), '') as about,
      i.currency, i.debit_amount::numeric(18, 2) as amount,
      (case when e.reverses_id is null then i.debit_php else -i.debit_php end)::numeric(18, 2) as php, e.id
    from invoice i join journal_entry e on e.document_id = i.id where e.entry_date <= ${asOf}::date
    union all
    select e.entry_date,
      case when e.reverses_id is not null then 'voided' when e.document_type = 'JE' then 'journal' else 'collection' end,
      coalesce(c.or_number, c.ar_number, c.document_number), t.invoices,
      t.currency, abs(t.amount)::numeric(18, 2), (-t.php)::numeric(18, 2), e.id
    from taken t join journal_entry e on e.id = t.entry_id join posted_document c on c.entry_id = t.entry_id
    order by date, id`.execute(database);
  return found.rows.map(({ date, kind, number, about, currency, amount, php }) => ({
    date,
    kind,
    number,
    about,
    currency,
    amount,
    amount_minor: requireSum(php),
  }));
}

/** What was sent of statements, the last first, and what became of each mail. */
export async function readStatements(database: Database, id: number): Promise<Customer['statements']> {
  const found = await sql<Customer['statements'][number]>`
    select s.id::text, s.from_date, s.as_of, s.balance, s.to_address, s.created_at, m.state
    from customer_statement s join mail_message m on m.template = ${STATEMENT_TEMPLATE} and m.source = s.id::text
    where s.payee_id = any (payees_as_one(${id})) order by s.id desc limit 6`.execute(database);
  return found.rows;
}
