import type { FastifyInstance } from 'fastify';
import {
  delegationChoices,
  endDelegation,
  giveDelegation,
  listDelegations,
  type Delegation,
} from '@talaan/contract/approvals/delegation.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { levelOf } from '../access/effective-access.store.ts';
import { withSecondPerson } from '../access/second-person.ts';
import { nameConstraints } from '../platform/http/constraint-errors.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import * as store from './delegations.store.ts';
import { nameStandIn, requireOfficersLevel } from './name-stand-in.ts';

/** Name under which a stand-in waits for a second person. */
export const DELEGATION = 'delegation';

/**
 * Serves stand-ins (decisions §3): an officer names his own, an administrator of Approving Officers anybody's but never
 * himself as the stand-in; with four eyes another one confirms it. What is given stays in the list and is only ended.
 */
export function registerDelegationRoutes(server: FastifyInstance, services: RouteServices): void {
  nameDelegationConstraints();

  registerRoute(server, services, listDelegations, async ({ db, user, query }) => {
    if (query.all === 1) await requireOfficersLevel(db, user, ACCESS.select);
    const administers = await isAdministrator(db, user);
    const found = await store.listDelegations(db, query.all === 1 ? null : user.user_id);
    return { data: found.map((one) => shown(one, user, administers)) };
  });

  registerRoute(server, services, delegationChoices, async ({ db, user }) => {
    const administers = await isAdministrator(db, user);
    const [officers, stand_ins] = await Promise.all([
      store.listOfficers(db, administers ? null : user.user_id),
      store.listStandIns(db),
    ]);
    return { data: { officers, stand_ins } };
  });

  registerRoute(server, services, giveDelegation, async ({ db, user, body }) => {
    const write = async () => ({ data: await readShown(db, await nameStandIn(db, user, body), user) });
    const wanted = async () => ({
      resource: DELEGATION,
      module_name: 'Approving Officers',
      record_id: null,
      action: 'create' as const,
      label: await store.nameOfStandIn(db, body.from_user ?? user.user_id, body.to_user),
      body,
      before: null,
    });
    return (await withSecondPerson(db, wanted, write)) as Awaited<ReturnType<typeof write>>;
  });

  registerRoute(server, services, endDelegation, async ({ db, user, params }) => {
    const found = await store.findDelegation(db, params.id);
    const administers = await isAdministrator(db, user);
    // Whoever has nothing to do with it learns nothing of it.
    if (!found || !(isParty(found, user) || administers)) throw notFound('There is no such stand-in.');
    await store.endDelegation(db, params.id);
    return { data: await readShown(db, params.id, user) };
  });
}

async function readShown(db: Database, id: number, user: Principal): Promise<Delegation> {
  return shown((await store.findDelegation(db, id))!, user, await isAdministrator(db, user));
}

/** Either person may end it: the officer who is back, and the stand-in who cannot do it. */
function shown(one: store.StoredDelegation, user: Principal, administers: boolean): Delegation {
  const isOpen = one.state === 'running' || one.state === 'coming';
  return { ...one, can_end: isOpen && (administers || isParty(one, user)) };
}

function isParty(one: store.StoredDelegation, user: Principal): boolean {
  return one.from_user === user.user_id || one.to_user === user.user_id;
}

async function isAdministrator(db: Database, user: Principal): Promise<boolean> {
  return (await levelOf(db, user.user_id, 'Approving Officers')) >= ACCESS.update;
}

/** What the table refuses in words, so that a race answers as the check does. */
function nameDelegationConstraints(): void {
  const overlaps =
    'This officer has a stand-in on some of these days already. End that one first, or choose other days.';
  nameConstraints({
    delegation_once: () => conflict('delegation_overlaps', overlaps),
    delegation_not_taken: () =>
      forbidden(
        'delegation_taken',
        'You cannot make yourself the stand-in of somebody else. The officer can, or another administrator.',
      ),
    delegation_not_backdated: () => invalid({ from_date: ['first day must be today or later.'] }),
    delegation_over: () => conflict('delegation_over', 'This stand-in has ended already.'),
    stand_in_without_delegation: () =>
      forbidden('not_officer', 'You do not stand in for this person any more. Reload to see who can act.'),
  });
}
