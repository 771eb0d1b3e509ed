import { sql } from 'kysely';
import type {
  CollectionDetail,
  CollectionRow,
  CollectionTotal,
} from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { valuesShown, type ValuesOf } from '@talaan/contract/documents/declared-field';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { COLLECTION_TAG } from '@talaan/core/documents/collection/collection-lines';
import { STATUS } from '@talaan/core/documents/status';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { callNaming, type BatchCall } from '../../batches/record/batch-call.ts';
import { columnsOf } from '../../batches/record/entry-columns.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

const TERMS = columnsOf(COLLECTION_TERMS.fields);

/** The collection that a call names. */
export const collectionCall = (id: string, user: Principal) => callNaming(id, COLLECTIONS.types, user);

/** What a collection has beside its batch. */
export type CollectionFacts = Pick<
  CollectionRow,
  | 'collection_number'
  | 'collection_date'
  | 'customer_name'
  | 'billing_invoice_no'
  | 'billing_amount'
  | 'balance_amount'
  | 'collected_amount'
  | 'received_amount'
  | 'advance_amount'
>;

type StoredFacts = ValuesOf<typeof COLLECTION_TERMS.fields> &
  Omit<CollectionFacts, keyof typeof COLLECTION_TERMS.fields | 'collected_amount'> & {
    readonly id: string;
    readonly withheld: string;
  };

/** The facts of the collections with these ids, by the id of the batch. */
export async function readCollectionFacts(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, CollectionFacts>> {
  const found = await sql<StoredFacts>`
    select b.id, b.batch_number as collection_number, b.document_date as collection_date, ${TERMS.stored('c')},
      coalesce((select p.payee_desc from payee p where p.id = b.payee_id), '') as customer_name,
      coalesce(a.numbers, '') as billing_invoice_no, coalesce(a.billed, 0)::numeric(18, 2) as billing_amount,
      coalesce(a.balance, 0)::numeric(18, 2) as balance_amount, coalesce(a.withheld, 0)::numeric(18, 2) as withheld
    from batch b join document d on d.batch_id = b.id join collection c on c.document_id = d.id
    cross join lateral (
      select string_agg(a.billing_invoice_no, ', ' order by a.line_no) as numbers, sum(i.total_amount) as billed,
        sum(i.total_amount - g.collected_amount) as balance, sum(a.withholding_amount) as withheld
      from collection_application a join document i on i.id = a.billing_document_id
      join billing g on g.document_id = i.id where a.document_id = d.id) a
    where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map((row) => [row.id, factsOf(row)]));
}

function factsOf({ id: _id, withheld, ...row }: StoredFacts): CollectionFacts {
  return {
    ...row,
    ...valuesShown(COLLECTION_TERMS.fields, row),
    collected_amount: amountText(requireAmount(row.received_amount) + requireAmount(withheld)),
  };
}

/** What collections come to by currency, what is archived apart. */
export type CollectionSums = Pick<
  CollectionTotal,
  'currency' | 'archived' | 'billing_amount' | 'collected_amount' | 'balance_amount'
>;

/** The sums of the collections with these ids; an invoice that several of them settle is in them once. */
export async function sumCollections(database: Database, ids: readonly string[]): Promise<CollectionSums[]> {
  const found = await sql<CollectionSums>`
    with collected as (
      select d.id, b.currency_id, b.status = ${sql.lit(STATUS.ARCHIVED)} as archived, c.received_amount
      from batch b join document d on d.batch_id = b.id join collection c on c.document_id = d.id
      where b.id = any (${ids}::bigint[])),
    applied as (
      select c.currency_id, c.archived, a.billing_document_id, sum(a.withholding_amount) as withheld
      from collected c join collection_application a on a.document_id = c.id group by 1, 2, 3),
    invoiced as (
      select a.currency_id, a.archived, sum(a.withheld) as withheld, sum(i.total_amount) as billed,
        sum(i.total_amount - g.collected_amount) as balance
      from applied a join document i on i.id = a.billing_document_id join billing g on g.document_id = i.id
      group by 1, 2),
    received as (select c.currency_id, c.archived, sum(c.received_amount) as received from collected c group by 1, 2)
    select u.iso_code as currency, r.archived, coalesce(i.billed, 0)::numeric(18, 2)::text as billing_amount,
      (r.received + coalesce(i.withheld, 0))::numeric(18, 2)::text as collected_amount,
      coalesce(i.balance, 0)::numeric(18, 2)::text as balance_amount
    from received r join currency u on u.id = r.currency_id
    left join invoiced i on i.currency_id = r.currency_id and i.archived = r.archived`.execute(database);
  return found.rows;
}

/** A collection with all that its page and its receipt show; 404 when it is not to be seen. */
export async function readCollection(database: Database, call: BatchCall): Promise<CollectionDetail> {
  const batch = await readBatch(database, call);
  const facts = (await readCollectionFacts(database, [batch.id])).get(batch.id)!;
  const invoices = await readInvoices(database, batch.id);
  const cheque = await readCheque(database, batch.id);
  const applications = rowsOf(batch.parts, COLLECTION_APPLICATIONS);
  const lineOf = (tag: string) => batch.details.find(({ remarks }) => remarks === tag);
  const writtenOff = lineOf(COLLECTION_TAG.WRITTEN_OFF);
  return {
    ...batch,
    ...facts,
    branch_id: (lineOf(COLLECTION_TAG.CASH) ?? batch.details[0])?.branch_id ?? null,
    department_id: batch.details.find(({ department_id }) => department_id !== null)?.department_id ?? null,
    write_off_account: writtenOff?.account_code ?? null,
    excess_amount: lineOf(COLLECTION_TAG.ADVANCE)?.credit_amount ?? '0.00',
    received_cheque: cheque,
    collection_details: applications.map((application, place) => ({
      line_no: place + 1,
      ...invoices[place]!,
      ...valuesShown(COLLECTION_APPLICATIONS.fields, application),
    })),
  };
}

/** The received cheque whose last deposit made a collection. */
async function readCheque(database: Database, batchId: string): Promise<CollectionDetail['received_cheque']> {
  const found = await sql<NonNullable<CollectionDetail['received_cheque']>>`
    select q.id, q.cheque_number, q.state from received_cheque q join document d on d.id = q.collection_document_id
    where d.batch_id = ${batchId}::bigint`.execute(database);
  return found.rows[0] ?? null;
}

type InvoiceRemainder = Pick<
  CollectionDetail['collection_details'][number],
  'billing_request_no' | 'billing_date' | 'due_date' | 'billing_amount' | 'open_amount'
>;

/** The invoices that a collection settles, in the order of its rows. */
async function readInvoices(database: Database, batchId: string): Promise<InvoiceRemainder[]> {
  const found = await sql<InvoiceRemainder>`
    select b.batch_number as billing_request_no, coalesce(g.billed_on, i.document_date) as billing_date, g.due_date,
      i.total_amount::numeric(18, 2) as billing_amount, (i.total_amount - g.collected_amount)::numeric(18, 2) as open_amount
    from document d join collection_application a on a.document_id = d.id
    join document i on i.id = a.billing_document_id join batch b on b.id = i.batch_id join billing g on g.document_id = i.id
    where d.batch_id = ${batchId}::bigint order by a.line_no`.execute(database);
  return found.rows;
}
