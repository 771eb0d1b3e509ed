import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { monthRunRoutes } from '@talaan/contract/resources/books/month-run.contract';
import { regularRoutes, type FormChoices } from '@talaan/contract/resources/books/regular-transaction.contract';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { REGULAR_SCHEDULES } from '@talaan/core/documents/regular/regular-schedule';
import { AMOUNT_MODES } from '@talaan/core/documents/regular/regular-template';
import { definitionsOf, type DocumentDefinition } from '../../batches/record/document-definition.ts';
import { explainTaken } from '../../batches/record/stale-version.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { dueInPeriod, makeMonthRun, previewMonthRun } from './month-run.ts';
import { transactionOfTemplate } from './template-entry.ts';

/** Serves what is made of regular transactions: the data of a form, the run of a month. */
export function registerRegularRoutes(
  server: FastifyInstance,
  services: RouteServices,
  documents: readonly DocumentDefinition[],
): void {
  const definitions = definitionsOf(documents);
  for (const route of [regularRoutes.dataToCreate, regularRoutes.dataToCreateTwin]) {
    registerRoute(server, services, route, async ({ db, user, query }) => ({
      data: await dataToCreate(db, user, query),
    }));
  }
  registerRoute(server, services, monthRunRoutes.monthRun, async ({ db, user, query }) => ({
    data: await dueInPeriod(db, user, definitions, query.period),
  }));
  registerRoute(server, services, monthRunRoutes.previewRun, async ({ db, user, body }) => ({
    data: await previewMonthRun(db, user, definitions, body),
  }));
  registerRoute(
    server,
    services,
    monthRunRoutes.makeRun,
    async ({ db, user, body }) => ({ data: { made: await makeMonthRun(db, user, definitions, body) } }),
    explainTaken,
  );
}

/** Both readings of the call: with a template the transaction that it makes, without one what a form for a new one asks for. */
async function dataToCreate(
  db: Database,
  user: Principal,
  {
    id,
    period,
    document_date,
  }: { id?: number | undefined; period?: number | undefined; document_date?: CalendarDate | undefined },
) {
  if (id === undefined) return readFormChoices(db);
  const wanted = period ?? (document_date === undefined ? undefined : periodOf(document_date));
  if (wanted === undefined) throw invalid({ period: ['Period is required.'] });
  return transactionOfTemplate(db, user, { id, period: wanted, document_date });
}

const MOST = 100;

async function readFormChoices(db: Database): Promise<FormChoices> {
  const listed = (
    from: string,
    code: string,
    name: string,
    where: string,
  ) => sql`(select coalesce(json_agg(c), '[]') from (
    select id, ${sql.raw(code)}::text as code, ${sql.raw(name)}::text as name from ${sql.raw(from)} where ${sql.raw(where)}
    order by 2, 3 limit ${MOST}) c)`;
  const found = await sql<Omit<FormChoices, 'document_types' | 'modes' | 'schedules'>>`select
    ${listed('currency', 'iso_code', 'cur_desc', 'true')} as currencies,
    ${listed('bank', 'account_no', 'acct_desc', 'status = 1')} as banks,
    ${listed('account', 'acct_code', 'acct_desc', "acct_type = 'S' and status = 1")} as accounts,
    ${listed('department', 'dept_code', 'dept_desc', 'dept_status = 1')} as departments,
    ${listed('branch', 'brnc_code', 'brnc_name', 'brnc_stat = 1 and active_flag = 1')} as branches,
    ${listed('section', 'section_code', 'section_name', 'status = 1')} as sections,
    ${listed('billing_service', "''", 'billing_service_name', 'true')} as services,
    ${listed('alpha_tax_code', 'atc_code', 'atc_desc', 'status = 1')} as atc_codes`.execute(db);
  const offered = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([code, name]) => ({ id: code, code, name }));
  return {
    document_types: offered(regularTransaction.fields.document_type.of),
    modes: offered(AMOUNT_MODES),
    schedules: offered(REGULAR_SCHEDULES),
    ...found.rows[0]!,
  };
}
