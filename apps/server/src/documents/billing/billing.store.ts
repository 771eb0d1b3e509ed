import { sql, type RawBuilder } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { BillingDetail, BillingRow, Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { valuesShown, type ValuesOf } from '@talaan/contract/documents/declared-field';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { invoiceSums } from '@talaan/core/documents/billing/billing-lines';
import { COLLECTION_STATUS, collectionStatus } from '@talaan/core/documents/billing/collection-status';
import { STATUS } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { billingHold } from '@talaan/core/documents/payee-state';
import { amountText, requireAmount } from '@talaan/core/money/money';
import { splitTaxes, type VatType } from '@talaan/core/money/withholding';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { callNaming, type BatchCall } from '../../batches/record/batch-call.ts';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import { columnsOf } from '../../batches/record/entry-columns.ts';
import { OPEN_PHP } from '../../ledger/open-receivable.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readPayeesOnPaper } from '../print/payee-on-paper.ts';

const TERMS = columnsOf(BILLING_TERMS.fields);

/** The billing that a call names. */
export const billingCall = (id: string, user: Principal) => callNaming(id, BILLINGS.types, user);

/** What a billing has beside its batch. */
export type BillingFacts = Pick<
  BillingRow,
  | 'billing_request_no'
  | 'billing_invoice_no'
  | 'billing_date'
  | 'is_opening'
  | 'original_amount'
  | 'request_date'
  | 'payment_term'
  | 'due_date'
  | 'accounting_approved_by'
  | 'collection_status'
  | 'collected_amount'
  | 'open_amount'
  | 'dispute_reason'
  | 'is_pdc'
  | 'number_of_cheques'
>;

/** What follows from the others is not read. */
type StoredFacts = ValuesOf<typeof BILLING_TERMS.fields> &
  Omit<
    BillingFacts,
    keyof typeof BILLING_TERMS.fields | 'accounting_approved_by' | 'collection_status' | 'open_amount' | 'is_pdc'
  > & {
    readonly id: string;
    readonly status: number;
    readonly total_amount: string;
    readonly approved_by: string | null;
  };

/** Post-dated cheques (alias `q`) for the invoice `d` of the batch `b` that were not handed back (decisions §6). */
const CHEQUES = sql`received_cheque q where q.payee_id = any (payees_as_one(b.payee_id))
  and upper(trim(q.billing_invoice_no)) = d.document_number and q.handed_back = 0`;

/** Billings (alias `b`) for whose invoice there are post-dated cheques that were not handed back. */
export const HAS_CHEQUES = sql`b.id in (
  select d.batch_id from received_cheque q
  join document d on d.document_type = 'BI' and d.document_number = upper(trim(q.billing_invoice_no))
    and d.payee_id = any (payees_as_one(q.payee_id))
  where q.handed_back = 0)`;

/** The facts of the billings with these ids, by the id of the batch. */
export async function readBillingFacts(database: Database, ids: readonly string[]): Promise<Map<string, BillingFacts>> {
  const found = await sql<StoredFacts>`
    select b.id, b.batch_number as billing_request_no, d.document_number as billing_invoice_no, b.status,
      coalesce(i.billed_on, b.document_date) as billing_date, i.opening = 1 as is_opening,
      i.original_amount::numeric(18, 2), b.document_date as request_date, ${TERMS.stored('i')}, i.collected_amount::numeric(18, 2),
      coalesce(i.dispute_reason, '') as dispute_reason, b.total_amount::numeric(18, 2), (select count(*)::int from ${CHEQUES}) as number_of_cheques,
      (select concat_ws(' ', u.user_first_name, u.user_last_name) from app_user u where u.id = b.approved_by) as approved_by
    from batch b join document d on d.batch_id = b.id join billing i on i.document_id = d.id
    where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map((row) => [row.id, factsOf(row)]));
}

function factsOf({ id: _id, status, total_amount, approved_by, ...row }: StoredFacts): BillingFacts {
  const collected_minor = requireAmount(row.collected_amount);
  const total_minor = requireAmount(total_amount);
  return {
    ...row,
    ...valuesShown(BILLING_TERMS.fields, row),
    accounting_approved_by: approved_by,
    collection_status: collectionStatus({ is_cancelled: status === STATUS.ARCHIVED, total_minor, collected_minor }),
    open_amount: amountText(status === STATUS.APPROVED ? total_minor - collected_minor : 0n),
    is_pdc: row.number_of_cheques > 0 ? 1 : 0,
  };
}

/** Keeps why an invoice is disputed, '' for no dispute. The schema refuses it of what is not approved. */
export async function disputeInvoice(transaction: Database, call: BatchCall, reason: string): Promise<void> {
  const { headers } = await readBatch(transaction, call);
  await transaction
    .updateTable('billing')
    .set({ dispute_reason: reason || null })
    .where('document_id', '=', headers[0]!.id)
    .execute();
}

/** Why nothing new is billed to a customer, as a sentence; null where he is billed. */
export async function readBillingHold(database: Database, payeeId: number | null): Promise<string | null> {
  const payee = await database
    .selectFrom('payee')
    .select(['payee_code', 'payee_desc', 'billing_hold'])
    .where('id', '=', payeeId)
    .executeTakeFirst();
  return payee === undefined ? null : billingHold(payee);
}

/** A billing with all that its page and its paper show; 404 when it is not to be seen. */
export async function readBilling(database: Database, call: BatchCall): Promise<BillingDetail> {
  return (await billingsOf(database, call.user, [await readBatch(database, call)]))[0]!;
}

/** Billings that were read, each with all that its page and its paper show. */
export async function billingsOf(
  database: Database,
  user: Principal,
  batches: readonly BatchDetail[],
): Promise<BillingDetail[]> {
  const ids = batches.map(({ id }) => id);
  const facts = await readBillingFacts(database, ids);
  const cheques = await readCheques(database, ids);
  const settled = await readSettled(database, user, ids);
  const customers = await readPayeesOnPaper(
    database,
    batches.map(({ payee_id }) => payee_id),
  );
  return batches.map((batch, at) => {
    const { tin, address, business_style, email_add } = customers[at]!;
    return {
      ...batch,
      ...facts.get(batch.id)!,
      ...servicesOf(batch),
      received_cheques: (cheques.get(batch.id) ?? []).map(({ batch_id: _of, ...cheque }) => cheque),
      settled_by: (settled.get(batch.id) ?? []).map(({ billing_id: _of, ...document }) => document),
      payee_tin: tin,
      payee_address: address,
      business_style,
      payee_email: email_add,
    };
  });
}

/** What is billed and comes to what, from the lines of a billing. */
function servicesOf({ parts, details }: BatchDetail) {
  const services = rowsOf(parts, BILLING_SERVICES).map((service, place) => {
    const line = details[place + 1]!;
    const total_minor = requireAmount(service.total_amount);
    const { base_minor } = splitTaxes(total_minor, service.vat as VatType, null);
    return { service, line, total_minor, income_minor: base_minor };
  });
  const sums = invoiceSums(
    services.map(({ service, line, total_minor }) => ({
      billing_service_id: line.billing_service_id ?? 0,
      vat: service.vat as VatType,
      income_account: line.account_code,
      total_minor,
    })),
  );
  return {
    branch_id: services[0]?.line.branch_id ?? null,
    department_id: services[0]?.line.department_id ?? null,
    billing_details: services.map(({ service, line, total_minor, income_minor }, place) => ({
      line_no: place + 1,
      billing_service_id: line.billing_service_id,
      billing_service_name: line.billing_service_name,
      account_code: line.account_code,
      acct_desc: line.acct_desc,
      ...valuesShown(BILLING_SERVICES.fields, service),
      income_amount: amountText(income_minor),
      vat_amount: amountText(total_minor - income_minor),
    })),
    vatable_sales: amountText(sums.vatable_minor),
    exempt_sales: amountText(sums.exempt_minor),
    zero_rated_sales: amountText(sums.zero_rated_minor),
    vat_amount: amountText(sums.vat_minor),
  };
}

/**
 * The posted documents that settle the invoice of each of these batches, by its id, each once. Settlements are asked for invoice by
 * invoice: joined, their view is read whole.
 */
async function readSettled(database: Database, user: Principal, batchIds: readonly string[]) {
  const found = await sql<BillingDetail['settled_by'][number] & { billing_id: string }>`
    select i.batch_id::text as billing_id, b.batch_number, b.document_type, d.document_number, d.document_date,
      sum(s.amount)::numeric(18, 2) as amount
    from (select id, batch_id from document where batch_id = any (${batchIds}::bigint[]) offset 0) i
    cross join lateral (select document_id, amount from settlement where invoice_id = i.id offset 0) s
    join document d on d.id = s.document_id join batch b on b.id = d.batch_id
    where ${visibleBatches(user, ALL_DOCUMENT_TYPES)}
    group by i.batch_id, b.id, d.id having sum(s.amount) <> 0 order by d.document_date, d.id`.execute(database);
  return groupBy(found.rows, ({ billing_id }) => billing_id);
}

/** The cheques of the invoices of these batches, by their ids, that are still with us or with the bank, by their dates. */
async function readCheques(database: Database, batchIds: readonly string[]) {
  const found = await sql<BillingDetail['received_cheques'][number] & { batch_id: string }>`
    select b.id::text as batch_id, c.id, c.cheque_number, c.cheque_date, c.cheque_amount::numeric(18, 2) as cheque_amount, c.state
    from batch b join document d on d.batch_id = b.id cross join lateral (select q.* from ${CHEQUES}) c
    where b.id = any (${batchIds}::bigint[]) order by c.cheque_date, c.id`.execute(database);
  return groupBy(found.rows, ({ batch_id }) => batch_id);
}

const MOST_FOUND = 100;
const MOST_OPEN = 1000;

/** Approved invoices that a text, a number or a customer finds, the last ones first. */
export async function searchInvoices(
  database: Database,
  user: Principal,
  wanted: {
    search: string;
    query?: string | undefined;
    billing_invoice_no?: string | undefined;
    payee_id?: number | undefined;
  },
): Promise<Invoice[]> {
  const text = (wanted.search || wanted.query || '').trim().toLowerCase();
  const conditions = [
    sql`b.status = ${STATUS.APPROVED} and ${visibleBatches(user, BILLINGS.types)}`,
    ...(text === ''
      ? []
      : [sql`d.id in (select s.document_id from document_search s where s.search_text like ${like(text)})`]),
    ...(wanted.billing_invoice_no ? [sql`d.document_number = ${wanted.billing_invoice_no.trim().toUpperCase()}`] : []),
    ...ofCustomer(wanted.payee_id),
  ];
  return readInvoices(
    database,
    sql`
    from batch b join document d on d.batch_id = b.id join billing i on i.document_id = d.id
    where ${sql.join(conditions, sql` and `)} order by b.document_date desc, b.id desc limit ${MOST_FOUND}`,
  );
}

/** What is open at the end of a day, today where none is named; the oldest first. */
export async function listOpenInvoices(
  database: Database,
  user: Principal,
  { payee_id, as_of }: { payee_id?: number | undefined; as_of?: string | undefined },
): Promise<Invoice[]> {
  const day = sql`coalesce(${as_of ?? null}::date, manila_today())`;
  const billings = (such: RawBuilder<unknown>) => sql`
    select b.id, b.document_date from batch b
    where ${visibleBatches(user, BILLINGS.types)} and b.document_date <= ${day} and ${such}`;
  const mayBeOpen =
    payee_id === undefined
      ? sql`${billings(IS_OPEN)} union ${billings(isMovedAfter(day))}`
      : billings(sql`b.payee_id = any (payees_as_one(${payee_id}))`);
  // In their order, so that adding up what was open of each ends with the last row that is answered.
  return readInvoices(
    database,
    sql`
    from (${mayBeOpen} order by document_date, id offset 0) w
    join open_invoices(${day}) i on i.batch_id = w.id
    join batch b on b.id = i.batch_id join document d on d.id = i.document_id
    where i.open_amount > 0 order by w.document_date, w.id limit ${MOST_OPEN}`,
    sql`i.open_php`,
  );
}

const NOT_COLLECTED = [COLLECTION_STATUS.UNCOLLECTED, COLLECTION_STATUS.PARTIALLY_COLLECTED];

/** Approved billings (alias `b`) of which something is open now. */
const IS_OPEN = sql`b.status = ${STATUS.APPROVED} and b.collection_status in (${sql.join(NOT_COLLECTED.map((one) => sql.lit(one)))})`;

/**
 * Billings (alias `b`) that were settled or cancelled by an entry of a later day, or of whose settlements one was reversed on
 * a later day. Of all others the books say at the end of the day what they say now.
 */
const isMovedAfter = (day: RawBuilder<unknown>) => sql`b.id in (
  select d.batch_id from settlement s join document d on d.id = s.invoice_id
  where s.entry_date > ${day} and d.document_date <= ${day}
  union all select d.batch_id from journal_entry e join document d on d.id = e.document_id
  where e.entry_date > ${day} and d.document_date <= ${day} and e.reverses_id is not null
    and e.document_type = any (${BILLINGS.types}::char(2)[]))`;

const ofCustomer = (payeeId: number | undefined) =>
  payeeId === undefined ? [] : [sql`d.payee_id = any (payees_as_one(${payeeId}))`];

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** What collections in the ledger took of document `d`, in one of their amounts. */
const takenOf = (column: 'withholding_amount' | 'write_off_amount') => sql`
  select coalesce(sum(x.${sql.ref(column)}), 0) from collection_application x
  join document xd on xd.id = x.document_id join batch xb on xb.id = xd.batch_id and xb.status = ${sql.lit(STATUS.APPROVED)}
  where x.billing_document_id = d.id`;

/** The invoices of a selection that names batch `b`, document `d` and what is collected of it `i`. */
async function readInvoices(
  database: Database,
  selection: RawBuilder<unknown>,
  openPhp: RawBuilder<unknown> = OPEN_PHP,
): Promise<Invoice[]> {
  const found = await sql<Omit<Invoice, 'open_amount' | 'collection_status'>>`
    select b.batch_number as billing_request_no, d.document_number as billing_invoice_no, d.payee_id,
      (select p.payee_desc from payee p where p.id = d.payee_id) as payee_desc, b.currency_id,
      (select c.iso_code from currency c where c.id = b.currency_id) as currency,
      coalesce((select x.billed_on from billing x where x.document_id = d.id), d.document_date) as billing_date, i.due_date,
      d.total_amount::numeric(18, 2), i.collected_amount::numeric(18, 2), ${openPhp}::numeric(18, 2) as open_php,
      b.dollar_rate::text, (select x.dispute_reason is not null from billing x where x.document_id = d.id) as is_disputed,
      (d.total_amount - invoice_vat(d.id))::numeric(18, 2) as base_amount,
      (${takenOf('withholding_amount')})::numeric(18, 2) as withheld_amount,
      (${takenOf('write_off_amount')})::numeric(18, 2) as written_off_amount
    ${selection}`.execute(database);
  return found.rows.map((row) => {
    const total_minor = requireAmount(row.total_amount);
    const collected_minor = requireAmount(row.collected_amount);
    return {
      ...row,
      open_amount: amountText(total_minor - collected_minor),
      collection_status: collectionStatus({ is_cancelled: false, total_minor, collected_minor }),
    };
  });
}
