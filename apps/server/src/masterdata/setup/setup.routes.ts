import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ModuleName } from '@talaan/contract/access/modules';
import {
  loadStarterSet,
  readSetup,
  SETUP_STEPS,
  STARTER_PARTS,
  type SetupStep,
} from '@talaan/contract/resources/organisation/setup.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { requireModuleLevel } from '../../access/authorize.ts';
import { tryFirstJournal, type MissingForJournals } from '../../approvals/first-journal.ts';
import type { Database } from '../../platform/database/database.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { loadStarterParts, openStarterParts } from './starter-set.ts';

/** Serves how far the company is set up, and the lists that it can start from. */
export function registerSetupRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readSetup, async ({ db }) => {
    const { preparers, ...stored } = await findStored(db);
    const missing: Partial<Record<SetupStep, string | null>> = await tryFirstJournal(db, preparers);
    const steps = (Object.keys(SETUP_STEPS) as SetupStep[]).map((step) => {
      const reason = missing[step] ?? null;
      return { step, done: reason === null && (stored[step as keyof typeof stored] ?? true), missing: reason };
    });
    return { data: { steps, complete: steps.every((step) => step.done), starter: await openStarterParts(db) } };
  });

  registerRoute(server, services, loadStarterSet, async ({ db, user, body }) => {
    for (const module of body.parts.flatMap((part): readonly ModuleName[] => STARTER_PARTS[part].modules)) {
      requireModuleLevel(user, module, ACCESS.insert);
    }
    return { data: { loaded: await loadStarterParts({ db, user }, body.parts) } };
  });
}

type StoredSteps = Record<Exclude<SetupStep, keyof MissingForJournals>, boolean>;

/** What the books hold of everything that the first journal names, as of today, and who may enter it. */
async function findStored(db: Database): Promise<StoredSteps & { preparers: number[] }> {
  const found = await sql<StoredSteps & { preparers: number[] }>`
    select exists (select from company where reporting and profile ->> 'tin' <> '' and profile ->> 'address' <> '') as company,
      exists (select from department where dept_status = 1) as departments,
      exists (select from branch where brnc_stat = 1) as branches,
      (select count(*) >= 2 from account where acct_type = 'S' and status = 1) as accounts,
      exists (select from accounting_period
        where period = extract(year from manila_today()) * 100 + extract(month from manila_today())
          and general_journal = 1) as periods,
      exists (select from role) as roles,
      exists (select from role_access where access_level > 0) as role_access,
      array(select u.id from app_user u
        join effective_access e on e.user_id = u.id and e.module_name = 'Journal Entries'
        where e.level >= ${ACCESS.insert} and may_sign_in(u) order by u.id) as preparers`.execute(db);
  return found.rows[0]!;
}
