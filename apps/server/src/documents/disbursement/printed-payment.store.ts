import { sql } from 'kysely';
import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import type { PrintedPayment } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { STATUS } from '@talaan/core/documents/status';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { readUnderNumber } from '../../batches/reading/read-given-up.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';

/**
 * A payment as its papers show it: the document of that number, or each one that stands, and all of them where none does.
 * Under a number that a restore took from it, as it was posted then. 404 when it is not to be seen, or has no such document.
 */
export async function readPrintedPayment(
  database: Database,
  call: BatchCall,
  documentNumber?: string,
): Promise<PrintedPayment> {
  if (documentNumber === undefined) return (await printedPayments(database, [await readBatch(database, call)]))[0]!;
  const batch = await readUnderNumber(database, call, documentNumber);
  const documents = batch.documents.filter(({ document_number }) => document_number === documentNumber);
  if (documents.length === 0) throw notFound();
  return (await withPayments(database, [{ ...batch, documents }]))[0]!;
}

/** Batches that were read as their papers show them: each with its documents that stand, and all of them where none does. */
export function printedPayments(database: Database, batches: readonly BatchDetail[]): Promise<PrintedPayment[]> {
  const printed = batches.map((batch) => {
    const standing = batch.documents.filter(({ status }) => status !== STATUS.ARCHIVED);
    return standing.length > 0 ? { ...batch, documents: standing } : batch;
  });
  return withPayments(database, printed);
}

async function withPayments(database: Database, batches: readonly BatchDetail[]): Promise<PrintedPayment[]> {
  const facts = await readFacts(
    database,
    batches.flatMap(({ documents }) => documents),
  );
  return batches.map((batch) => ({
    ...batch,
    headers: batch.documents,
    payments: batch.documents.map(({ id, header_key }) => ({
      header_key,
      copy_no: 0,
      verify: null,
      ...facts.get(id)!,
    })),
  }));
}

type Facts = Pick<PrintedPayment['payments'][number], 'payee_tin' | 'payee_address' | 'bank_acct_code' | 'withheld'>;

/** What papers say of documents as they are given, which may be those of an entry that is void. */
async function readFacts(
  database: Database,
  documents: readonly Pick<DocumentView, 'id' | 'payee_id' | 'bank_id' | 'document_date' | 'journal_entry_id'>[],
): Promise<Map<string, Facts>> {
  const given = documents.map(({ id, payee_id, bank_id, document_date, journal_entry_id }) => ({
    id,
    payee_id,
    bank_id,
    document_date,
    entry_id: journal_entry_id,
  }));
  const found = await sql<Facts & { id: string }>`
    select d.id::text, coalesce(y.tin, '') as payee_tin, coalesce(address_on_paper(y), '') as payee_address,
      k.acct_code as bank_acct_code,
      (select coalesce(json_agg(json_build_object('line_no', l.line_no, 'rate', atc_rate_on(l.atc_id, d.document_date)::text)
          order by l.line_no), '[]')
        from (
          select p.line_no, p.account_id, p.atc_id from posting p where p.entry_id = d.entry_id
          union all
          select n.line_no, n.account_id, n.atc_id from line n where n.document_id = d.id and d.entry_id is null
        ) l join account a on a.id = l.account_id and a.role = 'EWT') as withheld
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as d (id bigint, payee_id int, bank_id int, document_date date,
      entry_id bigint)
    left join payee y on y.id = d.payee_id
    left join bank k on k.id = d.bank_id`.execute(database);
  return new Map(found.rows.map(({ id, ...facts }) => [id, facts]));
}
