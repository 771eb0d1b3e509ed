import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, sumMinor } from '@talaan/core/money/money';
import { inTransaction, openDatabase, type Database } from '../../apps/server/src/platform/database/database.ts';
import { today } from '../../apps/server/src/platform/clock.ts';
import { loadLedgerMasters } from '../ledger/ledger-masters.ts';
import { createHotJournalPlanner, type JournalPlan } from '../ledger/plan-journals.ts';

/** Batches of one commit: of 32 connections one half waits while the other half is entered. */
const TOGETHER = 16;

interface SendingFacts {
  readonly client_id: number;
  readonly source_id: number;
  readonly department_id: number;
  readonly user_id: number;
}

/**
 * The prototype of what other systems send: batches of one journal of four lines each, in groups of one commit, with the rows, numbers,
 * keys, history and guards that the product's have, written by the fewest statements on one connection. Nothing is parsed, looked up,
 * checked or answered. `client_id` is that of a confirmed client that posts. Answers entries per second over `seconds`.
 */
export async function enterBareSendings(ownerUrl: string, clientId: string, seconds: number): Promise<number> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const found = await sql<SendingFacts>`
      select id as client_id, source_id, department_ids[1] as department_id, made_by as user_id from api_client
      where client_id = ${clientId}`.execute(database);
    const facts = found.rows[0]!;
    const plan = createHotJournalPlanner(await loadLedgerMasters(database), { seed: Date.now(), date: today() });
    const enterNext = async (group: number) =>
      enterGroup(
        database,
        facts,
        Array.from({ length: TOGETHER }, (_, at) => plan(group * TOGETHER + at)),
      );
    await enterNext(0);
    const began = performance.now();
    let groups = 0;
    while (performance.now() - began < seconds * 1000) await enterNext((groups += 1));
    return (groups * TOGETHER * 1000) / (performance.now() - began);
  } finally {
    await database.destroy();
  }
}

async function enterGroup(database: Database, facts: SendingFacts, journals: readonly JournalPlan[]): Promise<void> {
  const actor = { user_id: facts.user_id, request_id: randomUUID() };
  const numbers = await inTransaction(database, actor, (short) => reserveNumbers(short, facts, journals.length));
  const group = journals.map(({ date, lines }, place) => ({
    place,
    key: randomUUID(),
    number: numbers[place]!,
    date,
    total: amountText(sumMinor(lines.map(({ debit }) => debit))),
  }));
  await inTransaction(database, actor, async (transaction) => {
    const keys = group.map(({ key }) => key);
    const principal = `user:${facts.user_id}`;
    await sql`
      insert into idempotency_key (principal, key, request_hash)
      select ${principal}, g.key, sha256(g.key::bytea) from unnest(${keys}::text[]) g (key)`.execute(transaction);
    await post(transaction, facts, group, await enter(transaction, facts, group, journals));
    await sql`
      update idempotency_key k set reply = to_jsonb(g.key) from unnest(${keys}::text[]) g (key)
      where k.principal = ${principal} and k.key = g.key`.execute(transaction);
  });
}

async function reserveNumbers(short: Database, { user_id }: SendingFacts, count: number): Promise<string[]> {
  const { rows } = await sql<{ number_text: string }>`
    select reserve_numbers('batch', ${user_id}, ${randomUUID()}::uuid, ${count}) as number_text order by 1`.execute(
    short,
  );
  return rows.map(({ number_text }) => number_text);
}

interface SentBatch {
  readonly place: number;
  /** Its idempotency key, and its number in its source. */
  readonly key: string;
  readonly number: string;
  readonly date: string;
  readonly total: string;
}
interface EnteredBatch {
  readonly batch_id: string;
  readonly document_id: string;
  readonly integrated_batch_id: string;
}

/** Received batch, batch, document, lines and numbers of each. */
async function enter(
  transaction: Database,
  { client_id, source_id, department_id, user_id }: SendingFacts,
  group: readonly SentBatch[],
  journals: readonly JournalPlan[],
): Promise<readonly EnteredBatch[]> {
  const lines = journals.flatMap((journal, place) =>
    journal.lines.map((line, at) => {
      return { ...line, place, line_no: at + 1, debit: amountText(line.debit), credit: amountText(line.credit) };
    }),
  );
  const { rows } = await sql<EnteredBatch>`
    with g as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(group)}::jsonb) as g (place int, key text, number text, date date, total numeric)
    ), received as (
      insert into integrated_batch (source_id, batch_no, content_hash, client_id, department_id, documents, lines, debit, credit)
      select ${source_id}::int, g.key, sha256(g.key::bytea), ${client_id}::int, ${department_id}::int, 1, 4, g.total, g.total from g
      returning id, batch_no
    ), entered as (
      insert into batch (document_type, batch_number, prepared_by, total_amount, amount_php, document_date, integrated_batch_id)
      select 'JE', g.number, ${user_id}::int, g.total, g.total, g.date, r.id from g join received r on r.batch_no = g.key
      returning id, batch_number, integrated_batch_id
    ), documents as (
      insert into document (batch_id, document_type, header_key, document_date, total_amount, remarks)
      select b.id, 'JE', 0, g.date, g.total, 'TRANSACTIONS OF THE DAY' from g join entered b on b.batch_number = g.number
      returning id, batch_id
    ), lined as (
      insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, debit_amount, credit_amount,
        debit_php, credit_php)
      select d.id, l.line_no, l.account_id, l.payee_id, l.department_id, l.branch_id, l.debit, l.credit, l.debit, l.credit
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (place int, line_no smallint, account_id int, payee_id int,
        department_id int, branch_id int, debit numeric, credit numeric)
      join g using (place) join entered b on b.batch_number = g.number join documents d on d.batch_id = b.id
    )
    select b.id as batch_id, d.id as document_id, b.integrated_batch_id
    from g join entered b on b.batch_number = g.number join documents d on d.batch_id = b.id order by g.place`.execute(
    transaction,
  );
  const numbers = group.map(({ number }) => number);
  const batch_ids = rows.map(({ batch_id }) => batch_id);
  const document_ids = rows.map(({ document_id }) => document_id);
  await sql`select use_numbers('batch', ${numbers}::text[], ${user_id}, ${batch_ids}::bigint[])`.execute(transaction);
  await sql`select number_documents('je', ${user_id}, ${document_ids}::bigint[], 'Journal Entry')`.execute(transaction);
  await sql`
    insert into integrated_document (integrated_batch_id, document_no, document_id)
    select r.id, '1', r.document_id from unnest(${rows.map((row) => row.integrated_batch_id)}::bigint[],
      ${document_ids}::bigint[]) r (id, document_id)`.execute(transaction);
  return rows;
}

/** Accepts and posts each, and keeps its answer. */
async function post(
  transaction: Database,
  { user_id }: SendingFacts,
  group: readonly SentBatch[],
  entered: readonly EnteredBatch[],
): Promise<void> {
  const moves = group.map(({ total, key }, place) => ({
    batch_id: entered[place]!.batch_id,
    row_version: 1,
    document_type: 'JE',
    cycle: 1,
    action: 'accept',
    status_from: STATUS.ACTIVE,
    status_to: STATUS.APPROVED,
    user_id,
    amount: total,
    currency_id: CURRENCY_PESO,
    fingerprint: createHash('sha256').update(key).digest('hex'),
    is_delete: false,
    risks_seen: [],
  }));
  await sql`
    select post_entries(${entered.map(({ document_id }) => document_id)}::bigint[], null) from (
      select count(*) from record_batch_moves(${JSON.stringify(moves)}::jsonb)) m`.execute(transaction);
  await sql`
    update integrated_batch i set reply = i.batch_no where i.id = any (
      ${entered.map(({ integrated_batch_id }) => integrated_batch_id)}::bigint[])`.execute(transaction);
}
