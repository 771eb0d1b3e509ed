import type { FastifyInstance } from 'fastify';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { periodText } from '@talaan/contract/reports/kit/report-period';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import {
  monthProofs,
  provenCalls,
  type ProvenReport,
} from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import { endOfMonth } from '@talaan/core/calendar/calendar-date';
import { mayOpen } from '../../access/may-open.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { askReport, readProofs } from '../kit/read-report.ts';
import { inSnapshot } from '../kit/read-snapshot.ts';
import { generatedText } from '../kit/report-header.ts';
import type { AnyStatement } from '../kit/report-statement.ts';

/** Serves the proofs of a month: what each report says of itself, side by side and of one moment. */
export function registerMonthProofs(
  server: FastifyInstance,
  services: RouteServices,
  statements: readonly AnyStatement[],
): void {
  const statementOf = new Map(statements.map((statement) => [anyReport(statement.report).name, statement]));

  registerRoute(server, services, monthProofs, ({ db, user, query: month }) =>
    inSnapshot(db, async (snapshot) => {
      const all = provenCalls(month);
      const mine = all.filter(({ report }) => mayOpen(user, report.module));
      const data: ProvenReport[] = [];
      for (const { report, call, title, filter } of mine) {
        const read = reportRoutes(report, call).read.query.parse(filter);
        const asked = await askReport(snapshot, statementOf.get(report.name)!, user, read.filter);
        data.push({ report: report.name, title, filter, proof: await readProofs(asked) });
      }
      return {
        data: data.filter(({ proof }) => proof.length > 0),
        hidden: all.length - mine.length,
        period: periodText({ date_from: month, date_to: endOfMonth(month) }),
        generated: generatedText(user.name, new Date()),
      };
    }),
  );
}
