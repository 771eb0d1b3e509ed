import * as z from 'zod';
import { calendarDay } from '../documents/wire-values.ts';

/** One entry of the signed-in user's role access: a menu label and the level on it; modules at level 0 are left out (spec 1 §6). */
export const roleAccessEntry = z.object({
  module_name: z.string(),
  module_type: z.enum(['F', 'T', 'R']),
  access_level: z.int().min(1).max(4),
});
export type RoleAccessEntry = z.infer<typeof roleAccessEntry>;

/** Approval limits of the signed-in user in one currency; null or 0.00 is no limit (decisions §3). */
const officerLimit = z.object({
  /** True as a billing officer: for types whose officers are their own; false as an approving officer. */
  own_officers: z.boolean(),
  level: z.string(),
  currency_id: z.int(),
  min_amount: z.string().nullable(),
  max_amount: z.string().nullable(),
});

/**
 * The signed-in user (spec 1 §3). Amounts are decimal strings, dates calendar dates.
 * `level`, `min_amount` and `max_amount` are those of his approving-officer record: the peso one, else the first; they
 * are null for everybody else. `user_max_amount` is the cap on the user record itself, in pesos.
 */
export const currentUser = z.object({
  id: z.int(),
  user_id: z.string(),
  user_first_name: z.string(),
  user_middle_name: z.string().nullable(),
  user_last_name: z.string(),
  email: z.string().nullable(),
  sper_user: z.int(),
  approver: z.int(),
  jobt_code: z.string().nullable(),
  dept_code: z.string().nullable(),
  dept_id: z.int().nullable(),
  brnc_code: z.string().nullable(),
  start_date: calendarDay.nullable(),
  end_date: calendarDay.nullable(),
  user_max_amount: z.string().nullable(),
  level: z.string().nullable(),
  min_amount: z.string().nullable(),
  max_amount: z.string().nullable(),
  officer_limits: z.array(officerLimit),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** What a session tells the browser besides its user: the token that writes send back, and its one clock (decisions §8). */
const sessionFacts = z.object({
  /** CSRF token of the session, sent back as `X-CSRF-Token`; worthless without the session cookie. */
  token: z.string(),
  /** Instant at which the session ends unless something is written before. */
  token_expires_at: z.string(),
  /** The server's clock at the time of the answer, so that a countdown does not depend on the browser's clock. */
  server_time: z.string(),
  roleaccess: z.array(roleAccessEntry),
  profile_picture: z.string().optional(),
  /** Only while the user must choose his own password: nothing but `POST /password` and signing out is served. */
  password_due: z.literal(true).optional(),
  /** Set while an administrator looks at the product as this user: who looks, and since which instant. */
  preview: z.object({ name: z.string(), since: z.string() }).nullish(),
});

/** Answer of a sign-in (spec 1 §3, Login data). */
export const loginData = sessionFacts.extend({ user: currentUser });
export type LoginData = z.infer<typeof loginData>;

/** An entry of `POST /getuser`: the current user with the facts of the session. */
export const sessionUser = currentUser.extend(sessionFacts.shape);
export type SessionUser = z.infer<typeof sessionUser>;
