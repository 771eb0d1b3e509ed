import { sql, type RawBuilder } from 'kysely';
import { DEFAULT_REMINDER_HOURS } from '@talaan/core/approval/reminder-hours';
import type { DocumentFacts } from '@talaan/core/documents/document-facts';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import type { Dashboard, WorkItem, WorkKind } from '@talaan/contract/dashboard/dashboard.contract';
import type { BatchFigureName } from '@talaan/contract/dashboard/dashboard-figures';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { manilaDay } from '../platform/manila-time.ts';
import { conditionOf, SINCE, WAITS_SINCE, type AskedFigures, type Waiting } from './batch-figures.store.ts';

/** How many the dashboard names; the others are counted. */
const SHOWN = 8;

/** The kinds of work that a person has, each with the list that it is in. */
export type WorkLists = Readonly<Partial<Record<WorkKind, BatchFigureName>>>;

type WorkRow = Omit<WorkItem, 'about'> & { readonly payee: string | null; readonly remarks: string };

/**
 * What waits for a person by urgency: what was returned to him, then what waits longer than the reminder hours of the company,
 * then the rest, each the oldest first.
 */
export async function readWork(
  db: Database,
  user: Principal,
  asked: AskedFigures & { readonly lists: WorkLists },
  served: readonly DocumentType[],
): Promise<Dashboard['work']> {
  const lists = Object.entries(asked.lists) as [WorkKind, BatchFigureName][];
  if (lists.length === 0) return { items: [], total: 0, money: [], since: null };
  const parts = lists.map(([kind, list]) => {
    const where = conditionOf(list, user, asked, served);
    // What was returned is active, too, and is told once.
    const apart = kind === 'unsent' ? sql`and coalesce(b.approved_remarks, '') = ''` : sql``;
    return sql`select b.id, b.currency_id, b.total_amount, ${sql.lit(kind)} as kind,
      ${kind === 'approve' ? WAITS_SINCE : SINCE} as since from batch b where ${where} ${apart}`;
  });
  const work = sql`work as materialized (${sql.join(parts, sql` union all `)})`;
  const [sums, items] = await Promise.all([
    sql<{ currency: string; count: number; amount: string; since: string }>`
      with ${work}
      select c.iso_code as currency, count(*)::int as count, sum(w.total_amount)::numeric(18, 2)::text as amount, min(w.since) as since
      from work w join currency c on c.id = w.currency_id group by c.iso_code order by c.iso_code <> 'PHP', c.iso_code`.execute(
      db,
    ),
    sql<WorkRow>`
      with ${work}, late as (
        select now() - make_interval(hours => coalesce((select (value #>> '{}')::int from setting where key = 'reminder_hours'),
          ${DEFAULT_REMINDER_HOURS})) as before
      ), first as (
        select w.*, w.kind in ('approve', 'release') and w.since < late.before as overdue from work w, late
        order by w.kind <> 'returned', not (w.kind in ('approve', 'release') and w.since < late.before), w.since, w.id limit ${SHOWN}
      )
      select f.kind, f.overdue, b.id = any (${asked.waiting.above_limit}::bigint[]) as above_limit, b.batch_number, b.document_type,
        d.document_number, b.status, p.payee_desc as payee, coalesce(d.remarks, '') as remarks,
        concat_ws(' ', u.user_first_name, u.user_last_name) as preparer, f.since, b.total_amount::numeric(18, 2)::text as total_amount,
        c.iso_code as currency,
        case when f.kind = 'returned' then concat_ws(': ', (
          select concat_ws(' ', r.user_first_name, r.user_last_name) from batch_move m join app_user r on r.id = m.user_id
          where m.batch_id = b.id order by m.id desc limit 1), b.approved_remarks) end as reason
      from first f
      join batch b on b.id = f.id
      join document d on d.batch_id = b.id and d.header_key = 0
      join currency c on c.id = b.currency_id
      join app_user u on u.id = b.prepared_by
      left join payee p on p.id = b.payee_id
      order by f.kind <> 'returned', not f.overdue, f.since, f.id`.execute(db),
  ]);
  return {
    items: items.rows.map(({ payee, remarks, ...item }) => ({ ...item, about: payee ?? remarks })),
    total: sums.rows.reduce((sum, { count }) => sum + count, 0),
    money: sums.rows.map(({ currency, amount }) => ({ currency, amount })),
    since: sums.rows.map(({ since }) => since).toSorted()[0] ?? null,
  };
}

/** What waits for a person to review or approve, by the day since which it does. */
export async function waitingByDay(
  db: Database,
  { ids }: Waiting,
  served: readonly DocumentType[],
): Promise<Dashboard['waiting']> {
  if (ids.length === 0) return [];
  const typesThat = (are: (facts: DocumentFacts) => boolean) => served.filter((type) => are(DOCUMENT_TYPES[type]));
  const isOne = (types: readonly DocumentType[]) => sql`w.document_type = any (${types}::text[])`;
  const cheques = typesThat(({ pays, header }) => pays && header.cheque);
  const transfers = typesThat(({ pays, header }) => pays && !header.cheque);
  const billing = typesThat(({ on_receivable }) => on_receivable === 'bills');
  const count = (of: RawBuilder<unknown>) => sql`(count(*) filter (where ${of}))::int`;
  const { rows } = await sql<Dashboard['waiting'][number]>`
    select w.day::text, ${count(isOne(cheques))} as cheques, ${count(isOne(transfers))} as transfers,
      ${count(isOne(billing))} as billing, ${count(sql`not ${isOne([...cheques, ...transfers, ...billing])}`)} as other
    from (
      select b.document_type::text, ${manilaDay(WAITS_SINCE)} as day from batch b
      where b.id = any (${ids}::bigint[])) w
    group by w.day order by w.day`.execute(db);
  return rows;
}
