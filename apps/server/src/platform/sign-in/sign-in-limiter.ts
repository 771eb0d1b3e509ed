import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database.ts';

/** Tries that may fail before 429, per window of 5 minutes (reliability G-S13). */
export const SIGN_IN_LIMITS = { per_account: 5, per_address: 20, window_seconds: 300 } as const;

export interface SignInTry {
  /** What the person typed as user id or e-mail, or the record id of an account. */
  account: string;
  /** IP address of the caller. */
  address: string;
}

export interface SignInLimiter {
  /** Counts a try before it is judged; answers the seconds to wait when there were too many, else null. */
  countTry(attempt: SignInTry): Promise<number | null>;
  /** Counts a try on an account that was reached by another name; answers the seconds to wait, else null. */
  countAccountTry(account: string): Promise<number | null>;
  /** Tries on an account that failed in the running window. */
  failedTries(account: string): Promise<number>;
  /** Takes a try that succeeded out of the counts. */
  forgive(attempt: SignInTry): Promise<void>;
  /** Takes the tries on an account out of the counts. */
  forgiveAccount(account: string): Promise<void>;
}

/**
 * Counts sign-in tries in the database, so that all nodes share the counts. Table: `sign_in_try` (key, points, expire).
 * A try is counted before the password is checked, so parallel tries cannot slip through.
 */
export function createSignInLimiter(database: Database): SignInLimiter {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: poolOf(database),
      storeType: 'pool',
      tableName: 'sign_in_try',
      tableCreated: true,
      keyPrefix,
      points,
      duration: SIGN_IN_LIMITS.window_seconds,
    });
  const accounts = limiter('account', SIGN_IN_LIMITS.per_account);
  const addresses = limiter('address', SIGN_IN_LIMITS.per_address);
  return {
    async countTry({ account, address }) {
      const waits = await Promise.all([consume(accounts, accountKey(account)), consume(addresses, networkOf(address))]);
      return longest(waits);
    },
    countAccountTry: (account) => consume(accounts, accountKey(account)),
    failedTries: async (account) => (await accounts.get(accountKey(account)))?.consumedPoints ?? 0,
    async forgive({ account, address }) {
      await Promise.all([accounts.delete(accountKey(account)), addresses.reward(networkOf(address), 1)]);
    },
    forgiveAccount: async (account) => void (await accounts.delete(accountKey(account))),
  };
}

/** The part of a connection pool that the rate limiter uses. */
function poolOf(database: Database) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const result = await database.executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

function longest(waits: readonly (number | null)[]): number | null {
  const seconds = waits.filter((wait) => wait !== null);
  return seconds.length === 0 ? null : Math.max(...seconds);
}

/** Accounts are counted without regard to case, and what was typed is not kept. */
function accountKey(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('hex');
}

/** One home or office has one IPv4 address, or one IPv6 network of 64 bits, whose addresses count together. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push('0');
  return [...groups, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
