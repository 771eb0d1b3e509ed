import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { JournalSet } from '../ledger/enter-journals.ts';

/**
 * The prototype of posting in bulk: entries and lines of a set whose batches are approved, written by one statement from what stands, in the
 * name of the transaction's actor. The ledger is as it is, with its triggers, keys and indexes, and so with its guards, its running sums and
 * its history; nothing else is read, checked or answered.
 */
export async function postBareJournals(
  transaction: Database,
  { journals, first_id, prepared_by }: JournalSet,
): Promise<void> {
  await sql`
    with entry as (
      insert into journal_entry (document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total,
        fc_total, posted_by, payee_id, bank_id, cheque_number, remarks)
      select d.id, b.cycle, d.document_type, d.document_date, t.module, b.currency_id, b.dollar_rate, l.lines, l.total, l.fc_total,
        ${prepared_by}::int, d.payee_id, d.bank_id, d.cheque_number, d.remarks
      from document d join batch b on b.id = d.batch_id join document_type t on t.document_type = d.document_type
      cross join lateral (
        select count(*) as lines, sum(debit_php) as total, sum(debit_amount) as fc_total from line where document_id = d.id) l
      where d.id between ${first_id} and ${first_id + journals.length - 1} order by d.id
      returning id, document_id, entry_date
    )
    insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id,
      section_id, payee_id, billing_service_id, atc_id, tax_base, remarks, invoice_id)
    select e.id, l.line_no, e.entry_date, l.account_id, l.debit_php, l.credit_php, l.debit_amount, l.credit_amount, l.branch_id,
      l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks, l.invoice_id
    from entry e cross join lateral (select * from line where document_id = e.document_id offset 0) l`.execute(
    transaction,
  );
}
