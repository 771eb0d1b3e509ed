import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { networkOf } from '../http/call-rate.ts';
import { FailureCount } from './failure-count.ts';

/** Tries that may fail before 429, per window of 5 minutes (reliability G-S13). */
export const SIGN_IN_LIMITS = { per_account: 5, per_address: 20, window_seconds: 300 } as const;

export interface SignInTry {
  /** What the person typed as user id or e-mail, or the record id of an account. */
  account: string;
  /** IP address of the caller. */
  address: string;
}

export interface SignInLimiter {
  /**
   * Judges a try, once no more are at work on its account and its address than may still fail there; one that fails
   * counts for both, one that succeeds clears the account. Answers the seconds to wait, unjudged, when too many failed.
   */
  judge<T extends { ok: boolean }>(attempt: SignInTry, judgement: () => Promise<T>): Promise<T | number>;
  /** The same for an account that was reached by another name. */
  judgeAccount<T extends { ok: boolean }>(account: string, judgement: () => Promise<T>): Promise<T | number>;
  /** Tries on an account that failed in the running window. */
  failedTries(account: string): Promise<number>;
  /** Takes the tries on an account out of the count. */
  forgiveAccount(account: string): Promise<void>;
}

/** Counts failed sign-ins in the database, so that all nodes share the counts. Table: `sign_in_try` (key, points, expire). */
export function createSignInLimiter(database: Database): SignInLimiter {
  const countOf = (keyPrefix: string, points: number) =>
    new FailureCount(
      new RateLimiterPostgres({
        storeClient: poolOf(database),
        storeType: 'pool',
        tableName: 'sign_in_try',
        tableCreated: true,
        keyPrefix,
        points,
        duration: SIGN_IN_LIMITS.window_seconds,
      }),
    );
  const accounts = countOf('account', SIGN_IN_LIMITS.per_account);
  const addresses = countOf('address', SIGN_IN_LIMITS.per_address);
  const forgiveAccount = (account: string) => accounts.forget(accountKey(account));
  const judgeAccount: SignInLimiter['judgeAccount'] = async (account, judgement) => {
    const judged = await inTurn(accounts, accountKey(account), judgement);
    if (typeof judged !== 'number' && judged.ok) await forgiveAccount(account);
    return judged;
  };
  return {
    // Who has to wait for his account has tried nothing, and does not count for his address.
    judge: ({ account, address }, judgement) =>
      inTurn(addresses, networkOf(address), () => judgeAccount(account, judgement)),
    judgeAccount,
    forgiveAccount,
    failedTries: (account) => accounts.failed(accountKey(account)),
  };
}

async function inTurn<T extends { ok: boolean } | number>(
  count: FailureCount,
  key: string,
  judgement: () => Promise<T>,
): Promise<T | number> {
  const wait = await count.begin(key);
  if (wait !== null) return wait;
  let failed = false;
  try {
    const judged = await judgement();
    failed = typeof judged !== 'number' && !judged.ok;
    return judged;
  } finally {
    await count.end(key, failed);
  }
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

/** Accounts are counted without regard to case, and what was typed is not kept. */
function accountKey(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('hex');
}
