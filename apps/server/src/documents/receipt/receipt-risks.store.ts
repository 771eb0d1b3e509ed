import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { RECEIPT_TYPES } from '@talaan/core/documents/document-type';
import { requireSum } from '@talaan/core/money/money';
import { MOST_WITHHELD_PERCENT } from '@talaan/core/receivables/withheld-doubt';
import {
  BACK_DATED_DAYS,
  MANY_WRITE_OFFS,
  WRITE_OFF_DAYS,
  receiptSignals,
  type ReceiptBefore,
} from '@talaan/core/risk/receipt-signals';
import type { RiskSignal } from '@talaan/core/risk/risk-signals';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { Database } from '../../platform/database/database.ts';
import { manilaDay } from '../../platform/manila-time.ts';

/** So many other collections are counted; more say nothing more. */
const MOST_OTHERS = 50;

const ENCODED_ON = manilaDay(sql`b.date_encoded`);

const PROGRAM = sql`case b.document_type ${sql.join(
  RECEIPT_TYPES.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(DOCUMENT_MODULES[type])}`),
  sql` `,
)} end`;

/**
 * The receipt right before each one of the batch `b` in its range of numbers, where it is of a later day: of what is not
 * issued yet the last one of the range from which it will take its number.
 */
const LATER_BEFORE = sql`
  select o.batch_id, r.number_text, n.number_text as number_before, o.document_date as date_before
  from document d
  cross join lateral (
    select i.series_id, i.number, i.number_text from number_issue i join number_series s on s.id = i.series_id
    where i.document_id = d.id and s.kind in ('or', 'ar') and b.status = ${sql.lit(STATUS.APPROVED)}
    union all
    select s.id, s.next_number, null from unnest(array['or', 'ar']) with ordinality k (kind, place)
    cross join lateral (
      select s.id, s.next_number from number_series s
      where s.kind = k.kind and s.next_number <= s.series_to and (s.user_id = b.prepared_by or s.user_id is null)
        and (s.prog_code = ${PROGRAM} or s.prog_code is null)
      order by s.user_id is null, s.prog_code is null, s.series_from limit 1) s
    where b.status < ${sql.lit(STATUS.APPROVED)} and d.is_or_ar in (k.place, 3)
  ) r
  cross join lateral (
    select i.number_text, i.document_id from number_issue i
    where i.series_id = r.series_id and i.number < r.number order by i.number desc limit 1) n
  join document o on o.id = n.document_id
  where d.batch_id = b.id and o.batch_id <> b.id and o.document_date > d.document_date`;

/** Other collections of the preparer, or of the customer, of the batch `b` that write something off within the days. */
const writeOffs = (such: RawBuilder<unknown>) => sql`
  select o.id, sum(a.write_off_amount * o.dollar_rate) as amount_php
  from batch o join document od on od.batch_id = o.id join collection_application a on a.document_id = od.id
  where o.document_type = any (${RECEIPT_TYPES}::char(2)[]) and o.document_date between b.document_date - ${sql.lit(WRITE_OFF_DAYS)}
      and b.document_date + ${sql.lit(WRITE_OFF_DAYS)}
    and ${such} and o.id <> b.id and o.deleted_at is null and o.status <> ${sql.lit(STATUS.ARCHIVED)}
    and a.write_off_amount > 0
  group by o.id order by o.id desc limit ${sql.lit(MOST_OTHERS)}`;

const OF_PREPARER = writeOffs(sql`o.prepared_by = b.prepared_by`);
const OF_CUSTOMER = writeOffs(sql`o.payee_id = b.payee_id`);

const WRITTEN_OFF = sql`(
  select coalesce(sum(a.write_off_amount * b.dollar_rate), 0) from document d
  join collection_application a on a.document_id = d.id and a.write_off_amount > 0 where d.batch_id = b.id)`;

/** What is withheld of each invoice of which the batch `b` withholds, what the books have besides included. */
const WITHHELD = sql`
  select i.document_number as billing_invoice_no, (a.withholding_amount + t.before)::numeric(18, 2) as withheld,
    (i.total_amount - invoice_vat(i.id))::numeric(18, 2) as base
  from document d join collection_application a on a.document_id = d.id and a.withholding_amount > 0
  join document i on i.id = a.billing_document_id
  cross join lateral (
    select coalesce(sum(x.withholding_amount), 0) as before
    from collection_application x join document xd on xd.id = x.document_id join batch xb on xb.id = xd.batch_id
    where x.billing_document_id = i.id and x.document_id <> d.id and xb.status = ${sql.lit(STATUS.APPROVED)}) t
  where d.batch_id = b.id`;

/** Batches of receipts (alias `b`) that have a signal, by the rules of `receiptSignals`. */
export const HAS_RECEIPT_SIGNAL = sql`b.status <= ${sql.lit(STATUS.APPROVED)} and (
  ${ENCODED_ON} - b.document_date >= ${sql.lit(BACK_DATED_DAYS)}
  or exists (${LATER_BEFORE})
  or exists (select from (${WITHHELD}) w where w.withheld * 100 > w.base * ${sql.lit(String(MOST_WITHHELD_PERCENT))}::numeric)
  or ${WRITTEN_OFF} > 0 and ((select count(*) from (${OF_PREPARER}) w) + 1 >= ${sql.lit(MANY_WRITE_OFFS)}
    or ${WRITTEN_OFF} + (select coalesce(sum(w.amount_php), 0) from (${OF_CUSTOMER}) w) > write_off_without_approval()))`;

/** The signals of receipts, by batch id, in one statement. */
export async function receiptRisks(database: Database, ids: readonly string[]): Promise<Map<string, RiskSignal[]>> {
  const found = await sql<FactsRow>`
    select b.id::text, b.document_date, ${ENCODED_ON} as encoded_on,
      (select concat_ws(' ', u.user_first_name, u.user_last_name) from app_user u where u.id = b.prepared_by) as preparer,
      (select coalesce(json_agg(json_build_object('batch_id', l.batch_id::text, 'number', l.number_text,
          'number_before', l.number_before, 'date_before', l.date_before)), '[]') from (${LATER_BEFORE}) l) as later_before,
      round(w.own, 2)::text as written_off,
      (select coalesce(json_agg(json_build_array(o.id::text, round(o.amount_php, 2)::text)), '[]')
        from (${OF_PREPARER}) o where w.own > 0) as write_offs,
      (select coalesce(json_agg(json_build_array(o.id::text, round(o.amount_php, 2)::text)), '[]')
        from (${OF_CUSTOMER}) o where w.own > 0) as customer_write_offs,
      write_off_without_approval()::text as free,
      (select coalesce(json_agg(json_build_array(o.billing_invoice_no, o.withheld::text, o.base::text)), '[]')
        from (${WITHHELD}) o) as withheld
    from batch b cross join lateral (select ${WRITTEN_OFF} as own) w
    where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(
    found.rows.map(({ id, written_off, write_offs, customer_write_offs, free, withheld, ...facts }) => [
      id,
      receiptSignals({
        ...facts,
        written_off_php_minor: requireSum(written_off),
        write_offs: write_offs.map(otherOf),
        customer_write_offs: customer_write_offs.map(otherOf),
        free_php_minor: requireSum(free),
        withheld: withheld.map(([billing_invoice_no, amount, base]) => ({
          billing_invoice_no,
          withheld_minor: requireSum(amount),
          base_minor: requireSum(base),
        })),
      }),
    ]),
  );
}

type OtherRow = readonly [batch_id: string, amount_php: string];

const otherOf = ([batch_id, amount]: OtherRow) => ({ batch_id, amount_php_minor: requireSum(amount) });

interface FactsRow {
  readonly id: string;
  readonly document_date: CalendarDate;
  readonly encoded_on: CalendarDate;
  readonly preparer: string;
  readonly later_before: readonly ReceiptBefore[];
  readonly written_off: string;
  readonly write_offs: readonly OtherRow[];
  readonly customer_write_offs: readonly OtherRow[];
  readonly free: string;
  readonly withheld: readonly [billing_invoice_no: string, withheld: string, base: string][];
}
