import { sql } from 'kysely';
import type { AdminCommand } from './admin-command.ts';
import { manilaDayAndTime } from '../platform/manila-time.ts';

interface UserLine {
  user_id: string;
  name: string;
  email: string;
  state: string;
  rights: string;
  last_sign_in: string;
}

const HEADINGS: UserLine = {
  user_id: 'User ID',
  name: 'Name',
  email: 'Work e-mail',
  state: 'State',
  rights: 'Rights',
  last_sign_in: 'Last sign-in (Manila)',
};

/** Lists who can sign in: state of today, super user or roles, and the last sign-in that the audit trail holds. */
export const listUsers: AdminCommand = {
  usage: '',
  summary: 'List users with their state, roles and last sign-in',
  async run({ database, terminal }) {
    const { rows } = await sql<UserLine>`
      select u.user_id, concat_ws(' ', u.user_first_name, u.user_last_name) as name, coalesce(u.email, '-') as email,
        case when u.blocked_at is not null then 'blocked'
          when u.start_date > manila_today() then 'from ' || u.start_date
          when u.end_date < manila_today() then 'ended ' || u.end_date
          when u.password_hash is null then 'active, no password' else 'active' end as state,
        case when u.sper_user = 1 then 'super user' else coalesce(r.roles, 'no role') end as rights,
        coalesce(${manilaDayAndTime(sql`s.at`)}, 'never') as last_sign_in
      from app_user u
      left join lateral (select string_agg(roles, ', ' order by roles) as roles from user_role ur
        join role on role.id = ur.role_id where ur.user_id = u.id) r on true
      left join lateral (select max(e.at) as at from audit_event e
        where e.table_name = 'session' and e.row_key = u.id::text and e.action = 'sign_in') s on true
      order by lower(u.user_id)`.execute(database);
    if (rows.length === 0) {
      terminal.say('There are no users yet. Add the first one with create-super-user.');
      return;
    }
    const columns = Object.keys(HEADINGS) as (keyof UserLine)[];
    const widths = columns.map((name) => Math.max(...[HEADINGS, ...rows].map((row) => row[name].length)));
    for (const row of [HEADINGS, ...rows]) {
      terminal.say(
        columns
          .map((name, at) => row[name].padEnd(widths[at]!))
          .join('  ')
          .trimEnd(),
      );
    }
  },
};
