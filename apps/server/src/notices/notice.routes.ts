import type { FastifyInstance } from 'fastify';
import { changeMailChoice, listNotices, readMailChoice, readNotices } from '@talaan/contract/notices/notice.contract';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { findNotices, keepMailChoice, markRead, readMailChoice as readChoice } from './notice.store.ts';

/** Serves the bell, and the choice of mails. */
export function registerNoticeRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listNotices, ({ db, user }) => findNotices(db, user));

  registerRoute(server, services, readNotices, async ({ db, user, body }) => ({
    data: { read: await markRead(db, user.user_id, body.id) },
  }));

  registerRoute(server, services, readMailChoice, async ({ db, user }) => ({
    data: await readChoice(db, user.user_id),
  }));

  registerRoute(server, services, changeMailChoice, async ({ db, user, body }) => {
    await keepMailChoice(db, user.user_id, body.choice);
    return { data: await readChoice(db, user.user_id) };
  });
}
