import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { reversalRemarks } from '@talaan/core/documents/regular/accrual-reversal';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import { assignWorkingNumbers, reserveWorkingNumbers } from '../../numbering/working-numbers.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import { fingerprintOf } from '../record/batch-content.ts';
import { readDecisionInput } from '../record/batch-record.ts';
import { recordMove } from './record-move.ts';

/** What a run of the job did. */
export interface ReversedCounts {
  readonly posted: number;
  readonly waiting: number;
}

interface DueReversal {
  readonly batch_id: string;
  readonly cycle: number;
  readonly due_on: string;
  readonly approved_by: number;
  readonly batch_number: string;
  readonly document_type: DocumentType;
  readonly document_number: string;
  readonly remarks: string | null;
  /** Whether its day is in an open period; a missing one counts as closed. */
  readonly is_open: boolean;
}

const PROGRAM_FAULT = 'Talaan could not reverse it. The log of the server says why.';

/**
 * Makes and posts the reversals of accruals whose day has come in Manila, each in a transaction of its own, in the name of who
 * approved the accrual, whose approval covers it (`many.md` §2). What cannot be posted keeps nobody else waiting: the reason
 * is kept for the close checklist, and the next run tries again. Safe to repeat and to run on several servers: one that
 * another run holds is passed over. Throws at the end what is a fault of the program, and at once when the database is gone.
 */
export async function reverseAccruals(database: Database): Promise<ReversedCounts> {
  const counts = { posted: 0, waiting: 0 };
  const faults: unknown[] = [];
  for (const due of await findDue(database)) {
    let reason: string = MESSAGES.periodClosed;
    try {
      const actor = { user_id: due.approved_by, request_id: null };
      if (due.is_open) {
        counts.posted += await inTransaction(database, actor, (transaction) => reverse(transaction, due));
        continue;
      }
    } catch (error) {
      const problem = problemOfDatabaseError(error);
      if (problem?.status === 503) throw error;
      if (problem?.code === 'busy') continue;
      if (problem === null) faults.push(error);
      reason = problem?.message ?? PROGRAM_FAULT;
    }
    counts.waiting += 1;
    await inTransaction(database, SYSTEM_ACTOR, (transaction) => keepReason(transaction, due, reason));
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Accruals could not be reversed.');
  return counts;
}

async function findDue(database: Database): Promise<DueReversal[]> {
  const found = await sql<DueReversal>`
    select r.batch_id, r.cycle, r.due_on, r.approved_by, b.batch_number, b.document_type, d.document_number, d.remarks,
      exists (select from accounting_period p where p.period = to_char(r.due_on, 'YYYYMM')::int and p.general_journal = ${PERIOD_OPEN}) as is_open
    from batch_reversal r join batch b on b.id = r.batch_id join document d on d.batch_id = b.id
    where r.due_on <= manila_today() and r.reversal_batch_id is null and r.cancelled_at is null
    order by r.due_on, r.batch_id`.execute(database);
  return found.rows;
}

/** Makes and posts one; answers how many it made: none where another run holds it. */
async function reverse(transaction: Database, due: DueReversal): Promise<0 | 1> {
  // In the order of a void, which takes the accrual first: who is at work on it is passed over, and nobody waits in a circle.
  const isApproved = await sql`
    select from batch where id = ${due.batch_id}::bigint and cycle = ${due.cycle} and status = ${STATUS.APPROVED}
    for share skip locked`.execute(transaction);
  const isFree = await sql`
    select from batch_reversal
    where batch_id = ${due.batch_id}::bigint and cycle = ${due.cycle} and reversal_batch_id is null and cancelled_at is null
    for no key update skip locked`.execute(transaction);
  if (isApproved.rows.length === 0 || isFree.rows.length === 0) return 0;
  const { document_type, approved_by: user_id } = due;
  const { batch_series, document_series } = DOCUMENT_TYPES[document_type];
  const wanted = { kind: batch_series, user_id, draft_id: null, count: 1 };
  const [batch_number] = await reserveWorkingNumbers(transaction, wanted);
  const made = await insertSwapped(transaction, due, batch_number!);
  await assignWorkingNumbers(transaction, {
    kind: batch_series,
    user_id,
    batches: [{ id: made.batch_id, batch_number: batch_number! }],
  });
  await numberDocuments(transaction, {
    kind: document_series,
    user_id,
    program: DOCUMENT_MODULES[document_type],
    document_ids: [made.document_id],
  });
  const named = { batch_number: batch_number!, types: [document_type], user_id };
  const { batch } = (await readDecisionInput(transaction, named))!;
  await sql`
    update batch_reversal set reversal_batch_id = ${made.batch_id}::bigint, reason = null
    where batch_id = ${due.batch_id}::bigint and cycle = ${due.cycle}`.execute(transaction);
  await recordMove(transaction, batch, {
    action: 'accept',
    user_id,
    decision: { allowed: true, to: STATUS.APPROVED, officer: null, limit_minor: null },
    remarks: '',
    approved_remarks: null,
    fingerprint: fingerprintOf(batch),
    posts: [made.document_id],
  });
  return 1;
}

/** The journal of the day, with the lines of the accrual and their sides swapped. */
async function insertSwapped(
  transaction: Database,
  due: DueReversal,
  batch_number: string,
): Promise<{ batch_id: string; document_id: string }> {
  const made = await sql<{ batch_id: string; document_id: string }>`
    with new_batch as (
      insert into batch (document_type, batch_number, prepared_by, adjusting, currency_id, dollar_rate, total_amount, amount_php,
        is_confidential, document_date)
      select document_type, ${batch_number}, ${due.approved_by}::int, adjusting, currency_id, dollar_rate, total_amount, amount_php,
        is_confidential, ${due.due_on}::date
      from batch where id = ${due.batch_id}::bigint
      returning id, document_type
    ), new_document as (
      insert into document (batch_id, document_type, header_key, document_date, total_amount, remarks)
      select n.id, n.document_type, d.header_key, ${due.due_on}::date, d.total_amount, ${reversalRemarks(due)}
      from new_batch n join document d on d.batch_id = ${due.batch_id}::bigint
      returning id, batch_id
    ), new_line as (
      insert into line (document_id, line_no, account_id, payee_id, department_id, branch_id, section_id, billing_service_id, atc_id,
        tax_base, invoice_id, debit_amount, credit_amount, debit_php, credit_php, remarks)
      select n.id, l.line_no, l.account_id, l.payee_id, l.department_id, l.branch_id, l.section_id, l.billing_service_id, l.atc_id,
        l.tax_base, l.invoice_id, l.credit_amount, l.debit_amount, l.credit_php, l.debit_php, l.remarks
      from new_document n join document d on d.batch_id = ${due.batch_id}::bigint join line l on l.document_id = d.id
      order by l.line_no
    )
    select batch_id::text, id::text as document_id from new_document`.execute(transaction);
  return made.rows[0]!;
}

async function keepReason(transaction: Database, { batch_id, cycle }: DueReversal, reason: string): Promise<void> {
  await sql`
    update batch_reversal set reason = ${reason}
    where batch_id = ${batch_id}::bigint and cycle = ${cycle} and reversal_batch_id is null and cancelled_at is null
      and reason is distinct from ${reason}`.execute(transaction);
}
