import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Route } from '@talaan/contract/http/route';
import type { AccessLogKind, AccessLogRow } from '@talaan/contract/sign-in/access-log.contract';
import type { Database } from '../platform/database/database.ts';
import { realUserId } from '../platform/http/principal.ts';
import type { Problem } from '../platform/http/problem.ts';
import { patternOf } from '../platform/database/search-pattern.ts';

/** Counts a refusal of a route in the access log. What it keeps is the route as declared, never what was sent. */
export async function noteRefusal(
  database: Database,
  { method, path, summary }: Route,
  { principal, id }: Pick<FastifyRequest, 'principal' | 'id'>,
  { code, message }: Problem,
): Promise<void> {
  const user = principal ? realUserId(principal) : null;
  await sql`select note_refusal(${user}, ${`${method} ${path}`}, ${summary}, ${code}, ${message}, ${id})`.execute(
    database,
  );
}

interface LogQuery {
  page: number;
  pages: number;
  kind?: AccessLogKind | undefined;
  /** In the name of the person, or in what it was. */
  search?: string | undefined;
}

/** A page of what was taken out and of what was refused, newest first, and how much there is. */
export async function findAccessLog(
  database: Database,
  { page, pages, kind, search = '' }: LogQuery,
): Promise<{ rows: AccessLogRow[]; total: number }> {
  const pattern = patternOf(search.trim());
  const log = sql`(
      select 'e' || id as id, action as kind, at, user_id, after ->> 'of' as what, after - 'of' as facts, '' as message,
        1 as times, request_id
      from audit_event where action in ('export', 'download')
      union all
      select 'r' || id, 'refusal', last_at, user_id, what, '{}', message, times, request_id from access_refusal
    ) as l left join lateral (
      select concat_ws(' ', u.user_first_name, u.user_last_name) as name from app_user u where u.id = l.user_id
    ) as u on true
    where ${kind === undefined ? sql`true` : sql`l.kind = ${kind}`}
      and (${search.trim() === ''} or l.what ilike ${pattern} or u.name ilike ${pattern})`;
  const [found, counted] = await Promise.all([
    sql<StoredRow>`select l.*, u.name as user_name from ${log} order by l.at desc, l.id desc
      limit ${pages} offset ${(page - 1) * pages}`.execute(database),
    sql<{ total: number }>`select count(*)::int as total from ${log}`.execute(database),
  ]);
  return { rows: found.rows.map(rowOf), total: counted.rows[0]!.total };
}

type StoredRow = Omit<AccessLogRow, 'details'> & { facts: Record<string, unknown>; message: string };

function rowOf({ id, kind, at, user_name, what, facts, message, times, request_id }: StoredRow): AccessLogRow {
  return { id, kind, at, user_name, what, details: message || factsText(facts), times, request_id };
}

/** What a list was narrowed by, in words: 'format csv, rows 12, status 1'. */
function factsText(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .flatMap(([name, value]) => {
      if (value === null || value === '') return [];
      if (typeof value === 'object' && !Array.isArray(value)) return [factsText(value as Record<string, unknown>)];
      return [`${name} ${Array.isArray(value) ? value.join(' or ') : (value as string | number)}`];
    })
    .filter((text) => text !== '')
    .join(', ');
}
