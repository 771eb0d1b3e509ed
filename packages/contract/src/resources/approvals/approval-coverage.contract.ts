import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';

const sentences = z.array(z.string());

/** What approving levels and officers leave open, as sentences with the amounts that are concerned (decisions §3). */
export const readApprovalCoverage = defineRoute({
  method: 'GET',
  path: '/approvals/coverage',
  summary:
    'Gaps and overlaps of approving levels, limits of officers beyond them, and amounts that nobody could approve',
  tag: 'Approving Levels',
  access: {
    kind: 'module',
    module: ['Approving Levels', 'Approving Officers', 'Billing Officers'],
    level: ACCESS.select,
  },
  query: z.object({
    officers: z.enum(['approving', 'billing'], 'officers must be approving or billing.').default('approving'),
  }),
  response: recordOf(z.object({ levels: sentences, limits: sentences, nobody: sentences })),
});
