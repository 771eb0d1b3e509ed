import { sql } from 'kysely';
import type { CurrentUser, RoleAccessEntry } from '@talaan/contract/sign-in/login-data';
import type { Database } from '../../platform/database/database.ts';

export interface CurrentUserFacts {
  user: CurrentUser;
  roleaccess: RoleAccessEntry[];
  server_time: string;
}

/** The signed-in user with approval limits and role access, as sign-in and `/getuser` answer it. */
export async function loadCurrentUser(database: Database, userId: number): Promise<CurrentUserFacts> {
  const found = await sql<Row>`
    select u.id, u.user_id, u.user_first_name, u.user_middle_name, u.user_last_name, u.email, u.sper_user, u.approver,
      u.jobt_code, u.dept_code, u.dept_id, u.brnc_code, u.start_date, u.end_date, round(u.max_amount, 2)::text as user_max_amount,
      (select coalesce(json_agg(json_build_object('own_officers', o.own_officers, 'level', o.level_code, 'currency_id', o.currency_id,
          'min_amount', round(o.min_amount, 2)::text, 'max_amount', round(o.max_amount, 2)::text)
          order by o.own_officers, (o.currency_id = 1) desc, l.min_amount desc, o.currency_id), '[]')
       from officer_today o join approving_level l on l.level_code = o.level_code
       where o.user_id = u.id) as officer_limits,
      (select coalesce(json_agg(json_build_object('module_name', e.module_name, 'module_type', e.module_type,
          'access_level', e.level) order by e.module_name), '[]')
       from effective_access e where e.user_id = u.id and e.level > 0) as roleaccess,
      now() as server_time
    from app_user u where u.id = ${userId}`.execute(database);
  const { roleaccess, server_time, ...facts } = found.rows[0]!;
  const officer = facts.officer_limits.find(({ own_officers }) => !own_officers);
  const user = {
    ...facts,
    level: officer?.level ?? null,
    min_amount: officer?.min_amount ?? null,
    max_amount: officer?.max_amount ?? null,
  };
  return { user, roleaccess, server_time };
}

type Row = Omit<CurrentUser, 'level' | 'min_amount' | 'max_amount'> & {
  roleaccess: RoleAccessEntry[];
  server_time: string;
};

/** Whether a user has any approving-officer record: such a person sees confidential batches (decisions §3). */
export async function isApprovingOfficer(database: Database, userId: number): Promise<boolean> {
  const found = await sql`select from approving_officer where user_id = ${userId} limit 1`.execute(database);
  return found.rows.length > 0;
}
