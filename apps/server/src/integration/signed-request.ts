import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/http/problem.ts';
import type { CallingClient } from './sending.ts';
import { isSigned } from './webhooks/standard-webhook.ts';

/** Seconds by which the time of a request may differ from ours. */
const TOLERANCE_S = 5 * 60;

/**
 * Checks the signature of a request, as Standard Webhooks are signed, by the SHA-256 of the client's secret over the body before it is
 * packed: whoever got hold of a token alone sends nothing. A source may ask for it; one that is sent is always checked. Throws 401.
 */
export function requireSignature(
  { source_code, signs_requests, secret_hash }: CallingClient,
  { headers, signedBody }: Pick<FastifyRequest, 'headers' | 'signedBody'>,
): void {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signature = headers['webhook-signature'];
  if (id === undefined && timestamp === undefined && signature === undefined && !signs_requests) return;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') {
    const asked = signs_requests ? `Requests of ${source_code} are signed` : 'A signed request is signed whole';
    throw refused('signature_missing', `${asked}: send webhook-id, webhook-timestamp and webhook-signature.`);
  }
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - Date.now() / 1000) <= TOLERANCE_S;
  if (!isNow) throw refused('signature_time', 'Request time is outside the allowed 5 minutes.');
  if (!isSigned(secret_hash, { id, timestamp, body: signedBody ?? '' }, signature)) {
    throw refused('signature_wrong', 'The signature is not the one of this request by the secret of this client.');
  }
}

const refused = (code: string, message: string) => new Problem(401, code, message);
