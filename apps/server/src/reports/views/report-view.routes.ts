import type { FastifyInstance } from 'fastify';
import {
  chooseDefaultView,
  createReportView,
  deleteReportView,
  listReportViews,
  moduleOfViews,
  MOST_VIEWS,
  updateReportView,
  type ReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { requireModuleLevel } from '../../access/authorize.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { changedMeanwhile } from '../../platform/http/last-change.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import * as store from './report-view.store.ts';

/**
 * Serves the saved views of reports to whoever has Select on the report's module: one's own and the shared ones, which
 * only their owner changes. A private view of somebody else is told to nobody.
 */
export function registerReportViewRoutes(server: FastifyInstance, services: RouteServices): void {
  nameViewConstraints();

  registerRoute(server, services, listReportViews, async ({ db, user, query: { report } }) => {
    requireReport(user, report);
    return { data: await store.findViews(db, user.user_id, report) };
  });

  registerRoute(server, services, createReportView, async ({ db, user, body }) => {
    const { is_default, ...given } = body;
    requireReport(user, given.report);
    if ((await store.countOwnViews(db, user.user_id, given.report)) >= MOST_VIEWS) {
      throw invalid({ name: [`You keep ${MOST_VIEWS} views of this report. Delete one first.`] });
    }
    const id = await store.insertView(db, user.user_id, given);
    if (is_default) await store.keepDefault(db, user.user_id, { id, report: given.report });
    return { data: await requireView(db, user, id) };
  });

  registerRoute(server, services, updateReportView, async ({ db, user, params: { id }, body }) => {
    const { row_version, ...change } = body;
    const view = await requireOwn(db, user, id);
    if ((await store.lockView(db, id)) !== row_version) {
      throw await changedMeanwhile(db, { table: 'report_view', keys: [String(id)] }, { current: view });
    }
    await store.changeView(db, id, change);
    return { data: await requireView(db, user, id) };
  });

  registerRoute(server, services, chooseDefaultView, async ({ db, user, params: { id }, body }) => {
    const view = await requireView(db, user, id);
    if (body.is_default) await store.keepDefault(db, user.user_id, view);
    else await store.dropDefault(db, user.user_id, id);
    return { data: await requireView(db, user, id) };
  });

  registerRoute(server, services, deleteReportView, async ({ db, user, params: { id } }) => {
    await requireOwn(db, user, id);
    await store.deleteView(db, id);
    return { data: { id } };
  });
}

/** Throws 422 where no report has the name, 403 without Select on its module. */
function requireReport(user: Principal, report: string): void {
  const module = moduleOfViews(report);
  if (module === undefined) throw invalid({ report: [`There is no report ${report}.`] });
  requireModuleLevel(user, module, ACCESS.select);
}

/** A view that the user may see, of a report that he may see. */
async function requireView(db: Database, user: Principal, id: number): Promise<ReportView> {
  const view = await store.findView(db, user.user_id, id);
  const module = view ? moduleOfViews(view.report) : undefined;
  if (!view || module === undefined) throw notFound('There is no such view.');
  requireModuleLevel(user, module, ACCESS.select);
  return view;
}

async function requireOwn(db: Database, user: Principal, id: number): Promise<ReportView> {
  const view = await requireView(db, user, id);
  if (view.is_own) return view;
  throw forbidden(
    'not_view_owner',
    `The view ${view.name} is kept by ${view.owner_name}, who alone changes it. Save your own under another name.`,
  );
}

/** What the tables refuse in words, so that a race answers as the checks do. */
function nameViewConstraints(): void {
  const owner = () => forbidden('not_view_owner', 'Only the owner of a view changes it.');
  nameConstraints({
    report_view_name_once: () =>
      invalid({ name: ['You have a view of this name already. Replace that one, or choose another name.'] }),
    report_view_name: () => invalid({ name: ['name is too long.'] }),
    report_view_filter: () => invalid({ filter: ['filter is too long, or holds what is no text.'] }),
    report_view_folded: () => invalid({ folded: ['folded is too long, or holds what is no group.'] }),
    report_view_own: owner,
    report_view_default_view: () => notFound('There is no such view.'),
  });
}
