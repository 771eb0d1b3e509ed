import { passwordFault } from '@talaan/core/access/password-rule';
import type { Database } from '../../platform/database/database.ts';
import { findCompanyName } from '../sign-in/sign-in.store.ts';

/** Whose password it is to be: what it must not lean on. */
export interface PasswordOwner {
  readonly user_id: string;
  readonly user_first_name: string;
  readonly user_middle_name?: string | null;
  readonly user_last_name: string;
  readonly email?: string | null;
}

/** Why a person cannot take this password, as one sentence, or null (reliability (e) Passwords). */
export async function newPasswordFault(
  database: Database,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  return passwordFault(password, [
    owner.user_id,
    owner.user_first_name,
    owner.user_middle_name,
    owner.user_last_name,
    owner.email,
    await findCompanyName(database),
  ]);
}
