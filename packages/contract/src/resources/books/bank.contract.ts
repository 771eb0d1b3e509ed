import { ACCESS } from '@talaan/core/access/access-level';
import { defineRoute } from '../../http/route.ts';
import { anyResource } from '../../resource/define-resource.ts';
import { exportQuerySchema } from '../../resource/list-query.ts';
import { bank } from './bank.resource.ts';

/** The call of the banks beside the generic ones (spec 1 §7: with download). */
export const bankRoutes = {
  download: defineRoute({
    method: 'GET',
    path: '/bank/download',
    summary: 'Banks as a workbook: what is filtered',
    tag: 'Banks',
    access: { kind: 'module', module: 'Banks', level: ACCESS.select },
    query: exportQuerySchema(anyResource(bank)),
    file: 'application/octet-stream',
  }),
} as const;
