/**
 * Stand-ins for approving officers (decisions §3): dated, with a reason, not passed on. A stand-in acts in his own name
 * for the officer; the duties of both persons count.
 */
import * as z from 'zod';
import { wireNumber } from '../http/wire-number.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { calendarDate, calendarDay, flag, instant, prose } from '../documents/wire-values.ts';

const TAG = 'Stand-ins';
const session = { kind: 'session' } as const;
const userId = (field: string) => wireNumber(z.number(`${field} is required.`).int().min(1).max(2_147_483_647));

/** `coming` before its first day, `running` until its last one, `over` after it, `ended` when somebody ended it early. */
const DELEGATION_STATES = ['coming', 'running', 'over', 'ended'] as const;

const delegation = z.object({
  id: z.int(),
  from_user: z.int(),
  /** The officer who is stood in for. */
  from_name: z.string(),
  to_user: z.int(),
  /** Who stands in. */
  to_name: z.string(),
  from_date: calendarDay,
  to_date: calendarDay,
  reason: z.string(),
  state: z.enum(DELEGATION_STATES),
  /** Who gave it, where that was an administrator; null where the officer did. */
  given_by: z.string().nullable(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
  /** Whether the caller may end it now. */
  can_end: z.boolean(),
});
export type Delegation = z.infer<typeof delegation>;

/** The caller's own: those whom he stands in for and who stand in for him; with all=1 everybody's. Newest first. */
export const listDelegations = defineRoute({
  method: 'GET',
  path: '/approvals/delegations',
  summary: 'List stand-ins',
  tag: TAG,
  access: session,
  /** all=1 needs Select on Approving Officers. */
  query: z.object({ all: flag.optional() }),
  response: z.object({ data: z.array(delegation) }),
});

const person = z.object({ id: z.int(), name: z.string(), code: z.string() });

/** Who can be stood in for, and who can stand in. */
export const delegationChoices = defineRoute({
  method: 'GET',
  path: '/approvals/delegations/choices',
  summary: 'Persons for a stand-in',
  tag: TAG,
  access: session,
  response: recordOf(
    z.object({
      /** The caller, when he is an approving officer, and every other one for whom he may name a stand-in. */
      officers: z.array(person),
      /** Everybody who sees documents and may sign in today. */
      stand_ins: z.array(person),
    }),
  ),
});

const newDelegation = z.object({
  from_user: userId('officer').optional(),
  to_user: userId('stand-in'),
  from_date: calendarDate('first day'),
  to_date: calendarDate('last day'),
  reason: prose('reason', 100),
});
export type NewDelegation = z.infer<typeof newDelegation>;

/**
 * Without `from_user` the caller names his own stand-in; for another officer it needs Update on Approving Officers and,
 * with four eyes, the confirmation of a second person.
 */
export const giveDelegation = defineRoute({
  method: 'POST',
  path: '/approvals/delegations',
  summary: 'Name a stand-in',
  tag: TAG,
  access: session,
  body: newDelegation,
  response: recordOf(delegation),
  may_wait: true,
});

/** Ends it at once, or takes it back before its first day. It stays in the list. */
export const endDelegation = defineRoute({
  method: 'POST',
  path: '/approvals/delegations/{id}/end',
  summary: 'End a stand-in',
  tag: TAG,
  access: session,
  params: z.object({ id: wireNumber(z.number().int().min(1).max(2_147_483_647)) }),
  body: z.object({}),
  response: recordOf(delegation),
});
