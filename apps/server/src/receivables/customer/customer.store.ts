import { sql } from 'kysely';
import { ACCESS } from '@talaan/core/access/access-level';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import {
  MOST_OPEN_INVOICES,
  type Customer,
  type OpenInvoice,
} from '@talaan/contract/receivables/customer/customer.contract';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { agedTotals, AGES } from '@talaan/core/receivables/aging';
import { mayOpen } from '../../access/may-open.ts';
import { seesConfidential, typesWithLevel, visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readAdvances } from './advances.store.ts';
import { owedOf, readAgingRule, readOpenInvoices } from './open-invoices.store.ts';
import { readReminders } from './reminder.store.ts';
import { readStatements } from './statement.store.ts';

type Facts = Omit<
  Customer,
  | 'receivables'
  | 'collected'
  | 'certificates'
  | 'given_certificates'
  | 'cheques'
  | 'last_billing'
  | 'statements'
  | 'reminders'
>;
/** Billings between their submission and their number. */
const IN_APPROVAL = sql`b.status between ${STATUS.FOR_REVIEW} and ${STATUS.FOR_RELEASE}`;

/** A customer with the figures that the caller may see, as of the end of a day, today with null; null for an unknown one. */
export async function findCustomer(
  database: Database,
  user: Principal,
  id: number,
  day: CalendarDate | null,
): Promise<Customer | null> {
  const found = await sql<Facts & { as_of: CalendarDate }>`
    select coalesce(${day}::date, manila_today()) as as_of, p.id, p.payee_code, p.payee_desc, coalesce(p.tin, '') as tin, p.vat, coalesce(p.email_add, '') as email_add,
      p.billing_hold, p.status, p.atc_code
    from payee p where p.id = ${id}`.execute(database);
  if (found.rows[0] === undefined) return null;
  const { as_of: asOf, ...facts } = found.rows[0];
  const may = (types: typeof BILLINGS.types | typeof COLLECTIONS.types) =>
    typesWithLevel(user, types, ACCESS.select).length > 0;
  return {
    ...facts,
    last_billing: may(BILLINGS.types) ? await readLastBilling(database, user, id) : null,
    receivables: may(BILLINGS.types) ? await readReceivables(database, user, id, asOf) : null,
    collected: may(COLLECTIONS.types) ? await readCollected(database, user, id, asOf) : null,
    certificates: await readCertificates(database, id),
    given_certificates: mayList(user) ? await readGivenCertificates(database, user, id) : [],
    cheques: await readCheques(database, id),
    statements: may(BILLINGS.types) ? await readStatements(database, id) : [],
    reminders: may(BILLINGS.types) ? await readReminders(database, id) : [],
  };
}

/** The last billing of a customer that the caller may see, with its term. */
async function readLastBilling(database: Database, user: Principal, id: number): Promise<Customer['last_billing']> {
  const found = await sql<NonNullable<Customer['last_billing']>>`
    select b.batch_number as billing_request_no, i.payment_term
    from batch b join document d on d.batch_id = b.id join billing i on i.document_id = d.id
    where d.payee_id = any (payees_as_one(${id})) and ${visibleBatches(user, BILLINGS.types)}
    order by b.document_date desc, b.id desc limit 1`.execute(database);
  return found.rows[0] ?? null;
}

async function readReceivables(
  database: Database,
  user: Principal,
  id: number,
  asOf: CalendarDate,
): Promise<NonNullable<Customer['receivables']>> {
  const rule = await readAgingRule(database);
  const invoices = await readOpenInvoices(database, user, id, asOf, rule);
  const ages = agedTotals(invoices.map(owedOf), asOf, rule);
  const phpOf = (some: readonly OpenInvoice[]) =>
    amountText(sumMinor(some.map(({ open_php }) => requireSum(open_php))));
  const late = invoices.filter(({ days_late }) => days_late > 0);
  const found = await sql<{ in_approval_php: string; in_approval_count: number; billed_php: string }>`
    select coalesce(sum(b.amount_php) filter (where ${IN_APPROVAL}), 0)::numeric(18, 2) as in_approval_php,
      count(*) filter (where ${IN_APPROVAL})::int as in_approval_count,
      coalesce(sum(b.amount_php) filter (
        where b.status = ${STATUS.APPROVED} and b.document_date between date_trunc('year', ${asOf}::date) and ${asOf}::date), 0)::numeric(18, 2)
        as billed_php
    from batch b join document d on d.batch_id = b.id
    where d.payee_id = any (payees_as_one(${id})) and ${visibleBatches(user, BILLINGS.types)}`.execute(database);
  return {
    as_of: asOf,
    invoices: invoices.slice(0, MOST_OPEN_INVOICES),
    invoice_count: invoices.length,
    open_php: phpOf(invoices),
    ages: AGES.map((age) => ({ age, open_php: amountText(ages[age]) })),
    past_due_php: phpOf(late),
    past_due_count: late.length,
    disputed_php: phpOf(invoices.filter(({ is_disputed }) => is_disputed)),
    ...found.rows[0]!,
  };
}

async function readCollected(
  database: Database,
  user: Principal,
  id: number,
  asOf: CalendarDate,
): Promise<NonNullable<Customer['collected']>> {
  const found = sql<Pick<NonNullable<Customer['collected']>, 'collected_php' | 'collections'>>`
    with taken as (
      select b.id, (select coalesce(sum(a.receivable_php), 0) from collection_application a where a.document_id = d.id) as php
      from batch b join document d on d.batch_id = b.id
      where d.payee_id = any (payees_as_one(${id})) and b.status = ${STATUS.APPROVED} and ${visibleBatches(user, COLLECTIONS.types)}
        and b.document_date between date_trunc('year', ${asOf}::date) and ${asOf}::date)
    select coalesce(sum(php), 0)::numeric(18, 2) as collected_php, count(*) filter (where php > 0)::int as collections
    from taken`.execute(database);
  const [collected, advances] = await Promise.all([found, readAdvances(database, id, asOf)]);
  return { ...collected.rows[0]!, ...advances };
}

async function readCertificates(database: Database, id: number): Promise<Customer['certificates']> {
  const found = await sql<Customer['certificates'][number]>`
    select c.id, c.fiscal_year, c.quarter, c.tax_withheld::numeric(18, 2), c.received_date
    from withholding_certificate c where c.payee_id = any (payees_as_one(${id}))
    order by c.received_date desc, c.id desc limit 8`.execute(database);
  return found.rows;
}

/** Whoever sees the list of 2307s sees whom they were given to. */
const mayList = (user: Principal) => mayOpen(user, 'BIR Form 2307');

/** The 2307s that he was given, the last ones first, without those that certify what is confidential to the caller. */
async function readGivenCertificates(
  database: Database,
  user: Principal,
  id: number,
): Promise<Customer['given_certificates']> {
  const found = await sql<Customer['given_certificates'][number]>`
    select c.id::text, c.fiscal_year, c.quarter, c.total_tax::numeric(18, 2), c.issued_at,
      case when c.in_force then 'stands' when c.replaced_by is null then 'withdrawn' else 'replaced' end as state, (
        select m.state from issued_paper p join mail_paper x on x.issued_paper_id = p.id join mail_message m on m.id = x.message_id
        where p.certificate_id = c.id order by m.id desc limit 1) as mail_state
    from tax_certificate c
    where c.payee_id = any (payees_as_one(${id})) and not exists (
      select from tax_certificate_line l join confidential_entry b on b.entry_id = l.entry_id
      where l.certificate_id = c.id and not ${seesConfidential(user)})
    order by c.id desc limit 8`.execute(database);
  return found.rows;
}

async function readCheques(database: Database, id: number): Promise<Customer['cheques']> {
  const found = await sql<Customer['cheques']>`
    select count(*) filter (where q.state = 'Held')::int as held,
      coalesce(sum(q.cheque_amount) filter (where q.state = 'Held'), 0)::numeric(18, 2) as held_amount,
      count(*) filter (where q.state = 'Bounced')::int as bounced,
      coalesce(sum(q.cheque_amount) filter (where q.state = 'Bounced'), 0)::numeric(18, 2) as bounced_amount
    from received_cheque q where q.payee_id = any (payees_as_one(${id}))`.execute(database);
  return found.rows[0]!;
}
