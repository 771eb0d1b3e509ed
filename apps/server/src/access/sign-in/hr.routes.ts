import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hrAddress, hrLookup } from '@talaan/contract/sign-in/hr.contract';
import { conflict, notFound, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { HrTokenEnded, type HrClient } from '../../platform/sign-in/hr-client.ts';
import { orUnavailable } from './outside-services.ts';
import type { SessionCookies } from '../session/session-cookie.ts';
import { findHrToken } from '../session/session.store.ts';
import { openSealedText } from '../session/session-token.ts';

/** Serves the look-ups of the HR system; they use the access token that the session's sign-in brought along. */
export function registerHrRoutes(
  server: FastifyInstance,
  services: RouteServices,
  options: { hr: HrClient | null; cookies: SessionCookies },
): void {
  registerRoute(server, services, hrLookup, async ({ body, user, request }) => {
    const employee = await askHr(user, request, (hr, token) => hr.findEmployee(body.data.toLowerCase(), token));
    if (!employee) throw notFound('HRIS has no employee with this e-mail.');
    return { data: employee };
  });

  registerRoute(server, services, hrAddress, async ({ query, user, request }) => ({
    data: await askHr(user, request, (hr, token) => hr.listPlaces(query.level, query.within ?? null, token)),
  }));

  async function askHr<T>(
    user: Principal,
    request: FastifyRequest,
    ask: (hr: HrClient, token: string) => Promise<T>,
  ): Promise<T> {
    const { hr, cookies } = options;
    if (!hr) throw new Problem(404, 'hr_off', 'No HR system is connected.');
    const sealed = await findHrToken(services.database, user.session.token_hash);
    if (!sealed) throw hrSignInNeeded();
    const answer = ask(hr, openSealedText(cookies.readSession(request)!, sealed)).catch((error: unknown) => {
      throw error instanceof HrTokenEnded ? hrSignInNeeded() : error;
    });
    return orUnavailable(answer);
  }
}

const hrSignInNeeded = () =>
  conflict('hr_sign_in_needed', 'Sign in by single sign-on to look up employees and addresses of HRIS.');
