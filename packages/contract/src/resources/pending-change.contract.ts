import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ModuleName } from '../access/modules.ts';
import { listQuery, pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';

/** The modules whose records can be under a four-eyes switch. */
export const GUARDED_MODULES = [
  'Approving Levels',
  'Approving Officers',
  'Banks',
  'Billing Officers',
  'BP Banks',
  'Business Partners',
  'Companies',
  'Payee Details',
  'Profitability',
  'Role Access',
  'Roles',
  'User Roles',
  'Users',
] as const satisfies readonly ModuleName[];

const right = z.object({ allowed: z.boolean(), message: z.string().nullable() });

/** A change that waits for a second person, or how it ended. */
const pendingChange = z.object({
  id: z.int(),
  /** The four-eyes switch under which it waits, by its label. */
  guard: z.string(),
  module_name: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  /** What the record is called. */
  label: z.string(),
  /** Each field before and after, as people read it; null for none. */
  changes: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  requested_by_name: z.string(),
  /** Instants, ISO 8601 in UTC. */
  requested_at: z.string(),
  state: z.enum(['waiting', 'confirmed', 'refused', 'withdrawn']),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
  remarks: z.string().nullable(),
  /** What the caller may do with it, and why not. */
  rights: z.object({ confirm: right, refuse: right, withdraw: right }),
});
export type PendingChange = z.infer<typeof pendingChange>;

const access = { kind: 'module', module: GUARDED_MODULES, level: ACCESS.select } as const;
const params = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });
const decided = recordOf(z.object({ id: z.int(), state: z.enum(['confirmed', 'refused', 'withdrawn']) }));
const tag = 'Changes to confirm';

export const listChanges = defineRoute({
  method: 'GET',
  path: '/access/changes',
  summary: 'Changes that wait for a second person, or that were decided; the newest first',
  tag,
  access,
  query: listQuery
    .pick({ page: true, pages: true })
    .extend({ state: z.enum(['waiting', 'decided'], 'state must be waiting or decided.').default('waiting') }),
  response: pageOf(pendingChange),
});

export const confirmChange = defineRoute({
  method: 'POST',
  path: '/access/changes/{id}/confirm',
  summary: 'Confirm a change that another person asked for: it takes effect',
  tag,
  access,
  params,
  response: decided,
});

export const refuseChange = defineRoute({
  method: 'POST',
  path: '/access/changes/{id}/refuse',
  summary: 'Refuse a change that another person asked for',
  tag,
  access,
  params,
  body: z.object({
    remarks: z
      .string('remarks is required.')
      .trim()
      .min(1, 'remarks is required.')
      .max(250, 'remarks can have at most 250 characters.'),
  }),
  response: decided,
});

export const withdrawChange = defineRoute({
  method: 'POST',
  path: '/access/changes/{id}/withdraw',
  summary: 'Take back a change that one asked for',
  tag,
  access,
  params,
  response: decided,
});
