import { runAsOwner } from './owner-connection.ts';

/** The product asks the database what day it is in Manila; from here on the answer is fixed, or with null the clock's again. */
export async function setToday(ownerUrl: string, day: string | null): Promise<void> {
  const answer = day === null ? `(now() at time zone 'Asia/Manila')::date` : `date '${day}'`;
  await runAsOwner(ownerUrl, async (owner) => {
    await owner.query(`create or replace function manila_today() returns date language sql stable return ${answer}`);
  });
}
