import type { FastifyInstance } from 'fastify';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import {
  exportMonthProofs,
  monthProofs,
  provenCalls,
  type ProvenReport,
} from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import { MONTH_PROOFS, MONTH_PROOFS_LAYOUT } from '@talaan/contract/reports/month-proofs/month-proofs-paper';
import { period } from '@talaan/contract/reports/kit/report-filters';
import { endOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { mayOpen } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import { sendMadeFile } from '../../platform/files/send-made-file.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { exportFileName, FILE_TYPES } from '../../platform/spreadsheet/sheet.ts';
import { askReport, readProofs } from '../kit/read-report.ts';
import { inSnapshot } from '../kit/snapshots/read-snapshot.ts';
import { readHeader } from '../kit/report-header.ts';
import type { AnyStatement } from '../kit/report-statement.ts';
import { writeMonthProofs } from './month-proofs-file.ts';

/** Serves the proofs of a month: what each report says of itself, side by side and of one moment. */
export function registerMonthProofs(
  server: FastifyInstance,
  services: RouteServices,
  statements: readonly AnyStatement[],
): void {
  const statementOf = new Map(statements.map((statement) => [anyReport(statement.report).name, statement]));

  const read = async (snapshot: Database, user: Principal, month: CalendarDate) => {
    const all = provenCalls(month);
    const mine = all.filter(({ report }) => mayOpen(user, report.module));
    const data: ProvenReport[] = [];
    for (const { report, call, title, filter } of mine) {
      const asked = reportRoutes(report, call).read.query.parse(filter);
      const proof = await readProofs(await askReport(snapshot, statementOf.get(report.name)!, user, asked.filter));
      data.push({ report: report.name, title, filter, proof });
    }
    const filter = { period: { date_from: month, date_to: endOfMonth(month) } };
    const asked = { filter, found: {}, user_name: user.name, now: new Date() };
    return {
      data: data.filter(({ proof }) => proof.length > 0),
      hidden: all.length - mine.length,
      header: await readHeader(
        snapshot,
        { ...MONTH_PROOFS, filters: { period: period() } },
        MONTH_PROOFS_LAYOUT,
        asked,
      ),
    };
  };

  registerRoute(server, services, monthProofs, ({ db, user, query: month }) =>
    inSnapshot(db, (snapshot) => read(snapshot, user, month)),
  );

  registerRoute(server, services, exportMonthProofs, async (call) => {
    const { db, user, query, reply } = call;
    const { format, month } = query;
    const { header, data } = await inSnapshot(db, (snapshot) => read(snapshot, user, month));
    const facts = { format, period: header.period, basis: header.basis, filters: header.filters };
    await noteTakenOut(services, call, { action: 'export', table: 'posting', of: MONTH_PROOFS.title, facts });
    const name = exportFileName('month-end-proofs', Date.parse(header.generated_at), format);
    await sendMadeFile(reply, {
      name,
      media_type: FILE_TYPES[format],
      content: writeMonthProofs(format, header, data),
    });
    return undefined;
  });
}
