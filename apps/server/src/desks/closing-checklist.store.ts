import { sql } from 'kysely';
import type { ClosingChecklist } from '@talaan/contract/desks/closing-checklist.contract';
import { firstDayOfPeriod, type PeriodModule } from '@talaan/core/calendar/accounting-period';
import { endOfMonth } from '@talaan/core/calendar/calendar-date';
import { APPROVAL_STATUSES, statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES, type DocumentType, moduleOf } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';
import { requireDatabaseItself } from '../platform/database/replica.ts';
import type { Principal } from '../platform/http/principal.ts';
import { visibleBatches } from '../batches/record/batch-visibility.ts';
import { isToMature } from '../batches/moves/post-matured.ts';

/** How many the checklist names; the others are counted. */
const LISTED = 200;

interface OpenRow {
  readonly batch_number: string;
  readonly document_type: DocumentType;
  readonly status: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly document_date: string;
  readonly payee: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly is_due: boolean;
  readonly reason: string | null;
  readonly total: number;
}

interface Wanted {
  /** Year × 100 + month. */
  readonly period: number;
  readonly modules: readonly PeriodModule[];
}

const ON_ITS_WAY = [STATUS.ACTIVE, STATUS.FOR_REVIEW, ...APPROVAL_STATUSES, STATUS.FOR_RELEASE].map((status) =>
  sql.lit(status),
);

/** The conditions of batches `b` and their documents `d` that are open in the month, of the types that the modules guard. */
function openWork({ period, modules }: Wanted) {
  const first = firstDayOfPeriod(period)!;
  const inMonth = sql`between ${first}::date and ${endOfMonth(first)}::date`;
  const types = ALL_DOCUMENT_TYPES.filter((type) => modules.some((module) => module === moduleOf(type)));
  // What is on its way and the series are found by their own indexes, and their documents by them. Documents have the date of their
  // batch, but for the cheques of a series.
  const batches = sql`
    b.id in (
        select q.id from batch q where q.status in (${sql.join(ON_ITS_WAY)}) and q.deleted_at is null and q.document_date ${inMonth}
        union all
        select s.id from batch s where s.is_pdc = 1 and s.status <= ${sql.lit(STATUS.APPROVED)} and s.deleted_at is null)
      and b.document_type = any (${types}::char(2)[])`;
  const documents = sql`
    d.batch_id = b.id and d.document_date ${inMonth} and d.voided_at is null
      and (b.status < ${sql.lit(STATUS.APPROVED)} or ${isToMature})`;
  const open = sql`from batch b where ${batches} and exists (select from document d where ${documents})`;
  return { batches, documents, open, types };
}

/** How many transactions `findOpenWork` finds for the person: of one with thousands of documents the first open one tells. */
export async function countOpenWork(db: Database, user: Principal, wanted: Wanted): Promise<number> {
  const { open, types } = openWork(wanted);
  const { rows } = await sql<{ total: number }>`
    select (select count(*) ${open} and ${visibleBatches(user, types)})::int
      + (select count(*) ${reversalsOpen(wanted, types)} and ${visibleBatches(user, types)})::int as total`.execute(db);
  return rows[0]!.total;
}

/** The accruals `b` whose reversal `r` falls into the month, or waits since an earlier one, and is not posted. */
function reversalsOpen({ period }: Wanted, types: readonly DocumentType[]) {
  return sql`
    from batch_reversal r cross join lateral (select * from batch where id = r.batch_id offset 0) b
    join app_user u on u.id = r.approved_by join currency c on c.id = b.currency_id
    where r.reversal_batch_id is null and r.cancelled_at is null
      and r.due_on <= ${endOfMonth(firstDayOfPeriod(period)!)}::date and b.document_type = any (${types}::char(2)[])`;
}

type ReversalRow = Omit<OpenRow, 'status' | 'is_due' | 'total'>;

/** Those that the person may see, under who approved the accrual. */
async function findReversals(db: Database, user: Principal, wanted: Wanted, types: readonly DocumentType[]) {
  const found = await sql<ReversalRow>`
    select b.batch_number, b.document_type, r.approved_by as user_id, concat_ws(' ', u.user_first_name, u.user_last_name) as user_name,
      r.due_on as document_date, null as payee, b.total_amount as amount, c.iso_code as currency, r.reason
    ${reversalsOpen(wanted, types)} and ${visibleBatches(user, types)}
    order by r.due_on, b.batch_number limit ${LISTED}`.execute(db);
  return found.rows;
}

/**
 * What is still open in a month, given as year × 100 + month, of the document types that the modules guard: saved and not
 * posted, or approved and to be posted on a day of the month, and accruals that are still to be reversed by then. What the person may not see is neither listed nor counted.
 */
export async function findOpenWork(db: Database, user: Principal, wanted: Wanted): Promise<ClosingChecklist> {
  requireDatabaseItself(db, 'What a month leaves open');
  const { batches, documents, open, types } = openWork(wanted);
  const [reversals, listed, hidden] = await Promise.all([
    findReversals(db, user, wanted, types),
    sql<OpenRow>`
      select o.batch_number, o.document_type, o.status, o.prepared_by as user_id,
        concat_ws(' ', u.user_first_name, u.user_last_name) as user_name, o.document_date, p.payee_desc as payee,
        o.amount, c.iso_code as currency, o.is_due, f.reason, count(*) over ()::int as total
      from (
        select b.id, b.batch_number, b.document_type, b.status, b.cycle, b.prepared_by, b.payee_id, b.currency_id,
          min(d.document_date) as document_date, sum(d.total_amount)::numeric(18, 2) as amount,
          b.status = ${STATUS.APPROVED} and min(d.document_date) <= manila_today() as is_due
        from batch b join document d on ${documents}
        where ${batches} and ${visibleBatches(user, types)}
        group by b.id
      ) o
      join app_user u on u.id = o.prepared_by
      join currency c on c.id = o.currency_id
      left join payee p on p.id = o.payee_id
      left join batch_move m on m.batch_id = o.id and m.cycle = o.cycle and m.status_to = ${STATUS.APPROVED} and o.is_due
      left join maturity_failure f on f.move_id = m.id
      order by user_name, o.prepared_by, o.document_date, o.batch_number limit ${LISTED}`.execute(db),
    sql<{ others: boolean }>`
      select exists (select ${open} and not (${visibleBatches(user, types)}))
        or exists (select ${reversalsOpen(wanted, types)} and not (${visibleBatches(user, types)})) as others`.execute(
      db,
    ),
  ]);
  const owners = new Map<number, ClosingChecklist['owners'][number]>();
  for (const { user_id, user_name, status, is_due, reason, total: _total, ...item } of listed.rows) {
    const owner = owners.get(user_id) ?? { user_id, user_name, items: [] };
    owners.set(user_id, owner);
    const state = is_due ? 'not_matured' : status === STATUS.APPROVED ? 'to_mature' : 'open';
    const note = (is_due ? reason : null) ?? statusChip(item.document_type, status).label;
    owner.items.push({ ...item, state, note });
  }
  for (const { user_id, user_name, reason, ...item } of reversals) {
    const owner = owners.get(user_id) ?? { user_id, user_name, items: [] };
    owners.set(user_id, owner);
    owner.items.push({ ...item, state: 'to_reverse', note: reason ?? 'Reversal of an accrual' });
  }
  const total = (listed.rows[0]?.total ?? 0) + reversals.length;
  return { owners: [...owners.values()], total, others: hidden.rows[0]!.others };
}
