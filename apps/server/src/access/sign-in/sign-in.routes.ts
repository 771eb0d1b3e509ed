import type { FastifyInstance } from 'fastify';
import {
  extendSession,
  getUser,
  googleLogin,
  login,
  logout,
  oktaLogin,
  SIGN_IN_METHODS,
  signInMethods,
  ssoCallback,
  type SignInMethod,
} from '@talaan/contract/sign-in/sign-in.contract';
import type { SessionUser } from '@talaan/contract/sign-in/login-data';
import { Problem, sessionMissing } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { readPasswordSignIn } from '../../platform/database/installation-switches.ts';
import { renderReturnPage } from './return-page.ts';
import { prolongSession } from '../session/session.store.ts';
import type { SignInOptions } from './sign-in-context.ts';
import { currentUser, login as signIn, logout as signOut } from './sign-in.service.ts';
import { findCompanyName } from './sign-in.store.ts';
import { beginVisit, finishVisit } from './single-sign-on.ts';

/** Serves sign-in, session and current user (spec 1 §7, Auth). */
export function registerSignInRoutes(server: FastifyInstance, services: RouteServices, options: SignInOptions): void {
  const context = { ...options, services };

  registerRoute(server, services, login, async (call) => ({ data: await signIn(context, call) }));

  registerRoute(server, services, getUser, async ({ user, request }) => {
    const data: [SessionUser] = [await currentUser(context, request, user)];
    return { data };
  });

  registerRoute(server, services, logout, async (call) => {
    await signOut(context, call, call.user);
    return { data: { signed_out: true as const } };
  });

  registerRoute(server, services, extendSession, async ({ user, db }) => {
    const expires = await prolongSession(db, user.session.token_hash);
    if (!expires) throw sessionMissing();
    return { data: { token_expires_at: expires.expires_at, server_time: expires.server_time } };
  });

  registerRoute(server, services, oktaLogin, async (call) => ({
    data: { url: await beginVisit(context, call, 'okta', call.query.purpose) },
  }));

  registerRoute(server, services, googleLogin, async (call) => ({
    data: { url: await beginVisit(context, call, 'google', call.query.purpose) },
  }));

  registerRoute(server, services, ssoCallback, async ({ request, reply }) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    const page = { style_nonce: reply.cspNonce.style, script_nonce: reply.cspNonce.script };
    try {
      const ticket = await finishVisit(context, request);
      return await reply.send(renderReturnPage({ ...page, message: { kind: 'ticket', ticket } }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      request.log.warn({ code: error.code }, 'single sign-on refused');
      reply.code(error.status);
      return reply.send(renderReturnPage({ ...page, message: { kind: 'refused', message: error.message } }));
    }
  });

  registerRoute(server, services, signInMethods, async ({ db }) => {
    const passwords = await readPasswordSignIn(db);
    return {
      data: {
        methods: SIGN_IN_METHODS.filter((method) => isOffered(method, options, passwords)),
        company_name: await findCompanyName(db),
        demo: options.is_demo,
        demo_sign_in: options.demo_sign_in,
      },
    };
  });
}

function isOffered(
  method: SignInMethod,
  { providers, password_forms, hr }: SignInOptions,
  passwords: boolean,
): boolean {
  switch (method) {
    case 'okta':
    case 'google':
      return providers[method]?.is_offered === true;
    case 'password':
      return passwords && password_forms.user_id;
    case 'email':
      return passwords && password_forms.email;
    case 'hr':
      return hr !== null && providers.google !== null;
  }
}
