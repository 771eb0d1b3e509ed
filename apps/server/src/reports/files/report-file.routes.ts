import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  downloadReportFile,
  listReportFiles,
  removeReportFile,
  startReportFile,
} from '@talaan/contract/reports/files/report-file.contract';
import { sendMadeFile } from '../../platform/files/send-made-file.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { FILE_TYPES } from '../../platform/spreadsheet/sheet.ts';
import type { FiledReport, FileSource } from './filed-report.ts';
import { askForFile, findFiles, findReadyFile, readParts, removeFile } from './report-file.store.ts';

/** Serves the tray: files that are made in the background, of reports and of `others`, each to whoever asked for it and to nobody else. */
export function registerReportFileRoutes(
  server: FastifyInstance,
  services: RouteServices,
  reports: readonly FiledReport[],
  others: readonly FileSource[] = [],
): void {
  registerRoute(server, services, listReportFiles, async ({ db, user }) => ({
    data: await findFiles(db, user.user_id),
  }));

  registerRoute(server, services, startReportFile, async ({ db, user, body, reply }) => {
    const report = reports.find(({ name }) => name === body.report);
    if (!report) throw invalid({ report: [`There is no report ${body.report}.`] });
    for (const rule of report.accessOf(body.filter)) services.authorize(user, rule);
    const { formats } = report;
    if (formats && !formats.includes(body.format))
      throw invalid({ format: [`format must be ${formats.join(' or ')}.`] });
    const subject = await report.subjectOf(db, user, body.filter);
    if (!(await report.isLong(db, user, body.filter))) return { data: null };
    reply.code(202);
    const { name, title } = report;
    return { data: await askForFile(db, { ...body, user_id: user.user_id, report: name, title, subject }) };
  });

  registerRoute(server, services, removeReportFile, async ({ db, user, params }) => {
    await removeFile(db, user.user_id, params.id);
    return { data: null };
  });

  registerRoute(server, services, downloadReportFile, async ({ db, user, params, request, reply }) => {
    const { report, title, subject, filter, format, name, size } = await findReadyFile(db, user, params.id);
    const source = [...reports, ...others].find((one) => one.name === report);
    if (!source) throw notFound(`There is no report ${report} any more.`);
    for (const rule of source.accessOf(filter)) services.authorize(user, rule);
    const facts = { format, subject, file: name };
    await noteTakenOut(services, { user, request }, { ...source.taken_out, of: title, facts });
    // One that is taken out of the tray meanwhile is told from a whole one by its length.
    reply.header('content-length', size);
    const content = Readable.from(readParts(db, params.id, size), { objectMode: false });
    return sendMadeFile(reply, { name, media_type: FILE_TYPES[format], content });
  });
}
