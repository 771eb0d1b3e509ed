import * as z from 'zod';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';

const level = z.int().min(0).max(4);

/** Why a user has a level: he is a super user, an own privilege row says so, his roles do, or nothing gives any. */
const ACCESS_REASONS = ['super_user', 'privilege', 'role', 'none'] as const;

/** What a user may do on one module, and why (decisions §8). Levels are 0 No Access … 4 Delete. */
const moduleAccess = z.object({
  module_name: z.string(),
  module_type: z.enum(['F', 'T', 'R']),
  level,
  reason: z.enum(ACCESS_REASONS),
  /** Level of the user's own privilege row, which overrides his roles; null when there is none. */
  privilege_level: level.nullable(),
  /** What each of his roles gives on the module, the best first, whether or not it counts. */
  roles: z.array(z.object({ role: z.string(), level })),
});
export type ModuleAccess = z.infer<typeof moduleAccess>;

const effective = z.object({
  user: z.object({ id: z.int(), user_id: z.string(), name: z.string(), sper_user: z.int(), is_active: z.boolean() }),
  modules: z.array(moduleAccess),
  /** Names of people who can grant access today: super users, and holders of Update on User Roles. */
  granted_by: z.array(z.string()),
});
export type EffectiveAccess = z.infer<typeof effective>;

/** One's own access always; somebody else's with Select on Users or User Roles. */
export const readEffectiveAccess = defineRoute({
  method: 'GET',
  path: '/access/effective',
  summary: 'What a user may do on every module, and where each level comes from',
  tag: 'Access',
  access: { kind: 'session' },
  query: z.object({ user_id: wireNumber(z.number('user_id must be a Record ID.').int().min(1)).optional() }),
  response: recordOf(effective),
});

const previewState = recordOf(z.object({ previewing: z.boolean() }));

/** Looks at the product as another user, read only, until it is stopped or the session ends. */
export const startPreview = defineRoute({
  method: 'POST',
  path: '/access/preview',
  summary: 'Look at the product as another user: every write is refused meanwhile',
  tag: 'Access',
  access: { kind: 'module', module: 'Users', level: 4 },
  body: z.object({ user_id: wireNumber(z.number('user_id must be a Record ID.').int().min(1)) }),
  response: previewState,
});

export const stopPreview = defineRoute({
  method: 'DELETE',
  path: '/access/preview',
  summary: 'Be oneself again',
  tag: 'Access',
  access: { kind: 'session' },
  response: previewState,
  in_preview: true,
  in_maintenance: true,
});
