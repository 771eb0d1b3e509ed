import * as z from 'zod';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { loginData, sessionUser } from './login-data.ts';
import { wireNumber } from '../http/wire-number.ts';

/** Reply header of every successful write: the instant at which the session now ends (decisions §8, one clock). */
export const SESSION_EXPIRES_HEADER = 'x-session-expires-at';

const PASSWORD_LENGTH = 'Password may have at most 128 characters.';
const USER_ID_LENGTH = 'User id may have at most 128 characters.';

/**
 * One of (spec 1 §7, Auth):
 * - `user_id` and `password`; or `email` and `password`; with `captcha_id` and `captcha_answer` when a refusal
 *   `captcha_needed` asked its question
 * - `login_type` 2, `is_erp` 1 and `google_id_token`: HR sign-in, which answers an `access_token`
 * - `email` and `token`, the access token of the HR sign-in
 * - `ticket` of the sign-in window
 * - `token` alone: verifies the session that the cookie names and answers its login data
 */
const loginBody = z.object({
  user_id: z.string().max(128, USER_ID_LENGTH).nullish(),
  password: z.string().max(128, PASSWORD_LENGTH).nullish(),
  email: z.string().max(254, 'E-mail may have at most 254 characters.').nullish(),
  token: z.string().max(100, 'Token may have at most 100 characters.').nullish(),
  ticket: z.string().max(100, 'Ticket may have at most 100 characters.').nullish(),
  login_type: wireNumber(z.number()).nullish(),
  is_erp: wireNumber(z.number()).nullish(),
  captcha_id: z.string().max(60).nullish(),
  captcha_answer: z.string().max(20).nullish(),
  google_id_token: z.string().max(8192, 'The identity token may have at most 8,192 characters.').nullish(),
});
export type LoginBody = z.infer<typeof loginBody>;

/** What a refusal `captcha_needed` carries beside its message: a question to answer with the next try. */
export const captchaQuestion = z.object({ captcha: z.object({ id: z.string(), question: z.string() }) });

/** Answer of the HR sign-in: stands for the HR system's own token, which stays on the server. Single use, 60 seconds. */
const hrLogin = z.object({ access_token: z.string() });

export const login = defineRoute({
  method: 'POST',
  path: '/login',
  summary: 'Sign in, or verify the token of a session',
  tag: 'Sign-in',
  access: { kind: 'public' },
  body: loginBody,
  response: recordOf(z.union([loginData, hrLogin])),
  reads: true,
  in_preview: true,
});

export const getUser = defineRoute({
  method: 'POST',
  path: '/getuser',
  summary: 'The current user: the first, and only, user of the list, with the token and role access of the session',
  tag: 'Sign-in',
  access: { kind: 'session' },
  response: z.object({ data: z.tuple([sessionUser]) }),
  reads: true,
  in_preview: true,
  before_new_password: true,
  without_token: true,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out: ends the session and gives back what it held',
  tag: 'Sign-in',
  access: { kind: 'session' },
  response: recordOf(z.object({ signed_out: z.literal(true) })),
  reads: true,
  in_preview: true,
  in_maintenance: true,
  before_new_password: true,
  without_token: true,
});

export const extendSession = defineRoute({
  method: 'POST',
  path: '/session/extend',
  summary: '“Stay signed in”: the session ends 3600 seconds from now, 12 hours after sign-in at most',
  tag: 'Sign-in',
  access: { kind: 'session' },
  response: recordOf(z.object({ token_expires_at: z.string(), server_time: z.string() })),
  reads: true,
  in_preview: true,
  in_maintenance: true,
});

/** `purpose` hr: the person must also be an active employee of the HR system, which decides his work e-mail. */
const providerQuery = z.object({ purpose: z.enum(['sign_in', 'hr']).default('sign_in') });
const providerAddress = recordOf(z.object({ url: z.string() }));

export const oktaLogin = defineRoute({
  method: 'GET',
  path: '/okta-login',
  summary: 'Address of the single sign-on provider for the sign-in window',
  tag: 'Sign-in',
  access: { kind: 'public' },
  query: providerQuery,
  response: providerAddress,
});

export const googleLogin = defineRoute({
  method: 'GET',
  path: '/google-login',
  summary: 'Address of the Google provider for the sign-in window',
  tag: 'Sign-in',
  access: { kind: 'public' },
  query: providerQuery,
  response: providerAddress,
});

export const ssoCallback = defineRoute({
  method: 'GET',
  path: '/sso/callback',
  summary: 'Where the single sign-on provider returns: a page that hands a one-time ticket to the opener',
  tag: 'Sign-in',
  access: { kind: 'public' },
  query: z.looseObject({}),
  file: 'text/html',
});

/** Ways to sign in; the sign-in window shows those that are switched on, in this order. */
export const SIGN_IN_METHODS = ['okta', 'google', 'password', 'email', 'hr'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const signInMethods = defineRoute({
  method: 'GET',
  path: '/sign-in/methods',
  summary: 'Ways to sign in that are switched on, and whose books these are',
  tag: 'Sign-in',
  access: { kind: 'public' },
  response: recordOf(
    z.object({
      methods: z.array(z.enum(SIGN_IN_METHODS)),
      company_name: z.string().nullable(),
      demo: z.boolean(),
      /** Who may sign in with what, in the demo company. */
      demo_sign_in: z.object({ users: z.array(z.string()), password: z.string() }).nullable(),
    }),
  ),
});

export const signInRoutes = [
  login,
  getUser,
  logout,
  extendSession,
  oktaLogin,
  googleLogin,
  ssoCallback,
  signInMethods,
] as const;
