import type { FastifyInstance } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import { readEffectiveAccess, startPreview, stopPreview } from '@talaan/contract/sign-in/effective-access.contract';
import type { Database } from '../platform/database/database.ts';
import { conflict, forbidden, notFound } from '../platform/http/problem.ts';
import { realUserId, type Principal } from '../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { levelOf, loadEffectiveAccess } from './effective-access.store.ts';
import { changePreview } from './session/session.store.ts';
import { noteSecurityEvent } from './sign-in/sign-in.store.ts';

/** Serves the explanation of access, and the preview of the product as another user (decisions §8). */
export function registerAccessRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readEffectiveAccess, async ({ db, user, query }) => {
    const wanted = query.user_id ?? user.user_id;
    if (wanted !== user.user_id) await requireOthersAccess(db, user);
    const access = await loadEffectiveAccess(db, wanted);
    if (!access) throw notFound('There is no such user.');
    return { data: access };
  });

  registerRoute(server, services, startPreview, async ({ db, user, body, request }) => {
    await requirePreviewable(db, user, body.user_id);
    await changePreview(db, user.session.token_hash, body.user_id);
    await noteSecurityEvent(db, 'preview_started', body.user_id, { by: user.login, address: request.ip });
    return { data: { previewing: true } };
  });

  registerRoute(server, services, stopPreview, async ({ db, user, request }) => {
    if (user.preview) {
      await changePreview(db, user.session.token_hash, null);
      const by = await loadEffectiveAccess(db, realUserId(user));
      await noteSecurityEvent(db, 'preview_stopped', user.user_id, {
        by: by?.user.user_id ?? null,
        address: request.ip,
      });
    }
    return { data: { previewing: false } };
  });
}

async function requireOthersAccess(db: Database, user: Principal): Promise<void> {
  const levels = await Promise.all((['Users', 'User Roles'] as const).map((name) => levelOf(db, user.user_id, name)));
  if (levels.every((level) => level < ACCESS.select))
    throw forbidden('module_access', "You need Select on Users or User Roles to see somebody else's access.");
}

/** Who can be looked as: another person who may sign in today; a super user only by a super user. */
async function requirePreviewable(db: Database, user: Principal, wanted: number): Promise<void> {
  const access = await loadEffectiveAccess(db, wanted);
  if (!access) throw notFound('There is no such user.');
  const { id, name, sper_user, is_active } = access.user;
  if (id === user.user_id) throw conflict('preview_self', 'You see the product as yourself already.');
  if (!is_active) throw conflict('preview_inactive', `${name} may not sign in today, and so sees nothing.`);
  if (sper_user === 1 && !user.super_user)
    throw forbidden('super_user_only', 'Only a super user may look at the product as a super user.');
}
