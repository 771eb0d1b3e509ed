import { sql, type RawBuilder } from 'kysely';
import type { FoldedGroups, ReportView, ViewFilter } from '@talaan/contract/reports/views/report-view.contract';
import type { Database } from '../../platform/database/database.ts';

/** How many a report offers at most: the own ones first. */
const MOST_OFFERED = 300;

/** Views of a report that a user may see, in the order of the picker. */
export function findViews(database: Database, userId: number, report: string): Promise<ReportView[]> {
  return readViews(database, userId, sql`v.report = ${report}`);
}

/** One view that the user may see, or null. */
export async function findView(database: Database, userId: number, id: number): Promise<ReportView | null> {
  return (await readViews(database, userId, sql`v.id = ${id}`))[0] ?? null;
}

async function readViews(database: Database, userId: number, which: RawBuilder<unknown>): Promise<ReportView[]> {
  const found = await sql<ReportView>`
    select v.id, v.report, v.name, v.filter, v.folded, v.is_shared, v.owner_id = ${userId} as is_own, d.view_id is not null as is_default,
      concat_ws(' ', u.user_first_name, u.user_last_name) as owner_name, v.row_version
    from report_view v
    join app_user u on u.id = v.owner_id
    left join report_view_default d on d.user_id = ${userId} and d.report = v.report and d.view_id = v.id
    where ${which} and (v.owner_id = ${userId} or v.is_shared and may_sign_in(u))
    order by v.owner_id <> ${userId}, lower(v.name), v.id limit ${MOST_OFFERED}`.execute(database);
  return found.rows;
}

/** How many views of a report a user keeps. */
export async function countOwnViews(database: Database, userId: number, report: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from report_view where owner_id = ${userId} and report = ${report}`.execute(database);
  return found.rows[0]!.count;
}

/** Stores a view of the user and answers its Record ID. */
export async function insertView(
  transaction: Database,
  userId: number,
  given: Pick<ReportView, 'report' | 'name' | 'is_shared' | 'folded'> & { filter: ViewFilter },
): Promise<number> {
  const stored = await transaction
    .insertInto('report_view')
    .values({
      ...given,
      filter: JSON.stringify(given.filter),
      folded: JSON.stringify(given.folded),
      owner_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return stored.id;
}

/** The stored version of a view, which nobody else changes until the transaction ends; null where it is gone. */
export async function lockView(transaction: Database, id: number): Promise<number | null> {
  const found = await sql<{ row_version: number }>`
    select row_version from report_view where id = ${id} for no key update`.execute(transaction);
  return found.rows[0]?.row_version ?? null;
}

export async function changeView(
  transaction: Database,
  id: number,
  change: {
    name?: string | undefined;
    filter?: ViewFilter | undefined;
    folded?: FoldedGroups | undefined;
    is_shared?: boolean | undefined;
  },
): Promise<void> {
  const { filter, folded, ...rest } = change;
  await transaction
    .updateTable('report_view')
    .set({
      ...rest,
      ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
      ...(folded === undefined ? {} : { folded: JSON.stringify(folded) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteView(transaction: Database, id: number): Promise<void> {
  await transaction.deleteFrom('report_view').where('id', '=', id).execute();
}

/** Makes it the view with which the user begins its report. */
export async function keepDefault(
  transaction: Database,
  userId: number,
  { id, report }: Pick<ReportView, 'id' | 'report'>,
): Promise<void> {
  await transaction
    .insertInto('report_view_default')
    .values({ user_id: userId, report, view_id: id })
    .onConflict((conflict) => conflict.columns(['user_id', 'report']).doUpdateSet({ view_id: id }))
    .execute();
}

/** The user begins its report with it no more. */
export async function dropDefault(transaction: Database, userId: number, id: number): Promise<void> {
  await transaction.deleteFrom('report_view_default').where('user_id', '=', userId).where('view_id', '=', id).execute();
}
