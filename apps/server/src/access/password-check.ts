import type { Database } from '../platform/database.ts';
import type { SignInLimiter } from '../platform/sign-in/sign-in-limiter.ts';
import { verifyPassword } from '../platform/sign-in/password-hash.ts';
import { findUser, type SignInUser } from './sign-in.store.ts';

/** Password of every demo user; refused as soon as the installation is not the demo (decisions §8). */
export const DEMO_PASSWORD = 'talaan-demo-2026';

export interface PasswordTry {
  by: 'user_id' | 'email';
  name: string;
  password: string;
  /** IP address of the caller. */
  address: string;
}

export type PasswordAnswer =
  | { ok: true; user: SignInUser }
  /** `user_id` is the account that was tried, for the audit trail; null when there is none. */
  | { ok: false; code: 'wrong'; user_id: number | null }
  | { ok: false; code: 'too_many_tries'; wait_seconds: number };

export type PasswordCheck = (attempt: PasswordTry) => Promise<PasswordAnswer>;

/**
 * Checks a user id or e-mail with its password. The same work is done, and the same answer given, whether the name is
 * unknown, the password is wrong or the user may not sign in. An account has 5 tries in 5 minutes by all of its names
 * together, an address 20 (reliability G-S13).
 */
export function createPasswordCheck(options: {
  database: Database;
  limiter: SignInLimiter;
  is_demo: boolean;
}): PasswordCheck {
  const { database, limiter, is_demo } = options;
  return async ({ by, name, password, address }) => {
    const wait = await limiter.countTry({ account: name, address });
    if (wait !== null) return { ok: false, code: 'too_many_tries', wait_seconds: wait };
    const user = await findUser(database, by, name);
    // Reached by e-mail, the account's own count decides in silence: a 429 would tell whose e-mail it is.
    const accountWait = by === 'email' ? await limiter.countAccountTry(user?.user_id ?? `nobody ${name}`) : null;
    const matches = await verifyPassword(user?.password_hash ?? null, password);
    const isAllowed = accountWait === null && (is_demo || password !== DEMO_PASSWORD);
    if (!user || !matches || !isAllowed) return { ok: false, code: 'wrong', user_id: user?.id ?? null };
    await limiter.forgive({ account: name, address });
    if (by === 'email') await limiter.forgiveAccount(user.user_id);
    return { ok: true, user };
  };
}
