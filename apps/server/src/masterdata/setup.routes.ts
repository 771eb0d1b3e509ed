import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readSetup, SETUP_STEPS, type SetupStep } from '@talaan/contract/resources/setup.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import type { Database } from '../platform/database.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';

/** Serves how far the company is set up. */
export function registerSetupRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readSetup, async ({ db }) => {
    const done = await findDoneSteps(db);
    const steps = (Object.keys(SETUP_STEPS) as SetupStep[]).map((step) => ({ step, done: done[step] }));
    return { data: { steps, complete: steps.every((step) => step.done) } };
  });
}

/** What the books hold of everything that the first journal needs, as of today. */
async function findDoneSteps(db: Database): Promise<Record<SetupStep, boolean>> {
  const found = await sql<Record<SetupStep, boolean>>`
    with person as (
      select u.id, coalesce((select e.level from effective_access e
        where e.user_id = u.id and e.module_name = 'Journal Entries'), 0) as level
      from app_user u
      where u.start_date <= manila_today() and coalesce(u.end_date, 'infinity') >= manila_today()
    ), need as (
      select exists (select from setting s, jsonb_each(s.value) type
        where s.key = 'approval_required' and type.value = 'true') as approvals
    )
    select exists (select from company where reporting and profile ->> 'tin' <> '' and profile ->> 'address' <> '') as company,
      exists (select from department where dept_status = 1) as departments,
      exists (select from branch where brnc_stat = 1) as branches,
      (select count(*) >= 2 from account where acct_type = 'S' and status = 1) as accounts,
      exists (select from accounting_period
        where period = extract(year from manila_today()) * 100 + extract(month from manila_today())
          and 1 in (disbursement, cash_receipt, general_journal)) as periods,
      exists (select from role) as roles,
      exists (select from role_access where access_level > 0) as role_access,
      (select count(*) filter (where level >= ${ACCESS.insert}) >= 2
        and count(*) filter (where level >= ${ACCESS.update}) >= 1 from person) as users,
      not need.approvals or exists (select from approving_level) as approving_levels,
      not need.approvals or exists (select from approving_level) and not exists (
        select from approving_level l where not exists (
          select from approving_officer o join person on person.id = o.user_id
          where o.level = l.level_code and o.currency_id = 1)) as approving_officers
    from need`.execute(db);
  return found.rows[0]!;
}
