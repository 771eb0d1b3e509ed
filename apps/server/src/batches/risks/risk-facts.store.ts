import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { requireAmount } from '@talaan/core/money/money';
import {
  DEFAULT_DUPLICATE_DAYS,
  DEFAULT_PAYEE_ACCOUNT_DAYS,
  type PayeeAccount,
  type RiskFacts,
} from '@talaan/core/risk/risk-signals';
import type { Database } from '../../platform/database/database.ts';
import { listOf } from '../../platform/database/prepared-statements.ts';
import { payeeStateColumn } from './payee-state.store.ts';
import { withholdingColumn, withholdingLineOf, type WithholdingRow } from './withholding.store.ts';
import { manilaDay } from '../../platform/manila-time.ts';

/** The types whose documents pay somebody. */
export const PAYING_TYPES = ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].pays);

/** So many other batches a signal names; what repeats more often is known by then. */
const MOST_OTHERS = 20;
/** Payments of one day are added up, so that many small ones count, too. */
const MOST_OF_A_DAY = 200;

/**
 * What the risk signals of these batches are found in, by batch id, in one statement: each other payment is found by an
 * index on payee and amount, or on payee and remarks. Batches of types that pay nobody have none. Deleted, rejected and
 * voided transactions are not among the others, whatever their past; drafts are.
 */
export async function readRiskFacts(database: Database, ids: readonly string[]): Promise<Map<string, RiskFacts>> {
  if (ids.length === 0) return new Map();
  return readFacts(
    database,
    sql`
    asked as (
      select id, status, amount_php, is_pdc, currency_id, payees_as_one(payee_id) as payee_ids, document_date, prepared_by,
        regular_trx, cycle, (select i.source_id from integrated_batch i where i.id = integrated_batch_id and i.posting = 'posts') as source_id
      from batch where id = any (${listOf(ids, 'bigint')}) and document_type = any (${PAYING_TYPES}::char(2)[])
    ),
    paper as (
      select batch_id, header_key, document_date, total_amount, remarks, payee_id, payees_as_one(payee_id) as payee_ids,
        payee_bank_id
      from document where batch_id = any (${listOf(ids, 'bigint')}) and voided_at is null
    )`,
  );
}

/** A payment that is being typed, as its risks are looked for. */
export interface TypedPayment {
  /** Number of the stored batch that is changed, which is no other payment; null for a new one. */
  readonly batch_number: string | null;
  readonly prepared_by: number;
  readonly payee_id: number;
  readonly payee_bank_id: number | null;
  readonly currency_id: number;
  /** Of each document in the currency, and of all of them in pesos: decimal text. */
  readonly total_amount: string;
  readonly amount_php: string;
  /** Of a series one for each cheque. */
  readonly dates: readonly CalendarDate[];
  readonly remarks: string;
  readonly regular_trx: number | null;
}

/** What the risk signals of a payment are found in before it is stored, as they will be when it is under review. */
export async function readTypedRiskFacts(database: Database, typed: TypedPayment): Promise<RiskFacts | undefined> {
  const facts = await readFacts(
    database,
    sql`
    asked as (
      select coalesce((select id from batch where batch_number = ${typed.batch_number}
          and document_type = any (${PAYING_TYPES}::char(2)[]) and deleted_at is null), 0)::bigint as id,
        ${STATUS.FOR_REVIEW}::smallint as status, ${typed.amount_php}::numeric as amount_php,
        ${typed.dates.length > 1 ? 1 : 0}::smallint as is_pdc, ${typed.currency_id}::int as currency_id,
        ${typed.payee_id}::int as payee_id, payees_as_one(${typed.payee_id}) as payee_ids, ${typed.dates[0]}::date as document_date,
        ${typed.prepared_by}::int as prepared_by, ${typed.regular_trx}::int as regular_trx, 0 as cycle, null::int as source_id
    ),
    paper as (
      select asked.id as batch_id, dated.place as header_key, dated.on_date as document_date,
        ${typed.total_amount}::numeric as total_amount, ${typed.remarks}::text as remarks, asked.payee_id, asked.payee_ids,
        ${typed.payee_bank_id}::int as payee_bank_id
      from asked cross join unnest(${typed.dates}::date[]) with ordinality as dated (on_date, place)
    )`,
  );
  return [...facts.values()][0];
}

/** `sources`: the batches that are `asked` for, and the documents of each (`paper`). */
async function readFacts(database: Database, sources: RawBuilder<unknown>): Promise<Map<string, RiskFacts>> {
  const found = await sql<FactsRow>`
    with ${sources}, windows as (
      select coalesce((select (value #>> '{}')::int from setting where key = 'risk_duplicate_days'),
          ${DEFAULT_DUPLICATE_DAYS}) as duplicate_days,
        coalesce((select (value #>> '{}')::int from setting where key = 'risk_payee_account_days'),
          ${DEFAULT_PAYEE_ACCOUNT_DAYS}) as payee_account_days
    )
    select b.id::text, b.status, manila_today() as today, w.duplicate_days, w.payee_account_days, c.iso_code as currency,
      b.amount_php::text, b.is_pdc = 1 as is_series, b.regular_trx,
      (select coalesce(json_agg(json_build_array(d.document_date, d.total_amount::text, payment_reference(d.remarks))
          order by d.header_key), '[]')
        from paper d where d.batch_id = b.id) as documents,
      (select coalesce(json_agg(json_build_array(o.document_date, o.amount, payment_reference(o.remarks),
          o.batch_id::text, o.currency, o.regular_trx)), '[]')
        from (
          ${others(sql`total_amount = d.total_amount`)}
          union
          ${others(sql`payment_reference(remarks) = payment_reference(d.remarks)`)}
        ) o) as payments,
      (select coalesce(json_agg(json_build_object('name', s.name, 'batch_id', s.batch_id::text, 'pays', s.pays)), '[]')
        from (
          select t.name, o.id as batch_id, o.document_type = any (${PAYING_TYPES}::char(2)[]) as pays
          from attachment t
          join file f on f.id = t.file_id
          join file g on g.sha256 = f.sha256
          join attachment u on u.file_id = g.id and u.removed_at is null and u.batch_id <> t.batch_id
          join batch o on o.id = u.batch_id and ${STANDS}
          where t.batch_id = b.id and t.removed_at is null
          order by pays desc, o.id desc limit ${MOST_OTHERS}
        ) s) as shared_files,
      (select coalesce(json_agg(json_build_array(o.id::text, o.amount_php::text)), '[]')
        from (
          select o.id, o.amount_php from batch o
          where o.payee_id = any (b.payee_ids) and o.document_date = b.document_date and o.prepared_by = b.prepared_by
            and o.id <> b.id and ${STANDS} and o.document_type = any (${PAYING_TYPES}::char(2)[])
          order by o.id desc limit ${MOST_OF_A_DAY}
        ) o) as same_day,
      (select coalesce(json_agg(json_build_array(v.level_code, v.level_name, v.min_amount::text)), '[]')
        from approving_level v) as levels,
      (select coalesce(json_agg(${payeeStateColumn} order by p.payee_code), '[]')
        from payee p where p.id in (select d.payee_id from paper d where d.batch_id = b.id))
        as payees,
      (select json_build_object('account_number', k.account_number, 'added_on', ${manilaDay(sql`k.input_date`)},
          'changed_on', (select ${manilaDay(sql`max(e.at)`)} from audit_event e
            where e.table_name = 'payee_bank' and e.row_key = k.id::text and e.action = 'update'
              and e.after ?| array['account_number', 'acct_name', 'bank_id', 'payee_id']),
          'is_first', not exists (select from audit_event e
            where e.table_name = 'payee_bank' and e.after ? 'payee_id' and e.after ->> 'payee_id' = k.payee_id::text
              and e.row_key <> k.id::text and ${manilaDay(sql`e.at`)} < ${manilaDay(sql`k.input_date`)}))
        from paper d join payee_bank k on k.id = d.payee_bank_id
        where d.batch_id = b.id order by d.header_key limit 1) as payee_account,
      (select coalesce(json_agg(json_build_object('date', h.holiday_date, 'name', h.holiday_name)), '[]')
        from holiday h where h.holiday_date in (b.document_date, manila_today())) as holidays,
      ${withholdingColumn} as withholding,
      coalesce((select m.remarks from batch_move m where m.batch_id = b.id and m.cycle = b.cycle and m.action = 'submit'),
        '') as withholding_reason
    from asked b
    join currency c on c.id = b.currency_id
    cross join windows w`.execute(database);
  return new Map(found.rows.map((row) => [row.id, factsOf(row)]));
}

/** Another batch counts until it is deleted or archived, which is what a rejected and a voided one are. */
const STANDS = sql`o.deleted_at is null and o.status <> 20`;

/**
 * Other documents of the payee around the day that have the same, the last first; of what a source posted by itself those of the source alone. They are found one by one (`offset 0`), each with its
 * batch: a connection keeps the plan that it made while there were few batches, and would look through all of them.
 */
function others(same: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.* from paper d cross join lateral (
      select o.batch_id, o.document_date, o.total_amount::text as amount, o.remarks, c.iso_code as currency, ob.regular_trx
      from unnest(d.payee_ids) payee (id)
      cross join lateral (
        select batch_id, document_type, document_date, total_amount, remarks from document
        where payee_id = payee.id and ${same} and voided_at is null
          and document_date between d.document_date - w.duplicate_days and d.document_date + w.duplicate_days offset 0
      ) o
      cross join lateral (
        select deleted_at, status, currency_id, regular_trx, integrated_batch_id from batch where id = o.batch_id offset 0
      ) ob
      join currency c on c.id = ob.currency_id
      where w.duplicate_days > 0 and o.batch_id <> d.batch_id and o.document_type = any (${PAYING_TYPES}::char(2)[])
        and ob.deleted_at is null and ob.status <> 20 and (b.source_id is null or b.source_id = (
          select i.source_id from integrated_batch i where i.id = ob.integrated_batch_id))
      order by o.document_date desc limit ${MOST_OTHERS}
    ) o where d.batch_id = b.id`;
}

interface FactsRow {
  readonly id: string;
  readonly status: Status;
  readonly today: CalendarDate;
  readonly duplicate_days: number;
  readonly payee_account_days: number;
  readonly currency: string;
  readonly amount_php: string;
  readonly is_series: boolean;
  readonly regular_trx: number | null;
  readonly documents: readonly [date: CalendarDate, amount: string, reference: string | null][];
  readonly payments: readonly [
    date: CalendarDate,
    amount: string,
    reference: string | null,
    batch_id: string,
    currency: string,
    regular_trx: number | null,
  ][];
  readonly shared_files: RiskFacts['shared_files'];
  readonly same_day: readonly [batch_id: string, amount_php: string][];
  readonly levels: readonly [code: string, name: string, min_amount: string][];
  readonly payees: RiskFacts['payees'];
  readonly payee_account: PayeeAccount | null;
  readonly holidays: RiskFacts['holidays'];
  readonly withholding: readonly WithholdingRow[];
  readonly withholding_reason: string;
}

function factsOf(row: FactsRow): RiskFacts {
  const { id: _id, amount_php, documents, payments, same_day, levels, withholding, ...facts } = row;
  return {
    ...facts,
    amount_php_minor: requireAmount(amount_php),
    withholding: withholding.map(withholdingLineOf),
    documents: documents.map(([document_date, amount, reference]) => ({
      document_date,
      amount_minor: requireAmount(amount),
      reference,
    })),
    payments: payments.map(([document_date, amount, reference, batch_id, currency, regular_trx]) => ({
      batch_id,
      currency,
      regular_trx,
      document_date,
      amount_minor: requireAmount(amount),
      reference,
    })),
    same_day: same_day.map(([batch_id, amount]) => ({ batch_id, amount_php_minor: requireAmount(amount) })),
    levels: levels.map(([level_code, level_name, min_amount]) => ({
      level_code,
      level_name,
      min_amount_minor: requireAmount(min_amount),
    })),
  };
}
