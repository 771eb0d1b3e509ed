import type { FastifyInstance } from 'fastify';
import { makePage } from '@talaan/contract/http/envelope';
import {
  checkIssuedNumbers,
  exportIssuedNumbers,
  listIssuedNumbers,
  REGISTER_MODULES,
} from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { ACCESS, accessLevelLabel } from '@talaan/core/access/access-level';
import type { SeriesKind } from '@talaan/core/numbering/series';
import { listHeading } from '../../ledger/issuer.ts';
import { forbidden } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { issuedNumberSheet } from './issued-number-sheet.ts';
import { countIssuedNumbers, kindsOpenTo, queryIssuedNumbers, querySeriesChecks } from './issued-numbers.query.ts';

/** Serves the register of issued numbers, its files, and its check against the series (decisions §5). */
export function registerIssuedNumberRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listIssuedNumbers, async ({ db, user, query }) => {
    requireKinds(user, query.kind);
    const { page, pages, ...filter } = query;
    const part = { limit: pages, offset: (page - 1) * pages };
    const [rows, total] = await Promise.all([
      queryIssuedNumbers(db, user, filter, part),
      countIssuedNumbers(db, user, filter),
    ]);
    return makePage(rows, total, query, { path: `/api${listIssuedNumbers.path}`, query: filter });
  });

  registerRoute(server, services, exportIssuedNumbers, async (call) => {
    const { db, user, query, reply } = call;
    requireKinds(user, query.kind);
    const taken = { action: 'export', table: 'number_issue', of: 'Issued numbers', facts: query } as const;
    await noteTakenOut(services, call, taken);
    const { format, ...filter } = query;
    const sheet = issuedNumberSheet(db, user, filter);
    const name = exportFileName('issued-numbers', Date.now(), format);
    return sendSheet(reply, { ...sheet, heading: await listHeading(db, user, sheet.title) }, name, format);
  });

  registerRoute(server, services, checkIssuedNumbers, async ({ db, user, query }) => {
    requireKinds(user, query.kind);
    return { data: await querySeriesChecks(db, user, query) };
  });
}

/** A kind that is asked for by name and not open to the reader is refused; kinds that are not named are left out. */
function requireKinds(user: Principal, asked: readonly SeriesKind[] | undefined): void {
  const open = kindsOpenTo(user);
  const closed = asked?.find((kind) => !open.includes(kind));
  if (closed === undefined) return;
  throw forbidden(
    'module_access',
    `You need ${accessLevelLabel(ACCESS.select)} on ${REGISTER_MODULES[closed]}; you have ${accessLevelLabel(ACCESS.none)}.`,
  );
}
