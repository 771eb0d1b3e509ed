import { sql } from 'kysely';
import { amountText, sumMinor } from '@talaan/core/money/money';
import { postMany } from '../../apps/server/src/ledger/post-entry.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { JournalPlan } from './plan-journals.ts';

/** Where a set of journals goes: ids and numbers are handed out before, so that sets can be entered side by side. */
export interface JournalSet {
  readonly journals: readonly JournalPlan[];
  /** Id of the first batch and of its document; the others follow. Also the first number of both series. */
  readonly first_id: number;
  readonly prepared_by: number;
}

/**
 * Enters a set of journals as active batches, each with its numbers, in the name of the transaction's actor. The
 * connection is the owner's: sets name their ids themselves, which the run-time role may not. Every guard of the schema
 * holds all the same.
 */
export async function enterJournals(transaction: Database, { journals, first_id, prepared_by }: JournalSet) {
  const batches = journals.map((journal, place) => ({
    id: first_id + place,
    date: journal.date,
    total: amountText(sumMinor(journal.lines.map((line) => line.debit))),
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as g (id bigint, date date, total numeric)`;
  await sql`
    insert into batch (id, document_type, batch_number, prepared_by, document_date, total_amount, amount_php)
    overriding system value
    select g.id, 'JE', number_text('batch', g.id), ${prepared_by}, g.date, g.total, g.total from ${given}`.execute(
    transaction,
  );
  await sql`
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, total_amount, remarks)
    overriding system value
    select g.id, g.id, 'JE', 0, number_text('je', g.id), g.date, g.total, 'TRANSACTIONS OF THE DAY' from ${given}`.execute(
    transaction,
  );
  await sql`
    insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
    select s.id, g.id, number_text(s.kind, g.id), case s.kind when 'je' then g.id end, g.id, 1, ${prepared_by}
    from number_series s cross join ${given} where s.kind in ('batch', 'je')`.execute(transaction);
  const lines = journals.flatMap((journal, place) =>
    journal.lines.map((line, at) => ({
      ...line,
      document_id: first_id + place,
      line_no: at + 1,
      debit: amountText(line.debit),
      credit: amountText(line.credit),
    })),
  );
  await sql`
    insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, debit_amount, credit_amount,
      debit_php, credit_php)
    select document_id, line_no, account_id, payee_id, department_id, branch_id, debit, credit, debit, credit
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (document_id bigint, line_no smallint, account_id int,
      payee_id int, department_id int, branch_id int, debit numeric, credit numeric)`.execute(transaction);
}

/** Brings every batch of a set from one status to another, each move recorded in the name of the transaction's actor. */
export async function moveJournals(
  transaction: Database,
  { journals, first_id }: JournalSet,
  move: { action: 'submit' | 'approve'; from: number; to: number; user_id: number },
): Promise<void> {
  const ofSet = sql`id between ${first_id} and ${first_id + journals.length - 1}`;
  await sql`
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
    select id, document_type, cycle, ${move.action}, ${move.from}, ${move.to}, ${move.user_id}, total_amount, currency_id
    from batch where ${ofSet}`.execute(transaction);
  await sql`update batch set status = ${move.to} where ${ofSet}`.execute(transaction);
}

/** Posts a set whose batches are approved, in one call of the ledger. */
export async function postJournals(transaction: Database, { journals, first_id }: JournalSet): Promise<void> {
  await postMany(
    transaction,
    journals.map((_, place) => String(first_id + place)),
  );
}
