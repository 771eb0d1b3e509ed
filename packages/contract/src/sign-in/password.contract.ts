import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';

/** Page on which the owner of a link chooses a new password; the secret of the link stands behind the `#`. */
export const NEW_PASSWORD_PATH = '/new-password';

/** Length of a password in characters, as the users screen has it. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
const LENGTH = `Password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`;
const newPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .min(PASSWORD_LENGTH.min, LENGTH)
  .max(PASSWORD_LENGTH.max, LENGTH);

const tag = 'Sign-in';
const params = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });
const changed = recordOf(z.object({ changed: z.literal(true) }));

/**
 * One's own password. The current one proves who asks; it may be left out only while one that somebody else set must be
 * changed. Every session of the user ends, and the caller's goes on under a new cookie: ask `/getuser` for its token.
 */
export const changePassword = defineRoute({
  method: 'POST',
  path: '/password',
  summary: "Change one's own password; the other sessions end",
  tag,
  access: { kind: 'session' },
  body: z.object({
    current_password: z.string().max(PASSWORD_LENGTH.max, 'The current password is not right.').nullish(),
    password: newPassword,
  }),
  response: changed,
  reads: true,
  before_new_password: true,
});

/** Sends the owner of a user record a link by mail; nobody else gets it. */
export const sendPasswordLink = defineRoute({
  method: 'POST',
  path: '/user/{id}/password-link',
  summary: 'Send a user a one-time link by mail, by which he chooses a new password',
  tag,
  access: { kind: 'module', module: 'Users', level: ACCESS.update },
  params,
  may_wait: true,
  response: recordOf(
    z.object({
      /** Where the mail goes. */
      email: z.string(),
      /** Instant at which the link ends. */
      expires_at: z.string(),
    }),
  ),
});

/** What a link is good for: `open` until it is `used`, `replaced` (by a newer one, or another change) or `expired`. */
const PASSWORD_LINK_STATES = ['open', 'used', 'replaced', 'expired', 'unknown'] as const;
export type PasswordLinkState = (typeof PASSWORD_LINK_STATES)[number];
const token = z.string('token is required.').max(100, 'token may have at most 100 characters.');

export const readPasswordLink = defineRoute({
  method: 'POST',
  path: '/password-link/state',
  summary: 'Whether a link can still be used, and whose password it changes',
  tag,
  access: { kind: 'public' },
  body: z.object({ token }),
  response: recordOf(
    z.object({
      state: z.enum(PASSWORD_LINK_STATES),
      /** Sign-in name and first name of the owner, while the link is open. */
      owner: z.object({ user_id: z.string(), user_first_name: z.string() }).nullable(),
    }),
  ),
  reads: true,
  in_preview: true,
});

export const redeemPasswordLink = defineRoute({
  method: 'POST',
  path: '/password-link/use',
  summary: 'Choose a new password by a link; every session of the user ends',
  tag,
  access: { kind: 'public' },
  body: z.object({ token, password: newPassword }),
  response: changed,
  reads: true,
});

const blocked = recordOf(
  z.object({
    /** Since which instant the user may not sign in; null when he may. */
    blocked_at: z.string().nullable(),
  }),
);

export const blockUser = defineRoute({
  method: 'POST',
  path: '/user/{id}/block',
  summary: 'Keep a user out at once: his sessions end, and he cannot sign in',
  tag,
  access: { kind: 'module', module: 'Users', level: ACCESS.update },
  params,
  response: blocked,
});

export const unblockUser = defineRoute({
  method: 'DELETE',
  path: '/user/{id}/block',
  summary: 'Let a blocked user sign in again',
  tag,
  access: { kind: 'module', module: 'Users', level: ACCESS.update },
  params,
  response: blocked,
});

export const passwordRoutes = [
  changePassword,
  sendPasswordLink,
  readPasswordLink,
  redeemPasswordLink,
  blockUser,
  unblockUser,
] as const;
