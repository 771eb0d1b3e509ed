import type { FastifyInstance } from 'fastify';
import { verifyPaper } from '@talaan/contract/documents/print/verify.contract';
import { limitCallRate } from '../../platform/http/call-rate.ts';
import { notFound } from '../../platform/http/problem.ts';
import { realUserId } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { readCode, verifyCopy, type VerifiedPaper } from './verify-paper.ts';

/** How often a minute one address, or whoever is signed in, asks for codes. */
const TRIES_A_MINUTE = 20;

/** Serves whether a paper stands, to whoever holds its code. Each look at one of ours is noted. */
export function registerPaperVerification(
  server: FastifyInstance,
  services: RouteServices,
  papers: readonly VerifiedPaper[],
): void {
  const countTry = limitCallRate(TRIES_A_MINUTE);
  registerRoute(server, services, verifyPaper, async ({ db, user, params, request, reply }) => {
    countTry(request, reply);
    const found = await verifyCopy(db, papers, readCode(params.code), user);
    // A code that is mistyped and one that never was are one.
    if (found === null) throw notFound('No paper of ours has this code. Compare it with the paper, letter by letter.');
    await services.database
      .insertInto('paper_lookup')
      .values({ issued_paper_id: found.id, user_id: user && realUserId(user) })
      .execute();
    return { data: found.verification };
  });
}
