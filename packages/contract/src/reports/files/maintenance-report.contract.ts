import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { RESOURCE_INDEX, RESOURCE_NAMES } from '../../resource/resource-index.ts';

/** Stem of its file, and the name by which the tray is asked for it. */
export const MAINTENANCE_REPORT = 'maintenance-report';

/** With more records than this in all it is made in the background, and lands in the tray. */
export const RECORDS_AT_ONCE = 50_000;

const MAINTAINED = {
  kind: 'module',
  module: [...new Set(Object.values(RESOURCE_INDEX).map(({ module }) => module))],
  level: ACCESS.select,
} as const;

/**
 * One workbook of every File Maintenance list that the caller may Select, or of those that are named. 403 for a list that he may not,
 * or where he may none.
 */
export const maintenanceReport = defineRoute({
  method: 'POST',
  path: '/maintenance-report',
  summary: 'Every list of File Maintenance as one workbook, a sheet each',
  tag: 'Reports',
  access: MAINTAINED,
  body: z.strictObject({
    resources: z
      .array(z.enum(RESOURCE_NAMES, 'resources must be names of File Maintenance lists.'))
      .min(1, 'Name a list, or leave resources out for all of them.')
      .optional(),
  }),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reads: true,
});
