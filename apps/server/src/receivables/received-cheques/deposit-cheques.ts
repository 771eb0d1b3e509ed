import { sql } from 'kysely';
import { createCollection } from '@talaan/contract/documents/collection/collection.contract';
import {
  MOST_CHEQUES,
  type depositCheques as depositCall,
  type listDepositable,
  type WaitingCheque,
} from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { requireSum } from '@talaan/core/money/money';
import { depositRefusal } from '@talaan/core/receivables/received-cheque';
import { statesBefore } from '@talaan/core/receivables/received-cheque-state';
import { givenOldestFirst } from '@talaan/core/documents/collection/collected-from';
import type { OfferedInvoice } from '@talaan/core/receivables/allocation';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { underOwnNames } from '../../batches/own-names.ts';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { givenCollection } from '../../documents/collection/given-collection.ts';

type Given = ParsedCallOf<typeof depositCall>['body'];
type Depositable = (typeof listDepositable.response)['_output']['data'];

/** A collection settles so many invoices. */
const MOST_INVOICES = 500;

/** What can be deposited. The words stand in the statement, so that the index of what waits is used. */
const WAITS = sql`q.state in (${sql.join(statesBefore('deposit').map((state) => sql.lit(state)))})`;

/** Whether a bank takes a cheque on a day. */
const isTakenOn = (day: CalendarDate) =>
  sql`q.cheque_date <= ${day}::date and ${day}::date <= (q.cheque_date + interval '6 months')::date`;

/** The received cheques that can be deposited on a day, the earliest first, and how many are stale by then. */
export async function findDepositable(db: Database, on: CalendarDate): Promise<Depositable> {
  const cheques = await sql<WaitingCheque>`
    select q.id, p.payee_desc, q.bank_name, q.cheque_number, q.cheque_date, q.cheque_amount::numeric(18, 2),
      q.billing_invoice_no, q.state
    from received_cheque q join payee p on p.id = q.payee_id
    where ${WAITS} and ${isTakenOn(on)} order by q.cheque_date, q.id limit ${MOST_CHEQUES}`.execute(db);
  const sum = await sql<Omit<Depositable, 'cheques'>>`
    select count(*) filter (where t.taken)::int as total,
      coalesce(sum(q.cheque_amount) filter (where t.taken), 0)::numeric(18, 2) as total_amount,
      count(*) filter (where not t.taken)::int as stale
    from received_cheque q cross join lateral (select ${isTakenOn(on)} as taken) t
    where ${WAITS} and q.cheque_date <= ${on}::date`.execute(db);
  return { cheques: cheques.rows, ...sum.rows[0]! };
}

/**
 * Makes an active collection of each cheque, in the order of the ids, and ties the cheque to it. Refused where one is not
 * here, was deposited already, or is dated after the day of the deposit or more than six months before it.
 */
export async function depositCheques(
  db: Database,
  user: Principal,
  given: Given,
): Promise<{ id: number; collection_number: string }[]> {
  const ids = [...new Set(given.ids)].toSorted((one, other) => one - other);
  const collections = [];
  for (const id of ids) {
    const cheque = await lockCheque(db, id, given.collection_date);
    const collection_number = await collect(db, user, cheque, given);
    await sql`
      update received_cheque set collection_document_id = (
        select d.id from document d where d.document_type = 'CN' and d.batch_id = (
          select b.id from batch b where b.document_type = 'CN' and b.batch_number = ${collection_number}))
      where id = ${id}`.execute(db);
    collections.push({ id, collection_number });
  }
  return collections;
}

interface StoredCheque extends Omit<WaitingCheque, 'cheque_date'> {
  readonly payee_id: number;
  readonly cheque_date: CalendarDate;
}

/** A cheque that may be deposited on a day; nobody else deposits it until the transaction ends. */
async function lockCheque(db: Database, id: number, on: CalendarDate): Promise<StoredCheque> {
  const found = await sql<StoredCheque>`
    select q.id, q.payee_id, p.payee_desc, q.bank_name, q.cheque_number, q.cheque_date, q.cheque_amount::numeric(18, 2),
      q.billing_invoice_no, q.state
    from received_cheque q join payee p on p.id = q.payee_id where q.id = ${id} for no key update of q`.execute(db);
  const [cheque] = found.rows;
  if (cheque === undefined) throw notFound('There is no such cheque.');
  const refusal = depositRefusal({ ...cheque, name: `Cheque ${cheque.cheque_number} of ${cheque.payee_desc}` }, on);
  if (refusal !== null) throw conflict(refusal.rule, refusal.message);
  return cheque;
}

/** The collection of one cheque: the invoice that it names, then the oldest; what is left becomes an advance. */
async function collect(db: Database, user: Principal, cheque: StoredCheque, given: Given): Promise<string> {
  const { payee_id, cheque_amount, cheque_number, bank_name } = cheque;
  const offered = await readOffered(db, user, cheque, given.collection_date);
  const collection_details = givenOldestFirst(offered, requireSum(cheque_amount));
  const paid = new Set(collection_details.map(({ billing_invoice_no }) => billing_invoice_no));
  const input = createCollection.body.parse({
    collection_date: given.collection_date,
    payee_id,
    bank_id: given.bank_id,
    is_or_ar: 1,
    received_amount: cheque_amount,
    branch_id: given.branch_id,
    remarks: `Cheque ${cheque_number} drawn on ${bank_name}`,
    is_confidential: offered.some((one) => one.is_confidential && paid.has(one.billing_invoice_no)) ? 1 : 0,
    collection_details,
  });
  const collection = await givenCollection(db, user, input, []);
  return underOwnNames(COLLECTIONS.own, createBatch(db, collectionDocument, user, collection));
}

interface InvoiceForCheque extends OfferedInvoice {
  readonly is_confidential: boolean;
}

/** The customer's open invoices in pesos that are dated by a day: the one that the cheque names, then the oldest. */
async function readOffered(
  db: Database,
  user: Principal,
  cheque: StoredCheque,
  on: CalendarDate,
): Promise<InvoiceForCheque[]> {
  const named = cheque.billing_invoice_no?.trim().toUpperCase() ?? '';
  const found = await sql<Omit<InvoiceForCheque, 'open_minor'> & { open: string }>`
    select d.document_number as billing_invoice_no, (d.total_amount - i.collected_amount)::numeric(18, 2) as open,
      i.dispute_reason is not null as is_disputed, b.is_confidential = 1 as is_confidential
    from billing i join document d on d.id = i.document_id join batch b on b.id = d.batch_id
    where b.status = ${STATUS.APPROVED} and b.currency_id = ${CURRENCY_PESO} and d.total_amount > i.collected_amount
      and d.payee_id = any (payees_as_one(${cheque.payee_id})) and d.document_date <= ${on}::date
      and ${visibleBatches(user, ['BI'])}
    order by d.document_number <> ${named}, d.document_date, d.id limit ${MOST_INVOICES}`.execute(db);
  return found.rows.map(({ open, is_disputed, ...invoice }) => ({
    ...invoice,
    open_minor: requireSum(open),
    // What is disputed is paid by name alone.
    is_disputed: is_disputed && invoice.billing_invoice_no !== named,
  }));
}
