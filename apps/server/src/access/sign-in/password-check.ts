import type { Database } from '../../platform/database/database.ts';
import type { SignInLimiter } from '../../platform/sign-in/sign-in-limiter.ts';
import { verifyPassword } from '../../platform/sign-in/password-hash.ts';
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
 * unknown, the password is wrong or the user may not sign in. On an account 5 tries may fail in 5 minutes, by all of its
 * names together, from an address 20 (reliability G-S13); those that succeed do not count.
 */
export function createPasswordCheck(options: {
  database: Database;
  limiter: SignInLimiter;
  is_demo: boolean;
}): PasswordCheck {
  const { database, limiter, is_demo } = options;
  const check = async (user: SignInUser | null, password: string): Promise<PasswordAnswer> => {
    const matches = await verifyPassword(user?.password_hash ?? null, password);
    const isAllowed = is_demo || password !== DEMO_PASSWORD;
    return user && matches && isAllowed ? { ok: true, user } : wrong(user);
  };
  /** Reached by e-mail, the account's own count decides in silence: a 429 would tell whose e-mail it is. */
  const checkByEmail = async (name: string, password: string): Promise<PasswordAnswer> => {
    const user = await findUser(database, 'email', name);
    const answer = await limiter.judgeAccount(user?.user_id ?? `nobody ${name}`, () => check(user, password));
    if (typeof answer !== 'number') return answer;
    await verifyPassword(null, password);
    return wrong(user);
  };
  return async ({ by, name, password, address }) => {
    const answer = await limiter.judge({ account: name, address }, async () =>
      by === 'email' ? checkByEmail(name, password) : check(await findUser(database, by, name), password),
    );
    return typeof answer === 'number' ? { ok: false, code: 'too_many_tries', wait_seconds: answer } : answer;
  };
}

const wrong = (user: SignInUser | null): PasswordAnswer => ({ ok: false, code: 'wrong', user_id: user?.id ?? null });
