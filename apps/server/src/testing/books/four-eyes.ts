import { sql } from 'kysely';
import { FOUR_EYES_SWITCHES, type FourEyesSwitch } from '@talaan/core/access/second-person';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';

/** Switches exactly these confirmations on and the others off, as the system: a person may not switch off alone. */
export async function switchFourEyes(database: Database, ...on: FourEyesSwitch[]): Promise<void> {
  const names = Object.keys(FOUR_EYES_SWITCHES) as FourEyesSwitch[];
  const value = JSON.stringify(Object.fromEntries(names.map((name) => [name, on.includes(name)])));
  await inTransaction(database, SYSTEM_ACTOR, (db) =>
    sql`update setting set value = ${value}::jsonb where key = 'four_eyes'`.execute(db),
  );
}
