import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { riskSignals, type RiskKind, type RiskSignal } from '@talaan/core/risk/risk-signals';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import { readRiskFacts } from './risk-facts.store.ts';

/** So many payments are looked at in one transaction. */
const AT_ONCE = 100;

/**
 * Looks for the risks of payments that entered by themselves, and keeps what it finds with them. Safe to repeat and to run on several
 * servers: each payment is looked at by one of them, once.
 */
export async function keepRisks(database: Database): Promise<void> {
  while ((await inTransaction(database, SYSTEM_ACTOR, keepSome)) === AT_ONCE);
}

async function keepSome(transaction: Database): Promise<number> {
  const due = await sql<{ batch_id: string }>`
    delete from risk_due where batch_id in (
      select batch_id from risk_due order by batch_id limit ${AT_ONCE}) returning batch_id`.execute(transaction);
  const ids = due.rows.map(({ batch_id }) => batch_id);
  const found = [...(await readRiskFacts(transaction, ids))].flatMap(([batch_id, facts]) =>
    // As whoever releases it would have seen them.
    riskSignals({ ...facts, status: STATUS.FOR_RELEASE }).map(({ kind, sentence, others }, place) => ({
      batch_id,
      place,
      kind,
      sentence,
      others,
    })),
  );
  if (found.length > 0) {
    await sql`
      insert into batch_risk (batch_id, place, kind, sentence, others)
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as t (batch_id bigint, place smallint, kind text, sentence text, others bigint[])`.execute(transaction);
  }
  return ids.length;
}

/** What was found of payments that entered by themselves, by batch id, as notices: nobody ticks them any more. */
export async function readKeptRisks(database: Database, ids: readonly string[]): Promise<Map<string, RiskSignal[]>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ batch_id: string; kind: RiskKind; sentence: string; others: string[] }>`
    select batch_id, kind, sentence, others::text[] as others from batch_risk
    where batch_id = any (${ids}::bigint[]) order by batch_id, place`.execute(database);
  const signals = found.rows.map(({ batch_id, ...said }) => ({
    batch_id,
    signal: { ...said, severity: 'notice', identity: `${said.kind}|${said.sentence}` } as const,
  }));
  const byBatch = groupBy(signals, ({ batch_id }) => batch_id);
  return new Map([...byBatch].map(([id, own]) => [id, own.map(({ signal }) => signal)]));
}
