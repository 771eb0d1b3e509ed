import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { sendWithCommit, type Database } from '../database/database.ts';
import { realUserId } from './principal.ts';
import { conflict, malformed } from './problem.ts';
import { sessionTokenOf } from './request-forgery.ts';

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
  return {
    principal: `user:${request.principal ? realUserId(request.principal) : 'none'}`,
    key,
    request_hash: requestHash,
  };
}

/**
 * Claims the key inside the write transaction. A second sender of the same key waits here until the first has ended;
 * it then gets the first reply, or 409 when it sent something else.
 */
export async function claimIdempotencyKey(
  transaction: Database,
  request: IdempotentRequest,
): Promise<{ reply: unknown } | null> {
  const { principal, key, request_hash } = request;
  const claimed = await transaction.executeQuery(CompiledQuery.raw(CLAIM_KEY, [principal, key, request_hash]));
  if (claimed.rows.length > 0) return null;
  const earlier = await transaction
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply'])
    .where('principal', '=', principal)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!earlier.request_hash.equals(request_hash)) {
    throw conflict(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request. Send a new key with the changed request.',
    );
  }
  return { reply: earlier.reply };
}

/** Text, because every write runs it: it is built once. */
const CLAIM_KEY =
  'insert into idempotency_key (principal, key, request_hash) values ($1, $2, $3) on conflict do nothing returning key';

/**
 * Claims the keys of calls that are worked on together, each of which is told by what it sent whether it was received before. In one
 * order, so that two who claim the same keys wait for each other and no more.
 */
export async function claimIdempotencyKeys(
  transaction: Database,
  requests: readonly IdempotentRequest[],
): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(CLAIM_KEYS, columnsOf(requests)));
}

const CLAIM_KEYS = `
  insert into idempotency_key (principal, key, request_hash)
  select g.* from unnest($1::text[], $2::text[], $3::bytea[]) g (principal, key, request_hash)
  order by g.principal, g.key on conflict do nothing`;

/** Stores the reply with its key, in the transaction of the effect: the last thing that it writes. */
export function keepIdempotentReply(transaction: Database, request: IdempotentRequest, reply: unknown): void {
  const { principal, key, request_hash } = request;
  const values = [principal, key, request_hash, JSON.stringify(reply ?? null)];
  sendWithCommit(transaction, CompiledQuery.raw(KEEP_REPLY, values));
}

/** Finds the key by its index, always. An update that was planned while few keys were kept would read them all. */
const KEEP_REPLY = `
  insert into idempotency_key (principal, key, request_hash, reply) values ($1, $2, $3, $4::jsonb)
  on conflict (principal, key) do update set reply = excluded.reply`;

/**
 * The same of calls that are worked on together, whose replies the database makes: `replies` reads of each the place of its
 * call, from 1, and its reply.
 */
export function keepIdempotentReplies(
  transaction: Database,
  requests: readonly IdempotentRequest[],
  replies: RawBuilder<unknown>,
): void {
  const [principals, keys, hashes] = columnsOf(requests);
  const keep = sql`
    insert into idempotency_key (principal, key, request_hash, reply)
    select g.principal, g.key, g.request_hash, r.reply
    from unnest(${principals}::text[], ${keys}::text[], ${hashes}::bytea[]) with ordinality g (principal, key, request_hash, place)
    join (${replies}) r (place, reply) on r.place = g.place
    on conflict (principal, key) do update set reply = excluded.reply`;
  sendWithCommit(transaction, keep.compile(transaction));
}

const columnsOf = (requests: readonly IdempotentRequest[]) => [
  requests.map(({ principal }) => principal),
  requests.map(({ key }) => key),
  requests.map(({ request_hash }) => request_hash),
];

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A reply that tells a secret, as it is kept for a repeated call: encrypted with the token of the session that sent it, of which
 * the database has a digest alone.
 */
export function sealedReply(reply: unknown, request: FastifyRequest): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(request), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(reply)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** The reply that was sealed. Refuses with 409 whoever sends the call again in another session. */
export function openedReply(sealed: unknown, request: FastifyRequest): unknown {
  const bytes = Buffer.from(String(sealed), 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(request), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw conflict(
      'secret_told',
      'This was done before, and its secret was told to another session. Ask for another secret.',
    );
  }
}

const keyOf = (request: FastifyRequest) =>
  Buffer.from(hkdfSync('sha256', sessionTokenOf(request), '', 'talaan kept reply', 32));
