import type { FastifyInstance } from 'fastify';
import type { ChangeDecision } from '@talaan/core/access/second-person';
import { makePage } from '@talaan/contract/http/envelope';
import type { NewDelegation } from '@talaan/contract/approvals/delegation.contract';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import {
  confirmChange,
  listChanges,
  refuseChange,
  withdrawChange,
} from '@talaan/contract/resources/pending-change.contract';
import type { Settings } from '@talaan/contract/resources/organisation/settings.contract';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { DELEGATION } from '../../approvals/delegation.routes.ts';
import { nameStandIn } from '../../approvals/name-stand-in.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { listPendingChanges, recordDecision, rightOf, takePendingChange } from './pending-changes.store.ts';
import type { KeptChange } from './pending-change-words.ts';
import { addressOf } from '../records/request-address.ts';
import { serveResource } from '../overrides/serve-resource.ts';
import { PASSWORD_LINK, sendAgreedLink } from '../../access/passwords/password.routes.ts';
import { RESULT_MAP, storeMap, type ResultMap } from '../result-map/result-map.store.ts';
import { SETTINGS } from '../settings/settings.routes.ts';
import { changeSettings } from '../settings/settings.store.ts';
import { createRecord, deleteRecord, updateRecord } from '../writing/write-records.ts';

/** Serves the changes that wait for a second person (decisions §8, four-eyes). */
export function registerPendingChangeRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listChanges, async ({ db, user, query, request }) => {
    const { rows, total } = await listPendingChanges(db, user, query);
    return makePage(rows, total, query, addressOf(request));
  });

  registerRoute(server, services, confirmChange, async ({ db, user, params }) => {
    const change = await requireDecidable('confirm', db, user, params.id);
    await recordDecision(db, change.id, 'confirmed', null);
    await applyChange(db, user, change);
    return { data: { id: change.id, state: 'confirmed' as const } };
  });

  registerRoute(server, services, refuseChange, async ({ db, user, params, body }) => {
    const change = await requireDecidable('refuse', db, user, params.id);
    await recordDecision(db, change.id, 'refused', body.remarks);
    return { data: { id: change.id, state: 'refused' as const } };
  });

  registerRoute(server, services, withdrawChange, async ({ db, user, params }) => {
    const change = await requireDecidable('withdraw', db, user, params.id);
    await recordDecision(db, change.id, 'withdrawn', null);
    return { data: { id: change.id, state: 'withdrawn' as const } };
  });
}

async function requireDecidable(
  decision: ChangeDecision,
  db: Database,
  user: Principal,
  id: number,
): Promise<KeptChange> {
  const change = await takePendingChange(db, user, id);
  if (!change) throw notFound('There is no such change.');
  const right = rightOf(decision, change, user);
  if (right.allowed) return change;
  throw new Problem(right.code === 'decided' ? 409 : 403, right.code, right.message);
}

/** Writes what was asked for, on the version that was read then: a record that moved on since refuses it (409). */
async function applyChange(db: Database, user: Principal, change: KeptChange): Promise<void> {
  const { resource, record_id, action, body, before } = change;
  const row_version = before?.row_version;
  if (resource === SETTINGS) {
    await changeSettings(db, { ...(body as Partial<Settings>), row_version });
    return;
  }
  if (resource === DELEGATION) {
    // It was read by the schema of stand-ins when it was asked for, and is stored as JSON since.
    await nameStandIn(db, user, body as unknown as NewDelegation);
    return;
  }
  if (resource === PASSWORD_LINK) {
    await sendAgreedLink(db, user, record_id!, (body as { email: string }).email);
    return;
  }
  if (resource === RESULT_MAP) {
    await storeMap(db, body as unknown as ResultMap);
    return;
  }
  const served = serveResource(resourceNamed(resource as ResourceName));
  // What is asked first was answered by whoever asked for the change.
  const context = { db, user, confirmed: true };
  if (action === 'create') await createRecord(context, served, body);
  else if (action === 'update') await updateRecord(context, served, record_id!, { ...body, row_version });
  else await deleteRecord({ db, user }, served, record_id!, row_version);
}
