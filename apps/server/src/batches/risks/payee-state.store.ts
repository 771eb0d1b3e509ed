import { sql } from 'kysely';
import { PAYEE_TYPES } from '@talaan/contract/resources/parties/payee.resource';
import type { PayeeState } from '@talaan/core/documents/payee-state';
import type { Database } from '../../platform/database/database.ts';

/** An employee is who is kept as one, whatever else he is. */
const EMPLOYEE = Number(Object.entries(PAYEE_TYPES).find(([, label]) => label === 'Employee')![0]);

/** Whether the payee `p` is an employee. */
export const IS_EMPLOYEE = sql<boolean>`(p.payee_type = ${sql.lit(EMPLOYEE)} or p.employee_status is not null)`;

/** The state of the payee `p`, as one value of a statement. */
export const payeeStateColumn = sql<PayeeState>`json_build_object('payee_code', p.payee_code, 'payee_desc', p.payee_desc,
  'held_by', payee_hold(p.id), 'employee_status', p.employee_status, 'sub_agent_status', p.sub_agent_status)`;

/** The states of payees by Record ID. */
export async function loadPayeeStates(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PayeeState>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; state: PayeeState }>`
    select p.id, ${payeeStateColumn} as state from payee p where p.id = any (${ids}::int[])`.execute(database);
  return new Map(found.rows.map(({ id, state }) => [id, state]));
}
