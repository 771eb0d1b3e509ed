import type { FastifyInstance } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ChangeAction } from '@talaan/core/access/second-person';
import { makePage } from '@talaan/contract/http/envelope';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { servedResources } from '@talaan/contract/resources/resource-table';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { registerAccountRoutes } from './accounts/account.routes.ts';
import { registerBankRoutes } from './bank.routes.ts';
import { registerCompanyLogoRoutes } from './settings/company-logo.routes.ts';
import { nameMasterdataConstraints } from './constraint-names.ts';
import { missingRecord } from './records/deleted-records.ts';
import { exportRecords } from './uploads/export-records.ts';
import { importRecords } from './uploads/import-records.ts';
import { registerPendingChangeRoutes } from './pending-changes/pending-change.routes.ts';
import { offeredTo } from './records/offered-choices.ts';
import { findRecord, listChoices, listRecords } from './records/read-records.ts';
import type { ServedResource } from './records/served-resource.ts';
import { addressOf } from './records/request-address.ts';
import { registerSafeChange } from './history/safe-change.routes.ts';
import type { Entry, StoredRecord } from './records/resource-override.ts';
import { levelOn } from '../access/may-open.ts';
import { nameFourEyesConstraints, withSecondPerson, type GuardedWrite } from '../access/second-person.ts';
import { serveResource } from './overrides/serve-resource.ts';
import { registerSettingsRoutes } from './settings/settings.routes.ts';
import { registerSectionRoutes } from './regular/section.routes.ts';
import { registerBudgetRoutes } from './budgets/budget.routes.ts';
import { registerResultMapRoutes } from './result-map/result-map.routes.ts';
import { registerSetupRoutes } from './setup/setup.routes.ts';
import { registerStockPictures } from './stock-picture.routes.ts';
import { registerUploadRoutes } from './uploads/upload.routes.ts';
import { createRecord, deleteRecord, updateRecord } from './writing/write-records.ts';

/** Serves the calls of every master-data resource, and the special calls of the chart and the banks (spec 1 §7). */
export function registerMasterdataRoutes(server: FastifyInstance, services: RouteServices): void {
  nameMasterdataConstraints();
  nameFourEyesConstraints();
  registerAccountRoutes(server, services);
  registerSettingsRoutes(server, services);
  registerSetupRoutes(server, services);
  registerCompanyLogoRoutes(server, services);
  registerPendingChangeRoutes(server, services);
  registerBankRoutes(server, services);
  registerResultMapRoutes(server, services);
  registerBudgetRoutes(server, services);
  registerStockPictures(server, services);
  registerSectionRoutes(server, services);
  for (const definition of servedResources()) registerResource(server, services, serveResource(definition));
}

function registerResource(server: FastifyInstance, services: RouteServices, resource: ServedResource): void {
  const { definition } = resource;
  const routes = resourceRoutes(definition);
  const abilitiesOf = (user: Principal) => {
    const level = levelOn(user, definition.module);
    return { create: level >= ACCESS.insert, update: level >= ACCESS.update, delete: level >= ACCESS.delete };
  };

  const replyOf = (record: StoredRecord) => ({
    // Columns are known by name at run time only; the reply is held to its schema where it is sent.
    data: (definition.replies === 'list_of_one' ? [record] : record) as never,
  });

  registerRoute(server, services, routes.list, async ({ db, query, request, user }) => {
    const { rows, total } = await listRecords(db, resource, query);
    return { ...makePage(rows, total, query, addressOf(request)), abilities: abilitiesOf(user) };
  });
  registerRoute(server, services, routes.dropdown, async ({ db, query, request, user }) => {
    const { rows, total } = await listChoices(db, offeredTo(user, resource, query), query);
    return makePage(rows, total, query, addressOf(request));
  });
  registerRoute(server, services, routes.exportFile, async (call) =>
    exportRecords(services, call, resource, call.query),
  );
  registerRoute(server, services, routes.one, async ({ db, params, user }) => {
    const record = await findRecord(db, resource, params.id);
    if (!record) throw await missingRecord(db, definition, params.id);
    return { data: record, abilities: abilitiesOf(user) };
  });
  /** Writes a record, or keeps the write for a second person where the books ask for one. */
  const write = async <T>(db: Database, action: ChangeAction, id: number | null, body: Entry, work: () => Promise<T>) =>
    (await withSecondPerson(db, () => guardedWrite(db, resource, action, id, body), work)) as T;

  registerRoute(server, services, routes.create, async ({ db, user, query, body }) =>
    write(db, 'create', null, body as Entry, async () =>
      replyOf(await createRecord({ db, user, confirmed: query.confirmed === '1' }, resource, body as Entry)),
    ),
  );
  registerRoute(server, services, routes.importFile, async ({ db, user, body, files }) => ({
    data: await importRecords({ db, user }, resource, files, isDryRun(body.dry_run)),
  }));
  registerRoute(server, services, routes.update, async ({ db, user, params, query, body }) =>
    write(db, 'update', params.id, body as Entry, async () =>
      replyOf(await updateRecord({ db, user, confirmed: query.confirmed === '1' }, resource, params.id, body as Entry)),
    ),
  );
  registerSafeChange(server, services, resource);
  registerUploadRoutes(server, services, resource);
  registerRoute(server, services, routes.remove, async ({ db, user, params, query }) =>
    write(db, 'delete', params.id, {}, async () => {
      await deleteRecord({ db, user }, resource, params.id, query.row_version);
      return { data: { id: params.id } };
    }),
  );
}

/** What is kept of a write that waits for a second person. */
async function guardedWrite(
  db: Database,
  resource: ServedResource,
  action: ChangeAction,
  id: number | null,
  body: Entry,
): Promise<GuardedWrite> {
  const { definition } = resource;
  const before = id === null ? null : await findRecord(db, resource, id, { lock: true });
  return {
    resource: definition.name,
    module_name: definition.module,
    record_id: id,
    action,
    label: definition.describe(before ?? body),
    body,
    before,
    secrets: writableFields(definition)
      .filter(([, shape]) => shape.kind === 'password')
      .map(([name]) => name),
  };
}

function isDryRun(given: string | number | undefined): boolean {
  return given !== undefined && !['', '0', 'false'].includes(String(given));
}
