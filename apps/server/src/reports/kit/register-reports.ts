import type { FastifyInstance } from 'fastify';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { nestRows } from '@talaan/contract/reports/kit/lines/nested-rows';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { sendMadeFile } from '../../platform/files/send-made-file.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { exportFileName, FILE_TYPES } from '../../platform/spreadsheet/sheet.ts';
import { askReport, readFigure, readFile, readProofsBeside, readReport } from './read-report.ts';
import { openReport, readingOf, readInSnapshot } from './snapshots/report-source.ts';
import { writeReport } from './report-file.ts';
import type { AnyStatement } from './report-statement.ts';

/** Serves every report under each of its paths: its rows, its files, the postings behind its figures, its proofs beside (reports §0). */
export function registerReports(
  server: FastifyInstance,
  services: RouteServices,
  statements: readonly AnyStatement[],
): void {
  for (const statement of statements) {
    const report = anyReport(statement.report);
    for (const call of report.calls) registerReport(server, services, statement, reportRoutes(report, call));
  }
}

function registerReport(
  server: FastifyInstance,
  services: RouteServices,
  statement: AnyStatement,
  routes: ReturnType<typeof reportRoutes>,
): void {
  registerRoute(server, services, routes.read, ({ db, user, query }) =>
    readInSnapshot(readingOf(statement, services, { db, user }), async (snapshot, said) => {
      const page = query as unknown as { after?: string; limit: number };
      const answer = await readReport(await askReport(snapshot, statement, user, query.filter, said), page);
      return { ...answer, data: nestRows(anyReport(statement.report), answer.data) } as never;
    }),
  );

  registerRoute(server, services, routes.export, async (call) => {
    const { db, user, query, reply } = call;
    const { filter, format } = query;
    const reading = readingOf(statement, services, { db, user });
    const { snapshot, begun } = await openReport(reading, async (opened, said) => {
      const asked = await askReport(opened.db, statement, user, filter, said);
      return { report: asked.report, file: await readFile(asked, opened, format) };
    });
    try {
      const { report, file } = begun;
      const { period, basis, filters, generated_at } = file.header;
      const facts = { format, period, basis, filters };
      await noteTakenOut(services, call, { action: 'export', table: 'posting', of: report.title, facts });
      const content = writeReport(format, report, file);
      const name = exportFileName(report.name, Date.parse(generated_at), format);
      await sendMadeFile(reply, { name, media_type: FILE_TYPES[format], content });
    } finally {
      await snapshot.close();
    }
    return undefined;
  });

  if (statement.report.provenBeside)
    registerRoute(server, services, routes.proofs, ({ db, user, query }) =>
      readInSnapshot(readingOf(statement, services, { db, user }), async (snapshot) => ({
        data: await readProofsBeside(await askReport(snapshot, statement, user, query.filter)),
      })),
    );

  registerRoute(server, services, routes.postings, ({ db, user, query }) =>
    readInSnapshot(readingOf(statement, services, { db, user }), async (snapshot, said) =>
      readFigure(await askReport(snapshot, statement, user, query.filter, said), query as never),
    ),
  );
}
