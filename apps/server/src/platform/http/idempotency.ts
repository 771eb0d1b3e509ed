import type { FastifyRequest } from 'fastify';
import type { Database } from '../database.ts';
import { conflict, malformed } from './problem.ts';

export interface IdempotentRequest {
  principal: string;
  key: string;
  request_hash: Buffer;
}

/** The idempotency key of a request, with who sent it and a digest of what was sent; null when no key came (decisions §2). */
export function idempotencyRequest(request: FastifyRequest, requestHash: Buffer): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key))
    throw malformed('idempotency_key', 'Idempotency-Key must be 8 to 200 printable characters.');
  return { principal: `user:${request.principal?.user_id ?? 'none'}`, key, request_hash: requestHash };
}

/**
 * Claims the key inside the write transaction. A second sender of the same key waits here until the first has ended;
 * it then gets the first reply, or 409 when it sent something else.
 */
export async function claimIdempotencyKey(
  transaction: Database,
  request: IdempotentRequest,
): Promise<{ reply: unknown } | null> {
  const claimed = await transaction
    .insertInto('idempotency_key')
    .values({ principal: request.principal, key: request.key, request_hash: request.request_hash })
    .onConflict((on) => on.columns(['principal', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await transaction
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply'])
    .where('principal', '=', request.principal)
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow();
  if (!earlier.request_hash.equals(request.request_hash)) {
    throw conflict(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request. Send a new key with the changed request.',
    );
  }
  return { reply: earlier.reply };
}

/** Stores the reply with its key, in the transaction of the effect. */
export async function keepIdempotentReply(
  transaction: Database,
  request: IdempotentRequest,
  reply: unknown,
): Promise<void> {
  await transaction
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(reply ?? null) })
    .where('principal', '=', request.principal)
    .where('key', '=', request.key)
    .execute();
}
