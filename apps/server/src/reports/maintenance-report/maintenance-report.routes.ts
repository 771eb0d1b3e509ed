import type { FastifyInstance } from 'fastify';
import { maintenanceReport } from '@talaan/contract/reports/files/maintenance-report.contract';
import { sendMadeFile } from '../../platform/files/send-made-file.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { FILE_TYPES } from '../../platform/spreadsheet/sheet.ts';
import { filedMaintenanceReport, listsFor, openMaintenanceReport, TAKEN_OUT } from './maintenance-report.ts';

/** Serves every list of File Maintenance as one workbook. */
export function registerMaintenanceReport(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, maintenanceReport, async ({ db, user, body, request, reply }) => {
    const lists = listsFor(user, body.resources);
    const facts = { format: 'xlsx', lists: lists.map((list) => list.name) };
    const of = filedMaintenanceReport.title;
    await noteTakenOut(services, { user, request }, { ...TAKEN_OUT, of, facts });
    const { name, content } = await openMaintenanceReport(db, user, lists);
    return sendMadeFile(reply, { name, media_type: FILE_TYPES.xlsx, content: content() });
  });
}
