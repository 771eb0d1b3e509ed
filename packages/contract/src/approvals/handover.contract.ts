import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';
import { prose } from '../documents/wire-values.ts';

const userId = (field: string) => wireNumber(z.number(`${field} is required.`).int().min(1).max(2_147_483_647));

/**
 * Gives the drafts of a user who may not sign in any more to another preparer, those of them on whose module he has
 * Update. Neither of the two approves them, and nobody hands drafts to himself.
 */
export const handOverDrafts = defineRoute({
  method: 'POST',
  path: '/user/{id}/hand-over',
  summary: 'Hand the drafts of a user who may not sign in any more over to another preparer',
  tag: 'Transactions',
  access: { kind: 'module', module: 'Users', level: ACCESS.delete },
  params: z.object({ id: userId('id') }),
  body: z.object({
    to_user: userId('to_user'),
    reason: prose('reason', 500).refine((text) => text.trim() !== '', 'reason is required.'),
  }),
  response: recordOf(
    z.object({
      handed: z.int(),
      /** Drafts that stay, and the modules on which the other one lacks Update. */
      left: z.int(),
      left_modules: z.array(z.string()),
    }),
  ),
});
