import { sql } from 'kysely';
import type { ChequeDetail, ChequeRow } from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { CHEQUE_JOINS, presentCheque, readCheques, visibleCheques } from './cheque-rows.ts';

/** Keeps that the bank paid a cheque which it should not have; the schema tells whoever could void one. Once while it is open. */
export async function raiseAlarm(transaction: Database, chequeId: number, clearedOn: string): Promise<void> {
  await sql`
    insert into cheque_alarm (cheque_id, cleared_on) values (${chequeId}, ${clearedOn}::date)
    on conflict (cheque_id) where settled_at is null do nothing`.execute(transaction);
}

/** So many alarms are told at once. */
const ALARMS_AT_ONCE = 100;

/** Cheques with an alarm that nobody has settled, the newest first, from one of them on; how many there are, and the last one told where more follow. */
export async function findAlarmed(database: Database, user: Principal, before?: number) {
  const open = sql`cheque_alarm a join ${CHEQUE_JOINS} on c.id = a.cheque_id where a.settled_at is null and ${visibleCheques(user)}`;
  const found = await readCheques(
    database,
    sql`select c.id from ${open} and ${before === undefined ? sql`true` : sql`a.id < ${before}`}
      order by a.id desc limit ${ALARMS_AT_ONCE}`,
  );
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${open}`.execute(database);
  const data: ChequeRow[] = found.map((cheque) => presentCheque(cheque, user));
  const next = data.length === ALARMS_AT_ONCE ? (data.at(-1)!.alarm?.id ?? null) : null;
  return { data, total: rows[0]!.total, next };
}

/** Every alarm of a cheque, the newest first. */
export async function readAlarms(database: Database, chequeId: number): Promise<ChequeDetail['alarms']> {
  const found = await sql<ChequeDetail['alarms'][number]>`
    select a.id, a.state, a.cleared_on::text, coalesce(concat_ws(' ', r.user_first_name, r.user_last_name), 'Talaan') as reported_by,
      a.reported_at, a.settlement, a.settled_at,
      case when a.settled_at is not null then coalesce(concat_ws(' ', s.user_first_name, s.user_last_name), 'Talaan') end as settled_by
    from cheque_alarm a left join app_user r on r.id = a.reported_by left join app_user s on s.id = a.settled_by
    where a.cheque_id = ${chequeId} order by a.id desc`.execute(database);
  return found.rows;
}

/** Settles an alarm and answers its cheque; the schema refuses who may not, and a second time. */
export async function settleAlarmOf(
  transaction: Database,
  user: Principal,
  id: number,
  settlement: string,
): Promise<number> {
  const found = await sql<{ cheque_id: number }>`
    select a.cheque_id from cheque_alarm a join ${CHEQUE_JOINS} on c.id = a.cheque_id
    where a.id = ${id} and ${visibleCheques(user)}`.execute(transaction);
  if (!found.rows[0]) throw notFound('There is no such alarm.');
  await sql`update cheque_alarm set settlement = ${settlement.trim()} where id = ${id}`.execute(transaction);
  return found.rows[0].cheque_id;
}

/** A leaf that the bank must not pay: what became of it, and when. */
export interface DeadLeaf {
  readonly cheque_number: string;
  readonly state: ChequeRow['state'];
  readonly on_date: string;
  readonly reason: string | null;
  readonly was_printed: boolean;
  /** The bank paid it all the same. */
  readonly cleared_on: string | null;
}

/**
 * Leaves of an account that were spoiled, stopped, void or stale, in their order: also where another one took their place since.
 * Numbers alone: what a cheque would have paid, and whom, is nothing that a bank needs.
 */
export async function readDeadLeaves(database: Database, bankId: number): Promise<DeadLeaf[]> {
  const found = await sql<DeadLeaf>`
    select c.cheque_number, m.state_to as state, m.on_date::text, m.reason, c.printed_on is not null as was_printed,
      (select max(a.cleared_on)::text from cheque_alarm a where a.cheque_id = c.id) as cleared_on
    from cheque c
    cross join lateral (
      select state_to, on_date, reason from cheque_move where cheque_id = c.id and state_to <> 'replaced' order by id desc limit 1) m
    where c.bank_id = ${bankId} and c.state in ('spoiled', 'stopped', 'stale', 'void', 'replaced') and c.cheque_number is not null
    order by length(cheque_key(c.cheque_number)), cheque_key(c.cheque_number)`.execute(database);
  return found.rows;
}
