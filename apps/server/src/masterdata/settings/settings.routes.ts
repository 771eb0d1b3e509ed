import type { FastifyInstance } from 'fastify';
import { readSettings, updateSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { withSecondPerson } from '../../access/second-person.ts';
import { changeSettings, loadSettings } from './settings.store.ts';

/** Name under which a change of the settings waits for a second person. */
export const SETTINGS = 'setting';

/** Serves the settings of the company. Switching a confirmation off waits for a second person. */
export function registerSettingsRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readSettings, async ({ db }) => ({ data: await loadSettings(db) }));

  registerRoute(server, services, updateSettings, async ({ db, body }) => {
    const write = async () => ({ data: await changeSettings(db, body) });
    const wanted = async () => ({
      resource: SETTINGS,
      module_name: 'Companies',
      record_id: null,
      action: 'update' as const,
      label: 'Settings of the company',
      body,
      before: await loadSettings(db),
    });
    return (await withSecondPerson(db, wanted, write)) as Awaited<ReturnType<typeof write>>;
  });
}
